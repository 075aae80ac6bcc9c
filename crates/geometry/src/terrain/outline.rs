//! The outlines of a map, as lines to draw: neighboring shapes of a kind merge into one outline. Draws nothing itself.

use bevy_math::{IVec2, Vec2};

use super::Terrain;
use super::exposed_edges::ExposedEdges;
use crate::tile::TileShape;

/// Which tiles an outline runs around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutlineKind {
    /// Solid tiles, smooth ones and slopes.
    Solid,
    /// Glass.
    Glass,
    /// Curtains.
    Curtain,
    /// The tops of one-way platforms: open lines.
    OneWay,
}

/// A line around tiles of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The tiles that it runs around.
    pub kind: OutlineKind,
    /// Its corners in order, in tiles, no three consecutive ones collinear. The tiles are on the left of a closed line.
    pub points: Vec<Vec2>,
    /// Whether the last point joins the first.
    pub closed: bool,
}

impl OutlineKind {
    fn has(self, tile: TileShape) -> bool {
        match self {
            Self::Solid => matches!(tile, TileShape::Solid | TileShape::Smooth) || tile.is_slope(),
            Self::Glass => tile == TileShape::Glass,
            Self::Curtain => tile == TileShape::Curtain,
            Self::OneWay => tile == TileShape::OneWay,
        }
    }
}

impl Terrain {
    /// The outlines of one kind of tile, ordered by their lowest row, then by their leftmost column in it.
    pub fn outline(&self, kind: OutlineKind) -> Vec<Outline> {
        if kind == OutlineKind::OneWay { self.platform_lines() } else { self.closed_lines(kind) }
    }

    fn closed_lines(&self, kind: OutlineKind) -> Vec<Outline> {
        let exposed = ExposedEdges::new(&self.tiles, |tile| kind.has(tile));
        let mut seen = vec![false; exposed.edges.len()];
        let mut outlines = vec![];
        for first in 0..exposed.edges.len() {
            if seen[first] {
                continue;
            }
            let mut corners: Vec<IVec2> = vec![];
            let mut i = first;
            while !seen[i] {
                seen[i] = true;
                let edge = exposed.edges[i];
                let next = exposed.next(edge);
                let turns = edge.along().perp_dot(exposed.edges[next].along()) != 0;
                if turns {
                    corners.push(edge.to);
                }
                i = next;
            }
            let points = corners.into_iter().map(|p| p.as_vec2() / 2.0).collect();
            outlines.push(Outline { kind, points, closed: true });
        }
        outlines
    }

    fn platform_lines(&self) -> Vec<Outline> {
        let mut outlines = vec![];
        for y in 0..self.size().y as i32 {
            let mut start = None;
            for x in 0..=self.size().x as i32 {
                let platform = self.tile(IVec2::new(x, y)) == TileShape::OneWay;
                match (platform, start) {
                    (true, None) => start = Some(x),
                    (false, Some(from)) => {
                        let points = vec![IVec2::new(from, y + 1).as_vec2(), IVec2::new(x, y + 1).as_vec2()];
                        outlines.push(Outline { kind: OutlineKind::OneWay, points, closed: false });
                        start = None;
                    }
                    _ => {}
                }
            }
        }
        outlines
    }
}
