//! Names the shared library as cargo-c does, for builds without cargo-c: programs that are linked against one
//! 0.x release do not load another one.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let by_cargo_c = env::var_os("CARGO_FEATURE_CAPI").is_some();
    if !by_cargo_c && env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        let version = env!("CARGO_PKG_VERSION").rsplit_once('.').map_or("", |(compatible, _)| compatible);
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libreversi.so.{version}");
    }
}
