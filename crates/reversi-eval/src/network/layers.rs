use super::head::{HIDDEN, HIDDEN_SHIFT, Head, ONE, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT};
use crate::file::WeightsError;
use crate::file::memory::collect;

/// A [`Head`] in the order of the kernels, for rows of `W` numbers.
#[repr(C, align(64))]
pub(crate) struct Layers<const W: usize> {
    pub(crate) bias: [i16; W],
    /// The [`groups`](Self::groups), each in two of these arrays.
    hidden: [[i8; 2 * HIDDEN]; W],
    pub(crate) hidden_bias: [i32; HIDDEN],
    pub(crate) output: [i16; HIDDEN],
    /// The weights of the sums, and those of their squares.
    pub(crate) direct: [[i16; W]; 2],
    pub(crate) constant: i32,
}

impl<const W: usize> Layers<W> {
    const INPUTS: usize = 2 * W;

    /// The weights of the first layer in groups of four inputs, each group with all outputs.
    #[inline(always)]
    pub(crate) fn groups(&self) -> &[[[i8; 4]; HIDDEN]] {
        self.hidden.as_flattened().as_chunks().0.as_chunks().0
    }

    /// Decodes layers from the bytes of a head in a file.
    pub(crate) fn decode(mut bytes: &[u8]) -> Layers<W> {
        let mut take = |len: usize| {
            let (taken, rest) = bytes.split_at(len);
            bytes = rest;
            taken
        };
        fn shorts<const N: usize>(bytes: &[u8]) -> [i16; N] {
            std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
        }
        let int = |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let bias = shorts(take(2 * W));
        let hidden = take(Self::INPUTS * HIDDEN);
        let weight = |h: usize, i: usize| hidden[Self::INPUTS * h + i] as i8;
        let in_order = |i: usize| weight(i / 4 % HIDDEN, i / (4 * HIDDEN) * 4 + i % 4);
        let hidden_bias = take(4 * HIDDEN);
        Layers {
            bias,
            hidden: std::array::from_fn(|i| std::array::from_fn(|j| in_order(2 * HIDDEN * i + j))),
            hidden_bias: std::array::from_fn(|h| int(&hidden_bias[4 * h..][..4])),
            output: shorts(take(2 * HIDDEN)),
            direct: [shorts(take(2 * W)), shorts(take(2 * W))],
            constant: int(take(4)),
        }
    }

    /// The head that they were made of.
    pub(super) fn head(&self) -> Result<Head, WeightsError> {
        let weight = |i: usize| self.groups()[i % Self::INPUTS / 4][i / Self::INPUTS][i % 4];
        Ok(Head {
            bias: collect(W, self.bias.into_iter())?,
            hidden: collect(HIDDEN * Self::INPUTS, (0..HIDDEN * Self::INPUTS).map(weight))?,
            hidden_bias: self.hidden_bias,
            output: self.output,
            direct: collect(Self::INPUTS, self.direct.into_iter().flatten())?,
            constant: self.constant,
        })
    }

    /// The value for these sums of the rows and the bias, in loops that compilers vectorise.
    #[inline(always)]
    pub(crate) fn value(&self, sums: [i16; W]) -> i32 {
        let plain = sums.map(|sum| (sum >> SUM_SHIFT).clamp(0, ONE));
        let inputs = [plain, plain.map(|input| (input * input) >> SQUARE_SHIFT)];
        let mut hidden = self.hidden_bias;
        for (inputs, weights) in inputs.as_flattened().as_chunks::<4>().0.iter().zip(self.groups()) {
            let [a, b, c, d] = inputs.map(i32::from);
            for (hidden, weights) in hidden.iter_mut().zip(weights) {
                // Shifts take the weights out of a word: compilers make better vectors of them than of
                // bytes.
                let word = i32::from_le_bytes(weights.map(i8::cast_unsigned));
                *hidden += (word << 24 >> 24) * a + (word << 16 >> 24) * b;
                *hidden += (word << 8 >> 24) * c + (word >> 24) * d;
            }
        }
        let mut value = self.constant;
        for (weight, hidden) in self.output.iter().zip(hidden) {
            value += i32::from(*weight) * (hidden >> HIDDEN_SHIFT).clamp(0, ONE.into());
        }
        for (weight, input) in self.direct.as_flattened().iter().zip(inputs.as_flattened()) {
            value += i32::from(*weight) * i32::from(*input);
        }
        value >> VALUE_SHIFT
    }
}
