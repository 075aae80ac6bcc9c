//! The settings of a plate that raises a channel as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use crate::level::format::channels::ChannelTable;
use crate::level::reader::scalars::PERIOD;
use crate::level::reader::{Piece, Reader};
use crate::level::{StableHasher, SwitchSettings};

#[derive(Deserialize)]
#[serde(rename = "Switch", deny_unknown_fields)]
struct SwitchFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    channel: Piece<'a>,
    #[serde(borrow)]
    seconds: Option<Piece<'a>>,
}

/// Reads `Switch(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: SwitchFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let channel = channels.raised(reader, file.channel);
    let seconds = reader.quantity_if(file.seconds, "seconds", &PERIOD);
    let switch = SwitchSettings { position: Vec2::ZERO, channel: channel?, seconds: seconds? };
    Some(ActorSettings { at: at?, path: None, kind: Kind::Switch(switch) })
}

impl SwitchSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        self.channel.write_to(hash);
        hash.write_f32(self.seconds.unwrap_or(f32::INFINITY));
    }
}
