//! The gallery shows every kind of actor.

#[path = "../../examples/gallery.rs"]
#[allow(dead_code, reason = "the gallery is a program")]
mod program;

use hairline_level::KINDS;

#[test]
fn the_gallery_has_every_kind_of_actor() {
    let level = program::level();
    for kind in KINDS {
        assert!(level.actors.count_of(kind.word) > 0, "{kind:?}");
    }
}
