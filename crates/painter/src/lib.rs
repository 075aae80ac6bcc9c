//! The look of the game, without a window.

pub mod palette;
