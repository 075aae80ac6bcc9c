//! How a robot points and when it is lit, as written in a level file: `Fixed`, `Sweep`, `Spin`, `Track`, and the cycle.

use serde::Deserialize;

use crate::level::diagnostics::Diagnostic;
use crate::level::reader::scalars::{ANGLE, DURATION, PERIOD, TURN_RATE};
use crate::level::reader::{Piece, Reader};
use crate::level::{Aim, Cycle, StableHasher};

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

/// The words for an aim; the last needs a robot that looks for the ninja.
const WORDS: [&str; 4] = ["Fixed", "Sweep", "Spin", "Track"];

/// Reads how a robot points. Degrees become radians here.
pub(crate) fn read<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Aim> {
    reader.word(piece, "aim", &WORDS)?;
    read_known(reader, piece)
}

/// Reads how something points that cannot look for the ninja: any aim but `Track`. `field` is what the aim is called, and
/// `who` has it, with its article.
pub(crate) fn read_steady<'a>(reader: &mut Reader<'a>, piece: Piece<'a>, field: &str, who: &str) -> Option<Aim> {
    if piece.text().starts_with(WORDS[3]) {
        let fault = Diagnostic::error(format!("{who} cannot track the ninja")).at(reader.place(piece), "not here");
        reader.fault(fault.help(format!("`{field}` is one of `Fixed`, `Sweep` and `Spin`")));
        return None;
    }
    reader.word(piece, field, &WORDS[..3])?;
    read_known(reader, piece)
}

fn read_known<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Aim> {
    match reader.read(piece)? {
        AimFile::Fixed { angle } => Some(Aim::Fixed { angle: reader.angle(angle, "angle", &ANGLE)? }),
        AimFile::Sweep { from, to, period, offset } => {
            let (from, to) = (reader.angle(from, "from", &ANGLE), reader.angle(to, "to", &ANGLE));
            let period = reader.quantity(period, "period", &PERIOD);
            let offset = reader.quantity_or(offset, "offset", &DURATION, 0.0);
            Some(Aim::Sweep { from: from?, to: to?, period: period?, offset: offset? })
        }
        AimFile::Spin { from, period, clockwise } => {
            let from = reader.angle_or(from, "from", &ANGLE, 0.0);
            let period = reader.quantity(period, "period", &PERIOD);
            let clockwise = reader.flag_or(clockwise, "clockwise", false);
            Some(Aim::Spin { from: from?, period: period?, clockwise: clockwise? })
        }
        AimFile::Track { from, turn_rate, needs_sight } => {
            let from = reader.angle(from, "from", &ANGLE);
            let turn_rate = reader.quantity(turn_rate, "turn_rate", &TURN_RATE);
            let needs_sight = reader.flag_or(needs_sight, "needs_sight", true);
            Some(Aim::Track { from: from?, turn_rate: turn_rate?.to_radians(), needs_sight: needs_sight? })
        }
    }
}

/// Reads when a robot is lit.
pub(crate) fn cycle<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Cycle> {
    let file: CycleFile = reader.read(piece)?;
    let charge = reader.quantity_or(file.charge, "charge", &DURATION, 0.0);
    let on = reader.quantity(file.on, "on", &DURATION);
    let off = reader.quantity_or(file.off, "off", &DURATION, 0.0);
    let offset = reader.quantity_or(file.offset, "offset", &DURATION, 0.0);
    let cycle = Cycle { charge: charge?, on: on?, off: off?, offset: offset? };
    let sum = cycle.charge + cycle.on + cycle.off;
    if sum < PERIOD.min {
        let message = format!("`charge`, `on` and `off` must be {} to {} seconds together", PERIOD.min, PERIOD.max);
        reader.fault(Diagnostic::error(message).at(reader.place(piece), format!("they are {sum}")));
        return None;
    }
    if cycle.on == 0.0 {
        reader.fault(Diagnostic::warning("this robot is never lit").at(reader.place(file.on), "`on` is 0"));
    }
    Some(cycle)
}

impl Aim {
    pub(crate) fn write_to(self, hash: &mut StableHasher) {
        let (kind, numbers, flag) = match self {
            Self::Fixed { angle } => (0, [angle, 0.0, 0.0, 0.0], false),
            Self::Sweep { from, to, period, offset } => (1, [from, to, period, offset], false),
            Self::Spin { from, period, clockwise } => (2, [from, period, 0.0, 0.0], clockwise),
            Self::Track { from, turn_rate, needs_sight } => (3, [from, turn_rate, 0.0, 0.0], needs_sight),
        };
        hash.write_u32(kind);
        numbers.into_iter().for_each(|number| hash.write_f32(number));
        hash.write_bool(flag);
    }

    /// The angle at the start, in radians.
    pub(crate) fn start(self) -> f32 {
        match self {
            Self::Fixed { angle } => angle,
            Self::Sweep { from, to, period, offset } => {
                // There and back with smooth ends: the smooth step of a triangle wave.
                let there = 1.0 - (2.0 * (offset % period) / period - 1.0).abs();
                from + (to - from) * there * there * (3.0 - 2.0 * there)
            }
            Self::Spin { from, .. } | Self::Track { from, .. } => from,
        }
    }

    /// The fastest it turns, in radians a second.
    pub(crate) fn turn_rate_max(self) -> f32 {
        match self {
            Self::Fixed { .. } => 0.0,
            // A smooth step is at most one and a half times as steep as the straight way, which takes half a period.
            Self::Sweep { from, to, period, .. } => 3.0 * (to - from).abs() / period,
            Self::Spin { period, .. } => std::f32::consts::TAU / period,
            Self::Track { turn_rate, .. } => turn_rate,
        }
    }
}

impl Cycle {
    pub(crate) fn write_to(self, hash: &mut StableHasher) {
        let Self { charge, on, off, offset } = self;
        [charge, on, off, offset].into_iter().for_each(|seconds| hash.write_f32(seconds));
    }
}
