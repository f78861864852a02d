use std::fmt;

use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Bitboard, Board, arrays, mask};

use super::assert_length;
use super::regions::{neighbours, regions_of};

/// A named set of squares of a board, such as the legal moves of a side or its frontier.
///
/// [`ALL`](Self::ALL) lists all features. A feature of both sides is listed twice: `player_moves` are the
/// moves of the side to move, `opponent_moves` the moves of the other side, which are `player_moves` after a
/// [`pass`](Board::pass). No feature depends on the colours.
///
/// ```
/// use reversi_engine::arrays::features::Feature;
///
/// for feature in Feature::ALL {
///     println!("{}, {}: {}", feature.name(), feature.unit(), feature.meaning());
/// }
/// let frontier = Feature::named("player_frontier").unwrap();
/// assert_eq!(frontier.unit(), "discs");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature(u8);

/// The declaration of a feature.
struct Declared {
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    /// `true` if the set belongs to the other side.
    passed: bool,
    /// Fills in the sets of boards, seen by the side that the set belongs to.
    fill: Fill,
}

/// Declares a feature of both sides: the name, the unit, the meaning before and after the words for the side.
macro_rules! of_both {
    ($name:literal, $unit:literal, [$before:literal, $after:literal], $fill:expr) => {
        [
            declared(
                concat!("player_", $name),
                $unit,
                concat!($before, " of the side to move", $after, "."),
                false,
                $fill,
            ),
            declared(
                concat!("opponent_", $name),
                $unit,
                concat!($before, " of the other side", $after, "."),
                true,
                $fill,
            ),
        ]
    };
}

type Fill = fn(&[Board], &mut [Bitboard]);

const fn declared(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    passed: bool,
    fill: Fill,
) -> Declared {
    Declared { name, unit, meaning, passed, fill }
}

const fn of_board(name: &'static str, unit: &'static str, meaning: &'static str, fill: Fill) -> Declared {
    declared(name, unit, meaning, false, fill)
}

/// The features of both sides. The name, the unit and the meaning of a feature are declared only here.
static OF_BOTH: [[Declared; 2]; 10] = [
    of_both!("discs", "discs", ["Discs", ""], |boards, out| each(boards, out, Board::player)),
    of_both!("moves", "moves", ["Legal moves", ""], arrays::legal_moves),
    of_both!("corner_moves", "moves", ["Legal moves", " to corners"], |boards, out| {
        arrays::legal_moves(boards, out);
        out.iter_mut().for_each(|moves| *moves &= mask::CORNERS);
    }),
    of_both!(
        "potential_moves",
        "squares",
        ["Potential mobility", ": empty squares beside discs of its opponent"],
        |boards, out| each(boards, out, |board| Portable.potential_moves(board))
    ),
    of_both!("frontier", "discs", ["Frontier", ": its discs beside empty squares"], |boards, out| {
        each(boards, out, |board| neighbours(board.empties()) & board.player());
    }),
    of_both!(
        "stable",
        "discs",
        ["Stable discs", ", a proven subset: no sequence of moves turns them"],
        arrays::stable
    ),
    of_both!("corners", "discs", ["Discs", " on corners"], |boards, out| {
        each(boards, out, |board| board.player() & mask::CORNERS);
    }),
    of_both!("x_squares", "discs", ["Discs", " on X squares, diagonally beside a corner"], |boards, out| {
        each(boards, out, |board| board.player() & mask::X_SQUARES);
    }),
    of_both!("c_squares", "discs", ["Discs", " on C squares, on an edge beside a corner"], |boards, out| {
        each(boards, out, |board| board.player() & mask::C_SQUARES);
    }),
    of_both!("edges", "discs", ["Discs", " on edges, corners included"], |boards, out| {
        each(boards, out, |board| board.player() & mask::EDGES);
    }),
];

/// The features of the board, which belong to no side.
static OF_BOARD: [Declared; 5] = [
    of_board("empty", "squares", "Empty squares.", |boards, out| each(boards, out, Board::empties)),
    of_board(
        "regions",
        "regions",
        "Regions of empty squares that are connected, diagonals included: the first square of each.",
        |boards, out| {
            each(boards, out, |board| regions_of(board.empties()).filter_map(Bitboard::first).collect())
        },
    ),
    of_board(
        "odd_regions",
        "regions",
        "Regions with an odd number of squares: the first square of each.",
        |boards, out| {
            each(boards, out, |board| {
                regions_of(board.empties()).filter(is_odd).filter_map(Bitboard::first).collect()
            });
        },
    ),
    of_board(
        "odd_region_squares",
        "squares",
        "Squares of the regions with an odd number of them.",
        |boards, out| each(boards, out, |board| union(regions_of(board.empties()).filter(is_odd))),
    ),
    of_board(
        "odd_quadrant_squares",
        "squares",
        "Empty squares in quadrants of the board with an odd number of them: what the engine orders moves by.",
        |boards, out| {
            each(boards, out, |board| {
                union(mask::QUADRANTS.into_iter().map(|quadrant| board.empties() & quadrant).filter(is_odd))
            });
        },
    ),
];

