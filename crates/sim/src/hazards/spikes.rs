//! Spikes: tiles that kill by touch. They grow from the solid beside them and fill the near half of their cell.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::{Death, Weapon};
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::feature::FeatureAppExt;
use crate::state::spawn::{LevelEntity, SpawnStage};
use crate::tuning::{HURT_RADIUS, SPIKES_INSET, SPIKES_LENGTH};
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;

/// Spikes as a cause of death.
pub(crate) const WEAPON: Weapon = Weapon { name: "spikes", kind: None, presses: false };

/// The lethal part of a tile of spikes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpikeBox {
    /// The cell of the tile.
    pub cell: IVec2,
    /// The lethal rectangle, in tiles.
    pub area: Rect,
    /// Unit direction in which they point; `None` for spikes without a wall beside them, which point every way.
    pub direction: Option<IVec2>,
}

/// The spikes of a map, by rows from the bottom to the top, each from left to right.
pub fn spike_boxes(terrain: &Terrain) -> impl Iterator<Item = SpikeBox> + '_ {
    let size = terrain.size().as_ivec2();
    spikes_in(terrain, IVec2::ZERO, size - 1)
}

/// The spikes in a box of cells, both corners included.
fn spikes_in(terrain: &Terrain, min: IVec2, max: IVec2) -> impl Iterator<Item = SpikeBox> + '_ {
    let cells = (min.y..=max.y).flat_map(move |y| (min.x..=max.x).map(move |x| IVec2::new(x, y)));
    cells.filter(|&cell| terrain.tile(cell) == TileShape::Spikes).map(|cell| SpikeBox::new(terrain, cell))
}

/// The nearest point of the first spikes that a circle touches.
fn touched_spikes(terrain: &Terrain, center: Vec2, radius: f32) -> Option<Vec2> {
    let (min, max) = ((center - radius).floor().as_ivec2(), (center + radius).floor().as_ivec2());
    let mut nearest = spikes_in(terrain, min, max).map(|spikes| center.clamp(spikes.area.min, spikes.area.max));
    nearest.find(|point| point.distance_squared(center) <= radius * radius)
}

impl SpikeBox {
    /// They grow from the floor if there is one, else from the ceiling, else from a wall.
    fn new(terrain: &Terrain, cell: IVec2) -> Self {
        let grows_from = |side: IVec2| {
            let tile = terrain.tile(cell + side);
            tile.stops_bodies() || tile == TileShape::OneWay
        };
        let sides = [IVec2::NEG_Y, IVec2::Y, IVec2::NEG_X, IVec2::X];
        let direction = sides.into_iter().find(|&side| grows_from(side)).map(|side| -side);
        let center = cell.as_vec2() + 0.5;
        let area = match direction {
            None => Rect::from_center_half_size(center, Vec2::splat(0.5 - SPIKES_INSET)),
            Some(direction) => {
                let along = direction.as_vec2();
                let across = along.perp() * (0.5 - SPIKES_INSET);
                let root = center - along * 0.5;
                Rect::from_corners(root - across, root + across + along * SPIKES_LENGTH)
            }
        };
        Self { cell, area, direction }
    }
}

/// On one entity of a level whose tiles include spikes, so that [`touch_spikes`] is skipped in all other levels.
#[derive(Component, Clone, Copy, Debug)]
struct HasSpikes;

pub(super) fn plugin(app: &mut App) {
    app.add_spawner(SpawnStage::Actors, |world, level| {
        if spike_boxes(&level.terrain).next().is_some() {
            world.spawn((LevelEntity, HasSpikes));
        }
    })
    .add_rule::<HasSpikes, _>(SimulationSystems::Spikes, touch_spikes);
}

/// Kills a ninja whose hurt circle touches spikes.
fn touch_spikes(
    _: Populated<&HasSpikes>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    colliders: Res<Colliders>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    if let Some(point) = touched_spikes(colliders.terrain(), ninja.position, HURT_RADIUS) {
        ninja.hit(Death { at: Some(point), ..Death::by(WEAPON) }, &mut run, &mut commands);
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::UVec2;

    use super::*;

    #[test]
    fn only_the_half_of_the_cell_with_the_teeth_kills() {
        let empty = TileShape::Empty;
        let map = vec![empty, TileShape::Solid, empty, empty, TileShape::Spikes, empty, empty, empty, empty];
        let terrain = Terrain::new(UVec2::splat(3), map);
        let touch = |center: Vec2, radius: f32| touched_spikes(&terrain, center, radius);
        let top = 1.0 + SPIKES_LENGTH;
        assert!(touch(Vec2::new(1.5, top + HURT_RADIUS - 1e-3), HURT_RADIUS).is_some());
        assert!(touch(Vec2::new(1.5, top + HURT_RADIUS + 1e-3), HURT_RADIUS).is_none());
        let beside = 1.0 + SPIKES_INSET - HURT_RADIUS;
        assert!(touch(Vec2::new(beside - 1e-3, 1.2), HURT_RADIUS).is_none());
        assert_eq!(touch(Vec2::new(beside + 1e-3, 1.2), HURT_RADIUS), Some(Vec2::new(1.0 + SPIKES_INSET, 1.2)));
        assert!(touch(Vec2::new(1.5, 1.2), 0.0).is_some(), "wholly inside");
    }
}
