//! Drives the simulation: which level is loaded, one tick after another, and how fast time runs. Every tick's input comes
//! from here and from nowhere else.

use std::time::{Duration, Instant};

use bevy::app::FixedMain;
use bevy::prelude::*;

use super::assist::{self, LastShard, LoadedCharge, with_help};
use super::attempt::Attempt;
use super::controls::{Bindings, Latch, latch_devices, update_bindings};
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::{Pause, Screen};
use crate::view::canvas::palette::Scenery;
use crate::view::debug::TickTime;
use hairline_level::Level;
use hairline_profile::settings::Settings;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::checkpoint::{CheckpointState, SavedRun};
use hairline_sim::run::exit::ExitReached;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::replay::REPLAY_TICKS_MAX;
use hairline_sim::state::snapshot::{self, Snapshot};
use hairline_sim::state::spawn::LevelStart;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};
use hairline_sim::{self, Simulate};

/// The most time that one frame makes up for. Down to four frames a second the game runs in real time; below that it
/// slows down instead of falling further and further behind.
const FRAME_TIME_MAX: Duration = Duration::from_millis(250);

/// A level's content at some moment: its file may change while the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelVersion {
    /// The level's asset.
    pub id: AssetId<LevelAsset>,
    /// The hash of everything in it that the rules can see.
    pub hash: u64,
}

/// The level in the world, if it comes from the catalog.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadedLevel(pub Option<LevelVersion>);

/// Adds the driver. It ticks in every screen that has a level in the world; a pause stops virtual time and with it the
/// ticks.
pub fn plugin(app: &mut App) {
    app.add_plugins(assist::plugin)
        .insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
        .insert_resource(Time::<Virtual>::from_max_delta(FRAME_TIME_MAX))
        .init_resource::<LoadedLevel>()
        .init_resource::<Attempt>()
        .init_resource::<Scenery>()
        .init_resource::<Latch>()
        .init_resource::<Bindings>()
        .init_resource::<TickTime>()
        .add_systems(
            RunFixedMainLoop,
            (
                (update_bindings, latch_devices.run_if(in_state(Pause::Running)))
                    .chain()
                    .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
                set_time_speed.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            ),
        )
        .add_systems(
            FixedUpdate,
            (run_tick, (count_deaths, show_result)).chain().run_if(resource_exists::<LevelStart>),
        );
    for pause in [Pause::Paused, Pause::Settings, Pause::Stepping] {
        app.add_systems(OnEnter(pause), pause_time).add_systems(OnExit(pause), resume_time);
    }
}

/// Loads a level of the catalog into the world, at its start.
pub fn start_level(world: &mut World, id: AssetId<LevelAsset>, level: &Level) {
    let assist = world.resource::<Settings>().assist.clone();
    hairline_sim::load_level(world, &with_help(level.clone(), &assist));
    show_world(world, id, level);
    world.resource_mut::<LoadedCharge>().0 = assist.beam_charge;
    assist::give_help(world);
    world.resource_mut::<LastShard>().clear();
    world.resource_mut::<LoadedLevel>().0 = Some(LevelVersion { id, hash: level.hash });
    world.resource_mut::<Attempt>().begin_run();
    world.resource_mut::<Latch>().begin();
}

/// Shows a level of the catalog in the colors of its world.
pub fn show_world(world: &mut World, id: AssetId<LevelAsset>, level: &Level) {
    let catalog = world.resource::<LevelCatalog>();
    let index = catalog.entries.iter().position(|entry| entry.handle.id() == id).unwrap_or(catalog.current);
    let of = catalog.world_of(index, level);
    world.resource_mut::<Scenery>().set_if_neq(Scenery(of));
}

/// Takes the level out of the world.
pub fn unload_level(world: &mut World) {
    hairline_sim::unload_level(world);
    world.resource_mut::<LoadedLevel>().0 = None;
}

