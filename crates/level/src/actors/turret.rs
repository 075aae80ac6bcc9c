//! Turrets: robots that fire bullets.

use super::Weapon;
use super::aim::Aim;
use super::fields::Fields;
use super::frame::Number;
use super::kind::{ActorKind, ChannelUse, Kind};
use super::logic::ActorLogic;
use super::path::Patrol;
use super::settings::{AtPlace, Place, settings};
use crate::diagnostics::{Diagnostic, faults};
use crate::format::gates::Gate;
use crate::limits::{BURST_MAX, TURRET_POOL_MAX};
use crate::reader::scalars::{DURATION, PERIOD, Pace, Quantity, REACH, SPEED};

/// Seconds from one bullet of a burst to the next.
const GAP: Quantity = Quantity { unit: "seconds", pace: Pace::Duration, min: 0.02, max: 10.0 };
/// The speed of a bullet.
const BULLET_SPEED: Quantity = Quantity { unit: "tiles a second", pace: Pace::Speed, min: 0.5, max: 200.0 };
/// A bullet's radius; 0 is a point.
const BULLET_RADIUS: Quantity = Quantity { unit: "tiles", pace: Pace::Timeless, min: 0.0, max: 0.5 };

settings! {
    /// A robot that fires bullets: a burst at the end of each period.
    pub struct TurretSettings {
        /// How it points.
        aim: Aim = aim(),
        /// Where it patrols.
        path: Option<Patrol> = path(&SPEED),
        /// Seconds from one burst to the next; positive.
        period: f32 = number(&PERIOD),
        /// Seconds that it is ahead at the start.
        offset: f32 = offset_and_step(),
        /// Seconds from one bullet of a burst to the next; a whole burst fits in a period.
        gap: f32 = number_or(&GAP, 0.1),
        /// The speed of a bullet in tiles a second; positive.
        speed: f32 = number_or(&BULLET_SPEED, 12.0),
        /// A bullet's radius in tiles; 0 is a point.
        radius: f32 = number_or(&BULLET_RADIUS, 0.1),
        /// Tiles after which a bullet disappears; `None` is when it hits something or leaves the map.
        range: Option<f32> = optional_number(&REACH),
        /// Bullets in a burst; at least 1.
        burst: u8 = count_or(1, BURST_MAX, 1),
        /// The most bullets of this turret in flight; at least 1. It fires no more than that.
        pool: u8 = count_or(1, TURRET_POOL_MAX, 32),
        /// The gate that enables it; `None` is always. Its first period begins when the gate opens.
        when: Option<Gate> = optional_gate(),
    }
    check check_burst(period.value, gap.value, burst, pool)
}

impl ActorKind for TurretSettings {
    const KIND: Kind = Kind {
        word: "Turret",
        names: ["turret", "turrets"],
        example: "Turret(aim: Fixed(angle: 180), period: 1)",
        hash_section: 3,
        channel_use: Some(ChannelUse::Listens),
        inside_a_wall: "inside a wall a bullet ends where it begins",
        quantities: &[GAP, BULLET_SPEED, BULLET_RADIUS],
        ..Kind::of::<Self>()
    };

    fn bullets(&self) -> usize {
        usize::from(self.pool)
    }

    fn path(&self) -> Option<&Patrol> {
        self.path.as_ref()
    }

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Bullets(self.clone())), ..ActorLogic::NOTHING }
    }
}

/// Seconds that a turret is ahead; more so in each next cell with its letter.
struct Ahead(Number);

impl AtPlace for Ahead {
    type Setting = f32;

    fn at(&self, place: &Place) -> f32 {
        Number { value: self.0.value + place.ahead, ..self.0 }.at(place)
    }
}

impl Fields<'_, '_> {
    /// An offset, and the `step` from each cell with the actor's letter to the next.
    fn offset_and_step(&mut self, name: &'static str) -> Option<Ahead> {
        let offset = self.number_or(name, &DURATION, 0.0);
        self.start.step = self.number_or("step", &DURATION, 0.0)?.value;
        Some(Ahead(offset?))
    }
}

/// Checks that a burst ends before the next begins, and warns if it does not fit in the pool.
fn check_burst(fields: &mut Fields, period: f32, gap: f32, burst: u8, pool: u8) -> Option<()> {
    let Some(span) = fields.span("burst") else { return Some(()) };
    let seconds = f32::from(burst - 1) * gap;
    if seconds >= period {
        let message = format!("a burst of {burst} takes {seconds} seconds, and the next begins after {period}");
        let diagnostic = Diagnostic::error(message)
            .at(span, format!("{gap} seconds from bullet to bullet"))
            .at(fields.span("period")?, "the period")
            .help("fire fewer bullets, set a shorter `gap`, or a longer `period`");
        fields.report(diagnostic);
        return None;
    }
    if burst > pool {
        let message = format!("a burst of {burst} does not fit in a pool of {pool}");
        let diagnostic =
            Diagnostic::warning(message).of(&faults::SMALL_POOL).at(span, "more bullets than can be in flight");
        fields.report(diagnostic.help("bullets beyond the pool are not fired: set a larger `pool`"));
    }
    Some(())
}
