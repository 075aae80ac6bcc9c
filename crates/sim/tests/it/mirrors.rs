//! Beams that mirrors reflect.

use bevy::prelude::*;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{Aim, LaserSettings, Level, MoverSettings, MoverSurface};
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::input::TickInput;
use hairline_testing::drawn;

/// A level with one laser at a place, whose beam points at an angle in degrees.
fn with_laser(level: Level, position: (f32, f32), angle: f32, bounces: u8) -> Level {
    let laser = LaserSettings {
        position: position.into(),
        aim: Aim::Fixed { angle: angle.to_radians() },
        cycle: None,
        beams: 1,
        reach: None,
        path: None,
        bounces,
        when: None,
    };
    level.with_actors(vec![laser])
}

/// Where the segments of the laser's beam end, starting at the laser.
fn ends(level: &Level) -> Vec<Vec2> {
    let mut simulation = Simulation::new(level);
    simulation.tick(TickInput::NONE);
    ends_in(simulation.world_mut())
}

fn ends_in(world: &mut World) -> Vec<Vec2> {
    let mut lasers = world.query::<(&LaserState, &Beams, Option<&Reflections>)>();
    let (state, beams, reflections) = lasers.single(world).expect("there is one");
    let reflected = reflections.into_iter().flat_map(Reflections::iter);
    let mut end = state.position;
    let mut ends = Vec::new();
    for segment in beams.iter(state.position).chain(reflected) {
        assert!(segment.start.distance(end) < 2e-3, "each segment starts where the one before ended");
        end = segment.end;
        ends.push(end);
    }
    ends
}

#[track_caller]
fn assert_ends(level: &Level, expected: &[(f32, f32)]) {
    let ends = ends(level);
    let near = |(a, &b): (&Vec2, &(f32, f32))| a.distance(b.into()) < 5e-3;
    assert!(ends.len() == expected.len() && ends.iter().zip(expected).all(near), "{ends:?}, not {expected:?}");
}

#[test]
fn a_beam_between_two_mirrors_bounces_as_often_as_its_laser_allows() {
    let hall = || drawn("#########\n#       #\n$       $\n#       #\n#@      #\n#########");
    assert_ends(&with_laser(hall(), (4.5, 3.5), 0.0, 0), &[(8.0, 3.5)]);
    assert_ends(&with_laser(hall(), (4.5, 3.5), 0.0, 1), &[(8.0, 3.5), (1.0, 3.5)]);
    assert_eq!(ends(&with_laser(hall(), (4.5, 3.5), 0.0, 8)).len(), 9);
}

#[test]
fn a_wall_ends_a_beam_that_could_go_on() {
    let hall = drawn("#########\n#       #\n#       $\n#       #\n#@      #\n#########");
    assert_ends(&with_laser(hall, (4.5, 3.5), 0.0, 8), &[(8.0, 3.5), (1.0, 3.5)]);
}

#[test]
fn a_mirror_turns_a_slanted_beam_about_its_normal() {
    let hall = drawn("##########\n#        #\n#        #\n#        #\n#@       #\n#$$$$$$$$#");
    assert_ends(&with_laser(hall, (2.5, 3.0), -45.0, 4), &[(4.5, 1.0), (8.5, 5.0)]);
}

#[test]
fn reach_bounds_the_whole_beam() {
    let hall = drawn("#########\n#       #\n$       $\n#       #\n#@      #\n#########");
    let mut level = with_laser(hall, (4.5, 3.5), 0.0, 8);
    level.actors_mut::<LaserSettings>()[0].reach = Some(12.0);
    assert_ends(&level, &[(8.0, 3.5), (1.0, 3.5), (2.5, 3.5)]);
}

#[test]
fn a_mirror_shape_reflects_and_a_plain_one_does_not() {
    let hall = || drawn("###########\n#         #\n#         #\n#         #\n#@        #\n###########");
    // A pane that leans by 45°: a beam to the right is thrown up.
    let corners = [(-1.0, -1.0), (-0.9, -1.1), (1.1, 0.9), (1.0, 1.0)].map(Vec2::from);
    let mover = |surface| MoverSettings {
        position: Vec2::new(7.5, 3.5),
        shape: Polygon::new(corners.to_vec()).expect("it is simple"),
        path: None,
        turn: Aim::Fixed { angle: 0.0 },
        surface,
    };
    let level = |surface| {
        let level = with_laser(hall(), (2.5, 3.5), 0.0, 4);
        level.with_actors(vec![mover(surface)])
    };
    assert_ends(&level(MoverSurface::Mirror), &[(7.5, 3.5), (7.5, 5.0)]);
    assert_ends(&level(MoverSurface::Plain), &[(7.5, 3.5)]);
}

#[test]
fn a_reflected_segment_kills() {
    let hall = drawn("#########\n#       #\n#       $\n#    @  #\n#########");
    // Over the ninja's head to the mirror on the right, and back down to where it stands.
    let level = with_laser(hall, (5.5, 3.5), -21.8, 2);
    let mut simulation = Simulation::new(&level);
    simulation.tick(TickInput::NONE);
    let first_end = ends_in(simulation.world_mut())[0];
    assert!((first_end.x - 8.0).abs() < 1e-3, "the mirror, at {first_end}");
    let died = simulation.drain::<NinjaDied>().pop().expect("the reflected segment kills");
    let [start, _] = died.death.path.expect("a beam is a path");
    assert!(start.distance(first_end) < 1e-2, "the death names the segment from the mirror: {start}");
}

#[test]
fn a_level_without_mirrors_has_no_reflections() {
    let level = with_laser(drawn("#########\n#       #\n#@      #\n#########"), (4.5, 2.5), 0.0, 8);
    let mut simulation = Simulation::new(&level);
    let world = simulation.world_mut();
    assert_eq!(world.query::<&Reflections>().iter(world).count(), 0);
}
