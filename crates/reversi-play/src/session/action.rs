//! The actions of a session, as data.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Color, Move, Position};
use reversi_fields::FieldErrorKind::{Misplaced, Missing};
use reversi_fields::{DynValue, FieldError, FieldErrorKind, FieldValue, Kind, Seed, names, read, surface};
use reversi_search::surface::{ANALYSIS, CLOCK, ClockOptions, LIMITS};
use reversi_search::{Analysis, Clock, Engine, Limits, Progress};

use super::data::COLOR;
use super::{EngineMove, Player, Session, SessionError};
use crate::variety::Variety;

/// A call that changes a [`Session`], as data. [`Session::act`] makes it.
///
/// ```
/// use reversi_engine::{Engine, Square};
/// use reversi_engine::play::{Action, Player, Session};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let mut session = Session::new(Player::Person, Player::Person);
/// for action in [Action::Play(Square::F5.into()), Action::Undo, Action::Redo] {
///     assert!(session.act(action, &mut engine)?.changed);
/// }
/// assert_eq!(session.game().to_string(), "f5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// [`Session::play`].
    Play(Move),
    /// [`Session::play_in`].
    PlayIn(Move, Duration),
    /// [`Session::pass`].
    Pass,
    /// [`Session::undo`].
    Undo,
    /// [`Session::redo`].
    Redo,
    /// [`Session::undo_to_person`].
    UndoToPerson,
    /// [`Session::redo_to_person`].
    RedoToPerson,
    /// [`Session::resign`].
    Resign(Color),
    /// [`Session::set_player`].
    SetPlayer(Color, Player),
    /// [`Session::set_name`].
    SetName(Color, String),
    /// [`Session::set_clock`].
    SetClock(Color, Option<Clock>),
    /// [`Session::set_variety`].
    SetVariety(Variety, u64),
    /// [`Session::tick`].
    Tick,
    /// [`Session::answer`].
    Answer(Analysis),
    /// [`Session::engine_move_with`].
    EngineMove(Limits),
}

/// The effect of an [`Action`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Acted {
    /// False if there was nothing to take back, or to play again.
    pub changed: bool,
    /// The move of an engine.
    pub engine_move: Option<EngineMove>,
}

impl Session {
    /// Makes the call that an action describes.
    ///
    /// # Errors
    /// The errors of the call.
    pub fn act(&mut self, action: Action, engine: &mut Engine) -> Result<Acted, SessionError> {
        self.act_with(action, engine, |_| ControlFlow::Continue(()))
    }

    /// Makes the call that an action describes, with a callback for the search of an engine.
    ///
    /// # Errors
    /// The errors of the call.
    pub fn act_with(
        &mut self,
        action: Action,
        engine: &mut Engine,
        callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Acted, SessionError> {
        let (mut changed, mut engine_move) = (true, None);
        match action {
            Action::Play(mv) => self.play(mv)?,
            Action::PlayIn(mv, time) => self.play_in(mv, time)?,
            Action::Pass => self.pass()?,
            Action::Undo => changed = self.undo(),
            Action::Redo => changed = self.redo(),
            Action::UndoToPerson => changed = self.undo_to_person(),
            Action::RedoToPerson => changed = self.redo_to_person(),
            Action::Resign(color) => self.resign(color)?,
            Action::SetPlayer(color, player) => self.set_player(color, player),
            Action::SetName(color, name) => self.set_name(color, &name).map_err(SessionError::Name)?,
            Action::SetClock(color, clock) => self.set_clock(color, clock),
            Action::SetVariety(variety, seed) => self.set_variety(variety, seed),
            Action::Tick => drop(self.tick()),
            Action::Answer(analysis) => engine_move = Some(self.answer(analysis)?),
            Action::EngineMove(limits) => {
                engine_move = Some(self.engine_move_with(engine, limits, callback)?);
            }
        }
        Ok(Acted { changed, engine_move })
    }
}

names! {
    /// The name of an action.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Verb as VERBS {
        /// Plays `move`, in `seconds` if they are given.
        Play = "play",
        /// Plays the pass that is due.
        Pass = "pass",
        /// Takes back the last move, or an early end of the game.
        Undo = "undo",
        /// Plays a move again that was taken back.
        Redo = "redo",
        /// Takes back moves to the last choice of a person.
        UndoToPerson = "undo_to_person",
        /// Plays moves again up to the next choice of a person.
        RedoToPerson = "redo_to_person",
        /// Ends the game: `color` has lost.
        Resign = "resign",
        /// Lets `player` move for `color`.
        SetPlayer = "set_player",
        /// Sets the name of `color` to `name`.
        SetName = "set_name",
        /// Sets the clock of `color` to `clock`, or removes it.
        SetClock = "set_clock",
        /// Chooses by `variety` and `seed` which moves of a book the engines take.
        SetVariety = "set_variety",
        /// Ends the game if the time of the turn is more than the clock has.
        Tick = "tick",
        /// Plays the move of an engine, by the `analysis` of its `request` at this `position`.
        Answer = "answer",
        /// Lets the engine move that is due, within `limits`.
        EngineMove = "engine_move",
    }
}

