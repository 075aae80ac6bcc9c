//! Bursts of particles, described by numbers: how many, how they look, and how they scatter.
//!
//! Each burst is a constant in the file of its feature. Only what kills may burst in the lethal color.

use std::f32::consts::{PI, TAU};

use bevy::math::ops;
use bevy::prelude::*;

use super::particles::{Form, Particle, Particles};
use crate::view::canvas::palette::Role;
use hairline_geometry::ray::unit;

/// In which directions a burst throws its particles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scatter {
    /// At random, within this angle in radians to both sides of the burst's direction.
    Cone(f32),
    /// Evenly over the whole circle.
    Even,
}

/// A burst of particles. Each particle draws a random number from each range.
#[derive(Clone, Copy, Debug)]
pub struct Burst {
    /// How many, when the player has not turned particles down.
    pub count: f32,
    /// How each one looks.
    pub form: Form,
    /// Colors, taken in turn; at least one.
    pub colors: &'static [Role],
    /// Where they fly.
    pub scatter: Scatter,
    /// Tiles a second: least and most.
    pub speed: (f32, f32),
    /// Tiles a second that are added to the velocity of each.
    pub drift: Vec2,
    /// Tiles: least and most.
    pub size: (f32, f32),
    /// Seconds: least and most.
    pub life: (f32, f32),
    /// Tiles a second squared, downwards.
    pub gravity: f32,
    /// Rate at which each one loses speed, per second.
    pub drag: f32,
}

impl Burst {
    /// Short bright streaks: sparks of metal and of light.
    pub const SPARKS: Self = Self {
        count: 10.0,
        form: Form::Streak,
        colors: &[Role::Steel],
        scatter: Scatter::Cone(PI),
        speed: (3.0, 9.0),
        drift: Vec2::ZERO,
        size: (0.06, 0.11),
        life: (0.12, 0.3),
        gravity: 0.0,
        drag: 5.0,
    };

    /// Throws so many particles from `at`, around the unit vector `direction`.
    pub fn play(&self, particles: &mut Particles, at: Vec2, direction: Vec2, count: usize) {
        let angle = ops::atan2(direction.y, direction.x);
        for index in 0..count {
            let direction = match self.scatter {
                Scatter::Cone(spread) => unit(angle + particles.uniform(-spread, spread)),
                Scatter::Even => unit(TAU * index as f32 / count as f32),
            };
            let velocity = self.drift + direction * particles.uniform(self.speed.0, self.speed.1);
            let size = particles.uniform(self.size.0, self.size.1);
            let life = particles.uniform(self.life.0, self.life.1);
            let color = self.colors[index % self.colors.len()];
            let (form, gravity, drag) = (self.form, self.gravity, self.drag);
            particles.add(Particle { at, velocity, gravity, drag, life, size, form, color });
        }
    }
}
