//! Facts about mistakes.

use reversi_bitboard::Move;
use reversi_fields::{Kind, answer, names};

names! {
    /// A difference between the line after the move that was played and the line after the best move. Each
    /// fact describes the squares and numbers of its [`Reason`] in their order.
    ///
    /// ```
    /// use reversi_engine::Fact;
    ///
    /// assert_eq!(Fact::GivesCorner.name(), "gives_corner");
    /// assert!(Fact::ALL.contains(&Fact::Mobility));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Fact as FACTS {
        /// The best move is the only one that wins, with 7 empty squares or fewer. No squares.
        OnlyWin = "only_win",
        /// All discs of the side that moved are turned at the end of the line. No squares.
        WipedOut = "wiped_out",
        /// The other side can take a corner at once, the square. The numbers are such corners.
        GivesCorner = "gives_corner",
        /// The line goes on with the two first squares, and the other side takes a corner, the third one.
        LosesCorner = "loses_corner",
        /// The best move takes a corner. No squares.
        TakesCorner = "takes_corner",
        /// The best move takes a corner at its next move: the reply to the best move, and the corner.
        WinsCorner = "wins_corner",
        /// The move is diagonally beside an empty corner, the square.
        XSquare = "x_square",
        /// The move is on an edge beside an empty corner, the square.
        CSquare = "c_square",
        /// The other side has to pass after the best move. No squares.
        ForcesPass = "forces_pass",
        /// After the reply, the square, the side that moved has to pass.
        MustPass = "must_pass",
        /// The numbers are the moves of the other side. No squares.
        Mobility = "mobility",
        /// The numbers are the moves of the side that moved after the replies, which are the squares.
        FewMoves = "few_moves",
        /// The numbers are the moves of the side that moved after which the other side can take no corner,
        /// after the replies, which are the squares.
        SafeMoves = "safe_moves",
        /// The numbers are the moves of the other side that give no corner. No squares.
        SafeReplies = "safe_replies",
        /// The numbers are stable discs of the side that moved. No squares.
        Stable = "stable",
        /// The numbers are stable discs of the other side after the replies, which are the squares.
        StableReplies = "stable_replies",
        /// The numbers are discs of the side that moved beside an empty square. No squares.
        Frontier = "frontier",
        /// The numbers are moves of the other side that it would not have had before. No squares.
        Opens = "opens",
        /// The other side can move between two discs on an edge, on the square. The numbers are such
        /// squares.
        Wedge = "wedge",
        /// The numbers are regions of empty squares that are odd in number. No squares.
        OddRegions = "odd_regions",
        /// The other side replies with the best move itself. No squares.
        FirstThere = "first_there",
        /// The numbers are the moves of the other side after 5 plies. No squares.
        LaterReplies = "later_replies",
        /// The numbers are the moves of the side that moved after 6 plies. No squares.
        LaterMoves = "later_moves",
        /// The numbers are the empty squares that the side that moved gets to the end. No squares.
        LastMoves = "last_moves",
    }
}

impl Fact {
    /// All of them.
    pub const ALL: [Fact; 24] = [
        Fact::OnlyWin,
        Fact::WipedOut,
        Fact::GivesCorner,
        Fact::LosesCorner,
        Fact::TakesCorner,
        Fact::WinsCorner,
        Fact::XSquare,
        Fact::CSquare,
        Fact::ForcesPass,
        Fact::MustPass,
        Fact::Mobility,
        Fact::FewMoves,
        Fact::SafeMoves,
        Fact::SafeReplies,
        Fact::Stable,
        Fact::StableReplies,
        Fact::Frontier,
        Fact::Opens,
        Fact::Wedge,
        Fact::OddRegions,
        Fact::FirstThere,
        Fact::LaterReplies,
        Fact::LaterMoves,
        Fact::LastMoves,
    ];
}

answer! {
    /// Why a move was worse than the best one: a fact that is true on both lines and explains the difference
    /// of the values.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Fact, Game, Level, Review};
    ///
    /// let cells = "---OOOOXX-OOXOOOXXXXXXOXXOXOXOXXXOOXOXXXXOXOOXX--XOOOX--X-XXXXX- X";
    /// let mut game = Game::from_position(cells.parse()?);
    /// game.play("a7".parse::<reversi_engine::Move>()?)?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let review = Review::by(&mut engine, &game, AnalyzeRequest::level(Level::new(10)?))?;
    /// let why = review.moves[0].why.as_ref().expect("a fact explains it");
    /// assert_eq!((why.fact, why.played, why.best), (Fact::LastMoves, 4, 5));
    /// assert_eq!(why.en, "Of the 10 empty squares Black gets 4 after a7, 5 after c1.");
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
