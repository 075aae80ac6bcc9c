//! Shapes that move and turn: what they contain, and where rays and moving circles meet them. Shapes are closed sets; a
//! ray or a circle that touches one hits it, by the same rules as with [`Terrain`](super::terrain::Terrain).

use bevy::math::{DVec2, Rot2, Vec2, ops};

use super::{
    polygon::Polygon,
    ray::RayDirection,
    segment::distance_point_segment,
    surface::{SweepCorner, SweepEdge},
    sweep::{Motion, Platforms, SweepHit, Touch},
};

/// A shape in its own coordinates, in tiles.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc around the origin.
    Circle {
        /// Not negative.
        radius: f32,
    },
    /// All points within `radius` of a segment.
    Capsule {
        /// One end of the segment.
        a: Vec2,
        /// The other end, which may be the same.
        b: Vec2,
        /// Not negative.
        radius: f32,
    },
    /// A segment, which has two sides and no inside.
    Segment {
        /// One end.
        a: Vec2,
        /// The other end, which may be the same.
        b: Vec2,
    },
    /// A convex or concave polygon.
    Polygon(Polygon),
}

/// A shape that stands somewhere, turned.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedShape {
    shape: Shape,
    position: Vec2,
    rotation: Rot2,
}

/// Where a ray met a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit {
    /// The point of the hit, in tiles.
    pub point: Vec2,
    /// Distance from the ray's origin, in tiles.
    pub distance: f32,
    /// Unit normal of the surface towards where the ray came from; `-direction` when `inside`. Where a ray meets a corner
    /// of a polygon, the mean of its two sides.
    pub normal: Vec2,
    /// Whether the origin was already in the shape.
    pub inside: bool,
}

/// Distance along a ray and the normal there; no normal when the ray starts inside.
type Entry = (f64, Option<DVec2>);

impl PlacedShape {
    /// A shape at a position, not turned.
    pub fn new(shape: Shape, position: Vec2) -> Self {
        Self { shape, position, rotation: Rot2::IDENTITY }
    }

    /// The shape in its own coordinates.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Where the shape's own origin stands.
    pub fn position(&self) -> Vec2 {
        self.position
    }

    /// Moves the shape by some tiles.
    pub fn translate(&mut self, by: Vec2) {
        self.position += by;
    }

    /// Moves the shape's own origin to a point.
    pub fn set_position(&mut self, position: Vec2) {
        self.position = position;
    }

    /// Moves the shape's own origin to a point and turns it.
    pub fn set_pose(&mut self, position: Vec2, rotation: Rot2) {
        (self.position, self.rotation) = (position, rotation);
    }

    /// How far it is turned, in radians, counter-clockwise.
    pub fn rotation(&self) -> f32 {
        self.rotation.as_radians()
    }

    /// Turns it by an angle in radians, counter-clockwise around its own origin.
    pub fn rotate(&mut self, by: f32) {
        self.rotation = (self.rotation * Rot2::radians(by)).normalize();
    }

    /// Turns it to an angle in radians.
    pub fn set_rotation(&mut self, radians: f32) {
        self.rotation = Rot2::radians(radians);
    }

    /// The centre of its area (of its length, for a segment), in the world.
    pub fn centroid(&self) -> Vec2 {
        self.to_world(match &self.shape {
            Shape::Circle { .. } => Vec2::ZERO,
            Shape::Capsule { a, b, .. } | Shape::Segment { a, b } => (*a + *b) / 2.0,
            Shape::Polygon(polygon) => polygon.centroid(),
        })
    }

    /// Its outline in the world, counter-clockwise, to be closed from the last point to the first; round parts get `turn`
    /// points for a whole circle (at least 8). A segment has its two ends.
    pub fn outline(&self, turn: usize) -> Vec<Vec2> {
        let turn = turn.max(8);
        let arc = |center: Vec2, radius: f32, from: f32, share: f32| {
            let count = ((turn as f32 * share) as usize).max(1);
            (0..=count).map(move |i| {
                let angle = from + share * std::f32::consts::TAU * i as f32 / count as f32;
                center + RayDirection::from_angle(angle).get() * radius
            })
        };
        let points: Vec<Vec2> = match &self.shape {
            Shape::Circle { radius } => arc(Vec2::ZERO, *radius, 0.0, 1.0).take(turn).collect(),
            Shape::Capsule { a, b, radius } => {
                let along = *b - *a;
                let facing = ops::atan2(along.y, along.x);
                let quarter = std::f32::consts::FRAC_PI_2;
                arc(*b, *radius, facing - quarter, 0.5).chain(arc(*a, *radius, facing + quarter, 0.5)).collect()
            }
            Shape::Segment { a, b } => vec![*a, *b],
            Shape::Polygon(polygon) => polygon.corners().to_vec(),
        };
        points.into_iter().map(|point| self.to_world(point)).collect()
    }

    /// Whether a point lies in the closed shape.
    pub fn contains(&self, point: Vec2) -> bool {
        self.distance(point) <= 0.0
    }

    /// The distance from a point to the shape, in tiles; 0 inside.
    pub fn distance(&self, point: Vec2) -> f32 {
        let point = self.to_local(point);
        match &self.shape {
            Shape::Circle { radius } => (point.length() - radius).max(0.0),
            Shape::Capsule { a, b, radius } => (distance_point_segment(point, *a, *b) - radius).max(0.0),
            Shape::Segment { a, b } => distance_point_segment(point, *a, *b),
            Shape::Polygon(polygon) => polygon.distance(point),
        }
    }

