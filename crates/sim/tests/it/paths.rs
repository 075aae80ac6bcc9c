//! When things move on their paths: pauses, paths that end, offsets and gates; and the gates of springs and bumpers.

use bevy::math::Vec2;
use hairline_level::MoverSettings;
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::{Ninja, NinjaBumped};
use hairline_sim::obstacles::Pose;
use hairline_sim::run::input::TickInput;
use hairline_sim::triggers::spring::SpringReleased;
use hairline_sim::tuning::{BODY_RADIUS, TICKS_PER_SECOND};
use hairline_testing::{drawn_with, tick_emitting};

const NONE: TickInput = TickInput::NONE;

/// A hall with a plate at the ninja's feet on its left, at (2.5, 1.5).
const HALL: &str = "
    ##############################
    #                            #
    #                            #
    #                            #
    #                            #
    #                            #
    #                            #
    #   @                        #
    ##############################
    ";

fn hall(actors: &str) -> Simulation {
    Simulation::new(&drawn_with(HALL, actors))
}

/// The pose of the first obstacle.
fn pose(simulation: &Simulation) -> Pose {
    simulation.world().resource::<Colliders>().obstacles().pose(0)
}

fn seconds(simulation: &mut Simulation, seconds: f32, input: TickInput) {
    (0..(seconds * TICKS_PER_SECOND as f32).round() as u32).for_each(|_| simulation.tick(input));
}

/// Where a mover on a path with a timing is after each of some seconds; it starts at (4, 5) and moves by a tile a second.
#[track_caller]
fn check(path: &str, places: &[(f32, (f32, f32))]) {
    let mut simulation = hall(&format!("'m': Mover(at: (4, 5), shape: Box(1, 1), path: (speed: 1, {path}))"));
    let mut now = 0.0;
    for &(at, place) in places {
        seconds(&mut simulation, at - now, NONE);
        now = at;
        let found = pose(&simulation).position;
        assert!(found.distance(Vec2::from(place)) < 1e-4, "{path} after {at} s: {found}");
    }
}

#[test]
fn a_pause_holds_it_at_each_point_that_it_comes_to() {
    let there_and_back = "points: [(6, 5), (6, 7)], pause: 0.5";
    check(
        there_and_back,
        &[
            (1.0, (5.0, 5.0)),
            (2.0, (6.0, 5.0)),
            (2.5, (6.0, 5.0)),
            (3.5, (6.0, 6.0)),
            (4.5, (6.0, 7.0)),
            (5.0, (6.0, 7.0)),
            (6.0, (6.0, 6.0)),
            (7.5, (6.0, 5.0)),
            (8.5, (5.0, 5.0)),
            (9.5, (4.0, 5.0)),
            (10.0, (4.0, 5.0)),
            (11.0, (5.0, 5.0)),
        ],
    );
    let round = "points: [(6, 5)], closed: true, pause: 0.5";
    check(round, &[(2.5, (6.0, 5.0)), (3.5, (5.0, 5.0)), (4.5, (4.0, 5.0)), (5.0, (4.0, 5.0)), (6.0, (5.0, 5.0))]);
}

#[test]
fn a_path_that_is_gone_once_ends_at_its_last_point_or_at_its_start() {
    let there = "points: [(6, 5), (6, 7)], once: true";
    check(there, &[(1.0, (5.0, 5.0)), (3.0, (6.0, 6.0)), (4.0, (6.0, 7.0)), (4.1, (6.0, 7.0)), (20.0, (6.0, 7.0))]);
    let round = "points: [(6, 5)], closed: true, once: true";
    check(round, &[(2.0, (6.0, 5.0)), (3.0, (5.0, 5.0)), (4.0, (4.0, 5.0)), (9.0, (4.0, 5.0))]);
    check(
        "points: [(6, 5)], once: true, pause: 1, offset: 1",
        &[(0.5, (5.5, 5.0)), (1.5, (6.0, 5.0)), (9.0, (6.0, 5.0))],
    );
}

