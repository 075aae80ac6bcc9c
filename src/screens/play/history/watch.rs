//! A run on its time line: a replay that is watched, or the player's own run in practice. Time goes on, stands or goes back, and play can
//! go on from any moment, as practice, which never counts.

use bevy::math::ops;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::is_own_run;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::play::assist::{assist_of, with_help};
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::controls::{Bindings, Latch};
use crate::screens::play::loaded_level::{LevelVersion, LoadedCharge, LoadedLevel, StartLevel};
use crate::screens::{Pause, Screen};
use crate::view::ViewSystems;
use crate::view::history::timeline::SeenTimeline;
use hairline_level::Level;
use hairline_profile::settings::{AssistSettings, Settings};
use hairline_sim::history::timeline::{MarkKind, Timeline};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::{REPLAY_TICKS_MAX, Replay};
use hairline_sim::state::snapshot::{self, Snapshot};
use hairline_sim::tuning::TICKS_PER_SECOND;

/// How fast a replay is watched, as multiples of play.
const SPEEDS: [f32; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
const NORMAL_SPEED: usize = 2;
/// Ticks that a frame plays ahead of what is shown, so that marks appear: 1 to 2 ms in shipped levels, more with every actor at its
/// limit.
const AHEAD_TICKS: usize = 1024;
/// Seconds for which a key is held before it does more than a step, the ticks a second from then on, and how they grow.
const STEP_SECONDS: f32 = 0.3;
const SCRUB_RATE: f32 = 64.0;
const SCRUB_GROWTH: f32 = 2.0;
const SCRUB_RATE_MAX: f32 = 4096.0;
/// Ticks before the last death to which a key leads.
const BEFORE_DEATH_TICKS: usize = 2 * TICKS_PER_SECOND as usize;

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
    /// Seconds for which a key of time has been held, and the part of a tick that is left over.
    held: f32,
    carry: f32,
    /// Places that the player kept.
    slots: [Option<Vec<TickInput>>; 2],
    /// Buttons whose press ended a look at the time line, for play.
    pressed: TickInput,
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

    fn length(&self) -> usize {
        self.timeline.as_ref().map_or(0, |(timeline, _)| timeline.inputs().len())
    }

    /// The tick two seconds before the last death up to the present one.
    fn before_death(&self) -> Option<usize> {
        let (timeline, _) = self.timeline.as_ref()?;
        let died = timeline.marks().iter().rfind(|mark| mark.kind == MarkKind::Death && mark.tick <= self.at)?;
        Some(died.tick.saturating_sub(BEFORE_DEATH_TICKS))
    }
}

