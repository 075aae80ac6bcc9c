//! Orbs: lethal bouncing balls.

use bevy_math::Vec2;

use super::Weapon;
use super::fields::Fields;
use super::frame::{Direction, Number};
use super::kind::{ActorKind, Body, Extent, Kind};
use super::logic::ActorLogic;
use super::settings::{AtPlace, Place, settings};
use crate::reader::scalars::{ANGLE, Pace, Quantity};
use hairline_geometry::ray::unit;

/// How fast an orb flies.
const SPEED: Quantity = Quantity { unit: "tiles a second", pace: Pace::Speed, min: 0.1, max: 60.0 };
/// Its radius.
const RADIUS: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.1, max: 2.0 };

settings! {
    /// A lethal ball that bounces for ever.
    #[derive(Copy)]
    pub struct OrbSettings {
        /// Its velocity at the start, in tiles a second; its speed is constant.
        velocity: Vec2 = velocity(),
        /// Its radius in tiles; positive.
        radius: f32 = number_or(&RADIUS, 0.4),
    }
}

/// A velocity, written as an `angle` and a `speed`.
struct Velocity(Direction, Number);

impl AtPlace for Velocity {
    type Setting = Vec2;

    fn at(&self, place: &Place) -> Vec2 {
        unit(self.0.at(place)) * self.1.at(place)
    }
}

impl Fields<'_, '_> {
    fn velocity(&mut self, _: &str) -> Option<Velocity> {
        let angle = self.direction("angle", &ANGLE);
        let speed = self.number_or("speed", &SPEED, 6.0);
        Some(Velocity(angle?, speed?))
    }
}

impl ActorKind for OrbSettings {
    const KIND: Kind = Kind {
        word: "Orb",
        names: ["orb", "orbs"],
        example: "Orb(angle: 45)",
        hash_section: 5,
        extent: Extent::Radius,
        quantities: &[SPEED, RADIUS],
        ..Kind::of::<Self>()
    };

    fn body(&self) -> Option<Body> {
        Some(Body::Ball { radius: self.radius })
    }

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Roaming), ..ActorLogic::NOTHING }
    }
}
