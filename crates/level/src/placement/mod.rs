//! Combines the map and the actors: gives every mark of the map its meaning and every actor its place.

mod marks;
mod overlaps;
pub(super) mod places;
mod routes;

use bevy_math::Vec2;

use super::actors;
use super::actors::columns::ActorColumns;
use super::actors::entries::Actor;
use super::actors::frame::Frame;
use super::actors::kind::AddedActor;
use super::actors::settings::Place;
use super::diagnostics::Diagnostic;
use super::diagnostics::faults;
use super::format::glyphs::{EXIT, Glyph, NINJA};
use super::format::map::{Mark, TextMap};
use super::limits::{ACTORS_MAX, BULLETS_MAX, OBSTACLES_MAX};
use super::reader::Reader;
use hairline_geometry::terrain::Terrain;
use marks::{center, letters};
use overlaps::Bodies;
use places::Places;
use routes::ActorStart;

pub(crate) struct Placement {
    pub ninja: Vec2,
    pub exit: Vec2,
    pub shards: Vec<Vec2>,
    /// The actors of each kind, in the order of `actors` and then of the map.
    pub actors: ActorColumns,
    /// The bytes of all of them.
    pub places: Places,
}

/// Places everything, or reports why it could not. If `actors` could not be read, letters are not checked. All checks are made in
/// the file's own places, and what is returned is in the `frame`.
pub(crate) fn place(
    reader: &mut Reader,
    map: &TextMap,
    terrain: &Terrain,
    actors: Option<&[Actor]>,
    frame: Frame,
) -> Option<Placement> {
    let ninja = marks::exactly_one(reader, map, Glyph::Ninja, "ninja", NINJA);
    let exit = marks::exactly_one(reader, map, Glyph::Exit, "exit", EXIT);
    let shards = marks::shards(reader, map);
    marks::report_repeated_waypoints(reader, map);
    let actors = actors?;
    marks::report_undeclared(reader, map, actors);
    check_counts(reader, map, actors)?;
    let mut placed = ActorColumns::default();
    let mut places = Places::default();
    let mut bodies = Bodies::default();
    let mut bullet_counts = Vec::new();
    for actor in actors {
        let Some(entry) = &actor.entry else { continue };
        let starts = match entry.kind.cells {
            1 => routes::starts(reader, map, actor, entry),
            _ => pair(reader, map, actor, entry.kind.names[0]).into_iter().collect(),
        };
        routes::warn_of_walls(reader, terrain, &map.scattered, actor, &starts);
        for (index, ActorStart { mut place, span }) in starts.into_iter().enumerate() {
            if let Some(aim) = &entry.start.aim {
                let Some(aim) = aim.aimed_from(reader, place.position, index) else { break };
                place.aim = Some(aim);
            }
            place.ahead = entry.start.step * index as f32;
            place.frame = frame;
            let AddedActor { name, body, bullets } = (entry.add)(&place, &mut placed);
            bullet_counts.push((actor, bullets));
            places.add(name, actor.letter, span.clone());
            bodies.add(actor.letter, name, body, place.position, span);
        }
    }
    let help = "each turret counts with its `pool`: set a smaller one";
    let bullets_fit = check_cap(reader, "bullets", BULLETS_MAX, &bullet_counts, help);
    overlaps::check(reader, terrain, ninja.map(|ninja| center(ninja.cell)), &bodies);
    marks::warn_of_unused_waypoints(reader, map);
    bullets_fit?;
    let (ninja, exit) = (ninja?, exit?);
    (places.ninja, places.exit) = (ninja.span.clone(), exit.span.clone());
    places.shards = marks::shard_spans(map);
    places.rows = map.rows.clone();
    places.is_mirrored = frame.mirrored.is_some();
    let at = |cell| frame.point(center(cell));
    let shards = shards?.into_iter().map(|shard| frame.point(shard)).collect();
    Some(Placement { ninja: at(ninja.cell), exit: at(exit.cell), shards, actors: placed, places })
}

/// Checks that actors and obstacles stay under their caps, before any is placed.
fn check_counts(reader: &mut Reader, map: &TextMap, actors: &[Actor]) -> Option<()> {
    let count_of = |actor: &Actor| letters(map, actor.letter).count().max(1);
    let count: usize = actors.iter().map(count_of).sum();
    if count > ACTORS_MAX {
        let message = format!("there are too many actors: {count}, and at most {ACTORS_MAX} are allowed");
        return reader.refuse(
            Diagnostic::error(message).of(&faults::TOO_MANY).at(map.span.clone(), "counting each cell with a letter"),
        );
    }
    let is_obstacle = |actor: &&Actor| actor.entry.as_ref().is_some_and(|entry| entry.kind.is_obstacle);
    let obstacles: Vec<_> = actors.iter().filter(is_obstacle).map(|actor| (actor, count_of(actor))).collect();
    check_cap(reader, &actors::obstacle_kinds(), OBSTACLES_MAX, &obstacles, "counting each cell with a letter")
}

/// Checks the sum of what each actor counts towards a cap.
fn check_cap(reader: &mut Reader, what: &str, cap: usize, counts: &[(&Actor, usize)], help: &str) -> Option<()> {
    let mut sum = 0;
    let first_over = counts.iter().find(|(_, count)| {
        sum += count;
        sum > cap
    });
    let Some((first_over, _)) = first_over else { return Some(()) };
    let count: usize = counts.iter().map(|(_, count)| count).sum();
    let message = format!("there are too many {what}: {count}, and at most {cap} are allowed");
    let diagnostic = Diagnostic::error(message).of(&faults::TOO_MANY);
    reader.refuse(diagnostic.at(first_over.span.clone(), "too many with this one").help(help))
}

/// The place of a pair, whose letter is in the map exactly twice.
fn pair(reader: &mut Reader, map: &TextMap, actor: &Actor, name: &str) -> Option<ActorStart> {
    let letter = actor.letter;
    let marks: Vec<&Mark> = letters(map, letter).collect();
    let diagnostic = match marks.as_slice() {
        [a, b] => {
            let place = Place { partner: Some(center(b.cell)), ..Place::new(center(a.cell), None) };
            return Some(ActorStart { place, span: a.span.clone() });
        }
        [] => Diagnostic::error(format!("{name} '{letter}' is nowhere"))
            .of(&faults::NO_PLACE)
            .at(actor.span.clone(), "declared here"),
        [single] => Diagnostic::error(format!("{name} '{letter}' has no other end"))
            .of(&faults::NO_PLACE)
            .at(single.span.clone(), "the only one"),
        [_, _, third, ..] => {
            let message = format!("{name} '{letter}' is in the map {} times", marks.len());
            Diagnostic::error(message).of(&faults::NO_PLACE).at(third.span.clone(), "the first one too many")
        }
    };
    let help = format!("put `{letter}` in the map twice: the pair; each further pair has its own letter");
    reader.refuse(diagnostic.help(help))
}
