//! The characters that the game's typeface has. The typeface itself is part of the desktop game alone; a test there holds
//! this table against it.

/// Ranges of characters, from the first to the last of each: Latin, Greek, Cyrillic, Armenian and Georgian letters, signs,
/// arrows and the lines of diagnostics.
#[rustfmt::skip]
const RANGES: [(char, char); 49] = [
    ('\u{20}', '\u{7e}'), ('\u{a0}', '\u{17f}'), ('\u{192}', '\u{192}'), ('\u{1a0}', '\u{1a1}'),
    ('\u{1a4}', '\u{1a4}'), ('\u{1af}', '\u{1b0}'), ('\u{1e6}', '\u{1e7}'), ('\u{1fe}', '\u{1ff}'),
    ('\u{218}', '\u{21b}'), ('\u{2c6}', '\u{2c7}'), ('\u{2d8}', '\u{2dd}'), ('\u{384}', '\u{386}'),
    ('\u{388}', '\u{38a}'), ('\u{38c}', '\u{38c}'), ('\u{38e}', '\u{3a1}'), ('\u{3a3}', '\u{3ce}'),
    ('\u{3f4}', '\u{3f4}'), ('\u{3f6}', '\u{3f6}'), ('\u{400}', '\u{45f}'), ('\u{462}', '\u{463}'),
    ('\u{472}', '\u{473}'), ('\u{490}', '\u{49b}'), ('\u{4a2}', '\u{4a5}'), ('\u{4aa}', '\u{4b3}'),
    ('\u{4ba}', '\u{4bb}'), ('\u{4c0}', '\u{4c4}'), ('\u{4c7}', '\u{4c8}'), ('\u{4cb}', '\u{4cc}'),
    ('\u{4cf}', '\u{4f9}'), ('\u{531}', '\u{556}'), ('\u{559}', '\u{55f}'), ('\u{561}', '\u{587}'),
    ('\u{10d0}', '\u{10fc}'), ('\u{1e80}', '\u{1e85}'), ('\u{1ebc}', '\u{1ebd}'), ('\u{1ef2}', '\u{1ef3}'),
    ('\u{1ef8}', '\u{1ef9}'), ('\u{2010}', '\u{2027}'), ('\u{2030}', '\u{2037}'), ('\u{2039}', '\u{203a}'),
    ('\u{203c}', '\u{203f}'), ('\u{2074}', '\u{207e}'), ('\u{20a0}', '\u{20b5}'), ('\u{2116}', '\u{2116}'),
    ('\u{2122}', '\u{2122}'), ('\u{2190}', '\u{21dd}'), ('\u{2200}', '\u{2213}'), ('\u{2500}', '\u{25ff}'),
    ('\u{266a}', '\u{266a}'),
];

/// Whether the game can draw a character.
pub fn is_drawable(character: char) -> bool {
    RANGES.iter().any(|(first, last)| (*first..=*last).contains(&character))
}
