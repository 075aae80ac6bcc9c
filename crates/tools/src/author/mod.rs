//! The commands for people who write levels: `hairline new`, `hairline fmt` and `hairline import`.

pub mod fmt;
pub mod layout;
pub mod names;
pub mod new;
