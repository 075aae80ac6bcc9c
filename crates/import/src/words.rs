//! The words by which a map editor's tiles and objects say what they are: characters of the text map, names of tiles, kinds of
//! actors.

use super::properties::{Properties, Value, property};
use hairline_geometry::tile::TileShape;
use hairline_level::glyphs::{Glyph, TILES};
use hairline_level::{KINDS, Kind};

/// The property that says what a tile, an object or a layer is, before its class does.
pub const WORD_PROPERTY: &str = "hairline";

/// The meaning of a tile or an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// Nothing: it leaves the cell as it is.
    Nothing,
    /// A tile of the text map.
    Tile(TileShape),
    /// The ninja's start, the exit or a shard, by its character.
    Mark(char),
    /// A place, with its mark if that is given.
    Place(Option<char>),
    /// A line that others refer to as their path.
    Path,
    /// An actor of a kind.
    Actor(&'static Kind),
}

/// The words beside tiles and kinds.
const OTHERS: [(&str, Meaning); 7] = [
    ("Ninja", Meaning::Mark('@')),
    ("Exit", Meaning::Mark('X')),
    ("Shard", Meaning::Mark('*')),
    ("Place", Meaning::Place(None)),
    ("Path", Meaning::Path),
    ("Nothing", Meaning::Nothing),
    ("Ignore", Meaning::Nothing),
];

/// The name of a tile, such as `FloorRight`.
pub fn tile_word(shape: TileShape) -> String {
    format!("{shape:?}")
}

/// The word of a tile or an object: its property `hairline` counts before the mapping, and that before its class.
///
/// # Errors
/// The type of the property, if it is no text.
pub fn word_of<'a>(
    properties: &'a Properties,
    mapped: impl FnOnce() -> Option<&'a str>,
    class: &'a str,
) -> Result<Option<&'a str>, &'static str> {
    match property(properties, WORD_PROPERTY) {
        Some(Value::Text(word)) => Ok(Some(word)),
        None | Some(Value::None) => Ok(mapped().or((!class.is_empty()).then_some(class))),
        Some(other) => Err(other.words()),
    }
}

/// The meaning of a word, or of a character of the text map. Upper and lower case, spaces, `-` and `_` do not matter in a word.
pub fn meaning(word: &str) -> Option<Meaning> {
    let word = if word == " " { "." } else { word.trim() };
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (None, _) => return Some(Meaning::Nothing),
        (Some(character), None) => return of_character(character),
        _ => {}
    }
    let folded = fold(word);
    words().find(|(known, _)| fold(known) == folded).map(|(_, meaning)| meaning)
}

fn words() -> impl Iterator<Item = (String, Meaning)> {
    let others = OTHERS.iter().map(|(other, meaning)| ((*other).to_owned(), *meaning));
    let tiles = TILES.iter().map(|tile| (tile_word(tile.1), Meaning::Tile(tile.1)));
    let kinds = KINDS.iter().map(|kind| (kind.word.to_owned(), Meaning::Actor(kind)));
    others.chain(tiles).chain(kinds)
}

fn of_character(character: char) -> Option<Meaning> {
    Some(match Glyph::of(character)? {
        Glyph::Tile(shape) => Meaning::Tile(shape),
        Glyph::Ninja | Glyph::Exit | Glyph::Shard => Meaning::Mark(character),
        Glyph::Waypoint(_) | Glyph::Actor(_) => Meaning::Place(Some(character)),
    })
}

fn fold(word: &str) -> String {
    word.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The known word of which an unknown one is a misspelling. Another game's words often resemble the game's own,
/// so only a sixth of the letters may differ, or one; words of up to three letters get no suggestion.
pub fn suggestion(word: &str) -> Option<String> {
    // The distance takes quadratic time, and a file can hold very long words.
    let typed = fold(&word.chars().take(64).collect::<String>());
    let near = words().map(|(known, _)| (strsim::osa_distance(&typed, &fold(&known)), known));
    let near = near.filter(|(distance, known)| *distance <= 1.max(known.len() / 6) && known.len() > 3);
    near.min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// The beginning of a help text: the known word nearest to an unknown one, if one is near.
pub fn did_you_mean(word: &str) -> String {
    suggestion(word).map_or(String::new(), |word| format!("did you mean `{word}`? Otherwise "))
}
