//! Edges as numbers, and numbers as edges.

use reversi_bitboard::__internal::stability::edge as engine;
use reversi_bitboard::Board;

use crate::list::kernel_lists;
use crate::table::table;

fn fold(edges: [u16; 4]) -> u64 {
    let [a, b, c, d] = edges.map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

kernel_lists! {
    /// The four edges as indices, packed into one word.
    edges(Board) -> [u16; 4], packed by fold, in a solver visit_edges for edges: |board| {
        Portable "EDGE-02" "files by multiplication" => engine::portable::edges(board);
        Portable "EDGE-03" "files by 32-bit multiplications" => pack_halves(board);
        X86V2 X86V3 "EDGE-04" "interleaved bytes and signs" => engine::sse2::edges(board);
        X86V3 "EDGE-04 PEXT" "files by PEXT" => bmi2::edges(board);
    }

    /// Spreads one byte over the squares A2 to A7 and another over H2 to H7. The corners belong to the ranks.
    unpack_files(u64), in a solver visit_unpack_files for unpack_files: |bytes| {
        Portable "EDGE-05" "eight bits, nibble by nibble" => unpack_nibbles(bytes);
        Portable X86V3 "EDGE-09" "a table of files" => unpack_by_table(bytes);
        Portable X86V3 "EDGE-07" "six bits at once" => engine::unpack_files(bytes & 0xff, bytes >> 8);
        X86V3 "EDGE-06" "PDEP" => bmi2::unpack(bytes);
    }

    /// The number of the mover's discs on the edges that the edges prove stable.
    stable_edge_count(Board), in a solver visit_stable_edge_counts for stable_edge_count: |board| {
        Portable "EDGE-02 EDGE-07" "unpacked, then counted" => engine::stable(engine::portable::edges(board)).len().into();
        Portable "EDGE-02 EDGE-08" "counted in the entries of the table" => engine::stable_count(engine::portable::edges(board)).into();
        X86V2 X86V3 "EDGE-04 EDGE-07" "unpacked, then counted" => engine::stable(engine::sse2::edges(board)).len().into();
        X86V2 X86V3 "EDGE-04 EDGE-08" "counted in the entries of the table" => engine::stable_count(engine::sse2::edges(board)).into();
    }
}

const INNER_FILE_A: u64 = 0x0001_0101_0101_0100;

/// Packs a file as two halves of four bits (EDGE-03).
#[inline(always)]
fn pack_halves(board: Board) -> [u16; 4] {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let file_a = |set: u64| {
        let (low, high) = (set as u32 & 0x0101_0101, (set >> 32) as u32 & 0x0101_0101);
        (low + (high << 4)).wrapping_mul(0x0102_0408) >> 24
    };
    let file_h = |set: u64| {
        let (low, high) = (set as u32 & 0x8080_8080, (set >> 32) as u32 & 0x8080_8080);
        (high + (low >> 4)).wrapping_mul(0x0020_4081) >> 24
    };
    let edge = |player: u32, opponent: u32| (player << 8 | opponent) as u16;
    [
        edge(player as u32 & 0xff, opponent as u32 & 0xff),
        edge((player >> 56) as u32, (opponent >> 56) as u32),
        edge(file_a(player), file_a(opponent)),
        edge(file_h(player), file_h(opponent)),
    ]
}

/// Four bits at a time, because the copies of eight bits would overlap in the product (EDGE-05).
#[inline(always)]
fn unpack_nibbles(bytes: u64) -> u64 {
    let file_a = |byte: u32| {
        let low = (byte & 15).wrapping_mul(0x0020_4081) & 0x0101_0101;
        let high = (byte >> 4 & 15).wrapping_mul(0x0020_4081) & 0x0101_0101;
        u64::from(low) | u64::from(high) << 32
    };
    let file_h = |byte: u32| {
        let low = (byte & 15).wrapping_mul(0x1020_4080) & 0x8080_8080;
        let high = (byte >> 4 & 15).wrapping_mul(0x1020_4080) & 0x8080_8080;
        u64::from(low) | u64::from(high) << 32
    };
    (file_a(bytes as u32) & INNER_FILE_A) | (file_h((bytes >> 8) as u32) & INNER_FILE_A << 7)
}

/// `INNER_FILES[byte]`: the bits 1 to 6 of a byte on file A. 2 KB, which the products of EDGE-05 and EDGE-07
/// replace.
static INNER_FILES: [u64; 256] = table!(|byte| {
    let (mut squares, mut rank) = (0, 1);
    while rank < 7 {
        squares |= (byte as u64 >> rank & 1) << (8 * rank);
        rank += 1;
    }
    squares
});

/// One look-up a file (EDGE-09).
#[inline(always)]
fn unpack_by_table(bytes: u64) -> u64 {
    INNER_FILES[bytes as u8 as usize] | INNER_FILES[(bytes >> 8) as u8 as usize] << 7
}

#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use core::arch::x86_64::{_pdep_u64, _pext_u64};

    use reversi_bitboard::Board;

    use super::INNER_FILE_A;

    const FILE_A: u64 = 0x0101_0101_0101_0101;

    /// Packs the files by PEXT.
    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(super) fn edges(board: Board) -> [u16; 4] {
        let (player, opponent) = (board.player().0, board.opponent().0);
        [
            (player << 8 & 0xff00 | opponent & 0xff) as u16,
            (player >> 56 << 8 | opponent >> 56) as u16,
            (_pext_u64(player, FILE_A) << 8 | _pext_u64(opponent, FILE_A)) as u16,
            (_pext_u64(player, FILE_A << 7) << 8 | _pext_u64(opponent, FILE_A << 7)) as u16,
        ]
    }

    /// Puts each bit in its place by PDEP (EDGE-06).
    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(super) fn unpack(bytes: u64) -> u64 {
        _pdep_u64(bytes >> 1, INNER_FILE_A) | _pdep_u64(bytes >> 9, INNER_FILE_A << 7)
    }
}

#[cfg(test)]
mod tests {
    /// EDGE-05 takes halves because one multiplication for eight bits is wrong for some bytes.
    #[test]
    fn eight_bits_collide_in_one_product() {
        let at_once = |byte: u64| byte.wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
        let spread = |byte: u64| (0..8).map(|y| (byte >> y & 1) << (8 * y)).sum::<u64>();
        let wrong = (0..256).filter(|&byte| at_once(byte) != spread(byte)).count();
        assert_eq!(wrong, 64);
        assert_ne!(at_once(0x81), spread(0x81));
    }
}
