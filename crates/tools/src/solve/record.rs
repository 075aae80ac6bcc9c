//! What is printed of a level that was searched: a line for people, or a JSON object on a line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use crate::output::json;
use crate::output::times::seconds;
use hairline_level::Inspection;
use hairline_level::diagnostics::escape::escape_path;

use crate::reach::map::out_of_reach;

use super::Answer;
use super::options::Format;
use super::why_not::WhyNot;

/// A level that was searched.
pub(super) struct Record<'a> {
    pub path: &'a Path,
    /// The hash of the level as it was read.
    pub hash: u64,
    /// How many shards the level has.
    pub shards: usize,
    pub answer: &'a Answer,
    pub inspection: &'a Inspection,
    /// What the plain check says of an impossible level.
    pub checked: Vec<String>,
    /// Why there is no run.
    pub why: Option<&'a WhyNot>,
    pub kept: WriteOutcome,
}

pub(super) enum WriteOutcome {
    /// It was written here.
    Written(PathBuf),
    /// The run that is already here is as good, or better; `better` is then its ticks.
    AsGood { path: PathBuf, better: Option<usize> },
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
            let reason = self.reason().unwrap_or_default();
            let out_of_reach = self.why.and_then(|_| out_of_reach(self.inspection));
            let why = self.why.into_iter().flat_map(|why| why.lines(self.inspection));
            let why = self.checked.iter().cloned().chain(why).chain(out_of_reach);
            let why: String = why.map(|line| format!("\n      {line}")).collect();
            return format!("FAILS {path}, level {hash:016x}: {reason}; {search}{why}");
        };
        let kept = match &self.kept {
            WriteOutcome::Written(path) => format!("written to {}", escape_path(path)),
            WriteOutcome::AsGood { path, better: None } => format!("{} is as good", escape_path(path)),
            WriteOutcome::AsGood { path, better: Some(ticks) } => {
                format!("{} is better, with {} s", escape_path(path), seconds(*ticks))
            }
            WriteOutcome::Not(reason) => reason.clone(),
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

    fn reason(&self) -> Option<String> {
        self.answer.reason.as_ref().map(|reason| reason.words(Some(self.inspection)))
    }

    fn json(&self) -> String {
        let outcome = match (&self.answer.run, &self.answer.reason) {
            (Some(_), _) => "found",
            (None, Some(super::Reason::Impossible(_))) => "impossible",
            (None, _) => "not found",
        };
        let run = self.answer.run.as_ref();
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let (written, as_good, better, note) = match &self.kept {
            WriteOutcome::Written(to) => (Some(path(to)), None, None, None),
            WriteOutcome::AsGood { path: to, better } => (None, Some(path(to)), *better, None),
            WriteOutcome::Not(reason) => (None, None, None, Some(reason)),
        };
        let why = self.why.map(|why| why.json(self.inspection));
        json::line(&[
            ("level", json!(path(self.path))),
            ("level_hash", json!(format!("{:016x}", self.hash))),
            ("outcome", json!(outcome)),
            ("ticks", json!(run.map(|run| run.inputs.len()))),
            ("shards", json!(run.map(|run| run.shards))),
            ("shards_total", json!(run.map(|_| self.shards))),
            ("changes", json!(run.map(super::Run::changes))),
            ("reason", json!(self.reason())),
            ("checked", json!(self.checked)),
            ("why", json!(why)),
            ("out_of_reach", json!(self.why.and_then(|_| out_of_reach(self.inspection)))),
            ("written", json!(written)),
            ("as_good", json!(as_good)),
            ("better_ticks", json!(better)),
            ("note", json!(note)),
            ("searched_ticks", json!(self.answer.ticks)),
            ("searched_seconds", json!(to_milliseconds(self.answer.elapsed))),
            ("first_seconds", json!(self.answer.first.map(|(time, _)| to_milliseconds(time)))),
            ("first_ticks", json!(self.answer.first.map(|(_, ticks)| ticks))),
        ])
    }
}

fn to_milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}

/// A line about a level that could not be searched.
pub(super) fn failure(path: &Path, reason: &str, format: Format) -> String {
    match format {
        Format::Text => format!("cannot solve {}: {reason}", escape_path(path)),
        Format::Jsonl => {
            let level = path.to_string_lossy();
            json::line(&[("level", json!(level)), ("outcome", json!("error")), ("reason", json!(reason))])
        }
    }
}
