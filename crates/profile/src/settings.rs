//! What the player has set. Amounts are whole percents, so none can be NaN.

use std::collections::BTreeMap;

use bevy::ecs::resource::Resource;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use hairline_level::LevelWorld;

#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub picture: PictureSettings,
    pub sound: SoundSettings,
    pub controls: ControlSettings,
    pub assist: AssistSettings,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WindowKind {
    #[default]
    Window,
    Fullscreen,
}

/// How many pixels levels have; texts always have all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resolution {
    /// Fewer where frames come late.
    #[default]
    Auto,
    Full,
    /// Half as many to each side.
    Half,
}

/// A setting of earlier versions that nothing reads any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Retired;

impl<'de> Deserialize<'de> for Retired {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PictureSettings {
    pub window: WindowKind,
    /// The size of a window with a frame, in logical pixels.
    pub window_size: (u32, u32),
    /// Frames wait for the screen, so that none is torn.
    pub vsync: bool,
    /// Most frames a second; 0 for no limit.
    pub frame_cap: u16,
    pub resolution: Resolution,
    #[serde(skip_serializing)]
    detail: Retired,
    /// The world whose colors all levels have; each its own world's if none.
    pub palette: Option<LevelWorld>,
    pub bloom: u8,
    /// The opacity of the veil over dark levels, in percent of the designed one; 0 draws none.
    pub darkness: u8,
    pub particles: u8,
    pub shake: u8,
    /// How long hit-stop holds the picture at a death, in percent of the longest.
    pub hit_stop: u8,
    pub reduce_flashes: bool,
    /// Pages glide in, and levels open.
    pub transitions: bool,
    pub hud_size: u8,
    pub text_size: u8,
    /// Focus shows what comes next.
    pub precognition: bool,
    /// The runs that the player races against.
    pub ghosts: Ghosts,
    pub show_clock: bool,
    pub show_frame_rate: bool,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self {
            window: WindowKind::Window,
            window_size: (1280, 800),
            vsync: true,
            frame_cap: 0,
            resolution: Resolution::Auto,
            detail: Retired,
            palette: None,
            bloom: 100,
            darkness: 100,
            particles: 100,
            shake: 100,
            hit_stop: 100,
            reduce_flashes: false,
            transitions: true,
            hud_size: 100,
            text_size: 100,
            precognition: true,
            ghosts: Ghosts::All,
            show_clock: true,
            show_frame_rate: false,
        }
    }
}

/// Which runs the player races against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ghosts {
    Off,
    /// The own best.
    Best,
    /// The next medal's and, with gold, the proof, too.
    #[default]
    All,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SoundDelay {
    #[default]
    Short,
    /// Longer, for devices that crackle.
    Safe,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SoundSettings {
    pub enabled: bool,
    pub master: u8,
    pub effects: u8,
    pub music: u8,
    pub hazards: u8,
    pub mono: bool,
    /// From -100, left only, to 100, right only.
    pub balance: i8,
    pub delay: SoundDelay,
}

impl Default for SoundSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            master: 80,
            effects: 100,
            music: 100,
            hazards: 100,
            mono: false,
            balance: 0,
            delay: SoundDelay::Short,
        }
    }
}

/// What the player's devices can ask for in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    Left,
    Right,
    /// Up; also jumps.
    Up,
    /// Down; with a jump, drop through a platform.
    Down,
    Jump,
    Focus,
    Restart,
}

impl Action {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 7] = [Self::Left, Self::Right, Self::Jump, Self::Focus, Self::Restart, Self::Up, Self::Down];
}

/// The keys and buttons of an action, by the names of Bevy's `KeyCode` and `GamepadButton`. Keys are places on the keyboard,
/// as the W3C's UI Events name them, whatever is printed on them; a button of the mouse (`MouseLeft`, `MouseRight`,
/// `MouseMiddle`, `MouseBack`, `MouseForward`) stands where a key may.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    pub keys: [Option<String>; 2],
    pub buttons: [Option<String>; 2],
}

