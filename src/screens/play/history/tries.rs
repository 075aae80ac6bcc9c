//! Plays the tries of this sitting behind the result, a part in each frame, for the picture of all of them at once. The finished run
//! comes first: if its inputs do not lead to the exit, as after help that was changed on the way, it is not shown again.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::rerun::{self, Rerun};
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::play::assist::{assist_of, with_charge};
use crate::screens::play::loaded_level::{LoadedCharge, LoadedLevel};
use crate::screens::{Screen, Seen};
use crate::view::ViewSystems;
use crate::view::history::tries::Tries;
use hairline_profile::settings::Settings;
use hairline_sim::history::tracer::{Trace, Tracer};
use hairline_sim::history::{History, Try};

/// What a frame spends on it; a piece of ticks may take a little longer.
const FRAME_TIME: Duration = Duration::from_millis(2);
/// Ticks between two looks at the clock: a fifth of a millisecond in a full level.
const PIECE_TICKS: u32 = 64;
/// Half ticks for which the others go on after the finished run: as long as its picture rests.
const AFTER_HALF_TICKS: u32 = 2 * rerun::TRIES_REST_TICKS;

/// The tries that are still to be played.
#[derive(Resource, Default)]
struct Playback(Option<Work>);

struct Work {
    tracer: Tracer,
    /// The finished run, until its path is known.
    winner: Option<Arc<Try>>,
    /// The others, those that ended last first: they are the likeliest to be looked at.
    others: VecDeque<Arc<Try>>,
    /// Hazard time up to which paths are wanted, in half ticks.
    until: u32,
    is_busy: bool,
}

impl Work {
    /// Plays one piece. Returns a path that is complete with it, and whether it is the finished run's.
    fn advance(&mut self) -> Option<(Trace, bool)> {
        if !std::mem::replace(&mut self.is_busy, true) {
            let of = self.winner.clone().or_else(|| self.others.pop_front())?;
            self.tracer.begin(of, self.until);
        }
        let trace = self.tracer.advance(PIECE_TICKS)?;
        self.is_busy = false;
        let is_winner = self.winner.take().is_some();
        if is_winner {
            self.until = trace.last_half_ticks.saturating_add(AFTER_HALF_TICKS);
        }
        Some((trace, is_winner))
    }

    fn is_done(&self) -> bool {
        !self.is_busy && self.winner.is_none() && self.others.is_empty()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .init_resource::<Tries>()
        .add_systems(OnEnter(Screen::Finished), begin.after(rerun::begin))
        .add_systems(OnExit(Screen::Finished), forget)
        .add_systems(OnEnter(Seen::Tries), |mut tries: ResMut<Tries>| tries.is_shown = true)
        .add_systems(OnExit(Seen::Tries), |mut tries: ResMut<Tries>| tries.is_shown = false)
        .add_systems(Update, play_part.run_if(in_state(Screen::Finished)).before(ViewSystems));
}

fn begin(
    history: Res<History>,
    rerun: Res<Rerun>,
    loaded: Res<LoadedLevel>,
    levels: Res<Assets<LevelAsset>>,
    (settings, charge): (Res<Settings>, Res<LoadedCharge>),
    mut playback: ResMut<Playback>,
) {
    let (Some((level, _)), Some(winner)) = (loaded.level(&levels), rerun.run.clone()) else { return };
    let tracer = Tracer::new(&with_charge(level.level.clone(), charge.0), assist_of(&settings.assist));
    let others = history.tries().rev().filter(|other| !Arc::ptr_eq(other, &winner)).cloned().collect();
    playback.0 = Some(Work { tracer, winner: Some(winner), others, until: u32::MAX, is_busy: false });
}

fn forget(mut playback: ResMut<Playback>, mut tries: ResMut<Tries>) {
    playback.0 = None;
    *tries = Tries::default();
}

fn play_part(mut playback: ResMut<Playback>, mut rerun: ResMut<Rerun>, mut tries: ResMut<Tries>) {
    let Some(work) = &mut playback.0 else { return };
    let began = Instant::now();
    while !work.is_done() && began.elapsed() < FRAME_TIME {
        match work.advance() {
            Some((winner, true)) if !winner.finishes => {
                rerun::give_up(&mut rerun);
                return playback.0 = None;
            }
            Some((winner, true)) => tries.winner_half_ticks = winner.last_half_ticks,
            Some((other, false)) => tries.others.push(other),
            None => {}
        }
    }
    if work.is_done() {
        playback.0 = None;
    }
}
