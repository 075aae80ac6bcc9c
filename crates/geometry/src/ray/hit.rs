//! The result of a ray cast: where the ray ends and what it hit.

use bevy_math::{IVec2, Vec2, ops};

use crate::tile::TileShape;

/// A tile that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSurface {
    /// Its cell.
    pub cell: IVec2,
    /// The shape in that cell.
    pub shape: TileShape,
}

/// What was hit where tiles and moving shapes are cast against together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A tile.
    Tile(TileSurface),
    /// The moving shape with this index.
    Shape(usize),
}

/// Where a ray met a surface: a tile by default, a [`Surface`] where shapes take part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<S = TileSurface> {
    /// The point of the hit, in tiles.
    pub point: Vec2,
    /// Distance from the ray's origin, in tiles.
    pub distance: f32,
    /// `distance` over the ray's maximum distance, in 0..=1; 0 when that is 0 or infinite.
    pub fraction: f32,
    /// Unit outward normal of the face or the slope; `-direction` when `inside`, and when the ray starts on a surface and
    /// runs along it.
    ///
    /// At a vertex, which is any point where surfaces meet, the ray arrives through the free space between two of them:
    /// the mean of the normals of those two, or of the only one that faces the ray. So the joint of two tiles in a
    /// straight wall has the normal of the wall, and nothing that ends behind a solid counts. For a ray that starts at
    /// a vertex with a solid behind it, all surfaces there count that face it.
    pub normal: Vec2,
    /// What was hit.
    pub surface: S,
    /// Whether the origin was already inside it.
    pub inside: bool,
}

impl<S> RayHit<S> {
    /// The unit tangent of the surface: the normal turned 90° clockwise, so that a floor's tangent points to the right.
    pub fn tangent(&self) -> Vec2 {
        tangent(self.normal)
    }

    /// The angle of the surface in radians, -π..=π: 0 for a flat floor, positive where a floor rises to the right.
    pub fn slope(&self) -> f32 {
        slope(self.normal)
    }

    /// The same hit with another description of the surface.
    pub fn with_surface<T>(self, surface: T) -> RayHit<T> {
        let Self { point, distance, fraction, normal, inside, .. } = self;
        RayHit { point, distance, fraction, normal, surface, inside }
    }
}

/// The result of a ray cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayCast<S = TileSurface> {
    /// Where the ray ends: at the hit, at its maximum distance, or where it leaves the map.
    pub end: Vec2,
    /// What it hit, if anything.
    pub hit: Option<RayHit<S>>,
}

/// The unit tangent of a surface with a unit normal: 90° clockwise from it.
pub(crate) fn tangent(normal: Vec2) -> Vec2 {
    -normal.perp()
}

/// The angle of a surface with a unit normal, in radians, -π..=π.
pub(crate) fn slope(normal: Vec2) -> f32 {
    let tangent = tangent(normal);
    ops::atan2(tangent.y, tangent.x)
}
