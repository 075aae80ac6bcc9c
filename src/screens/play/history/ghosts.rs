//! The runs that the player races against: the own best, the next medal's, with gold the proof, and replays named on the command line. They are played
//! once when the level is loaded, a part in each frame; then the times at which they took a shard or touched a flag are compared.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::prelude::*;

use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::level_catalog::medal_table::MedalTableAsset;
use crate::screens::level_catalog::proofs::Proof;
use crate::screens::play::loaded_level::{LevelVersion, LoadedLevel, StartLevel};
use crate::screens::play::outcome::TickOutcome;
use crate::screens::words::Words;
use crate::screens::{Pause, Screen};
use crate::view::ViewSystems;
use crate::view::history::ghosts::{Ghosts, Runner};
use crate::view::hud::Split;
use hairline_lines::Line;
use hairline_profile::medal::Medal;
use hairline_profile::settings::{self, Settings};
use hairline_sim::history::ghost::{GhostRecorder, Milestone, Splits, greatest_loss, milestones};
use hairline_sim::run::checkpoint::CheckpointState;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{RestartPoint, Run};
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::{RULES_VERSION, TICK};

/// What a frame spends on playing them; a piece of ticks may take a little longer.
const FRAME_TIME: Duration = Duration::from_millis(2);
/// Ticks between two looks at the clock.
const PIECE_TICKS: u32 = 64;

/// Ticks, a tenth of a second. A smaller loss is not told: no player could win it back.
const LOSS_TICKS_MIN: u32 = 13;

/// Replays that were named on the command line.
#[derive(Resource, Clone, Debug, Default)]
pub struct GhostFiles(pub Vec<Replay>);

/// What decides which runs there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    version: LevelVersion,
    ghosts: settings::Ghosts,
    best_ticks: Option<u32>,
    medal: Option<Medal>,
    has_proof: bool,
    has_table: bool,
}

/// Runs that are still to be played.
#[derive(Resource, Default)]
struct Playback {
    wanted: Option<Wanted>,
    waiting: VecDeque<(Runner, Vec<TickInput>)>,
    recorder: Option<(Runner, GhostRecorder)>,
}

/// When the run in the world reached what.
#[derive(Resource, Default)]
pub(in crate::screens) struct OwnSplits(Splits);

