//! The exposed surfaces of a map: the edges of its shapes less what neighbouring shapes cover, and the convex corners
//! between them. Everything that could trip a body on the seam of two tiles is gone here, once, when the map is built.

use bevy::math::{DVec2, IVec2, UVec2};

use super::Terrain;
use crate::geometry::ray::bit_grid::BitGrid;
use crate::geometry::tile::{Side, TileShape};

/// An exposed edge in half tiles, with the solid on its left: outward is to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExposedEdge {
    pub from: IVec2,
    pub to: IVec2,
}

impl ExposedEdge {
    fn along(self) -> IVec2 {
        self.to - self.from
    }
}

/// The exposed edges of a map, for one family of shapes, by cell.
pub(crate) struct Surface {
    size: UVec2,
    /// Where each cell's edges start in `edges`, and one more at the end.
    starts: Vec<u32>,
    pub edges: Vec<ExposedEdge>,
}

impl Surface {
    /// Collects the edges of the shapes that `belongs` picks; they hide one another's faces, and no others.
    pub fn new(terrain: &Terrain, belongs: impl Fn(TileShape) -> bool) -> Self {
        let size = terrain.size();
        let mut surface = Self { size, starts: Vec::with_capacity(size.element_product() as usize + 1), edges: vec![] };
        let cover = |cell: IVec2, side: Side| {
            let tile = terrain.tile(cell);
            if belongs(tile) { tile.cover(side) } else { 0 }
        };
        for y in 0..size.y as i32 {
            for x in 0..size.x as i32 {
                surface.starts.push(surface.edges.len() as u32);
                let cell = IVec2::new(x, y);
                let tile = terrain.tile(cell);
                if !belongs(tile) {
                    continue;
                }
                // The sides, counter-clockwise, each with the neighbour's side that can hide it.
                let sides = [
                    (Side::Bottom, IVec2::NEG_Y, Side::Top, IVec2::new(0, 0), IVec2::X),
                    (Side::Right, IVec2::X, Side::Left, IVec2::new(2, 0), IVec2::Y),
                    (Side::Top, IVec2::Y, Side::Bottom, IVec2::new(0, 2), IVec2::X),
                    (Side::Left, IVec2::NEG_X, Side::Right, IVec2::new(0, 0), IVec2::Y),
                ];
                for (side, towards, facing, low, axis) in sides {
                    let exposed = tile.cover(side) & !cover(cell + towards, facing);
                    let (first, last) = match exposed {
                        0b01 => (0, 1),
                        0b10 => (1, 2),
                        0b11 => (0, 2),
                        _ => continue,
                    };
                    let (from, to) = (cell * 2 + low + axis * first, cell * 2 + low + axis * last);
                    let forward = matches!(side, Side::Bottom | Side::Right);
                    let (from, to) = if forward { (from, to) } else { (to, from) };
                    surface.edges.push(ExposedEdge { from, to });
                }
                if let Some(slope) = tile.slope() {
                    let corners = tile.corners();
                    let on_slope = |i: usize| {
                        let p = (corners[i % corners.len()] * 2.0).as_ivec2();
                        (slope.a * i64::from(p.x) + slope.b * i64::from(p.y) + 2 * slope.c == 0).then_some(cell * 2 + p)
                    };
                    let edge = (0..corners.len()).find_map(|i| Some((on_slope(i)?, on_slope(i + 1)?)));
                    let (from, to) = edge.expect("two neighbouring corners lie on the slope");
                    surface.edges.push(ExposedEdge { from, to });
                }
            }
        }
        surface.starts.push(surface.edges.len() as u32);
        surface
    }

    /// The indices of a cell's edges; empty outside the map.
    pub fn cell(&self, cell: IVec2) -> std::ops::Range<usize> {
        if (cell.x as u32) >= self.size.x || (cell.y as u32) >= self.size.y {
            return 0..0;
        }
        let i = cell.y as usize * self.size.x as usize + cell.x as usize;
        self.starts[i] as usize..self.starts[i + 1] as usize
    }

