//! Books: their files, conversions, growth.

mod conversion;
mod edax;
mod egaroucid;
mod grow;
mod large;
mod support;
