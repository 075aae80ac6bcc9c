//! Obstacles, and the ninja among them: carried, pushed, crushed and thrown.

use bevy::math::Vec2;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{Aim, Level, MoverSettings, MoverSurface};
use hairline_sim::Simulation;
use hairline_sim::ninja::NinjaBumped;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::*;
use hairline_testing::obstacles::*;
use hairline_testing::{RunState, drawn, play};

const NONE: TickInput = TickInput::NONE;
const LEFT: TickInput = TickInput::LEFT;
const RIGHT: TickInput = TickInput::RIGHT;
const JUMP: TickInput = TickInput::JUMP;

fn bumper(shape: Polygon, x: f32, y: f32, strength: f32) -> MoverSettings {
    MoverSettings { surface: MoverSurface::Bumper { strength, when: None }, ..mover(shape, x, y) }
}

/// Plays until the ninja has been at rest on an obstacle for a while: at first the obstacle moves under its feet.
#[track_caller]
fn settle(simulation: &mut Simulation) {
    let mut stood = 0;
    for _ in 0..2000 {
        simulation.tick(NONE);
        let ninja = simulation.ninja();
        let stands = ninja.ground.is_some_and(|ground| ground.obstacle.is_some());
        stood = if stands && ninja.velocity == Vec2::ZERO { stood + 1 } else { 0 };
        if stood == 20 {
            return;
        }
    }
    panic!("it comes to no rest on an obstacle: {:?}", simulation.ninja());
}

/// Rides a slab to and fro for some ticks and asserts that the ninja neither slips on it nor leaves it.
#[track_caller]
fn assert_rides(from: (f32, f32), to: (f32, f32), speed: f32) {
    // Wide enough to come to rest on at any speed.
    let lift = shuttle(slab(12.0, 1.0), from, to, speed);
    let level = with(hall_from(from.0, from.1 + 0.5 + BODY_RADIUS), vec![lift]);
    let mut simulation = Simulation::new(&level);
    settle(&mut simulation);
    let place =
        |simulation: &Simulation, state: &Snapshot| obstacles(simulation).pose(0).to_local(state.ninja().position);
    let state = simulation.save();
    let start = place(&simulation, &state);
    for count in 0..1500 {
        let state = tick(&mut simulation, NONE);
        let now = place(&simulation, &state);
        assert!(state.run().is_running(), "{speed} tiles/s, tick {count}: it died");
        let ground = state.ninja().ground;
        assert_eq!(
            ground.and_then(|ground| ground.obstacle),
            Some(0),
            "{speed} tiles/s, tick {count}: {:?}",
            state.ninja()
        );
        assert!(now.distance(start) < 2e-3, "{speed} tiles/s, tick {count}: slipped from {start} to {now}");
    }
}

#[test]
fn a_lift_carries_the_ninja_up_down_and_sideways_at_any_speed() {
    for speed in [1.0, 3.0, 8.0, 15.0, 22.0, 30.0] {
        assert_rides((10.0, 3.0), (10.0, 16.0), speed);
        assert_rides((10.0, 16.0), (10.0, 3.0), speed);
        assert_rides((8.0, 5.0), (24.0, 5.0), speed);
        assert_rides((8.0, 5.0), (24.0, 16.0), speed);
        assert_rides((24.0, 5.0), (8.0, 16.0), speed);
    }
}

#[test]
fn focus_halves_how_far_movers_go_and_carries_the_ninja_as_far() {
    let level = with(hall_from(6.0, 3.5 + BODY_RADIUS), vec![shuttle(slab(4.0, 1.0), (6.0, 3.0), (26.0, 3.0), 8.0)]);
    let mut simulation = Simulation::new(&level);
    settle(&mut simulation);
    let distances = |simulation: &mut Simulation, input| {
        let before = simulation.ninja().position.x;
        let pose = obstacles(simulation).pose(0).position.x;
        play(simulation, 32, input);
        (simulation.ninja().position.x - before, obstacles(simulation).pose(0).position.x - pose)
    };
    let (ninja, mover) = distances(&mut simulation, NONE);
    assert_near(ninja, 2.0, 2e-3);
    assert_near(mover, 2.0, 1e-3);
    let (ninja, mover) = distances(&mut simulation, TickInput::FOCUS);
    assert_near(ninja, 1.0, 2e-3);
    assert_near(mover, 1.0, 1e-3);
}

