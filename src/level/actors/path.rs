//! The path of an actor as written in a level file: waypoints of the map or points between tiles, in their order.

use std::ops::Range;

use bevy::math::Vec2;
use serde::Deserialize;

use crate::level::diagnostics::{Diagnostic, shown};
use crate::level::limits::PATH_POINTS_MAX;
use crate::level::reader::scalars::Quantity;
use crate::level::reader::{Piece, Reader};
use crate::level::{Patrol, StableHasher};

/// Tiles a second, where a path does not say.
const SPEED_DEFAULT: f32 = 3.0;

#[derive(Deserialize)]
#[serde(rename = "path", deny_unknown_fields)]
struct PathFile<'a> {
    #[serde(borrow)]
    points: Piece<'a>,
    #[serde(borrow)]
    speed: Option<Piece<'a>>,
    #[serde(borrow)]
    closed: Option<Piece<'a>>,
}

/// A path whose waypoints have not been looked up yet.
#[derive(Clone, Debug)]
pub(crate) struct PathSettings {
    pub points: Vec<PathPoint>,
    pub speed: f32,
    pub closed: bool,
    /// The bytes of `points`.
    pub place: Range<usize>,
}

/// One point of a path.
#[derive(Clone, Debug)]
pub(crate) struct PathPoint {
    pub spot: Spot,
    pub place: Range<usize>,
}

/// How a path names a point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    /// A digit of the map.
    Waypoint(u8),
    /// Coordinates in tiles.
    Point(Vec2),
}

/// Reads an optional path. `speed` is the range of its speed.
pub(crate) fn read_if<'a>(
    reader: &mut Reader<'a>,
    piece: Option<Piece<'a>>,
    speed: &Quantity,
) -> Option<Option<PathSettings>> {
    piece.map_or(Some(None), |piece| read(reader, piece, speed).map(Some))
}

/// Reads `(points: […], speed: …, closed: …)`.
fn read<'a>(reader: &mut Reader<'a>, piece: Piece<'a>, speed: &Quantity) -> Option<PathSettings> {
    if piece.text().starts_with('[') {
        let fault = Diagnostic::error("`path` must be in round brackets").at(reader.place(piece), "a bare list");
        reader.fault(fault.help(format!("write `path: (points: {})`", shown(piece.text()))));
        return None;
    }
    let file: PathFile = reader.read(piece)?;
    let points = points(reader, file.points);
    let speed = reader.quantity_or(file.speed, "speed", speed, SPEED_DEFAULT);
    let closed = reader.flag_or(file.closed, "closed", false);
    Some(PathSettings { points: points?, speed: speed?, closed: closed?, place: reader.place(file.points) })
}

fn points<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<Vec<PathPoint>> {
    let pieces: Vec<Piece> = reader.read(piece)?;
    if pieces.len() > PATH_POINTS_MAX {
        let message = format!("the path has {} points, and at most {PATH_POINTS_MAX} are allowed", pieces.len());
        reader.fault(Diagnostic::error(message).at(reader.place(piece), "too many points"));
        return None;
    }
    let points: Vec<_> = pieces.into_iter().map(|piece| point(reader, piece)).collect();
    points.into_iter().collect()
}

fn point<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<PathPoint> {
    let place = reader.place(piece);
    if piece.text().starts_with('(') {
        return Some(PathPoint { spot: Spot::Point(reader.point(piece, "points")?), place });
    }
    let name: char = reader.scalar(piece, "points", "a list of waypoints, such as '1', and places `(x, y)`")?;
    match name.to_digit(10) {
        Some(digit) => Some(PathPoint { spot: Spot::Waypoint(digit as u8), place }),
        None => {
            let fault = Diagnostic::error(format!("`{name}` is no waypoint")).at(place, "expected a digit");
            reader.fault(fault.help("waypoints are the digits '0' to '9' of the map"));
            None
        }
    }
}

impl Patrol {
    /// Takes in a path that may be none.
    pub(crate) fn write_to(path: Option<&Self>, hash: &mut StableHasher) {
        hash.write_bool(path.is_some());
        if let Some(Self { points, speed, closed }) = path {
            hash.write_u32(points.len() as u32);
            points.iter().for_each(|point| hash.write_vec2(*point));
            hash.write_f32(*speed);
            hash.write_bool(*closed);
        }
    }
}