impl OwnSplits {
    pub(in crate::screens::play) fn clear(&mut self) {
        self.0.clear();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .init_resource::<OwnSplits>()
        .init_resource::<GhostFiles>()
        .init_resource::<Ghosts>()
        .init_resource::<Split>()
        .add_systems(
            Update,
            ((choose, play_part).chain().run_if(in_state(Screen::Playing)), show)
                .chain()
                .after(StartLevel)
                .before(ViewSystems),
        );
}

/// Begins anew with another level, another best run or another wish.
fn choose(
    (catalog, loaded, levels): (Res<LevelCatalog>, Res<LoadedLevel>, Res<Assets<LevelAsset>>),
    (settings, files): (Res<Settings>, Res<GhostFiles>),
    (proofs, tables): (Res<Assets<Proof>>, Res<Assets<MedalTableAsset>>),
    mut playback: ResMut<Playback>,
    mut ghosts: ResMut<Ghosts>,
) {
    let Some(version) = loaded.0 else { return };
    let entry = catalog.current();
    let proof = proofs.get(&entry.proof).filter(|proof| proof.level_hash == version.hash);
    // Daily levels have no medals.
    let table = tables.get(&catalog.table).filter(|_| entry.day.is_none());
    let wanted = Wanted {
        version,
        ghosts: settings.picture.ghosts,
        best_ticks: entry.record.best_ticks(),
        medal: entry.record.medal,
        has_proof: proof.is_some(),
        has_table: table.is_some(),
    };
    if playback.wanted.replace(wanted) == Some(wanted) || levels.get(version.id).is_none() {
        return;
    }
    (playback.recorder, ghosts.runs) = (None, vec![]);
    let is_playable = |replay: &Replay| replay.level_hash == version.hash && replay.rules == RULES_VERSION;
    let own = entry.record.best.as_ref().and_then(|best| Replay::parse(best.replay.as_bytes()).ok());
    let own = own.filter(|_| wanted.ghosts != settings::Ghosts::Off).filter(is_playable);
    let wants_all = wanted.ghosts == settings::Ghosts::All && entry.record.is_finished();
    let next = Medal::ALL.into_iter().find(|medal| Some(*medal) > wanted.medal).filter(|_| wants_all);
    let medal = next.and_then(|medal| Line::parse(table?.0.run(version.hash, medal)?).ok()?.run().cloned());
    let medal = medal.filter(is_playable);
    let proof = proof.filter(|_| wants_all && wanted.medal >= Some(Medal::Gold));
    let files = files.0.iter().filter(|replay| is_playable(replay));
    playback.waiting = own
        .into_iter()
        .map(|replay| (Runner::Own, replay.inputs))
        .chain(medal.map(|replay| (Runner::Medal, replay.inputs)))
        .chain(proof.map(|proof| (Runner::Proof, proof.inputs.clone())))
        .chain(files.map(|replay| (Runner::File, replay.inputs.clone())))
        .collect();
}

fn play_part(
    (loaded, levels): (Res<LoadedLevel>, Res<Assets<LevelAsset>>),
    mut playback: ResMut<Playback>,
    mut ghosts: ResMut<Ghosts>,
) {
    let began = Instant::now();
    while began.elapsed() < FRAME_TIME {
        let Some((runner, mut recorder)) = playback.recorder.take() else {
            let Some((level, _)) = loaded.level(&levels) else { return };
            let Some((runner, inputs)) = playback.waiting.pop_front() else { return };
            playback.recorder = Some((runner, GhostRecorder::new(level, inputs)));
            continue;
        };
        if recorder.advance(PIECE_TICKS) {
            playback.recorder = Some((runner, recorder));
        } else if let Some(ghost) = recorder.finish() {
            ghosts.runs.push((runner, Arc::new(ghost)));
        }
    }
}

/// They run beside the player's own run alone.
fn show(
    (screen, pause): (Res<State<Screen>>, Option<Res<State<Pause>>>),
    mut ghosts: ResMut<Ghosts>,
    mut split: ResMut<Split>,
) {
    let is_own_run = super::is_own_run(screen, pause);
    if ghosts.is_shown != is_own_run {
        ghosts.is_shown = is_own_run;
        *split = Split::default();
    }
}

/// After a tick of play: compares the time of what was reached in it with that of the first ghost that reached it, too.
pub(in crate::screens::play) fn note_splits(
    (outcome, run): (Res<TickOutcome>, Res<Run>),
    shards: Query<(&ActorIndex, &ShardState)>,
    checkpoints: Query<(&ActorIndex, &CheckpointState)>,
    ghosts: Res<Ghosts>,
    (mut own, mut split): (ResMut<OwnSplits>, ResMut<Split>),
) {
    if outcome.restart == Some(RestartPoint::Start) || run.ticks <= 1 {
        own.0.clear();
        *split = Split::default();
    }
    let Some(milestone) = own.0.note(milestones(shards.iter(), checkpoints.iter()), run.ticks) else { return };
    let other = ghosts.runs.iter().find_map(|(_, ghost)| ghost.splits.of(milestone));
    if let Some(other) = other {
        *split = Split { behind: Some(run.ticks.cast_signed() - other.cast_signed()), since: run.ticks };
    }
}

/// Where the run that has just finished lost the most time against the first ghost, in words.
pub(in crate::screens) fn loss(own: &OwnSplits, ghosts: &Ghosts, ticks: u32, words: &Words) -> Option<String> {
    let (runner, ghost) = ghosts.runs.first()?;
    let loss = greatest_loss(&own.0, ticks, ghost).filter(|loss| loss.ticks >= LOSS_TICKS_MIN)?;
    let against = match runner {
        Runner::Own => "own",
        Runner::Medal => "medal",
        Runner::Proof => "proof",
        Runner::File => "file",
    };
    let mut reached = own.0.iter().map(|(milestone, _)| milestone);
    let places: Vec<String> = name_places(&mut reached, words);
    let seconds = format!("{:.2}", loss.ticks as f32 * TICK);
    let values = [
        ("against", against.into()),
        ("seconds", seconds.into()),
        ("from", places[loss.from].clone().into()),
        ("to", places[loss.to].clone().into()),
    ];
    Some(words.with("finished-loss", values))
}

/// The start, all milestones in the order in which they were reached, each counted among its kind, and the exit.
fn name_places(reached: &mut dyn Iterator<Item = Milestone>, words: &Words) -> Vec<String> {
    let (mut shards, mut flags) = (0, 0);
    let mut places = vec![words.get("place-start")];
    for milestone in reached {
        let (key, count) = match milestone {
            Milestone::Shard(_) => ("place-shard", &mut shards),
            Milestone::Checkpoint(_) => ("place-flag", &mut flags),
        };
        *count += 1;
        places.push(words.with(key, [("number", (*count).into())]));
    }
    places.push(words.get("place-exit"));
    places
}
