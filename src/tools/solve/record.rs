//! What is printed of a level that was searched: a line for people, or a JSON object on a line.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::level::diagnostics::escape::{escape, escape_path};
use crate::sim::tuning::TICKS_PER_SECOND;

use super::Answer;
use super::options::Format;

/// A level that was searched.
pub(super) struct Record<'a> {
    pub path: &'a Path,
    /// The hash of the level as it was read.
    pub hash: u64,
    /// How many shards the level has.
    pub shards: usize,
    pub answer: &'a Answer,
    /// What became of the run.
    pub kept: Kept,
}

/// What became of a run.
pub(super) enum Kept {
    /// It was written here.
    Written(PathBuf),
    /// What was here is as good or better.
    AsGood(PathBuf),
    /// Nothing is to be written.
    Not(String),
}

impl Record<'_> {
    pub fn line(&self, format: Format) -> String {
        match format {
            Format::Text => self.text(),
            Format::Jsonl => self.json(),
        }
    }

    fn text(&self) -> String {
        let (path, hash) = (escape_path(self.path), self.hash);
        let search = format!("searched {:.1} s, {} ticks", self.answer.elapsed.as_secs_f32(), self.answer.ticks);
        let Some(run) = &self.answer.run else {
            let reason = self.answer.reason.as_ref().map_or(String::new(), ToString::to_string);
            return format!("FAILS {path}, level {hash:016x}: {reason}; {search}");
        };
        let kept = match &self.kept {
            Kept::Written(path) => format!("written to {}", escape_path(path)),
            Kept::AsGood(path) => format!("{} is as good", escape_path(path)),
            Kept::Not(reason) => reason.clone(),
        };
        let first =
            self.answer.first.map_or(String::new(), |(time, _)| format!(", first run {:.1} s", time.as_secs_f32()));
        format!(
            "ok    {path}, level {hash:016x}: {} s, {} ticks, {} of {} shards, {} changes; {kept}; {search}{first}",
            seconds(run.inputs.len()),
            run.inputs.len(),
            run.shards,
            self.shards,
            run.changes()
        )
    }

    fn json(&self) -> String {
        let outcome = match (&self.answer.run, &self.answer.reason) {
            (Some(_), _) => "found",
            (None, Some(super::Reason::Impossible(_))) => "impossible",
            (None, _) => "not found",
        };
        let mut json = JsonObject::new();
        json.text("level", &self.path.to_string_lossy());
        json.text("level_hash", &format!("{:016x}", self.hash));
        json.text("outcome", outcome);
        if let Some(run) = &self.answer.run {
            json.number("ticks", run.inputs.len());
            json.number("shards", run.shards);
            json.number("shards_total", self.shards);
            json.number("changes", run.changes());
        }
        if let Some(reason) = &self.answer.reason {
            json.text("reason", &reason.to_string());
        }
        match &self.kept {
            Kept::Written(path) => json.text("written", &path.to_string_lossy()),
            Kept::AsGood(path) => json.text("as_good", &path.to_string_lossy()),
            Kept::Not(reason) => json.text("note", reason),
        }
        json.number("searched_ticks", self.answer.ticks);
        json.number("searched_seconds", format_args!("{:.3}", self.answer.elapsed.as_secs_f64()));
        if let Some((time, ticks)) = self.answer.first {
            json.number("first_seconds", format_args!("{:.3}", time.as_secs_f64()));
            json.number("first_ticks", ticks);
        }
        json.finish()
    }
}

/// A line about a level that could not be searched.
pub(super) fn failure(path: &Path, reason: &str, format: Format) -> String {
    match format {
        Format::Text => format!("cannot solve {}: {reason}", escape_path(path)),
        Format::Jsonl => {
            let mut json = JsonObject::new();
            json.text("level", &path.to_string_lossy());
            json.text("outcome", "error");
            json.text("reason", reason);
            json.finish()
        }
    }
}

/// Ticks as seconds, cut to milliseconds as the clock in the game is.
pub(crate) fn seconds(ticks: usize) -> String {
    let milliseconds = ticks as u64 * 1000 / u64::from(TICKS_PER_SECOND);
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

/// A JSON object on one line, member by member.
pub(crate) struct JsonObject(String);

impl JsonObject {
    pub fn new() -> Self {
        Self("{".to_owned())
    }

    /// A member whose value is text; control characters, and marks that would change how a terminal shows it, are escaped.
    pub fn text(&mut self, name: &str, value: &str) {
        self.name(name);
        self.0.push('"');
        for character in value.chars() {
            match character {
                '"' | '\\' => self.0.extend(['\\', character]),
                '\n' => self.0.push_str("\\n"),
                _ if crate::level::diagnostics::escape::is_hidden(character) => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        _ = write!(self.0, "\\u{unit:04x}");
                    }
                }
                _ => self.0.push(character),
            }
        }
        self.0.push('"');
    }

    /// A member whose value is a number.
    pub fn number(&mut self, name: &str, value: impl std::fmt::Display) {
        self.name(name);
        _ = write!(self.0, "{value}");
    }

    pub fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }

    fn name(&mut self, name: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        _ = write!(self.0, "\"{}\":", escape(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes_what_a_string_may_not_hold() {
        let mut json = JsonObject::new();
        json.text("a", "quote \" backslash \\ line \n escape \u{1b} mark \u{202e} far \u{e0001} é");
        json.number("b", 1.5);
        let text = json.finish();
        assert!(text.starts_with(r#"{"a":"quote \" backslash \\ line \n escape \u001b mark \u202e far "#), "{text}");
        assert!(text.ends_with("é\",\"b\":1.5}"), "{text}");
    }

    #[test]
    fn seconds_are_cut_to_milliseconds() {
        assert_eq!([0, 1, 127, 128, 1000].map(seconds), ["0.000", "0.007", "0.992", "1.000", "7.812"]);
    }
}
