//! The kernels of every primitive with the inputs that `reversi_benches` has recorded from games and
//! searches.

use reversi_benches::{boards, phases};
#[cfg(target_arch = "x86_64")]
use reversi_bitboard::CpuLevel;
use reversi_bitboard::{Board, Square};
use reversi_eval::pattern::PACKED_LEN;
use reversi_eval::{Features, PatternWeights, Weights};
use reversi_gallery::bitboard::{self, FlipCall, LastFlipCall, LastScoreCall};
use reversi_gallery::eval::{self, Layouts, MakeMoveCall, MoveCall, PassCall, SumCall};
use reversi_gallery::{Call, Kernels};

/// A measurement of the kernels of a primitive.
pub(crate) trait Measure {
    /// Measures all kernels with the same inputs.
    fn measure<C: Call>(&mut self, primitive: &str, kernels: Kernels<C>, calls: &[C]);
}

/// Measures every primitive with its kernels and recorded inputs.
pub(crate) fn measure_all(m: &mut impl Measure) {
    let phases = phases();
    for (phase, calls) in &phases {
        m.measure(&format!("flip, {phase}"), bitboard::flip(), calls);
        m.measure(&format!("legal moves, {phase}"), bitboard::moves(), &boards(calls));
    }
    let middle = &phases[1].1;
    // Kernels with 64 functions call them through pointers, which are easy to predict in the order of the
    // squares.
    let mut by_square = middle.clone();
    by_square.sort_by_key(|&(square, _)| square);
    m.measure("flip, middle, sorted by square", bitboard::flip(), &by_square);
    #[cfg(target_arch = "x86_64")]
    measure_tricks(m, &phases);
    let boards = boards(middle);
    let occupied: Vec<u64> = boards.iter().map(|board| board.occupied().0).collect();
    let own: Vec<u64> = boards.iter().map(|board| board.player().0).collect();
    let edges: Vec<u64> = own.iter().map(|set| set >> 48).collect();
    let queens: Vec<_> = middle.iter().zip(&occupied).map(|(&(square, _), &set)| (square, set)).collect();
    m.measure("flip of four squares", bitboard::flip_four(), &fours(middle));
    m.measure("last move: count", bitboard::last_flip(), &last_one());
    m.measure("last move: count of both sides", bitboard::last_flip_both(), &last_one());
    m.measure("last move: score", bitboard::last_score(), &last_scores());
    m.measure("last move: legal?", bitboard::can_flip_last(), &last_one());
    m.measure("full lines", bitboard::full_lines(), &occupied);
    m.measure("edges as indices", bitboard::edges(), &boards);
    m.measure("stable discs of the edges: count", bitboard::stable_edge_count(), &boards);
    m.measure("bytes as files", bitboard::unpack_files(), &edges);
    m.measure("transpose", bitboard::transpose(), &occupied);
    m.measure("mirror of the files", bitboard::mirror_files(), &occupied);
    m.measure("mirror of the ranks", bitboard::mirror_ranks(), &occupied);
    m.measure("population count", bitboard::popcount(), &own);
    m.measure("hash", bitboard::hash(), &boards);
    m.measure("Zobrist hash", bitboard::zobrist(), &boards);
    m.measure("an empty table of 48 MB", bitboard::clear(), &[bitboard::Entries::leak(2_000_000)]);
    m.measure("empty buckets of 48 MB", bitboard::clear_buckets(), &[bitboard::Buckets::leak(750_000)]);
    m.measure("three plies", bitboard::perft3(), &boards[..100]);
    m.measure("moves of a chess queen", bitboard::queen(), &queens);
    m.measure("moves of a chess rook", bitboard::rook(), &queens);
    m.measure("moves of a chess bishop", bitboard::bishop(), &queens);

    measure_eval(m, middle);
    m.measure("sum of weights, cold tables", eval::sum(), &cold_sums(&phases));
    let networks = [("small", Weights::small()), ("default", Weights::embedded())];
    for (name, weights) in networks {
        let (quadrants, calls) = eval::network_calls(&weights.expect("there is memory"), &boards);
        if name == "small" {
            m.measure("moves by quadrant", eval::quadrants(), &quadrants);
        }
        m.measure(&format!("network, {name}"), eval::network(), &calls);
    }
}

