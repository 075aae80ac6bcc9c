//! Levels at rest: every kind of actor shows.

use hairline_level::{KINDS, Level};
use hairline_painter::painter::{Form, Painter, Shape};
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
