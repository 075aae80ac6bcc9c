//! Turrets and their bullets: when they fire, what stops a bullet, and that none flies through anything.

use std::f32::consts::PI;

use bevy::prelude::*;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{Aim, Level, MoverSettings, MoverSurface};
use hairline_sim::Simulation;
use hairline_sim::hazards::bullet::{Bullet, Flight, NinjaMotion};
use hairline_sim::hazards::turret::{BulletFired, Bullets, TurretState};
use hairline_sim::run::Run;
use hairline_sim::run::channels::ChannelRaised;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::HURT_RADIUS;
use hairline_testing::{assert_restores_at_each_tick, colliders, death_within, drawn, drawn_with, play, tick_emitting};

const HALL: &str = "
    ####################
    #                  #
    #                  #
    #                  #
    #@                t#
    ####################
    ";

/// A hall with these settings of the turret at its right end.
#[track_caller]
fn hall(turret: &str) -> Level {
    drawn_with(HALL, &format!("'t': Turret(aim: Fixed(angle: 90), {turret})"))
}

/// The ticks in which bullets are fired.
fn shots(level: &Level, ticks: u32) -> Vec<u32> {
    let mut simulation = Simulation::new(level);
    let mut shots = Vec::new();
    for tick in 1..=ticks {
        let fired = tick_emitting::<BulletFired>(&mut simulation, TickInput::NONE).len();
        shots.extend(std::iter::repeat_n(tick, fired));
    }
    shots
}

#[test]
fn a_turret_fires_at_the_end_of_each_period() {
    assert_eq!(shots(&hall("period: 0.5"), 200), [64, 128, 192]);
    assert_eq!(shots(&hall("period: 0.5, offset: 0.25"), 200), [32, 96, 160]);
}

#[test]
fn a_burst_is_fired_shot_by_shot() {
    assert_eq!(shots(&hall("period: 1, burst: 3, gap: 0.125"), 300), [128, 144, 160, 256, 272, 288]);
}

#[test]
fn a_channel_that_lets_a_turret_fire_begins_a_whole_period() {
    const GATED: &str = "
        ####################
        #                  #
        #@ s              t#
        ####################
        ";
    // Periods in which 2³² half ticks leave a rest at which a shot would be due, and one in which they do not.
    for fire in ["period: 0.2", "period: 0.06", "period: 1.5, burst: 6, gap: 0.2", "period: 0.25"] {
        let turret = format!("'t': Turret(aim: Fixed(angle: 90), {fire}, when: Raised(\"gate\"))");
        let level = drawn_with(GATED, &format!("'s': Switch(channel: \"gate\", seconds: 9), {turret}"));
        let period: f32 = fire[8..].split(',').next().and_then(|text| text.parse().ok()).expect("a number");
        for walk in [TickInput::RIGHT, TickInput::RIGHT.with(TickInput::FOCUS)] {
            let mut simulation = Simulation::new(&level);
            let (mut raised, mut fired) = (None, None);
            while fired.is_none() {
                simulation.tick(walk);
                let now = simulation.run().hazard_half_ticks;
                if !simulation.drain::<ChannelRaised>().is_empty() {
                    raised = Some(now);
                }
                if !simulation.drain::<BulletFired>().is_empty() {
                    fired = Some(now);
                }
                assert!(now < 2000, "{fire}: it never fired");
            }
            let waited = fired.unwrap() - raised.expect("nothing fires before");
            let period = (period * 256.0).round() as u32;
            assert!((period..period + 2).contains(&waited), "{fire}: {waited} half ticks, a period has {period}");
        }
    }
}

#[test]
fn an_empty_pool_fires_nothing() {
    // Each bullet flies for over a second, and there are two of them.
    let level = hall("period: 0.25, speed: 2, pool: 2");
    assert_eq!(shots(&level, 160), [32, 64]);
}

#[test]
fn focus_halves_the_rate_of_fire_and_the_bullets_speed() {
    let level = hall("period: 0.5, speed: 2");
    let mut simulation = Simulation::new(&level);
    let states = play(&mut simulation, 128 + 32, TickInput::FOCUS);
    let first = states.iter().position(|state| flying(state) == 1).expect("it fires");
    assert_eq!(first + 1, 128, "half as soon");
    let height = |state: &Snapshot| state.states::<Bullets>()[0].0[0].position.y;
    let risen = height(&states[first + 32]) - height(&states[first]);
    assert!((risen - 2.0 * 32.0 / 256.0).abs() < 1e-4, "half as fast: {risen}");
}

