//! Checkpoints of analyses, and checkpoints that get solutions from elsewhere.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Move};
use reversi_search::{
    AnalysisCheckpoint, AnalyzeError, AnalyzeRequest, AnalyzedMove, AnswerErrorKind, Checkpoint,
    CheckpointErrorKind, Clock, Engine, Event, Inserted, Level, Limits, Selectivity, Solution, SolveRequest,
    Source, Stop, StopReason, Value,
};
use reversi_testkit::{Rng, board, random_game, reached};

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

/// A folder that is removed when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("reversi-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("file")
    }

    fn text(&self) -> String {
        fs::read_to_string(self.file()).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A board and its solution.
fn solved(empties: u32) -> (Board, Solution) {
    let board = reached(&mut Rng::with_seed(empties.into()), empties);
    (board, engine().solve(&board, SolveRequest::exact()).unwrap())
}

#[test]
fn solutions_from_elsewhere_are_kept_and_taken() {
    let folder = Scratch::new("insert");
    let open = || Checkpoint::open(folder.file(), SolveRequest::exact()).unwrap();
    let mut checkpoint = open();
    let (board, solution) = solved(9);
    assert_eq!(checkpoint.get(&board), None);
    let from_book = solution.clone().with_source(Source::Book).with_elapsed(Duration::MAX);
    assert_eq!(checkpoint.insert(&board, from_book).unwrap(), Inserted::New);
    assert_eq!(checkpoint.insert(&board, solution.clone()).unwrap(), Inserted::Known);
    for again in [false, true] {
        if again {
            drop(checkpoint);
            checkpoint = open();
        }
        assert_eq!(checkpoint.len(), 1);
        let stored = checkpoint.get(&board).unwrap();
        assert_eq!((stored.value(), stored.pv()), (solution.value(), solution.pv()));
        assert_eq!(stored.source(), Source::File);
        let mut seen = 0;
        let each = |solved: reversi_search::Solved| {
            seen += 1;
            assert!(solved.stored && solved.result.unwrap().source() == Source::File);
            ControlFlow::Continue(())
        };
        engine().resume_many(&mut checkpoint, [board], each).unwrap();
        assert_eq!(seen, 1);
    }
    assert_eq!(folder.text().lines().count(), 2);
}

#[test]
fn contradictions_are_reported_and_change_nothing() {
    let folder = Scratch::new("contradiction");
    let mut checkpoint = Checkpoint::open(folder.file(), SolveRequest::wld()).unwrap();
    let board = Board::START;
    let bounds = |lower, upper| Solution::new(&board, Value::bounds(lower, upper).unwrap(), []).unwrap();
    assert_eq!(checkpoint.insert(&board, bounds(2, 20)).unwrap(), Inserted::New);
    let before = folder.text();
    for (given, agrees) in [
        (bounds(-64, -2), false),
        (bounds(-64, 0), false), // that does not answer the request, but it cannot be right either
        (bounds(22, 64), false),
        (bounds(20, 64), true),
        (bounds(-64, 2), true),
        (bounds(2, 64), true),
    ] {
        match checkpoint.insert(&board, given.clone()).unwrap() {
            Inserted::Contradiction(contradiction) => {
                assert!(!agrees, "{contradiction}");
                assert_eq!(contradiction.stored.value(), bounds(2, 20).value());
                assert_eq!((contradiction.board, contradiction.given), (board, given));
            }
            other => assert!(agrees && other == Inserted::Known, "{other:?}"),
        }
    }
    assert_eq!(folder.text(), before);
    assert_eq!(checkpoint.insert(&board, bounds(4, 20)).unwrap(), Inserted::Tighter);
    assert_eq!((checkpoint.len(), checkpoint.solutions().count()), (1, 1));
    assert_eq!(checkpoint.get(&board).unwrap().value(), bounds(4, 20).value());
    drop(checkpoint);
    let checkpoint = Checkpoint::open(folder.file(), SolveRequest::wld()).unwrap();
    assert_eq!(checkpoint.get(&board).unwrap().value(), bounds(4, 20).value());
    assert!(folder.text().starts_with(&before), "nothing is lost");
}

#[test]
fn what_is_no_answer_leaves_a_gap() {
    let folder = Scratch::new("gap");
    let mut checkpoint = Checkpoint::open(folder.file(), SolveRequest::exact()).unwrap();
    let (board, solution) = solved(8);
    let before = folder.text();
    let wins = Solution::new(&board, Value::bounds(-64, 62).unwrap(), []).unwrap();
    let Inserted::Gap(gap) = checkpoint.insert(&board, wins.clone()).unwrap() else { panic!() };
    assert_eq!((gap.board, &gap.given, gap.reason.kind.code()), (board, &wins, "unanswered-window"));
    // The solution of another board.
    let Inserted::Gap(gap) = checkpoint.insert(&Board::START, solution).unwrap() else { panic!() };
    assert!(matches!(gap.reason.kind, AnswerErrorKind::IllegalMove(_)), "{gap}");
    assert!(checkpoint.is_empty());
    assert_eq!(folder.text(), before);
}

#[test]
fn checkpoints_are_merged_and_all_that_does_not_fit_is_reported() {
    let (one, other, wld) = (Scratch::new("one"), Scratch::new("other"), Scratch::new("wld"));
    let boards: Vec<Board> = (5..11).map(|empties| solved(empties).0).collect();
    let run = |folder: &Scratch, request: SolveRequest, boards: &[Board]| {
        let mut checkpoint = Checkpoint::open(folder.file(), request).unwrap();
        let each = |_| ControlFlow::Continue(());
        engine().resume_many(&mut checkpoint, boards.iter().copied(), each).unwrap();
        checkpoint
    };
    let mut ours = run(&one, SolveRequest::exact(), &boards[..4]);
    let theirs = run(&other, SolveRequest::exact(), &boards[2..]);
    let merged = ours.merge(&theirs).unwrap();
    assert_eq!((merged.new, merged.known, merged.tighter), (2, 2, 0));
    assert!(merged.contradictions.is_empty() && merged.gaps.is_empty());
    assert_eq!((ours.len(), theirs.len()), (6, 4));
    assert_eq!(ours.merge(&theirs).unwrap().known, 4, "a second time changes nothing");

    let mut who_wins = run(&wld, SolveRequest::wld(), &boards);
    let decided =
        boards.iter().filter(|board| who_wins.get(board).unwrap().value().exact().is_none()).count();
    assert!(decided > 0);
    let merged = who_wins.merge(&ours).unwrap();
    assert_eq!((merged.tighter, merged.known, merged.new), (decided, boards.len() - decided, 0));
    drop((ours, who_wins));
    // The other way round, win or loss is no exact score.
    fs::remove_file(one.file()).unwrap();
    fs::remove_file(wld.file()).unwrap();
    let who_wins = run(&wld, SolveRequest::wld(), &boards);
    let mut ours = run(&one, SolveRequest::exact(), &[]);
    let merged = ours.merge(&who_wins).unwrap();
    assert_eq!((merged.gaps.len(), merged.new), (decided, boards.len() - decided));
    let undecided =
        |gap: &reversi_search::Gap| boards.contains(&gap.board) && gap.given.value().exact().is_none();
    assert!(merged.gaps.iter().all(undecided));
}

/// What a run without a break gives. Small searches do not depend on the hash table.
fn turns(game: &Game, request: AnalyzeRequest) -> Vec<AnalyzedMove> {
    engine().analyze_game(game, request).unwrap()
}

/// All of a move but its time and its source.
fn told(turn: &AnalyzedMove) -> (Board, Move, String, Option<StopReason>, u64) {
    let analysis = turn.analysis();
    let lines = format!("{:?} {:?}", turn.line(), analysis.lines());
    (turn.position().board, turn.played(), lines, analysis.stopped(), analysis.nodes())
}

fn games() -> Vec<Game> {
    let mut rng = Rng::with_seed(8);
    let games: Vec<Game> = (0..3).map(|_| random_game(&mut rng)).collect();
    assert!(games.iter().any(|game| game.moves().any(|mv| mv == Move::Pass)));
    games
}

#[test]
fn the_moves_of_a_game_read_back_from_the_file() {
    for request in [
        AnalyzeRequest::depth(2).lines(3),
        AnalyzeRequest::level(Level::new(6).unwrap()),
        AnalyzeRequest::depth(10).selectivity(Selectivity::P73).limits(Limits::new().nodes(300)),
    ] {
        let folder = Scratch::new("game");
        let open = || AnalysisCheckpoint::open(folder.file(), request.clone()).unwrap();
        for game in games() {
            let checkpoint = open();
            let first = engine().resume_game(&checkpoint, &game).unwrap();
            assert_eq!(first.len(), game.moves().len());
            let expected = turns(&game, request.clone());
            assert!(first.iter().map(told).eq(expected.iter().map(told)));
            let again = engine().resume_game(&checkpoint, &game).unwrap();
            drop(checkpoint);
            let checkpoint = open();
            let later = engine().resume_game(&checkpoint, &game).unwrap();
            for turns in [&again, &later] {
                assert!(turns.iter().map(told).eq(first.iter().map(told)));
                assert!(turns.iter().all(|turn| turn.analysis().source() == Source::File));
            }
            let positions =
                |turns: &[AnalyzedMove]| turns.iter().map(AnalyzedMove::position).collect::<Vec<_>>();
            assert_eq!(positions(&later), positions(&expected), "with the side to move");
        }
    }
}

#[test]
fn a_game_goes_on_in_its_middle() {
    let folder = Scratch::new("middle");
    let request = AnalyzeRequest::depth(3);
    let game = &games()[0];
    let mut sources = Vec::new();
    for enough in [7, 20, usize::MAX] {
        let checkpoint = AnalysisCheckpoint::open(folder.file(), request.clone()).unwrap();
        let before = checkpoint.len();
        sources.clear();
        let each = |event: Event<'_, &AnalyzedMove>| {
            let Event::Done(turn) = event else { return ControlFlow::Continue(()) };
            sources.push(turn.analysis().source());
            if sources.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let turns = engine().resume_game_with(&checkpoint, game, each).unwrap();
        assert_eq!(turns.len(), enough.min(game.moves().len()));
        assert_eq!(checkpoint.len(), turns.len());
        assert_eq!(sources.iter().filter(|&&source| source == Source::File).count(), before);
        drop(checkpoint);
        // The next run finds a last line that is cut short.
        let text = folder.text();
        fs::write(folder.file(), format!("{text}{}", &text.lines().last().unwrap()[..80])).unwrap();
    }
    assert_eq!(folder.text().lines().count(), 1 + game.moves().len() + 1);
}

#[test]
fn what_a_stop_or_a_limit_of_the_call_cuts_short_is_not_kept() {
    let folder = Scratch::new("stopped");
    let game = &games()[0];
    let stop = Stop::new();
    stop.set();
    let few = Limits::new().nodes(5_000);
    for (request, done) in [
        (AnalyzeRequest::depth(20).limits(Limits::new().stop(&stop)), 0..1),
        (AnalyzeRequest::depth(20).total_limits(Limits::new().stop(&stop)), 0..1),
        (AnalyzeRequest::depth(20).total_limits(Limits::new().time(Duration::ZERO)), 0..1),
        (AnalyzeRequest::depth(20).total_limits(few), 1..game.moves().len()),
    ] {
        let checkpoint = AnalysisCheckpoint::open(folder.file(), request).unwrap();
        let turns = engine().resume_game(&checkpoint, game).unwrap();
        assert!(done.contains(&turns.len()), "{}", turns.len());
        assert_eq!(checkpoint.len(), turns.len());
        assert!(turns.iter().all(|turn| turn.analysis().stopped().is_none()));
        let analysis = engine().resume_analysis(&checkpoint, &Board::START).unwrap();
        assert!(analysis.stopped().is_some() && analysis.best_move().is_some());
        assert_eq!(checkpoint.len(), turns.len());
    }
}

#[test]
fn positions_are_analyzed_once() {
    let folder = Scratch::new("positions");
    let request = AnalyzeRequest::unlimited().lines(4).limits(Limits::new().nodes(2_000));
    let mut rng = Rng::with_seed(3);
    let mut boards: Vec<Board> = (1..=60).step_by(4).map(|empties| reached(&mut rng, empties)).collect();
    boards.extend([board(1, 0), board(1, 1 << 1 | 1 << 9)]);
    let open = || AnalysisCheckpoint::open(folder.file(), request.clone()).unwrap();
    let checkpoint = open();
    let first: Vec<_> =
        boards.iter().map(|board| engine().resume_analysis(&checkpoint, board).unwrap()).collect();
    assert!(first.iter().any(|analysis| analysis.stopped() == Some(StopReason::Nodes)));
    drop(checkpoint);
    let checkpoint = open().sync_every(Duration::ZERO);
    assert_eq!(checkpoint.len(), boards.len());
    for (board, first) in boards.iter().zip(first) {
        let callback = |_: &reversi_search::Progress<'_>| panic!("it is in the file");
        let later = engine().resume_analysis_with(&checkpoint, board, callback).unwrap();
        assert_eq!((later.lines(), later.stopped()), (first.lines(), first.stopped()));
        assert_eq!((later.nodes(), later.source()), (first.nodes(), Source::File));
    }
    checkpoint.sync().unwrap();
}

#[test]
fn several_engines_share_a_file() {
    let folder = Scratch::new("shared");
    let request = AnalyzeRequest::depth(2);
    let checkpoint = AnalysisCheckpoint::open(folder.file(), request.clone()).unwrap();
    let games = games();
    thread::scope(|scope| {
        for game in &games {
            scope.spawn(|| {
                let turns = engine().resume_game(&checkpoint, game).unwrap();
                assert_eq!(turns.len(), game.moves().len());
            });
        }
    });
    let len = checkpoint.len();
    assert!(len > games[0].moves().len());
    let shared: [Game; 2] = ["f5d6c3", "f5d6c4"].map(|game| game.parse().unwrap());
    for game in &shared {
        engine().resume_game(&checkpoint, game).unwrap();
    }
    let sources = engine().resume_game(&checkpoint, &shared[1]).unwrap();
    assert!(sources.iter().all(|turn| turn.analysis().source() == Source::File));
    assert!(checkpoint.len() <= len + 4, "f5 and d6 are analyzed once");
    let len = checkpoint.len();
    let second = AnalysisCheckpoint::open(folder.file(), request.clone()).unwrap_err();
    assert!(matches!(second.kind, CheckpointErrorKind::InUse));
    drop(checkpoint);
    assert_eq!(AnalysisCheckpoint::open(folder.file(), request).unwrap().len(), len);
}

#[test]
fn a_file_belongs_to_one_request() {
    let folder = Scratch::new("request");
    let depth = || AnalyzeRequest::depth(4);
    let limits = || Limits::new();
    let clock = |seconds| Clock::new(Duration::from_secs(seconds), Duration::ZERO);
    drop(AnalysisCheckpoint::open(folder.file(), depth()).unwrap());
    let stop = Stop::new();
    // These say nothing about one position.
    for same in [depth().limits(limits().stop(&stop)), depth().total_limits(limits().nodes(5))] {
        drop(AnalysisCheckpoint::open(folder.file(), same).unwrap());
    }
    let mut headers = vec![folder.text()];
    for other in [
        AnalyzeRequest::depth(5),
        AnalyzeRequest::unlimited(),
        AnalyzeRequest::level(Level::new(4).unwrap()),
        depth().selectivity(Selectivity::P73),
        depth().lines(2),
        depth().limits(limits().nodes(7)),
        depth().limits(limits().nodes(8)),
        depth().limits(limits().time(Duration::from_nanos(7))),
        depth().limits(limits().time(Duration::from_secs(7))),
        depth().clock(clock(1)),
        depth().clock(clock(2)),
    ] {
        let error = AnalysisCheckpoint::open(folder.file(), other.clone()).unwrap_err();
        assert!(matches!(error.kind, CheckpointErrorKind::OtherRequest { .. }), "{error}");
        assert!(matches!(
            AnalysisCheckpoint::salvage(folder.file(), other.clone()).unwrap_err().kind,
            CheckpointErrorKind::OtherRequest { .. }
        ));
        let new = Scratch::new("request-new");
        drop(AnalysisCheckpoint::open(new.file(), other).unwrap());
        assert!(!headers.contains(&new.text()), "{}", new.text());
        headers.push(new.text());
    }
    assert!(Checkpoint::open(folder.file(), SolveRequest::exact()).is_err(), "a file of analyses");
    assert!(Checkpoint::salvage(folder.file(), SolveRequest::exact()).is_err());
    for (request, expected) in
        [(AnalyzeRequest::depth(0), AnalyzeError::NoDepth), (depth().lines(0), AnalyzeError::NoLines)]
    {
        let new = Scratch::new("request-none");
        let kind = AnalysisCheckpoint::open(new.file(), request).unwrap_err().kind;
        assert!(matches!(kind, CheckpointErrorKind::Analyze(error) if error == expected), "{kind}");
        assert!(!new.file().exists());
    }
}

#[test]
fn a_file_that_is_cut_anywhere_goes_on_and_any_change_is_noticed() {
    let folder = Scratch::new("damaged");
    let request = AnalyzeRequest::depth(2).lines(2);
    let open = || AnalysisCheckpoint::open(folder.file(), request.clone());
    let game: Game = "f5d6c3".parse().unwrap();
    engine().resume_game(&open().unwrap(), &game).unwrap();
    let good = fs::read(folder.file()).unwrap();
    for len in 0..good.len() {
        fs::write(folder.file(), &good[..len]).unwrap();
        let whole_lines = good[..len].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(open().unwrap().len(), whole_lines.saturating_sub(1), "{len} bytes");
    }
    let header = good.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for at in header..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(folder.file(), &bad).unwrap();
        match open() {
            // The last line break is gone: a line that is cut short, and is dropped.
            Ok(checkpoint) => assert!(at == good.len() - 1 && checkpoint.len() == 2, "byte {at}"),
            Err(error) => {
                assert!(error.to_string().contains("is damaged: "), "{error}");
                assert_eq!(fs::read(folder.file()).unwrap(), bad, "byte {at}");
            }
        }
    }
    let mut bad = good.clone();
    bad[header + 70] ^= 1;
    fs::write(folder.file(), &bad).unwrap();
    let (checkpoint, damaged) = AnalysisCheckpoint::salvage(folder.file(), request.clone()).unwrap();
    assert_eq!((checkpoint.len(), damaged.len(), damaged[0].line), (2, 1, 2));
    let turns = engine().resume_game(&checkpoint, &game).unwrap();
    assert_eq!((turns.len(), checkpoint.len()), (3, 3));
}

