//! The commands for people who write levels: `hairline new` and `hairline fmt`.

pub mod fmt;
mod layout;
pub mod new;
