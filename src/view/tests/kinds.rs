//! Every kind of actor shows.

use super::windowless;
use crate::view::canvas::Canvas;
use hairline_level::{KINDS, Level};
use hairline_painter::painter::Painter;
use hairline_sim::Simulate;
use hairline_testing::examples::{empty_room, example_of};

/// What the second frame of a level shows.
fn picture(level: &Level) -> [Painter; 3] {
    let mut app = windowless(level, 1.0 / 128.0);
    app.finish();
    app.cleanup();
    for _ in 0..2 {
        app.world_mut().run_schedule(Simulate);
        app.update();
    }
    let Canvas { behind, front, beams } = app.world().resource();
    [behind, front, beams].map(Painter::clone)
}

#[test]
fn the_view_shows_every_kind_of_actor() {
    let without = picture(&empty_room());
    for kind in KINDS {
        assert_ne!(picture(&example_of(kind)), without, "{kind:?}");
    }
}
