//! Fields that make another level of the same file: each is the same as one written out by hand.

use hairline_level::{Inspection, Level};

/// Rows with every slope, and cells for two actors with the letter `a` and one with `b`.
const ROWS: [&str; 6] = [
    "####################",
    "#  {#} `[#]' *    1#",
    "#   a    a    b    #",
    "#   *              #",
    "#@ /#\\ <(#)>    2 X#",
    "####################",
];
const MIRRORED_ROWS: [&str; 6] = [
    "####################",
    "#1    * `[#]' {#}  #",
    "#    b    a    a   #",
    "#              *   #",
    "#X 2    <(#)> /#\\ @#",
    "####################",
];

fn inspect(rows: &[&str], fields: &str, actors: &str) -> Inspection {
    let rows = rows.join("\n");
    let text = format!("(version: 1, name: \"T\", map: r\"\n{rows}\n\", {fields} actors: {{ {actors} }})");
    hairline_level::inspect(text, "test.level.ron")
}

#[track_caller]
fn read(rows: &[&str], fields: &str, actors: &str) -> Level {
    let Inspection { level, diagnostics, .. } = inspect(rows, fields, actors);
    level.unwrap_or_else(|| panic!("{diagnostics}"))
}

/// Everything that the rules see of a level, with numbers rounded to thousandths.
fn played(level: &Level) -> String {
    let cells = level.terrain.cells().map(|cell| level.terrain.tile(cell));
    let tiles: Vec<_> = cells.collect();
    let text =
        format!("{tiles:?} {:?} {:?} {:?} {:?} {:?}", level.ninja, level.exit, level.shards, level.focus, level.actors);
    let is_of_number = |character: char| character.is_ascii_digit() || "-.e".contains(character);
    let mut rounded = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_of_number) {
        let length = rest[start..].find(|character| !is_of_number(character)).unwrap_or(rest.len() - start);
        let (word, number) = (&rest[start..start + length], rest[start..start + length].parse::<f32>());
        rounded.push_str(&rest[..start]);
        rounded.push_str(&number.map_or(word.to_owned(), |number| format!("{:.3}", number + 0.0)));
        rest = &rest[start + length..];
    }
    rounded + rest
}

const A: &str = "'a': Mine(),";
const B: &str = "'b': Mine(),";

#[test]
fn a_mirrored_level_is_its_mirror_image_written_out() {
    let cases = [
        ("directions", "'b': Laser(aim: Fixed(angle: 250))", "'b': Laser(aim: Fixed(angle: -70))"),
        ("towards a mark", "'b': Laser(aim: Fixed(angle: '2'))", "'b': Laser(aim: Fixed(angle: -135))"),
        (
            "sweeps",
            "'b': Laser(aim: Sweep(from: 200, to: 300, period: 2))",
            "'b': Laser(aim: Sweep(from: -20, to: -120, period: 2))",
        ),
        (
            "spins, by default from the right",
            "'b': Laser(aim: Spin(period: 3))",
            "'b': Laser(aim: Spin(from: 180, period: 3, clockwise: true))",
        ),
        (
            "trackers",
            "'b': Turret(aim: Track(from: 30, turn_rate: 90), period: 1)",
            "'b': Turret(aim: Track(from: 150, turn_rate: 90), period: 1)",
        ),
        (
            "paths and places between tiles",
            "'b': Laser(aim: Fixed(angle: 90), path: (points: ['1', (4.25, 3.5)], offset: 1)), 'c': Mine(at: (9.25, 2.75))",
            "'b': Laser(aim: Fixed(angle: 90), path: (points: ['1', (15.75, 3.5)], offset: 1)), 'c': Mine(at: (10.75, 2.75))",
        ),
        ("springs", "'b': Spring(angle: 30)", "'b': Spring(angle: 150)"),
        ("orbs", "'b': Orb(angle: 45)", "'b': Orb(angle: 135)"),
        (
            "doors",
            "'b': Door(size: (1, 0.5), slide: (2, 0.5), when: Raised(\"k\")), 'k': Key(at: (5.5, 2.5), channel: \"k\")",
            "'b': Door(size: (1, 0.5), slide: (-2, 0.5), when: Raised(\"k\")), 'k': Key(at: (14.5, 2.5), channel: \"k\")",
        ),
        ("vanes", "'b': Vane(turn_by: 60)", "'b': Vane(angle: 135, turn_by: -60)"),
        (
            "shapes and their turns",
            "'b': Mover(shape: Polygon([(0, 0), (1, 0), (0, 0.5)]), turn: Sweep(from: 10, to: 40, period: 8))",
            "'b': Mover(shape: Polygon([(0, 0.5), (-1, 0), (0, 0)]), turn: Sweep(from: -10, to: -40, period: 8))",
        ),
        (
            "cones",
            "'b': Camera(aim: Fixed(angle: 200), fov: 40, channel: \"k\")",
            "'b': Camera(aim: Fixed(angle: -20), fov: 40, channel: \"k\")",
        ),
    ];
    for (name, written, mirrored) in cases {
        let level = read(&ROWS, "mirrored: true,", &format!("{A} {written}"));
        // Shards and the cells of a letter keep the order of the file.
        let mut by_hand = read(&MIRRORED_ROWS, "", &format!("{A} {mirrored}"));
        let mut mines = by_hand.actors::<hairline_level::MineSettings>().to_vec();
        mines.swap(0, 1);
        by_hand.set_actors(mines);
        assert_eq!(played(&level), played(&by_hand), "{name}");
    }
}

