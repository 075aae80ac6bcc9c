//! `hairline board`: a table of runs, each verified by playing it. A run counts for what it does; what a line or a file says of
//! itself counts for nothing.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use hairline_level::diagnostics::escape::{escape, escape_path};
use hairline_level::file::{self, Unread};
use hairline_level::{LEVEL_FILE_ENDING, Level, StableHasher};
use hairline_lines::{Line, is_line};
use hairline_sim::state::replay::{REPLAY_BYTES_MAX, REPLAY_FILE_ENDING, Replay, Verdict};

use crate::files::{bytes_of, files_under};
use crate::given::{campaign_levels, line_in, run_in, shown};
use crate::output::json;
use crate::output::status::ExitStatus;
use crate::output::times::seconds;
use crate::verify::{level_of, unknown_level};

/// How the name of a file of lines ends, to be found in a folder.
const LINES_FILE_ENDING: &str = ".txt";
/// The most bytes of a file of lines.
const LINES_BYTES_MAX: u64 = 16 << 20;
/// The most characters of the name of a run.
const NAME_CHARS_MAX: usize = 40;

/// `hairline board`.
#[derive(Args, Clone, Debug)]
pub struct BoardOptions {
    /// Replays, text files with lines in them, folders with such, or lines; level files for runs that came without their level
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// How the table is printed
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: BoardFormat,
}

/// How a board is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BoardFormat {
    /// Columns with tabs between them.
    #[default]
    Text,
    /// A JSON object on a line for each run, and for each that was skipped.
    Json,
}

/// A run that was given: its name on the board, and where it came from.
struct Entry {
    name: String,
    source: String,
    run: Run,
}

/// A run as it came. It is read when it is played: a short line may have an hour of inputs.
enum Run {
    Line(String),
    Replay(PathBuf),
}

impl Run {
    /// The run, and its level if that came with it.
    fn read(&self) -> Result<(Replay, Option<Level>), String> {
        match self {
            Self::Line(line) => {
                let line = Line::parse(line).map_err(|error| error.to_string())?;
                Ok((run_in(&line)?.clone(), line.level().map(|shared| shared.level.clone())))
            }
            // Its level lies beside it, as `verify` finds it; or it is known by its hash.
            Self::Replay(file) => {
                let bytes = bytes_of(file, REPLAY_BYTES_MAX as u64)?;
                let replay = Replay::parse(&bytes).map_err(|error| error.to_string())?;
                let level = level_of(file, &replay.level_file).map(|(_, level, _)| level);
                Ok((replay, level.ok()))
            }
        }
    }
}

/// A run that finishes its level.
struct Row {
    name: String,
    verdict: Verdict,
    /// The hash of its inputs.
    inputs: u64,
}

impl Row {
    fn shards_then_ticks(&self) -> (std::cmp::Reverse<u32>, u32) {
        (std::cmp::Reverse(self.verdict.shards), self.verdict.ticks)
    }
}

/// Prints the table: by level, the fastest run first, each best run marked; then what was skipped, and why.
pub fn board(options: &BoardOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut board = Board::default();
    options.runs.iter().for_each(|path| board.add_path(path));
    board.play();
    board.print(options.format, out)
}

#[derive(Default)]
struct Board {
    entries: Vec<Entry>,
    /// The levels that were given as files, by their hashes.
    given: BTreeMap<u64, Level>,
    /// Verified runs by the name and the hash of their level, the fastest first.
    levels: BTreeMap<(String, u64), (Standing, Vec<Row>)>,
    /// Where each run came from that was skipped, and why.
    skipped: Vec<(String, String)>,
    unread: Vec<String>,
}

/// A level on the board.
struct Standing {
    shards: usize,
    /// Whether it is none of the campaign's.
    is_foreign: bool,
}

impl Board {
    fn add_path(&mut self, path: &Path) {
        if let Some(line) = line_in(path) {
            return self.add(shown(path), shown(path), Run::Line(line.to_owned()));
        }
        let endings = [REPLAY_FILE_ENDING, LEVEL_FILE_ENDING, LINES_FILE_ENDING];
        let (files, unread) = files_under(path, |name| endings.iter().any(|ending| name.ends_with(ending)));
        self.unread.extend(unread);
        for file in files {
            // Where no byte is allowed, none is read.
            if let Err(Unread::Failed(reason)) = file::bytes(&file, 0) {
                self.unread.push(format!("{}: {reason}", escape_path(&file)));
                continue;
            }
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let added = if let Some(name) = name.strip_suffix(REPLAY_FILE_ENDING) {
                self.add(name.to_owned(), escape_path(&file), Run::Replay(file.clone()));
                Ok(())
            } else if name.ends_with(LEVEL_FILE_ENDING) {
                self.add_level(&file)
            } else {
                self.add_lines(&file, &name)
            };
            if let Err(reason) = added {
                self.skipped.push((escape_path(&file), reason));
            }
        }
    }

    fn add(&mut self, name: String, source: String, run: Run) {
        self.entries.push(Entry { name, source, run });
    }

    fn add_level(&mut self, file: &Path) -> Result<(), String> {
        let level = hairline_level::read(file).map_err(|error| error.to_string())?;
        self.given.insert(level.hash, level);
        Ok(())
    }

    /// A line on each row, with the name of the run in front of it; rows without a line are left out.
    fn add_lines(&mut self, file: &Path, file_name: &str) -> Result<(), String> {
        let bytes = bytes_of(file, LINES_BYTES_MAX)?;
        let before = self.entries.len();
        for (row, text) in String::from_utf8_lossy(&bytes).lines().enumerate() {
            let Some(line) = text.split_ascii_whitespace().find(|word| is_line(word)) else { continue };
            let (name, row) = (text.split(line).next().unwrap_or_default(), row + 1);
            let name = match name.trim_matches([' ', '\t', ':']) {
                "" => format!("{file_name}:{row}"),
                name => name.to_owned(),
            };
            self.add(name, format!("{}:{row}", escape_path(file)), Run::Line(line.to_owned()));
        }
        if self.entries.len() > before { Ok(()) } else { Err("there is no line in it".to_owned()) }
    }

