//! Bytes in JSON.

use std::fmt;
use std::str::FromStr;

use crate::data::{QuestionError, QuestionErrorKind};
use crate::surface::{Datum, Plain};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes, in data a text in base64.
///
/// ```
/// use reversi_engine::Base64;
///
/// assert_eq!(Base64(b"proof".to_vec()).to_string(), "cHJvb2Y=");
/// assert_eq!("cHJvb2Y=".parse(), Ok(Base64(b"proof".to_vec())));
/// assert!("cHJvb2Y".parse::<Base64>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Base64(pub Vec<u8>);

/// A text that is not base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not base64")]
pub struct ParseBase64Error;

impl fmt::Display for Base64 {
    #[cold]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(self.0.len().div_ceil(3) * 4);
        for bytes in self.0.chunks(3) {
            let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(bytes.get(i).copied().unwrap_or(0)));
            let digit = |i: usize| char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]);
            text.extend((0..4).map(|i| if i <= bytes.len() { digit(i) } else { '=' }));
        }
        f.write_str(&text)
    }
}

/// With its padding and nothing else: there is one text for the same bytes.
impl FromStr for Base64 {
    type Err = ParseBase64Error;

    #[cold]
    fn from_str(text: &str) -> Result<Base64, ParseBase64Error> {
        let digits = text.trim_end_matches('=');
        let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
        for digits in digits.as_bytes().chunks(4) {
            let mut bits = 0;
            for digit in digits {
                let value = DIGITS.iter().position(|known| known == digit).ok_or(ParseBase64Error)?;
                bits = bits << 6 | value as u32;
            }
            let [_, decoded @ ..] = (bits << (24 - 6 * digits.len())).to_be_bytes();
            bytes.extend(&decoded[..digits.len() * 3 / 4]);
        }
        let read = Base64(bytes);
        if read.to_string() == text { Ok(read) } else { Err(ParseBase64Error) }
    }
}

impl Datum for Base64 {
    fn read(plain: Plain) -> Result<Base64, QuestionError> {
        let text = String::read(plain)?;
        text.parse().map_err(|ParseBase64Error| {
            let found = Plain::Text(text).describe();
            QuestionError::new(
                "",
                QuestionErrorKind::WrongType { expected: "a text in base64".into(), found },
            )
        })
    }

    fn plain(&self) -> Option<Plain> {
        Some(Plain::Text(self.to_string()))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Base64 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_string())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Base64 {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Base64, D::Error> {
        let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_a_text_and_back() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg=="),
            (b"\xff\xff\xfe", "///+"),
        ] {
            assert_eq!(Base64(bytes.to_vec()).to_string(), text);
            assert_eq!(text.parse(), Ok(Base64(bytes.to_vec())));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(Base64(all.clone()).to_string().parse(), Ok(Base64(all)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9v====", "=", "Zm 9v", "Zm9v\n", "Zm9-", "é==="] {
            assert_eq!(text.parse::<Base64>(), Err(ParseBase64Error), "{text}");
        }
    }
}
