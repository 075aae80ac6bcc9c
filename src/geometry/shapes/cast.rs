//! Rays and moving circles against one placed shape, by the rules of the tiles: touching is hitting. Unlike rays
//! through the tiles these are computed in `f64` and rounded, so a ray that just grazes a round shape may miss it.

use bevy::math::{DVec2, Vec2};

use super::polygon::Polygon;
use super::{PlacedShape, ShapeKind};
use crate::geometry::ray::{RayDirection, RayHit};
use crate::geometry::sweep::features::{SweepCorner, SweepEdge};
use crate::geometry::sweep::motion::{Motion, Touch};
use crate::geometry::sweep::time_of_impact::first_root;
use crate::geometry::sweep::{Platforms, SweepHit};

/// Distance along a ray and the normal there; no normal when the ray starts inside.
type Entry = (f64, Option<DVec2>);

impl PlacedShape {
    /// Where a ray of at most `max_distance` tiles (0 or more; may be infinite) first meets the shape.
    ///
    /// - An origin inside: a hit at 0 with normal `-direction` and `inside` set.
    /// - An origin on the surface: a hit at 0 when the ray moves in or runs along a straight side, none when it moves
    ///   out.
    /// - A segment has two sides: its normal faces the ray. Where a ray meets two sides of a polygon at once, the
    ///   normal is their mean.
    /// - A ray whose origin or maximum distance is not a number meets nothing.
    pub fn cast_ray(&self, origin: Vec2, direction: RayDirection, max_distance: f32) -> Option<RayHit<()>> {
        let start = self.to_local(origin).as_dvec2();
        let along = self.direction_to_local(direction.get()).as_dvec2();
        let (distance, normal) = match self.shape().kind() {
            ShapeKind::Circle { radius } => ray_circle(start, along, DVec2::ZERO, f64::from(*radius)),
            ShapeKind::Capsule { a, b, radius } => {
                ray_capsule(start, along, a.as_dvec2(), b.as_dvec2(), f64::from(*radius))
            }
            ShapeKind::Segment { a, b } => ray_segment(start, along, a.as_dvec2(), b.as_dvec2()),
            ShapeKind::Polygon(polygon) => ray_polygon(start, along, polygon),
        }?;
        let distance = distance as f32;
        (distance <= max_distance).then(|| RayHit {
            point: origin + direction.get() * distance,
            distance,
            fraction: if max_distance > 0.0 { distance / max_distance } else { 0.0 },
            normal: normal.map_or(-direction.get(), |normal| self.direction_to_world(normal.as_vec2())),
            surface: (),
            inside: normal.is_none(),
        })
    }

    /// The first touch of a circle that moves from `center` by `delta` (tiles) with the shape at rest, by the rules of
    /// [`Terrain::sweep_circle`](crate::geometry::terrain::Terrain::sweep_circle). A circle whose center is inside a
    /// polygon is not stopped; one whose center is inside a disc or a capsule has its normal along the shortest way
    /// out.
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2) -> Option<SweepHit> {
        let local = self.to_local(center);
        let along = self.direction_to_local(delta);
        let grown = match self.shape().kind() {
            ShapeKind::Circle { radius } | ShapeKind::Capsule { radius, .. } => *radius,
            _ => 0.0,
        };
        let motion = Motion::new(local, radius + grown, along, Platforms::Ignore);
        let mut best: Option<Touch> = None;
        match self.shape().kind() {
            ShapeKind::Circle { .. } => motion.touch_corner(&SweepCorner::round(DVec2::ZERO), &mut best),
            ShapeKind::Capsule { a, b, .. } | ShapeKind::Segment { a, b } => {
                let (a, b) = (a.as_dvec2(), b.as_dvec2());
                if a == b {
                    motion.touch_corner(&SweepCorner::round(a), &mut best);
                } else {
                    touch_sides(&motion, [(a, b), (b, a)].into_iter(), &mut best);
                }
            }
            ShapeKind::Polygon(polygon) => {
                let sides = polygon.sides().map(|(a, b)| (a.as_dvec2(), b.as_dvec2()));
                touch_sides(&motion, sides, &mut best);
            }
        }
        best.map(|touch| {
            let hit = touch.hit();
            // The sweep grew the circle by the shape's radius: the touched surface is nearer by as much.
            let point = self.to_world(hit.point + hit.normal * grown);
            SweepHit { point, normal: self.direction_to_world(hit.normal), ..hit }
        })
    }

    /// The first touch of a circle that moves from `center` by `delta` with the shape while the shape moves by
    /// `shape_delta` (all in tiles, over the same time) without turning: an exact sweep of their relative motion. The
    /// fraction is that of the time, and the point is where they touch at that time.
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
        let hit = self.sweep_circle(center, radius, delta - shape_delta)?;
        Some(SweepHit { point: hit.point + shape_delta * hit.fraction, ..hit })
    }
}

