use super::COUNT;
use crate::Square;
use crate::kernel::rays::LINES;

/// Each line gathered into eight bits by a multiplication and looked up (LAST-01).
#[inline(always)]
pub(crate) fn count(square: Square, player: u64) -> u32 {
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let [_, _, diagonal9, diagonal7] = LINES[square.index()].0;
    let row = player >> (8 * y) & 0xff;
    let file = (player >> x & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let diagonal9 = (player & diagonal9).wrapping_mul(FILE_A) >> 56;
    let diagonal7 = (player & diagonal7).wrapping_mul(FILE_A) >> 56;
    let count = &COUNT[x];
    u32::from(count[row as usize])
        + u32::from(COUNT[y][file as usize])
        + u32::from(count[diagonal9 as usize])
        + u32::from(count[diagonal7 as usize])
}
