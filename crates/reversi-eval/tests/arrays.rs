//! Descriptions of boards, against definitions that walk from square to square.

use std::collections::BTreeSet;

use crate::support::{random_network, random_weights};
use reversi_bitboard::{Bitboard, Board, Square, dispatch, reference};
use reversi_eval::arrays::{self, Feature, OnLevel as _};
use reversi_eval::network::{HIDDEN, WIDTHS};
use reversi_eval::pattern::{PLACES, Place};
use reversi_eval::{Evaluator, Weights};
use reversi_testkit::{Rng, any_board, board, cpus, game_boards};

/// Boards of games, and boards that no game reaches.
fn some_boards(count: usize) -> Vec<Board> {
    let rng = &mut Rng::with_seed(61);
    let mut boards = vec![board(0, 0), board(!0, 0), board(0, !0)];
    while boards.len() < count {
        boards.extend(game_boards(rng));
        boards.extend((0..40).map(|_| any_board(rng)));
    }
    boards.truncate(count);
    boards
}

fn beside(square: Square) -> impl Iterator<Item = Square> {
    let near = |at: u8| at.saturating_sub(1)..=(at + 1).min(7);
    let squares = near(square.rank()).flat_map(move |rank| near(square.file()).map(move |file| (file, rank)));
    squares.filter_map(|(file, rank)| Square::at(file, rank)).filter(move |&other| other != square)
}

/// The regions of empty squares, by walks.
fn walked(board: Board) -> Vec<BTreeSet<Square>> {
    let is_empty = |square: Square| board.empties().contains(square);
    let mut regions: Vec<BTreeSet<Square>> = Vec::new();
    for square in Square::ALL.into_iter().filter(|&square| is_empty(square)) {
        if regions.iter().any(|region| region.contains(&square)) {
            continue;
        }
        let (mut region, mut ahead) = (BTreeSet::new(), vec![square]);
        while let Some(square) = ahead.pop() {
            if region.insert(square) {
                ahead.extend(beside(square).filter(|&other| is_empty(other)));
            }
        }
        regions.push(region);
    }
    regions
}

/// A feature without its side, as the side sees it.
fn expected(name: &str, board: Board) -> Bitboard {
    let of =
        |holds: &dyn Fn(Square) -> bool| Square::ALL.into_iter().filter(|&square| holds(square)).collect();
    let own = |square: Square| board.player().contains(square);
    let is_empty = |square: Square| board.empties().contains(square);
    let named = |squares: &str| squares.parse::<Bitboard>().unwrap();
    let quadrant = |square: Square| (square.file() / 4, square.rank() / 4);
    let corners = named("a1 h1 a8 h8");
    let odd = || walked(board).into_iter().filter(|region| region.len() % 2 == 1);
    match name {
        "discs" => of(&own),
        "moves" => reference::moves(board),
        "corner_moves" => reference::moves(board) & corners,
        "potential_moves" => reference::potential_moves(board),
        "stable" => reference::stable(board),
        "frontier" => of(&|square| own(square) && beside(square).any(is_empty)),
        "corners" => board.player() & corners,
        "x_squares" => board.player() & named("b2 g2 b7 g7"),
        "c_squares" => board.player() & named("b1 g1 a2 h2 a7 h7 b8 g8"),
        "edges" => of(&|square| own(square) && beside(square).count() < 8),
        "empty" => of(&is_empty),
        "regions" => walked(board).iter().filter_map(BTreeSet::first).copied().collect(),
        "odd_regions" => odd().filter_map(|region| region.first().copied()).collect(),
        "odd_region_squares" => odd().flatten().collect(),
        "odd_quadrant_squares" => of(&|square| {
            let with = Square::ALL.into_iter().filter(|&s| is_empty(s) && quadrant(s) == quadrant(square));
            is_empty(square) && with.count() % 2 == 1
        }),
        name => panic!("{name}"),
    }
}

#[test]
fn features_are_those_of_the_definitions() {
    let boards = some_boards(3000);
    let mut sets = vec![Bitboard::EMPTY; boards.len() * Feature::COUNT];
    arrays::sets(&boards, &Feature::ALL, &mut sets);
    let mut counts = vec![-1.0; sets.len()];
    arrays::counts(&boards, &Feature::ALL, &mut counts);
    for (&board, (sets, counts)) in
        boards.iter().zip(sets.chunks(Feature::COUNT).zip(counts.chunks(Feature::COUNT)))
    {
        for ((feature, &set), &count) in Feature::ALL.iter().zip(sets).zip(counts) {
            let name = feature.name();
            let [own, other] = ["player_", "opponent_"].map(|side| name.strip_prefix(side));
            let seen = if other.is_some() { board.pass() } else { board };
            assert_eq!(count, set.len() as f32, "{name} {board}");
            assert_eq!(set, expected(own.or(other).unwrap_or(name), seen), "{name} {board}");
        }
    }
}

