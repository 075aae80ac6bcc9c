//! Beams: when they kill, when they only graze, and where they point.

use std::sync::Arc;

use bevy::math::ops;
use bevy::prelude::*;
use hairline_geometry::terrain::Terrain;
use hairline_level::{Aim, Cycle, LaserSettings, Level, PathTiming, Patrol};
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::beam_hits::{BeamGrazed, nearest_beam};
use hairline_sim::hazards::laser::{BeamPhase, Beams, Laser, LaserState};
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::channels::Channels;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::*;
use hairline_testing::{RunState, drawn_fully, drawn_with, play, tick_emitting};

/// A hall with the ninja on its floor, at (10.5, 1.42) once it stands, and these actors.
#[track_caller]
fn hall(actors: &str) -> Level {
    drawn_with(
        "
        #####################
        #         t         #
        #                   #
        #                   #
        #l                 r#
        #         @         #
        #####################
        ",
        actors,
    )
}

fn is_dead(simulation: &Simulation) -> bool {
    matches!(simulation.run().phase, Phase::Dead { .. })
}

fn beams(simulation: &mut Simulation) -> (LaserState, Beams) {
    let world = simulation.world_mut();
    let (state, beams) = world.query::<(&LaserState, &Beams)>().single(world).expect("there is one laser");
    (*state, *beams)
}

fn settings(aim: Aim) -> LaserSettings {
    LaserSettings {
        position: Vec2::new(5.5, 5.5),
        aim,
        cycle: None,
        beams: 1,
        reach: Some(1.0),
        path: None,
        bounces: 0,
        when: None,
    }
}

/// A laser in an empty room.
fn laser(settings: LaserSettings) -> Laser {
    Laser::new(&settings, &level_with(settings.clone()).terrain, false).0
}

/// A level with one laser, set in code.
fn level_with(laser: LaserSettings) -> Level {
    let mut level = drawn_with(
        "
        #####################
        #                   #
        #                   #
        #                   #
        #                   #
        #                   #
        #                   #
        #                   #
        #                   #
        #                  @#
        #####################
        ",
        "",
    );
    level.set_actors(vec![laser]);
    level
}

/// The clearance between the hurt circle at the origin and one beam.
fn clearance(start: Vec2, end: Vec2) -> f32 {
    let direction = (end - start).normalize_or(Vec2::X);
    // A world of empty tiles around the origin would not hold negative places, so all is moved by ten.
    let ten = Vec2::splat(10.0);
    let terrain = Arc::new(Terrain::new(UVec2::splat(20), vec![default(); 400]));
    let aim = Aim::Spin { from: 0.0, period: 1.0, clockwise: false };
    let settings = LaserSettings { position: start + ten, reach: Some(start.distance(end)), ..settings(aim) };
    let (laser, state) = Laser::new(&settings, &terrain, false);
    let state = LaserState { direction, ..state };
    let beams = laser.cast(&state, BeamPhase::Lit, &Colliders::new(terrain), None);
    nearest_beam(&beams, None, start + ten, ten).expect("a lit laser has a beam").clearance
}

#[test]
fn a_beam_through_the_hurt_circle_touches() {
    assert!(clearance(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)) < 0.0);
}

#[test]
fn a_segment_wholly_inside_the_hurt_circle_touches() {
    assert!(clearance(Vec2::new(-0.1, 0.0), Vec2::new(0.1, 0.0)) < 0.0);
}

#[test]
fn the_end_of_a_segment_touches() {
    assert!(clearance(Vec2::new(-5.0, 0.0), Vec2::new(-HURT_RADIUS + 0.001, 0.0)) < 0.0);
    assert!(clearance(Vec2::new(-5.0, 0.0), Vec2::new(-HURT_RADIUS - 0.001, 0.0)) > 0.0);
}

#[test]
fn grazing_the_hurt_circle_by_a_hair_is_not_death() {
    let hair = 1e-3;
    let pass = |y: f32| clearance(Vec2::new(-5.0, y), Vec2::new(5.0, y));
    assert!(pass(HURT_RADIUS + hair) > 0.0);
    assert!(pass(HURT_RADIUS - hair) < 0.0);
}

#[test]
fn the_line_beyond_the_segment_does_not_count() {
    assert!(clearance(Vec2::new(-5.0, 0.0), Vec2::new(-1.0, 0.0)) > 0.5);
}

