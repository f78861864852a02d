//! The moves that do best against people.

use console::Style;
use reversi_engine::play::{Practical, PracticalMove};
use reversi_engine::{Move, Position};

use crate::output::{percent, score};

/// The lines of a position: the advice, then the moves, the best against these people first.
pub(super) fn text(title: &str, position: Position, practical: &Practical) -> String {
    match practical.moves.first() {
        _ if position.board.is_game_over() => format!("{title}\nthe game is over"),
        None => format!("{title}\nno move has a value yet"),
        Some(first) if first.mv == Move::Pass => format!("{title}\na pass is forced"),
        Some(first) => {
            let header = "move   value  lost    wins  expected  errs  loses  best answer";
            let rows: Vec<String> = practical.moves.iter().map(row).collect();
            let advice = advice(practical, first);
            format!("{title}\n{advice}\n{}\n{}", Style::new().dim().apply_to(header), rows.join("\n"))
        }
    }
}

/// The best move against these people, what it risks, and the move that it replaces.
fn advice(practical: &Practical, first: &PracticalMove) -> String {
    let against = practical.against;
    let Some(best) = practical.best().filter(|best| best.mv != first.mv) else {
        return format!("{} is best, and best against {against} too", first.mv);
    };
    let discs = |discs: f64| format!("{discs:.0} disc{}", if discs.round() == 1.0 { "" } else { "s" });
    let mut text = format!(
        "{} is best against {against}: {} worse than {}, but {} of people answer wrongly and lose {} on average",
        first.mv,
        discs(first.loss.into()),
        best.mv,
        percent(first.wrong),
        discs(first.lost),
    );
    if let (Some(answer), Some(end)) = (first.best_answer, first.value.score()) {
        text += &format!("\nif they find {answer} ({}), it is worth {end:+}", percent(first.found));
    }
    text
}

fn row(each: &PracticalMove) -> String {
    let lost = if each.loss == 0 { "best".to_owned() } else { format!("-{}", each.loss) };
    let answer = each.best_answer.map_or_else(String::new, |mv| format!("{mv} {}", percent(each.found)));
    let loses = if each.wrong > 0.0 { format!("{:.1}", each.lost) } else { String::new() };
    let row = format!(
        "{:<4}{:>8}  {lost:>4}  {:>6}  {:>+8.1}  {:>4}  {loses:>5}  {answer}",
        each.mv.to_string(),
        score(each.value),
        percent(each.chances.win),
        each.discs,
        percent(each.wrong),
    );
    let style = if each.loss == 0 { Style::new().bold() } else { Style::new() };
    style.apply_to(row.trim_end()).to_string()
}
