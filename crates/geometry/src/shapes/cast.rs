//! Rays and moving circles against one placed shape, by the rules of the tiles: touching is hitting. Unlike rays
//! through the tiles these are computed in `f64` and rounded, so a ray that just grazes a round or a rotated shape may
//! miss it.

use bevy_math::{DVec2, Vec2};

use super::polygon::{Polygon, out_of_side};
use super::segment;
use super::{PlacedShape, ShapeKind};
use crate::limit::Limit;
use crate::ray::{RayDirection, RayHit};
use crate::sweep::features::{SweepCorner, SweepEdge};
use crate::sweep::motion::{Motion, Touch};
use crate::sweep::time_of_impact::first_root;
use crate::sweep::{Platforms, SweepHit};

/// Where a ray meets a shape: the parameter along its direction and the normal there, which is `None` when the ray
/// starts inside.
type Entry = (f64, Option<DVec2>);

impl PlacedShape {
    /// Where a ray of at most `max_distance` tiles (0 or more; may be infinite) first meets the shape. The ray is the
    /// set of its points after the origin.
    ///
    /// - An origin inside: a hit at 0 with normal `-direction` and `inside` set.
    /// - An origin on the surface, the ends of a segment and the corners of a polygon included: a hit at 0 when the ray
    ///   moves in or runs along a straight side, none when it moves out. From a segment, which has no inside, every ray
    ///   moves out that does not run along it.
    /// - A ray that only grazes the shape, at a corner, an end or a rim, hits it, whatever its direction.
    /// - A segment has two sides: its normal faces the ray. Where a ray meets two sides of a polygon at once, the
    ///   normal is the mean of those that face the ray. A ray that meets a segment end on, or that starts on a side and
    ///   runs along it, has the normal `-direction`.
    /// - A ray whose origin is not finite, or whose maximum distance is negative or not a number, meets nothing.
    ///
    /// Computed in `f64` along the direction as given. Within [`REACH`](crate::REACH) the distance and
    /// the point are off by no more than their rounding to an `f32` and that of the shape's rotation, and the normal by
    /// at most 10⁻⁶; rays that pass within 10⁻⁹ tile of an outline may hit or miss it. No hit is farther away than an
    /// `f32` can say.
    pub fn cast_ray(&self, origin: Vec2, direction: RayDirection, max_distance: f32) -> Option<RayHit<()>> {
        let start = self.to_local(origin);
        if !start.is_finite() {
            return None;
        }
        let unit = direction.get().as_dvec2();
        let along = self.direction_to_local(unit);
        let (t, normal) = match self.shape().kind() {
            ShapeKind::Circle { radius } => ray_circle(start, along, f64::from(*radius)),
            ShapeKind::Capsule { a, b, radius } => {
                ray_capsule(start, along, a.as_dvec2(), b.as_dvec2(), f64::from(*radius))
            }
            ShapeKind::Segment { a, b } => ray_segment(start, along, a.as_dvec2(), b.as_dvec2()),
            ShapeKind::Polygon(polygon) => ray_polygon(start, along, polygon),
        }?;
        // The direction's length is 1 only up to rounding to `f32`.
        let distance = (t * unit.length()) as f32;
        (distance <= max_distance && distance < f32::INFINITY).then(|| RayHit {
            point: (origin.as_dvec2() + unit * t).as_vec2(),
            distance,
            fraction: if max_distance > 0.0 { distance / max_distance } else { 0.0 },
            normal: normal.map_or(-direction.get(), |normal| self.direction_to_world(normal).as_vec2()),
            surface: (),
            inside: normal.is_none(),
        })
    }

