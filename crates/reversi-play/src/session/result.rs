//! The results of games.

use std::fmt;

use reversi_bitboard::{Color, Game};
use reversi_fields::{Kind, answer, names};

answer! {
    /// The result of a game that is over.
    ///
    /// ```
    /// use reversi_engine::Color;
    /// use reversi_engine::play::{Ending, Player, Session};
    ///
    /// let mut session = Session::new(Player::Person, Player::Person);
    /// assert_eq!(session.result(), None);
    /// session.resign(Color::Black)?;
    /// let result = session.result().expect("black has resigned");
    /// assert_eq!((result.winner(), result.score), (Some(Color::White), -64));
    /// assert_eq!(result.ending, Ending::Resignation);
    /// assert_eq!(result.to_string(), "white wins: black has resigned");
    /// # Ok::<(), reversi_engine::play::SessionError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub struct GameResult as GAME_RESULT: "The result of a game that is over." {
        /// The score from black's side, empties to the winner. A side that has resigned or has run out of
        /// time has lost by 64.
        pub score: i32 as "score": Kind::Score;
        /// How the game ended.
        pub ending: Ending as "ending": Kind::Names("Ending", ENDINGS);
    }
}

names! {
    /// How a game ended.
    ///
    /// ```
    /// use reversi_engine::play::{Ending, Player, Session};
    ///
    /// let game = "e6f4e3f6g5d6e7f5c5".parse()?; // no white disc is left
    /// let session = Session::from_game(game, Player::Person, Player::Person);
    /// assert_eq!(session.result().map(|result| result.ending), Some(Ending::NoMoves));
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Ending as ENDINGS {
        /// Neither side can move.
        NoMoves = "no_moves",
        /// A side has resigned.
        Resignation = "resignation",
        /// A side has run out of time.
        Time = "time",
    }
}

impl GameResult {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<GameResult, &'static str> {
        let possible = match self.ending {
            Ending::NoMoves => (-64..=64).contains(&self.score) && self.score % 2 == 0,
            Ending::Resignation | Ending::Time => [-64, 64].contains(&self.score),
        };
        if possible { Ok(self) } else { Err("no game has this score and this ending") }
    }

    /// Returns the winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self.score {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// The result on the board, if neither side can move.
    pub(super) fn on_board(game: &Game) -> Option<GameResult> {
        game.score().map(|score| GameResult { score, ending: Ending::NoMoves })
    }

    /// The result if `loser` has lost before the end.
    pub(super) fn early(loser: Color, ending: Ending) -> GameResult {
        GameResult { score: if loser == Color::White { 64 } else { -64 }, ending }
    }
}

/// A sentence without a full stop, such as `black wins by 12`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match (self.winner(), self.ending) {
            (None, _) => "a draw".to_owned(),
            (Some(winner), Ending::NoMoves) => format!("{winner} wins by {}", self.score.abs()),
            (Some(winner), Ending::Resignation) => format!("{winner} wins: {} has resigned", !winner),
            (Some(winner), Ending::Time) => format!("{winner} wins: {} has run out of time", !winner),
        })
    }
}
