//! Tests of the embedded policy.

use reversi_bitboard::{Board, Move, Symmetry};

use super::{Head, HumanPolicy, ROWS, WIDTH, move_values};
use crate::file::WeightsErrorKind;
use crate::weights::Weights;

const FILE: &[u8] = include_bytes!("people.policy");

fn boards() -> Vec<Board> {
    let rng = &mut reversi_testkit::Rng::with_seed(12);
    (1..=60).map(|empties| reversi_testkit::reached(rng, empties)).collect()
}

#[test]
fn chances_are_those_of_the_legal_moves_and_add_up_to_one() {
    let policy = HumanPolicy::embedded().unwrap();
    for board in boards() {
        for rating in [0, 1200, 1500, 1800, u32::MAX] {
            let chances = policy.probabilities(&board, rating);
            let moves: Vec<Move> = chances.iter().map(|(mv, _)| *mv).collect();
            assert_eq!(moves, board.legal_plays().collect::<Vec<_>>(), "{board}");
            assert!(chances.iter().all(|(_, chance)| (0.0..=1.0).contains(chance)));
            let sum: f32 = chances.iter().map(|(_, chance)| chance).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{board} {sum}");
            assert_eq!(policy.probabilities(&board, rating), chances);
        }
    }
    let over: Board = ("X".repeat(64) + " X").parse().unwrap();
    assert_eq!(policy.probabilities(&over, 1500), []);
    let must_pass: Board = ("XO".to_owned() + &"-".repeat(62) + " O").parse().unwrap();
    assert!(must_pass.must_pass());
    assert_eq!(policy.probabilities(&must_pass, 1500), [(Move::Pass, 1.0)]);
}

/// The bits of all chances. They change with the file, and with what the policy is told of moves.
#[test]
fn chances_are_the_same_on_every_machine() {
    let policy = HumanPolicy::embedded().unwrap();
    let mut checksum = crc32fast::Hasher::new();
    for board in boards() {
        for rating in [1200, 1800] {
            let chances = policy.probabilities(&board, rating);
            chances.iter().for_each(|(_, chance)| checksum.update(&chance.to_le_bytes()));
        }
    }
    assert_eq!(format!("{:08x}", checksum.finalize()), "a801113e");
}

#[test]
fn mirror_images_have_the_same_chances() {
    let policy = HumanPolicy::embedded().unwrap();
    for board in boards() {
        let chances = policy.probabilities(&board, 1600);
        for symmetry in Symmetry::ALL {
            for (mv, chance) in policy.probabilities(&symmetry.board(board), 1600) {
                let same = |(original, _): &&(Move, f32)| match original {
                    Move::Place(square) => Move::Place(symmetry.square(*square)) == mv,
                    Move::Pass => mv == Move::Pass,
                };
                let original = chances.iter().find(same).unwrap().1;
                // Sums over moves in another order.
                assert!((original - chance).abs() < 1e-5, "{board} {mv}: {original} {chance}");
            }
        }
    }
}

/// The best moves are those after the best reply, by the small network.
#[test]
fn stronger_people_find_the_best_move_more_often_and_nobody_chooses_at_random() {
    let policy = HumanPolicy::embedded().unwrap();
    let weights = Weights::small().unwrap();
    let boards: Vec<Board> = boards().into_iter().filter(|board| board.legal_moves().len() > 3).collect();
    let found = |rating: u32| {
        let of = |board: &Board| {
            let values = move_values(&weights, *board);
            let best = (0..values.len()).max_by_key(|&i| values[i].after_reply).unwrap();
            policy.probabilities(board, rating)[best].1
        };
        boards.iter().map(of).sum::<f32>() / boards.len() as f32
    };
    let shares = [800, 1100, 1400, 1700, 2000].map(found);
    assert!(shares.is_sorted() && shares[4] > shares[0] + 0.05, "{shares:?}");
    let random = boards.iter().map(|board| 1.0 / board.legal_moves().len() as f32).sum::<f32>();
    assert!(shares[0] > 1.5 * random / boards.len() as f32, "{shares:?}");
}

