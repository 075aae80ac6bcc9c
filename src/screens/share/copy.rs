//! Ctrl+C: the finished run, the level in the list, or the level that is being made, as a line of text; the result of a day.

use std::io;
use std::path::{Path, PathBuf};

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::TextBoard;
use super::foreign::ForeignFolder;
use crate::screens::Screen;
use crate::screens::daily::Daily;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::level_catalog::{CatalogEntry, LevelCatalog};
use crate::screens::menus::toast::Toast;
use crate::screens::menus::{Choice, Chosen, MenuEntry, MenuSystems};
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::words::Words;
use hairline_lines::{Line, LineError, level_file_name};
use hairline_profile::disk::replace;
use hairline_profile::store::ProfileStore;
use hairline_sim::state::replay::{REPLAY_FILE_ENDING, Replay};
use hairline_sim::tuning::RULES_VERSION;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, copy.in_set(MenuSystems::FollowChoices));
}

fn copy(
    mut chosen: MessageReader<Chosen>,
    screen: Res<State<Screen>>,
    (catalog, levels): (Res<LevelCatalog>, Res<Assets<LevelAsset>>),
    (attempt, words): (Res<Attempt>, Res<Words>),
    (focus, entries): (Res<InputFocus>, Query<&MenuEntry>),
    (mut board, folder): (ResMut<TextBoard>, Res<ForeignFolder>),
    (day, store): (Res<Daily>, Res<ProfileStore>),
    mut toasts: MessageWriter<Toast>,
) {
    if !chosen.read().any(|chosen| chosen.0 == Choice::Copy) {
        return;
    }
    if *screen.get() == Screen::Daily {
        if let Some(line) = day.line(&store) {
            toasts.write(Toast(match board.set(&line) {
                Ok(()) => words.get("copied-day"),
                Err(reason) => words.with("not-copied", [("reason", reason.into())]),
            }));
        }
        return;
    }
    let current = catalog.entries.get(catalog.current);
    let (entry, run) = match screen.get() {
        Screen::Finished => (current, true),
        Screen::Playing if catalog.opened_by_name => (current, false),
        Screen::LevelList => {
            let focused = focus.get().and_then(|entry| entries.get(entry).ok()).map(|entry| entry.0);
            let index = focused.and_then(|choice| if let Choice::Level(index) = choice { Some(index) } else { None });
            (index.and_then(|index| catalog.entries.get(index)), false)
        }
        _ => return,
    };
    let Some((entry, level)) = entry.and_then(|entry| Some((entry, levels.get(&entry.handle)?))) else { return };
    let is_known = !catalog.opened_by_name && catalog.is_of_campaign(&entry.handle);
    let made = if run {
        run_line(entry, level, is_known, &attempt)
    } else {
        Line::of_level(&level.text).map_err(Refusal::Line)
    };
    let not_copied = |reason: String| words.with("not-copied", [("reason", reason.into())]);
    let text = match made.map(|line| (line.write(), line)) {
        Ok((Ok(text), _)) => match board.set(&text) {
            Ok(()) => {
                let key = if run { "copied-run" } else { "copied-level" };
                words.with(key, [("name", level.name.clone().into()), ("count", text.len().into())])
            }
            Err(reason) => not_copied(reason),
        },
        Ok((Err(LineError::NeedsFile(_)), line)) => {
            match folder.0.as_ref().map(|folder| save(&line, &folder.with_file_name("shared"))) {
                Some(Ok(file)) => words.with("copied-as-file", [("file", file.display().to_string().into())]),
                Some(Err(error)) => not_copied(error.to_string()),
                None => not_copied(words.get("no-folder")),
            }
        }
        Ok((Err(error), _)) | Err(Refusal::Line(error)) => not_copied(error.to_string()),
        Err(Refusal::NotClean) => words.get("not-copied-help"),
    };
    toasts.write(Toast(text));
}

/// Why there is no line.
enum Refusal {
    Line(LineError),
    /// The player had help, or practiced.
    NotClean,
}

/// The finished run; with its level, if that is none of the campaign. A run with help, or of practice, cannot be played back.
fn run_line(entry: &CatalogEntry, level: &LevelAsset, is_known: bool, attempt: &Attempt) -> Result<Line, Refusal> {
    let final_hash = attempt.final_hash.filter(|_| attempt.standing == Standing::Clean).ok_or(Refusal::NotClean)?;
    let run = Replay {
        level_file: entry.file_name.clone(),
        level_hash: level.hash,
        rules: RULES_VERSION,
        inputs: attempt.inputs.clone(),
        final_hash,
    };
    if is_known {
        return Ok(Line::of_run(run));
    }
    Line::of_level(&level.text).and_then(|line| line.with_run(run)).map_err(Refusal::Line)
}

/// Saves what is too long for a line: the level, the run, or both side by side. Returns the file to send, with the other beside it.
fn save(line: &Line, folder: &Path) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let mut file = folder.to_owned();
    if let Some(shared) = line.level() {
        file = folder.join(level_file_name(shared.level.hash));
        replace(&file, shared.text.as_bytes())?;
    }
    if let Some(run) = line.run() {
        // A replay names the level beside it.
        let run = Replay { level_file: level_file_name(run.level_hash), ..run.clone() };
        file = folder.join(format!("{:016x}{REPLAY_FILE_ENDING}", run.final_hash));
        replace(&file, run.to_ron().as_bytes())?;
    }
    Ok(file)
}