/// Measures each kernel with a trick for some squares on these squares alone, beside the kernel that computes
/// every ray by itself. On all other squares they are the same. The moves of all phases are measured, sorted
/// by square.
#[cfg(target_arch = "x86_64")]
fn measure_tricks(m: &mut impl Measure, phases: &[(&'static str, Vec<FlipCall>)]) {
    let calls: Vec<FlipCall> = phases.iter().flat_map(|(_, calls)| calls).copied().collect();
    for (id, squares) in bitboard::squares_of_tricks() {
        let mut calls = calls.clone();
        calls.retain(|&(square, _)| squares.contains(square));
        calls.sort_by_key(|&(square, _)| square);
        let mut kernels = bitboard::flip();
        kernels.retain(|kernel| {
            // A variant is also measured beside the trick that it varies.
            kernel.level == CpuLevel::X86V2
                && (kernel.id == "FLIP-30"
                    || id.starts_with(kernel.id)
                    || kernel.id.strip_suffix(" vectors") == Some(id))
        });
        m.measure(&format!("flip, squares of {id}"), kernels, &calls);
    }
}

/// The last empty squares with the discs of the side to move.
fn last_one() -> Vec<LastFlipCall> {
    reversi_benches::last_one().into_iter().map(|(square, board)| (square, board.player().0)).collect()
}

/// The last empty squares in random order with made-up alphas. The order is random because these kernels
/// branch, and branch predictors learn a thousand calls. Alphas are spread evenly around the score before
/// any disc is turned, as measured in the solver (lab/docs/src/notebook.md).
fn last_scores() -> Vec<LastScoreCall> {
    let recorded = last_one();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut call = || {
        let (square, player) = recorded[rng.usize(..recorded.len())];
        let unturned = 2 * player.count_ones() as i32 - 62;
        ((unturned + rng.i32(-40..=40)).clamp(-65, 63), (square, player))
    };
    (0..30_000).map(|_| call()).collect()
}

/// Calls on four empty squares of one board.
fn fours(calls: &[FlipCall]) -> Vec<([Square; 4], Board)> {
    let four = |board: Board| {
        Some((board.empties().into_iter().take(4).collect::<Vec<_>>().try_into().ok()?, board))
    };
    boards(calls).into_iter().filter_map(four).collect()
}

/// Measures updates and sums for the same moves. Weights are made up: the time of a sum depends on their
/// addresses and not on their values.
fn measure_eval(m: &mut impl Measure, calls: &[FlipCall]) {
    let layouts = layouts(vec![30]);
    let at = |empties: u32| layouts[empties as usize];
    let empties = |board: Board| board.empties().len();
    let moves: Vec<MoveCall> = (calls.iter())
        .map(|&(square, board)| ((Features::new(board), square, empties(board)), board.flips(square).0))
        .collect();
    let passes: Vec<PassCall> =
        calls.iter().map(|&(_, board)| (Features::new(board), board.empties().0)).collect();
    let sums: Vec<SumCall> =
        calls.iter().map(|&(_, board)| (at(empties(board)), Features::new(board).into())).collect();
    let make_moves: Vec<MakeMoveCall> = (calls.iter())
        .map(|&(square, board)| ((at(empties(board) - 1), Features::new(board), square), board))
        .collect();
    m.measure("features after a move", eval::after_move(), &moves);
    m.measure("features of a board", eval::features(), &boards(calls));
    m.measure("features after a pass", eval::after_pass(), &passes);
    m.measure("features after a move that is taken back", eval::move_and_back(), &moves);
    m.measure("sum of weights", eval::sum(), &sums);
    m.measure("a move: flip, features, sum", eval::make_move(), &make_moves);
}

fn layouts(plies: Vec<u8>) -> Vec<Layouts> {
    let slots = (0..plies.len() * PACKED_LEN).map(|slot| (slot % 999) as i16 - 499).collect();
    let patterns = PatternWeights::new(plies, slots, "made up").expect("plies and their weights");
    Layouts::leak(&Weights::new(&patterns).expect("there is memory"))
}

/// Sums at all plies in turn: as many weights as the source of EVAL-11 to EVAL-13 writes about, which no
/// near cache holds. In a search most plies are seldom evaluated, so its tables are warmer than these.
fn cold_sums(phases: &[(&'static str, Vec<FlipCall>)]) -> Vec<SumCall> {
    let layouts = layouts((0..=60).collect());
    let boards = phases.iter().flat_map(|(_, calls)| boards(calls));
    let at_all_plies = layouts.iter().cycle().step_by(7);
    boards.zip(at_all_plies).map(|(board, &layouts)| (layouts, Features::new(board).into())).collect()
}
