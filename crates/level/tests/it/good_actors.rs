//! Valid actors: the shortest form of each kind and the longest, defaults, and that the hash depends on every setting.

use std::f32::consts::FRAC_PI_2;

use bevy_math::Vec2;
use hairline_level::{
    Aim, CameraSettings, Channel, CheckpointSettings, ConditionIndex, CrumbleSettings, DoorSettings, FieldForm, Gate,
    KINDS, KeySettings, LaserSettings, Level, MineSettings, MoverSettings, MoverSurface, OrbSettings, PATH_FIELDS,
    PathTiming, SensorSettings, SpringSettings, SwitchSettings, TeleportSettings, TurretSettings, limits,
};
use hairline_sim::tuning::BODY_RADIUS;
use hairline_testing::examples::{empty_room, example_at, example_of};

/// Actors with every field set to something that is not its default.
const FULL: &str = r##"(
    version: 1,
    name: "All",
    map: r"
        ##################################
        #    l     t     c     o         #
        #  1                2            #
        #        m           b       d   #
        #                                #
        #  q     s     k     p     n     #
        #                                #
        # @         q                 X  #
        #############^^^######$$$#########
    ",
    actors: {
        'l': Laser(aim: Fixed(angle: 270), bounces: 2, when: Raised("alarm")),
        't': Turret(
            aim: Track(from: 180, turn_rate: 90), period: 2, offset: 0.5, burst: 3, gap: 0.2, speed: 100, radius: 0.25,
            range: 30, pool: 20, path: (points: ['1']), when: Lowered("gate"),
        ),
        'c': Camera(
            aim: Sweep(from: 200, to: 340, period: 4), path: (points: ['2']), fov: 90, range: 12, rays: 64,
            refresh: 0.25, channel: "alarm", alarm: 5,
        ),
        'o': Orb(angle: 90, speed: 8, radius: 0.3),
        'm': Mover(
            shape: Polygon([(0, 0), (0, 1), (2, 0)]), path: (points: ['1', '2'], speed: 1, closed: true),
            turn: Spin(period: 9), mirror: true,
        ),
        'b': Bumper(sides: 8, radius: 0.75, strength: 25, path: (points: ['2']), turn: Fixed(angle: 10)),
        'd': Door(size: (1, 2), slide: (3, 0), seconds: 1, when: Lowered("alarm"), crushes: true),
        's': Switch(channel: "gate", seconds: 4),
        'k': Key(channel: "vault"),
        'p': Spring(angle: 45, strength: 30),
        'n': Mine(trigger: 2, fuse: 1, blast: 3),
        'q': Teleport(),
        'x': Door(at: (30.5, 2.5), size: (1, 1), when: Raised("vault")),
        'y': Crumble(at: (30.5, 5.5), size: (3, 0.5), delay: 0.25, away: 4),
        'z': Sensor(at: (20.5, 0.25), size: (2, 0.75), channel: "vault", seconds: 6),
        'v': Checkpoint(at: (3.5, 6.25)),
        'w': Vane(at: (8.5, 6.5), length: 3, angle: 30, turn_by: -60, seconds: 1, when: Raised("gate")),
        'u': Switch(at: (5.5, 6.5), channel: "vault", toggle: true),
        'A': Spring(at: (2.5, 5.5), when: Lowered("vault")),
        'B': Bumper(at: (16.5, 6.5), radius: 0.3, when: Raised("gate")),
        'C': Laser(
            at: (26.5, 6.5), aim: Fixed(angle: 0), path: (
                points: [(28.5, 6.5)], pause: 0.75, once: true, offset: 1.5, when: Any([Raised("gate"), Raised("vault")]),
            ),
        ),
    },
)
"##;

