//! Valid levels: what is read from them, in which forms they may be written, and what their hash depends on.

use bevy_math::{IVec2, UVec2, Vec2};
use hairline_geometry::tile::TileShape;
use hairline_level::{Aim, Beat, Cycle, ExitOpens, FocusSettings, LaserSettings, Level};

const FULL: &str = r##"(
    version: 1,
    name: "First Light",
    author: "Ada",
    about: (idea: "Two beams cross where the gap is", beat: Meet, needs: [Laser]),
    hint: "Mind the gap.",
    map: r"
        ####################
        #    *   a    /##\ #
        #                  #
        #  @   1     2  X  #
        ####################
    ",
    actors: {
        // A lamp that swings.
        'a': Laser(
            aim: Sweep(from: 250, to: 290, period: 2.0, offset: 0.5),
            cycle: (charge: 0.5, on: 1.0, off: 0.25, offset: 0.125),
            beams: 2,
            reach: 7.5,
            path: (points: ['1', '2', (3.5, 2.5)], speed: 4, closed: true),
        ),
        'b': Laser(at: (12.25, 3), aim: Track(from: -90, turn_rate: 180)),
    },
    exit: AfterAllShards,
    focus: (max: 2, start: 1),
)
"##;

#[track_caller]
fn read(text: &str) -> Level {
    hairline_level::parse(text, "test.level.ron").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// A level with a map and nothing else.
fn bare(map: &str) -> String {
    format!("(version: 1, name: \"Test\", map: r\"{map}\")")
}

#[test]
fn every_field_arrives() {
    let level = read(FULL);
    assert_eq!((level.name.as_str(), level.author.as_str()), ("First Light", "Ada"));
    assert_eq!(level.hint.as_deref(), Some("Mind the gap."));
    let about = level.about.as_ref().expect("it is set");
    assert_eq!((about.idea.as_str(), about.beat), ("Two beams cross where the gap is", Beat::Meet));
    assert_eq!(about.needs, ["Laser"]);
    assert_eq!(level.terrain.size(), UVec2::new(20, 5));
    assert_eq!(level.ninja, Vec2::new(3.5, 1.5));
    assert_eq!(level.exit, Vec2::new(16.5, 1.5));
    assert_eq!(level.exit_opens, ExitOpens::AfterAllShards);
    assert_eq!(level.shards, [Vec2::new(5.5, 3.5)]);
    assert_eq!(level.focus, FocusSettings { max: 2.0, start: 1.0 });
    assert_eq!(level.actors::<LaserSettings>().len(), 2);
    let laser = &level.actors::<LaserSettings>()[0];
    assert_eq!(laser.position, Vec2::new(9.5, 3.5));
    let (from, to) = (250f32.to_radians(), 290f32.to_radians());
    assert_eq!(laser.aim, Aim::Sweep { from, to, period: 2.0, offset: 0.5 });
    assert_eq!(laser.cycle, Some(Cycle { charge: 0.5, on: 1.0, off: 0.25, offset: 0.125 }));
    assert_eq!((laser.beams, laser.reach), (2, Some(7.5)));
    let path = laser.path.as_ref().expect("a path was set");
    assert_eq!(path.points, [(9.5, 3.5), (7.5, 1.5), (13.5, 1.5), (3.5, 2.5)].map(Vec2::from));
    assert_eq!((path.speed, path.closed), (4.0, true));
    let turret = &level.actors::<LaserSettings>()[1];
    assert_eq!(turret.position, Vec2::new(12.25, 3.0));
    let (from, turn_rate) = (-90f32.to_radians(), 180f32.to_radians());
    assert_eq!(turret.aim, Aim::Track { from, turn_rate, needs_sight: true });
    assert_eq!((turret.cycle, turret.beams, turret.reach, &turret.path), (None, 1, None, &None));
}

#[test]
fn the_last_row_of_the_map_is_the_lowest() {
    let level = read(FULL);
    assert_eq!(level.terrain.tile(IVec2::new(14, 3)), TileShape::FloorRight);
    assert_eq!(level.terrain.tile(IVec2::new(15, 3)), TileShape::Solid);
    assert_eq!(level.terrain.tile(IVec2::new(17, 3)), TileShape::FloorLeft);
    assert_eq!(level.terrain.tile(IVec2::new(0, 0)), TileShape::Solid);
    // A mark leaves the tile of its cell empty.
    for cell in [(3, 1), (16, 1), (5, 3), (9, 3), (7, 1)] {
        assert_eq!(level.terrain.tile(IVec2::from(cell)), TileShape::Empty, "{cell:?}");
    }
}

#[test]
fn every_tile_character_is_read() {
    let level = read(&bare("\n .#=%~/\\{}@\n <()>`[]' X\n"));
    let row = |y| (0..10).map(|x| level.terrain.tile(IVec2::new(x, y))).collect::<Vec<_>>();
    use TileShape::*;
    assert_eq!(row(1), [Empty, Solid, OneWay, Glass, Curtain, FloorRight, FloorLeft, CeilingRight, CeilingLeft, Empty]);
    let gentle = [FloorRightLow, FloorRightHigh, FloorLeftHigh, FloorLeftLow];
    let hanging = [CeilingRightLow, CeilingRightHigh, CeilingLeftHigh, CeilingLeftLow];
    assert_eq!(row(0)[..4], gentle);
    assert_eq!(row(0)[4..8], hanging);
}

/// Indentation, line ends, byte-order marks, brackets and comments do not change a level.
#[test]
fn layout_does_not_matter() {
    let plain = read(FULL).hash;
    let same = [
        FULL.replace('\n', "\r\n"),
        format!("\u{feff}{FULL}"),
        FULL.replace("\n        #", "\n  #"),
        FULL.replace("\n        #", "\n#"),
        FULL.replace("map: r\"\n", "map: r\"   \n"),
        FULL.replace("map: r\"\n", "map: r\"\n\n\n"),
        FULL.replace("####\n    \"", "####\n\n\""),
        FULL.replace("####\n    \"", "####\""),
        FULL.replace("r\"", "r#\"").replace("    \",\n    actors", "    \"#,\n    actors"),
        FULL.replace("reach: 7.5", "reach: Some(7.5)"),
        FULL.replace("beams: 2,", "beams: /* two */ 2 /* beams */, // and no more"),
        FULL.replace("closed: true", "closed: true,"),
        FULL.replace("AfterAllShards,", "AfterAllShards // all of them\n  /* yes */ ,"),
        FULL.replace(
            "AfterAllShards,\n    focus: (max: 2, start: 1),\n",
            "AfterAllShards\n, focus: (max: 2, start: 1)\n",
        ),
        FULL.replace("#  @ ", "#..@ "),
        FULL.replace("First Light", "Other").replace("Ada", "Bob").replace("Mind the gap.", ""),
    ];
    for (index, text) in same.iter().enumerate() {
        assert_ne!(text, FULL, "form {index} is not another form");
        assert_eq!(read(text).hash, plain, "form {index}:\n{text}");
    }
}

#[test]
fn the_hash_depends_on_everything_that_the_rules_use() {
    let changes = [
        ("#  @   1", "# @    1"),
        ("  X  #\n", " X   #\n"),
        ("/##\\", "{##}"),
        ("    *   a", "   *    a"),
        ("*   a ", "*  a  "),
        ("1     2", "1    2 "),
        ("from: 250", "from: 251"),
        ("to: 290", "to: 291"),
        ("period: 2.0", "period: 2.5"),
        ("offset: 0.5", "offset: 0.75"),
        ("charge: 0.5", "charge: 0.25"),
        ("on: 1.0", "on: 2.0"),
        ("off: 0.25", "off: 0.5"),
        ("offset: 0.125", "offset: 0"),
        ("beams: 2", "beams: 3"),
        ("reach: 7.5,", ""),
        ("speed: 4", "speed: 5"),
        ("closed: true", "closed: false"),
        ("(3.5, 2.5)", "(3.5, 2.25)"),
        ("(12.25, 3)", "(12.5, 3)"),
        ("turn_rate: 180", "turn_rate: 90"),
        ("turn_rate: 180", "turn_rate: 180, needs_sight: false"),
        ("AfterAllShards", "AtOnce"),
        ("max: 2", "max: 3"),
        ("start: 1", "start: 2"),
    ];
    let mut hashes = vec![read(FULL).hash];
    for (from, to) in changes {
        let changed = FULL.replacen(from, to, 1);
        assert_ne!(changed, FULL, "{from:?} is not in the level");
        hashes.push(read(&changed).hash);
    }
    let count = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), count, "two of the changes gave the same hash");
}

