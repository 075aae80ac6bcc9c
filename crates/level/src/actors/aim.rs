//! Aims (`Fixed`, `Sweep`, `Spin`, `Track`) and cycles, and how a level file writes them.

use std::f32::consts::{PI, TAU};
use std::ops::Range;

use bevy_math::{Vec2, ops};
use serde::Deserialize;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::reader::scalars::{ANGLE, DURATION, PERIOD, TURN_RATE, is_in_radians};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::{StableHash, StableHasher};

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

/// An aim as a file writes it: it may point to marks of the map, and be farther ahead in each next cell with its letter.
#[derive(Clone, Debug)]
pub struct AimEntry {
    /// The aim in the first cell, with 0 for a direction that leads to a mark.
    aim: Aim,
    /// The marks to which its first and its second direction lead, and their bytes in the file.
    marks: [Option<(Vec2, Range<usize>)>; 2],
    /// Seconds by which each next cell is farther ahead.
    step: f32,
    /// Whether its angles turn a shape.
    turns_shape: bool,
}

#[derive(Deserialize)]
#[serde(rename = "Aim", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
enum AimFile<'a> {
    Fixed {
        angle: RonValue<'a>,
    },
    Sweep {
        from: RonValue<'a>,
        to: RonValue<'a>,
        period: RonValue<'a>,
        offset: Option<RonValue<'a>>,
        step: Option<RonValue<'a>>,
    },
    Spin {
        from: Option<RonValue<'a>>,
        period: RonValue<'a>,
        clockwise: Option<RonValue<'a>>,
    },
    Track {
        from: RonValue<'a>,
        turn_rate: RonValue<'a>,
        needs_sight: Option<RonValue<'a>>,
    },
}

#[derive(Deserialize)]
#[serde(rename = "cycle", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct CycleFile<'a> {
    charge: Option<RonValue<'a>>,
    on: RonValue<'a>,
    off: Option<RonValue<'a>>,
    offset: Option<RonValue<'a>>,
    step: Option<RonValue<'a>>,
}

/// The words for an aim; the last is only for robots that can look for the ninja.
const WORDS: [&str; 4] = ["Fixed", "Sweep", "Spin", "Track"];

/// Reads how a robot points. Degrees become radians here.
pub(super) fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<AimEntry> {
    reader.word(value, "aim", &WORDS)?;
    read_known(reader, value, true)
}

/// Reads any aim but `Track`, for an actor that cannot look for the ninja. `field` is the name of the aim's field, `owner`
/// the actor with its article. `takes_marks` says whether it may point to marks of the map.
pub(super) fn read_without_track<'a>(
    reader: &mut Reader<'a>,
    value: RonValue<'a>,
    field: &str,
    owner: &str,
    takes_marks: bool,
) -> Option<AimEntry> {
    let value = reader.resolved(value)?;
    if value.text().starts_with(WORDS[3]) {
        let diagnostic =
            Diagnostic::error(format!("{owner} cannot track the ninja")).at(reader.span(value), "not allowed here");
        return reader.refuse(diagnostic.help(format!("`{field}` is one of `Fixed`, `Sweep` and `Spin`")));
    }
    reader.word(value, field, &WORDS[..3])?;
    read_known(reader, value, takes_marks)
}

fn read_known<'a>(reader: &mut Reader<'a>, value: RonValue<'a>, takes_marks: bool) -> Option<AimEntry> {
    let (mut marks, mut own_step) = ([None, None], 0.0);
    let mut direction = |reader: &mut Reader<'a>, index: usize, value: RonValue<'a>, field: &str| {
        let value = reader.resolved(value)?;
        // Someone who writes a place means the direction there.
        if takes_marks && value.text().starts_with(['\'', '(']) {
            let wanted = "an angle in degrees, or the mark of a cell in the map, such as '1'";
            marks[index] = Some((reader.mark(value, field, wanted)?, reader.span(value)));
            return Some(0.0);
        }
        reader.angle(value, field, &ANGLE)
    };
    let aim = match reader.read(value)? {
        AimFile::Fixed { angle } => Aim::Fixed { angle: direction(reader, 0, angle, "angle")? },
        AimFile::Sweep { from, to, period, offset, step } => {
            let texts = (from, to);
            let (from, to) = (direction(reader, 0, from, "from"), direction(reader, 1, to, "to"));
            let period = reader.quantity(period, "period", &PERIOD);
            let offset = reader.quantity_or(offset, "offset", &DURATION, 0.0);
            own_step = reader.quantity_or(step, "step", &DURATION, 0.0)?;
            let (from, to) = (from?, to?);
            if marks.iter().all(Option::is_none) {
                warn_of_sweep(reader, texts, from, to);
            }
            Aim::Sweep { from, to, period: period?, offset: offset? }
        }
        AimFile::Spin { from, period, clockwise } => {
            let from = from.map_or(Some(0.0), |from| direction(reader, 0, from, "from"));
            let period = reader.quantity(period, "period", &PERIOD);
            let clockwise = reader.flag_or(clockwise, "clockwise", false);
            Aim::Spin { from: from?, period: period?, clockwise: clockwise? }
        }
        AimFile::Track { from, turn_rate, needs_sight } => {
            let from = direction(reader, 0, from, "from");
            let turn_rate = reader.quantity(turn_rate, "turn_rate", &TURN_RATE);
            let needs_sight = reader.flag_or(needs_sight, "needs_sight", true);
            Aim::Track { from: from?, turn_rate: turn_rate?.to_radians(), needs_sight: needs_sight? }
        }
    };
    Some(AimEntry { aim, marks, step: own_step, turns_shape: false })
}

