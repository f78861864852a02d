//! The parts together: gradients, steps, integers, and whole runs of the command.

use reversi_bitboard::Board;
use reversi_eval::Weights;

use reversi_eval::Evaluator;
use reversi_eval::network::{HEADS, Head, ROWS};

use super::adam::gradients;
use super::model::{Activations, Layers, layers_of};
use super::*;
use crate::record::{Kind, Record, Writer};
use crate::samples::FIRST_SLOTS;
use crate::{parse_args, samples, selfplay};

/// Boards after random moves.
fn boards(count: usize, seed: u64) -> Vec<Board> {
    let mut rng = Rng::with_seed(seed);
    let mut board = || selfplay::opening(4..=55, &mut rng, |_| Ok(true)).expect("a game").board();
    (0..count).map(|_| board()).collect()
}

/// An artificial label that a network can learn.
fn label(board: &Board) -> i32 {
    let corners = |discs: reversi_bitboard::Bitboard| (discs.0 & 0x8100_0000_0000_0081).count_ones() as i32;
    let moves = board.legal_moves().len() as i32;
    (8 * (corners(board.player()) - corners(board.opponent())) + moves - 8).clamp(-64, 64)
}

fn position(board: &Board) -> Position {
    let ply = samples::ply(board.empties().len()).expect("a board of a game") as u8;
    Position { slots: samples::slots(*board), ply, label: label(board) as f32, weight: 1.0 }
}

/// Parameters for which some activations are clamped and most are not.
fn parameters() -> Parameters<32> {
    let mut rng = Rng::with_seed(7);
    let mut parameters = Parameters::random(&mut rng);
    for number in parameters.rows.as_flattened_mut() {
        *number = 0.2 * (rng.f32() - 0.5);
    }
    for number in parameters.layers.iter_mut().flat_map(Layers::parts_mut).flatten() {
        *number += 0.2 * (rng.f32() - 0.5);
    }
    parameters
}

/// The activations that are not clamped.
fn free(activations: &Activations<32>) -> Vec<bool> {
    activations.sums.iter().chain(&activations.hidden).map(|&number| number > 0.0 && number < 1.0).collect()
}