    /// Plays every run on its level.
    fn play(&mut self) {
        let campaign: BTreeMap<u64, Level> =
            campaign_levels().into_iter().map(|(_, level)| (level.hash, level)).collect();
        for Entry { name, source, run } in std::mem::take(&mut self.entries) {
            let played = run.read().and_then(|(replay, level)| {
                let hash = replay.level_hash;
                // The campaign's own, so that no line names its level.
                let known = campaign.get(&hash).or(self.given.get(&hash)).cloned();
                let level = known.or(level).ok_or_else(|| unknown_level(hash))?;
                let verdict = replay.verify(&level).map_err(|error| error.to_string())?;
                Ok((replay, level, verdict))
            });
            let (replay, level, verdict) = match played {
                Ok(played) => played,
                Err(reason) => {
                    self.skipped.push((source, reason));
                    continue;
                }
            };
            let is_foreign = !campaign.contains_key(&level.hash);
            let standing = Standing { shards: level.shards.len(), is_foreign };
            let (_, rows) = self.levels.entry((level.name, level.hash)).or_insert((standing, vec![]));
            let mut hasher = StableHasher::new();
            replay.inputs.iter().for_each(|input| hasher.write_u32(u32::from(input.bits())));
            let inputs = hasher.finish();
            match rows.iter().find(|row| row.inputs == inputs) {
                Some(same) => self.skipped.push((source, format!("it is the same run as {}", short(&same.name)))),
                None => rows.push(Row { name, verdict, inputs }),
            }
        }
        for (_, rows) in self.levels.values_mut() {
            rows.sort_by(|a, b| a.verdict.ticks.cmp(&b.verdict.ticks).then_with(|| a.name.cmp(&b.name)));
        }
    }

    fn print(&self, format: BoardFormat, out: &mut dyn Write) -> io::Result<ExitStatus> {
        let is_text = format == BoardFormat::Text;
        if is_text && !self.levels.is_empty() {
            writeln!(out, "level\ttime s\tshards\tfocus s\trun\tbest")?;
        }
        for ((name, hash), (standing, rows)) in &self.levels {
            for row in rows {
                let best = best_of(row, rows);
                let line = if is_text {
                    text_of(name, standing, row, &best)
                } else {
                    json_of(name, *hash, standing, row, &best)
                };
                writeln!(out, "{line}")?;
            }
        }
        let unread = self.unread.iter().map(|reason| (None, reason));
        for (source, reason) in self.skipped.iter().map(|(source, reason)| (Some(source), reason)).chain(unread) {
            match (source, is_text) {
                (_, false) => {
                    let members = [("skipped", json!(source)), ("reason", json!(reason))];
                    writeln!(out, "{}", json::line(&members))?;
                }
                (Some(source), true) => writeln!(out, "skipped {source}: {reason}")?,
                (None, true) => writeln!(out, "cannot read {reason}")?,
            }
        }
        if is_text {
            let runs: usize = self.levels.values().map(|(_, rows)| rows.len()).sum();
            writeln!(out, "{} levels, {runs} runs, {} skipped", self.levels.len(), self.skipped.len())?;
        }
        Ok(match (self.unread.is_empty(), self.skipped.is_empty()) {
            (true, true) => ExitStatus::Fine,
            (true, false) => ExitStatus::Failed,
            _ => ExitStatus::CouldNotRun,
        })
    }
}

/// What a run is the best of its level by; equal runs share it.
fn best_of(row: &Row, rows: &[Row]) -> Vec<&'static str> {
    let ticks = |row: &Row| row.verdict.ticks;
    let is_plain = |row: &&Row| row.verdict.focus_ticks == 0;
    let bests = [
        (rows.iter().map(ticks).min() == Some(ticks(row)), "time"),
        (rows.iter().map(Row::shards_then_ticks).min() == Some(row.shards_then_ticks()), "shards"),
        (is_plain(&row) && rows.iter().filter(is_plain).map(ticks).min() == Some(ticks(row)), "without focus"),
    ];
    bests.into_iter().filter_map(|(is_best, by)| is_best.then_some(by)).collect()
}

fn text_of(level: &str, standing: &Standing, row: &Row, best: &[&str]) -> String {
    let Verdict { ticks, shards, focus_ticks, .. } = row.verdict;
    format!(
        "{}{}\t{}\t{shards} of {}\t{}\t{}\t{}",
        escape(level),
        if standing.is_foreign { " (foreign)" } else { "" },
        seconds(ticks as usize),
        standing.shards,
        seconds(focus_ticks as usize),
        short(&row.name),
        best.join(", "),
    )
}

fn json_of(level: &str, hash: u64, standing: &Standing, row: &Row, best: &[&str]) -> String {
    let Verdict { ticks, shards, focus_ticks, .. } = row.verdict;
    json::line(&[
        ("level", json!(level)),
        ("hash", json!(format!("{hash:016x}"))),
        ("foreign", json!(standing.is_foreign)),
        ("run", json!(row.name)),
        ("ticks", json!(ticks)),
        ("shards", json!(shards)),
        ("shards_of_level", json!(standing.shards)),
        ("focus_ticks", json!(focus_ticks)),
        ("best", json!(best)),
    ])
}

/// The beginning of a name, escaped.
fn short(name: &str) -> String {
    escape(&name.chars().take(NAME_CHARS_MAX).collect::<String>()).into_owned()
}
