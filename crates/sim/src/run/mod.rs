//! The run as a whole: its clocks and its phase.

pub mod assist;
pub mod channels;
pub mod checkpoint;
pub mod exit;
pub mod focus;
pub mod input;
mod restart;
pub mod shard;

use bevy::prelude::*;

use hairline_level::stable_hash::StableHasher;

use super::schedule::{Simulate, SimulationSystems};
use super::state::actor::{ActorIndex, SimState};
use super::state::feature::FeatureAppExt;
use super::state::spawn::SpawnStage;
use super::tuning::{DEATH_TICKS, seconds};
use assist::Assist;
use channels::{ChannelLowered, Channels, Conditions};
use focus::{Focus, FocusEnded, FocusStarted};
use input::TickInput;

/// The run went back, at the player's request or after a death.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct RunRestarted {
    /// Whether a death was the reason.
    pub after_death: bool,
    /// Where the run goes on.
    pub to: RestartPoint,
}

/// Where a run goes on after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestartPoint {
    /// At the start of the level: a new run.
    Start,
    /// At the checkpoint that was touched last.
    Checkpoint(ActorIndex),
    /// At the last shard: no rule does that, but the player's assist may.
    Shard,
}

/// The phase of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum Phase {
    /// The ninja is alive and in play.
    #[default]
    Running,
    /// The ninja is dead; after [`DEATH_TICKS`] the run goes back to its checkpoint, or to the start.
    Dead {
        /// Ticks since the death.
        ticks: u8,
    },
    /// The ninja went through the exit; nothing moves it any more.
    Finished,
}

/// The state of the run that belongs to no entity: clocks, phase, the focus meter and the channels.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct Run {
    /// Ticks played since the start, the time that counts; stops when the run ends.
    pub ticks: u32,
    /// Hazard time since the start, in half ticks; goes on after a death.
    pub hazard_half_ticks: u32,
    /// Half ticks by which the hazards advance in this tick: 2, or 1 during focus.
    pub hazard_step: u32,
    /// The phase of the run.
    pub phase: Phase,
    /// The focus meter.
    pub focus: Focus,
    /// The channels between actors.
    pub channels: Channels,
    /// Help that the player asked for.
    pub assist: Assist,
}

impl Run {
    /// Whether the ninja is alive and in play.
    pub fn is_running(&self) -> bool {
        self.phase == Phase::Running
    }

    /// Whether the ninja lies dead.
    pub fn is_dead(&self) -> bool {
        matches!(self.phase, Phase::Dead { .. })
    }

    /// Whether the time after a death is up and the level is to start over.
    pub fn is_restart_due(&self) -> bool {
        matches!(self.phase, Phase::Dead { ticks } if ticks >= DEATH_TICKS)
    }

    /// Advances the clocks by one tick, hazard time by `hazard_step` half ticks.
    pub fn advance(&mut self, hazard_step: u32) {
        self.hazard_step = hazard_step;
        // Saturates after half a year: hazards stop instead of jumping back to their start.
        self.hazard_half_ticks = self.hazard_half_ticks.saturating_add(hazard_step);
        match &mut self.phase {
            Phase::Running => self.ticks = self.ticks.saturating_add(1),
            Phase::Dead { ticks } => *ticks = ticks.saturating_add(1),
            Phase::Finished => {}
        }
    }

    /// Hazard time at the end of the tick before, in half ticks.
    pub(crate) fn hazard_half_ticks_before(&self) -> u32 {
        self.hazard_half_ticks.saturating_sub(self.hazard_step)
    }

    /// Seconds of hazard time in this tick.
    pub(crate) fn hazard_seconds(&self) -> f32 {
        seconds(self.hazard_step)
    }
}

impl SimState for Run {
    const KEY: &'static str = "run";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { ticks, hazard_half_ticks, hazard_step, phase, focus, channels, assist } = self;
        hasher.write_u32(*ticks);
        hasher.write_u32(*hazard_half_ticks);
        hasher.write_u32(*hazard_step);
        hasher.write_u32(match phase {
            Phase::Running => 0,
            Phase::Dead { ticks } => 1 + u32::from(*ticks),
            Phase::Finished => u32::MAX,
        });
        focus.hash_into(hasher);
        channels.hash_into(hasher);
        assist.hash_into(hasher);
    }
}

/// Adds the run's clocks, and what ends and restarts it.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<RunRestarted>()
        .add_message::<FocusStarted>()
        .add_message::<FocusEnded>()
        .register_state::<Run>()
        .add_spawner(SpawnStage::Resources, |world, level| {
            let timed = level.actors.paths().filter_map(|path| path.timing.when);
            let channels = Channels::new(&level.conditions, timed);
            world.insert_resource(TickInput::NONE);
            world.insert_resource(Run { focus: Focus::new(level.focus), channels, ..default() });
        })
        .add_plugins((restart::plugin, exit::plugin, shard::plugin, channels::plugin, checkpoint::plugin))
        .add_systems(Simulate, advance_clocks.in_set(SimulationSystems::Clocks));
}

/// Decides whether time is slow in this tick, advances the clocks, lowers the channels whose time is up, and decides the
/// conditions on several.
fn advance_clocks(input: Res<TickInput>, conditions: Query<&Conditions>, mut run: ResMut<Run>, mut commands: Commands) {
    let was_active = run.focus.active;
    let held = run.is_running() && input.holds(TickInput::FOCUS);
    run.focus.advance(held);
    run.assist.advance();
    if run.assist.endless_focus {
        run.focus.refill(u32::MAX);
    }
    match (was_active, run.focus.active) {
        (false, true) => _ = commands.write_message(FocusStarted),
        (true, false) => _ = commands.write_message(FocusEnded { exhausted: run.focus.exhausted }),
        _ => {}
    }
    let step = if run.focus.active { 1 } else { 2 };
    run.advance(step);
    for channel in run.channels.lowered_between(run.hazard_half_ticks_before(), run.hazard_half_ticks) {
        commands.write_message(ChannelLowered { channel });
    }
    let now = run.hazard_half_ticks;
    conditions.iter().for_each(|conditions| run.channels.decide(&conditions.0, now));
}
