//! Drafts: the text of a level file that is not finished, with its errors as comments.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::write::{Composed, Line, VERSION};
use hairline_level::diagnostics::escape::escape;
use hairline_level::{LevelDiagnostics, Severity};
use hairline_tools::author::layout::tidy;

impl Composed {
    /// Whether there were errors before the text was written.
    pub fn is_incomplete(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Turns the text into that of a draft: a field that keeps it from being used, a comment at the top with what is missing, and
    /// one at the place of each of it. `found` is what is wrong with the text. Its positions mean nothing any more after this.
    pub fn make_draft(&mut self, found: &LevelDiagnostics) {
        let errors = found.iter().filter(|found| found.severity() == Severity::Error);
        let written = errors.map(|error| {
            let line = found.position(error).map_or(0, |position| position.line.saturating_sub(1));
            (self.comment_line(line), String::new(), error.message())
        });
        let drawn = self.missing.iter().map(|(place, message)| {
            let line = self.lines.iter().position(|line| matches!(line, Line::Whole(of) if **of == **place));
            match line.filter(|_| *place != *self.place) {
                Some(line) => (self.comment_line(line), String::new(), message.as_str()),
                None => {
                    let place = place.strip_prefix(&*self.place).unwrap_or(place).trim_start_matches(", ");
                    (
                        self.map_line(),
                        if place.is_empty() { String::new() } else { format!("{place}: ") },
                        message.as_str(),
                    )
                }
            }
        });
        let mut counts: Vec<(&str, usize)> = Vec::new();
        let mut comments: BTreeMap<usize, String> = BTreeMap::new();
        for (line, place, message) in drawn.chain(written) {
            *comments.entry(line).or_default() += &format!("// Missing: {}\n", escape(&format!("{place}{message}")));
            match counts.iter_mut().find(|known| known.0 == message) {
                Some(known) => known.1 += 1,
                None => counts.push((message, 1)),
            }
        }
        let mut text = "// A draft: remove `draft` when nothing is missing any more.\n".to_owned();
        for (message, count) in counts {
            let times = if count > 1 { format!(" ({count} times)") } else { String::new() };
            text += &format!("// - {}{times}\n", escape(message));
        }
        for (index, line) in self.text.split_inclusive('\n').enumerate() {
            text.extend(comments.get(&index).map(String::as_str));
            text += line;
        }
        self.text = tidy(&text.replacen(VERSION, &format!("{VERSION}    draft: true,\n"), 1));
    }

    /// The line above which a comment about a line goes: for an actor, the first line of its entry; for a row of the map, the line
    /// before the map, which cannot hold comments.
    fn comment_line(&self, line: usize) -> usize {
        match self.lines.get(line) {
            Some(Line::Row(_)) => self.map_line(),
            Some(Line::Whole(place)) if **place != *self.place => {
                let is_same = |other: &&Line| matches!(other, Line::Whole(other) if Rc::ptr_eq(other, place));
                line - self.lines[..line].iter().rev().take_while(is_same).count()
            }
            _ => line,
        }
    }

    /// The line before the rows of the map.
    fn map_line(&self) -> usize {
        self.lines.iter().position(|line| matches!(line, Line::Row(_))).unwrap_or_default().saturating_sub(1)
    }
}
