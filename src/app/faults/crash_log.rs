//! The log of a panic: version, machine, level and backtrace, with the run so far as a replay beside it.

use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use crate::screens::level_catalog::LevelCatalog;
use crate::screens::play::attempt::Attempt;
use hairline_profile::disk::replace;
use hairline_profile::folders::profile_folder;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::RULES_VERSION;

/// Most logs in the folder; the game writes no more.
const LOGS_MAX: u32 = 100;

/// The contents of a log written now. A panic may come from any thread.
static NOW: Mutex<Situation> =
    Mutex::new(Situation { adapter: String::new(), level_file: String::new(), level_hash: 0, inputs: Vec::new() });

#[derive(Clone, Debug, Default)]
struct Situation {
    adapter: String,
    level_file: String,
    level_hash: u64,
    inputs: Vec<TickInput>,
}

pub fn plugin(app: &mut App) {
    app.add_systems(Last, note_situation);
}

fn note_situation(
    adapter: Option<Res<RenderAdapterInfo>>,
    catalog: Res<LevelCatalog>,
    attempt: Res<Attempt>,
    mut is_known: Local<bool>,
) {
    let mut now = NOW.lock().unwrap_or_else(PoisonError::into_inner);
    if let (Some(adapter), false) = (adapter, *is_known) {
        *is_known = true;
        now.adapter = format!("{} ({:?}, {})", adapter.name, adapter.backend, adapter.driver_info);
    }
    let entry = catalog.entries.get(catalog.current);
    let hash = entry.and_then(|entry| entry.hash).unwrap_or_default();
    if let Some(entry) = entry.filter(|_| now.level_hash != hash) {
        (now.level_file, now.level_hash) = (entry.file_name.clone(), hash);
        now.inputs.clear();
    }
    // A run grows by a few ticks a frame; a new one is shorter.
    if attempt.inputs.len() < now.inputs.len() {
        now.inputs.clear();
    }
    let known = now.inputs.len();
    now.inputs.extend_from_slice(&attempt.inputs[known..]);
}

/// Writes a log of this panic, if there is a folder for it. Returns its path.
pub fn write(info: &PanicHookInfo) -> Option<PathBuf> {
    // The panic may have come while this thread held the lock: then without it.
    let situation = NOW.try_lock().map(|now| now.clone()).unwrap_or_default();
    let log = text(&situation, &format!("{info}"), &Backtrace::force_capture().to_string());
    write_to(&profile_folder()?.join("crashes"), &situation, &log)
}

fn text(situation: &Situation, panic: &str, backtrace: &str) -> String {
    let Situation { adapter, level_file, level_hash, inputs } = situation;
    format!(
        "Hairline {} (rules {RULES_VERSION}), {} {}\nadapter: {adapter}\nlevel: {level_file}, hash {level_hash:016x}, tick {}\n\n\
         {panic}\n\n{backtrace}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        inputs.len(),
    )
}

fn write_to(folder: &Path, situation: &Situation, log: &str) -> Option<PathBuf> {
    std::fs::create_dir_all(folder).ok()?;
    let named = |number: u32, ending: &str| folder.join(format!("crash-{number:03}.{ending}"));
    let number = (1..=LOGS_MAX).find(|number| !named(*number, "txt").exists())?;
    if !situation.inputs.is_empty() {
        let replay = Replay {
            level_file: situation.level_file.clone(),
            level_hash: situation.level_hash,
            rules: RULES_VERSION,
            inputs: situation.inputs.clone(),
            // The run has no end.
            final_hash: 0,
        };
        replace(&named(number, "replay.ron"), replay.to_ron().as_bytes()).ok()?;
    }
    let path = named(number, "txt");
    replace(&path, log.as_bytes()).ok()?;
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_names_the_level_and_its_replay_holds_the_inputs() {
        let folder = std::env::temp_dir().join(format!("hairline-crash-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let situation = Situation {
            adapter: "a card".into(),
            level_file: "a.level.ron".into(),
            level_hash: 7,
            inputs: vec![TickInput::RIGHT; 12],
        };
        let log = text(&situation, "index out of bounds", "no trace");
        for number in 1..3 {
            let path = write_to(&folder, &situation, &log).expect("the temporary folder can be written to");
            assert!(path.ends_with(format!("crash-00{number}.txt")), "{path:?}");
        }
        let written = std::fs::read_to_string(folder.join("crash-001.txt")).expect("it is there");
        for part in ["a card", "a.level.ron", "0000000000000007", "tick 12", "out of bounds"] {
            assert!(written.contains(part), "{part}");
        }
        let replay = std::fs::read(folder.join("crash-001.replay.ron")).expect("it is there");
        assert_eq!(Replay::parse(&replay).expect("it is a replay").inputs, situation.inputs);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
