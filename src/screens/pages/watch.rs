//! The strip below a run on its time line, and below practice: where the run is, and which keys do what.

use bevy::prelude::*;

use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::{self, LabelWords, pt};
use crate::screens::play::history::watch::{Purpose, Watch};
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use crate::view::ViewSystems;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::hud::clock;

#[derive(Component, Clone, Copy, Debug)]
struct Strip;

/// Where the run is, at the left of the strip.
#[derive(Component, Clone, Copy, Debug)]
struct Place;

/// Which keys do what, at its right.
#[derive(Component, Clone, Copy, Debug)]
struct Keys;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (write_strip.run_if(in_state(Screen::Playing))).after(ViewSystems));
}

/// What the strip says now: its state, and the key of the words for its keys. `None` while there is no strip.
fn texts(watch: &Watch, pause: Pause, words: &Words) -> Option<(String, &'static str)> {
    let (at, length) = watch.place();
    let is_watching = pause == Pause::Watching;
    let place = || {
        let values = [("at", clock(at as u32).into()), ("length", clock(length as u32).into())];
        words.with("watch-place", values)
    };
    match watch.purpose() {
        _ if matches!(pause, Pause::Paused | Pause::Settings | Pause::LastDeath) => None,
        Purpose::None => None,
        Purpose::Practice if is_watching => {
            Some((format!("{}   {}", words.get("watch-practice"), place()), "watch-practice-keys"))
        }
        Purpose::Practice => Some((words.get("watch-practice"), "watch-practice-play-keys")),
        Purpose::Replay => Some(match watch.outdated() {
            Some(hash) => {
                (words.with("watch-outdated", [("version", format!("{hash:016x}").into())]), "watch-outdated-keys")
            }
            None => {
                let speed = words.with("watch-speed", [("speed", watch.speed().into())]);
                (format!("{}   {}   {speed}", words.get("watch-replay"), place()), "watch-replay-keys")
            }
        }),
    }
}

fn write_strip(
    mut commands: Commands,
    (watch, pause, words): (Res<Watch>, Option<Res<State<Pause>>>, Res<Words>),
    strips: Query<Entity, With<Strip>>,
    mut states: Query<&mut LabelWords, With<Place>>,
    mut lines: Query<&mut Text, With<Keys>>,
) {
    let wanted = pause.and_then(|pause| texts(&watch, *pause.get(), &words));
    let Some((state, keys)) = wanted else {
        return strips.iter().for_each(|strip| commands.entity(strip).despawn());
    };
    let keys = words.get(keys);
    if strips.is_empty() {
        return spawn(&mut commands, &state, &keys);
    }
    states.iter_mut().for_each(|mut label| _ = label.set_if_neq(LabelWords(state.clone())));
    lines.iter_mut().for_each(|mut line| _ = line.set_if_neq(Text(keys.clone())));
}

fn spawn(commands: &mut Commands, state: &str, keys: &str) {
    let node = Node {
        position_type: PositionType::Absolute,
        bottom: px(0),
        width: percent(100),
        height: Val::VMin(4.4),
        min_height: px(22),
        padding: UiRect::horizontal(Val::VMin(2.0)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        column_gap: pt(16.0),
        ..default()
    };
    let read_out = ReadOut(format!("{state}. {keys}"));
    let page = (Strip, DespawnOnExit(Screen::Playing), GlobalZIndex(10), FillTint::of(theme::BACKGROUND));
    commands.spawn((page, node, read_out)).with_children(|strip| {
        strip.spawn((Place, theme::label(state, theme::size::SMALL, theme::ACCENT)));
        // A plain line: spaced capitals would not fit in the smallest windows.
        strip.spawn((Keys, theme::line(keys, theme::size::SMALL, theme::TEXT_MUTED)));
    });
}
