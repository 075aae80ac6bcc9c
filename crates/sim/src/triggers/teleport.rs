//! Teleports: pairs of places. A ninja that touches one comes out of the other with its velocity.
//!
//! A teleport never puts the ninja into something solid: while there is no room at the other end it does nothing.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{BODY_RADIUS, TELEPORT_LEFT, TELEPORT_REACH};
use hairline_level::TeleportSettings;

/// Two linked places.
#[derive(Component, Clone, Copy, Debug, Deref)]
pub struct Teleport(pub TeleportSettings);

/// The part of a teleport that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct TeleportState {
    /// The ninja has just come through and is still near: it is not taken again.
    pub occupied: bool,
}

sim_state!(TeleportState, "teleport", occupied);

/// The ninja went through a teleport.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NinjaTeleported {
    /// Which teleport.
    pub source: ActorIndex,
    /// The end where it went in.
    pub from: Vec2,
    /// The end where it came out.
    pub to: Vec2,
}

impl Teleport {
    /// The end that takes the ninja, and the other one.
    fn taken(&self, ninja: &Ninja) -> Option<(Vec2, Vec2)> {
        let [a, b] = self.ends;
        [(a, b), (b, a)].into_iter().find(|&(end, _)| ninja.is_near(end, TELEPORT_REACH))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<NinjaTeleported>()
        .register_state::<TeleportState>()
        .register_actor(|settings: &TeleportSettings| (Teleport(*settings), TeleportState::default()))
        .add_rule::<Teleport, _>(SimulationSystems::Teleports, teleport_ninja);
}

/// Moves a ninja that touches an end to the other, if there is room; of several teleports the first in the level's file.
fn teleport_ninja(
    mut teleports: Populated<(&ActorIndex, &Teleport, &mut TeleportState)>,
    run: Res<Run>,
    colliders: Res<Colliders>,
    mut ninja: ResMut<Ninja>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    for (_, teleport, mut state) in &mut teleports {
        if state.occupied && !teleport.ends.iter().any(|&end| ninja.is_near(end, TELEPORT_LEFT)) {
            state.occupied = false;
        }
    }
    let takes = |teleport: &Teleport, state: &TeleportState| {
        let ends = teleport.taken(&ninja).filter(|_| !state.occupied)?;
        (colliders.depth(ends.1, BODY_RADIUS) == 0.0).then_some(ends)
    };
    let taken = teleports
        .iter_mut()
        .filter_map(|(&source, teleport, state)| takes(teleport, &state).map(|ends| (source, ends, state)))
        .min_by_key(|(source, ..)| *source);
    let Some((source, (from, to), mut state)) = taken else { return };
    state.occupied = true;
    ninja.leave_ground(&colliders);
    ninja.teleport_to(to);
    commands.write_message(NinjaTeleported { source, from, to });
}
