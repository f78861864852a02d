//! What a kernel and a list of kernels are.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`Kernel`] and [`Call`] |
//! | `macros.rs` | [`kernel_lists!`]: functions that list kernels |
//! | `visitor.rs` | [`Visitor`]: receives kernels together with the token of their level |

mod macros;
mod visitor;

pub(crate) use macros::{gallery_kernel, kernel_lists, substitute, visit_kernel};
pub(crate) use visitor::Visitor;

use reversi_bitboard::{Board, CpuLevel};

/// One way to compute a primitive.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Kernel<C> {
    /// The techniques it consists of, by their ids in lab/docs/src/techniques.md.
    pub id: &'static str,
    /// A description in a few words.
    pub name: &'static str,
    /// The CPU level whose instructions it is compiled with.
    pub level: CpuLevel,
    // These functions need a CPU of that level. A kernel is listed only on such a CPU.
    pub(crate) call: fn(C) -> u64,
    pub(crate) throughput: fn(&[C]) -> u64,
    pub(crate) latency: fn(&[C], u64) -> u64,
}

/// The kernels of one primitive.
pub type Kernels<C> = Vec<Kernel<C>>;

impl<C: Call> Kernel<C> {
    /// The result for one input. A result of another type is packed into a `u64`.
    pub fn call(&self, input: C) -> u64 {
        (self.call)(input)
    }

    /// Computes all inputs in a loop that the kernel is inlined into, for timing. Returns the sum of the
    /// results.
    pub fn throughput(&self, inputs: &[C]) -> u64 {
        (self.throughput)(inputs)
    }

    /// The same, but each input depends on the result before it. Returns the last result.
    pub fn latency(&self, inputs: &[C]) -> u64 {
        (self.latency)(inputs, std::hint::black_box(0))
    }
}

/// An input of a kernel.
pub trait Call: Copy {
    /// The input with some bits changed. The loop for latency passes zero, which the compiler cannot know: so
    /// the input depends on the result before it.
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
