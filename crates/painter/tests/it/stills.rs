//! Levels at rest: every kind of actor shows.

use hairline_level::{KINDS, Level};
use hairline_painter::painter::Painter;
use hairline_painter::still::Still;
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
