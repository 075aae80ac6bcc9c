//! Places by mark, steps from cell to cell, and shared values: each level is the same as one written out in numbers.

use bevy_math::Vec2;
use hairline_level::{Aim, LaserSettings, Level, MineSettings, TurretSettings};

#[track_caller]
fn read(actors: &str) -> Level {
    read_with("", actors)
}

/// A level with fields before the actors, and no diagnostics at all.
#[track_caller]
fn read_with(fields: &str, actors: &str) -> Level {
    let inspection = inspect(fields, actors);
    assert!(inspection.diagnostics.is_empty(), "{}", inspection.diagnostics);
    inspection.level.expect("no error")
}

fn inspect(fields: &str, actors: &str) -> hairline_level::Inspection {
    let text = format!(
        "(version: 1, name: \"T\", {fields} map: r\"
        ####################
        #   a    a    a    #
        #        p         #
        #            q     #
        #@                X#
        ####################
        \", actors: {{ {actors} }})"
    );
    hairline_level::inspect(text, "test.level.ron")
}

/// Everything that the rules see of the level.
fn played(level: &Level) -> (u64, String) {
    (level.hash, format!("{:?}", level.actors))
}

const A: &str = "'a': Laser(aim: Fixed(angle: 270)),";

#[test]
fn a_mark_stands_for_the_center_of_its_cell() {
    let cases = [
        (
            "'z': Laser(at: 'p', aim: Fixed(angle: 0), path: (points: ['q']))",
            "'z': Laser(at: (9.5, 3.5), aim: Fixed(angle: 0), path: (points: [(13.5, 2.5)]))",
        ),
        // The ninja's start and the exit are places too.
        (
            "'z': Laser(at: 'p', aim: Fixed(angle: 0), path: (points: ['@', 'X', 'q']))",
            "'z': Laser(at: (9.5, 3.5), aim: Fixed(angle: 0), path: (points: [(1.5, 1.5), (18.5, 1.5), (13.5, 2.5)]))",
        ),
        // Without a place of its own it starts at its first point.
        (
            "'z': Laser(aim: Fixed(angle: 0), path: (points: ['p', 'q']))",
            "'z': Laser(aim: Fixed(angle: 0), path: (points: [(9.5, 3.5), (13.5, 2.5)]))",
        ),
    ];
    for (marks, numbers) in cases {
        let numbers = format!("{A} {numbers}, 'p': Key(channel: \"x\"), 'q': Key(channel: \"x\")");
        let marks = format!("{A} {marks}, 'p': Key(channel: \"x\"), 'q': Key(channel: \"x\")");
        let both = [marks, numbers].map(|actors| {
            let level = inspect("", &actors).level;
            played(&level.expect("a level with a channel that nothing listens to"))
        });
        assert_eq!(both[0], both[1]);
    }
}

#[test]
fn a_letter_that_no_actor_has_is_a_place_if_the_file_names_it() {
    let level = read(&format!("{A} 'z': Laser(at: 'p', aim: Sweep(from: 'q', to: '@', period: 3))"));
    assert_eq!(level.actors::<LaserSettings>()[3].position, Vec2::new(9.5, 3.5));
    let shown = inspect("", A).diagnostics.to_string();
    assert!(shown.contains("`p` in the map is not a declared actor") && shown.contains("`q` in the map"), "{shown}");
}

#[test]
fn an_aim_at_a_mark_is_the_direction_from_each_cell() {
    let level = read("'a': Laser(aim: Fixed(angle: 'p')), 'b': Laser(at: (13.5, 4.5), aim: Fixed(angle: 'q'))");
    let angles: Vec<f32> = level.actors::<LaserSettings>().iter().map(|laser| angle_of(laser.aim)).collect();
    // From (4.5, 4.5), (9.5, 4.5) and (14.5, 4.5) to (9.5, 3.5); and straight down.
    let expected = [348.690, 270.0, 191.310, 270.0];
    let near = angles.iter().zip(expected).all(|(angle, expected)| (angle.to_degrees() - expected).abs() < 1e-2);
    assert!(angles.len() == 4 && near, "{angles:?}");
    let numbers = read(
        "'a': Laser(aim: Fixed(angle: 'p')), 'b': Laser(at: (13.5, 4.5), aim: Fixed(angle: 270), path: (points: ['q']))",
    );
    assert_eq!(angle_of(numbers.actors::<LaserSettings>()[3].aim), angles[3], "the same bits as written in degrees");
}

fn angle_of(aim: Aim) -> f32 {
    match aim {
        Aim::Fixed { angle } => angle,
        other => panic!("{other:?}"),
    }
}

