//! Drives the rules: which level is on stage, one tick after another, and how fast time runs. The input of every tick
//! comes from here and from nowhere else.

use bevy::app::FixedMain;
use bevy::prelude::*;

use crate::level::Level;
use crate::sim::Simulate;
use crate::sim::facts::Fact;
use crate::sim::load_level;
use crate::sim::run::Run;
use crate::sim::run::focus::Focus;
use crate::sim::run::input::TickInput;
use crate::sim::state::replay::REPLAY_TICKS_MAX;
use crate::sim::state::snapshot::Start;
use crate::sim::state::spawn::despawn_level;
use crate::sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};
use crate::view::debug::TickTime;

use super::controls::{Latch, latch_devices};
use crate::screens::level_catalog::Shelf;
use crate::screens::{Pause, Screen};

/// Most real time that one frame may make up for. Ten frames a second still run in real time; a computer that cannot
/// do four plays slower rather than falling ever further behind.
const CATCH_UP: std::time::Duration = std::time::Duration::from_millis(250);

/// The level on stage.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Stage {
    /// Which one, and the hash of what the rules know of it.
    pub level: Option<(AssetId<Level>, u64)>,
}

/// The try that is being played.
#[derive(Resource, Clone, Debug, Default)]
pub struct Attempt {
    /// The inputs since the run began, one a tick.
    pub inputs: Vec<TickInput>,
    /// Deaths on this level since it was opened.
    pub deaths: u32,
    /// Somebody put the ninja elsewhere since the run began: it counts for nothing.
    pub helped: bool,
}

impl Attempt {
    /// A run begins.
    fn begin(&mut self) {
        self.inputs.clear();
        self.helped = false;
    }
}

/// Brings a level on stage at its start.
pub fn put_on_stage(world: &mut World, id: AssetId<Level>, level: &Level) {
    load_level(world, level);
    world.resource_mut::<Stage>().level = Some((id, level.hash));
    world.resource_mut::<Attempt>().begin();
    world.resource_mut::<Latch>().begin();
}

/// Clears the stage.
pub fn clear_stage(world: &mut World) {
    despawn_level(world);
    world.resource_mut::<Stage>().level = None;
}

/// Ticks the level on stage. Only a level that is played hears the buttons.
fn run_tick(world: &mut World) {
    let played = *world.resource::<State<Screen>>().get() == Screen::Playing;
    let input = if played { world.resource_mut::<Latch>().tick() } else { TickInput::NONE };
    *world.resource_mut::<TickInput>() = input;
    let (restart_due, was_running) = {
        let run = world.resource::<Run>();
        (run.is_restart_due(), run.is_running())
    };
    let from = std::time::Instant::now();
    world.run_schedule(Simulate);
    world.resource_mut::<TickTime>().add(from.elapsed().as_secs_f32());
    if !played {
        return;
    }
    let died = was_running && !world.resource::<Run>().is_running();
    let restarted = restart_due || input.holds(TickInput::RESTART);
    if died || restarted {
        world.resource_mut::<Latch>().end_jump();
    }
    let mut attempt = world.resource_mut::<Attempt>();
    if restarted {
        attempt.begin();
    }
    if was_running || restarted {
        // The tick of a restart is the first of the new run, and in a recording that needs no button.
        let recorded = input.without(TickInput::RESTART);
        if attempt.inputs.len() < REPLAY_TICKS_MAX as usize {
            attempt.inputs.push(recorded);
        }
    }
}

/// Plays one tick while time stands still, with the buttons that are held.
pub fn step_tick(world: &mut World) {
    if let Err(error) = world.run_system_cached(latch_devices) {
        warn!("no buttons for this tick: {error}");
    }
    // As the engine does it for each tick: within, time is the fixed one.
    *world.resource_mut::<Time>() = world.resource::<Time<Fixed>>().as_generic();
    world.run_schedule(FixedMain);
    *world.resource_mut::<Time>() = world.resource::<Time<Virtual>>().as_generic();
}

/// Counts deaths and ends the play at the exit. What happens behind a menu counts for nothing.
fn follow_facts(
    mut facts: MessageReader<Fact>,
    screen: Res<State<Screen>>,
    mut attempt: ResMut<Attempt>,
    mut shelf: ResMut<Shelf>,
    mut next: ResMut<NextState<Screen>>,
) {
    for fact in facts.read() {
        match fact {
            _ if *screen.get() != Screen::Playing => {}
            Fact::NinjaDied { .. } => {
                attempt.deaths += 1;
                shelf.note_death();
            }
            Fact::ExitReached { .. } => next.set(Screen::Finished),
            _ => {}
        }
    }
}

/// During focus the screen's time runs slower: the ticks come more rarely, and what each does stays the same.
fn pace_time(mut time: ResMut<Time<Virtual>>, focus: Option<Res<Focus>>, screen: Res<State<Screen>>) {
    let slow = *screen.get() == Screen::Playing && focus.is_some_and(|focus| focus.active);
    let speed = if slow { FOCUS_TIME_SCALE } else { 1.0 };
    if time.relative_speed() != speed {
        time.set_relative_speed(speed);
    }
}

fn stop_time(mut time: ResMut<Time<Virtual>>) {
    time.pause();
}

/// Also on the way from single steps to the pause menu, which stops it again.
fn let_time_run(mut time: ResMut<Time<Virtual>>, mut latch: ResMut<Latch>) {
    time.unpause();
    latch.begin();
}

/// Ticks in every screen that has a level on stage; a pause stops the screen's time and with it the ticks.
pub fn plugin(app: &mut App) {
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
        .insert_resource(Time::<Virtual>::from_max_delta(CATCH_UP))
        .init_resource::<Stage>()
        .init_resource::<Attempt>()
        .init_resource::<Latch>()
        .init_resource::<TickTime>()
        .add_systems(
            RunFixedMainLoop,
            (
                latch_devices.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop).run_if(in_state(Pause::Running)),
                pace_time.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            ),
        )
        .add_systems(FixedUpdate, (run_tick, follow_facts).chain().run_if(resource_exists::<Start>))
        .add_systems(OnEnter(Pause::Paused), stop_time)
        .add_systems(OnEnter(Pause::Stepping), stop_time)
        .add_systems(OnExit(Pause::Paused), let_time_run)
        .add_systems(OnExit(Pause::Stepping), let_time_run);
}
