//! Map and actors brought together: every mark of the map gets its meaning, every actor its place.

pub(crate) mod overlaps;
pub(crate) mod routes;

use std::ops::Range;

use bevy::math::{IVec2, Vec2};

use crate::geometry::terrain::Terrain;
use crate::level::actors::path::Spot;
use crate::level::actors::{Actor, Kind};
use crate::level::diagnostics::Diagnostic;
use crate::level::diagnostics::suggest::nearest;
use crate::level::format::glyphs::{EXIT, Glyph, NINJA};
use crate::level::format::map::{Mark, TextMap};
use crate::level::limits::{ACTORS_MAX, BULLETS_MAX, OBSTACLES_MAX, SHARDS_MAX};
use crate::level::reader::Reader;
use crate::level::{
    CameraSettings, DoorSettings, KeySettings, LaserSettings, MineSettings, MoverSettings, OrbSettings, SpringSettings,
    SwitchSettings, TeleportSettings, TurretSettings,
};
use overlaps::Bodies;
use routes::{ActorStart, starts, warn_of_walls};

/// Where everything is.
pub(crate) struct Placed {
    pub ninja: Vec2,
    /// The bytes where `@` stands.
    pub ninja_place: Range<usize>,
    pub exit: Vec2,
    pub shards: Vec<Vec2>,
    pub actors: PlacedActors,
}

/// The actors of each kind, in the order of `actors` and then of the map.
#[derive(Default)]
pub(crate) struct PlacedActors {
    pub lasers: Vec<LaserSettings>,
    pub turrets: Vec<TurretSettings>,
    pub cameras: Vec<CameraSettings>,
    pub orbs: Vec<OrbSettings>,
    pub movers: Vec<MoverSettings>,
    pub doors: Vec<DoorSettings>,
    pub switches: Vec<SwitchSettings>,
    pub keys: Vec<KeySettings>,
    pub springs: Vec<SpringSettings>,
    pub mines: Vec<MineSettings>,
    pub teleports: Vec<TeleportSettings>,
}

/// Places everything, or notes why it cannot be. Without `actors` (they could not be read) the letters are not judged.
pub(crate) fn place(reader: &mut Reader, map: &TextMap, terrain: &Terrain, actors: Option<&[Actor]>) -> Option<Placed> {
    let ninja = exactly_one(reader, map, Glyph::Ninja, "ninja", NINJA);
    let exit = exactly_one(reader, map, Glyph::Exit, "exit", EXIT);
    let shards = shards(reader, map);
    let waypoints = waypoints(reader, map);
    let actors = actors?;
    undeclared_letters(reader, map, actors);
    not_too_many(reader, map, actors)?;
    let mut placed = PlacedActors::default();
    let mut bodies = Bodies::default();
    for actor in actors {
        if actor.settings.as_ref().is_some_and(|settings| matches!(settings.kind, Kind::Teleport)) {
            placed.teleports.extend(teleport(reader, map, actor));
            continue;
        }
        let starts = starts(reader, map, &waypoints, actor);
        warn_of_walls(reader, terrain, actor, &starts);
        for start in starts {
            let kind = &actor.settings.as_ref()?.kind;
            bodies.add(actor.letter, kind, &start);
            placed.add(kind, start);
        }
    }
    overlaps::check(reader, terrain, ninja.map(|ninja| center(ninja.cell)), &bodies);
    unused_waypoints(reader, &waypoints, actors);
    let (ninja, exit) = (ninja?, exit?);
    let ninja_place = ninja.place.clone();
    Some(Placed { ninja: center(ninja.cell), ninja_place, exit: center(exit.cell), shards: shards?, actors: placed })
}

impl PlacedActors {
    fn add(&mut self, kind: &Kind, start: ActorStart) {
        let ActorStart { position, path, .. } = start;
        match kind {
            Kind::Laser(laser) => self.lasers.push(LaserSettings { position, path, ..laser.clone() }),
            Kind::Turret(turret) => self.turrets.push(TurretSettings { position, path, ..turret.clone() }),
            Kind::Camera(camera) => self.cameras.push(CameraSettings { position, path, ..camera.clone() }),
            Kind::Orb(orb) => self.orbs.push(OrbSettings { position, ..*orb }),
            Kind::Mover(mover) => self.movers.push(MoverSettings { position, path, ..mover.clone() }),
            Kind::Door(door) => self.doors.push(DoorSettings { position, ..*door }),
            Kind::Switch(switch) => self.switches.push(SwitchSettings { position, ..*switch }),
            Kind::Key(key) => self.keys.push(KeySettings { position, ..*key }),
            Kind::Spring(spring) => self.springs.push(SpringSettings { position, ..*spring }),
            Kind::Mine(mine) => self.mines.push(MineSettings { position, ..*mine }),
            Kind::Teleport => {}
        }
    }
}

