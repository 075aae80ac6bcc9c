//! Names of level files: which are safe on every system, and how they become titles.

use hairline_level::LEVEL_FILE_ENDING;

/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1", "lpt2",
    "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Why a level's file should not have this name without its ending, if it should not.
pub fn refusal(stem: &str) -> Option<String> {
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
    if stem.is_empty() || !stem.chars().all(is_plain) {
        Some("use the letters a to z, digits, `-` and `_` in the file's name".to_owned())
    } else if stem.starts_with('-') {
        let plain = stem.trim_start_matches('-');
        let other = if plain.is_empty() { "my-level" } else { plain };
        Some(format!("a name that begins with `-` looks like an option: call it `{other}`"))
    } else if DEVICES.contains(&stem.to_ascii_lowercase().as_str()) {
        Some(format!("Windows keeps the name `{stem}` for a device: call it `{stem}-level`"))
    } else {
        None
    }
}

/// The most letters that are written as code points.
const FOREIGN_LETTERS_MAX: usize = 10;

/// A file name for a level that an editor calls by any name: `Level_0` is `level-0`. A name without any of a to z and 0 to 9 is written
/// by the code points of its letters, so that two such names differ: `日本` is `u65e5-u672c`.
pub fn stem_of(name: &str) -> String {
    if !name.contains(|character: char| character.is_ascii_alphanumeric()) {
        let letters = name.chars().filter(|character| character.is_alphanumeric()).take(FOREIGN_LETTERS_MAX);
        let codes: Vec<String> = letters.map(|letter| format!("u{:04x}", letter as u32)).collect();
        return if codes.is_empty() { "level".to_owned() } else { codes.join("-") };
    }
    let folded: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).take(64).collect();
    let words: Vec<&str> = folded.split('-').filter(|word| !word.is_empty()).collect();
    let stem = words.join("-");
    match refusal(&stem) {
        None => stem,
        Some(_) => format!("{stem}-level"),
    }
}

/// The name of a file as a title: `my-level_2` is `My Level 2`.
pub fn title(stem: &str) -> String {
    let stem = stem.strip_suffix(LEVEL_FILE_ENDING).unwrap_or(stem);
    let words = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capitalized = words.map(|word| {
        let mut characters = word.chars();
        characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect::<String>()
    });
    capitalized.collect::<Vec<_>>().join(" ")
}
