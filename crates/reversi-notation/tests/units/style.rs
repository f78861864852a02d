//! Numbers, colours and text in pictures.

use reversi_notation::__internal::{escaped, ramp, tenths};

#[test]
fn numbers_are_as_short_as_they_can_be() {
    let written = [0, 5, 10, -3, -25, 430].map(|number| tenths(number).to_string());
    assert_eq!(written, ["0", ".5", "1", "-.3", "-2.5", "43"]);
}

#[test]
fn the_ramp_gets_lighter_all_the_way() {
    // Relative luminance, without gamma: only the order matters.
    let light = |at| ramp(at).iter().zip([2126, 7152, 722]).map(|(&c, w)| i32::from(c) * w).sum::<i32>();
    assert!((0..255).all(|at| light(at) <= light(at + 1)));
    assert_eq!((ramp(0), ramp(255)), ([0x16, 0x35, 0x66], [0xFA, 0xD8, 0x58]));
}

#[test]
fn no_text_ends_its_element() {
    let hostile = "</text><script>\"'&\0\u{1b}\u{ffff}\n";
    assert_eq!(
        escaped(hostile).to_string(),
        "&lt;/text&gt;&lt;script&gt;&quot;&#39;&amp;\u{fffd}\u{fffd}\u{fffd} "
    );
}
