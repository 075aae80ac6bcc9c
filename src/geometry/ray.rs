//! Rays through the tiles: an exact integer walk over a bit grid, then the exact shape inside the tile.
//!
//! The walk is that of Amanatides and Woo, *A Fast Voxel Traversal Algorithm for Ray Tracing* (1987), with the comparison
//! of the two next crossings kept as one integer error term. Origins are rounded to 2⁻¹² tile and directions to 2⁻²⁴;
//! from there on everything is exact: cells, faces and ties never depend on rounding.
//!
//! Solids are closed sets and a ray is the set of its points after the origin: it hits at the least distance at which it
//! touches a solid, corners and faces included. So a ray that passes exactly between two solids that touch at a corner is
//! blocked, one that runs flush along a wall is blocked by it, and one that starts on a face and moves away is not.

use bevy::math::{DVec2, IVec2, Vec2, ops};
use thiserror::Error;

use super::{
    bitgrid::BitGrid,
    terrain::{Layer, Terrain},
    tile::{Side, TileShape},
};

/// A tile, in the units of a lattice origin: origins are rounded to multiples of 1 / `TILE` tile.
const TILE: i64 = 1 << 12;
/// Adding this to a number of less than 2³⁸ leaves it rounded to a multiple of 2⁻¹² in the low bits.
const ROUND_ORIGIN: f64 = (1u64 << 40) as f64 * 1.5;
/// Adding this to a number of less than 2²⁶ leaves it rounded to a multiple of 2⁻²⁴ in the low bits.
const ROUND_DIRECTION: f64 = (1u64 << 28) as f64 * 1.5;

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

/// A ray on the lattice: its points are `(ox, oy) + t (dx, dy)` in 1 / [`TILE`] tile, for `t > 0`.
#[derive(Clone, Copy, Debug)]
struct LatticeRay {
    ox: i64,
    oy: i64,
    dx: i64,
    dy: i64,
}

