//! Where each actor starts and where its path leads: letters and waypoints of the map, coordinates between tiles.

use std::ops::Range;

use bevy_math::{IVec2, Vec2};

use super::marks::{center, letters};
use crate::actors::entries::{Actor, ActorEntry};
use crate::actors::path::{PathSettings, Patrol};
use crate::actors::settings::Place;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::format::map::TextMap;
use crate::limits::PATH_POINTS_MAX;
use crate::reader::Reader;
use hairline_geometry::cells::crossed_cells;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;

pub(super) struct ActorStart {
    pub place: Place,
    /// The byte range that puts it there.
    pub span: Range<usize>,
}

impl ActorStart {
    fn new(position: Vec2, path: Option<Patrol>, span: Range<usize>) -> Self {
        Self { place: Place::new(position, path), span }
    }
}

/// The starts of an actor, one for each of its letters in the map, with its path from there.
pub(super) fn starts(reader: &mut Reader, map: &TextMap, actor: &Actor, entry: &ActorEntry) -> Vec<ActorStart> {
    let (letter, in_walls) = (actor.letter, entry.kind.may_be_in_walls());
    let mut starts: Vec<(Vec2, Range<usize>)> =
        letters(map, letter).map(|mark| (center(mark.cell), mark.span.clone())).collect();
    if let Some((at, span)) = &entry.start.at {
        if let Some(mark) = letters(map, letter).next() {
            let message = format!("actor '{letter}' has two places: `at`, and `{letter}` in the map");
            let diagnostic = Diagnostic::error(message)
                .of(&faults::NO_PLACE)
                .at(span.clone(), "here")
                .at(mark.span.clone(), "and here");
            reader.report(diagnostic.help("remove one of them"));
            return Vec::new();
        }
        if !check_position(reader, map, *at, span, &format!("actor '{letter}'"), in_walls) {
            return Vec::new();
        }
        starts.push((*at, span.clone()));
    }
    let points = entry.start.path.as_ref().map(|path| checked_points(reader, map, path, in_walls));
    let (Some(path), Some(points)) = (&entry.start.path, points) else {
        if starts.is_empty() {
            let message = format!("actor '{letter}' is nowhere");
            let help = format!("put `{letter}` in the map where it should be, or give it `at: (x, y)`");
            reader.report(
                Diagnostic::error(message).of(&faults::NO_PLACE).at(actor.span.clone(), "declared here").help(help),
            );
        }
        return starts.into_iter().map(|(position, span)| ActorStart::new(position, None, span)).collect();
    };
    let Some(points) = points else { return Vec::new() };
    // Without a place of its own, an actor starts at the first point of its path.
    let routes: Vec<(Vec<Vec2>, Range<usize>)> = if starts.is_empty() {
        vec![(points, path.span.clone())]
    } else {
        let from = |start: Vec2| std::iter::once(start).chain(points.iter().copied()).collect();
        starts.into_iter().map(|(start, span)| (from(start), span)).collect()
    };
    let mut patrols = Vec::new();
    for (index, (route, span)) in routes.into_iter().enumerate() {
        let Some(mut patrol) = patrol(reader, route, path, letter) else { break };
        patrol.timing.offset += path.step * index as f32;
        patrols.push(ActorStart::new(patrol.start(), Some(patrol), span));
    }
    patrols
}

/// The points of a path, if all of them are where one may be.
fn checked_points(reader: &mut Reader, map: &TextMap, path: &PathSettings, in_walls: bool) -> Option<Vec<Vec2>> {
    let mut points = Vec::new();
    for point in &path.points {
        if check_position(reader, map, point.at, &point.span, "this point of the path", in_walls) {
            points.push(point.at);
        }
    }
    (points.len() == path.points.len()).then_some(points)
}

/// Makes a patrol of a route that begins where the actor starts.
fn patrol(reader: &mut Reader, points: Vec<Vec2>, path: &PathSettings, letter: char) -> Option<Patrol> {
    if points.len() < 2 || points.len() > PATH_POINTS_MAX {
        let count = points.len();
        let diagnostic = if count < 2 {
            Diagnostic::error(format!("the path of actor '{letter}' needs two points, and has {count}"))
                .of(&faults::BAD_PATH)
                .help(format!("add a waypoint; where `{letter}` is in the map counts as the first point"))
        } else {
            Diagnostic::error(format!(
                "the path of actor '{letter}' has {count} points; at most {PATH_POINTS_MAX} are allowed"
            ))
            .of(&faults::TOO_MANY)
        };
        return reader.refuse(diagnostic.at(path.span.clone(), "these, and the start"));
    }
    let next = |index: usize| if index + 1 < points.len() { Some(index + 1) } else { path.closed.then_some(0) };
    let mut steps = (0..points.len()).filter_map(|index| Some((index, next(index)?)));
    if let Some((index, again)) = steps.find(|&(index, next)| points[index] == points[next]) {
        return reader.refuse(repeated_point(points.len(), path, letter, index, again));
    }
    Some(Patrol { points, speed: path.speed, closed: path.closed, timing: path.timing })
}

