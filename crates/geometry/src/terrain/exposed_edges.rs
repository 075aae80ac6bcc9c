//! The exposed edges of a map: the edges of its shapes without the parts that neighboring shapes cover. Computed once,
//! when a map is built, so that no query meets the hidden seam of two tiles.

use bevy_math::IVec2;

use super::tile_grid::TileGrid;
use crate::tile::{Side, TileShape};

/// An exposed edge in half tiles. The solid is on its left, free space on its right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExposedEdge {
    pub from: IVec2,
    pub to: IVec2,
}

impl ExposedEdge {
    /// The vector from its start to its end, in half tiles.
    pub fn along(self) -> IVec2 {
        self.to - self.from
    }
}

/// The exposed edges of the shapes of one kind, by cell.
pub(super) struct ExposedEdges<'a> {
    tiles: &'a TileGrid,
    /// Where each cell's edges start in `edges`, and the end of the last cell's.
    starts: Vec<u32>,
    pub edges: Vec<ExposedEdge>,
}

impl<'a> ExposedEdges<'a> {
    /// The edges of the shapes for which `belongs` is true. Only those shapes hide one another's faces.
    pub fn new(tiles: &'a TileGrid, belongs: impl Fn(TileShape) -> bool) -> Self {
        let size = tiles.size;
        let mut exposed =
            Self { tiles, starts: Vec::with_capacity(size.element_product() as usize + 1), edges: vec![] };
        let cover = |cell: IVec2, side: Side| {
            let tile = tiles.get(cell);
            if belongs(tile) { tile.cover(side) } else { 0 }
        };
        for y in 0..size.y as i32 {
            for x in 0..size.x as i32 {
                exposed.starts.push(exposed.edges.len() as u32);
                let cell = IVec2::new(x, y);
                let tile = tiles.get(cell);
                if !belongs(tile) {
                    continue;
                }
                // The sides, counter-clockwise: side, neighbor, the neighbor's facing side, lower left end, axis.
                let sides = [
                    (Side::Bottom, IVec2::NEG_Y, Side::Top, IVec2::new(0, 0), IVec2::X),
                    (Side::Right, IVec2::X, Side::Left, IVec2::new(2, 0), IVec2::Y),
                    (Side::Top, IVec2::Y, Side::Bottom, IVec2::new(0, 2), IVec2::X),
                    (Side::Left, IVec2::NEG_X, Side::Right, IVec2::new(0, 0), IVec2::Y),
                ];
                for (side, towards, facing, low, axis) in sides {
                    let halves = tile.cover(side) & !cover(cell + towards, facing);
                    let (first, last) = match halves {
                        0b01 => (0, 1),
                        0b10 => (1, 2),
                        0b11 => (0, 2),
                        _ => continue,
                    };
                    let (from, to) = (cell * 2 + low + axis * first, cell * 2 + low + axis * last);
                    let forward = matches!(side, Side::Bottom | Side::Right);
                    let (from, to) = if forward { (from, to) } else { (to, from) };
                    exposed.edges.push(ExposedEdge { from, to });
                }
                if let Some(slope) = tile.slope() {
                    exposed.edges.push(ExposedEdge { from: cell * 2 + slope.from, to: cell * 2 + slope.to });
                }
            }
        }
        exposed.starts.push(exposed.edges.len() as u32);
        exposed
    }

    /// The indices of a cell's edges; empty outside the map.
    pub fn of_cell(&self, cell: IVec2) -> std::ops::Range<usize> {
        if !self.tiles.contains(cell) {
            return 0..0;
        }
        let i = cell.y as usize * self.tiles.size.x as usize + cell.x as usize;
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    /// The index of the edge that follows an edge along the boundary: of the edges that start where it ends, the one
    /// that turns most to the right. Solids that touch only at a corner are joined there.
    pub fn next(&self, edge: ExposedEdge) -> usize {
        let high = edge.to.div_euclid(IVec2::splat(2));
        let low = (edge.to - 1).div_euclid(IVec2::splat(2));
        let mut best: Option<(f32, usize)> = None;
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                for i in self.of_cell(IVec2::new(x, y)) {
                    if self.edges[i].from == edge.to {
                        let turn = turn(edge.along(), self.edges[i].along());
                        if best.is_none_or(|(least, _)| turn < least) {
                            best = Some((turn, i));
                        }
                    }
                }
            }
        }
        best.expect("a boundary is closed: as many edges leave a point as reach it").1
    }
}

/// A measure of the turn between two directions that rises with its angle: -2..=2, 0 for straight on, 1 for 90° left.
fn turn(from: IVec2, to: IVec2) -> f32 {
    let length = ((from.length_squared() * to.length_squared()) as f32).sqrt();
    let sine = from.perp_dot(to) as f32 / length;
    if from.dot(to) >= 0 { sine } else { 2.0f32.copysign(sine) - sine }
}
