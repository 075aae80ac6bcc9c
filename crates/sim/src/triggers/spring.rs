//! Springs: plates that throw the ninja in one direction.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{SPRING_COOLDOWN_TICKS, SPRING_REACH};
use hairline_geometry::ray::unit;
use hairline_level::SpringSettings;

/// A plate that throws the ninja.
#[derive(Component, Clone, Copy, Debug, Deref)]
pub struct Spring(pub SpringSettings);

/// The part of a spring that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct SpringState {
    /// Tick of the run in which it last threw.
    pub threw_at: Option<u32>,
}

sim_state!(SpringState, "spring", threw_at);

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
    /// Unit direction in which it throws.
    pub fn direction(&self) -> Vec2 {
        unit(self.angle)
    }

    /// Whether it throws the ninja in this tick of the run.
    fn throws(&self, state: SpringState, ninja: &Ninja, run: &Run) -> bool {
        ninja.is_near(self.position, SPRING_REACH)
            && state.threw_at.is_none_or(|at| run.ticks.saturating_sub(at) >= SPRING_COOLDOWN_TICKS)
            && run.channels.is_open(self.when, run.hazard_half_ticks)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SpringReleased>()
        .register_state::<SpringState>()
        .register_actor(|settings: &SpringSettings| (Spring(*settings), SpringState::default()))
        .add_rule::<Spring, _>(SimulationSystems::Springs, release_springs);
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
    let touched = springs.iter_mut().filter(|(_, spring, state)| spring.throws(**state, &ninja, &run));
    let Some((&source, spring, mut state)) = touched.min_by_key(|(index, ..)| **index) else { return };
    state.threw_at = Some(run.ticks);
    ninja.leave_ground(&colliders);
    let direction = spring.direction();
    let across = ninja.velocity - direction * ninja.velocity.dot(direction);
    ninja.throw(across + direction * spring.strength);
    commands.write_message(SpringReleased { source, position: ninja.position, direction });
}
