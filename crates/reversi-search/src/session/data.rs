//! The `serde` feature: a session as its state. What is read is checked.

use reversi_bitboard::{Color, Game, Move};

use super::session::{Ended, Turn, Undone};
use super::watch::Watch;
use super::{Ending, GameResult, Player, Session};
use crate::api::{Clock, Variety};
use crate::serde::seconds::Seconds;
use crate::surface::macros::as_fields;

as_fields! {
    /// `{"score": 12, "ending": "no_moves"}`, from black's side.
    GameResult;
}

impl GameResult {
    fn checked(self) -> Result<GameResult, &'static str> {
        let possible = match self.ending {
            Ending::NoMoves => (-64..=64).contains(&self.score) && self.score % 2 == 0,
            Ending::Resignation | Ending::Time => [-64, 64].contains(&self.score),
        };
        if possible { Ok(self) } else { Err("no game has this score and this ending") }
    }
}

/// `{"game": {..}, "turns": [..], "undone": [], "players": {"black": "person", "white": {..}},
/// "names": {..}, "clocks": {..}, "spent_seconds": 0, "ended": null}`. The watch stands when it is read.
impl ::serde::Serialize for Session {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SessionFields::of(self).serialize(serializer)
    }
}

impl<'de> ::serde::Deserialize<'de> for Session {
    fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Session, D::Error> {
        SessionFields::deserialize(deserializer)?.checked().map_err(::serde::de::Error::custom)
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Session", deny_unknown_fields)]
struct SessionFields {
    game: Game,
    turns: Vec<TurnFields>,
    /// The moves taken back, the next one to play again first.
    undone: Vec<UndoneFields>,
    players: ByColor<Player>,
    names: ByColor<Option<String>>,
    clocks: ByColor<Option<Clock>>,
    /// Which moves of a book the engines take: `"best"` is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variety: Option<VarietyFields>,
    /// The time of the turn so far.
    spent_seconds: Seconds,
    ended: Option<EndedFields>,
}

/// `{"choose": "within:1", "seed": "000000000000002a"}`.
#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Variety", deny_unknown_fields)]
struct VarietyFields {
    choose: String,
    #[serde(with = "crate::serde::seed")]
    seed: u64,
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "ByColor", deny_unknown_fields)]
struct ByColor<T> {
    black: T,
    white: T,
}

impl<T> From<[T; 2]> for ByColor<T> {
    fn from([black, white]: [T; 2]) -> ByColor<T> {
        ByColor { black, white }
    }
}

impl<T> ByColor<T> {
    fn both(self) -> [T; 2] {
        [self.black, self.white]
    }
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Turn", deny_unknown_fields)]
struct TurnFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eval: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<Seconds>,
    /// As the turn began.
    clocks: ByColor<Option<Clock>>,
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Undone", deny_unknown_fields)]
struct UndoneFields {
    #[serde(rename = "move")]
    mv: Move,
    turn: TurnFields,
    /// After the turn.
    clocks: ByColor<Option<Clock>>,
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Ended", deny_unknown_fields)]
struct EndedFields {
    loser: Color,
    by: EarlyEnding,
    /// As the last turn began.
    clocks: ByColor<Option<Clock>>,
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum EarlyEnding {
    Resignation,
    Time,
}

impl From<&Turn> for TurnFields {
    fn from(turn: &Turn) -> TurnFields {
        TurnFields { eval: turn.eval, seconds: turn.time.map(Seconds), clocks: turn.clocks.into() }
    }
}

impl TurnFields {
    fn checked(self) -> Result<Turn, &'static str> {
        if self.eval.is_some_and(|eval| !eval.is_finite()) {
            return Err("an evaluation that is no number");
        }
        Ok(Turn { eval: self.eval, time: self.seconds.map(|Seconds(time)| time), clocks: self.clocks.both() })
    }
}

impl From<&Ended> for EndedFields {
    fn from(ended: &Ended) -> EndedFields {
        EndedFields {
            loser: if ended.result.winner() == Some(Color::Black) { Color::White } else { Color::Black },
            by: match ended.result.ending {
                Ending::Time => EarlyEnding::Time,
                Ending::Resignation | Ending::NoMoves => EarlyEnding::Resignation,
            },
            clocks: ended.clocks.into(),
        }
    }
}

impl EndedFields {
    fn ended(self) -> Ended {
        let ending = match self.by {
            EarlyEnding::Resignation => Ending::Resignation,
            EarlyEnding::Time => Ending::Time,
        };
        Ended { result: GameResult::early(self.loser, ending), clocks: self.clocks.both() }
    }
}

impl SessionFields {
    fn of(session: &Session) -> SessionFields {
        let undone = |(mv, &Undone { ref turn, clocks }): (Move, &Undone)| UndoneFields {
            mv,
            turn: turn.into(),
            clocks: clocks.into(),
        };
        SessionFields {
            game: session.game.clone(),
            turns: session.turns.iter().map(TurnFields::from).collect(),
            undone: session.game.undone_moves().zip(session.undone.iter().rev()).map(undone).collect(),
            players: session.players.clone().into(),
            names: session.names.clone().into(),
            clocks: session.clocks.into(),
            variety: match session.variety {
                (Variety::Best, _) => None,
                (variety, seed) => Some(VarietyFields { choose: variety.to_string(), seed }),
            },
            spent_seconds: Seconds(session.watch.elapsed()),
            ended: session.ended.as_ref().map(EndedFields::from),
        }
    }

    fn checked(self) -> Result<Session, String> {
        let moves = self.game.moves().len();
        if self.turns.len() != moves {
            return Err(format!("{} turns and {moves} moves", self.turns.len()));
        }
        let mut game = self.game;
        self.undone.iter().try_for_each(|undone| game.play(undone.mv)).map_err(|e| e.to_string())?;
        for _ in &self.undone {
            game.undo();
        }
        if self.ended.is_some() && game.is_over() {
            return Err("the game has ended on the board, not early".to_owned());
        }
        let [black, white] = self.players.both();
        let mut session = Session::from_game(game, black, white);
        session.turns = self.turns.into_iter().map(TurnFields::checked).collect::<Result<_, _>>()?;
        for UndoneFields { turn, clocks, .. } in self.undone.into_iter().rev() {
            session.undone.push(Undone { turn: turn.checked()?, clocks: clocks.both() });
        }
        for (color, name) in [Color::Black, Color::White].into_iter().zip(self.names.both()) {
            if let Some(name) = name {
                session.set_name(color, &name).map_err(|e| e.to_string())?;
            }
        }
        session.clocks = self.clocks.both();
        if let Some(VarietyFields { choose, seed }) = self.variety {
            session.set_variety(choose.parse::<Variety>().map_err(|e| e.to_string())?, seed);
        }
        session.watch = Watch::at(self.spent_seconds.0);
        session.ended = self.ended.map(EndedFields::ended);
        Ok(session)
    }
}
