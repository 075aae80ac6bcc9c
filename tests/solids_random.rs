//! Random play on levels full of obstacles, switches, springs and teleports: what must hold in every tick, and that a
//! restored run plays on as if nothing had been.

mod drawn;

use bevy::math::Vec2;
use drawn::random::{LONG_RUN_TICKS, RandomPlayer};
use drawn::solids::{mover, polygon, slab};
use drawn::{RunState, drawn};
use hairline::geometry::ray::Surface;
use hairline::geometry::ray::{RayDirection, RayHit};
use hairline::geometry::shapes::PlacedShape;
use hairline::geometry::shapes::polygon::Polygon;
use hairline::geometry::sweep::Platforms;
use hairline::geometry::terrain::Layer;
use hairline::geometry::toolbox::scene::{LayerMask, Scene};
use hairline::level::{Aim, Channel, DoorSettings, FocusSettings, Gate, KeySettings, Level, MoverSettings};
use hairline::level::{MoverSurface, Patrol, SpringSettings, SwitchSettings, TeleportSettings};
use hairline::sim::Simulation;
use hairline::sim::colliders::Colliders;
use hairline::sim::ninja::death::NinjaDied;
use hairline::sim::obstacles::door::DoorMoved;
use hairline::sim::obstacles::mover::NinjaBumped;
use hairline::sim::run::channels::{ChannelLowered, ChannelRaised};
use hairline::sim::run::input::TickInput;
use hairline::sim::state::snapshot::Snapshot;
use hairline::sim::triggers::key::KeyTaken;
use hairline::sim::triggers::spring::SpringReleased;
use hairline::sim::triggers::teleport::NinjaTeleported;
use hairline::sim::tuning::BODY_RADIUS;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn path(points: &[(f32, f32)], speed: f32, closed: bool) -> Option<Patrol> {
    Some(Patrol { points: points.iter().map(|&point| point.into()).collect(), speed, closed })
}

/// One of everything in a hall with slopes, ledges, platforms and a shaft.
fn everything() -> Level {
    let level = drawn(
        "
        ##############################
        #                            #
        #                            #
        #     ####          ##       #
        #                  /##       #
        #                 /###       #
        #  ====                 =====#
        #                            #
        #            ##              #
        #            ##              #
        #  ####      ##     #####    #
        #            ##              #
        #        /#####              #
        #       /######       ====   #
        #  @   /#######\\             #
        ##############################
        ",
    );
    let fast = Aim::Spin { from: 0.0, period: 0.7, clockwise: true };
    let slow = Aim::Spin { from: 0.3, period: 9.0, clockwise: false };
    let rocking = Aim::Sweep { from: -0.6, to: 0.6, period: 3.0, offset: 0.2 };
    let bowl = polygon(&[(-2., -1.), (2., -1.), (2., 1.), (1.5, 1.), (0.7, -0.4), (-0.7, -0.4), (-1.5, 1.), (-2., 1.)]);
    let bumper = MoverSurface::Bumper { strength: 16.0 };
    let movers = vec![
        MoverSettings { path: path(&[(11.5, 6.0), (11.5, 14.5)], 5.0, false), ..mover(slab(3.0, 0.6), 11.5, 6.0) },
        MoverSettings { path: path(&[(16.0, 1.6), (28.0, 1.6)], 7.0, false), ..mover(slab(2.0, 0.8), 16.0, 1.6) },
        MoverSettings { turn: slow, ..mover(slab(5.0, 0.8), 19.0, 8.5) },
        MoverSettings { turn: fast, ..mover(slab(2.4, 0.3), 25.0, 13.0) },
        MoverSettings { turn: rocking, ..mover(slab(4.0, 0.5), 24.5, 8.0) },
        MoverSettings {
            path: path(&[(3.0, 12.0), (8.0, 14.0), (8.0, 8.0)], 4.0, true),
            turn: slow,
            ..mover(bowl, 3.0, 12.0)
        },
        MoverSettings {
            surface: bumper,
            turn: slow,
            ..mover(Polygon::hexagon(0.9).expect("it has a size"), 21.0, 4.5)
        },
        MoverSettings {
            surface: bumper,
            path: path(&[(2.0, 4.0), (8.0, 4.0)], 6.0, false),
            ..mover(slab(1.0, 1.0), 2.0, 4.0)
        },
        MoverSettings { path: path(&[(17.0, 5.0), (28.0, 5.0)], 30.0, false), ..mover(slab(0.2, 1.5), 17.0, 5.0) },
        MoverSettings { surface: MoverSurface::Mirror, ..mover(polygon(&[(0., 0.), (3., 0.), (0., 2.)]), 1.0, 8.0) },
    ];
    let door = |x: f32, y: f32, slide: (f32, f32), when, crushes| DoorSettings {
        position: Vec2::new(x, y),
        size: Vec2::new(0.6, 3.0),
        slide: slide.into(),
        seconds: 0.4,
        when,
        crushes,
    };
    let doors = vec![
        door(17.5, 2.5, (0.0, 3.0), Gate::Raised(Channel(0)), true),
        door(26.5, 2.5, (0.0, -3.0), Gate::Lowered(Channel(0)), false),
        door(5.5, 5.5, (2.0, 0.0), Gate::Raised(Channel(1)), false),
        door(12.0, 10.0, (-3.0, 1.0), Gate::Lowered(Channel(1)), true),
    ];
    let switch = |x, y, seconds| SwitchSettings { position: Vec2::new(x, y), channel: Channel(0), seconds };
    let spring = |x, y, angle: f32, strength| SpringSettings { position: Vec2::new(x, y), angle, strength };
    let teleport = |a: (f32, f32), b: (f32, f32)| TeleportSettings { ends: [a.into(), b.into()] };
    let springs = vec![spring(28.5, 1.5, 1.9, 25.0), spring(1.5, 1.5, 1.2, 20.0), spring(14.5, 8.5, 0.0, 60.0)];
    let level = level
        .with_actors(movers)
        .with_actors(doors)
        .with_actors(vec![switch(18.5, 1.5, Some(1.0)), switch(4.5, 6.5, Some(0.0))])
        .with_actors(vec![KeySettings { position: Vec2::new(24.5, 10.5), channel: Channel(1) }])
        .with_actors(springs)
        .with_actors(vec![teleport((22.5, 1.5), (3.5, 10.5)), teleport((27.5, 10.5), (27.5, 4.5))]);
    Level {
        channels: vec!["a".into(), "b".into()],
        focus: FocusSettings { max: 60.0, start: 60.0 },
        exit: Vec2::new(-50.0, -50.0),
        ..level
    }
}

