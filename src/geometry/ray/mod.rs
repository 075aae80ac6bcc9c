//! Rays through the tiles: an exact integer walk over a bit grid, then the exact shape inside the tile.
//!
//! The walk is that of Amanatides and Woo, *A Fast Voxel Traversal Algorithm for Ray Tracing* (1987), with the comparison
//! of the two next crossings kept as one integer error term. Origins are rounded to 2⁻¹² tile and directions to 2⁻²⁴;
//! from there on everything is exact: cells, faces and ties never depend on rounding.
//!
//! Solids are closed sets and a ray is the set of its points after the origin: it hits at the least distance at which it
//! touches a solid, corners and faces included. So a ray that passes exactly between two solids that touch at a corner is
//! blocked, one that runs flush along a wall is blocked by it, and one that starts on a face and moves away is not.

pub(crate) mod bit_grid;
pub mod cone;
pub(crate) mod grid_walk;
pub(crate) mod lattice;
pub(crate) mod row_walk;
pub(crate) mod vertex_normals;

use std::convert::Infallible;

use bevy::math::{Dir2, IVec2, Vec2, ops};
use thiserror::Error;

use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::TileShape;
use lattice::{LatticeRay, Strike, StrikeKind};
use row_walk::{Blocked, NoSpans};

/// How far from the map's lower left corner, in tiles on either axis, a ray may start. A map may be as large.
pub const REACH: f32 = 65536.0;

/// A unit direction: finite and not zero by construction, so that casting along it cannot fail.
///
/// What casts a ray takes anything that becomes one: a [`Vec2`] of any length but 0, an `f32` that is an angle in radians,
/// a [`Dir2`], or one that was made before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayDirection(Vec2);

impl RayDirection {
    /// The direction of a vector of any length but 0.
    ///
    /// # Errors
    /// [`RayError::Direction`] if the vector is zero, infinite or not a number.
    pub fn new(direction: Vec2) -> Result<Self, RayError> {
        // Scaled first, so that the square of the length neither overflows nor vanishes.
        let largest = direction.abs().max_element();
        (direction / largest)
            .try_normalize()
            .filter(|_| direction.is_finite())
            .map(Self)
            .ok_or(RayError::Direction(direction))
    }

    /// The direction at an angle in radians, counter-clockwise from +x; any finite angle, however many turns.
    ///
    /// # Errors
    /// [`RayError::Angle`] if the angle is infinite or not a number.
    pub fn from_angle(radians: f32) -> Result<Self, RayError> {
        if radians.is_finite() { Ok(Self::at_angle(radians)) } else { Err(RayError::Angle(radians)) }
    }

    /// [`Self::from_angle`] of an angle that is known to be finite, as all of a level that was read are.
    pub fn at_angle(radians: f32) -> Self {
        let (sin, cos) = ops::sin_cos(radians);
        Self(Vec2::new(cos, sin))
    }

    /// From a vector that is a unit vector already, to rounding (a cosine and a sine, or a rotated unit vector). Only for
    /// the crate's own vectors: from outside it, [`Dir2`] vouches for the length.
    #[inline]
    pub(crate) fn from_unit(direction: Vec2) -> Self {
        debug_assert!((direction.length_squared() - 1.0).abs() < 1e-3, "{direction} is not a unit vector");
        Self(direction)
    }

    /// The unit vector.
    #[inline]
    pub fn get(self) -> Vec2 {
        self.0
    }

    /// The direction in which a mirror with this unit normal throws back what comes along this one: `d - 2 (d · n) n`.
    pub fn reflect(self, normal: Vec2) -> Self {
        Self((self.0 - normal * (2.0 * self.0.dot(normal))).try_normalize().unwrap_or(-self.0))
    }
}

impl From<Dir2> for RayDirection {
    #[inline]
    fn from(direction: Dir2) -> Self {
        Self(direction.as_vec2())
    }
}

impl TryFrom<Vec2> for RayDirection {
    type Error = RayError;

    fn try_from(direction: Vec2) -> Result<Self, RayError> {
        Self::new(direction)
    }
}

impl TryFrom<f32> for RayDirection {
    type Error = RayError;

    fn try_from(radians: f32) -> Result<Self, RayError> {
        Self::from_angle(radians)
    }
}

