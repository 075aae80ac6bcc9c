//! The tests of the commands without a window, as one program.

mod campaign;
mod check_tool;
mod doors;
mod faults;
mod fuzz;
mod hard;
mod held_out;
mod idle;
mod install;
mod layout;
mod level_manual;
mod logic;
mod names;
mod no_false_alarms;
mod options;
mod players;
mod poster;
mod rating;
mod reach;
mod shipped_levels;
mod solve;
mod thumbnail;
mod tiny;
mod vanes;
mod verify;
mod why_not;
