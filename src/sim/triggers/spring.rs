//! Springs: plates that throw the ninja in one direction.

use bevy::prelude::*;

use crate::geometry::ray::RayDirection;
use crate::level::SpringSettings;
use crate::stable_hash::StableHasher;

use crate::sim::facts::Fact;
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::Obstacles;
use crate::sim::run::Run;
use crate::sim::state::actor::{ActorIndex, ActorState};
use crate::sim::tuning::{SPRING_COOLDOWN_TICKS, SPRING_REACH};

/// A plate that throws the ninja.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Its center.
    pub position: Vec2,
    /// Unit direction in which it throws.
    pub direction: Vec2,
    /// His speed in that direction afterwards, in tiles a second.
    pub strength: f32,
}

impl Spring {
    /// A spring as a level describes it.
    pub fn new(settings: &SpringSettings) -> Self {
        let direction = RayDirection::at_angle(settings.angle).get();
        Self { position: settings.position, direction, strength: settings.strength }
    }
}

/// What of a spring changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct SpringState {
    /// Tick of the run in which it last threw.
    pub threw_at: Option<u32>,
}

impl ActorState for SpringState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.threw_at.is_some());
        hasher.write_u32(self.threw_at.unwrap_or_default());
    }
}

impl Spring {
    /// Whether it throws a ninja whose center is here, in this tick of the run.
    fn throws(&self, state: SpringState, center: Vec2, tick: u32) -> bool {
        let is_near = self.position.distance_squared(center) <= SPRING_REACH * SPRING_REACH;
        is_near && state.threw_at.is_none_or(|at| tick.saturating_sub(at) >= SPRING_COOLDOWN_TICKS)
    }
}

/// The springs of a level.
pub type Springs<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Spring, &'static mut SpringState)>;

/// Throws a ninja who touches a spring; of several the first in the level.
pub fn release_springs(
    run: &Run,
    obstacles: &Obstacles,
    ninja: &mut Ninja,
    springs: &mut Springs,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let touched = springs.iter_mut().filter(|(_, spring, state)| spring.throws(**state, ninja.position, run.ticks));
    let Some((_, spring, mut state)) = touched.min_by_key(|(index, ..)| **index) else { return };
    state.threw_at = Some(run.ticks);
    ninja.leave_ground(obstacles);
    let across = ninja.velocity - spring.direction * ninja.velocity.dot(spring.direction);
    ninja.throw(across + spring.direction * spring.strength);
    facts.write(Fact::NinjaBounced { position: ninja.position, normal: spring.direction });
}
