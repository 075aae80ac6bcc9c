//! One tick: all rules, in the one order that counts. The rules themselves are plain functions over components and stand
//! beside them.
//!
//! One system and not one for each rule: a system costs a tick as much as casting two beams, mostly to fetch what it asks
//! for, and every rule asks for nearly the same.

use bevy::prelude::*;

use super::exit::reach_exit;
use super::facts::Fact;
use super::focus::advance_clocks;
use super::hits::detect_hits;
use super::input::TickInput;
use super::laser::operate_lasers;
use super::ninja::step_ninja;
use super::shard::take_shards;
use super::snapshot::{RunState, Start, restart_when_due};
use super::spawn::LevelTerrain;

/// Plays one tick.
pub fn play_tick(
    input: Res<TickInput>,
    terrain: Res<LevelTerrain>,
    start: Res<Start>,
    mut state: RunState,
    mut facts: MessageWriter<Fact>,
) {
    restart_when_due(*input, &start, &mut state, &mut facts);
    let RunState { mut run, mut focus, mut ninja, mut exit, mut shards, mut lasers } = state;
    advance_clocks(*input, &mut run, &mut focus, &mut facts);
    step_ninja(*input, &terrain.0, &mut run, &mut ninja, &mut facts);
    operate_lasers(&run, &terrain.0, ninja.position, &mut lasers);
    detect_hits(&mut run, &mut focus, &ninja, &mut lasers, &mut facts);
    take_shards(&run, &mut focus, &ninja, &mut shards, &mut facts);
    reach_exit(&mut run, &ninja, &mut exit, &shards, &mut facts);
}
