//! The widths of networks: the types that have a variant for each, and the choices among them.
//!
//! A new width also needs a match arm in `kernel/network/avx2.rs` and `avx512.rs`, and its number in the
//! texts of `Network::new` and `Sizes::EXPECTED`.

use super::head::{HEADS, Head, head_len};
use super::layers::Layers;
use super::tables::{NetworkTable, NetworkTables, TableOfWidth};
use crate::file::WeightsError;
use crate::file::memory::{collect, with_room};

/// The widths that a network may have.
pub const WIDTHS: [usize; 4] = [8, 16, 32, 64];
/// The greatest width.
pub(crate) const MAX_WIDTH: usize = 64;

/// The layers of all plies of a network of any width.
pub(crate) enum LayersByPly {
    Of8(Box<[Layers<8>; HEADS]>),
    Of16(Box<[Layers<16>; HEADS]>),
    Of32(Box<[Layers<32>; HEADS]>),
    Of64(Box<[Layers<64>; HEADS]>),
}

/// Compiles an expression for the content of each width, of [`LayersByPly`] or of the tables made of them.
macro_rules! any_width {
    ($ByWidth:ident, $value:expr, $content:ident => $expr:expr) => {
        match $value {
            $crate::network::$ByWidth::Of8($content) => $expr,
            $crate::network::$ByWidth::Of16($content) => $expr,
            $crate::network::$ByWidth::Of32($content) => $expr,
            $crate::network::$ByWidth::Of64($content) => $expr,
        }
    };
}
pub(crate) use any_width;

impl LayersByPly {
    /// Decodes the layers of a network of this width from the bytes of its heads in a file.
    #[inline]
    pub(crate) fn decode(width: usize, heads: &[u8]) -> Result<LayersByPly, WeightsError> {
        fn decode<const W: usize>(heads: &[u8]) -> Result<Box<[Layers<W>; HEADS]>, WeightsError> {
            let layers = collect(HEADS, heads.chunks_exact(head_len(W)).map(Layers::decode))?;
            Ok(layers.into_boxed_slice().try_into().ok().expect("a head for each ply"))
        }
        Ok(match width {
            8 => LayersByPly::Of8(decode(heads)?),
            16 => LayersByPly::Of16(decode(heads)?),
            32 => LayersByPly::Of32(decode(heads)?),
            64 => LayersByPly::Of64(decode(heads)?),
            _ => unreachable!("a network has no width of {width}"),
        })
    }

    /// Restores the heads from which the layers were made.
    pub(crate) fn heads(&self) -> Result<Vec<Head>, WeightsError> {
        let mut heads = with_room(HEADS)?;
        any_width!(LayersByPly, self, all => for layers in all.iter() {
            heads.push(layers.head()?);
        });
        Ok(heads)
    }
}

/// The table of a network of any width. A kernel matches on it once, and its code for each width has all
/// lengths as constants.
#[derive(Clone, Copy)]
pub(crate) enum TableByWidth<'a> {
    Of8(TableOfWidth<'a, 8>),
    Of16(TableOfWidth<'a, 16>),
    Of32(TableOfWidth<'a, 32>),
    Of64(TableOfWidth<'a, 64>),
}

impl<'a> NetworkTables<'a> {
    /// Returns the table for boards with `empties` empty squares.
    #[inline(always)]
    pub(crate) fn at(self, empties: u32) -> NetworkTable<'a> {
        NetworkTable(match self.layers {
            LayersByPly::Of8(layers) => TableByWidth::Of8(self.of_width(layers, empties)),
            LayersByPly::Of16(layers) => TableByWidth::Of16(self.of_width(layers, empties)),
            LayersByPly::Of32(layers) => TableByWidth::Of32(self.of_width(layers, empties)),
            LayersByPly::Of64(layers) => TableByWidth::Of64(self.of_width(layers, empties)),
        })
    }
}