#[test]
fn a_rocking_platform_is_walked_like_terrain_and_turns_the_ninja_with_it() {
    // To and fro between 30 degrees either way.
    let turn = Aim::Sweep { from: -0.52, to: 0.52, period: 2.0, offset: 0.5 };
    let platform = MoverSettings { turn, ..mover(slab(12.0, 1.0), 12.0, 6.0) };
    let level = with(hall_from(14.0, 6.5 + BODY_RADIUS), vec![platform]);
    let mut simulation = Simulation::new(&level);
    settle(&mut simulation);
    let start = obstacles(&simulation).pose(0).to_local(simulation.ninja().position);
    let mut steepest: f32 = 0.0;
    for _ in 0..600 {
        let state = tick(&mut simulation, NONE);
        let now = obstacles(&simulation).pose(0).to_local(state.ninja().position);
        // On any slope it creeps by up to 1e-4 tiles a tick.
        assert!(now.distance(start) < 2e-2, "slipped from {start} to {now}");
        let ground = state.ninja().ground.expect("it stands");
        let angle = obstacles(&simulation).pose(0).rotation.as_radians();
        assert_near(ground.slope, angle, 1e-4);
        steepest = steepest.max(angle.abs());
    }
    assert!(steepest > 0.5);
    // Up and down the slope at run speed, never off it.
    for count in 0..400 {
        let input = if count / 50 % 2 == 0 { LEFT } else { RIGHT };
        let state = tick(&mut simulation, input);
        assert!(state.ninja().ground.is_some(), "tick {count}: {:?}", state.ninja());
    }
}

#[test]
fn a_wheel_that_turns_never_gets_the_ninja_inside() {
    for period in [0.05, 0.2, 1.0, 4.0] {
        for clockwise in [false, true] {
            let turn = Aim::Spin { from: 0.1, period, clockwise };
            let wheel = MoverSettings { turn, ..mover(slab(6.0, 0.3), 12.0, 5.0) };
            let level = with(hall_from(13.0, 9.0), vec![wheel]);
            let mut simulation = Simulation::new(&level);
            for _ in 0..600 {
                // Even at its lowest it leaves room on the floor.
                assert!(tick(&mut simulation, NONE).run().is_running(), "a turn in {period} s");
            }
        }
    }
}

#[test]
fn between_a_mover_and_a_wall_the_ninja_is_crushed() {
    // A ram that comes to the right wall of the hall.
    let ram = shuttle(slab(2.0, 4.0), (20.0, 3.0), (30.0, 3.0), 6.0);
    let level = with(hall_from(28.0, 1.5), vec![ram]);
    let mut simulation = Simulation::new(&level);
    let death = killed_within(&mut simulation, 400, NONE).expect("it is crushed");
    let point = death.at.expect("a crush has a place");
    assert!(death.weapon.presses && death.source == Some(ActorIndex(0)), "{death:?}");
    assert!(point.x > 30.0 && point.x < 30.5, "{point}");
    assert!(simulation.ninja().position.x > 30.5);
}

#[test]
fn between_a_press_and_the_floor_the_ninja_is_crushed() {
    let press = shuttle(slab(4.0, 1.0), (10.0, 6.0), (10.0, 1.6), 3.0);
    let level = with(hall_from(10.0, 1.5), vec![press]);
    let mut simulation = Simulation::new(&level);
    assert!(killed_within(&mut simulation, 400, NONE).is_some_and(|death| death.weapon.presses));
}

#[test]
fn between_two_movers_the_ninja_is_crushed() {
    let left = shuttle(slab(1.0, 3.0), (5.0, 8.0), (10.0, 8.0), 4.0);
    let right = shuttle(slab(1.0, 3.0), (15.0, 8.0), (10.0, 8.0), 4.0);
    let floor = mover(slab(20.0, 1.0), 10.0, 5.9);
    let level = with(hall_from(10.0, 7.0), vec![left, right, floor]);
    let mut simulation = Simulation::new(&level);
    assert!(killed_within(&mut simulation, 400, NONE).is_some_and(|death| death.weapon.presses));
}

