//! Reasons are true on the board: each claim of thousands of sentences, in both languages, is counted
//! again by rules on arrays that share nothing with the library.

mod mailbox;

use std::collections::{BTreeMap, HashMap};

use mailbox::{Edges, Mailbox, corner_beside, is_corner, name, other, square};
use reversi_bitboard::{Game, Move};
use reversi_engine::play::{Fact, Reason, Review, ReviewedMove};
use reversi_engine::{AnalyzeRequest, Engine, Level};
use reversi_testkit::{Rng, SimplePlayer};

/// The text of each sentence, with names for its values: the move `p` and the best one `b`, the side that
/// moved `w` and the other one `o`, squares `1` to `3`, the numbers `x` after the move and `y` after the best
/// one, the empty squares `n`. `~` is the `s` of a plural.
const SENTENCES: [(Fact, &str, &str); 27] = [
    (Fact::OnlyWin, "{b} is the only move that wins.", "勝てる手は{b}だけです。"),
    (Fact::WipedOut, "The line after {p} ends without a disc of {w}.", "{p}の変化では{w}石が全滅します。"),
    (Fact::GivesCorner, "{p} lets {o} take the corner {1}.", "{p}だと{o}は隅{1}を取れます。"),
    (
        Fact::LosesCorner,
        "After {p} {1} {2} {o} takes the corner {3}.",
        "{p}、{1}、{2}と進むと、{o}に隅{3}を取られます。",
    ),
    (Fact::TakesCorner, "{b} takes a corner.", "{b}なら隅を取れました。"),
    (Fact::WinsCorner, "After {b} {1} {w} takes the corner {2}.", "{b}、{1}と進めば、隅{2}を取れました。"),
    (Fact::XSquare, "{p} is the X-square of the empty corner {1}.", "{p}は空いた隅{1}のX打ちです。"),
    (Fact::CSquare, "{p} is a C-square of the empty corner {1}.", "{p}は空いた隅{1}のC打ちです。"),
    (Fact::ForcesPass, "After {b} {o} has to pass.", "{b}なら{o}はパスでした。"),
    (Fact::MustPass, "After {p} {1} {w} has to pass.", "{p}、{1}のあと{w}はパスです。"),
    (
        Fact::Mobility,
        "After {p} {o} has {x} move~, after {b} only {y}.",
        "{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ),
    (
        Fact::FewMoves,
        "After {p} {1} {w} has {x} move~, after {b} {2} {y}.",
        "{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。",
    ),
    (
        Fact::SafeMoves,
        "After {p} {1} {w} has {x} move~ without giving a corner, after {b} {2} {y}.",
        "隅を渡さない{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。",
    ),
    (
        Fact::SafeReplies,
        "After {p} {o} has {x} move~ without giving a corner, after {b} {y}.",
        "隅を渡さない{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ),
    (
        Fact::Stable,
        "After {b} {w} has {y} stable disc~, after {p} {x}.",
        "{w}の確定石は{b}なら{y}枚、{p}だと{x}枚です。",
    ),
    (
        Fact::StableReplies,
        "After {p} {1} {o} has {x} stable disc~, after {b} {2} {y}.",
        "{o}の確定石は{p}、{1}だと{x}枚、{b}、{2}なら{y}枚です。",
    ),
    (
        Fact::Frontier,
        "After {p} {w} has {x} disc~ beside empty squares, after {b} {y}.",
        "空きに接する{w}石は{p}だと{x}枚、{b}なら{y}枚です。",
    ),
    (
        Fact::Opens,
        "{p} opens {x} new move~ to {o}, {b} {y}.",
        "{o}の新しい着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ),
    (Fact::Wedge, "After {p} {o} can wedge in at {1}.", "{p}だと{o}は{1}に割り込めます。"),
    (
        Fact::OddRegions,
        "{p} leaves {x} odd region~ of empty squares, {b} {y}.",
        "奇数空きは{p}だと{x}か所、{b}なら{y}か所です。",
    ),
    (Fact::FirstThere, "After {p} {o} plays {b} itself.", "{p}だと{o}に{b}を先に打たれます。"),
    (
        Fact::LaterReplies,
        "Five plies into the line after {p} {o} has {x} move~, after {b} {y}.",
        "5手先の{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ),
    (
        Fact::LaterMoves,
        "Six plies into the line after {p} {w} has {x} move~, after {b} {y}.",
        "6手先の{w}の着手は{p}だと{x}通り、{b}なら{y}通りです。",
    ),
    (
        Fact::LastMoves,
        "Of the {n} empty squares {w} gets {x} after {p}, {y} after {b}.",
        "空き{n}か所のうち{w}が打つのは{p}だと{x}か所、{b}なら{y}か所です。",
    ),
    (
        Fact::FreeMoves,
        "After {p} {o} answers {1} and leaves {w} {x} move~ not beside an empty corner, but {y} after {b} {2}.",
        "空き隅に隣接しない{w}の着手は、{p}に{o}が{1}と応じると{x}通り、{b}に{2}なら{y}通りです。",
    ),
    (
        Fact::ReplyMoves,
        "After {p} {o} answers {1} and leaves {w} {x} move~, but {y} after {b} {2}.",
        "{w}の着手は、{p}に{o}が{1}と応じると{x}通り、{b}に{2}なら{y}通りです。",
    ),
    (
        Fact::LeavesBest,
        "After {p} {o} can play {b}, after {b} it cannot play {p}.",
        "{p}だと{o}は{b}に打てます。{b}なら{o}は{p}に打てません。",
    ),
];

/// Returns the values of a sentence by their names. Each is a square, a number or a colour.
fn said<'a>(pattern: &str, text: &'a str) -> HashMap<char, &'a str> {
    let (mut said, mut rest, mut last) = (HashMap::new(), text, "");
    let mut pattern = pattern.chars();
    while let Some(c) = pattern.next() {
        rest = match c {
            '~' if last == "1" => rest,
            '~' => rest.strip_prefix('s').unwrap_or_else(|| panic!("no plural: {text}")),
            '{' => {
                let name = pattern.next().unwrap();
                pattern.next();
                let is_part = |c: char| c.is_ascii_digit() || ('a'..='h').contains(&c);
                let colour =
                    ["Black", "White", "黒", "白"].into_iter().find(|colour| rest.starts_with(colour));
                let end = colour.map_or_else(|| rest.find(|c| !is_part(c)).unwrap_or(rest.len()), str::len);
                assert!(end > 0, "nothing at {name}: {text}");
                last = &rest[..end];
                assert!(said.insert(name, last).is_none_or(|before| before == last));
                &rest[end..]
            }
            c => rest.strip_prefix(c).unwrap_or_else(|| panic!("no {c} before {rest:?}: {text}")),
        };
    }
    assert_eq!(rest, "", "{text}");
    said
}

/// The two lines on arrays.
struct Lines {
    board: Mailbox,
    played: Vec<String>,
    best: Vec<String>,
    own: char,
}

impl Lines {
    fn of(mv: &ReviewedMove) -> Lines {
        let board = Mailbox::read(&mv.position.to_string());
        let text = |line: &[Move]| line.iter().map(Move::to_string).collect();
        Lines { own: board.turn, board, played: text(&mv.line), best: text(&mv.best_line) }
    }

    /// The number of each fact that has one, on one line.
    fn number(&self, fact: Fact, line: &[String], edges: &mut Edges) -> usize {
        let (own, opponent) = (self.own, other(self.own));
        let after = |plies: usize| self.board.follow(&line[..plies]);
        let moves = |board: Mailbox| board.moves(board.turn).len();
        match fact {
            Fact::Mobility => moves(after(1)),
            Fact::FewMoves | Fact::ReplyMoves => moves(after(2)),
            Fact::FreeMoves => after(2).free_moves(),
            Fact::SafeMoves => after(2).safe_moves(),
            Fact::SafeReplies => after(1).safe_moves(),
            Fact::Stable => after(1).stable(own, edges),
            Fact::StableReplies => after(2).stable(opponent, edges),
            Fact::Frontier => after(1).frontier(own),
            Fact::Opens => {
                let before = self.board.moves(opponent);
                after(1).moves(opponent).iter().filter(|at| !before.contains(at)).count()
            }
            Fact::OddRegions => after(1).odd_regions(),
            Fact::LaterReplies => moves(after(5)),
            Fact::LaterMoves => moves(after(6)),
            Fact::LastMoves => {
                assert!(self.board.follow(line).is_over());
                line.iter().step_by(2).filter(|mv| *mv != "ps").count()
            }
            _ => unreachable!("{fact:?} has no number in its sentence"),
        }
    }

    /// Checks that the sentence is true. `said` has its values.
    fn check(&self, fact: Fact, said: &HashMap<char, &str>, edges: &mut Edges) {
        let opponent = other(self.own);
        let names = [("Black", 'X'), ("White", 'O'), ("黒", 'X'), ("白", 'O')];
        let side = |text: &str| names.iter().find(|(name, _)| *name == text).expect("a colour").1;
        let line_of = |name: char| if name == 'p' { &self.played } else { &self.best };
        for (&name, &text) in said {
            match name {
                'p' | 'b' => assert_eq!(text, line_of(name)[0]),
                'w' => assert_eq!(side(text), self.own),
                'o' => assert_eq!(side(text), opponent),
                'x' => assert_eq!(text, self.number(fact, &self.played, edges).to_string()),
                'y' => assert_eq!(text, self.number(fact, &self.best, edges).to_string()),
                'n' => assert_eq!(text, self.board.count('-').to_string()),
                _ => {}
            }
        }
        let (played, best) = (self.board.play(&self.played[0]), self.board.play(&self.best[0]));
        let takes = |board: &Mailbox, text: &str| {
            is_corner(square(text)) && board.moves(opponent).contains(&square(text))
        };
        let first = |line: &[String], squares: &[&str]| line[1..=squares.len()] == *squares;
        let (p, b) = (&self.played, &self.best);
        let holds = match fact {
            Fact::OnlyWin => {
                let others = self.board.moves(self.own).into_iter().map(name).filter(|mv| *mv != b[0]);
                self.board.wins(&b[0]) && { others }.all(|mv| !self.board.wins(&mv))
            }
            Fact::WipedOut => {
                let end = self.board.follow(p);
                end.is_over() && end.count(self.own) == 0
            }
            Fact::GivesCorner => takes(&played, said[&'1']) && !takes(&best, said[&'1']),
            Fact::LosesCorner => {
                first(p, &[said[&'1'], said[&'2'], said[&'3']]) && is_corner(square(said[&'3']))
            }
            Fact::TakesCorner => is_corner(square(&b[0])),
            Fact::WinsCorner => first(b, &[said[&'1'], said[&'2']]) && is_corner(square(said[&'2'])),
            Fact::XSquare | Fact::CSquare => {
                let (at, corner) = (square(&p[0]), square(said[&'1']));
                let is_x = at.0 != corner.0 && at.1 != corner.1;
                corner_beside(at) == Some(corner)
                    && self.board.at(corner) == '-'
                    && is_x == (fact == Fact::XSquare)
            }
            Fact::ForcesPass => best.must_pass(),
            Fact::MustPass => p[1] == said[&'1'] && self.board.follow(&p[..2]).must_pass(),
            Fact::FewMoves | Fact::SafeMoves | Fact::StableReplies => {
                p[1] == said[&'1'] && b[1] == said[&'2']
            }
            Fact::Wedge => {
                let at = square(said[&'1']);
                played.is_between(at, self.own) && played.moves(opponent).contains(&at)
            }
            Fact::FirstThere => p[1] == b[0],
            Fact::FreeMoves | Fact::ReplyMoves => {
                let [x, y] = ['x', 'y'].map(|number| said[&number].parse::<usize>().unwrap());
                p[1] == said[&'1']
                    && b[1] == said[&'2']
                    && if fact == Fact::FreeMoves { x < 3 && x < y } else { x + 1 < y }
            }
            Fact::LeavesBest => {
                played.moves(opponent).contains(&square(&b[0]))
                    && !best.moves(opponent).contains(&square(&p[0]))
            }
            _ => said.contains_key(&'x') && said.contains_key(&'y'),
        };
        assert!(holds, "{fact:?} {said:?}");
        let empties = self.board.count('-');
        assert!(fact < Fact::FreeMoves || empties >= 13, "{fact:?} {said:?}");
        assert!(fact != Fact::LastMoves || empties <= 8, "{fact:?} {said:?}");
        self.check_order(fact, said);
    }
}

impl Lines {
    /// A corner that is gone soon on both lines, and a move that comes soon on the other one, are no
    /// reason.
    fn check_order(&self, fact: Fact, said: &HashMap<char, &str>) {
        let (p, b) = (&self.played, &self.best);
        let soon = |line: &[String], side: usize, text: &str| {
            line.iter().take(6).skip(side).step_by(2).any(|mv| mv == text)
        };
        let fits = match fact {
            Fact::GivesCorner => soon(p, 1, said[&'1']) && !soon(b, 1, said[&'1']),
            Fact::LosesCorner => !soon(b, 1, said[&'3']),
            Fact::TakesCorner => !soon(p, 0, &b[0]),
            Fact::WinsCorner => !soon(p, 0, said[&'2']),
            Fact::XSquare | Fact::CSquare => {
                !soon(b, 0, &p[0]) && p.iter().step_by(2).all(|mv| mv != said[&'1'])
            }
            _ => true,
        };
        assert!(fits, "{fact:?} {said:?} {p:?} {b:?}");
    }
}

/// Reviewed moves of games between players of different kinds.
fn reviewed(rng: &mut Rng, engine: &mut Engine) -> Vec<ReviewedMove> {
    let players = [rng.usize(..3), rng.usize(..3)].map(|i| SimplePlayer::ALL[i]);
    let mut game = Game::new();
    for ply in 0.. {
        let board = game.board();
        let player = if ply < 6 { SimplePlayer::Random } else { players[ply % 2] };
        match player.choose(rng, &board) {
            Some(square) => game.play(square).unwrap(),
            None if board.must_pass() => game.play(Move::Pass).unwrap(),
            None => break,
        }
    }
    let level = AnalyzeRequest::level(Level::new(rng.u32(1..=7)).unwrap());
    Review::by(engine, &game, level).unwrap().moves
}

#[test]
fn each_claim_of_thousands_of_sentences_is_true_on_the_board() {
    let mut rng = Rng::with_seed(60);
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    let (mut edges, mut count) = (Edges::default(), BTreeMap::<Fact, [usize; 2]>::new());
    // A game that ends with a wipe-out, and random ones.
    let wiped_out: Game = "e6f4e3f6g5d6e7f5c5".parse().unwrap();
    let first = Review::by(&mut engine, &wiped_out, AnalyzeRequest::depth(4)).unwrap().moves;
    let games = [first].into_iter().chain((0..25).map(|_| reviewed(&mut rng, &mut engine)));
    for moves in games.collect::<Vec<_>>() {
        for mv in moves {
            let all = Reason::all(&mv);
            assert!(mv.class.counts() || mv.why.is_none());
            assert!(mv.why.iter().all(|why| all.contains(why)), "{mv:?}");
            let lines = Lines::of(&mv);
            for reason in all {
                let (fact, en, ja) = SENTENCES[reason.fact as usize];
                assert_eq!(fact, reason.fact);
                let (en, ja) = (said(en, &reason.en), said(ja, &reason.ja));
                lines.check(fact, &en, &mut edges);
                lines.check(fact, &ja, &mut edges);
                // The data say the same.
                for (i, at) in reason.squares.iter().enumerate() {
                    assert_eq!(en[&char::from(b'1' + i as u8)], at.to_string(), "{reason:?}");
                }
                let shown = [en.get(&'x'), en.get(&'y')];
                let numbers = [reason.played, reason.best].map(|number| number.to_string());
                assert!(
                    shown
                        .iter()
                        .zip(&numbers)
                        .all(|(shown, number)| shown.is_none_or(|shown| shown == number))
                );
                let counted = count.entry(fact).or_default();
                counted[0] += 1;
                counted[1] += usize::from(mv.why.as_ref().is_some_and(|why| why.fact == fact));
            }
        }
    }
    let sum = |i: usize| count.values().map(|counted| counted[i]).sum::<usize>();
    assert!(sum(0) > 1000 && sum(1) > 100, "{count:?}");
    assert_eq!(count.len(), Fact::ALL.len(), "{count:?}");
}
