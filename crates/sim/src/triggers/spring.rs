//! Springs: plates that throw the ninja in one direction.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::{HasOptionalRule, OptionalSystems, Simulate, SimulationSystems};
use crate::state::actor::{ActorIndex, SimState};
use crate::state::snapshot::StateAppExt;
use crate::state::spawn::SpawnAppExt;
use crate::tuning::{SPRING_COOLDOWN_TICKS, SPRING_REACH};
use hairline_geometry::ray::unit;
use hairline_level::SpringSettings;
use hairline_level::stable_hash::StableHasher;

/// A plate that throws the ninja.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(HasOptionalRule)]
pub struct Spring {
    /// Its center.
    pub position: Vec2,
    /// Unit direction in which it throws.
    pub direction: Vec2,
    /// The ninja's speed in that direction afterwards, in tiles a second.
    pub strength: f32,
}

impl Spring {
    /// A spring as a level describes it.
    pub fn new(settings: &SpringSettings) -> Self {
        let direction = unit(settings.angle);
        Self { position: settings.position, direction, strength: settings.strength }
    }
}

/// The part of a spring that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct SpringState {
    /// Tick of the run in which it last threw.
    pub threw_at: Option<u32>,
}

impl SimState for SpringState {
    const KEY: &'static str = "spring";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { threw_at } = *self;
        hasher.write_option(threw_at);
    }
}

/// A spring threw the ninja.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct SpringReleased {
    /// Which spring.
    pub source: ActorIndex,
    /// The ninja's center.
    pub position: Vec2,
    /// Unit direction of the throw.
    pub direction: Vec2,
}

impl Spring {
    /// Whether it throws a ninja whose center is here, in this tick of the run.
    fn throws(&self, state: SpringState, center: Vec2, tick: u32) -> bool {
        let is_near = self.position.distance_squared(center) <= SPRING_REACH * SPRING_REACH;
        is_near && state.threw_at.is_none_or(|at| tick.saturating_sub(at) >= SPRING_COOLDOWN_TICKS)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SpringReleased>()
        .register_state::<SpringState>()
        .register_actor(|settings: &SpringSettings, _| (Spring::new(settings), SpringState::default()))
        .add_systems(Simulate, release_springs.in_set(SimulationSystems::Springs).in_set(OptionalSystems));
}

/// Throws a ninja that touches a spring; of several springs the first in the level's file.
fn release_springs(
    mut springs: Populated<(&ActorIndex, &Spring, &mut SpringState)>,
    run: Res<Run>,
    colliders: Res<Colliders>,
    mut ninja: ResMut<Ninja>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let touched = springs.iter_mut().filter(|(_, spring, state)| spring.throws(**state, ninja.position, run.ticks));
    let Some((&source, spring, mut state)) = touched.min_by_key(|(index, ..)| **index) else { return };
    state.threw_at = Some(run.ticks);
    ninja.leave_ground(&colliders);
    let across = ninja.velocity - spring.direction * ninja.velocity.dot(spring.direction);
    ninja.throw(across + spring.direction * spring.strength);
    commands.write_message(SpringReleased { source, position: ninja.position, direction: spring.direction });
}
