//! What the command line does without a window. Each tool writes to a given output and returns an exit status; none ends
//! the process.

pub mod author;
pub mod board;
pub mod campaign_source;
pub mod check;
pub mod daily;
mod drawing;
mod ending;
pub mod explain;
pub mod figures;
pub mod files;
pub mod film;
pub mod flood;
pub mod given;
mod hand;
pub mod idle;
pub mod install;
pub mod logic;
pub mod merge;
pub mod output;
pub mod paths;
pub mod players;
pub mod poster;
pub mod rate;
pub mod reach;
pub mod share;
pub mod solve;
pub mod submit;
pub mod thumbnail;
pub mod verify;
pub mod versions;
pub mod weapon;