/// Names both spare letters of the map, so that nothing is left to warn of.
const USES: &str = "'z': Laser(at: 'p', aim: Fixed(angle: 'q'))";

#[test]
fn each_next_cell_of_a_letter_is_a_step_ahead() {
    let stepped = [
        "'a': Laser(aim: Fixed(angle: 270), cycle: (on: 1, off: 2, offset: 0.5, step: 0.25)),",
        "'a': Laser(aim: Sweep(from: 200, to: 300, period: 4, offset: 0.5, step: 0.25)),",
        "'a': Turret(aim: Fixed(angle: 270), period: 3, offset: 0.5, step: 0.25),",
        "'a': Camera(aim: Sweep(from: 200, to: 300, period: 4, offset: 0.5, step: 0.25), channel: \"x\"),",
        "'a': Mover(shape: Box(1, 0.5), turn: Sweep(from: -20, to: 20, period: 4, offset: 0.5, step: 0.25)),",
    ];
    for stepped in stepped {
        // In the map 'a' is in three cells; here each has a letter of its own, with a place instead.
        let alone = |letter: char, x: f32, offset: f32| {
            let own = stepped.replace(", step: 0.25", "").replace("offset: 0.5", &format!("offset: {offset}"));
            own.replacen("'a'", &format!("'{letter}'"), 1).replacen('(', &format!("(at: ({x}, 4.5), "), 1)
        };
        let written_out = [('b', 4.5, 0.5), ('c', 9.5, 0.75), ('d', 14.5, 1.0)];
        let written_out: String = written_out.into_iter().map(|(letter, x, offset)| alone(letter, x, offset)).collect();
        let stepped = inspect("", &format!("{stepped} {USES}")).level.expect("it is valid");
        let text = format!(
            "(version: 1, name: \"T\", map: r\"
            ####################
            #                  #
            #        p         #
            #            q     #
            #@                X#
            ####################
            \", actors: {{ {written_out} {USES} }})"
        );
        let written_out = hairline_level::inspect(text, "test.level.ron");
        let written_out = written_out.level.unwrap_or_else(|| panic!("{}", written_out.diagnostics));
        assert_eq!(played(&stepped), played(&written_out));
    }
    let turrets = read(&format!("'a': Turret(aim: Fixed(angle: 270), period: 3, step: 0.5), {USES}"));
    assert_eq!(
        turrets.actors::<TurretSettings>().iter().map(|turret| turret.offset).collect::<Vec<_>>(),
        [0.0, 0.5, 1.0]
    );
}

#[test]
fn a_shared_value_stands_wherever_a_value_may() {
    let plain = read(&format!(
        "'a': Laser(aim: Sweep(from: 200, to: 300, period: 4), cycle: (on: 1, off: 2), reach: 7, when: Lowered(\"x\")), \
         'k': Switch(at: (3, 2), channel: \"x\"), 'y': Laser(at: (5, 3.25), aim: Fixed(angle: 90), cycle: (on: 1, off: 2)), {USES}"
    ));
    let shared = read_with(
        "shared: {
            \"swing\": Sweep(from: 200, to: 300, period: Shared(\"long\")),
            \"long\": 4,
            \"beat\": (on: 1, off: 2),
            \"name\": \"x\",
            \"gate\": Lowered(Shared(\"name\")),
            \"low\": (3, 2),
            \"whole\": Laser(aim: Shared(\"swing\"), cycle: Shared(\"beat\"), reach: 7, when: Shared(\"gate\")),
        },",
        &format!(
            "'a': Shared(\"whole\"), 'k': Switch(at: Shared(\"low\"), channel: Shared(\"name\")), \
             'y': Laser(at: (5, 3.25), aim: Fixed(angle: 90), cycle: Shared(\"beat\")), {USES}"
        ),
    );
    assert_eq!(played(&shared), played(&plain));
}

/// The diagnostics of a level with this field before its actors.
fn shown(fields: &str, actors: &str) -> String {
    inspect(fields, actors).diagnostics.to_string()
}

#[test]
fn an_error_in_a_shared_value_is_shown_once_at_its_definition() {
    let fields = "shared: { \"beat\": (on: -1) },";
    let actors = "'a': Laser(aim: Fixed(angle: 0), cycle: Shared(\"beat\")), \
                  'b': Laser(at: 'p', aim: Fixed(angle: 'q'), cycle: Shared(\"beat\"))";
    let text = shown(fields, actors);
    assert!(text.matches("error").count() == 1 && text.contains("`on` must be 0 to 600 seconds"), "{text}");
    assert!(text.contains(":1:48"), "{text}");
}

