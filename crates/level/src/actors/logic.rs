//! What an actor means for the logic of its level: what it blocks, what raises its channel, how it kills, and where the ninja
//! has to touch it. The tools build their model of a level from these declarations and know no kind by name.

use bevy_math::{Rect, Vec2};

use super::{ChannelSource, Weapon};
use crate::diagnostics::faults::Fault;
use crate::format::gates::Gate;
use hairline_geometry::limit::Limit;
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

/// Boxes, one above the other, that a convex shape around the origin fills.
pub(super) fn slices(corners: &[Vec2]) -> Vec<Rect> {
    const COUNT: usize = 8;
    // Tiles by which it is cut off below and above, so that a level side counts whatever rounding made of it.
    const EDGE: f32 = 1.0e-3;
    let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
    let heights = || corners.iter().map(|corner| corner.y);
    let (low, high) = (heights().reduce(f32::at_most), heights().reduce(f32::at_least));
    let (Some(low), Some(high)) = (low, high) else { return vec![] };
    let (low, high) = (low + EDGE, high - EDGE);
    let is_convex = |left: bool| {
        let turns = sides().zip(corners.iter().cycle().skip(2));
        turns.map(|((a, b), c)| (*b - *a).perp_dot(*c - *b)).all(|turn| if left { turn >= 0.0 } else { turn <= 0.0 })
    };
    if !is_convex(true) && !is_convex(false) {
        return vec![];
    }
    // Where a level line crosses the shape.
    let width_at = |y: f32| {
        let crossings = sides().filter(|(a, b)| (a.y - y) * (b.y - y) <= 0.0);
        let crossings = crossings
            .flat_map(|(a, b)| if a.y == b.y { [a.x, b.x] } else { [a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y); 2] });
        crossings.fold((f32::INFINITY, f32::NEG_INFINITY), |(left, right), x| (left.at_most(x), right.at_least(x)))
    };
    let step = (high - low) / COUNT as f32;
    let slice = |index: usize| {
        let (bottom, top) = (low + step * index as f32, low + step * (index + 1) as f32);
        let ((a, b), (c, d)) = (width_at(bottom), width_at(top));
        Rect { min: Vec2::new(a.at_least(c), bottom), max: Vec2::new(b.at_most(d), top) }
    };
    (0..COUNT).map(slice).filter(|slice| slice.min.x < slice.max.x).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_lie_within_a_convex_shape_and_fill_most_of_it() {
        let corners: Vec<Vec2> =
            (0..6).map(|corner| Vec2::from_angle(std::f32::consts::TAU * corner as f32 / 6.0)).collect();
        let area = slices(&corners).iter().map(|slice| slice.width() * slice.height()).sum::<f32>();
        assert!((2.2..2.6).contains(&area), "{area} of 2.6");
        // A notch makes it another shape than its slices.
        let arrow = [Vec2::new(-1.0, -1.0), Vec2::ZERO, Vec2::new(1.0, -1.0), Vec2::Y];
        assert_eq!(slices(&arrow), []);
    }
}