#[test]
fn a_mover_that_leaves_room_does_not_kill() {
    // It stops a little over the ninja's width before the wall.
    let ram = shuttle(slab(2.0, 4.0), (20.0, 3.0), (29.1, 3.0), 6.0);
    let level = with(hall_from(28.0, 1.5), vec![ram]);
    let mut simulation = Simulation::new(&level);
    assert_eq!(killed_within(&mut simulation, 1000, NONE), None);
}

#[test]
fn the_edge_of_a_press_pushes_the_ninja_aside() {
    let press = shuttle(slab(4.0, 1.0), (10.0, 6.0), (10.0, 1.6), 3.0);
    let level = with(hall_from(12.3, 1.5), vec![press]);
    let mut simulation = Simulation::new(&level);
    assert_eq!(killed_within(&mut simulation, 400, NONE), None);
    assert!(simulation.ninja().position.x >= 12.0 + BODY_RADIUS - 1e-3);
}

#[test]
fn a_mover_pushes_the_ninja_off_a_ledge() {
    let ram = shuttle(slab(2.0, 2.0), (3.0, 8.0), (12.0, 8.0), 5.0);
    let ledge = mover(slab(10.0, 1.0), 8.0, 6.4);
    let level = with(hall_from(10.0, 7.4), vec![ram, ledge]);
    let mut simulation = Simulation::new(&level);
    let states: Vec<Snapshot> = (0..300).map(|_| tick(&mut simulation, NONE)).collect();
    assert!(states.iter().all(|state| state.run().is_running()));
    assert!(
        states.iter().any(|state| state.ninja().position.x > 13.0 && state.ninja().position.y < 2.0),
        "it fell off"
    );
}

#[test]
fn a_fast_thin_mover_never_passes_through_the_ninja() {
    for speed in [10.0, 30.0, 60.0] {
        let blade = shuttle(slab(0.05, 4.0), (3.0, 3.0), (26.0, 3.0), speed);
        let level = with(hall_from(12.0, 1.5), vec![blade]);
        let mut simulation = Simulation::new(&level);
        // Until shortly before it turns round.
        for _ in 0..(22.0 / speed / TICK) as u32 {
            let state = tick(&mut simulation, NONE);
            let blade = obstacles(&simulation).pose(0).position.x;
            assert!(state.ninja().position.x > blade, "{speed} tiles/s: {} at {blade}", state.ninja().position);
        }
        assert!(simulation.ninja().position.x > 24.0, "{speed} tiles/s: {}", simulation.ninja().position);
    }
}

#[test]
fn a_jump_inherits_the_velocity_of_the_carrier() {
    let jump_after = |ticks, from: (f32, f32), to: (f32, f32), speed| {
        let lift = shuttle(slab(4.0, 1.0), from, to, speed);
        let level = with(hall_from(from.0, from.1 + 0.5 + BODY_RADIUS), vec![lift]);
        let mut simulation = Simulation::new(&level);
        play(&mut simulation, ticks, NONE);
        tick(&mut simulation, JUMP).ninja().velocity
    };
    let still = jump_after(40, (10.0, 3.0), (10.0, 3.5), 0.05);
    let sideways = jump_after(40, (5.0, 3.0), (25.0, 3.0), 7.0);
    let up = jump_after(40, (10.0, 3.0), (10.0, 6.0), 7.0);
    // After 55 ticks it has turned round.
    let down = jump_after(80, (10.0, 3.0), (10.0, 6.0), 7.0);
    // The speed that steering in the air takes away in the first tick.
    let braked = AIR_BRAKING * TICK;
    assert_near(sideways.x, 7.0 - braked, 1e-2);
    assert_near(sideways.y, still.y, 0.06);
    assert_near(up.y, still.y + 7.0, 0.06);
    assert_near(down.y, still.y, 0.06);
}

#[test]
fn walking_off_a_lift_keeps_its_speed_too() {
    let lift = shuttle(slab(3.0, 1.0), (5.0, 8.0), (25.0, 8.0), 6.0);
    let level = with(hall_from(5.0, 8.5 + BODY_RADIUS), vec![lift]);
    let mut simulation = Simulation::new(&level);
    let left = (0..200).map(|_| tick(&mut simulation, RIGHT)).find(|state| state.ninja().ground.is_none());
    let speed = left.expect("it runs off").ninja().velocity.x;
    assert!(speed > RUN_SPEED + 5.0, "{speed}");
}