fn flying(state: &Snapshot) -> usize {
    state.states::<Bullets>().iter().flat_map(|pool| &pool.0).filter(|bullet| bullet.flying).count()
}

#[test]
fn a_bullet_kills_a_ninja_that_it_hits() {
    let level = drawn_with(HALL, "'t': Turret(aim: Fixed(angle: 180), period: 0.5, speed: 60, radius: 0.1)");
    let mut simulation = Simulation::new(&level);
    let death = death_within(&mut simulation, 200, TickInput::NONE).expect("it kills").death;
    assert_eq!((death.weapon.name, death.source), ("a bullet", Some(ActorIndex(0))));
    let ([from, to], at) = (death.path.expect("it flew"), death.at.expect("it touched"));
    assert!((at.x - (1.5 + HURT_RADIUS + 0.1)).abs() < 0.05, "on the near side of the ninja: {at}");
    assert_eq!(to, at);
    assert!(from.x > at.x + 1.0 && (from.y - at.y).abs() < 1e-3, "it came from the right: {from}");
    // If the bullet kills at once, the path of the death begins at the turret, not behind it.
    let level = drawn_with("#####\n#@ t#\n#####", "'t': Turret(aim: Fixed(angle: 180), period: 0.5, speed: 60)");
    let death = death_within(&mut Simulation::new(&level), 100, TickInput::NONE).expect("it kills").death;
    assert!(death.path.is_some_and(|[from, _]| from.distance(Vec2::new(3.5, 1.5)) < 1e-3), "{death:?}");
}

/// A bullet at a place, and what it does in a second of hazard time in a level.
#[track_caller]
fn fly(
    level: &Level,
    position: (f32, f32),
    velocity: (f32, f32),
    radius: f32,
    target: Option<NinjaMotion>,
) -> (Bullet, Flight) {
    let mut bullet = Bullet { flying: true, position: position.into(), velocity: velocity.into(), ..Bullet::default() };
    let flight = bullet.fly(1.0, radius, f32::INFINITY, target, &colliders(level));
    (bullet, flight)
}

#[test]
fn no_speed_carries_a_bullet_through_a_wall_of_one_tile() {
    let level = drawn("####################\n#@      #          #\n####################");
    for speed in [6.0, 60.0, 500.0, 5000.0] {
        for radius in [0.0, 0.2] {
            let (bullet, flight) = fly(&level, (2.5, 1.5), (speed, 0.0), radius, None);
            let Flight::Stopped { point, normal } = flight else { panic!("{speed}: {flight:?}") };
            assert!((point.x - 8.0).abs() < 1e-3 && normal == Vec2::NEG_X, "{speed}: {point} {normal}");
            assert!(!bullet.flying);
        }
    }
}

#[test]
fn the_earliest_contact_counts() {
    let level = drawn("####################\n#@      #          #\n####################");
    let at = |x: f32| Some(NinjaMotion { before: Vec2::new(x, 1.5), now: Vec2::new(x, 1.5) });
    let before_the_wall = fly(&level, (2.5, 1.5), (500.0, 0.0), 0.0, at(6.5)).1;
    assert!(matches!(before_the_wall, Flight::Hit { point } if (point.x - (6.5 - HURT_RADIUS)).abs() < 1e-3));
    let behind_the_wall = fly(&level, (2.5, 1.5), (500.0, 0.0), 0.0, at(12.5)).1;
    assert!(matches!(behind_the_wall, Flight::Stopped { .. }), "the wall shields it: {behind_the_wall:?}");
}

#[test]
fn a_bullet_meets_the_ninja_where_it_was_as_the_bullet_passed() {
    let level = drawn(
        "####################\n#                  #\n#                  #\n#@                 #\n####################",
    );
    // The ninja crosses the bullet's line in the same second: the bullet meets it half way, or passes in front of it.
    let crossing = |from: f32, to: f32| Some(NinjaMotion { before: Vec2::new(9.5, from), now: Vec2::new(9.5, to) });
    let (_, meets) = fly(&level, (1.5, 2.5), (16.0, 0.0), 0.0, crossing(1.5, 3.5));
    assert!(matches!(meets, Flight::Hit { .. }), "{meets:?}");
    let (_, late) = fly(&level, (1.5, 2.5), (16.0, 0.0), 0.0, crossing(0.0, 3.0));
    assert_eq!(late, Flight::InFlight, "it comes after the bullet");
}

