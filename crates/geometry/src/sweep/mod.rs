//! Moving circles against tiles: the first touch, and the depth of an overlap.
//!
//! A circle touches an edge when its center reaches the edge moved outwards by the radius, and a convex corner when its
//! center comes within the radius of it (Ericson, *Real-Time Collision Detection*, 2005, 5.5.6). Faces hidden between
//! two solids, and joints that are straight or concave, stop nothing. Whole motions are solved, not sampled, so no
//! speed passes through a wall.

pub(super) mod features;
pub(super) mod motion;
pub(super) mod time_of_impact;

use std::cell::OnceCell;

use bevy_math::{DVec2, IVec2, Rect, Vec2};

use super::shapes::segment;
use super::terrain::{Layer, Terrain};
use motion::{Motion, Touch};
pub use motion::{Platforms, SweepHit};
pub use time_of_impact::time_of_impact_point_circle;

/// A motion longer than this, in tiles on either axis, is swept row by row and looks only at cells near its path.
const LONG: f32 = 1.5;
/// How much farther than the circle the search for tiles reaches, in tiles; more than rounding to an `f32` can move a
/// circle on a map.
const SEARCH_MARGIN: f32 = 1e-2;
/// How far [`Terrain::depth`] looks for a way out of a solid, in tiles.
const DEPTH_MAX: f64 = 8.0;

