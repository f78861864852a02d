//! The time of a move with a clock.

use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::Square;

use crate::api::{MoveTime, Selectivity};
use crate::memory::Draft;
use crate::tree::root::{Root, drafts_to};

/// Decides after each search of a move whether the next one pays.
pub(super) struct Pace {
    time: MoveTime,
    empties: u32,
    /// All searches of the move.
    drafts: Vec<Draft>,
    /// The searches so far.
    done: Vec<Searched>,
}

/// A complete search of the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    draft: Draft,
    /// The time of the move so far.
    elapsed: Duration,
    best: Square,
    score: i32,
    /// The highest score that another move may have.
    others: i32,
}

/// The time of the first search to the end of the game, in times of the two before it on average: 1.8 in the
/// geometric mean of 32 positions with 22 to 28 empties, 0.3 to 8, rounded up.
const FIRST_TO_THE_END: f64 = 2.0;

/// The time of the proof, in times of the surest search before it: 4.5 in the same mean, ranging from 1 to
/// 15.
const PROOF: f64 = 4.5;

/// Each search between these two, in times of the one before it: 2.0 in the same mean.
const SURER: f64 = 2.0;

/// A ply deeper takes 1.4 times as long, in a mean over single plies that differ by factors up to five. So
/// it is predicted from the last two searches together.
const DEEPER: f64 = 0.8;

impl Pace {
    /// The pace of the searches that lead to `target`.
    pub(super) fn new(time: MoveTime, target: Draft, empties: u32) -> Pace {
        Pace { time, empties, drafts: drafts_to(target, empties).collect(), done: Vec::new() }
    }