#[test]
fn the_side_of_a_mover_is_a_wall_to_slide_down_and_jump_off() {
    let pillar = mover(slab(1.0, 12.0), 15.0, 9.0);
    let level = with(hall_from(14.0, 12.0), vec![pillar]);
    let mut simulation = Simulation::new(&level);
    let states: Vec<Snapshot> = (0..64).map(|_| tick(&mut simulation, RIGHT)).collect();
    assert!(states[63].ninja().sliding && states[63].ninja().wall == 1.0);
    assert_eq!(states[63].ninja().wall_slope, std::f32::consts::FRAC_PI_2, "it is exactly vertical");
    assert_near(states[63].ninja().velocity.y, -WALL_SLIDE_SPEED, 1e-3);
    let jumped = tick(&mut simulation, RIGHT.with(JUMP)).ninja().velocity;
    assert!(jumped.x <= -WALL_JUMP_SPEED_AWAY + 1e-3 && jumped.y > 17.0, "{jumped}");
}

#[test]
fn a_wall_that_comes_along_gives_its_speed_to_a_wall_jump() {
    let jump_off = |speed| {
        let pillar = shuttle(slab(1.0, 16.0), (8.0, 9.0), (22.0, 9.0), speed);
        let level = with(hall_from(9.0, 14.0), vec![pillar]);
        let mut simulation = Simulation::new(&level);
        for _ in 0..24 {
            tick(&mut simulation, LEFT);
        }
        assert_eq!(simulation.ninja().wall, -1.0, "{speed} tiles/s");
        tick(&mut simulation, LEFT.with(JUMP)).ninja().velocity.x
    };
    assert_near(jump_off(6.0) - jump_off(0.05), 5.95, 1e-2);
}

#[test]
fn a_lift_that_sinks_through_a_platform_leaves_the_ninja_on_it() {
    let level = drawn(
        "
        ##########
        #        #
        #        #
        #        #
        #        #
        #  ====  #
        #        #
        #        #
        #@       #
        ##########
        ",
    );
    let lift = shuttle(slab(2.0, 0.5), (5.0, 7.0), (5.0, 2.0), 3.0);
    let level = Level { ninja: Vec2::new(5.0, 7.25 + BODY_RADIUS), ..level.with_actors(vec![lift]) };
    let mut simulation = Simulation::new(&level);
    for _ in 0..180 {
        tick(&mut simulation, NONE);
    }
    let ninja = simulation.ninja();
    assert!(ninja.ground.is_some_and(|ground| ground.one_way && ground.obstacle.is_none()), "{ninja:?}");
    assert_near(ninja.position.y, 5.0 + BODY_RADIUS, 1e-3);
}

#[test]
fn the_slope_of_tiles_is_known_too() {
    let level = drawn(
        "
        ##########
        #        #
        #      /##
        #     /###
        #@   /####
        ##########
        ",
    );
    let mut simulation = Simulation::new(&level);
    let mut slopes = Vec::new();
    for _ in 0..90 {
        if let Some(ground) = tick(&mut simulation, RIGHT).ninja().ground {
            slopes.push(ground.slope);
        }
    }
    let on = |slope: f32| slopes.iter().filter(|found| (*found - slope).abs() < 1e-6).count();
    assert!(on(0.0) > 10 && on(std::f32::consts::FRAC_PI_4) > 10, "{slopes:?}");
}

#[test]
fn a_concave_mover_carries_the_ninja_in_its_notch() {
    // A bowl: the ninja falls into it, and stays in it wherever it goes.
    let bowl = polygon(&[(-3., -1.), (3., -1.), (3., 2.), (2., 2.), (1., 0.), (-1., 0.), (-2., 2.), (-3., 2.)]);
    for speed in [2.0, 9.0, 25.0] {
        let level = with(hall_from(8.0, 4.5), vec![shuttle(bowl.clone(), (8.0, 4.0), (22.0, 12.0), speed)]);
        let mut simulation = Simulation::new(&level);
        for count in 0..1200 {
            let state = tick(&mut simulation, NONE);
            let place = obstacles(&simulation).pose(0).to_local(state.ninja().position);
            assert!(state.run().is_running(), "{speed} tiles/s, tick {count}: died at {place}");
            assert!(place.x.abs() < 2.5 && place.y > 0.0, "{speed} tiles/s, tick {count}: {place}");
        }
    }
}

