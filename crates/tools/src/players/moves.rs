//! What a player can decide to do.

use hairline_sim::run::input::TickInput;

/// Ticks of focus that are decided on at once.
pub const FOCUS_TICKS: u32 = 56;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// Goes on, and takes itself to be so many ticks farther along its way.
    Go { shift: i32, focus: bool },
    /// Lets the way be for a while, and then joins it again where it is.
    Pause(Pause),
    /// Goes on at a tick of another way, or of another part of this one.
    Join { way: usize, tick: usize },
}

/// Some buttons for some ticks, and then none for some more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pause {
    pub input: TickInput,
    pub ticks: u32,
    pub rest_ticks: u32,
    /// Seconds from the last cue for its end.
    pub wait: f32,
}

impl Pause {
    pub const fn hold(input: TickInput, ticks: u32) -> Self {
        Self { input, ticks, rest_ticks: 0, wait: 0.0 }
    }

    pub const fn rest(rest_ticks: u32) -> Self {
        Self { input: TickInput::NONE, ticks: 0, rest_ticks, wait: 0.0 }
    }

    /// The buttons of its next tick; `None` at its end.
    pub fn next(&mut self) -> Option<TickInput> {
        if self.ticks > 0 {
            self.ticks -= 1;
            Some(self.input)
        } else {
            self.rest_ticks = self.rest_ticks.checked_sub(1)?;
            Some(TickInput::NONE)
        }
    }

    pub fn is_over(&self) -> bool {
        self.ticks == 0 && self.rest_ticks == 0
    }
}
