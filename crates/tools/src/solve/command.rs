//! `hairline solve`: reads levels, searches each, and writes the proofs that are better than those that are there.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use bevy_math::Vec2;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::check;
use crate::files::{bytes_of, levels_of, make_writable};
use crate::given::line_in;
use crate::output::status::ExitStatus;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::limits::FILE_BYTES_MAX;
use hairline_level::{ExitOpens, Inspection, Level};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::{Replay, proof_path};

use super::budget::{Budget, catch_interrupts, is_interrupted};
use super::options::{Shards, SolveOptions};
use super::record::{Record, WriteOutcome, failure};
use super::store::{self, Score};
use super::why_not::{WhyNot, why_not};
use super::{Answer, Reason, Run, Settings, ablation, find, simplify};

/// The share of its time by which an easier run may take longer.
const EASY_LONGER: f32 = 0.05;

/// Solves the levels of `options`, one line each.
pub fn solve(options: &SolveOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let pool = ThreadPoolBuilder::new().num_threads(options.threads.unwrap_or(0).into()).build();
    let pool = match pool {
        Ok(pool) => pool,
        Err(error) => {
            writeln!(out, "cannot solve: no threads can be started: {error}")?;
            return Ok(ExitStatus::CouldNotRun);
        }
    };
    if let Some(folder) = &options.out
        && let Err(error) = make_writable(folder)
    {
        let reason = format!("results cannot be written there: {error}");
        writeln!(out, "{}", failure(folder, &reason, options.format))?;
        return Ok(ExitStatus::CouldNotRun);
    }
    catch_interrupts();
    let (files, mut worst) = levels_of(&options.levels, |path, reason| {
        // The line names the path already.
        let reason = reason.strip_prefix(&format!("{}: ", escape_path(path))).unwrap_or(reason);
        writeln!(out, "{}", failure(path, reason, options.format))
    })?;
    let files = in_partition(files, options);
    for (place, path) in files.iter().enumerate() {
        if is_interrupted() {
            let count = files.len() - place;
            eprintln!("interrupted: {count} of {} levels were not searched", files.len());
            worst = worst.max(ExitStatus::Failed);
            break;
        }
        let outcome = match Task::read(path) {
            Ok(task) => task.solve(options, &pool, out)?,
            Err(reason) => {
                writeln!(out, "{}", failure(path, &reason, options.format))?;
                ExitStatus::CouldNotRun
            }
        };
        worst = worst.max(outcome);
        out.flush()?;
    }
    Ok(worst)
}

/// The levels of this process's part, in the order of their hashes; all of them, as they were given, without `--part`. A level's
/// part follows from its hash, so that every machine makes the same parts, wherever its files lie and whatever lies beside them.
/// Files that cannot be read are all in the first part.
fn in_partition(files: Vec<PathBuf>, options: &SolveOptions) -> Vec<PathBuf> {
    // Results are copies of levels, and no task.
    let out = options.out.as_ref().and_then(|out| out.canonicalize().ok());
    let is_result = |path: &PathBuf| path.canonicalize().is_ok_and(|path| out.iter().any(|out| path.starts_with(out)));
    let files = files.into_iter().filter(|path| !is_result(path));
    let Some(partition) = options.part else { return files.collect() };
    let hash = |path: &Path| Task::read(path).map_or(0, |task| task.level.hash);
    let mut files: Vec<(u64, PathBuf)> = files.map(|path| (hash(&path), path)).collect();
    files.retain(|(hash, _)| partition.has(*hash));
    files.sort_unstable();
    files.into_iter().map(|(_, path)| path).collect()
}

/// A level to be searched, as it was read.
struct Task {
    path: PathBuf,
    /// The file's name without folders, as replays name it.
    file: String,
    bytes: Vec<u8>,
    /// Where everything is in the file.
    inspection: Inspection,
    level: Level,
}

impl Task {
    fn read(path: &Path) -> Result<Self, String> {
        if line_in(path).is_some() {
            return Err("it is a line, and a proof lies beside a file".to_owned());
        }
        let bytes = bytes_of(path, FILE_BYTES_MAX)?;
        let inspection = hairline_level::inspect(&bytes, &path.display().to_string());
        let level = inspection.level.clone().ok_or_else(|| format!("\n{}", inspection.diagnostics))?;
        let file = path.file_name().and_then(|name| name.to_str()).ok_or("its name is not text")?.to_owned();
        Ok(Self { path: path.to_owned(), file, bytes, inspection, level })
    }

