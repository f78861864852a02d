//! Sessions of the corpus in Rust: each step is a call of `Session`, and what it shows is read by its accessors.

use std::time::Duration;

use reversi_engine::notation::GgfGame;
use reversi_engine::play::{EngineMove, Player, Session};
use reversi_engine::question::{Answer, Reply};
use reversi_engine::search::Clock;
use reversi_engine::surface::{AnalyzeOptions, ClockOptions, OpponentOptions};
use reversi_engine::{Color, Engine, Game, Limits, Position};
use serde_json::{Value, json};

use super::{Answered, Refused, none, options};

const COLORS: [Color; 2] = [Color::Black, Color::White];

/// The fields that the constructors and setters have.
const CALLS: [&str; 6] = ["game", "ggf", "players", "names", "clocks", "variety"];

/// The state of a session after each step.
pub(super) fn answer(case: &Value) -> Answered {
    let mut engine = Engine::builder().hash_mib(1).build()?;
    let mut session = make(&case["session"])?;
    let mut steps = Vec::new();
    for step in case["steps"].as_array().into_iter().flatten() {
        if step["stored"] == true {
            session = Session::from_json(&session.to_json())?;
        }
        let mut error = Value::Null;
        let mut extra = json!({});
        if let Some(action) = step.get("action") {
            engine.clear_hash();
            match act(&mut session, action, &mut engine) {
                Ok(shown) => extra = shown,
                Err(Refused::Problem(problem)) => error = serde_json::to_value(&problem).unwrap(),
                Err(other) => return Err(other),
            }
        }
        let mut then = show(&session);
        then.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        steps.push(json!({ "error": error, "then": then }));
    }
    Ok(json!({ "steps": steps }))
}

fn make(stored: &Value) -> Answered<Session> {
    let fields = stored.as_object().unwrap();
    let both = fields.contains_key("game") && fields.contains_key("ggf");
    if both || !fields.keys().all(|name| CALLS.contains(&name.as_str())) {
        return Ok(Session::from_json(&stored.to_string())?);
    }
    let [black, white] = COLORS.map(|color| &stored["players"][color.to_string()]);
    let (black, white) = (player(black)?, player(white)?);
    let mut session = match stored["ggf"].as_str() {
        Some(text) => {
            let record: GgfGame = text.parse()?;
            Session::from_ggf(&record, black, white)
        }
        None => {
            let start = stored["game"]["start"].as_str().map_or(Ok(Position::START), str::parse)?;
            let moves = stored["game"]["moves"].as_str().unwrap_or_default();
            Session::from_game(Game::from_transcript(start, moves)?, black, white)
        }
    };
    for color in COLORS {
        if let Some(name) = stored["names"][color.to_string()].as_str() {
            session.set_name(color, name)?;
        }
        session.set_clock(color, clock(&stored["clocks"][color.to_string()])?);
    }
    if let Some(variety) = stored["variety"]["choose"].as_str() {
        session.set_variety(variety.parse()?, stored["variety"]["seed"].as_u64().unwrap_or(0));
    }
    Ok(session)
}

fn player(given: &Value) -> Answered<Player> {
    match (given.get("engine"), given.get("opponent"), given.as_str()) {
        (Some(given), ..) => Ok(Player::Engine(options::<AnalyzeOptions>(given)?.request()?)),
        (_, Some(given), _) => Ok(Player::Opponent(options::<OpponentOptions>(given)?.opponent()?)),
        (.., None | Some("person")) => Ok(Player::Person),
        _ => none("the type of the field holds no such value"),
    }
}

fn clock(given: &Value) -> Answered<Option<Clock>> {
    if given.is_null() { Ok(None) } else { Ok(Some(options::<ClockOptions>(given)?.into())) }
}

fn seconds(given: &Value) -> Answered<Option<Duration>> {
    let Some(seconds) = given.as_f64() else { return Ok(None) };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(Some(time)),
        Err(_) => none("the type of the field holds no such value"),
    }
}

