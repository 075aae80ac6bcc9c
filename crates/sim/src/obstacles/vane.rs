//! Vanes: mirrors on an axle. A touch of the ninja, or a gate that opens, turns a vane by its angle; further ones have no effect
//! until the turn ends. A turning vane is solid in its current pose, and pauses while the ninja is in its way.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::Weapon;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{BODY_RADIUS, half_ticks};
use hairline_level::{MoverSurface, VaneSettings};

use super::spawn::ObstacleAppExt;
use super::{ObstacleIndex, Pose};

/// A vane as a cause of death: a mover may crush the ninja against it.
const WEAPON: Weapon = Weapon { name: "a vane", kind: Some("vane"), presses: true };
/// Tiles within which the ninja touches a vane: more than its body keeps off a surface.
const TOUCH: f32 = 0.02;

/// A vane began to turn.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct VaneTurned {
    /// Which vane.
    pub source: ActorIndex,
    /// Its axle.
    pub position: Vec2,
}

/// A mirror on an axle; fixed during a run.
#[derive(Component, Clone, Copy, Debug, Deref)]
pub struct Vane {
    #[deref]
    settings: VaneSettings,
    /// Half ticks of hazard time that a turn takes.
    half_ticks: u32,
}

/// The part of a vane that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct VaneState {
    /// Turns since the start, the present one included, modulo [`VaneSettings::positions`].
    pub turns: u32,
    /// Half ticks left of the present turn; 0 at rest.
    pub left: u32,
    /// The ninja touched it at the end of the tick before.
    pub is_touched: bool,
}

sim_state!(VaneState, "vane", turns, left, is_touched);

impl Vane {
    fn new(settings: &VaneSettings) -> Self {
        Self { settings: *settings, half_ticks: half_ticks(settings.seconds).max(1) }
    }

    /// Its pose in a state.
    fn pose_at(&self, VaneState { turns, left, .. }: VaneState) -> Pose {
        let turned = turns as f32 - left as f32 / self.half_ticks as f32;
        Pose { position: self.position, rotation: Rot2::radians(self.angle + self.turn_by * turned) }
    }

    /// Whether its gate opened since the previous tick.
    fn is_opened(&self, run: &Run) -> bool {
        let change = |gate| run.channels.gate_change(gate, run.hazard_half_ticks_before(), run.hazard_half_ticks);
        self.when.and_then(change) == Some(true)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<VaneTurned>()
        .register_state::<VaneState>()
        .register_obstacle(|settings: &VaneSettings, _, obstacles, index| {
            let (vane, state) = (Vane::new(settings), VaneState::default());
            let shape = settings.shape();
            let obstacle = obstacles.add(index, shape, MoverSurface::Mirror, WEAPON, vane.pose_at(state));
            (ObstacleIndex(obstacle), (vane, state))
        })
        .add_rule::<Vane, _>(SimulationSystems::Vanes, turn_vanes);
}

/// Turns the vanes that the ninja touched in the previous tick, or whose gate opened.
fn turn_vanes(
    mut vanes: Populated<(&ActorIndex, &ObstacleIndex, &Vane, &mut VaneState)>,
    run: Res<Run>,
    ninja: Res<Ninja>,
    mut colliders: ResMut<Colliders>,
    mut commands: Commands,
) {
    let obstacles = colliders.bypass_change_detection().obstacles_mut();
    for (&source, &ObstacleIndex(obstacle), vane, mut state) in &mut vanes {
        let before = vane.pose_at(*state);
        // A snapshot restores the state, but not the obstacles.
        obstacles.set_poses(obstacle, before, before);
        let is_near = |reach: f32| run.is_running() && obstacles.overlap(obstacle, ninja.position, reach).is_some();
        let is_touched = is_near(BODY_RADIUS + TOUCH);
        let was_touched = std::mem::replace(&mut state.is_touched, is_touched);
        if state.left == 0 && (is_touched && !was_touched || vane.is_opened(&run)) {
            state.turns = (state.turns + 1) % vane.positions();
            state.left = vane.half_ticks;
            commands.write_message(VaneTurned { source, position: vane.position });
        }
        let next = VaneState { left: state.left.saturating_sub(run.hazard_step), ..*state };
        if next == *state {
            continue;
        }
        obstacles.set_poses(obstacle, before, vane.pose_at(next));
        if run.is_running() && obstacles.overlap(obstacle, ninja.position, BODY_RADIUS).is_some() {
            obstacles.set_poses(obstacle, before, before);
        } else {
            *state = next;
        }
    }
}
