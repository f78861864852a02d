//! Tests of the embedded policy.

use reversi_bitboard::{Board, Move, Symmetry};

use super::{Head, HumanPolicy, Openings, ROWS, WIDTH, move_values};
use crate::file::{WeightsError, WeightsErrorKind};
use crate::weights::Weights;

const FILE: &[u8] = include_bytes!("people.policy");

/// Returns random boards, and some that people reached often. The last is its own mirror image.
fn boards() -> Vec<Board> {
    let rng = &mut reversi_testkit::Rng::with_seed(12);
    let random = (1..=60).map(|empties| reversi_testkit::reached(rng, empties));
    random.chain(["f5", "f5d6c3d3c4", "f5d6c4d3c3f4", "f5f6e6"].map(board)).collect()
}

fn board(moves: &str) -> Board {
    moves.parse::<reversi_bitboard::Game>().unwrap().board()
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

/// The bits of all chances. They change with the file, and with the inputs of the policy.
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
    assert_eq!(format!("{:08x}", checksum.finalize()), "72c01af4");
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

/// In the games of the years until 2010, without the held-out ones, as the manifest says.
#[test]
fn openings_are_played_as_often_as_people_played_them() {
    let policy = HumanPolicy::embedded().unwrap();
    let openings = policy.openings();
    assert_eq!(openings.len(), 8636);
    let of = |moves: &str| -> Vec<u32> {
        let counted = openings.counted(board(moves)).unwrap();
        counted.iter().map(|counts| counts.iter().sum::<f32>() as u32).collect()
    };
    let [f4, d6, f6] = of("f5")[..] else { panic!("f4, d6 and f6") };
    assert_eq!((f4 + d6 + f6, d6), (67_691, 42_762));
    for rating in [1300, 1500, 1700] {
        let group = Openings::group(rating);
        let counted = openings.counted(board("f5")).unwrap();
        let sum: f32 = counted.iter().map(|counts| counts[group]).sum();
        for ((mv, chance), counts) in policy.probabilities(&board("f5"), rating).iter().zip(counted) {
            assert!((chance - counts[group] / sum).abs() < 0.01, "{rating} {mv}: {chance}");
        }
    }
    // A rating from moves leaves them out.
    let without = policy.with_openings(Openings::default(), "").unwrap();
    let moves = || [(board("f5"), "f4".parse().unwrap())];
    assert_eq!(policy.rating(moves()), without.rating(moves()));
    assert_ne!(policy.probabilities(&board("f5"), 1500), without.probabilities(&board("f5"), 1500));
    // Random play does not lead to boards that people reach often.
    assert_eq!(openings.counted(boards()[29]), None);
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
    let layers = 28 + provenance;
    let infinite = error(&changed(layers + 8, &f32::INFINITY.to_le_bytes()));
    assert!(matches!(infinite.kind, WeightsErrorKind::Invalid { expected: "finite numbers" }));
    assert_eq!(infinite.at, layers as u64);
    let text = error(&changed(28, &[0xff]));
    assert!(matches!(text.kind, WeightsErrorKind::Invalid { expected: "UTF-8" }) && text.at == 28);
    let byte = FILE.len() - 100;
    assert!(matches!(error(&changed(byte, &[!FILE[byte]])).kind, WeightsErrorKind::Checksum { .. }));
    for cut in [5, 11, 15, 30, layers + 100, FILE.len() - 200, FILE.len() - 1] {
        assert!(matches!(error(&FILE[..cut]).kind, WeightsErrorKind::Truncated { .. }), "{cut}");
    }
    let more = [FILE, &[0]].concat();
    assert!(matches!(error(&more).kind, WeightsErrorKind::TrailingData));
    let long = error(&changed(20, &u32::MAX.to_le_bytes()));
    assert!(matches!(long.kind, WeightsErrorKind::Invalid { .. }) && long.at == 20, "{long}");
    // Files with a valid checksum, but with too few rows and no openings.
    let rows_at = layers + 4 * (Head::PARAMETERS + WIDTH);
    let openings_at = rows_at + u32::from_le_bytes(FILE[16..20].try_into().unwrap()) as usize;
    let few = error(&with_end(16, rows_at, &[&[0; 7], &FILE[openings_at..FILE.len() - 4]]));
    assert!(matches!(few.kind, WeightsErrorKind::Invalid { .. }) && few.at == rows_at as u64, "{few}");
    let is_of_openings = |error: WeightsError| {
        let expected = matches!(error.kind, WeightsErrorKind::Invalid { expected: "a tree of openings" });
        assert!(expected && error.at == openings_at as u64, "{error}");
    };
    is_of_openings(error(&with_end(24, openings_at, &[&[0; 7]])));
    let mut openings = HumanPolicy::embedded().unwrap().openings().bytes();
    openings[0] ^= 1; // the first move has no answer, or one that is counted twice
    let compressed = miniz_oxide::deflate::compress_to_vec_zlib(&openings, 6);
    is_of_openings(error(&with_end(24, openings_at, &[&compressed])));
}

/// The file with other parts from this byte on, the length of the first of them written at `length`.
fn with_end(length: usize, from: usize, parts: &[&[u8]]) -> Vec<u8> {
    let mut header = FILE[..from].to_vec();
    header[length..length + 4].copy_from_slice(&(parts[0].len() as u32).to_le_bytes());
    let mut file = Vec::new();
    crate::file::write(&mut file, &header, &parts.concat()).unwrap();
    file
}

#[test]
fn a_policy_that_cannot_be_is_refused() {
    let new = |head, scale, rows, provenance: &str| {
        let rows = vec![[0; WIDTH]; rows];
        let policy = HumanPolicy::new(head, [scale; WIDTH], rows, Openings::default(), provenance);
        match policy.unwrap_err().kind {
            WeightsErrorKind::Invalid { expected } => expected,
            kind => panic!("{kind}"),
        }
    };
    assert_eq!(new(Head::ZERO, 1.0, ROWS - 1, ""), "the rows of all configurations");
    assert_eq!(new(Head::ZERO, f32::NAN, ROWS, ""), "finite numbers");
    assert_eq!(new(Head::ZERO, 1.0, ROWS, &"x".repeat(2001)), "a provenance of up to 2000 bytes");
}