    /// The first touch of a circle that moves from `center` by `delta` (tiles) with the shape at rest, by the rules of
    /// [`Terrain::sweep_circle`](crate::terrain::Terrain::sweep_circle). A circle whose center is inside a
    /// polygon passes the sides around it; one whose center is inside a disc or a capsule has its normal along the
    /// shortest way out, and one whose center is exactly on a segment, or on the middle line of a capsule, moves out in
    /// every direction. A circle that only grazes the shape passes it.
    ///
    /// Computed in `f64`. Within [`REACH`](crate::REACH) the touched point is off by no more than
    /// 10⁻⁶ tile, its rounding to an `f32` and that of the shape's rotation, and the fraction by its rounding,
    /// 6 · 10⁻⁸ of the motion.
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2) -> Option<SweepHit> {
        self.touch(center, radius, delta.as_dvec2()).map(|touch| touch.hit())
    }

    /// The first touch of a circle that moves from `center` by `delta` with the shape while the shape moves by
    /// `shape_delta` (all in tiles, over the same time) without turning: an exact sweep of their relative motion. The
    /// fraction is that of the time, and the point is where they touch at that time. Rules and accuracy are those of
    /// [`Self::sweep_circle`].
    ///
    /// Sweep against a shape that turns in steps: set its rotation, sweep, and continue with the rest of the motion.
    /// Make each step so short that the shape's rim moves less than the overlap that is acceptable.
    pub fn sweep_circle_while_moving(
        &self,
        center: Vec2,
        radius: f32,
        delta: Vec2,
        shape_delta: Vec2,
    ) -> Option<SweepHit> {
        let shape_delta = shape_delta.as_dvec2();
        let touch = self.touch(center, radius, delta.as_dvec2() - shape_delta)?;
        Some(Touch { point: touch.point + shape_delta * touch.fraction, ..touch }.hit())
    }

    /// [`Self::sweep_circle`] before it is rounded.
    fn touch(&self, center: Vec2, radius: f32, delta: DVec2) -> Option<Touch> {
        let (center, delta) = (self.to_local(center), self.direction_to_local(delta));
        if !(0.0..f32::INFINITY).contains(&radius) || !(center + delta).is_finite() {
            return None;
        }
        let grown = match self.shape().kind() {
            ShapeKind::Circle { radius } | ShapeKind::Capsule { radius, .. } => f64::from(*radius),
            _ => 0.0,
        };
        let motion = Motion::new(center, f64::from(radius) + grown, delta, Platforms::Ignore);
        let mut best: Option<Touch> = None;
        match self.shape().kind() {
            ShapeKind::Circle { .. } => motion.touch_corner(&SweepCorner::round(DVec2::ZERO), &mut best),
            ShapeKind::Capsule { a, b, .. } | ShapeKind::Segment { a, b } => {
                touch_segment(&motion, a.as_dvec2(), b.as_dvec2(), &mut best);
            }
            ShapeKind::Polygon(polygon) => touch_polygon(&motion, polygon, &mut best),
        }
        best.map(|touch| {
            // The sweep grew the circle by the shape's radius: the touched surface is nearer by as much.
            let point = self.point_to_world(touch.point + touch.normal * grown);
            Touch { point, normal: self.direction_to_world(touch.normal), ..touch }
        })
    }
}

/// Records a touch of the sides of a polygon or of its convex corners.
fn touch_polygon(motion: &Motion, polygon: &Polygon, best: &mut Option<Touch>) {
    let mut sides = polygon.sides().map(|(a, b)| {
        let (a, b) = (a.as_dvec2(), b.as_dvec2());
        SweepEdge { from: a, tangent: (b - a).normalize(), length: a.distance(b), one_way: false }
    });
    let Some(first) = sides.next() else { return };
    let mut side = first;
    for next in sides.chain([first]) {
        motion.touch_edge(&side, best);
        if side.tangent.perp_dot(next.tangent) > 0.0 {
            let corner = SweepCorner { point: next.from, arriving: side.tangent, leaving: next.tangent };
            motion.touch_corner(&corner, best);
        }
        side = next;
    }
}

/// Records a touch of the side of a segment on which the circle's center lies, or of one of its ends.
fn touch_segment(motion: &Motion, a: DVec2, b: DVec2, best: &mut Option<Touch>) {
    if a == b {
        return motion.touch_corner(&SweepCorner::round(a), best);
    }
    let (tangent, length) = ((b - a).normalize(), a.distance(b));
    // Not the tangent's cross product, which rounds a center on the segment to one of its sides.
    let aside = (b - a).perp_dot(motion.center - a);
    // The outside of an edge is on its right.
    if aside < 0.0 {
        motion.touch_edge(&SweepEdge { from: a, tangent, length, one_way: false }, best);
    } else if aside > 0.0 {
        motion.touch_edge(&SweepEdge { from: b, tangent: -tangent, length, one_way: false }, best);
    }
    motion.touch_corner(&SweepCorner { point: a, arriving: -tangent, leaving: tangent }, best);
    motion.touch_corner(&SweepCorner { point: b, arriving: tangent, leaving: -tangent }, best);
}