#[track_caller]
fn read(text: &str) -> Level {
    hairline_level::parse(text, "test.level.ron").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// A level with one actor, `a`.
fn with(actor: &str) -> Level {
    read(&format!(
        "(version: 1, name: \"T\", map: r\"\n{0}\n{0}\n......a......\n{0}\n@...........X\n\", actors: {{'a': {actor}}})",
        "............."
    ))
}

#[test]
fn every_field_of_every_kind_arrives() {
    let level = read(FULL);
    assert!(hairline_level::inspect(FULL, "test.level.ron").diagnostics.is_empty());
    assert_eq!(level.channels, ["alarm", "gate", "vault"]);
    let [alarm, gate, vault] = [Channel(0), Channel(1), Channel(2)];
    assert_eq!(
        (level.actors::<LaserSettings>()[0].bounces, level.actors::<LaserSettings>()[0].when),
        (2, Some(Gate::Raised(alarm)))
    );
    let turret = &level.actors::<TurretSettings>()[0];
    assert_eq!(turret.position, Vec2::new(11.5, 7.5));
    assert_eq!((turret.period, turret.offset, turret.burst, turret.gap), (2.0, 0.5, 3, 0.2));
    assert_eq!((turret.speed, turret.radius, turret.range, turret.pool), (100.0, 0.25, Some(30.0), 20));
    assert_eq!((turret.when, turret.path.is_some()), (Some(Gate::Lowered(gate)), true));
    let camera = &level.actors::<CameraSettings>()[0];
    assert_eq!((camera.fov, camera.range, camera.rays), (90f32.to_radians(), 12.0, 64));
    assert_eq!((camera.refresh, camera.channel, camera.alarm), (0.25, alarm, 5.0));
    let orb = &level.actors::<OrbSettings>()[0];
    assert!((orb.velocity - Vec2::new(0.0, 8.0)).length() < 1e-5 && orb.radius == 0.3, "{orb:?}");
    let [mover, bumper, gated] = level.actors::<MoverSettings>() else { panic!("a mover and two bumpers") };
    assert_eq!((mover.shape.area(), mover.surface), (1.0, MoverSurface::Mirror));
    assert_eq!(mover.turn, Aim::Spin { from: 0.0, period: 9.0, clockwise: false });
    assert_eq!(mover.path.as_ref().map(|path| (path.points.len(), path.speed, path.closed)), Some((3, 1.0, true)));
    assert_eq!(
        (bumper.shape.corners().len(), bumper.surface),
        (8, MoverSurface::Bumper { strength: 25.0, when: None })
    );
    assert_eq!(gated.surface, MoverSurface::Bumper { strength: 20.0, when: Some(Gate::Raised(gate)) });
    let path = level.actors::<LaserSettings>()[1].path.as_ref().expect("a path was set");
    let when = Some(Gate::Holds(ConditionIndex(0)));
    assert_eq!(path.timing, PathTiming { pause: 0.75, once: true, offset: 1.5, when });
    let door = &level.actors::<DoorSettings>()[0];
    assert_eq!((door.size, door.slide, door.seconds), (Vec2::new(1.0, 2.0), Vec2::new(3.0, 0.0), 1.0));
    assert_eq!((door.when, door.crushes), (Gate::Lowered(alarm), true));
    assert_eq!(level.actors::<DoorSettings>()[1].position, Vec2::new(30.5, 2.5));
    let position = Vec2::new(9.5, 3.5);
    let timed = SwitchSettings { position, channel: gate, seconds: Some(4.0), toggle: false };
    let toggle = SwitchSettings { position: Vec2::new(5.5, 6.5), channel: vault, seconds: None, toggle: true };
    assert_eq!(level.actors::<SwitchSettings>(), [timed, toggle]);
    assert_eq!(level.actors::<CheckpointSettings>(), [CheckpointSettings { position: Vec2::new(3.5, 6.25) }]);
    let (position, size) = (Vec2::new(20.5, 0.25), Vec2::new(2.0, 0.75));
    assert_eq!(level.actors::<SensorSettings>(), [SensorSettings { position, size, channel: vault, seconds: 6.0 }]);
    assert_eq!(
        (level.actors::<KeySettings>()[0].position, level.actors::<KeySettings>()[0].channel),
        (Vec2::new(15.5, 3.5), vault)
    );
    let position = Vec2::new(21.5, 3.5);
    let spring = SpringSettings { position, angle: 45f32.to_radians(), strength: 30.0, when: None };
    let (position, when) = (Vec2::new(2.5, 5.5), Some(Gate::Lowered(vault)));
    let gated = SpringSettings { position, angle: FRAC_PI_2, strength: 28.0, when };
    assert_eq!(level.actors::<SpringSettings>(), [spring, gated]);
    let position = Vec2::new(27.5, 3.5);
    assert_eq!(level.actors::<MineSettings>(), [MineSettings { position, trigger: 2.0, fuse: 1.0, blast: 3.0 }]);
    assert_eq!(level.actors::<TeleportSettings>()[0].ends, [(3.5, 3.5), (12.5, 1.5)].map(Vec2::from));
    let position = Vec2::new(30.5, 5.5);
    let crumble = CrumbleSettings { position, size: Vec2::new(3.0, 0.5), delay: 0.25, away: 4.0 };
    assert_eq!(level.actors::<CrumbleSettings>(), [crumble]);
    assert!(level.has_mirrors() && level.has_spikes());
    let missing = KINDS.iter().find(|kind| !FULL.contains(&format!(": {}(", kind.word)));
    assert_eq!(missing.map(|kind| kind.word), None, "add one with every field to `FULL`, and check them here");
}

/// The short form of each kind is the long one with its defaults written out.
#[test]
fn an_omitted_field_has_its_default() {
    let pairs = [
        ("Laser(aim: Fixed(angle: 0))", "Laser(aim: Fixed(angle: 0), beams: 1, bounces: 4)"),
        (
            "Turret(aim: Fixed(angle: 180), period: 1)",
            "Turret(aim: Fixed(angle: 180), period: 1, offset: 0, burst: 1, gap: 0.1, speed: 12, radius: 0.1, pool: 32)",
        ),
        (
            "Camera(aim: Spin(period: 3), channel: \"x\")",
            "Camera(aim: Spin(period: 3), channel: \"x\", fov: 60, range: 8, rays: 30, refresh: 0.1, alarm: 3)",
        ),
        ("Orb(angle: 45)", "Orb(angle: 45, speed: 6, radius: 0.4)"),
        ("Mover(shape: Box(2, 1))", "Mover(shape: Box(2, 1), turn: Fixed(angle: 0), mirror: false)"),
        ("Bumper()", "Bumper(sides: 6, radius: 1, strength: 20, turn: Fixed(angle: 0))"),
        (
            "Door(size: (1, 3), when: Raised(\"x\"))",
            "Door(size: (1, 3), slide: (0, 3), seconds: 0.5, when: Raised(\"x\"), crushes: false)",
        ),
        ("Crumble(size: (1, 1))", "Crumble(size: (1, 1), delay: 0.6, away: 2.5)"),
        ("Vane()", "Vane(length: 2, angle: 45, turn_by: 90, seconds: 0.4, when: None)"),
        ("Switch(channel: \"x\")", "Switch(channel: \"x\", seconds: None, toggle: false)"),
        ("Sensor(channel: \"x\")", "Sensor(channel: \"x\", size: (1, 1), seconds: None)"),
        ("Spring()", "Spring(angle: 90, strength: 28)"),
        ("Mine()", "Mine(trigger: 1.5, fuse: 0.5, blast: 2)"),
    ];
    for (short, long) in pairs {
        let (short, long) = (with(short), with(long));
        assert_eq!(short.hash, long.hash);
        assert_eq!(format!("{:?}", short.actors), format!("{:?}", long.actors));
    }
}

#[test]
fn the_hash_depends_on_every_setting() {
    let changes = [
        ("bounces: 2", "bounces: 3"),
        ("Raised(\"alarm\")", "Lowered(\"alarm\")"),
        ("Raised(\"alarm\")", "Raised(\"vault\")"),
        (", when: Raised(\"alarm\")", ""),
        ("turn_rate: 90", "turn_rate: 91"),
        ("period: 2", "period: 3"),
        ("offset: 0.5", "offset: 0.25"),
        ("burst: 3", "burst: 4"),
        ("gap: 0.2", "gap: 0.3"),
        ("speed: 100", "speed: 99"),
        ("radius: 0.25", "radius: 0"),
        ("range: 30", "range: 31"),
        ("            range: 30, ", ""),
        ("pool: 20", "pool: 21"),
        ("pool: 20, path: (points: ['1'])", "pool: 20, path: (points: ['2'])"),
        ("Lowered(\"gate\")", "Raised(\"gate\")"),
        ("from: 200", "from: 210"),
        ("path: (points: ['2']), fov", "path: (points: ['1']), fov"),
        ("fov: 90", "fov: 91"),
        ("range: 12", "range: 13"),
        ("rays: 64", "rays: 65"),
        ("refresh: 0.25", "refresh: 0.5"),
        ("channel: \"alarm\"", "channel: \"gate\""),
        ("alarm: 5", "alarm: 6"),
        ("angle: 90, speed", "angle: 91, speed"),
        ("speed: 8", "speed: 9"),
        ("radius: 0.3", "radius: 0.35"),
        ("   o   ", "  o    "),
        ("(2, 0)", "(3, 0)"),
        ("speed: 1, closed: true", "speed: 2, closed: true"),
        ("closed: true", "closed: false"),
        ("Spin(period: 9)", "Spin(period: 8)"),
        ("mirror: true", "mirror: false"),
        ("sides: 8", "sides: 7"),
        ("radius: 0.75", "radius: 0.8"),
        ("strength: 25", "strength: 26"),
        ("turn: Fixed(angle: 10)", "turn: Fixed(angle: 11)"),
        ("size: (1, 2)", "size: (1, 2.5)"),
        ("slide: (3, 0)", "slide: (3, 1)"),
        ("seconds: 1", "seconds: 2"),
        ("Lowered(\"alarm\")", "Raised(\"alarm\")"),
        ("crushes: true", "crushes: false"),
        ("at: (30.5, 5.5)", "at: (30.5, 5.25)"),
        ("size: (3, 0.5)", "size: (3, 0.6)"),
        ("delay: 0.25", "delay: 0.3"),
        ("away: 4", "away: 5"),
        ("channel: \"gate\"", "channel: \"vault\""),
        ("seconds: 4", "seconds: 5"),
        (", seconds: 4", ""),
        ("Key(channel: \"vault\")", "Key(channel: \"gate\")"),
        ("     k  ", "    k   "),
        ("angle: 45", "angle: 46"),
        ("strength: 30", "strength: 31"),
        ("at: (20.5, 0.25)", "at: (20.5, 0.5)"),
        ("at: (3.5, 6.25)", "at: (3.5, 6.5)"),
        ("size: (2, 0.75)", "size: (2, 1)"),
        ("channel: \"vault\", seconds: 6", "channel: \"gate\", seconds: 6"),
        ("seconds: 6", "seconds: 7"),
        (", seconds: 6", ""),
        (", toggle: true", ""),
        ("trigger: 2", "trigger: 2.5"),
        ("fuse: 1", "fuse: 0"),
        ("blast: 3", "blast: 2"),
        ("#  q ", "# q  "),
        ("at: (30.5, 2.5)", "at: (30.5, 2.25)"),
        ("^^^#", "^^##"),
        ("$$$#", "$$##"),
        ("$$$#", "$$$!"),
        (", when: Lowered(\"vault\")", ""),
        ("Lowered(\"vault\")", "Raised(\"gate\")"),
        ("radius: 0.3, when: Raised(\"gate\")", "radius: 0.3"),
        ("radius: 0.3, when: Raised(\"gate\")", "radius: 0.3, when: Raised(\"alarm\")"),
        ("pause: 0.75, ", ""),
        ("pause: 0.75", "pause: 0.5"),
        ("once: true", "once: false"),
        ("offset: 1.5", "offset: 1.25"),
        (", when: Any([Raised(\"gate\"), Raised(\"vault\")])", ""),
        ("Any([Raised(\"gate\")", "All([Raised(\"gate\")"),
    ];
    let mut hashes = vec![read(FULL).hash];
    for (from, to) in changes {
        let changed = FULL.replacen(from, to, 1);
        assert_ne!(changed, FULL, "{from:?} is not in the level");
        let hash = read(&changed).hash;
        assert!(!hashes.contains(&hash), "{from:?} to {to:?} gives the hash of another change");
        hashes.push(hash);
    }
}

#[test]
fn the_timing_of_a_path_counts_for_every_kind_that_has_one() {
    for kind in KINDS.iter().filter(|kind| kind.field_form("path") == Some(FieldForm::Path)) {
        let example = kind.example.trim_end_matches(')');
        let comma = if example.ends_with('(') { "" } else { ", " };
        let mut hashes = Vec::new();
        for timing in ["", ", pause: 1", ", once: true", ", offset: 1", ", when: Raised(\"x\")"] {
            let brackets = &kind.example[example.len() + 1..];
            let level = with(&format!("{example}{brackets}{comma}path: (points: [(8.5, 2.5)]{timing}))"));
            assert_eq!(level.actors.paths().count(), 1, "{kind:?}");
            assert!(!hashes.contains(&level.hash), "{kind:?}{timing}");
            hashes.push(level.hash);
        }
    }
}

#[test]
fn names_of_channels_do_not_change_the_hash() {
    assert_eq!(read(&FULL.replace("\"gate\"", "\"portcullis\"")).hash, read(FULL).hash);
}

/// Without a mirror no beam is reflected: a level from before there were mirrors keeps its replays.
#[test]
fn bounces_do_not_change_the_hash_where_there_are_no_mirrors() {
    let bounces = |count| with(&format!("Laser(aim: Fixed(angle: 0), bounces: {count})")).hash;
    assert_eq!(bounces(0), bounces(8));
}

#[test]
fn the_hash_of_every_kind_stays_what_it_was() {
    let without = |text: &str, words: &str| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains(words)).collect();
        lines.join("\n")
    };
    let hash = |text: &str| format!("{:016x}", read(text).hash);
    assert_eq!(hash(FULL), "16bb2393aa93544b");
    // The hash of a level that uses none of the later fields stays as it was before they came: timings of paths, gates of
    // bumpers and springs.
    let timings = FULL.find("        'A':").expect("they come last");
    let before_timings = format!("{}    }},\n)", &FULL[..timings]);
    assert_eq!(hash(&before_timings), "cfd4c8532a235b17");
    // Before there were vanes.
    let before_vanes = without(&before_timings, "Vane(");
    assert_eq!(hash(&before_vanes), "83524cedb8d91086");
    // Before there were sensors, checkpoints, and switches that toggle.
    let before_sensors = without(&without(&without(&before_vanes, "Sensor("), "toggle: true"), "Checkpoint(");
    assert_eq!(hash(&before_sensors), "20e745a6d8816b2d");
    // Before there were crumbles.
    assert_eq!(hash(&without(&before_sensors, "Crumble(")), "e4029c0d67588d3b");
}

