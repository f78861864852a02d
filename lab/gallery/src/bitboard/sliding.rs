//! The moves of chess pieces that slide, by the techniques of the flips. A ray ends at the first piece of
//! either colour (FLIP-43).
//!
//! The source, Okuhara's notes on bitboards, reports them close to PEXT and magic bitboards in speed, without
//! their large tables, and states no figures. A PEXT bitboard is beside them.

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::Square;

use crate::list::kernel_lists;
use crate::table::table;

/// A square and the occupied squares.
pub type SlideCall = (Square, u64);

kernel_lists! {
    /// The squares that a chess queen attacks, the first piece of each ray included.
    queen(SlideCall): |(square, occupied)| {
        Portable X86V3 "FLIP-43 scalar" "lowest bit up, leading zeros down" => scalar::<0, 4>(square, occupied);
        X86V2 X86V3 "FLIP-43 rook, bishop" "a rook and a bishop" => sse2::rook(square, occupied) | sse2::bishop(square, occupied);
        X86V3 "FLIP-43 PEXT" "two look-ups by PEXT, in 841 KiB" => bmi2::rook(square, occupied) | bmi2::bishop(square, occupied);
        X86V3 "FLIP-43" "four rays each way, shadows down" => avx2::queen(square, occupied);
        X86V3 "FLIP-43 rook, bishop 256" "a rook and a bishop, its four rays at once" => sse2::rook(square, occupied) | avx2::bishop(square, occupied);
    }

    /// The squares that a chess rook attacks, the first piece of each ray included.
    rook(SlideCall): |(square, occupied)| {
        Portable X86V3 "FLIP-43 scalar" "lowest bit up, leading zeros down" => scalar::<0, 2>(square, occupied);
        Portable X86V3 "FLIP-43 rook scalar" "rank by table, file also upside down" => rook_scalar(square, occupied);
        X86V2 X86V3 "FLIP-43 rook" "rank by table, file also upside down in the other half" => sse2::rook(square, occupied);
        X86V3 "FLIP-43 rook PEXT" "a look-up by PEXT, in 800 KiB" => bmi2::rook(square, occupied);
    }

    /// The squares that a chess bishop attacks, the first piece of each ray included.
    bishop(SlideCall): |(square, occupied)| {
        Portable X86V3 "FLIP-43 scalar" "lowest bit up, leading zeros down" => scalar::<2, 4>(square, occupied);
        X86V2 X86V3 "FLIP-43 bishop" "two rays at once, board also upside down" => sse2::bishop(square, occupied);
        X86V3 "FLIP-43 bishop PEXT" "a look-up by PEXT, in 41 KiB" => bmi2::bishop(square, occupied);
        X86V3 "FLIP-43 bishop 256" "four rays at once, board also upside down" => avx2::bishop(square, occupied);
    }
}

/// The rays of some axes, one by one.
#[inline(always)]
fn scalar<const FROM: usize, const TO: usize>(square: Square, occupied: u64) -> u64 {
    let mut attacks = 0;
    for lane in FROM..TO {
        attacks |= up(occupied, RAYS_UP[square.index()].0[lane]);
        attacks |= down(occupied, RAYS_DOWN[square.index()].0[lane]);
    }
    attacks
}

/// The lowest piece on an upper ray and all squares below it on the ray. All of the ray if it has no piece.
#[inline(always)]
const fn up(occupied: u64, ray: u64) -> u64 {
    let pieces = occupied & ray;
    (pieces ^ pieces.wrapping_sub(1)) & ray
}

/// The highest piece on a lower ray and all squares above it on the ray.
#[inline(always)]
const fn down(occupied: u64, ray: u64) -> u64 {
    let first: u64 = 1 << 63 >> (occupied & ray | 1).leading_zeros();
    first.wrapping_neg() & ray
}

/// `RANK[x][inner]`: the attacks of a rook on file `x` along its rank. `inner` are the pieces on the six
/// inner files; those at the edge stop nothing.
static RANK: [[u8; 64]; 8] = table!(|x| table!(|inner| {
    let pieces = (inner as u64) << 1;
    (up(pieces, RAYS_UP[x].0[0]) | down(pieces, RAYS_DOWN[x].0[0])) as u8
}));

#[inline(always)]
fn rank(square: Square, occupied: u64) -> u64 {
    let shift = 8 * square.rank();
    let inner = occupied >> shift & 0x7e;
    u64::from(RANK[square.file() as usize][inner as usize >> 1]) << shift
}