/// A ray against a disc around the origin.
fn ray_circle(start: DVec2, direction: DVec2, radius: f64) -> Option<Entry> {
    if start.length_squared() < radius * radius {
        return Some((0.0, None));
    }
    let (t, normal) = ray_rim(start, direction, radius)?;
    Some((t, Some(normal)))
}

/// A ray from outside a disc around the origin against its rim.
fn ray_rim(start: DVec2, direction: DVec2, radius: f64) -> Option<(f64, DVec2)> {
    let root = first_root(start, direction, radius)?;
    // From the center to the middle of the chord, and back along it. The point on the ray less the center would be noise
    // for a small disc far away.
    let aside = direction.perp();
    let normal = aside * aside.dot(start) - direction * root.approach;
    Some((root.t, normal.try_normalize().unwrap_or(-direction)))
}

/// A ray against a segment, from either side or along it.
fn ray_segment(origin: DVec2, direction: DVec2, a: DVec2, b: DVec2) -> Option<Entry> {
    let (a, b) = (a - origin, b - origin);
    let (a_side, b_side) = (direction.perp_dot(a), direction.perp_dot(b));
    if a_side == 0.0 && b_side == 0.0 {
        // Parallel, or the segment is a point: a hit only on the same line, at the nearer end.
        let (to_a, to_b) = (along_ray(direction, a), along_ray(direction, b));
        return (to_a.at_least(to_b) > 0.0).then_some((to_a.at_most(to_b).at_least(0.0), Some(-direction)));
    }
    if a_side * b_side > 0.0 {
        return None;
    }
    let t = crossing(direction, (a, a_side), (b, b_side));
    // From a start on the segment, every ray that does not run along it leaves it.
    let normal = out_of_side(if b_side < a_side { b - a } else { a - b });
    (t > 0.0 && a.perp_dot(b) != 0.0).then_some((t, Some(normal)))
}

/// The parameter of the point of a ray from the origin that is nearest to a point.
fn along_ray(direction: DVec2, point: DVec2) -> f64 {
    point.dot(direction) / direction.length_squared()
}

/// The parameter at which a ray from the origin crosses the segment between two points, given with their sides, that is
/// `direction × point`. The sides differ, and one of them may be 0: then the ray passes through that point exactly, and
/// the parameter is the same for each segment that ends there.
fn crossing(direction: DVec2, (a, a_side): (DVec2, f64), (b, b_side): (DVec2, f64)) -> f64 {
    if a_side == 0.0 {
        along_ray(direction, a)
    } else if b_side == 0.0 {
        along_ray(direction, b)
    } else {
        // The mean of both, weighted by how near they are to the ray. The weights have opposite signs, so nothing
        // cancels.
        (along_ray(direction, b) * a_side - along_ray(direction, a) * b_side) / (a_side - b_side)
    }
}

/// A ray against a capsule: the nearest of its two straight sides and its two round ends.
fn ray_capsule(origin: DVec2, direction: DVec2, a: DVec2, b: DVec2, radius: f64) -> Option<Entry> {
    if radius == 0.0 {
        return ray_segment(origin, direction, a, b);
    }
    if segment::distance(origin, a, b) < radius {
        return Some((0.0, None));
    }
    let ends = [a, b].into_iter().filter_map(|end| ray_rim(origin - end, direction, radius));
    let nearest =
        ends.chain(ray_straight_sides(origin - a, direction, b - a, radius)).min_by(|p, q| p.0.total_cmp(&q.0));
    nearest.map(|(t, normal)| (t, Some(normal)))
}

