//! The positions of a shard, solved into a file.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use reversi_engine::notation::ObfLine;
use reversi_engine::question::{Ask, Reply};
use reversi_engine::runs::{Inserted, Record};
use reversi_engine::search::Source;
use reversi_engine::{Engine, SolveRequest, Stop};

use super::report::Score;
use super::{Args, Problem, answer, load};
use crate::shards::job::Given;

/// Solves into the file. The exit status tells whether a known score is contradicted.
pub(super) fn run(args: &Args, request: SolveRequest, stop: &Stop) -> Result<ExitCode, Box<dyn Error>> {
    args.checkpoint.refuse_with_output()?;
    if args.positions == ["-"] {
        return Err("--output needs files of positions, which can be read again".into());
    }
    let mut problems = load(&args.positions, &args.read)?;
    args.limit.apply(&mut problems);
    let lines: Vec<ObfLine> = problems.into_iter().map(|problem| problem.line).collect();
    let engines = args.engine.build_for_each_thread(lines.len())?;
    let hash_mib = args.engine.hash_mib()?;
    let ask = Ask::Solve(request.clone());
    let Some(job) = args.file.job(&lines, ask, &engines[0], hash_mib)? else { return Ok(ExitCode::SUCCESS) };
    let checkpoint = job.checkpoint()?;
    let solve = |engine: &mut Engine, line: &ObfLine| {
        let board = line.position.board;
        if let Some(known) = checkpoint.solution(&board) {
            let reply = Reply::Solution(known.with_source(Source::Search)); // of whichever run
            return Ok(Given { reply, on_record: true });
        }
        engine.clear_hash();
        let reply = match answer(engine, line, request.clone())? {
            Err(interrupted) => Reply::Interrupted(interrupted),
            Ok(solution) => {
                // Another thread may have solved the same position meanwhile, with the same answer.
                match checkpoint.insert(Record::Solution(board, solution.clone()))? {
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
