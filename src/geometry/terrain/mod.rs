//! A level's tiles with what the queries need worked out once: bit grids for rays, exposed surfaces for moving circles.
//! Immutable. The queries themselves stand in [`ray`](crate::geometry::ray), [`sweep`](crate::geometry::sweep) and
//! [`outline`](crate::geometry::terrain::outline).

pub mod outline;
pub(crate) mod surface;

use bevy::math::{IRect, IVec2, Rect, UVec2, Vec2};

use crate::geometry::ray::REACH;
use crate::geometry::ray::bit_grid::BitGrid;
use crate::geometry::ray::row_walk::SpanGrids;
use crate::geometry::tile::TileShape;
use surface::Features;

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

/// A map of tiles: `size.x` by `size.y` cells, with everything that queries need precomputed. Immutable. Outside the map
/// there is nothing: bodies, rays and sight pass.
#[derive(Clone, Debug)]
pub struct Terrain {
    size: UVec2,
    /// Laid out like the bit grids: by the index of a cell's bit, with a border of `Empty`.
    tiles: Vec<TileShape>,
    pub(crate) light: SpanGrids,
    pub(crate) body: SpanGrids,
    /// The border and every tile but `Empty` and `Solid`: a ray that ends on none of them need not look at the tiles,
    /// which on a large map lie far from the processor.
    pub(crate) odd: BitGrid,
    pub(crate) features: Features,
}

impl Terrain {
    /// Builds a terrain from rows bottom to top, `tiles[y * size.x + x]`.
    ///
    /// # Panics
    /// If `tiles.len() != size.x * size.y`, or a side is longer than [`REACH`] cells.
    pub fn new(size: UVec2, tiles: Vec<TileShape>) -> Self {
        assert!(size.max_element() <= REACH as u32, "a map of at most {REACH} cells a side");
        assert_eq!(tiles.len(), size.x as usize * size.y as usize, "one tile for each cell");
        let mut light = SpanGrids::new(size);
        let mut body = SpanGrids::new(size);
        let mut odd = BitGrid::new(size, true);
        for (i, tile) in tiles.iter().enumerate() {
            let cell = IVec2::new((i % size.x as usize) as i32, (i / size.x as usize) as i32);
            if tile.stops_light() {
                light.set(cell);
            }
            if tile.stops_bodies() {
                body.set(cell);
            }
            if !matches!(tile, TileShape::Empty | TileShape::Solid) {
                odd.set(cell);
            }
        }
        let stride = light.rows().stride() as usize;
        let mut bordered = vec![TileShape::Empty; stride * (size.y as usize + 2)];
        for (y, row) in tiles.chunks_exact(size.x.max(1) as usize).enumerate() {
            let start = (y + 1) * stride + 1;
            bordered[start..start + row.len()].copy_from_slice(row);
        }
        let mut terrain = Self { size, tiles: bordered, light, body, odd, features: Features::default() };
        terrain.features = Features::new(&terrain);
        terrain
    }

    /// Width and height in cells.
    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// The shape in a cell; `Empty` outside the map.
    #[inline]
    pub fn tile(&self, cell: IVec2) -> TileShape {
        if !self.contains_cell(cell) {
            return TileShape::Empty;
        }
        self.tile_at(self.light.rows().index(cell))
    }

    /// The shape in the cell of a bit of the grids; `Empty` in the ring of cells around the map.
    #[inline]
    pub(crate) fn tile_at(&self, index: isize) -> TileShape {
        self.tiles[index as usize]
    }

    /// Whether a cell lies in the map.
    #[inline]
    pub fn contains_cell(&self, cell: IVec2) -> bool {
        (cell.x as u32) < self.size.x && (cell.y as u32) < self.size.y
    }

    /// Whether a point lies in the map, its edge included; a point that is not finite does not.
    #[inline]
    pub fn contains_point(&self, point: Vec2) -> bool {
        point.x >= 0.0 && point.y >= 0.0 && point.x <= self.size.x as f32 && point.y <= self.size.y as f32
    }

    /// The cells that a box reaches into; none for one that reaches out of the map.
    #[inline]
    pub fn cells_within(&self, bounds: Rect) -> Option<IRect> {
        let Rect { min, max } = bounds;
        let inside = min.x >= 0.0 && min.y >= 0.0 && max.x < self.size.x as f32 && max.y < self.size.y as f32;
        // Within the map rounding towards 0 is rounding down.
        inside.then(|| IRect { min: min.as_ivec2(), max: max.as_ivec2() })
    }

    /// Whether every one of some cells of the map is free on a layer. A quick look, to spare an exact one: more than 64
    /// columns are not called free.
    #[inline]
    pub fn are_free(&self, layer: Layer, cells: IRect) -> bool {
        let IRect { min, max } = cells;
        let grid = self.grid(layer);
        if max.x - min.x > 1 || max.y - min.y > 1 {
            return max.x - min.x < 64 && (min.y..=max.y).all(|y| grid.row(y, min.x, max.x) == 0);
        }
        // A small box: all four cells, the same one or not, since a branch on which they are is guessed wrong too often.
        let is_solid = |x: i32, y: i32| grid.get(grid.index(IVec2::new(x, y)));
        !(is_solid(min.x, min.y) | is_solid(max.x, min.y) | is_solid(min.x, max.y) | is_solid(max.x, max.y))
    }

    /// Whether some cells of the map have no surface that a moving circle could touch, of a platform neither. A quick look,
    /// to spare a sweep: more than 64 columns are not called open.
    #[inline]
    pub fn are_open(&self, cells: IRect) -> bool {
        let IRect { min, max } = cells;
        max.x - min.x < 64 && (min.y..=max.y).all(|y| self.features.cells.row(y, min.x, max.x) == 0)
    }

    /// Whether a point lies in a closed shape of a layer: on its surface counts.
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
}
