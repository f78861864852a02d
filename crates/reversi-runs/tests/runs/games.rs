//! Many games on several engines: each position once, the same results for any number of engines and after
//! any end of an earlier run.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use reversi_bitboard::{Board, Game, Move};
use reversi_engine::search::{AnalyzedMove, Event, Source, StopReason};
use reversi_engine::{AnalyzeRequest, Limits, Line, Stop};
use reversi_runs::{AnalyzedGame, Asked, analyze_games, analyze_games_with};
use reversi_testkit::{Rng, any_move, random_game};

use crate::support::{Scratch, engine_by, engines};

/// Short games from two openings. One is a part of another, and one comes twice.
fn games() -> Vec<Game> {
    let mut rng = Rng::with_seed(12);
    let mut from = |opening: &str, moves: usize| {
        let mut game: Game = opening.parse().unwrap();
        for _ in 0..moves {
            let Some(mv) = any_move(&mut rng, game.board()) else { break };
            game.play(mv).unwrap();
        }
        game
    };
    let mut games =
        vec![from("f5d6c3d3c4", 9), from("f5d6c3d3c4", 9), from("f5f6e6f4", 9), from("f5d6c3", 9)];
    games.push(games[0].prefix(9));
    games.push(games[2].clone());
    games.push(from("d3", 3));
    games
}

fn request() -> AnalyzeRequest {
    AnalyzeRequest::depth(4)
}

/// The facts of a move, without its time, its nodes and its source.
type Told = (String, Move, u32, Line, Vec<Line>, Option<StopReason>);

fn told(turn: &AnalyzedMove) -> Told {
    let (position, lines) = (turn.position().to_string(), turn.analysis().lines().to_vec());
    (position, turn.played(), turn.loss(), turn.line().clone(), lines, turn.analysis().stopped())
}

fn told_all(games: &[AnalyzedGame]) -> Vec<Vec<Told>> {
    games.iter().map(|game| game.turns.iter().map(told).collect()).collect()
}

