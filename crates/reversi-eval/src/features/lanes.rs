use crate::pattern::{PLACES, Place, Shape, UNPACKED_LEN};

/// The number of 16-bit lanes: 46 places, the constant, and one that stays unused.
pub const LANES: usize = 48;

/// The lane of the constant.
pub const CONSTANT_LANE: usize = PLACES;

/// Returns the offset of the configurations of each shape inside the stored value: shapes whose tables
/// together fit into 16 bits share one section (EVAL-11).
pub const fn inner_offset(shape: Shape) -> u16 {
    let mut first = shape.index();
    let start = match first {
        0..4 => return 0,
        4..8 => 4,
        _ => 8,
    };
    let mut offset = 0;
    while first > start {
        first -= 1;
        offset += Shape::ALL[first].configurations() as u16;
    }
    offset
}

/// For each lane, the index in a table of the element for the value 0 (EVAL-13). The constant comes first,
/// then all configurations in the order of the shapes, then a zero element for the unused lane.
pub static LANE_OFFSETS: PerLane<u32> = {
    let mut offsets = PerLane([0; LANES]);
    let mut lane = 0;
    while lane < PLACES {
        let shape = Place::ALL[lane].shape();
        offsets.0[lane] = 1 + shape.unpacked_offset() as u32 - inner_offset(shape) as u32;
        lane += 1;
    }
    offsets.0[CONSTANT_LANE] = 0;
    offsets.0[CONSTANT_LANE + 1] = UNPACKED_LEN as u32;
    offsets
};

/// One value per lane, aligned for every vector type.
#[repr(C, align(64))]
pub struct PerLane<T>(pub [T; LANES]);

/// Elements of a table of all configurations: the constant, the configurations, and a zero for the unused
/// lane.
pub const STRIDE: usize = UNPACKED_LEN + 1;
/// The number of elements of a table for look-up: an element for each 16-bit value of each lane.
pub const TABLE_LEN: usize = STRIDE + (1 << 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_the_catalogue() {
        let offsets = |lanes: [usize; 8]| lanes.map(|lane| LANE_OFFSETS.0[lane]);
        assert_eq!(
            offsets([46, 0, 4, 8, 12, 16, 30, 47]),
            [0, 1, 19684, 78733, 137782, 196831, 223075, UNPACKED_LEN as u32]
        );
        let inner = |shapes: [usize; 8]| shapes.map(|shape| inner_offset(Shape::ALL[shape]));
        assert_eq!(inner([4, 5, 6, 7, 8, 9, 10, 11]), [0, 6561, 13122, 19683, 0, 2187, 2916, 3159]);
    }
}
