//! Progress bars on stderr. They are shown if stderr is a terminal.

use std::thread::Builder;
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use reversi_engine::{Progress, Value};

const NOTHING_PROVEN: Value = Value::Bounds { lower: -64, upper: 64 };

/// A bar that counts positions or moves. It leaves room at the end of the line: where the `^C` of Ctrl-C
/// would begin another line, the bar would stay there.
pub(crate) fn bar(count: usize, things: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(&format!("{{bar:20}} {{pos}}/{{len}} {things}, {{elapsed}}{{msg}}"));
    let bar = ProgressBar::new(count as u64).with_style(style.expect("a valid template"));
    // The ticks come from a thread, and `enable_steady_tick` panics where the system has none.
    if !bar.is_hidden() && Builder::new().spawn(|| ()).is_ok() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// The time and the progress of one search.
pub(crate) fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed}{msg}").expect("a valid template");
    ProgressBar::new_spinner().with_style(style)
}

/// Shows a look at the running search beside a progress bar.
pub(crate) fn show(bar: &ProgressBar, progress: &Progress<'_>) {
    let mut text = format!(", {} nodes", HumanCount(progress.nodes()));
    if let Some(mv) = progress.best_move() {
        text += &format!(", {mv} {}", progress.value());
    }
    if progress.bounds() != NOTHING_PROVEN {
        text += &format!(", proven {}", progress.bounds());
    }
    bar.set_message(text);
}
