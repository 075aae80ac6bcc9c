//! From where the player hears: how far aside a place is, and how near a beam or an actor.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::sim::ninja::Ninja;
use crate::sim::state::spawn::LevelTerrain;

/// Tiles from the middle of what is seen to its side: half of the widest picture.
const HALF_WIDTH: f32 = 21.0;
/// How far to a side what lies at the edge of the picture is heard; all the way would be uncomfortable in headphones.
const PAN_MAX: f32 = 0.75;

/// What is needed to tell where something is heard.
#[derive(SystemParam)]
pub struct Ear<'w, 's> {
    terrain: Option<Res<'w, LevelTerrain>>,
    ninja: Option<Single<'w, 's, &'static Ninja>>,
}

impl Ear<'_, '_> {
    /// Where a place is heard by its x in tiles, −1 left to 1 right.
    pub fn pan(&self, x: f32) -> f32 {
        let Some(terrain) = &self.terrain else { return 0.0 };
        let ninja = self.ninja.as_ref().map_or(x, |ninja| ninja.position.x);
        pan(x, ninja, terrain.0.size().x as f32)
    }

    /// How near a place is to the ninja, when it is heard up to `range` tiles away: 1 at him, 0 from there on.
    pub fn nearness(&self, place: Vec2, range: f32) -> f32 {
        self.ninja.as_ref().map_or(1.0, |ninja| nearness(place.distance(ninja.position), range))
    }
}

/// Where `x` is heard in a level of some width: seen from its middle if it fits into the picture, else from a picture
/// that follows the ninja.
fn pan(x: f32, ninja: f32, width: f32) -> f32 {
    let middle = if width <= 2.0 * HALF_WIDTH { 0.5 * width } else { ninja.clamp(HALF_WIDTH, width - HALF_WIDTH) };
    PAN_MAX * ((x - middle) / HALF_WIDTH).clamp(-1.0, 1.0)
}

/// How near something `distance` tiles away is, when it is heard up to `range`: 1 at none, 0 from there on.
pub fn nearness(distance: f32, range: f32) -> f32 {
    let share = 1.0 - (distance / range).clamp(0.0, 1.0);
    share * share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_level_is_heard_from_its_middle_and_a_large_one_from_the_ninja() {
        assert_eq!(pan(10.0, 3.0, 20.0), 0.0);
        assert!(pan(2.0, 3.0, 20.0) < -0.2);
        assert_eq!(pan(50.0, 50.0, 100.0), 0.0);
        assert_eq!(pan(90.0, 50.0, 100.0), PAN_MAX);
        // At the end of a large level the picture stands.
        assert!(pan(5.0, 5.0, 100.0) < -0.5);
    }

    #[test]
    fn the_nearer_the_louder_and_nothing_beyond_the_range() {
        assert_eq!((nearness(-0.2, 6.0), nearness(6.0, 6.0), nearness(9.0, 6.0)), (1.0, 0.0, 0.0));
        assert!(nearness(1.0, 6.0) > nearness(2.0, 6.0));
    }
}