pub(super) fn plugin(app: &mut App) {
    let is_played = in_state(Screen::Playing);
    app.init_resource::<Watch>()
        .init_resource::<SeenTimeline>()
        .add_systems(Startup, open_request)
        .add_systems(OnEnter(Pause::Watching), |mut time: ResMut<Time<Virtual>>| time.pause())
        .add_systems(OnExit(Pause::Watching), go_on)
        .add_systems(OnExit(Screen::Playing), forget)
        .add_systems(
            Update,
            (start.run_if(in_state(Pause::Watching)), follow_level, follow_keys, play_ahead, show)
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

/// The level in the world as its asset has it, and its version.
fn loaded_level(world: &World) -> Option<(Level, LevelVersion)> {
    let version = world.resource::<LoadedLevel>().0?;
    let level = world.resource::<Assets<LevelAsset>>().get(version.id).filter(|level| level.hash == version.hash)?;
    Some((level.0.clone(), version))
}

/// Begins with what was asked for, once the level is in the world.
fn start(world: &mut World) {
    let Some((level, version)) = loaded_level(world) else { return };
    let Some(request) = world.resource_mut::<Watch>().request.take() else { return };
    let Request { inputs, level_hash, help, leave_to } = request;
    let mut watch = Watch { purpose: Purpose::Replay, leave_to: Some(leave_to), ..Watch::default() };
    watch.speed = NORMAL_SPEED;
    if level_hash == version.hash {
        // The level in the world has the help of the settings, which may be another.
        let level = with_help(level, &help);
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
fn follow_level(loaded: Res<LoadedLevel>, mut watch: ResMut<Watch>) {
    let Some(version) = watch.timeline.as_ref().map(|(_, version)| *version) else { return };
    if loaded.0.is_some_and(|loaded| loaded != version) {
        let purpose = watch.purpose;
        let leave_to = watch.leave_to;
        *watch = Watch { leave_to, ..Watch::default() };
        if purpose == Purpose::Replay {
            (watch.purpose, watch.outdated) = (purpose, Some(version.hash));
        }
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

/// What the player wants of time in this frame.
#[derive(Clone, Copy, Debug, Default)]
struct Wish {
    /// Backwards (−1), forwards (1), and whether that was pressed in this frame.
    direction: f32,
    is_new: bool,
    practice: bool,
    before_death: bool,
    keep: Option<usize>,
    back_to: Option<usize>,
    leave: bool,
    play: bool,
    go_on: bool,
    faster: i32,
    click: Option<Vec2>,
    /// Buttons of the game that were pressed.
    pressed: TickInput,
}

fn wish(world: &mut World) -> Wish {
    let wants_practice = std::mem::take(&mut world.resource_mut::<Watch>().wants_practice);
    let purpose = world.resource::<Watch>().purpose;
    let is_watching = pause(world) == Some(Pause::Watching);
    let is_replay = purpose == Purpose::Replay;
    let (mut pads, mut windows) = (world.query::<&Gamepad>(), world.query_filtered::<&Window, With<PrimaryWindow>>());
    let pads: Vec<&Gamepad> = pads.iter(world).collect();
    let pointer = windows.iter(world).next().and_then(Window::cursor_position);
    let (keys, bindings) = (world.resource::<ButtonInput<KeyCode>>(), world.resource::<Bindings>());
    let mouse = world.resource::<ButtonInput<MouseButton>>();
    let is_free = |key: KeyCode| is_replay || !bindings.has_key(key);
    let new = |key: KeyCode| is_free(key) && keys.just_pressed(key);
    // A tap within a frame is held in none.
    let held = |key: KeyCode| is_free(key) && (keys.pressed(key) || keys.just_pressed(key));
    let pad_new = |button| pads.iter().any(|pad| pad.just_pressed(button));
    let pad_held = |button| pads.iter().any(|pad| pad.pressed(button) || pad.just_pressed(button));
    use GamepadButton::{DPadLeft, DPadRight, East, LeftTrigger, LeftTrigger2, RightTrigger, South, West};
    use KeyCode::{
        ArrowLeft, ArrowRight, Comma, Digit1, Digit2, Enter, Escape, F1, F2, KeyB, KeyE, KeyP, KeyQ, Period, Space,
    };
    let back = held(KeyQ) || pad_held(LeftTrigger2) || is_replay && (held(ArrowLeft) || pad_held(DPadLeft));
    let forward = held(KeyE) || is_replay && (held(ArrowRight) || pad_held(DPadRight));
    let back_new = new(KeyQ) || pad_new(LeftTrigger2) || is_replay && (new(ArrowLeft) || pad_new(DPadLeft));
    let forward_new = new(KeyE) || is_replay && (new(ArrowRight) || pad_new(DPadRight));
    let pressed = bindings.keys().filter(|(key, _)| keys.just_pressed(*key)).map(|(_, input)| input);
    let pressed = pressed.chain(bindings.buttons().filter(|(button, _)| pad_new(*button)).map(|(_, input)| input));
    let pressed = pressed.fold(TickInput::NONE, TickInput::with);
    Wish {
        direction: f32::from(i8::from(forward) - i8::from(back)),
        is_new: back_new || forward_new,
        practice: new(KeyP) || wants_practice,
        before_death: new(KeyB),
        keep: [F1, F2].into_iter().position(|key| keys.just_pressed(key)),
        back_to: [Digit1, Digit2].into_iter().position(new),
        leave: is_watching && (keys.just_pressed(Escape) || is_replay && pad_new(East)),
        play: is_replay && (keys.just_pressed(Space) || pad_new(South)),
        go_on: is_replay && (keys.just_pressed(Enter) || pad_new(West)),
        faster: i32::from(new(Period) || is_replay && pad_new(RightTrigger))
            - i32::from(new(Comma) || is_replay && pad_new(LeftTrigger)),
        click: pointer.filter(|_| is_watching && mouse.pressed(MouseButton::Left)),
        pressed,
    }
}

fn follow_keys(world: &mut World) {
    let Some(now) = pause(world).filter(|pause| matches!(pause, Pause::Running | Pause::Watching)) else { return };
    let wish = wish(world);
    let purpose = world.resource::<Watch>().purpose;
    match (purpose, now) {
        (Purpose::None, Pause::Running) if wish.practice => begin_practice(world),
        (Purpose::None, Pause::Watching) if wish.leave => set_pause(world, Pause::Running),
        (Purpose::Practice, _) => practice(world, wish, now),
        (Purpose::Replay, Pause::Watching) => watch(world, wish),
        _ => {}
    }
}

/// The run so far becomes the run of practice; where its inputs do not lead to it, as after help that was changed, it starts over.
fn begin_practice(world: &mut World) {
    let Some((level, version)) = loaded_level(world) else { return };
    let help = AssistSettings { beam_charge: world.resource::<LoadedCharge>().0, ..AssistSettings::default() };
    let assist = assist_of(&world.resource::<Settings>().assist);
    let inputs = world.resource::<Attempt>().inputs.clone();
    let mut timeline = Timeline::new(&with_help(level, &help), assist, inputs);
    let mut state = Snapshot::default();
    snapshot::save(world, &mut state);
    let end = timeline.inputs().len();
    if timeline.state(end) != state {
        timeline.replace(&[]);
        snapshot::restore(world, &timeline.state(0));
    }
    let at = timeline.inputs().len();
    let watch = Watch { purpose: Purpose::Practice, timeline: Some((timeline, version)), at, ..Watch::default() };
    world.insert_resource(watch);
    world.resource_mut::<Attempt>().standing = Standing::Practiced;
}

/// The level is loaded anew, with the help that is set now, and counts.
fn end_practice(world: &mut World) {
    *world.resource_mut::<Watch>() = Watch::default();
    world.resource_mut::<LoadedLevel>().0 = None;
    set_pause(world, Pause::Running);
}

fn practice(world: &mut World, wish: Wish, now: Pause) {
    let (slots, before_death) = {
        let watch = world.resource::<Watch>();
        (watch.slots.clone(), watch.before_death())
    };
    if wish.practice {
        return end_practice(world);
    }
    if wish.leave {
        return set_pause(world, Pause::Paused);
    }
    if let Some(slot) = wish.keep {
        let mut watch = world.resource_mut::<Watch>();
        let at = watch.at;
        watch.slots[slot] = watch.timeline.as_ref().map(|(timeline, _)| timeline.inputs()[..at].to_vec());
    }
    let place = match (wish.back_to.and_then(|slot| slots[slot].clone()), wish.before_death) {
        (Some(inputs), _) => {
            if let Some((timeline, _)) = &mut world.resource_mut::<Watch>().timeline {
                timeline.replace(&inputs);
            }
            Some(inputs.len())
        }
        (None, true) => before_death,
        _ => None,
    };
    if let Some(tick) = place {
        seek(world, tick);
        return set_pause(world, Pause::Watching);
    }
    if wish.direction != 0.0 && (now == Pause::Watching || wish.is_new && wish.direction < 0.0) {
        set_pause(world, Pause::Watching);
        return scrub(world, wish);
    }
    if now == Pause::Watching {
        if let Some(tick) = wish.click.and_then(|pixel| world.resource::<SeenTimeline>().tick_at(pixel)) {
            seek(world, tick);
        } else if wish.pressed != TickInput::NONE {
            world.resource_mut::<Watch>().pressed = wish.pressed;
            set_pause(world, Pause::Running);
        }
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
        if let Some((timeline, _)) = &mut watch.timeline {
            timeline.truncate(at);
        }
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
    if let Some(tick) = wish.click.and_then(|pixel| world.resource::<SeenTimeline>().tick_at(pixel)) {
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
    let tick = watch.at.saturating_add_signed((wish.direction * steps) as isize);
    if steps > 0.0 {
        seek(world, tick);
    }
}

/// Leaves the time line for play: what came after the present tick is forgotten.
fn go_on(world: &mut World) {
    world.resource_mut::<Time<Virtual>>().unpause();
    let pressed = std::mem::take(&mut world.resource_mut::<Watch>().pressed);
    world.resource_scope(|world, mut watch: Mut<Watch>| {
        let at = watch.at;
        if let (Purpose::Practice, Some((timeline, _))) = (watch.purpose, &mut watch.timeline) {
            timeline.truncate(at);
            world.resource_mut::<Attempt>().inputs = timeline.inputs().to_vec();
        }
    });
    let mut latch = world.resource_mut::<Latch>();
    latch.begin();
    latch.frame(pressed, pressed);
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

/// After a tick of practice: adds its input to the time line.
pub(in crate::screens::play) fn record_practice(
    input: Res<TickInput>,
    mut watch: ResMut<Watch>,
    mut attempt: ResMut<Attempt>,
) {
    if watch.purpose == Purpose::None {
        return;
    }
    attempt.standing = attempt.standing.max(Standing::Practiced);
    if let Some((timeline, _)) = &mut watch.timeline
        && timeline.inputs().len() < REPLAY_TICKS_MAX as usize
    {
        timeline.push(*input);
        watch.at = timeline.inputs().len();
    }
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
    if let Some((timeline, _)) = &mut watch.timeline {
        timeline.advance(AHEAD_TICKS);
    }
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
}

/// Whether no tick is to be played while it is seen.
pub(super) fn is_standing(watch: &Watch) -> bool {
    !watch.is_playing()
}
