//! Books: their files, conversions, growth.

mod conversion;
mod edax;
mod egaroucid;
mod formats;
mod grow;
mod large;
mod support;
