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
    /// Casts many rays from one origin and appends an answer for each, bit for bit that of [`Self::cast`], without checks as there.
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
                self.walk_into_odd(layer, ray, index, errors[lane], along_x, u32::MAX)
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

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use super::*;
    use crate::geometry::{cone::Cone, tests::random::Random};

    #[test]
    fn many_rays_are_the_single_rays_bit_for_bit() {
        let mut random = Random::new(51);
        for round in 0..200 {
            let filled = random.between(0.05, 0.5);
            let terrain = random.terrain(14, 11, filled);
            let lattice = [2.0, 64.0, 4096.0][random.below(3) as usize];
            let origin = Vec2::new(random.between(-1.0, 15.0), random.between(-1.0, 12.0));
            let origin = (origin * lattice).round() / lattice;
            let limit = [f32::INFINITY, 100.0, random.between(0.0, 9.0)][random.below(3) as usize];
            let rays = random.below(100) as usize;
            let cone = Cone { origin, facing: random.between(-9.0, 9.0), fov: random.between(0.0, TAU), rays, limit };
            let mut directions = cone.directions().unwrap();
            // Axes and diagonals, which meet corners.
            for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x as f32, y as f32))) {
                directions.extend(RayDirection::new(Vec2::new(x, y)));
            }
            for layer in [Layer::Light, Layer::Body] {
                let mut casts = vec![];
                terrain.cast_many(layer, origin, &directions, limit, &mut casts);
                let single: Vec<_> = directions.iter().map(|&d| terrain.cast(layer, origin, d, limit)).collect();
                assert_eq!(casts, single, "round {round} from {origin}");
            }
            let cone_casts = terrain.cast_cone(Layer::Light, &cone).unwrap();
            assert_eq!(cone_casts.len(), rays);
        }
    }
}
