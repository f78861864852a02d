use core::arch::x86_64::_pext_u64;

use reversi_bitboard::__internal::last_flip::bmi2;
use reversi_bitboard::__internal::rays::LINES;
use reversi_bitboard::Square;

use super::both::{self, FULL};
use crate::table::table;

/// Both sides' counts from the same gathered bits (LAST-07, LAST-14).
#[target_feature(enable = "bmi2")]
#[inline]
pub(super) fn doubled(square: Square, player: u64) -> [u32; 2] {
    let [row, file, diagonal9, diagonal7] = bmi2::gather(square, player);
    both::counts(square, row, file as u32, diagonal9 as u32, diagonal7 as u32)
}

/// How a square gathers its lines: the file and one line by PEXT, one line by a multiplication. All three
/// lines have eight squares. Their choice lets the two diagonals of a square share one line.
#[derive(Clone, Copy)]
struct Plan {
    file: u64,
    by_pext: u64,
    pext_place: u8,
    by_product: u64,
    product_place: u8,
    in_centre: bool,
}

static PLANS: [Plan; 64] = table!(|square| {
    let (x, y) = (square % 8, square / 8);
    let own = 1 << square;
    let (row, file) = (LINES[square].0[0] | own, LINES[square].0[1] | own);
    let in_rows = y == 0 || y == 7 || (y == 1 || y == 6) && 1 <= x && x <= 6;
    let in_centre = 2 <= x && x <= 5 && 2 <= y && y <= 5;
    let (by_pext, pext_place) = if in_rows { (row, x as u8) } else { (v(x, y, false), y as u8) };
    let by_product = if in_rows { v(x, y, true) } else { row };
    Plan { file, by_pext, pext_place, by_product, product_place: x as u8, in_centre }
});

/// The halves of both diagonals toward the centre, a V with one square in each file or in each rank. Beside
/// the edge, the halves on the other side have one square. It cannot be turned, so the V omits it.
const fn v(x: usize, y: usize, by_file: bool) -> u64 {
    let (along, across) = if by_file { (x, y) } else { (y, x) };
    let mut set = 0;
    let mut i = 0;
    while i < 8 {
        let away = along.abs_diff(i);
        let j = if across <= 3 { across + away } else { across.wrapping_sub(away) };
        if j < 8 {
            set |= 1 << if by_file { 8 * j + i } else { 8 * i + j };
        }
        i += 1;
    }
    set
}

/// Three look-ups, except on the central 16 squares (LAST-16).
#[target_feature(enable = "bmi2")]
#[inline]
pub(super) fn three_lookups(square: Square, player: u64) -> [u32; 2] {
    let plan = &PLANS[square.index()];
    if plan.in_centre {
        return doubled(square, player);
    }
    let file = _pext_u64(player, plan.file);
    let by_pext = _pext_u64(player, plan.by_pext);
    let by_product = (player & plan.by_product).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let sum = FULL[square.rank() as usize][file as usize & 0xff]
        + FULL[plan.pext_place as usize & 7][by_pext as usize & 0xff]
        + FULL[plan.product_place as usize & 7][by_product as usize & 0xff];
    [u32::from(sum & 0xff), u32::from(sum >> 8)]
}
