//! A level's map and proof in numbers, and how alike those of two levels are.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::RangeInclusive;

use bevy_math::{IVec2, UVec2};
use flate2::Compression;
use flate2::write::DeflateEncoder;

use hairline_geometry::terrain::{Layer, Terrain};
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::state::replay::Replay;

/// Offsets, in each direction, from a cell to itself and to the cells around it.
const AROUND: RangeInclusive<i32> = -1..=1;

/// The parts of a level that are compared with those of another.
#[derive(Clone, Debug)]
pub struct Map {
    pub size: UVec2,
    /// The share of the cells that are solid and touch no air, not even by a corner.
    pub dead_rock: f32,
    pub has_slopes: bool,
    /// The cells that bodies pass.
    air: BTreeSet<[i32; 2]>,
    /// The cells that the run of the proof comes through.
    way: BTreeSet<[i32; 2]>,
    /// The map as its file has it, and mirrored.
    texts: [String; 2],
}

impl Map {
    /// The map of a level. `text` is that of its file, with a line for each row from the top; `proof` is played to its
    /// end.
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
        type Index = fn(&BTreeSet<[i32; 2]>, &BTreeSet<[i32; 2]>, UVec2) -> f32;
        let frame = self.size.max(other.size);
        let most = |index: Index, own: &BTreeSet<[i32; 2]>, others: &BTreeSet<[i32; 2]>| {
            index(own, others, frame).max(index(own, &across(others), frame))
        };
        let [apart, apart_mirrored] = [0, 1].map(|side| distance(&self.texts[0], &other.texts[side]));
        Likeness {
            air: most(kappa, &self.air, &other.air),
            way: most(jaccard_index, &self.way, &other.way),
            distance: apart.min(apart_mirrored),
        }
    }
}

/// How alike two levels are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// Cohen's kappa of their air, with their lower left corners on each other: 1 for the same air, 0 for as much in common as
    /// two maps have by chance.
    pub air: f32,
    /// The Jaccard index of the cells that the runs of their proofs come through: those of both, as a share of those of either.
    pub way: f32,
    /// The compression distance of their maps: 0 for the same one, about 1 for two that have nothing in common.
    pub distance: f32,
}

/// Whether bodies pass a cell, or part of it.
fn is_air(terrain: &Terrain, cell: IVec2) -> bool {
    !terrain.tile(cell).stops(Layer::Body)
}

/// The number of cells in both sets over the number in either; 0 if both are empty.
fn jaccard_index(a: &BTreeSet<[i32; 2]>, b: &BTreeSet<[i32; 2]>, _: UVec2) -> f32 {
    a.intersection(b).count() as f32 / a.union(b).count().max(1) as f32
}

/// How far two sets of cells agree beyond chance (Cohen, A coefficient of agreement for nominal scales, 1960), in a frame of
/// cells of which each set has some; 0 if a set has all or none. Open maps share most of their air by chance alone, which the
/// Jaccard index would count.
fn kappa(a: &BTreeSet<[i32; 2]>, b: &BTreeSet<[i32; 2]>, frame: UVec2) -> f32 {
    let cells = frame.element_product() as f32;
    let [own, others, both] = [a.len(), b.len(), a.intersection(b).count()].map(|count| count as f32 / cells);
    let agreed = 1.0 - own - others + 2.0 * both;
    let by_chance = own * others + (1.0 - own) * (1.0 - others);
    if by_chance < 1.0 { (agreed - by_chance) / (1.0 - by_chance) } else { 0.0 }
}

/// A map mirrored from left to right. Slopes keep their letters: only runs of the same letter matter.
fn mirrored(text: &str) -> String {
    text.lines().flat_map(|row| row.chars().rev().chain(['\n'])).collect()
}

/// Normalized compression distance (Cilibrasi and Vitányi, Clustering by compression, 2005).
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

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_sim::run::input::TickInput;

    const HALL: &str = "
        ############
        #      #####
        # @  X #####
        ############";

    fn map(text: &str) -> Map {
        let level = hairline_testing::drawn(text);
        let proof = Replay::record("test.level.ron", &level, vec![TickInput::RIGHT; 40]);
        Map::of(&level, text.to_owned(), &proof)
    }

    #[test]
    fn a_level_is_like_itself_and_like_its_mirror_image() {
        let hall = map(HALL);
        let image: String =
            HALL.lines().map(|row| row.trim().chars().rev().chain(['\n']).collect::<String>()).collect();
        let alike = hall.likeness(&hall);
        assert_eq!((alike.air, alike.way), (1.0, 1.0));
        assert!(alike.distance < 0.3, "{}", alike.distance);
        assert_eq!(hall.likeness(&map(&image)).air, 1.0);
    }

    #[test]
    fn levels_with_nothing_in_common_are_far_apart() {
        let cave = map("
            ############
            ######     #
            ######     #
            ######@   X#
            ############");
        let alike = map(HALL).likeness(&cave);
        assert!(alike.air < 0.8 && alike.way < 1.0, "{alike:?}");
        let texts = ["a##b..c##d..e%%f", "1^^2@@3~~4$$5!!6"].map(str::to_owned);
        assert!(distance(&texts[0], &texts[1]) > 0.6 && distance(&texts[0], &texts[0]) < 0.3);
    }

    #[test]
    fn rock_that_touches_no_air_is_dead() {
        // Of 12 by 4 cells, the four right columns of all rows.
        assert_eq!(map(HALL).dead_rock, 16.0 / 48.0);
    }
}
