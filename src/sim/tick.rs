//! The systems of a tick. Each lets one side act, by its rules in their order; the rules themselves are plain functions
//! beside the components that they are about.
//!
//! Three systems and not one for each rule: a system costs a tick as much as casting two beams, and what a rule needs is
//! then fetched once and not by each of them.

use bevy::prelude::*;

use super::actor::ActorIndex;
use super::channel::Channels;
use super::exit::{Exit, reach_exit};
use super::facts::{DeathCause, Fact};
use super::focus::{Focus, advance_clocks};
use super::hits::detect_hits;
use super::input::TickInput;
use super::laser::{Lasers, operate_lasers};
use super::ninja::{Ninja, step_ninja};
use super::obstacle::{Door, DoorState, Mover, Obstacles, Surroundings, move_obstacles};
use super::ride::ride;
use super::run::{Phase, Run};
use super::shard::{Shards, take_shards};
use super::spawn::LevelTerrain;

/// The whole tick of a level that has no actors but robots: the three parts below in one, with what they need fetched
/// once.
pub fn play_tick(
    input: Res<TickInput>,
    terrain: Res<LevelTerrain>,
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    mut ninja: Single<&mut Ninja>,
    mut lasers: Lasers,
    mut shards: Shards,
    mut exit: Single<&mut Exit>,
    mut facts: MessageWriter<Fact>,
) {
    let around = Surroundings::from(&*terrain.0);
    advance_clocks(*input, &mut run, &mut focus, &mut facts);
    ninja.before = ninja.position;
    step_ninja(*input, &around, &mut run, &mut ninja, &mut facts);
    operate_lasers(&run, &Channels::NONE, &around, ninja.position, &mut lasers);
    detect_hits(&mut run, &mut focus, &ninja, &mut lasers, &mut facts);
    take_shards(&run, &mut focus, &ninja, &mut shards, &mut facts);
    reach_exit(&mut run, &ninja, &mut exit, &shards, &mut facts);
}

/// The ninja's part: time slows or not, and he moves.
pub fn play_ninja(
    input: Res<TickInput>,
    terrain: Res<LevelTerrain>,
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    mut ninja: Single<&mut Ninja>,
    mut facts: MessageWriter<Fact>,
) {
    advance_clocks(*input, &mut run, &mut focus, &mut facts);
    ninja.before = ninja.position;
    step_ninja(*input, &(&*terrain.0).into(), &mut run, &mut ninja, &mut facts);
}

/// [`play_ninja`] where something solid moves: it stands where this tick's clock says before he meets it; it carries him,
/// pushes him or crushes him, and then he moves himself.
pub fn play_ninja_among_obstacles(
    input: Res<TickInput>,
    terrain: Res<LevelTerrain>,
    channels: Res<Channels>,
    mut obstacles: ResMut<Obstacles>,
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    mut ninja: Single<&mut Ninja>,
    movers: Query<(&ActorIndex, &Mover)>,
    mut doors: Query<(&ActorIndex, &Door, &mut DoorState)>,
    mut facts: MessageWriter<Fact>,
) {
    advance_clocks(*input, &mut run, &mut focus, &mut facts);
    move_obstacles(&run, &channels, &ninja, &mut obstacles, &movers, &mut doors, &mut facts);
    if !run.is_running() {
        return;
    }
    ninja.before = ninja.position;
    let ridden = ride(&mut ninja, &terrain.0, &mut obstacles);
    if let Some(point) = ridden.crushed {
        run.phase = Phase::Dead { ticks: 0 };
        let cause = DeathCause::Crush { point };
        facts.write(Fact::NinjaDied { position: ninja.position, velocity: ninja.velocity, cause });
        return;
    }
    if let Some(normal) = ridden.bounced {
        facts.write(Fact::NinjaBounced { position: ninja.position, normal });
    }
    let around = Surroundings { terrain: &terrain.0, obstacles: &obstacles };
    step_ninja(*input, &around, &mut run, &mut ninja, &mut facts);
}

/// The robots' part: they move and turn, and cast their beams.
pub fn play_robots(
    run: Res<Run>,
    channels: Res<Channels>,
    terrain: Res<LevelTerrain>,
    obstacles: Res<Obstacles>,
    ninja: Single<&Ninja>,
    mut lasers: Lasers,
) {
    let around = Surroundings { terrain: &terrain.0, obstacles: &obstacles };
    operate_lasers(&run, &channels, &around, ninja.position, &mut lasers);
}

/// What comes of where everybody is now: death or a near miss, shards, the exit. A dead ninja takes nothing.
pub fn judge_touches(
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    ninja: Single<&Ninja>,
    mut lasers: Lasers,
    mut shards: Shards,
    mut exit: Single<&mut Exit>,
    mut facts: MessageWriter<Fact>,
) {
    detect_hits(&mut run, &mut focus, &ninja, &mut lasers, &mut facts);
    take_shards(&run, &mut focus, &ninja, &mut shards, &mut facts);
    reach_exit(&mut run, &ninja, &mut exit, &shards, &mut facts);
}
