//! Levels for tests, drawn as text as in a level file, the shipped levels with their proofs, and ways to play them.

pub mod counting;
pub mod courses;
pub mod deaths;
pub mod examples;
mod folder;
pub mod invalid;
pub mod obstacles;
pub mod random;
pub mod stress_level;

use std::path::{Path, PathBuf};

use bevy::prelude::Message;
pub use folder::folder;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::Ninja;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::replay::Replay;
use hairline_sim::state::snapshot::Snapshot;

/// A level with this map and no actors. A map without an exit gets one far out of the way, on a row added on top.
#[track_caller]
pub fn drawn(map: &str) -> Level {
    drawn_with(map, "")
}

/// A level with this map, these actors (`'a': Laser(…), …`) and further fields after them.
#[track_caller]
pub fn drawn_with(map: &str, actors: &str) -> Level {
    drawn_fully(map, actors, "")
}

/// A level with this map, these actors and these further fields.
#[track_caller]
pub fn drawn_fully(map: &str, actors: &str, fields: &str) -> Level {
    let width = map.lines().map(|line| line.trim().chars().count()).max().unwrap_or(0);
    let exit = if map.contains('X') { String::new() } else { format!("#{}X#\n", "#".repeat(width - 3)) };
    let source = format!(
        "(version: 1, name: \"Drawn\", author: \"Test\", {fields} map: r\"\n{exit}{}\n\", actors: {{{actors}}})",
        map.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"),
    );
    match hairline_level::parse(&source, "drawn.level.ron") {
        Ok(level) => level,
        Err(diagnostics) => panic!("the drawn level is invalid:\n{diagnostics}\n{source}"),
    }
}

/// Plays `ticks` ticks of one input and returns the state after each.
pub fn play(simulation: &mut Simulation, ticks: u32, input: TickInput) -> Vec<Snapshot> {
    (0..ticks)
        .map(|_| {
            simulation.tick(input);
            simulation.save()
        })
        .collect()
}

/// Plays one tick and returns the messages of one type that it emitted.
pub fn tick_emitting<M: Message>(simulation: &mut Simulation, input: TickInput) -> Vec<M> {
    simulation.drain::<M>();
    simulation.tick(input);
    simulation.drain()
}

/// The first death within some ticks of one input.
pub fn death_within(simulation: &mut Simulation, ticks: u32, input: TickInput) -> Option<NinjaDied> {
    (0..ticks).find_map(|_| tick_emitting(simulation, input).pop())
}

/// Brings a dead ninja back to life where it is.
pub fn revive(simulation: &mut Simulation) {
    let mut run = simulation.world_mut().resource_mut::<Run>();
    if let Phase::Dead { .. } = run.phase {
        run.phase = Phase::Running;
    }
}

/// Plays a run in one simulation, and each tick of it in a second one too, which is put into the state of the first
/// before the tick: the states and their hashes must be equal after each. Between the ticks the second one plays
/// something else, so that whatever is missing from the state does not match by chance. `after_tick` may look at the
/// first simulation and change it.
#[track_caller]
pub fn assert_restores_at_each_tick(
    name: &str,
    level: &Level,
    inputs: impl IntoIterator<Item = TickInput>,
    mut after_tick: impl FnMut(&mut Simulation),
) -> Snapshot {
    let (mut straight, mut restored) = (Simulation::new(level), Simulation::new(level));
    let (mut before, mut wanted, mut found) = (straight.save(), straight.save(), straight.save());
    for (tick, input) in inputs.into_iter().enumerate() {
        straight.save_into(&mut before);
        restored.restore(&before);
        straight.tick(input);
        restored.tick(input);
        straight.save_into(&mut wanted);
        restored.save_into(&mut found);
        assert_eq!(wanted, found, "{name} at tick {tick}");
        assert_eq!(wanted.hash(), found.hash(), "{name} at tick {tick}");
        after_tick(&mut straight);
        for _ in 0..tick % 4 {
            restored.tick(TickInput::LEFT.with(TickInput::JUMP));
        }
    }
    wanted
}

/// The parts of a state that most tests look at.
pub trait RunState {
    /// The run as a whole.
    fn run(&self) -> &Run;
    /// The ninja.
    fn ninja(&self) -> &Ninja;
}

impl RunState for Snapshot {
    fn run(&self) -> &Run {
        self.resource()
    }

    fn ninja(&self) -> &Ninja {
        self.resource()
    }
}

/// The tiles of a level as everything solid: no obstacles.
pub fn colliders(level: &Level) -> Colliders {
    Colliders::new(level.terrain.clone())
}

/// The folder of the shipped levels.
pub fn levels_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels")
}

/// Every shipped level, the labs included, by its path from the folder of levels.
pub fn shipped_levels() -> Vec<(String, Level)> {
    let mut files: Vec<String> = ["", "lab/"].into_iter().flat_map(level_files).collect();
    files.sort();
    assert!(!files.is_empty(), "there are levels");
    let read =
        |file: &String| hairline_level::read(&levels_folder().join(file)).unwrap_or_else(|error| panic!("{error}"));
    files.iter().map(|file| (file.clone(), read(file))).collect()
}

/// The level files in one folder, each by its path from the folder of levels.
fn level_files(folder: &str) -> Vec<String> {
    std::fs::read_dir(levels_folder().join(folder))
        .expect("the levels are in the repository")
        .map(|entry| entry.expect("the folder can be read").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".level.ron"))
        .map(|name| format!("{folder}{name}"))
        .collect()
}

/// The proof of every shipped level: it lies in the folder `proofs` beside the level.
pub fn shipped_proofs() -> Vec<(String, Level, Replay)> {
    let with_proof = |(file, level): (String, Level)| {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", &file));
        let path = levels_folder().join(folder).join("proofs").join(name.replace(".level.ron", ".replay.ron"));
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let replay = Replay::parse(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (file, level, replay)
    };
    shipped_levels().into_iter().map(with_proof).collect()
}
