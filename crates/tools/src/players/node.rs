//! The ninja at one moment, and how unlike two moments are.

use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::ninja::Ninja;

/// Seconds in which a difference of velocity counts as the difference of place that it makes.
const VELOCITY_SECONDS: f32 = 0.06;
/// What standing instead of flying counts, in square tiles.
const GROUND_DIFFERENCE: f32 = 0.15;

/// The ninja at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub position: Vec2,
    pub velocity: Vec2,
    pub is_grounded: bool,
}

impl Node {
    pub fn of(simulation: &Simulation) -> Self {
        let Ninja { position, velocity, ground, .. } = *simulation.ninja();
        Self { position, velocity, is_grounded: ground.is_some() }
    }

    /// How unlike two moments are, in square tiles.
    pub fn difference(&self, other: &Self) -> f32 {
        let place = self.position.distance_squared(other.position);
        let velocity = self.velocity.distance_squared(other.velocity) * (VELOCITY_SECONDS * VELOCITY_SECONDS);
        let ground = if self.is_grounded == other.is_grounded { 0.0 } else { GROUND_DIFFERENCE };
        place + velocity + ground
    }

    /// Whether it stands still.
    pub fn is_at_rest(&self) -> bool {
        self.is_grounded && self.velocity.length_squared() < 1.0
    }
}