/// A call, and what it returns.
fn act(session: &mut Session, action: &Value, engine: &mut Engine) -> Answered {
    let color = match action["color"].as_str() {
        Some("white") => Color::White,
        None | Some("black") => Color::Black,
        _ => return none("the type of the field holds no such value"),
    };
    let played = |played: EngineMove| json!({ "engine_moves": [played] });
    let did = |did: bool| json!({ "did": [did] });
    Ok(match action["do"].as_str().unwrap() {
        "play" => {
            let mv: reversi_engine::Move = action["move"].as_str().unwrap().parse()?;
            match seconds(&action["seconds"])? {
                Some(time) => session.play_in(mv, time)?,
                None => session.play(mv)?,
            }
            json!({})
        }
        "pass" => session.pass().map(|()| json!({}))?,
        "undo" => did(session.undo()),
        "redo" => did(session.redo()),
        "undo_to_person" => did(session.undo_to_person()),
        "redo_to_person" => did(session.redo_to_person()),
        "resign" => session.resign(color).map(|()| json!({}))?,
        "set_player" => {
            session.set_player(color, player(&action["player"])?);
            json!({})
        }
        "set_name" => session.set_name(color, action["name"].as_str().unwrap()).map(|()| json!({}))?,
        "set_clock" => {
            session.set_clock(color, clock(&action["clock"])?);
            json!({})
        }
        "set_variety" => {
            let variety = action["variety"].as_str().unwrap().parse()?;
            session.set_variety(variety, action["seed"].as_u64().unwrap_or(0));
            json!({})
        }
        "tick" => {
            assert_eq!(session.tick(), session.due());
            json!({})
        }
        "answer" => {
            let request = session.request_within(Limits::new())?;
            let analysis = engine.analyze(&session.position().board, request)?;
            played(session.answer(analysis)?)
        }
        "engine_move" => {
            let mut limits = Limits::new();
            if let Some(nodes) = action["limits"]["nodes"].as_u64() {
                limits = limits.nodes(nodes);
            }
            played(session.engine_move_with(engine, limits, |_| std::ops::ControlFlow::Continue(()))?)
        }
        verb => panic!("{verb} is no call"),
    })
}

fn show(session: &Session) -> Value {
    let [black, white] = COLORS.map(|color| session.time_left(color).map(|time| time.as_secs_f64()));
    let over = session.result().is_some();
    let legal = session.game().legal_plays().filter(|_| !over).map(|mv| mv.to_string());
    let due = session.due().name().name();
    let request = session.request().filter(|_| due == "engine").map(|request| {
        let question = reversi_engine::question::Question::new(
            session.position(),
            reversi_engine::question::Ask::Analyze(request),
        );
        serde_json::to_value(question).unwrap()
    });
    let shown = json!({
        "due": due,
        "position": session.position().to_string(),
        "moves": session.game().to_string(),
        "legal_moves": legal.collect::<Vec<_>>(),
        "last_move": session.last_move().map(|mv| mv.to_string()),
        "discs": {"black": session.discs(Color::Black), "white": session.discs(Color::White)},
        "time_left": {"black": black, "white": white},
        "time_of_turn": session.time_of_turn().as_secs_f64(),
        "moves_to_redo": session.moves_to_redo(),
        "result": session.result().map(|result| json!({"score": result.score, "ending": result.ending.name()})),
        "request": request,
        "ggf": session.to_ggf().to_string(),
        "stored": serde_json::from_str::<Value>(&session.to_json()).unwrap(),
    });
    // The state of a session is what its accessors say, and reads back.
    let state = reversi_engine::question::SessionState::of(session.clone());
    let answer = Answer::new(state.position, Reply::Session(Box::new(state)));
    let written = serde_json::to_value(&answer).unwrap();
    assert_eq!(serde_json::from_value::<Answer>(written).unwrap(), answer);
    shown
}