/// A ray from outside against the straight sides of a capsule around the segment from the origin over `along`.
fn ray_straight_sides(start: DVec2, direction: DVec2, along: DVec2, radius: f64) -> Option<(f64, DVec2)> {
    let tangent = along.try_normalize()?;
    let (aside, outward) = (tangent.perp_dot(start), tangent.perp_dot(direction));
    let over = |t: f64| (start + direction * t).dot(along);
    let length_squared = along.length_squared();
    if outward == 0.0 {
        // Along a side, if the ray starts on it and more of it lies ahead.
        let ahead = if tangent.dot(direction) > 0.0 { length_squared - over(0.0) } else { over(0.0) };
        let on_side = aside.abs() == radius && (0.0..=length_squared).contains(&over(0.0));
        return (on_side && ahead > 0.0).then_some((0.0, -direction));
    }
    let t = (aside.abs() - radius) / outward.abs();
    let meets = aside * outward < 0.0 && t >= 0.0 && (0.0..=length_squared).contains(&over(t));
    meets.then(|| (t, tangent.perp() * aside.signum()))
}

/// A ray against a polygon: the nearest side that faces it, or the corner of two sides met at once.
fn ray_polygon(origin: DVec2, direction: DVec2, polygon: &Polygon) -> Option<Entry> {
    let mut is_inside = false;
    let mut nearest: Option<(f64, DVec2)> = None;
    // The directions of the side that ends at the origin and of the one that starts there; both are that of the side
    // that the origin lies on between corners.
    let (mut arriving, mut leaving) = (None, None);
    let relative = |corner: Vec2| {
        let corner = corner.as_dvec2() - origin;
        (corner, direction.perp_dot(corner))
    };
    let corners = polygon.corners();
    let mut last = relative(corners[corners.len() - 1]);
    for &corner in corners {
        let ((a, a_side), (b, b_side)) = (last, relative(corner));
        last = (b, b_side);
        // Wholly on one side of the ray's line. A corner exactly on it belongs to both of its sides, so that no ray
        // slips through between them.
        if a_side * b_side > 0.0 {
            continue;
        }
        // Positive if the origin is on the left of the side, where the inside is.
        let depth = a.perp_dot(b);
        if depth == 0.0 && a.dot(b) <= 0.0 {
            if a != DVec2::ZERO {
                arriving = Some(b - a);
            }
            if b != DVec2::ZERO {
                leaving = Some(b - a);
            }
            continue;
        }
        // Even-odd rule on the crossings ahead; the half-open comparison counts each corner once.
        if (a_side > 0.0) != (b_side > 0.0) && (depth > 0.0) == (b_side > a_side) {
            is_inside = !is_inside;
        }
        if b_side < a_side && depth < 0.0 {
            let (t, normal) = (crossing(direction, (a, a_side), (b, b_side)), out_of_side(b - a));
            nearest = match nearest {
                Some((least, sum)) if t == least => Some((least, sum + normal)),
                Some((least, _)) if t > least => nearest,
                _ => Some((t, normal)),
            };
        }
    }
    if let (Some(arriving), Some(leaving)) = (arriving, leaving) {
        if let Some(normal) = enters_from(arriving, leaving, direction) {
            return Some((0.0, Some(normal)));
        }
    } else if is_inside {
        return Some((0.0, None));
    }
    nearest.map(|(t, normal)| (t.at_least(0.0), Some(normal.normalize())))
}

/// The normal where a ray enters a polygon from a point of its outline, between the side that arrives there and the one
/// that leaves; `None` if it moves out.
fn enters_from(arriving: DVec2, leaving: DVec2, direction: DVec2) -> Option<DVec2> {
    let outward = [arriving, leaving].map(|along| direction.perp_dot(along));
    let is_convex = arriving.perp_dot(leaving) >= 0.0;
    let enters =
        if is_convex { outward[0] <= 0.0 && outward[1] <= 0.0 } else { outward[0] <= 0.0 || outward[1] <= 0.0 };
    let mut normal = DVec2::ZERO;
    for (along, outward) in [arriving, leaving].into_iter().zip(outward) {
        if outward < 0.0 {
            normal += out_of_side(along);
        }
    }
    enters.then(|| normal.try_normalize().unwrap_or(-direction))
}