/// If this fails, every replay that is bound to a level is refused: change it only with the format.
#[test]
fn the_hash_stays_what_it_was() {
    assert_eq!(read(FULL).hash, read(FULL).compute_hash());
    assert_eq!(format!("{:016x}", read(FULL).hash), "07111b4ca0fb9a95");
}

#[test]
fn one_letter_in_several_cells_makes_several_robots() {
    let text = "(version: 1, name: \"T\", map: r\"\n @aX\n a.a\n\", actors: {'a': Laser(aim: Spin(period: 3))})";
    let level = read(text);
    let positions: Vec<Vec2> = level.actors::<LaserSettings>().iter().map(|laser| laser.position).collect();
    assert_eq!(positions, [(1.5, 1.5), (0.5, 0.5), (2.5, 0.5)].map(Vec2::from));
    assert!(
        level
            .actors::<LaserSettings>()
            .iter()
            .all(|laser| laser.aim == Aim::Spin { from: 0.0, period: 3.0, clockwise: false })
    );
}

#[test]
fn a_robot_without_a_letter_in_the_map_starts_at_the_first_point_of_its_path() {
    let text = "(version: 1, name: \"T\", map: r\"\n @1X\n 2..\n\", \
                actors: {'a': Laser(aim: Fixed(angle: 0), path: (points: ['1', '2']))})";
    let level = read(text);
    assert_eq!(level.actors::<LaserSettings>()[0].position, Vec2::new(1.5, 1.5));
    let path = &level.actors::<LaserSettings>()[0].path.as_ref().expect("a path was set");
    assert_eq!((path.points.len(), path.closed), (2, false));
}