#[test]
fn an_obstacle_or_a_sensor_may_stand_in_a_wall_and_another_actor_not() {
    let text = |actor: &str| format!("(version: 1, name: \"T\", map: r\"\n#####\n@...X\n\", actors: {{'z': {actor}}})");
    let level = read(&text("Mover(at: (2.5, 1.5), shape: Box(1, 1), path: (points: [(4.5, 1.5)]))"));
    assert_eq!(level.actors::<MoverSettings>()[0].path.as_ref().map(|path| path.points.len()), Some(2));
    assert!(hairline_level::parse(text("Bumper(at: (3.5, 1.5))"), "test.level.ron").is_ok());
    assert!(hairline_level::parse(text("Sensor(at: (2.5, 1.5), channel: \"x\")"), "test.level.ron").is_ok());
    assert!(hairline_level::parse(text("Mine(at: (2.5, 1.5))"), "test.level.ron").is_err());
}

#[test]
fn the_parser_and_the_rules_have_the_same_ninja() {
    assert_eq!(limits::NINJA_RADIUS, BODY_RADIUS);
}

/// What holds for every kind by what it declares, with the example that it gives itself.
#[test]
fn the_example_of_each_kind_is_one_actor_of_it() {
    for kind in KINDS {
        let level = example_of(kind);
        let counts: Vec<usize> = KINDS.iter().map(|kind| level.actors.count_of(kind.word)).collect();
        assert_eq!(level.actors.count_of(kind.word), 1, "{}", kind.example);
        assert_eq!(counts.iter().sum::<usize>(), 1, "{}: {counts:?}", kind.example);
    }
}

