//! The settings of a spring as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use crate::level::format::channels::ChannelTable;
use crate::level::reader::scalars::{ANGLE, THROW};
use crate::level::reader::{Piece, Reader};
use crate::level::{SpringSettings, StableHasher};

/// Degrees: up.
const ANGLE_DEFAULT: f32 = 90.0;
/// Tiles a second: higher than a jump.
const STRENGTH_DEFAULT: f32 = 28.0;

#[derive(Deserialize)]
#[serde(rename = "Spring", deny_unknown_fields)]
struct SpringFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    angle: Option<Piece<'a>>,
    #[serde(borrow)]
    strength: Option<Piece<'a>>,
}

/// Reads `Spring(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    _channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: SpringFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let angle = reader.angle_or(file.angle, "angle", &ANGLE, ANGLE_DEFAULT);
    let strength = reader.quantity_or(file.strength, "strength", &THROW, STRENGTH_DEFAULT);
    let spring = SpringSettings { position: Vec2::ZERO, angle: angle?, strength: strength? };
    Some(ActorSettings { at: at?, path: None, kind: Kind::Spring(spring) })
}

impl SpringSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        hash.write_f32(self.angle);
        hash.write_f32(self.strength);
    }
}
