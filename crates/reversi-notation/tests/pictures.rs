//! Pictures: what is drawn is what is on the board, and every text stays inside of its element.

use reversi_bitboard::{Bitboard, Board, Color, Game, Position, Square};
use reversi_notation::picture::{GraphPoint, Label, Mark, Picture, PictureError, ScoreGraph, Theme};
use reversi_testkit::{Rng, any_board};

/// The name of an element, its attributes and its text.
type Element = (String, Vec<(String, String)>, String);

/// The elements of a document. It fails for one that is not well formed, and for two attributes with a
/// name.
fn elements(svg: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        if let Some(&inside) = open.last() {
            found[inside].2.push_str(&rest[..start]);
        } else {
            assert_eq!(&rest[..start], "", "text outside of the element");
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(found[open.pop().expect("an element is open")].0, name);
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut known = Vec::new();
        while let Some((name, more)) = attributes.split_once("=\"") {
            let (value, more) = more.split_once('"').expect("a value ends");
            assert!(known.iter().all(|(other, _)| other != name.trim()), "two {name} in {tag}");
            known.push((name.trim().to_owned(), value.to_owned()));
            attributes = more;
        }
        assert_eq!(attributes.trim(), "", "{tag}");
        found.push((name.to_owned(), known, String::new()));
        if !is_empty {
            open.push(found.len() - 1);
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{rest}");
    for (_, attributes, text) in &found {
        for text in attributes.iter().map(|(_, value)| value).chain([text]) {
            let entities = text.matches('&').count();
            let known =
                ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].map(|entity| text.matches(entity).count());
            assert_eq!(entities, known.iter().sum::<usize>(), "{text}");
        }
    }
    found
}

/// The squares of the circles in the group of a colour.
fn drawn(svg: &str, color: Color) -> Bitboard {
    let Some((_, group)) = svg.split_once(&format!("<g class=\"rv-{color}\"")) else {
        return Bitboard::EMPTY;
    };
    let group = group.split_once("</g>").unwrap().0;
    let place = |circle: &str, name: &str| match circle.split_once(name) {
        Some((_, value)) => value.split_once('"').unwrap().0.parse().unwrap(),
        None => 0,
    };
    let squares = group.split("<circle").skip(1).map(|circle| {
        Square::at(place(circle, " cx=\""), place(circle, " cy=\"")).expect("a disc is on the board")
    });
    squares.fold(Bitboard::EMPTY, Bitboard::with_square)
}

#[test]
fn the_discs_of_a_picture_are_those_of_the_board() {
    let mut rng = Rng::with_seed(7);
    for board in (0..200).map(|_| any_board(&mut rng)) {
        for side in [Color::Black, Color::White] {
            let position = Position { board, side };
            let svg = Picture::of(position).to_string();
            elements(&svg);
            for color in [Color::Black, Color::White] {
                assert_eq!(drawn(&svg, color), position.discs(color), "{position}");
                let words = format!("{} {color} disc", position.discs(color).len());
                assert!(svg.contains(&words), "{svg}");
            }
        }
    }
}

#[test]
fn a_plain_picture_is_small_and_stands_alone() {
    let full: Position =
        "XXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOO X".parse().unwrap();
    for position in [Position::START, full] {
        let svg = Picture::of(position).to_string();
        assert!(svg.len() <= 4096, "{} bytes", svg.len());
        for outside in ["<script", "href", " id=", "url(", "onload", "http://"] {
            assert!(!svg.replace("http://www.w3.org/2000/svg", "").contains(outside), "{outside}");
        }
        let root = &elements(&svg)[0];
        assert_eq!(root.0, "svg");
        assert!(root.1.contains(&("role".into(), "img".into())), "{root:?}");
    }
}

#[test]
fn a_style_sheet_is_there_for_the_theme_of_the_device_alone() {
    let of = |theme| Picture::of(Board::START).theme(theme).to_string();
    assert!(of(Theme::Auto).contains("prefers-color-scheme:dark"));
    assert!(of(Theme::Light).contains("#1E6445") && !of(Theme::Light).contains("class=\"rv-felt"));
    assert!(of(Theme::Dark).contains("#1B5A3F") && !of(Theme::Dark).contains("<style"));
}

#[test]
fn marks_labels_and_the_last_move_stand_where_they_belong() {
    let game: Game = "f5d6c3".parse().unwrap();
    let moves = game.board().legal_moves();
    let picture = Picture::of(&game).mark(moves, Mark::Dot).label(Square::D3, Label::exact(4));
    let picture = picture.label(Square::C5, Label::estimate(-12)).label(Square::F4, Label::bounds(2, 64));
    let picture = picture.label(Square::G5, Label::bounds(-64, 0)).mark(Square::H8, Mark::Cross);
    let svg = picture.to_string();
    let all = elements(&svg);
    let text = |text: &str| all.iter().find(|(name, _, inside)| name == "text" && inside == text);
    let best = text("+4").unwrap();
    assert!(
        best.1.contains(&("x".into(), "175".into()))
            && best.1.contains(&("font-weight".into(), "700".into()))
    );
    for shown in ["\u{2212}12", "≥+2", "≤0"] {
        assert!(
            text(shown).is_some_and(|found| found.1.contains(&("font-weight".into(), "600".into()))),
            "{shown}"
        );
    }
    assert!(svg.contains("<desc>Black: c3 d4 e4 e5 f5. White: d5 d6. Dots: "), "{svg}");
    assert!(svg.contains("Labels: d3 exact +4, f4 ≥+2, c5 estimate \u{2212}12, g5 ≤0."), "{svg}");
    assert!(svg.contains("white to move, last move c3</title>"), "{svg}");
    assert!(svg.contains("Crosses: h8. "), "{svg}");
    assert!(
        svg.contains(r##"<circle cx="125" cy="124" r="4" fill="#F4F2EB"/>"##),
        "the dot of the last move"
    );
    let dots =
        all.iter().filter(|(_, attributes, _)| attributes.contains(&("r".into(), "4.5".into()))).count();
    let labelled: Bitboard = "d3 c5 f4 g5".parse().unwrap();
    assert_eq!((dots as u32, moves.len() > 1), ((moves & !labelled).len(), true), "a label hides a dot");
    let gone = Picture::of(&game).label(Square::A1, "x").label(Square::A1, " ");
    assert_eq!(gone, Picture::of(&game));
}

#[test]
fn a_ring_stays_below_a_label() {
    let picture = Picture::of(Board::START).mark(Square::F5, Mark::Ring).label(Square::F5, "best");
    assert_eq!(picture.to_string().matches("r=\"21.5\"").count(), 2);
}

#[test]
fn hostile_texts_stay_texts() {
    let hostile = "</title><script>alert(\"1\")</script>&'\u{0}\u{ffff}";
    let svg = Picture::of(Board::START).title(hostile).label(Square::A1, hostile).to_string();
    let all = elements(&svg);
    assert!(all.iter().all(|(name, ..)| name != "script"));
    let title = &all.iter().find(|(name, ..)| name == "title").unwrap().2;
    assert_eq!(
        title,
        "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;\u{fffd}\u{fffd}"
    );
}

#[test]
fn tints_have_zero_where_their_words_say() {
    let tinted = |values: &[(usize, f32)]| {
        let mut heat = [0.0; 64];
        values.iter().for_each(|&(at, value)| heat[at] = value);
        Picture::of(Board::START).heat(&heat).unwrap().to_string()
    };
    let (blue, grey, yellow) = ("#163566", "#8489", "#FAD858");
    let positive = tinted(&[(0, 2.0)]);
    assert!(positive.contains(&format!("fill=\"{yellow}\" d=\"M0 0h50v50h-50z\"")), "{positive}");
    assert!(positive.contains(blue));
    let negative = tinted(&[(63, -0.5)]);
    assert!(negative.contains(&format!("fill=\"{blue}\" d=\"M350 350h50v50h-50z\"")), "{negative}");
    assert!(negative.contains(yellow));
    let both = tinted(&[(0, 2.0), (1, -1.0)]);
    assert!(both.contains(grey) && both.contains(yellow) && !both.contains(blue), "{both}");
    assert!(both.contains("Tints: least b1, greatest a1."), "{both}");
    let none = tinted(&[]);
    assert!(!none.contains(blue) && !none.contains(yellow), "{none}");
    let huge = tinted(&[(0, f32::MAX), (1, -f32::MAX)]);
    assert!(huge.contains(blue) && huge.contains(yellow) && huge.contains(grey));
}

#[test]
fn what_cannot_be_drawn_is_refused_in_words() {
    let with = |value| {
        let mut heat = [0.0; 64];
        heat[18] = value;
        heat
    };
    let picture = || Picture::of(Board::START);
    let refused = |result: Result<_, PictureError>, words: &str, field: &str| {
        let error = result.map(|_: Picture| ()).unwrap_err();
        assert_eq!((error.to_string().as_str(), error.field()), (words, field));
    };
    refused(picture().heat(&with(f32::NAN)), "heat of c3 must be a finite number, not NaN", "heat");
    refused(picture().heat(&with(f32::INFINITY)), "heat of c3 must be a finite number, not inf", "heat");
    refused(picture().heat_within(&with(2.0), 0.0, 1.0), "heat of c3 must be 0 to 1, not 2", "heat");
    let range = "heat_range must be two finite numbers, the lesser one first, not 1 and 0";
    refused(picture().heat_within(&with(0.5), 1.0, 0.0), range, "heat_range");
    let unbound = picture().heat_within(&with(0.5), 0.0, f32::INFINITY);
    refused(
        unbound,
        "heat_range must be two finite numbers, the lesser one first, not 0 and inf",
        "heat_range",
    );
    refused(picture().size(15), "size must be 16 to 4096, not 15", "size");
    refused(picture().size(4097), "size must be 16 to 4096, not 4097", "size");
    let value = Label::number(f64::NAN).unwrap_err();
    assert_eq!(value.to_string(), "value must be -999999 to 999999, not NaN");
    assert!(Label::number(1e6).is_err() && Label::number(-999_999.0).is_ok());
    assert_eq!(
        "rainbow".parse::<Theme>().unwrap_err().to_string(),
        "theme must be auto, light or dark, not \"rainbow\""
    );
}

#[test]
fn numbers_of_labels_have_a_sign_and_at_most_two_decimals() {
    let text = |number| Label::number(number).unwrap().text().to_owned();
    for (number, shown) in [
        (0.0, "0"),
        (-0.0, "0"),
        (0.004, "0"),
        (0.005, "+0.01"),
        (-1.5, "\u{2212}1.5"),
        (12.34, "+12.34"),
        (-0.07, "\u{2212}0.07"),
        (64.0, "+64"),
    ] {
        assert_eq!(text(number), shown);
    }
    assert_eq!(Label::bounds(-4, 2).text(), "\u{2212}4…+2");
    assert_eq!(Label::bounds(-64, 64).text(), "?");
    assert_eq!(Label::from(i32::MIN).text(), "\u{2212}2147483648");
}

#[test]
fn coordinates_are_shown_where_there_is_room() {
    let has = |size, given: Option<bool>| {
        let picture = Picture::of(Board::START).size(size).unwrap();
        let picture = given.into_iter().fold(picture, |picture, shown| picture.coordinates(shown));
        picture.to_string().contains(">a</text>")
    };
    assert!(!has(199, None) && has(200, None) && has(100, Some(true)) && !has(640, Some(false)));
}

#[test]
fn a_graph_shows_each_score_of_black_and_each_loss() {
    let scores = [0, 4, -2, -10, 6];
    let mut points: Vec<GraphPoint> = scores.map(|score| GraphPoint::new(Color::Black, score)).into();
    points[3] = points[3].lost(Color::White, 2).proven();
    points[4] = GraphPoint::new(Color::White, -6).lost(Color::White, 16).proven();
    let graph = ScoreGraph::new(points).first(18);
    let svg = graph.to_string();
    let all = elements(&svg);
    assert_eq!(
        graph.words(),
        "Score after each of 5 moves: black +6 at most (move 22), white +10 at most (move 21)"
    );
    assert!(svg.contains("<title>Move 22: white lost 16 discs</title>"), "{svg}");
    assert_eq!(all.iter().filter(|(name, ..)| name == "circle").count(), 1, "a loss of 2 has no disc");
    assert!(svg.contains("black +16") && svg.contains("white +16") && svg.contains(">20</text>"));
    // The scale is 16 and 63 units are half of the height: +6 is at 75 - 23.6, -10 at 75 + 39.3.
    assert!(svg.contains(r#" d="M370.5 114.3L470 51.4"/>"#), "the proven part: {svg}");
    assert!(svg.contains(r#"stroke-dasharray="2 2" d="M72 75L171.5 59.3L271 82.8L370.5 114.3"/>"#), "{svg}");
    assert!(svg.len() < 8192 && elements(&ScoreGraph::new([]).to_string()).len() > 3);
    assert_eq!(
        ScoreGraph::new([]).words(),
        "Score after each of 0 moves: black never ahead, white never ahead"
    );
    elements(&ScoreGraph::new([GraphPoint::new(Color::White, i32::MIN)]).theme(Theme::Dark).to_string());
}

#[test]
fn a_score_three_below_the_best_is_dimmed_and_only_empty_squares_sink() {
    let svg = |score| Picture::of(Board::START).label(Square::A1, 4).label(Square::B1, score).to_string();
    assert!(svg(1).contains("#C8D8CE") && !svg(2).contains("#C8D8CE"));
    let sunk = "fill=\"#02180E\"";
    assert!(
        svg(1).contains(sunk) && !Picture::of(Board::START).label(Square::D4, 4).to_string().contains(sunk)
    );
}

#[test]
fn what_is_at_most_a_score_is_not_the_best() {
    let weight = |labels: [Label; 2]| {
        let picture = [Square::A1, Square::H8].into_iter().zip(labels);
        let picture =
            picture.fold(Picture::of(Board::START), |picture, (at, label)| picture.label(at, label));
        let all = elements(&picture.to_string());
        let texts = all.iter().filter(|(name, attributes, _)| {
            name == "text" && attributes.iter().any(|(name, _)| name == "font-weight")
        });
        texts.map(|(_, attributes, _)| attributes.contains(&("font-weight".into(), "700".into()))).collect()
    };
    let none: Vec<bool> = weight([Label::bounds(-64, 4), Label::bounds(-64, 64)]);
    assert_eq!(none, [false, false]);
    assert_eq!(weight([Label::bounds(-64, 10), Label::exact(4)]), [false, true]);
    assert_eq!(weight([Label::bounds(-64, 64), Label::estimate(-3)]), [false, true]);
    assert_eq!(weight([Label::bounds(4, 64), Label::exact(4)]), [true, true]);
    assert_eq!(weight([Label::bounds(-2, 6), Label::estimate(-3)]), [true, false]);
}

#[test]
fn tints_stay_as_they_are_and_what_stands_on_them_is_on_a_dark_plate() {
    let game: Game = "f5".parse().unwrap();
    let plate = "fill=\"#06130C\"";
    let tinted = Picture::of(&game).heat(&[1.0; 64]).unwrap();
    let svg = tinted.clone().label(Square::A1, 4).to_string();
    assert_eq!(svg.matches(plate).count(), 1);
    assert!(!svg.contains("fill-opacity=\".2\""), "the last move has an outline: {svg}");
    assert!(svg.contains(r##"<path fill="none" stroke="#FFF0BE" stroke-width="5" d="M250 200h50"##));
    for without in [tinted.clone().label(Square::F5, 4), tinted.label(Square::A1, Label::exact(4))] {
        assert!(!without.to_string().contains(plate), "on a disc, or a plate of its own");
    }
    assert!(!Picture::of(&game).label(Square::A1, 4).to_string().contains(plate));
    for rim in ["fill=\"#1D211F\" stroke=\"#D5D2C7\"", "fill=\"#FAF8F3\" stroke=\"#121514\""] {
        assert!(svg.contains(rim) && !Picture::of(&game).to_string().contains(rim), "{rim}");
    }
}

#[test]
fn a_graph_of_one_move_shows_it() {
    let graph = ScoreGraph::new([GraphPoint::new(Color::White, 4)]);
    assert_eq!(graph.words(), "Score after one move: black never ahead, white +4 at most (move 1)");
    assert!(graph.to_string().contains(r#"stroke-linecap="round" d="M72 106.5h0"/>"#), "{graph}");
}
