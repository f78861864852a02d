//! Boards, games, notations, pictures and kernels.

mod arrays;
mod game;
mod hostile;
mod kernels;
mod notation;
mod pictures;
mod reading;
mod serde;
mod symmetry;
mod units;
