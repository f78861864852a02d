//! Pictures of the corpus in Rust: their options are calls of `Picture`. They are the same bytes at each
//! door.

use reversi_engine::picture::{Label, Picture};
use reversi_engine::{Game, Square};
use serde_json::{Value, json};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn label(value: &Value) -> Label {
    let discs = |value: &Value| value.as_i64().unwrap() as i32;
    let bounds = &value["bounds"];
    match value {
        Value::String(text) => Label::from(text.as_str()),
        Value::Number(number) => Label::number(number.as_f64().unwrap()).unwrap(),
        _ if bounds.is_object() => Label::bounds(discs(&bounds["lower"]), discs(&bounds["upper"])),
        _ if value["exact"].is_number() => Label::exact(discs(&value["exact"])),
        _ => Label::estimate(discs(&value["estimate"]["score"])),
    }
}

fn drawn(case: &Value) -> String {
    let text = case["game"].as_str().unwrap();
    let game: Game = text.parse().unwrap_or_else(|_| Game::from_position(text.parse().unwrap()));
    let options = &case["options"];
    let mut picture: Picture = Picture::of(&game);
    for (at, mark) in options["marks"].as_object().into_iter().flatten() {
        picture = picture.mark(square(at), mark.as_str().unwrap().parse().unwrap());
    }
    for (at, value) in options["values"].as_object().into_iter().flatten() {
        picture = picture.label(square(at), label(value));
    }
    if let Some(last) = options["last"].as_str() {
        picture = picture.last(square(last));
    }
    let number = |value: &Value| value.as_f64().unwrap() as f32;
    if let Some(heat) = options["heat"].as_array() {
        let heat: [f32; 64] = heat.iter().map(number).collect::<Vec<_>>().try_into().unwrap();
        picture = match options["heat_range"].as_array() {
            Some(ends) => picture.heat_within(&heat, number(&ends[0]), number(&ends[1])).unwrap(),
            None => picture.heat(&heat).unwrap(),
        };
    }
    if let Some(shown) = options["coordinates"].as_bool() {
        picture = picture.coordinates(shown);
    }
    if let Some(size) = options["size"].as_u64() {
        picture = picture.size(size as u32).unwrap();
    }
    if let Some(theme) = options["theme"].as_str() {
        picture = picture.theme(theme.parse().unwrap());
    }
    if let Some(title) = options["title"].as_str() {
        picture = picture.title(title);
    }
    picture.to_string()
}

/// `REVERSI_WRITE_PICTURES=1` writes the pictures into the corpus.
#[test]
fn pictures_of_the_corpus() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/doors/pictures.json");
    let mut cases: Vec<Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    if std::env::var_os("REVERSI_WRITE_PICTURES").is_some() {
        for case in &mut cases {
            case["svg"] = json!(drawn(case));
        }
        let lines: Vec<String> = cases.iter().map(Value::to_string).collect();
        std::fs::write(path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    assert!(cases.len() >= 6);
    for case in &cases {
        assert_eq!(drawn(case), case["svg"].as_str().unwrap(), "{}", case["name"]);
    }
}
