//! Where each actor starts and where its path leads: letters and waypoints of the map, places between tiles.

use std::ops::Range;

use bevy::math::Vec2;

use super::{center, letters};
use crate::geometry::terrain::{Layer, Terrain};
use crate::level::Patrol;
use crate::level::actors::path::{PathSettings, Spot};
use crate::level::actors::{Actor, Kind};
use crate::level::diagnostics::Diagnostic;
use crate::level::format::map::{Mark, TextMap};
use crate::level::limits::PATH_POINTS_MAX;
use crate::level::reader::Reader;

/// Where one actor starts.
pub(crate) struct ActorStart {
    pub position: Vec2,
    /// Its path, which begins there.
    pub path: Option<Patrol>,
    /// Where the file says so.
    pub place: Range<usize>,
}

/// Where an actor starts, once for each of its letters in the map, with its path from there.
pub(crate) fn starts(
    reader: &mut Reader,
    map: &TextMap,
    waypoints: &[Option<&Mark>; 10],
    actor: &Actor,
) -> Vec<ActorStart> {
    let Some(settings) = &actor.settings else { return Vec::new() };
    let (letter, in_walls) = (actor.letter, settings.kind.is_obstacle());
    let mut starts: Vec<(Vec2, Range<usize>)> =
        letters(map, letter).map(|mark| (center(mark.cell), mark.place.clone())).collect();
    if let Some((at, place)) = &settings.at {
        if let Some(mark) = letters(map, letter).next() {
            let fault = Diagnostic::error(format!("actor '{letter}' has two places: `at`, and `{letter}` in the map"));
            reader.fault(fault.at(place.clone(), "here").at(mark.place.clone(), "and here").help("remove one of them"));
            return Vec::new();
        }
        if !stands_free(reader, map, *at, place, &format!("actor '{letter}'"), in_walls) {
            return Vec::new();
        }
        starts.push((*at, place.clone()));
    }
    let points = settings.path.as_ref().map(|path| resolve(reader, map, waypoints, path, in_walls));
    let (Some(path), Some(points)) = (&settings.path, points) else {
        if starts.is_empty() {
            let fault =
                Diagnostic::error(format!("actor '{letter}' is nowhere")).at(actor.place.clone(), "declared here");
            reader.fault(fault.help(format!("put `{letter}` in the map where it should be, or give it `at: (x, y)`")));
        }
        return starts.into_iter().map(|(position, place)| ActorStart { position, path: None, place }).collect();
    };
    let Some(points) = points else { return Vec::new() };
    // Without a place of its own, an actor starts at the first point of its path.
    let routes: Vec<(Vec<Vec2>, Range<usize>)> = if starts.is_empty() {
        vec![(points, path.place.clone())]
    } else {
        let from = |start: Vec2| std::iter::once(start).chain(points.iter().copied()).collect();
        starts.into_iter().map(|(start, place)| (from(start), place)).collect()
    };
    let mut patrols = Vec::new();
    for (route, place) in routes {
        let Some(patrol) = patrol(reader, route, path, letter) else { break };
        patrols.push(ActorStart { position: patrol.points[0], path: Some(patrol), place });
    }
    patrols
}

/// Looks up the waypoints of a path.
fn resolve(
    reader: &mut Reader,
    map: &TextMap,
    waypoints: &[Option<&Mark>; 10],
    path: &PathSettings,
    in_walls: bool,
) -> Option<Vec<Vec2>> {
    let mut points = Vec::new();
    for point in &path.points {
        match point.spot {
            Spot::Waypoint(digit) => match waypoints[usize::from(digit)] {
                Some(mark) => points.push(center(mark.cell)),
                None => {
                    let fault = Diagnostic::error(format!("waypoint '{digit}' is not in the map"));
                    let fault = fault.at(point.place.clone(), "used here");
                    reader.fault(fault.help(format!("put `{digit}` in the map where the path should go")));
                }
            },
            Spot::Point(at) => {
                if stands_free(reader, map, at, &point.place, "this point of the path", in_walls) {
                    points.push(at);
                }
            }
        }
    }
    (points.len() == path.points.len()).then_some(points)
}

