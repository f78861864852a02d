//! The cross-check: solves many positions with many engines and checks that all answers are consistent.

mod contestants;
mod laws;
mod positions;
mod report;

use std::io::{IsTerminal as _, stderr};
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use reversi_engine::search::or_cores;
use reversi_engine::{AnalyzeRequest, Board, SolveRequest, Value};
use reversi_testkit::{after, alpha_beta};

use contestants::{Contestant, some};
use positions::{Games, random_board};
use report::{Law, Report};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u64,
    /// Seed of the positions and questions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first position. With --count 1 this repeats a position that differed, but with tables
    /// that do not hold the positions before it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// Range of empty squares. Fewer empty squares are drawn more often.
    #[arg(long, value_name = "A..B", value_parser = range, default_value = "8..16")]
    empties: RangeInclusive<u32>,
    /// Number of positions checked in parallel [default: the number of cores].
    #[arg(long, value_name = "N")]
    workers: Option<usize>,
    /// WTHOR (.wtb) and GGF files. Every other position is from one of their games, or from self-play without
    /// files.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
}

/// Parses a range that includes both ends.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse::<u32>().map_err(|error| format!("{text:?}: {error}"));
    let (from, to) = (number(from)?, number(to)?);
    if from <= to && to <= 50 { Ok(from..=to) } else { Err("expected A <= B <= 50".to_owned()) }
}

/// Runs and prints the comparisons. Returns whether there is no difference.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} positions, {elapsed}, {eta} left")?;
    let bar = ProgressBar::new(args.count).with_style(style);
    if stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    let workers = or_cores(args.workers.unwrap_or(0), usize::MAX);
    let (next, total) = (AtomicU64::new(0), Mutex::new(Report::default()));
    thread::scope(|scope| {
        let work = || {
            let mut worker = Worker { contestants: Contestant::all()?, games: Games::new(&args.games)? };
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= args.count {
                    return anyhow::Ok(());
                }
                let report = worker.position(args, args.from.wrapping_add(index), &bar);
                total.lock().expect("no worker panics").add(report);
                bar.inc(1);
            }
        };
        let workers: Vec<_> = (0..workers.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("panics are caught"))
    })?;
    bar.finish_and_clear();
    let report = total.into_inner().context("a worker has panicked")?;
    let games = if args.games.is_empty() { "self-played" } else { "recorded" };
    println!(
        "{} positions of {} to {} empties, half by random moves, half from {games} games, in {:.0?}\n{report}",
        args.count,
        args.empties.start(),
        args.empties.end(),
        bar.elapsed()
    );
    Ok(report.differences.is_empty())
}

struct Worker {
    contestants: Vec<Contestant>,
    games: Games,
}

impl Worker {
    /// Checks one position, which depends only on the seed and its number.
    fn position(&mut self, args: &Args, index: u64, bar: &ProgressBar) -> Report {
        let rng = &mut Rng::with_seed(args.seed.rotate_left(32) ^ index);
        let board = self.board(args, index, rng);
        let mut report = Report::default();
        let examined = catch_unwind(AssertUnwindSafe(|| {
            examine(&mut self.contestants, board, rng, &mut report);
        }));
        report.compare(Law::NoPanic, "an engine", examined.map_err(|_| "panicked, see above".to_owned()));
        if !report.differences.is_empty() {
            let differences = report.differences.join("\n  ");
            bar.suspend(|| eprintln!("{board}\n  {differences}\n  (--count 1 --seed {} --from {index}, with the same --empties and --games)", args.seed));
        }
        report
    }

    fn board(&mut self, args: &Args, index: u64, rng: &mut Rng) -> Board {
        loop {
            let [a, b] = [(); 2].map(|()| rng.u32(args.empties.clone()));
            let empties = a.min(b); // each further empty square takes two to three times as long
            let board = match index % 2 {
                0 => random_board(rng, empties),
                _ => self.games.board(rng, empties),
            };
            if let Some(board) = board {
                return board;
            }
        }
    }
}

/// Runs all comparisons. Windows come first, so that warm tables hold bounds when the exact score is
/// searched.
fn examine(contestants: &mut [Contestant], board: Board, rng: &mut Rng, report: &mut Report) {
    let exact = SolveRequest::exact();
    let score = contestants[0].solve(&board, &exact).value().exact().expect("exact() is answered exactly");
    referee(board, score, report);
    windows(contestants, board, score, rng, report);
    scores(contestants, board, score, report);
    symmetry(contestants, board, score, rng, report);
    best_child(contestants, board, score, rng, report);
    all_moves(contestants, board, score, rng, report);
}

/// Up to this number of empties the referee takes about as long as all engines together.
const MAX_REFEREE_EMPTIES: u32 = 16;

/// The referee, the oracle of the tests, finds the same score. It shares only the rules with the engines.
fn referee(board: Board, score: i32, report: &mut Report) {
    if board.empties().len() <= MAX_REFEREE_EMPTIES {
        let verdict = laws::equal(alpha_beta(board, score - 1, score + 1), score);
        report.compare(Law::Referee, "plain alpha-beta", verdict);
    }
}

