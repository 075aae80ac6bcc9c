//! The listener: where a position in the world is heard, and how loud. The ears are at the camera's center for panning and at
//! the ninja for distance.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::Ninja;

/// Tiles from the center of the view to its side, at the widest.
const VIEW_HALF_WIDTH: f32 = 21.0;
/// The pan of what is at the edge of the view. A full pan would be uncomfortable with headphones.
const PAN_MAX: f32 = 0.75;

/// Where sounds are heard from. Without a level everything is in the center.
#[derive(SystemParam)]
pub struct Listener<'w> {
    colliders: Option<Res<'w, Colliders>>,
    ninja: Option<Res<'w, Ninja>>,
}

impl Listener<'_> {
    /// The pan of a position by its x in tiles, −1 left to 1 right.
    pub fn pan(&self, x: f32) -> f32 {
        let Some(colliders) = &self.colliders else { return 0.0 };
        let ninja = self.ninja.as_ref().map_or(x, |ninja| ninja.position.x);
        pan(x, ninja, colliders.terrain().size().x as f32)
    }

    /// The gain of a sound at a position that is heard up to `range` tiles from the ninja.
    pub fn attenuation(&self, position: Vec2, range: f32) -> f32 {
        self.ninja.as_ref().map_or(1.0, |ninja| attenuation(position.distance(ninja.position), range))
    }
}

/// The pan of `x` in a level of some width. A level that fits into the view is seen from its center; in a wider one the view
/// follows the ninja.
fn pan(x: f32, ninja: f32, width: f32) -> f32 {
    let center = if width <= 2.0 * VIEW_HALF_WIDTH {
        0.5 * width
    } else {
        ninja.clamp(VIEW_HALF_WIDTH, width - VIEW_HALF_WIDTH)
    };
    PAN_MAX * ((x - center) / VIEW_HALF_WIDTH).clamp(-1.0, 1.0)
}

/// Distance attenuation: 1 at no distance, falling quadratically to 0 at `range`. Both are in tiles.
pub fn attenuation(distance: f32, range: f32) -> f32 {
    let fraction = 1.0 - (distance / range).clamp(0.0, 1.0);
    fraction * fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_level_is_heard_from_its_center_and_a_large_one_from_the_ninja() {
        assert_eq!(pan(10.0, 3.0, 20.0), 0.0);
        assert!(pan(2.0, 3.0, 20.0) < -0.2);
        assert_eq!(pan(50.0, 50.0, 100.0), 0.0);
        assert_eq!(pan(90.0, 50.0, 100.0), PAN_MAX);
        // At the end of a large level the view no longer follows.
        assert!(pan(5.0, 5.0, 100.0) < -0.5);
    }

    #[test]
    fn a_sound_gets_quieter_with_distance_and_inaudible_at_its_range() {
        assert_eq!((attenuation(-0.2, 6.0), attenuation(6.0, 6.0), attenuation(9.0, 6.0)), (1.0, 0.0, 0.0));
        assert!(attenuation(1.0, 6.0) > attenuation(2.0, 6.0));
    }
}
