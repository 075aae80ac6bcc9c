//! The commands for people who write levels: `hairline new`, `hairline fmt` and `hairline import`.

pub mod fmt;
pub mod import;
mod layout;
mod names;
pub mod new;