/// The tile that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSurface {
    /// Its cell.
    pub cell: IVec2,
    /// What fills that cell.
    pub shape: TileShape,
}

/// Where a ray met something: on a [`Terrain`] a tile, in a [`Scene`](crate::geometry::toolbox::scene::Scene) a tile or a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<S = TileSurface> {
    /// The point of the hit, in tiles.
    pub point: Vec2,
    /// Distance from the ray's origin, in tiles.
    pub distance: f32,
    /// `distance` over the ray's length limit, in 0..=1; 0 when the limit is 0 or infinite.
    pub fraction: f32,
    /// Unit outward normal of the face; `-direction` when `inside`. At a corner, the mean of the faces that meet there
    /// and that the ray can see.
    pub normal: Vec2,
    /// What was hit.
    pub surface: S,
    /// Whether the origin was already in it.
    pub inside: bool,
}

impl<S> RayHit<S> {
    /// The unit tangent of the surface: the normal turned by a quarter clockwise, so that a floor's runs to the right.
    pub fn tangent(&self) -> Vec2 {
        tangent(self.normal)
    }

    /// The angle of the surface in radians, -π..=π: 0 for a flat floor, positive where a floor rises to the right.
    pub fn slope(&self) -> f32 {
        slope(self.normal)
    }

    /// The same hit, with something else said of what was hit.
    pub fn on<T>(self, surface: T) -> RayHit<T> {
        let Self { point, distance, fraction, normal, inside, .. } = self;
        RayHit { point, distance, fraction, normal, surface, inside }
    }
}

/// The unit tangent of a surface with a unit normal: a quarter clockwise from it.
pub(crate) fn tangent(normal: Vec2) -> Vec2 {
    -normal.perp()
}

/// The angle of a surface with a unit normal, in radians, -π..=π.
pub(crate) fn slope(normal: Vec2) -> f32 {
    let tangent = tangent(normal);
    ops::atan2(tangent.y, tangent.x)
}

/// What a cast ray came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast<S = TileSurface> {
    /// Where the ray ends: the hit, the length limit, or where it leaves the map.
    pub end: Vec2,
    /// What it hit, if anything.
    pub hit: Option<RayHit<S>>,
}

/// Why a ray was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum RayError {
    /// The origin has a coordinate that is not a number or further than [`REACH`] from 0.
    #[error("a ray's origin must be within {REACH} tiles of (0, 0), but it is {0}")]
    Origin(Vec2),
    /// The direction is zero, infinite or not a number.
    #[error("a ray's direction must be finite and not zero, but it is {0}")]
    Direction(Vec2),
    /// The direction's angle is infinite or not a number.
    #[error("a ray's angle must be finite, but it is {0}")]
    Angle(f32),
    /// The limit is negative or not a number.
    #[error("a ray's length limit must be 0 or more, but it is {0}")]
    Limit(f32),
}

impl From<Infallible> for RayError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// What every checked cast asks of its ray's origin and limit.
pub(crate) fn check_ray(origin: Vec2, limit: f32) -> Result<(), RayError> {
    if !is_within_reach(origin) {
        return Err(RayError::Origin(origin));
    }
    if limit.is_nan() || limit < 0.0 {
        return Err(RayError::Limit(limit));
    }
    Ok(())
}

impl Terrain {
    /// Casts a ray from `origin` along `direction`, a vector of any length or an angle in radians ([`RayDirection`]), over
    /// at most `limit` tiles, which may be infinite.
    ///
    /// - An origin outside the map: the ray enters the map where it meets it, and distances count from the origin. One
    ///   that misses the map ends at its limit, or, when that is infinite, at its origin.
    /// - An origin inside a solid: a hit at the origin with fraction 0, normal `-direction` and `inside` set.
    /// - An origin on a face: a hit at 0 when the ray moves in or runs along the face, none when it moves away.
    /// - No hit: the end is at `limit`, or where the ray leaves the map.
    ///
    /// # Errors
    /// A zero or non-finite direction, an origin that is not finite or further than [`REACH`] from (0, 0), a negative or
    /// NaN limit.
    pub fn cast_ray(
        &self,
        layer: Layer,
        origin: Vec2,
        direction: impl TryInto<RayDirection, Error: Into<RayError>>,
        limit: f32,
    ) -> Result<RayCast, RayError> {
        check_ray(origin, limit)?;
        Ok(self.cast(layer, origin, direction.try_into().map_err(Into::into)?, limit))
    }

