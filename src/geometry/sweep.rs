//! Moving circles against the exposed surface of a map: the first touch, and the depth of an overlap.
//!
//! A circle touches an edge when its center reaches the edge moved outwards by the radius, and a convex corner when its
//! center comes within the radius of it (Ericson, *Real-Time Collision Detection*, 2005, 5.5.6). Faces hidden between two
//! solids and joints that are straight or concave offer nothing to trip on. Whole motions are solved, not sampled: no
//! speed passes through a wall.

use std::cell::OnceCell;

use bevy::math::{DVec2, IVec2, Vec2};

use crate::geometry::ray::{slope, tangent};
use crate::geometry::shapes::segment::closest_point_segment;
use crate::geometry::terrain::surface::{SweepCorner, SweepEdge};
use crate::geometry::terrain::{Layer, Terrain};

/// Longer motions, in tiles on either axis, look only at the cells near their path in each row.
const LONG: f32 = 1.5;
/// How much further than the circle tiles are looked at, in tiles: more than rounding can move it.
const NEAR: f32 = 1e-2;
/// How far from its edge's ends a touch still counts, in tiles, so that no seam lets a circle through.
const SEAM: f64 = 1e-6;
/// A motion along a surface within this sine of parallel is tangential and not stopped: a body that slides along a slope
/// carries rounding errors of about 1e-7 into it.
const TANGENTIAL: f64 = 1e-6;
/// Touches closer together than this, in tiles, are at the same time; the one more opposed to the motion is reported.
const SAME_TIME: f64 = 1e-7;
/// A circle lands on a one-way platform when its lowest point starts no deeper below the top than this, in tiles.
const LANDING_DEPTH: f64 = 1e-3;

/// Whether a moving circle lands on one-way platforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platforms {
    /// Platforms are not there: for dropping through them.
    Ignore,
    /// A circle that moves down and starts above a platform's top lands on it.
    Land,
}

/// The first touch of a moving circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// Fraction of the motion at the first touch, in 0..=1; 0 when already overlapping and moving inward.
    pub fraction: f32,
    /// The touched point on the terrain, in tiles.
    pub point: Vec2,
    /// Unit normal from the terrain towards the circle's center.
    pub normal: Vec2,
    /// Whether what was touched is a one-way platform.
    pub one_way: bool,
    /// Whether a convex corner was touched, not a face.
    pub corner: bool,
}

impl SweepHit {
    /// The unit tangent of the surface: the normal turned by a quarter clockwise, so that a floor's runs to the right.
    pub fn tangent(&self) -> Vec2 {
        tangent(self.normal)
    }

    /// The angle of the surface in radians, -π..=π: 0 for a flat floor, positive where a floor rises to the right.
    pub fn slope(&self) -> f32 {
        slope(self.normal)
    }
}

/// The best touch so far, in doubles.
pub(crate) struct Touch {
    fraction: f64,
    point: DVec2,
    normal: DVec2,
    one_way: bool,
    corner: bool,
}

/// A circle's motion, in doubles.
pub(crate) struct Motion {
    center: DVec2,
    radius: f64,
    delta: DVec2,
    length: f64,
    lands: bool,
}

