use reversi_bitboard::Square;

/// The definition of a shape.
pub(super) struct Data {
    pub(super) name: &'static str,
    pub(super) squares: &'static [Square],
    /// For each square, the index of its mirror image in the list.
    pub(super) mirror: &'static [u8],
    pub(super) places: usize,
}

const fn data(name: &'static str, squares: &'static [Square], mirror: &'static [u8], places: usize) -> Data {
    assert!(squares.len() == mirror.len());
    Data { name, squares, mirror, places }
}

/// Defines a shape whose list of squares is reversed by its mirror image.
const fn straight(name: &'static str, squares: &'static [Square], places: usize) -> Data {
    const BACKWARDS: &[u8] = &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    data(name, squares, BACKWARDS.split_at(BACKWARDS.len() - squares.len()).1, places)
}

/// The shapes in their first places, in the order of the file formats.
pub(super) static SHAPES: [Data; 12] = {
    use Square as S;
    [
        data(
            "corner 3x3",
            &[S::A1, S::B1, S::A2, S::B2, S::C1, S::A3, S::C2, S::B3, S::C3],
            &[0, 2, 1, 3, 5, 4, 7, 6, 8],
            4,
        ),
        data(
            "angle+X",
            &[S::A5, S::A4, S::A3, S::A2, S::A1, S::B2, S::B1, S::C1, S::D1, S::E1],
            &[9, 8, 7, 6, 4, 5, 3, 2, 1, 0],
            4,
        ),
        straight("edge+2X", &[S::B2, S::A1, S::B1, S::C1, S::D1, S::E1, S::F1, S::G1, S::H1, S::G2], 4),
        straight("corner+block", &[S::A1, S::C1, S::D1, S::C2, S::D2, S::E2, S::F2, S::E1, S::F1, S::H1], 4),
        straight("second line", &[S::A2, S::B2, S::C2, S::D2, S::E2, S::F2, S::G2, S::H2], 4),
        straight("third line", &[S::A3, S::B3, S::C3, S::D3, S::E3, S::F3, S::G3, S::H3], 4),
        straight("fourth line", &[S::A4, S::B4, S::C4, S::D4, S::E4, S::F4, S::G4, S::H4], 4),
        straight("diagonal of 8", &[S::A1, S::B2, S::C3, S::D4, S::E5, S::F6, S::G7, S::H8], 2),
        straight("diagonal of 7", &[S::B1, S::C2, S::D3, S::E4, S::F5, S::G6, S::H7], 4),
        straight("diagonal of 6", &[S::C1, S::D2, S::E3, S::F4, S::G5, S::H6], 4),
        straight("diagonal of 5", &[S::D1, S::E2, S::F3, S::G4, S::H5], 4),
        straight("diagonal of 4", &[S::D1, S::C2, S::B3, S::A4], 4),
    ]
};
