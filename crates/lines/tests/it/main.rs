//! The tests of lines, as one program.

mod forged;
mod lengths;
mod round_trips;