/// The error of a route of `count` points whose point `again` follows `index` and is the same.
fn repeated_point(count: usize, path: &PathSettings, letter: char, index: usize, again: usize) -> Diagnostic {
    // The actor's own place is the first point of the route, unless it starts at the first point of the list.
    let own = count - path.points.len();
    let span = |index: usize| index.checked_sub(own).map_or(path.span.clone(), |index| path.points[index].span.clone());
    let diagnostic = Diagnostic::error(format!("the path of actor '{letter}' has the same point twice in a row"));
    let diagnostic = diagnostic.of(&faults::BAD_PATH);
    if again == 0 {
        let diagnostic = diagnostic.at(span(index), "this last point is the start");
        diagnostic.help("a closed path returns to its start by itself: leave the last point out")
    } else if index < own {
        let diagnostic = diagnostic.at(span(again), "this first point is where the actor starts");
        diagnostic.help("the path begins where the actor starts: leave the first point out")
    } else {
        let number = again - own + 1;
        diagnostic
            .at(span(again), format!("point {number} of the list is point {}", number - 1))
            .help("leave one of the two out")
    }
}

/// Warns of a path through a wall, where a robot has no effect. Obstacles belong in walls, and a robot may pass a curtain.
pub(super) fn warn_of_walls(
    reader: &mut Reader,
    terrain: &Terrain,
    scattered: &[IVec2],
    actor: &Actor,
    starts: &[ActorStart],
) {
    let Some(entry) = &actor.entry else { return };
    let (Some(path), false) = (&entry.start.path, entry.kind.may_be_in_walls()) else { return };
    let blocked = |patrol: &Patrol| {
        let points = &patrol.points;
        let closing = patrol.closed.then(|| (points[points.len() - 1], points[0]));
        let mut legs = points.windows(2).map(|leg| (leg[0], leg[1])).chain(closing);
        legs.find(|&(from, to)| !terrain.line_of_sight(from, to, Layer::Light) && crosses_wall(terrain, from, to))
    };
    if let Some((from, to)) = starts.iter().filter_map(|start| start.place.path.as_ref()).find_map(blocked) {
        let mut crossed = crossed_cells(from, to).into_iter().flatten();
        let solid = crossed.find(|&cell| terrain.tile(cell) == TileShape::Solid);
        let is_scattered = solid.is_some_and(|cell| scattered.contains(&cell));
        let (what, help) = if is_scattered {
            (
                "scattered tile",
                format!("{}; `scatter` puts it there, and another `seed` elsewhere", entry.kind.inside_a_wall),
            )
        } else {
            ("wall", entry.kind.inside_a_wall.to_owned())
        };
        let diagnostic = Diagnostic::warning(format!("the path of actor '{}' goes through a {what}", actor.letter))
            .of(&faults::PATH_IN_WALL);
        let label = format!("between ({}, {}) and ({}, {})", from.x, from.y, to.x, to.y);
        reader.report(diagnostic.at(path.span.clone(), label).help(help));
    }
}

/// Whether something between two places stops light and bodies.
fn crosses_wall(terrain: &Terrain, from: Vec2, to: Vec2) -> bool {
    let mut crossed = crossed_cells(from, to).into_iter().flatten().map(|cell| terrain.tile(cell));
    crossed.any(|tile| tile.stops_light() && tile.stops_bodies())
}

/// Whether coordinates are inside the map and, unless `in_walls` allows it, outside its walls; reports it if not.
fn check_position(
    reader: &mut Reader,
    map: &TextMap,
    at: Vec2,
    span: &Range<usize>,
    what: &str,
    in_walls: bool,
) -> bool {
    let (width, height) = (map.size.x, map.size.y);
    let cell = at.floor().as_ivec2();
    let diagnostic = match map.tile(cell) {
        None => Diagnostic::error(format!("{what} is outside the map")).of(&faults::OUTSIDE_MAP)
            .at(span.clone(), format!("the map is {width} wide and {height} high"))
            .help("coordinates are in tiles from the lower left corner, y points up; the first cell's center is (0.5, 0.5)"),
        Some(shape) if !in_walls && shape.contains(at - cell.as_vec2()) => {
            let row = height as i32 - cell.y;
            Diagnostic::error(format!("{what} is inside a wall")).of(&faults::IN_WALL)
                .at(span.clone(), format!("row {row}, column {} of the map is not empty", cell.x + 1))
                .help("move it, or clear the tile")
        }
        Some(_) => return true,
    };
    reader.report(diagnostic);
    false
}