impl Verb {
    /// Returns the required arguments and the optional ones.
    fn arguments(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Verb::Play => (&["move"], &["seconds"]),
            Verb::Resign => (&["color"], &[]),
            Verb::SetPlayer => (&["color", "player"], &[]),
            Verb::SetName => (&["color", "name"], &[]),
            Verb::SetClock => (&["color"], &["clock"]),
            Verb::SetVariety => (&["variety"], &["seed"]),
            Verb::Answer => (&["position", "analysis"], &[]),
            Verb::EngineMove => (&[], &["limits"]),
            Verb::Pass | Verb::Undo | Verb::Redo | Verb::UndoToPerson | Verb::RedoToPerson | Verb::Tick => {
                (&[], &[])
            }
        }
    }
}

/// An analysis as data, before its position is known.
#[derive(Clone, Debug)]
struct RawAnalysis(DynValue);

impl FieldValue for RawAnalysis {
    fn read(plain: DynValue) -> Result<RawAnalysis, FieldError> {
        Ok(RawAnalysis(plain))
    }

    fn plain(&self) -> Option<DynValue> {
        Some(self.0.clone())
    }
}

surface! {
    /// An action as data.
    #[derive(Clone, Debug, Default)]
    struct Fields as ACTION: "An action in a session: the name of a call, and its arguments." {
        /// The name of the action.
        verb: Option<Verb> as "do": Kind::Names("Verb", VERBS);
        /// Of play: the move.
        mv: Option<Move> as "move": Kind::Move, or "none";
        /// Of play: the time of the move.
        seconds: Option<Duration> as "seconds": Kind::Seconds, or "the time of the turn";
        /// Of resign, set_player, set_name and set_clock: the side.
        color: Option<Color> as "color": COLOR, or "none";
        /// Of set_player: who moves for the side.
        player: Option<Player> as "player": Kind::Player, or "none";
        /// Of set_name: the name of the side.
        name: Option<String> as "name": Kind::Text, or "none";
        /// Of set_clock: the clock of the side.
        clock: Option<ClockOptions> as "clock": Kind::OrNull(&Kind::Object(&CLOCK)), or "no clock";
        /// Of set_variety: `"best"`, `"within:2"` or `"weighted:1"`, in discs.
        variety: Option<Variety> as "variety": Kind::Text, or "none";
        /// Of set_variety: the seed of the choice.
        seed: Option<Seed> as "seed": Kind::Seed, or "0";
        /// Of answer: the position that was analyzed.
        position: Option<Position> as "position": Kind::Position, or "none";
        /// Of answer: the analysis that the engine made of `request`.
        analysis: Option<RawAnalysis> as "analysis": Kind::Object(&ANALYSIS), or "none";
        /// Of engine_move: the limits of its search.
        limits: Limits as "limits": Kind::Object(&LIMITS), or "none";
    }
}

impl FieldValue for Action {
    fn read(plain: DynValue) -> Result<Action, FieldError> {
        let DynValue::Object(given) = plain else { unreachable!("it was checked") };
        let names: Vec<Cow<'static, str>> = given.iter().map(|(name, _)| name.clone()).collect();
        let fields: Fields = read(given)?;
        let verb = fields.verb.expect("it was checked");
        let (needed, others) = verb.arguments();
        let is_own = |name: &str| name == "do" || needed.contains(&name) || others.contains(&name);
        if let Some(name) = names.iter().find(|name| !is_own(name)) {
            return Err(FieldError::new(&**name, Misplaced { ask: verb.name() }));
        }
        if let Some(name) = needed.iter().find(|name| names.iter().all(|given| given != **name)) {
            let kind = &ACTION.fields.iter().find(|field| field.name == *name).expect("it is one").kind;
            return Err(FieldError::new(*name, Missing { expected: kind.expected() }));
        }
        fields.action(verb)
    }

    fn plain(&self) -> Option<DynValue> {
        Some(reversi_fields::Fields::to_plain(&Fields::of(self)))
    }
}