impl Terrain {
    /// The first touch of a circle that moves from `center` by `delta` (tiles) with the tiles that stop bodies, and
    /// with one-way platforms if `platforms` says so. `None` when the whole motion is free.
    ///
    /// A circle that touches or overlaps at the start is stopped at fraction 0 by the surfaces that it moves into, and not
    /// held by those that it moves along or away from. A circle whose center is inside a solid is not held at all
    /// ([`Self::depth`] tells how deep it is). When a circle comes into a concave corner and touches both its sides at
    /// once, the side that is more opposed to the motion is reported; a further sweep along it finds the other at
    /// fraction 0. On the outer corner of two faces both are touched at once: that is one contact, with the normal from the
    /// corner to the center.
    ///
    /// A circle or a motion that is not finite touches nothing.
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2, platforms: Platforms) -> Option<SweepHit> {
        if delta.abs().max_element() > LONG {
            return self.sweep_rows(&Motion::new(center, radius, delta, platforms));
        }
        let reach = radius + NEAR;
        let end = center + delta;
        let (min, max) = (center.min(end) - reach, center.max(end) + reach);
        let (x_min, x_max) = self.columns(min.x, max.x);
        let motion = OnceCell::new();
        let motion = || motion.get_or_init(|| Motion::new(center, radius, delta, platforms));
        let mut best = None;
        for y in floor(min.y).max(0)..=floor(max.y).min(self.size().y as i32 - 1) {
            self.touch_row(y, x_min, x_max, motion, &mut best);
        }
        best.map(|touch: Touch| touch.hit())
    }

    /// Sweeps a long motion: row by row in the order in which it reaches them, in each row only near the path, and no
    /// further than the row in which something is touched.
    fn sweep_rows(&self, motion: &Motion) -> Option<SweepHit> {
        let mut best: Option<Touch> = None;
        let (center, delta) = (motion.center, motion.delta);
        let reach = motion.radius + f64::from(NEAR);
        let (low, high) = (center.y.min(center.y + delta.y) - reach, center.y.max(center.y + delta.y) + reach);
        let (first, last) = (floor(low as f32).max(0), floor(high as f32).min(self.size().y as i32 - 1));
        let inverse = 1.0 / delta.y;
        for i in 0..=last - first {
            let y = if delta.y < 0.0 { last - i } else { first + i };
            // The part of the motion for which the circle can touch this row.
            let (mut from, mut to) = (0.0f64, 1.0f64);
            if delta.y != 0.0 {
                let (a, b) = (f64::from(y) - reach - center.y, f64::from(y + 1) + reach - center.y);
                let (a, b) = (a * inverse, b * inverse);
                from = from.max(a.min(b));
                to = to.min(a.max(b));
            }
            if best.as_ref().is_some_and(|best| best.fraction < from) {
                break;
            }
            if from > to {
                continue;
            }
            let (a, b) = (center.x + delta.x * from, center.x + delta.x * to);
            let (x_min, x_max) = self.columns((a.min(b) - reach) as f32, (a.max(b) + reach) as f32);
            self.touch_row(y, x_min, x_max, || motion, &mut best);
        }
        best.map(|touch| touch.hit())
    }

    /// The columns of the map between two coordinates.
    #[inline]
    fn columns(&self, min: f32, max: f32) -> (i32, i32) {
        (floor(min).max(0), floor(max).min(self.size().x as i32 - 1))
    }

    /// Tests the features of a row between two columns. The motion is asked for only when there are any.
    #[inline]
    fn touch_row<'a>(&self, y: i32, x_min: i32, x_max: i32, motion: impl Fn() -> &'a Motion, best: &mut Option<Touch>) {
        let mut x_start = x_min;
        while x_start <= x_max {
            let mut bits = self.features.cells.row(y, x_start, x_max.min(x_start + 63));
            while bits != 0 {
                let x = x_start + bits.trailing_zeros() as i32;
                bits &= bits - 1;
                let motion = motion();
                let (edges, corners) = self.features.of(x, y);
                for edge in edges {
                    motion.touch_edge(edge, best);
                }
                for corner in corners {
                    motion.touch_corner(corner, best);
                }
            }
            x_start += 64;
        }
    }

    /// How deep a circle lies in the tiles that stop bodies, in tiles: 0 when it is free or only touches. With its center
    /// inside, the depth is the radius and the way to the nearest surface, looked for up to 8 tiles away. A circle that is
    /// not finite is nowhere, and 0 deep.
    pub fn depth(&self, center: Vec2, radius: f32) -> f32 {
        match self.nearest_surface(center, radius) {
            Some(point) if self.point_in_shape(Layer::Body, center) => radius + center.distance(point),
            Some(point) => (radius - center.distance(point)).max(0.0),
            None => 0.0,
        }
    }

    /// The nearest point on the exposed surface, if any lies within `radius`, or, for a center inside a solid, within 8
    /// tiles.
    fn nearest_surface(&self, center: Vec2, radius: f32) -> Option<Vec2> {
        let reach = if self.point_in_shape(Layer::Body, center) { 8.0 } else { radius };
        let min = (center - reach).floor().as_ivec2().saturating_sub(IVec2::ONE);
        let max = (center + reach).floor().as_ivec2().saturating_add(IVec2::ONE);
        let mut best: Option<(f32, Vec2)> = None;
        for y in min.y.max(0)..=max.y.min(self.size().y as i32 - 1) {
            for x in min.x.max(0)..=max.x.min(self.size().x as i32 - 1) {
                if !self.features.cells.get(self.features.cells.index(IVec2::new(x, y))) {
                    continue;
                }
                for edge in self.features.of(x, y).0.iter().filter(|edge| !edge.one_way) {
                    let (from, to) = (edge.from.as_vec2(), (edge.from + edge.tangent * edge.length).as_vec2());
                    let point = closest_point_segment(center, from, to);
                    let distance = center.distance(point);
                    if distance <= reach && best.is_none_or(|(least, _)| distance < least) {
                        best = Some((distance, point));
                    }
                }
            }
        }
        best.map(|(_, point)| point)
    }
}