#[test]
fn gradients_are_those_of_the_error() {
    const STEP: f32 = 1e-3;
    let mut parameters = parameters();
    let mut checked = 0;
    for board in boards(6, 1) {
        let position = Position { weight: 0.5, ..position(&board) };
        let (by_sums, by_layers) = gradients(&parameters, std::slice::from_ref(&position));
        let layers = layers_of(position.ply);
        let slot = FIRST_SLOTS[3] + usize::from(position.slots[3]);
        let often = (0..FIRST_SLOTS.len())
            .filter(|&place| FIRST_SLOTS[place] + usize::from(position.slots[place]) == slot)
            .count();
        let row = (0..32).map(|i| (None, i, often as f32 * by_sums[0][i]));
        let head = by_layers[layers].parts().concat().into_iter().enumerate();
        let head = head.map(|(i, gradient)| (Some(layers), i, gradient));
        for (layers, i, gradient) in row.chain(head).collect::<Vec<_>>() {
            let mut after = |step: f32| {
                match layers {
                    Some(layers) => {
                        let mut numbers = parameters.layers[layers].parts_mut().into_iter().flatten();
                        *numbers.nth(i).expect("a number of the layers") += step;
                    }
                    None => parameters.rows[slot][i] += step,
                }
                let activations = parameters.forward(&position);
                let error = f64::from(activations.value - position.label / DISCS);
                (0.5 * f64::from(position.weight) * error * error, free(&activations))
            };
            let ((high, above), (low, below)) = (after(STEP), after(-2.0 * STEP));
            after(STEP);
            if below == above {
                let difference = ((high - low) / f64::from(2.0 * STEP)) as f32;
                let close = 1e-3 * gradient.abs().max(1.0);
                assert!((difference - gradient).abs() < close, "{layers:?} {i}: {difference} {gradient}");
                checked += usize::from(gradient != 0.0);
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn every_ply_has_layers_that_learn() {
    assert_eq!([0, 1, 7, 8, 33, 59, 60].map(layers_of), [8, 9, 9, 8, 33, 59, 58]);
}

#[test]
fn a_small_problem_is_learnt() {
    let positions: Vec<Position> = boards(1500, 2).iter().map(position).collect();
    let mut parameters = Parameters::<16>::random(&mut Rng::with_seed(3));
    let mut adam = Adam::new(1e-8);
    let before = rmse(&parameters, &positions);
    for step in 0..40 {
        adam.descend(&mut parameters, &positions, 0.02 * (1.0 - step as f32 / 40.0));
    }
    let after = rmse(&parameters, &positions);
    assert!(after < 0.35 * before, "{before} {after}");
}

#[test]
fn the_integers_of_a_file_say_the_same() -> Result<()> {
    let parameters = parameters();
    let weights = Weights::from_network(&parameters.network("")?)?;
    let errors = boards(1000, 4).into_iter().map(|board| {
        let value = DISCS * parameters.forward(&position(&board)).value;
        f64::from(weights.evaluate_128(&board)) / 128.0 - f64::from(value)
    });
    let errors: Vec<f64> = errors.collect();
    let mean = |f: fn(f64) -> f64| errors.iter().map(|&error| f(error)).sum::<f64>() / errors.len() as f64;
    let (bias, rms) = (mean(|error| error), mean(|error| error * error).sqrt());
    assert!(bias.abs() < 0.02 && rms < 0.12, "{bias} {rms}");
    Ok(())
}

#[test]
fn a_small_file_has_the_common_rows() -> Result<()> {
    let rows = (0..ROWS).flat_map(|row| [(row % 100) as i8 - 50; 8]).collect();
    let network = Network::new(rows, vec![Head::zero(8); HEADS], "")?;
    let lookups: Vec<u32> = (0..ROWS as u32).map(|row| row.wrapping_mul(0x9e37_79b9)).collect();
    let len = |network: &Network| {
        let mut file = Vec::new();
        network.write(&mut file).map(|()| file.len())
    };
    let all = len(&network)?;
    assert_eq!(at_most(all, network.clone(), &lookups)?, network);
    let small = at_most(all / 2, network.clone(), &lookups)?;
    let size = len(&small)?;
    assert!(size <= all / 2 && size > all / 2 - 8, "{size} of {all}");
    let is_left_out =
        |row: usize| small.rows().nth(row).is_some_and(|numbers| numbers == [0; 8]) && row % 100 != 50;
    let rarest = (0..ROWS).min_by_key(|&row| lookups[row]).expect("a row");
    let commonest = (0..ROWS).max_by_key(|&row| lookups[row]).expect("a row");
    assert!(is_left_out(rarest) && !is_left_out(commonest));
    assert!(at_most(100, network, &lookups).is_err());
    Ok(())
}

#[test]
fn small_and_large_are_what_they_claim() -> Result<()> {
    let of_eval = "../../crates/reversi-eval/src/weights/small.weights";
    for (name, width, at_most) in [(of_eval, 8, 500_000), ("data/large.network", 64, 64_000_000)] {
        let path = format!("{}/{name}", env!("CARGO_MANIFEST_DIR"));
        let file = std::fs::read(&path)?;
        assert!(file.len() <= at_most, "{name}: {} bytes", file.len());
        let network = Network::read(&file[..])?;
        assert_eq!(network.width(), width);
        let weights = Weights::from_network(&network)?;
        for board in boards(100, 9) {
            assert_eq!(weights.evaluate_128(&board), network.evaluate_128(&board), "{name}: {board}");
        }
        assert!(weights.evaluate(&Board::START).abs() < 3.0, "{name}");
    }
    Ok(())
}

#[test]
fn first_plies_are_right_on_average() -> Result<()> {
    let path = std::env::temp_dir().join(format!("reversi-train-first-plies-{}", std::process::id()));
    let mut writer = Writer::create(&path)?;
    let boards = [Board::START, Board::START.play("f5".parse()?), self::boards(1, 6)[0]];
    for (board, label) in [(boards[0], 3), (boards[0], 6), (boards[1], -60)] {
        writer.write(&Record::of(board, 0, label, Kind::Search))?;
    }
    writer.flush()?;
    let before = parameters().network("")?;
    let after = with_first_plies(before.clone(), Some(&path))?;
    assert_eq!([0, 1].map(|i| after.evaluate_128(&boards[i])), [576, -60 * 128]);
    assert_eq!(after.evaluate_128(&boards[2]), before.evaluate_128(&boards[2]));
    assert_eq!(after.heads()[2..], before.heads()[2..]);
    Ok(std::fs::remove_file(path)?)
}

#[test]
fn the_number_of_threads_does_not_matter() -> Result<()> {
    let directory = std::env::temp_dir().join(format!("reversi-train-train-network-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let path = |name: &str| directory.join(name).to_str().expect("a path of text").to_owned();
    let (input, output) = (path("positions.bin"), path("network"));
    let mut writer = Writer::create(input.as_ref())?;
    for (board, game) in boards(4 * CHUNK, 5).into_iter().zip(0..) {
        writer.write(&Record::of(board, game, label(&board) as i8, Kind::Exact))?;
    }
    writer.flush()?;
    let arguments = ["", &input, "--hold-out", "9", "--epochs", "2", "-o", &output];
    let args: Args = parse_args(arguments);
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        pool.install(|| run(&args))?;
        anyhow::Ok(std::fs::read(&output)?)
    };
    assert!(with_threads(1)? == with_threads(3)?);
    let diverging: Args = parse_args(arguments.into_iter().chain(["--learning-rate", "nan"]));
    assert!(run(&diverging).unwrap_err().to_string().contains("try a lower --learning-rate"));
    Ok(std::fs::remove_dir_all(directory)?)
}
