//! Connects the screens and the profile: events go into the profile, and results come back into the catalog.

use bevy::prelude::*;
use bevy::window::WindowFocused;

use super::level_catalog::LevelCatalog;
use super::level_catalog::medal_table::MedalTableAsset;
use super::level_catalog::proofs::Proof;
use super::play::attempt::{Attempt, Standing};
use super::play::history::watch::{self, Watch};
use super::words::Words;
use super::{Pause, Screen};
use hairline_profile::daily::DailyEvent;
use hairline_profile::files::Notice;
use hairline_profile::medal::Medal;
use hairline_profile::store::ProfileStore;
use hairline_profile::{BestRun, LevelEvent};
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Run;
use hairline_sim::run::shard::ShardState;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::RULES_VERSION;

/// How the last finished run compares to the ones before it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FinishOutcome {
    /// The run's own time, in ticks.
    pub ticks: u32,
    pub best_before: Option<u32>,
    /// It is the shortest so far, and counts.
    pub is_best: bool,
    pub medal: Option<Medal>,
    /// The next medal and the time for it, in ticks.
    pub next_medal: Option<(Medal, u32)>,
}

/// Messages on the title, a line each: about the profile, the graphics card, unused files.
#[derive(Resource, Clone, Debug, Default)]
pub struct Notices(pub Vec<String>);

/// A profile that the app did not open is kept in memory only.
pub fn plugin(app: &mut App) {
    app.init_resource::<ProfileStore>()
        .init_resource::<FinishOutcome>()
        .init_resource::<Notices>()
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
        // What is found again when a failed save is tried again.
        if !notices.0.contains(&text) {
            notices.0.push(text);
        }
    }
}

fn text_of(notice: Notice, words: &Words) -> String {
    match notice {
        Notice::Newer { file, kept_as } => {
            words.with("notice-newer", [("file", file.into()), ("name", kept_as.into())])
        }
        Notice::Damaged { file, kept_as } => {
            words.with("notice-damaged", [("file", file.into()), ("name", kept_as.into())])
        }
        Notice::Altered { kept_as: Some(kept_as) } => words.with("notice-altered-kept", [("name", kept_as.into())]),
        Notice::Altered { kept_as: None } => words.get("notice-altered"),
        Notice::BackupRead => words.get("notice-backup"),
        Notice::MissingBackupRead => words.get("notice-missing-backup"),
    }
}

/// Deaths in a level behind a menu do not count, nor those that are seen again, nor those of practice.
fn note_deaths(
    mut deaths: MessageReader<NinjaDied>,
    (screen, pause, watch): (Res<State<Screen>>, Option<Res<State<Pause>>>, Res<Watch>),
    mut catalog: ResMut<LevelCatalog>,
    mut store: ResMut<ProfileStore>,
) {
    let counts = watch::counts(screen, pause, watch);
    for _ in deaths.read() {
        if counts {
            note(&mut catalog, &mut store, LevelEvent::Died);
        }
    }
}

/// Adds an event of the current level to the profile, and the results to the catalog.
fn note(catalog: &mut LevelCatalog, store: &mut ProfileStore, event: LevelEvent) {
    let current = catalog.current;
    let Some(entry) = catalog.entries.get_mut(current) else { return };
    if let (Some(day), Some(level)) = (&entry.day, entry.hash) {
        // Its tries are counted, not its deaths.
        match event {
            LevelEvent::Finished { run, .. } => {
                store.note_daily(day, level, DailyEvent::Finished { ticks: run.ticks });
                if entry.record.best_ticks().is_none_or(|best| run.ticks < best) {
                    entry.record.best = Some(run);
                }
            }
            LevelEvent::FinishedAssisted { ticks } => {
                store.note_daily(day, level, DailyEvent::FinishedAssisted { ticks });
            }
            LevelEvent::Died => {}
        }
        entry.read_record(store.profile());
    } else if let Some(level) = entry.hash {
        store.note(level, &entry.file_name, event);
        entry.read_record(store.profile());
    }
}

/// Remembers a finished run, with its replay if it is the best. One with help goes to a board of its own.
pub(super) fn note_finish(
    mut catalog: ResMut<LevelCatalog>,
    mut store: ResMut<ProfileStore>,
    mut outcome: ResMut<FinishOutcome>,
    (proofs, tables): (Res<Assets<Proof>>, Res<Assets<MedalTableAsset>>),
    run: Res<Run>,
    attempt: Res<Attempt>,
    shards: Query<&ShardState>,
) {
    let times = catalog.current().medal_times(&proofs, tables.get(&catalog.table));
    let best_before = catalog.current().record.best_ticks();
    *outcome = FinishOutcome { ticks: run.ticks, best_before, ..FinishOutcome::default() };
    match attempt.standing {
        Standing::Clean => {}
        Standing::Assisted => {
            note(&mut catalog, &mut store, LevelEvent::FinishedAssisted { ticks: run.ticks });
            store.save();
            return;
        }
        Standing::Practiced | Standing::Debugged => return,
    }
    outcome.medal = times.and_then(|times| times.earned(run.ticks, shards.iter().all(|shard| shard.taken)));
    outcome.next_medal = times.and_then(|times| times.next(outcome.medal));
    outcome.is_best = outcome.best_before.is_none_or(|best| run.ticks < best);
    let entry = catalog.current();
    let ending = attempt.final_hash.zip(entry.hash).filter(|_| outcome.is_best);
    let replay = ending.map(|(final_hash, level_hash)| Replay {
        level_file: entry.file_name.clone(),
        level_hash,
        rules: RULES_VERSION,
        inputs: attempt.inputs.clone(),
        final_hash,
    });
    let replay = replay.map(|replay| replay.to_ron()).unwrap_or_default();
    let run = BestRun { ticks: run.ticks, replay };
    let (shards, medal) = (shards.iter().filter(|shard| shard.taken).count() as u32, outcome.medal);
    note(&mut catalog, &mut store, LevelEvent::Finished { shards, medal, run });
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
        let (file, kept_as) = (|| "profile.ron".to_owned(), || "profile.damaged-1.ron".to_owned());
        let cases = [
            (
                Notice::Newer { file: file(), kept_as: kept_as() },
                "profile.ron is of a later version and is kept as profile.damaged-1.ron",
            ),
            (
                Notice::Damaged { file: file(), kept_as: kept_as() },
                "profile.ron is damaged and is kept as profile.damaged-1.ron",
            ),
            (
                Notice::Altered { kept_as: Some("profile.backup.before-change-1.ron".to_owned()) },
                "The profile is not as the game wrote it. It is used as it is, and the backup before it is kept as \
                 profile.backup.before-change-1.ron",
            ),
            (Notice::Altered { kept_as: None }, "The profile is not as the game wrote it. It is used as it is."),
            (Notice::BackupRead, "The progress of the last backup is back"),
            (Notice::MissingBackupRead, "The profile was missing: the progress of the last backup is back"),
        ];
        for (notice, expected) in cases {
            assert_eq!(text_of(notice, &Words::english()), expected);
        }
    }
}
