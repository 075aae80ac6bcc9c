//! The settings of a mine as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use crate::level::format::channels::ChannelTable;
use crate::level::reader::scalars::{FUSE, MINE_REACH};
use crate::level::reader::{Piece, Reader};
use crate::level::{MineSettings, StableHasher};

/// Tiles.
const TRIGGER_DEFAULT: f32 = 1.5;
/// Seconds.
const FUSE_DEFAULT: f32 = 0.5;
/// Tiles.
const BLAST_DEFAULT: f32 = 2.0;

#[derive(Deserialize)]
#[serde(rename = "Mine", deny_unknown_fields)]
struct MineFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    trigger: Option<Piece<'a>>,
    #[serde(borrow)]
    fuse: Option<Piece<'a>>,
    #[serde(borrow)]
    blast: Option<Piece<'a>>,
}

/// Reads `Mine(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    _channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: MineFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let trigger = reader.quantity_or(file.trigger, "trigger", &MINE_REACH, TRIGGER_DEFAULT);
    let fuse = reader.quantity_or(file.fuse, "fuse", &FUSE, FUSE_DEFAULT);
    let blast = reader.quantity_or(file.blast, "blast", &MINE_REACH, BLAST_DEFAULT);
    let mine = MineSettings { position: Vec2::ZERO, trigger: trigger?, fuse: fuse?, blast: blast? };
    Some(ActorSettings { at: at?, path: None, kind: Kind::Mine(mine) })
}

impl MineSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        [self.trigger, self.fuse, self.blast].into_iter().for_each(|value| hash.write_f32(value));
    }
}
