//! What happened in a tick, told to whoever draws or sounds it. The rules never read these.

use bevy::math::Vec2;
use bevy::prelude::Message;

/// One fact of a tick. They leave in the order in which they happened.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum Fact {
    /// A level was started from its beginning, by the restart button or after a death.
    RunRestarted {
        /// Whether a death was the reason.
        after_death: bool,
    },
    /// He jumped from the ground (or just after leaving it).
    NinjaJumped {
        /// His centre.
        position: Vec2,
    },
    /// He jumped off a wall.
    NinjaWallJumped {
        /// His centre.
        position: Vec2,
        /// −1 if the wall is to his left, 1 if to his right.
        wall: f32,
    },
    /// He came down on ground.
    NinjaLanded {
        /// His centre.
        position: Vec2,
        /// Tiles a second into the ground.
        speed: f32,
    },
    /// He died.
    NinjaDied {
        /// His centre.
        position: Vec2,
        /// Tiles a second, just before.
        velocity: Vec2,
        /// Of what.
        cause: DeathCause,
    },
    /// A lit beam missed him by less than half a tile.
    BeamGrazed {
        /// The point of the beam nearest to him.
        point: Vec2,
        /// Tiles between the beam and the hurt circle.
        clearance: f32,
    },
    /// A shard was taken.
    ShardTaken {
        /// Its centre.
        position: Vec2,
        /// How many are left.
        left: u32,
    },
    /// The exit opened.
    ExitOpened,
    /// The level is done.
    ExitReached {
        /// Ticks from the start.
        ticks: u32,
    },
    /// Time slowed down.
    FocusStarted,
    /// Time runs as usual again.
    FocusEnded {
        /// Whether the meter ran out.
        exhausted: bool,
    },
}

/// What killed the ninja.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DeathCause {
    /// A lit beam touched the hurt circle.
    Beam {
        /// Where the beam starts.
        start: Vec2,
        /// Where it ends.
        end: Vec2,
        /// The point of it nearest to him.
        point: Vec2,
    },
    /// He fell out of the map.
    Fall,
}
