//! A level's tiles with everything that queries need computed once: bit grids for rays, edges and corners for moving
//! circles. Immutable. Rays are cast in [`ray`](crate::ray), circles swept in
//! [`sweep`](crate::sweep).

pub(super) mod bit_grid;
mod exposed_edges;
pub mod outline;
mod sweep_features;
mod tile_grid;

use bevy_math::{IRect, IVec2, Rect, UVec2, Vec2};

use super::tile::TileShape;
use crate::REACH;
use bit_grid::BitGrid;
use sweep_features::SweepFeatures;
use tile_grid::TileGrid;

/// Which tiles a ray meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Tiles that stop light: beams and sight.
    Light,
    /// Tiles that stop bodies. One-way platforms do not count.
    Body,
}

impl TileShape {
    /// Whether the shape stops what moves on a layer.
    #[inline]
    pub fn stops(self, layer: Layer) -> bool {
        match layer {
            Layer::Light => self.stops_light(),
            Layer::Body => self.stops_bodies(),
        }
    }
}

/// A map of tiles: `size.x` by `size.y` cells, with everything that queries need precomputed. Immutable. Everything
/// outside the map is free: bodies, rays and sight pass.
#[derive(Clone, Debug)]
pub struct Terrain {
    tiles: TileGrid,
    /// By [`Layer`].
    layers: [BitGrid; 2],
    /// The border and every tile but `Empty` and `Solid`. A walk that ends in a full solid cell never reads the tiles,
    /// which on a large map are far away in memory.
    non_full: BitGrid,
    features: SweepFeatures,
}

impl Terrain {
    /// Builds a terrain from rows bottom to top: `tiles[y * size.x + x]`.
    ///
    /// # Panics
    /// If `tiles.len() != size.x * size.y`, a side is longer than [`REACH`] cells, or the map has about 2³² cells.
    pub fn new(size: UVec2, tiles: Vec<TileShape>) -> Self {
        assert!(size.max_element() <= REACH as u32, "a map of at most {REACH} cells a side");
        assert_eq!(tiles.len() as u64, u64::from(size.x) * u64::from(size.y), "one tile for each cell");
        let tiles = TileGrid { size, tiles };
        let bits = |is_set: fn(TileShape) -> bool| {
            let mut grid = BitGrid::new(size);
            for (x, y) in (-1..=size.y as i32).flat_map(|y| (-1..=size.x as i32).map(move |x| (x, y))) {
                let cell = IVec2::new(x, y);
                if !tiles.contains(cell) || is_set(tiles.get(cell)) {
                    grid.set(cell);
                }
            }
            grid
        };
        let layers = [bits(TileShape::stops_light), bits(TileShape::stops_bodies)];
        let non_full = bits(|tile| !matches!(tile, TileShape::Empty | TileShape::Solid));
        let features = SweepFeatures::new(&tiles);
        Self { tiles, layers, non_full, features }
    }

    /// The terrain with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let TileGrid { size, tiles } = &self.tiles;
        let rows = tiles.chunks((size.x as usize).max(1));
        Self::new(*size, rows.flat_map(|row| row.iter().rev().map(|tile| tile.mirrored())).collect())
    }

    /// Width and height in cells.
    #[inline]
    pub fn size(&self) -> UVec2 {
        self.tiles.size
    }

    /// The shape in a cell; `Empty` outside the map.
    #[inline]
    pub fn tile(&self, cell: IVec2) -> TileShape {
        self.tiles.get(cell)
    }

    /// Whether a cell lies in the map.
    #[inline]
    pub fn contains_cell(&self, cell: IVec2) -> bool {
        self.tiles.contains(cell)
    }

    /// The cells of the map, row by row from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
        let size = self.size().as_ivec2();
        (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
    }

    /// Whether a point lies in the map, its edge included; a point that is not finite does not.
    #[inline]
    pub fn contains_point(&self, point: Vec2) -> bool {
        let size = self.size().as_vec2();
        point.x >= 0.0 && point.y >= 0.0 && point.x <= size.x && point.y <= size.y
    }

    /// The cells that a box reaches into, or `None` for a box that reaches out of the map.
    #[inline]
    pub(super) fn cells_within(&self, bounds: Rect) -> Option<IRect> {
        let Rect { min, max } = bounds;
        let size = self.size().as_vec2();
        let inside = min.x >= 0.0 && min.y >= 0.0 && max.x < size.x && max.y < size.y;
        // Truncation is rounding down where no coordinate is negative.
        inside.then(|| IRect { min: min.as_ivec2(), max: max.as_ivec2() })
    }

    /// Whether none of some cells of the map stops a layer; `false` for more than 64 columns.
    #[inline]
    pub(super) fn are_free(&self, layer: Layer, cells: IRect) -> bool {
        are_unset(self.grid(layer), cells)
    }

    /// Whether none of some cells of the map has a surface that a moving circle could touch, platforms included;
    /// `false` for more than 64 columns.
    #[inline]
    pub(super) fn are_open(&self, cells: IRect) -> bool {
        are_unset(self.features.cells(), cells)
    }

    /// Whether a point lies in a closed shape of a layer; its surface counts.
    pub fn point_in_shape(&self, layer: Layer, point: Vec2) -> bool {
        if !self.contains_point(point) {
            return false;
        }
        let cell = point.floor().as_ivec2();
        // A point on a grid line belongs to the cells on both its sides.
        [IVec2::ZERO, IVec2::NEG_X, IVec2::NEG_Y, IVec2::NEG_ONE].into_iter().any(|offset| {
            let tile = self.tile(cell + offset);
            tile.stops(layer) && tile.contains(point - (cell + offset).as_vec2())
        })
    }

    /// Whether the cell with this index in a grid is of the border, or has a tile other than `Empty` and `Solid`.
    #[inline]
    pub(super) fn is_non_full(&self, index: isize) -> bool {
        self.non_full.get(index)
    }

    /// The bits of a layer, with the border set.
    #[inline]
    pub(super) fn grid(&self, layer: Layer) -> &BitGrid {
        &self.layers[layer as usize]
    }

    /// What moving circles can touch.
    #[inline]
    pub(super) fn sweep_features(&self) -> &SweepFeatures {
        &self.features
    }
}

/// Whether no bit of some cells of the map is set; `false` for more than 64 columns.
#[inline(never)]
fn are_unset(grid: &BitGrid, cells: IRect) -> bool {
    let IRect { min, max } = cells;
    if max.x - min.x > 1 || max.y - min.y > 1 {
        return max.x - min.x < 64 && (min.y..=max.y).all(|y| grid.row(y, min.x, max.x) == 0);
    }
    // At most two by two cells: all four corners, even where they coincide, since a branch on that is mispredicted
    // often.
    let is_set = |x: i32, y: i32| grid.get(grid.index(IVec2::new(x, y)));
    !(is_set(min.x, min.y) | is_set(max.x, min.y) | is_set(min.x, max.y) | is_set(max.x, max.y))
}
