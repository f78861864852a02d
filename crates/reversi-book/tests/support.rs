//! Books that are made for tests, and files beside the repository.

use std::io::Cursor;

use reversi_bitboard::{Board, Move, Square};
use reversi_book::{BookEntry, ByteOrder, EdaxStamp, EdaxWriter, Header, ScoredMove};
use reversi_search::Level;

pub(crate) type Position = (Board, BookEntry);

/// The first positions of the game, breadth first, all of them linked. The scores of the leaves are made up;
/// values, bounds and lines follow from them.
pub(crate) struct Made {
    /// By discs, each sorted.
    layers: Vec<Vec<Board>>,
    known: Vec<Vec<Known>>,
    len: usize,
}

#[derive(Clone, Copy, Default)]
struct Known {
    value: i8,
    lower: i8,
    upper: i8,
    lines: u32,
}

pub(crate) const LEVEL: u32 = 4;
/// Discs.
const ERROR: i8 = 2;

impl Made {
    pub(crate) fn new(len: usize) -> Made {
        let mut layers = vec![vec![Board::START.canonical().0]];
        let mut left = len - 1;
        while left > 0 {
            let layer = layer_after(layers.last().unwrap(), left);
            left -= layer.len();
            layers.push(layer);
        }
        let known = layers.iter().map(|layer| vec![Known::default(); layer.len()]).collect();
        let mut made = Made { layers, known, len };
        for layer in (0..made.layers.len()).rev() {
            let boards = std::mem::take(&mut made.layers[layer]);
            // A pass leads to the same layer.
            for passes in [false, true] {
                for (i, board) in boards.iter().enumerate().filter(|(_, board)| board.must_pass() == passes) {
                    let entry = made.entry_in(*board, layer, &boards);
                    let BookEntry { value, lower, upper, tally, .. } = entry;
                    made.known[layer][i] = Known { value, lower, upper, lines: tally.lines };
                }
            }
            made.layers[layer] = boards;
        }
        made
    }

    /// All positions, in an order that is mixed.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Board, BookEntry)> + '_ {
        let ends: Vec<usize> = self
            .layers
            .iter()
            .scan(0, |end, layer| {
                *end += layer.len();
                Some(*end)
            })
            .collect();
        let step = (self.len / 3 * 2..).find(|&step| coprime(step.max(1), self.len)).unwrap().max(1);
        (0..self.len).map(move |i| {
            let number = i * step % self.len;
            let layer = ends.partition_point(|&end| end <= number);
            let start = if layer == 0 { 0 } else { ends[layer - 1] };
            let board = self.layers[layer][number - start];
            (board, self.entry_in(board, layer, &self.layers[layer]))
        })
    }

    fn entry_in(&self, board: Board, layer: usize, own: &[Board]) -> BookEntry {
        let level = Level::new(LEVEL).unwrap();
        let mut entry = BookEntry::new(-64, level);
        entry.upper = -64;
        for mv in board.legal_plays() {
            let child = after(board, mv);
            let (boards, known) = match mv {
                Move::Pass => (own, self.known.get(layer)),
                Move::Place(_) => {
                    (self.layers.get(layer + 1).map_or(&[][..], |layer| layer), self.known.get(layer + 1))
                }
            };
            let (score, lower, upper, lines) = match boards.binary_search(&child) {
                Ok(at) => {
                    let known = known.unwrap()[at];
                    entry.links.push(ScoredMove::new(mv, -known.value));
                    (-known.value, -known.upper, -known.lower, known.lines)
                }
                Err(_) => {
                    let score = made_up(board, mv);
                    if entry.leaf.is_some_and(|leaf| leaf.score >= score) {
                        continue;
                    }
                    entry.leaf = Some(ScoredMove::new(mv, score));
                    (score, score - ERROR, score + ERROR, 1)
                }
            };
            entry.value = entry.value.max(score);
            entry.lower = entry.lower.max(lower);
            entry.upper = entry.upper.max(upper);
            entry.tally.lines = entry.tally.lines.saturating_add(lines);
        }
        entry
    }

    /// As a file of Edax.
    pub(crate) fn edax(&self, order: ByteOrder) -> Vec<u8> {
        edax(self.positions(), order)
    }
}

/// A file of Edax.
pub(crate) fn edax(positions: impl IntoIterator<Item = Position>, order: ByteOrder) -> Vec<u8> {
    let mut writer = EdaxWriter::new(Cursor::new(Vec::new()), &header(), order).unwrap();
    positions.into_iter().for_each(|(board, entry)| writer.push(&board, &entry).unwrap());
    writer.finish().unwrap().into_inner()
}

pub(crate) fn header() -> Header {
    let mut header = Header::new(Level::new(LEVEL).unwrap());
    header.empties = 24;
    header.edax = Some(EdaxStamp::new(5, [0xea, 7, 11, 24, 20, 28, 27, 0], 1));
    header
}

/// The positions with one disc more, `most` at most.
fn layer_after(boards: &[Board], most: usize) -> Vec<Board> {
    let mut layer: Vec<Board> = Vec::new();
    let mut kept = 0;
    for board in boards {
        for mv in board.legal_plays().filter(|mv| *mv != Move::Pass) {
            let child = after(*board, mv);
            layer.push(child);
            if child.must_pass() {
                layer.push(child.pass().canonical().0);
            }
        }
        if layer.len() > 2 * kept + 1_000_000 {
            layer.sort_unstable();
            layer.dedup();
            kept = layer.len();
            if kept >= most {
                break;
            }
        }
    }
    layer.sort_unstable();
    layer.dedup();
    layer.truncate(most);
    layer.shrink_to_fit();
    layer
}

/// The canonical board after a move.
pub(crate) fn after(board: Board, mv: Move) -> Board {
    match mv {
        Move::Place(square) => board.play(square).canonical().0,
        Move::Pass => board.pass().canonical().0,
    }
}

/// A score from -16 to 16.
fn made_up(board: Board, mv: Move) -> i8 {
    let square = mv.square().map_or(64, Square::index) as u64;
    let number = (board.player().0 ^ board.opponent().0.rotate_left(17)).wrapping_add(square + 1);
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as i8 % 17
}

fn coprime(mut a: usize, mut b: usize) -> bool {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// A book of Egaroucid of version 2, with one byte for the number of links and two for the leaf.
pub(crate) fn version_2(positions: &[Position]) -> Vec<u8> {
    let mut bytes = b"DICUORAGE\x02".to_vec();
    bytes.extend((positions.len() as u32).to_le_bytes());
    for (board, entry) in positions {
        bytes.extend(board.player().0.reverse_bits().to_le_bytes());
        bytes.extend(board.opponent().0.reverse_bits().to_le_bytes());
        bytes.extend([entry.value as u8, entry.level.number() as u8]);
        bytes.extend(entry.tally.lines.to_le_bytes());
        bytes.push(entry.links.len() as u8);
        let number = |mv: Move| 63 - mv.square().unwrap().index() as u8;
        bytes.extend(entry.links.iter().flat_map(|link| [link.score as u8, number(link.mv)]));
        bytes.extend(entry.leaf.map_or([0, 65], |leaf| [leaf.score as u8, number(leaf.mv)]));
    }
    bytes
}

/// An empty folder for the files of one test.
pub(crate) fn folder(name: &str) -> tempfile::TempDir {
    tempfile::Builder::new().prefix(&format!("reversi-book-{name}-")).tempdir().unwrap()
}
