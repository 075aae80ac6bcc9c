//! Finds the brackets that are open at some byte of RON text. The RON parser reports what it expected next; this finds
//! what has not been closed. It does not parse values.

use std::ops::Range;

/// Everything that is open at some byte of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct OpenAt {
    /// Bracket and its byte, the outermost first.
    pub brackets: Vec<(char, usize)>,
    /// The string or block comment around that byte, with its first byte.
    pub unterminated: Option<(Unterminated, usize)>,
    /// A closing bracket that does not match the innermost open one, with its byte.
    pub mismatch: Option<(char, usize)>,
    /// The last string that has ended.
    pub last_string: Option<Range<usize>>,
    /// The bytes of the brackets that were closed, each with those that closed it.
    pub closed: Vec<(usize, usize)>,
}

impl OpenAt {
    /// The bracket that probably lacks its closing one: of those within the innermost open one the first that was closed at
    /// the beginning of a line that is indented less than its own, so that another bracket's end closed it; or else the
    /// innermost open one itself.
    pub fn unclosed(&self, text: &str) -> Option<(char, usize)> {
        let &(open, begun) = self.brackets.last()?;
        let mut stolen: Vec<usize> = self
            .closed
            .iter()
            .filter(|&&(from, to)| from > begun && is_stolen(text, from, to))
            .map(|pair| pair.0)
            .collect();
        stolen.sort_unstable();
        let stolen = stolen.first().and_then(|&at| Some((text[at..].chars().next()?, at)));
        stolen.or(Some((open, begun)))
    }
}

/// Whether a closing bracket begins its line, and that line is indented less than the one of the bracket that it closes.
fn is_stolen(text: &str, from: usize, to: usize) -> bool {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let indent = |at: usize| {
        let line = &text[line_start(at)..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    };
    let begins_line = text[line_start(to)..to].trim().is_empty();
    begins_line && line_start(from) != line_start(to) && indent(to) < indent(from)
}

/// Text that is not code until it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unterminated {
    String,
    Comment,
}

/// The bracket that ends what `open` begins.
pub(super) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// Whether a text consists of white space and comments only.
pub(crate) fn is_blank(text: &str) -> bool {
    content_start(text) == text.len()
}

/// The byte at which a text's content begins, after white space and terminated comments; its length if there is none.
pub(super) fn content_start(text: &str) -> usize {
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        let rest = &text[at..];
        let comment = if rest.starts_with("//") {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            comment_length(rest)
        } else {
            None
        };
        let Some(length) = comment else { return at };
        at += length;
    }
}

/// What is open at the end of a text. The scan stops at the first mismatch.
pub(super) fn open_at_end(text: &str) -> OpenAt {
    let mut open = OpenAt::default();
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let begins_word =
            text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric() && before != '_');
        let length = match character {
            '/' if rest.starts_with("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => comment_length(rest),
            '"' => string_length(rest),
            'r' if begins_word && (rest.starts_with("r\"") || rest.starts_with("r#")) => raw_string_length(rest),
            '\'' => Some(char_length(rest)),
            _ => Some(character.len_utf8()),
        };
        match character {
            '(' | '[' | '{' => open.brackets.push((character, at)),
            ')' | ']' | '}' => match open.brackets.last() {
                Some(&(begun, from)) if closing(begun) == character => {
                    open.closed.push((from, at));
                    open.brackets.pop();
                }
                _ => {
                    open.mismatch = Some((character, at));
                    return open;
                }
            },
            _ => {}
        }
        match length {
            Some(length) => {
                if character == '"' || character == 'r' && length > 2 {
                    open.last_string = Some(at..at + length);
                }
                at += length;
            }
            None => {
                let what = if character == '/' { Unterminated::Comment } else { Unterminated::String };
                open.unterminated = Some((what, at));
                return open;
            }
        }
    }
    open
}

/// The length of a block comment, which may contain others.
fn comment_length(rest: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        let step = if here.starts_with(b"/*") {
            depth += 1;
            2
        } else if here.starts_with(b"*/") {
            depth -= 1;
            2
        } else {
            1
        };
        at += step;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn string_length(rest: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// `r"…"`, `r#"…"#` and so on; `r#name`, a raw identifier, counts as its two first bytes.
fn raw_string_length(rest: &str) -> Option<usize> {
    let hashes = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
    if rest.as_bytes().get(1 + hashes) != Some(&b'"') {
        return Some(1 + hashes);
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let begin = hashes + 2;
    rest[begin..].find(&end).map(|found| begin + found + end.len())
}

/// `'x'` or `'\n'`; a single quotation mark counts as one byte.
fn char_length(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    let first = characters.next();
    if first.is_some_and(|(_, character)| character == '\\') {
        return rest[2..].find('\'').filter(|end| *end <= 12 && *end > 0).map_or(1, |end| 2 + end + 1);
    }
    match characters.next() {
        Some((at, '\'')) => at + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brackets(text: &str) -> String {
        open_at_end(text).brackets.iter().map(|bracket| bracket.0).collect()
    }

    #[test]
    fn brackets_in_strings_characters_and_comments_do_not_count() {
        assert_eq!(brackets(r##"(a: ")", b: r"(", c: r#"")"#, d: '(', e: [ // )"##), "([");
        assert_eq!(brackets("( /* ) /* ) */ ) */ {"), "({");
        assert_eq!(brackets(r#"('\'', '\\', "\")" ["#), "([");
        assert_eq!(brackets("(it's [fine"), "([");
        assert_eq!(brackets("(a: 1)"), "");
    }

    #[test]
    fn the_bracket_that_lacks_its_end_is_found_by_the_indentation() {
        let check = |text: &str| {
            let begun = text.find('¦').expect("a mark");
            let text = text.replace('¦', "");
            assert_eq!(
                open_at_end(&text).unclosed(&text),
                text[begun..].chars().next().map(|open| (open, begun)),
                "{text}"
            );
        };
        check("(\n  a: (\n    b: ¦(c: 1,\n  ),\n");
        check("(\n  a: ¦(b: (c: 1),\n");
        check("(\n  a: ¦(\n    b: (\n      c: 1,\n    ),\n");
        check("(\n  a: (\n    b: ¦(c: (d: 1),\n    e: (f: 1),\n  ),\n");
    }

    #[test]
    fn content_begins_after_terminated_comments() {
        assert_eq!(content_start(""), 0);
        assert_eq!(content_start(" // a\n/* b /* c */ */ // d"), 26);
        assert_eq!(content_start("// (\n ()"), 6);
        assert_eq!(content_start("// a\n/* b"), 5);
        assert_eq!(content_start("/ a"), 0);
    }

    #[test]
    fn unterminated_text_is_reported_with_its_start() {
        assert_eq!(open_at_end("(a: r\"abc").unterminated, Some((Unterminated::String, 4)));
        assert_eq!(open_at_end("(a: \"abc\\\"").unterminated, Some((Unterminated::String, 4)));
        assert_eq!(open_at_end("( /* a").unterminated, Some((Unterminated::Comment, 2)));
        assert_eq!(open_at_end("(a: [1, 2)").mismatch, Some((')', 9)));
        assert_eq!(open_at_end(")").mismatch, Some((')', 0)));
    }
}
