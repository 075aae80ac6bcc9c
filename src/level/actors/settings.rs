//! What a level says of each kind of actor, read and checked. Positions in tiles, angles in radians, times in seconds.

use bevy::math::Vec2;

use crate::geometry::shapes::polygon::Polygon;

/// A channel of a level, by its place in [`Level::channels`](crate::level::Level::channels): cameras, switches and keys raise it;
/// lasers, turrets and doors listen to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel(pub u8);

/// When something that listens to a channel works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// While the channel is raised.
    Raised(Channel),
    /// While it is not.
    Lowered(Channel),
}

impl Gate {
    /// The channel that it listens to.
    pub fn channel(self) -> Channel {
        let (Self::Raised(channel) | Self::Lowered(channel)) = self;
        channel
    }
}

/// A robot that casts beams.
#[derive(Clone, Debug, PartialEq)]
pub struct LaserSettings {
    /// Where it stands, or the start of its path.
    pub position: Vec2,
    /// How it points.
    pub aim: Aim,
    /// When its beams are lit; `None` is always.
    pub cycle: Option<Cycle>,
    /// How many beams, evenly spread round the circle; `1..=8`.
    pub beams: u8,
    /// The longest a beam can be, in tiles; `None` is until it hits something.
    pub reach: Option<f32>,
    /// Where it patrols.
    pub path: Option<Patrol>,
    /// At most how often mirrors throw a beam back; `0..=8`.
    pub bounces: u8,
    /// The channel that lets it work; `None` is always. Its cycle begins when the channel lets it.
    pub when: Option<Gate>,
}

/// How a robot points. Angles in radians, counter-clockwise from +x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// Always in one direction.
    Fixed {
        /// The direction.
        angle: f32,
    },
    /// To and fro between two angles with smooth ends, the way that goes from `from` to `to` by plain subtraction.
    Sweep {
        /// The angle at the start.
        from: f32,
        /// The angle half a period later.
        to: f32,
        /// Seconds there and back; positive.
        period: f32,
        /// Seconds that it is ahead at the start.
        offset: f32,
    },
    /// Round and round.
    Spin {
        /// The angle at the start.
        from: f32,
        /// Seconds for a full turn; positive.
        period: f32,
        /// The sense of the turn.
        clockwise: bool,
    },
    /// Turns towards the ninja.
    Track {
        /// The angle at the start.
        from: f32,
        /// The fastest it turns, radians a second; positive.
        turn_rate: f32,
        /// Whether it turns only while it sees him.
        needs_sight: bool,
    },
}

/// When beams are lit: charge (a harmless tell), on, off, and again. Seconds, each at least 0, the sum positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Harmless, drawn dashed.
    pub charge: f32,
    /// Lethal.
    pub on: f32,
    /// Nothing.
    pub off: f32,
    /// Seconds that it is ahead at the start.
    pub offset: f32,
}

/// A path of waypoints that a robot moves along at constant speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Patrol {
    /// At least two points; the robot starts at the first.
    pub points: Vec<Vec2>,
    /// Tiles a second; positive.
    pub speed: f32,
    /// Whether it goes from the last point straight to the first (else it turns back).
    pub closed: bool,
}

/// A robot that fires bullets. It fires a burst at the end of each period.
#[derive(Clone, Debug, PartialEq)]
pub struct TurretSettings {
    /// Where it stands, or the start of its path.
    pub position: Vec2,
    /// How it points.
    pub aim: Aim,
    /// Where it patrols.
    pub path: Option<Patrol>,
    /// Seconds from one burst to the next; positive.
    pub period: f32,
    /// Seconds that it is ahead at the start.
    pub offset: f32,
    /// Bullets in a burst; at least 1.
    pub burst: u8,
    /// Seconds from one bullet of a burst to the next; a whole burst fits in a period.
    pub gap: f32,
    /// Tiles a second; positive.
    pub speed: f32,
    /// A bullet's radius in tiles; 0 is a point.
    pub radius: f32,
    /// Tiles after which a bullet is gone; `None` is when it hits something or leaves the map.
    pub range: Option<f32>,
    /// The most bullets of this turret in flight; at least 1. One more is not fired.
    pub pool: u8,
    /// The channel that lets it fire; `None` is always. Its first period begins when the channel lets it.
    pub when: Option<Gate>,
}

