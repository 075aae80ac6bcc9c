//! Text from a file or a path made fit to print: nothing in it may command the terminal, pass for a line of ours, or turn
//! round what stands beside it.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

/// What stands for a hidden character where a line of a file is quoted: one column for one, so that columns stay true.
pub(crate) const STAND_IN: char = '\u{fffd}';

/// Whether a character cannot be seen, or does something else than to be seen: it controls the terminal, gives the text
/// another direction, joins, or is as wide as nothing; or it is no character that Unicode knows. Spaces but the plain one
/// count too.
pub fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    // What std would escape, but for accents after their letter.
    ['a', character].iter().collect::<String>().escape_debug().count() > 2
}

/// The text with each hidden character, line breaks too, written as an escape such as `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains(char::is_control) || !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_hidden(character) { shown.extend(character.escape_default()) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

/// One character as it is called in a message: in backticks, or by its number where nothing would be seen between them.
pub(crate) fn called(character: char) -> String {
    // Accents stand here without their letter.
    if is_hidden(character) || character.escape_debug().count() > 2 {
        format!("U+{:04X}", character as u32)
    } else if character == '`' {
        "'`'".to_owned()
    } else {
        format!("`{character}`")
    }
}

/// A path, [`printable`].
pub fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// A file's text as its lines are quoted: with a [`STAND_IN`] for each hidden character, but for tabs and line breaks.
pub(crate) struct Quotable<'a> {
    original: &'a str,
    /// The text to quote.
    pub text: Cow<'a, str>,
    /// For each hidden character its byte in the original, and the length of all the text to quote behind it.
    hidden: Vec<(usize, usize)>,
}

impl<'a> Quotable<'a> {
    pub fn new(original: &'a str) -> Self {
        let is_line_end = |at: usize| original[at..].starts_with("\r\n");
        let is_hidden =
            |at: usize, character| !matches!(character, '\n' | '\t') && is_hidden(character) && !is_line_end(at);
        if original.is_ascii() && !original.contains(|character: char| character.is_control()) {
            return Self { original, text: Cow::Borrowed(original), hidden: Vec::new() };
        }
        let (mut text, mut hidden) = (String::with_capacity(original.len()), Vec::new());
        for (at, character) in original.char_indices() {
            if is_hidden(at, character) {
                text.push(STAND_IN);
                hidden.push((at, text.len()));
            } else {
                text.push(character);
            }
        }
        Self { original, text: Cow::Owned(text), hidden }
    }

    /// Where bytes of the original stand in the text to quote.
    pub fn place(&self, bytes: &Range<usize>) -> Range<usize> {
        self.at(bytes.start)..self.at(bytes.end)
    }

    fn at(&self, byte: usize) -> usize {
        let byte = byte.min(self.original.len());
        match self.hidden.partition_point(|(hidden, _)| *hidden < byte).checked_sub(1) {
            None => byte,
            Some(last) => {
                let (hidden, end) = self.hidden[last];
                let length = self.original[hidden..].chars().next().map_or(1, char::len_utf8);
                end + byte.saturating_sub(hidden + length)
            }
        }
    }

    /// The hidden characters in the lines that some bytes of the original touch, each once.
    pub fn hidden_beside(&self, bytes: &Range<usize>) -> Vec<char> {
        let length = self.original.len();
        let (start, end) = (bytes.start.min(length), bytes.end.min(length));
        let line_start =
            self.original.as_bytes()[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line_end =
            self.original.as_bytes()[end..].iter().position(|byte| *byte == b'\n').map_or(length, |at| end + at);
        let first = self.hidden.partition_point(|(at, _)| *at < line_start);
        let mut found = Vec::new();
        for (at, _) in self.hidden[first..].iter().take_while(|(at, _)| *at < line_end) {
            let character = self.original[*at..].chars().next();
            found.extend(character.filter(|character| !found.contains(character)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_seen_is_escaped() {
        let check = |text: &str, expected: &str| assert_eq!(printable(text), expected);
        check("levels/Über – 1.level.ron", "levels/Über – 1.level.ron");
        check("U\u{308}ber „1“ 'x' \\ \"y\" █ ★ 日本", "U\u{308}ber „1“ 'x' \\ \"y\" █ ★ 日本");
        check("a\u{1b}[31mb", "a\\u{1b}[31mb");
        check("ok a\nok b\r\tc", "ok a\\nok b\\r\\tc");
        check("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}");
        check("a\u{202e}b\u{2066}c\u{200f}", "a\\u{202e}b\\u{2066}c\\u{200f}");
        check("\u{200b}\u{200d}\u{2028}\u{feff}\u{a0}\u{ad}", "\\u{200b}\\u{200d}\\u{2028}\\u{feff}\\u{a0}\\u{ad}");
        check("", "");
    }

    #[test]
    fn a_character_that_cannot_be_seen_is_called_by_its_number() {
        let check = |character, expected: &str| assert_eq!(called(character), expected);
        check('?', "`?`");
        check('\'', "`'`");
        check('`', "'`'");
        check('é', "`é`");
        check('\u{301}', "U+0301");
        check('\u{202e}', "U+202E");
        check('\t', "U+0009");
    }

    #[test]
    fn a_place_stays_at_its_characters_when_hidden_ones_are_replaced() {
        // One of two bytes, one of three and one of four, and a carriage return in the middle of a line.
        let original = "ab\u{ad}c\r\nd\u{202e}\u{e0001}e\rf";
        let quotable = Quotable::new(original);
        assert_eq!(quotable.text, "ab\u{fffd}c\r\nd\u{fffd}\u{fffd}e\u{fffd}f");
        for (byte, character) in original.char_indices() {
            let place = quotable.place(&(byte..byte + character.len_utf8()));
            let found = &quotable.text[place];
            let expected = if found == "\u{fffd}" { STAND_IN } else { character };
            assert_eq!(found, expected.to_string(), "byte {byte}");
        }
        assert_eq!(quotable.hidden_beside(&(0..1)), ['\u{ad}']);
        assert_eq!(quotable.hidden_beside(&(7..8)), ['\u{202e}', '\u{e0001}', '\r']);
    }
}
