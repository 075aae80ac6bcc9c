//! The last death of this sitting, seen again while the run waits: its last second, slowly, over and over, and the nearest change of what
//! was pressed that would have lived, as a ghost and then in the ninja's place. Any key leads back to the run, or to a new try if it was
//! over. Nothing of it counts.

use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::watch::Watch;
use crate::screens::Pause;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::play::assist::{assist_of, with_charge};
use crate::screens::play::controls::{Bindings, Latch};
use crate::screens::play::loaded_level::{LevelVersion, LoadedCharge, LoadedLevel};
use crate::screens::settings::MUTE_KEY;
use crate::view::ViewSystems;
use crate::view::history::last_death::SeenDeath;
use hairline_profile::settings::Settings;
use hairline_sim::history::History;
use hairline_sim::history::hindsight::{Finding, Hindsight, Scene};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::{self, Snapshot};

/// The key and the gamepad's button that show it, unless they are bound to something else.
pub(in crate::screens) const KEY: KeyCode = KeyCode::KeyL;
pub(in crate::screens) const BUTTON: GamepadButton = GamepadButton::LeftTrigger;

/// How fast the last second is played, and what would have come after it.
const SPEED: f32 = 0.2;
const AFTER_SPEED: f32 = 0.4;
/// Ticks after the death in which its shards fly; the level would start over some ticks later.
const DEAD_TICKS: usize = 6;
/// Seconds for which the picture stands after the death, and after what would have come.
const REST_SECONDS: f32 = 1.2;
/// What a frame spends on the search. Nobody plays meanwhile.
const SEARCH_TIME: Duration = Duration::from_millis(8);
/// Ticks between two looks at the clock.
const PIECE_TICKS: u32 = 64;

/// What is shown at present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    /// The waiting run: the try is still played up to its last second.
    #[default]
    Waiting,
    /// The last second, and the ninja's end.
    Death,
    /// The moment of the death.
    AfterDeath,
    /// What would have come, with the change.
    Life,
    /// The end of that.
    AfterLife,
}

/// The death that is seen again.
#[derive(Resource, Default)]
pub(in crate::screens) struct LookBack {
    hindsight: Option<Hindsight>,
    /// The run that waits, and of which level it is.
    waiting: Option<(Snapshot, LevelVersion)>,
    part: Part,
    /// The next input of this part.
    next: usize,
    rested: f32,
}

impl LookBack {
    /// How fast time runs.
    pub(in crate::screens::play) fn speed(&self) -> f32 {
        if self.part == Part::Life { AFTER_SPEED } else { SPEED }
    }

    pub(in crate::screens) fn scene(&self) -> Option<&Scene> {
        self.hindsight.as_ref()?.scene()
    }

    pub(in crate::screens) fn finding(&self) -> Option<&Finding> {
        self.hindsight.as_ref()?.finding()
    }

    /// The inputs that are played in this part.
    fn inputs(&self) -> &[TickInput] {
        match (self.part, self.scene(), self.finding()) {
            (Part::Death, Some(scene), _) => &scene.inputs,
            (Part::Life, Some(scene), Some(Finding::Hint(hint))) => {
                hint.inputs.get(scene.first + scene.inputs.len()..).unwrap_or_default()
            }
            _ => &[],
        }
    }

    /// Ticks that are played in this part.
    fn length(&self) -> usize {
        self.inputs().len() + if self.part == Part::Death { DEAD_TICKS } else { 0 }
    }

    /// Whether ticks are played.
    fn is_moving(&self) -> bool {
        matches!(self.part, Part::Death | Part::Life) && self.next < self.length()
    }

