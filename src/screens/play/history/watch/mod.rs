//! A run on its time line: a replay that is watched, or the player's own run in practice. Time goes on, stands or goes back, and play can
//! go on from any moment, as practice, which never counts.

mod controls;
mod practice;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::math::ops;
use bevy::prelude::*;

use super::is_own_run;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::play::assist::{assist_of, with_charge};
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::controls::Latch;
use crate::screens::play::loaded_level::{LevelVersion, LoadedCharge, LoadedLevel, StartLevel};
use crate::screens::{Pause, Screen};
use crate::view::ViewSystems;
use crate::view::history::timeline::SeenTimeline;
use controls::{Wish, read_wish};
use hairline_profile::settings::AssistSettings;
use hairline_sim::history::Try;
use hairline_sim::history::timeline::Timeline;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::state::snapshot;
pub(in crate::screens::play) use practice::record_practice;

/// How fast a replay is watched, as multiples of play.
const SPEEDS: [f32; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
const NORMAL_SPEED: usize = 2;
/// What a frame spends on playing ahead of what is shown, so that marks appear.
const AHEAD_TIME: Duration = Duration::from_millis(2);
/// Ticks between two looks at the clock.
const PIECE_TICKS: usize = 64;
/// Seconds for which a key is held before it does more than a step, the ticks a second from then on, and how they grow.
const STEP_SECONDS: f32 = 0.3;
const SCRUB_RATE: f32 = 64.0;
const SCRUB_GROWTH: f32 = 2.0;
const SCRUB_RATE_MAX: f32 = 4096.0;

/// A run to watch once its level is loaded.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub inputs: Vec<TickInput>,
    /// The level that it was played on, by its hash.
    pub level_hash: u64,
    /// The help with which it was played.
    pub help: AssistSettings,
    /// Where leaving leads.
    pub leave_to: Screen,
}

impl Request {
    /// A replay that was played without help; leaving leads to the title.
    pub fn title(replay: Replay) -> Self {
        let Replay { inputs, level_hash, .. } = replay;
        Self { inputs, level_hash, help: AssistSettings::default(), leave_to: Screen::Title }
    }
}

/// What the time line is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// There is none.
    #[default]
    None,
    /// A run is watched.
    Replay,
    /// The player practices.
    Practice,
}

/// The run on the time line.
#[derive(Resource, Default)]
pub struct Watch {
    pub request: Option<Request>,
    /// The pause menu asks to begin or to end practice.
    pub wants_practice: bool,
    purpose: Purpose,
    timeline: Option<(Timeline, LevelVersion)>,
    /// How many of its inputs are played in the world.
    at: usize,
    is_playing: bool,
    speed: usize,
    /// Where the player moved time in the last frame: backwards (−1), forwards (1) or nowhere.
    direction: f32,
    /// Seconds for which time has been moved, and the part of a tick that is left over.
    held: f32,
    carry: f32,
    /// Places that the player kept.
    slots: [Option<Vec<TickInput>>; 2],
    /// The try of practice that ended in its last death.
    last_death: Option<Arc<Try>>,
    /// The replay from which practice began.
    watched: Option<Request>,
    leave_to: Option<Screen>,
    /// The level was changed: the version that the run belongs to.
    outdated: Option<u64>,
}

impl Watch {
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    pub fn is_playing(&self) -> bool {
        self.is_playing && self.at < self.length()
    }

    /// The version of the level that the run belongs to, if the level is another one now.
    pub fn outdated(&self) -> Option<u64> {
        self.outdated
    }

    /// Ticks that are played in the world, and all of them.
    pub fn place(&self) -> (usize, usize) {
        (self.at, self.length())
    }

    /// How fast a replay is watched, as a multiple of play.
    pub fn speed(&self) -> f32 {
        SPEEDS[self.speed.min(SPEEDS.len() - 1)]
    }

    /// Ticks that were played ahead: as far as the player may jump without a pause.
    fn known(&self) -> usize {
        self.timeline.as_ref().map_or(0, |(timeline, _)| timeline.known())
    }

    fn length(&self) -> usize {
        self.timeline.as_ref().map_or(0, |(timeline, _)| timeline.inputs().len())
    }
}

pub(super) fn plugin(app: &mut App) {
    let is_played = in_state(Screen::Playing);
    app.init_resource::<Watch>()
        .init_resource::<Wish>()
        .init_resource::<SeenTimeline>()
        .add_systems(Startup, open_request)
        .add_systems(OnEnter(Pause::Watching), stop_time)
        .add_systems(OnExit(Pause::Watching), go_on)
        .add_systems(OnExit(Screen::Playing), forget)
        .add_systems(
            Update,
            (start.run_if(in_state(Pause::Watching)), follow_level, (read_wish, follow_wish).chain(), play_ahead, show)
                .chain()
                .after(StartLevel)
                .before(ViewSystems)
                .run_if(is_played),
        );
}

