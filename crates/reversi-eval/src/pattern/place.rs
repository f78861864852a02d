use reversi_bitboard::{Board, Square};

use super::Shape;

/// The number of places that patterns have on the board.
pub const PLACES: usize = 46;

/// A position of a shape on the board.
///
/// ```
/// use reversi_engine::weights::pattern::Place;
///
/// let names = |place: Place| place.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
/// assert_eq!(names(Place::ALL[28]), "a1 b2 c3 d4 e5 f6 g7 h8");
/// assert_eq!(names(Place::ALL[29]), "h1 g2 f3 e4 d5 c6 b7 a8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    shape: Shape,
    quarters: u8,
}

impl Place {
    /// All 46 places, by shape: the first place, then its rotations by quarter turns.
    pub const ALL: [Place; PLACES] = {
        let mut all = [Place { shape: Shape::ALL[0], quarters: 0 }; PLACES];
        let mut shape = 0;
        while shape < Shape::COUNT {
            let mut turn = 0;
            while turn < Shape::ALL[shape].places() {
                all[Shape::ALL[shape].first_place() + turn] =
                    Place { shape: Shape::ALL[shape], quarters: turn as u8 };
                turn += 1;
            }
            shape += 1;
        }
        all
    };

    /// Returns the shape at this place.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the squares, the most significant digit first.
    pub fn squares(self) -> impl ExactSizeIterator<Item = Square> {
        self.shape.squares().iter().map(move |&square| self.turned(square))
    }

    /// Returns the square of this place that corresponds to a square of the first place.
    pub(crate) const fn turned(self, square: Square) -> Square {
        let (mut x, mut y) = (square.file(), square.rank());
        let mut i = 0;
        while i < self.quarters {
            (x, y) = (7 - y, x);
            i += 1;
        }
        Square::ALL[8 * y as usize + x as usize]
    }

    /// Returns the configuration of a board at this place.
    ///
    /// ```
    /// use reversi_engine::Board;
    /// use reversi_engine::weights::pattern::Place;
    ///
    /// // An empty corner.
    /// assert_eq!(Place::ALL[0].configuration(Board::START), 3usize.pow(9) - 1);
    /// ```
    pub fn configuration(&self, board: Board) -> usize {
        self.squares().fold(0, |index, square| {
            let digit = if board.player().contains(square) {
                0
            } else if board.opponent().contains(square) {
                1
            } else {
                2
            };
            3 * index + digit
        })
    }
}

/// For each square, the power of 3 of its digit in each place, and 0 in places without the square.
pub(crate) static POWERS: [[u16; PLACES]; 64] = {
    let mut table = [[0; PLACES]; 64];
    let mut place = 0;
    while place < PLACES {
        let squares = Place::ALL[place].shape().squares();
        let mut i = squares.len();
        let mut power = 1;
        while i > 0 {
            i -= 1;
            table[Place::ALL[place].turned(squares[i]).index()][place] = power;
            power *= 3;
        }
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_the_catalogue() {
        let squares =
            |place: usize| Place::ALL[place].squares().map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(squares(1), "h1 h2 g1 g2 h3 f1 g3 f2 f3");
        assert_eq!(squares(29), "h1 g2 f3 e4 d5 c6 b7 a8");
        let places_of =
            |square| Place::ALL.iter().filter(|place| place.squares().any(|s| s == square)).count();
        let row = |rank| (0..8).map(|file| places_of(Square::at(file, rank).unwrap())).collect::<Vec<_>>();
        assert_eq!(row(0), [7, 5, 6, 7, 7, 6, 5, 7]);
        assert_eq!(row(3), [7, 5, 4, 4, 4, 4, 5, 7]);
        let configuration = |place: usize| Place::ALL[place].configuration(Board::START);
        assert_eq!([0, 24, 28].map(configuration), [19682, 6425, 6452]);
    }
}