    /// Breaks if the search after this one does not pay. The end of the searches is to be nearest to the time
    /// of the move, so that moves take it on average. A search that would be cut short is not started.
    pub(super) fn after(&mut self, searched: Searched) -> ControlFlow<()> {
        self.done.push(searched);
        let mut rest = self.drafts.iter().skip_while(|&&draft| draft != searched.draft);
        let Some(&next) = rest.nth(1) else { return ControlFlow::Continue(()) };
        let (elapsed, cost) = (searched.elapsed.as_secs_f64(), self.cost_of(next));
        let usual = self.time.usual.as_secs_f64() * if self.time.solves { 1.0 } else { self.doubt() };
        let pays = elapsed + cost / 2.0 <= usual && elapsed + cost <= self.time.most.as_secs_f64();
        if pays { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// The seconds that the next search is expected to take.
    fn cost_of(&self, next: Draft) -> f64 {
        let ends = self.done.iter().rev().map(|searched| searched.elapsed.as_secs_f64());
        let mut ends = ends.chain(std::iter::repeat(0.0));
        let [last, before, first] = [(); 3].map(|()| ends.next().unwrap_or_default());
        let (one, two) = (last - before, last - first);
        let to_the_end = |draft: Draft| u32::from(draft.depth) == self.empties;
        let reached = self.done.last().is_some_and(|searched| to_the_end(searched.draft));
        match next.selectivity {
            _ if !to_the_end(next) => DEEPER * two,
            _ if !reached => FIRST_TO_THE_END * two / 2.0,
            Selectivity::P100 => PROOF * one,
            _ => SURER * one,
        }
    }

    /// Returns the worth of the move in usual times: more while the best move changes or its score falls,
    /// less if it is steady or stands out.
    fn doubt(&self) -> f64 {
        let Some((last, before)) = self.done.split_last() else { return 1.0 };
        let same = before.iter().rev().take_while(|searched| searched.best == last.best).count();
        // Scores of even and of odd depths differ.
        let fallen = before.iter().rev().nth(1).is_some_and(|searched| last.score + FALL <= searched.score);
        match same {
            0 if !before.is_empty() => CHANGED,
            _ if fallen => FALLEN,
            STEADY.. if last.others + FAR <= last.score => STANDS_OUT,
            STEADY.. => SURE,
            _ => 1.0,
        }
    }
}

/// A best move is steady after this many further searches.
const STEADY: usize = 6;

/// Discs that tell a fallen score, and a move that stands out.
const FALL: i32 = 2;
const FAR: i32 = 6;

/// Usual times by the result of the last search.
const CHANGED: f64 = 1.5;
const FALLEN: f64 = 1.5;
const SURE: f64 = 0.9;
const STANDS_OUT: f64 = 0.4;

impl Searched {
    /// The last complete search of a root.
    pub(super) fn of(root: &Root, elapsed: Duration) -> Searched {
        let (best, others) = root.moves.split_first().expect("the root has moves");
        let others = others.iter().map(|mv| mv.score).max().unwrap_or(-64);
        Searched { draft: root.done, elapsed, best: best.square, score: best.score, others }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::api::Clock;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn time(usual: f64, most: f64, solves: bool) -> MoveTime {
        MoveTime { usual: seconds(usual), most: seconds(most), solves }
    }

    const TARGET: Draft = Draft { depth: 60, selectivity: Selectivity::P100 };

    fn midgame(depth: u8) -> Draft {
        Draft { depth, selectivity: Selectivity::P73 }
    }

    /// Searches of depth 1, 2 ... that end at these times, with their best moves and scores, by a move time
    /// of 10 s and 25 s at most: whether one more pays that is to take 0.8 times as long as the last two.
    fn goes_on(searches: &[(f64, Square, i32)], others: i32, time: MoveTime) -> bool {
        let mut pace = Pace::new(time, TARGET, 50);
        let mut flow = ControlFlow::Continue(());
        for (depth, &(elapsed, best, score)) in (1..).zip(searches) {
            let searched = Searched { draft: midgame(depth), elapsed: seconds(elapsed), best, score, others };
            flow = pace.after(searched);
        }
        flow.is_continue()
    }

    /// The latest of tenths of seconds at which a search goes on that has taken half of its time for the last
    /// two plies.
    fn latest(best: [Square; 8], scores: [i32; 8], others: i32) -> f64 {
        let goes_on = |&end: &f64| {
            let ends = [0.01, 0.02, 0.03, 0.1, 0.2, 0.5, 0.75, 1.0].map(|share| share * end);
            let searches: Vec<_> = (0..8).map(|i| (ends[i], best[i], scores[i])).collect();
            self::goes_on(&searches, others, time(10.0, 25.0, false))
        };
        (1..400).map(|tenths| f64::from(tenths) / 10.0).take_while(goes_on).last().unwrap_or_default()
    }

    #[test]
    fn a_search_ends_nearest_to_the_time_of_the_move() {
        let searched =
            |end: f64| [(end / 4.0, Square::A1, 0), (end / 2.0, Square::A1, 0), (end, Square::A1, 0)];
        // The next search takes 0.6 times as long as all of them.
        for (end, usual, most, expected) in [
            (7.6, 10.0, 25.0, true),
            (7.8, 10.0, 25.0, false),
            (7.6, 10.0, 12.2, true),
            (7.6, 10.0, 12.1, false), // it would be cut short
            (0.0, 0.0, 0.0, true),
            (0.1, 0.0, 0.0, false),
        ] {
            assert_eq!(
                goes_on(&searched(end), 0, time(usual, most, false)),
                expected,
                "{end} {usual} {most}"
            );
        }
        let longest = MoveTime { usual: Duration::MAX, most: Duration::MAX, solves: false };
        assert!(goes_on(&searched(1e9), 0, longest));
    }

    #[test]
    fn doubt_takes_time_and_certainty_gives_it_back() {
        const A1: Square = Square::A1;
        const H8: Square = Square::H8;
        let (same, even) = ([A1; 8], [0; 8]);
        let usual = latest([H8, H8, H8, H8, A1, A1, A1, A1], even, -1);
        assert!((usual - 10.0 / 1.2).abs() < 0.2, "{usual}");
        let changed = latest([H8, H8, H8, H8, A1, A1, A1, H8], even, -1);
        let fallen = latest([H8, H8, H8, H8, A1, A1, A1, A1], [0, 0, 0, 0, 0, 0, 0, -2], -3);
        let (sure, stands_out) = (latest(same, even, -5), latest(same, even, -6));
        assert!(changed > 1.4 * usual && fallen > 1.4 * usual, "{changed} {fallen}");
        assert!(0.8 * usual < sure && sure < 0.95 * usual && stands_out < 0.5 * usual, "{sure} {stands_out}");
        // Odd and even depths differ, and a search that is not steady stands out by chance.
        assert_eq!(latest([H8, H8, H8, H8, A1, A1, A1, A1], [3, 0, 3, 0, 3, 0, 3, 0], -1), usual);
        assert_eq!(latest([H8, H8, H8, H8, A1, A1, A1, A1], even, -20), usual);
    }

    #[test]
    fn the_end_of_the_game_is_begun_only_if_it_can_be_reached() {
        let searched = |draft, elapsed| Searched {
            draft,
            elapsed: seconds(elapsed),
            best: Square::A1,
            score: 0,
            others: 0,
        };
        let to_the_end = |selectivity| Draft { depth: 24, selectivity };
        for (most, expected) in [(3.9, false), (4.1, true)] {
            // The first search to the end takes 2 s.
            let mut pace = Pace::new(time(100.0, most, false), TARGET, 24);
            assert!(pace.after(searched(midgame(14), 1.0)).is_continue());
            let flow = pace.after(searched(midgame(15), 2.0));
            assert_eq!(flow.is_continue(), expected, "{most}");
        }
        for (before, last, most, expected) in [
            (Selectivity::P95, Selectivity::P98, 3.9, false),
            (Selectivity::P95, Selectivity::P98, 4.1, true),
            (Selectivity::P98, Selectivity::P99, 6.4, false),
            (Selectivity::P98, Selectivity::P99, 6.6, true),
            (Selectivity::P99, Selectivity::P100, 0.0, true), // nothing follows
        ] {
            let mut pace = Pace::new(time(100.0, most, true), TARGET, 24);
            let _ = pace.after(searched(to_the_end(before), 1.0));
            let flow = pace.after(searched(to_the_end(last), 2.0));
            assert_eq!(flow.is_continue(), expected, "{last} {most}");
        }
    }

    #[test]
    fn a_move_that_solves_takes_its_time_however_sure_it_is() {
        let searches: Vec<_> = (1..=8).map(|i| (f64::from(i), Square::A1, 0)).collect();
        assert!(!goes_on(&searches, -64, time(10.0, 25.0, false)));
        assert!(goes_on(&searches, -64, time(10.0, 25.0, true)));
    }

    /// A machine as this one was measured, times `speed`, and a game of one side on it.
    struct Model {
        rng: Rng,
        speed: f64,
        clock: Clock,
        empties: u32,
    }

    impl Model {
        /// Plays the game. Returns the time left when the rest is solved, and the empties then.
        fn play(&mut self) -> (Duration, u32) {
            let hard = 0.4 * self.noise(2.0); // the table knows much
            loop {
                let (spent, solved) = self.search(hard);
                assert!(spent <= self.clock.remaining, "{:?} {}", self.clock, self.empties);
                self.clock.remaining = self.clock.remaining - spent + self.clock.increment;
                if solved {
                    return (self.clock.remaining, self.empties);
                }
                self.empties -= 2;
            }
        }

        /// A factor between the inverse of `most` and `most`.
        fn noise(&mut self, most: f64) -> f64 {
            most.powf(2.0 * self.rng.f64() - 1.0)
        }

        /// The time of a move, and whether it has solved the rest of the game.
        fn search(&mut self, hard: f64) -> (Duration, bool) {
            let time = self.clock.for_move(self.empties, 1);
            let (mut pace, mut elapsed) = (Pace::new(time, TARGET, self.empties), 0.0);
            let more = f64::from(self.empties) - 24.0;
            let mut drafts = drafts_to(TARGET, self.empties).peekable();
            while let Some(draft) = drafts.next() {
                let (base, growth) = match draft.selectivity {
                    _ if u32::from(draft.depth) < self.empties => (4e-4, 1.4),
                    Selectivity::P73 => (0.048, 1.6),
                    Selectivity::P87 => (0.043, 1.7),
                    Selectivity::P95 => (0.09, 1.8),
                    Selectivity::P98 => (0.15, 1.85),
                    Selectivity::P99 => (0.21, 1.9),
                    Selectivity::P100 => (0.9, 2.0),
                };
                let cost = if u32::from(draft.depth) < self.empties {
                    base * f64::powi(growth, i32::from(draft.depth) - 6)
                } else {
                    hard * base * f64::powf(growth, more)
                };
                elapsed += cost * self.noise(1.5) * self.speed;
                if drafts.peek().is_none() {
                    return (seconds(elapsed).min(time.most), seconds(elapsed) <= time.most);
                };
                // Six plies are searched without a look at the time.
                if draft.depth < 6.min(self.empties as u8) {
                    continue;
                }
                if seconds(elapsed) > time.most {
                    return (time.most.max(seconds(1e-3)), false);
                }
                let best = if self.rng.u8(..10) > 0 { Square::A1 } else { Square::H8 };
                let searched = Searched { draft, elapsed: seconds(elapsed), best, score: 0, others: 0 };
                if pace.after(searched).is_break() {
                    return (seconds(elapsed), false);
                }
            }
            unreachable!("the last search proves the score")
        }
    }

    /// The mean share of the clock that is left when the game is solved, and the mean empties then.
    fn games(remaining: f64, increment: f64, speed: f64) -> [f64; 2] {
        let count = 200;
        let mut sums = [0.0; 2];
        for seed in 0..count {
            let clock = Clock::new(seconds(remaining), seconds(increment));
            let mut model = Model { rng: Rng::with_seed(seed), speed, clock, empties: 51 + seed as u32 % 4 };
            let (left, empties) = model.play();
            sums[0] += left.as_secs_f64() / remaining;
            sums[1] += f64::from(empties);
        }
        sums.map(|sum| sum / f64::from(count as u32))
    }

    #[test]
    fn games_on_a_clock_use_it_and_never_run_out() {
        for (remaining, most, solved) in [
            (1.0, 0.06, 18.0), // half of it is the reserve
            (10.0, 0.05, 22.0),
            (60.0, 0.05, 25.0),
            (300.0, 0.05, 27.0),
            (1800.0, 0.05, 30.0),
        ] {
            let [left, empties] = games(remaining, 0.0, 1.0);
            assert!(left < most && empties > solved, "{remaining}: {left} with {empties}");
        }
        for (speed, most, solved) in
            [(0.1, 0.13, 29.0), (0.3, 0.09, 27.0), (3.0, 0.05, 20.5), (10.0, 0.05, 13.0)]
        {
            let [left, empties] = games(60.0, 0.0, speed);
            assert!(left < most && empties > solved, "{speed}: {left} with {empties}");
        }
        for (remaining, increment, solved) in [(60.0, 1.0, 25.0), (1.0, 1.0, 23.0), (300.0, 3.0, 27.5)] {
            let [left, empties] = games(remaining, increment, 1.0);
            let in_all = 1.0 + 15.0 * increment / remaining;
            assert!(
                left < 0.12 * in_all && empties > solved,
                "{remaining} + {increment}: {left} with {empties}"
            );
        }
        // No more than the first plies is owed to a game of a fraction of a second.
        for remaining in [0.05, 0.1, 0.2, 0.5] {
            assert!(games(remaining, 0.0, 1.0)[1] > 12.0);
        }
    }
}