/// The first throw within some ticks: the ninja's velocity after it, and the normal.
#[track_caller]
fn bounce(level: &Level, ticks: u32, input: TickInput) -> (Vec2, Vec2) {
    let mut simulation = Simulation::new(level);
    for _ in 0..ticks {
        let state = tick(&mut simulation, input);
        if let Some(bumped) = simulation.drain::<NinjaBumped>().pop() {
            return (state.ninja().velocity, bumped.normal);
        }
    }
    panic!("no bumper threw it: {:?}", simulation.ninja());
}

#[test]
fn a_bumper_throws_the_ninja_from_every_side() {
    let strength = 14.0;
    // From above.
    let (velocity, normal) =
        bounce(&with(hall_from(10.0, 9.0), vec![bumper(slab(2.0, 2.0), 10.0, 5.0, strength)]), 200, NONE);
    assert_eq!(normal, Vec2::Y);
    assert_near(velocity.y, strength, 1e-3);
    // From the left and from the right.
    for (side, input) in [(-1.0, RIGHT), (1.0, LEFT)] {
        let level = with(hall_from(10.0 + 3.0 * side, 1.42), vec![bumper(slab(2.0, 3.0), 10.0, 2.4, strength)]);
        let (velocity, normal) = bounce(&level, 200, input);
        assert_eq!(normal, Vec2::X * side);
        assert_near(velocity.x, strength * side, 1e-3);
    }
    // From below.
    let level = with(hall_from(10.0, 1.42), vec![bumper(slab(2.0, 1.0), 10.0, 4.0, strength)]);
    let (velocity, normal) = bounce(&level, 200, JUMP);
    assert_eq!(normal, Vec2::NEG_Y);
    assert_near(velocity.y, -strength, 1e-3);
}

#[test]
fn a_bumper_that_approaches_throws_harder() {
    let comes = shuttle(slab(2.0, 3.0), (4.0, 2.5), (20.0, 2.5), 5.0);
    let comes = MoverSettings { surface: MoverSurface::Bumper { strength: 14.0, when: None }, ..comes };
    let (velocity, normal) = bounce(&with(hall_from(10.0, 1.42), vec![comes]), 200, NONE);
    assert_eq!(normal, Vec2::X);
    assert!(velocity.x > 14.0 + 5.0 - 1.5, "{velocity}");
}

#[test]
fn in_the_corner_of_two_bumpers_the_ninja_is_thrown_and_stays_outside() {
    let level = with(
        hall_from(12.0, 12.0),
        vec![
            bumper(slab(6.0, 1.0), 12.0, 6.0, 20.0),
            bumper(slab(1.0, 6.0), 14.5, 9.0, 20.0),
            bumper(slab(1.0, 6.0), 9.5, 9.0, 20.0),
        ],
    );
    for input in [NONE, LEFT, RIGHT, RIGHT.with(JUMP)] {
        let mut simulation = Simulation::new(&level);
        let mut bounces = 0;
        for _ in 0..2000 {
            let state = tick(&mut simulation, input);
            assert!(state.run().is_running());
            bounces += simulation.drain::<NinjaBumped>().len();
        }
        assert!(bounces > 0);
    }
}

#[test]
fn death_under_a_press_starts_the_level_again_with_the_press_where_it_was() {
    let press = shuttle(slab(4.0, 1.0), (10.0, 6.0), (10.0, 1.6), 3.0);
    let level = with(hall_from(10.0, 1.5), vec![press]);
    let mut simulation = Simulation::new(&level);
    killed_within(&mut simulation, 400, NONE);
    for _ in 0..=DEATH_TICKS {
        simulation.tick(NONE);
    }
    assert_eq!(simulation.run().phase, Phase::Running);
    assert!(obstacles(&simulation).pose(0).position.y > 5.9);
}