#[test]
fn a_step_goes_from_cell_to_cell_as_in_the_file() {
    let offsets = |fields: &str| {
        let level = read(&ROWS, fields, &format!("'a': Turret(aim: Fixed(angle: 90), period: 2, step: 0.5), {B}"));
        level
            .actors::<hairline_level::TurretSettings>()
            .iter()
            .map(|turret| (turret.position.x, turret.offset))
            .collect::<Vec<_>>()
    };
    assert_eq!(offsets(""), [(4.5, 0.0), (9.5, 0.5)]);
    assert_eq!(offsets("mirrored: true,"), [(15.5, 0.0), (10.5, 0.5)]);
}

#[test]
fn the_speed_of_hazards_shortens_their_times_and_nothing_else() {
    let cases = [
        (
            "aims and cycles",
            "'b': Laser(aim: Sweep(from: 0, to: 9, period: 1.25, offset: 0.5), cycle: (charge: 0.25, on: 1, off: 2, offset: 0.75))",
            "'b': Laser(aim: Sweep(from: 0, to: 9, period: 1, offset: 0.4), cycle: (charge: 0.2, on: 0.8, off: 1.6, offset: 0.6))",
        ),
        (
            "turning after the ninja",
            "'b': Laser(aim: Track(from: 0, turn_rate: 80))",
            "'b': Laser(aim: Track(from: 0, turn_rate: 100))",
        ),
        (
            "paths, by default at three tiles a second",
            "'b': Laser(aim: Spin(period: 5), path: (points: ['1'], pause: 0.5, offset: 1))",
            "'b': Laser(aim: Spin(period: 4), path: (points: ['1'], speed: 3.75, pause: 0.4, offset: 0.8))",
        ),
        (
            "bullets",
            "'b': Turret(aim: Fixed(angle: 0), period: 2.5, offset: 1, burst: 2, gap: 0.5, range: 5, radius: 0.2)",
            "'b': Turret(aim: Fixed(angle: 0), period: 2, offset: 0.8, burst: 2, gap: 0.4, range: 5, radius: 0.2, speed: 15)",
        ),
        ("orbs", "'b': Orb(angle: 45)", "'b': Orb(angle: 45, speed: 7.5)"),
        ("fuses", "'b': Mine(trigger: 2, blast: 3)", "'b': Mine(trigger: 2, blast: 3, fuse: 0.4)"),
        ("crumbles", "'b': Crumble(size: (1, 1))", "'b': Crumble(size: (1, 1), delay: 0.48, away: 2)"),
        (
            "cameras",
            "'b': Camera(aim: Fixed(angle: 0), channel: \"k\")",
            "'b': Camera(aim: Fixed(angle: 0), refresh: 0.08, alarm: 2.4, channel: \"k\")",
        ),
        ("vanes", "'b': Vane()", "'b': Vane(seconds: 0.32)"),
        ("what throws the ninja", "'b': Bumper(radius: 0.5)", "'b': Bumper(radius: 0.5)"),
        ("springs", "'b': Spring()", "'b': Spring()"),
    ];
    for (name, written, faster) in cases {
        let level =
            read(&ROWS, "hazard_speed: 1.25, focus: (max: 2),", &format!("'a': Key(channel: \"k\"), {written}"));
        let by_hand = read(&ROWS, "focus: (max: 2),", &format!("'a': Key(channel: \"k\"), {faster}"));
        assert_eq!(played(&level), played(&by_hand), "{name}");
    }
}

#[test]
fn what_changes_no_rule_changes_no_hash() {
    let hash = |fields: &str| read(&ROWS, fields, &format!("{A} 'b': Laser(aim: Spin(period: 2))")).hash;
    for fields in ["mirrored: false,", "hazard_speed: 1,", "shards: AnyOrder,", "dark: true,"] {
        assert_eq!(hash(fields), hash(""), "{fields}");
    }
    let all = ["", "mirrored: true,", "hazard_speed: 1.15,", "shards: InOrder,", "shards: InOrder, mirrored: true,"]
        .map(hash);
    for (index, one) in all.iter().enumerate() {
        assert!(!all[..index].contains(one), "two of them have the same hash: {all:x?}");
    }
}

#[test]
fn errors_name_what_the_file_says() {
    let shown = |fields: &str, actors: &str| inspect(&ROWS, fields, actors).diagnostics.to_string();
    let cases = [
        ("hazard_speed: 2,", "", "`hazard_speed` must be 0.5 to 1.5 times the usual speed"),
        ("mirrored: yes,", "", "mirrored"),
        ("shards: Sorted,", "", "InOrder"),
        ("mirrored: true,", "'z': Mine(at: (25, 2)),", "25"),
        (
            "hazard_speed: 1.5,",
            "'z': Turret(at: (9, 2), aim: Fixed(angle: 0), period: 1, burst: 6, gap: 0.25),",
            "takes 1.25 seconds",
        ),
    ];
    for (fields, actors, words) in cases {
        let shown = shown(fields, &format!("{A} {B} {actors}"));
        assert!(shown.contains("error") && shown.contains(words), "{fields} {words}: {shown}");
    }
    let one_shard = ROWS.map(|row| row.replacen(" *    1", "      1", 1));
    let rows: Vec<&str> = one_shard.iter().map(String::as_str).collect();
    let warned = inspect(&rows, "shards: InOrder,", &format!("{A} {B}")).diagnostics.to_string();
    assert!(warned.contains("it changes nothing"), "{warned}");
}

#[test]
fn a_place_in_a_mirrored_level_is_found_in_the_file() {
    let inspection = inspect(&ROWS, "mirrored: true,", &format!("{A} {B}"));
    let (level, places) = (inspection.level.expect("no error"), inspection.places);
    assert_eq!(places.cell_at(level.ninja), Some(places.ninja.clone()));
    assert_eq!(places.cell_at(level.shards[1]), Some(places.shards[1].clone()));
    assert_eq!(places.cell_at(bevy_math::Vec2::new(20.5, 1.5)), None);
}