/// A replay that was named on the command line is watched at once.
fn open_request(watch: Res<Watch>, mut next: ResMut<NextState<Pause>>) {
    if watch.request.is_some() {
        next.set(Pause::Watching);
    }
}

/// Begins with what was asked for, once the level is in the world.
fn start(world: &mut World) {
    let level = world.resource::<LoadedLevel>().level(world.resource::<Assets<LevelAsset>>());
    let Some((level, version)) = level.map(|(level, version)| (level.level.clone(), version)) else { return };
    let Some(request) = world.resource_mut::<Watch>().request.take() else { return };
    let watched = Some(request.clone());
    let Request { inputs, level_hash, help, leave_to } = request;
    let mut watch = Watch { purpose: Purpose::Replay, watched, leave_to: Some(leave_to), ..Watch::default() };
    watch.speed = NORMAL_SPEED;
    if level_hash == version.hash {
        // The level in the world has the help of the settings, which may be another.
        let level = with_charge(level, help.beam_charge);
        hairline_sim::load_level(world, &level);
        world.resource_mut::<LoadedCharge>().0 = help.beam_charge;
        watch.timeline = Some((Timeline::new(&level, assist_of(&help), inputs), version));
        watch.is_playing = true;
    } else {
        watch.outdated = Some(level_hash);
    }
    world.insert_resource(watch);
    seek(world, 0);
}

/// Another version of the level was saved: the run belongs to the old one.
fn follow_level(
    loaded: Res<LoadedLevel>,
    pause: Res<State<Pause>>,
    mut watch: ResMut<Watch>,
    mut next: ResMut<NextState<Pause>>,
) {
    let Some(version) = watch.timeline.as_ref().map(|(_, version)| *version) else { return };
    if loaded.0.is_none_or(|loaded| loaded == version) {
        return;
    }
    let Watch { purpose, leave_to, .. } = std::mem::take(&mut *watch);
    if purpose == Purpose::Replay {
        *watch = Watch { purpose, leave_to, outdated: Some(version.hash), ..Watch::default() };
    } else if *pause.get() == Pause::Watching {
        next.set(Pause::Running);
    }
}

/// Puts the state after so many inputs into the world.
fn seek(world: &mut World, tick: usize) {
    world.resource_scope(|world, mut watch: Mut<Watch>| {
        let tick = tick.min(watch.length());
        let Some((timeline, _)) = &mut watch.timeline else { return };
        let state = timeline.state(tick);
        watch.at = tick;
        snapshot::restore(world, &state);
    });
    set_time(world);
}

/// Ticks come only while a replay runs.
fn set_time(world: &mut World) {
    let is_watching = world.get_resource::<State<Pause>>().is_some_and(|pause| *pause.get() == Pause::Watching);
    let is_running = world.resource::<Watch>().is_playing();
    let mut time = world.resource_mut::<Time<Virtual>>();
    if is_watching && time.is_paused() == is_running {
        if is_running { time.unpause() } else { time.pause() }
    }
}

fn pause(world: &World) -> Option<Pause> {
    world.get_resource::<State<Pause>>().map(|pause| *pause.get())
}

fn set_pause(world: &mut World, pause: Pause) {
    world.resource_mut::<NextState<Pause>>().set(pause);
}

fn follow_wish(world: &mut World) {
    let wish = *world.resource::<Wish>();
    let Some(now) = pause(world).filter(|pause| matches!(pause, Pause::Running | Pause::Watching)) else { return };
    world.resource_mut::<Watch>().wants_practice = false;
    match (world.resource::<Watch>().purpose, now) {
        (Purpose::None, Pause::Running) if wish.practice => practice::begin(world),
        (Purpose::Practice, _) => practice::follow(world, wish, now),
        (Purpose::Replay, Pause::Watching) => watch(world, wish),
        _ => {}
    }
}

fn watch(world: &mut World, wish: Wish) {
    let (at, length) = world.resource::<Watch>().place();
    if wish.leave {
        let leave_to = world.resource::<Watch>().leave_to.unwrap_or(Screen::Playing);
        *world.resource_mut::<Watch>() = Watch::default();
        if leave_to == Screen::Playing {
            set_pause(world, Pause::Running);
        }
        return world.resource_mut::<NextState<Screen>>().set(leave_to);
    }
    if world.resource::<Watch>().timeline.is_none() {
        return;
    }
    if wish.go_on {
        let mut watch = world.resource_mut::<Watch>();
        (watch.purpose, watch.is_playing) = (Purpose::Practice, false);
        world.resource_mut::<Attempt>().standing = Standing::Practiced;
        return set_time(world);
    }
    let mut watch = world.resource_mut::<Watch>();
    watch.speed = watch.speed.saturating_add_signed(wish.faster as isize).min(SPEEDS.len() - 1);
    if wish.play {
        watch.is_playing = at == length || !watch.is_playing;
        return seek(world, if at == length { 0 } else { at });
    }
    if let Some(tick) = wish.tick {
        world.resource_mut::<Watch>().is_playing = false;
        return seek(world, tick);
    }
    if wish.direction != 0.0 {
        world.resource_mut::<Watch>().is_playing = false;
        return scrub(world, wish);
    }
    set_time(world);
}

