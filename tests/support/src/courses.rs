//! Levels for random play, made in code: an obstacle course, the same with all that kills, and mills of movers.

use bevy::math::Vec2;
use hairline_geometry::shapes::polygon::Polygon;
use hairline_level::{
    Aim, CameraSettings, Channel, Condition, ConditionIndex, CrumbleSettings, Cycle, DoorSettings, ExitOpens,
    FocusSettings, Gate, KeySettings, LaserSettings, Level, MineSettings, MoverSettings, MoverSurface, OrbSettings,
    PathTiming, Patrol, SensorSettings, SpringSettings, SwitchSettings, TeleportSettings, TurretSettings, VaneSettings,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::drawn;
use crate::obstacles::{mover, polygon, slab};

fn path(points: &[(f32, f32)], speed: f32, closed: bool) -> Option<Patrol> {
    timed_path(points, speed, closed, PathTiming::default())
}

fn timed_path(points: &[(f32, f32)], speed: f32, closed: bool, timing: PathTiming) -> Option<Patrol> {
    Some(Patrol { points: points.iter().map(|&point| point.into()).collect(), speed, closed, timing })
}

fn gated(when: Gate) -> PathTiming {
    PathTiming { when: Some(when), ..PathTiming::default() }
}

/// A hall with slopes, ledges, platforms, a smooth wall and a shaft; in [`dangerous_course`] with spikes and mirrors too.
const COURSE: &str = "
    ##############################
    #                            #
    #                            $
    #     ####          ##       $
    #                  /##       $
    #                 /###       #
    #  ====                 =====#
    #                            #
    #            ##              #
    #            !!              #
    #  ####      !!     #####    #
    #    ^       ##              #
    #        /#####              #
    #       /######       ====   #
    #  @  ^/#######\\   ^         #
    ##############################
    ";

/// Everything that is solid and moves, and everything that acts on the ninja by touch without killing it, in a hall without
/// an exit.
pub fn obstacle_course() -> Level {
    let level = drawn(&COURSE.replace('^', " ").replace('$', "#"));
    let fast = Aim::Spin { from: 0.0, period: 0.7, clockwise: true };
    let slow = Aim::Spin { from: 0.3, period: 9.0, clockwise: false };
    let rocking = Aim::Sweep { from: -0.6, to: 0.6, period: 3.0, offset: 0.2 };
    let bowl = polygon(&[(-2., -1.), (2., -1.), (2., 1.), (1.5, 1.), (0.7, -0.4), (-0.7, -0.4), (-1.5, 1.), (-2., 1.)]);
    let bumper = |when| MoverSurface::Bumper { strength: 16.0, when };
    let pausing = PathTiming { pause: 0.4, offset: 1.0, ..PathTiming::default() };
    let movers = vec![
        MoverSettings {
            path: timed_path(&[(11.5, 6.0), (11.5, 14.5)], 5.0, false, pausing),
            ..mover(slab(3.0, 0.6), 11.5, 6.0)
        },
        MoverSettings {
            path: timed_path(&[(16.0, 1.6), (28.0, 1.6)], 7.0, false, gated(Gate::Lowered(Channel(0)))),
            ..mover(slab(2.0, 0.8), 16.0, 1.6)
        },
        MoverSettings { turn: slow, ..mover(slab(5.0, 0.8), 19.0, 8.5) },
        MoverSettings { turn: fast, ..mover(slab(2.4, 0.3), 25.0, 13.0) },
        MoverSettings { turn: rocking, ..mover(slab(4.0, 0.5), 24.5, 8.0) },
        MoverSettings {
            path: path(&[(3.0, 12.0), (8.0, 14.0), (8.0, 8.0)], 4.0, true),
            turn: slow,
            ..mover(bowl, 3.0, 12.0)
        },
        MoverSettings {
            surface: bumper(None),
            turn: slow,
            ..mover(Polygon::hexagon(0.9).expect("it has a size"), 21.0, 4.5)
        },
        MoverSettings {
            surface: bumper(Some(Gate::Lowered(Channel(1)))),
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
        door(24.5, 7.5, (1.0, 0.0), Gate::Holds(ConditionIndex(0)), false),
        door(12.0, 10.0, (-3.0, 1.0), Gate::Lowered(Channel(1)), true),
    ];
    let switch =
        |x, y, seconds, toggle| SwitchSettings { position: Vec2::new(x, y), channel: Channel(0), seconds, toggle };
    let spring = |x, y, angle, strength, when| SpringSettings { position: Vec2::new(x, y), angle, strength, when };
    let teleport = |a: (f32, f32), b: (f32, f32)| TeleportSettings { ends: [a.into(), b.into()] };
    let crumble = |x, y, width, height| CrumbleSettings {
        position: Vec2::new(x, y),
        size: Vec2::new(width, height),
        delay: 0.3,
        away: 0.8,
    };
    let springs = vec![
        spring(28.5, 1.5, 1.9, 25.0, None),
        spring(1.5, 1.5, 1.2, 20.0, Some(Gate::Lowered(Channel(0)))),
        spring(14.5, 8.5, 0.0, 60.0, None),
    ];
    let level = level
        .with_actors(movers)
        .with_actors(doors)
        .with_actors(vec![crumble(6.5, 1.3, 1.0, 0.6), crumble(10.5, 3.5, 0.4, 4.0), crumble(20.5, 3.0, 2.0, 0.4)])
        .with_actors(vec![
            switch(18.5, 1.5, Some(1.0), false),
            switch(4.5, 6.5, Some(0.0), false),
            switch(8.5, 1.5, None, true),
        ])
        .with_actors(vec![KeySettings { position: Vec2::new(24.5, 10.5), channel: Channel(1) }])
        .with_actors(crate::drawn_with(COURSE, "'v': Vane(at: (7, 2.5))").actors::<VaneSettings>().to_vec())
        .with_actors(springs)
        .with_actors(vec![teleport((22.5, 1.5), (3.5, 10.5)), teleport((27.5, 10.5), (27.5, 4.5))]);
    Level {
        channels: vec!["a".into(), "b".into()],
        conditions: vec![Condition::Any(vec![Condition::Raised(Channel(1)), Condition::Lowered(Channel(0))])],
        focus: FocusSettings { max: 60.0, start: 60.0 },
        exit: Vec2::new(-50.0, -50.0),
        ..level
    }
}

/// The obstacle course made dangerous: every weapon, cameras, shards, spikes and mirrors. What the ninja meets here it can
/// reach by random play; the stress level has an example of every kind.
pub fn dangerous_course() -> Level {
    let course = obstacle_course();
    let terrain = drawn(COURSE).terrain;
    let at = |x: f32, y: f32| Vec2::new(x, y);
    let alarm = Channel(2);
    let track = Aim::Track { from: 1.0, turn_rate: 1.5, needs_sight: true };
    let spin = Aim::Spin { from: 0.0, period: 5.0, clockwise: true };
    let sweep = Aim::Sweep { from: 3.4, to: 6.0, period: 3.0, offset: 0.7 };
    let laser = |x, y, aim| LaserSettings {
        position: at(x, y),
        aim,
        cycle: Some(Cycle { charge: 0.5, on: 1.0, off: 0.5, offset: 0.0 }),
        beams: 1,
        reach: None,
        path: None,
        bounces: 0,
        when: None,
    };
    let lasers = vec![
        LaserSettings { bounces: 3, beams: 2, ..laser(26.5, 12.5, spin) },
        LaserSettings { path: path(&[(10.5, 13.5), (16.5, 13.5)], 2.0, false), ..laser(10.5, 13.5, track) },
        LaserSettings { when: Some(Gate::Raised(alarm)), cycle: None, ..laser(1.5, 11.5, Aim::Fixed { angle: -1.2 }) },
    ];
    let turret = |x, y, aim| TurretSettings {
        position: at(x, y),
        aim,
        path: None,
        period: 0.6,
        offset: 0.1,
        burst: 2,
        gap: 0.15,
        speed: 9.0,
        radius: 0.1,
        range: None,
        pool: 5,
        when: None,
    };
    let turrets = vec![
        turret(28.5, 10.5, track),
        TurretSettings { radius: 0.0, range: Some(6.0), when: Some(Gate::Lowered(alarm)), ..turret(11.5, 11.5, spin) },
    ];
    let camera = CameraSettings {
        position: at(15.5, 12.5),
        aim: sweep,
        path: timed_path(&[(15.5, 12.5), (12.5, 12.5)], 1.0, false, gated(Gate::Holds(ConditionIndex(0)))),
        fov: 1.0,
        range: 12.0,
        rays: 12,
        refresh: 0.15,
        channel: alarm,
        alarm: 1.5,
    };
    let sensor = SensorSettings { position: at(24.5, 13.5), size: at(1.0, 1.0), channel: Channel(1), seconds: 0.5 };
    let orb =
        |x, y, velocity: (f32, f32), radius| OrbSettings { position: at(x, y), velocity: velocity.into(), radius };
    let mine = |x, y, fuse| MineSettings { position: at(x, y), trigger: 1.2, fuse, blast: 2.0 };
    let orbs =
        vec![orb(9.5, 8.5, (3.0, 2.0), 0.3), orb(22.5, 11.5, (-4.0, 1.0), 0.25), orb(20.5, 2.0, (2.0, 5.0), 0.4)];
    let course = course
        .with_actors(lasers)
        .with_actors(turrets)
        .with_actors(vec![camera])
        .with_actors(vec![sensor])
        .with_actors(orbs)
        .with_actors(vec![KeySettings { position: at(5.5, 3.0), channel: Channel(1) }])
        .with_actors(vec![TeleportSettings { ends: [at(1.5, 3.5), at(22.5, 3.0)] }])
        .with_actors(vec![mine(3.5, 5.5, 0.2), mine(21.5, 1.5, 0.0), mine(9.5, 3.5, 0.6)]);
    Level {
        terrain,
        shards: vec![at(2.5, 2.5), at(25.5, 3.5), at(12.5, 5.5)],
        exit: at(28.5, 13.5),
        exit_opens: ExitOpens::AfterAllShards,
        channels: ["a", "b", "alarm"].map(str::to_owned).to_vec(),
        ..course
    }
}

/// A room full of movers that turn and slide through one another, fast.
pub fn mill(seed: u64) -> Level {
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
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let movers = (0..12).map(|index| {
        let mut point = || (random.random_range(4.0..18.0), random.random_range(1.2..9.5));
        let points = [point(), point(), point()];
        let shape = match index % 3 {
            0 => slab(random.random_range(0.1..4.0), random.random_range(0.1..1.0)),
            1 => Polygon::regular(3 + index % 5, random.random_range(0.3..1.2)).expect("it has a size"),
            _ => polygon(&[(-1., -1.), (1., -1.), (1., 1.), (0., -0.5), (-1., 1.)]),
        };
        let period = random.random_range(0.5..8.0);
        let turn = match index % 4 {
            0 => Aim::Fixed { angle: period },
            1 => Aim::Sweep { from: 0.0, to: period, period, offset: 0.0 },
            _ => Aim::Spin { from: 0.0, period, clockwise: index % 2 == 0 },
        };
        let speed = [0.5, 3.0, 9.0, 30.0][index / 3];
        let surface = if index % 5 == 4 {
            MoverSurface::Bumper { strength: random.random_range(1.0..40.0), when: None }
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
