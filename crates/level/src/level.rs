//! The contents of a level that has been read and checked. Nothing here reads files.

use std::sync::Arc;

use bevy_math::Vec2;

use super::actors::columns::ActorColumns;
use super::actors::kind::ActorKind;
use super::format::about::About;
use super::format::gates::Condition;
use super::world::LevelWorld;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;

/// A level that has passed every check. Positions in tiles, angles in radians, times in seconds.
#[derive(Clone, Debug)]
pub struct Level {
    /// Shown on the title card and in the level list.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// What it is about, for tools.
    pub about: Option<About>,
    /// One short line shown while the level is played.
    pub hint: Option<String>,
    /// The world that it names, for its look and its music; if it names none, its place in the campaign decides.
    pub world: Option<LevelWorld>,
    /// The tiles.
    pub terrain: Arc<Terrain>,
    /// Where the ninja's center starts.
    pub ninja: Vec2,
    /// The center of the exit.
    pub exit: Vec2,
    /// When the exit opens.
    pub exit_opens: ExitOpens,
    /// The shards' centers.
    pub shards: Vec<Vec2>,
    /// In which order they can be taken.
    pub shard_order: ShardOrder,
    /// The actors of every kind; [`Level::actors`] gives those of one.
    pub actors: ActorColumns,
    /// The names of the channels; a [`Channel`](super::Channel) is an index into this list.
    pub channels: Vec<String>,
    /// The conditions on several channels; a [`Gate::Holds`](super::Gate::Holds) is an index into this list.
    pub conditions: Vec<Condition>,
    /// The focus meter.
    pub focus: FocusSettings,
    /// Whether focus shows what comes next.
    pub precognition: bool,
    /// Whether only light shows where things are. No rule depends on it.
    pub dark: bool,
    /// The hash of everything that the rules depend on; names, authors, hints, worlds, precognition, the
    /// dark and what it is about do not change it. Replays are bound to it.
    pub hash: u64,
}

impl Level {
    /// The actors of a kind, in the order of the file and then of the map.
    pub fn actors<K: ActorKind>(&self) -> &[K] {
        self.actors.get()
    }

    /// The actors of a kind, to be changed. [`Self::hash`] is not updated.
    pub fn actors_mut<K: ActorKind>(&mut self) -> &mut Vec<K> {
        self.actors.get_mut()
    }

    /// Replaces the actors of a kind. [`Self::hash`] is not updated.
    pub fn set_actors<K: ActorKind>(&mut self, actors: Vec<K>) {
        *self.actors.get_mut() = actors;
    }

    /// The level with these actors as all of their kind. [`Self::hash`] is not updated.
    pub fn with_actors<K: ActorKind>(mut self, actors: Vec<K>) -> Self {
        self.set_actors(actors);
        self
    }

    /// Whether any tile is spikes.
    pub fn has_spikes(&self) -> bool {
        self.has_tile(TileShape::Spikes)
    }

    /// Whether anything reflects beams: mirror tiles, or actors with mirrors for a surface.
    pub fn has_mirrors(&self) -> bool {
        self.has_tile(TileShape::Mirror) || self.actors.has_mirrors()
    }

    fn has_tile(&self, shape: TileShape) -> bool {
        self.terrain.cells().any(|cell| self.terrain.tile(cell) == shape)
    }
}

/// When a level's exit opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExitOpens {
    /// From the start.
    #[default]
    AtOnce,
    /// When the last shard is taken.
    AfterAllShards,
}

/// In which order the shards of a level can be taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShardOrder {
    /// In any.
    #[default]
    AnyOrder,
    /// Each after those before it in [`Level::shards`].
    InOrder,
}

/// The focus meter of a level, in seconds of play (the ninja's time).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FocusSettings {
    /// The most that the meter holds; 0 switches focus off.
    pub max: f32,
    /// What it holds at the start, `0..=max`.
    pub start: f32,
}

impl Default for FocusSettings {
    fn default() -> Self {
        Self { max: 3.0, start: 3.0 }
    }
}
