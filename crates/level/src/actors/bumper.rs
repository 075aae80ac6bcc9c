//! Bumpers: movers that are regular polygons and throw the ninja off, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, Extent, FieldForm};
use super::mover::{BUMPER_WORD, MoverSettings, MoverSurface, check_speed, turn};
use super::path;
use super::table::Kind;
use crate::limits::BUMPER_SIDES_MAX;
use crate::reader::scalars::{OBSTACLE_SPEED, SHAPE_RADIUS, THROW_SPEED};
use crate::reader::{Reader, RonValue};
use hairline_geometry::shapes::polygon::Polygon;

const SIDES_DEFAULT: u8 = 6;
/// Tiles from its center to a corner.
const RADIUS_DEFAULT: f32 = 1.0;
/// Tiles a second.
const STRENGTH_DEFAULT: f32 = 20.0;

/// The row of bumpers: movers under a word of their own.
pub(super) const KIND: Kind = Kind {
    word: BUMPER_WORD,
    names: ["bumper", "bumpers"],
    example: "Bumper()",
    extent: Extent::TurnedRadius,
    field_forms: &[("path", FieldForm::Path), ("turn", FieldForm::Aim)],
    read: |reader, _, value| read(reader, value).map(ActorEntry::into_any),
    ..Kind::of::<MoverSettings>()
};

#[derive(Deserialize)]
#[serde(rename = "Bumper", deny_unknown_fields)]
struct BumperFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    sides: Option<RonValue<'a>>,
    #[serde(borrow)]
    radius: Option<RonValue<'a>>,
    #[serde(borrow)]
    strength: Option<RonValue<'a>>,
    #[serde(borrow)]
    path: Option<RonValue<'a>>,
    #[serde(borrow)]
    turn: Option<RonValue<'a>>,
}

/// Reads `Bumper(…)`.
fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<ActorEntry<MoverSettings>> {
    let file: BumperFile = reader.read(value)?;
    let at = reader.place_if(file.at, "at");
    let sides = reader.count_or(file.sides, "sides", 3, BUMPER_SIDES_MAX as u8, SIDES_DEFAULT);
    let radius = reader.quantity_or(file.radius, "radius", &SHAPE_RADIUS, RADIUS_DEFAULT);
    let strength = reader.quantity_or(file.strength, "strength", &THROW_SPEED, STRENGTH_DEFAULT);
    let path = path::read_if(reader, file.path, &OBSTACLE_SPEED);
    let turn = turn(reader, file.turn, "a bumper");
    // Every number of sides and every radius in these ranges makes a valid polygon.
    let shape = Polygon::regular(usize::from(sides?), radius?).ok()?;
    let surface = MoverSurface::Bumper { strength: strength? };
    let (path, turn) = (path?, turn?);
    let settings = MoverSettings { position: Vec2::ZERO, path: None, shape, turn: turn.plain(), surface };
    check_speed(reader, &settings, path.as_ref(), file.turn)?;
    Some(ActorEntry::new(at?, settings).on_path(path).aiming(turn))
}