/// Analyzes the games with `number` engines, and breaks after `enough` games.
fn run<'a>(number: usize, games: &[Game], asked: impl Into<Asked<'a>>, enough: usize) -> Vec<AnalyzedGame> {
    let mut all = Vec::new();
    analyze_games(&mut engines(number), games, asked, |game| {
        assert_eq!(game.index, all.len(), "in order");
        all.push(game);
        if all.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    all
}

/// The positions of games with the moves that were played there.
fn turns_of(games: &[Game]) -> Vec<(Board, Move)> {
    games.iter().flat_map(Game::turns).map(|(position, played)| (position.board, played)).collect()
}

#[test]
fn results_do_not_depend_on_the_number_of_engines() {
    let games = games();
    let expected = run(1, &games, &request(), usize::MAX);
    assert_eq!(expected.len(), games.len());
    for (game, analyzed) in games.iter().zip(&expected) {
        assert!(analyzed.turns.iter().map(AnalyzedMove::played).eq(game.moves()), "all moves, in order");
        let mut replayed = Game::new();
        for turn in &analyzed.turns {
            assert_eq!(turn.position(), replayed.position(), "with the side to move");
            replayed.play(turn.played()).unwrap();
        }
    }
    for number in [2, 3] {
        for _ in 0..3 {
            let found = run(number, &games, &request(), usize::MAX);
            let nodes = |games: &[AnalyzedGame]| {
                let turns = games.iter().flat_map(|game| &game.turns);
                turns.map(|turn| (turn.analysis().nodes(), turn.analysis().source())).collect::<Vec<_>>()
            };
            assert_eq!(told_all(&found), told_all(&expected), "{number} engines");
            assert_eq!(nodes(&found), nodes(&expected), "{number} engines");
        }
    }
}

/// The table of an engine that has analyzed other things before changes nothing either.
#[test]
fn a_game_by_itself_is_analyzed_as_by_an_engine_alone() {
    let game = random_game(&mut Rng::with_seed(12));
    let expected = engine_by(1).analyze_game(&game, request()).unwrap();
    let mut engines = engines(1);
    let _before = engines[0].analyze(&Board::START, AnalyzeRequest::depth(9)).unwrap();
    analyze_games(&mut engines, &[game], &request(), |analyzed| {
        assert!(analyzed.turns.iter().map(told).eq(expected.iter().map(told)));
        let nodes = |turn: &AnalyzedMove| (turn.analysis().nodes(), turn.analysis().source());
        assert!(analyzed.turns.iter().map(nodes).eq(expected.iter().map(nodes)));
        ControlFlow::Continue(())
    })
    .unwrap();
}

#[test]
fn each_position_is_searched_once_in_its_first_game() {
    let games = games();
    let searches = Mutex::new(Vec::new());
    let mut found = Vec::new();
    let watch = |event: Event<'_, &AnalyzedMove>| {
        if let Event::Done(turn) = event {
            searches.lock().unwrap().push((turn.position().board, turn.played(), turn.analysis().elapsed()));
        }
        ControlFlow::Continue(())
    };
    analyze_games_with(&mut engines(3), &games, &request(), watch, |game| {
        found.push(game);
        ControlFlow::Continue(())
    })
    .unwrap();
    let turns = turns_of(&games);
    let different: HashSet<_> = turns.iter().copied().collect();
    let searches = searches.into_inner().unwrap();
    assert_eq!(searches.len(), different.len(), "each move once");
    let boards: HashSet<Board> = turns.iter().map(|&(board, _)| board).collect();
    let times: HashSet<_> = searches.iter().map(|&(board, _, time)| (board, time)).collect();
    assert_eq!(times.len(), boards.len(), "moves of a position share its search");
    assert!(
        boards.len() < different.len() && different.len() < turns.len(),
        "games share moves and positions"
    );

    let mut seen: HashSet<Board> = HashSet::new();
    for game in &found {
        for turn in &game.turns {
            let first = !seen.contains(&turn.position().board);
            let expected = if first { Source::Search } else { Source::File };
            assert_eq!(turn.analysis().source(), expected, "game {}", game.index);
        }
        seen.extend(game.turns.iter().map(|turn| turn.position().board));
    }
}

#[test]
fn a_run_that_is_ended_after_some_games_goes_on_as_if_it_had_not_been() {
    let games = games();
    let expected = run(1, &games, &request(), usize::MAX);
    for number in [1, 3] {
        let folder = Scratch::new(&format!("games-{number}"));
        for enough in [1, 2, 4, usize::MAX] {
            let checkpoint = folder.open(request());
            let found = run(number, &games, &checkpoint, enough);
            assert_eq!(told_all(&found), told_all(&expected[..found.len()]), "{enough} games");
            assert_eq!(found.len(), enough.min(games.len()));
            let known = |turn: &AnalyzedMove| checkpoint.analyzed_move(turn.position(), turn.played());
            assert!(found.iter().flat_map(|game| &game.turns).all(|turn| known(turn).is_some()));
        }
        let checkpoint = folder.open(request());
        let different: HashSet<_> = turns_of(&games).into_iter().collect();
        assert_eq!(
            (checkpoint.len(), folder.lines().len()),
            (different.len(), 1 + different.len()),
            "each once"
        );
        for game in run(number, &games, &checkpoint, usize::MAX) {
            assert!(game.turns.iter().all(|turn| turn.analysis().source() == Source::File));
        }
        assert_eq!(folder.lines().len(), 1 + different.len(), "nothing is searched again");
    }
}

/// The last game in the file may be cut in its middle: then the others are what they would have been.
#[test]
fn a_run_whose_file_is_cut_anywhere_goes_on() {
    let (folder, games) = (Scratch::new("games-cut"), games());
    // One engine records game after game.
    let checkpoint = folder.open(request());
    let mut ends = vec![folder.read().len()];
    let whole = run(1, &games, &checkpoint, usize::MAX);
    drop(checkpoint);
    let (text, lines) = (folder.read(), folder.lines());
    let mut of_line = 1;
    for game in &whole {
        of_line += game.turns.iter().filter(|turn| turn.analysis().source() == Source::Search).count();
        // and the moves that only later games have played there
        of_line += extra_moves(&games, game);
        ends.push(lines[..of_line.min(lines.len())].concat().len());
    }
    assert_eq!(ends.last(), Some(&text.len()), "the file ends with the last game");
    for (games_done, &end) in ends.iter().enumerate() {
        folder.write(&text[..end]);
        let found = run(2, &games, &folder.open(request()), usize::MAX);
        assert_eq!(told_all(&found), told_all(&whole), "cut after game {games_done}");
        assert_eq!(folder.lines().len(), lines.len(), "no answer is missing, none is there twice");
    }
    let mut rng = Rng::with_seed(2);
    for _ in 0..25 {
        let len = rng.usize(..text.len());
        folder.write(&text[..len]);
        let checkpoint = folder.open(request());
        assert!(checkpoint.damaged().is_empty());
        let found = run(2, &games, &checkpoint, usize::MAX);
        let last = ends.iter().rposition(|&end| end <= len).unwrap_or(0);
        for (found, whole) in found.iter().zip(&whole) {
            let same = found.turns.iter().zip(&whole.turns);
            let places = |turn: &AnalyzedMove| (turn.position(), turn.played(), turn.analysis().stopped());
            assert!(same.clone().all(|(found, whole)| places(found) == places(whole)));
            assert_eq!(found.turns.len(), whole.turns.len());
            if found.index < last {
                let told_same = same.clone().all(|(found, whole)| told(found) == told(whole));
                assert!(told_same, "game {}", found.index);
            }
        }
        assert_eq!(checkpoint.len(), lines.len() - 1);
    }
}

/// The number of moves that were played in positions of this game, by later games alone.
fn extra_moves(games: &[Game], game: &AnalyzedGame) -> usize {
    let own = game.turns.iter().filter(|turn| turn.analysis().source() == Source::Search);
    let all: HashSet<(Board, Move)> = turns_of(games).into_iter().collect();
    own.map(|turn| all.iter().filter(|(board, _)| *board == turn.position().board).count() - 1).sum()
}

#[test]
fn a_game_that_is_broken_off_leaves_nothing_in_the_file() {
    let game = games().swap_remove(0);
    let moves = game.moves().len();
    for number in [1, 2] {
        for enough in [1, 2, moves - 1, moves] {
            let folder = Scratch::new(&format!("games-broken-{number}-{enough}"));
            let checkpoint = folder.open(request());
            let done = AtomicUsize::new(0);
            let watch = |event: Event<'_, &AnalyzedMove>| match event {
                Event::Done(_) if done.fetch_add(1, Ordering::Relaxed) + 1 == enough => {
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            };
            let mut found = Vec::new();
            let both = [game.clone(), "d3c3".parse().unwrap()];
            let games = if number == 1 { &both[..] } else { &both[..1] };
            analyze_games_with(&mut engines(number), games, &checkpoint, watch, |game| {
                found.push((game.index, game.turns.len()));
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(done.into_inner(), enough, "no other call after a break");
            assert_eq!(found, [(0, enough)], "its last moves, and no other game");
            // The first position has the first move of the other game as well.
            assert_eq!(checkpoint.len(), if enough == moves { moves + games.len() - 1 } else { 0 });
        }
    }
}

/// Also where all of it is known.
#[test]
fn a_break_of_a_watch_is_followed_by_no_other_call() {
    let (folder, game) = (Scratch::new("games-known"), games().swap_remove(0));
    let checkpoint = folder.open(request());
    run(1, std::slice::from_ref(&game), &checkpoint, usize::MAX);
    let calls = AtomicUsize::new(0);
    let watch = |_: Event<'_, &AnalyzedMove>| {
        calls.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    };
    let each = |_| ControlFlow::Continue(());
    analyze_games_with(&mut engines(1), &[game], &checkpoint, watch, each).unwrap();
    assert_eq!(calls.into_inner(), 1);
}

#[test]
fn a_break_during_a_search_ends_the_run() {
    let folder = Scratch::new("games-search");
    let checkpoint = folder.open(AnalyzeRequest::depth(40));
    let calls = AtomicUsize::new(0);
    let watch = |event: Event<'_, &AnalyzedMove>| {
        assert!(matches!(event, Event::Progress(_)), "searched in no time");
        calls.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    };
    let games: Vec<Game> = ["f5", "f5d6", "f5f4", "f5f6", "d3c3"].map(|game| game.parse().unwrap()).into();
    let mut found = Vec::new();
    analyze_games_with(&mut engines(1), &games, &checkpoint, watch, |game| {
        found.push((game.index, game.turns.len()));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!((calls.into_inner(), found, checkpoint.len()), (1, vec![(0, 0)], 0));
}

#[test]
fn a_limit_of_the_call_or_a_stop_hands_out_the_moves_that_are_done() {
    let (folder, games) = (Scratch::new("games-limits"), games());
    let mut nodes = 0;
    let expected = run(1, &games, &request(), usize::MAX);
    let mut seen = HashSet::new();
    for turn in expected.iter().flat_map(|game| &game.turns) {
        nodes += if seen.insert(turn.position().board) { turn.analysis().nodes() } else { 0 };
    }
    let checkpoint = folder.open(request().total_limits(Limits::new().nodes(nodes / 2)));
    let found = run(1, &games, &checkpoint, usize::MAX);
    let done: usize = found.iter().map(|game| game.turns.len()).sum();
    assert!(done > 10 && done < expected.iter().map(|game| game.turns.len()).sum(), "{done}");
    for (found, expected) in found.iter().zip(&expected) {
        let before = expected.turns.len() - found.turns.len();
        assert_eq!((found.first_ply, expected.first_ply), (before + 1, 1));
        let last = &expected.turns[before..];
        assert!(found.turns.iter().map(told).eq(last.iter().map(told)), "the last ones");
    }
    let whole = found.iter().take_while(|game| game.turns.len() == games[game.index].moves().len()).count();
    assert!((1..games.len()).contains(&whole));
    drop(checkpoint);
    // Nothing is searched any more, and what is known is handed out.
    let stop = Stop::new();
    stop.set();
    let checkpoint = folder.open(request().total_limits(Limits::new().stop(&stop)));
    let before = checkpoint.len();
    let again = run(2, &games, &checkpoint, usize::MAX);
    assert!(told_all(&again)[..whole] == told_all(&found)[..whole]);
    assert_eq!(checkpoint.len(), before);
    drop(checkpoint);
    // The next run finds what one without a limit finds.
    assert_eq!(told_all(&run(2, &games, &folder.open(request()), usize::MAX)), told_all(&expected));
}

/// Games that are added later are searched, and those of before are taken as they are.
#[test]
fn more_games_may_be_added_to_a_run() {
    let (folder, games) = (Scratch::new("games-more"), games());
    let first = run(2, &games[..2], &folder.open(request()), usize::MAX);
    let before = folder.text();
    let checkpoint = folder.open(request());
    let all = run(2, &games, &checkpoint, usize::MAX);
    assert_eq!(all.len(), games.len());
    assert!(folder.text().starts_with(&before));
    for (first, all) in first.iter().zip(&all) {
        assert!(first.turns.iter().map(told).eq(all.turns.iter().map(told)), "what is known stays");
    }
    let different: HashSet<_> = turns_of(&games).into_iter().collect();
    assert_eq!((checkpoint.len(), folder.lines().len()), (different.len(), 1 + different.len()));
    assert_eq!(told_all(&run(1, &games, &checkpoint, usize::MAX)), told_all(&all));
}