/// On the board upside down, the lower ray of the file is an upper one.
#[inline(always)]
fn rook_scalar(square: Square, occupied: u64) -> u64 {
    let north = up(occupied, RAYS_UP[square.index()].0[1]);
    let south = up(occupied.swap_bytes(), RAYS_UP[square.index() ^ 56].0[1]).swap_bytes();
    rank(square, occupied) | north | south
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::rays::RAYS_UP;
    use reversi_bitboard::Square;

    /// An upper ray in each half.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn up(occupied: __m128i, rays: __m128i) -> __m128i {
        let pieces = _mm_and_si128(occupied, rays);
        let to_first = _mm_xor_si128(pieces, _mm_add_epi64(pieces, _mm_set1_epi64x(-1)));
        _mm_and_si128(to_first, rays)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn halves(v: __m128i) -> [u64; 2] {
        [_mm_cvtsi128_si64(v) as u64, _mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v)) as u64]
    }

    /// The board in the low half, upside down in the high half: both rays of the file lead upward.
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn rook(square: Square, occupied: u64) -> u64 {
        let boards = _mm_set_epi64x(occupied.swap_bytes() as i64, occupied as i64);
        let (here, there) = (RAYS_UP[square.index()].0[1], RAYS_UP[square.index() ^ 56].0[1]);
        let [north, south] = halves(up(boards, _mm_set_epi64x(there as i64, here as i64)));
        super::rank(square, occupied) | north | south.swap_bytes()
    }

    /// Both diagonals upward, on the board and on the board upside down.
    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
        let upward = |square: usize, occupied: u64| {
            let [_, _, diagonal9, diagonal7] = RAYS_UP[square].0;
            let rays = _mm_set_epi64x(diagonal7 as i64, diagonal9 as i64);
            let [a, b] = halves(up(_mm_set1_epi64x(occupied as i64), rays));
            a | b
        };
        let south = upward(square.index() ^ 56, occupied.swap_bytes());
        upward(square.index(), occupied) | south.swap_bytes()
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use core::arch::x86_64::*;

    use reversi_bitboard::__internal::flip::avx2::{load, or_lanes};
    use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP, RayLanes};
    use reversi_bitboard::Square;

    use crate::table::table;

    /// Upper rays up to the lowest piece, lower rays without the squares behind the first piece.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn queen(square: Square, occupied: u64) -> u64 {
        let step = _mm256_setr_epi64x(1, 8, 9, 7);
        let step2 = _mm256_setr_epi64x(2, 16, 18, 14);
        let step4 = _mm256_setr_epi64x(4, 32, 36, 28);
        let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
        let occupied = _mm256_set1_epi64x(occupied as i64);

        let pieces = _mm256_and_si256(occupied, up);
        let to_first = _mm256_xor_si256(pieces, _mm256_add_epi64(pieces, _mm256_set1_epi64x(-1)));

        let pieces = _mm256_and_si256(occupied, down);
        let behind = _mm256_or_si256(_mm256_srlv_epi64(pieces, step), _mm256_srlv_epi64(pieces, step2));
        let further = _mm256_or_si256(_mm256_srlv_epi64(behind, step2), _mm256_srlv_epi64(behind, step4));
        let shadow = _mm256_or_si256(behind, further);
        or_lanes(_mm256_or_si256(_mm256_and_si256(to_first, up), _mm256_andnot_si256(shadow, down)))
    }

    /// The upper diagonal rays of each square, then those of the square upside down.
    static DIAGONALS: [RayLanes; 64] = table!(|square| {
        let ([_, _, a, b], [_, _, c, d]) = (RAYS_UP[square].0, RAYS_UP[square ^ 56].0);
        RayLanes([a, b, c, d])
    });

    /// All four rays lead upward, two of them on the board upside down in the high half.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
        let swap = _mm256_setr_epi8(
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11,
            10, 9, 8,
        );
        let rays = load(&DIAGONALS[square.index()]);
        let boards = _mm256_shuffle_epi8(_mm256_set1_epi64x(occupied as i64), swap);
        let pieces = _mm256_and_si256(boards, rays);
        let to_first = _mm256_xor_si256(pieces, _mm256_add_epi64(pieces, _mm256_set1_epi64x(-1)));
        or_lanes(_mm256_shuffle_epi8(_mm256_and_si256(to_first, rays), swap))
    }
}

/// The usual look-up of chess programs, with which the source compares: PEXT gathers the pieces that can
/// stop a ray, and a table has the attacks of each such set.
#[cfg(target_arch = "x86_64")]
mod bmi2 {
    use core::arch::x86_64::_pext_u64;

    use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
    use reversi_bitboard::Square;

    /// The attacks along two axes. The sets of a square follow each other in ascending order.
    struct Attacks<const N: usize> {
        /// For each square the squares whose pieces stop a ray, and the index of its first set.
        squares: [(u64, u32); 64],
        of_sets: [u64; N],
    }

    static ROOK: Attacks<102_400> = Attacks::of(0);
    static BISHOP: Attacks<5_248> = Attacks::of(2);

    impl<const N: usize> Attacks<N> {
        #[allow(long_running_const_eval, reason = "a hundred thousand sets")]
        const fn of(axis: usize) -> Attacks<N> {
            let mut attacks = Attacks { squares: [(0, 0); 64], of_sets: [0; N] };
            let (mut square, mut n) = (0, 0);
            while square < 64 {
                let (up, down) = (RAYS_UP[square].0, RAYS_DOWN[square].0);
                let stops = inner(up[axis], down[axis]) | inner(up[axis + 1], down[axis + 1]);
                attacks.squares[square] = (stops, n as u32);
                let mut set = 0u64;
                loop {
                    attacks.of_sets[n] = super::up(set, up[axis])
                        | super::down(set, down[axis])
                        | super::up(set, up[axis + 1])
                        | super::down(set, down[axis + 1]);
                    n += 1;
                    set = set.wrapping_sub(stops) & stops;
                    if set == 0 {
                        break;
                    }
                }
                square += 1;
            }
            assert!(n == N);
            attacks
        }

        #[target_feature(enable = "bmi2")]
        #[inline]
        fn get(&self, square: Square, occupied: u64) -> u64 {
            let (stops, start) = self.squares[square.index()];
            self.of_sets[start as usize + _pext_u64(occupied, stops) as usize]
        }
    }

    /// The squares of two rays without the last of each, on which a piece stops nothing.
    const fn inner(up: u64, down: u64) -> u64 {
        let last = if up == 0 { 0 } else { 1 << 63 >> up.leading_zeros() };
        up ^ last | down & down.wrapping_sub(1)
    }

    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(super) fn rook(square: Square, occupied: u64) -> u64 {
        ROOK.get(square, occupied)
    }

    #[target_feature(enable = "bmi2")]
    #[inline]
    pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
        BISHOP.get(square, occupied)
    }
}
