//! The settings of a robot that fires bullets as they are written in a level file.

use bevy::math::Vec2;
use serde::Deserialize;

use super::{ActorSettings, Kind};
use super::{aim, path};
use crate::level::diagnostics::Diagnostic;
use crate::level::format::channels::ChannelTable;
use crate::level::limits::{BURST_MAX, TURRET_POOL_MAX};
use crate::level::reader::scalars::{BULLET_RADIUS, BULLET_SPEED, DURATION, GAP, PERIOD, REACH, SPEED};
use crate::level::reader::{Piece, Reader};
use crate::level::{Gate, Patrol, StableHasher, TurretSettings};

/// Seconds between the bullets of a burst.
const GAP_DEFAULT: f32 = 0.1;
/// Tiles a second.
const SPEED_DEFAULT: f32 = 12.0;
/// Tiles.
const RADIUS_DEFAULT: f32 = 0.1;
/// Bullets in flight.
const POOL_DEFAULT: u8 = 32;

#[derive(Deserialize)]
#[serde(rename = "Turret", deny_unknown_fields)]
struct TurretFile<'a> {
    #[serde(borrow)]
    at: Option<Piece<'a>>,
    #[serde(borrow)]
    aim: Piece<'a>,
    #[serde(borrow)]
    period: Piece<'a>,
    #[serde(borrow)]
    offset: Option<Piece<'a>>,
    #[serde(borrow)]
    burst: Option<Piece<'a>>,
    #[serde(borrow)]
    gap: Option<Piece<'a>>,
    #[serde(borrow)]
    speed: Option<Piece<'a>>,
    #[serde(borrow)]
    radius: Option<Piece<'a>>,
    #[serde(borrow)]
    range: Option<Piece<'a>>,
    #[serde(borrow)]
    pool: Option<Piece<'a>>,
    #[serde(borrow)]
    path: Option<Piece<'a>>,
    #[serde(borrow)]
    when: Option<Piece<'a>>,
}

/// Reads `Turret(…)`.
pub(crate) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    piece: Piece<'a>,
) -> Option<ActorSettings> {
    let file: TurretFile = reader.read(piece)?;
    let at = reader.point_if(file.at, "at");
    let aim = aim::read(reader, file.aim);
    let period = reader.quantity(file.period, "period", &PERIOD);
    let offset = reader.quantity_or(file.offset, "offset", &DURATION, 0.0);
    let burst = reader.count_or(file.burst, "burst", 1, BURST_MAX as u8, 1);
    let gap = reader.quantity_or(file.gap, "gap", &GAP, GAP_DEFAULT);
    let speed = reader.quantity_or(file.speed, "speed", &BULLET_SPEED, SPEED_DEFAULT);
    let radius = reader.quantity_or(file.radius, "radius", &BULLET_RADIUS, RADIUS_DEFAULT);
    let range = reader.quantity_if(file.range, "range", &REACH);
    let pool = reader.count_or(file.pool, "pool", 1, TURRET_POOL_MAX as u8, POOL_DEFAULT);
    let path = path::read_if(reader, file.path, &SPEED);
    let when = channels.gate_if(reader, file.when);
    let turret = TurretSettings {
        position: Vec2::ZERO,
        path: None,
        aim: aim?,
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
    burst_fits(reader, &file, &turret)?;
    Some(ActorSettings { at: at?, path: path?, kind: Kind::Turret(turret) })
}

impl TurretSettings {
    pub(crate) fn write_to(&self, hash: &mut StableHasher) {
        hash.write_vec2(self.position);
        self.aim.write_to(hash);
        Patrol::write_to(self.path.as_ref(), hash);
        [self.period, self.offset, self.gap, self.speed, self.radius]
            .into_iter()
            .for_each(|value| hash.write_f32(value));
        hash.write_f32(self.range.unwrap_or(f32::INFINITY));
        hash.write_u32(u32::from(self.burst));
        hash.write_u32(u32::from(self.pool));
        Gate::write_to(self.when, hash);
    }
}

/// A burst must end before the next begins, and ought to fit in the pool.
fn burst_fits(reader: &mut Reader, file: &TurretFile, turret: &TurretSettings) -> Option<()> {
    let Some(burst) = file.burst else { return Some(()) };
    let seconds = f32::from(turret.burst - 1) * turret.gap;
    if seconds >= turret.period {
        let TurretSettings { burst: bullets, gap, period, .. } = turret;
        let message = format!("a burst of {bullets} takes {seconds} seconds, and the next begins after {period}");
        let fault = Diagnostic::error(message).at(reader.place(burst), format!("{gap} seconds from bullet to bullet"));
        reader.fault(
            fault
                .at(reader.place(file.period), "the period")
                .help("fire fewer bullets, set a shorter `gap`, or a longer `period`"),
        );
        return None;
    }
    if turret.burst > turret.pool {
        let message = format!("a burst of {} does not fit in a pool of {}", turret.burst, turret.pool);
        let fault = Diagnostic::warning(message).at(reader.place(burst), "more bullets than can be in flight");
        reader.fault(fault.help("what the pool does not hold is not fired: set a larger `pool`"));
    }
    Some(())
}
