//! The paths of actors, and how a level file writes them: waypoints of the map or points between tiles, in their order.

use std::ops::Range;

use bevy_math::Vec2;
use serde::Deserialize;

use crate::diagnostics::faults;
use crate::diagnostics::{Diagnostic, truncated};
use crate::format::channels::ChannelTable;
use crate::format::gates::Gate;
use crate::limits::PATH_POINTS_MAX;
use crate::reader::scalars::{DURATION, Quantity};
use crate::reader::{Reader, RonValue};
use crate::stable_hash::{StableHash, StableHasher};

/// A path of waypoints that a robot moves along at constant speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Patrol {
    /// At least two points; the robot starts at the first, if it is not ahead.
    pub points: Vec<Vec2>,
    /// Tiles a second; positive.
    pub speed: f32,
    /// Whether it goes from the last point straight to the first; otherwise it turns back.
    pub closed: bool,
    /// When it moves and where it stops.
    pub timing: PathTiming,
}

/// When a robot moves along its path, and where it stops; by default it never stops.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathTiming {
    /// Seconds that it stays at each point to which it comes.
    pub pause: f32,
    /// Whether it stays for good where its path ends: at the last point, or at the first of a closed path.
    pub once: bool,
    /// Seconds by which it is ahead at the start.
    pub offset: f32,
    /// The gate while which is open it moves; `None` is always.
    pub when: Option<Gate>,
}

/// Tiles a second, where a path does not set it.
const SPEED_DEFAULT: f32 = 3.0;

#[derive(Deserialize)]
#[serde(rename = "path", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct PathFile<'a> {
    points: RonValue<'a>,
    speed: Option<RonValue<'a>>,
    closed: Option<RonValue<'a>>,
    pause: Option<RonValue<'a>>,
    once: Option<RonValue<'a>>,
    offset: Option<RonValue<'a>>,
    step: Option<RonValue<'a>>,
    when: Option<RonValue<'a>>,
}

/// A path as a file writes it, without its actor's own position.
#[derive(Clone, Debug)]
pub struct PathSettings {
    /// Its points, without the actor's own position.
    pub points: Vec<PathPoint>,
    /// As [`Patrol::speed`].
    pub speed: f32,
    /// As [`Patrol::closed`].
    pub closed: bool,
    /// As [`Patrol::timing`], for the first cell with its actor's letter.
    pub timing: PathTiming,
    /// Seconds by which each next cell with the letter is farther ahead.
    pub step: f32,
    /// The bytes of `points`.
    pub span: Range<usize>,
}

/// One point of a path.
#[derive(Clone, Debug)]
pub struct PathPoint {
    /// Where it is, in tiles.
    pub at: Vec2,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

/// Reads `(points: […], speed: …, …)`. `speed` is the range of its speed.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    value: RonValue<'a>,
    speed: &Quantity,
) -> Option<PathSettings> {
    let value = reader.resolved(value)?;
    if value.text().starts_with('[') {
        let diagnostic = Diagnostic::error("`path` must be in round brackets")
            .of(&faults::BAD_PATH)
            .at(reader.span(value), "a bare list");
        return reader.refuse(diagnostic.help(format!("write `path: (points: {})`", truncated(value.text()))));
    }
    let file: PathFile = reader.read(value)?;
    let points = points(reader, file.points);
    let speed = reader.quantity_or(file.speed, "speed", speed, SPEED_DEFAULT);
    let closed = reader.flag_or(file.closed, "closed", false);
    let pause = reader.quantity_or(file.pause, "pause", &DURATION, 0.0);
    let once = reader.flag_or(file.once, "once", false);
    let offset = reader.quantity_or(file.offset, "offset", &DURATION, 0.0);
    let step = reader.quantity_or(file.step, "step", &DURATION, 0.0);
    let when = file.when.map(|when| channels.gate(reader, when));
    let when = when.map_or(Some(None), |gate| gate.map(Some));
    let timing = PathTiming { pause: pause?, once: once?, offset: offset?, when: when? };
    let span = reader.span(file.points);
    Some(PathSettings { points: points?, speed: speed?, closed: closed?, timing, step: step?, span })
}

fn points<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Vec<PathPoint>> {
    let values: Vec<RonValue> = reader.read(value)?;
    if values.len() > PATH_POINTS_MAX {
        let message = format!("the path has {} points, and at most {PATH_POINTS_MAX} are allowed", values.len());
        return reader
            .refuse(Diagnostic::error(message).of(&faults::TOO_MANY).at(reader.span(value), "too many points"));
    }
    let points: Vec<_> = values.into_iter().map(|value| point(reader, value)).collect();
    points.into_iter().collect()
}

fn point<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<PathPoint> {
    let value = reader.resolved(value)?;
    let span = reader.span(value);
    let at = if value.text().starts_with('(') {
        reader.point(value, "points")?
    } else {
        reader.mark(value, "points", "a list of waypoints, such as '1', and places `(x, y)`")?
    };
    Some(PathPoint { at, span })
}

impl Patrol {
    /// The points of one lap, as it comes to them: there and back, or round; only there if it goes once.
    pub fn lap(&self) -> Vec<Vec2> {
        let mut lap = self.points.clone();
        if self.closed {
            lap.extend(self.points.first());
        } else if !self.timing.once {
            lap.extend(self.points.iter().rev().skip(1));
        }
        lap
    }

    /// Where it is at the start, by its offset.
    pub(crate) fn start(&self) -> Vec2 {
        let (lap, PathTiming { pause, once, offset, .. }) = (self.lap(), self.timing);
        let seconds = |leg: &[Vec2]| leg[0].distance(leg[1]) / self.speed;
        let whole: f32 = lap.windows(2).map(|leg| seconds(leg) + pause).sum();
        let mut left = if once { offset } else { offset % whole };
        for leg in lap.windows(2) {
            if left < seconds(leg) {
                return leg[0].lerp(leg[1], left / seconds(leg));
            }
            left -= seconds(leg);
            if left < pause {
                return leg[1];
            }
            left -= pause;
        }
        lap[lap.len() - 1]
    }
}

/// The field of a path: the actor's [`Start`](super::fields::Start) has what it says.
pub(super) struct PathEntry;

impl StableHash for Option<Patrol> {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.is_some());
        // Timings have a section of their own.
        if let Some(Patrol { points, speed, closed, timing: _ }) = self {
            points.hash_into(hasher);
            hasher.write_f32(*speed);
            hasher.write_bool(*closed);
        }
    }
}

impl StableHash for PathTiming {
    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { pause, once, offset, when } = self;
        hasher.write_f32(*pause);
        hasher.write_bool(*once);
        hasher.write_f32(*offset);
        when.hash_into(hasher);
    }
}