/// Where a walk ended: at `t = numerator / denominator`, exactly.
#[derive(Clone, Copy, Debug)]
struct Strike {
    numerator: i64,
    denominator: i64,
    cell: IVec2,
    kind: StrikeKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum StrikeKind {
    /// A face that a ray moving along x meets.
    FaceX,
    /// A face that a ray moving along y meets.
    FaceY,
    /// The slope of the tile.
    Slope,
    /// A vertex of one or more shapes, in half tiles.
    Vertex(IVec2),
    /// The origin, in the inside of the solids.
    Inside,
    /// The origin, on a surface that the ray runs along.
    Grazing,
    /// The ray leaves the map.
    Border,
}

impl Terrain {
    /// Casts a ray from `origin` along `direction` (any length but 0) over at most `limit` tiles, which may be infinite.
    ///
    /// - An origin outside the map: no cast, the end is the origin. (The map's own edge is still inside.)
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
        let direction = direction.get();
        if !self.contains_point(origin) {
            return RayCast { end: origin, hit: None };
        }
        let limit = limit.max(0.0);
        let ray = LatticeRay {
            ox: round_to_lattice(origin.x),
            oy: round_to_lattice(origin.y),
            dx: round_direction(direction.x),
            dy: round_direction(direction.y),
        };
        // A length of `limit` crosses at most this many lines of the grid.
        let steps = ((direction.x.abs() + direction.y.abs()) * limit) as u32;
        let Some(strike) = self.walk(layer, &ray, steps.saturating_add(3)) else {
            return RayCast { end: origin + direction * limit, hit: None };
        };
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
            normal: self.strike_normal(layer, &ray, &strike),
            cell: strike.cell,
            shape: self.tile(strike.cell),
            inside: strike.kind == StrikeKind::Inside,
        };
        RayCast { end: point, hit: Some(hit) }
    }

    /// [`Self::cast`] on the layer of light.
    pub fn cast_light(&self, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        self.cast(Layer::Light, origin, direction, limit)
    }

    /// Whether nothing on the layer touches the open segment between two points; its ends may lie on surfaces. Exactly
    /// symmetric: `a` sees `b` when `b` sees `a`. A point sees itself unless it lies inside a solid; outside the map
    /// there is nothing to block sight, and a point that is not finite sees nothing.
    pub fn line_of_sight(&self, a: Vec2, b: Vec2, layer: Layer) -> bool {
        if !a.is_finite() || !b.is_finite() {
            return false;
        }
        let (a, b) = if self.contains_point(a) { (a, b) } else { (b, a) };
        if !self.contains_point(a) {
            return true;
        }
        let (ox, oy) = (round_to_lattice(a.x), round_to_lattice(a.y));
        let ray = LatticeRay { ox, oy, dx: round_to_lattice(b.x) - ox, dy: round_to_lattice(b.y) - oy };
        if (ray.dx, ray.dy) == (0, 0) {
            return !self.is_interior(layer, ox, oy);
        }
        let steps = ((ray.dx.abs() + ray.dy.abs()) / TILE) as u32 + 3;
        self.walk(layer, &ray, steps)
            .is_none_or(|strike| strike.kind == StrikeKind::Border || strike.numerator >= strike.denominator)
    }

    /// Walks the cells along a ray whose origin lies in the map, up to `steps` of them, to the first strike.
    #[inline]
    fn walk(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<Strike> {
        let grid = self.grid(layer);
        let &LatticeRay { ox, oy, dx, dy } = ray;
        if (dx == 0 && ox % TILE == 0) || (dy == 0 && oy % TILE == 0) {
            return self.walk_grid_line(layer, ray, steps);
        }
        let (ax, ay) = (dx.abs(), dy.abs());
        // The cell that the ray is in just after its origin, and what is left to its next lines, in 1..=TILE.
        let (cx, cy) = ((ox - i64::from(dx < 0)) >> 12, (oy - i64::from(dy < 0)) >> 12);
        let rx = if dx < 0 { ox - (cx << 12) } else { ((cx + 1) << 12) - ox };
        let ry = if dy < 0 { oy - (cy << 12) } else { ((cy + 1) << 12) - oy };
        // The next line along x comes first when rx / ax < ry / ay, that is, when this is negative.
        let mut error = rx * ay - ry * ax;
        let step_x: isize = if dx < 0 { -1 } else { 1 };
        let step_y = if dy < 0 { -grid.stride() } else { grid.stride() };
        let mut index = grid.index(IVec2::new(cx as i32, cy as i32));
        if grid.get(index)
            && let Some(strike) = self.strike_at_start(layer, ray, IVec2::new(cx as i32, cy as i32), error)
        {
            return Some(strike);
        }
        let (step_xy, back_y) = (step_x - step_y, ax << 12);
        let grow_xy = (ax + ay) << 12;
        for _ in 0..steps {
            // All ones when the step is along x, else 0.
            let mut along_x = error >> 63;
            if error == 0 {
                let cell = grid.cell(index);
                if let Some(strike) = self.strike_at_corner(layer, ray, cell) {
                    return Some(strike);
                }
                index += step_x + step_y;
                error = (ay - ax) << 12;
                along_x = -1;
            } else {
                index += (step_xy & along_x as isize) + step_y;
                error += (grow_xy & along_x) - back_y;
            }
            if grid.get(index) {
                let cell = grid.cell(index);
                if let Some(strike) = self.strike_in_cell(layer, ray, cell, along_x != 0, error) {
                    return Some(strike);
                }
            }
        }
        None
    }

    /// The strike in a cell that a walk has entered and whose bit is set.
    #[inline]
    fn strike_in_cell(&self, layer: Layer, ray: &LatticeRay, cell: IVec2, along_x: bool, error: i64) -> Option<Strike> {
        let (numerator, denominator) = if along_x { ray.entry_x(cell) } else { ray.entry_y(cell) };
        let kind = if !self.contains_cell(cell) {
            StrikeKind::Border
        } else {
            let face = if along_x { StrikeKind::FaceX } else { StrikeKind::FaceY };
            if let Some((start, growth)) = self.slope_along(ray, cell) {
                // Negative at the entry: the ray enters through the free part of the cell.
                if start * denominator + growth * numerator < 0 {
                    return slope_strike(ray, cell, start, growth, error);
                }
            }
            face
        };
        debug_assert!(kind == StrikeKind::Border || self.tile(cell).stops(layer));
        Some(Strike { numerator, denominator, cell, kind })
    }

    /// The strike in the cell in which a ray starts, if it starts in or on the shape or reaches its slope.
    #[cold]
    fn strike_at_start(&self, layer: Layer, ray: &LatticeRay, cell: IVec2, error: i64) -> Option<Strike> {
        let at_origin = |kind| Some(Strike { numerator: 0, denominator: 1, cell, kind });
        if !self.contains_cell(cell) {
            return at_origin(StrikeKind::Border);
        }
        let mut on_slope = false;
        if let Some((start, growth)) = self.slope_along(ray, cell) {
            if start < 0 {
                return slope_strike(ray, cell, start, growth, error);
            }
            on_slope = start == 0;
            if on_slope && growth < 0 {
                return None;
            }
            if on_slope && growth == 0 {
                return at_origin(StrikeKind::Grazing);
            }
        }
        let &LatticeRay { ox, oy, .. } = ray;
        if self.is_interior(layer, ox, oy) {
            at_origin(StrikeKind::Inside)
        } else if ox % (TILE / 2) == 0 && oy % (TILE / 2) == 0 && (ox % TILE == 0 || oy % TILE == 0) {
            at_origin(StrikeKind::Vertex(IVec2::new((ox / (TILE / 2)) as i32, (oy / (TILE / 2)) as i32)))
        } else if on_slope {
            at_origin(StrikeKind::Slope)
        } else if ox % TILE == 0 {
            at_origin(StrikeKind::FaceX)
        } else {
            at_origin(StrikeKind::FaceY)
        }
    }

    /// The strike of a ray that leaves `cell` exactly through a corner: solids are closed, so each of the three other
    /// cells around it blocks if its shape contains the corner.
    #[cold]
    fn strike_at_corner(&self, layer: Layer, ray: &LatticeRay, cell: IVec2) -> Option<Strike> {
        let (right, up) = (i64::from(ray.dx > 0), i64::from(ray.dy > 0));
        let step = IVec2::new(2 * right as i32 - 1, 2 * up as i32 - 1);
        let around = [
            (cell + step, 1 - right, 1 - up),
            (cell + IVec2::new(step.x, 0), 1 - right, up),
            (cell + IVec2::new(0, step.y), right, 1 - up),
        ];
        let (hit, ..) = around.into_iter().find(|&(cell, x, y)| {
            let tile = self.tile(cell);
            tile.stops(layer) && tile.has_corner(x, y)
        })?;
        let (numerator, denominator) = ray.entry_x(cell + IVec2::new(step.x, 0));
        let corner = cell + IVec2::new(right as i32, up as i32);
        Some(Strike { numerator, denominator, cell: hit, kind: StrikeKind::Vertex(corner * 2) })
    }

    /// The walk of a ray that runs along a line of the grid. It touches the cells on both sides of the line, and closed
    /// solids on either side block it.
    #[cold]
    fn walk_grid_line(&self, layer: Layer, ray: &LatticeRay, steps: u32) -> Option<Strike> {
        const HALF: i64 = TILE / 2;
        let along_x = ray.dy == 0;
        let (origin, line, speed) = if along_x { (ray.ox, ray.oy, ray.dx) } else { (ray.oy, ray.ox, ray.dy) };
        let step = speed.signum();
        let point = |half: i64| {
            let across = line / HALF;
            if along_x { IVec2::new(half as i32, across as i32) } else { IVec2::new(across as i32, half as i32) }
        };
        let ahead = match (along_x, step > 0) {
            (true, true) => IVec2::X,
            (true, false) => IVec2::NEG_X,
            (false, true) => IVec2::Y,
            (false, false) => IVec2::NEG_Y,
        };
        let extent = 2 * i64::from(if along_x { self.size().x } else { self.size().y });
        // The half point at or behind the origin.
        let mut half = if step > 0 { origin.div_euclid(HALF) } else { -(-origin).div_euclid(HALF) };
        let start = self.half_edge(layer, point(half), ahead);
        if start.covered() {
            let kind = if start.left.is_some() && start.right.is_some() && self.is_interior(layer, ray.ox, ray.oy) {
                StrikeKind::Inside
            } else {
                StrikeKind::Grazing
            };
            let cell = start.left.or(start.right).expect("a covered half edge has a cell");
            return Some(Strike { numerator: 0, denominator: 1, cell, kind });
        }
        for _ in 0..steps.saturating_mul(2).saturating_add(2) {
            half += step;
            if half < 0 || half > extent {
                break;
            }
            let strike = |cell, kind| {
                Some(Strike { numerator: (half * HALF - origin) * step, denominator: speed.abs(), cell, kind })
            };
            if let Some(cell) = self.cell_touching(layer, point(half), ahead) {
                return strike(cell, StrikeKind::Vertex(point(half)));
            }
            if half == (if step > 0 { extent } else { 0 }) {
                let inside = point(half).div_euclid(IVec2::splat(2));
                return strike(inside, StrikeKind::Border);
            }
        }
        // The origin lies on the map's edge and the ray leaves at once, or the steps are used up.
        let leaves = half < 0 || half > extent;
        leaves.then_some(Strike { numerator: 0, denominator: 1, cell: IVec2::ZERO, kind: StrikeKind::Border })
    }

    /// The slope's function in a cell along a ray, as its value at the origin (in 1 / `TILE` tile) and its growth: not
    /// negative where the ray is in the shape.
    #[inline]
    fn slope_along(&self, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
        let slope = self.tile(cell).slope()?;
        let (x, y) = (ray.ox - (i64::from(cell.x) << 12), ray.oy - (i64::from(cell.y) << 12));
        Some((slope.a * x + slope.b * y + (slope.c << 12), slope.a * ray.dx + slope.b * ray.dy))
    }

    /// The unit normal of a strike.
    #[inline]
    fn strike_normal(&self, layer: Layer, ray: &LatticeRay, strike: &Strike) -> Vec2 {
        match strike.kind {
            StrikeKind::FaceX => Vec2::new(if ray.dx < 0 { 1.0 } else { -1.0 }, 0.0),
            StrikeKind::FaceY => Vec2::new(0.0, if ray.dy < 0 { 1.0 } else { -1.0 }),
            StrikeKind::Slope => self.tile(strike.cell).slope().map_or(Vec2::ZERO, |slope| slope.normal()),
            StrikeKind::Vertex(vertex) => self.vertex_normal(layer, vertex, ray),
            StrikeKind::Inside | StrikeKind::Grazing | StrikeKind::Border => ray.backwards(),
        }
    }

    /// The mean normal of the surfaces that meet at a point (in half tiles) and that face the ray.
    #[cold]
    fn vertex_normal(&self, layer: Layer, point: IVec2, ray: &LatticeRay) -> Vec2 {
        let mut sum = Vec2::ZERO;
        let mut add = |normal: Vec2| {
            if f64::from(normal.x) * (ray.dx as f64) + f64::from(normal.y) * (ray.dy as f64) < 0.0 {
                sum += normal;
            }
        };
        // A straight face through the point is seen twice, once on each side of it; it counts once.
        let mut faces: [Vec2; 4] = [Vec2::ZERO; 4];
        for (k, ahead) in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].into_iter().enumerate() {
            let edge = self.half_edge(layer, point, ahead);
            let left = ahead.perp().as_vec2();
            let normal = match (edge.left, edge.right) {
                (Some(_), None) => -left,
                (None, Some(_)) => left,
                _ => continue,
            };
            if !faces.contains(&normal) {
                faces[k] = normal;
                add(normal);
            }
        }
        for cell in cells_around(point) {
            let tile = self.tile(cell);
            let local = point - cell * 2;
            if let Some(slope) = tile.slope()
                && tile.stops(layer)
                && slope.a * i64::from(local.x) + slope.b * i64::from(local.y) + 2 * slope.c == 0
            {
                add(slope.normal());
            }
        }
        sum.try_normalize().unwrap_or_else(|| ray.backwards())
    }

    /// The cells that cover the half tile of a grid line from `point` (in half tiles) towards `ahead`, on its two sides.
    fn half_edge(&self, layer: Layer, point: IVec2, ahead: IVec2) -> HalfEdge {
        let along_x = ahead.y == 0;
        let (along, across) = if along_x { (point.x, point.y) } else { (point.y, point.x) };
        if across % 2 != 0 {
            return HalfEdge { left: None, right: None };
        }
        let half = along.min(along + ahead.x + ahead.y);
        let (cell, line) = (half.div_euclid(2), across.div_euclid(2));
        let covers = |cell: IVec2, side: Side| {
            let tile = self.tile(cell);
            (tile.stops(layer) && tile.cover(side) >> half.rem_euclid(2) & 1 != 0).then_some(cell)
        };
        let (low, high) = if along_x {
            (covers(IVec2::new(cell, line - 1), Side::Top), covers(IVec2::new(cell, line), Side::Bottom))
        } else {
            (covers(IVec2::new(line - 1, cell), Side::Right), covers(IVec2::new(line, cell), Side::Left))
        };
        // The left of +x is up, the left of +y is towards -x.
        if ahead == IVec2::X || ahead == IVec2::NEG_Y {
            HalfEdge { left: high, right: low }
        } else {
            HalfEdge { left: low, right: high }
        }
    }

    /// A cell whose closed shape contains a point (in half tiles): the one furthest `ahead`, if several do.
    fn cell_touching(&self, layer: Layer, point: IVec2, ahead: IVec2) -> Option<IVec2> {
        cells_around(point)
            .filter(|&cell| {
                let tile = self.tile(cell);
                let local = point - cell * 2;
                tile.stops(layer)
                    && tile.slope().is_none_or(|s| s.a * i64::from(local.x) + s.b * i64::from(local.y) + 2 * s.c >= 0)
            })
            .max_by_key(|cell| cell.dot(ahead))
    }

    /// Whether a lattice point lies in the interior of the union of the layer's shapes.
    fn is_interior(&self, layer: Layer, ox: i64, oy: i64) -> bool {
        let cell = IVec2::new((ox >> 12) as i32, (oy >> 12) as i32);
        let on_x = ox % TILE == 0;
        let on_y = oy % TILE == 0;
        let both = |point: IVec2, ahead: IVec2| {
            let edge = self.half_edge(layer, point, ahead);
            edge.left.is_some() && edge.right.is_some()
        };
        let half = |o: i64| (o.div_euclid(TILE / 2)) as i32;
        let between_halves = |o: i64| o % (TILE / 2) != 0;
        let point = IVec2::new(half(ox), half(oy));
        match (on_x, on_y) {
            (false, false) => {
                let tile = self.tile(cell);
                let ray = LatticeRay { ox, oy, dx: 0, dy: 0 };
                tile.stops(layer) && self.slope_along(&ray, cell).is_none_or(|(value, _)| value > 0)
            }
            (true, false) => both(point, IVec2::Y) && (between_halves(oy) || both(point, IVec2::NEG_Y)),
            (false, true) => both(point, IVec2::X) && (between_halves(ox) || both(point, IVec2::NEG_X)),
            (true, true) => [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].into_iter().all(|d| both(point, d)),
        }
    }

    fn grid(&self, layer: Layer) -> &BitGrid {
        match layer {
            Layer::Light => &self.light,
            Layer::Body => &self.body,
        }
    }
}

