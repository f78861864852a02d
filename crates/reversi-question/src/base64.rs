//! Bytes in JSON.

use std::fmt;
use std::str::FromStr;

use base64::engine::{Engine as _, general_purpose::STANDARD};
use reversi_fields::{DynValue, FieldError, FieldErrorKind, FieldValue};

/// Bytes, written in data as a text in base64.
///
/// ```
/// use reversi_engine::question::Base64;
///
/// assert_eq!(Base64(b"proof".to_vec()).to_string(), "cHJvb2Y=");
/// assert_eq!("cHJvb2Y=".parse(), Ok(Base64(b"proof".to_vec())));
/// assert!("cHJvb2Y".parse::<Base64>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "bytes in another form")]
pub struct Base64(pub Vec<u8>);

/// A text that is not base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is not base64")]
#[non_exhaustive]
pub struct ParseBase64Error;

impl fmt::Display for Base64 {
    #[cold]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode(&self.0))
    }
}

/// The padding is required and nothing else is allowed: the same bytes have one text.
impl FromStr for Base64 {
    type Err = ParseBase64Error;

    #[cold]
    fn from_str(text: &str) -> Result<Base64, ParseBase64Error> {
        STANDARD.decode(text).map(Base64).map_err(|_| ParseBase64Error)
    }
}

impl FieldValue for Base64 {
    fn read(plain: DynValue) -> Result<Base64, FieldError> {
        let text = String::read(plain)?;
        text.parse().map_err(|ParseBase64Error| {
            let found = DynValue::Text(text).describe();
            FieldError::new("", FieldErrorKind::WrongType { expected: "a text in base64".into(), found })
        })
    }

    fn plain(&self) -> Option<DynValue> {
        Some(DynValue::Text(self.to_string()))
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
