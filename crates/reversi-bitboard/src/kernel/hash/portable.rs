use crate::board::Board;

/// `CRC[k][byte]`: the CRC32C of a byte that `k` zero bytes follow (HASH-02).
pub static CRC: [[u32; 256]; 4] = {
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

/// Computes the result of the CRC32C instructions by 16 look-ups (HASH-02).
#[inline(always)]
pub fn hash(board: Board) -> u64 {
    let first = step64(0, board.player().0);
    u64::from(first) << 32 | u64::from(step64(first, board.opponent().0))
}

#[inline(always)]
pub fn step64(crc: u32, data: u64) -> u32 {
    step32(step32(crc, data as u32), (data >> 32) as u32)
}

#[inline(always)]
fn step32(crc: u32, data: u32) -> u32 {
    let [a, b, c, d] = (crc ^ data).to_le_bytes();
    CRC[3][a as usize] ^ CRC[2][b as usize] ^ CRC[1][c as usize] ^ CRC[0][d as usize]
}
