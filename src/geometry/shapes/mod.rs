//! Shapes that move and turn: what they are made of, where they stand, what they contain and how far off they are. Shapes
//! are closed sets. Where rays and moving circles meet them stands in `shape_cast`.

pub(crate) mod cast;
pub mod polygon;
pub mod segment;

use bevy::math::{Rot2, Vec2, ops};
use thiserror::Error;

use crate::geometry::ray::{REACH, RayDirection, is_within_reach};
use polygon::{Polygon, PolygonError};
use segment::distance_point_segment;

/// A shape in its own coordinates, in tiles: well formed by construction.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(ShapeKind);

/// What a [`Shape`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeKind {
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

/// Why a shape was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ShapeError {
    /// The radius is negative, not a number, or more than [`REACH`].
    #[error("a radius must be 0 to {REACH} tiles, but it is {0}")]
    Radius(f32),
    /// A point, given by its place among the shape's points, has a coordinate that is not a number or further than
    /// [`REACH`] from 0.
    #[error("point {0} of a shape must be within {REACH} tiles of (0, 0), but it is {1}")]
    Point(usize, Vec2),
    /// The points make no polygon.
    #[error(transparent)]
    Polygon(#[from] PolygonError),
}

impl Shape {
    /// A disc around the origin with a radius in tiles, which may be 0.
    ///
    /// # Errors
    /// [`ShapeError::Radius`] if the radius is negative, not a number or more than [`REACH`].
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Ok(Self(ShapeKind::Circle { radius: checked_radius(radius)? }))
    }

    /// All points within `radius` tiles of the segment from `a` to `b`, which may be the same.
    ///
    /// # Errors
    /// [`ShapeError::Radius`] as for a circle; [`ShapeError::Point`] if `a` (0) or `b` (1) is not finite or further than
    /// [`REACH`] from 0.
    pub fn capsule(a: Vec2, b: Vec2, radius: f32) -> Result<Self, ShapeError> {
        check_points([a, b])?;
        Ok(Self(ShapeKind::Capsule { a, b, radius: checked_radius(radius)? }))
    }

    /// The segment from `a` to `b`, which may be the same.
    ///
    /// # Errors
    /// [`ShapeError::Point`] if `a` (0) or `b` (1) is not finite or further than [`REACH`] from 0.
    pub fn segment(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        check_points([a, b])?;
        Ok(Self(ShapeKind::Segment { a, b }))
    }

    /// A polygon from its corners in order, either way round.
    ///
    /// # Errors
    /// [`ShapeError::Polygon`] for each reason of [`Polygon::new`].
    pub fn polygon(corners: Vec<Vec2>) -> Result<Self, ShapeError> {
        Ok(Polygon::new(corners)?.into())
    }

    /// A regular polygon around the origin with its corners at `radius` tiles, the first at angle 0.
    ///
    /// # Errors
    /// [`ShapeError::Polygon`] for each reason of [`Polygon::regular`].
    pub fn regular(sides: usize, radius: f32) -> Result<Self, ShapeError> {
        Ok(Polygon::regular(sides, radius)?.into())
    }

    /// A regular hexagon around the origin with its corners at `radius` tiles, the first at angle 0.
    ///
    /// # Errors
    /// As [`Self::regular`].
    pub fn hexagon(radius: f32) -> Result<Self, ShapeError> {
        Self::regular(6, radius)
    }

    /// What it is.
    pub fn kind(&self) -> &ShapeKind {
        &self.0
    }
}

fn checked_radius(radius: f32) -> Result<f32, ShapeError> {
    if (0.0..=REACH).contains(&radius) { Ok(radius) } else { Err(ShapeError::Radius(radius)) }
}

fn check_points(points: [Vec2; 2]) -> Result<(), ShapeError> {
    match points.into_iter().enumerate().find(|&(_, point)| !is_within_reach(point)) {
        Some((index, point)) => Err(ShapeError::Point(index, point)),
        None => Ok(()),
    }
}

/// A shape that stands somewhere, turned. One whose position or rotation is no finite number contains nothing, and nothing
/// meets it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedShape {
    shape: Shape,
    position: Vec2,
    /// The cosine and the sine of its rotation.
    turn: Vec2,
}

impl From<Polygon> for Shape {
    fn from(polygon: Polygon) -> Self {
        Self(ShapeKind::Polygon(polygon))
    }
}

impl PlacedShape {
    /// A shape whose own origin stands at a position, in tiles, not turned.
    pub fn new(shape: Shape, position: Vec2) -> Self {
        Self { shape, position, turn: Vec2::X }
    }

    /// The shape in its own coordinates.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Where the shape's own origin stands, in tiles.
    pub fn position(&self) -> Vec2 {
        self.position
    }

    /// Moves the shape by some tiles.
    pub fn translate(&mut self, by: Vec2) {
        self.position += by;
    }