/// Warns of a sweep that stays where it is, and of one between two angles that are as small and as broken as radians are.
fn warn_of_sweep<'a>(reader: &mut Reader<'a>, (from, to): (RonValue<'a>, RonValue<'a>), start: f32, end: f32) {
    if start == end {
        let diagnostic = Diagnostic::warning("this sweep stays where it is").of(&faults::IDLE_SWEEP);
        let diagnostic = diagnostic.at(reader.span(to), "the same as `from`");
        reader.report(diagnostic.help("`Fixed(angle: …)` always points in one direction"));
        return;
    }
    let degrees = [start.to_degrees(), end.to_degrees()];
    let is_small = |angle: f32| angle > 0.0 && angle <= TAU && (angle - angle.round()).abs() > 1.0e-3;
    let is_told = is_in_radians(from.text()) || is_in_radians(to.text());
    if !is_told && degrees.into_iter().all(is_small) && (degrees[1] - degrees[0]).abs() >= 0.5 {
        reader.warn_of_radians(from, degrees[0]);
    }
}

/// Reads when a robot is lit, and by how many seconds each next cell with its letter is farther ahead.
pub(super) fn cycle<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<(Cycle, f32)> {
    let file: CycleFile = reader.read(value)?;
    let charge = reader.quantity_or(file.charge, "charge", &DURATION, 0.0);
    let on = reader.quantity(file.on, "on", &DURATION);
    let off = reader.quantity_or(file.off, "off", &DURATION, 0.0);
    let offset = reader.quantity_or(file.offset, "offset", &DURATION, 0.0);
    let step = reader.quantity_or(file.step, "step", &DURATION, 0.0);
    let cycle = Cycle { charge: charge?, on: on?, off: off?, offset: offset? };
    let sum = cycle.charge + cycle.on + cycle.off;
    if sum < PERIOD.min {
        let message = format!("`charge`, `on` and `off` must be at least {} seconds together", PERIOD.min);
        return reader.refuse(Diagnostic::error(message).at(reader.span(value), format!("they are {sum}")));
    }
    if cycle.on == 0.0 {
        reader.report(
            Diagnostic::warning("this robot is never lit").of(&faults::NEVER_LIT).at(reader.span(file.on), "`on` is 0"),
        );
    }
    Some((cycle, step?))
}

impl AimEntry {
    /// An aim at an angle in radians.
    pub(super) fn fixed(angle: f32) -> Self {
        Self { aim: Aim::Fixed { angle }, marks: [None, None], step: 0.0, turns_shape: false }
    }

    /// The same, as the turn of a shape.
    pub(super) fn turning_shape(self) -> Self {
        Self { turns_shape: true, ..self }
    }

    /// Whether its angles turn a shape.
    pub(super) fn turns_shape(&self) -> bool {
        self.turns_shape
    }

    /// The aim, as it is where nothing depends on the place.
    pub(super) fn plain(&self) -> Aim {
        self.aim
    }

