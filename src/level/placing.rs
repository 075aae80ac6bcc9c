//! Map and actors brought together: every mark of the map gets its meaning, every actor its place, every path its points.

use std::ops::Range;

use bevy::math::{IVec2, Vec2};

use super::actors::{Actor, Kind};
use super::fault::Fault;
use super::glyphs::{EXIT, Glyph, NINJA};
use super::limits::{ACTORS_MAX, PATH_POINTS_MAX, SHARDS_MAX};
use super::map::{Mark, TextMap};
use super::nearest::nearest;
use super::path::{PathSettings, Spot};
use super::reader::Reader;
use super::{LaserSettings, Patrol};
use crate::geometry::terrain::{Layer, Terrain};

/// Where everything is.
pub(super) struct Placed {
    pub ninja: Vec2,
    pub exit: Vec2,
    pub shards: Vec<Vec2>,
    pub lasers: Vec<LaserSettings>,
}

/// Places everything, or notes why it cannot be. Without `actors` (they could not be read) the letters are not judged.
pub(super) fn place(reader: &mut Reader, map: &TextMap, terrain: &Terrain, actors: Option<&[Actor]>) -> Option<Placed> {
    let ninja = exactly_one(reader, map, Glyph::Ninja, "ninja", NINJA);
    let exit = exactly_one(reader, map, Glyph::Exit, "exit", EXIT);
    let shards = shards(reader, map);
    let waypoints = waypoints(reader, map);
    let actors = actors?;
    undeclared_letters(reader, map, actors);
    let placed_count: usize = actors.iter().map(|actor| letters(map, actor.letter).count().max(1)).sum();
    if placed_count > ACTORS_MAX {
        let message = format!("there are too many actors: {placed_count}, and at most {ACTORS_MAX} are allowed");
        reader.fault(Fault::error(message).at(map.place.clone(), "counting each cell with a letter"));
        return None;
    }
    let mut lasers = Vec::new();
    for actor in actors {
        let starts = starts(reader, map, &waypoints, actor);
        warn_of_walls(reader, terrain, actor, &starts);
        for (start, path) in starts {
            match &actor.settings.as_ref()?.kind {
                Kind::Laser(laser) => lasers.push(LaserSettings { position: start, path, ..laser.clone() }),
            }
        }
    }
    unused_waypoints(reader, &waypoints, actors);
    Some(Placed { ninja: ninja?, exit: exit?, shards: shards?, lasers })
}

fn centre(cell: IVec2) -> Vec2 {
    cell.as_vec2() + 0.5
}

fn exactly_one(reader: &mut Reader, map: &TextMap, glyph: Glyph, name: &str, character: char) -> Option<Vec2> {
    let mut marks = map.marks.iter().filter(|mark| mark.glyph == glyph);
    let Some(first) = marks.next() else {
        let fault = Fault::error(format!("the map has no {name}")).at(map.place.clone(), "in this map");
        reader.fault(fault.help(format!("put one `{character}` where the {name} should be")));
        return None;
    };
    if let Some(second) = marks.next() {
        let more = marks.count();
        let count = if more == 0 { "two".to_owned() } else { (more + 2).to_string() };
        let fault = Fault::error(format!("the map has {count} of `{character}`, the {name}; it must have one"));
        reader.fault(fault.at(second.place.clone(), "one too many").at(first.place.clone(), "the first"));
        return None;
    }
    Some(centre(first.cell))
}

fn shards(reader: &mut Reader, map: &TextMap) -> Option<Vec<Vec2>> {
    let marks: Vec<&Mark> = map.marks.iter().filter(|mark| mark.glyph == Glyph::Shard).collect();
    if let Some(mark) = marks.get(SHARDS_MAX) {
        let message = format!("there are too many shards: {}, and at most {SHARDS_MAX} are allowed", marks.len());
        reader.fault(Fault::error(message).at(mark.place.clone(), "the first one too many"));
        return None;
    }
    Some(marks.iter().map(|mark| centre(mark.cell)).collect())
}

/// The mark of each digit. One that stands in several cells is told once.
fn waypoints<'m>(reader: &mut Reader, map: &'m TextMap) -> [Option<&'m Mark>; 10] {
    std::array::from_fn(|digit| {
        let mut marks = map.marks.iter().filter(|mark| mark.glyph == Glyph::Waypoint(digit as u8));
        let first = marks.next()?;
        if let Some(second) = marks.next() {
            let fault = Fault::error(format!("waypoint '{digit}' is in the map more than once"));
            let fault = fault.at(second.place.clone(), "again here").at(first.place.clone(), "first here");
            reader.fault(fault.help("use another digit; for more than ten points write `(x, y)` in the path"));
        }
        Some(first)
    })
}

