//! Aims (`Fixed`, `Sweep`, `Spin`, `Track`) and cycles, and how a level file writes them.

use serde::Deserialize;

use crate::level::diagnostics::Diagnostic;
use crate::level::diagnostics::faults;
use crate::level::reader::scalars::{ANGLE, DURATION, PERIOD, TURN_RATE, is_in_radians};
use crate::level::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;

/// How a robot points. Angles in radians, counter-clockwise from +x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aim {
    /// Always in one direction.
    Fixed {
        /// The direction.
        angle: f32,
    },
    /// To and fro between two angles with smooth ends, turning in the direction of `to - from`.
    Sweep {
        /// The angle at the start.
        from: f32,
        /// The angle half a period later.
        to: f32,
        /// Seconds there and back; positive.
        period: f32,
        /// Seconds that it is ahead at the start.
        offset: f32,
    },
    /// Round and round.
    Spin {
        /// The angle at the start.
        from: f32,
        /// Seconds for a full turn; positive.
        period: f32,
        /// The sense of the turn.
        clockwise: bool,
    },
    /// Turns towards the ninja.
    Track {
        /// The angle at the start.
        from: f32,
        /// The fastest it turns, radians a second; positive.
        turn_rate: f32,
        /// Whether it turns only while it sees the ninja.
        needs_sight: bool,
    },
}

/// When beams are lit: charge (a harmless warning), on, off, and again. Seconds, each at least 0, the sum positive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Harmless, drawn dashed.
    pub charge: f32,
    /// Lethal.
    pub on: f32,
    /// No beams.
    pub off: f32,
    /// Seconds that it is ahead at the start.
    pub offset: f32,
}

#[derive(Deserialize)]
#[serde(rename = "Aim", deny_unknown_fields)]
enum AimFile<'a> {
    Fixed {
        #[serde(borrow)]
        angle: RonValue<'a>,
    },
    Sweep {
        #[serde(borrow)]
        from: RonValue<'a>,
        #[serde(borrow)]
        to: RonValue<'a>,
        #[serde(borrow)]
        period: RonValue<'a>,
        #[serde(borrow)]
        offset: Option<RonValue<'a>>,
    },
    Spin {
        #[serde(borrow)]
        from: Option<RonValue<'a>>,
        #[serde(borrow)]
        period: RonValue<'a>,
        #[serde(borrow)]
        clockwise: Option<RonValue<'a>>,
    },
    Track {
        #[serde(borrow)]
        from: RonValue<'a>,
        #[serde(borrow)]
        turn_rate: RonValue<'a>,
        #[serde(borrow)]
        needs_sight: Option<RonValue<'a>>,
    },
}

#[derive(Deserialize)]
#[serde(rename = "cycle", deny_unknown_fields)]
struct CycleFile<'a> {
    #[serde(borrow)]
    charge: Option<RonValue<'a>>,
    #[serde(borrow)]
    on: RonValue<'a>,
    #[serde(borrow)]
    off: Option<RonValue<'a>>,
    #[serde(borrow)]
    offset: Option<RonValue<'a>>,
}

/// The words for an aim; the last is only for robots that can look for the ninja.
const WORDS: [&str; 4] = ["Fixed", "Sweep", "Spin", "Track"];

/// Reads how a robot points. Degrees become radians here.
pub(super) fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Aim> {
    reader.word(value, "aim", &WORDS)?;
    read_known(reader, value)
}

/// Reads any aim but `Track`, for an actor that cannot look for the ninja. `field` is the name of the aim's field, `owner`
/// the actor with its article.
pub(super) fn read_without_track<'a>(
    reader: &mut Reader<'a>,
    value: RonValue<'a>,
    field: &str,
    owner: &str,
) -> Option<Aim> {
    if value.text().starts_with(WORDS[3]) {
        let diagnostic =
            Diagnostic::error(format!("{owner} cannot track the ninja")).at(reader.span(value), "not allowed here");
        reader.report(diagnostic.help(format!("`{field}` is one of `Fixed`, `Sweep` and `Spin`")));
        return None;
    }
    reader.word(value, field, &WORDS[..3])?;
    read_known(reader, value)
}

