//! Cameras and the alarms that they raise; lasers that listen to a channel.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::prelude::*;
use hairline_level::{Aim, CameraSettings, Channel, Cycle, Gate, LaserSettings, Level};
use hairline_sim::Simulation;
use hairline_sim::hazards::camera::{CameraAlarmed, CameraState, SecurityCamera, Vision};
use hairline_sim::hazards::laser::{BeamPhase, Laser};
use hairline_sim::ninja::Ninja;
use hairline_sim::run::Run;
use hairline_sim::run::channels::{ChannelLowered, ChannelRaised};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::{TICKS_PER_SECOND, half_ticks};
use hairline_testing::{colliders, drawn, tick_emitting};

const ALARM: Channel = Channel(0);

/// A camera at a place that faces an angle in degrees, with a field of view in degrees.
fn camera(position: (f32, f32), facing: f32, fov: f32) -> CameraSettings {
    CameraSettings {
        position: position.into(),
        aim: Aim::Fixed { angle: facing.to_radians() },
        path: None,
        fov: fov.to_radians(),
        range: 30.0,
        rays: 30,
        refresh: 0.1,
        channel: ALARM,
        alarm: 1.0,
    }
}

/// A run at a hazard time in half ticks.
fn at_time(hazard_half_ticks: u32) -> Run {
    Run { hazard_half_ticks, ..Run::default() }
}

/// Whether a camera sees a target when it scans.
#[track_caller]
fn sees(level: &Level, settings: &CameraSettings, target: (f32, f32)) -> bool {
    let (camera, mut state, mut vision) = SecurityCamera::new(settings);
    camera.watch(&mut state, &mut vision, &at_time(0), target.into(), &colliders(level))
}

#[test]
fn a_camera_sees_what_is_in_its_cone_and_nothing_behind_or_beside_it() {
    let hall = drawn("##############\n#            #\n#            #\n#@           #\n##############");
    let at = camera((7.5, 2.5), 0.0, 60.0);
    assert!(sees(&hall, &at, (11.5, 2.5)), "ahead");
    assert!(sees(&hall, &at, (11.5, 3.5)), "near the upper edge");
    assert!(!sees(&hall, &at, (3.5, 2.5)), "behind");
    assert!(!sees(&hall, &at, (7.5, 4.0)), "beside");
    assert!(!sees(&hall, &CameraSettings { range: 2.0, ..at.clone() }, (11.5, 2.5)), "too far");
    assert!(sees(&hall, &CameraSettings { range: 3.6, ..at }, (11.5, 2.5)), "its cell is touched by the rays' ends");
}

#[test]
fn a_cone_that_reaches_over_the_angle_zero_sees_on_both_sides_of_it() {
    let hall = drawn("#########\n#       #\n#       #\n#@      #\n#       #\n#########");
    for facing in [0.0, 360.0, -360.0, 350.0, 10.0, 720.0] {
        let at = camera((2.5, 3.0), facing, 90.0);
        assert!(sees(&hall, &at, (5.5, 3.6)), "above, facing {facing}");
        assert!(sees(&hall, &at, (5.5, 2.4)), "below, facing {facing}");
        assert!(!sees(&hall, &at, (1.5, 3.5)), "behind, facing {facing}");
    }
    let all_around = CameraSettings { fov: TAU, ..camera((4.5, 3.0), 123.0, 90.0) };
    for target in [(1.5, 3.0), (7.5, 3.0), (4.5, 4.6), (4.5, 1.4)] {
        assert!(sees(&hall, &all_around, target), "all around: {target:?}");
    }
}

#[test]
fn a_wall_hides_a_curtain_hides_and_glass_does_not() {
    for (tile, seen) in [('#', false), ('~', false), ('%', true), ('=', true), (' ', true)] {
        let hall = drawn(&format!("##########\n#@   {tile}   #\n##########"));
        assert_eq!(sees(&hall, &camera((1.5, 1.5), 0.0, 10.0), (7.5, 1.5)), seen, "{tile:?}");
    }
}