/// A line of a file of analyses with its checksum, FNV-1a.
fn with_checksum(text: &str) -> String {
    let sum =
        text.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{text}; {sum:08x}\n")
}

#[test]
fn a_checksum_makes_no_line_an_analysis() {
    let folder = Scratch::new("hostile");
    let request = AnalyzeRequest::depth(2);
    let open = || AnalysisCheckpoint::open(folder.file(), request.clone());
    drop(open().unwrap());
    let header = folder.text();
    let board = Board::START.play("f5".parse().unwrap());
    let good = format!("{board}; f4; -; nodes; 5; 7; -3 at 1@73%: f4; +1 at 2@100%: d6 c3; -1 at 2@100%: f6");
    fs::write(folder.file(), header.clone() + &with_checksum(&good)).unwrap();
    assert_eq!(open().unwrap().len(), 1);
    for (from, to, message) in [
        ("; 5; 7; -3 at 1@73%: f4; +1 at 2@100%: d6 c3; -1 at 2@100%: f6", "", "it has fewer than 8 fields"),
        (" X; f4", " ?; f4", "the position \"-------"),
        ("f4; -", "i9; -", "the move \"i9\""),
        ("f4; -", "d6; -", "the line begins with another move than the one that was played"),
        ("f4; -", "-; -", "line 2: the best line of an analysis is its first one"),
        ("-; nodes", "0123; nodes", "the evaluation \"0123\""),
        ("nodes", "callback", "the limit \"callback\": expected -, time or nodes"),
        ("; 5;", "; -5;", "the nodes \"-5\": invalid digit"),
        ("; 7;", "; 7.5;", "the microseconds \"7.5\": invalid digit"),
        ("-3 at 1@73%:", "-3 at 1@73%", "has no score"),
        ("-3 at 1@73%", "-3 at 1@74%", "the value \"-3 at 1@74%\""),
        ("-3 at 1@73%", "3,5", "the value \"3,5\""),
        ("-3 at 1@73%", "+2 at 1@73%", "the move that was played is better than the best one"),
        ("-3 at 1@73%", "+66 at 1@73%", "an estimate is from -64 to 64"),
        ("-3 at 1@73%", "-4", "the score is exact, and the moves do not lead to the end of the game"),
        ("2@100%: d6", "62@100%: d6", "a depth of 62 at 59 empties"),
        ("d6 c3", "d6 a1", "move 2: a1 is not a legal move: it flips no disc"),
        ("; +1 at 2@100%: d6 c3; -1 at 2@100%: f6", "", "an analysis has at least one line"),
        ("%: f6", "%: d6", "line 2: an earlier line has the same move"),
    ] {
        assert_eq!(good.matches(from).count(), 1, "{from}");
        let bad = header.clone() + &with_checksum(&good.replace(from, to));
        fs::write(folder.file(), &bad).unwrap();
        let error = open().unwrap_err().to_string();
        assert!(error.contains("line 2 is damaged: ") && error.contains(message), "{error}");
        assert_eq!(folder.text(), bad);
    }
    fs::write(folder.file(), format!("{header}{good}; 00000000\n")).unwrap();
    assert!(open().unwrap_err().to_string().contains("its checksum does not agree"));

    let mut rng = Rng::with_seed(77);
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..600 {
        let mut bad = good.clone().into_bytes();
        for _ in 0..rng.u32(1..=2) {
            let at = rng.usize(..bad.len());
            match rng.u32(..3) {
                0 => bad[at] = b" -+;:@%0123456789abcdefghpsXO\t"[rng.usize(..30)],
                1 => drop(bad.remove(at)),
                _ => bad.truncate(at.max(1)),
            }
        }
        let bad = with_checksum(&String::from_utf8(bad).unwrap());
        fs::write(folder.file(), header.clone() + &bad).unwrap();
        match open() {
            Ok(checkpoint) => {
                assert_eq!(checkpoint.len(), 1);
                sound += 1;
            }
            Err(error) => {
                assert!(matches!(error.kind, CheckpointErrorKind::Line(_)), "{error}");
                refused += 1;
            }
        }
    }
    assert!(sound > 20 && refused > 200, "{sound} {refused}");
}

