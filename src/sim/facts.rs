//! What happened in a tick, told to whoever draws or sounds it. The rules never read these.

use bevy::math::Vec2;
use bevy::prelude::Message;

use crate::level::Channel;

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
        /// His center.
        position: Vec2,
    },
    /// He jumped off a wall.
    NinjaWallJumped {
        /// His center.
        position: Vec2,
        /// −1 if the wall is to his left, 1 if to his right.
        wall: f32,
    },
    /// He came down on ground.
    NinjaLanded {
        /// His center.
        position: Vec2,
        /// Tiles a second into the ground.
        speed: f32,
    },
    /// He died.
    NinjaDied {
        /// His center.
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
    /// A spring or a bumper threw him.
    NinjaBounced {
        /// His center.
        position: Vec2,
        /// Unit direction away from what threw him.
        normal: Vec2,
    },
    /// He went through a teleport.
    NinjaTeleported {
        /// Where he went in.
        from: Vec2,
        /// Where he came out.
        to: Vec2,
    },
    /// A turret fired.
    BulletFired {
        /// Where the bullet starts.
        position: Vec2,
        /// Unit direction.
        direction: Vec2,
    },
    /// A bullet ended on something.
    BulletStopped {
        /// Where.
        point: Vec2,
        /// Unit normal of what it met.
        normal: Vec2,
    },
    /// An orb bounced.
    OrbBounced {
        /// The point of contact.
        point: Vec2,
        /// Unit normal of what it met.
        normal: Vec2,
    },
    /// A channel that was lowered was raised.
    ChannelRaised {
        /// The channel.
        channel: Channel,
        /// The center of what raised it.
        by: Vec2,
    },
    /// A channel that was raised was lowered.
    ChannelLowered {
        /// The channel.
        channel: Channel,
    },
    /// A key was picked up.
    KeyTaken {
        /// Its center.
        position: Vec2,
    },
    /// A door began to open or to close.
    DoorMoved {
        /// Its center while it is closed.
        position: Vec2,
        /// Whether it opens.
        opens: bool,
    },
    /// A mine was lit.
    MineLit {
        /// Its center.
        position: Vec2,
    },
    /// A mine blew up.
    MineBlown {
        /// Its center.
        position: Vec2,
        /// How far the blast reaches, in tiles.
        blast: f32,
    },
    /// A shard was taken.
    ShardTaken {
        /// Its center.
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
    /// A bullet hit the hurt circle.
    Bullet {
        /// Where.
        point: Vec2,
        /// The bullet's velocity in tiles a second.
        velocity: Vec2,
    },
    /// An orb touched the hurt circle.
    Orb {
        /// The orb's center.
        center: Vec2,
    },
    /// A mine blew up beside him.
    Mine {
        /// Its center.
        center: Vec2,
    },
    /// He touched spikes.
    Spikes {
        /// The point of them nearest to him.
        point: Vec2,
    },
    /// Something solid left him no room.
    Crush {
        /// The point of it that pressed him.
        point: Vec2,
    },
}