fn letters(map: &TextMap, letter: char) -> impl Iterator<Item = &Mark> {
    map.marks.iter().filter(move |mark| mark.glyph == Glyph::Actor(letter))
}

/// Letters of the map that `actors` does not have, told once each.
fn undeclared_letters(reader: &mut Reader, map: &TextMap, actors: &[Actor]) {
    let mut told = Vec::new();
    for mark in &map.marks {
        let Glyph::Actor(letter) = mark.glyph else { continue };
        if told.contains(&letter) || actors.iter().any(|actor| actor.letter == letter) {
            continue;
        }
        told.push(letter);
        let times = match letters(map, letter).count() {
            1 => String::new(),
            many => format!(", {many} times"),
        };
        let declared: Vec<String> = actors.iter().map(|actor| actor.letter.to_string()).collect();
        let near = nearest(&letter.to_string(), declared.iter().map(String::as_str));
        let label = match letter {
            'x' => "did you mean `X`, the exit?".to_owned(),
            'O' | 'o' => "did you mean `*`, a shard, or the digit `0`?".to_owned(),
            _ => near.map_or("not declared".to_owned(), |near| format!("did you mean `{near}`?")),
        };
        let fault = Fault::error(format!("`{letter}` in the map is no declared actor{times}"));
        reader.fault(
            fault
                .at(mark.place.clone(), label)
                .help(format!("declare it: `actors: {{ '{letter}': Laser(aim: Fixed(angle: 270)) }}`; a wall is `#`")),
        );
    }
}

/// Where an actor starts, once for each of its letters in the map, with its path from there.
fn starts(
    reader: &mut Reader,
    map: &TextMap,
    waypoints: &[Option<&Mark>; 10],
    actor: &Actor,
) -> Vec<(Vec2, Option<Patrol>)> {
    let Some(settings) = &actor.settings else { return Vec::new() };
    let letter = actor.letter;
    let mut starts: Vec<Vec2> = letters(map, letter).map(|mark| centre(mark.cell)).collect();
    if let Some((at, place)) = &settings.at {
        if let Some(mark) = letters(map, letter).next() {
            let fault = Fault::error(format!("actor '{letter}' has two places: `at`, and `{letter}` in the map"));
            reader.fault(fault.at(place.clone(), "here").at(mark.place.clone(), "and here").help("remove one of them"));
            return Vec::new();
        }
        if !stands_free(reader, map, *at, place, &format!("actor '{letter}'")) {
            return Vec::new();
        }
        starts.push(*at);
    }
    let points = settings.path.as_ref().map(|path| resolve(reader, map, waypoints, path));
    let (Some(path), Some(points)) = (&settings.path, points) else {
        if starts.is_empty() {
            let fault = Fault::error(format!("actor '{letter}' is nowhere")).at(actor.place.clone(), "declared here");
            reader.fault(fault.help(format!("put `{letter}` in the map where it should be, or give it `at: (x, y)`")));
        }
        return starts.into_iter().map(|start| (start, None)).collect();
    };
    let Some(points) = points else { return Vec::new() };
    // Without a place of its own, an actor starts at the first point of its path.
    let routes: Vec<Vec<Vec2>> = if starts.is_empty() {
        vec![points]
    } else {
        starts.iter().map(|start| std::iter::once(*start).chain(points.iter().copied()).collect()).collect()
    };
    let mut patrols = Vec::new();
    for route in routes {
        if let Some(patrol) = patrol(reader, route, path, letter) {
            patrols.push((patrol.points[0], Some(patrol)));
        } else {
            break;
        }
    }
    patrols
}

