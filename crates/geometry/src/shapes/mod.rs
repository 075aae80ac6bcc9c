//! Shapes that move and turn: their kinds, their positions and rotations, containment and distance. Shapes are closed
//! sets. Motion over time is the caller's.

mod cast;
mod closest;
pub mod polygon;
pub mod segment;

use bevy_math::{DVec2, Rot2, Vec2, ops};
use thiserror::Error;

use super::ray::unit;
use crate::limit::Limit;
use crate::{REACH, is_within_reach};
pub use closest::{cast_ray_closest, sweep_circle_closest};
use polygon::{Polygon, PolygonError};

/// The most parts into which an outline divides a full circle.
pub const OUTLINE_PARTS_MAX: usize = 65_536;

/// A shape in its own coordinates, in tiles; well formed by construction.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(ShapeKind);

/// The kinds of [`Shape`].
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeKind {
    /// A disc around the origin.
    Circle {
        /// In tiles, not negative.
        radius: f32,
    },
    /// All points within `radius` of a segment.
    Capsule {
        /// One end of the segment.
        a: Vec2,
        /// The other end; may equal `a`.
        b: Vec2,
        /// In tiles, not negative.
        radius: f32,
    },
    /// A segment, which has two sides and no inside.
    Segment {
        /// One end.
        a: Vec2,
        /// The other end; may equal `a`.
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
    /// The shape's point with this index has a coordinate that is not a number or farther than [`REACH`] from 0.
    #[error("point {0} of a shape must be within {REACH} tiles of (0, 0), but it is {1}")]
    Point(usize, Vec2),
    /// The points do not make a polygon.
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

    /// All points within `radius` tiles of the segment from `a` to `b`, which may be equal.
    ///
    /// # Errors
    /// [`ShapeError::Radius`] as for a circle; [`ShapeError::Point`] if `a` (0) or `b` (1) is not finite or farther
    /// than [`REACH`] from 0.
    pub fn capsule(a: Vec2, b: Vec2, radius: f32) -> Result<Self, ShapeError> {
        check_points([a, b])?;
        Ok(Self(ShapeKind::Capsule { a, b, radius: checked_radius(radius)? }))
    }

    /// The segment from `a` to `b`, which may be equal.
    ///
    /// # Errors
    /// [`ShapeError::Point`] if `a` (0) or `b` (1) is not finite or farther than [`REACH`] from 0.
    pub fn segment(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        check_points([a, b])?;
        Ok(Self(ShapeKind::Segment { a, b }))
    }

    /// A polygon from its corners, clockwise or counter-clockwise.
    ///
    /// # Errors
    /// [`ShapeError::Polygon`] for each reason of [`Polygon::new`].
    pub fn polygon(corners: Vec<Vec2>) -> Result<Self, ShapeError> {
        Ok(Polygon::new(corners)?.into())
    }

    /// Its kind.
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

impl From<Polygon> for Shape {
    fn from(polygon: Polygon) -> Self {
        Self(ShapeKind::Polygon(polygon))
    }
}

/// A shape with a position and a rotation. If either is not finite, the shape contains nothing and nothing hits it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedShape {
    shape: Shape,
    position: Vec2,
    /// The cosine and the sine of its rotation.
    turn: Vec2,
}

impl PlacedShape {
    /// A shape with its own origin at a position, in tiles, and no rotation.
    pub fn new(shape: Shape, position: Vec2) -> Self {
        Self { shape, position, turn: Vec2::X }
    }

    /// The shape in its own coordinates.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The position of the shape's own origin, in tiles.
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

    /// Sets the position of the shape's own origin, in tiles, and its rotation.
    pub fn set_pose(&mut self, position: Vec2, rotation: Rot2) {
        (self.position, self.turn) = (position, Vec2::new(rotation.cos, rotation.sin));
    }

    /// Its rotation in radians, counter-clockwise, -π..=π; not a number after a turn by an angle that is not finite.
    pub fn rotation(&self) -> f32 {
        ops::atan2(self.turn.y, self.turn.x)
    }

    /// Turns it by an angle in radians, counter-clockwise around its own origin. After an angle that is not finite the
    /// shape contains nothing until [`Self::set_rotation`] or [`Self::set_pose`].
    pub fn rotate(&mut self, by: f32) {
        let turn = self.turn.rotate(rotation(by));
        // Normalized each time, so that many small turns neither grow nor shrink the shape.
        self.turn = turn / turn.length();
    }

    /// Turns it to an angle in radians, counter-clockwise.
    pub fn set_rotation(&mut self, radians: f32) {
        self.turn = rotation(radians);
    }

    /// Its outline in world coordinates, in tiles: a closed line, counter-clockwise, without its first point repeated
    /// at the end. A full circle is divided into `turn` parts, at least 8 and at most [`OUTLINE_PARTS_MAX`]. The outline
    /// of a segment is its two ends.
    pub fn outline(&self, turn: usize) -> Vec<Vec2> {
        let turn = turn.clamp(8, OUTLINE_PARTS_MAX);
        let arc = |center: Vec2, radius: f32, from: f32, share: f32| {
            let count = ((turn as f32 * share) as usize).max(1);
            (0..=count).map(move |i| {
                let angle = from + share * std::f32::consts::TAU * i as f32 / count as f32;
                center + unit(angle) * radius
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

    /// Whether a point lies in the closed shape; a point that is not finite does not. Exact on the outline of a shape
    /// without rotation whose coordinates, and those of the point, are multiples of 2⁻¹² tile within 4096 tiles; for
    /// others, points within 10⁻⁶ tile of the outline may lie on either side of it.
    pub fn contains(&self, point: Vec2) -> bool {
        self.distance_wide(point) <= 0.0
    }

    /// The distance from a point to the shape, in tiles; 0 inside, infinite for a point that is not finite. Computed in
    /// `f64`: within [`REACH`] it is off by no more than its rounding to an `f32` and that of the shape's rotation.
    pub fn distance(&self, point: Vec2) -> f32 {
        self.distance_wide(point) as f32
    }

    fn distance_wide(&self, point: Vec2) -> f64 {
        let point = self.to_local(point);
        if !point.is_finite() {
            return f64::INFINITY;
        }
        match self.shape.kind() {
            ShapeKind::Circle { radius } => (point.length() - f64::from(*radius)).at_least(0.0),
            ShapeKind::Capsule { a, b, radius } => {
                (segment::distance(point, a.as_dvec2(), b.as_dvec2()) - f64::from(*radius)).at_least(0.0)
            }
            ShapeKind::Segment { a, b } => segment::distance(point, a.as_dvec2(), b.as_dvec2()),
            ShapeKind::Polygon(polygon) => polygon.distance_wide(point),
        }
    }

    // In `f64`, so that a shape far from the point keeps its place to the last digit. The rotation's length, which is 1
    // up to rounding to `f32`, scales a motion and the way to the shape alike, so it moves no contact.
    fn to_local(&self, point: Vec2) -> DVec2 {
        self.direction_to_local(point.as_dvec2() - self.position.as_dvec2())
    }

    fn direction_to_local(&self, direction: DVec2) -> DVec2 {
        direction.rotate(DVec2::new(self.turn.x.into(), (-self.turn.y).into()))
    }

    fn direction_to_world(&self, direction: DVec2) -> DVec2 {
        direction.rotate(self.turn.as_dvec2())
    }

    fn point_to_world(&self, point: DVec2) -> DVec2 {
        self.position.as_dvec2() + self.direction_to_world(point)
    }

    fn to_world(&self, point: Vec2) -> Vec2 {
        self.point_to_world(point.as_dvec2()).as_vec2()
    }
}

/// The cosine and the sine of an angle in radians; not numbers if it is not finite, so that the shape is nowhere.
fn rotation(radians: f32) -> Vec2 {
    let (sin, cos) = ops::sin_cos(radians);
    Vec2::new(cos, sin)
}
