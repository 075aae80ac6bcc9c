//! `hairline check`: reads level files and campaigns and shows every diagnostic, or a line for each valid file. It also looks at
//! what each level means, and plays: its first moment always, all of it with `--deep`.

mod dead_ends;
mod deep;
mod doors;
mod flags;
mod instant_death;
mod labels;
pub mod options;
mod report;
mod robots;
mod soft_locks;
mod sources;
mod states;
mod unreachable;
mod work;

use std::io::{self, Write};
use std::path::Path;

use crate::files::some_files_under;
use crate::given::{self, shown};
use crate::output::status::ExitStatus;
use hairline_level::campaign;
use hairline_level::campaign::CAMPAIGN_FILE_NAME;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::{Inspection, LEVEL_FILE_ENDING, ReadError};
use hairline_lines::is_line;

use options::CheckOptions;
use report::{Report, campaign_summary, level_summary};

/// Checks files, and every `*.level.ron` and `campaign.ron` in folders, sorted by name. The path `-` is a level on standard
/// input, which is read once. A level may be a line.
pub fn check(options: &CheckOptions, out: &mut dyn Write, color: bool) -> io::Result<ExitStatus> {
    let mut report = Report::new(out, options.format, color);
    if options.paths.is_empty() {
        report.not_run("", "no path was given: name level files or folders")?;
    }
    let mut has_read_input = false;
    for path in &options.paths {
        if path == Path::new("-") {
            // Standard input can be read only once.
            if !std::mem::replace(&mut has_read_input, true) {
                check_input(options, &mut report)?;
            }
            continue;
        }
        let (files, unread) = some_files_under(path, LEVEL_FILE_ENDING, Some(CAMPAIGN_FILE_NAME));
        for reason in &unread {
            report.not_run(&escape_path(path), reason)?;
        }
        for file in files {
            check_file(&file, options, &mut report)?;
        }
    }
    report.finish()
}

/// Reads a level from the bytes of its file, with every warning of the plain check.
pub fn inspect(bytes: impl AsRef<[u8]>, source_name: &str) -> Inspection {
    with_logic(hairline_level::inspect(bytes, source_name))
}

/// Adds the warnings of what a level means.
fn with_logic(mut inspection: Inspection) -> Inspection {
    instant_death::warn(&mut inspection);
    unreachable::warn(&mut inspection);
    inspection
}

fn check_file(path: &Path, options: &CheckOptions, report: &mut Report) -> io::Result<()> {
    if path.file_name().is_some_and(|name| name == CAMPAIGN_FILE_NAME) {
        return match campaign::read_inspected(path) {
            Ok((campaign, diagnostics)) => {
                let summary = campaign.as_ref().map(campaign_summary);
                report.file(path, summary, &diagnostics)
            }
            Err(error) => unreadable(path, error, report),
        };
    }
    match given::inspect(path) {
        Ok(inspection) => check_level(path, inspection, options, report),
        Err(error) => unreadable(path, error, report),
    }
}

fn check_input(options: &CheckOptions, report: &mut Report) -> io::Result<()> {
    let name = Path::new("<stdin>");
    let bytes_max = hairline_level::limits::FILE_BYTES_MAX;
    let mut bytes = Vec::new();
    match io::Read::read_to_end(&mut io::Read::take(io::stdin().lock(), bytes_max + 1), &mut bytes) {
        Ok(_) => match str::from_utf8(&bytes).ok().filter(|text| is_line(text.trim_start())) {
            Some(line) => match given::inspect_line(line, "<stdin>") {
                Ok(inspection) => check_level(name, inspection, options, report),
                Err(error) => unreadable(name, error, report),
            },
            None => check_level(name, hairline_level::inspect(bytes, "<stdin>"), options, report),
        },
        Err(error) => report.not_run("<stdin>", &format!("standard input cannot be read: {error}")),
    }
}

fn check_level(path: &Path, inspection: Inspection, options: &CheckOptions, report: &mut Report) -> io::Result<()> {
    let mut inspection = with_logic(inspection);
    if options.deep {
        deep::warn(&mut inspection, path, options);
    }
    let summary = inspection.level.as_ref().map(level_summary);
    report.file(path, summary, &inspection.diagnostics)
}

fn unreadable(path: &Path, error: ReadError, report: &mut Report) -> io::Result<()> {
    match error {
        ReadError::Invalid(diagnostics) => report.file(path, None, &diagnostics),
        ReadError::Disk { .. } => report.not_run(&shown(path), &error.to_string()),
    }
}
