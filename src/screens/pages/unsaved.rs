//! Progress that cannot be saved: a line over every page for as long as that lasts, and a question at quitting.

use bevy::prelude::*;

use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::{self, PageRoot, pt};
use crate::screens::menus::{Choice, InputCooldown, spawn_menu};
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use hairline_profile::store::ProfileStore;

/// Over the pages and below the frame rate.
const LINE_INDEX: GlobalZIndex = GlobalZIndex(12);

/// The line, with its text.
#[derive(Component, Clone, Debug)]
struct FailureLine(String);

pub fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Unsaved), spawn).add_systems(Update, show_failure);
}

/// Shows why progress is not saved, but not to a player in a run.
fn show_failure(
    mut commands: Commands,
    words: Res<Words>,
    store: Res<ProfileStore>,
    pause: Option<Res<State<Pause>>>,
    lines: Query<(Entity, &FailureLine)>,
) {
    let is_in_run = pause.is_some_and(|pause| *pause.get() == Pause::Running);
    let failure = store.failure().filter(|_| !is_in_run);
    let text = failure.map(|reason| words.with("notice-not-saved", [("reason", reason.into())]));
    if lines.iter().map(|(_, line)| &line.0).eq(&text) {
        return;
    }
    lines.iter().for_each(|(line, _)| commands.entity(line).despawn());
    if let Some(text) = text {
        warn!("{text}");
        let node = Node { position_type: PositionType::Absolute, padding: UiRect::all(pt(14.0)), ..default() };
        let look = (theme::panel(true), LINE_INDEX, PageRoot, ReadOut(text.clone()));
        let paragraph = theme::paragraph(text.clone(), theme::size::BODY, theme::TEXT);
        commands.spawn((FailureLine(text), node, look)).with_child(paragraph);
    }
}

fn spawn(mut commands: Commands, words: Res<Words>) {
    let entries = [("unsaved-again", Choice::Quit), ("unsaved-leave", Choice::QuitUnsaved)];
    // A press that was meant for the page before it is no answer.
    let page = (DespawnOnExit(Screen::Unsaved), InputCooldown::default(), theme::overlay());
    commands.spawn(page).with_children(|overlay| {
        overlay.spawn(theme::column()).with_children(|column| {
            column.spawn(theme::line(words.get("unsaved-heading"), theme::size::HEADLINE, theme::TEXT));
            spawn_menu(column, &words, &entries, Choice::Title);
        });
    });
}
