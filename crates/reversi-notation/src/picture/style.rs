//! Colours, and what is written into XML.

use alloc::string::ToString as _;
use core::fmt::{self, Write as _};

use super::PictureError;

/// The colours around the board.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::picture::{Picture, Theme};
///
/// let svg = Picture::of(Board::START).theme(Theme::Light).to_string();
/// assert!(!svg.contains("<style>"));
/// assert_eq!("dark".parse(), Ok(Theme::Dark));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Follows the device that shows the picture.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl core::str::FromStr for Theme {
    type Err = PictureError;

    fn from_str(name: &str) -> Result<Theme, Self::Err> {
        match name {
            "auto" => Ok(Theme::Auto),
            "light" => Ok(Theme::Light),
            "dark" => Ok(Theme::Dark),
            _ => Err(PictureError::Theme { name: name.to_string() }),
        }
    }
}

/// A colour that a theme changes: its class, for light and for dark. Two pictures in a page share the style
/// sheets of both, so a class means the same in all of them.
#[derive(Clone, Copy)]
pub(super) struct Themed(&'static str, &'static str, &'static str);

pub(super) const FELT: Themed = Themed("rv-felt", "#1E6445", "#1B5A3F");
pub(super) const FRAME: Themed = Themed("rv-frame", "#1A1D1B", "#0B0D0C");
pub(super) const FRAME_INK: Themed = Themed("rv-ink", "#C6CFC9", "#B9C3BD");
pub(super) const SURFACE: Themed = Themed("rv-page", "#FBFCFA", "#191D1B");
pub(super) const TEXT: Themed = Themed("rv-text", "#434D47", "#B3BDB7");
pub(super) const BLACK_AHEAD: Themed = Themed("rv-up", "#1B1F1D", "#000000");
pub(super) const WHITE_AHEAD: Themed = Themed("rv-down", "#FFFFFF", "#DAD8D0");
pub(super) const GRID: Themed = Themed("rv-grid", "#D6DBD6", "#2C332F");
pub(super) const EDGE: Themed = Themed("rv-edge", "#79827C", "#7F8A84");
pub(super) const CURVE: Themed = Themed("rv-line", "#17573C", "#8FD3B0");
pub(super) const BAD: Themed = Themed("rv-bad", "#8F260E", "#FFB09C");

impl Themed {
    /// The fill of an element, and its class where the device chooses.
    pub(super) fn fill(self, theme: Theme) -> impl fmt::Display {
        self.attribute("fill", theme)
    }

    /// The stroke of an element that has no fill.
    pub(super) fn stroke(self, theme: Theme) -> impl fmt::Display {
        self.attribute("stroke", theme)
    }

    fn attribute(self, name: &'static str, theme: Theme) -> impl fmt::Display {
        let Themed(class, light, dark) = self;
        let color = if theme == Theme::Dark { dark } else { light };
        Written(move |f: &mut fmt::Formatter<'_>| {
            write!(f, "{name}=\"{color}\"")?;
            if theme == Theme::Auto { write!(f, " class=\"{class}\"") } else { Ok(()) }
        })
    }
}

/// The style sheet of a picture that follows the theme of the device: colours by property.
pub(super) fn style(theme: Theme, fills: &[Themed], strokes: &[Themed]) -> impl fmt::Display {
    Written(move |f: &mut fmt::Formatter<'_>| {
        if theme != Theme::Auto {
            return Ok(());
        }
        f.write_str("<style>@media(prefers-color-scheme:dark){")?;
        for (property, colors) in [("fill", fills), ("stroke", strokes)] {
            for Themed(class, _, dark) in colors {
                write!(f, ".{class}{{{property}:{dark}}}")?;
            }
        }
        f.write_str("}</style>")
    })
}

/// Dark blue, grey and yellow: their lightness grows all the way, and no pair of them is confused by those
/// who do not tell red from green.
const RAMP: [[i32; 3]; 5] =
    [[0x16, 0x35, 0x66], [0x46, 0x5C, 0x80], [0x84, 0x89, 0x88], [0xC0, 0xAC, 0x70], [0xFA, 0xD8, 0x58]];

/// The colour at a place of the ramp, from 0 to 255.
pub(crate) fn ramp(at: u8) -> [u8; 3] {
    let (stop, part) = (usize::from(at) * 4 / 255, i32::from(at) * 4 % 255);
    let (from, to) = (RAMP[stop], RAMP[(stop + 1).min(4)]);
    [0, 1, 2].map(|i| (from[i] + (to[i] - from[i]) * part / 255) as u8)
}

/// Text that a function writes.
pub(super) struct Written<F>(pub(super) F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Written<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// A text in XML. Characters that XML cannot have become the replacement character.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                '\0'..='\x1f' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A number of tenths, as short as it can be.
pub(crate) struct Tenths(pub(crate) i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_char('-')?;
        }
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        match (whole, tenth) {
            (whole, 0) => write!(f, "{whole}"),
            (0, tenth) => write!(f, ".{tenth}"),
            (whole, tenth) => write!(f, "{whole}.{tenth}"),
        }
    }
}
