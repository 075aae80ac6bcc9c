//! Levels that came as lines of text: in the list below the game's own, with results of their own, and kept in a folder of the profile
//! if the player wants that.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use crate::screens::Screen;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::level_catalog::{CatalogEntry, Foreign, LevelCatalog, load_levels};
use crate::screens::menus::navigation::NavAction;
use crate::screens::menus::toast::Toast;
use crate::screens::menus::{Choice, MenuEntry, MenuSystems};
use crate::screens::progress::Notices;
use crate::screens::words::Words;
use hairline_level::LEVEL_FILE_ENDING;
use hairline_level::file::text_bytes;
use hairline_lines::{Line, SharedLevel, level_file_name};
use hairline_profile::Profile;
use hairline_profile::disk::replace;
use hairline_profile::store::ProfileStore;

/// Most kept levels that are read.
const KEPT_MAX: usize = 256;

/// The folder for levels that the player keeps; without one, none is kept.
#[derive(Resource, Clone, Debug, Default)]
pub struct ForeignFolder(pub Option<PathBuf>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ForeignFolder>()
        .add_systems(Startup, load_kept.after(load_levels))
        .add_systems(Update, keep.in_set(MenuSystems::Choose).run_if(in_state(Screen::LevelList)));
}

/// Adds a level to the catalog; returns its index.
pub(super) fn add(
    shared: &SharedLevel,
    file: Option<PathBuf>,
    catalog: &mut LevelCatalog,
    levels: &mut Assets<LevelAsset>,
    profile: &Profile,
) -> usize {
    let SharedLevel { level, text } = shared;
    let handle = levels.add(LevelAsset { level: level.clone(), text: text.as_str().into() });
    let file_name = level_file_name(level.hash);
    let mut entry = CatalogEntry { file_name, handle, foreign: Some(Foreign { file }), ..CatalogEntry::default() };
    entry.note_loaded(level.hash, level.shards.len() as u32, profile);
    catalog.entries.push(entry);
    catalog.entries.len() - 1
}

/// Adds the levels that were kept. A file that cannot be read stays where it is, with a notice on the title.
fn load_kept(
    folder: Res<ForeignFolder>,
    store: Res<ProfileStore>,
    words: Res<Words>,
    mut catalog: ResMut<LevelCatalog>,
    mut levels: ResMut<Assets<LevelAsset>>,
    mut notices: ResMut<Notices>,
) {
    let Some(folder) = folder.0.as_ref().filter(|_| !catalog.opened_by_name) else { return };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let is_level = |file: &PathBuf| file.to_str().is_some_and(|name| name.ends_with(LEVEL_FILE_ENDING));
    let mut files: Vec<PathBuf> = files.filter(is_level).collect();
    files.sort();
    if files.len() > KEPT_MAX {
        let counts = [("count", files.len().into()), ("most", KEPT_MAX.into())];
        let [count, most] = counts;
        let folder = ("folder", folder.display().to_string().into());
        notices.0.push(words.with("kept-too-many", [folder, count, most]));
    }
    for file in files.into_iter().take(KEPT_MAX) {
        let read = text_bytes(&file).map_err(|error| error.to_string());
        let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
        match text.and_then(|text| Line::of_level(&text).map_err(|error| error.to_string())) {
            Ok(line) => {
                let shared = line.level().filter(|shared| {
                    catalog.entries.iter().all(|entry| entry.file_name != level_file_name(shared.level.hash))
                });
                if let Some(shared) = shared {
                    add(shared, Some(file), &mut catalog, &mut levels, store.profile());
                }
            }
            Err(reason) => {
                let reason = reason.lines().next().unwrap_or_default().to_owned();
                let values = [("file", file.display().to_string().into()), ("reason", reason.into())];
                notices.0.push(words.with("notice-not-used", values));
            }
        }
    }
}

/// K: keeps a level that came as a line, or forgets it.
fn keep(
    mut actions: MessageReader<NavAction>,
    (focus, entries): (Res<InputFocus>, Query<&MenuEntry>),
    (folder, words): (Res<ForeignFolder>, Res<Words>),
    mut catalog: ResMut<LevelCatalog>,
    levels: Res<Assets<LevelAsset>>,
    mut toasts: MessageWriter<Toast>,
) {
    if !actions.read().any(|action| *action == NavAction::Keep) {
        return;
    }
    let focused = focus.get().and_then(|entry| entries.get(entry).ok()).map(|entry| entry.0);
    let Some(Choice::Level(index)) = focused else { return };
    let Some(entry) = catalog.entries.get_mut(index) else { return };
    let (Some(foreign), Some(level)) = (&mut entry.foreign, levels.get(&entry.handle)) else { return };
    let not_kept = |reason: String| words.with("not-kept", [("reason", reason.into())]);
    let shown = |key: &str, file: &Path| words.with(key, [("file", file.display().to_string().into())]);
    let text = match (foreign.file.take(), &folder.0) {
        (Some(file), _) => match fs::remove_file(&file) {
            Ok(()) => shown("kept-no-more", &file),
            Err(error) => {
                foreign.file = Some(file);
                not_kept(error.to_string())
            }
        },
        (None, None) => not_kept(words.get("no-folder")),
        (None, Some(folder)) => {
            let file = folder.join(&entry.file_name);
            match fs::create_dir_all(folder).and_then(|()| replace(&file, level.text.as_bytes())) {
                Ok(()) => {
                    let text = shown("kept", &file);
                    foreign.file = Some(file);
                    text
                }
                Err(error) => not_kept(error.to_string()),
            }
        }
    };
    toasts.write(Toast(text));
}
