//! How dangerous it is where the ninja is, from 0 to 1. Hazards say it in each frame, and the music follows.

use bevy::prelude::*;

use crate::audio::scene::AudioSystems;

/// The greatest danger of this frame.
#[derive(Resource, Debug, Default)]
pub struct Danger(f32);

impl Danger {
    /// Raises the danger to a level from 0 to 1, if it is lower.
    pub fn raise(&mut self, level: f32) {
        self.0 = self.0.max(level.clamp(0.0, 1.0));
    }

    pub fn level(&self) -> f32 {
        self.0
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Danger>().add_systems(Update, forget.before(AudioSystems::Cue));
}

fn forget(mut danger: ResMut<Danger>) {
    danger.0 = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_danger_counts_and_nothing_leaves_the_range() {
        let mut danger = Danger::default();
        for level in [0.3, 0.7, 0.2, -1.0] {
            danger.raise(level);
        }
        assert_eq!(danger.level(), 0.7);
        danger.raise(9.0);
        assert_eq!(danger.level(), 1.0);
    }
}