    /// [`Self::cast_ray`] without the checks: a NaN or negative limit counts as 0, and a ray from further than [`REACH`]
    /// misses the map.
    pub fn cast(&self, layer: Layer, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        match layer {
            Layer::Light => self.cast_light(origin, direction, limit),
            Layer::Body => self.cast_on(Layer::Body, origin, direction, limit, || {
                self.cast_from_outside(Layer::Body, origin, direction, limit)
            }),
        }
    }

    /// [`Self::cast`] on the layer of light.
    pub fn cast_light(&self, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        let outside = || self.cast_from_outside(Layer::Light, origin, direction, limit);
        self.cast_on(Layer::Light, origin, direction, limit, outside)
    }

    /// A ray that enters the map from outside.
    #[cold]
    #[inline(never)]
    fn cast_from_outside(&self, layer: Layer, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        let (direction, limit) = (direction.get(), limit.max(0.0));
        if is_within_reach(origin) {
            let ray = LatticeRay::new(origin, direction);
            if let Some(strike) = self.walk_from_outside(layer, &ray, steps_within(limit)) {
                return self.resolve(layer, &ray, Some(strike), origin, direction, limit);
            }
        }
        let end = if limit.is_finite() { origin + direction * limit } else { origin };
        RayCast { end, hit: None }
    }

    /// Where a beam of light ends and whether it ends on something, by the game's own rule that nothing is cast from
    /// outside the map: there the end is the origin. Else [`Self::cast_light`] without what only a look at the hit itself
    /// needs.
    pub fn light_end(&self, origin: Vec2, direction: RayDirection, limit: f32) -> (Vec2, bool) {
        let unit = direction.get();
        let ray = LatticeRay::new(origin, unit);
        if self.is_outside(&ray) {
            return (origin, false);
        }
        let limit = limit.max(0.0);
        let beyond = || (origin + unit * limit, false);
        let steps = steps_within(limit);
        let hit = match self.light.first_blocked(&ray, steps) {
            Ok(Some(hit)) => hit,
            Ok(None) => return beyond(),
            Err(NoSpans) => return self.light_end_of(&ray, None, steps, origin, unit, limit),
        };
        if self.odd.get(self.odd.index(hit.cell)) {
            return self.light_end_of(&ray, Some(&hit), steps, origin, unit, limit);
        }
        let t = hit.numerator as f64 / hit.denominator as f64;
        if limit < f32::INFINITY && ray.distance(t) > limit {
            return beyond();
        }
        (ray.at(t), true)
    }

    /// [`Self::light_end`] of a ray that is not walked in spans, or that has come to an odd cell.
    #[inline(never)]
    fn light_end_of(
        &self,
        ray: &LatticeRay,
        odd: Option<&Blocked>,
        steps: u32,
        origin: Vec2,
        direction: Vec2,
        limit: f32,
    ) -> (Vec2, bool) {
        let strike = match odd {
            Some(hit) => self.walk_into_odd(Layer::Light, ray, hit, steps),
            None => self.walk_by_cells(Layer::Light, ray, steps),
        };
        let cast = self.resolve(Layer::Light, ray, strike, origin, direction, limit);
        (cast.end, cast.hit.is_some())
    }

    /// Whether a ray's origin lies outside the map.
    #[inline]
    fn is_outside(&self, ray: &LatticeRay) -> bool {
        let outside = |o: i64, size: u32| o as u64 > u64::from(size) << 12;
        outside(ray.ox, self.size().x) || outside(ray.oy, self.size().y)
    }

    /// [`Self::cast`], compiled apart for each layer; `outside` answers for an origin outside the map.
    #[inline(always)]
    fn cast_on(
        &self,
        layer: Layer,
        origin: Vec2,
        direction: RayDirection,
        limit: f32,
        outside: impl FnOnce() -> RayCast,
    ) -> RayCast {
        let direction = direction.get();
        let ray = LatticeRay::new(origin, direction);
        if self.is_outside(&ray) {
            return outside();
        }
        let limit = limit.max(0.0);
        match self.walk_to_wall(layer, &ray, steps_within(limit)) {
            Ok(strike) => self.resolve_strike(layer, &ray, strike, origin, direction, limit),
            Err(strike) => self.resolve(layer, &ray, strike, origin, direction, limit),
        }
    }