#[test]
fn an_offset_begins_its_way_ahead_and_each_next_cell_more_so() {
    check("points: [(6, 5)], offset: 1.5", &[(0.25, (5.75, 5.0)), (1.0, (5.5, 5.0)), (2.5, (4.0, 5.0))]);
    check("points: [(6, 5)], offset: 2.25, pause: 0.5", &[(0.25, (6.0, 5.0)), (1.25, (5.0, 5.0))]);
    let map = HALL.replace("#                            #\n    #   @", "#    m    m                  #\n    #   @");
    let level =
        drawn_with(&map, "'m': Mover(shape: Box(1, 1), path: (points: [(20, 2.5)], speed: 1, offset: 1, step: 2))");
    let starts: Vec<Vec2> = level.actors::<MoverSettings>().iter().map(|mover| mover.position).collect();
    let is_at = |index: usize, x: f32| starts[index].distance(Vec2::new(x, 2.5)) < 1e-5;
    assert!(starts.len() == 2 && is_at(0, 6.5) && is_at(1, 13.5), "by 1 tile and by 3: {starts:?}");
}

/// A lift that a plate beside the ninja drives for a while.
fn lift(when: &str, plate: &str) -> Simulation {
    let lift =
        format!("'m': Mover(at: (12, 1.5), shape: Box(3, 1), path: (points: [(12, 6.5)], speed: 2, when: {when}))");
    hall(&format!("{lift}, 's': Switch(at: (2.5, 1.5), channel: \"go\", {plate})"))
}

fn put(simulation: &mut Simulation, x: f32, y: f32) {
    *simulation.world_mut().resource_mut::<Ninja>() = Ninja::new(Vec2::new(x, y));
}

/// Touches the plate and leaves it, in two ticks.
fn touch_plate(simulation: &mut Simulation) {
    put(simulation, 2.5, 1.0 + BODY_RADIUS);
    simulation.tick(NONE);
    put(simulation, 5.5, 1.0 + BODY_RADIUS);
    simulation.tick(NONE);
}

#[test]
fn it_moves_only_while_its_gate_is_open_and_goes_on_from_where_it_stood() {
    for when in ["Raised(\"go\")", "Any([Raised(\"go\"), All([Raised(\"go\"), Lowered(\"go\")])])"] {
        let mut simulation = lift(when, "seconds: 1");
        seconds(&mut simulation, 0.5, NONE);
        assert_eq!(pose(&simulation).position, Vec2::new(12.0, 1.5), "{when}");
        let mut stands_at = 1.5;
        for _ in 0..2 {
            touch_plate(&mut simulation);
            seconds(&mut simulation, 2.0, NONE);
            let stands = pose(&simulation).position;
            // A second after the plate was left, and the tick of the touch.
            assert!((stands.y - stands_at - 2.0).abs() < 0.05, "{when}: {stands} after {stands_at}");
            seconds(&mut simulation, 1.0, NONE);
            assert_eq!(pose(&simulation).position, stands, "{when}");
            stands_at = stands.y;
        }
    }
}

#[test]
fn a_gate_that_a_channel_shuts_stops_it_and_a_toggle_too() {
    let mut simulation = lift("Lowered(\"go\")", "toggle: true");
    seconds(&mut simulation, 1.0, NONE);
    assert!((pose(&simulation).position.y - 3.5).abs() < 1e-4);
    touch_plate(&mut simulation);
    let stands = pose(&simulation).position;
    seconds(&mut simulation, 3.0, NONE);
    assert_eq!(pose(&simulation).position, stands);
    touch_plate(&mut simulation);
    seconds(&mut simulation, 0.5, NONE);
    assert!((pose(&simulation).position.y - stands.y - 1.0).abs() < 0.05);
}

#[test]
fn a_lift_carries_its_rider_and_leaves_it_in_peace_where_it_stops() {
    let mut simulation = lift("Raised(\"go\")", "seconds: 1");
    touch_plate(&mut simulation);
    let top = pose(&simulation).position.y + 0.5;
    put(&mut simulation, 12.0, top + BODY_RADIUS);
    for tick in 0..3 * TICKS_PER_SECOND {
        simulation.tick(NONE);
        let (ninja, lift) = (simulation.ninja(), pose(&simulation).position);
        assert!(tick < 4 || ninja.ground.is_some_and(|ground| ground.obstacle.is_some()), "at {tick}: {ninja:?}");
        let above = ninja.position.y - lift.y - 0.5 - BODY_RADIUS;
        assert!(above.abs() < 1e-2, "at {tick}: {above} over the lift");
        assert!(ninja.velocity.length() < 1e-3, "at {tick}: {}", ninja.velocity);
    }
}

