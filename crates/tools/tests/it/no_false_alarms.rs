//! `hairline check` is silent about every level that a run finishes: the shipped ones, and a thousand variations of them that
//! their proofs still finish.

use hairline_level::diagnostics::faults::{self, Fault};
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardState;
use hairline_tools::check::inspect;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use hairline_testing::{levels_folder, shipped_proofs};

/// Variations over all levels, and the most edits of each.
const VARIATIONS: usize = 1000;
const EDITS_MAX: usize = 6;
/// Tiles that an edit draws; most are walls.
const TILES: [u8; 9] = *b"###!.=%~^";

/// Whether inputs finish a level with every shard.
fn is_finished_by(level: &hairline_level::Level, inputs: &[TickInput]) -> bool {
    let mut simulation = Simulation::new(level);
    for &input in inputs {
        simulation.tick(input);
        if matches!(simulation.run().phase, Phase::Dead { .. }) {
            return false;
        }
    }
    let is_finished = simulation.run().phase == Phase::Finished;
    is_finished && simulation.save().states::<ShardState>().iter().all(|shard| shard.taken)
}

/// The bytes of the empty and solid cells within the border of a level's map.
fn cells_of(text: &str) -> Vec<usize> {
    let map = text.find("map: r\"").expect("a level has a map");
    let end = map + 7 + text[map + 7..].find('"').expect("a map ends");
    let mut rows: Vec<(usize, &str)> = vec![];
    let mut at = map;
    for line in text[map..end].split_inclusive('\n') {
        rows.push((at, line));
        at += line.len();
    }
    // Without the line of the quotation mark, the first and last row, and the first and last cell of each.
    let inner = &rows[2..rows.len() - 2];
    let cells = inner.iter().flat_map(|(start, row)| {
        let (first, last) = (row.len() - row.trim_start().len(), row.trim_end().len());
        (first + 1..last.saturating_sub(1)).map(move |column| start + column)
    });
    cells.filter(|&cell| b" .#".contains(&text.as_bytes()[cell])).collect()
}

/// Faults that an edit may cause although the proof still finishes the level: a wall before a robot, on its path or too
/// near a flag, and a way around a door.
const RIGHTLY_TOLD: [&Fault; 4] =
    [&faults::BLOCKED_MUZZLE, &faults::PATH_IN_WALL, &faults::CRAMPED_FLAG, &faults::IDLE_DOOR];

/// A hole in the border is no variation, since it is told, rightly.
#[test]
fn a_thousand_variations_of_the_shipped_levels_that_their_proofs_finish_are_told_nothing() {
    let proofs = shipped_proofs();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let (mut kept, mut tried) = (0, 0);
    while kept < VARIATIONS {
        let (file, _, proof) = &proofs[tried % proofs.len()];
        tried += 1;
        assert!(tried < 20 * VARIATIONS, "only {kept} of {tried} variations are finished by their proofs");
        let mut text = std::fs::read(levels_folder().join(file)).expect("a shipped level");
        let cells = cells_of(std::str::from_utf8(&text).expect("text"));
        for _ in 0..random.random_range(1..=EDITS_MAX) {
            text[cells[random.random_range(0..cells.len())]] = TILES[random.random_range(0..TILES.len())];
        }
        let Ok(level) = hairline_level::parse(&text, file) else { continue };
        if !is_finished_by(&level, &proof.inputs) {
            continue;
        }
        kept += 1;
        let diagnostics = inspect(&text, file).diagnostics;
        let is_right = diagnostics.iter().all(|diagnostic| RIGHTLY_TOLD.contains(&diagnostic.fault()));
        assert!(is_right, "variation {tried}\n{}\n{diagnostics}", String::from_utf8_lossy(&text));
    }
    println!("{kept} of {tried} variations are finished by their proofs");
}