fn read_known<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Aim> {
    match reader.read(value)? {
        AimFile::Fixed { angle } => Some(Aim::Fixed { angle: reader.angle(angle, "angle", &ANGLE)? }),
        AimFile::Sweep { from, to, period, offset } => {
            let texts = (from, to);
            let (from, to) = (reader.angle(from, "from", &ANGLE), reader.angle(to, "to", &ANGLE));
            warn_of_sweep(reader, texts, from?, to?);
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

/// Warns of a sweep that stays where it is, and of one between two angles that are as small and as broken as radians are.
fn warn_of_sweep<'a>(reader: &mut Reader<'a>, (from, to): (RonValue<'a>, RonValue<'a>), start: f32, end: f32) {
    if start == end {
        let diagnostic = Diagnostic::warning("this sweep stays where it is").of(&faults::IDLE_SWEEP);
        let diagnostic = diagnostic.at(reader.span(to), "the same as `from`");
        reader.report(diagnostic.help("`Fixed(angle: …)` always points in one direction"));
        return;
    }
    let (degrees, turn) = ([start.to_degrees(), end.to_degrees()], std::f32::consts::TAU);
    let is_small = |angle: f32| angle > 0.0 && angle <= turn && (angle - angle.round()).abs() > 1.0e-3;
    let is_told = is_in_radians(from.text()) || is_in_radians(to.text());
    if !is_told && degrees.into_iter().all(is_small) && (degrees[1] - degrees[0]).abs() >= 0.5 {
        reader.warn_of_radians(from, degrees[0]);
    }
}

/// Reads when a robot is lit.
pub(super) fn cycle<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Cycle> {
    let file: CycleFile = reader.read(value)?;
    let charge = reader.quantity_or(file.charge, "charge", &DURATION, 0.0);
    let on = reader.quantity(file.on, "on", &DURATION);
    let off = reader.quantity_or(file.off, "off", &DURATION, 0.0);
    let offset = reader.quantity_or(file.offset, "offset", &DURATION, 0.0);
    let cycle = Cycle { charge: charge?, on: on?, off: off?, offset: offset? };
    let sum = cycle.charge + cycle.on + cycle.off;
    if sum < PERIOD.min {
        let message = format!("`charge`, `on` and `off` must be at least {} seconds together", PERIOD.min);
        reader.report(Diagnostic::error(message).at(reader.span(value), format!("they are {sum}")));
        return None;
    }
    if cycle.on == 0.0 {
        reader.report(
            Diagnostic::warning("this robot is never lit").of(&faults::NEVER_LIT).at(reader.span(file.on), "`on` is 0"),
        );
    }
    Some(cycle)
}

impl Aim {
    pub(super) fn hash_into(self, hasher: &mut StableHasher) {
        let (kind, numbers, flag) = match self {
            Self::Fixed { angle } => (0, [angle, 0.0, 0.0, 0.0], false),
            Self::Sweep { from, to, period, offset } => (1, [from, to, period, offset], false),
            Self::Spin { from, period, clockwise } => (2, [from, period, 0.0, 0.0], clockwise),
            Self::Track { from, turn_rate, needs_sight } => (3, [from, turn_rate, 0.0, 0.0], needs_sight),
        };
        hasher.write_u32(kind);
        numbers.into_iter().for_each(|number| hasher.write_f32(number));
        hasher.write_bool(flag);
    }

    /// The angle at the start, in radians.
    pub(super) fn start(self) -> f32 {
        match self {
            Self::Fixed { angle } => angle,
            Self::Sweep { from, to, period, offset } => {
                // The smooth step 3t² - 2t³ of a triangle wave.
                let there = 1.0 - (2.0 * (offset % period) / period - 1.0).abs();
                from + (to - from) * there * there * (3.0 - 2.0 * there)
            }
            Self::Spin { from, .. } | Self::Track { from, .. } => from,
        }
    }

    /// The fastest it turns, in radians a second.
    pub(super) fn turn_rate_max(self) -> f32 {
        match self {
            Self::Fixed { .. } => 0.0,
            // The slope of the smooth step is at most 1.5, over half a period.
            Self::Sweep { from, to, period, .. } => 3.0 * (to - from).abs() / period,
            Self::Spin { period, .. } => std::f32::consts::TAU / period,
            Self::Track { turn_rate, .. } => turn_rate,
        }
    }
}

impl Cycle {
    pub(super) fn hash_into(self, hasher: &mut StableHasher) {
        let Self { charge, on, off, offset } = self;
        [charge, on, off, offset].into_iter().for_each(|seconds| hasher.write_f32(seconds));
    }
}
