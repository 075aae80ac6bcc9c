//! Orbs: how they bounce, that they keep their speed and stay out of walls, and that they kill.

use bevy::prelude::*;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{Aim, Level, MoverSettings, MoverSurface, OrbSettings, PathTiming, Patrol};
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::orb::{Orb, OrbState};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::HURT_RADIUS;
use hairline_testing::random::LONG_RUN_TICKS;
use hairline_testing::{assert_restores_at_each_tick, colliders, death_within, drawn, drawn_with, play};

fn orb(position: (f32, f32), velocity: (f32, f32), radius: f32) -> OrbSettings {
    OrbSettings { position: position.into(), velocity: velocity.into(), radius }
}

/// Steps one orb through a map for some seconds.
fn stepped(map: &str, settings: OrbSettings, seconds: f32) -> OrbState {
    let level = drawn(map);
    let (orb, mut state) = Orb::new(&settings);
    for _ in 0..(seconds * 128.0) as u32 {
        orb.step(&mut state, 1.0 / 128.0, &colliders(&level));
    }
    state
}

const BOX: &str = "##########\n#        #\n#        #\n#        #\n#@       #\n##########";

#[test]
fn a_wall_turns_the_part_of_the_velocity_along_its_normal() {
    let state = stepped(BOX, orb((7.5, 2.5), (4.0, 1.0), 0.4), 0.5);
    assert!(state.velocity.distance(Vec2::new(-4.0, 1.0)) < 1e-4, "{state:?}");
}

#[test]
fn a_corner_that_is_met_exactly_throws_it_back_where_it_came_from() {
    let map = "##########\n#        #\n#   #    #\n#        #\n#@       #\n##########";
    // Along the diagonal onto the lower left corner of the block.
    let state = stepped(map, orb((2.5, 1.5), (3.0, 3.0), 0.3), 0.6);
    assert!(state.velocity.normalize().distance(Vec2::new(-1.0, -1.0).normalize()) < 1e-3, "{state:?}");
}

#[test]
fn an_inner_corner_throws_it_back() {
    let state = stepped(BOX, orb((7.0, 3.5), (4.0, 4.0), 0.4), 0.6);
    assert!(state.velocity.distance(Vec2::new(-4.0, -4.0)) < 1e-3, "{state:?}");
}

#[test]
fn a_slope_turns_it_by_a_quarter() {
    let state = stepped(
        "##########\n#        #\n#        #\n#       /#\n#@     /##\n##########",
        orb((3.5, 2.0), (4.0, 0.0), 0.3),
        1.3,
    );
    assert!(state.velocity.distance(Vec2::new(0.0, 4.0)) < 1e-3, "{state:?}");
}

fn level_with(orbs: Vec<OrbSettings>) -> Level {
    let level = drawn(
        "############\n#          #\n#          #\n#          #\n#          #\n#   ##     #\n#@         #\n############",
    );
    level.with_actors(orbs)
}

#[test]
fn two_orbs_head_on_exchange_their_directions() {
    let level = level_with(vec![orb((3.0, 4.5), (3.0, 0.0), 0.4), orb((8.0, 4.5), (-5.0, 0.0), 0.4)]);
    let mut simulation = Simulation::new(&level);
    let states = play(&mut simulation, 128, TickInput::NONE);
    let [a, b] = [0, 1].map(|index| states[80].states::<OrbState>()[index].velocity);
    assert!(a.distance(Vec2::new(-3.0, 0.0)) < 1e-3 && b.distance(Vec2::new(5.0, 0.0)) < 1e-3, "{a} {b}");
    for state in &states {
        let [a, b] = [0, 1].map(|index| state.states::<OrbState>()[index].position);
        assert!(a.distance(b) > 0.8 - 1e-3, "they never overlap: {a} {b}");
    }
}

#[test]
fn an_orb_kills_a_ninja_that_it_touches() {
    let level = level_with(vec![orb((9.5, 1.45), (-7.0, 0.0), 0.4)]);
    let mut simulation = Simulation::new(&level);
    let death = death_within(&mut simulation, 300, TickInput::NONE).expect("it kills").death;
    assert_eq!((death.weapon.name, death.source), ("an orb", Some(ActorIndex(0))));
    assert!(death.at.is_some_and(|at| (at.x - (1.5 + HURT_RADIUS)).abs() < 0.1), "on the near side: {death:?}");
}