    fn solve(&self, options: &SolveOptions, pool: &ThreadPool, out: &mut dyn Write) -> io::Result<ExitStatus> {
        let level = &self.level;
        let count = level.shards.len();
        if let Shards::AtLeast(least) = options.shards
            && least as usize > count
        {
            let reason = format!("it has {count} shards, fewer than the {least} of `--shards`");
            writeln!(out, "{}", failure(&self.path, &reason, options.format))?;
            return Ok(ExitStatus::CouldNotRun);
        }
        // The exit opens after the last shard, so no run can take fewer.
        if level.exit_opens == ExitOpens::AfterAllShards && (options.shards.of(count as u32) as usize) < count {
            let reason = "its exit opens after all shards, so that no run takes fewer: leave `--shards` out";
            writeln!(out, "{}", failure(&self.path, reason, options.format))?;
            return Ok(ExitStatus::CouldNotRun);
        }
        if options.bench {
            return self.bench(options, out);
        }
        // A run with fewer shards than are asked for is no run to go on from.
        let least = options.shards.of(count as u32);
        let known = self.known(options).filter(|(.., score)| score.shards() >= least);
        if let Some((path, replay, score)) = known.as_ref().filter(|_| options.resume) {
            let answer = Answer { run: Some(Self::run_of(replay, score)), ..Answer::default() };
            let kept = WriteOutcome::AsGood { path: path.clone(), better: None };
            return self.print(options, &answer, None, kept, out);
        }
        let mut settings = Settings {
            shards: options.shards,
            focus: !options.no_focus,
            first: options.first,
            seed: options.seed,
            memory: options.memory,
        };
        let wall = options.ticks.is_none().then_some(options.budget);
        // With `--easy` a quarter of the budget is left for that.
        let share = |of: u64| if options.easy { of - of / 4 } else { of };
        let search_wall = wall.map(|wall| if options.easy { wall.mul_f32(0.75) } else { wall });
        let budget = || Budget::new(search_wall, options.ticks.map(share));
        if !options.without.is_empty() {
            settings.first = true;
            let (level, rest) = (settled(level), settled(&ablation::without(level, &options.without)));
            let answer = pool.install(|| find(&rest, settings, budget(), None));
            let note = answer.run.as_ref().map_or(String::new(), |run| compare(&level, &rest, run));
            return self.print(options, &answer, None, WriteOutcome::Not(note), out);
        }
        let beaten = known.as_ref().filter(|_| options.improve).map(|(_, replay, score)| Self::run_of(replay, score));
        let whole = budget().with_a_quarter_for_why_not();
        let mut answer = pool.install(|| find(level, settings, whole, beaten));
        let is_open = answer.run.is_none() && !matches!(answer.reason, Some(Reason::Impossible(_)));
        // Of an impossible level the plain check says more than any search.
        let why = is_open.then(|| pool.install(|| why_not(&self.inspection, settings, &mut answer, whole))).flatten();
        let found = answer.run.clone();
        if let Some(run) = answer.run.as_mut().filter(|_| options.easy) {
            let left = Budget::new(
                wall.map(|wall| wall.saturating_sub(answer.elapsed)),
                options.ticks.map(|ticks| ticks.saturating_sub(answer.ticks)),
            );
            let (inputs, played) = simplify::ease(level, &run.inputs, EASY_LONGER, left);
            run.inputs = inputs;
            answer.ticks += played;
        }
        let keep = |run: &Option<Run>| match run {
            None => Ok(WriteOutcome::Not(String::new())),
            Some(run) => self.keep(options, run),
        };
        let mut kept = keep(&answer.run);
        // The easier run is no better proof than the one there, but the faster run that it was made from may be.
        if matches!(kept, Ok(WriteOutcome::AsGood { .. })) && found != answer.run {
            let faster = keep(&found);
            if !matches!(faster, Ok(WriteOutcome::AsGood { .. })) {
                (answer.run, kept) = (found, faster);
            }
        }
        match kept {
            Ok(kept) => self.print(options, &answer, why.as_ref(), kept, out),
            Err(reason) => {
                writeln!(out, "{}", failure(&self.path, &reason, options.format))?;
                Ok(ExitStatus::CouldNotRun)
            }
        }
    }

    fn print(
        &self,
        options: &SolveOptions,
        answer: &Answer,
        why: Option<&WhyNot>,
        kept: WriteOutcome,
        out: &mut dyn Write,
    ) -> io::Result<ExitStatus> {
        let shards = self.level.shards.len();
        let inspection = &self.inspection;
        let is_impossible = matches!(answer.reason, Some(Reason::Impossible(_)));
        let checked = if is_impossible { self.checked() } else { vec![] };
        let record = Record { path: &self.path, hash: self.level.hash, shards, answer, inspection, checked, why, kept };
        writeln!(out, "{}", record.line(options.format))?;
        Ok(if answer.run.is_some() { ExitStatus::Fine } else { ExitStatus::Failed })
    }

    /// What the plain check says of the level.
    fn checked(&self) -> Vec<String> {
        let diagnostics = check::inspect(&self.bytes, &self.path.display().to_string()).diagnostics;
        let said = diagnostics.iter().map(|diagnostic| match diagnostic.help_text() {
            Some(help) => format!("{}: {help}", diagnostic.message()),
            None => diagnostic.message().to_owned(),
        });
        said.collect()
    }

    /// The best run of this very level that is there already, where a better one would be written.
    fn known(&self, options: &SolveOptions) -> Option<(PathBuf, Replay, Score)> {
        match &options.out {
            Some(folder) => store::best_result(folder, &self.level),
            None => {
                let (replay, score) = store::proof_of(&self.path, &self.level).ok()?;
                Some((proof_path(&self.path), replay, score))
            }
        }
    }