/// A robot that watches a cone and raises a channel while it sees the ninja.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraSettings {
    /// Where it stands, or the start of its path.
    pub position: Vec2,
    /// How it points; never `Track`.
    pub aim: Aim,
    /// Where it patrols.
    pub path: Option<Patrol>,
    /// The angle of its cone, above 0 up to a whole turn.
    pub fov: f32,
    /// How far it sees, in tiles; positive.
    pub range: f32,
    /// How many rays make its cone; `2..=128`.
    pub rays: u8,
    /// Seconds from one look to the next; what it saw stays true in between.
    pub refresh: f32,
    /// What it raises.
    pub channel: Channel,
    /// Seconds for which the channel stays raised after it was last seen.
    pub alarm: f32,
}

/// A lethal ball that bounces for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbSettings {
    /// Its center at the start.
    pub position: Vec2,
    /// Its velocity at the start, in tiles a second; the speed stays.
    pub velocity: Vec2,
    /// Its radius in tiles; positive.
    pub radius: f32,
}

/// A solid shape that stands, follows a path or turns: it stops bodies, beams, bullets, orbs and sight.
#[derive(Clone, Debug, PartialEq)]
pub struct MoverSettings {
    /// Where the shape's own origin stands, or the start of its path.
    pub position: Vec2,
    /// The shape, around its own origin.
    pub shape: Polygon,
    /// Where it goes.
    pub path: Option<Patrol>,
    /// How it is turned: `Fixed`, `Sweep` or `Spin`, never `Track`.
    pub turn: Aim,
    /// What its surface does.
    pub surface: MoverSurface,
}

/// What the surface of a mover does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MoverSurface {
    /// Nothing: it is walked like terrain.
    #[default]
    Plain,
    /// Throws beams back.
    Mirror,
    /// Throws the ninja off.
    Bumper {
        /// His speed away from it afterwards, in tiles a second; positive.
        strength: f32,
    },
}

/// A wall that slides away while its channel lets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoorSettings {
    /// Its center while it is closed.
    pub position: Vec2,
    /// Its width and height in tiles; positive.
    pub size: Vec2,
    /// How far its center goes until it is open, in tiles.
    pub slide: Vec2,
    /// Seconds from closed to open; positive.
    pub seconds: f32,
    /// When it opens.
    pub when: Gate,
    /// Whether it crushes what is in its way; else it waits.
    pub crushes: bool,
}

/// A plate that raises a channel when the ninja touches it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwitchSettings {
    /// Its center.
    pub position: Vec2,
    /// What it raises.
    pub channel: Channel,
    /// Seconds for which the channel stays raised after he has left; `None` is for the rest of the run.
    pub seconds: Option<f32>,
}

/// A thing to pick up that raises a channel for the rest of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeySettings {
    /// Its center.
    pub position: Vec2,
    /// What it raises.
    pub channel: Channel,
}

/// A plate that throws the ninja in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringSettings {
    /// Its center.
    pub position: Vec2,
    /// The angle in which it throws.
    pub angle: f32,
    /// His speed in that direction afterwards, in tiles a second; positive.
    pub strength: f32,
}

/// A charge that is lit when the ninja comes near, and blows up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MineSettings {
    /// Its center.
    pub position: Vec2,
    /// How near his hurt circle must come to light it, in tiles from the center; positive.
    pub trigger: f32,
    /// Seconds from lit to blown up; 0 is at once.
    pub fuse: f32,
    /// How far the blast reaches, in tiles from the center; positive.
    pub blast: f32,
}

/// Two places: who touches one comes out of the other, with the velocity that he had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TeleportSettings {
    /// The centers of the two.
    pub ends: [Vec2; 2],
}
