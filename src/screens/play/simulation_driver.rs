//! Drives the simulation: which level is loaded, one tick after another, and how fast time runs. Every tick's input comes
//! from here and from nowhere else.

use std::time::{Duration, Instant};

use bevy::app::FixedMain;
use bevy::prelude::*;

use super::assist::{self, LastShard, with_charge};
use super::attempt::Attempt;
use super::controls::{Bindings, Latch, latch_devices, update_bindings};
use super::history::last_death::{self, LookBack};
use super::history::rerun::{self, Rerun};
use super::history::watch::{self, Purpose, Watch};
use super::history::{self, ghosts, sitting};
use super::loaded_level::{LevelVersion, LoadedCharge, LoadedLevel};
use super::outcome::{TickOutcome, read_outcome};
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::{Pause, Screen};
use crate::view::canvas::palette::Scenery;
use crate::view::darkness::Dark;
use crate::view::debug::{ReachView, TickTime};
use hairline_level::Level;
use hairline_profile::settings::Settings;
use hairline_sim::run::checkpoint::SavedRun;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{RestartPoint, Run};
use hairline_sim::state::replay::REPLAY_TICKS_MAX;
use hairline_sim::state::snapshot::{self, Snapshot};
use hairline_sim::state::spawn::LevelStart;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};
use hairline_sim::{self, Simulate};

/// The most time that one frame makes up for. Down to four frames a second the game runs in real time; below that it
/// slows down instead of falling further and further behind.
const FRAME_TIME_MAX: Duration = Duration::from_millis(250);

/// Ticks come in every screen that has a level in the world; a pause stops virtual time and with it the ticks.
pub fn plugin(app: &mut App) {
    app.add_plugins(assist::plugin)
        .insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
        .insert_resource(Time::<Virtual>::from_max_delta(FRAME_TIME_MAX))
        .init_resource::<LoadedLevel>()
        .init_resource::<Attempt>()
        .init_resource::<TickOutcome>()
        .init_resource::<sitting::Sitting>()
        .init_resource::<Scenery>()
        .init_resource::<Dark>()
        .init_resource::<Latch>()
        .init_resource::<Bindings>()
        .init_resource::<TickTime>()
        .add_systems(
            RunFixedMainLoop,
            (
                (update_bindings, latch_devices.run_if(watch::takes_input))
                    .chain()
                    .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
                set_time_speed.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            ),
        )
        .add_systems(
            FixedUpdate,
            (
                press_buttons,
                last_death::press_buttons.run_if(in_state(Pause::LastDeath)),
                watch::press_buttons.run_if(in_state(Pause::Watching)),
                assist::return_to_last_shard.run_if(watch::counts),
                play_tick,
                read_outcome,
                rerun::set_pace.run_if(in_state(Screen::Finished)),
                // What happens behind a menu does not count, nor what is only seen again.
                (
                    release_buttons,
                    begin_run,
                    (record_input, record_splits, record_end.run_if(has_finished), count_death.run_if(watch::counts))
                        .chain(),
                    (sitting::record_tick, ghosts::note_splits.run_if(watch::counts), watch::record_practice),
                    (assist::forget_last_shard, assist::mark_attempt, assist::remember_last_shard).chain(),
                    show_result.run_if(has_finished),
                )
                    .chain()
                    .run_if(history::is_own_run),
            )
                .chain()
                .run_if(resource_exists::<LevelStart>.and_then(not(history::is_standing))),
        );
    for pause in [Pause::Paused, Pause::Settings, Pause::Stepping] {
        app.add_systems(OnEnter(pause), pause_time).add_systems(OnExit(pause), resume_time);
    }
}

/// Loads a level of the catalog into the world, at its start.
pub fn start_level(world: &mut World, id: AssetId<LevelAsset>, level: &Level) {
    let assist = world.resource::<Settings>().assist.clone();
    hairline_sim::load_level(world, &with_charge(level.clone(), assist.beam_charge));
    show_world(world, id, level);
    world.insert_resource(ReachView::new(level.clone()));
    world.resource_mut::<LoadedCharge>().0 = assist.beam_charge;
    assist::give_help(world);
    *world.resource_mut::<LastShard>() = LastShard::default();
    sitting::begin(world, level.hash);
    world.resource_mut::<ghosts::OwnSplits>().clear();
    world.resource_mut::<LoadedLevel>().0 = Some(LevelVersion { id, hash: level.hash });
    world.resource_mut::<Attempt>().begin_run();
    world.resource_mut::<Latch>().begin();
}

/// Shows a level of the catalog in the colors of its world, and dark if it is.
pub fn show_world(world: &mut World, id: AssetId<LevelAsset>, level: &Level) {
    let catalog = world.resource::<LevelCatalog>();
    let index = catalog.entries.iter().position(|entry| entry.handle.id() == id).unwrap_or(catalog.current);
    let of = catalog.world_of(index, Some(level));
    world.resource_mut::<Scenery>().set_if_neq(Scenery(of));
    world.resource_mut::<Dark>().set_if_neq(Dark(level.dark));
}

