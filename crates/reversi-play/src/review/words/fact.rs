//! Facts about mistakes.

use reversi_bitboard::Move;
use reversi_fields::{Kind, answer, names};

/// The rule of a fact, and its sentences.
pub(super) struct Declared {
    /// True if the worse move has more of it, false if it has less.
    pub(super) is_more: bool,
    /// The least difference that is worth a sentence.
    pub(super) least: u8,
    /// The greatest number on the side with the smaller one.
    pub(super) most: u8,
    /// The sentence in English and in Japanese. `p` and `b` are the move that was played and the best one, `w`
    /// and `o` the side that moved and the other one, `1` to `3` the squares of the fact, `x` and `y` the
    /// numbers after the move and after the best one. `n` is the number of empty squares, `s` the ending of a
    /// plural.
    pub(super) sentences: [&'static str; 2],
}

/// Declares a fact by its name, its rule and its sentences. `count.rs` counts it, and `reversi-train words`
/// fits its worth. The order decides: of facts of the same worth the first one is the reason. From
/// `LaterReplies` on, facts are later in the lines: they count only if no fact before them explains the loss.
/// From `FreeMoves` on, facts tell of the reply. They have no worth, and the first that holds is the reason
/// if no other fact explains the loss.
macro_rules! facts {
    (
        $(#[$attr:meta])*
        pub enum $Enum:ident as $FACTS:ident {
            $($(#[doc = $doc:literal])+
            $Fact:ident = $name:literal, $worse:ident by $least:literal, to $most:literal:
                $en:literal, $ja:literal;)+
        }
    ) => {
        names! {
            $(#[$attr])*
            pub enum $Enum as $FACTS {
                $($(#[doc = $doc])+ $Fact = $name,)+
            }
        }

        impl $Enum {
            pub(super) fn declared(self) -> &'static Declared {
                static DECLARED: [Declared; $Enum::ALL.len()] = [$(Declared {
                    is_more: facts!($worse),
                    least: $least,
                    most: $most,
                    sentences: [$en, $ja],
                }),+];
                &DECLARED[self as usize]
            }
        }
    };
    (more) => { true };
    (fewer) => { false };
}

facts! {
    /// A difference between the line after the move that was played and the line after the best move. Each
    /// fact describes the squares and numbers of its [`Reason`] in their order.
    ///
    /// ```
    /// use reversi_engine::play::Fact;
    ///
    /// assert_eq!(Fact::GivesCorner.name(), "gives_corner");
    /// assert!(Fact::ALL.contains(&Fact::Mobility));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Fact as FACTS {
        /// The best move is the only one that wins, with 7 empty squares or fewer. No squares.
        OnlyWin = "only_win", more by 1, to 64:
            "{b} is the only move that wins.",
            "勝てる手は{b}だけです。";
        /// All discs of the side that moved are turned at the end of the line. No squares.
        WipedOut = "wiped_out", more by 1, to 64:
            "The line after {p} ends without a disc of {w}.",
            "{p}の変化では{w}石が全滅します。";
        /// The other side can take a corner at once, the square. The numbers are corners that the other side
        /// takes soon on this line, and cannot take soon or at once on the other one.
        GivesCorner = "gives_corner", more by 1, to 64:
            "{p} lets {o} take the corner {1}.",
            "{p}だと{o}は隅{1}を取れます。";
        /// The line goes on with the two first squares, and the other side takes a corner, the third one.
        LosesCorner = "loses_corner", more by 1, to 64:
            "After {p} {1} {2} {o} takes the corner {3}.",
            "{p}、{1}、{2}と進むと、{o}に隅{3}を取られます。";
        /// The best move takes a corner. No squares.
        TakesCorner = "takes_corner", fewer by 1, to 64:
            "{b} takes a corner.",
            "{b}なら隅を取れました。";
        /// The best move takes a corner at its next move: the reply to the best move, and the corner.
        WinsCorner = "wins_corner", fewer by 1, to 64:
            "After {b} {1} {w} takes the corner {2}.",
            "{b}、{1}と進めば、隅{2}を取れました。";
        /// The move is diagonally beside an empty corner, the square.
        XSquare = "x_square", more by 1, to 64:
            "{p} is the X-square of the empty corner {1}.",
            "{p}は空いた隅{1}のX打ちです。";
        /// The move is on an edge beside an empty corner, the square.
        CSquare = "c_square", more by 1, to 64:
            "{p} is a C-square of the empty corner {1}.",
            "{p}は空いた隅{1}のC打ちです。";
        /// The other side has to pass after the best move. No squares.
        ForcesPass = "forces_pass", fewer by 1, to 64:
            "After {b} {o} has to pass.",
            "{b}なら{o}はパスでした。";
        /// After the reply, the square, the side that moved has to pass.
        MustPass = "must_pass", more by 1, to 64:
            "After {p} {1} {w} has to pass.",
            "{p}、{1}のあと{w}はパスです。";
        /// The numbers are the moves of the other side. No squares.
        Mobility = "mobility", more by 3, to 64:
            "After {p} {o} has {x} move{s}, after {b} only {y}.",
            "{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。";
        /// The numbers are the moves of the side that moved after the replies, which are the squares.
        FewMoves = "few_moves", fewer by 2, to 5:
            "After {p} {1} {w} has {x} move{s}, after {b} {2} {y}.",
            "{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。";
        /// The numbers are the moves of the side that moved after which the other side can take no corner,
        /// after the replies, which are the squares.
        SafeMoves = "safe_moves", fewer by 2, to 2:
            "After {p} {1} {w} has {x} move{s} without giving a corner, after {b} {2} {y}.",
            "隅を渡さない{w}の次の着手は{p}、{1}だと{x}通り、{b}、{2}なら{y}通りです。";
        /// The numbers are the moves of the other side that give no corner. No squares.
        SafeReplies = "safe_replies", more by 2, to 2:
            "After {p} {o} has {x} move{s} without giving a corner, after {b} {y}.",
            "隅を渡さない{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。";
        /// The numbers are stable discs of the side that moved. No squares.
        Stable = "stable", fewer by 3, to 64:
            "After {b} {w} has {y} stable disc{s}, after {p} {x}.",
            "{w}の確定石は{b}なら{y}枚、{p}だと{x}枚です。";
        /// The numbers are stable discs of the other side after the replies, which are the squares.
        StableReplies = "stable_replies", more by 3, to 64:
            "After {p} {1} {o} has {x} stable disc{s}, after {b} {2} {y}.",
            "{o}の確定石は{p}、{1}だと{x}枚、{b}、{2}なら{y}枚です。";
        /// The numbers are discs of the side that moved beside an empty square. No squares.
        Frontier = "frontier", more by 3, to 64:
            "After {p} {w} has {x} disc{s} beside empty squares, after {b} {y}.",
            "空きに接する{w}石は{p}だと{x}枚、{b}なら{y}枚です。";
        /// The numbers are moves of the other side that it would not have had before. No squares.
        Opens = "opens", more by 2, to 64:
            "{p} opens {x} new move{s} to {o}, {b} {y}.",
            "{o}の新しい着手は{p}だと{x}通り、{b}なら{y}通りです。";
        /// The other side can move between two discs on an edge, on the square. The numbers are such
        /// squares.
        Wedge = "wedge", more by 1, to 64:
            "After {p} {o} can wedge in at {1}.",
            "{p}だと{o}は{1}に割り込めます。";
        /// The numbers are regions of empty squares that are odd in number. No squares.
        OddRegions = "odd_regions", more by 1, to 64:
            "{p} leaves {x} odd region{s} of empty squares, {b} {y}.",
            "奇数空きは{p}だと{x}か所、{b}なら{y}か所です。";
        /// The other side replies with the best move itself. No squares.
        FirstThere = "first_there", more by 1, to 64:
            "After {p} {o} plays {b} itself.",
            "{p}だと{o}に{b}を先に打たれます。";
        /// The numbers are the moves of the other side after 5 plies. No squares.
        LaterReplies = "later_replies", more by 3, to 7:
            "Five plies into the line after {p} {o} has {x} move{s}, after {b} {y}.",
            "5手先の{o}の着手は{p}だと{x}通り、{b}なら{y}通りです。";
        /// The numbers are the moves of the side that moved after 6 plies. No squares.
        LaterMoves = "later_moves", fewer by 3, to 7:
            "Six plies into the line after {p} {w} has {x} move{s}, after {b} {y}.",
            "6手先の{w}の着手は{p}だと{x}通り、{b}なら{y}通りです。";
        /// The numbers are the empty squares that the side that moved gets to the end. No squares.
        LastMoves = "last_moves", fewer by 1, to 64:
            "Of the {n} empty squares {w} gets {x} after {p}, {y} after {b}.",
            "空き{n}か所のうち{w}が打つのは{p}だと{x}か所、{b}なら{y}か所です。";
        /// The numbers are the moves of the side that moved that are not beside an empty corner, after the
        /// replies, which are the squares.
        FreeMoves = "free_moves", fewer by 1, to 2:
            "After {p} {o} answers {1} and leaves {w} {x} move{s} not beside an empty corner, but {y} after {b} {2}.",
            "空き隅に隣接しない{w}の着手は、{p}に{o}が{1}と応じると{x}通り、{b}に{2}なら{y}通りです。";
        /// The numbers are the moves of the side that moved after the replies, which are the squares.
        ReplyMoves = "reply_moves", fewer by 2, to 64:
            "After {p} {o} answers {1} and leaves {w} {x} move{s}, but {y} after {b} {2}.",
            "{w}の着手は、{p}に{o}が{1}と応じると{x}通り、{b}に{2}なら{y}通りです。";
        /// The other side can play the best move itself, but cannot play the played move after the best one.
        /// No squares.
        LeavesBest = "leaves_best", more by 1, to 64:
            "After {p} {o} can play {b}, after {b} it cannot play {p}.",
            "{p}だと{o}は{b}に打てます。{b}なら{o}は{p}に打てません。";
    }
}

answer! {
    /// Why a move was worse than the best one: a fact that is true on both lines and explains the difference
    /// of the values.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game, Level};
    /// use reversi_engine::play::{Fact, Review};
    ///
    /// let cells = "-OXXXXXXXOOXXXXX-OOOXXXX-OXOOOXXOOOXOOXX-OOOXOOXOOOOOOOOXOOOOO-- X";
    /// let mut game = Game::from_position(cells.parse()?);
    /// game.play("a1".parse::<reversi_engine::Move>()?)?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let review = Review::by(&mut engine, &game, AnalyzeRequest::level(Level::of::<10>()))?;
    /// let why = review.moves[0].why.as_ref().expect("a fact explains it");
    /// assert_eq!((why.fact, why.played, why.best), (Fact::LastMoves, 4, 5));
    /// assert_eq!(why.en, "Of the 6 empty squares Black gets 4 after a1, 5 after h8.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Reason as REASON: "Why a move was worse than the best one: a fact that is true on both lines." {
        /// The fact.
        pub fact: Fact as "fact": Kind::Names("Fact", FACTS);
        /// The squares of the fact.
        pub squares: Vec<Move> as "squares": Kind::List(&Kind::Move);
        /// The number after the move that was played, if the fact has one.
        pub played: u32 as "played": Kind::Whole { least: 0, most: 64 };
        /// The number after the best move, if the fact has one.
        pub best: u32 as "best": Kind::Whole { least: 0, most: 64 };
        /// The sentence in English.
        pub en: String as "en": Kind::Text;
        /// The sentence in Japanese.
        pub ja: String as "ja": Kind::Text;
    }
}

impl Reason {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Reason, &'static str> {
        Ok(self) // the reviewed move checks it
    }
}