/// Half a tile of a grid line, and the cells on either side whose shapes cover it.
struct HalfEdge {
    left: Option<IVec2>,
    right: Option<IVec2>,
}

impl HalfEdge {
    fn covered(&self) -> bool {
        self.left.is_some() || self.right.is_some()
    }
}

impl LatticeRay {
    /// The `t` at which the ray crosses into a cell along x, as a fraction.
    #[inline]
    fn entry_x(&self, cell: IVec2) -> (i64, i64) {
        let line = i64::from(cell.x) + i64::from(self.dx < 0);
        (((line << 12) - self.ox) * if self.dx < 0 { -1 } else { 1 }, self.dx.abs())
    }

    /// The `t` at which the ray crosses into a cell along y, as a fraction.
    #[inline]
    fn entry_y(&self, cell: IVec2) -> (i64, i64) {
        let line = i64::from(cell.y) + i64::from(self.dy < 0);
        (((line << 12) - self.oy) * if self.dy < 0 { -1 } else { 1 }, self.dy.abs())
    }

    /// The point at `t`, in tiles.
    #[inline]
    fn at(&self, t: f64) -> Vec2 {
        let point = DVec2::new(self.ox as f64 + t * self.dx as f64, self.oy as f64 + t * self.dy as f64);
        (point / TILE as f64).as_vec2()
    }