/// Records touches of the sides of a closed line and of its convex corners.
fn touch_sides(motion: &Motion, sides: impl Iterator<Item = (DVec2, DVec2)> + Clone, best: &mut Option<Touch>) {
    let following = sides.clone().skip(1).chain(sides.clone().take(1));
    for ((a, b), (_, c)) in sides.zip(following) {
        let (arriving, leaving) = ((b - a).normalize(), (c - b).normalize());
        motion.touch_edge(&SweepEdge { from: a, tangent: arriving, length: a.distance(b), one_way: false }, best);
        let turn = arriving.perp_dot(leaving);
        // The line around a segment turns back on itself at both ends, which counts as convex.
        if turn > 0.0 || (turn == 0.0 && arriving.dot(leaving) < 0.0) {
            motion.touch_corner(&SweepCorner { point: b, arriving, leaving }, best);
        }
    }
}

/// A ray against a disc.
fn ray_circle(origin: DVec2, direction: DVec2, center: DVec2, radius: f64) -> Option<Entry> {
    let start = origin - center;
    let outside = start.length_squared() - radius * radius;
    if outside < 0.0 {
        return Some((0.0, None));
    }
    let distance = first_root(outside, -start.dot(direction), 1.0)?;
    Some((distance, Some((start + direction * distance).try_normalize().unwrap_or(-direction))))
}

/// A ray against a segment, from either side or along it.
fn ray_segment(origin: DVec2, direction: DVec2, a: DVec2, b: DVec2) -> Option<Entry> {
    let along = b - a;
    let start = a - origin;
    let across = direction.perp_dot(along);
    if across == 0.0 {
        // Parallel, or the segment is a point: a hit only on the same line, at the nearer end.
        let (to_a, to_b) = (start.dot(direction), (b - origin).dot(direction));
        let (near, far) = (to_a.min(to_b), to_a.max(to_b));
        return (start.perp_dot(direction) == 0.0 && far > 0.0).then_some((near.max(0.0), Some(-direction)));
    }
    let distance = start.perp_dot(along) / across;
    let share = start.perp_dot(direction) / across;
    let leaves = distance == 0.0 && share != 0.0;
    if distance < 0.0 || !(0.0..=1.0).contains(&share) || leaves {
        return None;
    }
    let normal = along.perp().normalize();
    Some((distance, Some(if normal.dot(direction) > 0.0 { -normal } else { normal })))
}

/// A ray against a capsule: the nearest of its two straight sides and its two round ends.
fn ray_capsule(origin: DVec2, direction: DVec2, a: DVec2, b: DVec2, radius: f64) -> Option<Entry> {
    let along = b - a;
    let share = ((origin - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    let nearest = if along == DVec2::ZERO { a } else { a + along * share };
    if origin.distance_squared(nearest) < radius * radius {
        return Some((0.0, None));
    }
    let offset = along.perp().normalize_or_zero() * radius;
    let sides = [(a - offset, b - offset), (b + offset, a + offset)];
    let sides = sides
        .into_iter()
        .filter(|_| along != DVec2::ZERO)
        .filter_map(|(a, b)| ray_side(origin, direction, a, b).map(|(t, normal)| (t, Some(normal))));
    let ends = [a, b].into_iter().filter_map(|end| ray_circle(origin, direction, end, radius));
    sides.chain(ends).min_by(|p, q| p.0.total_cmp(&q.0))
}

/// A ray against a side from its right, the outside.
fn ray_side(origin: DVec2, direction: DVec2, a: DVec2, b: DVec2) -> Option<(f64, DVec2)> {
    let along = b - a;
    let across = direction.perp_dot(along);
    if across >= 0.0 {
        // `across` is the ray's outward speed times the side's length: the ray moves along the side or out through it.
        return None;
    }
    let start = a - origin;
    let distance = start.perp_dot(along) / across;
    let share = start.perp_dot(direction) / across;
    (distance >= 0.0 && (0.0..=1.0).contains(&share)).then(|| (distance, -along.perp().normalize()))
}

/// A ray against a polygon: the nearest side that faces it, or the corner of two sides met at once.
fn ray_polygon(origin: DVec2, direction: DVec2, polygon: &Polygon) -> Option<Entry> {
    let on_side = |(a, b): (Vec2, Vec2)| {
        let (a, b) = (a.as_dvec2(), b.as_dvec2());
        (b - a).perp_dot(origin - a) == 0.0 && (origin - a).dot(origin - b) <= 0.0
    };
    if polygon.contains(origin.as_vec2()) && !polygon.sides().any(on_side) {
        return Some((0.0, None));
    }
    let mut nearest: Option<(f64, DVec2)> = None;
    for (a, b) in polygon.sides() {
        let Some((distance, normal)) = ray_side(origin, direction, a.as_dvec2(), b.as_dvec2()) else { continue };
        nearest = match nearest {
            Some((least, sum)) if distance == least => Some((least, sum + normal)),
            Some((least, _)) if distance > least => nearest,
            _ => Some((distance, normal)),
        };
    }
    if nearest.is_none_or(|(distance, _)| distance > 0.0) {
        let runs_along = |(a, b): (Vec2, Vec2)| {
            let parallel = direction.perp_dot(b.as_dvec2() - a.as_dvec2()) == 0.0;
            let ahead = (a.as_dvec2() - origin).dot(direction).max((b.as_dvec2() - origin).dot(direction));
            parallel && ahead > 0.0
        };
        if polygon.sides().any(|side| on_side(side) && runs_along(side)) {
            return Some((0.0, Some(-direction)));
        }
    }
    nearest.map(|(distance, normal)| (distance, Some(normal.normalize())))
}