    fn run_of(replay: &Replay, score: &Score) -> Run {
        Run { inputs: replay.inputs.clone(), shards: score.shards() }
    }

    /// Writes a run where it belongs, unless what is there now, after the search, is as good.
    fn keep(&self, options: &SolveOptions, run: &Run) -> Result<WriteOutcome, String> {
        let replay = Replay::record(&self.file, &self.level, run.inputs.clone());
        let verdict = replay.verify(&self.level);
        let verdict = verdict.map_err(|error| format!("the run that was found does not verify: {error}"))?;
        let score = Score::of(&replay, verdict);
        if let Some((path, known, there)) = self.known(options).filter(|(.., there)| !score.is_better_than(there)) {
            let better = there.is_better_than(&score).then_some(known.inputs.len());
            return Ok(WriteOutcome::AsGood { path, better });
        }
        let cannot = |path: &Path, error: io::Error| format!("{} cannot be written: {error}", escape_path(path));
        match &options.out {
            Some(folder) => {
                let path = store::add_result(folder, &replay, &self.bytes).map_err(|error| cannot(folder, error))?;
                Ok(WriteOutcome::Written(path))
            }
            None if Self::read(&self.path).map(|task| task.level.hash) != Ok(self.level.hash) => Ok(WriteOutcome::Not(
                "not written: the file has changed meanwhile, and the run is for the level as it was".to_owned(),
            )),
            None => {
                let path = proof_path(&self.path);
                store::write_replay(&path, &replay).map_err(|error| cannot(&path, error))?;
                Ok(WriteOutcome::Written(path))
            }
        }
    }

    /// Ticks a second on one core: of the search, with all its saving, restoring and sorting, and of plain play of the run
    /// that it found or, if it found none, of nothing pressed.
    fn bench(&self, options: &SolveOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
        let level = &self.level;
        let settings =
            Settings { shards: options.shards, focus: true, first: true, seed: options.seed, memory: options.memory };
        let one = ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
        let (mut best_search, mut best_plain) = (0.0_f64, 0.0_f64);
        // Alternately, so that other work on the machine slows both; the best of each counts.
        for _ in 0..3 {
            let budget = Budget::new(Some(options.budget / 6), options.ticks);
            let answer = one.install(|| find(level, settings, budget, None));
            best_search = best_search.max(answer.ticks as f64 / answer.elapsed.as_secs_f64().max(1e-9));
            let inputs = answer.run.map(|run| run.inputs).unwrap_or_else(|| vec![Default::default(); 512]);
            best_plain = best_plain.max(plain_rate(level, &inputs, answer.elapsed.as_secs_f64().clamp(0.2, 5.0)));
        }
        writeln!(
            out,
            "{}: search {best_search:.0} ticks/s a core, plain play {best_plain:.0} ticks/s, {:.0} %",
            escape_path(&self.path),
            100.0 * best_search / best_plain
        )?;
        Ok(ExitStatus::Fine)
    }
}

/// Ticks a second of plain play, over and over for some seconds.
fn plain_rate(level: &Level, inputs: &[hairline_sim::run::input::TickInput], seconds: f64) -> f64 {
    let mut simulation = hairline_sim::Simulation::new(level);
    let start = simulation.save();
    let (started, mut ticks) = (Instant::now(), 0_u64);
    while started.elapsed().as_secs_f64() < seconds {
        simulation.restore(&start);
        inputs.iter().for_each(|&input| simulation.tick(input));
        ticks += inputs.len() as u64;
    }
    ticks as f64 / started.elapsed().as_secs_f64()
}

/// The level with the ninja where it has come to stand: a run from there is the same run after a wait.
fn settled(level: &Level) -> Level {
    /// Ticks (1/4 s) in which it comes to rest.
    const SETTLE_TICKS: u32 = 32;
    let mut simulation = hairline_sim::Simulation::new(level);
    (0..SETTLE_TICKS).for_each(|_| simulation.tick(TickInput::NONE));
    let ninja = simulation.ninja();
    let stands = simulation.run().is_running() && ninja.ground.is_some() && ninja.velocity == Vec2::ZERO;
    Level { ninja: if stands { ninja.position } else { level.ninja }, ..level.clone() }
}

/// Plays a run of a level without some parts in the whole level, begun after several waits. If it finishes less often there,
/// those parts matter to the player.
fn compare(whole: &Level, rest: &Level, run: &Run) -> String {
    /// How many waits are tried, and the ticks (1/16 s) from one to the next.
    const WAITS: u32 = 64;
    const WAIT_TICKS: u32 = 8;
    let finished =
        |level| (0..WAITS).filter(|wait| simplify::finishes_after(level, wait * WAIT_TICKS, &run.inputs)).count();
    format!(
        "not written: begun after {WAITS} waits, that run finishes {} without the parts, and {} in the whole level",
        times(finished(rest)),
        times(finished(whole))
    )
}

/// "once", or "n times".
fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}
