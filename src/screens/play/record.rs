//! Writes a replay of each finished run to a file, if the command line asks for it.

use std::path::PathBuf;

use bevy::prelude::*;

use super::attempt::{Attempt, Standing};
use crate::screens::Screen;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::words::Words;
use hairline_profile::disk::replace;
use hairline_sim::state::replay::Replay;

#[derive(Resource, Clone, Debug)]
pub struct RecordFile(pub PathBuf);

/// How the last recording went, in one sentence.
#[derive(Resource, Clone, Debug, Default)]
pub struct RecordOutcome(pub Option<String>);

pub fn plugin(app: &mut App) {
    app.init_resource::<RecordOutcome>()
        .add_systems(OnEnter(Screen::Finished), write_replay.run_if(resource_exists::<RecordFile>));
}

/// Writes the replay only if it verifies, so never one whose help changed what happened; and none of practice.
pub(in crate::screens) fn write_replay(
    file: Res<RecordFile>,
    catalog: Res<LevelCatalog>,
    levels: Res<Assets<LevelAsset>>,
    attempt: Res<Attempt>,
    words: Res<Words>,
    mut outcome: ResMut<RecordOutcome>,
) {
    let entry = catalog.current();
    let Some(level) = levels.get(&entry.handle) else { return };
    let replay = Replay::record(&entry.file_name, level, attempt.inputs.clone());
    let result = match replay.verify(level) {
        _ if attempt.standing >= Standing::Practiced => Err(words.get("finished-practiced")),
        Ok(_) => replace(&file.0, replay.to_ron().as_bytes()).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let path = file.0.display().to_string();
    outcome.0 = Some(match result {
        Ok(()) => words.with("recorded", [("file", path.into())]),
        Err(reason) => words.with("not-recorded", [("file", path.into()), ("reason", reason.into())]),
    });
}
