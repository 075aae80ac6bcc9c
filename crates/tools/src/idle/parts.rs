//! The parts of a level that can be taken out of it one by one: each actor, each shard, and each group of tiles of one kind
//! that lie side by side. What the map's border belongs to is no part.

use std::sync::Arc;

use bevy_math::{IVec2, Vec2};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::{ActorKind, CheckpointSettings, Inspection, Level, Position};

/// Something that a level could do without.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelPart {
    /// An actor by the name of its kind and its index among those; its letter, and where that stands in the file.
    Actor { kind: &'static str, index: usize, letter: char, position: Option<Position> },
    /// A shard by its index, and where its sign stands in the file.
    Shard { index: usize, at: Vec2, position: Option<Position> },
    /// Tiles of one kind side by side.
    Tiles { name: &'static str, cells: Vec<IVec2> },
}

impl LevelPart {
    /// Every part of a level but its checkpoints, which serve a player who dies; none if it has errors.
    pub fn all(inspection: &Inspection) -> Vec<Self> {
        let Some(level) = &inspection.level else { return vec![] };
        let position = |byte: usize| inspection.diagnostics.position_at(byte);
        let mut parts = Vec::new();
        let counts = level.actors.counts().into_iter().filter(|(kind, _)| *kind != CheckpointSettings::KIND.names[0]);
        for (kind, count) in counts {
            parts.extend((0..count).map(|index| {
                let place = inspection.places.actor_named(kind, index);
                let letter = place.map_or('?', |place| place.letter);
                Self::Actor { kind, index, letter, position: place.and_then(|place| position(place.span.start)) }
            }));
        }
        for (index, &at) in level.shards.iter().enumerate() {
            let span = inspection.places.shards.get(index);
            parts.push(Self::Shard { index, at, position: span.and_then(|span| position(span.start)) });
        }
        parts.extend(groups(&level.terrain).into_iter().map(|(name, cells)| Self::Tiles { name, cells }));
        parts
    }

    /// Where it is written in the file, if it is one sign there.
    pub fn position(&self) -> Option<Position> {
        match self {
            Self::Actor { position, .. } | Self::Shard { position, .. } => *position,
            Self::Tiles { .. } => None,
        }
    }
}

impl std::fmt::Display for LevelPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Actor { kind, letter, .. } => write!(f, "the {kind} '{letter}'"),
            Self::Shard { at, .. } => write!(f, "the shard at ({:.1}, {:.1})", at.x, at.y),
            Self::Tiles { name, cells } => {
                let (min, max) =
                    cells.iter().fold((IVec2::MAX, IVec2::MIN), |(a, b), &cell| (a.min(cell), b.max(cell)));
                let middle = (min + max + 1).as_vec2() / 2.0;
                let count = cells.len();
                let tiles = if count == 1 { "tile" } else { "tiles" };
                write!(f, "the {name} around ({:.1}, {:.1}), {count} {tiles}", middle.x, middle.y)
            }
        }
    }
}

/// A level without some of its parts. Its hash is not updated.
pub fn without<'p>(level: &Level, parts: impl IntoIterator<Item = &'p LevelPart>) -> Level {
    let mut rest = level.clone();
    let (mut actors, mut shards, mut tiles) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        match part {
            LevelPart::Actor { kind, index, .. } => actors.push((*kind, *index)),
            LevelPart::Shard { index, .. } => shards.push(*index),
            LevelPart::Tiles { cells, .. } => tiles.extend(cells),
        }
    }
    // From the last to the first, so that the indices of the others stay.
    actors.sort_unstable_by_key(|&(kind, index)| (kind, std::cmp::Reverse(index)));
    actors.iter().for_each(|&(kind, index)| rest.actors.remove_one(kind, index));
    shards.sort_unstable();
    shards.iter().rev().for_each(|&index| _ = rest.shards.remove(index));
    if !tiles.is_empty() {
        let tile = |cell: IVec2| if tiles.contains(&cell) { TileShape::Empty } else { level.terrain.tile(cell) };
        rest.terrain = Arc::new(Terrain::new(level.terrain.size(), level.terrain.cells().map(tile).collect()));
    }
    rest
}

/// What a tile counts as, or nothing.
fn name_of(tile: TileShape) -> Option<&'static str> {
    match tile {
        TileShape::Empty => None,
        TileShape::OneWay => Some("platform"),
        TileShape::Glass => Some("glass"),
        TileShape::Curtain => Some("curtain"),
        TileShape::Mirror => Some("mirror"),
        TileShape::Spikes => Some("spikes"),
        TileShape::Solid | TileShape::Smooth => Some("block"),
        slope => slope.is_slope().then_some("block"),
    }
}

/// Tiles of one name that touch along their sides, by the lowest and then leftmost cell of each group.
fn groups(terrain: &Terrain) -> Vec<(&'static str, Vec<IVec2>)> {
    let size = terrain.size().as_ivec2();
    let mut seen = vec![false; (size.x * size.y) as usize];
    let index = |cell: IVec2| (cell.y * size.x + cell.x) as usize;
    let mut groups = Vec::new();
    for first in terrain.cells() {
        let Some(name) = name_of(terrain.tile(first)).filter(|_| !seen[index(first)]) else { continue };
        seen[index(first)] = true;
        let (mut cells, mut touches_border, mut next) = (vec![first], false, 0);
        while let Some(&cell) = cells.get(next) {
            next += 1;
            touches_border |= cell.x == 0 || cell.y == 0 || cell.x == size.x - 1 || cell.y == size.y - 1;
            for beside in [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y].map(|side| cell + side) {
                let is_same = terrain.contains_cell(beside) && name_of(terrain.tile(beside)) == Some(name);
                if is_same && !std::mem::replace(&mut seen[index(beside)], true) {
                    cells.push(beside);
                }
            }
        }
        if !(name == "block" && touches_border) {
            groups.push((name, cells));
        }
    }
    groups
}