#[test]
fn some_features_of_some_boards() {
    let boards = some_boards(600);
    let mut all = vec![0.0; boards.len() * Feature::COUNT];
    arrays::counts(&boards, &Feature::ALL, &mut all);
    for length in [0, 1, 255, 256, 257, 600] {
        for step in [1, 3, 7] {
            let chosen: Vec<usize> = (0..Feature::COUNT).rev().step_by(step).collect();
            let features: Vec<Feature> = chosen.iter().map(|&number| Feature::ALL[number]).collect();
            let mut counts = vec![-1.0; length * features.len()];
            arrays::counts(&boards[..length], &features, &mut counts);
            for (row, all) in counts.chunks(features.len()).zip(all.chunks(Feature::COUNT)) {
                assert!(row.iter().eq(chosen.iter().map(|&number| &all[number])));
            }
        }
    }
    arrays::counts(&boards, &[], &mut []);
}

#[test]
fn names_are_unique_and_sentences_end() {
    let names: BTreeSet<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
    assert_eq!(names.len(), Feature::COUNT);
    for feature in Feature::ALL {
        assert_eq!(Feature::named(feature.name()), Some(feature));
        assert!(["discs", "moves", "squares", "regions"].contains(&feature.unit()), "{feature:?}");
        assert!(feature.meaning().ends_with('.') && !feature.meaning().contains(".."), "{feature:?}");
    }
    assert_eq!(Feature::named("moves"), None);
}

#[test]
fn regions_are_those_of_walks() {
    let boards = some_boards(3000);
    let (mut ids, mut sizes) = (vec![[9; 64]; boards.len()], vec![[9; 64]; boards.len()]);
    arrays::regions(&boards, &mut ids, &mut sizes);
    for ((&board, ids), sizes) in boards.iter().zip(&ids).zip(&sizes) {
        let mut expected = ([-1; 64], [0; 64]);
        for (id, region) in walked(board).iter().enumerate() {
            for square in region {
                expected.0[square.index()] = id as i8;
                expected.1[square.index()] = region.len() as u8;
            }
        }
        assert_eq!((*ids, *sizes), expected, "{board}");
    }
}

#[test]
fn configurations_are_those_of_one_board_on_every_level() {
    let boards = some_boards(3000);
    let expected: Vec<[u16; PLACES]> =
        boards.iter().map(|&board| Place::ALL.map(|place| place.configuration(board) as u16)).collect();
    for &cpu in cpus() {
        let mut found = vec![[7; PLACES]; boards.len()];
        dispatch!(cpu, l => l.configurations_of_all(&boards, &mut found));
        assert!(found == expected, "{cpu:?}");
    }
    let mut found = vec![[7; PLACES]; boards.len()];
    arrays::configurations(&boards, &mut found);
    assert!(found == expected);
}

/// The layers of one board, by the formulas of the documentation.
fn check_layers(weights: &Weights, width: usize, boards: &[Board]) {
    let layers = weights.layers(boards).unwrap();
    let heads = weights.network_heads().unwrap().unwrap();
    assert_eq!((layers.width, weights.network_width()), (width, Some(width)));
    let lengths = (layers.sums.len(), layers.inputs.len(), layers.hidden.len(), layers.values.len());
    let n = boards.len();
    assert_eq!(lengths, (width * n, 2 * width * n, HIDDEN * n, n));
    for (i, board) in boards.iter().enumerate() {
        let head = &heads[60 - board.empties().len().min(60) as usize];
        let (sums, inputs) =
            (&layers.sums[width * i..][..width], &layers.inputs[2 * width * i..][..2 * width]);
        let hidden = &layers.hidden[HIDDEN * i..][..HIDDEN];
        for (input, sum) in sums.iter().enumerate() {
            let limited = sum.div_euclid(2).clamp(0, 127) as u16;
            let both = (u16::from(inputs[input]), u16::from(inputs[width + input]));
            assert_eq!(both, (limited, limited * limited / 128));
        }
        let dot = |weights: &mut dyn Iterator<Item = i32>, values: &[u8]| {
            weights.zip(values).map(|(weight, &value)| weight * i32::from(value)).sum::<i32>()
        };
        for (unit, &output) in hidden.iter().enumerate() {
            let weights = &head.hidden[2 * width * unit..][..2 * width];
            let sum = head.hidden_bias[unit] + dot(&mut weights.iter().map(|&w| w.into()), inputs);
            assert_eq!(i32::from(output), sum.div_euclid(64).clamp(0, 127));
        }
        let value = head.constant
            + dot(&mut head.output.iter().map(|&w| w.into()), hidden)
            + dot(&mut head.direct.iter().map(|&w| w.into()), inputs);
        assert_eq!(layers.values[i], value.div_euclid(512));
        assert_eq!(layers.values[i], weights.evaluate_128(board), "{board}");
    }
}

#[test]
fn layers_lead_to_the_value_of_every_network() {
    let boards = some_boards(300);
    for width in WIDTHS {
        for extreme in [false, true] {
            let network = random_network(width, extreme);
            let weights = Weights::from_network(&network).unwrap();
            assert_eq!(weights.network_heads().unwrap().unwrap(), network.heads());
            check_layers(&weights, width, &boards);
        }
    }
    if let Ok(weights) = Weights::embedded() {
        check_layers(&weights, weights.network_width().unwrap(), &boards);
    }
}

#[test]
fn pattern_weights_have_no_layers() {
    let weights = Weights::new(&random_weights(&[30], -9..=9)).unwrap();
    assert_eq!(weights.layers(&[Board::START]), None);
    assert_eq!(weights.network_width(), None);
    assert!(weights.network_heads().unwrap().is_none());
}