#[test]
fn a_file_of_analyses_that_another_program_cuts_is_noticed() {
    let folder = Scratch::new("cut");
    let checkpoint = AnalysisCheckpoint::open(folder.file(), AnalyzeRequest::depth(1)).unwrap();
    let _kept = engine().resume_analysis(&checkpoint, &Board::START).unwrap();
    fs::File::options().write(true).open(folder.file()).unwrap().set_len(10).unwrap();
    let next = Board::START.play("f5".parse().unwrap());
    let error = engine().resume_analysis(&checkpoint, &next).unwrap_err();
    assert!(matches!(error.kind, CheckpointErrorKind::Changed { found: 10, .. }), "{error}");
}

/// A salvage that was killed leaves a file, which goes with the next run.
#[test]
fn what_a_salvage_has_left_is_removed() {
    let folder = Scratch::new("left");
    let open = || Checkpoint::open(folder.file(), SolveRequest::exact());
    drop(open().unwrap());
    let (good, left) = (folder.text(), folder.0.join("file.salvaging"));
    for salvages in [true, false] {
        fs::write(folder.file(), &good).unwrap();
        fs::write(&left, "half a line").unwrap();
        let locked = open().unwrap();
        assert!(!left.exists());
        fs::write(&left, "of the one that works on it").unwrap();
        assert!(open().is_err() && left.exists());
        drop(locked);
        fs::write(folder.file(), good.clone() + "nonsense\n").unwrap();
        if salvages {
            Checkpoint::salvage(folder.file(), SolveRequest::exact()).unwrap();
        } else {
            assert!(open().is_err());
        }
        assert!(!left.exists());
    }
}
