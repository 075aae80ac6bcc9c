//! Spikes: tiles that kill whoever touches them. They grow from the solid beside them and fill the near half of their
//! cell.

use bevy::prelude::*;

use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;

use crate::sim::facts::{DeathCause, Fact};
use crate::sim::ninja::Ninja;
use crate::sim::run::Run;
use crate::sim::tuning::{HURT_RADIUS, SPIKES_INSET, SPIKES_LENGTH};

/// The lethal boxes of a level's spikes; nothing here changes during a run.
#[derive(Resource, Clone, Debug)]
pub struct Spikes {
    /// By rows from the bottom to the top, each from left to right.
    boxes: Vec<SpikeBox>,
}

/// The lethal part of a tile of spikes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpikeBox {
    /// Where it stands.
    pub cell: IVec2,
    /// What kills, in tiles.
    pub area: Rect,
    /// Unit direction in which they point; none for spikes that grow from nothing and point every way.
    pub direction: Option<IVec2>,
}

impl FromWorld for Spikes {
    /// Those of the level in the world.
    fn from_world(world: &mut World) -> Self {
        world.resource::<Self>().clone()
    }
}

impl Spikes {
    /// The spikes of a map.
    pub fn of(terrain: &Terrain) -> Self {
        let size = terrain.size().as_ivec2();
        let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
        let spikes = cells.filter(|&cell| terrain.tile(cell) == TileShape::Spikes);
        Self { boxes: spikes.map(|cell| SpikeBox::new(terrain, cell)).collect() }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &SpikeBox> {
        self.boxes.iter()
    }

    /// The point nearest to a center of the spikes that a circle around it touches, the first of them that it does.
    pub fn touching(&self, center: Vec2, radius: f32) -> Option<Vec2> {
        let (min, max) = ((center - radius).floor().as_ivec2(), (center + radius).floor().as_ivec2());
        let touched = |spikes: &SpikeBox| {
            let point = center.clamp(spikes.area.min, spikes.area.max);
            (point.distance_squared(center) <= radius * radius).then_some(point)
        };
        (min.y..=max.y).find_map(|row| {
            let first = self.boxes.partition_point(|spikes| (spikes.cell.y, spikes.cell.x) < (row, min.x));
            let in_reach =
                self.boxes[first..].iter().take_while(|spikes| spikes.cell.y == row && spikes.cell.x <= max.x);
            in_reach.filter_map(touched).next()
        })
    }
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

/// Kills a ninja whose hurt circle touches spikes.
pub fn touch_spikes(run: &mut Run, spikes: &Spikes, ninja: &Ninja, facts: &mut MessageWriter<Fact>) {
    if !run.is_running() {
        return;
    }
    let Some(point) = spikes.touching(ninja.position, HURT_RADIUS) else { return };
    ninja.die(DeathCause::Spikes { point }, run, facts);
}

#[cfg(test)]
mod tests {
    use bevy::math::UVec2;

    use super::*;

    /// The spikes of a map three wide and three high with these tiles, from the bottom row up, around spikes.
    fn spikes_amid(tiles: [TileShape; 4]) -> SpikeBox {
        let [below, left, right, above] = tiles;
        let empty = TileShape::Empty;
        let map = vec![empty, below, empty, left, TileShape::Spikes, right, empty, above, empty];
        Spikes::of(&Terrain::new(UVec2::splat(3), map)).boxes[0]
    }

    #[test]
    fn spikes_point_away_from_what_they_grow_from() {
        use TileShape::{Curtain, Empty, OneWay, Solid};
        let direction = |tiles| spikes_amid(tiles).direction;
        assert_eq!(direction([Solid, Empty, Empty, Empty]), Some(IVec2::Y));
        assert_eq!(direction([OneWay, Solid, Solid, Solid]), Some(IVec2::Y), "the floor comes first");
        assert_eq!(direction([Empty, Solid, Solid, Solid]), Some(IVec2::NEG_Y), "then the ceiling");
        assert_eq!(direction([Curtain, Solid, Empty, Empty]), Some(IVec2::X), "a curtain holds no spikes");
        assert_eq!(direction([Empty, Empty, Solid, Empty]), Some(IVec2::NEG_X));
        assert_eq!(direction([Empty; 4]), None);
    }

    #[test]
    fn only_the_half_of_the_cell_where_the_teeth_are_kills() {
        let spikes = Spikes {
            boxes: vec![spikes_amid([TileShape::Solid, TileShape::Empty, TileShape::Empty, TileShape::Empty])],
        };
        let top = 1.0 + SPIKES_LENGTH;
        assert!(spikes.touching(Vec2::new(1.5, top + HURT_RADIUS - 1e-3), HURT_RADIUS).is_some());
        assert!(spikes.touching(Vec2::new(1.5, top + HURT_RADIUS + 1e-3), HURT_RADIUS).is_none());
        let beside = 1.0 + SPIKES_INSET - HURT_RADIUS;
        assert!(spikes.touching(Vec2::new(beside - 1e-3, 1.2), HURT_RADIUS).is_none());
        assert_eq!(
            spikes.touching(Vec2::new(beside + 1e-3, 1.2), HURT_RADIUS),
            Some(Vec2::new(1.0 + SPIKES_INSET, 1.2))
        );
        assert!(spikes.touching(Vec2::new(1.5, 1.2), 0.0).is_some(), "wholly inside");
    }
}
