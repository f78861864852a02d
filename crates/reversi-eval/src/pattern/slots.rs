use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use reversi_bitboard::Board;

use super::place::{PLACES, POWERS, Place};
use super::shape::{Shape, UNPACKED_LEN, mirrored_configurations, swapped_configurations};

/// The number of weights of a ply, the constant included, if mirrored configurations share a weight.
pub const PACKED_LEN: usize = 114_364;
/// The slot of the constant, the last one.
pub const CONSTANT_SLOT: usize = PACKED_LEN - 1;

impl Shape {
    /// Returns the index of a configuration's slot among all slots, below [`PACKED_LEN`].
    ///
    /// Slots are assigned in the order of the configurations. A configuration takes the slot of its mirror
    /// image if the image came before, and the next unused slot of its shape otherwise.
    ///
    /// # Panics
    /// If the shape has no such configuration.
    ///
    /// ```
    /// use reversi_engine::weights::pattern::Shape;
    ///
    /// let diagonal = Shape::ALL[11];
    /// assert_eq!(diagonal.slot(0), diagonal.first_slot());
    /// assert_eq!(diagonal.slot(1), diagonal.slot(27)); // mirror images
    /// ```
    pub fn slot(&self, configuration: usize) -> usize {
        assert!(configuration < self.configurations(), "{self} has no configuration {configuration}");
        Slots::numbered().of(self.unpacked_offset() + configuration)
    }
}

/// Returns the slots of a board whose weights are added up: the slots of the 46 places, then the constant.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::board::Symmetry;
/// use reversi_engine::weights::pattern;
///
/// let sorted = |board| {
///     let mut slots = pattern::packed_slots(board);
///     slots.sort();
///     slots
/// };
/// let board = Board::START.play("f5".parse()?);
/// assert_eq!(sorted(board), sorted(Symmetry::TRANSPOSE.board(board)));
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
pub fn packed_slots(board: Board) -> [u32; PLACES + 1] {
    // The configurations without discs, numbered as `Slots` are, and the constant.
    const EMPTY: [u32; PLACES + 1] = {
        let mut all = [UNPACKED_LEN as u32 - 1; PLACES + 1];
        let mut place = 0;
        while place < PLACES {
            let shape = Place::ALL[place].shape();
            all[place] = (shape.unpacked_offset() + shape.configurations() - 1) as u32;
            place += 1;
        }
        all
    };
    let (slots, mut all) = (Slots::numbered(), EMPTY);
    for (discs, digits) in [(board.player(), 2), (board.opponent(), 1)] {
        for square in discs {
            let powers = &POWERS[square.index()];
            all.iter_mut().zip(powers).for_each(|(sum, &power)| *sum -= digits * u32::from(power));
        }
    }
    all.map(|configuration| slots.of(configuration as usize) as u32)
}

