//! The settings of a key as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use crate::level::format::channels::ChannelTable;
use crate::level::reader::{Piece, Reader};
use crate::level::{KeySettings, StableHasher};

#[derive(Deserialize)]
#[serde(rename = "Key", deny_unknown_fields)]
struct KeyFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    channel: Piece<'a>,
}

/// Reads `Key(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: KeyFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let channel = channels.raised(reader, file.channel);
    let key = KeySettings { position: Vec2::ZERO, channel: channel? };
    Some(ActorSettings { at: at?, path: None, kind: Kind::Key(key) })
}

impl KeySettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        self.channel.write_to(hash);
    }
}
