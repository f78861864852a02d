//! A review for people.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use console::Style;
use reversi_engine::notation::GgfGame;
use reversi_engine::play::{MoveClass, Review, ReviewedMove, TurningPoint};
use reversi_engine::search::Outcome;
use reversi_engine::weights::HumanRating;
use reversi_engine::{Color, Move, Position};

use crate::output::{count, has_unicode, percent, score};
use crate::records::player;

/// The review of a game, in lines. Without `all` it has the mistakes alone. `human` is the rating of the
/// people who find the better moves.
pub(super) fn text(
    review: &Review,
    record: &GgfGame,
    number: Option<usize>,
    human: Option<u32>,
    all: bool,
) -> String {
    let mut text = format!("{}\n", Style::new().bold().apply_to(title(review, record, number)));
    for side in [Color::Black, Color::White] {
        let _ = writeln!(text, "{}", of_side(review, record, side));
        if let Some(rating) = review.sides.of(side).rating.filter(|rating| rating.moves > 0) {
            let little = if rating.enough { "" } else { "; one game says little" };
            let _ = writeln!(text, "  plays like {}{little}", interval(rating));
        }
    }
    if has_unicode() {
        let _ = writeln!(text, "{}", curve(review));
    }
    for point in &review.turning_points {
        let _ = writeln!(text, "{}", turning_point(review, point));
    }
    if let Some(ply) = review.left_book {
        let _ = writeln!(text, "the book ends with ply {}", ply - 1);
    }
    // What reads this text finds the game, with its start where it is not the usual one.
    let start = Some(record.game.start()).filter(|start| *start != Position::START);
    let start = start.map_or_else(String::new, |start| format!("{start} "));
    let _ = writeln!(text, "{start}{}", record.game);
    let shown: Vec<_> = review.moves.iter().filter(|mv| all || mv.class.counts()).collect();
    if !shown.is_empty() {
        let _ = writeln!(text, "{}", Style::new().dim().apply_to(HEADER));
    }
    for mv in shown {
        let _ = writeln!(text, "{}", row(mv));
        if let Some(why) = &mv.why {
            let _ = writeln!(text, "        {}", why.en);
        }
        if let (Some(found), Some(human), true) = (mv.found, human, mv.class.counts()) {
            let (best, share) = (mv.best_move, percent(found));
            let _ = writeln!(text, "        {best} is found by {share} of people of {human}.");
        }
    }
    text
}

/// A rating with its interval of 90 %.
fn interval(rating: HumanRating) -> String {
    let HumanRating { rating, low, high, .. } = rating;
    format!("{rating} (90 %: {low} to {high})")
}

/// The ratings of players who have several games. Players are told apart by their names.
#[derive(Default)]
pub(super) struct Together {
    /// The ratings of each name; `None` for a name of two people, who have played each other.
    players: BTreeMap<String, Option<Vec<HumanRating>>>,
    /// The games of each name and side: a copy has the same start and moves, whoever the other player is.
    seen: HashSet<(String, Color, Position, Vec<Move>)>,
    /// All games without their players.
    games: HashSet<(Position, Vec<Move>)>,
    copies: usize,
}

impl Together {
    pub(super) fn add(&mut self, record: &GgfGame, review: &Review) {
        const SIDES: [Color; 2] = [Color::Black, Color::White];
        let names = SIDES.map(|side| player(record, side).map(|name| name.trim().to_owned()));
        let is_of_two = names[0] == names[1];
        let (start, moves) = (record.game.start(), record.game.moves().collect::<Vec<_>>());
        if names != [None, None] {
            self.copies += usize::from(!self.games.insert((start, moves.clone())));
        }
        for (side, name) in SIDES.into_iter().zip(names).take(if is_of_two { 1 } else { 2 }) {
            let (Some(name), Some(rating)) = (name, review.sides.of(side).rating) else { continue };
            let is_new = self.seen.insert((name.clone(), side, start, moves.clone()));
            let ratings = self.players.entry(name).or_insert_with(|| Some(Vec::new()));
            match ratings {
                _ if is_of_two => *ratings = None,
                Some(ratings) if is_new => ratings.push(rating),
                _ => {}
            }
        }
    }

    /// Returns a line for each of them; `None` without a player.
    pub(super) fn text(&self) -> Option<String> {
        let line = |(name, games): (&String, &Option<Vec<HumanRating>>)| match games {
            None => Some(format!("\n{name} is not rated: the name stands on both sides of a game")),
            Some(games) if games.len() < 2 => None,
            Some(games) => {
                let rating = HumanRating::together(games);
                let little = if rating.enough { "" } else { "; they say little" };
                Some(format!("\n{name} plays like {} in {} games{little}", interval(rating), games.len()))
            }
        };
        let mut lines: String = self.players.iter().filter_map(line).collect();
        match self.copies {
            0 => {}
            1 => lines += "\n1 copy of a game, counted once",
            copies => _ = write!(lines, "\n{copies} copies of games, counted once"),
        }
        (!lines.is_empty()).then_some(lines)
    }
}

