//! The characters of the terminal.

use std::env;

/// Returns whether the locale is one of UTF-8.
pub(crate) fn has_unicode() -> bool {
    if cfg!(windows) {
        return true;
    }
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let locale = named.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let locale = locale.to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