impl Terrain {
    /// The first touch of a circle that moves from `center` by `delta` (tiles) with the tiles that stop bodies, and
    /// with one-way platforms if `platforms` says so. `None` when the whole motion is free.
    ///
    /// - A circle that touches or overlaps at the start is stopped at fraction 0 by the surfaces that it moves into,
    ///   and passes those that it moves along or away from. It never sinks deeper: a surface beside it that it overlaps
    ///   stops it, at the latest, when its center comes over that surface.
    /// - A touch stops only a motion into the surface. One along it, to within a sine of 10⁻⁶, passes, and so does one
    ///   that only grazes a corner, from whichever side. A touch at the very end of the motion counts.
    /// - A circle whose center is inside a solid passes the surfaces of that solid, which all face away from the center;
    ///   [`Self::depth`] measures how deep it is.
    /// - In a concave corner, where a circle touches two sides at once, the hit is on the side more opposed to the
    ///   motion. Another sweep along that side finds the other one at fraction 0.
    /// - On a convex corner of two faces there is one contact, with the normal from the corner to the center.
    /// - A radius of 0 is a point, which touches what it runs into. A negative radius, and a circle or a motion that is
    ///   not finite, touches nothing.
    ///
    /// Computed in `f64` from finite arguments of any size. Within [`REACH`](crate::REACH) the touched point is off by no
    /// more than 10⁻⁶ tile and its rounding to an `f32`, which moves a coordinate by up to 2⁻²⁴ of itself (0.002 tile at
    /// 65,000), and the fraction by no more than its rounding, 6 · 10⁻⁸ of the motion.
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2, platforms: Platforms) -> Option<SweepHit> {
        // Negated, so that NaN counts as long, too.
        let is_short = delta.abs().max_element() <= LONG && (0.0..=LONG).contains(&radius);
        if !is_short {
            return self.sweep_rows(center, radius, delta, platforms);
        }
        let reach = radius + SEARCH_MARGIN;
        let end = center + delta;
        let last_cell = self.size().as_vec2() - 1.0;
        let (first, last) = ((center.min(end) - reach).max(Vec2::ZERO), (center.max(end) + reach).min(last_cell));
        let (first, last) = (first.as_ivec2(), last.as_ivec2());
        let motion = OnceCell::new();
        let motion =
            || motion.get_or_init(|| Motion::new(center.as_dvec2(), f64::from(radius), delta.as_dvec2(), platforms));
        let mut best = None;
        for y in first.y..=last.y {
            self.touch_row(y, first.x, last.x, motion, &mut best);
        }
        best.map(|touch: Touch| touch.hit())
    }

    /// A conservative test, to be made before an exact and more expensive sweep. `true` proves that a box (in tiles)
    /// lies within the map and that nothing stops a circle that moves in it: with [`Platforms::Ignore`] because no cell
    /// that it reaches into has a tile that stops bodies, with [`Platforms::Land`] because none has an exposed side or
    /// the top of a platform. `false` proves nothing: the box may reach out of the map, span more than 64 columns, or
    /// reach only into the free part of a slope's cell. A box that is not finite is out of the map, and one whose `min`
    /// is above its `max` is no box.
    #[inline]
    pub fn is_empty(&self, bounds: Rect, platforms: Platforms) -> bool {
        let cells = self.cells_within(bounds).filter(|_| bounds.min.cmple(bounds.max).all());
        cells.is_some_and(|cells| match platforms {
            Platforms::Ignore => self.are_free(Layer::Body, cells),
            Platforms::Land => self.are_open(cells),
        })
    }

    /// Sweeps a long motion or a large circle: row by row in the order in which the circle reaches them, in each row
    /// only near the path, up to the row in which it touches something.
    fn sweep_rows(&self, center: Vec2, radius: f32, delta: Vec2, platforms: Platforms) -> Option<SweepHit> {
        if !(0.0..f32::INFINITY).contains(&radius) || !center.is_finite() || !delta.is_finite() {
            return None;
        }
        let motion = Motion::new(center.as_dvec2(), f64::from(radius), delta.as_dvec2(), platforms);
        let (center, delta) = (motion.center, motion.delta);
        let reach = motion.radius + f64::from(SEARCH_MARGIN);
        let (low, high) = (center.min(center + delta) - reach, center.max(center + delta) + reach);
        let last_cell = self.size().as_dvec2() - 1.0;
        let (first, last) = (low.max(DVec2::ZERO).as_ivec2(), high.min(last_cell).as_ivec2());
        // Where the center crosses the middle of a row, and how far the circle reaches to either side while it can touch
        // the row.
        let (slope, aside) = if delta.y == 0.0 {
            (0.0, f64::INFINITY)
        } else {
            let slope = delta.x / delta.y;
            (slope, 0.5 * slope.abs() + reach * (1.0 + slope * slope).sqrt())
        };
        let mut best: Option<Touch> = None;
        let (mut y, up) = if delta.y < 0.0 { (last.y, -1) } else { (first.y, 1) };
        while (first.y..=last.y).contains(&y) {
            let middle = f64::from(y) + 0.5 - center.y;
            let is_later = |best: &Touch| middle.abs() - 0.5 - reach > best.fraction * delta.y.abs();
            if best.as_ref().is_some_and(is_later) {
                break;
            }
            let x = center.x + middle * slope;
            let (x_min, x_max) = (first.x.max((x - aside) as i32), last.x.min((x + aside) as i32));
            self.touch_row(y, x_min, x_max, || &motion, &mut best);
            y += up;
        }
        best.map(|touch| touch.hit())
    }

    /// Tests the features of a row between two columns. `motion` is called only if there are any.
    #[inline]
    fn touch_row<'a>(&self, y: i32, x_min: i32, x_max: i32, motion: impl Fn() -> &'a Motion, best: &mut Option<Touch>) {
        let mut x_start = x_min;
        while x_start <= x_max {
            let mut bits = self.sweep_features().cells().row(y, x_start, x_max.min(x_start + 63));
            while bits != 0 {
                let x = x_start + bits.trailing_zeros() as i32;
                bits &= bits - 1;
                let motion = motion();
                let (features, cell) = (self.sweep_features().of_cell(x, y), IVec2::new(x, y).as_dvec2());
                for edge in &features.edges {
                    motion.touch_edge(&edge.moved_by(cell), best);
                }
                for corner in &features.corners {
                    motion.touch_corner(&corner.moved_by(cell), best);
                }
            }
            x_start += 64;
        }
    }

    /// How deep a circle overlaps the tiles that stop bodies, in tiles: 0 when it is free, only touches, is not finite
    /// or has a negative radius. With its center inside a solid or on its surface, the depth is the radius plus the
    /// distance to the nearest surface within 8 tiles, and 0 if there is none.
    ///
    /// Computed in `f64`: within [`REACH`](crate::REACH) it is off by no more than its rounding to an `f32`.
    pub fn depth(&self, center: Vec2, radius: f32) -> f32 {
        if !(0.0..f32::INFINITY).contains(&radius) || !center.is_finite() {
            return 0.0;
        }
        let radius = f64::from(radius);
        let is_inside = self.point_in_shape(Layer::Body, center);
        let depth = match self.nearest_surface(center, if is_inside { DEPTH_MAX } else { radius }) {
            Some(distance) if is_inside => radius + distance,
            Some(distance) => radius - distance,
            None => 0.0,
        };
        depth as f32
    }

    /// The distance to the nearest point on an exposed side, if any lies within `reach`.
    fn nearest_surface(&self, center: Vec2, reach: f64) -> Option<f64> {
        let center = center.as_dvec2();
        let min = (center - reach).floor().as_ivec2().saturating_sub(IVec2::ONE);
        let max = (center + reach).floor().as_ivec2().saturating_add(IVec2::ONE);
        let features = self.sweep_features();
        let mut least: Option<f64> = None;
        for y in min.y.max(0)..=max.y.min(self.size().y as i32 - 1) {
            for x in min.x.max(0)..=max.x.min(self.size().x as i32 - 1) {
                for edge in features.of_cell(x, y).edges.iter().filter(|edge| !edge.one_way) {
                    let from = edge.from + IVec2::new(x, y).as_dvec2();
                    let distance = segment::distance(center, from, from + edge.tangent * edge.length);
                    if distance <= least.unwrap_or(reach) {
                        least = Some(distance);
                    }
                }
            }
        }
        least
    }
}