/// Takes the level out of the world.
pub fn unload_level(world: &mut World) {
    hairline_sim::unload_level(world);
    world.resource_mut::<LoadedLevel>().0 = None;
    world.insert_resource(ReachView::default());
}

/// Only in [`Screen::Playing`] do the player's buttons count. On the result the run is played again; behind other menus levels play
/// without input.
fn press_buttons(
    (screen, pause): (Res<State<Screen>>, Option<Res<State<Pause>>>),
    mut latch: ResMut<Latch>,
    mut rerun: ResMut<Rerun>,
    mut input: ResMut<TickInput>,
) {
    let on = *screen.get();
    *input = match on {
        Screen::Playing if history::is_own_run(screen, pause) => latch.tick(),
        Screen::Finished => rerun.next_input(),
        _ => TickInput::NONE,
    };
}

fn play_tick(world: &mut World) {
    let started = Instant::now();
    world.run_schedule(Simulate);
    world.resource_mut::<TickTime>().add(started.elapsed().as_secs_f32());
}

/// A jump held at a death, a restart or the exit is none in what follows, and focus that toggles ends there.
fn release_buttons(outcome: Res<TickOutcome>, run: Res<Run>, mut latch: ResMut<Latch>) {
    let is_interrupted = outcome.has_died() || outcome.has_finished || outcome.restart.is_some();
    if is_interrupted {
        latch.suppress_jump();
    }
    if is_interrupted || run.focus.exhausted {
        latch.end_focus();
    }
}

/// Begins a new run at a restart from the start of the level.
fn begin_run(
    outcome: Res<TickOutcome>,
    settings: Res<Settings>,
    (charge, watch): (Res<LoadedCharge>, Res<Watch>),
    mut attempt: ResMut<Attempt>,
    mut loaded: ResMut<LoadedLevel>,
) {
    if outcome.restart == Some(RestartPoint::Start) {
        attempt.begin_run();
        if charge.0 != settings.assist.beam_charge && watch.purpose() == Purpose::None {
            // The level is loaded again, with what is set now; the time line of practice belongs to what is loaded.
            loaded.0 = None;
        }
    }
}

/// Records the tick's input if it is part of the run. So are a death that leads back to a checkpoint, and that restart.
fn record_input(
    outcome: Res<TickOutcome>,
    input: Res<TickInput>,
    run: Res<Run>,
    saved: Query<&SavedRun>,
    mut attempt: ResMut<Attempt>,
) {
    let has_ended = outcome.has_died() || outcome.has_finished;
    let returns = || run.is_dead() && saved.iter().any(|saved| saved.checkpoint().is_some());
    if !(run.is_running() || has_ended || returns()) || attempt.inputs.len() >= REPLAY_TICKS_MAX as usize {
        return;
    }
    let is_return = matches!(outcome.restart, Some(RestartPoint::Checkpoint(_)));
    // The tick of any other restart is the first of the new run; a recording needs no button for it.
    attempt.inputs.push(if is_return { *input } else { input.without(TickInput::RESTART) });
}

fn record_splits(shards: Query<&ShardState>, run: Res<Run>, mut attempt: ResMut<Attempt>) {
    let taken = shards.iter().filter(|shard| shard.taken).count();
    // A return to a checkpoint gives shards back; two may be taken in one tick.
    attempt.splits.resize(taken, run.ticks);
}

fn has_finished(outcome: Res<TickOutcome>) -> bool {
    outcome.has_finished
}

fn record_end(world: &mut World) {
    let mut end = Snapshot::default();
    snapshot::save(world, &mut end);
    world.resource_mut::<Attempt>().final_hash = Some(end.hash());
}

fn count_death(outcome: Res<TickOutcome>, mut attempt: ResMut<Attempt>) {
    attempt.deaths = attempt.deaths.saturating_add(u32::from(outcome.has_died()));
}

fn show_result(mut next: ResMut<NextState<Screen>>) {
    next.set(Screen::Finished);
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

/// During focus virtual time runs slower, and as slow as the player wants it: ticks come less often, and each stays the same. A death
/// is seen again slowly throughout.
fn set_time_speed(
    mut time: ResMut<Time<Virtual>>,
    run: Option<Res<Run>>,
    (screen, pause): (Res<State<Screen>>, Option<Res<State<Pause>>>),
    (look_back, watch): (Res<LookBack>, Res<Watch>),
    settings: Res<Settings>,
) {
    let is_played = *screen.get() == Screen::Playing;
    let focus = if is_played && run.is_some_and(|run| run.focus.active) { FOCUS_TIME_SCALE } else { 1.0 };
    let assist = if is_played { f32::from(settings.assist.game_speed) / 100.0 } else { 1.0 };
    let speed = match pause.as_deref().map(State::get) {
        Some(Pause::LastDeath) => look_back.speed(),
        Some(Pause::Watching) => focus * watch.speed(),
        _ => focus * assist,
    };
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
