//! What a player can decide to do.

use hairline_sim::run::input::TickInput;

/// Ticks of focus that are decided on at once.
pub const FOCUS_TICKS: u32 = 56;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// Goes on, and takes itself to be so many ticks farther along its way. At a rest it leaves it.
    Go { shift: i32, focus: bool },
    /// Stands still until it decides otherwise.
    Wait,
    /// Holds some buttons for some ticks; then it waits, or joins its way again where it is.
    Hold { input: TickInput, ticks: u32, waits: bool },
    /// Goes on at a tick of another way, or of another part of this one.
    Join { way: usize, tick: usize },
}
