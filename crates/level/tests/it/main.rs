//! The tests of the level format, as one program.

mod bad_actors;
mod bad_files;
mod bad_levels;
mod campaign;
mod conditions;
mod good_actors;
mod good_levels;
mod lexer;
mod places;
mod stable_hash;
mod tables;
mod text;
mod variations;
