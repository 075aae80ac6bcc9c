//! The pause menu, over the paused level.

use bevy::prelude::*;

use crate::screens::Pause;
use crate::screens::devices::hints::hint_label;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::menus::{Choice, spawn_menu, theme};
use crate::screens::play::controls::Bindings;
use crate::screens::play::history::last_death::{self, has_death};
use crate::screens::play::history::watch::{Purpose, Watch};
use crate::screens::ui_audio::mute_line;
use crate::screens::words::Words;
use crate::view::canvas::palette::ui::{BorderTint, FillTint};
use crate::view::debug::DebugView;
use crate::view::hud::Caption;
use hairline_sim::history::History;

#[derive(Component, Clone, Copy, Debug)]
struct PauseOverlay;

#[derive(Component, Clone, Copy, Debug)]
struct PausePanel;

pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Pause::Paused), spawn)
        .add_systems(Update, update_look.run_if(in_state(Pause::Paused).and_then(resource_changed::<DebugView>)));
}

/// The overlay, and whether its text needs a panel. The level stays visible for designers, who watch what a save changes
/// while their editor has the focus, and under the debug view.
fn look(catalog: &LevelCatalog, debug: DebugView) -> (theme::Overlay, bool) {
    match (debug.0, catalog.opened_by_name) {
        (true, _) => (theme::clear_overlay(), true),
        (false, true) => (theme::thin_overlay(), true),
        (false, false) => (theme::overlay(), false),
    }
}

fn spawn(
    mut commands: Commands,
    words: Res<Words>,
    catalog: Res<LevelCatalog>,
    debug: Res<DebugView>,
    (caption, history, watch): (Res<Caption>, Res<History>, Res<Watch>),
    bindings: Res<Bindings>,
) {
    let is_practice = watch.purpose() == Purpose::Practice;
    let mut entries = vec![
        ("pause-resume", Choice::Resume),
        ("pause-restart", Choice::Again),
        ("pause-last-death", Choice::LastDeath),
        (if is_practice { "pause-practice-end" } else { "pause-practice" }, Choice::Practice),
        ("pause-settings", Choice::Settings),
        ("pause-levels", Choice::List),
        ("pause-title", Choice::Title),
        ("pause-quit", Choice::Quit),
    ];
    // A level that was opened by name is on no list; a daily one is beside two others.
    let left_out = if catalog.opened_by_name { Choice::List } else { Choice::Quit };
    if catalog.is_daily() {
        entries
            .iter_mut()
            .filter(|entry| entry.1 == Choice::List)
            .for_each(|entry| *entry = ("pause-daily", Choice::Daily));
    }
    entries.retain(|(_, choice)| *choice != left_out && (*choice != Choice::LastDeath || has_death(&history, &watch)));
    let (overlay, has_panel) = look(&catalog, *debug);
    commands.spawn((DespawnOnExit(Pause::Paused), PauseOverlay, overlay)).with_children(|overlay| {
        overlay.spawn((PausePanel, theme::panel_node(), theme::panel(has_panel))).with_children(|panel| {
            panel.spawn(theme::column()).with_children(|column| {
                column.spawn(theme::label(&caption.name, theme::size::BODY, theme::TEXT_MUTED));
                column.spawn(theme::line(words.get("pause-heading"), theme::size::HEADLINE, theme::TEXT));
                spawn_menu(column, &words, &entries, Choice::Resume);
                let is_bound = [last_death::KEY, KeyCode::KeyP].into_iter().any(|key| bindings.has_key(key))
                    || bindings.has_button(last_death::BUTTON);
                if has_death(&history, &watch) && !is_practice && !is_bound {
                    column.spawn(hint_label("pause-keys", theme::size::SMALL, theme::TEXT_MUTED));
                }
                column.spawn(mute_line());
            });
        });
    });
}

/// The debug view may be shown and hidden while the menu is open.
fn update_look(
    catalog: Res<LevelCatalog>,
    debug: Res<DebugView>,
    overlay: Single<(&mut Node, &mut BackgroundGradient), With<PauseOverlay>>,
    panel: Single<(&mut FillTint, &mut BorderTint), With<PausePanel>>,
) {
    let (mut node, mut gradient) = overlay.into_inner();
    let (mut color, mut border) = panel.into_inner();
    let (overlay, has_panel) = look(&catalog, *debug);
    (*node, *gradient) = (overlay.0, overlay.1);
    (*color, *border) = theme::panel(has_panel);
}
