//! Compares with weights that are not part of the repository. A test is skipped if they are missing.

use reversi_bitboard::Board;
use reversi_eval::{ByteOrder, Evaluator, PatternWeights, Weights};
use reversi_testkit::data;

#[test]
fn eval_dat_is_written_as_it_was_read() {
    let Some(path) = data("reference-eval/eval.dat") else { return };
    let original = std::fs::read(path).unwrap();
    let (weights, header) = PatternWeights::read_edax(&*original).unwrap();
    let write = |weights: &PatternWeights, byte_order| {
        let mut bytes = Vec::new();
        let header = reversi_eval::EdaxHeader::new(byte_order, header.version, header.date);
        weights.write_edax(&mut bytes, &header).unwrap();
        bytes
    };
    assert!(write(&weights, header.byte_order) == original);

    let [little, big] = [ByteOrder::Little, ByteOrder::Big].map(|order| write(&weights, order));
    for (order, bytes) in [(ByteOrder::Little, &little), (ByteOrder::Big, &big)] {
        let (again, header) = PatternWeights::read_edax(&**bytes).unwrap();
        assert_eq!(header.byte_order, order);
        assert_eq!(again, weights);
        assert_eq!(PatternWeights::from_bytes(bytes).unwrap(), weights);
        assert!(write(&again, ByteOrder::Little) == little);
        assert!(write(&again, ByteOrder::Big) == big);
    }

    let (mut plain, mut compact) = (Vec::new(), Vec::new());
    weights.write(&mut plain).unwrap();
    weights.write_compact(&mut compact, 1).unwrap();
    assert_eq!(PatternWeights::from_bytes(&plain).unwrap(), weights);
    assert_eq!(PatternWeights::from_bytes(&compact).unwrap(), weights);
}

#[test]
fn static_values_are_those_listed() {
    let Some(path) = data("reference-eval/eval.dat") else { return };
    let Some(list) = data("reference-eval/check.csv") else { return };
    let patterns = PatternWeights::from_bytes(&std::fs::read(path).unwrap()).unwrap();
    let weights = Weights::new(&patterns).unwrap();
    let list = std::fs::read_to_string(list).unwrap();
    let mut rows = 0;
    for line in list.lines().skip(1) {
        let (board, value) = line.split_once(',').unwrap();
        let (board, value): (Board, i32) = (board.parse().unwrap(), value.parse().unwrap());
        assert_eq!(patterns.evaluate_128(&board), value, "{board}");
        assert_eq!(weights.evaluate_128(&board), value, "{board}");
        rows += 1;
    }
    assert_eq!(rows, 485);
}