#[test]
fn a_lit_beam_kills_and_says_where() {
    let mut simulation = Simulation::new(&hall(
        "'t': Laser(aim: Fixed(angle: 270)), 'l': Laser(aim: Fixed(angle: 90)), 'r': Laser(aim: Fixed(angle: 90))",
    ));
    simulation.tick(TickInput::NONE);
    assert!(is_dead(&simulation));
    let died = simulation.drain::<NinjaDied>();
    let [NinjaDied { position, death, .. }] = died[..] else { panic!("one death: {died:?}") };
    assert_eq!((death.weapon.name, death.weapon.presses, death.source), ("a beam", false, Some(ActorIndex(0))));
    assert_eq!(death.path.map(|[start, _]| start), Some(Vec2::new(10.5, 5.5)));
    assert!(death.at.is_some_and(|at| at.distance(position) <= HURT_RADIUS), "{death:?}");
}

#[test]
fn a_charging_beam_is_harmless_until_it_is_lit() {
    let mut simulation = Simulation::new(&hall(
        "'t': Laser(aim: Fixed(angle: 270), cycle: (charge: 0.5, on: 1.0, off: 0.5)), 'l': Laser(aim: Fixed(angle: 90)), \
         'r': Laser(aim: Fixed(angle: 90))",
    ));
    play(&mut simulation, 63, TickInput::NONE);
    assert!(!is_dead(&simulation), "still charging after 63 ticks");
    play(&mut simulation, 1, TickInput::NONE);
    assert!(is_dead(&simulation), "lit after half a second");
}

#[test]
fn a_cycle_charges_lights_pauses_and_starts_again() {
    let cycle = Cycle { charge: 0.5, on: 1.0, off: 0.5, offset: 0.25 };
    let laser = laser(LaserSettings { cycle: Some(cycle), ..settings(Aim::Fixed { angle: 0.0 }) });
    let at = |seconds: f32| laser.phase_at(&Channels::default(), (seconds * HALF_TICKS_PER_SECOND as f32) as u32);
    assert_eq!(at(0.0), BeamPhase::Charging { fraction: 0.5 });
    assert_eq!(at(0.25), BeamPhase::Lit);
    assert_eq!(at(1.24), BeamPhase::Lit);
    assert_eq!(at(1.26), BeamPhase::Off);
    assert!(matches!(at(1.76), BeamPhase::Charging { .. }));
    assert_eq!(at(2.25), BeamPhase::Lit);
}

#[test]
fn a_laser_without_a_cycle_is_always_lit() {
    let laser = laser(settings(Aim::Fixed { angle: 0.0 }));
    assert!((0..10_000).all(|time| laser.phase_at(&Channels::default(), time) == BeamPhase::Lit));
}

/// The angle of the first beam, in degrees, after each tick.
fn angles(aim: Aim, ticks: u32) -> Vec<f32> {
    let mut simulation = Simulation::new(&level_with(settings(aim)));
    (0..ticks)
        .map(|_| {
            simulation.tick(TickInput::NONE);
            let direction = beams(&mut simulation).0.direction;
            assert!((direction.length() - 1.0).abs() < 1e-5);
            ops::atan2(direction.y, direction.x).to_degrees()
        })
        .collect()
}

#[test]
fn a_sweep_goes_there_and_back_and_is_slow_at_both_ends() {
    let aim = Aim::Sweep { from: 1.0, to: 2.0, period: 2.0, offset: 0.0 };
    let angles = angles(aim, 256);
    let degrees = 1.0_f32.to_degrees();
    assert!((angles[127] - 2.0 * degrees).abs() < 0.1, "half a period is the far end");
    assert!((angles[255] - degrees).abs() < 0.1, "a period is the start again");
    let step = |tick: usize| (angles[tick + 1] - angles[tick]).abs();
    assert!(step(2) < step(63) / 5.0 && step(124) < step(63) / 5.0);
    assert!(angles.iter().all(|&angle| (degrees - 0.01..=2.0 * degrees + 0.01).contains(&angle)));
}

