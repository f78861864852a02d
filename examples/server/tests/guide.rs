//! The guide on serving shows the code of this service.

#[test]
fn the_guide_shows_this_code() {
    let guide = include_str!("../../../crates/reversi-engine/src/docs/serving.md");
    let code = include_str!("../src/service.rs");
    let shown: Vec<_> =
        guide.split("```rust,ignore\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(shown.len(), 1);
    for part in shown {
        assert!(code.contains(part), "not in service.rs:\n{part}");
    }
}
