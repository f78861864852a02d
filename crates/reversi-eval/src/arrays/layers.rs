use reversi_bitboard::{Board, Cpu, dispatch, outlined};

use crate::features::{Features, Quadrants};
use crate::file::WeightsError;
use crate::kernel::EvalPrimitives;
use crate::kernel::network::portable;
use crate::network::{HIDDEN, Head, any_width, first_layer};
use crate::weights::Weights;

/// The numbers inside a network for some boards, board after board. [`network`](crate::network) defines them.
/// The weights between them are in the [`Head`] of the ply.
///
/// ```
/// use reversi_engine::{Board, Weights};
/// # use reversi_engine::weights::network::{HEADS, Head, Network, ROWS};
/// # let network = Network::new(vec![0; 8 * ROWS], vec![Head::zero(8); HEADS], "")?;
/// # let weights = Weights::from_network(&network)?;
///
/// let layers = weights.layers(&[Board::START]).expect("not pattern weights"); // or Weights::embedded()?
/// assert_eq!(layers.sums.len(), layers.width);
/// assert_eq!((layers.inputs.len(), layers.hidden.len()), (2 * layers.width, 16));
/// println!("{} / 128 discs", layers.values[0]);
/// # Ok::<(), reversi_engine::weights::WeightsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Layers {
    /// The width of the network: the numbers in a row.
    pub width: usize,
    /// The sums of the rows and the bias, one for each number of a row, for each board. A unit is half a unit
    /// of the inputs.
    pub sums: Vec<i16>,
    /// Half of the sums, limited to 0 ..= 127, then 1/128 of their squares: the inputs of both layers. 127 is
    /// about 1.
    pub inputs: Vec<u8>,
    /// The outputs of the first layer, 16 for each board, limited to 0 ..= 127.
    pub hidden: Vec<u8>,
    /// The value of each board in 1/128 disc, from the side to move: equal to
    /// [`Evaluator::evaluate_128`](crate::Evaluator::evaluate_128).
    pub values: Vec<i32>,
}

// The parts that gain by vectors. The whole function for each level and width would be much code.
outlined! {
    trait OnLevel: EvalPrimitives {
        fn looked_at(board: Board) -> (Features, Quadrants) = looked_at;
        fn first_layer_of(
            inputs: &[i16], groups: &[[[i8; 4]; HIDDEN]], bias: &[i32; HIDDEN]
        ) -> [i32; HIDDEN] = first_layer_of;
    }
}

#[inline(always)]
fn looked_at<L: OnLevel>(l: L, board: Board) -> (Features, Quadrants) {
    let moves = [l.moves(board), l.moves(board.pass())];
    (l.features(board), l.quadrants(moves, board.empties()))
}

#[inline(always)]
fn first_layer_of<L: OnLevel>(
    _: L,
    inputs: &[i16],
    groups: &[[[i8; 4]; HIDDEN]],
    bias: &[i32; HIDDEN],
) -> [i32; HIDDEN] {
    first_layer(inputs, groups, bias)
}

impl Weights {
    /// Returns the numbers inside the network for these boards; `None` for pattern weights.
    pub fn layers(&self, boards: &[Board]) -> Option<Layers> {
        let tables = self.network()?.tables();
        let mut layers = Layers { width: self.network_width()?, ..Layers::default() };
        layers.sums.reserve_exact(layers.width * boards.len());
        layers.inputs.reserve_exact(2 * layers.width * boards.len());
        layers.hidden.reserve_exact(HIDDEN * boards.len());
        layers.values.reserve_exact(boards.len());
        let cpu = Cpu::detect();
        for &board in boards {
            let (features, quadrants) = dispatch!(cpu, l => l.looked_at(board));
            any_width!(TableByWidth, tables.at(board.empties().len()).0, table => {
                let sums = portable::sums(&features, &quadrants, table);
                let inputs = table.layers.inputs_of(sums);
                let (flat, bias) = (inputs.as_flattened(), &table.layers.hidden_bias);
                let hidden = dispatch!(cpu, l => l.first_layer_of(flat, table.layers.groups(), bias));
                layers.sums.extend_from_slice(&sums);
                layers.inputs.extend(inputs.as_flattened().iter().map(|&input| input as u8));
                layers.hidden.extend(hidden.map(|output| output as u8));
                layers.values.push(table.layers.value_of(&inputs, &hidden));
            });
        }
        Some(layers)
    }

    /// Returns the numbers in a row of the network; `None` for pattern weights.
    ///
    /// ```
    /// # use reversi_engine::weights::network::{HEADS, Head, Network, ROWS};
    /// # use reversi_engine::Weights;
    /// let network = Network::new(vec![0; 8 * ROWS], vec![Head::zero(8); HEADS], "zeros")?;
    /// assert_eq!(Weights::from_network(&network)?.network_width(), Some(8));
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    pub fn network_width(&self) -> Option<usize> {
        self.network().map(|network| network.width())
    }

    /// Returns the heads of the network, one for each ply; `None` for pattern weights. With them and the sums
    /// of [`layers`](Self::layers) the other layers can be computed again.
    ///
    /// ```
    /// # use reversi_engine::weights::network::{HEADS, Head, Network, ROWS};
    /// # use reversi_engine::Weights;
    /// let network = Network::new(vec![0; 8 * ROWS], vec![Head::zero(8); HEADS], "zeros")?;
    /// let heads = Weights::from_network(&network)?.network_heads()?.expect("a network");
    /// assert_eq!(heads, network.heads());
    /// # Ok::<(), reversi_engine::weights::WeightsError>(())
    /// ```
    ///
    /// # Errors
    /// [`WeightsErrorKind::Memory`](crate::WeightsErrorKind::Memory).
    pub fn network_heads(&self) -> Result<Option<Vec<Head>>, WeightsError> {
        self.network().map(|network| network.layers.heads()).transpose()
    }
}
