//! Many rays from one origin, four walks abreast. Each step of a walk waits for the one before; four that do not wait for
//! one another keep the processor busy, and end in one unforeseen branch instead of four.

use bevy::math::{IVec2, Vec2};

use super::{
    lattice::{LatticeRay, TILE},
    ray::{RayCast, RayDirection},
    terrain::{Layer, Terrain},
    walk::Stride,
};

/// How many rays walk abreast.
const LANES: usize = 4;
/// Rays that are limited to fewer tiles walk alone: abreast, all go on to their hits before the limit is asked about.
const LIMIT_MIN: f32 = 64.0;

impl Terrain {
    /// Casts many rays from one origin and appends an answer for each, bit for bit that of [`Self::cast`].
    pub fn cast_many(
        &self,
        layer: Layer,
        origin: Vec2,
        directions: &[RayDirection],
        limit: f32,
        casts: &mut Vec<RayCast>,
    ) {
        casts.reserve(directions.len());
        let first = LatticeRay::new(origin, Vec2::X);
        let open = |size: u32, o: i64| o > 0 && o < i64::from(size) << 12 && o & (TILE - 1) != 0;
        let in_open_cell = open(self.size().x, first.ox) && open(self.size().y, first.oy);
        let cell = first.first_cell();
        let grid = self.grid(layer);
        if !in_open_cell || grid.get(grid.index(cell)) || limit.is_nan() || limit < LIMIT_MIN {
            casts.extend(directions.iter().map(|&direction| self.cast(layer, origin, direction, limit)));
            return;
        }
        let (fours, rest) = directions.as_chunks::<LANES>();
        for four in fours {
            self.cast_abreast(layer, origin, cell, four, limit, casts);
        }
        casts.extend(rest.iter().map(|&direction| self.cast(layer, origin, direction, limit)));
    }

    /// Casts four rays that start strictly inside a free cell.
    #[inline]
    fn cast_abreast(
        &self,
        layer: Layer,
        origin: Vec2,
        cell: IVec2,
        directions: &[RayDirection; LANES],
        limit: f32,
        casts: &mut Vec<RayCast>,
    ) {
        let grid = self.grid(layer);
        let rays = directions.map(|direction| LatticeRay::new(origin, direction.get()));
        let strides = rays.map(|ray| Stride::new(grid, &ray));
        let mut errors = rays.map(|ray| ray.error_in(cell));
        if errors.iter().any(|error| error & (TILE - 1) == 0) {
            // One of them may meet a corner exactly.
            casts.extend(directions.iter().map(|&direction| self.cast(layer, origin, direction, limit)));
            return;
        }
        let mut indices = [grid.index(cell); LANES];
        // Abreast until the first of them stops: rays that lie side by side mostly end close together.
        loop {
            let mut stopped = false;
            for lane in 0..LANES {
                let (index, error) = strides[lane].growth(errors[lane] >> 63);
                indices[lane] += index;
                errors[lane] += error;
                stopped |= grid.get(indices[lane]);
            }
            if stopped {
                break;
            }
        }
        for lane in 0..LANES {
            let (ray, direction) = (&rays[lane], directions[lane].get());
            while !grid.get(indices[lane]) {
                let (index, error) = strides[lane].growth(errors[lane] >> 63);
                indices[lane] += index;
                errors[lane] += error;
            }
            // A step along x leaves the error above a tile times `ay - ax`, one along y below.
            let along_x = !((errors[lane] - ((ray.dy.abs() - ray.dx.abs()) << 12)) >> 63);
            let index = indices[lane];
            let tile = self.tile_at(index);
            let strike = if tile.is_slope() {
                self.walk_into_odd(layer, ray, index, along_x, u32::MAX)
            } else {
                Some(ray.face_strike(grid.cell(index), tile, along_x))
            };
            casts.push(match strike {
                Some(strike) => self.resolve_strike(layer, ray, strike, origin, direction, limit),
                None => RayCast { end: origin + direction * limit, hit: None },
            });
        }
    }
}