/// A room in which nothing but movers in each other's way turns and slides, fast.
fn mill(seed: u64) -> Level {
    let level = drawn(
        "
        ####################
        #                  #
        #                  #
        #                  #
        #                  #
        #                  #
        #                  #
        #                  #
        #  @               #
        ####################
        ",
    );
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let movers = (0..12).map(|index| {
        let mut point = || (chance.random_range(4.0..18.0), chance.random_range(1.2..9.5));
        let points = [point(), point(), point()];
        let shape = match index % 3 {
            0 => slab(chance.random_range(0.1..4.0), chance.random_range(0.1..1.0)),
            1 => Polygon::regular(3 + index % 5, chance.random_range(0.3..1.2)).expect("it has a size"),
            _ => polygon(&[(-1., -1.), (1., -1.), (1., 1.), (0., -0.5), (-1., 1.)]),
        };
        let period = chance.random_range(0.5..8.0);
        let turn = match index % 4 {
            0 => Aim::Fixed { angle: period },
            1 => Aim::Sweep { from: 0.0, to: period, period, offset: 0.0 },
            _ => Aim::Spin { from: 0.0, period, clockwise: index % 2 == 0 },
        };
        let speed = [0.5, 3.0, 9.0, 30.0][index / 3];
        let surface = if index % 5 == 4 {
            MoverSurface::Bumper { strength: chance.random_range(1.0..40.0) }
        } else {
            MoverSurface::Plain
        };
        MoverSettings {
            path: path(&points, speed, index % 2 == 0),
            turn,
            surface,
            ..mover(shape, points[0].0, points[0].1)
        }
    });
    Level { exit: Vec2::new(-50.0, -50.0), ..level.with_actors(movers.collect()) }
}

/// What came up in a random run.
#[derive(Debug, Default)]
struct Seen {
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

impl Seen {
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

fn play_at_random(level: &Level, seed: u64, ticks: u32) -> Seen {
    let mut simulation = Simulation::new(level);
    let mut player = RandomPlayer::new(seed);
    let mut state = Snapshot::default();
    let mut seen = Seen::default();
    let size = level.terrain.size().as_vec2();
    for tick in 0..ticks {
        simulation.tick(player.next_input());
        simulation.save_into(&mut state);
        seen.count(&mut simulation);
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
            seen.rode_ticks += u32::from(ninja.ground.is_some_and(|ground| ground.obstacle.is_some()));
        }
        if tick % 20_000 == 19_999 {
            simulation.tick(TickInput::RESTART);
        }
    }
    seen
}

#[test]
fn random_play_among_everything_keeps_him_out_of_everything() {
    let seen = play_at_random(&everything(), 1, LONG_RUN_TICKS);
    let Seen { crushed, rode_ticks, sprung, bumped, teleported, raised, lowered, keys, doors, .. } = seen;
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
        assert!(count > 0, "nothing was {what}: {seen:?}");
    }
}