#[test]
fn a_level_without_a_kind_has_the_hash_that_it_had_before_the_kind_existed() {
    let mut hashes = Vec::new();
    for kind in KINDS {
        let mut level = example_of(kind);
        assert!(!hashes.contains(&level.hash), "{}", kind.example);
        hashes.push(level.hash);
        level.actors.remove(kind.word);
        assert_eq!(level.compute_hash(), empty_room().hash, "{}", kind.example);
    }
}

#[test]
fn the_hash_depends_on_the_place_of_each_kind() {
    for kind in KINDS {
        let shifted = |x| example_at(kind, x);
        let (here, there) = (shifted(3), shifted(4));
        assert_ne!(here.hash, there.hash, "{}", kind.example);
        assert_ne!(format!("{:?}", here.actors), format!("{:?}", there.actors), "{}", kind.example);
    }
}

#[test]
fn the_fields_of_a_path_are_listed() {
    let text =
        "(version: 1, name: \"T\", map: r\"\n@.a.X\n\", actors: {'a': Laser(aim: Fixed(angle: 90), path: (zzzz: 1))})";
    let error = hairline_level::parse(text, "test.level.ron").expect_err("an unknown field").to_string();
    let listed = error.split("the fields are ").nth(1).expect("the help lists the fields");
    let listed: Vec<&str> = listed.split('`').skip(1).step_by(2).collect();
    let known: Vec<&str> = ["points"].into_iter().chain(PATH_FIELDS.map(|field| field.0)).collect();
    assert_eq!(listed, known);
}