#[test]
fn what_lets_bodies_pass_lets_bullets_pass() {
    for (tile, passes) in
        [('~', true), ('=', true), ('^', true), ('%', false), ('#', false), ('$', false), ('/', false)]
    {
        let level = drawn(&format!("##########\n#@   {tile}   #\n##########"));
        let (bullet, flight) = fly(&level, (2.5, 1.5), (5.0, 0.0), 0.0, None);
        assert_eq!(bullet.flying, passes, "{tile:?}: {flight:?}");
    }
}

#[test]
fn a_bullet_ends_at_its_range_and_outside_the_map() {
    let level = drawn("####################\n.@..................\n####################");
    let mut bullet = Bullet { flying: true, position: Vec2::new(2.5, 1.5), velocity: Vec2::X, ..Bullet::default() };
    let around = colliders(&level);
    assert_eq!(bullet.fly(4.0, 0.0, 5.0, None, &around), Flight::InFlight);
    assert_eq!(bullet.fly(4.0, 0.0, 5.0, None, &around), Flight::Expired);
    assert!((bullet.position.x - 7.5).abs() < 1e-5, "{}", bullet.position);
    let (out, flight) = fly(&level, (18.5, 1.5), (50.0, 0.0), 0.0, None);
    assert_eq!((out.flying, flight), (false, Flight::Expired));
}

#[test]
fn a_bullet_in_a_wall_is_stopped_where_it_is() {
    let level = drawn("####################\n#@      #          #\n####################");
    for radius in [0.0, 0.2] {
        let (bullet, flight) = fly(&level, (8.5, 1.5), (5.0, 0.0), radius, None);
        assert!(matches!(flight, Flight::Stopped { .. }), "{flight:?}");
        assert_eq!(bullet.position, Vec2::new(8.5, 1.5));
    }
}

#[test]
fn an_obstacle_shields_the_ninja_and_one_that_moves_over_a_bullet_stops_it() {
    let square = [(-0.5, -1.0), (0.5, -1.0), (0.5, 1.0), (-0.5, 1.0)].map(Vec2::from);
    let mover = |position: Vec2| MoverSettings {
        position,
        shape: Polygon::new(square.to_vec()).expect("it is simple"),
        path: None,
        turn: Aim::Fixed { angle: 0.0 },
        surface: MoverSurface::Plain,
    };
    let turret = "'t': Turret(aim: Fixed(angle: 180), period: 0.5, speed: 60)";
    let level = drawn_with(HALL, turret).with_actors(vec![mover(Vec2::new(9.5, 2.0))]);
    let mut simulation = Simulation::new(&level);
    play(&mut simulation, 400, TickInput::NONE);
    assert!(simulation.run().is_running(), "no bullet came through");
    // Put onto a bullet in flight: it is gone in the next tick.
    let level = hall("period: 0.5, speed: 1").with_actors(vec![mover(Vec2::new(-9.0, 2.0))]);
    let mut simulation = Simulation::new(&level);
    play(&mut simulation, 70, TickInput::NONE);
    let state = simulation.save();
    assert_eq!(flying(&state), 1);
    let beneath = level.with_actors(vec![mover(state.states::<Bullets>()[0].0[0].position)]);
    let mut simulation = Simulation::new(&beneath);
    simulation.restore(&state);
    simulation.world_mut().resource_mut::<Run>().hazard_half_ticks = 0;
    simulation.tick(TickInput::NONE);
    assert_eq!(flying(&simulation.save()), 0);
}

#[test]
fn a_tracking_turret_turns_towards_the_ninja_while_it_sees_it() {
    let aim = |map: &str| {
        let level = drawn_with(map, "'t': Turret(aim: Track(from: 90, turn_rate: 360), period: 5)");
        let mut simulation = Simulation::new(&level);
        play(&mut simulation, 128, TickInput::NONE).pop().expect("it played").states::<TurretState>()[0].direction
    };
    let seen = aim(HALL);
    assert!(seen.distance(Vec2::from_angle(PI)) < 0.05, "{seen}");
    let hidden = aim(&HALL.replace("#@                t#", "#@       #        t#"));
    assert!(hidden.distance(Vec2::Y) < 1e-6, "{hidden}");
}

#[test]
fn turrets_restored_at_each_tick_play_on_the_same() {
    let level = hall("period: 0.1, burst: 2, gap: 0.03, speed: 9, radius: 0.1, pool: 20");
    assert_restores_at_each_tick("turrets", &level, [TickInput::RIGHT; 300], |_| {});
}