#[test]
fn random_play_in_mills_of_movers_keeps_him_out_of_them() {
    let (mut crushed, mut rode_ticks, mut bumped) = (0, 0, 0);
    for seed in 0..20 {
        let seen = play_at_random(&mill(seed), seed, LONG_RUN_TICKS / 20);
        assert_eq!(seen.fell, 0);
        crushed += seen.crushed;
        rode_ticks += seen.rode_ticks;
        bumped += seen.bumped;
    }
    assert!(crushed > 20 && rode_ticks > 1000 && bumped > 100, "{crushed} {rode_ticks} {bumped}");
}

#[test]
fn a_run_restored_at_each_tick_plays_on_the_same() {
    for (level, ticks) in [(everything(), 6000), (mill(3), 1500)] {
        let mut straight = Simulation::new(&level);
        let mut restored = Simulation::new(&level);
        // One that has been somewhere else entirely.
        let mut elsewhere = Simulation::new(&level);
        (0..777).for_each(|_| elsewhere.tick(TickInput::RIGHT.with(TickInput::JUMP)));
        let mut player = RandomPlayer::new(5);
        for tick in 0..ticks {
            let input = player.next_input();
            let before = straight.save();
            restored.restore(&before);
            straight.tick(input);
            restored.tick(input);
            let (wanted, found) = (straight.save(), restored.save());
            assert_eq!(wanted, found, "tick {tick}");
            assert_eq!(wanted.hash(), found.hash(), "tick {tick}");
            if tick % 100 == 50 {
                elsewhere.restore(&before);
                elsewhere.tick(input);
                assert_eq!(wanted, elsewhere.save(), "tick {tick}, from elsewhere");
                (0..9).for_each(|_| elsewhere.tick(TickInput::LEFT));
            }
        }
    }
}

#[test]
fn a_restart_is_as_good_as_a_fresh_start() {
    for (level, ticks) in [(everything(), 700), (mill(4), 300)] {
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
        let mut simulation = Simulation::new(&everything());
        let mut player = RandomPlayer::new(seed);
        (0..5000).for_each(|_| simulation.tick(player.next_input()));
        simulation.save().hash()
    };
    assert_eq!(hash(8), hash(8));
    assert_ne!(hash(8), hash(9));
}

#[test]
fn colliders_answer_as_a_scan_of_every_shape_does() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(11);
    for seed in 0..40 {
        let level = if seed % 2 == 0 { mill(seed) } else { everything() };
        let mut simulation = Simulation::new(&level);
        (0..chance.random_range(1..400)).for_each(|_| simulation.tick(TickInput::NONE));
        let colliders = simulation.world().resource::<Colliders>();
        let shapes: Vec<PlacedShape> = colliders.obstacles().shapes().cloned().collect();
        let scene = Scene { terrain: &level.terrain, shapes: &shapes };
        let size = level.terrain.size().as_vec2();
        let mut met = 0;
        for _ in 0..300 {
            let mut point = || Vec2::new(chance.random_range(0.0..size.x), chance.random_range(0.0..size.y));
            let (a, b) = (point(), point());
            let direction = RayDirection::new(b - a).expect("they are apart");
            for limit in [a.distance(b), f32::INFINITY] {
                let light = colliders.cast_ray(Layer::Light, a, direction, limit);
                assert_eq!(light, scene.cast_ray(LayerMask::LIGHT | LayerMask::SHAPES, a, direction, limit));
                let body = colliders.cast_ray(Layer::Body, a, direction, limit);
                assert_eq!(body, scene.cast_ray(LayerMask::BODY | LayerMask::SHAPES, a, direction, limit));
                met += u32::from(matches!(light.hit, Some(RayHit { surface: Surface::Shape(_), .. })));
            }
            let free = |shape: &PlacedShape| shape.cast_ray(a, direction, a.distance(b)).is_none();
            let sees = level.terrain.line_of_sight(a, b, Layer::Light) && shapes.iter().all(free);
            assert_eq!(colliders.line_of_sight(a, b, Layer::Light), sees, "{a} to {b}");
            let way = (b - a) * 0.1;
            let swept = colliders.sweep_circle(a, 0.4, way, Platforms::Ignore);
            let swept = swept.map(|contact| (contact.hit, contact.obstacle));
            assert_eq!(swept, scene.sweep_circle(a, 0.4, way, Platforms::Ignore), "{a} by {way}");
        }
        assert!(met > 50, "{met} rays met an obstacle");
    }
}