/// The slot of every configuration of every shape, the constant last.
///
/// They are numbered at the first use. The array is static, so its allocation cannot be refused.
#[derive(Clone, Copy)]
struct Slots(&'static [AtomicU32; UNPACKED_LEN]);

impl Slots {
    fn numbered() -> Slots {
        static NUMBERED: Once = Once::new();
        static SLOTS: [AtomicU32; UNPACKED_LEN] = [const { AtomicU32::new(0) }; UNPACKED_LEN];
        let slots = Slots(&SLOTS);
        NUMBERED.call_once(|| {
            let mut next = 0;
            for shape in Shape::ALL {
                let first = shape.unpacked_offset();
                mirrored_configurations(shape).enumerate().for_each(|(i, mirrored)| {
                    let slot = if mirrored < i { slots.of(first + mirrored) as u32 } else { next };
                    SLOTS[first + i].store(slot, Ordering::Relaxed);
                    next += u32::from(mirrored >= i);
                });
            }
            SLOTS[UNPACKED_LEN - 1].store(next, Ordering::Relaxed);
        });
        slots
    }

    /// Returns the slot of the configuration with this number among all shapes.
    fn of(self, configuration: usize) -> usize {
        self.0[configuration].load(Ordering::Relaxed) as usize
    }
}

/// Returns the slots of all configurations of all shapes in order, each at even and at odd plies.
pub(crate) fn slots_by_parity() -> impl Iterator<Item = [usize; 2]> {
    let slots = Slots::numbered();
    Shape::ALL.into_iter().flat_map(move |shape| {
        let first = shape.unpacked_offset();
        swapped_configurations(shape)
            .enumerate()
            .map(move |(i, swapped)| [slots.of(first + i), slots.of(first + swapped)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_the_catalogue() {
        let packed = [10206, 29889, 29646, 29646, 3321, 3321, 3321, 3321, 1134, 378, 135, 45];
        let (mut places, mut unpacked, mut slots) = (0, 0, 0);
        for (shape, packed) in Shape::ALL.into_iter().zip(packed) {
            assert_eq!(shape.slots(), packed, "{shape}");
            assert_eq!(
                (shape.first_place(), shape.unpacked_offset(), shape.first_slot()),
                (places, unpacked, slots)
            );
            places += shape.places();
            unpacked += shape.configurations();
            slots += packed;
        }
        assert_eq!((places, unpacked + 1, slots + 1), (PLACES, UNPACKED_LEN, PACKED_LEN));
        assert_eq!(Slots::numbered().of(UNPACKED_LEN - 1), CONSTANT_SLOT);
    }

    #[test]
    fn slots_of_the_catalogue() {
        let slot = |shape: usize, i| Shape::ALL[shape].slot(i) - Shape::ALL[shape].first_slot();
        let [c9, c10, s8, s4] = [0, 1, 4, 11];
        assert_eq!([1, 27, 3, 9, 54, 80].map(|i| slot(s4, i)), [1, 1, 3, 3, 2, 44]);
        assert_eq!(slot(s8, 6425), 3316);
        assert_eq!([9, 3, 81, 27, 19682].map(|i| slot(c9, i)), [3, 3, 18, 18, 10205]);
        assert_eq!([19683, 1].map(|i| slot(c10, i)), [1, 1]);
    }

    #[test]
    fn mirrored_configurations_share_slots_that_are_all_used() {
        for shape in Shape::ALL {
            let mut used = vec![false; shape.slots()];
            for (i, mirrored) in mirrored_configurations(shape).enumerate() {
                assert_eq!(shape.mirrored(i), mirrored);
                assert_eq!(shape.mirrored(mirrored), i);
                assert_eq!(shape.slot(i), shape.slot(mirrored));
                used[shape.slot(i) - shape.first_slot()] = true;
            }
            assert!(used.iter().all(|&used| used), "{shape}");
        }
    }

    #[test]
    fn at_odd_plies_the_digits_0_and_1_are_swapped() {
        let swapped = |shape: Shape, i: usize| {
            let digit = |place: u32| [1, 0, 2][i / 3usize.pow(place) % 3] * 3usize.pow(place);
            (0..shape.squares().len() as u32).map(digit).sum::<usize>()
        };
        let mut slots = slots_by_parity();
        for shape in Shape::ALL {
            for i in 0..shape.configurations() {
                assert_eq!(slots.next(), Some([i, swapped(shape, i)].map(|i| shape.slot(i))), "{shape} {i}");
            }
        }
        assert_eq!(slots.next(), None);
    }

    #[test]
    fn packed_slots_are_those_of_the_places() {
        let mut board = Board::START;
        while let Some(square) = board.legal_moves().first() {
            board = board.play(square);
            let slots = packed_slots(board);
            for (place, slot) in Place::ALL.iter().zip(slots) {
                assert_eq!(place.shape().slot(place.configuration(board)), slot as usize, "{board}");
            }
            assert_eq!(slots[PLACES] as usize, CONSTANT_SLOT);
        }
    }
}
