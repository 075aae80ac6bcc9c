//! Rays through the tiles: an exact integer walk over a bit grid, then the exact shape inside the tile.
//!
//! The walk is that of Amanatides and Woo, *A Fast Voxel Traversal Algorithm for Ray Tracing* (1987), with the comparison
//! of the two next crossings kept as one integer error term. Origins are rounded to 2⁻¹² tile and directions to 2⁻²⁴;
//! from there on everything is exact: cells, faces and ties never depend on rounding.
//!
//! Solids are closed sets and a ray is the set of its points after the origin: it hits at the least distance at which it
//! touches a solid, corners and faces included. So a ray that passes exactly between two solids that touch at a corner is
//! blocked, one that runs flush along a wall is blocked by it, and one that starts on a face and moves away is not.

use bevy::math::{IVec2, Vec2, ops};
use thiserror::Error;

use super::{
    lattice::{LatticeRay, Strike, StrikeKind, TILE},
    spans::Blocked,
    terrain::{Layer, Terrain},
    tile::TileShape,
};

/// How far from the map's lower left corner, in tiles on either axis, a ray may start. A map may be as large.
pub const REACH: f32 = 65536.0;

/// A unit direction: finite and not zero by construction, so that casting along it cannot fail.
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

    /// From a vector that is a unit vector already, to rounding (a cosine and a sine, or a rotated unit vector).
    #[inline]
    pub fn from_unit(direction: Vec2) -> Self {
        debug_assert!((direction.length_squared() - 1.0).abs() < 1e-3, "{direction} is not a unit vector");
        Self(direction)
    }

    /// The direction at an angle in radians, counter-clockwise from +x.
    pub fn from_angle(radians: f32) -> Self {
        let (sin, cos) = ops::sin_cos(radians);
        Self(Vec2::new(cos, sin))
    }

    /// The unit vector.
    #[inline]
    pub fn get(self) -> Vec2 {
        self.0
    }
}

/// Where a ray met something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The point of the hit, in tiles.
    pub point: Vec2,
    /// Distance from the ray's origin, in tiles.
    pub distance: f32,
    /// `distance` over the ray's length limit, in 0..=1; 0 when the limit is 0 or infinite.
    pub fraction: f32,
    /// Unit outward normal of the face; `-direction` when `inside`. At a corner, the mean of the faces that meet there
    /// and that the ray can see.
    pub normal: Vec2,
    /// The cell that was hit.
    pub cell: IVec2,
    /// What fills that cell.
    pub shape: TileShape,
    /// Whether the origin was already in a shape.
    pub inside: bool,
}

impl RayHit {
    /// The unit tangent of the face: the normal turned by a quarter clockwise, so that a floor's runs to the right.
    pub fn tangent(&self) -> Vec2 {
        -self.normal.perp()
    }

    /// The angle of the surface in radians, -π..=π: 0 for a flat floor, positive where a floor rises to the right.
    pub fn slope(&self) -> f32 {
        let tangent = self.tangent();
        ops::atan2(tangent.y, tangent.x)
    }
}

/// What a cast ray came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// Where the ray ends: the hit, the length limit, or the map's border.
    pub end: Vec2,
    /// What it hit, if anything.
    pub hit: Option<RayHit>,
}

/// Why a ray was refused.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum RayError {
    /// The origin has a coordinate that is not a finite number.
    #[error("a ray's origin must be finite, but it is {0}")]
    Origin(Vec2),
    /// The direction is zero, infinite or not a number.
    #[error("a ray's direction must be finite and not zero, but it is {0}")]
    Direction(Vec2),
    /// The limit is negative or not a number.
    #[error("a ray's length limit must be 0 or more, but it is {0}")]
    Limit(f32),
}

impl Terrain {
    /// Casts a ray from `origin` along `direction` (any length but 0) over at most `limit` tiles, which may be infinite.
    ///
    /// - An origin outside the map: no cast, the end is the origin. (The map's own edge is still inside, to the lattice's
    ///   2⁻¹² tile.)
    /// - An origin inside a solid: a hit at the origin with fraction 0, normal `-direction` and `inside` set.
    /// - An origin on a face: a hit at 0 when the ray moves in or runs along the face, none when it moves away.
    /// - No hit: the end is at `limit`, or where the ray leaves the map.
    ///
    /// # Errors
    /// A zero or non-finite direction, a non-finite origin, a negative or NaN limit.
    pub fn cast_ray(&self, layer: Layer, origin: Vec2, direction: Vec2, limit: f32) -> Result<RayCast, RayError> {
        if !origin.is_finite() {
            return Err(RayError::Origin(origin));
        }
        if limit.is_nan() || limit < 0.0 {
            return Err(RayError::Limit(limit));
        }
        Ok(self.cast(layer, origin, RayDirection::new(direction)?, limit))
    }

    /// [`Self::cast_ray`] without the checks: a NaN or negative limit counts as 0, a non-finite origin lies outside the map.
    pub fn cast(&self, layer: Layer, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        match layer {
            Layer::Light => self.cast_light(origin, direction, limit),
            Layer::Body => self.cast_on(Layer::Body, origin, direction, limit),
        }
    }

