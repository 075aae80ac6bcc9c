//! The tables of the crate: worlds, faults, the characters of the map; and the names that are near to others.

use hairline_level::diagnostics::faults::{ALL, Fault};
use hairline_level::glyphs::{Glyph, TILES, character_of};
use hairline_level::{LevelWorld, nearest};

#[test]
fn worlds_are_listed_in_their_order_and_named_as_in_files() {
    for (index, world) in LevelWorld::ALL.into_iter().enumerate() {
        assert_eq!(world.index(), index);
        assert_eq!(ron::to_string(&world).as_deref(), Ok(world.word()));
    }
}

#[test]
fn a_campaign_is_divided_evenly_and_in_order() {
    let worlds: Vec<LevelWorld> = (0..27).map(|place| LevelWorld::of_place(place, 27)).collect();
    assert!(worlds.is_sorted());
    for world in LevelWorld::ALL {
        assert!((3..=4).contains(&worlds.iter().filter(|of| **of == world).count()), "{world:?}");
    }
    assert_eq!(LevelWorld::of_place(5, 5), LevelWorld::FirstLight, "a lab");
    assert_eq!(LevelWorld::of_place(0, 0), LevelWorld::FirstLight);
}

#[test]
fn codes_are_unique_words_joined_by_hyphens() {
    for (index, fault) in ALL.iter().enumerate() {
        assert!(ALL[..index].iter().all(|other| other.code != fault.code), "{}", fault.code);
        assert!(fault.code.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())));
        assert_eq!(Fault::with_code(fault.code), Some(*fault));
        assert!(!fault.summary.ends_with('.') && fault.explanation.ends_with('.'), "{}", fault.code);
    }
}

#[test]
fn every_character_and_every_shape_has_one_meaning() {
    for (index, (character, shape, _)) in TILES.iter().enumerate() {
        assert_eq!(Glyph::of(*character), Some(Glyph::Tile(*shape)));
        assert_eq!(character_of(*shape), *character);
        assert!(TILES[..index].iter().all(|other| other.0 != *character && other.1 != *shape), "{character}");
    }
    assert_eq!(Glyph::of('@'), Some(Glyph::Ninja));
    assert_eq!(Glyph::of('7'), Some(Glyph::Waypoint(7)));
    assert_eq!(Glyph::of('q'), Some(Glyph::Actor('q')));
    assert_eq!(Glyph::of('"'), None);
    assert_eq!(Glyph::of('é'), None);
}

#[test]
fn finds_the_intended_name() {
    let fields = ["from", "to", "period", "offset"];
    assert_eq!(nearest("perod", fields), Some("period"));
    assert_eq!(nearest("Period", fields), Some("period"));
    assert_eq!(nearest("form", fields), Some("from"));
    assert_eq!(nearest("ofset", fields), Some("offset"));
    assert_eq!(nearest("color", fields), None);
    assert_eq!(nearest("", fields), None);
    assert_eq!(nearest("x", fields), None);
}
