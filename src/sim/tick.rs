//! The tick: every rule of the game, in the one order that counts. The rules themselves are plain functions beside the
//! components that they are about.
//!
//! One system and not one for each rule: a system costs a tick as much as casting two beams, and what a rule needs is
//! then fetched once and not by each of them.

use std::sync::Arc;

use bevy::prelude::*;

use crate::geometry::terrain::Terrain;

use crate::sim::facts::{DeathCause, Fact};
use crate::sim::hazards::beam_hits::detect_hits;
use crate::sim::hazards::camera::operate_cameras;
use crate::sim::hazards::laser::operate_lasers;
use crate::sim::hazards::mine::blow_mines;
use crate::sim::hazards::orb::{OrbWays, move_orbs};
use crate::sim::hazards::spikes::{Spikes, touch_spikes};
use crate::sim::hazards::turret::operate_turrets;
use crate::sim::ninja::carry::ride;
use crate::sim::ninja::{Ninja, step_ninja};
use crate::sim::obstacles::{Obstacles, Surroundings, move_obstacles};
use crate::sim::run::Run;
use crate::sim::run::exit::reach_exit;
use crate::sim::run::focus::advance_clocks;
use crate::sim::run::input::TickInput;
use crate::sim::run::shard::take_shards;
use crate::sim::state::snapshot::{ActorsState, CoreState, Snapshot, Start};
use crate::sim::state::spawn::LevelTerrain;
use crate::sim::triggers::channel::{Channels, tell_lowered};
use crate::sim::triggers::spring::release_springs;
use crate::sim::triggers::switch::press_switches;
use crate::sim::triggers::teleport::carry_through_teleports;

/// What of a level stays as it is while it is played. A schedule belongs to one level, so it is looked up once, when the
/// schedule is first run: to ask for a resource takes a tick as long as half a beam does.
pub struct Unchanging {
    start: Snapshot,
    terrain: Arc<Terrain>,
}

impl FromWorld for Unchanging {
    /// # Panics
    /// If no level is in the world.
    fn from_world(world: &mut World) -> Self {
        Self { start: world.resource::<Start>().0.clone(), terrain: world.resource::<LevelTerrain>().0.clone() }
    }
}

/// The whole tick.
pub fn play_tick(
    input: Res<TickInput>,
    level: Local<Unchanging>,
    spikes: Local<Spikes>,
    mut orb_ways: Local<OrbWays>,
    mut obstacles: ResMut<Obstacles>,
    mut core: CoreState,
    mut actors: ActorsState,
    mut facts: MessageWriter<Fact>,
) {
    if is_restart_wanted(*input, &core.run) {
        tell_restart(&core.run, &mut facts);
        core.restore(&level.start);
        actors.restore(&level.start);
    }
    let CoreState { run, focus, ninja, exit, shards, lasers } = &mut core;
    let (run, ninja) = (&mut **run, &mut ***ninja);
    let ActorsState { channels, movers, doors, switches, keys, springs, teleports, cameras, turrets, orbs, mines } =
        &mut actors;
    let facts = &mut facts;

    // Time slows or not, what is solid moves, and the ninja among it.
    advance_clocks(*input, run, focus, facts);
    tell_lowered(run, channels, facts);
    ninja.before = ninja.position;
    if !obstacles.is_empty() {
        move_obstacles(run, channels, ninja, &mut obstacles, movers, doors, facts);
        ride_obstacles(run, ninja, &level.terrain, &mut obstacles, facts);
    }
    let around = &Surroundings { terrain: &level.terrain, obstacles: &obstacles };
    step_ninja(*input, around, run, ninja, facts);

    // What he sets off where he is now, and what that does to him.
    press_switches(run, ninja, channels, switches, keys, facts);
    release_springs(run, &obstacles, ninja, springs, facts);
    carry_through_teleports(run, around, ninja, teleports, facts);

    // The hazards act.
    operate_cameras(run, channels, around, ninja, cameras, facts);
    let beams_are_near = operate_lasers(run, channels, around, ninja.position, lasers);
    operate_turrets(run, channels, around, ninja, turrets, facts);
    move_orbs(run, around, ninja, orbs, &mut orb_ways, facts);
    blow_mines(run, around, ninja, mines, facts);

    // What comes of where everybody is now. A dead ninja takes nothing.
    touch_spikes(run, &spikes, ninja, facts);
    if beams_are_near {
        detect_hits(run, focus, ninja, lasers, facts);
    }
    take_shards(run, focus, ninja, shards, facts);
    reach_exit(run, ninja, exit, shards, facts);
}

/// [`play_tick`] of a level that has no actors but robots: without the rules about what is not there, since even that takes
/// time to find out.
pub fn play_tick_of_robots(
    input: Res<TickInput>,
    level: Local<Unchanging>,
    mut core: CoreState,
    mut facts: MessageWriter<Fact>,
) {
    if is_restart_wanted(*input, &core.run) {
        tell_restart(&core.run, &mut facts);
        core.restore(&level.start);
    }
    let CoreState { run, focus, ninja, exit, shards, lasers } = &mut core;
    let (run, ninja) = (&mut **run, &mut ***ninja);
    let facts = &mut facts;
    let around = &Surroundings::from(&*level.terrain);

    advance_clocks(*input, run, focus, facts);
    ninja.before = ninja.position;
    step_ninja(*input, around, run, ninja, facts);
    let beams_are_near = operate_lasers(run, &Channels::NONE, around, ninja.position, lasers);
    if beams_are_near {
        detect_hits(run, focus, ninja, lasers, facts);
    }
    take_shards(run, focus, ninja, shards, facts);
    reach_exit(run, ninja, exit, shards, facts);
}

/// Whether the level is to start again: asked for, or the time after a death is over.
fn is_restart_wanted(input: TickInput, run: &Run) -> bool {
    run.is_restart_due() || input.holds(TickInput::RESTART)
}

fn tell_restart(run: &Run, facts: &mut MessageWriter<Fact>) {
    facts.write(Fact::RunRestarted { after_death: run.is_restart_due() });
}

/// Lets what moved carry the ninja, push him, throw him or crush him.
fn ride_obstacles(
    run: &mut Run,
    ninja: &mut Ninja,
    terrain: &Terrain,
    obstacles: &mut Obstacles,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let ridden = ride(ninja, terrain, obstacles);
    if let Some(point) = ridden.crushed {
        ninja.die(DeathCause::Crush { point }, run, facts);
    } else if let Some(normal) = ridden.bounced {
        facts.write(Fact::NinjaBounced { position: ninja.position, normal });
    }
}
