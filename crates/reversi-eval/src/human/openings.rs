use std::collections::BTreeSet;

use reversi_bitboard::{Bitboard, Board, Square, Symmetry};

use crate::file::{WeightsError, memory};

/// The number of groups of people by rating whose moves are counted separately.
pub const GROUPS: usize = 3;
/// The ratings at which the second and the third group begin. About a third of the moves are in each group.
const FROM: [u32; GROUPS - 1] = [1420, 1580];
/// The weight, in games, of the policy beside the games of all people, and of all people beside the games of
/// a group. It was chosen with the size of the table, see the chapter on people.
const WEIGHT: f32 = 20.0;

/// The maximum count.
const MOST: u32 = u32::MAX >> 1;

/// How often people made each move, one number for each group.
pub type Counts = [u32; GROUPS];

/// How often people made each move at the boards that they reached often.
///
/// Mirror images are one board here: the smallest of them. Counts of moves that are mirror images on the
/// same board belong to all of these moves in equal parts.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_eval::human::HumanPolicy;
///
/// let after_f5 = Board::START.play("f5".parse()?);
/// let counted = HumanPolicy::embedded()?.openings().counted(after_f5).expect("all games begin with it");
/// let [f4, d6, f6] = counted[..] else { panic!("it has three replies") };
/// assert!(d6[0] > f6[0] && f6[0] > f4[0]); // by people of the first group
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Openings {
    /// The boards in order, each with the place of its first count.
    boards: Vec<(Board, u32)>,
    /// For each board, the counts of each legal move, in the order of the squares.
    counts: Vec<Counts>,
}

impl Openings {
    /// Returns the group of a rating.
    pub fn group(rating: u32) -> usize {
        FROM.into_iter().filter(|&from| rating >= from).count()
    }

    /// Returns the board on which openings begin: all first moves are mirror images.
    fn root() -> Board {
        Board::START.play(Square::F5).canonical().0
    }

    /// Makes the openings of these boards, in order, each the smallest of its mirror images and with the
    /// counts of all its moves. Boards that no path of others leads to are left out.
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::WeightsErrorKind::Memory).
    pub fn new(boards: impl IntoIterator<Item = (Board, Vec<Counts>)>) -> Result<Openings, WeightsError> {
        let mut all = Openings::default();
        for (board, counts) in boards {
            all.boards.push((board, all.counts.len() as u32));
            all.counts.extend(counts.into_iter().map(|counts| counts.map(|count| count.min(MOST))));
        }
        Ok(Openings::read(&all.bytes())?.unwrap_or_default())
    }

    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Returns whether no board has counts.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Returns the counts of the legal moves of a board, in the order of the squares, if the table has the
    /// board.
    pub fn counted(&self, board: Board) -> Option<Vec<[f32; GROUPS]>> {
        let (smallest, _) = board.canonical();
        let counts = self.of(smallest)?;
        // More than one where the board is its own mirror image.
        let symmetries = || Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(board) == smallest);
        let share = 1.0 / symmetries().count() as f32;
        let of_move = |square: Square| {
            let mut sums = [0.0; GROUPS];
            for symmetry in symmetries() {
                let counts = counts[number(smallest.legal_moves(), symmetry.square(square))];
                sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += share * count as f32);
            }
            sums
        };
        Some(board.legal_moves().into_iter().map(of_move).collect())
    }

    fn of(&self, smallest: Board) -> Option<&[Counts]> {
        let at = self.boards.binary_search_by_key(&smallest, |(board, _)| *board).ok()?;
        Some(&self.counts[self.boards[at].1 as usize..][..smallest.legal_moves().len() as usize])
    }

    /// Encodes the openings as a tree of boards, level by level. A board is encoded as the counts of its
    /// moves. The first count of a move is doubled, and 1 is added to it if the move leads to a board that is
    /// in the table and not yet in the tree: that board follows. Numbers have 7 bits a byte, the lowest
    /// first.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        if self.of(Openings::root()).is_none() {
            return bytes;
        }
        let mut tree = vec![Openings::root()];
        let mut seen = BTreeSet::from([Openings::root()]);
        let mut at = 0;
        while let Some(&board) = tree.get(at) {
            let counts = self.of(board).unwrap_or_default();
            for (square, counts) in board.legal_moves().into_iter().zip(counts) {
                let (next, _) = board.play(square).canonical();
                let follows = self.of(next).is_some() && seen.insert(next);
                tree.extend(follows.then_some(next));
                let [first, others @ ..] = *counts;
                write_number(&mut bytes, first << 1 | u32::from(follows));
                others.into_iter().for_each(|count| write_number(&mut bytes, count));
            }
            at += 1;
        }
        bytes
    }

    /// Reads the output of [`bytes`](Self::bytes); `None` for other bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<Option<Openings>, WeightsError> {
        let mut rest = bytes;
        let mut all = Openings::default();
        if !bytes.is_empty() {
            push(&mut all.boards, (Openings::root(), 0))?;
        }
        let mut at = 0;
        while let Some((board, first)) = all.boards.get_mut(at) {
            let board = *board;
            *first = all.counts.len() as u32;
            for square in board.legal_moves() {
                let mut counts = [0; GROUPS];
                for count in &mut counts {
                    let Some(number) = read_number(&mut rest) else { return Ok(None) };
                    *count = number;
                }
                if counts[0] & 1 != 0 {
                    push(&mut all.boards, (board.play(square).canonical().0, 0))?;
                }
                counts[0] >>= 1;
                push(&mut all.counts, counts)?;
            }
            at += 1;
        }
        all.boards.sort_unstable();
        let twice = all.boards.windows(2).any(|pair| pair[0].0 == pair[1].0);
        Ok((rest.is_empty() && !twice).then_some(all))
    }
}