    /// A walk's exact end as the answer to a ray cast.
    #[inline(never)]
    pub(crate) fn resolve(
        &self,
        layer: Layer,
        ray: &LatticeRay,
        strike: Option<Strike>,
        origin: Vec2,
        direction: Vec2,
        limit: f32,
    ) -> RayCast {
        match strike {
            Some(strike) => self.resolve_strike(layer, ray, strike, origin, direction, limit),
            None => RayCast { end: origin + direction * limit, hit: None },
        }
    }

    /// [`Self::resolve`] of a strike, compiled into each place for the strikes that come there.
    #[inline(always)]
    pub(crate) fn resolve_strike(
        &self,
        layer: Layer,
        ray: &LatticeRay,
        strike: Strike,
        origin: Vec2,
        direction: Vec2,
        limit: f32,
    ) -> RayCast {
        let t = strike.numerator as f64 / strike.denominator as f64;
        let distance = ray.distance(t);
        if distance > limit {
            return RayCast { end: origin + direction * limit, hit: None };
        }
        let point = if strike.numerator == 0 { origin } else { ray.at(t) };
        if strike.kind == StrikeKind::Border {
            return RayCast { end: point, hit: None };
        }
        let hit = RayHit {
            point,
            distance,
            fraction: if limit > 0.0 { distance / limit } else { 0.0 },
            normal: self.strike_normal(layer, ray, &strike),
            surface: TileSurface { cell: strike.cell, shape: strike.tile },
            inside: strike.kind == StrikeKind::Inside,
        };
        RayCast { end: point, hit: Some(hit) }
    }

    /// Whether nothing on the layer touches the open segment between two points; its ends may lie on surfaces. Exactly
    /// symmetric: `a` sees `b` when `b` sees `a`. A point sees itself unless it lies inside a solid; outside the map there
    /// is nothing to block sight. A point that is not finite, or further than [`REACH`] tiles away, neither sees nor is
    /// seen.
    pub fn line_of_sight(&self, a: Vec2, b: Vec2, layer: Layer) -> bool {
        if !is_within_reach(b) {
            return false;
        }
        let ray = LatticeRay::between(a, b);
        let far = (ray.dx.abs().max(ray.dy.abs()) >> 12) as u32 + 2;
        if self.contains_point(a)
            && (ray.dx, ray.dy) != (0, 0)
            && let Ok(hit) = self.span_grids(layer).first_blocked(&ray, far)
        {
            let Some(hit) = hit.filter(|hit| hit.numerator < hit.denominator) else { return true };
            if !self.odd.get(self.odd.index(hit.cell)) {
                return false;
            }
            return self.walk_into_odd(layer, &ray, &hit, ray.steps()).is_none_or(|strike| !strike.blocks_segment());
        }
        self.line_of_sight_by_cells(a, b, layer)
    }

    /// [`Self::line_of_sight`] where the common case does not hold.
    #[inline(never)]
    fn line_of_sight_by_cells(&self, a: Vec2, b: Vec2, layer: Layer) -> bool {
        if !is_within_reach(a) {
            return false;
        }
        let ray = LatticeRay::between(a, b);
        if (ray.dx, ray.dy) == (0, 0) {
            return self.is_outside(&ray) || !self.is_interior(layer, ray.ox, ray.oy);
        }
        self.strike_between(layer, &ray).is_none_or(|strike| !strike.blocks_segment())
    }

    /// The first strike of a ray between two points, from inside or outside the map; it may lie beyond the second.
    pub(crate) fn strike_between(&self, layer: Layer, ray: &LatticeRay) -> Option<Strike> {
        if !self.is_outside(ray) {
            self.walk(layer, ray, ray.steps())
        } else {
            self.walk_from_outside(layer, ray, ray.steps())
        }
    }
}

/// At most how many lines of the grid a ray of this length crosses (the diagonal crosses √2 a tile), and a few more.
#[inline]
pub(crate) fn steps_within(limit: f32) -> u32 {
    if limit == f32::INFINITY { u32::MAX } else { ((limit * 1.5) as u32).saturating_add(3) }
}

/// Whether both coordinates are numbers of at most [`REACH`].
pub(crate) fn is_within_reach(point: Vec2) -> bool {
    point.x.abs() <= REACH && point.y.abs() <= REACH
}
