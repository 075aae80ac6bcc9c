//! The tests of the level format, as one program.

mod bad_actors;
mod bad_levels;
mod good_actors;
mod good_levels;
mod places;
