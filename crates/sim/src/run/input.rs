//! The buttons held during one tick: the simulation's only input.

use bevy::prelude::Resource;

/// The buttons of one tick, one bit each.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TickInput(u8);

impl TickInput {
    /// Nothing held.
    pub const NONE: Self = Self(0);
    /// Run to the left.
    pub const LEFT: Self = Self(1);
    /// Run to the right.
    pub const RIGHT: Self = Self(2);
    /// Up; no rule reads it yet.
    pub const UP: Self = Self(4);
    /// Down; with jump, drops through a one-way platform.
    pub const DOWN: Self = Self(8);
    /// Jump: a press jumps, holding jumps higher.
    pub const JUMP: Self = Self(16);
    /// Slow time.
    pub const FOCUS: Self = Self(32);
    /// Start the level again.
    pub const RESTART: Self = Self(64);

    /// Each button with the letter that stands for it in a replay, in the order of the bits.
    pub const LETTERS: [(Self, char); 7] = [
        (Self::LEFT, 'L'),
        (Self::RIGHT, 'R'),
        (Self::UP, 'U'),
        (Self::DOWN, 'D'),
        (Self::JUMP, 'J'),
        (Self::FOCUS, 'F'),
        (Self::RESTART, 'S'),
    ];

    /// The buttons of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The buttons of `self` that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The same with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let sideways = (self.0 & Self::LEFT.0) << 1 | (self.0 & Self::RIGHT.0) >> 1;
        Self(self.0 & !(Self::LEFT.0 | Self::RIGHT.0) | sideways)
    }

    /// Whether every button of `other` is held.
    pub const fn holds(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// One bit a button; bit 7 is always 0.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The buttons of `bits`; bit 7 is dropped.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0x7f)
    }

    /// −1 for left, 1 for right, 0 for neither or both.
    pub fn steer(self) -> f32 {
        f32::from(i8::from(self.holds(Self::RIGHT)) - i8::from(self.holds(Self::LEFT)))
    }
}
