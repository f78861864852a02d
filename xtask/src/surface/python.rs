//! Literals and options of the Python package.

pub(super) fn module() -> String {
    String::new()
}
