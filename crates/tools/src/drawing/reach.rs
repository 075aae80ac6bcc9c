//! What can be reached, painted: each means in a tint of its own.

use bevy_math::Rect;

use crate::flood::Means;
use crate::flood::means::ReachMap;
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Role, Tint, mix};

impl Means {
    /// Its color over open space: each is lighter than the one before, so that they differ for every eye and in gray.
    pub fn tint(self) -> Tint {
        let (role, share) = match self {
            Self::Jumps => (Role::Vision, 0.14),
            Self::Climbing => (Role::Focus, 0.3),
            Self::Springs => (Role::ShardLight, 0.5),
        };
        mix(Role::Space, role, share).with_alpha(0.8)
    }
}

impl ReachMap {
    pub fn paint(&self, painter: &mut Painter) {
        for &(means, Rect { min, max }) in self.areas() {
            painter.rectangle(min, max, means.tint());
        }
    }
}
