//! The ninja at one moment, and how unlike two moments are.

use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::ninja::Ninja;
use hairline_sim::tuning::seconds;

/// Seconds in which a difference of velocity counts as the difference of place that it makes.
const VELOCITY_SECONDS: f32 = 0.06;
/// What standing instead of flying counts, in square tiles.
const GROUND_DIFFERENCE: f32 = 0.15;
/// Tiles that a second of hazard time counts: little, so that it decides only where the ninja's place does not, in a wait.
const HAZARD_TILES: f32 = 0.4;
/// Square tiles that hazard time counts at most: a hazard that comes again is as good.
const HAZARD_DIFFERENCE_MAX: f32 = 0.25;

/// The ninja at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub position: Vec2,
    pub velocity: Vec2,
    pub is_grounded: bool,
    /// Hazard time in half ticks.
    pub hazard: u32,
}

impl Node {
    pub fn of(simulation: &Simulation) -> Self {
        let Ninja { position, velocity, ground, .. } = *simulation.ninja();
        Self { position, velocity, is_grounded: ground.is_some(), hazard: simulation.run().hazard_half_ticks }
    }

    /// How unlike two moments are, in square tiles.
    pub fn difference(&self, other: &Self) -> f32 {
        let place = self.position.distance_squared(other.position);
        let velocity = self.velocity.distance_squared(other.velocity) * (VELOCITY_SECONDS * VELOCITY_SECONDS);
        let ground = if self.is_grounded == other.is_grounded { 0.0 } else { GROUND_DIFFERENCE };
        let hazard = seconds(self.hazard.abs_diff(other.hazard)) * HAZARD_TILES;
        place + velocity + ground + (hazard * hazard).min(HAZARD_DIFFERENCE_MAX)
    }

    /// Whether it stands still.
    pub fn is_at_rest(&self) -> bool {
        self.is_grounded && self.velocity.length_squared() < 1.0
    }
}
