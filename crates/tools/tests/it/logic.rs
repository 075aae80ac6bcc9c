//! The model of a level's logic against the rules, and the two searches that stand on it against each other.

use bevy_math::{Rect, Vec2};
use hairline_geometry::shapes::PlacedShape;
use hairline_level::{CameraSettings, Channel, Condition, KINDS, Level};
use hairline_sim::Simulation;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::channels::ChannelRaised;
use hairline_sim::run::{Phase, Run};
use hairline_testing::drawn_with;
use hairline_testing::examples::example_of;
use hairline_testing::obstacles::obstacles;
use hairline_testing::random::RandomPlayer;
use hairline_tools::flood::{Constraints, Reachability};
use hairline_tools::logic::{BlockerClass, BlockerShape, LevelLogic, RaisedFrom};
use hairline_tools::solve::paths::{Closed, Paths, SearchState};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Tiles by which an obstacle may exceed its bounds, and a box that it fills, by rounding.
const ROUNDING: f32 = 1.0e-3;

/// Plays at random in a level, with the ninja thrown to a random place now and then, and asserts in every tick that each obstacle
/// lies within its bounds and that what is certain to be filled is.
#[track_caller]
fn assert_enclosed(level: &Level, case: &str) {
    let logic = LevelLogic::new(level);
    let mut simulation = Simulation::new(level);
    let bounds: Vec<_> = logic.obstacles().map(|obstacle| obstacle.bounds.inflate(ROUNDING)).collect();
    assert_eq!(bounds.len(), obstacles(&simulation).len(), "{case}");
    let mut player = RandomPlayer::new(5);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for tick in 0..3000 {
        if tick % 64 == 0 {
            let size = level.terrain.size().as_vec2();
            let place = Vec2::new(random.random_range(0.5..size.x - 0.5), random.random_range(0.5..size.y - 0.5));
            simulation.world_mut().resource_mut::<Ninja>().position = place;
        }
        simulation.tick(player.next_input());
        // Play goes on after a death, and beyond the exit.
        simulation.world_mut().resource_mut::<Run>().phase = Phase::Running;
        for index in 0..bounds.len() {
            let outline = obstacles(&simulation).shape(index).outline(8);
            let is_within = |area: &Rect| outline.iter().all(|&corner| area.contains(corner));
            assert!(bounds.iter().any(is_within), "{case}, tick {tick}: {outline:?}");
        }
        for body in logic.blockers.iter().filter(|blocker| blocker.id.class == BlockerClass::Body) {
            let BlockerShape::Box(area) = body.shape else { panic!("{case}: a body is a box") };
            let corners = [area.min, area.max, Vec2::new(area.min.x, area.max.y), Vec2::new(area.max.x, area.min.y)];
            let is_filled = |shape: &PlacedShape| corners.iter().all(|&corner| shape.distance(corner) < ROUNDING);
            assert!(obstacles(&simulation).shapes().any(is_filled), "{case}, tick {tick}: {area:?}");
        }
    }
}

#[test]
fn every_obstacle_is_enclosed_by_its_bounds_and_fills_what_it_is_certain_to() {
    for kind in KINDS {
        assert_enclosed(&example_of(kind), kind.word);
    }
    let patrol = "path: (points: [(4.5, 2.5), (7.5, 6.5)], speed: 4)";
    for actor in [
        "Mover(shape: Box(2, 1))",
        &format!("Mover(shape: Box(3, 0.5), {patrol}, turn: Spin(period: 3))"),
        &format!(
            "Mover(shape: Polygon([(0, 0), (2, 1), (0, 1)]), {patrol}, turn: Sweep(from: 10, to: 200, period: 4))"
        ),
        &format!("Bumper(radius: 0.7, {patrol})"),
        "Door(size: (1, 3), when: Raised(\"x\"))",
        "Door(size: (1, 3), slide: (0, 1), when: Raised(\"x\"))",
        "Door(size: (2, 1), slide: (-1.5, 2), seconds: 0.3, when: Lowered(\"x\"))",
        "Crumble(size: (3, 0.5), delay: 0.1, away: 0.5)",
    ] {
        let map = "
            ###############
            #             #
            #             #
            #      a      #
            # s         s #
            #         s   #
            #@s    s     X#
            ###############";
        let level = drawn_with(map, &format!("'a': {actor}, 's': Switch(channel: \"x\", seconds: 0.4)"));
        assert_enclosed(&level, actor);
    }
}

#[test]
fn every_kind_that_raises_a_channel_is_a_source() {
    for kind in KINDS {
        let logic = LevelLogic::new(&example_of(kind));
        assert_eq!(logic.sources.len(), usize::from(kind.raises()), "{}", kind.word);
    }
}

/// What lights the sensor of the channel `b`, in a corridor with a shutter of the channel `a`.
fn lights(laser: &str) -> Vec<Condition> {
    let level = drawn_with(
        "
        #################
        #@   s       d X#
        #  l e          #
        #################
        ",
        &format!(
            "'l': {laser}, 's': Switch(channel: \"a\"), 'e': Door(size: (1, 1), when: Raised(\"a\")), \
             'p': Sensor(at: (15.5, 1.5), channel: \"b\"), 'd': Door(size: (1, 1), when: Raised(\"b\"))"
        ),
    );
    let lights = LevelLogic::new(&level).sources.into_iter().find_map(|source| match source.raised_from {
        RaisedFrom::Light(lights) => Some(lights.into_iter().map(|light| light.on).collect()),
        RaisedFrom::Near(..) | RaisedFrom::Cells(_) => None,
    });
    lights.expect("the sensor is a source")
}

