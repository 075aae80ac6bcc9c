//! Levels at rest: every kind of actor shows.

use hairline_level::{KINDS, Level};
use hairline_painter::painter::{Form, Painter, Shape};
use hairline_painter::palette::Role;
use hairline_painter::still::Still;
use hairline_testing::drawn_with;
use hairline_testing::examples::{empty_room, example_of};

fn layers(level: &Level) -> [Painter; 4] {
    let Still { under, obstacles, beams, actors } = Still::new(level);
    [under, obstacles, beams, actors]
}

#[test]
fn every_kind_of_actor_shows() {
    let without = layers(&empty_room());
    for kind in KINDS {
        assert_ne!(without, layers(&example_of(kind)), "{kind:?}");
    }
}

#[test]
fn a_beam_is_drawn_to_the_next_wall_however_far_that_is() {
    let (wall, row) = ("#".repeat(405), format!("#a@X{}#", ".".repeat(400)));
    let level = drawn_with(&format!("{wall}\n{row}\n{wall}"), "'a': Laser(aim: Fixed(angle: 0))");
    let right = |shape: Shape| match shape.form {
        Form::Polygon(corners) => corners.iter().map(|corner| corner.x).fold(0.0, f32::max),
        _ => 0.0,
    };
    let end = Still::new(&level).beams.shapes().map(right).fold(0.0, f32::max);
    assert!((end - 404.0).abs() < 1e-3, "{end}");
}

#[test]
fn what_throws_is_dull_while_its_gate_is_shut() {
    for actor in ["Spring(", "Bumper(radius: 0.4, "] {
        let is_bright = |gate: &str| {
            let map = "#######\n#  a  #\n#     #\n#@   X#\n#######";
            let level =
                drawn_with(map, &format!("'a': {actor}when: {gate}(\"x\")), 'k': Key(at: (5.5, 3.5), channel: \"x\")"));
            let bright = Role::Bounce.into();
            layers(&level).iter().any(|layer| layer.shapes().any(|shape| shape.tints.contains(&bright)))
        };
        assert!(is_bright("Lowered") && !is_bright("Raised"), "{actor}");
    }
}

#[test]
fn the_gate_of_a_path_shows_on_the_path() {
    let still = |when: &str| {
        let map = "##########\n#        #\n# a      #\n#@      X#\n##########";
        let key = "'k': Key(at: (8.5, 3.5), channel: \"x\")";
        layers(&drawn_with(map, &format!("'a': Mover(shape: Box(1, 1), path: (points: [(6.5, 2.5)]{when})), {key}")))
    };
    assert_ne!(still(""), still(", when: Raised(\"x\")"));
}