    /// The aim of an actor at a position, in the cell of this index among those with its letter; or a report that it would
    /// point to itself.
    pub(crate) fn aimed_from(&self, reader: &mut Reader, position: Vec2, index: usize) -> Option<Aim> {
        let mut towards = |mark: &Option<(Vec2, Range<usize>)>, otherwise: f32| {
            let Some((target, span)) = mark else { return Some(otherwise) };
            if *target == position {
                let diagnostic = Diagnostic::error("an actor cannot point to its own place");
                return reader
                    .refuse(diagnostic.at(span.clone(), "it is there itself").help("write an angle, or another mark"));
            }
            Some(angle_towards(*target - position))
        };
        let ([first, second], mut aim) = (&self.marks, self.aim);
        let (Aim::Fixed { angle: from } | Aim::Sweep { from, .. } | Aim::Spin { from, .. } | Aim::Track { from, .. }) =
            &mut aim;
        *from = towards(first, *from)?;
        if let Aim::Sweep { from, to, offset, .. } = &mut aim {
            *to = towards(second, *to)?;
            if second.is_some() {
                // The shorter way round; counter-clockwise for half a turn.
                *to = *from + (PI - (PI - (*to - *from)).rem_euclid(TAU));
            }
            *offset += self.step * index as f32;
        }
        Some(aim)
    }
}

/// The angle of a vector that is not zero, in radians, `0..TAU`. By way of degrees, so that it is the same as that of a whole
/// number of degrees in a file.
fn angle_towards(vector: Vec2) -> f32 {
    let degrees = ops::atan2(vector.y, vector.x).to_degrees();
    (if degrees < 0.0 { degrees + 360.0 } else { degrees }).to_radians()
}

impl StableHash for Aim {
    fn hash_into(&self, hasher: &mut StableHasher) {
        let (kind, numbers, flag) = match *self {
            Self::Fixed { angle } => (0, [angle, 0.0, 0.0, 0.0], false),
            Self::Sweep { from, to, period, offset } => (1, [from, to, period, offset], false),
            Self::Spin { from, period, clockwise } => (2, [from, period, 0.0, 0.0], clockwise),
            Self::Track { from, turn_rate, needs_sight } => (3, [from, turn_rate, 0.0, 0.0], needs_sight),
        };
        hasher.write_u32(kind);
        numbers.into_iter().for_each(|number| hasher.write_f32(number));
        hasher.write_bool(flag);
    }
}

impl Aim {
    /// The angle at the start, in radians.
    pub fn start(self) -> f32 {
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
            Self::Spin { period, .. } => TAU / period,
            Self::Track { turn_rate, .. } => turn_rate,
        }
    }
}

impl StableHash for Option<Cycle> {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.is_some());
        if let Some(Cycle { charge, on, off, offset }) = *self {
            [charge, on, off, offset].into_iter().for_each(|seconds| hasher.write_f32(seconds));
        }
    }
}

/// A cycle as a file writes it, which may be farther ahead in each next cell with the letter of its actor.
pub(super) struct CycleEntry(pub Option<Cycle>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_towards_a_mark_is_that_of_whole_degrees() {
        let cases: [((f32, f32), f32); 7] = [
            ((3.0, 0.0), 0.0),
            ((2.0, 2.0), 45.0),
            ((0.0, 5.0), 90.0),
            ((-1.0, 1.0), 135.0),
            ((-4.0, 0.0), 180.0),
            ((0.0, -2.0), 270.0),
            ((3.0, -3.0), 315.0),
        ];
        for (vector, degrees) in cases {
            assert_eq!(angle_towards(vector.into()), degrees.to_radians(), "{vector:?}");
        }
    }

    #[test]
    fn a_sweep_between_marks_goes_the_shorter_way_and_each_next_cell_is_ahead() {
        let mut reader = Reader::new("");
        let mark = |x: f32, y: f32| Some((Vec2::new(x, y), 0..0));
        let aim = Aim::Sweep { from: 0.0, to: 0.0, period: 2.0, offset: 0.5 };
        let cases = [
            // Across the right: from 45 up to -45.
            (mark(1.0, 1.0), mark(1.0, -1.0), 45.0, -45.0),
            (mark(1.0, -1.0), mark(1.0, 1.0), 315.0, 405.0),
            (mark(-1.0, 1.0), mark(-1.0, -1.0), 135.0, 225.0),
            // Half a turn goes counter-clockwise.
            (mark(1.0, 0.0), mark(-1.0, 0.0), 0.0, 180.0),
        ];
        for (first, second, from_degrees, to_degrees) in cases {
            let entry = AimEntry { aim, marks: [first, second], step: 0.25, turns_shape: false };
            let Some(Aim::Sweep { from, to, offset, .. }) = entry.aimed_from(&mut reader, Vec2::ZERO, 3) else {
                panic!("a sweep")
            };
            let near = |radians: f32, degrees: f32| (radians.to_degrees() - degrees).abs() < 1e-3;
            assert!(near(from, from_degrees) && near(to, to_degrees), "{} to {}", from.to_degrees(), to.to_degrees());
            assert_eq!(offset, 1.25);
        }
    }
}
