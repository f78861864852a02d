//! Random sessions with what they show after each step, in the form of testdata/doors/sessions.jsonl. They
//! are those of a model; the session of the engine is compared with it on the way.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};
use reversi_bitboard::{Color, Game, Move, Position, Square};
use reversi_engine::Engine;
use reversi_engine::play::{Action, Session};
use reversi_engine::question::{Problem, SessionState};
use reversi_testkit::{Rng, SessionModel, any_board, any_move, numbered_move};
use serde_json::{Value, json};

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Decides the sessions.
    seed: u64,
    /// The number of sessions.
    count: u32,
}

const COLORS: [Color; 2] = [Color::Black, Color::White];

pub(crate) fn run(&Args { seed, count }: &Args) -> Result<()> {
    let mut engine = Engine::builder().hash_mib(1).build()?;
    let mut text = String::new();
    for number in 0..count {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number.into()));
        let name = format!("random/{seed}-{number}");
        writeln!(text, "{}", case(&mut rng, &name, &mut engine).context(name.clone())?)?;
    }
    print!("{text}");
    Ok(())
}

/// A session, and a model of it.
struct Pair {
    session: Session,
    model: SessionModel,
}

fn case(rng: &mut Rng, name: &str, engine: &mut Engine) -> Result<Value> {
    let start = match rng.u8(..4) {
        0 => Position { board: any_board(rng), side: COLORS[rng.usize(..2)] },
        _ => Position::START,
    };
    let mut model = SessionModel::new(Game::from_position(start));
    for _ in 0..rng.u8(..20) {
        let Some(mv) = any_move(rng, model.now.game.board()) else { break };
        model.play(mv, 0).ok().context("the move is legal")?;
    }
    let stored = json!({"game": {"start": start.to_string(), "moves": model.now.game.to_string()}});
    let mut pair = Pair { session: serde_json::from_value(stored.clone())?, model };
    let mut steps = vec![json!({"then": shown(&pair.model)})];
    for _ in 0..rng.u8(4..40) {
        for action in actions(rng, &pair.model) {
            steps.push(step(rng, action, &mut pair, engine)?);
        }
    }
    Ok(json!({"name": name, "session": stored, "steps": steps}))
}

/// The next actions. Clocks go before an engine moves: its time would be known to nobody.
fn actions(rng: &mut Rng, model: &SessionModel) -> Vec<Value> {
    let color = COLORS[rng.usize(..2)].to_string();
    let verb = |verb: &str| vec![json!({ "do": verb })];
    if model.due() == "engine" && rng.u8(..2) == 0 {
        let mut actions = Vec::new();
        for (color, clock) in COLORS.iter().zip(model.now.clocks) {
            actions.extend(clock.map(|_| json!({"do": "set_clock", "color": color.to_string()})));
        }
        return [actions, verb("engine_move")].concat();
    }
    match rng.u8(..32) {
        0 => vec![json!({"do": "play", "move": Square::ALL[rng.usize(..64)].to_string()})],
        1 => verb("pass"),
        2..=4 => verb("undo"),
        5..=6 => verb("redo"),
        7 => verb("undo_to_person"),
        8 => verb("redo_to_person"),
        9 => vec![json!({"do": "resign", "color": color})],
        10..=11 => vec![
            json!({"do": "set_clock", "color": color, "clock": {"remaining_seconds": rng.u8(..30), "increment_seconds": 1}}),
        ],
        12 => vec![json!({"do": "set_player", "color": color, "player": "person"})],
        13 => vec![
            json!({"do": "set_player", "color": color, "player": {"engine": {"depth": 1 + rng.u8(..3)}}}),
        ],
        14 => vec![
            json!({"do": "set_player", "color": color, "player": {"opponent": {"strength": "beginner", "seed": rng.u8(..)}}}),
        ],
        15 => verb("engine_move"),
        _ => {
            let mv = numbered_move(model.now.game.board(), rng.usize(..60)).unwrap_or(Move::Pass);
            vec![json!({"do": "play", "move": mv.to_string(), "seconds": rng.u8(..8)})]
        }
    }
}

/// Makes a call of the session and of the model.
fn step(rng: &mut Rng, action: Value, pair: &mut Pair, engine: &mut Engine) -> Result<Value> {
    let color = if action["color"] == "white" { Color::White } else { Color::Black };
    let verb = action["do"].as_str().unwrap_or_default().to_owned();
    let stored = rng.u8(..6) == 0;
    if stored {
        pair.session = serde_json::from_str(&serde_json::to_string(&pair.session)?)?;
    }
    engine.clear_hash();
    let was_due = pair.model.due();
    let acted = pair.session.act(serde_json::from_value::<Action>(action.clone())?, engine);
    let model = &mut pair.model;
    // What `undo` and its like return, or the code of a refusal.
    let expected: Result<Option<bool>, &str> = match verb.as_str() {
        "play" => {
            let mv = action["move"].as_str().unwrap_or_default().parse()?;
            model.play(mv, action["seconds"].as_u64().unwrap_or(0)).map(|()| None)
        }
        "pass" => model.play(Move::Pass, 0).map(|()| None),
        "resign" => model.resign(color).map(|()| None),
        "engine_move" if was_due != "engine" => Err("not-an-engines-turn"),
        "engine_move" => {
            let played = acted.as_ref().ok().and_then(|acted| acted.engine_move.as_ref());
            model.play(played.context("an engine moves")?.mv, 0).map(|()| None)
        }
        "undo" => Ok(Some(model.undo())),
        "redo" => Ok(Some(model.redo())),
        "undo_to_person" => Ok(Some(model.undo_to_person())),
        "redo_to_person" => Ok(Some(model.redo_to_person())),
        "set_clock" => {
            model.now.clocks[color as usize] = action["clock"]["remaining_seconds"].as_u64();
            Ok(None)
        }
        _ => {
            model.engines[color as usize] = action["player"] != "person";
            Ok(None)
        }
    };
    let mut then = shown(model);
    let mut step = json!({ "action": action });
    if stored {
        step["stored"] = json!(true);
    }
    match (&acted, expected) {
        (Ok(acted), Ok(did)) => {
            ensure!(acted.changed == did.unwrap_or(true), "{step}: {} is not {did:?}", acted.changed);
            did.into_iter().for_each(|did| then["did"] = json!([did]));
        }
        (Err(error), Err(code)) => {
            ensure!(Problem::from(error).code == code, "{step}: {error}");
            step["error"] = json!({ "code": code });
        }
        other => anyhow::bail!("{step}: {other:?}"),
    }
    let got = serde_json::to_value(SessionState::of(pair.session.clone()))?;
    for (name, want) in then.as_object().into_iter().flatten().filter(|(name, _)| *name != "did") {
        ensure!(got[name] == *want, "{step}: {name} is {}, not {want}", got[name]);
    }
    step["then"] = then;
    Ok(step)
}

/// The state of a session, by the model.
fn shown(model: &SessionModel) -> Value {
    let game = &model.now.game;
    let legal: Vec<String> = game.legal_plays().map(|mv| mv.to_string()).collect();
    let [black, white] = model.now.clocks;
    json!({
        "due": model.due(),
        "position": game.position().to_string(),
        "moves": game.to_string(),
        "legal_moves": if model.is_over() { Vec::new() } else { legal },
        "last_move": game.moves().last().map(|mv| mv.to_string()),
        "time_left": {"black": black, "white": white},
        "moves_to_redo": model.moves_to_redo(),
        "result": model.result().map(|(score, ending)| json!({"score": score, "ending": ending})),
    })
}
