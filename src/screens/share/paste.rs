//! Ctrl+V in the title and in the list: a line of text. Its level joins the list, and its run is watched.

use bevy::prelude::*;

use super::TextBoard;
use super::foreign::add;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::level_catalog::{CatalogEntry, LevelCatalog};
use crate::screens::menus::toast::Toast;
use crate::screens::menus::{Choice, Chosen, MenuSystems};
use crate::screens::play::attempt::Attempt;
use crate::screens::play::history::watch::{Request, Watch};
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use hairline_lines::{Line, SharedLevel, is_line};
use hairline_profile::store::ProfileStore;
use hairline_sim::history::History;
use hairline_sim::state::replay::{Replay, ReplayError};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        paste.in_set(MenuSystems::FollowChoices).run_if(in_state(Screen::Title).or_else(in_state(Screen::LevelList))),
    );
}

fn paste(
    mut choices: MessageReader<Chosen>,
    mut board: ResMut<TextBoard>,
    mut catalog: ResMut<LevelCatalog>,
    mut levels: ResMut<Assets<LevelAsset>>,
    (store, words): (Res<ProfileStore>, Res<Words>),
    (mut watch, mut attempt, mut history): (ResMut<Watch>, ResMut<Attempt>, ResMut<History>),
    (mut next_screen, mut next_pause): (ResMut<NextState<Screen>>, ResMut<NextState<Pause>>),
    mut toasts: MessageWriter<Toast>,
) {
    if !choices.read().any(|chosen| chosen.0 == Choice::Paste) {
        return;
    }
    let mut say = |text| _ = toasts.write(Toast(text));
    let text = match board.get() {
        Ok(text) if is_line(text.trim()) => text,
        Ok(_) => return say(words.get("pasted-no-line")),
        Err(reason) => return say(words.with("not-pasted", [("reason", reason.into())])),
    };
    let line = match Line::parse(text.trim()) {
        Ok(line) => line,
        Err(error) => return say(words.with("not-pasted", [("reason", error.to_string().into())])),
    };
    let refused = |error: ReplayError| words.with("not-pasted", [("reason", error.to_string().into())]);
    let known = known(&line, &catalog, &levels);
    let level = known.and_then(|index| levels.get(&catalog.entries[index].handle)).map(|asset| &asset.level);
    let level = level.or(line.level().map(|shared| &shared.level));
    let Some(level) = level else { return say(words.get("pasted-unknown-level")) };
    if let Some(Err(error)) = line.run().map(|run| run.verify(level)) {
        return say(refused(error));
    }
    let name = level.name.clone();
    if known.is_some_and(|index| catalog.lock_of(index).is_some()) {
        return say(words.with("pasted-closed", [("name", name.into())]));
    }
    let index = match (known, line.level()) {
        (Some(index), _) => index,
        (None, Some(shared)) => add(shared, None, &mut catalog, &mut levels, store.profile()),
        (None, None) => return,
    };
    catalog.current = index;
    attempt.deaths = 0;
    history.clear();
    match line.run() {
        // Entered anew, the list shows it.
        None => {
            say(words.with("pasted-level", [("name", name.into())]));
            next_screen.set(Screen::LevelList);
        }
        Some(run) => {
            say(words.with("pasted-run", [("name", name.into())]));
            watch.request = Some(request(run.clone()));
            next_screen.set(Screen::Playing);
            next_pause.set(Pause::Watching);
        }
    }
}

/// The level of a line, if it is in the list. The hash does not tell a dark level from a lit one.
fn known(line: &Line, catalog: &LevelCatalog, levels: &Assets<LevelAsset>) -> Option<usize> {
    let hash = line.level().map(|shared| shared.level.hash).or(line.run().map(|run| run.level_hash));
    let is_it = |entry: &CatalogEntry| {
        let is_lit_alike =
            |shared: &SharedLevel| levels.get(&entry.handle).is_some_and(|level| level.dark == shared.level.dark);
        entry.hash == hash && entry.day.is_none() && line.level().is_none_or(is_lit_alike)
    };
    catalog.entries.iter().position(is_it)
}

fn request(run: Replay) -> Request {
    Request { leave_to: Screen::LevelList, ..Request::title(run) }
}
