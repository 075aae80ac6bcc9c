//! The settings of a bumper, a regular polygon that throws the ninja off, as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::mover::{not_too_fast, turn};
use super::path;
use super::{ActorSettings, Kind};
use crate::geometry::shapes::polygon::Polygon;
use crate::level::format::channels::ChannelTable;
use crate::level::limits::BUMPER_SIDES_MAX;
use crate::level::reader::scalars::{OBSTACLE_SPEED, SHAPE_RADIUS, THROW};
use crate::level::reader::{Piece, Reader};
use crate::level::{MoverSettings, MoverSurface};

const SIDES_DEFAULT: u8 = 6;
/// Tiles from its middle to a corner.
const RADIUS_DEFAULT: f32 = 1.0;
/// Tiles a second.
const STRENGTH_DEFAULT: f32 = 20.0;

#[derive(Deserialize)]
#[serde(rename = "Bumper", deny_unknown_fields)]
struct BumperFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    sides: Option<Piece<'a>>,
    #[serde(borrow)]
    radius: Option<Piece<'a>>,
    #[serde(borrow)]
    strength: Option<Piece<'a>>,
    #[serde(borrow)]
    path: Option<Piece<'a>>,
    #[serde(borrow)]
    turn: Option<Piece<'a>>,
}

/// Reads `Bumper(…)`, which is a mover with a surface of its own.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    _channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: BumperFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let sides = reader.count_or(file.sides, "sides", 3, BUMPER_SIDES_MAX as u8, SIDES_DEFAULT);
    let radius = reader.quantity_or(file.radius, "radius", &SHAPE_RADIUS, RADIUS_DEFAULT);
    let strength = reader.quantity_or(file.strength, "strength", &THROW, STRENGTH_DEFAULT);
    let path = path::read_if(reader, file.path, &OBSTACLE_SPEED);
    let turn = turn(reader, file.turn, "a bumper");
    // No count of sides and no radius in these ranges makes a polygon with a fault.
    let shape = Polygon::regular(usize::from(sides?), radius?).ok()?;
    let surface = MoverSurface::Bumper { strength: strength? };
    let bumper = MoverSettings { position: Vec2::ZERO, path: None, shape, turn: turn?, surface };
    let path = path?;
    not_too_fast(reader, &bumper, path.as_ref(), file.turn)?;
    Some(ActorSettings { at: at?, path, kind: Kind::Mover(bumper) })
}