/// Makes a patrol of a route that begins where the actor starts.
fn patrol(reader: &mut Reader, points: Vec<Vec2>, path: &PathSettings, letter: char) -> Option<Patrol> {
    if points.len() < 2 || points.len() > PATH_POINTS_MAX {
        let count = points.len();
        let fault = if count < 2 {
            Diagnostic::error(format!("the path of actor '{letter}' needs two points, and has {count}"))
                .help(format!("add a waypoint; where `{letter}` stands in the map counts as the first point"))
        } else {
            Diagnostic::error(format!(
                "the path of actor '{letter}' has {count} points; at most {PATH_POINTS_MAX} are allowed"
            ))
        };
        reader.fault(fault.at(path.place.clone(), "these, and the start"));
        return None;
    }
    let next = |index: usize| if index + 1 < points.len() { Some(index + 1) } else { path.closed.then_some(0) };
    let twice = (0..points.len()).find(|index| next(*index).is_some_and(|next| points[*index] == points[next]));
    if twice.is_some() {
        let fault = Diagnostic::error(format!("the path of actor '{letter}' has the same point twice in a row"));
        reader.fault(fault.at(path.place.clone(), "with the start in front").help(if path.closed {
            "a closed path returns to its start by itself: leave the last point out"
        } else {
            "leave one of the two out; the path begins where the actor stands"
        }));
        return None;
    }
    Some(Patrol { points, speed: path.speed, closed: path.closed })
}

/// A robot goes through walls, but inside one it does nothing: that is rarely meant. Obstacles are at home there.
pub(crate) fn warn_of_walls(reader: &mut Reader, terrain: &Terrain, actor: &Actor, starts: &[ActorStart]) {
    let Some(settings) = &actor.settings else { return };
    let (Some(path), false) = (&settings.path, settings.kind.is_obstacle()) else { return };
    let blocked = |patrol: &Patrol| {
        let points = &patrol.points;
        let closing = patrol.closed.then(|| (points[points.len() - 1], points[0]));
        let mut legs = points.windows(2).map(|leg| (leg[0], leg[1])).chain(closing);
        legs.find(|(from, to)| !terrain.line_of_sight(*from, *to, Layer::Light))
    };
    if let Some((from, to)) = starts.iter().filter_map(|start| start.path.as_ref()).find_map(blocked) {
        let fault = Diagnostic::warning(format!("the path of actor '{}' goes through a wall", actor.letter));
        let label = format!("between ({}, {}) and ({}, {})", from.x, from.y, to.x, to.y);
        reader.fault(fault.at(path.place.clone(), label).help(match settings.kind {
            Kind::Camera(_) => "inside a wall a camera sees nothing",
            Kind::Turret(_) => "inside a wall a bullet ends where it begins",
            _ => "inside a wall a beam ends where it begins",
        }));
    }
}

/// Whether a point given by coordinates is inside the map and (unless that is allowed) outside its walls; if not, that is
/// noted.
fn stands_free(reader: &mut Reader, map: &TextMap, at: Vec2, place: &Range<usize>, what: &str, in_walls: bool) -> bool {
    let (width, height) = (map.size.x, map.size.y);
    let cell = at.floor().as_ivec2();
    let tile = map.tile(cell);
    let fault = match tile {
        None => Diagnostic::error(format!("{what} is outside the map"))
            .at(place.clone(), format!("the map is {width} wide and {height} high"))
            .help(
                "coordinates are in tiles from the lower left corner, y upwards; the first cell's center is (0.5, 0.5)",
            ),
        Some(shape) if !in_walls && shape.contains(at - cell.as_vec2()) => {
            let row = height as i32 - cell.y;
            Diagnostic::error(format!("{what} is inside a wall"))
                .at(place.clone(), format!("row {row}, column {} of the map is not empty", cell.x + 1))
                .help("move it, or clear the tile")
        }
        Some(_) => return true,
    };
    reader.fault(fault);
    false
}