    /// The edge that follows an edge around the free space: of those that start where it ends, the one that turns most
    /// to the right. Solids that touch only at a corner are joined there.
    pub fn next(&self, edge: ExposedEdge) -> usize {
        let high = edge.to.div_euclid(IVec2::splat(2));
        let low = (edge.to - 1).div_euclid(IVec2::splat(2));
        let mut best: Option<(f32, usize)> = None;
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                for i in self.cell(IVec2::new(x, y)) {
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

/// How far a path turns from one direction to another, rising with the angle: -2..=2, 0 straight on, 1 a quarter left.
fn turn(from: IVec2, to: IVec2) -> f32 {
    let length = ((from.length_squared() * to.length_squared()) as f32).sqrt();
    let sine = from.perp_dot(to) as f32 / length;
    if from.dot(to) >= 0 { sine } else { 2.0f32.copysign(sine) - sine }
}

/// An edge that a moving circle can touch, in tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepEdge {
    pub from: DVec2,
    /// Unit vector from `from` along the edge; the solid is on its left.
    pub tangent: DVec2,
    pub length: f64,
    /// The top of a one-way platform.
    pub one_way: bool,
}

impl SweepEdge {
    fn new(edge: ExposedEdge, one_way: bool) -> Self {
        let along = edge.along().as_dvec2();
        Self { from: edge.from.as_dvec2() / 2.0, tangent: along.normalize(), length: along.length() / 2.0, one_way }
    }

    /// The unit normal out of the solid.
    #[inline]
    pub fn normal(&self) -> DVec2 {
        DVec2::new(self.tangent.y, -self.tangent.x)
    }
}

/// A convex corner that a moving circle can touch, between the ends of two exposed edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepCorner {
    pub point: DVec2,
    /// Unit direction in which the first edge reaches the corner.
    pub arriving: DVec2,
    /// Unit direction in which the second edge leaves it.
    pub leaving: DVec2,
}

impl SweepCorner {
    /// A point that is touched from all around.
    pub fn round(point: DVec2) -> Self {
        Self { point, arriving: DVec2::ZERO, leaving: DVec2::ZERO }
    }
}

/// What bodies collide with, by cell.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    /// The cells that have any.
    pub cells: BitGrid,
    width: usize,
    /// Where each cell's edges and corners start, and one more at the end.
    starts: Vec<[u32; 2]>,
    edges: Vec<SweepEdge>,
    corners: Vec<SweepCorner>,
}

impl Default for Features {
    fn default() -> Self {
        Self { cells: BitGrid::new(UVec2::ZERO, false), width: 0, starts: vec![], edges: vec![], corners: vec![] }
    }
}

impl Features {
    /// Works out the exposed edges and the convex corners of a terrain's solid shapes, and the tops of its platforms.
    pub fn new(terrain: &Terrain) -> Self {
        let size = terrain.size();
        let surface = Surface::new(terrain, TileShape::stops_bodies);
        let mut features = Self {
            cells: BitGrid::new(size, false),
            width: size.x as usize,
            starts: Vec::with_capacity(surface.starts.len()),
            edges: vec![],
            corners: vec![],
        };
        for y in 0..size.y as i32 {
            for x in 0..size.x as i32 {
                let cell = IVec2::new(x, y);
                let start = [features.edges.len() as u32, features.corners.len() as u32];
                features.starts.push(start);
                for edge in surface.cell(cell).map(|i| surface.edges[i]) {
                    let next = surface.edges[surface.next(edge)];
                    features.edges.push(SweepEdge::new(edge, false));
                    if edge.along().perp_dot(next.along()) > 0 {
                        features.corners.push(SweepCorner {
                            point: edge.to.as_dvec2() / 2.0,
                            arriving: edge.along().as_dvec2().normalize(),
                            leaving: next.along().as_dvec2().normalize(),
                        });
                    }
                }
                let above = terrain.tile(cell + IVec2::Y);
                let hidden = above.stops_bodies() && above.cover(Side::Bottom) == 0b11;
                if terrain.tile(cell) == TileShape::OneWay && !hidden {
                    let top = cell * 2 + IVec2::new(0, 2);
                    let edge = ExposedEdge { from: top + IVec2::new(2, 0), to: top };
                    features.edges.push(SweepEdge::new(edge, true));
                }
                if start[0] < features.edges.len() as u32 {
                    features.cells.set(cell);
                }
            }
        }
        features.starts.push([features.edges.len() as u32, features.corners.len() as u32]);
        features
    }

    /// The edges and the convex corners of a cell of the map.
    #[inline]
    pub fn of(&self, x: i32, y: i32) -> (&[SweepEdge], &[SweepCorner]) {
        let i = y as usize * self.width + x as usize;
        let ([e0, c0], [e1, c1]) = (self.starts[i], self.starts[i + 1]);
        (&self.edges[e0 as usize..e1 as usize], &self.corners[c0 as usize..c1 as usize])
    }
}