#[test]
fn a_spin_turns_evenly_in_its_direction() {
    for (clockwise, sign) in [(false, 1.0), (true, -1.0)] {
        let angles = angles(Aim::Spin { from: 0.0, period: 4.0, clockwise }, 127);
        for (tick, angle) in angles.iter().enumerate() {
            let wanted = sign * (tick + 1) as f32 * 90.0 / 128.0;
            assert!((angle - wanted).abs() < 0.01, "tick {tick}: {angle} is not {wanted}");
        }
    }
}

#[test]
fn a_tracker_turns_to_the_ninja_no_faster_than_its_rate_and_then_stays_on_it() {
    let rate = 1.0;
    let found = angles(Aim::Track { from: 2.0, turn_rate: rate, needs_sight: false }, 600);
    for pair in found.windows(2) {
        let turn = (pair[1] - pair[0] + 540.0).rem_euclid(360.0) - 180.0;
        assert!(turn.abs() <= rate.to_degrees() * TICK + 0.02, "turned by {turn}");
    }
    let to_the_ninja = Vec2::new(19.5, 1.42) - Vec2::new(5.5, 5.5);
    let wanted = ops::atan2(to_the_ninja.y, to_the_ninja.x).to_degrees();
    assert!((found[599] - wanted).abs() < 1.0, "{} is not {wanted}", found[599]);
}

#[test]
fn a_tracker_that_needs_sight_does_not_turn_while_a_curtain_hides_the_ninja_but_does_behind_glass() {
    for (tile, turns) in [('~', false), ('%', true), ('#', false), (' ', true)] {
        let map = format!(
            "
            ##########
            #        #
            #a   {tile}   #
            #    {tile}   #
            #    {tile} @ #
            ##########
            "
        );
        let level = drawn_with(&map, "'a': Laser(aim: Track(from: 90, turn_rate: 90, needs_sight: true), reach: 1)");
        let mut simulation = Simulation::new(&level);
        let before = beams(&mut simulation).0.direction;
        play(&mut simulation, SIGHT_HALF_TICKS / 2, TickInput::NONE);
        let (state, _) = beams(&mut simulation);
        assert_eq!(state.has_target, turns, "through {tile:?}");
        assert_eq!(state.direction != before, turns, "through {tile:?}");
    }
}

#[test]
fn trackers_look_in_turns_each_every_eighth_half_tick() {
    let tracker = "Laser(aim: Track(from: 90, turn_rate: 1))";
    let level = hall(&format!("'l': {tracker}, 'r': {tracker}, 't': {tracker}"));
    let mut simulation = Simulation::new(&level);
    let sees = |simulation: &mut Simulation| {
        simulation.save().states::<LaserState>().iter().map(|laser| laser.has_target).collect::<Vec<_>>()
    };
    // Each loses its target before each tick, and has it again in the tick in which it looks.
    let mut looks = [Vec::new(), Vec::new(), Vec::new()];
    for tick in 0..40 {
        let world = simulation.world_mut();
        world.query::<&mut LaserState>().iter_mut(world).for_each(|mut laser| laser.has_target = false);
        simulation.tick(TickInput::NONE);
        for (looks, sees) in looks.iter_mut().zip(sees(&mut simulation)) {
            looks.extend(sees.then_some(tick));
        }
    }
    for looks in &looks {
        assert_eq!(looks.len(), 10);
        assert!(looks.windows(2).all(|pair| pair[1] - pair[0] == 4), "{looks:?}");
    }
    assert_ne!(looks[0][0], looks[1][0], "not both at once");
}

#[test]
fn beams_end_on_walls_slopes_and_curtains_and_go_through_glass_and_platforms() {
    for (tile, wanted) in [('#', 4.0), ('~', 4.0), ('/', 4.5), ('%', 9.0), ('=', 9.0), (' ', 9.0)] {
        let map = format!(
            "
            ##########
            #a  {tile}    #
            #        #
            #      @ #
            ##########
            "
        );
        let mut simulation = Simulation::new(&drawn_with(&map, "'a': Laser(aim: Fixed(angle: 0))"));
        simulation.tick(TickInput::NONE);
        let (state, beams) = beams(&mut simulation);
        let beam = beams.iter(state.position).next().expect("a lit laser has a beam");
        assert!((beam.end.x - wanted).abs() < 2e-3, "on {tile:?} it ends at {}", beam.end);
        assert!(beam.hit);
    }
}

