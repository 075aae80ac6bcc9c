//! The characters of a text map: the one table for the parser, the hash and the diagnostics.

use hairline_geometry::tile::TileShape;

/// The characters of tile shapes, with the shape and its name. A space is an empty tile too.
pub const TILES: [(char, TileShape, &str); 20] = [
    ('.', TileShape::Empty, "empty"),
    ('#', TileShape::Solid, "solid"),
    ('=', TileShape::OneWay, "one-way platform"),
    ('%', TileShape::Glass, "glass"),
    ('~', TileShape::Curtain, "curtain"),
    ('/', TileShape::FloorRight, "floor rising to the right"),
    ('\\', TileShape::FloorLeft, "floor rising to the left"),
    ('{', TileShape::CeilingRight, "ceiling, thicker to the right"),
    ('}', TileShape::CeilingLeft, "ceiling, thicker to the left"),
    ('<', TileShape::FloorRightLow, "gentle floor rising to the right, low half"),
    ('(', TileShape::FloorRightHigh, "gentle floor rising to the right, high half"),
    (')', TileShape::FloorLeftHigh, "gentle floor rising to the left, high half"),
    ('>', TileShape::FloorLeftLow, "gentle floor rising to the left, low half"),
    ('`', TileShape::CeilingRightLow, "gentle ceiling, thicker to the right, thin half"),
    ('[', TileShape::CeilingRightHigh, "gentle ceiling, thicker to the right, thick half"),
    (']', TileShape::CeilingLeftHigh, "gentle ceiling, thicker to the left, thick half"),
    ('\'', TileShape::CeilingLeftLow, "gentle ceiling, thicker to the left, thin half"),
    ('$', TileShape::Mirror, "mirror"),
    ('^', TileShape::Spikes, "spikes"),
    ('!', TileShape::Smooth, "smooth wall"),
];

/// Where the ninja starts.
pub const NINJA: char = '@';
/// The exit.
pub const EXIT: char = 'X';
/// A shard.
pub const SHARD: char = '*';

/// The meaning of one cell of a text map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    /// Terrain.
    Tile(TileShape),
    /// `@`.
    Ninja,
    /// `X`.
    Exit,
    /// `*`.
    Shard,
    /// A digit, `0..=9`.
    Waypoint(u8),
    /// A letter that `actors` declares.
    Actor(char),
}

impl Glyph {
    /// The meaning of a character, if it has one.
    pub fn of(character: char) -> Option<Self> {
        match character {
            ' ' => Some(Self::Tile(TileShape::Empty)),
            NINJA => Some(Self::Ninja),
            EXIT => Some(Self::Exit),
            SHARD => Some(Self::Shard),
            '0'..='9' => Some(Self::Waypoint(character as u8 - b'0')),
            'a'..='z' | 'A'..='Z' => Some(Self::Actor(character)),
            _ => TILES.iter().find(|tile| tile.0 == character).map(|tile| Self::Tile(tile.1)),
        }
    }
}

/// The character that draws a shape.
pub fn character_of(shape: TileShape) -> char {
    TILES.iter().find(|tile| tile.1 == shape).expect("every shape has its row in TILES").0
}

/// The known character that an unknown one was probably meant to be, with its name: look-alikes from other drawing
/// conventions. `None` for a character that may mean anything.
pub(crate) fn look_alike(unknown: char) -> Option<(char, &'static str)> {
    let meant = match unknown {
        '█' | '■' | '▓' | '▒' | '▉' | '|' | '+' | '│' | '─' | '═' | '║' | '┼' | '□' => '#',
        '-' | '_' | '–' | '—' | '¯' | '‾' | '▔' | '▀' | '≡' => '=',
        '◢' | '⟋' | '╱' => '/',
        '◣' | '⟍' | '╲' => '\\',
        '◥' => '{',
        '◤' => '}',
        '‘' | '´' | '′' | '“' => '`',
        '’' | '"' | '”' => '\'',
        '‹' | '«' => '<',
        '›' | '»' => '>',
        '°' | '◆' | '♦' | '•' | '★' | '☆' | '✱' => '*',
        '░' | '≈' => '~',
        '·' | ',' | '\u{a0}' | '\u{3000}' | '\u{2002}' | '\u{2003}' | '\u{200b}' | '\u{feff}' => '.',
        _ => return None,
    };
    let name = TILES.iter().find(|tile| tile.0 == meant).map_or("a shard", |tile| tile.2);
    Some((meant, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_alike_is_itself_unknown_and_means_something_known() {
        for unknown in ['█', '|', '-', '◢', '◣', '◥', '◤', '’', '◆', '░', '\u{a0}'] {
            assert_eq!(Glyph::of(unknown), None, "{unknown}");
            assert!(look_alike(unknown).is_some_and(|(meant, _)| Glyph::of(meant).is_some()), "{unknown}");
        }
        for unknown in ['?', '&', ';', ':', 'é', '日', '\u{202e}'] {
            assert_eq!(look_alike(unknown), None, "{unknown}");
        }
    }
}
