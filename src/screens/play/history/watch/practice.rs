//! Practice: play on a time line, which never counts. Time goes back through the run so far, and play goes on from there.

use std::sync::Arc;

use bevy::prelude::*;

use super::controls::Wish;
use super::{Purpose, Watch, scrub, seek, set_pause};
use crate::screens::Pause;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::menus::toast::Toast;
use crate::screens::play::assist::{assist_of, with_charge};
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::controls::Latch;
use crate::screens::play::loaded_level::{LoadedCharge, LoadedLevel};
use crate::screens::play::outcome::TickOutcome;
use crate::screens::words::Words;
use hairline_profile::settings::Settings;
use hairline_sim::history::timeline::{Mark, MarkKind, Timeline};
use hairline_sim::history::{History, Try, TryEnd};
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::REPLAY_TICKS_MAX;
use hairline_sim::state::snapshot::{self, Snapshot};
use hairline_sim::tuning::TICKS_PER_SECOND;

/// Ticks before the last death to which a key leads.
const BEFORE_DEATH_TICKS: usize = 2 * TICKS_PER_SECOND as usize;

/// The run so far becomes the run of practice; where its inputs do not lead to it, as after help that was changed, it starts over.
pub(super) fn begin(world: &mut World) {
    let level = world.resource::<LoadedLevel>().level(world.resource::<Assets<LevelAsset>>());
    let Some((level, version)) = level else { return };
    let level = with_charge(level.level.clone(), world.resource::<LoadedCharge>().0);
    let assist = assist_of(&world.resource::<Settings>().assist);
    let mut timeline = Timeline::new(&level, assist, world.resource::<Attempt>().inputs.clone());
    let mut state = Snapshot::default();
    snapshot::save(world, &mut state);
    if timeline.state(timeline.inputs().len()) != state {
        timeline.replace(&[]);
        snapshot::restore(world, &timeline.state(0));
    }
    let at = timeline.inputs().len();
    let watch = Watch { purpose: Purpose::Practice, timeline: Some((timeline, version)), at, ..Watch::default() };
    world.insert_resource(watch);
    world.resource_mut::<Attempt>().standing = Standing::Practiced;
}

/// Returns to the replay from which practice began. Without one the level is loaded anew, with the help that is set now, and play
/// counts again.
fn end(world: &mut World) {
    let request = world.resource_mut::<Watch>().watched.take();
    let pause = if request.is_some() { Pause::Watching } else { Pause::Running };
    *world.resource_mut::<Watch>() = Watch { request, ..Watch::default() };
    world.resource_mut::<LoadedLevel>().0 = None;
    set_pause(world, pause);
}

/// Does in a frame what the player wants.
pub(super) fn follow(world: &mut World, wish: Wish, now: Pause) {
    let is_looking_back = now == Pause::Watching;
    if wish.practice {
        return end(world);
    }
    if wish.leave {
        return set_pause(world, Pause::Paused);
    }
    let place = world.resource_scope(|world, mut watch: Mut<Watch>| {
        if let Some(slot) = wish.keep {
            watch.keep(slot);
            tell(world, "practice-kept", Some(slot));
        }
        let place = match wish.back_to {
            Some(slot) => watch.go_back_to(slot),
            None if wish.before_death => watch.before_death(world.resource()),
            None => return None,
        };
        if place.is_none() {
            tell(world, if wish.back_to.is_some() { "practice-no-place" } else { "practice-no-death" }, wish.back_to);
        }
        place
    });
    if let Some(tick) = place.or(wish.tick.filter(|_| is_looking_back)) {
        world.resource_mut::<Latch>().begin();
        seek(world, tick);
        return set_pause(world, Pause::Watching);
    }
    if wish.direction != 0.0 && (is_looking_back || wish.is_new && wish.direction < 0.0) {
        set_pause(world, Pause::Watching);
        return scrub(world, wish);
    }
    if is_looking_back && world.resource::<Latch>().has_press() {
        set_pause(world, Pause::Running);
    }
}

/// Says what a key has done, with the number of a place.
fn tell(world: &mut World, key: &str, slot: Option<usize>) {
    let text = world.resource::<Words>().with(key, [("number", slot.map_or(0, |slot| slot + 1).into())]);
    world.write_message(Toast(text));
}

impl Watch {
    /// Keeps the present place.
    fn keep(&mut self, slot: usize) {
        self.slots[slot] = self.timeline.as_ref().map(|(timeline, _)| timeline.inputs()[..self.at].to_vec());
    }

    /// The tick of a place that was kept, on the time line of its run.
    fn go_back_to(&mut self, slot: usize) -> Option<usize> {
        let (inputs, (timeline, _)) = (self.slots[slot].as_ref()?, self.timeline.as_mut()?);
        if !timeline.inputs().starts_with(inputs) {
            timeline.replace(inputs);
        }
        Some(inputs.len())
    }

    /// The tick two seconds before the last death: the one in practice, else the one on the time line before the present tick, else that
    /// of the last try before practice, whose inputs the time line takes over.
    fn before_death(&mut self, history: &History) -> Option<usize> {
        let (timeline, _) = self.timeline.as_mut()?;
        let is_death = |mark: &&Mark| mark.kind == MarkKind::Death && mark.tick <= self.at;
        let on_line = timeline.marks().iter().rfind(is_death).map(|mark| mark.tick);
        let died = match (&self.last_death, on_line) {
            (None, Some(tick)) => tick,
            (practiced, _) => {
                let inputs = &practiced.as_ref().or(history.last_death())?.inputs;
                if !timeline.inputs().starts_with(inputs) {
                    timeline.replace(inputs);
                }
                inputs.len()
            }
        };
        Some(died.saturating_sub(BEFORE_DEATH_TICKS))
    }

    /// The try of practice that ended in its last death, and the help with which it was played.
    pub(in crate::screens) fn practiced_death(&self) -> Option<(Arc<Try>, Assist)> {
        let (timeline, _) = self.timeline.as_ref()?;
        Some((self.last_death.clone()?, timeline.assist()))
    }
}

/// After a tick of practice: adds its input to the time line. What came after a place to which the player went back is forgotten.
pub(in crate::screens::play) fn record_practice(
    (input, outcome): (Res<TickInput>, Res<TickOutcome>),
    mut watch: ResMut<Watch>,
    mut attempt: ResMut<Attempt>,
) {
    if watch.purpose == Purpose::None {
        return;
    }
    attempt.standing = attempt.standing.max(Standing::Practiced);
    let at = watch.at;
    if let Some((timeline, _)) = &mut watch.timeline
        && at < REPLAY_TICKS_MAX as usize
    {
        let goes_on_from_before = at < timeline.inputs().len();
        if goes_on_from_before {
            timeline.truncate(at);
        }
        timeline.push(*input);
        if goes_on_from_before {
            attempt.inputs = timeline.inputs().to_vec();
        }
        let inputs = timeline.inputs();
        if let Some(position) = outcome.death {
            let is_before = |mark: &&Mark| mark.kind == MarkKind::Death && mark.tick < inputs.len();
            let begin = timeline.marks().iter().rfind(is_before).map_or(0, |mark| mark.tick);
            let end = TryEnd::Died(position);
            watch.last_death = Some(Arc::new(Try { inputs: inputs.to_vec(), begin, end }));
        }
        watch.at = at + 1;
    }
}
