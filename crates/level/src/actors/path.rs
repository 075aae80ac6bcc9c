//! The paths of actors, and how a level file writes them: waypoints of the map or points between tiles, in their order.

use std::ops::Range;

use bevy_math::Vec2;
use serde::Deserialize;

use crate::diagnostics::faults;
use crate::diagnostics::{Diagnostic, truncated};
use crate::limits::PATH_POINTS_MAX;
use crate::reader::scalars::Quantity;
use crate::reader::{Reader, RonValue};
use crate::stable_hash::{StableHash, StableHasher};

/// A path of waypoints that a robot moves along at constant speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Patrol {
    /// At least two points; the robot starts at the first.
    pub points: Vec<Vec2>,
    /// Tiles a second; positive.
    pub speed: f32,
    /// Whether it goes from the last point straight to the first; otherwise it turns back.
    pub closed: bool,
}

/// Tiles a second, where a path does not set it.
const SPEED_DEFAULT: f32 = 3.0;

#[derive(Deserialize)]
#[serde(rename = "path", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct PathFile<'a> {
    points: RonValue<'a>,
    speed: Option<RonValue<'a>>,
    closed: Option<RonValue<'a>>,
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

/// Reads `(points: […], speed: …, closed: …)`. `speed` is the range of its speed.
pub(super) fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>, speed: &Quantity) -> Option<PathSettings> {
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
    Some(PathSettings { points: points?, speed: speed?, closed: closed?, span: reader.span(file.points) })
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

/// The field of a path: the actor's [`Start`](super::fields::Start) has what it says.
pub(super) struct PathEntry;

impl StableHash for Option<Patrol> {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.is_some());
        if let Some(Patrol { points, speed, closed }) = self {
            points.hash_into(hasher);
            hasher.write_f32(*speed);
            hasher.write_bool(*closed);
        }
    }
}