/// A step at once, and more and more of them while the key is held.
fn scrub(world: &mut World, wish: Wish) {
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let mut watch = world.resource_mut::<Watch>();
    if wish.is_new {
        (watch.held, watch.carry) = (0.0, 1.0);
    } else {
        watch.held += seconds;
        let since = watch.held - STEP_SECONDS;
        if since > 0.0 {
            watch.carry += seconds * (SCRUB_RATE * ops::powf(SCRUB_GROWTH, since)).min(SCRUB_RATE_MAX);
        }
    }
    let steps = watch.carry.floor();
    watch.carry -= steps;
    let tick = watch.at.saturating_add_signed((wish.direction * steps) as isize).min(watch.known().max(watch.at));
    if steps > 0.0 {
        seek(world, tick);
    }
}

fn stop_time(mut time: ResMut<Time<Virtual>>, mut latch: ResMut<Latch>) {
    time.pause();
    latch.begin();
}

/// Leaves the time line for play or for the pause menu. The press that ends a look back in practice counts in play.
fn go_on(watch: Res<Watch>, mut time: ResMut<Time<Virtual>>, mut latch: ResMut<Latch>) {
    time.unpause();
    if watch.purpose != Purpose::Practice {
        latch.begin();
    }
}

fn forget(mut watch: ResMut<Watch>, mut seen: ResMut<SeenTimeline>) {
    let request = watch.request.take();
    *watch = Watch { request, ..Watch::default() };
    *seen = SeenTimeline::default();
}

/// The input of the next tick of a replay.
pub(in crate::screens::play) fn press_buttons(mut watch: ResMut<Watch>, mut input: ResMut<TickInput>) {
    let next = watch.timeline.as_ref().and_then(|(timeline, _)| timeline.inputs().get(watch.at)).copied();
    *input = next.unwrap_or_default();
    watch.at = (watch.at + 1).min(watch.length());
}

/// Whether the player's buttons are read: in play, and while practice looks back, which they end.
pub(in crate::screens::play) fn takes_input(pause: Option<Res<State<Pause>>>, watch: Res<Watch>) -> bool {
    pause.is_some_and(|pause| match pause.get() {
        Pause::Running => true,
        Pause::Watching => watch.purpose == Purpose::Practice,
        _ => false,
    })
}

/// Whether play counts for the profile.
pub(in crate::screens) fn counts(
    screen: Res<State<Screen>>,
    pause: Option<Res<State<Pause>>>,
    watch: Res<Watch>,
) -> bool {
    watch.purpose == Purpose::None && is_own_run(screen, pause)
}

fn play_ahead(mut watch: ResMut<Watch>) {
    let Some((timeline, _)) = &mut watch.timeline else { return };
    let began = Instant::now();
    while timeline.advance(PIECE_TICKS) && began.elapsed() < AHEAD_TIME {}
}

/// Tells the view what it shows.
fn show(watch: Res<Watch>, pause: Option<Res<State<Pause>>>, mut seen: ResMut<SeenTimeline>, mut shown: Local<usize>) {
    let is_watching = pause.is_some_and(|pause| *pause.get() == Pause::Watching);
    let Some((timeline, _)) = watch.timeline.as_ref().filter(|_| is_watching) else {
        if seen.is_shown {
            *seen = SeenTimeline::default();
        }
        return;
    };
    let length = timeline.inputs().len();
    if !seen.is_shown || *shown != length {
        seen.set_presses(timeline.inputs());
        *shown = length;
    }
    (seen.is_shown, seen.length, seen.at) = (true, length, watch.at);
    seen.held = if watch.at == 0 { TickInput::NONE } else { timeline.inputs()[watch.at - 1] };
    if seen.marks.len() != timeline.marks().len() {
        seen.marks = timeline.marks().to_vec();
    }
    let on_line = |inputs: &Vec<TickInput>| timeline.inputs().starts_with(inputs).then_some(inputs.len());
    seen.kept = watch.slots.each_ref().map(|slot| slot.as_ref().and_then(on_line));
}

/// Whether no tick is to be played while it is seen.
pub(super) fn is_standing(watch: &Watch) -> bool {
    !watch.is_playing()
}
