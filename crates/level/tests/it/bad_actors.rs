//! Invalid actors, kind by kind: one clear error each, at its place. The table is the test.

use hairline_level::limits;
use hairline_testing::invalid::{Case, assert_errors, level_around};

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Lasers.
    ("nine bounces", "'a': Laser(aim: Fixed(angle: 0), bounces: ¦9)", "a whole number, 0 to 8"),
    ("a negative bounce", "'a': Laser(aim: Fixed(angle: 0), bounces: ¦-1)", "a whole number, 0 to 8"),
    ("a channel alone", "'a': Laser(aim: Fixed(angle: 0), when: ¦\"x\")", "write `Raised(\"x\")` or `Lowered(\"x\")`"),
    ("an unknown gate", "'a': Laser(aim: Fixed(angle: 0), when: ¦Raisd(\"x\"))", "did you mean `Raised`?"),
    ("a gate without a channel", "'a': Laser(aim: Fixed(angle: 0), when: ¦Raised)", "`when` must be `Raised(\"name\")`"),
    ("a gate with two channels", "'a': Laser(aim: Fixed(angle: 0), when: ¦Raised(\"x\", \"y\"))", "`when` must be"),
    ("a channel that is a number", "'a': Laser(aim: Fixed(angle: 0), when: Raised(¦3))", "text in quotation marks"),
    ("a channel without a name", "'a': Laser(aim: Fixed(angle: 0), when: Raised(¦\" \"))", "the channel has no name"),
    ("all without a list", "'a': Laser(aim: Fixed(angle: 0), when: ¦All(Raised(\"x\"), Raised(\"y\")))", "with its gates in a list"),
    ("any of nothing", "'a': Laser(aim: Fixed(angle: 0), when: ¦Any([]))", "`Any` has no gates in it"),
    ("not of two", "'a': Laser(aim: Fixed(angle: 0), when: ¦Not(Raised(\"x\"), Raised(\"y\")))", "one gate, such as `Not(Raised"),
    ("a channel alone in a list", "'a': Laser(aim: Fixed(angle: 0), when: All([¦\"x\"]))", "write `Raised(\"x\")`"),
    ("an unknown gate in a list", "'a': Laser(aim: Fixed(angle: 0), when: All([Raised(\"x\"), Any([¦Lowerd(\"y\")])]))", "did you mean `Lowered`?"),
    ("gates five deep", "'a': Laser(aim: Fixed(angle: 0), when: Not(Not(Not(Not(¦Not(Raised(\"x\")))))))", "nested more than 4 deep"),
    ("a gate of seventeen", "'a': Laser(aim: Fixed(angle: 0), when: All([Any([Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\")]), Any([Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(\"x\"), Raised(¦\"x\"), Raised(\"x\")])]))", "at most 16 are allowed"),
    // Turrets.
    ("no period", "'a': Turret(aim: Fixed(angle: 0)¦)", "`Turret` has no `period`"),
    ("a period of zero", "'a': Turret(aim: Fixed(angle: 0), period: ¦0)", "must not be zero"),
    ("a period that is no number", "'a': Turret(aim: Fixed(angle: 0), period: ¦NaN)", "not a number"),
    ("no bullets", "'a': Turret(aim: Fixed(angle: 0), period: 1, burst: ¦0)", "a whole number, 1 to 32"),
    ("a burst over its period", "'a': Turret(aim: Fixed(angle: 0), period: 1, burst: ¦5, gap: 0.3)", "takes 1.2 seconds"),
    ("a burst into the next", "'a': Turret(aim: Fixed(angle: 0), period: 1, burst: ¦3, gap: 0.5)", "takes 1 seconds"),
    ("no gap", "'a': Turret(aim: Fixed(angle: 0), period: 1, burst: 2, gap: ¦0)", "must not be zero"),
    ("a bullet that stands", "'a': Turret(aim: Fixed(angle: 0), period: 1, speed: ¦0)", "0.5 to 200 tiles a second"),
    ("a bullet too fast", "'a': Turret(aim: Fixed(angle: 0), period: 1, speed: ¦201)", "at most 200"),
    ("a large bullet", "'a': Turret(aim: Fixed(angle: 0), period: 1, radius: ¦0.6)", "at most 0.5 tiles"),
    ("a negative radius", "'a': Turret(aim: Fixed(angle: 0), period: 1, radius: ¦-0.1)", "must not be negative"),
    ("no range", "'a': Turret(aim: Fixed(angle: 0), period: 1, range: ¦0)", "must not be zero"),
    ("a pool of a million", "'a': Turret(aim: Fixed(angle: 0), period: 1, pool: ¦1000000)", "a whole number, 1 to 64"),
    ("no pool", "'a': Turret(aim: Fixed(angle: 0), period: 1, pool: ¦0)", "a whole number, 1 to 64"),
    ("a mistyped field", "'a': Turret(aim: Fixed(angle: 0), period: 1, ¦bursts: 2)", "did you mean `burst`?"),
    ("a turret in a wall", "'z': Turret(at: ¦(0.5, 2), aim: Fixed(angle: 0), period: 1)", "inside a wall"),
    // Cameras.
    ("a camera that tracks", "'a': Camera(aim: ¦Track(from: 0, turn_rate: 9), channel: \"x\")", "a camera cannot track the ninja"),
    ("a camera with no known aim", "'a': Camera(aim: ¦Spinn(period: 2), channel: \"x\")", "did you mean `Spin`?"),
    ("a camera without a channel", "'a': Camera(aim: Fixed(angle: 0)¦)", "`Camera` has no `channel`"),
    ("no cone", "'a': Camera(aim: Fixed(angle: 0), channel: \"x\", fov: ¦0)", "must not be zero"),
    ("over a whole turn", "'a': Camera(aim: Fixed(angle: 0), channel: \"x\", fov: ¦361)", "at most 360 degrees"),
    ("a camera that sees nothing", "'a': Camera(aim: Fixed(angle: 0), channel: \"x\", range: ¦0)", "must not be zero"),
    ("one ray", "'a': Camera(aim: Fixed(angle: 0), channel: \"x\", rays: ¦1)", "a whole number, 2 to 128"),
    ("very many rays", "'a': Camera(aim: Fixed(angle: 0), channel: \"x\", rays: ¦129)", "a whole number, 2 to 128"),
    ("a refresh of zero", "'a': Camera(aim: Fixed(angle: 0), channel: \"x\", refresh: ¦0)", "must not be zero"),
    ("an alarm of zero", "'a': Camera(aim: Fixed(angle: 0), channel: \"x\", alarm: ¦0)", "must not be zero"),
    ("a camera in a wall", "'z': Camera(at: ¦(0.5, 2), aim: Fixed(angle: 0), channel: \"x\")", "inside a wall"),
    // Orbs.
    ("an orb without a direction", "'a': Orb(¦)", "`Orb` has no `angle`"),
    ("an orb that rests", "'a': Orb(angle: 0, speed: ¦0)", "must not be zero"),
    ("an orb that is a point", "'a': Orb(angle: 0, radius: ¦0)", "must not be zero"),
    ("an orb with a path", "'a': Orb(angle: 0, ¦path: (points: ['1']))", "unknown field `path` in `Orb`"),
    ("an orb in a wall", "'z': Orb(at: ¦(0.5, 2), angle: 0)", "inside a wall"),
    ("an orb beside a wall", "'z': Orb(at: ¦(1.3, 2), angle: 0)", "overlaps a wall"),
    ("an orb in a mover", "'a': Mover(shape: Box(1, 1))\n,'z': Orb(at: ¦(6.2, 3.5), angle: 0)", "overlaps actor 'a'"),
    ("an orb in an orb", "'a': Orb(angle: 0)\n,'z': Orb(at: ¦(6.2, 3.5), angle: 0)", "overlaps orb 'a'"),
    // Movers.
    ("no shape", "'a': Mover(¦)", "`Mover` has no `shape`"),
    ("an unknown shape", "'a': Mover(shape: ¦Bocks(1, 1))", "`Box`, `Hexagon`, `Polygon`"),
    ("half a box", "'a': Mover(shape: ¦Box(1))", "`Box(width, height)`"),
    ("a hexagon of two numbers", "'a': Mover(shape: ¦Hexagon(1, 2))", "`Hexagon(radius)`"),
    ("a flat box", "'a': Mover(shape: Box(1, ¦0))", "must not be zero"),
    ("an endless box", "'a': Mover(shape: Box(¦inf, 1))", "finite"),
    ("two points", "'a': Mover(shape: Polygon(¦[(0, 0), (1, 0)]))", "a polygon has 3 to 32 corners, and this one has 2"),
    ("no points", "'a': Mover(shape: Polygon(¦[]))", "and this one has 0"),
    ("no area", "'a': Mover(shape: Polygon(¦[(0, 0), (1, 0), (2, 0)]))", "the polygon has no area"),
    ("next to no area", "'a': Mover(shape: Polygon(¦[(0, 0), (0.1, 0), (0, 0.1)]))", "the polygon is too small"),
    ("a corner twice", "'a': Mover(shape: Polygon([(0, 0), (1, 0), ¦(1, 0), (0, 1)]))", "the same corner twice"),
    ("a corner at the end again", "'a': Mover(shape: Polygon([(0, 0), (1, 0), (0, 1), ¦(0, 0)]))", "closes by itself"),
    ("a bow tie", "'a': Mover(shape: Polygon([(0, 0), (1, 1), ¦(1, 0), (0, 1)]))", "the polygon crosses itself"),
    ("a spike", "'a': Mover(shape: Polygon([(0, 0), ¦(2, 0), (1, 0), (1, 1)]))", "the polygon crosses itself"),
    ("a corner that is a number", "'a': Mover(shape: Polygon([¦3, (1, 0), (1, 1)]))", "a list of corners `(x, y)`"),
    ("a corner that is not finite", "'a': Mover(shape: Polygon([(¦NaN, 0), (1, 0), (1, 1)]))", "not a number"),
    ("a corner far away", "'a': Mover(shape: Polygon([(0, 0), (¦51, 0), (1, 1)]))", "at most 50 tiles"),
    ("a path of one point", "'z': Mover(shape: Box(1, 1), path: (points: ¦['1']))", "needs two points, and has 1"),
    ("a path too fast", "'a': Mover(shape: Box(1, 1), path: (points: ['1'], speed: ¦31))", "at most 30 tiles a second"),
    ("a mover that tracks", "'a': Mover(shape: Box(1, 1), turn: ¦Track(from: 0, turn_rate: 9))", "a mover cannot track"),
    ("a far end too fast", "'a': Mover(shape: Box(8, 1), turn: ¦Spin(period: 0.5))", "the shape turns too fast"),
    ("a far end too fast in a sweep", "'a': Mover(shape: Box(8, 1), turn: ¦Sweep(from: 0, to: 180, period: 1))", "at most 30"),
    ("a far end too fast on its path", "'a': Mover(shape: Box(2, 2), path: (points: ['1'], speed: 28), turn: ¦Spin(period: 4))", "together with its path"),
    ("a mirror of words", "'a': Mover(shape: Box(1, 1), mirror: ¦yes)", "`true` or `false`"),
    ("a mover over the ninja", "'z': Mover(at: ¦(3, 1.5), shape: Box(3, 1))", "overlaps the ninja's start"),
    ("a mover turned over the ninja", "'z': Mover(at: ¦(1.5, 4), shape: Box(5, 0.5), turn: Fixed(angle: 90))", "overlaps the ninja's start"),
    ("a mover outside the map", "'z': Mover(at: ¦(3, 9), shape: Box(1, 1))", "outside the map"),
    // Bumpers.
    ("two sides", "'a': Bumper(sides: ¦2)", "a whole number, 3 to 12"),
    ("thirteen sides", "'a': Bumper(sides: ¦13)", "a whole number, 3 to 12"),
    ("a bumper of nothing", "'a': Bumper(radius: ¦0)", "must not be zero"),
    ("a bumper that does not throw", "'a': Bumper(strength: ¦0)", "must not be zero"),
    ("a bumper that tracks", "'a': Bumper(turn: ¦Track(from: 0, turn_rate: 9))", "a bumper cannot track"),
    ("a bumper over the ninja", "'z': Bumper(at: ¦(2.5, 2.5), radius: 1.2)", "overlaps the ninja's start"),
    // Doors.
    ("a door without a size", "'a': Door(when: Raised(\"x\")¦)", "`Door` has no `size`"),
    ("a door that nothing opens", "'a': Door(size: (1, 1)¦)", "`Door` has no `when`"),
    ("a door of one number", "'a': Door(size: ¦1, when: Raised(\"x\"))", "a width and a height"),
    ("a door of no width", "'a': Door(size: (¦0, 1), when: Raised(\"x\"))", "must not be zero"),
    ("a door that stays", "'a': Door(size: (1, 1), slide: ¦(0, 0), when: Raised(\"x\"))", "the door does not move"),
    ("a door in no time", "'a': Door(size: (1, 1), seconds: ¦0, when: Raised(\"x\"))", "must not be zero"),
    ("a door too fast", "'a': Door(size: (1, 4), seconds: ¦0.1, when: Raised(\"x\"))", "the door is too fast: 40.0 tiles a second"),
    ("a door over the ninja", "'z': Door(at: ¦(1.5, 2.5), size: (1, 3), when: Raised(\"x\"))", "overlaps the ninja's start"),
    // The small ones.
    ("a switch without a channel", "'a': Switch(¦)", "`Switch` has no `channel`"),
    ("a switch of no time", "'a': Switch(channel: \"x\", seconds: ¦0)", "must not be zero"),
    ("a switch that toggles in time", "'a': Switch(channel: \"x\", seconds: ¦3, toggle: true)", "a switch that toggles has no time"),
    ("a switch that toggles with a word", "'a': Switch(channel: \"x\", toggle: ¦yes)", "`true` or `false`"),
    ("a sensor without a channel", "'a': Sensor(¦)", "`Sensor` has no `channel`"),
    ("a sensor of no size", "'a': Sensor(channel: \"x\", size: (1, ¦0))", "must not be zero"),
    ("a sensor of one number", "'a': Sensor(channel: \"x\", size: ¦2)", "a width and a height"),
    ("a sensor of no time", "'a': Sensor(channel: \"x\", seconds: ¦0)", "must not be zero"),
    ("a sensor outside the map", "'z': Sensor(at: ¦(3, 9), channel: \"x\")", "outside the map"),
    ("a key without a channel", "'a': Key(¦)", "`Key` has no `channel`"),
    ("a key that is timed", "'a': Key(channel: \"x\", ¦seconds: 3)", "unknown field `seconds` in `Key`"),
    ("a spring of no strength", "'a': Spring(strength: ¦0)", "must not be zero"),
    ("a spring too strong", "'a': Spring(strength: ¦61)", "at most 60 tiles a second"),
    ("a mine without a trigger", "'a': Mine(trigger: ¦0)", "must not be zero"),
    ("a fuse that burns backwards", "'a': Mine(fuse: ¦-1)", "must not be negative"),
    ("a mine without a blast", "'a': Mine(blast: ¦0)", "must not be zero"),
    ("a teleport with a setting", "'t': Teleport(¦at: (1, 1))", "there are no fields"),
    ("a teleport nowhere", "¦'t': Teleport()", "teleport 't' is nowhere"),
    ("an actor without brackets", "'a': ¦Mine", "expected `Mine(…)`"),
    ("a mistyped kind", "'a': ¦Turet(period: 1)", "did you mean `Turret`?"),
];

