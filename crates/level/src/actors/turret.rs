//! Turrets: the settings of a robot that fires bullets, and how a level file writes them.

use bevy_math::Vec2;
use serde::Deserialize;

use super::aim;
use super::aim::Aim;
use super::kind::{ActorEntry, ActorKind, ChannelUse, FieldForm, Place};
use super::logic::{ActorLogic, Weapon};
use super::path;
use super::path::Patrol;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::format::channels::ChannelTable;
use crate::format::gates::Gate;
use crate::limits::{BURST_MAX, TURRET_POOL_MAX};
use crate::reader::scalars::{DURATION, PERIOD, Quantity, REACH, SPEED};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// Seconds between the bullets of a burst.
const GAP_DEFAULT: f32 = 0.1;
/// Tiles a second.
const SPEED_DEFAULT: f32 = 12.0;
/// Tiles.
const RADIUS_DEFAULT: f32 = 0.1;
/// Bullets in flight.
const POOL_DEFAULT: u8 = 32;

/// Seconds from one bullet of a burst to the next.
const GAP: Quantity = Quantity { unit: "seconds", min: 0.02, max: 10.0 };
/// The speed of a bullet.
const BULLET_SPEED: Quantity = Quantity { unit: "tiles a second", min: 0.5, max: 200.0 };
/// A bullet's radius; 0 is a point.
const BULLET_RADIUS: Quantity = Quantity { unit: "tiles", min: 0.0, max: 0.5 };

/// A robot that fires bullets: a burst at the end of each period.
#[derive(Clone, Debug, PartialEq)]
pub struct TurretSettings {
    /// Its position, or the start of its path.
    pub position: Vec2,
    /// How it points.
    pub aim: Aim,
    /// Where it patrols.
    pub path: Option<Patrol>,
    /// Seconds from one burst to the next; positive.
    pub period: f32,
    /// Seconds that it is ahead at the start.
    pub offset: f32,
    /// Bullets in a burst; at least 1.
    pub burst: u8,
    /// Seconds from one bullet of a burst to the next; a whole burst fits in a period.
    pub gap: f32,
    /// The speed of a bullet in tiles a second; positive.
    pub speed: f32,
    /// A bullet's radius in tiles; 0 is a point.
    pub radius: f32,
    /// Tiles after which a bullet disappears; `None` is when it hits something or leaves the map.
    pub range: Option<f32>,
    /// The most bullets of this turret in flight; at least 1. It fires no more than that.
    pub pool: u8,
    /// The gate that enables it; `None` is always. Its first period begins when the gate opens.
    pub when: Option<Gate>,
}

#[derive(Deserialize)]
#[serde(rename = "Turret", deny_unknown_fields)]
struct TurretFile<'a> {
    #[serde(borrow)]
    at: Option<RonValue<'a>>,
    #[serde(borrow)]
    aim: RonValue<'a>,
    #[serde(borrow)]
    period: RonValue<'a>,
    #[serde(borrow)]
    offset: Option<RonValue<'a>>,
    #[serde(borrow)]
    step: Option<RonValue<'a>>,
    #[serde(borrow)]
    burst: Option<RonValue<'a>>,
    #[serde(borrow)]
    gap: Option<RonValue<'a>>,
    #[serde(borrow)]
    speed: Option<RonValue<'a>>,
    #[serde(borrow)]
    radius: Option<RonValue<'a>>,
    #[serde(borrow)]
    range: Option<RonValue<'a>>,
    #[serde(borrow)]
    pool: Option<RonValue<'a>>,
    #[serde(borrow)]
    path: Option<RonValue<'a>>,
    #[serde(borrow)]
    when: Option<RonValue<'a>>,
}