#[test]
fn focus_halves_the_distance_that_an_orb_flies() {
    let level = level_with(vec![orb((3.0, 5.5), (4.0, 0.0), 0.4)]);
    let distance = |input| {
        let mut simulation = Simulation::new(&level);
        play(&mut simulation, 64, input).pop().expect("it played").states::<OrbState>()[0].position.x - 3.0
    };
    assert!((distance(TickInput::NONE) - 2.0).abs() < 1e-4);
    assert!((distance(TickInput::FOCUS) - 1.0).abs() < 1e-4);
}

/// Many orbs of many sizes and speeds, and a mover that ploughs through them.
fn crowded_room() -> Level {
    let settings = |index: usize| {
        let place = Vec2::new(1.7 + 1.6 * (index % 6) as f32, 3.6 + 1.1 * (index / 6) as f32);
        let direction = Vec2::from_angle(index as f32 * 2.4);
        OrbSettings {
            position: place,
            velocity: direction * (1.0 + 3.0 * index as f32),
            radius: 0.15 + 0.02 * index as f32,
        }
    };
    let square = [(-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)].map(Vec2::from);
    let mover = MoverSettings {
        position: Vec2::new(9.0, 1.6),
        shape: Polygon::new(square.to_vec()).expect("it is simple"),
        path: Some(Patrol {
            points: vec![Vec2::new(9.0, 1.6), Vec2::new(9.0, 6.0)],
            speed: 6.0,
            closed: false,
            timing: PathTiming::default(),
        }),
        turn: Aim::Spin { from: 0.0, period: 2.0, clockwise: false },
        surface: MoverSurface::Plain,
    };
    level_with((0..12).map(settings).collect()).with_actors(vec![mover])
}

#[test]
fn orbs_keep_their_speed_and_stay_out_of_walls_in_a_long_run() {
    let level = crowded_room();
    let speeds: Vec<f32> = level.actors::<OrbSettings>().iter().map(|orb| orb.velocity.length()).collect();
    let ticks = LONG_RUN_TICKS;
    let mut simulation = Simulation::new(&level);
    let size = level.terrain.size().as_vec2();
    for tick in 0..ticks {
        simulation.tick(if tick % 700 < 100 { TickInput::FOCUS } else { TickInput::NONE });
        if tick % 16 != 0 {
            continue;
        }
        let state = simulation.save();
        for ((orb, settings), speed) in
            state.states::<OrbState>().iter().zip(level.actors::<OrbSettings>()).zip(&speeds)
        {
            assert!((orb.velocity.length() - speed).abs() <= 1e-3 * speed, "tick {tick}: {orb:?}, not {speed}");
            let depth = level.terrain.depth(orb.position, settings.radius);
            assert!(depth <= 1e-3, "tick {tick}: {depth} deep in a wall at {}", orb.position);
            assert!(orb.position.cmpgt(Vec2::ZERO).all() && orb.position.cmplt(size).all(), "tick {tick}: {orb:?}");
        }
    }
}

#[test]
fn a_mover_pushes_an_orb_before_it_and_does_not_swallow_it() {
    let level = crowded_room();
    let mut simulation = Simulation::new(&level);
    let mut swallowed = 0;
    for _ in 0..4000 {
        simulation.tick(TickInput::NONE);
        let state = simulation.save();
        let mover = simulation.world().resource::<Colliders>().obstacles().shape(0);
        swallowed += state.states::<OrbState>().iter().filter(|orb| mover.contains(orb.position)).count();
    }
    assert_eq!(swallowed, 0, "no orb's center is ever inside");
}

#[test]
fn orbs_restored_at_each_tick_play_on_the_same() {
    assert_restores_at_each_tick("orbs", &crowded_room(), [TickInput::NONE; 400], |_| {});
}

#[test]
fn an_orb_of_a_level_file_flies_as_its_angle_and_speed_say() {
    let level = drawn_with(
        BOX.replace("#        #\n#@", "#   o    #\n#@").as_str(),
        "'o': Orb(angle: 45, speed: 6, radius: 0.3)",
    );
    let mut simulation = Simulation::new(&level);
    let start = simulation.save().states::<OrbState>()[0];
    play(&mut simulation, 16, TickInput::NONE);
    let OrbState { position, velocity } = simulation.save().states::<OrbState>()[0];
    assert_eq!(start.position, Vec2::new(4.5, 2.5), "the center of its cell");
    let wanted = Vec2::splat(6.0 * std::f32::consts::FRAC_1_SQRT_2);
    assert!(velocity.distance(wanted) < 1e-4, "{velocity}: six tiles a second, up to the right");
    assert!(position.distance(start.position + wanted / 8.0) < 1e-4, "an eighth of a second later: {position}");
}
