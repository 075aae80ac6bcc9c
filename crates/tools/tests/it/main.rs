//! The tests of the commands without a window, as one program.

mod check_tool;
mod faults;
mod fuzz;
mod idle;
mod level_manual;
mod no_false_alarms;
mod rating;
mod reach;
mod shipped_levels;
mod solve;
mod thumbnail;
mod tiny;
