//! The words for tiles, marks and kinds of actors.

use hairline_geometry::tile::TileShape;
use hairline_import::words::{Meaning, meaning, suggestion, tile_word};
use hairline_level::KINDS;
use hairline_level::glyphs::TILES;

#[test]
fn every_tile_and_every_kind_has_its_word() {
    for (character, shape, _) in TILES {
        assert_eq!(meaning(&character.to_string()), Some(Meaning::Tile(shape)));
        assert_eq!(meaning(&tile_word(shape)), Some(Meaning::Tile(shape)));
    }
    for kind in KINDS {
        let found = meaning(kind.word).expect("a kind");
        assert!(matches!(found, Meaning::Actor(found) if found.word == kind.word), "{}", kind.word);
    }
}

#[test]
fn case_and_separators_do_not_matter_and_the_rest_does() {
    assert_eq!(meaning("one-way"), Some(Meaning::Tile(TileShape::OneWay)));
    assert_eq!(meaning("FLOOR right_low"), Some(Meaning::Tile(TileShape::FloorRightLow)));
    assert_eq!(meaning("ninja"), Some(Meaning::Mark('@')));
    assert_eq!(meaning("7"), Some(Meaning::Place(Some('7'))));
    assert_eq!(meaning(" "), Some(Meaning::Tile(TileShape::Empty)));
    assert_eq!(meaning(""), Some(Meaning::Nothing));
    assert_eq!(meaning("grass"), None);
    assert_eq!(meaning("é"), None);
}

#[test]
fn only_a_misspelled_word_gets_a_suggestion() {
    for (word, meant) in
        [("Lazer", "Laser"), ("Sollid", "Solid"), ("flor right", "FloorRight"), ("Chekcpoint", "Checkpoint")]
    {
        assert_eq!(suggestion(word).as_deref(), Some(meant));
    }
    for word in ["ladder", "Player", "stone", "Mob", "", &"x".repeat(1_000_000)] {
        assert_eq!(suggestion(word), None);
    }
}
