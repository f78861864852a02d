//! Boards, games, arrays and kernels.

mod arrays;
mod game;
mod kernels;
mod symmetry;
mod units;
