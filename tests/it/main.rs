//! The tests of the game, as one program.

mod architecture;
mod cli;
mod film;
mod gallery;
mod level_asset;
mod licenses;
mod release;
mod screens;
mod solve_command;
mod sound_allocations;
mod words;

#[global_allocator]
static ALLOCATOR: hairline_testing::counting::Counting = hairline_testing::counting::Counting;