#[test]
fn a_door_in_the_way_of_the_light_must_be_open() {
    assert_eq!(lights("Laser(aim: Fixed(angle: 0))"), [Condition::All(vec![Condition::Raised(Channel(0))])]);
    // Away from the sensor, and too short, at rest and in motion.
    let short = "Laser(aim: Spin(period: 2), reach: 5)";
    for laser in ["Laser(aim: Fixed(angle: 180))", "Laser(aim: Fixed(angle: 0), reach: 5)", short] {
        assert_eq!(lights(laser), [], "{laser}");
    }
    // A moving beam may come there at some time.
    assert_eq!(lights("Laser(aim: Spin(period: 2))"), [Condition::All(vec![])]);
}

/// A map of rooms with doors between them, and sources and walls at random places.
fn random_level(seed: u64) -> Level {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (width, height) = (24, 9);
    let mut map = vec![vec![b' '; width]; height];
    for (y, row) in map.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            let is_border = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            let is_partition = x % 6 == 5 && x != width - 1;
            if is_border || is_partition || random.random_bool(0.12) {
                *cell = b'#';
            }
        }
    }
    for wall in [5, 11, 17] {
        let y = random.random_range(1..height - 1);
        map[y][wall] = b"abc"[random.random_range(0..3)];
        map[y][wall - 1] = b' ';
        map[y][wall + 1] = b' ';
    }
    for sign in *b"@Xklmopqr" {
        loop {
            let (x, y) = (random.random_range(1..width - 1), random.random_range(1..height - 1));
            if map[y][x] == b' ' || (map[y][x] == b'#' && x % 6 != 5) {
                map[y][x] = sign;
                break;
            }
        }
    }
    let rows: Vec<String> = map.into_iter().map(|row| String::from_utf8(row).expect("ASCII")).collect();
    let mut channel = || ["x", "y", "z"][random.random_range(0..3)];
    let doors = [
        ('a', "'a': Door(size: (1, 1), when: Raised(\"x\")), "),
        ('b', "'b': Door(size: (1, 1), when: Raised(\"y\")), "),
        ('c', "'c': Door(size: (1, 1), when: All([Raised(\"x\"), Raised(\"z\")])), "),
    ];
    let doors = doors.map(|(letter, door)| if rows.concat().contains(letter) { door } else { "" }).concat();
    let actors = format!(
        "{doors} 'k': Key(channel: \"x\"), 'l': Switch(channel: \"{}\"), 'm': Sensor(channel: \"{}\"),
         'o': Laser(aim: Spin(period: 3), reach: 8), 'p': Laser(aim: Fixed(angle: 0), when: Raised(\"y\")),
         'q': Camera(aim: Spin(period: 3), channel: \"{}\"), 'r': Teleport()",
        channel(),
        channel(),
        channel()
    );
    // The other end of the teleport.
    let map = rows.join("\n");
    let spare = map.rfind(' ').expect("an empty cell");
    let map = format!("{}r{}", &map[..spare], &map[spare + 1..]);
    drawn_with(&map, &actors)
}

#[test]
fn the_flood_reaches_whatever_the_paths_of_the_solver_open() {
    let (mut ways, mut sealed) = (0, 0);
    for seed in 0..400 {
        // Without cameras: a path goes on from the camera itself, not from where it saw the ninja.
        let level = random_level(seed).with_actors::<CameraSettings>(vec![]);
        let logic = LevelLogic::new(&level);
        let reached = Reachability::new(&level, &logic).flood_from_start(Constraints::DOORS);
        let simulation = Simulation::new(&level);
        let run = simulation.run();
        let state = SearchState { position: level.ninja, rise: 0.0, channels: &run.channels, now: 0, shards: 0 };
        let paths = Paths::new(&level, &logic, true, 0, Closed::Blockers);
        let has_way = paths.left(state).0.is_finite();
        let is_reached = reached.comes_near(level.exit, 0.5);
        assert!(is_reached || !has_way, "seed {seed}: the flood does not reach {}", level.exit);
        (ways, sealed) = (ways + u32::from(has_way), sealed + u32::from(!is_reached));
    }
    assert!(ways > 40 && sealed > 40, "{ways} of 400 levels have a way, {sealed} have none");
}

/// What the rules raise in random play, the model may raise.
#[test]
fn whatever_random_play_raises_the_flood_may_raise() {
    for seed in 0..60 {
        let level = random_level(seed);
        let logic = LevelLogic::new(&level);
        let reached = Reachability::new(&level, &logic).flood_from_start(Constraints::ALL);
        let mut simulation = Simulation::new(&level);
        let mut player = RandomPlayer::new(seed);
        for _ in 0..2000 {
            simulation.tick(player.next_input());
            for raised in simulation.drain::<ChannelRaised>() {
                let name = &level.channels[usize::from(raised.channel.0)];
                assert!(reached.may_raise(raised.channel), "seed {seed}: {name} at {}", raised.position);
            }
        }
    }
}
