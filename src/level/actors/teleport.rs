//! A pair of teleports as it is written in a level file: the letter stands in the map twice, and that is all.

use serde::Deserialize;

use super::{ActorSettings, Kind};
use crate::level::format::channels::ChannelTable;
use crate::level::reader::{Piece, Reader};
use crate::level::{StableHasher, TeleportSettings};

#[derive(Deserialize)]
#[serde(rename = "Teleport", deny_unknown_fields)]
struct TeleportFile {}

/// Reads `Teleport()`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    _channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let TeleportFile {} = reader.read(piece)?;
    Some(ActorSettings { at: None, path: None, kind: Kind::Teleport })
}

impl TeleportSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        self.ends.into_iter().for_each(|end| hash.write_vec2(end));
    }
}
