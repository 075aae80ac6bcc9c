//! A hall, movers in it, and a ninja that is checked in every tick: for the tests of obstacles.

use bevy::math::Vec2;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{Aim, Level, MoverSettings, MoverSurface, PathTiming, Patrol};
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::death::Death;
use hairline_sim::ninja::Ninja;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::obstacles::Obstacles;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::BODY_RADIUS;

use crate::{RunState, drawn};

/// A hall, 30 tiles wide and 20 high inside its walls, with the ninja on its floor at x = 10.5.
pub fn hall() -> Level {
    let row = format!("#{}#\n", " ".repeat(30));
    let floor = format!("#{}@{}#\n", " ".repeat(9), " ".repeat(20));
    drawn(&format!("{0}\n{1}{2}{0}", "#".repeat(32) + "\n", row.repeat(19), floor))
}

/// The hall with the ninja somewhere else.
pub fn hall_from(x: f32, y: f32) -> Level {
    Level { ninja: Vec2::new(x, y), ..hall() }
}

pub fn slab(width: f32, height: f32) -> Polygon {
    let (x, y) = (width / 2.0, height / 2.0);
    polygon(&[(-x, -y), (x, -y), (x, y), (-x, y)])
}

pub fn polygon(corners: &[(f32, f32)]) -> Polygon {
    Polygon::new(corners.iter().map(|&corner| corner.into()).collect()).expect("it is simple")
}

pub fn mover(shape: Polygon, x: f32, y: f32) -> MoverSettings {
    let position = Vec2::new(x, y);
    MoverSettings { position, shape, path: None, turn: Aim::Fixed { angle: 0.0 }, surface: MoverSurface::Plain }
}

/// A mover that goes to and fro between two points.
pub fn shuttle(shape: Polygon, from: (f32, f32), to: (f32, f32), speed: f32) -> MoverSettings {
    let path = Patrol { points: vec![from.into(), to.into()], speed, closed: false, timing: PathTiming::default() };
    MoverSettings { path: Some(path), ..mover(shape, from.0, from.1) }
}

pub fn with(level: Level, movers: Vec<MoverSettings>) -> Level {
    level.with_actors(movers)
}

pub fn obstacles(simulation: &Simulation) -> &Obstacles {
    simulation.world().resource::<Colliders>().obstacles()
}

/// How deep the ninja is in anything solid.
pub fn depth(simulation: &Simulation, ninja: &Ninja) -> f32 {
    simulation.world().resource::<Colliders>().depth(ninja.position, BODY_RADIUS)
}

/// Plays one tick; a living ninja is in nothing solid.
#[track_caller]
pub fn tick(simulation: &mut Simulation, input: TickInput) -> Snapshot {
    simulation.tick(input);
    let state = simulation.save();
    let deep = depth(simulation, state.ninja());
    assert!(deep <= 1e-3 || !state.run().is_running(), "{deep} deep: {:?}", state.ninja());
    state
}

/// Plays until the ninja dies, for at most some ticks.
#[track_caller]
pub fn killed_within(simulation: &mut Simulation, ticks: u32, input: TickInput) -> Option<Death> {
    simulation.drain::<NinjaDied>();
    (0..ticks).find_map(|_| {
        tick(simulation, input);
        simulation.drain::<NinjaDied>().pop().map(|died| died.death)
    })
}

#[track_caller]
pub fn assert_near(found: f32, wanted: f32, tolerance: f32) {
    assert!((found - wanted).abs() <= tolerance, "{found} is not within {tolerance} of {wanted}");
}
