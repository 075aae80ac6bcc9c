//! Simple polygons, convex or concave, in their own coordinates. No holes.
//!
//! On which side of a line a point lies is computed in `f64`, which is exact for points that are multiples of 2⁻¹² tile
//! within 4096 tiles of (0, 0), and right to within 10⁻⁹ tile within [`REACH`]. Distances are off by no more than their
//! rounding to an `f32`.

use bevy_math::{DVec2, Vec2};
use thiserror::Error;

use super::segment::closest_point;
use crate::limit::Limit;
use crate::ray::unit;
use crate::{REACH, is_within_reach};

/// The most corners that a polygon may have.
pub const POLYGON_CORNERS_MAX: usize = 256;

/// A simple polygon, convex or concave, in tiles. Its corners run counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: Vec<Vec2>,
}

/// Why some points do not make a polygon. Corners are given by their indices in the order they were passed in.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PolygonError {
    /// Fewer than 3 corners, or more than [`POLYGON_CORNERS_MAX`].
    #[error("a polygon has 3 to {POLYGON_CORNERS_MAX} corners, not {0}")]
    Count(usize),
    /// A corner has a coordinate that is not a number or farther than [`REACH`] from 0.
    #[error("corner {0} of a polygon must be within {REACH} tiles of (0, 0), but it is {1}")]
    Corner(usize, Vec2),
    /// Two consecutive corners are equal.
    #[error("corners {0} and {1} of the polygon are the same")]
    Repeated(usize, usize),
    /// All corners lie on one line.
    #[error("the polygon has no area: all of its corners lie on one line")]
    NoArea,
    /// Two sides that are not neighbors meet, or two neighbors fold back on each other. Sides are given by their first
    /// corners.
    #[error("the sides from corners {0} and {1} of the polygon meet")]
    Crossing(usize, usize),
    /// The radius of a regular polygon is not positive, not a number, or more than [`REACH`].
    #[error("the radius of a regular polygon must be above 0 and at most {REACH} tiles, but it is {0}")]
    Radius(f32),
}

impl Polygon {
    /// A polygon from its corners, clockwise or counter-clockwise, in tiles and within [`REACH`] of (0, 0).
    ///
    /// # Errors
    /// If the points do not make a simple polygon; the [`PolygonError`] names the corners at fault.
    pub fn new(mut corners: Vec<Vec2>) -> Result<Self, PolygonError> {
        let count = corners.len();
        if !(3..=POLYGON_CORNERS_MAX).contains(&count) {
            return Err(PolygonError::Count(count));
        }
        if let Some(i) = corners.iter().position(|&corner| !is_within_reach(corner)) {
            return Err(PolygonError::Corner(i, corners[i]));
        }
        if let Some(i) = (0..count).find(|&i| corners[i] == corners[(i + 1) % count]) {
            return Err(PolygonError::Repeated(i, (i + 1) % count));
        }
        if corners.iter().all(|&corner| side(corners[0], corners[1], corner) == 0.0) {
            return Err(PolygonError::NoArea);
        }
        for i in 0..count {
            let next = (i + 1) % count;
            let (a, b, c) = (corners[i], corners[next], corners[(i + 2) % count]);
            if side(a, b, c) == 0.0 && dot(b, a, c) > 0.0 {
                return Err(PolygonError::Crossing(i, next));
            }
            for j in i + 2..count {
                let neighbors = i == 0 && j == count - 1;
                if !neighbors && segments_meet(corners[i], corners[next], corners[j], corners[(j + 1) % count]) {
                    return Err(PolygonError::Crossing(i, j));
                }
            }
        }
        if area(&corners) < 0.0 {
            corners.reverse();
        }
        Ok(Self { corners })
    }

