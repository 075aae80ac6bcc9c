//! What a walk hits in a cell that is not free: the tile in which a ray starts, the tiles around a corner, and slopes;
//! and which of the points next to a point of the lattice are solid.

use bevy_math::{I64Vec2, IVec2};

use super::lattice::{LatticeRay, TILE, WalkHit, WalkHitKind};
use crate::terrain::{Layer, Terrain};
use crate::tile::TileShape;

/// The directions in which edges of tiles can leave a point, counter-clockwise. The wedge between one and the next is
/// all solid near the point, or all free.
pub(super) const EDGES: [IVec2; 12] = [
    IVec2::new(1, 0),
    IVec2::new(2, 1),
    IVec2::new(1, 1),
    IVec2::new(0, 1),
    IVec2::new(-1, 1),
    IVec2::new(-2, 1),
    IVec2::new(-1, 0),
    IVec2::new(-2, -1),
    IVec2::new(-1, -1),
    IVec2::new(0, -1),
    IVec2::new(1, -1),
    IVec2::new(2, -1),
];

impl Terrain {
    /// The hit in the cell in which a ray starts, if it starts in or on the shape or reaches its slope.
    #[cold]
    #[inline(never)]
    pub(super) fn hit_at_start(&self, layer: Layer, ray: &LatticeRay, cell: IVec2, error: i64) -> Option<WalkHit> {
        let tile = self.tile(cell);
        let kind = match slope_function(tile, ray, cell) {
            _ if !self.contains_cell(cell) => WalkHitKind::Border,
            Some((start, growth)) if start < 0 => return slope_hit(ray, cell, tile, (start, growth), error),
            Some((0, growth)) if growth < 0 => return None,
            Some((0, 0)) => WalkHitKind::Grazing,
            _ if self.is_interior(layer, ray.origin) => WalkHitKind::Inside,
            _ => WalkHitKind::Vertex,
        };
        Some(WalkHit { numerator: 0, denominator: 1, cell, tile, kind })
    }

    /// The hit of a ray that leaves `cell` exactly through a corner. Solids are closed, so each of the three other
    /// cells around the corner blocks if its shape contains it. A shape in `cell` itself that contained it would have stopped
    /// the ray before.
    #[cold]
    #[inline(never)]
    pub(super) fn hit_at_corner(&self, layer: Layer, ray: &LatticeRay, cell: IVec2) -> Option<WalkHit> {
        let ahead = ray.ahead();
        let corner = cell + (ahead + 1) / 2;
        // Of the two cells beside the ray, the one along x first.
        let cell_hit = self.cell_touching(layer, corner.as_i64vec2() * TILE, ahead * IVec2::new(2, 1))?;
        let (numerator, denominator) = ray.entry(cell + ahead, true);
        let tile = self.tile(cell_hit);
        Some(WalkHit { numerator, denominator, cell: cell_hit, tile, kind: WalkHitKind::Vertex })
    }

    /// A cell whose closed shape contains a point of the lattice. Of several, the one farthest in direction `ahead`.
    pub(super) fn cell_touching(&self, layer: Layer, point: I64Vec2, ahead: IVec2) -> Option<IVec2> {
        const QUADRANTS: [IVec2; 4] = [IVec2::new(-1, -1), IVec2::new(-1, 1), IVec2::new(1, -1), IVec2::new(1, 1)];
        let cells = QUADRANTS.into_iter().filter_map(|way| self.shape_towards(layer, point, way));
        let touching = cells.filter(|(_, (value, _))| *value >= 0).map(|(cell, _)| cell);
        touching.max_by_key(|cell| (cell.dot(ahead), cell.x, cell.y))
    }

    /// Whether a point of the lattice lies in the interior of the union of the layer's shapes.
    pub(super) fn is_interior(&self, layer: Layer, point: I64Vec2) -> bool {
        (0..EDGES.len()).all(|wedge| self.is_solid_wedge(layer, point, wedge))
    }

    /// Whether the points between a direction of [`EDGES`] and the next are solid near a point of the lattice.
    pub(super) fn is_solid_wedge(&self, layer: Layer, point: I64Vec2, wedge: usize) -> bool {
        let between = EDGES[wedge] + EDGES[(wedge + 1) % EDGES.len()];
        self.solid_towards(layer, point, between).is_some()
    }

    /// The cell whose shape contains the points next to a point of the lattice in a direction between two [`EDGES`].
    pub(super) fn solid_towards(&self, layer: Layer, point: I64Vec2, way: IVec2) -> Option<IVec2> {
        // On the slope, the direction says on which side the next points are.
        self.shape_towards(layer, point, way).filter(|(_, function)| *function > (0, 0)).map(|(cell, _)| cell)
    }

    /// The cell that a point of the lattice touches on one side, if it stops the layer, and the [`slope_function`] of
    /// its shape from there on: positive for a shape that fills its cell.
    fn shape_towards(&self, layer: Layer, point: I64Vec2, way: IVec2) -> Option<(IVec2, (i64, i64))> {
        let ray = LatticeRay { origin: point, direction: way.as_i64vec2() };
        let cell = ray.first_cell().as_ivec2();
        let tile = self.tile(cell);
        tile.stops(layer).then(|| (cell, slope_function(tile, &ray, cell).unwrap_or((1, 0))))
    }
}

/// The function of a slope along a ray: its value at the origin (in 1 / `TILE` tile) and its growth in `t`. It is not
/// negative where the ray is in the shape.
#[inline]
fn slope_function(tile: TileShape, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
    let slope = tile.slope()?;
    let (normal, start) = (I64Vec2::new(slope.a, slope.b), ray.origin - cell.as_i64vec2() * TILE);
    Some((normal.dot(start) + slope.c * TILE, normal.dot(ray.direction)))
}

/// The hit in the cell of a slope that a walk has entered at `entry`: on the side of the cell, on the slope, or none.
#[inline]
pub(super) fn hit_in_slope(ray: &LatticeRay, entry: WalkHit, error: i64) -> Option<WalkHit> {
    let (start, growth) = slope_function(entry.tile, ray, entry.cell)?;
    match start * entry.denominator + growth * entry.numerator {
        // The ray enters through the free part of the cell.
        ..0 => slope_hit(ray, entry.cell, entry.tile, (start, growth), error),
        // Where the slope ends on the side of the cell.
        0 => Some(WalkHit { kind: WalkHitKind::Vertex, ..entry }),
        _ => Some(entry),
    }
}

/// The hit on a slope whose function is negative at the ray's entry, if the ray reaches the slope before it leaves the
/// cell. The sign of `error` says through which side it leaves.
#[inline]
fn slope_hit(
    ray: &LatticeRay,
    cell: IVec2,
    tile: TileShape,
    (start, growth): (i64, i64),
    error: i64,
) -> Option<WalkHit> {
    if growth <= 0 {
        return None;
    }
    let (numerator, denominator) = ray.entry(cell + ray.ahead(), error < 0);
    let kind = match start * denominator + growth * numerator {
        ..0 => return None,
        // Where the slope ends on the side of the cell.
        0 => WalkHitKind::Vertex,
        _ => WalkHitKind::Slope,
    };
    Some(WalkHit { numerator: -start, denominator: growth, cell, tile, kind })
}