impl ActorKind for TurretSettings {
    const WORD: &'static str = "Turret";
    const NAMES: [&'static str; 2] = ["turret", "turrets"];
    const EXAMPLE: &'static str = "Turret(aim: Fixed(angle: 180), period: 1)";
    const HASH_SECTION: u32 = 3;
    const CHANNEL_USE: Option<ChannelUse> = Some(ChannelUse::Listens);
    const INSIDE_A_WALL: &'static str = "inside a wall a bullet ends where it begins";
    const QUANTITIES: &'static [Quantity] = &[GAP, BULLET_SPEED, BULLET_RADIUS];
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] =
        &[("aim", FieldForm::Aim), ("path", FieldForm::Path), ("when", FieldForm::Gate)];

    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>> {
        let file: TurretFile = reader.read(value)?;
        let at = reader.place_if(file.at, "at");
        let aim = aim::read(reader, file.aim);
        let period = reader.quantity(file.period, "period", &PERIOD);
        let offset = reader.quantity_or(file.offset, "offset", &DURATION, 0.0);
        let step = reader.quantity_or(file.step, "step", &DURATION, 0.0);
        let burst = reader.count_or(file.burst, "burst", 1, BURST_MAX as u8, 1);
        let gap = reader.quantity_or(file.gap, "gap", &GAP, GAP_DEFAULT);
        let speed = reader.quantity_or(file.speed, "speed", &BULLET_SPEED, SPEED_DEFAULT);
        let radius = reader.quantity_or(file.radius, "radius", &BULLET_RADIUS, RADIUS_DEFAULT);
        let range = reader.quantity_if(file.range, "range", &REACH);
        let pool = reader.count_or(file.pool, "pool", 1, TURRET_POOL_MAX as u8, POOL_DEFAULT);
        let path = path::read_if(reader, file.path, &SPEED);
        let when = channels.gate_if(reader, file.when);
        let aim = aim?;
        let settings = Self {
            position: Vec2::ZERO,
            path: None,
            aim: aim.plain(),
            period: period?,
            offset: offset?,
            burst: burst?,
            gap: gap?,
            speed: speed?,
            radius: radius?,
            range: range?,
            pool: pool?,
            when: when?,
        };
        check_burst(reader, &file, &settings)?;
        Some(ActorEntry::new(at?, settings).on_path(path?).aiming(aim).stepping(step?))
    }

    fn set_place(&mut self, place: Place) {
        self.position = place.position;
        self.path = place.path;
        self.aim = place.aim.unwrap_or(self.aim);
        self.offset += place.ahead;
    }

    fn logic(&self) -> ActorLogic {
        ActorLogic { weapon: Some(Weapon::Bullets(self.clone())), ..ActorLogic::NOTHING }
    }

    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        self.aim.hash_into(hasher);
        Patrol::hash_into(self.path.as_ref(), hasher);
        [self.period, self.offset, self.gap, self.speed, self.radius]
            .into_iter()
            .for_each(|value| hasher.write_f32(value));
        hasher.write_f32(self.range.unwrap_or(f32::INFINITY));
        hasher.write_u32(u32::from(self.burst));
        hasher.write_u32(u32::from(self.pool));
        Gate::hash_into(self.when, hasher);
    }

    fn bullets(&self) -> usize {
        usize::from(self.pool)
    }
}

/// Checks that a burst ends before the next begins, and warns if it does not fit in the pool.
fn check_burst(reader: &mut Reader, file: &TurretFile, turret: &TurretSettings) -> Option<()> {
    let Some(burst) = file.burst else { return Some(()) };
    let seconds = f32::from(turret.burst - 1) * turret.gap;
    if seconds >= turret.period {
        let TurretSettings { burst: bullets, gap, period, .. } = turret;
        let message = format!("a burst of {bullets} takes {seconds} seconds, and the next begins after {period}");
        let diagnostic = Diagnostic::error(message)
            .at(reader.span(burst), format!("{gap} seconds from bullet to bullet"))
            .at(reader.span(file.period), "the period")
            .help("fire fewer bullets, set a shorter `gap`, or a longer `period`");
        reader.report(diagnostic);
        return None;
    }
    if turret.burst > turret.pool {
        let message = format!("a burst of {} does not fit in a pool of {}", turret.burst, turret.pool);
        let diagnostic = Diagnostic::warning(message)
            .of(&faults::SMALL_POOL)
            .at(reader.span(burst), "more bullets than can be in flight");
        reader.report(diagnostic.help("bullets beyond the pool are not fired: set a larger `pool`"));
    }
    Some(())
}
