//! What a level's map and its proof look like, in numbers, and how alike those of two levels are.

use std::collections::BTreeSet;
use std::io::Write;

use bevy_math::{IVec2, UVec2};
use flate2::Compression;
use flate2::write::DeflateEncoder;

use hairline_geometry::terrain::{Layer, Terrain};
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::state::replay::Replay;

/// The cells around a cell, and it.
const AROUND: std::ops::RangeInclusive<i32> = -1..=1;

/// What of a level is compared.
#[derive(Clone, Debug)]
pub struct Map {
    pub size: UVec2,
    /// The share of the cells that are solid and touch no air, not even by a corner.
    pub dead_rock: f32,
    pub has_slopes: bool,
    air: BTreeSet<[i32; 2]>,
    way: BTreeSet<[i32; 2]>,
    /// The map as its file has it, and mirrored.
    texts: [String; 2],
}

impl Map {
    /// That of a level whose file has this map, with a line for each row, and this proof.
    pub fn of(level: &Level, text: String, proof: &Replay) -> Self {
        let terrain = &*level.terrain;
        let air: BTreeSet<[i32; 2]> =
            terrain.cells().filter(|&cell| is_air(terrain, cell)).map(|cell| cell.to_array()).collect();
        let is_dead = |cell: &IVec2| {
            let mut around = AROUND.flat_map(|y| AROUND.map(move |x| IVec2::new(x, y)));
            !around.any(|offset| air.contains(&(*cell + offset).to_array()))
        };
        let dead = terrain.cells().filter(is_dead).count();
        let mut simulation = Simulation::new(level);
        let mut step = |&input| {
            simulation.tick(input);
            simulation.ninja().position.floor().as_ivec2().to_array()
        };
        let way = proof.inputs.iter().map(&mut step).collect();
        Self {
            size: terrain.size(),
            dead_rock: dead as f32 / terrain.size().element_product() as f32,
            has_slopes: terrain.cells().any(|cell| terrain.tile(cell).is_slope()),
            texts: [text.clone(), mirrored(&text)],
            air,
            way,
        }
    }

    /// How alike two maps are, the one as it is or mirrored.
    pub fn likeness(&self, other: &Self) -> Likeness {
        let across = |cells: &BTreeSet<[i32; 2]>| -> BTreeSet<[i32; 2]> {
            cells.iter().map(|&[x, y]| [other.size.x as i32 - 1 - x, y]).collect()
        };
        let share = |own: &BTreeSet<[i32; 2]>, others: &BTreeSet<[i32; 2]>| {
            common(own, others).max(common(own, &across(others)))
        };
        let [apart, apart_mirrored] = [0, 1].map(|side| distance(&self.texts[0], &other.texts[side]));
        Likeness {
            air: share(&self.air, &other.air),
            way: share(&self.way, &other.way),
            distance: if apart < apart_mirrored { apart } else { apart_mirrored },
        }
    }
}

/// How alike two levels are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The share of their air that both have, with their lower left corners on each other: of the cells that either has.
    pub air: f32,
    /// The same of the cells that the runs of their proofs come through.
    pub way: f32,
    /// The compression distance of their maps: 0 for the same one, about 1 for two that have nothing in common.
    pub distance: f32,
}

/// Whether bodies pass a cell, or part of it.
fn is_air(terrain: &Terrain, cell: IVec2) -> bool {
    !terrain.tile(cell).stops(Layer::Body)
}

fn common(a: &BTreeSet<[i32; 2]>, b: &BTreeSet<[i32; 2]>) -> f32 {
    a.intersection(b).count() as f32 / a.union(b).count().max(1) as f32
}

/// A map mirrored from left to right. Its slopes keep their letters: runs of alike letters are what counts.
fn mirrored(text: &str) -> String {
    text.lines().flat_map(|row| row.chars().rev().chain(['\n'])).collect()
}

/// Normalized compression distance.
fn distance(a: &str, b: &str) -> f32 {
    let [alone, other] = [compressed(&[a]), compressed(&[b])];
    (compressed(&[a, b]) - alone.min(other)) as f32 / alone.max(other) as f32
}

/// Bytes of some data after compression.
fn compressed(parts: &[&str]) -> usize {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = parts.iter().try_for_each(|part| encoder.write_all(part.as_bytes())).and_then(|()| encoder.finish());
    written.expect("memory takes all bytes").len()
}