impl Binding {
    fn new(keys: [&str; 2], buttons: [&str; 2]) -> Self {
        let names = |names: [&str; 2]| names.map(|name| (!name.is_empty()).then(|| name.to_owned()));
        Self { keys: names(keys), buttons: names(buttons) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ControlSettings {
    /// Keys and buttons; an action that is missing has the default ones.
    pub bindings: BTreeMap<Action, Binding>,
    /// Labels of keys on the player's layout, where known and not the default.
    pub labels: BTreeMap<String, String>,
    /// A press of focus lasts until the next press.
    pub focus_toggles: bool,
    /// Gamepads count while another window has the focus.
    pub pad_in_background: bool,
}

impl Default for ControlSettings {
    fn default() -> Self {
        let bindings = BTreeMap::from([
            (Action::Left, Binding::new(["ArrowLeft", "KeyA"], ["DPadLeft", ""])),
            (Action::Right, Binding::new(["ArrowRight", "KeyD"], ["DPadRight", ""])),
            (Action::Up, Binding::new(["ArrowUp", "KeyW"], ["DPadUp", ""])),
            (Action::Down, Binding::new(["ArrowDown", "KeyS"], ["DPadDown", ""])),
            (Action::Jump, Binding::new(["Space", "KeyZ"], ["South", ""])),
            (Action::Focus, Binding::new(["ShiftLeft", "ShiftRight"], ["RightTrigger", "RightTrigger2"])),
            (Action::Restart, Binding::new(["KeyR", ""], ["North", "Select"])),
        ]);
        Self { bindings, labels: BTreeMap::new(), focus_toggles: false, pad_in_background: false }
    }
}

/// Help in play. A run with any of it is marked as assisted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AssistSettings {
    pub game_speed: u8,
    pub endless_focus: bool,
    /// How long beams charge before they are lit, in percent.
    pub beam_charge: u16,
    /// What comes next is shown at all times, not only in focus. Named as in older profiles, which showed only beams.
    #[serde(rename = "beam_paths")]
    pub precognition: bool,
    pub forgive_hit: bool,
    /// After a death the run goes on where the last shard was taken.
    pub shard_checkpoints: bool,
    /// Nothing kills but a fall out of the level.
    pub invincible: bool,
    /// Every level of the campaign can be chosen. It changes no run.
    pub all_worlds: bool,
}

impl Default for AssistSettings {
    fn default() -> Self {
        Self {
            game_speed: 100,
            endless_focus: false,
            beam_charge: 100,
            precognition: false,
            forgive_hit: false,
            shard_checkpoints: false,
            invincible: false,
            all_worlds: false,
        }
    }
}

impl AssistSettings {
    /// Whether any of it changes runs.
    pub fn is_on(&self) -> bool {
        *self != Self { all_worlds: self.all_worlds, ..Self::default() }
    }
}

/// The range of an amount, and the step by which it is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmountRange {
    pub min: i16,
    pub max: i16,
    pub step: i16,
}

impl AmountRange {
    /// A share of something, from nothing to all of it.
    pub const SHARE: Self = Self { min: 0, max: 100, step: 10 };
    pub const SIZE: Self = Self { min: 70, max: 150, step: 10 };
    pub const BALANCE: Self = Self { min: -100, max: 100, step: 10 };
    pub const GAME_SPEED: Self = Self { min: 50, max: 100, step: 10 };
    pub const BEAM_CHARGE: Self = Self { min: 100, max: 300, step: 50 };

    /// The step of the range that is closest to `value`.
    pub fn closest(self, value: i16) -> i16 {
        let steps = (value.clamp(self.min, self.max) - self.min + self.step / 2) / self.step;
        (self.min + steps * self.step).min(self.max)
    }
}

/// The shortest side of a window, and the longest.
const WINDOW_SIDES: [u32; 2] = [320, 16_384];
/// A window with more pixels than the largest screen is cut to that screen's sides: a picture of 16,384 by 16,384 takes 3 GB.
const LARGEST_SCREEN: (u32, u32) = (7_680, 4_320);
/// The range of a frame cap that is not 0.
const FRAME_CAPS: [u16; 2] = [20, 1_000];

impl Settings {
    /// The settings with every amount brought into its range, as they are after a file was edited by hand.
    pub fn clamped(mut self) -> Self {
        let share = |value: &mut u8, range: AmountRange| *value = range.closest(i16::from(*value)) as u8;
        let PictureSettings {
            bloom,
            darkness,
            particles,
            shake,
            hit_stop,
            hud_size,
            text_size,
            window_size,
            frame_cap,
            ..
        } = &mut self.picture;
        [bloom, darkness, particles, shake, hit_stop].into_iter().for_each(|value| share(value, AmountRange::SHARE));
        [hud_size, text_size].into_iter().for_each(|value| share(value, AmountRange::SIZE));
        let [least, most] = WINDOW_SIDES;
        *window_size = (window_size.0.clamp(least, most), window_size.1.clamp(least, most));
        if window_size.0 * window_size.1 > LARGEST_SCREEN.0 * LARGEST_SCREEN.1 {
            *window_size = (window_size.0.min(LARGEST_SCREEN.0), window_size.1.min(LARGEST_SCREEN.1));
        }
        if *frame_cap != 0 {
            *frame_cap = (*frame_cap).clamp(FRAME_CAPS[0], FRAME_CAPS[1]);
        }
        let SoundSettings { master, effects, music, hazards, balance, .. } = &mut self.sound;
        [master, effects, music, hazards].into_iter().for_each(|value| share(value, AmountRange::SHARE));
        *balance = AmountRange::BALANCE.closest(i16::from(*balance)) as i8;
        share(&mut self.assist.game_speed, AmountRange::GAME_SPEED);
        let charge = i16::try_from(self.assist.beam_charge).unwrap_or(i16::MAX);
        self.assist.beam_charge = AmountRange::BEAM_CHARGE.closest(charge) as u16;
        let defaults = ControlSettings::default();
        for (action, binding) in defaults.bindings {
            self.controls.bindings.entry(action).or_insert(binding);
        }
        self
    }

    /// Sets what differs between two states of the settings, and leaves the rest as it is.
    pub(super) fn change(&mut self, from: &Self, to: &Self) {
        let [mut value, from, to] = [self as &Self, from, to]
            .map(|settings| serde_json::to_value(settings).expect("names, numbers and maps by names are JSON"));
        change(&mut value, &from, &to);
        *self = serde_json::from_value(value).expect("each of its values is of valid settings");
    }
}

/// Sets what differs between two values, entry by entry where they are maps.
fn change(value: &mut Value, from: &Value, to: &Value) {
    let (Value::Object(value), Value::Object(from), Value::Object(to)) = (&mut *value, from, to) else {
        value.clone_from(to);
        return;
    };
    value.retain(|key, _| to.contains_key(key) || !from.contains_key(key));
    for (key, to) in to.iter().filter(|(key, to)| from.get(*key) != Some(to)) {
        match (value.get_mut(key), from.get(key)) {
            (Some(value), Some(from)) => change(value, from, to),
            _ => _ = value.insert(key.clone(), to.clone()),
        }
    }
}
