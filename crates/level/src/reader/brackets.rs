//! Finds the brackets that are open at some byte of RON text. The RON parser reports what it expected next; this finds
//! what has not been closed. It does not parse values.

use std::ops::Range;

use super::lexer::{Token, TokenKind, tokens};

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
    use TokenKind::*;
    let mut at = 0;
    for token in tokens(text) {
        let is_content = match token.kind {
            Space | LineBreak | LineComment => false,
            BlockComment => !token.ends,
            _ => !token.text.trim_start().is_empty(),
        };
        if is_content {
            // Spaces that RON knows and the lexer does not, such as a carriage return.
            return at + token.text.len() - token.text.trim_start().len();
        }
        at += token.text.len();
    }
    at
}

/// What is open at the end of a text. The scan stops at the first mismatch.
pub(super) fn open_at_end(text: &str) -> OpenAt {
    use TokenKind::*;
    let mut open = OpenAt::default();
    let mut at = 0;
    for Token { kind, text, ends } in tokens(text) {
        let what = if kind == BlockComment { Unterminated::Comment } else { Unterminated::String };
        if !ends {
            open.unterminated = Some((what, at));
            return open;
        }
        let bracket = text.chars().next().unwrap_or_default();
        match kind {
            Open => open.brackets.push((bracket, at)),
            Close => match open.brackets.last() {
                Some(&(begun, from)) if closing(begun) == bracket => {
                    open.closed.push((from, at));
                    open.brackets.pop();
                }
                _ => {
                    open.mismatch = Some((bracket, at));
                    return open;
                }
            },
            String | RawString => open.last_string = Some(at..at + text.len()),
            _ => {}
        }
        at += text.len();
    }
    open
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
