//! [`dispatch!`](crate::dispatch) turns a [`Cpu`](crate::Cpu) into the token of its level.

/// Runs an expression with the token behind a [`Cpu`](crate::Cpu), compiled once per level.
///
/// ```
/// use reversi_bitboard::{Board, Cpu, dispatch, kernel::Primitives};
///
/// let moves = dispatch!(Cpu::detect(), l => l.moves(Board::START));
/// assert_eq!(moves.len(), 4);
/// ```
#[macro_export]
macro_rules! dispatch {
    (
        [$({ level: $Level:ident, cfg: $cfg:meta, tokens: [$($Token:ident = $Type:ty),+], $($rest:tt)* })*]
        @match $cpu:expr, $l:ident => $body:expr
    ) => {
        match $cpu.token() {
            $($(
                #[cfg($cfg)]
                $crate::__internal::Token::$Token($l) => $body,
            )+)*
        }
    };
    ($cpu:expr, $l:ident => $body:expr) => {
        $crate::levels! { [$crate::dispatch] @match $cpu, $l => $body }
    };
}
