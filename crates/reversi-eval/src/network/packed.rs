//! The packed rows of files. Most of their numbers are small, and many rows are zero.
//!
//! | Bytes | Content |
//! |--:|---|
//! | rows / 2, rounded up | for each row its *width*, 0 to 8, in 4 bits, the lower ones first |
//! | any | for each row its numbers, each in as many bits as the width states, the sign included, the first in the lowest bits |
//!
//! With an odd number of rows, the last 4 bits of the widths are zero.
//!
//! Eight numbers fill as many bytes as each has bits, so a row is found by a sum of widths and unpacked by a
//! few shifts.

use crate::file::WeightsError;
use crate::file::memory::refused;

/// The number of numbers that are packed and unpacked at once.
const GROUP: usize = 8;

/// Returns the number of bytes of the widths of all rows.
pub(super) const fn widths_len(rows: usize) -> usize {
    rows.div_ceil(2)
}

/// Packs rows.
pub(super) fn pack<'a>(rows: impl ExactSizeIterator<Item = &'a [i8]>) -> Vec<u8> {
    let mut packed = vec![0; widths_len(rows.len())];
    for (slot, row) in rows.enumerate() {
        // A number and its sign: -4 to 3 take three bits.
        let bits = |number: i8| if number == 0 { 0 } else { 9 - (number ^ number >> 7).leading_zeros() };
        let width = row.iter().copied().map(bits).max().unwrap_or(0);
        packed[slot / 2] |= (width << (4 * (slot % 2))) as u8;
        for group in row.as_chunks::<GROUP>().0 {
            let append =
                |bits: u64, &number: &i8| bits << width | u64::from(number as u8) & ((1 << width) - 1);
            let bits = group.iter().rev().fold(0, append);
            packed.extend(&bits.to_le_bytes()[..width as usize]);
        }
    }
    packed
}

/// Rows that can be unpacked.
pub(super) struct PackedRows<'a> {
    widths: &'a [u8],
    /// The number of rows.
    len: usize,
    /// The rows, and the bytes after them: eight bytes can be loaded at every row.
    rows: &'a [u8],
    /// The number of numbers in a row.
    numbers: usize,
}

impl<'a> PackedRows<'a> {
    /// Splits off `len` rows of `numbers` numbers each from the last `rest` bytes, at least eight; `None` if
    /// the number of bytes differs.
    pub(super) fn split(
        bytes: &'a [u8],
        [len, numbers]: [usize; 2],
        rest: usize,
    ) -> Option<(PackedRows<'a>, &'a [u8])> {
        let (widths, bytes) = bytes.split_at_checked(widths_len(len))?;
        let packed = PackedRows { widths, len, rows: bytes, numbers };
        let are_widths = widths.iter().fold(true, |are, pair| are & (pair & 15 <= 8) & (pair >> 4 <= 8));
        let end = packed.start(len);
        let last_is_zero = len.is_multiple_of(2) || widths[len / 2] >> 4 == 0;
        let is_packed = are_widths && last_is_zero && end + rest == bytes.len();
        is_packed.then(|| (packed, &bytes[end..]))
    }

    fn width(&self, slot: usize) -> usize {
        usize::from(self.widths[slot / 2] >> (4 * (slot % 2)) & 15)
    }

    /// Returns the offset of a row, or of the end of all rows.
    fn start(&self, slot: usize) -> usize {
        let pairs = self.widths[..slot / 2].iter().map(|&pair| usize::from((pair & 15) + (pair >> 4)));
        let before = if slot.is_multiple_of(2) { 0 } else { self.width(slot - 1) };
        self.numbers / GROUP * (pairs.sum::<usize>() + before)
    }

    /// Returns the numbers of the row of one slot.
    pub(super) fn row(&self, slot: usize) -> impl Iterator<Item = i8> {
        let (bytes, width) = (&self.rows[self.start(slot)..], self.width(slot));
        (0..self.numbers / GROUP).flat_map(move |group| unpack(&bytes[group * width..], width))
    }

    /// Unpacks all rows, followed by rows of zeros, `rows` in total.
    pub(super) fn unpack(&self, rows: usize) -> Result<Vec<i8>, WeightsError> {
        let len = rows * self.numbers;
        let mut all = bytemuck::try_zeroed_vec::<i8>(len).map_err(|()| refused::<i8>(len))?;
        let mut packed = self.rows;
        for (slot, row) in all.chunks_exact_mut(self.numbers).take(self.len).enumerate() {
            self.unpack_next(slot, &mut packed, row);
        }
        Ok(all)
    }

    /// Returns a function that unpacks one row after the other, of `W` numbers, over zeros.
    pub(super) fn each<const W: usize>(&self) -> impl FnMut(&mut [i8; W]) {
        let (mut slot, mut packed) = (0, self.rows);
        move |row| {
            self.unpack_next(slot, &mut packed, row);
            slot += 1;
        }
    }

