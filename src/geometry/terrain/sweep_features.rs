//! The edges and corners of a map that moving circles can touch, by cell: exposed sides of tiles that stop bodies, the
//! convex corners between them, and the tops of one-way platforms.

use bevy::math::IVec2;

use super::bit_grid::BitGrid;
use super::exposed_edges::{ExposedEdge, ExposedEdges};
use super::tile_grid::TileGrid;
use crate::geometry::sweep::features::{SweepCorner, SweepEdge};
use crate::geometry::tile::{Side, TileShape};

/// What circles can touch, by cell.
#[derive(Clone, Debug)]
pub(in crate::geometry) struct SweepFeatures {
    /// The cells that have any.
    cells: BitGrid,
    width: usize,
    /// Where each cell's edges and corners start, and the ends of the last cell's.
    starts: Vec<[u32; 2]>,
    edges: Vec<SweepEdge>,
    corners: Vec<SweepCorner>,
}

impl SweepFeatures {
    /// The features of a map.
    pub(super) fn new(tiles: &TileGrid) -> Self {
        let size = tiles.size;
        let exposed = ExposedEdges::new(tiles, TileShape::stops_bodies);
        let mut features = Self {
            cells: BitGrid::new(size, false),
            width: size.x as usize,
            starts: Vec::with_capacity(size.element_product() as usize + 1),
            edges: vec![],
            corners: vec![],
        };
        for y in 0..size.y as i32 {
            for x in 0..size.x as i32 {
                let cell = IVec2::new(x, y);
                let start = [features.edges.len() as u32, features.corners.len() as u32];
                features.starts.push(start);
                for edge in exposed.of_cell(cell).map(|i| exposed.edges[i]) {
                    let next = exposed.edges[exposed.next(edge)];
                    features.edges.push(sweep_edge(edge, false));
                    if edge.along().perp_dot(next.along()) > 0 {
                        features.corners.push(SweepCorner {
                            point: edge.to.as_dvec2() / 2.0,
                            arriving: edge.along().as_dvec2().normalize(),
                            leaving: next.along().as_dvec2().normalize(),
                        });
                    }
                }
                let above = tiles.get(cell + IVec2::Y);
                let hidden = above.stops_bodies() && above.cover(Side::Bottom) == 0b11;
                if tiles.get(cell) == TileShape::OneWay && !hidden {
                    let top_left = cell * 2 + IVec2::new(0, 2);
                    let edge = ExposedEdge { from: top_left + IVec2::new(2, 0), to: top_left };
                    features.edges.push(sweep_edge(edge, true));
                }
                if start[0] < features.edges.len() as u32 {
                    features.cells.set(cell);
                }
            }
        }
        features.starts.push([features.edges.len() as u32, features.corners.len() as u32]);
        features
    }

    /// The cells that have an edge or a corner.
    #[inline]
    pub fn cells(&self) -> &BitGrid {
        &self.cells
    }

    /// The edges and the convex corners of a cell of the map.
    #[inline]
    pub fn of_cell(&self, x: i32, y: i32) -> (&[SweepEdge], &[SweepCorner]) {
        let i = y as usize * self.width + x as usize;
        let ([e0, c0], [e1, c1]) = (self.starts[i], self.starts[i + 1]);
        (&self.edges[e0 as usize..e1 as usize], &self.corners[c0 as usize..c1 as usize])
    }
}

fn sweep_edge(edge: ExposedEdge, one_way: bool) -> SweepEdge {
    let along = edge.along().as_dvec2();
    SweepEdge { from: edge.from.as_dvec2() / 2.0, tangent: along.normalize(), length: along.length() / 2.0, one_way }
}
