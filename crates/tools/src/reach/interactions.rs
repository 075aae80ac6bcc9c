//! How each tile, and the edge of the map, acts on the ninja, bullets, orbs and light.

use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::hazards::orb::OrbState;
use hairline_sim::hazards::turret::Bullets;
use hairline_sim::run::input::TickInput;

use super::course::{Course, is_dead, put_ninja, stands, until};

/// What becomes of things at a column or a row of a tile.
pub(super) struct TileInteractions {
    pub ninja_beside: &'static str,
    pub ninja_above: &'static str,
    pub bullets: &'static str,
    pub orbs_beside: &'static str,
    pub orbs_above: &'static str,
    pub light: &'static str,
}

/// The column of the tiles.
const WALL: usize = 8;
/// The row of the tiles on which things fall.
const FLOOR: usize = 4;

pub(super) fn of_tile(tile: char) -> TileInteractions {
    let upright = |actor: &str| Course::room(17, 9, (2, 1)).with(WALL..WALL + 1, 1..8, tile).with_actor(actor).play();
    // The ninja falls onto the tiles, or stands beside them while something else does.
    let fallen = || Course::room(17, 9, (2, 6)).with(1..16, FLOOR..FLOOR + 1, tile);
    let level = |actor: &str| fallen().with(1..5, FLOOR..FLOOR + 1, '#').with_actor(actor).play();
    let (beyond, below) = (WALL as f32 + 2.0, FLOOR as f32 - 0.5);
    let ninja = |simulation: &mut Simulation, input, is_past: fn(Vec2) -> bool| {
        let passed =
            until(simulation, input, 2.0, |simulation| is_past(simulation.ninja().position) || is_dead(simulation));
        match (passed, is_dead(simulation)) {
            (_, true) => "dies",
            (true, _) => "passes",
            (false, _) => "is stopped",
        }
    };
    let mut beam = upright("'l': Laser(at: (3.5, 3.5), aim: Fixed(angle: 0))");
    // Out of the beam's way.
    put_ninja(&mut beam, Vec2::new(2.5, 1.42));
    beam.tick(TickInput::NONE);
    TileInteractions {
        ninja_beside: ninja(&mut upright(""), TickInput::RIGHT, |position| position.x > WALL as f32 + 1.5),
        ninja_above: ninja(&mut fallen().play(), TickInput::NONE, |position| position.y < FLOOR as f32),
        bullets: fate(
            upright("'t': Turret(at: (3.5, 3.5), aim: Fixed(angle: 0), period: 0.5)"),
            |simulation| bullet(simulation).is_some_and(|at| at.x > beyond),
            ["pass", "are stopped"],
        ),
        orbs_beside: fate(
            upright("'o': Orb(at: (5.5, 3.5), angle: 0)"),
            |simulation| orb(simulation).x > beyond,
            ["pass", "bounce"],
        ),
        orbs_above: fate(
            level("'o': Orb(at: (8.5, 6.5), angle: 270)"),
            |simulation| orb(simulation).y < below,
            ["pass", "bounce"],
        ),
        light: match beam_end(&mut beam) {
            end if end.x > beyond => "passes",
            _ if tile == '$' => "is reflected",
            _ => "is stopped",
        },
    }
}

/// The first of two words if something gets past a place within three seconds, and else the second.
fn fate(
    mut simulation: Simulation,
    is_past: impl FnMut(&mut Simulation) -> bool,
    words: [&'static str; 2],
) -> &'static str {
    if until(&mut simulation, TickInput::NONE, 3.0, is_past) { words[0] } else { words[1] }
}

fn bullet(simulation: &mut Simulation) -> Option<Vec2> {
    let world = simulation.world_mut();
    let bullets = world.query::<&Bullets>().iter(world).next()?.0.iter().find(|bullet| bullet.flying)?;
    Some(bullets.position)
}

pub(super) fn orb(simulation: &mut Simulation) -> Vec2 {
    let world = simulation.world_mut();
    world.query::<&OrbState>().iter(world).next().map_or(Vec2::ZERO, |state| state.position)
}

fn beam_end(simulation: &mut Simulation) -> Vec2 {
    let world = simulation.world_mut();
    let mut lasers = world.query::<(&LaserState, &Beams)>();
    let (state, beams) = lasers.iter(world).next().expect("the room has a laser");
    beams.iter(state.position).next().map_or(Vec2::ZERO, |beam| beam.end)
}

/// What becomes of things at the edge of the map.
pub(super) struct EdgeInteractions {
    /// How far below the map the ninja dies, in tiles.
    pub fall: f32,
    /// Whether a ninja that left the map upwards comes back.
    pub returns_from_above: bool,
    pub orbs: &'static str,
    pub bullets: &'static str,
    /// Tiles beyond the edge at which a beam ends.
    pub beam: f32,
}

/// A room that is open on the right and above.
fn open_room(actor: &str) -> Simulation {
    Course::room(17, 9, (14, 1)).with(16..17, 0..9, '.').with(1..15, 8..9, '.').with_actor(actor).play()
}

pub(super) fn of_edge() -> EdgeInteractions {
    let mut falls = open_room("");
    let start = falls.save();
    let dies = |&tenths: &i32| {
        falls.restore(&start);
        put_ninja(&mut falls, Vec2::new(17.5, -tenths as f32 / 10.0));
        falls.tick(TickInput::NONE);
        is_dead(&falls)
    };
    let fall = (0..50).find(dies).map_or(f32::NAN, |tenths| tenths as f32 / 10.0);
    let mut rises = open_room("'s': Spring(at: (4.5, 1.5), strength: 50)");
    put_ninja(&mut rises, Vec2::new(4.5, 1.5));
    let left = until(&mut rises, TickInput::NONE, 2.0, |simulation| simulation.ninja().position.y > 9.5);
    let back = until(&mut rises, TickInput::RIGHT, 4.0, |simulation| {
        simulation.ninja().position.y < 8.0 || stands(simulation)
    });
    let mut beam = open_room("'l': Laser(at: (3.5, 4.5), aim: Fixed(angle: 0))");
    beam.tick(TickInput::NONE);
    EdgeInteractions {
        fall,
        returns_from_above: left && back,
        orbs: fate(
            open_room("'o': Orb(at: (10.5, 4.5), angle: 0)"),
            |simulation| orb(simulation).x > 17.5,
            ["fly on", "bounce"],
        ),
        bullets: fate(
            open_room("'t': Turret(at: (3.5, 4.5), aim: Fixed(angle: 0), period: 0.5, burst: 1)"),
            |simulation| bullet(simulation).is_some_and(|at| at.x > 18.0),
            ["fly on", "vanish"],
        ),
        beam: beam_end(&mut beam).x - 17.0,
    }
}