/// Looks up the waypoints of a path.
fn resolve(
    reader: &mut Reader,
    map: &TextMap,
    waypoints: &[Option<&Mark>; 10],
    path: &PathSettings,
) -> Option<Vec<Vec2>> {
    let mut points = Vec::new();
    for point in &path.points {
        match point.spot {
            Spot::Waypoint(digit) => match waypoints[usize::from(digit)] {
                Some(mark) => points.push(centre(mark.cell)),
                None => {
                    let fault = Fault::error(format!("waypoint '{digit}' is not in the map"));
                    let fault = fault.at(point.place.clone(), "used here");
                    reader.fault(fault.help(format!("put `{digit}` in the map where the path should go")));
                }
            },
            Spot::Point(at) => {
                if stands_free(reader, map, at, &point.place, "this point of the path") {
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
            Fault::error(format!("the path of actor '{letter}' needs two points, and has {count}"))
                .help(format!("add a waypoint; where `{letter}` stands in the map counts as the first point"))
        } else {
            Fault::error(format!(
                "the path of actor '{letter}' has {count} points; at most {PATH_POINTS_MAX} are allowed"
            ))
        };
        reader.fault(fault.at(path.place.clone(), "these, and the start"));
        return None;
    }
    let next = |index: usize| if index + 1 < points.len() { Some(index + 1) } else { path.closed.then_some(0) };
    let twice = (0..points.len()).find(|index| next(*index).is_some_and(|next| points[*index] == points[next]));
    if twice.is_some() {
        let fault = Fault::error(format!("the path of actor '{letter}' has the same point twice in a row"));
        reader.fault(fault.at(path.place.clone(), "with the start in front").help(if path.closed {
            "a closed path returns to its start by itself: leave the last point out"
        } else {
            "leave one of the two out; the path begins where the actor stands"
        }));
        return None;
    }
    Some(Patrol { points, speed: path.speed, closed: path.closed })
}

/// A robot goes through walls, but inside one its beams end where they begin: that is rarely meant.
fn warn_of_walls(reader: &mut Reader, terrain: &Terrain, actor: &Actor, starts: &[(Vec2, Option<Patrol>)]) {
    let Some(path) = actor.settings.as_ref().and_then(|settings| settings.path.as_ref()) else { return };
    let blocked = |patrol: &Patrol| {
        let points = &patrol.points;
        let closing = patrol.closed.then(|| (points[points.len() - 1], points[0]));
        let mut legs = points.windows(2).map(|leg| (leg[0], leg[1])).chain(closing);
        legs.find(|(from, to)| !terrain.line_of_sight(*from, *to, Layer::Light))
    };
    if let Some((from, to)) = starts.iter().filter_map(|start| start.1.as_ref()).find_map(blocked) {
        let fault = Fault::warning(format!("the path of actor '{}' goes through a wall", actor.letter));
        let label = format!("between ({}, {}) and ({}, {})", from.x, from.y, to.x, to.y);
        reader.fault(fault.at(path.place.clone(), label).help("inside a wall a beam ends where it begins"));
    }
}

fn unused_waypoints(reader: &mut Reader, waypoints: &[Option<&Mark>; 10], actors: &[Actor]) {
    // An actor with a fault may be the one that uses it.
    if reader.has_errors() {
        return;
    }
    for (digit, mark) in waypoints.iter().enumerate() {
        let Some(mark) = mark else { continue };
        let settings = actors.iter().filter_map(|actor| actor.settings.as_ref());
        let mut points = settings.filter_map(|settings| settings.path.as_ref()).flat_map(|path| &path.points);
        let uses = |spot: Spot| matches!(spot, Spot::Waypoint(used) if usize::from(used) == digit);
        if !points.any(|point| uses(point.spot)) {
            let fault = Fault::warning(format!("no path uses waypoint '{digit}'"));
            reader.fault(fault.at(mark.place.clone(), "placed here"));
        }
    }
}

/// Whether a point given by coordinates is inside the map and outside its walls; if not, that is noted.
fn stands_free(reader: &mut Reader, map: &TextMap, at: Vec2, place: &Range<usize>, what: &str) -> bool {
    let (width, height) = (map.size.x, map.size.y);
    let cell = at.floor().as_ivec2();
    let tile = map.tile(cell);
    let fault = match tile {
        None => Fault::error(format!("{what} is outside the map"))
            .at(place.clone(), format!("the map is {width} wide and {height} high"))
            .help(
                "coordinates are in tiles from the lower left corner, y upwards; the first cell's centre is (0.5, 0.5)",
            ),
        Some(shape) if shape.contains(at - cell.as_vec2()) => {
            let row = height as i32 - cell.y;
            Fault::error(format!("{what} is inside a wall"))
                .at(place.clone(), format!("row {row}, column {} of the map is not empty", cell.x + 1))
                .help("move it, or clear the tile")
        }
        Some(_) => return true,
    };
    reader.fault(fault);
    false
}
