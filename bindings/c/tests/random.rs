//! The ABI at random: functions in any order, with handles that are valid, freed, of another kind or NULL.
//! Each call returns a status, and never the one of a panic.

use std::ffi::{c_char, c_void};

use fastrand::Rng;
use reversi::*;

/// A handle of some kind. As many are kept as fit before a freed one is taken again.
#[derive(Clone, Copy)]
struct Known {
    address: *mut c_void,
    kind: usize,
    is_freed: bool,
}

/// The handles of a run.
struct Handles(Vec<Known>);

/// The same bytes: `Handle<K>` is a pointer.
fn handle<K>(address: *mut c_void) -> Handle<K> {
    // SAFETY: it is a transparent pointer, and the library has returned each of these addresses, or it is
    // null.
    unsafe { std::mem::transmute::<*mut c_void, Handle<K>>(address) }
}

fn address<K>(handle: Handle<K>) -> *mut c_void {
    // SAFETY: it is a transparent pointer.
    unsafe { std::mem::transmute::<Handle<K>, *mut c_void>(handle) }
}

fn input<T: Copy>(values: &[T]) -> In<T> {
    // SAFETY: the functions read as many values as the caller gives with it, and the borrow outlives the
    // call.
    unsafe { In::new(values.as_ptr()) }
}

fn output<T>(value: &mut T) -> Out<T> {
    // SAFETY: there is room for one value.
    unsafe { Out::new(value) }
}

fn chars(text: &str) -> Vec<c_char> {
    text.bytes().map(|byte| byte as c_char).collect()
}

const GAME: usize = 0;
const STOP: usize = 1;
const OPPONENT: usize = 2;
const BOOK: usize = 3;

impl Handles {
    /// Any handle: of the kind as a rule, sometimes freed, of another kind, or NULL.
    fn any(&self, rng: &mut Rng, kind: usize) -> Known {
        let null = Known { address: std::ptr::null_mut(), kind, is_freed: false };
        match rng.u32(..10) {
            0 => null,
            1 => rng.choice(&self.0).copied().unwrap_or(null),
            _ => {
                let known: Vec<&Known> = self.0.iter().filter(|known| known.kind == kind).collect();
                rng.choice(known).copied().unwrap_or(null)
            }
        }
    }

    /// Checks the status of a call with this handle.
    fn check(status: ReversiStatus, known: Known, kind: usize) {
        assert_ne!(status, ReversiStatus::Panic);
        if known.address.is_null() {
            assert!(matches!(status, ReversiStatus::NullPointer | ReversiStatus::Ok), "{status:?}");
        } else {
            let is_bad = known.is_freed || known.kind != kind;
            assert_eq!(status == ReversiStatus::BadHandle, is_bad, "{status:?}");
        }
    }

    fn make(&mut self, rng: &mut Rng) {
        let kind = rng.usize(..4);
        let (mut game, mut stop) = (Handle::NULL, Handle::NULL);
        let (mut opponent, mut book) = (Handle::NULL, Handle::NULL);
        let (status, address) = match kind {
            GAME => {
                let text = chars(["", "f5d6c3", "f5f5", "x"][rng.usize(..4)]);
                // SAFETY: a null pointer is the usual start.
                let start = unsafe { In::new(std::ptr::null()) };
                let side = rng.i32(-1..3);
                (reversi_game_parse(start, side, input(&text), text.len(), output(&mut game)), address(game))
            }
            STOP => (reversi_stop_new(output(&mut stop)), address(stop)),
            OPPONENT => {
                let status = reversi_opponent_new(rng.i32(-1..9), rng.u64(..), output(&mut opponent));
                (status, address(opponent))
            }
            _ => (reversi_book_embedded(output(&mut book)), address(book)),
        };
        assert_eq!(status == ReversiStatus::Ok, !address.is_null(), "{status:?}");
        if !address.is_null() {
            // The address may be that of a handle that was freed long ago.
            self.0.retain(|known| known.address != address);
            self.0.push(Known { address, kind, is_freed: false });
        }
    }

    fn free(&mut self, rng: &mut Rng) {
        let kind = rng.usize(..4);
        let known = self.any(rng, kind);
        let status = match kind {
            GAME => reversi_game_free(handle(known.address)),
            STOP => reversi_stop_free(handle(known.address)),
            OPPONENT => reversi_opponent_free(handle(known.address)),
            _ => reversi_book_free(handle(known.address)),
        };
        Handles::check(status, known, kind);
        if status == ReversiStatus::Ok {
            self.0.iter_mut().filter(|other| other.address == known.address).for_each(|k| k.is_freed = true);
        }
    }

    fn call(&self, rng: &mut Rng) {
        let kind = [GAME, STOP, BOOK][rng.usize(..3)];
        let known = self.any(rng, kind);
        let status = match kind {
            GAME if rng.bool() => reversi_game_play(handle(known.address), rng.i32(-2..66)),
            GAME => {
                let mut mv = 0;
                reversi_game_undo(handle(known.address), output(&mut mv))
            }
            STOP if rng.bool() => reversi_stop_set(handle(known.address)),
            STOP => {
                let mut is_set = 7;
                let status = reversi_stop_is_set(handle(known.address), output(&mut is_set));
                assert!(is_set == 7 || is_set < 2);
                status
            }
            _ => {
                let mut positions = 0;
                reversi_book_positions(handle(known.address), output(&mut positions))
            }
        };
        if status != ReversiStatus::InvalidArgument {
            Handles::check(status, known, kind);
        }
    }
}

#[test]
fn wrong_handles_are_told_from_right_ones() {
    for seed in 0..20 {
        let (mut rng, mut handles) = (Rng::with_seed(seed), Handles(Vec::new()));
        for _ in 0..2000 {
            match rng.u32(..6) {
                0 | 1 => handles.make(&mut rng),
                2 => handles.free(&mut rng),
                _ => handles.call(&mut rng),
            }
        }
    }
}

#[test]
fn any_board_and_any_text_has_a_status() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..20_000 {
        let (player, opponent) = (rng.u64(..) & rng.u64(..), rng.u64(..) & rng.u64(..));
        let opponent = if rng.bool() { opponent & !player } else { opponent };
        let board = [ReversiBoard { player, opponent }];
        let (mut after, mut moves, mv) = (board[0], 0, rng.i32(-3..70));
        let status = reversi_board_legal_moves(input(&board), output(&mut moves));
        assert_eq!(status == ReversiStatus::Ok, player & opponent == 0);
        let played = reversi_board_play(input(&board), mv, output(&mut after));
        assert!(played == ReversiStatus::Ok || after == board[0]);
        if status == ReversiStatus::Ok && (0..64).contains(&mv) {
            assert_eq!(played == ReversiStatus::Ok, moves >> mv & 1 == 1);
        }
        let text: Vec<c_char> = (0..rng.usize(..80)).map(|_| rng.u8(..) as c_char).collect();
        let read = reversi_board_parse(
            input(&text),
            text.len(),
            output(&mut after),
            output(&mut ReversiColor::Black),
        );
        assert!(matches!(read, ReversiStatus::Ok | ReversiStatus::BadText), "{read:?}");
    }
}