#[test]
fn several_beams_are_spread_evenly() {
    let laser = LaserSettings { beams: 4, reach: Some(2.0), ..settings(Aim::Fixed { angle: 0.0 }) };
    let mut simulation = Simulation::new(&level_with(laser));
    simulation.tick(TickInput::NONE);
    let (state, beams) = beams(&mut simulation);
    let ends: Vec<Vec2> = beams.iter(Vec2::new(5.5, 5.5)).map(|beam| beam.end - state.position).collect();
    let wanted = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|direction| direction * 2.0);
    assert_eq!(ends.len(), 4);
    for (end, wanted) in ends.iter().zip(wanted) {
        assert!(end.distance(wanted) < 1e-3, "{end} is not {wanted}");
    }
}

/// Where a laser is some seconds after the start.
fn position_after(laser: &Laser, seconds: f32) -> Vec2 {
    laser.route().position_at(&Channels::default(), half_ticks(seconds))
}

#[test]
fn a_patrol_goes_there_and_back_at_its_speed() {
    let points = vec![Vec2::new(5.5, 5.5), Vec2::new(9.5, 5.5)];
    let path = Patrol { points, speed: 2.0, closed: false, timing: PathTiming::default() };
    let laser = laser(LaserSettings { path: Some(path), ..settings(Aim::Fixed { angle: 0.0 }) });
    let at = |seconds: f32| position_after(&laser, seconds).x;
    for (seconds, x) in [(0.0, 5.5), (1.0, 7.5), (2.0, 9.5), (3.0, 7.5), (4.0, 5.5), (5.0, 7.5)] {
        assert!((at(seconds) - x).abs() < 1e-3, "after {seconds} s at {}", at(seconds));
    }
}

#[test]
fn a_closed_patrol_goes_straight_from_the_last_point_to_the_first() {
    let points = vec![Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 4.0)];
    let path = Patrol { points, speed: 1.0, closed: true, timing: PathTiming::default() };
    let laser = laser(LaserSettings { path: Some(path), ..settings(Aim::Fixed { angle: 0.0 }) });
    let at = |seconds: f32| position_after(&laser, seconds);
    for (seconds, x, y) in [(0.0, 0.0, 0.0), (3.0, 3.0, 0.0), (7.0, 3.0, 4.0), (9.5, 1.5, 2.0), (12.0, 0.0, 0.0)] {
        assert!(at(seconds).distance(Vec2::new(x, y)) < 1e-3, "after {seconds} s at {}", at(seconds));
    }
}

#[test]
fn a_graze_refills_focus_once_a_pass() {
    // The beam passes half a tile over the ninja's head.
    let level = drawn_fully(
        "
        #####################
        #                   #
        #                   #
        #         @         #
        #####################
        ",
        "'a': Laser(at: (1.5, 2.0), aim: Fixed(angle: 0))",
        "focus: (max: 3, start: 1),",
    );
    let mut simulation = Simulation::new(&level);
    let mut grazes = 0;
    for _ in 0..200 {
        for graze in tick_emitting::<BeamGrazed>(&mut simulation, TickInput::NONE) {
            assert_eq!((graze.source, graze.point.y), (ActorIndex(0), 2.0));
            grazes += 1;
        }
        assert!(!is_dead(&simulation));
    }
    assert_eq!(grazes, 1);
    let focus = simulation.run().focus;
    assert_eq!(focus.meter, TICKS_PER_SECOND + FOCUS_TICKS_PER_GRAZE);
}

#[test]
fn hazards_advance_half_as_far_during_focus_and_the_ninja_as_far_as_ever() {
    let level = hall(
        "'t': Laser(aim: Spin(from: 20, period: 4)), 'l': Laser(aim: Fixed(angle: 90)), 'r': Laser(aim: Fixed(angle: 90))",
    );
    let hazards = |input: TickInput| {
        let mut simulation = Simulation::new(&level);
        let states = play(&mut simulation, 60, input);
        (*states[59].run(), states[59].ninja().position)
    };
    let (plain, there): (Run, Vec2) = hazards(TickInput::RIGHT);
    let (focused, here) = hazards(TickInput::RIGHT.with(TickInput::FOCUS));
    assert_eq!(plain.hazard_half_ticks, 120);
    assert_eq!(focused.hazard_half_ticks, 60);
    assert_eq!(plain.ticks, focused.ticks);
    assert_eq!(there, here, "focus must not change where a run or a jump ends");
}
