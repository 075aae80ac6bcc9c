//! The tokens of RON text: brackets, strings, comments and the rest. Every byte is in one token, whatever the text is; nothing
//! is parsed.

/// A token of text that layout and diagnostics keep together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: TokenKind,
    /// Its text.
    pub text: &'a str,
    /// Whether it ends; a string or a comment without an end goes to the end of the text.
    pub ends: bool,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Spaces and tabs.
    Space,
    /// The end of a line.
    LineBreak,
    /// A comment to the end of its line, without that end.
    LineComment,
    /// A comment between `/*` and `*/`, which may contain others.
    BlockComment,
    /// `"…"`.
    String,
    /// `r"…"`, `r#"…"#` and so on, also of bytes.
    RawString,
    /// `'x'` or `'\n'`.
    Character,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// `,` or `:`.
    Separator,
    /// Anything else, up to the next of these. A quotation mark or a slash that begins nothing is a word.
    Word,
}

/// The tokens of a text, in order.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let token = first(rest)?;
        rest = &rest[token.text.len()..];
        Some(token)
    })
}

/// The first token of a text, unless that is empty.
fn first(text: &str) -> Option<Token<'_>> {
    use TokenKind::*;
    let raw = raw_string_start(text);
    let (kind, length) = match text.chars().next()? {
        '\n' => (LineBreak, Some(1)),
        ' ' | '\t' => (Space, Some(text.len() - text.trim_start_matches([' ', '\t']).len())),
        '/' if text.starts_with("//") => (LineComment, Some(text.find('\n').unwrap_or(text.len()))),
        '/' if text.starts_with("/*") => (BlockComment, block_comment_length(text)),
        '"' => (String, string_length(text)),
        '\'' => character_length(text).map_or((Word, Some(1)), |length| (Character, Some(length))),
        '(' | '[' | '{' => (Open, Some(1)),
        ')' | ']' | '}' => (Close, Some(1)),
        ',' | ':' => (Separator, Some(1)),
        _ => match raw {
            Some((begin, hashes)) => (RawString, raw_string_length(text, begin, hashes)),
            None => (Word, Some(word_length(text))),
        },
    };
    Some(Token { kind, text: &text[..length.unwrap_or(text.len())], ends: length.is_some() })
}

/// A word ends where anything else may begin.
fn word_length(text: &str) -> usize {
    let is_other = |character: char| " \t\n,:()[]{}\"'/".contains(character);
    text.char_indices().skip(1).find(|(_, character)| is_other(*character)).map_or(text.len(), |(at, _)| at)
}

fn string_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().enumerate().skip(1).find_map(|(at, byte)| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends.then_some(at + 1)
    })
}

/// The byte after the quotation mark that begins a raw string, and how many `#` are in front of it. `r#name`, a raw identifier,
/// is none.
fn raw_string_start(text: &str) -> Option<(usize, usize)> {
    let word = if text.starts_with("br") { 2 } else { usize::from(text.starts_with('r')) };
    let hashes = text.get(word..)?.bytes().take_while(|byte| *byte == b'#').count();
    (word > 0 && text[word + hashes..].starts_with('"')).then_some((word + hashes + 1, hashes))
}

fn raw_string_length(text: &str, begin: usize, hashes: usize) -> Option<usize> {
    let end = format!("\"{}", "#".repeat(hashes));
    text[begin..].find(&end).map(|at| begin + at + end.len())
}

/// The length of `'x'` or `'\u{1f600}'`.
fn character_length(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    match characters.next()?.1 {
        // The longest escape has twelve bytes. The escaped character may be a quotation mark itself.
        '\\' => text[2..].char_indices().skip(1).take(12).find(|(_, c)| *c == '\'').map(|(at, _)| 2 + at + 1),
        _ => characters.next().filter(|(_, character)| *character == '\'').map(|(at, _)| at + 1),
    }
}

fn block_comment_length(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        at += if rest.starts_with(b"/*") {
            depth += 1;
            2
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            2
        } else {
            1
        };
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