    /// A rectangle around the origin, `size` tiles wide and high.
    ///
    /// # Errors
    /// [`PolygonError::NoArea`] if a side is not positive, [`PolygonError::Corner`] if one is not finite or more than
    /// twice [`REACH`] long, [`PolygonError::Repeated`] if half of one vanishes in an `f32`.
    pub fn rectangle(size: Vec2) -> Result<Self, PolygonError> {
        if size.cmple(Vec2::ZERO).any() {
            return Err(PolygonError::NoArea);
        }
        let half = size / 2.0;
        Self::new(vec![-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)])
    }

    /// A regular polygon of `sides` sides (3 to [`POLYGON_CORNERS_MAX`]) around the origin, with its corners at
    /// `radius` tiles, the first at angle 0.
    ///
    /// # Errors
    /// If the count is out of range, or the radius is not positive, not finite, more than [`REACH`], or so small that
    /// corners coincide.
    pub fn regular(sides: usize, radius: f32) -> Result<Self, PolygonError> {
        let angle = |i: usize| i as f32 / sides as f32 * std::f32::consts::TAU;
        if !(3..=POLYGON_CORNERS_MAX).contains(&sides) {
            return Err(PolygonError::Count(sides));
        }
        if !(radius > 0.0 && radius <= REACH) {
            return Err(PolygonError::Radius(radius));
        }
        Self::new((0..sides).map(|i| unit(angle(i)) * radius).collect())
    }

    /// A regular hexagon around the origin with corners at `radius` tiles, the first at angle 0.
    ///
    /// # Errors
    /// As [`Self::regular`].
    pub fn hexagon(radius: f32) -> Result<Self, PolygonError> {
        Self::regular(6, radius)
    }

    /// The polygon with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        // Backwards, so that they run counter-clockwise again.
        Self { corners: self.corners.iter().rev().map(|corner| Vec2::new(-corner.x, corner.y)).collect() }
    }

    /// The corners, counter-clockwise.
    pub fn corners(&self) -> &[Vec2] {
        &self.corners
    }

    /// The sides as pairs of corners, counter-clockwise, with the inside on their left.
    pub fn sides(&self) -> impl Iterator<Item = (Vec2, Vec2)> + Clone + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(&a, &b)| (a, b))
    }

    /// The area in square tiles.
    pub fn area(&self) -> f32 {
        area(&self.corners) as f32
    }

    /// Whether a point lies in the closed polygon, sides and corners included; a point that is not finite does not
    /// (Haines, *Point in Polygon Strategies*, in *Graphics Gems IV*, 1994, p. 24).
    pub fn contains(&self, point: Vec2) -> bool {
        point.is_finite() && self.contains_wide(point.as_dvec2())
    }

    /// [`Self::contains`] for a point that is finite.
    fn contains_wide(&self, point: DVec2) -> bool {
        // Even-odd rule on the crossings of a ray to +x; the half-open comparison counts each corner once.
        let mut inside = false;
        for (a, b) in self.sides() {
            let (a, b) = (a.as_dvec2() - point, b.as_dvec2() - point);
            let side = a.perp_dot(b);
            if side == 0.0 && a.dot(b) <= 0.0 {
                return true;
            }
            if (a.y > 0.0) != (b.y > 0.0) && (side > 0.0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// The distance from a point to the polygon in tiles: 0 inside, infinite for a point that is not finite.
    pub fn distance(&self, point: Vec2) -> f32 {
        self.distance_wide(point.as_dvec2()) as f32
    }

    /// [`Self::distance`] before it is rounded.
    pub(super) fn distance_wide(&self, point: DVec2) -> f64 {
        if !point.is_finite() {
            return f64::INFINITY;
        }
        if self.contains_wide(point) { 0.0 } else { self.nearest(point).distance }
    }

    /// The point of the outline nearest to a point that is finite; of several, that on the first side.
    fn nearest(&self, point: DVec2) -> Nearest {
        let mut least = f64::INFINITY;
        let mut nearest = (0, false);
        let last = self.corners.len() - 1;
        for (i, &corner) in self.corners.iter().enumerate() {
            let next = self.corners[if i == last { 0 } else { i + 1 }];
            let (a, along) = (corner.as_dvec2() - point, next.as_dvec2() - corner.as_dvec2());
            let (t, length_squared) = (-a.dot(along), along.length_squared());
            // Each corner counts as the start of its side only.
            let at_corner = t <= 0.0;
            let distance_squared = if at_corner {
                a.length_squared()
            } else if t < length_squared {
                let aside = a.perp_dot(along);
                aside * aside / length_squared
            } else {
                continue;
            };
            if distance_squared < least {
                (least, nearest) = (distance_squared, (i, at_corner));
            }
        }
        let (i, at_corner) = nearest;
        let (a, b) = (self.corners[i].as_dvec2(), self.corners[if i == last { 0 } else { i + 1 }].as_dvec2());
        let normal = out_of_side(b - a);
        if !at_corner {
            let is_inside = (b - a).perp_dot(point - a) > 0.0;
            return Nearest { point: closest_point(point, a, b), distance: least.sqrt(), normal, is_inside };
        }
        let before = self.corners[if i == 0 { last } else { i - 1 }].as_dvec2();
        // Inside is on the left of both sides; at a corner that turns inwards, of either.
        let is_left = [a - before, b - a].map(|along| along.perp_dot(point - a) > 0.0);
        let turns_inwards = (a - before).perp_dot(b - a) < 0.0;
        let is_inside = if turns_inwards { is_left[0] || is_left[1] } else { is_left[0] && is_left[1] };
        let away = if is_inside { a - point } else { point - a };
        let mean = || (normal + out_of_side(a - before)).normalize();
        let normal = away.try_normalize().unwrap_or_else(mean);
        Nearest { point: a, distance: least.sqrt(), normal, is_inside }
    }

    /// The overlap of a circle with the polygon, or `None` if they are apart. Touching counts.
    ///
    /// The normal is that of the nearest side; at a corner it is the direction from the corner to the center, and the
    /// mean of the normals of both sides for a center exactly on the corner. So it does not depend on how near the
    /// center is to the outline, and is as precise on it as far from it. Of several equally near points the one on the
    /// first side counts. There is no overlap with a circle that is not finite or has a negative radius.
    pub fn overlap(&self, center: Vec2, radius: f32) -> Option<PolygonOverlap> {
        if !(0.0..f32::INFINITY).contains(&radius) || !center.is_finite() {
            return None;
        }
        let nearest = self.nearest(center.as_dvec2());
        let radius = f64::from(radius);
        let depth = if nearest.is_inside { radius + nearest.distance } else { radius - nearest.distance };
        (depth >= 0.0).then(|| PolygonOverlap {
            depth: depth.at_most(f32::MAX.into()) as f32,
            point: nearest.point.as_vec2(),
            normal: nearest.normal.as_vec2(),
        })
    }
}

/// The point of a polygon's outline nearest to another point.
struct Nearest {
    point: DVec2,
    distance: f64,
    /// Unit normal out of the polygon.
    normal: DVec2,
    /// Whether the other point is in the interior.
    is_inside: bool,
}

/// The overlap of a circle with a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolygonOverlap {
    /// How far, in tiles, the circle has to move along the normal to be free; 0 when it only touches.
    pub depth: f32,
    /// The point of the outline nearest to the circle's center.
    pub point: Vec2,
    /// Unit normal out of the polygon.
    pub normal: Vec2,
}

/// The signed area (the shoelace formula), positive when counter-clockwise.
fn area(corners: &[Vec2]) -> f64 {
    corners.windows(2).map(|pair| side(corners[0], pair[0], pair[1])).sum::<f64>() / 2.0
}

/// Twice the signed area of a triangle: positive if `r` is on the left of the line from `p` to `q`. In `f64`, so exact
/// for points on any lattice that a level would use.
fn side(p: Vec2, q: Vec2, r: Vec2) -> f64 {
    let p = p.as_dvec2();
    (q.as_dvec2() - p).perp_dot(r.as_dvec2() - p)
}

/// The dot product of the vectors from `p` to `q` and to `r`, in `f64`, where it neither overflows nor vanishes.
fn dot(p: Vec2, q: Vec2, r: Vec2) -> f64 {
    let p = p.as_dvec2();
    (q.as_dvec2() - p).dot(r.as_dvec2() - p)
}

/// The unit normal out of a polygon of a side along a vector.
pub(super) fn out_of_side(along: DVec2) -> DVec2 {
    -along.perp().normalize()
}

/// Whether two closed segments intersect (Ericson, *Real-Time Collision Detection*, 2005, 5.1.9.1).
fn segments_meet(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> bool {
    let within = |p: Vec2, q: Vec2, r: Vec2| dot(r, p, q) <= 0.0;
    let opposite = |s: f64, t: f64| (s < 0.0 && t > 0.0) || (s > 0.0 && t < 0.0);
    let (c_side, d_side) = (side(a, b, c), side(a, b, d));
    let (a_side, b_side) = (side(c, d, a), side(c, d, b));
    (opposite(c_side, d_side) && opposite(a_side, b_side))
        || (c_side == 0.0 && within(a, b, c))
        || (d_side == 0.0 && within(a, b, d))
        || (a_side == 0.0 && within(c, d, a))
        || (b_side == 0.0 && within(c, d, b))
}
