use crate::board::Board;

/// `CRC[k][byte]`: the CRC32C of a byte that `k` zero bytes follow (HASH-02).
static CRC: [[u32; 256]; 4] = {
    let mut tables = [[0; 256]; 4];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 != 0 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut k = 1;
    while k < 4 {
        byte = 0;
        while byte < 256 {
            let crc = tables[k - 1][byte];
            tables[k][byte] = crc >> 8 ^ tables[0][(crc & 0xff) as usize];
            byte += 1;
        }
        k += 1;
    }
    tables
};

/// The result of the CRC32C instructions by 16 look-ups (HASH-02).
#[inline(always)]
pub fn hash(board: Board) -> u64 {
    let first = step64(0, board.player().0);
    u64::from(first) << 32 | u64::from(step64(first, board.opponent().0))
}

#[inline(always)]
fn step64(crc: u32, data: u64) -> u32 {
    step32(step32(crc, data as u32), (data >> 32) as u32)
}

#[inline(always)]
fn step32(crc: u32, data: u32) -> u32 {
    let [a, b, c, d] = (crc ^ data).to_le_bytes();
    CRC[3][a as usize] ^ CRC[2][b as usize] ^ CRC[1][c as usize] ^ CRC[0][d as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_values_of_the_catalogue() {
        assert_eq!(CRC[0][1], 0xf26b_8303);
        assert_eq!(CRC[1][1], 0x13a2_9877);
        assert_eq!(step64(0, 1), 0x493c_7d27);
        assert_eq!(hash(Board::START), 0x7966_0235_a176_709e);
        // The published check value of CRC-32C, one byte at a time.
        let crc =
            b"123456789".iter().fold(!0, |crc: u32, byte| crc >> 8 ^ CRC[0][(crc as u8 ^ byte) as usize]);
        assert_eq!(!crc, 0xe306_9283);
    }
}