#[test]
fn the_cell_that_stops_a_ray_is_seen_and_the_one_behind_it_is_not() {
    let hall = drawn("##########\n#@   ~~  #\n##########");
    let at = camera((1.5, 1.5), 0.0, 10.0);
    assert!(sees(&hall, &at, (5.5, 1.5)), "in the lit side of a curtain");
    assert!(!sees(&hall, &at, (6.5, 1.5)), "deeper in the curtain");
}

#[test]
fn a_camera_sees_the_ninja_in_exactly_the_cells_of_its_vision() {
    let hall = drawn("############\n#@   #     #\n#      #   #\n#   #      #\n#          #\n############");
    let settings = camera((2.5, 3.5), -20.0, 70.0);
    let (camera, mut state, mut vision) = SecurityCamera::new(&settings);
    camera.watch(&mut state, &mut vision, &at_time(0), Vec2::ZERO, &colliders(&hall));
    let cells = vision.cells(state.last_scan_position);
    for y in 0..6 {
        for x in 0..12 {
            let seen = sees(&hall, &settings, (x as f32 + 0.5, y as f32 + 0.5));
            assert_eq!(seen, cells.contains(&IVec2::new(x, y)), "({x}, {y})");
        }
    }
}

#[test]
fn a_camera_scans_only_when_it_is_time_to() {
    let hall = drawn("##########\n#@       #\n##########");
    let settings = CameraSettings { refresh: 0.25, ..camera((1.5, 1.5), 0.0, 10.0) };
    let (camera, mut state, mut vision): (_, CameraState, Vision) = SecurityCamera::new(&settings);
    let refresh = half_ticks(0.25);
    let colliders = colliders(&hall);
    let (seen, unseen) = (Vec2::new(5.5, 1.5), Vec2::new(5.5, 9.5));
    assert!(camera.watch(&mut state, &mut vision, &at_time(0), seen, &colliders));
    for now in 1..refresh {
        assert!(
            camera.watch(&mut state, &mut vision, &at_time(now), unseen, &colliders),
            "what it saw stays true at {now}"
        );
    }
    assert!(!camera.watch(&mut state, &mut vision, &at_time(refresh), unseen, &colliders), "it scans again");
    for now in refresh + 1..2 * refresh {
        assert!(
            !camera.watch(&mut state, &mut vision, &at_time(now), seen, &colliders),
            "it is not noticed yet at {now}"
        );
    }
    assert!(camera.watch(&mut state, &mut vision, &at_time(2 * refresh), seen, &colliders));
}

/// A hall in which a camera sees the ninja only once it has run to the right.
fn guarded_hall() -> Level {
    let hall = drawn("####################\n#                  #\n#@                 #\n####################");
    let laser = LaserSettings {
        position: Vec2::new(18.5, 2.5),
        aim: Aim::Fixed { angle: PI },
        cycle: Some(Cycle { charge: 0.5, on: 0.25, off: 0.25, offset: 0.0 }),
        beams: 1,
        reach: None,
        path: None,
        bounces: 0,
        when: Some(Gate::Raised(ALARM)),
    };
    let camera = CameraSettings { range: 12.0, ..camera((18.5, 2.5), 180.0, 40.0) };
    Level { channels: vec!["alarm".into()], ..hall.with_actors(vec![camera]).with_actors(vec![laser]) }
}

#[test]
fn being_seen_raises_the_alarm_and_lasers_gated_by_it_begin_to_charge() {
    let level = guarded_hall();
    let mut simulation = Simulation::new(&level);
    let phase = |simulation: &mut Simulation| {
        let now = simulation.run().hazard_half_ticks;
        let laser = Laser::new(&level.actors::<LaserSettings>()[0], &level.terrain, false).0;
        laser.phase_at(&simulation.run().channels, now)
    };
    for _ in 0..64 {
        simulation.tick(TickInput::NONE);
        assert_eq!(phase(&mut simulation), BeamPhase::Off);
    }
    let raised = (0..400).find(|_| {
        let raised = tick_emitting::<ChannelRaised>(&mut simulation, TickInput::RIGHT);
        raised.iter().any(|raised| raised.channel == ALARM)
    });
    assert!(raised.is_some(), "it ran into its cone");
    assert_eq!(phase(&mut simulation), BeamPhase::Charging { fraction: 0.0 }, "the cycle begins with the alarm");
    for _ in 0..63 {
        simulation.tick(TickInput::NONE);
        assert!(matches!(phase(&mut simulation), BeamPhase::Charging { .. }));
    }
    simulation.tick(TickInput::NONE);
    assert_eq!(phase(&mut simulation), BeamPhase::Lit);
}

