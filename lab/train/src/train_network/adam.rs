//! Adam (Kingma and Ba, 2014): steps scaled by running means of gradients and of their squares.

use std::ops::Range;

use rayon::prelude::*;
use reversi_eval::network::{HEADS, ROW_GROUPS};

use super::model::{DISCS, Layers, Parameters, Position, layers_of};
use super::quantise::{LAYER_LIMITS, MAX_ROW};

/// Positions of a unit of parallel work. Their gradients are added up before those of other units are, so
/// another size gives another rounding: the result depends on it, but not on the number of threads.
pub(super) const CHUNK: usize = 1024;

/// The share of the old mean in a new one, of the gradients and of their squares, and epsilon: those of the
/// paper.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const EPSILON: f32 = 1e-8;

pub(super) struct Adam<const W: usize> {
    mean: Parameters<W>,
    square: Parameters<W>,
    pub(super) step: i32,
    /// Epsilon for the rows.
    epsilon: f32,
}

/// The parameters of the update of a single number.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    mean_share: f32,
    square_share: f32,
    epsilon: f32,
}

impl Step {
    #[inline(always)]
    fn apply(self, x: &mut f32, [mean, square]: [&mut f32; 2], gradient: f32, limit: f32) {
        *mean += (1.0 - MEAN) * (gradient - *mean);
        *square += (1.0 - SQUARE) * (gradient * gradient - *square);
        let step =
            self.rate * (*mean / self.mean_share) / ((*square / self.square_share).sqrt() + self.epsilon);
        *x = (*x - step).clamp(-limit, limit);
    }
}

impl<const W: usize> Adam<W> {
    pub(super) fn new(epsilon: f32) -> Adam<W> {
        Adam { mean: Parameters::zero(), square: Parameters::zero(), step: 0, epsilon }
    }

    /// One update with the mean gradient of a batch.
    pub(super) fn descend(&mut self, parameters: &mut Parameters<W>, batch: &[Position], rate: f32) {
        self.step += 1;
        let step = Step {
            rate,
            mean_share: 1.0 - MEAN.powi(self.step),
            square_share: 1.0 - SQUARE.powi(self.step),
            epsilon: EPSILON,
        };
        let (by_sums, by_layers) = gradients(parameters, batch);
        let share = 1.0 / batch.len() as f32;
        self.update_layers(&mut parameters.layers, step, &by_layers, share);
        self.update_rows(
            &mut parameters.rows,
            Step { epsilon: self.epsilon, ..step },
            batch,
            &by_sums,
            share,
        );
    }

    fn update_layers(&mut self, layers: &mut [Layers<W>], step: Step, by_layers: &[Layers<W>], share: f32) {
        let layers = layers.iter_mut().zip(&mut self.mean.layers).zip(&mut self.square.layers);
        for (((layers, mean), square), gradient) in layers.zip(by_layers) {
            let parts = layers.parts_mut().into_iter().zip(mean.parts_mut()).zip(square.parts_mut());
            for ((((part, mean), square), gradient), limit) in parts.zip(gradient.parts()).zip(LAYER_LIMITS) {
                for i in 0..part.len() {
                    step.apply(&mut part[i], [&mut mean[i], &mut square[i]], share * gradient[i], limit);
                }
            }
        }
    }

    /// Updates the rows that the batch looks up. Groups share no rows, so they are updated in parallel.
    fn update_rows(
        &mut self,
        rows: &mut [[f32; W]],
        step: Step,
        batch: &[Position],
        by_sums: &[[f32; W]],
        share: f32,
    ) {
        let rows = by_group(rows).into_par_iter();
        let rows = rows.zip(by_group(&mut self.mean.rows)).zip(by_group(&mut self.square.rows));
        rows.zip(places()).for_each(|(((rows, mean), square), places)| {
            let mut gradient = vec![[0.0; W]; rows.len()];
            let mut touched = vec![false; rows.len()];
            for (position, by_sums) in batch.iter().zip(by_sums) {
                for &slot in &position.slots[places.clone()] {
                    let slot = usize::from(slot);
                    touched[slot] = true;
                    for i in 0..W {
                        gradient[slot][i] += by_sums[i];
                    }
                }
            }
            for slot in (0..rows.len()).filter(|&slot| touched[slot]) {
                for i in 0..W {
                    let gradient = share * gradient[slot][i];
                    let means = [&mut mean[slot][i], &mut square[slot][i]];
                    step.apply(&mut rows[slot][i], means, gradient, MAX_ROW);
                }
            }
        });
    }
}

/// Splits the rows by group.
fn by_group<const W: usize>(mut rows: &mut [[f32; W]]) -> Vec<&mut [[f32; W]]> {
    ROW_GROUPS.iter().map(|group| rows.split_off_mut(..group.rows).expect("rows for all groups")).collect()
}

/// The places of each group.
fn places() -> Vec<Range<usize>> {
    let mut end = 0;
    let places = ROW_GROUPS.iter().map(|group| {
        end += group.places;
        end - group.places..end
    });
    places.collect()
}

/// The gradients of half the squared errors: with respect to the sums for each position, and with respect to
/// the layers for the whole batch.
pub(super) fn gradients<const W: usize>(
    parameters: &Parameters<W>,
    batch: &[Position],
) -> (Vec<[f32; W]>, Vec<Layers<W>>) {
    let chunks: Vec<(Vec<[f32; W]>, Vec<Layers<W>>)> = batch
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut by_layers = vec![Layers::ZERO; HEADS];
            let by_sums = chunk.iter().map(|position| {
                let activations = parameters.forward(position);
                let slope = position.weight * (activations.value - position.label / DISCS);
                parameters.backward(position, &activations, slope, &mut by_layers[layers_of(position.ply)])
            });
            (by_sums.collect(), by_layers)
        })
        .collect();
    // Added up in order, so that the sum does not depend on the number of threads.
    let mut all = (Vec::with_capacity(batch.len()), vec![Layers::ZERO; HEADS]);
    for (by_sums, by_layers) in chunks {
        all.0.extend(by_sums);
        all.1.iter_mut().zip(&by_layers).for_each(|(sum, layers)| sum.add(layers));
    }
    all
}
