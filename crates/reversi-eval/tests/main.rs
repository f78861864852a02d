//! Weights, their files, features and evaluations.

mod arrays;
mod features;
mod hostile;
mod reference;
mod support;
mod weights;
