//! The options of `hairline solve`, and how they are written on the command line.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::ablation::Ablation;

/// `hairline solve`.
#[derive(Args, Clone, Debug)]
pub struct SolveOptions {
    /// Level files, or folders with levels in them
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// The shards that a run must take: `all`, `none`, or at least a number of them
    #[arg(long, default_value = "all", value_name = "all|none|N")]
    pub shards: Shards,
    /// Search for a run without focus, which shows whether the level needs it
    #[arg(long)]
    pub no_focus: bool,
    /// Take these out of the level, to see whether it needs them; nothing is written
    #[arg(long, value_delimiter = ',', value_name = "KIND")]
    pub without: Vec<Ablation>,
    /// Time for each level: `30s`, `5m`, `1h`
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = duration)]
    pub budget: Duration,
    /// Ticks that the search of each level may play, instead of `--budget`: the same answer on every machine
    #[arg(long, value_name = "TICKS", value_parser = clap::value_parser!(u64).range(1..))]
    pub ticks: Option<u64>,
    /// Memory for the states of the search, roughly: `512M`, `2G`
    #[arg(long, default_value = "1G", value_name = "BYTES", value_parser = bytes)]
    pub memory: u64,
    /// Threads; as many as the machine has cores if not given. The answer does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Follow other states of about the same worth: another seed may find another run
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Stop at the first run
    #[arg(long)]
    pub first: bool,
    /// Begin with the proof that is there, and search for a better run only
    #[arg(long, conflicts_with_all = ["no_focus", "without"])]
    pub improve: bool,
    /// Make the run easier to play, never harder: fewer changes of the buttons, each in the middle of its window. A faster run that
    /// was found is kept as it is where only that is better than the proof there
    #[arg(long)]
    pub easy: bool,
    /// Write results to this folder, named by content, for `hairline merge`; not beside the levels
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Leave out levels that have a result in the folder of `--out`
    #[arg(long, requires = "out", conflicts_with_all = ["without", "bench"])]
    pub resume: bool,
    /// Solve only part M of N of the levels, from 1, for a search on several machines
    #[arg(long, value_name = "M/N")]
    pub part: Option<Partition>,
    /// One line for people or one JSON object for each level
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Only measure: ticks a second that the search plays and that plain play does, side by side on one core
    #[arg(long, conflicts_with_all = ["out", "without", "no_focus", "easy", "improve", "first"])]
    pub bench: bool,
}

/// The shards that a run must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shards {
    /// Every one.
    All,
    /// At least so many, as far as the level has them.
    AtLeast(u32),
}

impl Shards {
    /// How many of a level's shards.
    pub fn of(self, count: u32) -> u32 {
        match self {
            Self::All => count,
            Self::AtLeast(least) => least.min(count),
        }
    }
}

impl FromStr for Shards {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::AtLeast(0)),
            number => number.parse().map(Self::AtLeast).map_err(|_| "it is `all`, `none` or a whole number".to_owned()),
        }
    }
}

/// A part of the levels: every `of`-th from `number` on, in an order that depends on the levels' content alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Which part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Partition {
    /// Whether a level is in this part, by its hash alone: no other level changes that.
    pub fn has(self, hash: u64) -> bool {
        hash % u64::from(self.of) == u64::from(self.number) - 1
    }
}

impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            Some(_) => Err("the first number is from 1 to the second".to_owned()),
            None => Err("it is written M/N, such as 2/8".to_owned()),
        }
    }
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for people.
    Text,
    /// A JSON object on each line.
    Jsonl,
}

/// The longest budget, a week.
const SECONDS_MAX: f64 = 7.0 * 24.0 * 3600.0;

/// Reads a time such as `500ms`, `60s`, `5m` or `2h`; a bare number is seconds.
///
/// # Errors
/// If it is not written so, is not above 0, or is over a week.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let unit_at = text.find(|character: char| character.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time: use `ms`, `s`, `m` or `h`")),
    };
    let seconds =
        number.parse::<f64>().map_err(|_| "a time is written such as `60s`, `5m` or `1h`".to_owned())? * scale;
    if seconds > 0.0 && seconds <= SECONDS_MAX {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("a time is above 0 and at most a week".to_owned())
    }
}

/// Reads a number of bytes such as `512M` or `2G` (powers of 1024).
fn bytes(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let number = number.parse::<u64>().map_err(|_| "memory is written such as `512M` or `2G`".to_owned())?;
    let bytes = number.checked_mul(1 << shift).ok_or("that is more memory than there can be")?;
    if bytes < 1 << 20 { Err("at least `1M`".to_owned()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        let read = |text: &str| duration(text).ok().map(|time| time.as_millis());
        assert_eq!(
            ["500ms", "60s", "60", "1.5m", "2h"].map(read),
            [Some(500), Some(60_000), Some(60_000), Some(90_000), Some(7_200_000)]
        );
        for bad in ["", "s", "0s", "-1s", "1d", "nan", "inf", "1e99", "8000000", "1 s x"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn memory_is_read_with_its_unit() {
        assert_eq!(
            ["1M", "2G", "1048576", "2048k"].map(|text| bytes(text).ok()),
            [1, 2048, 1, 2].map(|mib| Some(mib << 20))
        );
        for bad in ["", "M", "0", "1", "2T", "-1G", "99999999999999G"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