#[inline(always)]
fn each(boards: &[Board], out: &mut [Bitboard], set: impl Fn(Board) -> Bitboard) {
    for (&board, out) in boards.iter().zip(out) {
        *out = set(board);
    }
}

fn is_odd(set: &Bitboard) -> bool {
    set.len() % 2 == 1
}

fn union(sets: impl Iterator<Item = Bitboard>) -> Bitboard {
    sets.fold(Bitboard::EMPTY, |all, set| all | set)
}

impl Feature {
    /// The number of features.
    pub const COUNT: usize = OF_BOTH.as_flattened().len() + OF_BOARD.len();

    /// All features: the features of the two sides in turn, then the features of the board.
    pub const ALL: [Feature; Feature::COUNT] = {
        let mut all = [Feature(0); Feature::COUNT];
        let mut i = 0;
        while i < all.len() {
            all[i] = Feature(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the feature with this name.
    pub fn named(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.name() == name)
    }

    /// Returns the name, in small letters: `player_moves`.
    pub fn name(self) -> &'static str {
        self.declared().name
    }

    /// Describes what is counted, in one sentence.
    pub fn meaning(self) -> &'static str {
        self.declared().meaning
    }

    /// Returns the unit of the count: `discs`, `squares`, `moves` or `regions`.
    pub fn unit(self) -> &'static str {
        self.declared().unit
    }

    fn declared(self) -> &'static Declared {
        let number = usize::from(self.0);
        let both = OF_BOTH.as_flattened();
        both.get(number).unwrap_or_else(|| &OF_BOARD[number - both.len()])
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Feature({self})")
    }
}

/// The number of boards whose sets are computed together: they stay in the cache of a core.
const AT_A_TIME: usize = 256;

/// Passes the sets of each feature to `write`, some boards at a time, with the number of the first board and
/// the number of the feature.
fn each_column(boards: &[Board], features: &[Feature], mut write: impl FnMut(usize, usize, &[Bitboard])) {
    let mut sets = [Bitboard::EMPTY; AT_A_TIME];
    let mut passed = [Board::START; AT_A_TIME];
    for (part, boards) in boards.chunks(AT_A_TIME).enumerate() {
        let (sets, passed) = (&mut sets[..boards.len()], &mut passed[..boards.len()]);
        passed.iter_mut().zip(boards).for_each(|(passed, board)| *passed = board.pass());
        for (column, feature) in features.iter().enumerate() {
            let declared = feature.declared();
            (declared.fill)(if declared.passed { passed } else { boards }, sets);
            write(part * AT_A_TIME, column, sets);
        }
    }
}

/// Computes the set of each feature on each board: `out[features.len() * board + feature]`.
///
/// ```
/// use reversi_engine::arrays::features::{self, Feature};
/// use reversi_engine::{Bitboard, Board};
///
/// let names = ["opponent_moves", "odd_quadrant_squares"];
/// let mut sets = [Bitboard::EMPTY; 2];
/// let features = names.map(|name| Feature::named(name).expect(name));
/// features::sets(&[Board::START.play("f5".parse()?)], &features, &mut sets);
/// assert_eq!(sets[0].to_string(), "c3 d3 c4");
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
///
/// # Panics
/// If `out` has not a set for each feature of each board.
pub fn sets(boards: &[Board], features: &[Feature], out: &mut [Bitboard]) {
    assert_length("out", out.len(), boards.len() * features.len());
    each_column(boards, features, |first, column, sets| {
        let places = out[first * features.len() + column..].iter_mut().step_by(features.len());
        places.zip(sets).for_each(|(out, &set)| *out = set);
    });
}

/// Computes the number of squares of each feature on each board: `out[features.len() * board + feature]`.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::arrays::features::{self, Feature};
///
/// let mut counts = [0.0; Feature::COUNT];
/// features::counts(&[Board::START], &Feature::ALL, &mut counts);
/// let moves = Feature::ALL.iter().position(|feature| feature.name() == "player_moves").unwrap();
/// assert_eq!(counts[moves], 4.0);
/// ```
///
/// # Panics
/// If `out` has not a number for each feature of each board.
pub fn counts(boards: &[Board], features: &[Feature], out: &mut [f32]) {
    assert_length("out", out.len(), boards.len() * features.len());
    each_column(boards, features, |first, column, sets| {
        let places = out[first * features.len() + column..].iter_mut().step_by(features.len());
        places.zip(sets).for_each(|(out, set)| *out = set.len() as f32);
    });
}