    /// Moves the shape's own origin to a point, in tiles.
    pub fn set_position(&mut self, position: Vec2) {
        self.position = position;
    }

    /// Moves the shape's own origin to a point and turns it.
    pub fn set_pose(&mut self, position: Vec2, rotation: Rot2) {
        (self.position, self.turn) = (position, Vec2::new(rotation.cos, rotation.sin));
    }

    /// How far it is turned, in radians, counter-clockwise, -π..=π.
    pub fn rotation(&self) -> f32 {
        ops::atan2(self.turn.y, self.turn.x)
    }

    /// Turns it by an angle in radians, counter-clockwise around its own origin.
    pub fn rotate(&mut self, by: f32) {
        let turn = self.turn.rotate(unit(by));
        // Scaled back each time, so that many small turns neither grow nor shrink the shape.
        self.turn = turn / turn.length();
    }

    /// Turns it to an angle in radians, counter-clockwise.
    pub fn set_rotation(&mut self, radians: f32) {
        self.turn = unit(radians);
    }

    /// The center of its area (of its length, for a segment), in the world, in tiles.
    pub fn centroid(&self) -> Vec2 {
        self.to_world(match self.shape.kind() {
            ShapeKind::Circle { .. } => Vec2::ZERO,
            ShapeKind::Capsule { a, b, .. } | ShapeKind::Segment { a, b } => (*a + *b) / 2.0,
            ShapeKind::Polygon(polygon) => polygon.centroid(),
        })
    }

    /// Its outline in the world, in tiles, counter-clockwise, to be closed from the last point to the first; round parts
    /// get `turn` points for a whole circle (at least 8). A segment has its two ends.
    pub fn outline(&self, turn: usize) -> Vec<Vec2> {
        let turn = turn.max(8);
        let arc = |center: Vec2, radius: f32, from: f32, share: f32| {
            let count = ((turn as f32 * share) as usize).max(1);
            (0..=count).map(move |i| {
                let angle = from + share * std::f32::consts::TAU * i as f32 / count as f32;
                center + RayDirection::at_angle(angle).get() * radius
            })
        };
        let points: Vec<Vec2> = match self.shape.kind() {
            ShapeKind::Circle { radius } => arc(Vec2::ZERO, *radius, 0.0, 1.0).take(turn).collect(),
            ShapeKind::Capsule { a, b, radius } => {
                let along = *b - *a;
                let facing = ops::atan2(along.y, along.x);
                let quarter = std::f32::consts::FRAC_PI_2;
                arc(*b, *radius, facing - quarter, 0.5).chain(arc(*a, *radius, facing + quarter, 0.5)).collect()
            }
            ShapeKind::Segment { a, b } => vec![*a, *b],
            ShapeKind::Polygon(polygon) => polygon.corners().to_vec(),
        };
        points.into_iter().map(|point| self.to_world(point)).collect()
    }

    /// Whether a point lies in the closed shape.
    pub fn contains(&self, point: Vec2) -> bool {
        self.distance(point) <= 0.0
    }

    /// The distance from a point to the shape, in tiles; 0 inside. A point that is not a number is infinitely far.
    pub fn distance(&self, point: Vec2) -> f32 {
        let point = self.to_local(point);
        if point.is_nan() {
            return f32::INFINITY;
        }
        match self.shape.kind() {
            ShapeKind::Circle { radius } => (point.length() - radius).max(0.0),
            ShapeKind::Capsule { a, b, radius } => (distance_point_segment(point, *a, *b) - radius).max(0.0),
            ShapeKind::Segment { a, b } => distance_point_segment(point, *a, *b),
            ShapeKind::Polygon(polygon) => polygon.distance(point),
        }
    }

    /// The velocity of the material at a point of the world, in tiles a second, while the shape moves by `velocity` (tiles
    /// a second) and turns by `turn_rate` (radians a second, counter-clockwise) around its own origin: `v + ω × r`. What
    /// stands on the shape there is carried by it.
    pub fn velocity_at(&self, point: Vec2, velocity: Vec2, turn_rate: f32) -> Vec2 {
        velocity + (point - self.position).perp() * turn_rate
    }

    pub(crate) fn to_local(&self, point: Vec2) -> Vec2 {
        self.direction_to_local(point - self.position)
    }

    pub(crate) fn direction_to_local(&self, direction: Vec2) -> Vec2 {
        direction.rotate(Vec2::new(self.turn.x, -self.turn.y))
    }

    pub(crate) fn direction_to_world(&self, direction: Vec2) -> Vec2 {
        direction.rotate(self.turn)
    }

    pub(crate) fn to_world(&self, point: Vec2) -> Vec2 {
        self.position + self.direction_to_world(point)
    }
}

/// The cosine and the sine of an angle in radians.
fn unit(radians: f32) -> Vec2 {
    let (sin, cos) = ops::sin_cos(radians);
    Vec2::new(cos, sin)
}
