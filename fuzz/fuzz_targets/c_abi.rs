//! The C ABI: calls in any order with any text, boards, options and handles, also freed ones and handles of
//! another kind. Each returns a status, and none panics.
#![no_main]

use std::ffi::c_char;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use reversi::*;

/// An engine that all runs share, by its address.
fn engine() -> Handle<ReversiEngine> {
    static ENGINE: OnceLock<usize> = OnceLock::new();
    let address = *ENGINE.get_or_init(|| {
        let mut engine = Handle::NULL;
        assert_eq!(reversi_engine_new(input(None), output(&mut engine)), ReversiStatus::Ok);
        // SAFETY: a handle is a transparent pointer.
        unsafe { std::mem::transmute::<Handle<ReversiEngine>, usize>(engine) }
    });
    // SAFETY: it was one just now.
    unsafe { std::mem::transmute::<usize, Handle<ReversiEngine>>(address) }
}

fn input<T: Copy>(values: Option<&[T]>) -> In<T> {
    // SAFETY: the functions read as many values as they are told, or NULL.
    unsafe { In::new(values.map_or(std::ptr::null(), <[T]>::as_ptr)) }
}

fn output<T>(value: &mut T) -> Out<T> {
    // SAFETY: there is room for one value.
    unsafe { Out::new(value) }
}

/// The same address as a handle of another kind.
fn other_kind<A, B>(handle: Handle<A>) -> Handle<B> {
    // SAFETY: both are transparent pointers.
    unsafe { std::mem::transmute::<Handle<A>, Handle<B>>(handle) }
}

fn ask(text: &[c_char]) {
    let limits = [ReversiLimits { nodes: 300, ..ReversiLimits::default() }];
    // SAFETY: all zero is empty text.
    let mut answer: ReversiText = unsafe { std::mem::zeroed() };
    let status =
        reversi_ask(engine(), input(Some(text)), text.len(), input(Some(&limits)), output(&mut answer));
    assert!(matches!(status, ReversiStatus::Ok | ReversiStatus::BadText), "{status:?}");
    assert_eq!(status == ReversiStatus::Ok, !answer.data.is_null());
    for _ in 0..2 {
        assert_eq!(reversi_text_free(output(&mut answer)), ReversiStatus::Ok);
    }
}

/// The start of the game.
fn start() -> ReversiBoard {
    let mut board = ReversiBoard { player: 0, opponent: 0 };
    assert_eq!(reversi_board_start(output(&mut board)), ReversiStatus::Ok);
    board
}

/// Memory for options of any stated size, at most the size that the library reads.
#[repr(C, align(8))]
struct Bytes([u8; 4096]);

impl Bytes {
    fn of(bytes: &[u8]) -> Bytes {
        let mut memory = Bytes([0; 4096]);
        let length = bytes.len().min(4096);
        memory.0[..length].copy_from_slice(&bytes[..length]);
        memory
    }

    /// As options. No search is long, and no pointer is wild.
    fn options<T: Copy>(&mut self, change: impl FnOnce(*mut T)) -> In<T> {
        let options = self.0.as_mut_ptr().cast::<T>();
        change(options);
        // SAFETY: the memory is as aligned and as large as any options may be, and lives as long as `self`.
        unsafe { In::new(options) }
    }
}

fn search(kind: u8, bytes: &[u8]) {
    // The first bytes are limits, and the rest are options.
    let (limits, bytes) = bytes.split_at(bytes.len().min(40));
    let (mut limits, mut memory, mut answer) = (Bytes::of(limits), Bytes::of(bytes), Handle::NULL);
    let limits = limits.options(|limits: *mut ReversiLimits| {
        // SAFETY: the memory is large enough. The field is written, not read.
        unsafe { (&raw mut (*limits).stop).write(Handle::NULL) };
    });
    let short = [ReversiLimits { nodes: 300, ..ReversiLimits::default() }];
    let board = start();
    /// The options of this type.
    macro_rules! options {
        ($Options:ty) => {
            memory.options(|options: *mut $Options| {
                // SAFETY: the memory is large enough. The fields are written, not read.
                unsafe {
                    (&raw mut (*options).limits).write(limits);
                    (&raw mut (*options).total_limits).write(input(Some(&short)));
                    (&raw mut (*options).progress).write(None);
                }
            })
        };
    }
    let (board, engine) = ([board], engine());
    let status = if kind % 2 == 0 {
        reversi_solve(engine, input(Some(&board)), options!(ReversiSolveOptions), output(&mut answer))
    } else {
        reversi_analyze(engine, input(Some(&board)), options!(ReversiAnalyzeOptions), output(&mut answer))
    };
    let is_known = matches!(
        status,
        ReversiStatus::Ok
            | ReversiStatus::Interrupted
            | ReversiStatus::BadSize
            | ReversiStatus::InvalidArgument
    );
    assert!(is_known, "{status:?}");
    assert_eq!(reversi_answer_free(answer), ReversiStatus::Ok);
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let text: Vec<c_char> = rest.iter().map(|&byte| byte as c_char).collect();
    let (mut games, mut board) = (Vec::new(), ReversiBoard { player: 0, opponent: 0 });
    match choice % 8 {
        0 => ask(&text),
        4 | 5 => search(choice, rest),
        1 => {
            let status = reversi_board_parse(
                input(Some(&text)),
                text.len(),
                output(&mut board),
                output(&mut ReversiColor::Black),
            );
            assert!(matches!(status, ReversiStatus::Ok | ReversiStatus::BadText), "{status:?}");
        }
        _ => {
            for &byte in rest {
                let mut game = games.last().copied().unwrap_or(Handle::NULL);
                let status = match byte {
                    0..=99 => reversi_game_play(game, i32::from(byte) - 10),
                    100..=119 => reversi_game_undo(game, output(&mut 0)),
                    120..=139 => {
                        reversi_game_position(game, output(&mut board), output(&mut ReversiColor::Black))
                    }
                    140..=159 => reversi_game_free(game),
                    160..=179 => reversi_stop_set(other_kind(game)),
                    180..=199 => reversi_answer_free(other_kind(game)),
                    200..=219 => reversi_evaluate(engine(), input(Some(&[board])), output(&mut 0.0)),
                    _ => {
                        let status = reversi_game_new(input(None), 0, output(&mut game));
                        games.push(game);
                        status
                    }
                };
                assert_ne!(status, ReversiStatus::Panic);
            }
            for game in games {
                let status = reversi_game_free(game);
                assert!(matches!(status, ReversiStatus::Ok | ReversiStatus::BadHandle), "{status:?}");
            }
        }
    }
});
