//! A proof in memory, and its file.

use reversi_bitboard::{Board, Color, Position};

use crate::Claim;
use crate::check::reader::{checksum, width};

/// A proof, as `Engine::prove` of `reversi-engine` makes it.
///
/// ```
/// use reversi_engine::proof::ProveRequest;
/// use reversi_engine::{Color, Engine};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?;
/// let proof = engine.prove(&board, ProveRequest::exact())?.with_side(Color::White);
/// assert_eq!(proof.claim().to_string(), "exactly -12");
/// assert_eq!((proof.positions(), proof.open().len()), (0, 0)); // a checker searches three empty squares
/// let file = String::from_utf8(proof.to_bytes())?;
/// assert!(file.contains(" O\nscore exactly -12\nleaves 8\npositions 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Proof {
    pub(crate) board: Board,
    pub(crate) side: Color,
    pub(crate) claim: Claim,
    pub(crate) leaf_empties: u32,
    pub(crate) open: Option<Vec<(Board, Claim)>>,
    pub(crate) positions: u64,
    pub(crate) moves: Bits,
}

impl Proof {
    /// Returns the claim of the proof.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// Returns the number of its positions, without those that a checker searches.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the claims that other proofs have to show, if the leaves are open (`ProveRequest::open_at`).
    /// Each position is listed once for each claim.
    pub fn open(&self) -> &[(Board, Claim)] {
        self.open.as_deref().unwrap_or_default()
    }

    /// Sets the side to move in the file. The default is black.
    pub fn with_side(mut self, side: Color) -> Proof {
        self.side = side;
        self
    }

    /// Returns the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Proof { board, side, claim, leaf_empties, positions, moves, open } = self;
        let open = if open.is_some() { " open" } else { "" };
        let position = Position { board: *board, side: *side };
        let head =
            format!("board {position}\nscore {claim}\nleaves {leaf_empties}{open}\npositions {positions}\n");
        let content = [head.as_bytes(), &moves.bytes].concat();
        [format!("reversi-proof 1 {:08x}\n", checksum(&content)).as_bytes(), &content].concat()
    }
}

/// Numbers of a few bits: see the chapter about the format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    /// Appends a number that is below `count`.
    pub(crate) fn push(&mut self, number: u32, count: u32) {
        for bit in 0..width(count) {
            if self.len.is_multiple_of(8) {
                self.bytes.push(0);
            }
            self.bytes[self.len / 8] |= ((number >> bit & 1) as u8) << (self.len % 8);
            self.len += 1;
        }
    }
}
