use crate::board::Board;

/// Packs rows by shifts, files by multiplications (EDGE-02).
#[inline(always)]
pub fn edges(board: Board) -> [u16; 4] {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let edge = |player: u64, opponent: u64| (player << 8 | opponent) as u16;
    [
        edge(player & 0xff, opponent & 0xff),
        edge(player >> 56, opponent >> 56),
        edge(pack_file_a(player), pack_file_a(opponent)),
        edge(pack_file_h(player), pack_file_h(opponent)),
    ]
}

/// File A as a byte, A1 in bit 0.
#[inline(always)]
fn pack_file_a(set: u64) -> u64 {
    (set & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// File H as a byte, H1 in bit 0.
#[inline(always)]
fn pack_file_h(set: u64) -> u64 {
    (set & 0x8080_8080_8080_8080).wrapping_mul(0x0002_0408_1020_4081) >> 56
}
