//! Bumpers: movers that are regular polygons and throw the ninja off, under a word of their own.

use super::fields::Fields;
use super::kind::{ActorKind, ChannelUse, Extent, Kind, adding};
use super::mover::{BUMPER, MoverSettings, MoverSurface, check_speed};
use super::settings::{AtPlace, Unplaced};
use crate::limits::BUMPER_SIDES_MAX;
use crate::reader::scalars::{OBSTACLE_SPEED, SHAPE_RADIUS, THROW_SPEED};
use hairline_geometry::shapes::polygon::Polygon;

pub(super) const KIND: Kind = Kind {
    word: BUMPER,
    names: ["bumper", "bumpers"],
    example: "Bumper()",
    extent: Extent::TurnedRadius,
    channel_use: Some(ChannelUse::Listens),
    read: |fields| read(fields).map(adding),
    ..MoverSettings::KIND
};

fn read(fields: &mut Fields) -> Option<Unplaced<MoverSettings>> {
    let at = fields.at();
    let sides = fields.count_or("sides", 3, BUMPER_SIDES_MAX, 6);
    let radius = fields.number_or("radius", &SHAPE_RADIUS, 1.0);
    let strength = fields.number_or("strength", &THROW_SPEED, 20.0);
    let path = fields.path("path", &OBSTACLE_SPEED);
    let turn = fields.turn("turn", "a bumper");
    let when = fields.optional_gate("when");
    // Every number of sides and every radius in these ranges makes a valid polygon.
    let shape = Polygon::regular(usize::from(sides?), radius?.value).ok()?;
    let surface = MoverSurface::Bumper { strength: strength?.value, when: when? };
    let (path, turn) = (path?, turn?);
    check_speed(fields, &shape, turn.plain())?;
    at?;
    Some(Box::new(move |place| MoverSettings {
        position: place.frame.point(place.position),
        shape: shape.at(place),
        path: path.at(place),
        turn: turn.at(place),
        surface,
    }))
}