    /// Where a ray of at most `limit` tiles first meets the shape. An origin inside is a hit at 0 with normal
    /// `-direction`; an origin on the surface hits when the ray moves in, not when it moves out.
    pub fn cast_ray(&self, origin: Vec2, direction: RayDirection, limit: f32) -> Option<ShapeHit> {
        let start = self.to_local(origin).as_dvec2();
        let along = (self.rotation.inverse() * direction.get()).as_dvec2();
        let (distance, normal) = match &self.shape {
            Shape::Circle { radius } => ray_circle(start, along, DVec2::ZERO, f64::from(*radius)),
            Shape::Capsule { a, b, radius } => {
                ray_capsule(start, along, a.as_dvec2(), b.as_dvec2(), f64::from(*radius))
            }
            Shape::Segment { a, b } => ray_segment(start, along, a.as_dvec2(), b.as_dvec2()),
            Shape::Polygon(polygon) => ray_polygon(start, along, polygon),
        }?;
        let distance = distance as f32;
        (distance <= limit).then(|| ShapeHit {
            point: origin + direction.get() * distance,
            distance,
            normal: normal.map_or(-direction.get(), |normal| self.rotation * normal.as_vec2()),
            inside: normal.is_none(),
        })
    }

    /// The first touch of a circle that moves from `center` by `delta` with the shape, by the rules of
    /// [`Terrain::sweep_circle`](super::terrain::Terrain::sweep_circle).
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2) -> Option<SweepHit> {
        let local = self.to_local(center);
        let along = self.rotation.inverse() * delta;
        let grown = match &self.shape {
            Shape::Circle { radius } | Shape::Capsule { radius, .. } => *radius,
            _ => 0.0,
        };
        let motion = Motion::new(local, radius + grown, along, Platforms::Ignore);
        let mut best: Option<Touch> = None;
        match &self.shape {
            Shape::Circle { .. } => motion.touch_corner(&SweepCorner::round(DVec2::ZERO), &mut best),
            Shape::Capsule { a, b, .. } | Shape::Segment { a, b } => {
                let (a, b) = (a.as_dvec2(), b.as_dvec2());
                if a == b {
                    motion.touch_corner(&SweepCorner::round(a), &mut best);
                } else {
                    touch_sides(&motion, [(a, b), (b, a)].into_iter(), &mut best);
                }
            }
            Shape::Polygon(polygon) => {
                let sides = polygon.sides().map(|(a, b)| (a.as_dvec2(), b.as_dvec2()));
                touch_sides(&motion, sides, &mut best);
            }
        }
        best.map(|touch| {
            let hit = touch.hit();
            // The core was touched with the grown circle: the surface is nearer by what was grown.
            let point = self.to_world(hit.point + hit.normal * grown);
            SweepHit { point, normal: self.rotation * hit.normal, ..hit }
        })
    }

    fn to_local(&self, point: Vec2) -> Vec2 {
        self.rotation.inverse() * (point - self.position)
    }

    fn to_world(&self, point: Vec2) -> Vec2 {
        self.position + self.rotation * point
    }
}

/// Sweeps against the sides of a closed line and its convex corners.
fn touch_sides(motion: &Motion, sides: impl Iterator<Item = (DVec2, DVec2)> + Clone, best: &mut Option<Touch>) {
    let following = sides.clone().skip(1).chain(sides.clone().take(1));
    for ((a, b), (_, c)) in sides.zip(following) {
        let (arriving, leaving) = ((b - a).normalize(), (c - b).normalize());
        motion.touch_edge(&SweepEdge { from: a, tangent: arriving, length: a.distance(b), one_way: false }, best);
        let turn = arriving.perp_dot(leaving);
        // A segment turns back on itself at its ends, which counts as convex.
        if turn > 0.0 || (turn == 0.0 && arriving.dot(leaving) < 0.0) {
            motion.touch_corner(&SweepCorner { point: b, arriving, leaving }, best);
        }
    }
}

/// A ray against a disc: the smaller root, in the form that does not cancel (Ericson 2005, 5.3.2).
fn ray_circle(origin: DVec2, direction: DVec2, center: DVec2, radius: f64) -> Option<Entry> {
    let start = origin - center;
    let towards = -start.dot(direction);
    let outside = start.length_squared() - radius * radius;
    if outside < 0.0 {
        return Some((0.0, None));
    }
    let discriminant = towards * towards - outside;
    if towards <= 0.0 || discriminant < 0.0 {
        return None;
    }
    let distance = outside / (towards + discriminant.sqrt());
    Some((distance, Some((start + direction * distance).try_normalize().unwrap_or(-direction))))
}

/// A ray against a segment, from either side or end on.
fn ray_segment(origin: DVec2, direction: DVec2, a: DVec2, b: DVec2) -> Option<Entry> {
    let along = b - a;
    let start = a - origin;
    let across = direction.perp_dot(along);
    if across == 0.0 {
        // Parallel, or a point: it hits only on the same line, at the nearer end.
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
        // The ray moves along the side or out through it: `across` is its speed outwards times the side's length.
        return None;
    }
    let start = a - origin;
    let distance = start.perp_dot(along) / across;
    let share = start.perp_dot(direction) / across;
    (distance >= 0.0 && (0.0..=1.0).contains(&share)).then(|| (distance, -along.perp().normalize()))
}

/// A ray against a polygon: the nearest side that faces it; two sides met at once are one corner.
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
    nearest.map(|(distance, normal)| (distance, Some(normal.normalize())))
}
