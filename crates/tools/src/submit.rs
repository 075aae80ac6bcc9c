//! `hairline submit`: all that a level needs before others play it, one command after the other: its proof, its check, its
//! rating, its poster and its line. Each step is one of the other commands.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Parser};

use hairline_level::campaign::CAMPAIGN_FILE_NAME;
use hairline_sim::state::replay::proof_path;

use crate::check::options::CheckOptions;
use crate::given::{self, line_in, shown};
use crate::output::status::ExitStatus;
use crate::poster::PosterOptions;
use crate::rate::RateOptions;
use crate::solve::command::solve;
use crate::solve::options::SolveOptions;
use crate::solve::store;
use crate::{check, poster, rate, share, verify};

/// `hairline submit`.
#[derive(Args, Clone, Debug)]
pub struct SubmitOptions {
    /// The level file
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// The folder for the poster
    #[arg(long, value_name = "FOLDER", default_value = "posters")]
    pub out: PathBuf,
}

/// Steps that are taken one after the other, up to the first that does not end well.
struct Steps<'a> {
    out: &'a mut dyn Write,
    status: ExitStatus,
}

impl Steps<'_> {
    /// Names a step and the command that does it alone, and takes it.
    fn take(
        &mut self,
        what: &str,
        command: &str,
        step: impl FnOnce(&mut dyn Write) -> io::Result<ExitStatus>,
    ) -> io::Result<()> {
        if self.status == ExitStatus::Fine {
            writeln!(self.out, "\n== {what} (hairline {command})")?;
            self.out.flush()?;
            self.status = step(self.out)?;
        }
        Ok(())
    }
}

/// Proves, checks, rates and draws a level, and prints its line.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn submit(options: &SubmitOptions, out: &mut dyn Write, color: bool) -> io::Result<ExitStatus> {
    let path = options.level.as_path();
    let is_campaign = path.file_name().is_some_and(|name| name == CAMPAIGN_FILE_NAME);
    if line_in(path).is_some() || path.is_dir() || path == Path::new("-") || is_campaign {
        writeln!(out, "cannot submit {}: name the file of one level", shown(path))?;
        return Ok(ExitStatus::CouldNotRun);
    }
    let proof = proof_path(path);
    let mut steps = Steps { out, status: ExitStatus::Fine };
    // Of a level with errors no proof is searched: the check names them.
    if given::level(path).is_ok_and(|level| store::proof_of(path, &level).is_err()) {
        steps.take("a proof", "solve", |out| solve(&plain::<SolveOptions>(path), out))?;
    }
    let deep = CheckOptions { deep: true, ..CheckOptions::of([path.to_owned()]) };
    steps.take("errors and warnings", "check --deep", |out| check::check(&deep, out, color))?;
    steps.take("the proof", "verify", |out| verify::verify(std::slice::from_ref(&proof), out))?;
    steps.take("how hard it is", "rate", |out| rate::rate(&plain::<RateOptions>(path), out))?;
    let poster = PosterOptions { out: options.out.clone(), qr: true, ..plain(path) };
    steps.take("the poster", "poster --qr", |out| poster::poster(&poster, out))?;
    steps.take("the line", "share --both", |out| share::share(&[path.to_owned()], true, out))?;
    let Steps { out, status } = steps;
    match status {
        ExitStatus::Fine => writeln!(out, "\nready: send {} with {}", shown(path), shown(&proof))?,
        _ => writeln!(out, "\n{} is not ready: see above", shown(path))?,
    }
    Ok(status)
}

/// The options of a command for one level, as they are when nothing else is given.
fn plain<T: Args>(level: &Path) -> T {
    #[derive(Parser)]
    struct CommandLine<T: Args> {
        #[command(flatten)]
        options: T,
    }
    CommandLine::parse_from(["hairline".as_ref(), "--".as_ref(), level.as_os_str()] as [&OsStr; 3]).options
}