#[test]
fn a_map_may_begin_with_empty_cells() {
    let level = read(&bare("\n    .   X\n    @    \n"));
    assert_eq!(level.terrain.size(), UVec2::new(5, 2));
    let level = read(&bare("\n      X\n    @\u{20}\u{20}\n"));
    assert_eq!(level.terrain.size(), UVec2::new(3, 2));
}

#[test]
fn warnings_do_not_keep_a_level_from_being_used() {
    let inspection = hairline_level::inspect(bare("\n @ 3 X\n <.##.\n"), "test.level.ron");
    assert!(inspection.level.is_some());
    assert_eq!((inspection.diagnostics.error_count(), inspection.diagnostics.warning_count()), (0, 2));
    let text = inspection.diagnostics.to_string();
    assert!(text.contains("nothing uses waypoint '3'") && text.contains("`(` would go to its right"), "{text}");
    let through = FULL.replace("(3.5, 2.5)", "(18.5, 2.5), (18.5, 3.5)");
    let inspection = hairline_level::inspect(through, "test.level.ron");
    assert!(inspection.level.is_some());
    let text = inspection.diagnostics.to_string();
    assert!(text.contains("the path of actor 'a' goes through a wall"), "{text}");
    assert!(text.contains("between (18.5, 3.5) and (9.5, 3.5)"), "{text}");
    assert!(hairline_level::inspect(FULL, "test.level.ron").diagnostics.is_empty());
}

#[test]
fn a_robot_may_pass_a_curtain_on_its_path() {
    let level = |tile: &str| {
        format!(
            "(version: 1, name: \"T\", map: r\"\n a {tile} 1\n @   X\n\", \
             actors: {{'a': Laser(aim: Fixed(angle: 0), path: (points: ['1']))}})"
        )
    };
    let warnings = |tile: &str| hairline_level::inspect(level(tile), "test.level.ron").diagnostics.to_string();
    assert_eq!(warnings("~"), "");
    assert!(warnings("#").contains("the path of actor 'a' goes through a wall"), "{}", warnings("#"));
}

#[test]
fn a_long_idea_and_a_kind_that_the_level_lacks_are_warnings() {
    let long = "one two three four five six seven eight nine ten eleven";
    for (about, message) in [
        (format!("(idea: \"{long}\", beat: Use)"), "the idea has 11 words; 10 are enough for one idea"),
        ("(idea: \"Doors\", beat: Use, needs: [Laser, Door])".to_owned(), "the level needs a `Door` and has none"),
    ] {
        let text = FULL.replace("(idea: \"Two beams cross where the gap is\", beat: Meet, needs: [Laser])", &about);
        let inspection = hairline_level::inspect(text, "test.level.ron");
        assert!(inspection.level.is_some());
        let text = inspection.diagnostics.to_string();
        assert!(inspection.diagnostics.warning_count() == 1 && text.contains(message), "{text}");
    }
}

#[test]
fn scattered_tiles_follow_from_the_seed_and_leave_the_marks_free() {
    let room = format!("{0}\n{1}{0}", "#".repeat(30), format!("#{}#\n", ".".repeat(28)).repeat(18));
    let room = room.replacen("#..", "#@.", 1).replacen("..#\n#", ".X#\n#", 1);
    let scattered = |tiles: u32, seed: u32| {
        let text = format!("(version: 1, name: \"S\", map: r\"\n{room}\n\", scatter: (tiles: {tiles}, seed: {seed}))");
        hairline_level::parse(&text, "s.level.ron").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
    };
    let solid = |level: &Level| {
        let cells = (1..19).flat_map(|y| (1..29).map(move |x| IVec2::new(x, y)));
        cells.filter(|&cell| level.terrain.tile(cell) == TileShape::Solid).collect::<Vec<_>>()
    };
    let level = scattered(10, 7);
    let expected = [(28, 1), (17, 2), (3, 4), (1, 7), (18, 8), (10, 9), (21, 13), (25, 13), (9, 18), (18, 18)];
    let expected = expected.map(IVec2::from);
    assert_eq!(
        solid(&level),
        expected,
        "other numbers would change the levels that use them, and refuse their replays"
    );
    assert_eq!(solid(&level), solid(&scattered(10, 7)));
    assert_ne!(solid(&level), solid(&scattered(10, 8)));
    for seed in 0..200 {
        let level = scattered(200, seed);
        for at in [level.ninja, level.exit] {
            assert!(solid(&level).iter().all(|cell| (cell.as_vec2() + 0.5).distance(at) > 1.5), "seed {seed}");
        }
    }
    let too_many = hairline_level::parse(
        "(version: 1, name: \"S\", map: r\"\n#####\n#@.X#\n#####\n\",\n scatter: (tiles: 3, seed: 1))",
        "s.level.ron",
    );
    assert!(too_many.expect_err("no room").to_string().contains("no room to scatter 3 tiles; 0 cells are free"));
}