/// Whether the actors, the obstacles and the bullets stay under their caps; nothing has been placed yet.
fn not_too_many(reader: &mut Reader, map: &TextMap, actors: &[Actor]) -> Option<()> {
    let count_of = |actor: &Actor| letters(map, actor.letter).count().max(1);
    let count: usize = actors.iter().map(count_of).sum();
    if count > ACTORS_MAX {
        let message = format!("there are too many actors: {count}, and at most {ACTORS_MAX} are allowed");
        reader.fault(Diagnostic::error(message).at(map.place.clone(), "counting each cell with a letter"));
        return None;
    }
    let obstacles = |kind: &Kind| usize::from(kind.is_obstacle());
    let bullets = |kind: &Kind| if let Kind::Turret(turret) = kind { usize::from(turret.pool) } else { 0 };
    let caps: [(_, _, fn(&Kind) -> usize, _); 2] = [
        ("movers, bumpers and doors", OBSTACLES_MAX, obstacles, "counting each cell with a letter"),
        ("bullets", BULLETS_MAX, bullets, "each turret counts with its `pool`: set a smaller one"),
    ];
    let mut fits = true;
    for (what, cap, share, help) in caps {
        let all = |actor: &Actor| actor.settings.as_ref().map_or(0, |settings| share(&settings.kind)) * count_of(actor);
        let count: usize = actors.iter().map(all).sum();
        if count <= cap {
            continue;
        }
        fits = false;
        let mut sum = 0;
        let first_over = actors.iter().find(|actor| {
            sum += all(actor);
            sum > cap
        });
        let place = first_over.map_or(map.place.clone(), |actor| actor.place.clone());
        let message = format!("there are too many {what}: {count}, and at most {cap} are allowed");
        reader.fault(Diagnostic::error(message).at(place, "too many with this one").help(help));
    }
    fits.then_some(())
}

/// The two ends of a teleport: its letter stands in the map twice.
fn teleport(reader: &mut Reader, map: &TextMap, actor: &Actor) -> Option<TeleportSettings> {
    let letter = actor.letter;
    let marks: Vec<&Mark> = letters(map, letter).collect();
    let fault = match marks.as_slice() {
        [a, b] => return Some(TeleportSettings { ends: [center(a.cell), center(b.cell)] }),
        [] => Diagnostic::error(format!("teleport '{letter}' is nowhere")).at(actor.place.clone(), "declared here"),
        [lone] => {
            Diagnostic::error(format!("teleport '{letter}' leads nowhere")).at(lone.place.clone(), "the only one")
        }
        [_, _, third, ..] => {
            let message = format!("teleport '{letter}' stands in the map {} times", marks.len());
            Diagnostic::error(message).at(third.place.clone(), "the first one too many")
        }
    };
    reader
        .fault(fault.help(format!("put `{letter}` in the map twice: the pair; each further pair has its own letter")));
    None
}

pub(crate) fn center(cell: IVec2) -> Vec2 {
    cell.as_vec2() + 0.5
}

fn exactly_one<'m>(
    reader: &mut Reader,
    map: &'m TextMap,
    glyph: Glyph,
    name: &str,
    character: char,
) -> Option<&'m Mark> {
    let mut marks = map.marks.iter().filter(|mark| mark.glyph == glyph);
    let Some(first) = marks.next() else {
        let fault = Diagnostic::error(format!("the map has no {name}")).at(map.place.clone(), "in this map");
        reader.fault(fault.help(format!("put one `{character}` where the {name} should be")));
        return None;
    };
    if let Some(second) = marks.next() {
        let more = marks.count();
        let count = if more == 0 { "two".to_owned() } else { (more + 2).to_string() };
        let fault = Diagnostic::error(format!("the map has {count} of `{character}`, the {name}; it must have one"));
        reader.fault(fault.at(second.place.clone(), "one too many").at(first.place.clone(), "the first"));
        return None;
    }
    Some(first)
}

fn shards(reader: &mut Reader, map: &TextMap) -> Option<Vec<Vec2>> {
    let marks: Vec<&Mark> = map.marks.iter().filter(|mark| mark.glyph == Glyph::Shard).collect();
    if let Some(mark) = marks.get(SHARDS_MAX) {
        let message = format!("there are too many shards: {}, and at most {SHARDS_MAX} are allowed", marks.len());
        reader.fault(Diagnostic::error(message).at(mark.place.clone(), "the first one too many"));
        return None;
    }
    Some(marks.iter().map(|mark| center(mark.cell)).collect())
}

/// The mark of each digit. One that stands in several cells is told once.
fn waypoints<'m>(reader: &mut Reader, map: &'m TextMap) -> [Option<&'m Mark>; 10] {
    std::array::from_fn(|digit| {
        let mut marks = map.marks.iter().filter(|mark| mark.glyph == Glyph::Waypoint(digit as u8));
        let first = marks.next()?;
        if let Some(second) = marks.next() {
            let fault = Diagnostic::error(format!("waypoint '{digit}' is in the map more than once"));
            let fault = fault.at(second.place.clone(), "again here").at(first.place.clone(), "first here");
            reader.fault(fault.help("use another digit; for more than ten points write `(x, y)` in the path"));
        }
        Some(first)
    })
}

pub(crate) fn letters(map: &TextMap, letter: char) -> impl Iterator<Item = &Mark> {
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
        let fault = Diagnostic::error(format!("`{letter}` in the map is no declared actor{times}"));
        reader.fault(
            fault
                .at(mark.place.clone(), label)
                .help(format!("declare it: `actors: {{ '{letter}': Laser(aim: Fixed(angle: 270)) }}`; a wall is `#`")),
        );
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
            let fault = Diagnostic::warning(format!("no path uses waypoint '{digit}'"));
            reader.fault(fault.at(mark.place.clone(), "placed here"));
        }
    }
}
