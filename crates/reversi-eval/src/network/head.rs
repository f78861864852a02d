use super::widths::MAX_WIDTH;

/// The number of outputs of the first layer.
pub const HIDDEN: usize = 16;
/// The number of heads of a network: one for each ply.
pub const HEADS: usize = 61;

/// The upper limit of the activations of both layers.
pub(crate) const ONE: i16 = 127;
pub(crate) const SUM_SHIFT: u32 = 1;
pub(crate) const SQUARE_SHIFT: u32 = 7;
pub(crate) const HIDDEN_SHIFT: u32 = 6;
pub(crate) const VALUE_SHIFT: u32 = 9;

/// The layers of one ply: all parameters except the rows.
///
/// ```
/// use reversi_engine::weights::network::{HIDDEN, Head};
///
/// let mut head = Head::zero(16);
/// head.constant = 512 * 128; // one disc for every board
/// assert_eq!((head.output, head.direct.len()), ([0; HIDDEN], 32));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Head {
    /// The initial values of the sums of the rows, -16384 ..= 16384: one for each number of a row.
    pub bias: Vec<i16>,
    /// The weights of the first layer: for each output, the weights of the inputs, twice as many as numbers
    /// in a row.
    pub hidden: Vec<i8>,
    /// The initial values of the sums of the first layer, at most 2²⁴ in magnitude.
    pub hidden_bias: [i32; HIDDEN],
    /// The weights of the second layer for the outputs of the first layer.
    pub output: [i16; HIDDEN],
    /// The weights of the second layer for the inputs of the first layer.
    pub direct: Vec<i16>,
    /// The initial value of the sum of the second layer, at most 2²⁴ in magnitude.
    pub constant: i32,
}

impl Head {
    /// Returns a head of zeros for rows of this width.
    pub fn zero(width: usize) -> Head {
        Head {
            bias: vec![0; width],
            hidden: vec![0; HIDDEN * 2 * width],
            hidden_bias: [0; HIDDEN],
            output: [0; HIDDEN],
            direct: vec![0; 2 * width],
            constant: 0,
        }
    }

    /// Returns whether all parts fit rows of this width.
    pub(super) fn is_of_width(&self, width: usize) -> bool {
        self.bias.len() == width && self.direct.len() == 2 * width && self.hidden.len() == HIDDEN * 2 * width
    }

    /// Returns whether the biases are within their limits.
    pub(crate) fn is_limited(&self) -> bool {
        self.bias.iter().all(|bias| bias.unsigned_abs() <= 1 << 14)
            && self.hidden_bias.iter().chain([&self.constant]).all(|bias| bias.unsigned_abs() <= 1 << 24)
    }

    /// Computes the value for the sums of the rows.
    pub(super) fn value(&self, rows: &[i32; MAX_WIDTH]) -> i32 {
        let (head, width) = (self, self.bias.len());
        let limited = |value: i32| value.clamp(0, ONE.into());
        let mut input = [0; 2 * MAX_WIDTH];
        for i in 0..width {
            input[i] = limited((i32::from(head.bias[i]) + rows[i]) >> SUM_SHIFT);
            input[width + i] = (input[i] * input[i]) >> SQUARE_SHIFT;
        }
        let mut value = head.constant;
        for h in 0..HIDDEN {
            let weights = &head.hidden[h * 2 * width..][..2 * width];
            let products = weights.iter().zip(input).map(|(&weight, input)| i32::from(weight) * input);
            let hidden = limited((head.hidden_bias[h] + products.sum::<i32>()) >> HIDDEN_SHIFT);
            value += i32::from(head.output[h]) * hidden;
        }
        value += head.direct.iter().zip(input).map(|(&weight, input)| i32::from(weight) * input).sum::<i32>();
        value >> VALUE_SHIFT
    }

    /// Appends the bytes of the head.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.hidden.iter().map(|&number| number as u8));
        bytes.extend(self.hidden_bias.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.output.iter().chain(&self.direct).flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.constant.to_le_bytes());
    }
}

/// Returns the ply of a board with `empties` empty squares, 0 for more than 60.
#[inline(always)]
pub(super) fn ply(empties: u32) -> usize {
    60 - empties.min(60) as usize
}

/// Returns the number of bytes of a head.
pub(crate) const fn head_len(width: usize) -> usize {
    2 * width + 2 * width * HIDDEN + 4 * HIDDEN + 2 * HIDDEN + 2 * 2 * width + 4
}
