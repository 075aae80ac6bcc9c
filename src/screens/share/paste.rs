//! Ctrl+V in the title and in the list: a line of text. Its level joins the list, and its run is watched.

use bevy::prelude::*;

use super::TextBoard;
use super::foreign::add;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::level_catalog::{Foreign, LevelCatalog};
use crate::screens::menus::toast::Toast;
use crate::screens::menus::{Choice, Chosen, MenuSystems};
use crate::screens::play::history::watch::{Request, Watch};
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use hairline_lines::{Line, is_line};
use hairline_profile::store::ProfileStore;
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
    mut watch: ResMut<Watch>,
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
    if let (Some(shared), Some(run)) = (line.level(), line.run())
        && let Err(error) = run.verify(&shared.level)
    {
        return say(refused(error));
    }
    let hash = line.level().map(|shared| shared.level.hash).or(line.run().map(|run| run.level_hash));
    let known = catalog.entries.iter().position(|entry| entry.hash == hash);
    let index = match (known, line.level()) {
        (Some(index), _) => index,
        (None, Some(shared)) => add(shared, Foreign { is_kept: false }, &mut catalog, &mut levels, store.profile()),
        (None, None) => return say(words.get("pasted-unknown-level")),
    };
    let Some(run) = line.run() else {
        let name = levels.get(&catalog.entries[index].handle).map(|level| level.name.clone()).unwrap_or_default();
        say(words.with("pasted-level", [("name", name.into())]));
        catalog.current = index;
        // Entered anew, the list shows it.
        next_screen.set(Screen::LevelList);
        return;
    };
    let level = levels.get(&catalog.entries[index].handle);
    if let Some(Err(error)) = level.map(|level| run.verify(level)) {
        return say(refused(error));
    }
    catalog.current = index;
    watch.request = Some(request(run.clone()));
    next_screen.set(Screen::Playing);
    next_pause.set(Pause::Watching);
}

fn request(run: Replay) -> Request {
    Request { leave_to: Screen::LevelList, ..Request::title(run) }
}