#[test]
fn mistakes_with_shared_values_have_their_cure() {
    let cases = [
        ("", "Shared(\"beat\")", "there is no shared value `beat`"),
        ("shared: { \"beat\": (on: 1) },", "Shared(\"baet\")", "did you mean `beat`?"),
        (
            "shared: { \"a\": Shared(\"b\"), \"b\": Shared(\"a\") },",
            "Shared(\"a\")",
            "stand for one another in a circle",
        ),
        ("shared: { \"a\": Shared(\"a\") },", "Shared(\"a\")", "stand for one another in a circle"),
        ("shared: { \"a\": (on: 1), \"a\": (on: 2) },", "Shared(\"a\")", "the shared value `a` is defined twice"),
        ("shared: { \"a\": (on: 1) },", "Shared(a)", "Shared"),
        ("shared: { 3: (on: 1) },", "(on: 1)", "text in quotation marks"),
        ("shared: [(on: 1)],", "(on: 1)", ""),
        ("shared: { \"a\": (on: 1) },", "(on: 1)", "nothing uses the shared value `a`"),
    ];
    for (fields, cycle, words) in cases {
        let text = shown(fields, &format!("'a': Laser(aim: Fixed(angle: 0), cycle: {cycle}), {USES}"));
        assert!(!text.is_empty() && text.contains(words), "{fields} {cycle}: {text}");
    }
}

#[test]
fn shared_values_that_hold_one_another_are_refused_at_once() {
    let list = "Shared(\"x\"), ".repeat(300);
    for (fields, gate) in [
        (format!("shared: {{ \"x\": All([{list}]) }},"), "Shared(\"x\")"),
        (
            format!("shared: {{ \"y\": Raised(\"c\"), \"x\": Any([{}]) }},", "Shared(\"y\"), ".repeat(300)),
            "All([Shared(\"x\")])",
        ),
    ] {
        let text = shown(&fields, &format!("'a': Laser(aim: Fixed(angle: 0), when: {gate}), {USES}"));
        assert!(text.contains("nested more than 4 deep") || text.contains("at most 16 are allowed"), "{text}");
    }
    let too_long = format!("shared: {{ \"x\": \"{}\" }},", "y".repeat(5000));
    assert!(shown(&too_long, A).contains("at most 4096 fit"));
    let too_many: String = (0..65).map(|index| format!("\"{index}\": 1, ")).collect();
    assert!(shown(&format!("shared: {{ {too_many} }},"), A).contains("too many shared values: at most 64"));
}

#[test]
fn mistakes_with_marks_have_their_cure() {
    let cases = [
        ("'z': Laser(at: 'a', aim: Fixed(angle: 0))", "'a' is in the map 3 times, so it names no place"),
        ("'z': Laser(at: 'w', aim: Fixed(angle: 0))", "'w' is not in the map"),
        ("'z': Laser(at: '5', aim: Fixed(angle: 0))", "waypoint '5' is not in the map"),
        ("'z': Laser(at: '#', aim: Fixed(angle: 0))", "`#` is not a waypoint"),
        ("'z': Laser(at: 'pq', aim: Fixed(angle: 0))", "one character between"),
        ("'z': Laser(at: 'p', aim: Fixed(angle: 'p'))", "an actor cannot point to its own place"),
        ("'z': Laser(at: 'p', aim: Fixed(angle: 'w'))", "'w' is not in the map"),
        ("'z': Mover(at: 'p', shape: Box(1, 1), turn: Fixed(angle: 'q'))", "`angle` must be a number of degrees"),
    ];
    for (actor, words) in cases {
        let text = shown("", &format!("{A} {actor}"));
        assert!(text.contains(words), "{actor}: {text}");
        assert!(inspect("", &format!("{A} {actor}")).level.is_none(), "{actor}");
    }
}

#[test]
fn the_cell_at_a_point_is_found_in_an_indented_map() {
    let text = "(version: 1, name: \"é\u{200b}\", map: r\"\r\n    a##\r\n    @ X\r\n\", actors: { 'a': Mine() })";
    let inspection = hairline_level::inspect(text, "cells");
    assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
    let places = &inspection.places;
    assert_eq!(places.cell_at(Vec2::new(0.5, 0.5)), Some(places.ninja.clone()));
    assert_eq!(places.cell_at(Vec2::new(2.9, 0.1)), Some(places.exit.clone()));
    assert_eq!(places.cell_at(Vec2::new(0.1, 1.9)), Some(places.actor::<MineSettings>(0).span.clone()));
    for outside in [Vec2::new(3.0, 0.5), Vec2::new(-0.1, 0.5), Vec2::new(0.5, -0.1), Vec2::new(0.5, 2.0)] {
        assert_eq!(places.cell_at(outside), None, "{outside}");
    }
}