impl Touch {
    pub fn hit(&self) -> SweepHit {
        SweepHit {
            fraction: self.fraction as f32,
            point: self.point.as_vec2(),
            normal: self.normal.as_vec2(),
            one_way: self.one_way,
            corner: self.corner,
        }
    }
}

impl Motion {
    pub fn new(center: Vec2, radius: f32, delta: Vec2, platforms: Platforms) -> Self {
        let delta = delta.as_dvec2();
        Self {
            center: center.as_dvec2(),
            radius: f64::from(radius),
            delta,
            length: delta.length(),
            lands: platforms == Platforms::Land && delta.y < 0.0,
        }
    }

    /// Records a touch of an edge if it comes before the best so far.
    #[inline]
    pub fn touch_edge(&self, edge: &SweepEdge, best: &mut Option<Touch>) {
        let normal = edge.normal();
        let inward = normal.dot(self.delta);
        // Asked so that what is not a number never touches.
        let moves_in = inward < -TANGENTIAL * self.length;
        if !moves_in {
            return;
        }
        let start = self.center - edge.from;
        let height = normal.dot(start);
        let gap = height - self.radius;
        // The center starts behind the face, or the platform is not landed on, or the motion ends before the face.
        let behind = if edge.one_way { !self.lands || gap < -LANDING_DEPTH } else { height < 0.0 };
        if behind || gap > -inward {
            return;
        }
        let fraction = if gap <= 0.0 { 0.0 } else { gap / -inward };
        let along = edge.tangent.dot(start + self.delta * fraction);
        if !(-SEAM..=edge.length + SEAM).contains(&along) {
            return;
        }
        let point = edge.from + edge.tangent * along.clamp(0.0, edge.length);
        self.record(best, Touch { fraction, point, normal, one_way: edge.one_way, corner: false });
    }

    /// Records a touch of a convex corner if it comes before the best so far.
    #[inline]
    pub fn touch_corner(&self, corner: &SweepCorner, best: &mut Option<Touch>) {
        let start = self.center - corner.point;
        let towards = -start.dot(self.delta);
        let distance_squared = start.length_squared();
        let moves_in = towards > TANGENTIAL * self.length * self.radius;
        if !moves_in || !self.length.is_finite() {
            return;
        }
        let outside = distance_squared - self.radius * self.radius;
        let fraction = if outside <= 0.0 {
            0.0
        } else {
            // |start + t delta|² = radius², the smaller root, in the form that does not cancel.
            let length_squared = self.length * self.length;
            let discriminant = towards * towards - length_squared * outside;
            if discriminant < 0.0 {
                return;
            }
            outside / (towards + discriminant.sqrt())
        };
        if fraction > 1.0 {
            return;
        }
        // In the wedge beyond the ends of both edges; elsewhere the edges themselves are touched first.
        let arm = start + self.delta * fraction;
        if corner.arriving.dot(arm) < -SEAM || corner.leaving.dot(arm) > SEAM {
            return;
        }
        let normal = arm.try_normalize().unwrap_or_else(|| -self.delta / self.length);
        self.record(best, Touch { fraction, point: corner.point, normal, one_way: false, corner: true });
    }

    #[inline]
    fn record(&self, best: &mut Option<Touch>, touch: Touch) {
        let better = best.as_ref().is_none_or(|best| {
            let later = (touch.fraction - best.fraction) * self.length;
            later < -SAME_TIME || (later <= SAME_TIME && touch.normal.dot(self.delta) < best.normal.dot(self.delta))
        });
        if better {
            *best = Some(touch);
        }
    }
}

/// The cell of a coordinate; saturates far outside.
#[inline]
fn floor(x: f32) -> i32 {
    let truncated = x as i32;
    truncated.saturating_sub(i32::from(x < truncated as f32))
}
