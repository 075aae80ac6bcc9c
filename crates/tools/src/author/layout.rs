//! The layout of a RON text: where its lines are indented and what is between its words. Knows RON's brackets, strings and
//! comments, and nothing of levels but the text map: rows of a raw string that begins with a line break.

use hairline_level::lexer::{Token, TokenKind, tokens};

/// Spaces for each bracket that is open around a line.
const INDENT: usize = 4;

/// The text with a tidy layout. Idempotent.
pub fn tidy(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut layout = Layout::default();
    tokens(&text).for_each(|token| layout.add(token));
    layout.finish()
}

/// Whether a raw string is a map: it begins with a line break.
fn is_map(token: Token) -> bool {
    let cells = token.text.split_once('"').map_or("", |(_, cells)| cells);
    token.kind == TokenKind::RawString && cells.trim_start_matches([' ', '\t']).starts_with('\n')
}

/// The text so far.
#[derive(Default)]
struct Layout {
    done: String,
    /// The current line without its indentation.
    line: String,
    /// How many brackets are open around the current line, counting those of one line once.
    indent: usize,
    /// The number of the line of each open bracket.
    open: Vec<usize>,
    line_number: usize,
    /// Whether a separator was just written.
    after_separator: bool,
    /// Whether there was a space since then.
    had_space: bool,
}

impl Layout {
    fn add(&mut self, token: Token) {
        let is_first = self.line.is_empty();
        match token.kind {
            TokenKind::Space => {
                if !is_first {
                    self.had_space = true;
                    let columns = if self.after_separator { 1 } else { token.text.len() };
                    self.line.extend(std::iter::repeat_n(' ', columns));
                }
                return;
            }
            TokenKind::LineBreak => return self.end_line(),
            TokenKind::Close => {
                let opened = self.open.pop();
                // A line that begins with a bracket is as far in as the line on which that was opened.
                if self.line.chars().all(|character| ")]}".contains(character)) {
                    self.indent = self.levels_above(opened.unwrap_or(0));
                }
            }
            _ if is_first => self.indent = self.levels_above(self.line_number),
            _ => {}
        }
        let needs_space = self.after_separator
            && !self.had_space
            && !is_first
            && !matches!(token.kind, TokenKind::Separator | TokenKind::Close);
        if needs_space {
            self.line.push(' ');
        }
        if is_map(token) {
            self.map(token.text);
        } else {
            self.line.push_str(token.text);
        }
        if token.kind == TokenKind::Open {
            self.open.push(self.line_number);
        }
        self.after_separator = token.kind == TokenKind::Separator;
        self.had_space = false;
    }

    /// How many lines before this one have open brackets.
    fn levels_above(&self, line_number: usize) -> usize {
        let mut lines: Vec<usize> = self.open.iter().copied().filter(|line| *line < line_number).collect();
        lines.dedup();
        lines.len()
    }

    /// A raw string of rows: each is one level further in than the line on which the string begins, and the quotation mark
    /// that ends it is as far in as that line.
    fn map(&mut self, text: &str) {
        // The quotation mark that ends it may follow the last row.
        let (cells, end) = text.split_at(text.rfind('"').unwrap_or(text.len()));
        let mut rows: Vec<&str> = cells.split('\n').collect();
        if rows.last().is_some_and(|last| last.trim_matches(' ').is_empty()) {
            rows.pop();
        }
        let [first, rows @ ..] = rows.as_slice() else { return self.line.push_str(text) };
        let is_blank = |row: &&&str| row.trim_matches(' ').is_empty();
        let spaces = |row: &str| row.len() - row.trim_start_matches(' ').len();
        let common = rows.iter().filter(|row| !is_blank(row)).map(|row| spaces(row)).min().unwrap_or(0);
        self.line.push_str(first.trim_end_matches([' ', '\t']));
        let (outer, inner) = (" ".repeat(self.indent * INDENT), " ".repeat((self.indent + 1) * INDENT));
        for row in rows {
            self.line.push('\n');
            // Spaces at the end of a row are cells.
            if let Some(cells) = row.get(common..).filter(|cells| !cells.is_empty()) {
                self.line.push_str(&inner);
                self.line.push_str(cells);
            }
        }
        self.line.push('\n');
        self.line.push_str(&outer);
        self.line.push_str(end);
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_end_matches([' ', '\t']);
        if line.is_empty() {
            // One blank line is layout; a second one, or one at the beginning, is not.
            if !self.done.is_empty() && !self.done.ends_with("\n\n") {
                self.done.push('\n');
            }
        } else {
            self.done.push_str(&" ".repeat(self.indent * INDENT));
            self.done.push_str(line);
            self.done.push('\n');
        }
        self.line_number += 1;
        self.after_separator = false;
        self.had_space = false;
    }

    fn finish(mut self) -> String {
        self.end_line();
        let length = self.done.trim_end_matches('\n').len();
        self.done.truncate(length);
        self.done.push('\n');
        self.done
    }
}
