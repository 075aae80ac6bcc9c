//! The strip below a run on its time line, and below practice: where the run is, and which keys do what.

use bevy::prelude::*;

use crate::screens::devices::hints::{HintLine, Hints};
use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::{self, LabelWords};
use crate::screens::play::history::watch::{Purpose, Watch};
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use crate::view::ViewSystems;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::hud::clock;

/// The strip, with the key of the words for its keys.
#[derive(Component, Clone, Copy, Debug)]
struct Strip(&'static str);

/// Where the run is, at the left of the strip.
#[derive(Component, Clone, Copy, Debug)]
struct Place;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, write_strip.run_if(in_state(Screen::Playing)).after(ViewSystems));
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
                let speed = if watch.is_playing() { watch.speed() } else { 0.0 };
                let speed = words.with("watch-speed", [("speed", speed.into())]);
                (format!("{}   {}   {speed}", words.get("watch-replay"), place()), "watch-replay-keys")
            }
        }),
    }
}

fn write_strip(
    mut commands: Commands,
    (watch, pause, words): (Res<Watch>, Option<Res<State<Pause>>>, Res<Words>),
    hints: Hints,
    strips: Query<(Entity, &Strip)>,
    mut places: Query<&mut LabelWords, With<Place>>,
) {
    let wanted = pause.and_then(|pause| texts(&watch, *pause.get(), &words));
    let keys = wanted.as_ref().map(|(_, keys)| *keys);
    let mut is_there = false;
    for (entity, strip) in &strips {
        if Some(strip.0) == keys {
            is_there = true;
        } else {
            commands.entity(entity).despawn();
        }
    }
    match wanted {
        Some((place, _)) if is_there => {
            places.iter_mut().for_each(|mut label| _ = label.set_if_neq(LabelWords(place.clone())))
        }
        Some((place, keys)) => spawn(&mut commands, &place, keys, &hints),
        None => {}
    }
}

/// A screen reader speaks the strip when it appears, and not again with each tick.
fn spawn(commands: &mut Commands, place: &str, keys: &'static str, hints: &Hints) {
    let line = hints.get(keys);
    let page = (Strip(keys), DespawnOnExit(Screen::Playing), theme::strip(), FillTint::of(theme::BACKGROUND));
    commands.spawn((page, ReadOut(format!("{place}. {line}")))).with_children(|strip| {
        strip.spawn((Place, theme::label(place, theme::size::SMALL, theme::ACCENT)));
        // A plain line: spaced capitals would not fit in the smallest windows.
        strip.spawn((HintLine(keys), theme::line(line, theme::size::SMALL, theme::TEXT_MUTED)));
    });
}