    /// Unpacks the row of a slot, where it starts, over zeros, and leads to the next one.
    #[inline(always)]
    fn unpack_next(&self, slot: usize, packed: &mut &[u8], row: &mut [i8]) {
        let width = self.width(slot);
        if width > 0 {
            for group in row.as_chunks_mut::<GROUP>().0 {
                *group = unpack(packed, width);
                *packed = &packed[width..];
            }
        }
    }
}

/// Unpacks the numbers of this width at the start of the bytes.
#[inline]
fn unpack(bytes: &[u8], width: usize) -> [i8; GROUP] {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let by_fours = (1 << (4 * width)) - 1;
    let by_twos = ((1 << (2 * width)) - 1) * 0x0000_0001_0000_0001;
    let each = ((1 << width) - 1) * 0x0001_0001_0001_0001;
    let signs = (1 << width >> 1) * 0x0101_0101_0101_0101;
    let bits = u64::from_le_bytes(*bytes.first_chunk().expect("bytes follow the rows"));
    let bits = bits & by_fours | (bits >> (4 * width) & by_fours) << 32;
    let bits = bits & by_twos | (bits >> (2 * width) & by_twos) << 16;
    let bits = bits & each | (bits >> width & each) << 8;
    // Each byte less its sign, without a borrow from the next byte.
    let bits = bits ^ signs;
    let bits = ((bits | TOPS) - (signs & !TOPS)) ^ ((bits ^ !signs) & TOPS);
    bytemuck::cast(bits.to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{ROWS, WIDTHS};

    const REST: [u8; 9] = [0xff; 9];

    fn unpacked(bytes: &[u8], numbers: usize) -> Option<Vec<i8>> {
        let (rows, rest) = PackedRows::split(bytes, [ROWS, numbers], REST.len())?;
        assert_eq!(rest, REST);
        Some(rows.unpack(ROWS).unwrap())
    }

    fn packed(rows: &[i8], numbers: usize) -> Vec<u8> {
        [&pack(rows.chunks_exact(numbers))[..], &REST].concat()
    }

    #[test]
    fn a_row_takes_as_many_bits_as_its_largest_number() {
        let widths = [(0, 0), (-1, 1), (1, 2), (-2, 2), (3, 3), (-4, 3), (7, 4), (-8, 4), (15, 5), (-16, 5)];
        let more = [(31, 6), (-32, 6), (63, 7), (-64, 7), (127, 8), (-128, 8)];
        for (number, width) in widths.into_iter().chain(more) {
            for (numbers, at) in [(16, 0), (16, 15), (32, 7), (64, 63)] {
                for slot in [0, ROWS - 1] {
                    let mut rows = vec![0; numbers * ROWS];
                    rows[numbers * slot + at] = number;
                    let bytes = packed(&rows, numbers);
                    assert_eq!(
                        bytes.len(),
                        widths_len(ROWS) + numbers / GROUP * width + REST.len(),
                        "{number}"
                    );
                    assert_eq!(unpacked(&bytes, numbers).unwrap(), rows, "{number} at {at} of {slot}");
                }
            }
        }
    }

    #[test]
    fn rows_are_found_alone_and_all_together() {
        let mut rng = reversi_testkit::Rng::with_seed(1);
        for numbers in WIDTHS {
            let row = |_| {
                let largest = 127 >> rng.u32(0..8);
                std::array::from_fn::<i8, 64, _>(|_| rng.i8(-largest - 1..=largest))[..numbers].to_vec()
            };
            let rows: Vec<i8> = (0..ROWS).flat_map(row).collect();
            let bytes = packed(&rows, numbers);
            assert_eq!(unpacked(&bytes, numbers).unwrap(), rows);
            let (packed, _) = PackedRows::split(&bytes, [ROWS, numbers], REST.len()).unwrap();
            for slot in (0..ROWS).step_by(997).chain([ROWS - 1]) {
                assert!(packed.row(slot).eq(rows[numbers * slot..][..numbers].iter().copied()), "{slot}");
            }
        }
    }

    #[test]
    fn other_bytes_are_no_rows() {
        let good = packed(&vec![3; 16 * ROWS], 16);
        let unpacked = |bytes: &[u8]| unpacked(bytes, 16);
        assert!(unpacked(&good).is_some());
        let changed = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            unpacked(&bytes)
        };
        assert!(changed(7, 0x23).is_none(), "a shorter row");
        assert!(changed(7, 0x33).is_some(), "no change");
        assert!(changed(widths_len(ROWS) - 1, 0x43).is_none(), "a width without a row");
        let mut too_wide = good.clone();
        too_wide[..3].copy_from_slice(&[0x90, 0x33, 0x30]);
        assert!(unpacked(&too_wide).is_none(), "a width of 9");
        for len in [0, widths_len(ROWS) - 1, widths_len(ROWS), good.len() - 1] {
            assert!(unpacked(&good[..len]).is_none(), "{len} bytes");
        }
        assert!(unpacked(&[&good[..], &[0]].concat()).is_none());
        assert!(PackedRows::split(&good, [ROWS, 32], REST.len()).is_none(), "rows of more numbers");
    }
}
