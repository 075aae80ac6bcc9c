//! What a walk hits in a cell that is not free: the tile in which a ray starts, the tiles around a corner, and slopes.

use bevy::math::IVec2;

use super::lattice::{LatticeRay, TILE, WalkHit, WalkHitKind};
use crate::geometry::terrain::{Layer, Terrain};
use crate::geometry::tile::TileShape;

impl Terrain {
    /// The hit in the cell in which a ray starts, if it starts in or on the shape or reaches its slope.
    #[cold]
    #[inline(never)]
    pub(super) fn hit_at_start(&self, layer: Layer, ray: &LatticeRay, cell: IVec2, error: i64) -> Option<WalkHit> {
        let tile = self.tile(cell);
        let at_origin = |kind| Some(WalkHit { numerator: 0, denominator: 1, cell, tile, kind });
        if !self.contains_cell(cell) {
            return at_origin(WalkHitKind::Border);
        }
        let mut on_slope = false;
        if let Some((start, growth)) = self.slope_along(ray, cell) {
            if start < 0 {
                return slope_hit(ray, cell, tile, (start, growth), error);
            }
            on_slope = start == 0;
            if on_slope && growth < 0 {
                return None;
            }
            if on_slope && growth == 0 {
                return at_origin(WalkHitKind::Grazing);
            }
        }
        let &LatticeRay { ox, oy, .. } = ray;
        if self.is_interior(layer, ox, oy) {
            at_origin(WalkHitKind::Inside)
        } else if ox % (TILE / 2) == 0 && oy % (TILE / 2) == 0 && (ox % TILE == 0 || oy % TILE == 0) {
            at_origin(WalkHitKind::Vertex(IVec2::new((ox / (TILE / 2)) as i32, (oy / (TILE / 2)) as i32)))
        } else if on_slope {
            at_origin(WalkHitKind::Slope)
        } else if ox % TILE == 0 {
            at_origin(WalkHitKind::Face { along_x: true })
        } else {
            at_origin(WalkHitKind::Face { along_x: false })
        }
    }

    /// The hit of a ray that leaves `cell` exactly through a corner. Solids are closed, so each of the three other
    /// cells around the corner blocks if its shape contains it.
    #[cold]
    #[inline(never)]
    pub(super) fn hit_at_corner(&self, layer: Layer, ray: &LatticeRay, cell: IVec2) -> Option<WalkHit> {
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
        Some(WalkHit { numerator, denominator, cell: hit, tile: self.tile(hit), kind: WalkHitKind::Vertex(corner * 2) })
    }

    /// [`slope_function`] of the tile in a cell.
    #[inline]
    pub(super) fn slope_along(&self, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
        slope_function(self.tile(cell), ray, cell)
    }
}

/// The function of a slope along a ray: its value at the origin (in 1 / `TILE` tile) and its growth in `t`. It is not
/// negative where the ray is in the shape.
#[inline]
fn slope_function(tile: TileShape, ray: &LatticeRay, cell: IVec2) -> Option<(i64, i64)> {
    let slope = tile.slope()?;
    let (x, y) = (ray.ox - (i64::from(cell.x) << 12), ray.oy - (i64::from(cell.y) << 12));
    Some((slope.a * x + slope.b * y + (slope.c << 12), slope.a * ray.dx + slope.b * ray.dy))
}

/// The hit in the cell of a slope that a walk has entered at `entry`: on the side of the cell, on the slope, or none.
#[inline]
pub(super) fn hit_in_slope(ray: &LatticeRay, entry: WalkHit, error: i64) -> Option<WalkHit> {
    let (start, growth) = slope_function(entry.tile, ray, entry.cell)?;
    // Negative at the entry: the ray enters through the free part of the cell.
    if start * entry.denominator + growth * entry.numerator < 0 {
        return slope_hit(ray, entry.cell, entry.tile, (start, growth), error);
    }
    Some(entry)
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
    let (numerator, denominator) = if error < 0 {
        ray.entry_x(cell + IVec2::new(if ray.dx < 0 { -1 } else { 1 }, 0))
    } else {
        ray.entry_y(cell + IVec2::new(0, if ray.dy < 0 { -1 } else { 1 }))
    };
    let reaches = start * denominator + growth * numerator >= 0;
    reaches.then_some(WalkHit { numerator: -start, denominator: growth, cell, tile, kind: WalkHitKind::Slope })
}
