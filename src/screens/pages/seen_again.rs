//! The finished run on its result: the frame beside the figures, and the views over the whole window, in which what can follow stays one
//! press away. `play::history::rerun` plays it; the view draws it as it draws play.

use bevy::input_focus::{AutoFocus, FocusCause, InputFocus};
use bevy::prelude::*;

use super::what_next::entries;
use crate::screens::devices::hints::{HintLine, Hints};
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::focus::{FocusPlace, MutedText};
use crate::screens::menus::navigation::NavAction;
use crate::screens::menus::theme::{self, pt};
use crate::screens::menus::{Choice, Chosen, InputCooldown, Menu, MenuEntry, MenuSystems, spawn_entry};
use crate::screens::play::history::rerun::Rerun;
use crate::screens::words::Words;
use crate::screens::{Screen, Seen};
use crate::view::Presentation;
use crate::view::camera::{PictureFrame, SCREEN_CELLS};
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use crate::view::canvas::palette::{Role, tint};
use crate::view::resolution::FramedPicture;
use hairline_sim::history::History;

/// Logical pixels. In a smaller frame nothing could be told; where a window leaves no more room, the run plays behind the page.
const FRAME_WIDTH_MIN: f32 = 200.0;
/// The row of the ways to see more, for the focus. Beside the entries, who still holds a direction at the exit would lose the focus to
/// them.
const BELOW_ENTRIES: usize = 8;

/// The entry that had the focus when the result was last seen in another way.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Selected(Option<Choice>);

/// The node with the picture.
#[derive(Component, Clone, Copy, Debug)]
struct Frame;

pub fn plugin(app: &mut App) {
    app.init_resource::<Selected>()
        .init_resource::<PictureFrame>()
        .add_systems(OnEnter(Screen::Finished), |mut selected: ResMut<Selected>| selected.0 = None)
        .add_systems(OnExit(Screen::Finished), |mut frame: ResMut<PictureFrame>| frame.0 = None)
        .add_systems(OnEnter(Seen::Small), |mut presentation: ResMut<Presentation>| presentation.hud = false)
        .add_systems(OnExit(Seen::Small), |mut presentation: ResMut<Presentation>| presentation.hud = true)
        .add_systems(
            Update,
            (follow_keys.in_set(MenuSystems::Choose), restore_focus.in_set(MenuSystems::FillEntries), fit_frame)
                .run_if(in_state(Screen::Finished)),
        );
    for seen in [Seen::Small, Seen::Large, Seen::Tries] {
        app.add_systems(OnExit(seen), note_focus);
    }
    for seen in [Seen::Large, Seen::Tries] {
        app.add_systems(OnEnter(seen), spawn_strip);
    }
}

/// Whether there are tries beside the finished run.
fn has_others(history: &History) -> bool {
    history.tries().len() > 1
}

/// Spawns the frame, with the ways to see more under it.
pub(super) fn spawn_frame(parent: &mut ChildSpawnerCommands, hints: &Hints, history: &History) {
    let node = Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), max_width: pt(900.0), ..theme::column() };
    parent.spawn(node).with_children(|column| {
        let picture = Node {
            width: percent(100),
            aspect_ratio: Some(SCREEN_CELLS.x / SCREEN_CELLS.y),
            border: UiRect::all(px(1)),
            ..default()
        };
        // A click on it enlarges it.
        let label = AccessibleLabel::new(hints.get("seen-large"));
        let look = (FillTint::of(Role::Void), BorderTint(tint(Role::Edge, 0.5)));
        column.spawn((Frame, MenuEntry(Choice::See(Seen::Large)), label, picture, look)).with_children(|frame| {
            let picture = Node { width: percent(100), height: percent(100), ..default() };
            frame.spawn((FramedPicture, picture, Pickable::IGNORE));
        });
        column.spawn(Node { column_gap: pt(10.0), flex_wrap: FlexWrap::Wrap, ..default() }).with_children(|row| {
            let place = |column| FocusPlace { row: BELOW_ENTRIES, column };
            spawn_way(row, place(0), "seen-large", Choice::See(Seen::Large), hints);
            if has_others(history) {
                spawn_way(row, place(1), "seen-tries", Choice::See(Seen::Tries), hints);
            }
            spawn_way(row, place(2), "seen-watch", Choice::WatchRun, hints);
            spawn_way(row, place(3), "seen-copy", Choice::Copy, hints);
            spawn_way(row, place(4), "seen-film", Choice::Film, hints);
        });
    });
}

