//! Structs and enums of the C library.

pub(super) fn structs() -> String {
    String::new()
}