#[test]
fn each_error_of_an_actor_is_reported_once_and_at_its_place() {
    assert_errors(CASES);
}

#[test]
fn a_teleport_is_in_the_map_twice() {
    let error_of = |count| {
        let diagnostics =
            hairline_level::parse(level_around("'t': Teleport()", count), "test.level.ron").expect_err("no pair");
        let error = diagnostics.iter().next().expect("at least one").clone();
        let place = diagnostics.position(&error).expect("a place");
        (diagnostics.error_count(), error.message().to_owned(), place.line, place.column)
    };
    assert_eq!(error_of(1), (1, "teleport 't' has no other end".into(), 6, 5));
    assert_eq!(error_of(3), (1, "teleport 't' is in the map 3 times".into(), 6, 7));
    assert!(hairline_level::parse(level_around("'t': Teleport()", 2), "test.level.ron").is_ok());
}

/// A whole level with one row of letters.
fn many(letters: &str, actors: &str) -> String {
    format!("(version: 1, name: \"a\", map: r\"\n@...X{letters}\n\", actors: {{\n{actors}\n}})")
}

#[test]
fn too_many_of_anything_is_refused() {
    let turrets = |pool| format!("'t': Turret(aim: Fixed(angle: 0), period: 1, pool: {pool})");
    let keys = |count| (0..count).map(|index| format!("'a': Key(channel: \"{index}\"),")).collect::<String>();
    let gates = |count: usize| {
        let gate = |index: usize| format!("All([Raised(\"{}\"), Lowered(\"{}\")])", index % 5, 5 + index / 5);
        let all = (0..count).map(|index| format!("'a': Door(size: (1, 1), when: {}),", gate(index)));
        all.collect::<String>()
    };
    let cases = [
        (many("", &gates(limits::CONDITIONS_MAX + 1)), "too many gates of several channels: at most 16"),
        (many(&"m".repeat(65), "'m': Mover(shape: Box(1, 0.5))"), "doors, crumbles and vanes: 65"),
        (many(&"t".repeat(17), &turrets(64)), "too many bullets: 1088, and at most 1024"),
        (many("", &keys(limits::CHANNELS_MAX + 2)), "too many channels: at most 16"),
    ];
    for (text, words) in cases {
        let diagnostics = hairline_level::parse(text, "test.level.ron").expect_err(words);
        let count = diagnostics.iter().filter(|diagnostic| diagnostic.message().contains(words)).count();
        assert_eq!(count, 1, "{words}:\n{diagnostics}");
    }
    assert!(hairline_level::parse(many(&"m".repeat(64), "'m': Mover(shape: Box(1, 0.5))"), "test.level.ron").is_ok());
    assert!(hairline_level::parse(many(&"t".repeat(16), &turrets(64)), "test.level.ron").is_ok());
}

