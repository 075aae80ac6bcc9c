//! Escapes control and bidirectional characters in quoted input, so that it can neither control the terminal, nor
//! imitate a line of our own output, nor reorder the text around it.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

/// Replaces each hidden character where a line of a file is displayed: one for one, so that columns stay true.
pub(super) const REPLACEMENT: char = '\u{fffd}';

/// Whether a character is invisible or has an effect of its own: control characters, marks of direction, joiners, characters
/// without width, unassigned ones, and every space but the plain one.
pub fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    // After a letter, std escapes all of these, but not combining accents.
    ['a', character].iter().collect::<String>().escape_debug().count() > 2
}

/// The text with each hidden character, line breaks too, written as an escape such as `\u{1b}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains(char::is_control) || !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_hidden(character) { escaped.extend(character.escape_default()) } else { escaped.push(character) }
    }
    Cow::Owned(escaped)
}

/// A character as messages name it: in backticks, or by its code point if it would not be visible between them.
pub(crate) fn char_name(character: char) -> String {
    // Here an accent has no letter in front of it.
    if is_hidden(character) || character.escape_debug().count() > 2 {
        format!("U+{:04X}", character as u32)
    } else if character == '`' {
        "'`'".to_owned()
    } else {
        format!("`{character}`")
    }
}

/// A path, escaped as [`escape`] does.
pub fn escape_path(path: &Path) -> String {
    escape(&path.display().to_string()).into_owned()
}

/// A path as an argument of a command that is shown to be typed: in quotation marks where a shell would divide or change it,
/// and escaped as [`escape`] does.
pub fn escape_argument(path: &Path) -> String {
    let path = escape_path(path);
    let is_plain = |character: char| character.is_alphanumeric() || "-_./+:,@".contains(character);
    if !path.is_empty() && path.chars().all(|character| is_plain(character) || cfg!(windows) && character == '\\') {
        path
    } else if cfg!(windows) {
        format!("\"{path}\"")
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

/// A file's text as diagnostics display it: with a [`REPLACEMENT`] for each hidden character but tabs and line breaks.
pub(crate) struct DisplayText<'a> {
    original: &'a str,
    /// The text to display.
    pub text: Cow<'a, str>,
    /// For each hidden character its byte in the original, and the byte after its replacement.
    hidden: Vec<(usize, usize)>,
}

impl<'a> DisplayText<'a> {
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
                text.push(REPLACEMENT);
                hidden.push((at, text.len()));
            } else {
                text.push(character);
            }
        }
        Self { original, text: Cow::Owned(text), hidden }
    }

    /// The bytes in the displayed text for bytes of the original.
    pub fn span(&self, bytes: &Range<usize>) -> Range<usize> {
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

    /// The hidden characters in the lines of some bytes of the original, each once.
    pub fn hidden_in_lines(&self, bytes: &Range<usize>) -> Vec<char> {
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
    fn a_hidden_character_is_named_by_its_code_point() {
        let check = |character, expected: &str| assert_eq!(char_name(character), expected);
        check('?', "`?`");
        check('\'', "`'`");
        check('`', "'`'");
        check('é', "`é`");
        check('\u{301}', "U+0301");
        check('\u{202e}', "U+202E");
        check('\t', "U+0009");
    }

    #[test]
    fn a_span_stays_at_its_characters_when_hidden_ones_are_replaced() {
        // One of two bytes, one of three and one of four, and a carriage return in the middle of a line.
        let original = "ab\u{ad}c\r\nd\u{202e}\u{e0001}e\rf";
        let display = DisplayText::new(original);
        assert_eq!(display.text, "ab\u{fffd}c\r\nd\u{fffd}\u{fffd}e\u{fffd}f");
        for (byte, character) in original.char_indices() {
            let span = display.span(&(byte..byte + character.len_utf8()));
            let found = &display.text[span];
            let expected = if found == "\u{fffd}" { REPLACEMENT } else { character };
            assert_eq!(found, expected.to_string(), "byte {byte}");
        }
        assert_eq!(display.hidden_in_lines(&(0..1)), ['\u{ad}']);
        assert_eq!(display.hidden_in_lines(&(7..8)), ['\u{202e}', '\u{e0001}', '\r']);
    }
}
