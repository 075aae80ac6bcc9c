//! Ablation: a level without some of its parts, to see whether it needs them.

use std::sync::{Arc, LazyLock};

use clap::ValueEnum;
use clap::builder::PossibleValue;

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::{KINDS, Kind, Level};

/// A change that takes something out of a level.
#[derive(Clone, Copy)]
pub enum Ablation {
    Actors(&'static Kind),
    /// Spikes become empty.
    Spikes,
    /// Mirrors become walls.
    Mirror,
}

impl std::fmt::Debug for Ablation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Ablation {
    fn name(self) -> &'static str {
        match self {
            Self::Actors(kind) => kind.names[0],
            Self::Spikes => "spikes",
            Self::Mirror => "mirror",
        }
    }
}

impl ValueEnum for Ablation {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Ablation>> =
            LazyLock::new(|| KINDS.iter().map(Ablation::Actors).chain([Ablation::Spikes, Ablation::Mirror]).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

pub(super) fn without(level: &Level, ablations: &[Ablation]) -> Level {
    let mut level = level.clone();
    for ablation in ablations {
        match ablation {
            Ablation::Actors(kind) => level.actors.remove(kind.word),
            Ablation::Spikes => exchange(&mut level, TileShape::Spikes, TileShape::Empty),
            Ablation::Mirror => exchange(&mut level, TileShape::Mirror, TileShape::Solid),
        }
    }
    level
}

fn exchange(level: &mut Level, old: TileShape, new: TileShape) {
    let tiles = level.terrain.cells().map(|cell| level.terrain.tile(cell));
    let tiles = tiles.map(|tile| if tile == old { new } else { tile }).collect();
    level.terrain = Arc::new(Terrain::new(level.terrain.size(), tiles));
}