/// All engines find the same score and a line to it. Those with a cold table and one thread search the same
/// nodes.
fn scores(contestants: &mut [Contestant], board: Board, score: i32, report: &mut Report) {
    let mut nodes = None;
    for contestant in contestants {
        let solution = contestant.solve(&board, &SolveRequest::exact());
        report.compare(Law::Score, &*contestant, laws::equal(solution.value(), Value::Exact(score)));
        report.compare(Law::Line, &*contestant, laws::replays_to(board, solution.pv(), score));
        if contestant.counts_nodes() {
            let expected = *nodes.get_or_insert(solution.nodes());
            report.compare(Law::Nodes, &*contestant, laws::equal(solution.nodes(), expected));
        }
    }
}

/// Win/loss/draw and three windows, two of them near the score.
fn windows(contestants: &mut [Contestant], board: Board, score: i32, rng: &mut Rng, report: &mut Report) {
    let mut near = || {
        let alpha = (score + rng.i32(-4..=3)).clamp(-65, 64);
        SolveRequest::window(alpha, (alpha + rng.i32(1..=4)).min(65))
    };
    let near = [near(), near()];
    let alpha = rng.i32(-65..=64);
    let anywhere = SolveRequest::window(alpha, rng.i32(alpha + 1..=65));
    for request in [SolveRequest::wld()].into_iter().chain(near).chain([anywhere]) {
        for contestant in some(contestants, rng) {
            let solution = contestant.solve(&board, &request);
            let engine = format!("{contestant}, window {} to {}", request.alpha(), request.beta());
            report.compare(Law::Window, &engine, laws::answers(solution.value(), &request, score));
            let line = laws::line_suits(board, solution.pv(), &request, score);
            report.compare(Law::WindowLine, &engine, line);
            if let Some(mv) = solution.best_move() {
                let child = contestant.solve(&after(board, mv), &SolveRequest::exact()).value();
                let reached = match -child.lower() {
                    reached if reached >= solution.value().lower() => Ok(()),
                    reached => Err(format!("{mv} reaches {reached:+} only, not {}", solution.value())),
                };
                report.compare(Law::WindowLine, &engine, reached);
            }
        }
    }
}

/// A rotated or mirrored board has the same score.
fn symmetry(contestants: &mut [Contestant], board: Board, score: i32, rng: &mut Rng, report: &mut Report) {
    let image = laws::turned(board, rng);
    for contestant in some(contestants, rng) {
        let solution = contestant.solve(&image, &SolveRequest::exact());
        let engine = format!("{contestant}, {image}");
        report.compare(Law::Symmetry, &engine, laws::equal(solution.value(), Value::Exact(score)));
        report.compare(Law::Line, &engine, laws::replays_to(image, solution.pv(), score));
    }
}

/// The board after the best move has the negated score.
fn best_child(contestants: &mut [Contestant], board: Board, score: i32, rng: &mut Rng, report: &mut Report) {
    let best = contestants[0].solve(&board, &SolveRequest::exact()).best_move();
    let best = best.expect("the game is not over");
    for contestant in some(contestants, rng) {
        let child = contestant.solve(&after(board, best), &SolveRequest::exact());
        let engine = format!("{contestant}, after {best}");
        report.compare(Law::BestChild, &engine, laws::equal(child.value(), Value::Exact(-score)));
    }
}

/// The scores in an analysis of all moves are those of the moves searched alone.
fn all_moves(contestants: &mut [Contestant], board: Board, score: i32, rng: &mut Rng, report: &mut Report) {
    let analyst = &mut contestants[rng.usize(..contestants.len())];
    let request = AnalyzeRequest::unlimited().lines(usize::MAX);
    let analysis = analyst.engine().analyze(&board, request).expect("it asks for something");
    report.compare(Law::AllMoves, &*analyst, laws::lists_all_moves(&analysis, score));
    let other = &mut contestants[rng.usize(..contestants.len())];
    for line in analysis.lines() {
        let best = line.best_move().expect("the game is not over");
        let child = other.solve(&after(board, best), &SolveRequest::exact()).value();
        let expected = line.value().exact().map(|score| Value::Exact(-score));
        report.compare(Law::EachMove, format!("{other}, after {best}"), laws::equal(Some(child), expected));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correct_score_passes_and_every_engine_reports_a_wrong_one() {
        let mut contestants = Contestant::all().unwrap();
        let rng = &mut Rng::with_seed(1);
        let board = random_board(rng, 9).unwrap();
        let mut report = Report::default();
        examine(&mut contestants, board, rng, &mut report);
        assert!(report.differences.is_empty(), "{:#?}", report.differences);
        assert!(!report.to_string().contains(" 0  exact"), "{report}");

        let score = contestants[0].solve(&board, &SolveRequest::exact()).value().exact().unwrap() + 2;
        let mut report = Report::default();
        referee(board, score, &mut report);
        assert_eq!(report.differences.len(), 1);
        for check in [symmetry, best_child, all_moves, windows] {
            let mut report = Report::default();
            check(&mut contestants, board, score, rng, &mut report);
            assert!(!report.differences.is_empty());
        }
        let mut report = Report::default();
        scores(&mut contestants, board, score, &mut report);
        assert_eq!(report.differences.len(), 2 * contestants.len());
    }
}