#[test]
fn a_channel_with_one_end_is_a_warning() {
    let cases = [
        ("'a': Key(channel: \"x\")", &["nothing listens to the channel `x`"][..]),
        ("'a': Laser(aim: Fixed(angle: 0), when: Lowered(\"x\"))", &["nothing raises the channel `x`"]),
        (
            "'a': Key(channel: \"alarm\"),\n'b': Laser(aim: Fixed(angle: 0), when: Raised(\"alrm\"))",
            &["nothing listens to the channel `alarm`", "nothing raises the channel `alrm`", "did you mean `alarm`?"],
        ),
    ];
    for (actors, words) in cases {
        let inspection = hairline_level::inspect(level_around(actors, 0), "test.level.ron");
        let text = inspection.diagnostics.to_string();
        assert!(inspection.level.is_some() && words.iter().all(|words| text.contains(words)), "{text}");
    }
}

#[test]
fn a_gate_that_never_changes_is_a_warning() {
    let cases = [
        ("All([Raised(\"x\"), Not(Raised(\"x\"))])", "this gate never opens"),
        ("Any([Raised(\"x\"), Lowered(\"x\"), Raised(\"y\")])", "this gate is always open"),
    ];
    for (gate, words) in cases {
        let actors = format!(
            "'a': Door(size: (1, 1), when: {gate}),\n'b': Key(channel: \"x\"),\n'c': Key(at: (2, 2), channel: \"y\")"
        );
        let inspection = hairline_level::inspect(level_around(&actors, 0), "test.level.ron");
        let text = inspection.diagnostics.to_string();
        assert!(inspection.level.is_some() && text.contains(words), "{text}");
    }
}

#[test]
fn a_burst_larger_than_its_pool_is_a_warning() {
    let actors = "'a': Turret(aim: Fixed(angle: 0), period: 2, burst: 8, pool: 4)";
    let inspection = hairline_level::inspect(level_around(actors, 0), "test.level.ron");
    assert!(inspection.level.is_some());
    assert!(inspection.diagnostics.to_string().contains("a burst of 8 does not fit in a pool of 4"));
}
