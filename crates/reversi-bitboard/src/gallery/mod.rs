//! Kernels side by side: every contender for a primitive, to call, compare and time.
//!
//! What the engine uses is decided per CPU level in [`cpu`](crate::cpu); the losers live here. Each list names its
//! kernels by their ids in TECHNIQUES.md and holds only what this machine can run.
//!
//! ```
//! use reversi_bitboard::{Board, Square, gallery};
//!
//! for kernel in gallery::flip() {
//!     let flips = kernel.call((Square::D3, Board::START));
//!     assert_eq!(flips, Square::D4.bit(), "{} {}", kernel.id, kernel.name);
//! }
//! ```
//!
//! To add one, write its function and a line in the list of its primitive: the line is all that tests, benchmarks, tables
//! and the solver of `cargo xtask kernels --in-solver` ask for.
//!
#![doc = include_str!("guide.md")]

mod clear;
mod edges;
mod flip;
mod hash;
mod last_flip;
mod lines;
mod macros;
mod mobility;
mod perft;
mod popcount;
mod sliding;
mod symmetry;
mod visitor;

pub use crate::__internal::{Substitute, With};
pub use clear::{Entries, clear};
pub use edges::{edges, unpack_files};
pub use flip::{flip, flip_four, visit_flips};
pub use hash::{hash, zobrist};
pub use last_flip::{can_flip_last, last_flip, last_flip_both, last_score, visit_last_flips};
pub use lines::full_lines;
pub use mobility::moves;
pub use perft::perft3;
pub use popcount::popcount;
pub use sliding::{SlideCall, queen};
pub use symmetry::{mirror_files, transpose};
pub use visitor::Visitor;

use crate::{Board, CpuLevel, Square};

/// One way to compute a primitive.
///
/// ```
/// use reversi_bitboard::{Board, gallery};
///
/// let boards = [Board::START; 100];
/// for kernel in gallery::moves() {
///     let start = std::time::Instant::now();
///     std::hint::black_box(kernel.throughput(&boards));
///     println!("{} ({}): {:?}", kernel.id, kernel.level, start.elapsed() / 100);
///     assert_eq!(kernel.latency(&boards), kernel.call(Board::START));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Kernel<C> {
    /// The techniques it is made of, as TECHNIQUES.md names them.
    pub id: &'static str,
    /// What it does, in a few words.
    pub name: &'static str,
    /// The CPU level whose instructions it is compiled with.
    pub level: CpuLevel,
    // They need a CPU of that level: a kernel is listed only there.
    call: fn(C) -> u64,
    throughput: fn(&[C]) -> u64,
    latency: fn(&[C], u64) -> u64,
}

/// The kernels of one primitive.
pub type Kernels<C> = alloc::vec::Vec<Kernel<C>>;

impl<C: Call> Kernel<C> {
    #[doc(hidden)]
    pub fn new(
        id: &'static str,
        name: &'static str,
        level: CpuLevel,
        call: fn(C) -> u64,
        throughput: fn(&[C]) -> u64,
        latency: fn(&[C], u64) -> u64,
    ) -> Kernel<C> {
        Kernel { id, name, level, call, throughput, latency }
    }

    /// The result for one input. Results that are no `u64` are packed into one.
    pub fn call(&self, input: C) -> u64 {
        (self.call)(input)
    }

    /// All inputs one after the other, the kernel inlined into the loop: for timing. Returns the sum of the results.
    pub fn throughput(&self, inputs: &[C]) -> u64 {
        (self.throughput)(inputs)
    }

    /// The same, where each input waits for the result before it.
    pub fn latency(&self, inputs: &[C]) -> u64 {
        (self.latency)(inputs, core::hint::black_box(0))
    }
}

/// An input of a kernel.
///
/// ```
/// use reversi_bitboard::gallery::Call;
///
/// assert_eq!(0b1100u64.disturbed(0b1010), 0b0110);
/// ```
pub trait Call: Copy {
    /// The input with some bits changed: makes it depend on a result that is known to be zero.
    #[must_use]
    fn disturbed(self, bits: u64) -> Self;
}

impl Call for u64 {
    fn disturbed(self, bits: u64) -> u64 {
        self ^ bits
    }
}

impl Call for Board {
    fn disturbed(self, bits: u64) -> Board {
        Board::from_bits(self.player().0 ^ bits, self.opponent().0)
    }
}

impl<A: Copy, B: Call> Call for (A, B) {
    fn disturbed(self, bits: u64) -> (A, B) {
        (self.0, self.1.disturbed(bits))
    }
}

/// A call of a flip: the square and the board it is played on.
///
/// ```
/// use reversi_bitboard::{Board, Square, gallery::FlipCall};
///
/// let call: FlipCall = (Square::F5, Board::START);
/// # let _ = call;
/// ```
pub type FlipCall = (Square, Board);

/// A call of a last-move count: the only empty square and the discs of the side to move.
///
/// ```
/// use reversi_bitboard::{Square, gallery::LastFlipCall};
///
/// let call: LastFlipCall = (Square::H8, 0x00ff_0000_0000_0000);
/// # let _ = call;
/// ```
pub type LastFlipCall = (Square, u64);

/// A call of a last-move score: alpha, then as for a count.
///
/// ```
/// use reversi_bitboard::{Square, gallery::LastScoreCall};
///
/// let call: LastScoreCall = (-1, (Square::H8, 0x00ff_0000_0000_0000));
/// # let _ = call;
/// ```
pub type LastScoreCall = (i32, LastFlipCall);
