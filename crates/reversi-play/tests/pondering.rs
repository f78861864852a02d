//! Thinking on the opponent's time: its results are kept, and it ends.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reversi_engine::play::{Player, Pondering, Session};
use reversi_engine::search::{Clock, StopReason};
use reversi_engine::weights::{Classical, Evaluator};
use reversi_engine::{
    AnalyzeError, AnalyzeRequest, Board, Color, Engine, Level, Limits, Position, Selectivity, Square, Stop,
    Value,
};

use crate::engine;

/// Black, a person, is to move; white is an engine.
fn session(request: AnalyzeRequest) -> Session {
    Session::from_game("f5d6".parse().unwrap(), Player::Person, Player::Engine(request))
}

fn board(session: &Session) -> Board {
    session.position().board
}

fn depth(value: Value) -> (u32, Selectivity) {
    match value {
        Value::Estimate { depth, selectivity, .. } => (depth, selectivity),
        value => panic!("{value}"),
    }
}

#[test]
fn every_reply_gets_the_answer_that_the_request_asks_for() {
    let session = session(AnalyzeRequest::level(Level::of::<6>()));
    let pondering = session.ponder().unwrap();
    pondering.search(&mut engine()).unwrap();
    assert_eq!(pondering.analysis(&board(&session)), None, "the opponent's own position");
    for reply in session.legal_moves() {
        let mut session = session.clone();
        session.play(reply).unwrap();
        pondering.played(&board(&session));
        let kept = pondering.analysis(&board(&session)).unwrap();
        let request = session.request().unwrap();
        request.check_answer(&kept, None).unwrap();
        let fresh = engine().analyze(&board(&session), request).unwrap();
        assert_eq!(depth(kept.value()), depth(fresh.value()));
        assert!(kept.nodes() > 0);
        assert_eq!(kept.elapsed(), Duration::ZERO, "it was there before the reply");
        let played = session.answer(kept.clone()).unwrap();
        assert_eq!((Some(played.mv), session.game().moves().len()), (kept.best_move(), 4));
    }
}

/// An evaluation that acts on the pondering of its own engine, in the midst of the first answer.
struct Meanwhile {
    pondering: OnceLock<Pondering>,
    does: Box<dyn Fn(&Pondering) + Send + Sync>,
    /// Evaluations of the answer so far.
    count: AtomicUsize,
}

impl Meanwhile {
    /// The evaluation after which it happens: the answer takes more than twice as many.
    const WHEN: usize = 2_000;
}

impl Evaluator for Meanwhile {
    fn evaluate_128(&self, board: &Board) -> i32 {
        // The search for the likeliest reply leaves more squares empty.
        let in_the_answer = board.empties().len() < 48;
        if in_the_answer && self.count.fetch_add(1, Ordering::Relaxed) == Meanwhile::WHEN {
            (self.does)(self.pondering.get().unwrap());
        }
        Classical.evaluate_128(board)
    }
}

/// Ponders over 12 plies, and calls `does` in the midst of the first answer. Returns the evaluations of the
/// answers as well.
fn ponder(does: impl Fn(&Pondering) + Send + Sync + 'static) -> (Session, Pondering, Engine, usize) {
    let (pondering, count) = (OnceLock::new(), AtomicUsize::new(0));
    let meanwhile = Arc::new(Meanwhile { pondering, does: Box::new(does), count });
    let mut engine = Engine::builder().hash_mib(4).evaluator(meanwhile.clone()).build().unwrap();
    let session = session(AnalyzeRequest::depth(12).selectivity(Selectivity::P73));
    let pondering = meanwhile.pondering.get_or_init(|| session.ponder().unwrap());
    pondering.search(&mut engine).unwrap();
    let count = meanwhile.count.load(Ordering::Relaxed);
    (session, pondering.clone(), engine, count)
}

/// The positions after the replies, first the one that is searched first.
fn replies() -> Vec<Board> {
    let (session, pondering, _, _) = ponder(Pondering::stop);
    assert!(session.legal_moves().len() > 1);
    let boards = session.legal_moves().into_iter().map(|square| board(&session).play(square));
    let is_first = |board: &Board| {
        let board = *board;
        let (_, pondering, ..) = ponder(move |pondering| pondering.played(&board));
        pondering.analysis(&board).is_some()
    };
    let (first, others): (Vec<_>, Vec<_>) = boards.partition(is_first);
    assert_eq!(first.len(), 1, "one reply is searched, and a stop alone keeps nothing");
    assert!(first.iter().chain(&others).all(|board| pondering.analysis(board).is_none()));
    let mut engine = Engine::builder().hash_mib(4).evaluator(Arc::new(Classical)).build().unwrap();
    let request = AnalyzeRequest::depth(8).selectivity(Selectivity::P73).lines(64);
    let likeliest = engine.analyze(&board(&session), request).unwrap().best_move().unwrap();
    assert_eq!(first, [board(&session).after(likeliest)]);
    [first, others].concat()
}

