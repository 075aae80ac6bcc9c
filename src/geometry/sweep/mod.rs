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

use bevy::math::{IVec2, Rect, Vec2};

use super::shapes::segment::closest_point_segment;
use super::terrain::{Layer, Terrain};
use motion::{Motion, Touch};
pub use motion::{Platforms, SweepHit};
pub use time_of_impact::time_of_impact_point_circle;

/// A motion longer than this, in tiles on either axis, is swept row by row and looks only at cells near its path.
const LONG: f32 = 1.5;
/// How much farther than the circle the search for tiles reaches, in tiles; more than rounding can move the circle.
const SEARCH_MARGIN: f32 = 1e-2;
/// How far [`Terrain::depth`] looks for a way out of a solid, in tiles.
const DEPTH_MAX: f32 = 8.0;

impl Terrain {
    /// The first touch of a circle that moves from `center` by `delta` (tiles) with the tiles that stop bodies, and
    /// with one-way platforms if `platforms` says so. `None` when the whole motion is free.
    ///
    /// - A circle that touches or overlaps at the start is stopped at fraction 0 by the surfaces that it moves into,
    ///   and passes those that it moves along or away from.
    /// - A circle whose center is inside a solid is not stopped at all; [`Self::depth`] measures how deep it is.
    /// - In a concave corner, where a circle touches two sides at once, the hit is on the side more opposed to the
    ///   motion. Another sweep along that side finds the other one at fraction 0.
    /// - On a convex corner of two faces there is one contact, with the normal from the corner to the center.
    /// - A circle or a motion that is not finite touches nothing.
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2, platforms: Platforms) -> Option<SweepHit> {
        if delta.abs().max_element() > LONG {
            return self.sweep_rows(&Motion::new(center, radius, delta, platforms));
        }
        let reach = radius + SEARCH_MARGIN;
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

    /// A conservative test, to be made before an exact and more expensive sweep. `true` proves that a box (in tiles)
    /// lies within the map and that no circle in it touches anything: with [`Platforms::Ignore`] because no cell that
    /// it reaches into has a tile that stops bodies, with [`Platforms::Land`] because none has an exposed side or the
    /// top of a platform. `false` proves nothing: the box may reach out of the map, span more than 64 columns, or reach
    /// only into the free part of a slope's cell.
    #[inline]
    pub fn is_empty(&self, bounds: Rect, platforms: Platforms) -> bool {
        self.cells_within(bounds).is_some_and(|cells| match platforms {
            Platforms::Ignore => self.are_free(Layer::Body, cells),
            Platforms::Land => self.are_open(cells),
        })
    }

    /// Sweeps a long motion: row by row in the order in which the circle reaches them, in each row only near the path,
    /// up to the row in which it touches something.
    fn sweep_rows(&self, motion: &Motion) -> Option<SweepHit> {
        let mut best: Option<Touch> = None;
        let (center, delta) = (motion.center, motion.delta);
        let reach = motion.radius + f64::from(SEARCH_MARGIN);
        let (low, high) = (center.y.min(center.y + delta.y) - reach, center.y.max(center.y + delta.y) + reach);
        let (first, last) = (floor(low as f32).max(0), floor(high as f32).min(self.size().y as i32 - 1));
        let inverse = 1.0 / delta.y;
        for i in 0..=last - first {
            let y = if delta.y < 0.0 { last - i } else { first + i };
            // The part of the motion in which the circle can touch this row.
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
                let (edges, corners) = self.sweep_features().of_cell(x, y);
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

    /// How deep a circle overlaps the tiles that stop bodies, in tiles: 0 when it is free, only touches or is not
    /// finite. With its center inside a solid, the depth is the radius plus the distance to the nearest surface within
    /// 8 tiles, and 0 if there is none.
    pub fn depth(&self, center: Vec2, radius: f32) -> f32 {
        match self.nearest_surface(center, radius) {
            Some(point) if self.point_in_shape(Layer::Body, center) => radius + center.distance(point),
            Some(point) => (radius - center.distance(point)).max(0.0),
            None => 0.0,
        }
    }

    /// The nearest point on an exposed side, if any lies within `radius`, or, for a center inside a solid, within
    /// [`DEPTH_MAX`].
    fn nearest_surface(&self, center: Vec2, radius: f32) -> Option<Vec2> {
        let reach = if self.point_in_shape(Layer::Body, center) { DEPTH_MAX } else { radius };
        let min = (center - reach).floor().as_ivec2().saturating_sub(IVec2::ONE);
        let max = (center + reach).floor().as_ivec2().saturating_add(IVec2::ONE);
        let features = self.sweep_features();
        let mut best: Option<(f32, Vec2)> = None;
        for y in min.y.max(0)..=max.y.min(self.size().y as i32 - 1) {
            for x in min.x.max(0)..=max.x.min(self.size().x as i32 - 1) {
                for edge in features.of_cell(x, y).0.iter().filter(|edge| !edge.one_way) {
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

/// Rounds down to an integer; saturates.
#[inline]
fn floor(x: f32) -> i32 {
    let truncated = x as i32;
    truncated.saturating_sub(i32::from(x < truncated as f32))
}
