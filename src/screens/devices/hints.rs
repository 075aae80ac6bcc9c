//! Hints that name keys or buttons: those of the device in use, as the player has bound them.

use std::borrow::Cow;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use fluent_bundle::FluentValue;

use super::in_use::DeviceInUse;
use super::labels::{PadMaker, label_of_button, label_of_key};
use crate::screens::menus::theme::{self, LabelWords};
use crate::screens::words::Words;
use crate::view::canvas::palette::Role;
use hairline_level::HINT_ACTIONS;
use hairline_profile::settings::{Action, Settings};

/// A line of text that names keys or buttons, by the key of its words. It follows the device in use.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct HintLine(pub &'static str);

/// A line in spaced capitals that follows the device in use.
pub fn hint_label(key: &'static str, size: f32, color: Role) -> impl Bundle {
    (HintLine(key), theme::label("", size, color))
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_hints);
}

#[derive(SystemParam)]
pub struct Hints<'w> {
    words: Res<'w, Words>,
    settings: Res<'w, Settings>,
    device: Res<'w, DeviceInUse>,
}

impl Hints<'_> {
    /// Whether hints may read differently than in the last frame.
    pub fn is_changed(&self) -> bool {
        self.words.is_changed() || self.settings.is_changed() || self.device.is_changed()
    }

    /// The text of `key`. It may have a place for the device (`keys` or `pad`) and for the keys and buttons of menus, which are
    /// fixed.
    pub fn get(&self, key: &str) -> String {
        let (device, names) = match *self.device {
            DeviceInUse::Keyboard => {
                ("keys", ["Enter", "Escape", "Escape", "PageUp", "PageDown", "KeyV", "KeyT", "KeyC"])
            }
            DeviceInUse::Gamepad(_) => (
                "pad",
                ["South", "East", "Start", "LeftTrigger", "RightTrigger", "West", "LeftTrigger2", "RightTrigger2"],
            ),
        };
        let [confirm, back, pause, previous, next, large, tries, watch] =
            names.map(|name| label_of(name, &self.settings, *self.device, &self.words));
        let values = [
            ("device", FluentValue::from(device)),
            ("confirm", confirm.into()),
            ("back", back.into()),
            ("pause", pause.into()),
            ("previous", previous.into()),
            ("next", next.into()),
            ("large", large.into()),
            ("tries", tries.into()),
            ("watch", watch.into()),
        ];
        self.words.with(key, values)
    }
}

fn show_hints(hints: Hints, mut lines: Query<(Ref<HintLine>, &mut Text, Option<&mut LabelWords>)>) {
    let is_stale = hints.is_changed();
    for (line, mut text, words) in &mut lines {
        if is_stale || line.is_added() {
            let hint = hints.get(line.0);
            match words {
                Some(mut words) => _ = words.set_if_neq(LabelWords(hint)),
                None => _ = text.set_if_neq(Text(hint)),
            }
        }
    }
}

/// A level's hint, with the key or button of each action that it names in braces: `{jump}`. Braces around anything else stay.
pub fn with_buttons<'a>(hint: &'a str, settings: &Settings, device: DeviceInUse, words: &Words) -> Cow<'a, str> {
    if !hint.contains('{') {
        return hint.into();
    }
    // In the order of `HINT_ACTIONS`.
    let actions = [Action::Left, Action::Right, Action::Up, Action::Down, Action::Jump, Action::Focus, Action::Restart];
    let of = |hint: String, (name, action): (&str, Action)| {
        hint.replace(&format!("{{{name}}}"), &label_of_action(action, settings, device, words))
    };
    HINT_ACTIONS.into_iter().zip(actions).fold(hint.to_owned(), of).into()
}

fn label_of_action(action: Action, settings: &Settings, device: DeviceInUse, words: &Words) -> String {
    let names = settings.controls.bindings.get(&action).map(|binding| match device {
        DeviceInUse::Keyboard => &binding.keys,
        DeviceInUse::Gamepad(_) => &binding.buttons,
    });
    let name = names.and_then(|names| names.iter().flatten().next());
    name.map_or_else(|| words.get("bind-none"), |name| label_of(name, settings, device, words))
}

/// The label of a key or a button of the device.
fn label_of(name: &str, settings: &Settings, device: DeviceInUse, words: &Words) -> String {
    match device {
        DeviceInUse::Keyboard => label_of_key(name, &settings.controls.labels, words),
        DeviceInUse::Gamepad(maker) => label_of_button(name, maker, words),
    }
}

/// The maker whose names the buttons have: that of the gamepad in use, or of one that is connected.
pub fn pad_maker(device: DeviceInUse, mut gamepads: impl Iterator<Item = PadMaker>) -> PadMaker {
    match device {
        DeviceInUse::Gamepad(maker) => maker,
        DeviceInUse::Keyboard => gamepads.next().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_of_a_hint_is_replaced_by_its_key() {
        let (words, settings) = (Words::english(), Settings::default());
        for action in HINT_ACTIONS {
            let hint = format!("{{{action}}}");
            assert_ne!(with_buttons(&hint, &settings, DeviceInUse::Keyboard, &words), hint);
        }
    }

    #[test]
    fn a_levels_hint_names_the_keys_and_buttons_that_are_bound() {
        let words = Words::english();
        let mut settings = Settings::default();
        let hint = "{left} {right} run.  {jump} jumps. {fly}";
        let of = |device, settings: &Settings| with_buttons(hint, settings, device, &words).into_owned();
        assert_eq!(of(DeviceInUse::Keyboard, &settings), "← → run.  Space jumps. {fly}");
        let pad = DeviceInUse::Gamepad(PadMaker::Sony);
        assert_eq!(of(pad, &settings), "D-pad ← D-pad → run.  Cross jumps. {fly}");
        let jump = settings.controls.bindings.get_mut(&Action::Jump).expect("it is there");
        jump.keys = [None, Some("KeyJ".into())];
        jump.buttons = [None, None];
        assert!(of(DeviceInUse::Keyboard, &settings).contains("J jumps"));
        assert!(of(pad, &settings).contains("(not bound) jumps"));
        assert!(matches!(with_buttons("Springs throw.", &settings, pad, &words), Cow::Borrowed(_)));
    }

    #[test]
    fn the_hints_of_menus_follow_the_device() {
        let mut app = App::new();
        app.init_resource::<Settings>().init_resource::<Words>().init_resource::<DeviceInUse>().add_plugins(plugin);
        let line = app.world_mut().spawn(hint_label("title-keys", theme::size::BODY, theme::TEXT)).id();
        let mut shown = |device| {
            app.insert_resource(device);
            app.update();
            app.world().get::<LabelWords>(line).expect("it has words").0.clone()
        };
        assert_eq!(shown(DeviceInUse::Keyboard), "Arrows  Enter");
        assert_eq!(shown(DeviceInUse::Gamepad(PadMaker::Microsoft)), "D-pad  A");
    }
}