    /// [`Self::cast`] on the layer of light.
    pub fn cast_light(&self, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        self.cast_on(Layer::Light, origin, direction, limit)
    }

    /// Where a beam of light ends and whether it ends on something: [`Self::cast_light`] without what only a look at the
    /// hit itself needs.
    pub fn light_end(&self, origin: Vec2, direction: RayDirection, limit: f32) -> (Vec2, bool) {
        let ray = LatticeRay::new(origin, direction.get());
        if limit != f32::INFINITY || self.is_outside(&ray) {
            return self.light_end_by_cells(origin, direction, limit);
        }
        let Ok(Some(hit)) = self.light.first_blocked(&ray, u32::MAX) else {
            return self.light_end_by_cells(origin, direction, limit);
        };
        if self.odd.get(self.odd.index(hit.cell)) {
            return self.light_end_in_odd(&ray, &hit, origin);
        }
        (ray.at(hit.numerator as f64 / hit.denominator as f64), true)
    }

    /// [`Self::light_end`] where the common case does not hold.
    #[inline(never)]
    fn light_end_by_cells(&self, origin: Vec2, direction: RayDirection, limit: f32) -> (Vec2, bool) {
        let cast = self.cast_on(Layer::Light, origin, direction, limit);
        (cast.end, cast.hit.is_some())
    }

    /// [`Self::light_end`] of a ray without a limit that has come to the border, to a slope or to a curtain.
    #[inline(never)]
    fn light_end_in_odd(&self, ray: &LatticeRay, hit: &Blocked, origin: Vec2) -> (Vec2, bool) {
        let strike = self.walk_into_odd(Layer::Light, ray, hit, u32::MAX).expect("a border surrounds the map");
        let end =
            if strike.numerator == 0 { origin } else { ray.at(strike.numerator as f64 / strike.denominator as f64) };
        (end, strike.kind != StrikeKind::Border)
    }

    /// [`Self::cast`], compiled apart for each layer.
    #[inline(always)]
    pub(super) fn cast_on(&self, layer: Layer, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        let direction = direction.get();
        let ray = LatticeRay::new(origin, direction);
        if self.is_outside(&ray) {
            return RayCast { end: origin, hit: None };
        }
        let limit = limit.max(0.0);
        match self.walk_to_wall(layer, &ray, steps_within(limit)) {
            Ok(strike) => self.resolve_strike(layer, &ray, strike, origin, direction, limit),
            Err(strike) => self.resolve(layer, &ray, strike, origin, direction, limit),
        }
    }

    /// Whether a ray's origin lies outside the map.
    #[inline]
    fn is_outside(&self, ray: &LatticeRay) -> bool {
        let outside = |o: i64, size: u32| o as u64 > u64::from(size) << 12;
        outside(ray.ox, self.size().x) || outside(ray.oy, self.size().y)
    }

    /// [`Self::cast`] for an origin anywhere within [`REACH`] tiles of the map's lower left corner: a ray from outside
    /// enters the map where it meets it. Distances count from the origin. A ray that misses the map ends at its limit, or,
    /// when that is infinite, at its origin; so does one from further away.
    pub fn cast_from_anywhere(&self, layer: Layer, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        if self.contains_point(origin) {
            return self.cast(layer, origin, direction, limit);
        }
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

    /// A walk's exact end as the answer to a ray cast.
    #[inline(never)]
    pub(super) fn resolve(
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
    pub(super) fn resolve_strike(
        &self,
        layer: Layer,
        ray: &LatticeRay,
        strike: Strike,
        origin: Vec2,
        direction: Vec2,
        limit: f32,
    ) -> RayCast {
        // The rounded direction's length differs from 1 by less than 2⁻²²: the root's first-order series is exact enough.
        let (dx, dy) = (ray.dx as f64, ray.dy as f64);
        let length = 0.5 + (dx * dx + dy * dy) * (0.5 / (1u64 << 48) as f64);
        let t = strike.numerator as f64 / strike.denominator as f64;
        let distance = (t * length * TILE as f64) as f32;
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
            cell: strike.cell,
            shape: strike.tile,
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
        let inside = self.contains_point(a);
        if (ray.dx, ray.dy) == (0, 0) {
            return !inside || !self.is_interior(layer, ray.ox, ray.oy);
        }
        let steps = ray.steps();
        let strike = if inside { self.walk(layer, &ray, steps) } else { self.walk_from_outside(layer, &ray, steps) };
        strike.is_none_or(|strike| !strike.blocks_segment())
    }
}

/// At most how many lines of the grid a ray of this length crosses (the diagonal crosses √2 a tile), and a few more.
#[inline]
pub(super) fn steps_within(limit: f32) -> u32 {
    if limit == f32::INFINITY { u32::MAX } else { ((limit * 1.5) as u32).saturating_add(3) }
}

fn is_within_reach(point: Vec2) -> bool {
    point.x.abs() <= REACH && point.y.abs() <= REACH
}