    /// The unit vector against the direction.
    #[cold]
    fn backwards(&self) -> Vec2 {
        -DVec2::new(self.dx as f64, self.dy as f64).normalize().as_vec2()
    }
}

/// The strike on a slope whose function is negative where the ray comes from, if the ray reaches it before it leaves the
/// cell. `error` says through which side it leaves.
#[inline]
fn slope_strike(ray: &LatticeRay, cell: IVec2, start: i64, growth: i64, error: i64) -> Option<Strike> {
    let (numerator, denominator) = if error < 0 {
        ray.entry_x(cell + IVec2::new(if ray.dx < 0 { -1 } else { 1 }, 0))
    } else {
        ray.entry_y(cell + IVec2::new(0, if ray.dy < 0 { -1 } else { 1 }))
    };
    let reaches = start * denominator + growth * numerator >= 0;
    reaches.then_some(Strike { numerator: -start, denominator: growth, cell, kind: StrikeKind::Slope })
}

/// The one, two or four cells that touch a point given in half tiles.
fn cells_around(point: IVec2) -> impl Iterator<Item = IVec2> {
    let high = point.div_euclid(IVec2::splat(2));
    let low = (point - 1).div_euclid(IVec2::splat(2));
    let columns = low.x..=high.x;
    columns.flat_map(move |x| (low.y..=high.y).map(move |y| IVec2::new(x, y)))
}

/// A coordinate in tiles, rounded to the lattice of origins (ties to even).
#[inline]
fn round_to_lattice(x: f32) -> i64 {
    (f64::from(x) + ROUND_ORIGIN).to_bits() as i64 - ROUND_ORIGIN.to_bits() as i64
}

/// A component of a unit vector, rounded to a multiple of 2⁻²⁴ (ties to even).
#[inline]
fn round_direction(x: f32) -> i64 {
    (f64::from(x) + ROUND_DIRECTION).to_bits() as i64 - ROUND_DIRECTION.to_bits() as i64
}
