//! What an actor means for the logic of its level: what it blocks, what raises its channel, how it kills, and where the ninja
//! has to touch it. The tools build their model of a level from these declarations and know no kind by name.

use bevy_math::{Rect, Vec2};

use super::{ChannelSource, Weapon};
use crate::diagnostics::faults::Fault;
use crate::format::gates::Gate;
use hairline_geometry::shapes::polygon::Polygon;

/// The declarations of one actor. A kind without any says so with [`NOTHING`](Self::NOTHING).
#[derive(Clone, Debug)]
pub struct ActorLogic {
    /// Where the ninja touches it.
    pub touch: Option<Touch>,
    /// The channel that it raises.
    pub source: Option<ChannelSource>,
    /// The obstacle that it is.
    pub obstacle: Option<Obstacle>,
    /// The mirror that this obstacle is.
    pub mirror: Option<Mirror>,
    /// How it kills, apart from crushing.
    pub weapon: Option<Weapon>,
    /// How it throws the ninja.
    pub throw: Option<Throw>,
    /// Whether a touch takes the ninja from one of its places to the other.
    pub teleports: bool,
}

/// Where the ninja touches an actor.
#[derive(Clone, Debug)]
pub struct Touch {
    /// The centers; one of them is enough.
    pub places: Vec<Vec2>,
    /// The greatest distance in tiles from one of them to the ninja's center.
    pub reach: f32,
    /// The warning of an actor that the ninja can never touch, where that is worth one.
    pub unreachable: Option<&'static Fault>,
}

/// How long a channel stays raised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// For the rest of the run.
    ForGood,
    /// Until the next touch.
    UntilNextTouch,
    /// While it is triggered, and some seconds longer.
    While {
        /// Seconds.
        longer: f32,
    },
}

/// A solid shape apart from the tiles: it stops bodies, light, bullets and sight.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// A box around all that it can ever take up.
    pub bounds: Rect,
    /// The boxes that it is certain to fill.
    pub fills: Vec<Fill>,
    /// The greatest speed of any of its points, in tiles a second.
    pub speed_max: f32,
    /// Whether it has only upright and level sides, at all times.
    pub is_upright: bool,
    /// Whether it crushes what is in its way.
    pub crushes: bool,
}

/// An obstacle that reflects beams.
#[derive(Clone, Debug)]
pub struct Mirror {
    /// Its shape, around its position.
    pub shape: Polygon,
    /// Where it is at the start.
    pub position: Vec2,
    /// Its angle at the start, in radians.
    pub angle: f32,
    /// How it moves from there.
    pub motion: MirrorMotion,
}

/// How a mirror moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MirrorMotion {
    /// It stays as it is.
    Never,
    /// It turns on the spot, by steps.
    Steps {
        /// Radians by which each touch of the ninja turns it; some steps make a whole turn.
        by: f32,
        /// Seconds that a step takes.
        seconds: f32,
        /// The gate that turns it by a step when it opens, besides touches.
        when: Option<Gate>,
    },
    /// It moves by itself.
    Always,
}

/// A box that an obstacle fills.
#[derive(Clone, Debug)]
pub struct Fill {
    /// The box.
    pub area: Rect,
    /// When it may leave the box; never if there is no gate.
    pub opens: Option<Gate>,
    /// How to mend a level in which it blocks the only way.
    pub help: &'static str,
}

/// How an actor throws the ninja.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throw {
    /// The direction in radians; any if there is none.
    pub angle: Option<f32>,
    /// The ninja's greatest speed afterwards, in tiles a second.
    pub speed_max: f32,
}

impl ActorLogic {
    /// It raises and blocks nothing, kills nobody, and need not be touched.
    pub const NOTHING: Self =
        Self { touch: None, source: None, obstacle: None, mirror: None, weapon: None, throw: None, teleports: false };
}

impl Touch {
    /// At one place.
    pub(super) fn at(place: Vec2, reach: f32) -> Self {
        Self { places: vec![place], reach, unreachable: None }
    }

    /// With a warning where the ninja cannot get there.
    pub(super) fn needed(self, unreachable: &'static Fault) -> Self {
        Self { unreachable: Some(unreachable), ..self }
    }
}

/// The box around a box of half a size that moves among some points.
pub(super) fn bounds_around(points: &[Vec2], half_size: Vec2) -> Rect {
    let points = points.iter().map(|&point| Rect::from_center_half_size(point, half_size));
    points.reduce(|a, b| a.union(b)).unwrap_or_default()
}
