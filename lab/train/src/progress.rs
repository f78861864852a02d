//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar that counts up to `len`.
pub(crate) fn bar(len: u64, unit: &'static str) -> ProgressBar {
    let style = "{elapsed_precise} {wide_bar} {human_pos}/{human_len} {msg}, {eta} left";
    let style = ProgressStyle::with_template(style).expect("a fixed template");
    ProgressBar::new(len).with_style(style).with_message(unit)
}
