//! The finished run, played again behind its result, over and over: the rules play the inputs of its last try in the world, and the
//! view shows them as it shows play. Time passes at the pace of the hazards: what was slow motion is none, and in focus the ninja is
//! as fast as two.
//!
//! Nothing of it counts: what records a run, and what a death or an exit brings about, works only while a level is played.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use crate::screens::{Screen, Seen};
use crate::view::Presentation;
use hairline_sim::history::{History, Try};
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{HALF_TICKS_PER_SECOND, TICKS_PER_SECOND};

/// Ticks from the exit to the next round: the ninja is gone after a third of a second.
const REST_TICKS: u32 = TICKS_PER_SECOND;
/// The same where all tries are shown, whose marks want to be looked at.
pub(super) const TRIES_REST_TICKS: u32 = 5 * TICKS_PER_SECOND / 2;

/// The run that is played again, if there is one, and how far it has come.
#[derive(Resource, Debug, Default)]
pub struct Rerun {
    pub(super) run: Option<Arc<Try>>,
    /// The next input.
    next: usize,
    /// Ticks since the last one, and how many there are to be.
    rested: u32,
    rest: u32,
}

impl Rerun {
    /// A run that has just reached its exit.
    pub fn new(run: Option<Arc<Try>>) -> Self {
        let next = run.as_ref().map_or(0, |run| run.inputs.len());
        Self { run, next, rested: 0, rest: REST_TICKS }
    }

    /// Whether a run is played.
    pub fn is_shown(&self) -> bool {
        self.run.is_some()
    }

    /// Begins the next round at once.
    fn begin_round(&mut self) {
        self.next = self.run.as_ref().map_or(0, |run| run.inputs.len());
        self.rested = self.rest - 1;
    }

    /// The input of the next tick. After the last one of a round the level goes on for a moment, which ends at the start of the level;
    /// from there the first one starts it over.
    pub fn next_input(&mut self) -> TickInput {
        let Some(run) = &self.run else { return TickInput::NONE };
        if self.next >= run.inputs.len() {
            if self.rested < self.rest {
                self.rested += 1;
                // With down, a restart leads past every checkpoint.
                let to_start = TickInput::RESTART.with(TickInput::DOWN);
                return if self.rested == self.rest { to_start } else { TickInput::NONE };
            }
            (self.next, self.rested) = (0, 0);
        }
        let Some(&input) = run.inputs.get(self.next) else { return TickInput::NONE };
        self.next += 1;
        if self.next == 1 { input.with(TickInput::RESTART) } else { input }
    }
}

/// How long the last tick is to be seen: as long as the hazards took for their part of it, so half as long in focus.
fn tick_duration(run: &Run) -> Duration {
    Duration::from_secs(1) * run.hazard_step.max(1) / HALF_TICKS_PER_SECOND
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Rerun>()
        .init_resource::<History>()
        .add_systems(OnExit(Screen::Finished), end)
        .add_systems(OnEnter(Seen::Tries), |mut rerun: ResMut<Rerun>| {
            rerun.rest = TRIES_REST_TICKS;
            rerun.begin_round();
        })
        .add_systems(OnExit(Seen::Tries), |mut rerun: ResMut<Rerun>| rerun.rest = REST_TICKS)
        .add_systems(OnEnter(Screen::Finished), begin);
}

pub(super) fn begin(history: Res<History>, mut rerun: ResMut<Rerun>, mut presentation: ResMut<Presentation>) {
    *rerun = Rerun::new(history.finished().cloned());
    presentation.focus = false;
}

/// It turned out to be another run than the one that was played.
pub(super) fn give_up(rerun: &mut Rerun) {
    *rerun = Rerun::default();
}

fn end(mut rerun: ResMut<Rerun>, mut presentation: ResMut<Presentation>, mut time: ResMut<Time<Fixed>>) {
    *rerun = Rerun::default();
    presentation.focus = true;
    time.set_timestep_hz(f64::from(TICKS_PER_SECOND));
}

/// After each tick: the next one comes when this one has been seen.
pub(in crate::screens::play) fn set_pace(run: Res<Run>, mut time: ResMut<Time<Fixed>>) {
    let wanted = tick_duration(&run);
    if time.timestep() != wanted {
        time.set_timestep(wanted);
    }
}
