//! How a robot points and when it is lit, as written in a level file: `Fixed`, `Sweep`, `Spin`, `Track`, and the cycle.

use serde::Deserialize;

use super::fault::Fault;
use super::reader::{Piece, Reader};
use super::values::{ANGLE, DURATION, PERIOD, TURN_RATE};
use super::{Aim, Cycle};

#[derive(Deserialize)]
#[serde(rename = "Aim", deny_unknown_fields)]
enum AimFile<'a> {
    Fixed {
        #[serde(borrow)]
        angle: Piece<'a>,
    },
    Sweep {
        #[serde(borrow)]
        from: Piece<'a>,
        #[serde(borrow)]
        to: Piece<'a>,
        #[serde(borrow)]
        period: Piece<'a>,
        #[serde(borrow)]
        offset: Option<Piece<'a>>,
    },
    Spin {
        #[serde(borrow)]
        from: Option<Piece<'a>>,
        #[serde(borrow)]
        period: Piece<'a>,
        #[serde(borrow)]
        clockwise: Option<Piece<'a>>,
    },
    Track {
        #[serde(borrow)]
        from: Piece<'a>,
        #[serde(borrow)]
        turn_rate: Piece<'a>,
        #[serde(borrow)]
        needs_sight: Option<Piece<'a>>,
    },
}

#[derive(Deserialize)]
#[serde(rename = "cycle", deny_unknown_fields)]
struct CycleFile<'a> {
    #[serde(borrow)]
    charge: Option<Piece<'a>>,
    #[serde(borrow)]
    on: Piece<'a>,
    #[serde(borrow)]
    off: Option<Piece<'a>>,
    #[serde(borrow)]
    offset: Option<Piece<'a>>,
}

/// Reads how a robot points. Degrees become radians here.
pub(super) fn read<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Aim> {
    reader.word(piece, "aim", &["Fixed", "Sweep", "Spin", "Track"])?;
    match reader.read(piece)? {
        AimFile::Fixed { angle } => Some(Aim::Fixed { angle: radians(reader, angle, "angle")? }),
        AimFile::Sweep { from, to, period, offset } => {
            let (from, to) = (radians(reader, from, "from"), radians(reader, to, "to"));
            let period = reader.quantity(period, "period", &PERIOD);
            let offset = reader.quantity_or(offset, "offset", &DURATION, 0.0);
            Some(Aim::Sweep { from: from?, to: to?, period: period?, offset: offset? })
        }
        AimFile::Spin { from, period, clockwise } => {
            let from = from.map_or(Some(0.0), |from| radians(reader, from, "from"));
            let period = reader.quantity(period, "period", &PERIOD);
            let clockwise = reader.flag_or(clockwise, "clockwise", false);
            Some(Aim::Spin { from: from?, period: period?, clockwise: clockwise? })
        }
        AimFile::Track { from, turn_rate, needs_sight } => {
            let from = radians(reader, from, "from");
            let turn_rate = reader.quantity(turn_rate, "turn_rate", &TURN_RATE);
            let needs_sight = reader.flag_or(needs_sight, "needs_sight", true);
            Some(Aim::Track { from: from?, turn_rate: turn_rate?.to_radians(), needs_sight: needs_sight? })
        }
    }
}

fn radians<'a>(reader: &mut Reader<'a>, piece: Piece<'a>, field: &str) -> Option<f32> {
    reader.quantity(piece, field, &ANGLE).map(f32::to_radians)
}

/// Reads when a robot is lit.
pub(super) fn cycle<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Cycle> {
    let file: CycleFile = reader.read(piece)?;
    let charge = reader.quantity_or(file.charge, "charge", &DURATION, 0.0);
    let on = reader.quantity(file.on, "on", &DURATION);
    let off = reader.quantity_or(file.off, "off", &DURATION, 0.0);
    let offset = reader.quantity_or(file.offset, "offset", &DURATION, 0.0);
    let cycle = Cycle { charge: charge?, on: on?, off: off?, offset: offset? };
    let sum = cycle.charge + cycle.on + cycle.off;
    if sum < PERIOD.min {
        let message = format!("`charge`, `on` and `off` must be {} to {} seconds together", PERIOD.min, PERIOD.max);
        reader.fault(Fault::error(message).at(reader.place(piece), format!("they are {sum}")));
        return None;
    }
    if cycle.on == 0.0 {
        reader.fault(Fault::warning("this robot is never lit").at(reader.place(file.on), "`on` is 0"));
    }
    Some(cycle)
}
