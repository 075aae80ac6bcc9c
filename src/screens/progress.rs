//! Between the screens and the profile: what happens becomes part of it, and the catalog is filled from it.

use bevy::prelude::*;
use bevy::window::WindowFocused;

use super::Screen;
use super::level_catalog::LevelCatalog;
use super::level_catalog::proofs::Proof;
use super::play::attempt::{Attempt, Standing};
use super::words::Words;
use crate::screens::level_catalog::level_asset::LevelAsset;
use hairline_profile::medal::Medal;
use hairline_profile::notice::Notice;
use hairline_profile::store::ProfileStore;
use hairline_profile::{BestRun, ProfileEvent};
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Run;
use hairline_sim::run::shard::ShardState;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::RULES_VERSION;

/// How the last finished run compares to the ones before it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FinishOutcome {
    /// The best time before it, in ticks.
    pub best_before: Option<u32>,
    /// It is the shortest so far, and counts.
    pub is_best: bool,
    /// The medal that its time earns.
    pub medal: Option<Medal>,
    /// The next medal and the time for it, in ticks.
    pub next_medal: Option<(Medal, u32)>,
}

/// What the player has to be told at the title, a line each: of the profile, the screen, files that are not used.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices(pub Vec<String>);

/// Adds the connection. A profile that the app did not open is kept in memory only.
pub fn plugin(app: &mut App) {
    app.init_resource::<ProfileStore>()
        .init_resource::<FinishOutcome>()
        .init_resource::<Notices>()
        .init_resource::<Words>()
        .add_message::<WindowFocused>()
        .add_systems(PreStartup, collect_notices)
        .add_systems(FixedUpdate, note_deaths)
        .add_systems(Update, collect_notices)
        .add_systems(OnEnter(Screen::Finished), note_finish)
        .add_systems(Last, save);
}

fn collect_notices(words: Res<Words>, mut store: ResMut<ProfileStore>, mut notices: ResMut<Notices>) {
    for notice in store.take_notices() {
        let text = text_of(notice, &words);
        warn!("{text}");
        notices.0.push(text);
    }
}

/// A notice of the profile in words.
fn text_of(notice: Notice, words: &Words) -> String {
    match notice {
        Notice::NotSaved { reason } => words.with("notice-not-saved", [("reason", reason.into())]),
        Notice::AnotherGame => words.get("notice-another-game"),
        Notice::NothingOverwritten { reason } => words.with("notice-nothing-overwritten", [("reason", reason.into())]),
        Notice::WriteFailed { file, reason } => {
            words.with("notice-write-failed", [("file", file.into()), ("reason", reason.into())])
        }
        Notice::Newer { file, kept_as } => {
            words.with("notice-newer", [("file", file.into()), ("name", kept_as.into())])
        }
        Notice::Damaged { file, kept_as } => {
            words.with("notice-damaged", [("file", file.into()), ("name", kept_as.into())])
        }
        Notice::BackupRead => words.get("notice-backup"),
        Notice::MissingBackupRead => words.get("notice-missing-backup"),
    }
}

/// What happens behind a menu does not count.
fn note_deaths(
    mut deaths: MessageReader<NinjaDied>,
    screen: Res<State<Screen>>,
    mut catalog: ResMut<LevelCatalog>,
    mut store: ResMut<ProfileStore>,
) {
    let count = deaths.read().count();
    if count == 0 || *screen.get() != Screen::Playing {
        return;
    }
    let entry = catalog.current();
    let event = entry.hash.map(|level| ProfileEvent::Died { level, file: entry.file_name.clone() });
    for _ in 0..count {
        event.iter().for_each(|event| store.note(event.clone()));
        catalog.note_death();
    }
}

/// Remembers a finished run, with its replay if it is the best. One with help goes to a board of its own.
pub(super) fn note_finish(
    mut catalog: ResMut<LevelCatalog>,
    mut store: ResMut<ProfileStore>,
    mut outcome: ResMut<FinishOutcome>,
    (levels, proofs): (Res<Assets<LevelAsset>>, Res<Assets<Proof>>),
    run: Res<Run>,
    attempt: Res<Attempt>,
    shards: Query<&ShardState>,
) {
    let proof_ticks = catalog.current().proof_ticks(&proofs);
    *outcome = FinishOutcome { best_before: catalog.current().best_ticks, ..FinishOutcome::default() };
    match attempt.standing {
        Standing::Clean => {}
        Standing::Assisted => {
            catalog.note_assisted(run.ticks);
            let entry = catalog.current();
            if let Some(level) = entry.hash {
                let file = entry.file_name.clone();
                store.note(ProfileEvent::FinishedAssisted { level, file, ticks: run.ticks });
                store.save();
            }
            return;
        }
        Standing::Debugged => return,
    }
    outcome.medal = proof_ticks.and_then(|proof| Medal::earned(run.ticks, proof));
    outcome.next_medal =
        proof_ticks.and_then(|proof| Medal::next(outcome.medal).map(|medal| (medal, medal.ticks(proof))));
    let taken = shards.iter().filter(|shard| shard.taken).count() as u32;
    outcome.is_best = catalog.note_finished(run.ticks, taken, outcome.medal);
    let entry = catalog.current();
    let Some(level) = levels.get(&entry.handle) else { return };
    let replay = attempt.final_hash.filter(|_| outcome.is_best).map(|final_hash| Replay {
        level_file: entry.file_name.clone(),
        level_hash: level.hash,
        rules: RULES_VERSION,
        inputs: attempt.inputs.clone(),
        final_hash,
    });
    let replay = replay.map(|replay| replay.to_ron()).unwrap_or_default();
    let run = BestRun { ticks: run.ticks, replay };
    store.note(ProfileEvent::Finished {
        level: level.hash,
        file: entry.file_name.clone(),
        shards: taken,
        medal: outcome.medal,
        run,
    });
    store.save();
}

/// Saves when the window loses the focus, and waits for the disk before the program ends.
fn save(mut store: ResMut<ProfileStore>, mut focus: MessageReader<WindowFocused>, mut exits: MessageReader<AppExit>) {
    if exits.read().count() > 0 {
        store.flush();
    } else if focus.read().any(|change| !change.focused) {
        store.save();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notice_of_the_profile_has_its_words_and_names_the_files() {
        let (file, reason) = (|| "profile.ron".to_owned(), || "disk full".to_owned());
        let kept_as = || "profile.damaged-1.ron".to_owned();
        let cases = [
            (Notice::NotSaved { reason: reason() }, "Progress is not saved: disk full"),
            (Notice::AnotherGame, "Another Hairline is running: progress is saved here once that one is closed"),
            (
                Notice::NothingOverwritten { reason: reason() },
                "Progress is not saved, so that no file is lost: disk full",
            ),
            (
                Notice::WriteFailed { file: file(), reason: reason() },
                "Progress could not be saved to profile.ron: disk full",
            ),
            (
                Notice::Newer { file: file(), kept_as: kept_as() },
                "profile.ron is of a later version and is kept as profile.damaged-1.ron",
            ),
            (
                Notice::Damaged { file: file(), kept_as: kept_as() },
                "profile.ron is damaged and is kept as profile.damaged-1.ron",
            ),
            (Notice::BackupRead, "The progress of the last good start is back"),
            (Notice::MissingBackupRead, "The profile was missing: the progress of the last good start is back"),
        ];
        for (notice, expected) in cases {
            assert_eq!(text_of(notice, &Words::english()), expected);
        }
    }
}
