//! No changed or invented file proves what is false; hostile files are refused at once.

use std::time::{Duration, Instant};

use reversi_bitboard::{Board, Position};
use reversi_proof::{Checker, Claim, ProofErrorKind, verify};
use reversi_testkit::{Rng, START, exact_score, reached, scattered};

use crate::support::{File, engine, ffo_1, proof, python, written};

/// A proof with one change of any part.
fn mutated(rng: &mut Rng, file: &File) -> File {
    let mut file = file.clone();
    let len = file.moves.len();
    let claim = |rng: &mut Rng| {
        format!("{} {}", ["at-least", "at-most", "exactly"][rng.usize(..3)], rng.i32(-64..=64))
    };
    match rng.u8(..12) {
        0..=3 if len > 0 => file.moves[rng.usize(..len)] ^= 1 << rng.u8(..8),
        4 if len > 0 => drop(file.moves.remove(rng.usize(..len))),
        5 if len > 1 => file.moves.swap(rng.usize(..len), rng.usize(..len)),
        6 => file.moves.truncate(rng.usize(..=len)),
        7 => file.moves.insert(rng.usize(..=len), rng.u8(..)),
        8 => {
            let shift = [-2, 2, -1, 1][rng.usize(..4)];
            let (bound, score) = file.claim.split_once(' ').unwrap();
            file.claim = format!("{bound} {}", score.parse::<i32>().unwrap() + shift);
        }
        9 => file.claim = claim(rng),
        10 => {
            let mut board = file.board.into_bytes();
            board[rng.usize(..64)] = *rng.choice(b"XO-").unwrap();
            file.board = String::from_utf8(board).unwrap();
        }
        _ => match rng.u8(..3) {
            0 => file.leaves = rng.u32(0..=10).to_string(),
            1 => file.positions = rng.u32(0..500).to_string(),
            _ => file.board = file.board.replace(" X", " O"),
        },
    }
    file
}

/// Checks that a board is as claimed by a file that the checker has accepted.
fn is_true(position: Position, claim: Claim) -> bool {
    claim.holds_for(exact_score(position.board))
}

