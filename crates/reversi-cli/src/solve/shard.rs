//! The positions of a shard, solved into a file.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use reversi_engine::notation::ObfLine;
use reversi_engine::{Ask, Engine, Inserted, Reply, SolveRequest, Source, Stop};

use super::report::Score;
use super::{Args, Problem, answer, load};
use crate::checkpoints;
use crate::output::Failure;
use crate::shards::job::Given;
use crate::shards::set::Set;

/// Solves into the file. The exit status says whether a known score is contradicted.
pub(super) fn run(args: &Args, request: SolveRequest, stop: &Stop) -> Result<ExitCode, Box<dyn Error>> {
    args.checkpoint.refuse_with_output()?;
    if args.positions == ["-"] {
        return Err("--output needs files of positions, which can be read again".into());
    }
    let mut problems = load(&args.positions, &args.read)?;
    args.limit.apply(&mut problems);
    let lines: Vec<ObfLine> = problems.into_iter().map(|problem| problem.line).collect();
    let engines = args.engine.build_for_each_thread(lines.len())?;
    let set = Set::new(&lines, Ask::Solve(request.clone()), &engines[0], args.engine.hash_mib()?);
    let Some(job) = args.file.job(set, &lines)? else { return Ok(ExitCode::SUCCESS) };
    let checkpoint = job.checkpoint(|path| checkpoints::salvage_solutions(path, &request))?;
    let checkpoint = Mutex::new(checkpoint);
    let checkpoint = || checkpoint.lock().unwrap_or_else(PoisonError::into_inner);
    let solve = |engine: &mut Engine, line: &ObfLine| {
        let board = &line.position.board;
        let known = checkpoint().get(board).cloned();
        if let Some(known) = known {
            let reply = Reply::Solution(known.with_source(Source::Search)); // of whichever run
            return Ok(Given { reply, on_record: true });
        }
        engine.clear_hash();
        let reply = match answer(engine, line, request.clone())? {
            Err(interrupted) => Reply::Interrupted(interrupted),
            Ok(solution) => {
                // Another thread may have solved the same position meanwhile, with the same answer.
                let inserted = checkpoint().insert(board, solution.clone());
                match inserted.map_err(Failure::from)? {
                    Inserted::Contradiction(contradiction) => return Err(contradiction.to_string().into()),
                    _ => Reply::Solution(solution),
                }
            }
        };
        Ok(Given { reply, on_record: false })
    };
    let mut mismatches = 0;
    let status = job.run(engines, stop, solve, |index, line, reply| {
        let problem = Problem { index, line: line.clone() };
        let result = match reply {
            Reply::Solution(solution) => Ok(solution),
            Reply::Interrupted(interrupted) => Err(interrupted),
            _ => return,
        };
        if let Some(text) = Score::new(&problem, result).contradiction() {
            mismatches += 1;
            let _ = writeln!(io::stderr(), "{text}"); // as in `output::end`
        }
    })?;
    Ok(if mismatches > 0 { ExitCode::from(1) } else { status })
}