/// Moves the chances of moves towards the moves that people of a rating played.
///
/// The chance is (count + 20 chance) / (all counts + 20), first by the counts of all people and then by the
/// counts of the group.
pub(super) fn bring(chances: &mut [f32], counted: &[[f32; GROUPS]], rating: u32) {
    let by = |of: &dyn Fn(&[f32; GROUPS]) -> f32, chances: &mut [f32]| {
        let all: f32 = counted.iter().map(of).sum();
        for (chance, counts) in chances.iter_mut().zip(counted) {
            *chance = (of(counts) + WEIGHT * *chance) / (all + WEIGHT);
        }
    };
    by(&|counts| counts.iter().sum(), chances);
    by(&|counts| counts[Openings::group(rating)], chances);
}

/// Returns the number of a move among the legal ones.
fn number(Bitboard(moves): Bitboard, square: Square) -> usize {
    (moves & ((1 << square.index()) - 1)).count_ones() as usize
}

fn push<T>(all: &mut Vec<T>, element: T) -> Result<(), WeightsError> {
    if all.len() == all.capacity() {
        memory::make_room(all, all.len().max(64))?;
    }
    all.push(element);
    Ok(())
}

fn write_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(rest: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u64;
    for shift in [0, 7, 14, 21, 28] {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 127) << shift;
        if *byte < 128 {
            return number.try_into().ok();
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(moves: &str) -> Board {
        moves.parse::<reversi_bitboard::Game>().unwrap().board()
    }

    /// Converts counts of moves of a board to counts on the smallest mirror image.
    fn of(moves: &str, counts: &[(&str, Counts)]) -> (Board, Vec<Counts>) {
        let board = board(moves);
        let (smallest, symmetry) = board.canonical();
        let mut all = vec![[0; GROUPS]; smallest.legal_moves().len() as usize];
        for (square, counts) in counts {
            let square: Square = square.parse().unwrap();
            all[number(smallest.legal_moves(), symmetry.square(square))] = *counts;
        }
        (smallest, all)
    }

    fn openings() -> Openings {
        let mut all = vec![
            of("f5", &[("d6", [300, 20, 1]), ("f6", [5, 6, 7_000_000])]),
            of("f5d6", &[("c3", [1, 2, 3])]),
            of("f5f6", &[("e6", [0, 1, 128])]),
            of("f5f6e6", &[("f4", [8, 0, 3])]),
            of("f5d6c3d3c4f4", &[("f6", [1, 1, 1])]), // no path leads here
        ];
        all.sort_unstable();
        Openings::new(all).unwrap()
    }

    #[test]
    fn counts_belong_to_moves_of_mirror_images() {
        let openings = openings();
        assert_eq!(openings.len(), 4);
        for symmetry in Symmetry::ALL {
            let board = symmetry.board(board("f5"));
            let counted = openings.counted(board).unwrap();
            let of = |square| counted[number(board.legal_moves(), symmetry.square(square))];
            assert_eq!(of(Square::D6), [300.0, 20.0, 1.0]);
            assert_eq!((of(Square::F6), of(Square::F4)), ([5.0, 6.0, 7_000_000.0], [0.0; 3]));
            // Its moves d6 and f4 are mirror images.
            let board = symmetry.board(self::board("f5f6e6"));
            assert_eq!(openings.counted(board).unwrap(), [[4.0, 0.0, 1.5]; 2]);
        }
        assert_eq!(openings.counted(Board::START), None);
        assert_eq!(openings.counted(board("f5d6c3d3c4f4")), None);
        assert!(Openings::default().counted(board("f5")).is_none() && Openings::default().is_empty());
    }

    #[test]
    fn chances_come_near_to_what_was_played() {
        let counted = [[60.0, 0.0, 0.0], [0.0, 20.0, 0.0]];
        let of = |rating| {
            let mut chances = [0.5, 0.5];
            bring(&mut chances, &counted, rating);
            chances
        };
        assert_eq!(of(1800), [0.7, 0.3]); // (60 + 10) / (80 + 20)
        assert_eq!([of(1420), of(1579)], [[0.35, 0.65]; 2]); // (20 + 20 0.3) / (20 + 20)
        assert_eq!(of(1419), [(60.0 + 20.0 * 0.7) / 80.0, 20.0 * 0.3 / 80.0]);
        assert_eq!([0, 1419, 1420, 1579, 1580].map(Openings::group), [0, 0, 1, 1, 2]);
    }

    #[test]
    fn only_what_was_written_is_read() {
        let openings = openings();
        let bytes = openings.bytes();
        assert_eq!(Openings::read(&bytes).unwrap(), Some(openings));
        assert_eq!(Openings::read(&[]).unwrap(), Some(Openings::default()));
        for len in 1..bytes.len() {
            assert_eq!(Openings::read(&bytes[..len]).unwrap(), None, "{len}");
        }
        assert_eq!(Openings::read(&[&bytes, &[0][..]].concat()).unwrap(), None);
        // The two moves of f5f6e6 are mirror images. If both say that their board follows, it is there
        // twice.
        let moves = ["f5", "f5f6", "f5f6e6", "f5f6e6f4"];
        let mut boards = moves.map(|moves| of(moves, &[]));
        boards.sort_unstable();
        let mut twice = Openings::new(boards).unwrap().bytes();
        let of_last = GROUPS * board("f5f6e6f4").legal_moves().len() as usize;
        let of_two = twice.len() - of_last - 2 * GROUPS;
        assert_eq!(twice[of_two] + twice[of_two + GROUPS], 1);
        (twice[of_two], twice[of_two + GROUPS]) = (1, 1);
        twice.extend(vec![0; of_last]);
        assert_eq!(Openings::read(&twice).unwrap(), None);
        let mut rest = &[0xff, 0xff, 0xff, 0xff, 0x1f][..];
        assert_eq!(read_number(&mut rest), None); // more than 32 bits
        for number in [0, 127, 128, 300, u32::MAX] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            assert_eq!(read_number(&mut &bytes[..]), Some(number));
        }
    }
}
