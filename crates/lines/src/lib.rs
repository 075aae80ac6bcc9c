//! Levels and runs as lines of text, for a chat, a link or a QR code. A line is read, never trusted: its level passes every
//! check of a level file, its run counts only once it is played, and no line makes this code panic or take more memory than
//! [`TEXT_BYTES_MAX`] and an hour of inputs. Nothing here reads files.
//!
//! A line is [`PREFIX`] and base64url without padding. The bytes, with numbers in little-endian order:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | the layout's version, 1, in the high half; what is in it in the low half: 1 a level, 2 a run, 3 both |
//! | 8 | the hash of the level |
//! | 8, with a run | the hash of its final state |
//! | with a run | the version of its rules, and its inputs, as bits (`run.rs`) |
//! | with a level | its text without layout, comments and `about` (`compact.rs`), deflated (`pack.rs`) |
//! | 4 | the CRC-32 of all before |
//!
//! Lines are for ever: `hl1` is never read in another way, and its dictionary never changes.

#![warn(missing_docs)]

mod bits;
mod compact;
mod line;
mod pack;
mod run;

pub use compact::compact;
pub use line::{CHARS_MAX, LAYOUT, Line, LineError, PREFIX, SharedLevel, is_line, level_file_name};
pub use pack::{DICTIONARY, TEXT_BYTES_MAX};
