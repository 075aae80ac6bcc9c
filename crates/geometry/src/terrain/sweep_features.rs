//! The edges and corners of a map that moving circles can touch, by cell: exposed sides of tiles that stop bodies, the
//! convex corners between them, and the tops of one-way platforms.

use std::collections::BTreeMap;

use bevy_math::IVec2;

use super::bit_grid::BitGrid;
use super::exposed_edges::ExposedEdges;
use super::tile_grid::TileGrid;
use crate::sweep::features::{SweepCorner, SweepEdge};
use crate::tile::{Side, TileShape};

/// What circles can touch, by cell. Cells that look the same share their features: a map has few different ones, which
/// stay in the cache, and a long sweep on a large map waits for memory most of the time.
#[derive(Clone, Debug)]
pub(crate) struct SweepFeatures {
    /// The cells that have any.
    cells: BitGrid,
    width: usize,
    /// By cell, the index of its features.
    indices: Vec<u32>,
    features: Vec<CellFeatures>,
}

/// What circles can touch in a cell, measured from its lower left corner.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellFeatures {
    pub edges: Vec<SweepEdge>,
    pub corners: Vec<SweepCorner>,
}

/// An edge in half tiles, by which equal features are found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct EdgeKey {
    from: [i32; 2],
    along: [i32; 2],
    /// The vector along the next edge, if the corner between them is convex.
    leaving: Option<[i32; 2]>,
    one_way: bool,
}

impl SweepFeatures {
    pub(super) fn new(tiles: &TileGrid) -> Self {
        let size = tiles.size;
        let exposed = ExposedEdges::new(tiles, TileShape::stops_bodies);
        let mut cells = BitGrid::new(size);
        let mut indices = Vec::with_capacity(size.element_product() as usize);
        let mut index_of = BTreeMap::new();
        let mut features = vec![];
        for cell in (0..size.y as i32).flat_map(|y| (0..size.x as i32).map(move |x| IVec2::new(x, y))) {
            let mut edges = vec![];
            for edge in exposed.of_cell(cell).map(|i| exposed.edges[i]) {
                let (along, next) = (edge.along(), exposed.edges[exposed.next(edge)].along());
                let leaving = (along.perp_dot(next) > 0).then_some(next.to_array());
                let from = (edge.from - cell * 2).to_array();
                edges.push(EdgeKey { from, along: along.to_array(), leaving, one_way: false });
            }
            let above = tiles.get(cell + IVec2::Y);
            let is_hidden = above.stops_bodies() && above.cover(Side::Bottom) == 0b11;
            if tiles.get(cell) == TileShape::OneWay && !is_hidden {
                edges.push(EdgeKey { from: [2, 2], along: [-2, 0], leaving: None, one_way: true });
            }
            if !edges.is_empty() {
                cells.set(cell);
            }
            indices.push(*index_of.entry(edges).or_insert_with_key(|edges| {
                features.push(CellFeatures::new(edges));
                features.len() as u32 - 1
            }));
        }
        Self { cells, width: size.x as usize, indices, features }
    }

    /// The cells that have an edge or a corner.
    #[inline]
    pub fn cells(&self) -> &BitGrid {
        &self.cells
    }

    /// The features of a cell of the map.
    #[inline]
    pub fn of_cell(&self, x: i32, y: i32) -> &CellFeatures {
        &self.features[self.indices[y as usize * self.width + x as usize] as usize]
    }
}

impl CellFeatures {
    fn new(edges: &[EdgeKey]) -> Self {
        let mut features = Self::default();
        for &EdgeKey { from, along, leaving, one_way } in edges {
            let [from, along] = [from, along].map(|v| IVec2::from_array(v).as_dvec2() / 2.0);
            let (tangent, length) = (along.normalize(), along.length());
            features.edges.push(SweepEdge { from, tangent, length, one_way });
            if let Some(leaving) = leaving {
                let leaving = IVec2::from_array(leaving).as_dvec2().normalize();
                features.corners.push(SweepCorner { point: from + along, arriving: tangent, leaving });
            }
        }
        features
    }
}