#[test]
fn the_guess_is_searched_to_its_end_and_another_reply_ends_the_search() {
    let boards = replies();
    let guess = boards[0];
    let (mut session, pondering, _, right) = ponder(move |pondering| pondering.played(&guess));
    assert!(boards[1..].iter().all(|board| pondering.analysis(board).is_none()), "nothing after the guess");
    let reply = session.legal_moves().into_iter().find(|&reply| board(&session).play(reply) == guess);
    session.play(reply.unwrap()).unwrap();
    let kept = pondering.analysis(&guess).unwrap();
    assert_eq!((kept.stopped(), depth(kept.value())), (None, (12, Selectivity::P73)));
    assert!(!kept.elapsed().is_zero(), "a part of it came after the reply");
    session.answer(kept).unwrap();

    let other = boards[1];
    let (mut session, pondering, mut engine, wrong) = ponder(move |pondering| pondering.played(&other));
    assert!(boards.iter().all(|board| pondering.analysis(board).is_none()));
    assert!(right > 2 * Meanwhile::WHEN && wrong < right - Meanwhile::WHEN / 2, "{right} {wrong}");
    let reply = session.legal_moves().into_iter().find(|&reply| board(&session).play(reply) == other);
    session.play(reply.unwrap()).unwrap();
    let played = session.engine_move(&mut engine).unwrap();
    assert_eq!(depth(played.value), (12, Selectivity::P73));

    // What a stop has left in the hash table shortens the search of the same position.
    let request = AnalyzeRequest::depth(12).selectivity(Selectivity::P73);
    let mut cold = Engine::builder().hash_mib(4).evaluator(Arc::new(Classical)).build().unwrap();
    let cold = cold.analyze(&guess, request.clone()).unwrap();
    let (_, _, mut warm, _) = ponder(Pondering::stop);
    let warm = warm.analyze(&guess, request).unwrap();
    assert!(warm.nodes() < cold.nodes(), "{} {}", warm.nodes(), cold.nodes());
}

#[test]
fn the_opponents_own_position_ends_nothing_and_what_was_told_last_counts() {
    let boards = replies();
    let (guess, other) = (boards[0], boards[1]);
    let (_, pondering, ..) = ponder(move |pondering| {
        pondering.played(
            &Session::from_game("f5d6".parse().unwrap(), Player::Person, Player::Person).position().board,
        );
        pondering.played(&guess);
        pondering.played(&guess);
    });
    assert_eq!(pondering.analysis(&guess).unwrap().stopped(), None);
    let (_, pondering, ..) = ponder(move |pondering| {
        pondering.played(&guess);
        pondering.played(&other); // the guess was taken back
    });
    assert!(boards.iter().all(|board| pondering.analysis(board).is_none()));
}

#[test]
fn the_time_is_counted_from_the_first_report_of_the_reply() {
    const BETWEEN: Duration = Duration::from_millis(20);
    let guess = replies()[0];
    let (_, pondering, ..) = ponder(move |pondering| {
        pondering.played(&guess);
        std::thread::sleep(BETWEEN);
        pondering.played(&guess);
        pondering.stop();
    });
    assert!(pondering.analysis(&guess).unwrap().elapsed() >= BETWEEN);
}

/// "Move now", once the reply is known.
#[test]
fn a_stop_leaves_the_best_move_so_far() {
    let guess = replies()[0];
    let (_, pondering, ..) = ponder(move |pondering| {
        pondering.played(&guess);
        pondering.stop();
    });
    let kept = pondering.analysis(&guess).unwrap();
    assert_eq!(kept.stopped(), Some(StopReason::Stop));
    assert!(kept.best_move().is_some());
}

#[test]
fn what_is_told_before_the_search_prevents_it() {
    let session = session(AnalyzeRequest::unlimited());
    for stops in [true, false] {
        let pondering = session.ponder().unwrap();
        if stops {
            pondering.stop();
        } else {
            pondering.played(&Board::START);
        }
        pondering.clone().search(&mut engine()).unwrap(); // would take ages
    }
}

#[test]
fn the_request_is_that_of_the_waiting_engine_with_its_clock_and_limits() {
    let stop = Stop::new();
    stop.set();
    let own_stop = AnalyzeRequest::unlimited().limits(Limits::new().stop(&stop));
    session(own_stop).ponder().unwrap().search(&mut engine()).unwrap();

    let clock = Clock::new(Duration::ZERO, Duration::ZERO);
    let mut session = session(AnalyzeRequest::unlimited());
    session.set_clock(Color::White, Some(clock));
    let pondering = session.ponder().unwrap();
    pondering.search(&mut engine()).unwrap(); // ends by the clock
    session.play(Square::C3).unwrap();
    assert_eq!(pondering.analysis(&board(&session)).unwrap().stopped(), Some(StopReason::Time));

    let mut session = session_of_nothing();
    assert_eq!(session.ponder().unwrap().search(&mut engine()), Err(AnalyzeError::NoDepth));
    session.set_player(Color::White, Player::Person);
    assert!(session.ponder().is_none(), "nobody waits");
    session.set_player(Color::Black, Player::Engine(AnalyzeRequest::depth(1)));
    assert!(session.ponder().is_none(), "the engine is to move itself");
    session.set_player(Color::White, Player::Engine(AnalyzeRequest::depth(1)));
    session.resign(Color::White).unwrap();
    assert!(session.ponder().is_none(), "the game is over");
}

fn session_of_nothing() -> Session {
    session(AnalyzeRequest::depth(0))
}

/// White has to pass after either move of black.
const PASS: &str = "XO------ X------- O------- -------- -------- -------- -------- -------- X";

#[test]
fn a_pass_is_a_reply_and_where_there_is_no_choice_there_is_no_answer() {
    let before: Position = PASS.parse().unwrap();
    let passes = before.board.play(Square::C1);
    assert!(passes.must_pass());
    let pondering = Pondering::new(&passes, AnalyzeRequest::depth(2));
    pondering.search(&mut engine()).unwrap();
    let answer = pondering.analysis(&passes.pass()).unwrap();
    assert_eq!(answer.best_move(), Some(Square::A4.into()));

    let pondering = Pondering::new(&before.board, AnalyzeRequest::depth(2));
    pondering.search(&mut engine()).unwrap();
    for reply in before.board.legal_plays() {
        assert_eq!(pondering.analysis(&before.board.after(reply)), None);
    }
    let over = passes.pass().play(Square::A4);
    assert!(over.is_game_over());
    Pondering::new(&over, AnalyzeRequest::depth(1)).search(&mut engine()).unwrap();
}
