//! Writes a replay of each finished run to a file, for designers who make proofs. Asked for on the command line.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::level::Level;
use crate::sim::state::replay::Replay;

use super::simulation_driver::Attempt;
use crate::screens::Screen;
use crate::screens::level_catalog::Shelf;

/// The file to write to.
#[derive(Resource, Clone, Debug)]
pub struct RecordFile(pub PathBuf);

/// How the last recording went, in one sentence.
#[derive(Resource, Clone, Debug, Default)]
pub struct Recorded(pub Option<String>);

/// Adds the recording, if one is asked for.
pub fn plugin(app: &mut App) {
    app.init_resource::<Recorded>().add_systems(
        OnEnter(Screen::Finished),
        write_replay.before(crate::screens::pages::finished::spawn).run_if(resource_exists::<RecordFile>),
    );
}

fn write_replay(
    file: Res<RecordFile>,
    shelf: Res<Shelf>,
    levels: Res<Assets<Level>>,
    attempt: Res<Attempt>,
    mut recorded: ResMut<Recorded>,
) {
    let entry = shelf.current();
    let Some(level) = levels.get(&entry.handle) else { return };
    let replay = Replay::record(&entry.file_name, level, attempt.inputs.clone());
    let written = match replay.verify(level) {
        Ok(_) => std::fs::write(&file.0, replay.to_ron()).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    recorded.0 = Some(match written {
        Ok(()) => format!("Recorded to {}", file.0.display()),
        Err(reason) => format!("Not recorded to {}: {reason}", file.0.display()),
    });
}