impl Fields {
    /// Makes the action. The required fields are present.
    fn action(self, verb: Verb) -> Result<Action, FieldError> {
        let color = self.color.unwrap_or(Color::Black);
        Ok(match (verb, self.seconds) {
            (Verb::Play, None) => Action::Play(self.mv.unwrap_or(Move::Pass)),
            (Verb::Play, Some(time)) => Action::PlayIn(self.mv.unwrap_or(Move::Pass), time),
            (Verb::Pass, _) => Action::Pass,
            (Verb::Undo, _) => Action::Undo,
            (Verb::Redo, _) => Action::Redo,
            (Verb::UndoToPerson, _) => Action::UndoToPerson,
            (Verb::RedoToPerson, _) => Action::RedoToPerson,
            (Verb::Resign, _) => Action::Resign(color),
            (Verb::SetPlayer, _) => Action::SetPlayer(color, self.player.unwrap_or_default()),
            (Verb::SetName, _) => Action::SetName(color, self.name.unwrap_or_default()),
            (Verb::SetClock, _) => Action::SetClock(color, self.clock.map(Clock::from)),
            (Verb::SetVariety, _) => {
                Action::SetVariety(self.variety.unwrap_or_default(), self.seed.map_or(0, |seed| seed.0))
            }
            (Verb::Tick, _) => Action::Tick,
            (Verb::Answer, _) => {
                let position = self.position.unwrap_or(Position::START);
                Action::Answer(analysis(self.analysis, position)?)
            }
            (Verb::EngineMove, _) => Action::EngineMove(self.limits),
        })
    }

    /// The fields of an action to write. The analysis of an answer is written beside them.
    fn of(action: &Action) -> Fields {
        let of = |verb| Fields { verb: Some(verb), ..Fields::default() };
        let side = |verb, color| Fields { color: Some(color), ..of(verb) };
        match action {
            &Action::Play(mv) => Fields { mv: Some(mv), ..of(Verb::Play) },
            &Action::PlayIn(mv, time) => Fields { mv: Some(mv), seconds: Some(time), ..of(Verb::Play) },
            Action::Pass => of(Verb::Pass),
            Action::Undo => of(Verb::Undo),
            Action::Redo => of(Verb::Redo),
            Action::UndoToPerson => of(Verb::UndoToPerson),
            Action::RedoToPerson => of(Verb::RedoToPerson),
            &Action::Resign(color) => side(Verb::Resign, color),
            Action::SetPlayer(color, player) => {
                Fields { player: Some(player.clone()), ..side(Verb::SetPlayer, *color) }
            }
            Action::SetName(color, name) => {
                Fields { name: Some(name.clone()), ..side(Verb::SetName, *color) }
            }
            Action::SetClock(color, clock) => {
                Fields { clock: clock.map(ClockOptions::from), ..side(Verb::SetClock, *color) }
            }
            &Action::SetVariety(variety, seed) => {
                Fields { variety: Some(variety), seed: Some(Seed(seed)), ..of(Verb::SetVariety) }
            }
            Action::Tick => of(Verb::Tick),
            Action::Answer(_) => of(Verb::Answer),
            Action::EngineMove(limits) => Fields { limits: limits.clone(), ..of(Verb::EngineMove) },
        }
    }
}

/// Reads an analysis of this position, which must have the side to move of the position.
#[cfg(feature = "serde")]
fn analysis(given: Option<RawAnalysis>, position: Position) -> Result<Analysis, FieldError> {
    let wrong = |message: String| FieldError::new("analysis", FieldErrorKind::Contradiction { message });
    let Some(RawAnalysis(plain)) = given else { unreachable!("it was checked") };
    let analysis =
        reversi_search::surface::unplaced::deserialize(plain).map_err(|error| wrong(error.to_string()))?;
    analysis.at(position.board).map_err(|error| wrong(error.to_string()))
}
#[cfg(not(feature = "serde"))]
fn analysis(_: Option<RawAnalysis>, _: Position) -> Result<Analysis, FieldError> {
    let message = "cannot be read without the feature serde".to_owned();
    Err(FieldError::new("analysis", FieldErrorKind::Contradiction { message }))
}

/// `{"do": "play", "move": "f5", "seconds": 2}`
#[cfg(feature = "serde")]
impl ::serde::Serialize for Action {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use ::serde::ser::SerializeMap as _;

        let fields = reversi_fields::Fields::plain(&Fields::of(self));
        let mut map = serializer.serialize_map(None)?;
        for (field, value) in fields {
            map.serialize_entry(field.name, &value)?;
        }
        if let Action::Answer(analysis) = self {
            map.serialize_entry("position", &analysis.board())?;
            map.serialize_entry(
                "analysis",
                &reversi_search::surface::AnalysisWithoutBoard(Cow::Borrowed(analysis)),
            )?;
        }
        map.end()
    }
}

#[cfg(feature = "serde")]
impl<'de> ::serde::Deserialize<'de> for Action {
    fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        use ::serde::de::Error as _;

        let reversi_fields::Large(plain) = reversi_fields::Large::deserialize(deserializer)?;
        match plain {
            DynValue::Object(_) => Action::read(plain).map_err(D::Error::custom),
            other => {
                Err(D::Error::custom(format_args!("an action must be an object, not {}", other.describe())))
            }
        }
    }
}