    /// What comes after this part, with the state in which it begins.
    fn following(&self) -> Option<(Part, Option<Snapshot>)> {
        let scene = self.scene()?;
        Some(match (self.part, self.finding()) {
            (Part::Death, _) => (Part::AfterDeath, None),
            (Part::Life, _) => (Part::AfterLife, None),
            (Part::AfterDeath, Some(Finding::Hint(hint))) if hint.past_death.is_some() => {
                (Part::Life, hint.past_death.clone())
            }
            _ => (Part::Death, Some(scene.start.clone())),
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LookBack>()
        .init_resource::<SeenDeath>()
        .add_systems(OnEnter(Pause::LastDeath), begin)
        .add_systems(OnExit(Pause::LastDeath), end)
        .add_systems(
            Update,
            (
                show_on_key.run_if(in_state(Pause::Running)),
                (leave_on_any_key, advance).run_if(in_state(Pause::LastDeath)).before(ViewSystems),
            ),
        );
}

/// Whether there is a death to see.
pub(in crate::screens) fn has_death(history: &History, watch: &Watch) -> bool {
    watch.practiced_death().is_some() || history.last_death().is_some()
}

fn show_on_key(
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    (bindings, history, watch): (Res<Bindings>, Res<History>, Res<Watch>),
    mut next: ResMut<NextState<Pause>>,
) {
    let by_key = keys.just_pressed(KEY) && !bindings.has_key(KEY);
    let by_button = gamepads.iter().any(|gamepad| gamepad.just_pressed(BUTTON)) && !bindings.has_button(BUTTON);
    if (by_key || by_button) && has_death(&history, &watch) {
        next.set(Pause::LastDeath);
    }
}

/// Full screen, screenshots and silence stay what they are.
fn leave_on_any_key(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<ButtonInput<MouseButton>>,
    gamepads: Query<&Gamepad>,
    mut next: ResMut<NextState<Pause>>,
) {
    let by_key = keys.get_just_pressed().any(|key| ![KeyCode::F11, KeyCode::F12, MUTE_KEY].contains(key));
    let by_button = gamepads.iter().any(|gamepad| gamepad.get_just_pressed().next().is_some());
    if by_key || by_button || mouse.get_just_pressed().next().is_some() {
        next.set(Pause::Running);
    }
}

/// Keeps the run that waits, and begins with the death.
fn begin(world: &mut World) {
    let assist = assist_of(&world.resource::<Settings>().assist);
    let of = world.resource::<Watch>().practiced_death();
    let of = of.or_else(|| Some((world.resource::<History>().last_death()?.clone(), assist)));
    let level = world.resource::<LoadedLevel>().level(world.resource::<Assets<LevelAsset>>());
    let (Some((of, assist)), Some((level, version))) = (of, level) else {
        return world.resource_mut::<NextState<Pause>>().set(Pause::Running);
    };
    let level = with_charge(level.level.clone(), world.resource::<LoadedCharge>().0);
    let mut hindsight = Hindsight::new(&level, assist);
    hindsight.begin(of);
    let mut state = Snapshot::default();
    snapshot::save(world, &mut state);
    let look_back = LookBack { hindsight: Some(hindsight), waiting: Some((state, version)), ..LookBack::default() };
    world.insert_resource(look_back);
    world.resource_mut::<Time<Virtual>>().pause();
}

/// The run goes on where it was; if it was over, it starts over as after any death.
fn end(world: &mut World) {
    let waiting = std::mem::take(&mut *world.resource_mut::<LookBack>()).waiting;
    *world.resource_mut::<SeenDeath>() = SeenDeath::default();
    world.resource_mut::<Time<Virtual>>().unpause();
    world.resource_mut::<Latch>().begin();
    let Some((state, version)) = waiting else { return };
    if world.resource::<LoadedLevel>().0 != Some(version) {
        return;
    }
    snapshot::restore(world, &state);
}

/// The input of the next tick.
pub(in crate::screens::play) fn press_buttons(mut look_back: ResMut<LookBack>, mut input: ResMut<TickInput>) {
    *input = look_back.inputs().get(look_back.next).copied().unwrap_or_default();
    look_back.next += 1;
}

/// Whether no tick is to be played while it is seen.
pub(super) fn is_standing(look_back: &LookBack) -> bool {
    !look_back.is_moving()
}

/// Goes on with the search, and from one part to the next.
fn advance(world: &mut World) {
    let loaded = world.resource::<LoadedLevel>().0;
    world.resource_scope(|world, mut look_back: Mut<LookBack>| {
        if look_back.waiting.as_ref().is_some_and(|(_, version)| loaded != Some(*version)) {
            // Another version of the level was saved meanwhile.
            return world.resource_mut::<NextState<Pause>>().set(Pause::Running);
        }
        let began = Instant::now();
        if let Some(hindsight) = &mut look_back.hindsight {
            let mut is_unfinished = true;
            while is_unfinished && began.elapsed() < SEARCH_TIME {
                is_unfinished = hindsight.advance(PIECE_TICKS);
            }
            if !is_unfinished && hindsight.scene().is_none() {
                // With the help that is set now, the try does not end in that death.
                return world.resource_mut::<NextState<Pause>>().set(Pause::Running);
            }
        }
        if !look_back.is_moving() {
            look_back.rested += world.resource::<Time<Real>>().delta_secs();
            let is_rest = matches!(look_back.part, Part::AfterDeath | Part::AfterLife);
            if !is_rest || look_back.rested >= REST_SECONDS {
                go_on(world, &mut look_back);
            }
        }
        show(&look_back, &mut world.resource_mut::<SeenDeath>());
    });
}

fn go_on(world: &mut World, look_back: &mut LookBack) {
    let Some((part, state)) = look_back.following() else { return };
    (look_back.part, look_back.next, look_back.rested) = (part, 0, 0.0);
    let mut time = world.resource_mut::<Time<Virtual>>();
    if look_back.is_moving() {
        time.unpause();
    } else {
        time.pause();
    }
    if let Some(state) = state {
        snapshot::restore(world, &state);
    }
}

/// Tells the view what it shows.
fn show(look_back: &LookBack, seen: &mut SeenDeath) {
    let Some(scene) = look_back.scene() else { return };
    if seen.clearances.len() != scene.clearances.len() {
        seen.clearances.clone_from(&scene.clearances);
        seen.died_at = scene.died.position;
    }
    if let (Some(Finding::Hint(hint)), true) = (look_back.finding(), seen.path.is_empty()) {
        seen.path.clone_from(&hint.path);
        seen.changed = hint.change.tick.checked_sub(scene.first).filter(|tick| *tick < scene.inputs.len());
    }
    let past = matches!(look_back.part, Part::Life | Part::AfterLife);
    seen.lives = past;
    seen.is_shown = look_back.part != Part::Waiting;
    let played = if matches!(look_back.part, Part::Death | Part::Life) { look_back.next } else { usize::MAX };
    seen.ticks = if past { scene.inputs.len() } else { played.min(scene.inputs.len()) };
}