fn title(review: &Review, record: &GgfGame, number: Option<usize>) -> String {
    let mut parts = Vec::new();
    parts.extend(number.map(|number| format!("game {number}")));
    parts.extend(review.opening.clone());
    parts.push(match review.black_score {
        Some(0) => "a draw".to_owned(),
        Some(score) => format!("{} wins by {}", if score > 0 { "black" } else { "white" }, score.abs()),
        None => "the game is not over".to_owned(),
    });
    let (all, read) = (record.game.moves().len(), review.moves.len());
    if read < all {
        parts.push(format!("the last {read} of {all} moves"));
    }
    parts.join(", ")
}

/// The line of a side: its accuracy and its mistakes.
fn of_side(review: &Review, record: &GgfGame, side: Color) -> String {
    let own = review.sides.of(side);
    let accuracy = own.accuracy.map_or("too few moves for an accuracy".to_owned(), |accuracy| {
        format!("{:.0} % accuracy ({:.0} to {:.0})", accuracy.percent, accuracy.low, accuracy.high)
    });
    let counts = [
        (own.blunders, "blunder", "blunders"),
        (own.mistakes, "mistake", "mistakes"),
        (own.inaccuracies, "inaccuracy", "inaccuracies"),
    ];
    let named = |(number, one, several): &(u32, &str, &str)| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        number => Some(format!("{number} {several}")),
    };
    let mistakes: Vec<_> = counts.iter().filter_map(named).collect();
    let mistakes = if mistakes.is_empty() { "no mistakes".to_owned() } else { mistakes.join(", ") };
    let about = if own.proven == own.lost { "" } else { "about " };
    let lost = count(own.lost as usize, "disc");
    let name = player(record, side).map_or_else(String::new, |name| format!(" ({name})"));
    format!("{} {side}{name}: {accuracy}, {mistakes}, lost {about}{lost}", disc(side))
}

fn disc(side: Color) -> char {
    match (has_unicode(), side) {
        (false, side) => side.symbol(),
        (true, Color::Black) => '●',
        (true, Color::White) => '○',
    }
}

/// The points that black may expect before each move.
fn curve(review: &Review) -> String {
    const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let point = |mv: &ReviewedMove| {
        let own = mv.best_chances.points();
        let black = if mv.side() == Color::Black { own } else { 1.0 - own };
        STEPS[((black * 8.0) as usize).min(7)]
    };
    format!("{} for black", review.moves.iter().map(point).collect::<String>())
}

fn turning_point(review: &Review, point: &TurningPoint) -> String {
    let found = review.moves.iter().find(|mv| mv.ply == point.ply);
    let (side, played, best) =
        found.map_or((Color::Black, Move::Pass, Move::Pass), |mv| (mv.side(), mv.played, mv.best_move));
    let result = |outcome| match outcome {
        Outcome::Win => "a win",
        Outcome::Draw => "a draw",
        Outcome::Loss => "a loss",
    };
    let (before, after) = (result(point.before), result(point.after));
    let what = if point.proven {
        format!("gave {before} away: {after} after it")
    } else {
        format!("turned about {before} into {after}")
    };
    format!("turning point: ply {}, {side} {played} {what}, {best} was better", point.ply)
}

const HEADER: &str = "  ply   move  value  best  value  lost              chance to win  best line";

fn row(mv: &ReviewedMove) -> String {
    let line: Vec<String> = mv.best_line.iter().take(6).map(Move::to_string).collect();
    let lost = match (mv.loss, mv.proven) {
        (0, _) => String::new(),
        (loss, true) => format!("-{loss}"),
        (loss, false) => format!("~-{loss}"),
    };
    let class = if mv.class.counts() { mv.class.to_string() } else { String::new() };
    let chance = |chance: f64| format!("{:.0} %", 100.0 * chance);
    let row = format!(
        "{:>5} {} {:<4} {:>6}  {:<4} {:>6} {:>5}  {:<10} {:>6} > {:<5}  {}",
        mv.ply,
        disc(mv.side()),
        mv.played.to_string(),
        score(mv.value),
        mv.best_move.to_string(),
        score(mv.best_value),
        lost,
        class,
        chance(mv.best_chances.win),
        chance(mv.chances.win),
        line.join(" "),
    );
    style(mv.class).apply_to(row.trim_end()).to_string()
}

/// Styles show on terminals that have colours.
fn style(class: MoveClass) -> Style {
    match class {
        MoveClass::Inaccuracy => Style::new().yellow(),
        MoveClass::Mistake => Style::new().red(),
        MoveClass::Blunder => Style::new().red().bold(),
        _ => Style::new(),
    }
}
