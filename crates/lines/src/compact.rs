//! The text of a level made small: without layout, comments and what tools alone read.

use hairline_level::lexer::{Token, TokenKind, tokens};

/// The text of the same level in fewer bytes: without spaces between words, comments, the commas before closing brackets, the
/// indentation of its map, and `about`, which only tools read. Words and their order stay. Of a text that is no level, it is
/// some text.
pub fn compact(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut small = Small::default();
    tokens(&text).for_each(|token| small.add(token));
    small.text
}

#[derive(Default)]
struct Small {
    text: String,
    /// Where the word before begins, if a `:` after it would make it a field of the level.
    field_at: Option<usize>,
    /// Whether the value of `about` is being left out.
    skips: bool,
    /// Brackets that are open.
    depth: usize,
    last: Option<TokenKind>,
    had_space: bool,
}

impl Small {
    fn add(&mut self, token: Token) {
        use TokenKind::*;
        match token.kind {
            Space | LineBreak | LineComment | BlockComment => {
                self.had_space = true;
                return;
            }
            Open => self.depth += 1,
            Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let ends_value = self.depth == 0 || self.depth == 1 && token.text == ",";
        if self.skips {
            // The comma goes too; without one, that before the closing bracket goes below.
            self.skips = !ends_value;
            if self.skips || token.text == "," {
                return;
            }
        }
        if token.text == ":" && self.field_at.take().is_some_and(|at| &self.text[at..] == "about") {
            self.text.truncate(self.text.len() - "about".len());
            (self.skips, self.last) = (true, Some(Separator));
            return;
        }
        if token.kind == Close && self.text.ends_with(',') && self.last == Some(Separator) {
            self.text.pop();
        }
        let joins = matches!((self.last, token.kind), (Some(Word), Word | String | RawString | Character));
        if joins && self.had_space {
            self.text.push(' ');
        }
        self.field_at = (token.kind == Word && self.depth == 1).then_some(self.text.len());
        match map_of(token) {
            Some((begin, rows, end)) => self.map(begin, rows, end),
            None => self.text.push_str(token.text),
        }
        self.last = Some(token.kind);
        self.had_space = false;
    }

    /// A map with its rows as far left as they go.
    fn map(&mut self, begin: &str, rows: &str, end: &str) {
        let mut rows: Vec<&str> = rows.split('\n').skip(1).collect();
        let is_blank = |row: &str| row.trim_matches(' ').is_empty();
        // The spaces before the quotation mark.
        if rows.last().is_some_and(|last| is_blank(last)) {
            rows.pop();
        }
        let spaces = |row: &str| row.len() - row.trim_start_matches(' ').len();
        let common = rows.iter().filter(|row| !is_blank(row)).map(|row| spaces(row)).min().unwrap_or(0);
        self.text.push_str(begin);
        for row in rows {
            self.text.push('\n');
            self.text.push_str(row.get(common..).unwrap_or(""));
        }
        self.text.push('\n');
        self.text.push_str(end);
    }
}

/// A string that begins with a line break, as only a map does: what is before, between and after its quotation marks.
fn map_of(token: Token<'_>) -> Option<(&str, &str, &str)> {
    if !matches!(token.kind, TokenKind::String | TokenKind::RawString) || !token.ends {
        return None;
    }
    let (from, to) = (token.text.find('"')? + 1, token.text.rfind('"')?);
    let (begin, rows, end) = (token.text.get(..from)?, token.text.get(from..to)?, &token.text[to..]);
    rows.trim_start_matches(' ').starts_with('\n').then_some((begin, rows, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(compact(text), expected);
        assert_eq!(compact(expected), expected, "made small again");
    }

    #[test]
    fn layout_and_comments_go_and_words_stay_apart() {
        check("(\n    version: 1, // the first\n    name: \"A, b\",\n)\n", "(version:1,name:\"A, b\")");
        check("( a : [1 , 2 /* and */ , ] , b : 'x' , )", "(a:[1,2],b:'x')");
        check("\u{feff}(a: Sweep ( from : -1.5 ),)\r\n", "(a:Sweep(from:-1.5))");
        check("(a: true false, 'b': r \"c\")", "(a:true false,'b':r \"c\")");
        check("(name: \"a,\",)", "(name:\"a,\")");
    }

    #[test]
    fn what_it_is_about_goes_wherever_it_stands() {
        check("(about: (idea: \"a (b\", needs: [Laser]), name: \"A\")", "(name:\"A\")");
        check("(name: \"A\", about: (idea: \"a\"))", "(name:\"A\")");
        check("(name: \"A\", about: (idea: \"a\"), hint: \"about: b\",)", "(name:\"A\",hint:\"about: b\")");
        check("(actors: {'a': (about: 1)})", "(actors:{'a':(about:1)})");
    }

    #[test]
    fn the_rows_of_a_map_keep_their_cells() {
        check("(map: r\"\n        ## \n         # \n\n    \")", "(map:r\"\n## \n # \n\n\")");
        check("(map: \"  \r\n  ##\r\n  #\r\n  \")", "(map:\"\n##\n#\n\")");
        check("(map: r#\"\n  #\"\n  \"#)", "(map:r#\"\n#\"\n\"#)");
        check("(hint: \"a\n b\")", "(hint:\"a\n b\")");
    }
}