#[test]
fn focus_slows_what_a_gate_moves_as_it_slows_everything_else() {
    let mut simulation = lift("Lowered(\"go\")", "seconds: 1");
    seconds(&mut simulation, 1.0, TickInput::FOCUS);
    assert!((pose(&simulation).position.y - 2.5).abs() < 1e-4);
}

#[test]
fn a_robot_waits_for_the_gate_of_its_path_whatever_its_own_gate_says() {
    let robots = "'s': Switch(at: (2.5, 1.5), channel: \"go\"),
        'l': Laser(at: (12, 5), aim: Fixed(angle: 90), path: (points: [(20, 5)], when: Raised(\"go\"))),
        't': Turret(at: (12, 6), aim: Fixed(angle: 90), period: 9, path: (points: [(20, 6)], when: Raised(\"go\"))),
        'c': Camera(at: (12, 7), aim: Fixed(angle: 90), channel: \"seen\", path: (points: [(20, 7)], when: Raised(\"go\"))),
        'd': Door(at: (27.5, 3.5), size: (1, 1), when: Raised(\"seen\"))";
    let mut simulation = hall(robots);
    let places = |simulation: &mut Simulation| {
        let state = simulation.save();
        let laser = state.states::<hairline_sim::hazards::laser::LaserState>()[0].position;
        let turret = state.states::<hairline_sim::hazards::turret::TurretState>()[0].position;
        let camera = state.states::<hairline_sim::hazards::camera::CameraState>()[0].position;
        [laser.x, turret.x, camera.x]
    };
    seconds(&mut simulation, 1.0, NONE);
    assert_eq!(places(&mut simulation), [12.0; 3]);
    touch_plate(&mut simulation);
    seconds(&mut simulation, 1.0, NONE);
    assert!(places(&mut simulation).iter().all(|x| (x - 15.0).abs() < 0.05), "{:?}", places(&mut simulation));
}

#[test]
fn a_spring_throws_only_while_its_gate_is_open() {
    for throws in [false, true] {
        let word = if throws { "Lowered" } else { "Raised" };
        let mut simulation = hall(&format!(
            "'p': Spring(at: (8.5, 1.5), when: {word}(\"go\")), 's': Switch(at: (2.5, 1.5), channel: \"go\")"
        ));
        put(&mut simulation, 8.5, 1.0 + BODY_RADIUS);
        let released = tick_emitting::<SpringReleased>(&mut simulation, NONE);
        assert_eq!(!released.is_empty(), throws, "{word}");
        touch_plate(&mut simulation);
        seconds(&mut simulation, 0.2, NONE);
        put(&mut simulation, 8.5, 1.0 + BODY_RADIUS);
        let released = tick_emitting::<SpringReleased>(&mut simulation, NONE);
        assert_eq!(released.is_empty(), throws, "{word}");
    }
}

#[test]
fn a_bumper_is_a_wall_while_its_gate_is_shut() {
    let mut simulation =
        hall("'b': Bumper(at: (12, 3), radius: 1, when: Raised(\"go\")), 's': Switch(at: (2.5, 1.5), channel: \"go\")");
    let fall_on_it = |simulation: &mut Simulation| {
        put(simulation, 12.0, 5.0);
        (0..TICKS_PER_SECOND).any(|_| !tick_emitting::<NinjaBumped>(simulation, NONE).is_empty())
    };
    assert!(!fall_on_it(&mut simulation));
    assert!(simulation.ninja().ground.is_some_and(|ground| ground.obstacle.is_some()), "it stands on it");
    touch_plate(&mut simulation);
    assert!(fall_on_it(&mut simulation));
}