#[test]
fn of_5000_changed_proofs_those_that_are_accepted_are_true() {
    let (mut rng, mut engine) = (Rng::with_seed(5000), engine());
    let (mut refused, mut accepted) = (0, 0);
    while refused + accepted < 5000 {
        let empties = rng.u32(6..=9);
        let board =
            if rng.u8(..4) == 0 { scattered(&mut rng, empties, 1) } else { reached(&mut rng, empties) };
        let score = exact_score(board);
        let claims = [Claim::Exactly(score), Claim::AtLeast(score), Claim::AtMost(score)];
        let file = File::of(&proof(&mut engine, board, *rng.choice(&claims).unwrap(), rng.u32(0..=5)));
        for _ in 0..20 {
            let changed = mutated(&mut rng, &file);
            if changed.bytes() == file.bytes() {
                continue;
            }
            match verify(&changed.bytes()) {
                Ok(verified) => {
                    accepted += 1;
                    assert!(is_true(verified.position(), verified.claim()), "{changed:?}");
                    assert_eq!(verified.claim().to_string(), changed.claim);
                    assert_eq!(verified.position().to_string(), changed.board);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 2500 && accepted > 100, "{refused} refused, {accepted} accepted");
}

/// The checker in Python accepts the files that the one in Rust accepts.
#[test]
fn both_checkers_refuse_the_same_files() {
    let (mut rng, mut engine) = (Rng::with_seed(77), engine());
    let mut files = Vec::new();
    for i in 0..400 {
        let board = if i % 3 == 0 { scattered(&mut rng, 7, 1) } else { reached(&mut rng, 7) };
        let claim = Claim::AtLeast(exact_score(board));
        let file = File::of(&proof(&mut engine, board, claim, rng.u32(0..=4)));
        let changed = match i % 10 {
            0 => File { moves: [&file.moves[..], &[0]].concat(), ..file }, // zeros are no padding then
            _ => mutated(&mut rng, &file),
        };
        files.push((written(&format!("changed-{i}.proof"), &changed.bytes()), changed));
    }
    let names: Vec<_> = files.iter().map(|(name, _)| name.clone()).collect();
    let Some(output) = python(&names) else { return };
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), files.len(), "{lines}");
    for ((name, changed), line) in files.iter().zip(lines.lines()) {
        let refused = line.strip_prefix(&format!("{name}: ")).unwrap().starts_with("refused: ");
        let result = verify(&changed.bytes());
        assert_eq!(refused, result.is_err(), "{changed:?}: {line}, {result:?}");
    }
    for refused in [true, false] {
        let count = lines.lines().filter(|line| line.contains(": refused: ") == refused).count();
        assert!(count > 40, "{count}: {refused}");
    }
}

/// Random moves prove no false claim. At best, only the number of positions or bytes is wrong.
#[test]
fn no_strategy_proves_what_is_false() {
    let mut rng = Rng::with_seed(8);
    let mut refuted = 0;
    for _ in 0..3000 {
        let empties = rng.u32(3..=9);
        let board = if rng.bool() { scattered(&mut rng, empties, 1) } else { reached(&mut rng, empties) };
        let score = exact_score(board);
        let claims = [Claim::AtLeast(score + 2), Claim::AtMost(score - 2), Claim::Exactly(score + 2)];
        let claims: Vec<_> = claims.into_iter().filter(|claim| claim.score().abs() <= 64).collect();
        let Some(&claim) = rng.choice(&claims) else { continue };
        let mut file = File::new(board, claim, rng.u32(0..=4), 1 << 20);
        file.moves = (0..4096).map(|_| rng.u8(..)).collect();
        match verify(&file.bytes()).unwrap_err().kind {
            ProofErrorKind::Refuted { .. } => refuted += 1,
            ProofErrorKind::NoSuchMove { .. } => {}
            kind => panic!("{board} {claim}: {kind}"),
        }
    }
    assert!(refuted > 1000, "{refuted}");
}

/// One code stands for these kinds.
#[test]
fn moves_that_do_not_fit_are_told_apart() {
    let file = File::of(&proof(&mut engine(), ffo_1(), Claim::AtLeast(18), 8));
    let error = |change: &dyn Fn(&mut File)| {
        let mut changed = file.clone();
        change(&mut changed);
        verify(&changed.bytes()).unwrap_err().kind
    };
    assert!(matches!(error(&|file| file.moves.clear()), ProofErrorKind::EndsEarly { .. }));
    assert!(matches!(error(&|file| file.moves.push(0)), ProofErrorKind::TrailingData));
    assert!(matches!(error(&|file| file.moves[0] |= 15), ProofErrorKind::NoSuchMove { .. }));
    let positions: u64 = file.positions.parse().unwrap();
    for stated in [positions - 1, positions + 1, 0] {
        let kind = error(&|file| file.positions = stated.to_string());
        assert!(matches!(kind, ProofErrorKind::Positions { stated: s, found } if s == stated && found != s));
    }
}

/// The corpus has files of another form or with other moves.
#[test]
fn a_file_has_one_checksum_and_nothing_behind_its_last_move() {
    let file = proof(&mut engine(), ffo_1(), Claim::Exactly(18), 8);
    for i in [30, 100, 112, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[i] ^= 1;
        assert!(matches!(verify(&damaged).unwrap_err().kind, ProofErrorKind::Checksum), "{i}");
    }
    let upper_case = [b"reversi-proof 1 ", &file[16..24].to_ascii_uppercase()[..], &file[24..]].concat();
    assert!(upper_case == file || verify(&upper_case).is_err());
    // Bits that fill the last byte are zero.
    let board: Board = "OOOOOOOOOOOOOOOOOOXXXXOOO-XXXX-OO-XXXX-OOOXXXXOOOOOOOOOOOOOOOOOO X".parse().unwrap();
    let mut file = File::of(&proof(&mut engine(), board, Claim::Exactly(exact_score(board)), 0));
    assert_eq!(file.moves.last().unwrap() >> 7, 0);
    *file.moves.last_mut().unwrap() |= 128;
    assert_eq!(verify(&file.bytes()).unwrap_err().kind, ProofErrorKind::TrailingData);
}

/// Files that want much memory or time get neither.
#[test]
fn hostile_files_are_refused_at_once() {
    let start: Board = START.parse().unwrap();
    let mut rng = Rng::with_seed(1);
    let mut random = |length: usize| -> Vec<u8> { (0..length).map(|_| rng.u8(..)).collect() };
    let file = |positions: u64, moves: Vec<u8>| {
        File { moves, ..File::new(start, Claim::Exactly(0), 10, positions) }.bytes()
    };
    let begun = Instant::now();
    let too_large = verify(&file(1 << 60, Vec::new())).unwrap_err();
    assert!(matches!(too_large.kind, ProofErrorKind::TooLarge { stated, .. } if stated == 1 << 60));
    assert!(verify(&file(1 << 26, Vec::new())).is_err());
    assert!(verify(&file(1 << 26, vec![0; 1 << 10])).is_err());
    assert!(Checker::new().positions(10_000).verify(&file(10_000, vec![0; 1 << 20])).is_err());
    assert!(Checker::new().positions(10_000).verify(&file(10_000, random(1 << 20))).is_err());
    assert!(verify(&vec![b'a'; 1 << 24]).is_err());
    assert!(verify(&random(1 << 20)).is_err());
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}
