//! Normals of walk hits, and the surroundings of a point on the grid lines: which halves of the cell sides that meet
//! there are covered, and whether the point is inside the solids. Only rays that meet a corner or run along a grid line
//! need the latter.

use bevy::math::{IVec2, Vec2};

use super::lattice::{LatticeRay, TILE, WalkHit, WalkHitKind};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::Side;

impl Terrain {
    /// The unit normal at a hit.
    #[inline(always)]
    pub(super) fn hit_normal(&self, layer: Layer, ray: &LatticeRay, hit: &WalkHit) -> Vec2 {
        if let WalkHitKind::Face { along_x } = hit.kind {
            const FACES: [Vec2; 4] = [Vec2::NEG_Y, Vec2::Y, Vec2::NEG_X, Vec2::X];
            let (down_x, down_y) = (usize::from(ray.dx < 0), usize::from(ray.dy < 0));
            // A table instead of branches, which would be mispredicted.
            let x = usize::from(along_x);
            return FACES[2 * x + (x & down_x | (1 - x) & down_y)];
        }
        self.rare_normal(layer, ray, hit)
    }

    /// [`Self::hit_normal`] for every kind of hit but faces.
    #[inline(never)]
    fn rare_normal(&self, layer: Layer, ray: &LatticeRay, hit: &WalkHit) -> Vec2 {
        match hit.kind {
            WalkHitKind::Slope => hit.tile.slope().map_or(Vec2::ZERO, |slope| slope.normal()),
            WalkHitKind::Vertex(vertex) => self.vertex_normal(layer, vertex, ray),
            _ => ray.backwards(),
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
        // A straight face through the point shows up on both sides of it and counts once.
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

    /// The cells that cover, from either side, the half tile of a grid line from `point` (in half tiles) towards
    /// `ahead`.
    pub(super) fn half_edge(&self, layer: Layer, point: IVec2, ahead: IVec2) -> HalfEdge {
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

    /// A cell whose closed shape contains a point (in half tiles). Of several, the one farthest in direction `ahead`.
    pub(super) fn cell_touching(&self, layer: Layer, point: IVec2, ahead: IVec2) -> Option<IVec2> {
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
    pub(super) fn is_interior(&self, layer: Layer, ox: i64, oy: i64) -> bool {
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
}

/// Half a tile of a grid line: the cells on either side whose shapes cover it.
pub(super) struct HalfEdge {
    pub left: Option<IVec2>,
    pub right: Option<IVec2>,
}

impl HalfEdge {
    pub fn is_covered(&self) -> bool {
        self.left.is_some() || self.right.is_some()
    }
}

/// The one, two or four cells that touch a point given in half tiles.
fn cells_around(point: IVec2) -> impl Iterator<Item = IVec2> {
    let high = point.div_euclid(IVec2::splat(2));
    let low = (point - 1).div_euclid(IVec2::splat(2));
    let columns = low.x..=high.x;
    columns.flat_map(move |x| (low.y..=high.y).map(move |y| IVec2::new(x, y)))
}
