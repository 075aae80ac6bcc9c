//! Random play among obstacles, switches, springs and teleports: what must hold in every tick. The queries against everything
//! solid, beside a scan of every shape.

use bevy::math::Vec2;
use hairline_geometry::ray::{RayCast, RayDirection, RayHit, Surface};
use hairline_geometry::shapes::{PlacedShape, cast_ray_closest, sweep_circle_closest};
use hairline_geometry::sweep::Platforms;
use hairline_geometry::terrain::Layer;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::NinjaBumped;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::obstacles::door::DoorMoved;
use hairline_sim::run::channels::{ChannelLowered, ChannelRaised};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::triggers::key::KeyTaken;
use hairline_sim::triggers::spring::SpringReleased;
use hairline_sim::triggers::teleport::NinjaTeleported;
use hairline_sim::tuning::BODY_RADIUS;
use hairline_testing::RunState;
use hairline_testing::courses::{mill, obstacle_course};
use hairline_testing::random::{LONG_RUN_TICKS, RandomPlayer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// How often each thing happened in a random run.
#[derive(Debug, Default)]
struct Counts {
    crushed: u32,
    fell: u32,
    rode_ticks: u32,
    sprung: u32,
    bumped: u32,
    teleported: u32,
    raised: u32,
    lowered: u32,
    keys: u32,
    doors: u32,
}

impl Counts {
    /// Counts what the last tick emitted.
    fn count(&mut self, simulation: &mut Simulation) {
        for died in simulation.drain::<NinjaDied>() {
            self.crushed += u32::from(died.death.weapon.presses);
            self.fell += u32::from(!died.death.weapon.presses);
        }
        self.sprung += simulation.drain::<SpringReleased>().len() as u32;
        self.bumped += simulation.drain::<NinjaBumped>().len() as u32;
        self.teleported += simulation.drain::<NinjaTeleported>().len() as u32;
        self.raised += simulation.drain::<ChannelRaised>().len() as u32;
        self.lowered += simulation.drain::<ChannelLowered>().len() as u32;
        self.keys += simulation.drain::<KeyTaken>().len() as u32;
        self.doors += simulation.drain::<DoorMoved>().len() as u32;
    }
}

fn play_at_random(level: &Level, seed: u64, ticks: u32) -> Counts {
    let mut simulation = Simulation::new(level);
    let mut player = RandomPlayer::new(seed);
    let mut state = Snapshot::default();
    let mut counts = Counts::default();
    let size = level.terrain.size().as_vec2();
    for tick in 0..ticks {
        simulation.tick(player.next_input());
        simulation.save_into(&mut state);
        counts.count(&mut simulation);
        let ninja = &state.ninja();
        assert!(ninja.position.is_finite() && ninja.velocity.is_finite(), "seed {seed}, tick {tick}: {ninja:?}");
        let inside = |value: f32, most: f32| (BODY_RADIUS - 1e-3..most).contains(&value);
        assert!(
            inside(ninja.position.x, size.x) && inside(ninja.position.y, size.y),
            "seed {seed}, tick {tick}: {ninja:?}"
        );
        if state.run().is_running() {
            let depth = simulation.world().resource::<Colliders>().depth(ninja.position, BODY_RADIUS);
            assert!(depth <= 1e-3, "seed {seed}, tick {tick}: {depth} deep, {ninja:?}");
            counts.rode_ticks += u32::from(ninja.ground.is_some_and(|ground| ground.obstacle.is_some()));
        }
        if tick % 20_000 == 19_999 {
            simulation.tick(TickInput::RESTART);
        }
    }
    counts
}

#[test]
fn random_play_on_the_obstacle_course_keeps_the_ninja_out_of_everything_solid() {
    let counts = play_at_random(&obstacle_course(), 1, LONG_RUN_TICKS);
    let Counts { crushed, rode_ticks, sprung, bumped, teleported, raised, lowered, keys, doors, .. } = counts;
    for (what, count) in [
        ("crushed", crushed),
        ("riding", rode_ticks),
        ("sprung", sprung),
        ("bumped", bumped),
        ("teleported", teleported),
        ("raised", raised),
        ("lowered", lowered),
        ("keys", keys),
        ("doors", doors),
    ] {
        assert!(count > 0, "never: {what}: {counts:?}");
    }
}

#[test]
fn random_play_in_mills_of_movers_keeps_the_ninja_out_of_them() {
    let (mut crushed, mut rode_ticks, mut bumped) = (0, 0, 0);
    for seed in 0..20 {
        let counts = play_at_random(&mill(seed), seed, LONG_RUN_TICKS / 20);
        assert_eq!(counts.fell, 0);
        crushed += counts.crushed;
        rode_ticks += counts.rode_ticks;
        bumped += counts.bumped;
    }
    assert!(crushed > 20 && rode_ticks > 1000 && bumped > 100, "{crushed} {rode_ticks} {bumped}");
}

#[test]
fn a_restart_is_as_good_as_a_fresh_start() {
    for (level, ticks) in [(obstacle_course(), 700), (mill(4), 300)] {
        let mut restarted = Simulation::new(&level);
        let mut player = RandomPlayer::new(12);
        (0..ticks).for_each(|_| restarted.tick(player.next_input()));
        restarted.tick(TickInput::RESTART);
        let mut fresh = Simulation::new(&level);
        fresh.tick(TickInput::RESTART);
        restarted.drain::<NinjaDied>();
        restarted.drain::<ChannelRaised>();
        for tick in 0..600 {
            let (wanted, found) = (fresh.save(), restarted.save());
            assert_eq!(wanted, found, "{tick} ticks after");
            let input = player.next_input();
            fresh.tick(input);
            restarted.tick(input);
            assert_eq!(fresh.drain::<NinjaDied>(), restarted.drain(), "{tick} ticks after");
            assert_eq!(fresh.drain::<ChannelRaised>(), restarted.drain(), "{tick} ticks after");
        }
    }
}

#[test]
fn the_same_inputs_give_the_same_hash() {
    let hash = |seed| {
        let mut simulation = Simulation::new(&obstacle_course());
        let mut player = RandomPlayer::new(seed);
        (0..5000).for_each(|_| simulation.tick(player.next_input()));
        simulation.save().hash()
    };
    assert_eq!(hash(8), hash(8));
    assert_ne!(hash(8), hash(9));
}

#[test]
fn colliders_answer_as_a_scan_of_every_shape_does() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    for seed in 0..40 {
        let level = if seed % 2 == 0 { mill(seed) } else { obstacle_course() };
        let mut simulation = Simulation::new(&level);
        (0..random.random_range(1..400)).for_each(|_| simulation.tick(TickInput::NONE));
        let colliders = simulation.world().resource::<Colliders>();
        let shapes: Vec<PlacedShape> = colliders.obstacles().shapes().cloned().collect();
        let size = level.terrain.size().as_vec2();
        let mut met = 0;
        for _ in 0..300 {
            let mut point = || Vec2::new(random.random_range(0.0..size.x), random.random_range(0.0..size.y));
            let (a, b) = (point(), point());
            let direction = RayDirection::new(b - a).expect("two points");
            for limit in [a.distance(b), f32::INFINITY] {
                let scan = |layer| {
                    let tiles = level.terrain.cast_ray(layer, a, direction, limit);
                    let tile = tiles.hit.map(|hit| hit.with_surface(Surface::Tile(hit.surface)));
                    let shape = cast_ray_closest(shapes.iter().enumerate(), a, direction, limit);
                    let shape = shape.map(|hit| hit.with_surface(Surface::Shape(hit.surface)));
                    // The tile where both are equally near.
                    let hit = tile.into_iter().chain(shape).min_by(|a, b| a.distance.total_cmp(&b.distance));
                    RayCast { end: hit.map_or(tiles.end, |hit| hit.point), hit }
                };
                let light = colliders.cast_ray(Layer::Light, a, direction, limit);
                assert_eq!(light, scan(Layer::Light));
                assert_eq!(colliders.cast_ray(Layer::Body, a, direction, limit), scan(Layer::Body));
                met += u32::from(matches!(light.hit, Some(RayHit { surface: Surface::Shape(_), .. })));
            }
            let is_clear = |shape: &PlacedShape| shape.cast_ray(a, direction, a.distance(b)).is_none();
            let sees = level.terrain.line_of_sight(a, b, Layer::Light) && shapes.iter().all(is_clear);
            assert_eq!(colliders.line_of_sight(a, b, Layer::Light), sees, "{a} to {b}");
            let delta = (b - a) * 0.1;
            let swept = colliders.sweep_circle(a, 0.4, delta, Platforms::Ignore);
            let swept = swept.map(|contact| (contact.hit, contact.obstacle));
            let tile = level.terrain.sweep_circle(a, 0.4, delta, Platforms::Ignore).map(|hit| (hit, None));
            let shape = sweep_circle_closest(shapes.iter().enumerate(), a, 0.4, delta);
            let touches = tile.into_iter().chain(shape.map(|(hit, index)| (hit, Some(index))));
            let first = touches.min_by(|a, b| a.0.fraction.total_cmp(&b.0.fraction));
            assert_eq!(swept, first, "{a} by {delta}");
        }
        assert!(met > 50, "{met} rays met an obstacle");
    }
}
