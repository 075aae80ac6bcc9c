//! Crumbles: platforms that give way some time after the ninja first leans on them, and come back. All times are hazard
//! time. A crumble that is gone collides with nothing: beams, bullets and bodies pass.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::Weapon;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, SimState};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{BODY_RADIUS, half_ticks};
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::stable_hash::StableHasher;
use hairline_level::{CrumbleSettings, MoverSurface};

use super::spawn::ObstacleAppExt;
use super::{Body, ObstacleIndex, Obstacles, Pose};

/// A crumble as a cause of death: a mover may crush the ninja against it.
const WEAPON: Weapon = Weapon { name: "a crumbling platform", kind: Some("crumble"), presses: true };

/// A crumble began to crack, gave way or came back.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CrumbleChanged {
    /// Which crumble.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
    /// Its phase now.
    pub phase: CrumblePhase,
}

/// The phase of a crumble.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum CrumblePhase {
    /// Untouched.
    #[default]
    Whole,
    /// The ninja leant on it; still solid.
    Cracking,
    /// It collides with nothing.
    Gone,
}

/// The part of a crumble that is fixed during a run. Times in half ticks.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Crumble {
    /// Its center.
    pub position: Vec2,
    /// Its width and height in tiles.
    pub size: Vec2,
    /// From the first touch until it gives way.
    pub delay: u32,
    /// From then until it comes back; longer while something is in its place.
    pub away: u32,
}

/// The part of a crumble that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct CrumbleState {
    /// Its phase.
    pub phase: CrumblePhase,
    /// Hazard time (half ticks) at which this phase began; 0 for one that was never touched.
    pub since: u32,
}

impl SimState for CrumbleState {
    const KEY: &'static str = "crumble";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { phase, since } = *self;
        hasher.write_u32(phase as u32);
        hasher.write_u32(since);
    }
}

impl Crumble {
    /// A crumble as a level describes it.
    pub fn new(settings: &CrumbleSettings) -> Self {
        let &CrumbleSettings { position, size, delay, away } = settings;
        Self { position, size, delay: half_ticks(delay), away: half_ticks(away) }
    }

    /// Adds it to a level's obstacles.
    fn add_to(&self, obstacles: &mut Obstacles, source: ActorIndex) -> ObstacleIndex {
        let shape = Polygon::rectangle(self.size).expect("a level's crumbles have an area");
        ObstacleIndex(obstacles.add(source, shape, MoverSurface::Plain, WEAPON, Pose::at(self.position)))
    }

    /// The state that follows `state` at a hazard time, in half ticks; the same if nothing changes.
    fn advanced(
        &self,
        state: CrumbleState,
        now: u32,
        is_touched: impl FnOnce() -> bool,
        has_room: impl FnOnce() -> bool,
    ) -> CrumbleState {
        let age = now.saturating_sub(state.since);
        match state.phase {
            CrumblePhase::Whole if is_touched() => CrumbleState { phase: CrumblePhase::Cracking, since: now },
            CrumblePhase::Cracking if age >= self.delay => {
                CrumbleState { phase: CrumblePhase::Gone, since: state.since + self.delay }
            }
            CrumblePhase::Gone if age >= self.away && has_room() => {
                CrumbleState { phase: CrumblePhase::Whole, since: now }
            }
            _ => state,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CrumbleChanged>()
        .register_state::<CrumbleState>()
        .register_obstacle(|settings: &CrumbleSettings, _, obstacles, index| {
            let crumble = Crumble::new(settings);
            (crumble.add_to(obstacles, index), (crumble, CrumbleState::default()))
        })
        .add_rule::<Crumble, _>(SimulationSystems::Crumbles, step_crumbles);
}

/// Lets crumbles crack, give way and come back, by the positions of the ninja and of free bodies at the end of the previous
/// tick. One comes back only while neither the ninja, if it is alive and in play, nor a body is in its place.
fn step_crumbles(
    mut crumbles: Populated<(&ActorIndex, &ObstacleIndex, &Crumble, &mut CrumbleState)>,
    bodies: Query<&Body>,
    run: Res<Run>,
    ninja: Res<Ninja>,
    mut colliders: ResMut<Colliders>,
    mut commands: Commands,
) {
    let colliders = colliders.bypass_change_detection();
    let leans_on = if run.is_running() { ninja.leans_on(colliders) } else { None };
    for (&source, &ObstacleIndex(obstacle), crumble, mut state) in &mut crumbles {
        let is_touched = || leans_on == Some(obstacle);
        let has_room = || {
            let is_clear_of = |center, radius| colliders.obstacles().overlap(obstacle, center, radius).is_none();
            (!run.is_running() || is_clear_of(ninja.position, BODY_RADIUS))
                && bodies.iter().all(|body| is_clear_of(body.center, body.radius))
        };
        let next = crumble.advanced(*state, run.hazard_half_ticks, is_touched, has_room);
        if next != *state {
            *state = next;
            commands.write_message(CrumbleChanged { source, position: crumble.position, phase: next.phase });
        }
        // Set every tick: a snapshot restores the state, but not the obstacles.
        colliders.obstacles_mut().set_present(obstacle, state.phase != CrumblePhase::Gone);
    }
}