#[test]
fn the_embedded_file_is_what_its_policy_writes() {
    let policy = HumanPolicy::embedded().unwrap();
    let mut written = Vec::new();
    policy.write(&mut written).unwrap();
    assert!(written == FILE, "{}", policy.provenance());
    assert!(FILE.len() <= 400_000, "{} bytes", FILE.len());
    assert!(policy.provenance().contains("WTHOR") && format!("{policy:?}").contains("WTHOR"));
}

#[test]
fn damaged_files_are_told_with_their_place() {
    let error = |bytes: &[u8]| HumanPolicy::read(bytes).unwrap_err();
    let changed = |at: usize, to: &[u8]| {
        let mut bytes = FILE.to_vec();
        bytes[at..at + to.len()].copy_from_slice(to);
        bytes
    };
    assert!(matches!(error(b"RVNOTHING").kind, WeightsErrorKind::UnknownFormat));
    let version = error(&changed(8, &[7]));
    assert!(matches!(version.kind, WeightsErrorKind::UnknownVersion { found: 7 }) && version.at == 8);
    let rows = error(&changed(12, &[9]));
    assert!(matches!(rows.kind, WeightsErrorKind::Invalid { .. }) && rows.at == 12, "{rows}");
    let provenance = usize::from(u16::from_le_bytes([FILE[10], FILE[11]]));
    let layers = 20 + provenance;
    let infinite = error(&changed(layers + 8, &f32::INFINITY.to_le_bytes()));
    assert!(matches!(infinite.kind, WeightsErrorKind::Invalid { expected: "finite numbers" }));
    assert_eq!(infinite.at, layers as u64);
    let text = error(&changed(20, &[0xff]));
    assert!(matches!(text.kind, WeightsErrorKind::Invalid { expected: "UTF-8" }) && text.at == 20);
    let byte = FILE.len() - 100;
    assert!(matches!(error(&changed(byte, &[!FILE[byte]])).kind, WeightsErrorKind::Checksum { .. }));
    for cut in [5, 11, 15, 30, layers + 100, FILE.len() - 200, FILE.len() - 1] {
        assert!(matches!(error(&FILE[..cut]).kind, WeightsErrorKind::Truncated { .. }), "{cut}");
    }
    let more = [FILE, &[0]].concat();
    assert!(matches!(error(&more).kind, WeightsErrorKind::TrailingData));
    // A file whose checksum is right, but whose rows are too few.
    let (header, last) = (&FILE[..layers + 4 * (Head::PARAMETERS + WIDTH)], [0x78, 0x9c, 3, 0, 0, 0, 0, 1]);
    let mut header = header.to_vec();
    header[16..20].copy_from_slice(&8_u32.to_le_bytes());
    let mut few = Vec::new();
    crate::file::write(&mut few, &header, &last).unwrap();
    let few = error(&few);
    assert!(matches!(few.kind, WeightsErrorKind::Invalid { .. }) && few.at == header.len() as u64, "{few}");
}

#[test]
fn a_policy_that_cannot_be_is_refused() {
    let new = |head, scale, rows, provenance: &str| {
        let kind =
            HumanPolicy::new(head, [scale; WIDTH], vec![[0; WIDTH]; rows], provenance).unwrap_err().kind;
        match kind {
            WeightsErrorKind::Invalid { expected } => expected,
            kind => panic!("{kind}"),
        }
    };
    assert_eq!(new(Head::ZERO, 1.0, ROWS - 1, ""), "the rows of all configurations");
    assert_eq!(new(Head::ZERO, f32::NAN, ROWS, ""), "finite numbers");
    assert_eq!(new(Head::ZERO, 1.0, ROWS, &"x".repeat(2001)), "a provenance of up to 2000 bytes");
}
