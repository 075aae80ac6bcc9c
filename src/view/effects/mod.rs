//! Particles, screen shakes and the death scene. Nothing ever flashes the whole screen.
//!
//! The effects of each feature are in its own file: it reads its messages and plays effects through [`Effects`].

pub mod burst;
mod death;
pub mod particles;
mod shake;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::view::canvas::palette::Role;
use crate::view::presentation::Presentation;
use burst::Burst;
use particles::{Form, Particle, Particles};
use shake::Shake;

pub use shake::{ShakeOffset, ShakeSystems};

/// Plays effects, as strong as the player wants them.
#[derive(SystemParam)]
pub struct Effects<'w> {
    /// For particles that no [`Burst`] describes.
    pub particles: ResMut<'w, Particles>,
    shake: ResMut<'w, Shake>,
    presentation: Res<'w, Presentation>,
}

impl Effects<'_> {
    /// Throws a burst's particles from `at`, around the unit vector `direction`.
    pub fn burst(&mut self, burst: &Burst, at: Vec2, direction: Vec2) {
        let count = self.scaled(burst.count).round() as usize;
        burst.play(&mut self.particles, at, direction, count);
    }

    /// How many particles to show where there are `count` at full strength.
    pub fn scaled(&self, count: f32) -> f32 {
        count * self.presentation.particles.clamp(0.0, 1.0)
    }

    /// A ring that widens to a radius in tiles. It is a flash of light, and not shown where those are reduced.
    pub fn ring(&mut self, at: Vec2, radius: f32, color: Role) {
        if self.presentation.particles > 0.0 && self.presentation.flashes {
            let form = Form::Ring(radius);
            self.particles.add(Particle { at, form, size: 0.12, life: 0.35, drag: 0.0, color, ..default() });
        }
    }

    /// Shakes the screen, `0..=1`. A weaker shake does not add to a stronger one.
    pub fn shake(&mut self, strength: f32) {
        self.shake.0 = self.shake.0.max(strength);
    }
}

pub fn plugin(app: &mut App) {
    app.add_plugins((particles::plugin, shake::plugin, death::plugin));
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn reduced_flashes_show_no_rings_of_light_and_leave_sparks() {
        for (flashes, rings) in [(true, 1), (false, 0)] {
            let mut world = World::new();
            world.insert_resource(Presentation { flashes, ..Presentation::default() });
            world.init_resource::<Particles>();
            world.init_resource::<Shake>();
            let mut count = |play: fn(Effects)| {
                world.run_system_once(play).expect("its resources are in the world");
                world.resource::<Particles>().count()
            };
            assert_eq!(count(|mut effects| effects.ring(Vec2::ZERO, 1.0, Role::Paper)), rings);
            let sparks = count(|mut effects| effects.burst(&Burst::SPARKS, Vec2::ZERO, Vec2::X)) - rings;
            assert_eq!(sparks, Burst::SPARKS.count as usize);
        }
    }
}