#[test]
fn an_alarm_lasts_for_its_time_after_the_ninja_was_last_seen() {
    let level = guarded_hall();
    let mut simulation = Simulation::new(&level);
    let is_raised = |simulation: &Simulation| {
        let run = simulation.run();
        run.channels.is_raised(ALARM, run.hazard_half_ticks)
    };
    while !is_raised(&simulation) {
        simulation.tick(TickInput::RIGHT);
    }
    let mut last_seen = simulation.run().hazard_half_ticks;
    for _ in 0..600 {
        simulation.tick(TickInput::LEFT);
        let now = simulation.run().hazard_half_ticks;
        if simulation.save().states::<CameraState>()[0].has_target {
            last_seen = now;
        }
        assert_eq!(is_raised(&simulation), now < last_seen + half_ticks(1.0), "{now}, last seen {last_seen}");
    }
    assert!(!is_raised(&simulation), "it ended");
}

#[test]
fn focus_makes_an_alarm_last_twice_as_many_ticks() {
    let ticks = |input: TickInput| {
        let mut simulation = Simulation::new(&guarded_hall());
        while simulation.drain::<CameraAlarmed>().is_empty() {
            simulation.tick(TickInput::RIGHT);
        }
        // Out of the camera's range at once; from here on the button is held.
        simulation.world_mut().resource_mut::<Ninja>().position.x = 2.0;
        let mut last_seen = 0;
        for tick in 1..1000 {
            let lowered = tick_emitting::<ChannelLowered>(&mut simulation, input);
            if simulation.save().states::<CameraState>()[0].has_target {
                last_seen = tick;
            }
            if lowered == [ChannelLowered { channel: ALARM }] {
                return tick - last_seen;
            }
        }
        panic!("the alarm never ends");
    };
    assert_eq!(ticks(TickInput::NONE), TICKS_PER_SECOND);
    assert_eq!(ticks(TickInput::FOCUS), 2 * TICKS_PER_SECOND);
}

#[test]
fn an_alarm_says_which_camera_raised_it() {
    let level = guarded_hall();
    // The first of the two looks at the ceiling.
    let watching = level.actors::<CameraSettings>()[0].clone();
    let position = watching.position;
    let blind = CameraSettings { aim: Aim::Fixed { angle: FRAC_PI_2 }, ..watching.clone() };
    let mut simulation = Simulation::new(&level.with_actors(vec![blind, watching]));
    let alarms = (0..400).map(|_| tick_emitting::<CameraAlarmed>(&mut simulation, TickInput::RIGHT));
    let first = alarms.into_iter().find(|alarms| !alarms.is_empty());
    assert_eq!(first, Some(vec![CameraAlarmed { source: ActorIndex(1), position, channel: ALARM }]));
}

#[test]
fn a_camera_turns_by_its_sweep() {
    let settings = CameraSettings {
        aim: Aim::Sweep { from: 0.0, to: FRAC_PI_2, period: 2.0, offset: 0.0 },
        ..camera((2.5, 2.5), 0.0, 20.0)
    };
    let hall = drawn("######\n#@   #\n#    #\n#    #\n######");
    let (camera, mut state, mut vision) = SecurityCamera::new(&settings);
    let colliders = colliders(&hall);
    camera.watch(&mut state, &mut vision, &at_time(half_ticks(1.0)), Vec2::ZERO, &colliders);
    assert!(state.direction.distance(Vec2::Y) < 1e-6, "half a period later it faces up");
    assert_eq!(state.last_scan_direction, state.direction);
}
