//! Spikes: tiles that kill whoever touches them.

use bevy::prelude::*;

use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;

/// The lethal boxes of a level's spikes; nothing here changes during a run.
#[derive(Resource, Clone, Debug, Default)]
pub struct Spikes(pub Vec<Rect>);

impl Spikes {
    /// The spikes of a map.
    pub fn of(terrain: &Terrain) -> Self {
        let size = terrain.size().as_ivec2();
        let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
        let spikes = cells.filter(|&cell| terrain.tile(cell) == TileShape::Spikes);
        Self(spikes.map(|cell| Rect::from_corners(cell.as_vec2(), cell.as_vec2() + 1.0)).collect())
    }
}

/// Kills a ninja whose hurt circle touches spikes.
pub fn touch_spikes() {}
