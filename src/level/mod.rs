//! Levels: what a level holds once it has been read and found right, and (in the modules below) how it is read.
//!
//! Everything in a [`Level`] is checked: finite numbers, positive periods, every actor inside the map and outside walls,
//! exactly one ninja and one exit. The rules rely on that and check nothing again.

pub mod fingerprint;

use std::sync::Arc;

use bevy::math::Vec2;

use crate::geometry::terrain::Terrain;

/// A level that has passed every check. Positions in tiles, angles in radians, times in seconds.
#[derive(Clone, Debug)]
pub struct Level {
    /// Shown on the title card and in the level list.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// One short line shown while the level is played.
    pub hint: Option<String>,
    /// The tiles.
    pub terrain: Arc<Terrain>,
    /// Where the ninja's centre starts.
    pub ninja: Vec2,
    /// The centre of the exit.
    pub exit: Vec2,
    /// When the exit opens.
    pub exit_opens: ExitOpens,
    /// The shards' centres.
    pub shards: Vec<Vec2>,
    /// The laser robots.
    pub lasers: Vec<LaserSettings>,
    /// The focus meter.
    pub focus: FocusSettings,
    /// A hash of all that the rules depend on; names, authors and hints do not change it. Replays are bound to it.
    pub hash: u64,
}

/// When a level's exit opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExitOpens {
    /// From the start.
    #[default]
    AtOnce,
    /// When the last shard is taken.
    AfterAllShards,
}

/// The focus meter of a level, in seconds of play (the ninja's time).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FocusSettings {
    /// The most that the meter holds; 0 switches focus off.
    pub max: f32,
    /// What it holds at the start, `0..=max`.
    pub start: f32,
}

impl Default for FocusSettings {
    fn default() -> Self {
        Self { max: 3.0, start: 3.0 }
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
