//! What a moving circle can touch: straight edges and convex corners, as plain data. What they belong to, tiles or
//! shapes, is not known here.

use bevy_math::DVec2;

/// An edge that a moving circle can touch, in tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepEdge {
    pub from: DVec2,
    /// Unit vector from `from` along the edge. The solid is on its left.
    pub tangent: DVec2,
    pub length: f64,
    /// Whether it is the top of a one-way platform.
    pub one_way: bool,
}

impl SweepEdge {
    /// The edge at another place.
    #[inline]
    pub fn moved_by(self, offset: DVec2) -> Self {
        Self { from: self.from + offset, ..self }
    }

    /// The unit normal that points out of the solid.
    #[inline]
    pub fn normal(&self) -> DVec2 {
        DVec2::new(self.tangent.y, -self.tangent.x)
    }
}

/// A convex corner that a moving circle can touch, between the ends of two edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweepCorner {
    pub point: DVec2,
    /// Unit direction of the edge that ends at the corner.
    pub arriving: DVec2,
    /// Unit direction of the edge that starts at the corner.
    pub leaving: DVec2,
}

impl SweepCorner {
    /// The corner at another place.
    #[inline]
    pub fn moved_by(self, offset: DVec2) -> Self {
        Self { point: self.point + offset, ..self }
    }

    /// A point without edges: a circle touches it from every side.
    pub fn round(point: DVec2) -> Self {
        Self { point, arriving: DVec2::ZERO, leaving: DVec2::ZERO }
    }
}