/// Plays one tick. Only in [`Screen::Playing`] do the player's buttons count; behind menus levels play without input.
fn run_tick(
    world: &mut World,
    shards: &mut QueryState<&ShardState>,
    checkpoints: &mut QueryState<&CheckpointState>,
    saved_run: &mut QueryState<&SavedRun>,
) {
    let is_played = *world.resource::<State<Screen>>().get() == Screen::Playing;
    let input = if is_played { world.resource_mut::<Latch>().tick() } else { TickInput::NONE };
    *world.resource_mut::<TickInput>() = input;
    if is_played
        && world.resource::<Run>().is_restart_due()
        && !input.holds(TickInput::RESTART)
        && assist::return_to_last_shard(world)
    {
        world.resource_mut::<Latch>().suppress_jump();
    }
    let saved = saved_run.query(world).iter().next().cloned().unwrap_or_default();
    let run_before = *world.resource::<Run>();
    let was_running = run_before.is_running();
    let has_restarted = run_before.is_restart_due() || input.holds(TickInput::RESTART);
    let returns_to_checkpoint = has_restarted && saved.is_next(&run_before, input);
    let started = Instant::now();
    world.run_schedule(Simulate);
    world.resource_mut::<TickTime>().add(started.elapsed().as_secs_f32());
    if !is_played {
        return;
    }
    let has_died = was_running && !world.resource::<Run>().is_running();
    if has_died || has_restarted {
        world.resource_mut::<Latch>().suppress_jump();
    }
    if returns_to_checkpoint {
        // What the help remembers lies behind the flag, or is no part of the run any more.
        world.resource_mut::<LastShard>().clear();
    }
    if has_restarted && !returns_to_checkpoint {
        world.resource_mut::<Attempt>().begin_run();
        world.resource_mut::<LastShard>().clear();
        if world.resource::<LoadedCharge>().0 != world.resource::<Settings>().assist.beam_charge {
            // The level is loaded again, with what is set now.
            world.resource_mut::<LoadedLevel>().0 = None;
        }
    }
    if has_died || has_restarted || world.resource::<Run>().focus.exhausted {
        world.resource_mut::<Latch>().end_focus();
    }
    let final_hash = (was_running && world.resource::<Run>().phase == Phase::Finished).then(|| {
        let mut end = Snapshot::default();
        snapshot::save(world, &mut end);
        end.hash()
    });
    let mut attempt = world.resource_mut::<Attempt>();
    // A death that leads back to a checkpoint, and the restart, are part of the run.
    let lies_dead = saved.checkpoint().is_some() && run_before.is_dead();
    if (was_running || has_restarted || lies_dead) && attempt.inputs.len() < REPLAY_TICKS_MAX as usize {
        // The tick of any other restart is the first of the new run; a recording needs no button for it.
        attempt.inputs.push(if returns_to_checkpoint { input } else { input.without(TickInput::RESTART) });
    }
    attempt.final_hash = final_hash.or(attempt.final_hash);
    let taken = shards.iter(world).filter(|shard| shard.taken).count();
    let ticks = world.resource::<Run>().ticks;
    // A return to a checkpoint gives shards back; two may be taken in one tick.
    world.resource_mut::<Attempt>().splits.resize(taken, ticks);
    assist::note_tick(world, shards, checkpoints);
}

/// Plays one tick while time is paused, with the buttons that are held.
pub fn step_tick(world: &mut World) {
    if let Err(error) = world.run_system_cached(latch_devices) {
        warn!("the devices could not be read for this tick: {error}");
    }
    // As Bevy does around each fixed tick: within it, the generic clock is the fixed one.
    *world.resource_mut::<Time>() = world.resource::<Time<Fixed>>().as_generic();
    world.run_schedule(FixedMain);
    *world.resource_mut::<Time>() = world.resource::<Time<Virtual>>().as_generic();
}

/// Counts the player's deaths. What happens behind a menu does not count.
fn count_deaths(mut deaths: MessageReader<NinjaDied>, screen: Res<State<Screen>>, mut attempt: ResMut<Attempt>) {
    let deaths = deaths.read().count() as u32;
    if *screen.get() == Screen::Playing {
        attempt.deaths = attempt.deaths.saturating_add(deaths);
    }
}

/// Shows the result when the player reaches the exit.
fn show_result(mut exits: MessageReader<ExitReached>, screen: Res<State<Screen>>, mut next: ResMut<NextState<Screen>>) {
    let is_reached = exits.read().count() > 0;
    if is_reached && *screen.get() == Screen::Playing {
        next.set(Screen::Finished);
    }
}

/// During focus virtual time runs slower, and as slow as the player wants it: ticks come less often, and each stays the same.
fn set_time_speed(
    mut time: ResMut<Time<Virtual>>,
    run: Option<Res<Run>>,
    screen: Res<State<Screen>>,
    settings: Res<Settings>,
) {
    let is_played = *screen.get() == Screen::Playing;
    let focus = if is_played && run.is_some_and(|run| run.focus.active) { FOCUS_TIME_SCALE } else { 1.0 };
    let assist = if is_played { f32::from(settings.assist.game_speed) / 100.0 } else { 1.0 };
    let speed = focus * assist;
    if time.relative_speed() != speed {
        time.set_relative_speed(speed);
    }
}

fn pause_time(mut time: ResMut<Time<Virtual>>) {
    time.pause();
}

/// Between stepping, the pause menu and the settings time resumes for no frame: entering each pauses it again.
fn resume_time(mut time: ResMut<Time<Virtual>>, mut latch: ResMut<Latch>) {
    time.unpause();
    latch.begin();
}