/// Spawns an entry with the key that does the same.
fn spawn_way(parent: &mut ChildSpawnerCommands, place: FocusPlace, key: &'static str, choice: Choice, hints: &Hints) {
    let text = hints.get(key);
    let mut entry = spawn_entry(parent, 0, &text, theme::size::SMALL, choice);
    entry.insert(place).despawn_children();
    entry.with_child((HintLine(key), MutedText, theme::label(&text, theme::size::SMALL, theme::TEXT_MUTED)));
}

/// Gives the picture the size that the frame has on the page, or none.
fn fit_frame(
    frames: Query<(&ComputedNode, &mut Visibility), With<Frame>>,
    rerun: Res<Rerun>,
    mut picture: ResMut<PictureFrame>,
) {
    let mut wanted = None;
    for (node, mut visibility) in frames {
        let size = node.size() * node.inverse_scale_factor() - 2.0;
        let fits = rerun.is_shown() && size.x >= FRAME_WIDTH_MIN;
        visibility.set_if_neq(if fits { Visibility::Inherited } else { Visibility::Hidden });
        wanted = fits.then(|| size.round());
    }
    picture.set_if_neq(PictureFrame(wanted));
}

/// The keys that change how the run is seen; each leads back, too.
fn follow_keys(
    mut actions: MessageReader<NavAction>,
    seen: Option<Res<State<Seen>>>,
    (history, rerun): (Res<History>, Res<Rerun>),
    cooldowns: Query<(), With<InputCooldown>>,
    mut chosen: MessageWriter<Chosen>,
) {
    for action in actions.read() {
        let Some(seen) = seen.as_deref().map(State::get).filter(|_| rerun.is_shown()) else { continue };
        let wanted = match action {
            NavAction::Enlarge => Seen::Large,
            NavAction::ShowTries if has_others(&history) => Seen::Tries,
            // The pad's button for it is one of focus, which may still be pressed at the exit.
            NavAction::Watch if cooldowns.is_empty() => {
                chosen.write(Chosen(Choice::WatchRun));
                continue;
            }
            _ => continue,
        };
        chosen.write(Chosen(Choice::See(if *seen == wanted { Seen::Small } else { wanted })));
    }
}

/// Over the whole window, the strip below the level has the entries of the result.
fn spawn_strip(
    mut commands: Commands,
    (words, catalog, history): (Res<Words>, Res<LevelCatalog>, Res<History>),
    seen: Res<State<Seen>>,
    hints: Hints,
) {
    let (node, layer) = theme::strip();
    let padding = UiRect::horizontal(Val::VMin(1.0));
    let node = Node { padding, justify_content: JustifyContent::Start, column_gap: pt(8.0), ..node };
    let page = (DespawnOnExit(*seen.get()), Menu(Choice::See(Seen::Small)), layer);
    commands.spawn((page, node, FillTint::of(Role::Void))).with_children(|strip| {
        let offered = entries(&catalog);
        for (column, (key, choice)) in offered.iter().enumerate() {
            let mut entry = spawn_entry(strip, 0, &words.get(key), theme::size::SMALL, *choice);
            entry.insert(FocusPlace { row: 0, column });
            if column == 0 {
                entry.insert(AutoFocus);
            }
        }
        strip.spawn(Node { flex_grow: 1.0, ..default() });
        let count = words.with("seen-count", [("count", history.tries().len().into())]);
        let ways: &[(&str, Seen)] = match seen.get() {
            Seen::Tries => {
                strip.spawn(theme::label(&count, theme::size::SMALL, theme::TEXT_MUTED));
                &[("seen-alone", Seen::Large), ("seen-result", Seen::Small)]
            }
            _ if has_others(&history) => &[("seen-tries", Seen::Tries), ("seen-result", Seen::Small)],
            _ => &[("seen-result", Seen::Small)],
        };
        for (number, (key, seen)) in ways.iter().enumerate() {
            let place = FocusPlace { row: 0, column: offered.len() + number };
            spawn_way(strip, place, key, Choice::See(*seen), &hints);
        }
    });
}

fn note_focus(focus: Res<InputFocus>, entries: Query<&MenuEntry>, mut selected: ResMut<Selected>) {
    let entry = focus.get().and_then(|widget| entries.get(widget).ok());
    selected.0 = entry.map(|entry| entry.0).filter(|choice| !matches!(choice, Choice::See(_)));
}

/// The entry that had the focus has it on the next page, too.
fn restore_focus(
    added: Query<(Entity, &MenuEntry), (Added<MenuEntry>, With<FocusPlace>)>,
    mut selected: ResMut<Selected>,
    mut focus: ResMut<InputFocus>,
) {
    let Some(choice) = selected.0 else { return };
    if let Some((entry, _)) = added.iter().find(|(_, entry)| entry.0 == choice) {
        focus.set(entry, FocusCause::Navigated);
        selected.0 = None;
    }
}
