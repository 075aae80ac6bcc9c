//! The settings of a bouncing ball as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use crate::geometry::ray::RayDirection;
use crate::level::format::channels::ChannelTable;
use crate::level::reader::scalars::{ANGLE, ORB_RADIUS, ORB_SPEED};
use crate::level::reader::{Piece, Reader};
use crate::level::{OrbSettings, StableHasher};

/// Tiles a second.
const SPEED_DEFAULT: f32 = 6.0;
/// Tiles.
const RADIUS_DEFAULT: f32 = 0.4;

#[derive(Deserialize)]
#[serde(rename = "Orb", deny_unknown_fields)]
struct OrbFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    angle: Piece<'a>,
    #[serde(borrow)]
    speed: Option<Piece<'a>>,
    #[serde(borrow)]
    radius: Option<Piece<'a>>,
}

/// Reads `Orb(…)`. Direction and speed become a velocity here.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    _channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: OrbFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let angle = reader.angle(file.angle, "angle", &ANGLE);
    let speed = reader.quantity_or(file.speed, "speed", &ORB_SPEED, SPEED_DEFAULT);
    let radius = reader.quantity_or(file.radius, "radius", &ORB_RADIUS, RADIUS_DEFAULT);
    let velocity = RayDirection::at_angle(angle?).get() * speed?;
    let orb = OrbSettings { position: Vec2::ZERO, velocity, radius: radius? };
    Some(ActorSettings { at: at?, path: None, kind: Kind::Orb(orb) })
}

impl OrbSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        hash.write_vec2(self.velocity);
        hash.write_f32(self.radius);
    }
}
