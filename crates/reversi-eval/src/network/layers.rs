use super::head::{HIDDEN, HIDDEN_SHIFT, Head, ONE, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT};
use crate::file::WeightsError;
use crate::file::memory::{collect, with_room};
use crate::kernel::zip;

/// A [`Head`] in the order of the kernels, for rows of `W` numbers.
#[repr(C, align(64))]
pub(crate) struct Layers<const W: usize> {
    pub(crate) bias: [i16; W],
    /// The [`groups`](Self::groups), each in two of these arrays.
    hidden: [[i8; 2 * HIDDEN]; W],
    pub(crate) hidden_bias: [i32; HIDDEN],
    pub(crate) output: [i16; HIDDEN],
    /// The weights of the sums, and the weights of their squares.
    pub(crate) direct: [[i16; W]; 2],
    pub(crate) constant: i32,
}

impl<const W: usize> Layers<W> {
    /// Returns the weights of the first layer in groups of four inputs, each group with all outputs.
    #[inline(always)]
    pub(crate) fn groups(&self) -> &[[[i8; 4]; HIDDEN]] {
        self.hidden.as_flattened().as_chunks().0.as_chunks().0
    }

    /// Decodes layers from the bytes of a head in a file.
    pub(crate) fn decode(bytes: &[u8]) -> Layers<W> {
        let mut layers = Layers {
            bias: [0; W],
            hidden: [[0; 2 * HIDDEN]; W],
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
            direct: [[0; W]; 2],
            constant: 0,
        };
        let Layers { bias, hidden, hidden_bias, output, direct, constant } = &mut layers;
        let shorts = [&mut bias[..], output, direct.as_flattened_mut()];
        *constant = decode(bytes, hidden.as_flattened_mut(), hidden_bias, shorts);
        layers
    }

    /// Restores the head from which the layers were made.
    pub(super) fn head(&self) -> Result<Head, WeightsError> {
        Ok(Head {
            bias: copied(&self.bias)?,
            hidden: by_output(self.hidden.as_flattened())?,
            hidden_bias: self.hidden_bias,
            output: self.output,
            direct: copied(self.direct.as_flattened())?,
            constant: self.constant,
        })
    }

    /// Computes the value for these sums of the rows and the bias.
    #[inline(always)]
    pub(crate) fn value(&self, sums: [i16; W]) -> i32 {
        let inputs = self.inputs_of(sums);
        self.value_of(&inputs, &self.hidden_of(&inputs))
    }

    /// Returns the inputs of both layers: the limited sums, and their squares. Like the other methods, it is
    /// a loop that compilers vectorise.
    #[inline(always)]
    pub(crate) fn inputs_of(&self, sums: [i16; W]) -> [[i16; W]; 2] {
        let mut inputs = [sums; 2];
        for i in 0..W {
            inputs[0][i] = (sums[i] >> SUM_SHIFT).clamp(0, ONE);
            inputs[1][i] = (inputs[0][i] * inputs[0][i]) >> SQUARE_SHIFT;
        }
        inputs
    }

    /// Returns the outputs of the first layer.
    #[inline(always)]
    pub(crate) fn hidden_of(&self, inputs: &[[i16; W]; 2]) -> [i32; HIDDEN] {
        first_layer(inputs.as_flattened(), self.groups(), &self.hidden_bias)
    }

    /// Returns the output of the second layer: the value.
    #[inline(always)]
    pub(crate) fn value_of(&self, inputs: &[[i16; W]; 2], hidden: &[i32; HIDDEN]) -> i32 {
        let mut value = self.constant;
        for (weight, hidden) in zip(&self.output, hidden) {
            value += i32::from(*weight) * hidden;
        }
        for (weight, input) in zip(self.direct.as_flattened(), inputs.as_flattened()) {
            value += i32::from(*weight) * i32::from(*input);
        }
        value >> VALUE_SHIFT
    }
}

/// Computes the outputs of the first layer, of weights in groups of four inputs.
#[inline(always)]
pub(crate) fn first_layer(
    inputs: &[i16],
    groups: &[[[i8; 4]; HIDDEN]],
    bias: &[i32; HIDDEN],
) -> [i32; HIDDEN] {
    let mut hidden = *bias;
    for (inputs, weights) in zip(inputs.as_chunks::<4>().0, groups) {
        let [a, b, c, d]: [i32; 4] = [inputs[0].into(), inputs[1].into(), inputs[2].into(), inputs[3].into()];
        for (hidden, weights) in zip(&mut hidden, weights) {
            // Shifts take the weights out of a word: compilers make better vectors of them than of bytes.
            let word = i32::from_le_bytes(bytemuck::cast(*weights));
            *hidden += (word << 24 >> 24) * a + (word << 16 >> 24) * b;
            *hidden += (word << 8 >> 24) * c + (word >> 24) * d;
        }
    }
    for sum in &mut hidden {
        *sum = (*sum >> HIDDEN_SHIFT).clamp(0, ONE.into());
    }
    hidden
}

/// Returns the place in a file of the weight at place `i` of the groups. Files have all inputs of an output
/// together.
fn place_in_file(i: usize, inputs: usize) -> usize {
    let (output, input) = (i / 4 % HIDDEN, i / (4 * HIDDEN) * 4 + i % 4);
    inputs * output + input
}

/// Fills the parts of layers from the bytes of a head, and returns the constant. The parts of 16 bits are the
/// bias, the weights of the outputs, and the direct weights. One function for all widths keeps programs
/// small.
#[inline(never)]
fn decode(
    mut bytes: &[u8],
    hidden: &mut [i8],
    hidden_bias: &mut [i32; HIDDEN],
    [bias, output, direct]: [&mut [i16]; 3],
) -> i32 {
    let mut take = |len: usize| {
        let (taken, rest) = bytes.split_at(len);
        bytes = rest;
        taken
    };
    let short = |bytes: &[u8; 2]| i16::from_le_bytes(*bytes);
    let int = |bytes: &[u8; 4]| i32::from_le_bytes(*bytes);
    let shorts = |to: &mut [i16], from: &[u8]| {
        to.iter_mut().zip(from.as_chunks().0).for_each(|(to, from)| *to = short(from));
    };
    shorts(bias, take(2 * bias.len()));
    let weights = take(hidden.len());
    for (i, weight) in hidden.iter_mut().enumerate() {
        *weight = weights[place_in_file(i, direct.len())] as i8;
    }
    let biases = take(4 * HIDDEN).as_chunks().0;
    hidden_bias.iter_mut().zip(biases).for_each(|(to, from)| *to = int(from));
    shorts(output, take(2 * HIDDEN));
    shorts(direct, take(2 * direct.len()));
    int(take(4).first_chunk().expect("four bytes"))
}

/// Copies numbers. It is not generic, as above.
#[inline(never)]
fn copied(numbers: &[i16]) -> Result<Vec<i16>, WeightsError> {
    collect(numbers.len(), numbers.iter().copied())
}

/// Returns the weights of the first layer in the order of files.
#[inline(never)]
fn by_output(hidden: &[i8]) -> Result<Vec<i8>, WeightsError> {
    let mut weights = with_room(hidden.len())?;
    weights.resize(hidden.len(), 0);
    for (i, &weight) in hidden.iter().enumerate() {
        weights[place_in_file(i, hidden.len() / HIDDEN)] = weight;
    }
    Ok(weights)
}
