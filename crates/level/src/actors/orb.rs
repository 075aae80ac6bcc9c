//! Orbs: the settings of a lethal bouncing ball, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::kind::{ActorEntry, ActorKind, Body, Extent, FieldForm, Place};
use super::logic::{ActorLogic, Weapon};
use crate::format::channels::ChannelTable;
use crate::reader::scalars::{ANGLE, Quantity};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;
use hairline_geometry::ray::unit;

/// Tiles a second.
const SPEED_DEFAULT: f32 = 6.0;
/// Tiles.
const RADIUS_DEFAULT: f32 = 0.4;

/// How fast an orb flies.
const SPEED: Quantity = Quantity { unit: "tiles a second", min: 0.1, max: 60.0 };
/// Its radius.
const RADIUS: Quantity = Quantity { unit: "tiles", min: 0.1, max: 2.0 };

/// A lethal ball that bounces for ever.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbSettings {
    /// Its center at the start.
    pub position: Vec2,
    /// Its velocity at the start, in tiles a second; its speed is constant.
    pub velocity: Vec2,
    /// Its radius in tiles; positive.
    pub radius: f32,
}

#[derive(Deserialize)]
#[serde(rename = "Orb", deny_unknown_fields)]
struct OrbFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    angle: RonValue<'a>,
    #[serde(borrow)]
    speed: Option<RonValue<'a>>,
    #[serde(borrow)]
    radius: Option<RonValue<'a>>,
}

impl ActorKind for OrbSettings {
    const WORD: &'static str = "Orb";
    const NAMES: [&'static str; 2] = ["orb", "orbs"];
    const EXAMPLE: &'static str = "Orb(angle: 45)";
    const HASH_SECTION: u32 = 5;
    const EXTENT: Extent = Extent::Radius;
    const QUANTITIES: &'static [Quantity] = &[SPEED, RADIUS];
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] = &[("angle", FieldForm::Angle)];

    fn read<'a>(
        reader: &mut Reader<'a>,
        _channels: &mut ChannelTable,
        value: RonValue<'a>,
    ) -> Option<ActorEntry<Self>> {
        let file: OrbFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let angle = reader.angle(file.angle, "angle", &ANGLE);
        let speed = reader.quantity_or(file.speed, "speed", &SPEED, SPEED_DEFAULT);
        let radius = reader.quantity_or(file.radius, "radius", &RADIUS, RADIUS_DEFAULT);
        let velocity = unit(angle?) * speed?;
        Some(ActorEntry::new(at?, Self { position: Vec2::ZERO, velocity, radius: radius? }))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
    }

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Roaming), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        hasher.write_vec2(self.velocity);
        hasher.write_f32(self.radius);
    }

    fn body(&self) -> Option<Body> {
        Some(Body::Ball { radius: self.radius })
    }
}
