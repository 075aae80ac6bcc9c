//! `hairline film`: a run as a film. It plays the run by the rules, without a window, lets the view paint each tick as in play, and
//! draws that as posters are drawn. It shows whole ticks, so that the same run makes the same film to the byte.

pub mod schedule;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bevy::math::Vec2;
use clap::Args;

use hairline_level::diagnostics::escape::escape_path;
use hairline_level::{Level, LevelWorld};
use hairline_painter::painter::Painter;
use hairline_profile::disk::replace;
use hairline_sim::Simulation;
use hairline_sim::history::tracer::{Trace, Tracer};
use hairline_sim::history::{TRIES_MAX, Try, TryEnd};
use hairline_sim::run::Phase;
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::{REPLAY_FILE_ENDING, Replay, ReplayError};
use hairline_sim::tuning::{RULES_VERSION, TICKS_PER_SECOND};
use hairline_tools::files::some_files_under;
use hairline_tools::film::colors::Histogram;
use hairline_tools::film::gif::{COLORS_MAX, GifWriter};
use hairline_tools::film::stage::{Frame, Moment, Stage};
use hairline_tools::film::y4m;
use hairline_tools::output::status::ExitStatus;
use hairline_tools::poster::world_of;
use hairline_tools::verify::{Proven, prove, read_replay};

use crate::view::Presentation;
use crate::view::history::tries::Tries;
use crate::view::terrain::backdrop::paint_space;
use crate::view::windowless::Playback;
use schedule::{Pace, Schedule};

/// Frames that are drawn at once, on all cores.
const BATCH: usize = 32;
/// Frames whose colors choose the palette.
const SAMPLES: u32 = 48;
/// Share of a second for which the start is held, so that a film that repeats has a beginning.
const LEAD_SECONDS: f32 = 0.5;
/// Ticks that are shown after the exit; more of them with tries, whose marks want to be looked at.
const REST_TICKS: u32 = 3 * TICKS_PER_SECOND / 2;
const TRIES_REST_TICKS: u32 = 5 * TICKS_PER_SECOND / 2;
/// Time constant in seconds with which a level that is larger than the frame follows the ninja.
const FOLLOW_SECONDS: f32 = 0.16;

/// `hairline film`.
#[derive(Args, Clone, Debug)]
pub struct FilmOptions {
    /// A replay that finishes its level, which lies beside it or in the folder above
    #[arg(value_name = "RUN")]
    pub run: PathBuf,
    /// The GIF; or - for raw video (YUV4MPEG2) to standard output
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// More replays of the level, or folders of them: all start together, and a cross marks a death
    #[arg(long, value_name = "REPLAY", num_args = 1..)]
    pub tries: Vec<PathBuf>,
    #[command(flatten)]
    pub look: Look,
}

/// How a film looks.
#[derive(Args, Clone, Debug)]
pub struct Look {
    /// Show focus as slow motion, as it was played
    #[arg(long)]
    pub slow_motion: bool,
    /// Pixels of the longer side
    #[arg(long, default_value_t = Look::default().width, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(64..=3840))]
    pub width: u32,
    /// Seconds of the film at most
    #[arg(long, default_value_t = Look::default().seconds, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
    /// Frames a second: 10, 20, 25 or 50, of which a GIF can be exact
    #[arg(long, default_value_t = Look::default().fps, value_name = "FRAMES", value_parser = frames_per_second)]
    pub fps: u32,
}

impl Default for Look {
    fn default() -> Self {
        Self { slow_motion: false, width: 640, seconds: 30, fps: 50 }
    }
}

fn frames_per_second(text: &str) -> Result<u32, String> {
    let known = text.parse().ok().filter(|fps| [10, 20, 25, 50].contains(fps));
    known.ok_or_else(|| "a film has 10, 20, 25 or 50 frames a second".to_owned())
}

/// Makes a film. Raw video goes to `out`, and what is said then to standard error.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn film(options: &FilmOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let to_out = options.out == Path::new("-");
    let (status, words) = match make(options, to_out.then_some(&mut *out)) {
        Ok(line) => (ExitStatus::Fine, line),
        Err(Stop::Output(error)) => return Err(error),
        Err(Stop::Refused(status, reason)) => (status, format!("cannot film {}: {reason}", escape_path(&options.run))),
    };
    if to_out {
        writeln!(io::stderr(), "{words}")?
    } else {
        writeln!(out, "{words}")?
    }
    Ok(status)
}

/// Why there is no film.
enum Stop {
    /// Standard output cannot be written to.
    Output(io::Error),
    Refused(ExitStatus, String),
}

impl From<(ExitStatus, String)> for Stop {
    fn from((status, reason): (ExitStatus, String)) -> Self {
        Self::Refused(status, reason)
    }
}

fn could_not(reason: String) -> Stop {
    Stop::Refused(ExitStatus::CouldNotRun, reason)
}

fn make(options: &FilmOptions, out: Option<&mut dyn Write>) -> Result<String, Stop> {
    if out.is_none() {
        check_name(&options.out).map_err(could_not)?;
    }
    let Proven { replay, level_path, level, .. } = prove(&options.run)?;
    let tries = options.tries.iter().map(|path| tries_of(path, &level)).collect::<Result<Vec<_>, _>>()?.concat();
    let look = &options.look;
    let film = Film::new(&level, world_of(&level_path, &level), &replay.inputs, &tries, look)?;
    let name = escape_path(&options.out);
    let (frames, size) = (film.frames, film.stage.size());
    let mut note = format!("{name}: {} × {} pixels, {:.2} s", size.x, size.y, frames as f32 / look.fps as f32);
    if film.is_cut {
        note += &format!(", without the end of the run: --seconds {} shows it", film.whole.div_ceil(look.fps));
    }
    let progress = Progress::new();
    match out {
        Some(out) => film.write_video(out, &mut |drawn| progress.show(drawn, frames)).map_err(Stop::Output)?,
        None => {
            let bytes = film.gif(&mut |drawn| progress.show(drawn, frames));
            let bytes = bytes.map_err(|error| could_not(error.to_string()))?;
            replace(&options.out, &bytes).map_err(|error| could_not(format!("{name} cannot be written: {error}")))?;
            note += &format!(", {:.2} MB", bytes.len() as f32 / 1e6);
        }
    }
    Ok(note)
}

/// Draws a GIF of a run and, at once, of other tries at its level. `show` is told the share that is drawn.
///
/// # Errors
/// In one sentence, if it cannot be drawn.
pub fn draw_gif(
    level: &Level,
    world: LevelWorld,
    inputs: &[TickInput],
    tries: &[Try],
    mut show: impl FnMut(f32),
) -> Result<Vec<u8>, String> {
    let look = Look::default();
    let film = Film::new(level, world, inputs, tries, &look).map_err(|stop| match stop {
        Stop::Output(error) => error.to_string(),
        Stop::Refused(_, reason) => reason,
    })?;
    film.gif(&mut |drawn| show(drawn as f32 / film.frames.max(1) as f32)).map_err(|error| error.to_string())
}

/// Whether a GIF can be written there, as far as that is seen before it is made.
fn check_name(out: &Path) -> Result<(), String> {
    let name = escape_path(out);
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if out.is_dir() {
        Err(format!("{name} is a folder, and --out names a file"))
    } else if !folder.is_dir() {
        Err(format!("there is no folder {}", escape_path(folder)))
    } else if out.extension().is_some_and(|ending| !ending.eq_ignore_ascii_case("gif")) {
        Err(format!("{name} is no GIF; for an encoder of other films, `--out -` writes raw video to standard output"))
    } else {
        Ok(())
    }
}

/// The tries in a replay file, or in those of a folder.
fn tries_of(path: &Path, level: &Level) -> Result<Vec<Try>, Stop> {
    let (files, unread) = some_files_under(path, REPLAY_FILE_ENDING, None);
    if let Some(reason) = unread.into_iter().next() {
        return Err(could_not(reason));
    }
    let read = |file: &PathBuf| {
        let named = |(status, reason): (ExitStatus, String)| (status, format!("{}: {reason}", escape_path(file)));
        let Replay { rules, level_hash, inputs, .. } = read_replay(file).map_err(named)?;
        let other = |error: ReplayError| named((ExitStatus::Failed, error.to_string()));
        if rules != RULES_VERSION {
            return Err(other(ReplayError::Rules(rules)).into());
        }
        if level_hash != level.hash {
            return Err(other(ReplayError::OtherLevel { found: level_hash, expected: level.hash }).into());
        }
        Ok(try_of(level, &inputs))
    };
    files.iter().map(read).collect()
}

/// Plays inputs to where the level ends them.
fn try_of(level: &Level, inputs: &[TickInput]) -> Try {
    let mut simulation = Simulation::new(level);
    let of = |played: usize, end| Try { inputs: inputs[..played].to_vec(), begin: 0, end };
    for (tick, &input) in inputs.iter().enumerate() {
        simulation.tick(input);
        if simulation.run().is_dead() && simulation.checkpoint().is_none() {
            return of(tick + 1, TryEnd::Died(simulation.ninja().position));
        }
        if simulation.run().phase == Phase::Finished {
            return of(tick + 1, TryEnd::Finished);
        }
    }
    of(inputs.len(), TryEnd::Restarted)
}

/// A run, ready to be filmed.
struct Film<'a> {
    level: &'a Level,
    world: LevelWorld,
    look: &'a Look,
    schedule: Schedule,
    stage: Stage,
    tries: Vec<Trace>,
    /// Frames at the start before the first tick.
    lead: u32,
    /// Frames of the film, and of all that there is to show.
    frames: u32,
    whole: u32,
    is_cut: bool,
}

impl<'a> Film<'a> {
    fn new(
        level: &'a Level,
        world: LevelWorld,
        inputs: &[TickInput],
        tries: &[Try],
        look: &'a Look,
    ) -> Result<Self, Stop> {
        if tries.len() >= TRIES_MAX {
            return Err(could_not(format!("{} tries cannot be told apart: name fewer than {TRIES_MAX}", tries.len())));
        }
        let pace = if look.slow_motion { Pace::Player } else { Pace::Hazards };
        let rest = if tries.is_empty() { REST_TICKS } else { TRIES_REST_TICKS };
        let schedule = Schedule::new(level, inputs, pace, rest);
        let until = schedule.end_half_ticks + 2 * rest;
        let mut tracer = Tracer::new(level, Assist::default());
        let mut trace = |of: &Try| {
            tracer.begin(Arc::new(of.clone()), until);
            tracer.advance(u32::MAX)
        };
        let tries = tries.iter().filter_map(&mut trace).collect();
        let palette = Playback::new(level, world, Presentation::default(), Tries::default()).palette();
        let mut space = Painter::default();
        paint_space(&mut space, &level.terrain, world);
        let stage = Stage::new(&level.terrain, palette, &space, look.width).map_err(could_not)?;
        let lead = (LEAD_SECONDS * look.fps as f32) as u32;
        let (whole, most) = (lead + schedule.frames(look.fps), look.seconds * look.fps);
        let is_cut = lead + schedule.frames(look.fps) > most + rest * look.fps / TICKS_PER_SECOND;
        Ok(Self { level, world, look, schedule, stage, tries, lead, frames: whole.min(most), whole, is_cut })
    }

    /// Plays the run, and gives what each wanted frame shows, in their order.
    fn play(&self, is_wanted: impl Fn(u32) -> bool, mut show: impl FnMut(Moment) -> io::Result<()>) -> io::Result<()> {
        let presentation = Presentation {
            hit_stop: 0.0,
            shake: 0.0,
            focus: self.look.slow_motion,
            hud: false,
            ..Presentation::default()
        };
        let tries = Tries {
            is_shown: !self.tries.is_empty(),
            others: self.tries.clone(),
            winner_half_ticks: self.schedule.end_half_ticks,
        };
        let mut playback = Playback::new(self.level, self.world, presentation, tries);
        let (mut played, mut center) = (0, playback.ninja());
        for frame in 0..self.frames {
            let due = self.schedule.ticks(frame.saturating_sub(self.lead), self.look.fps);
            for tick in played..due {
                let (time, second) = self.schedule.duration(tick);
                let duration = Duration::from_secs(1) * time / second;
                playback.tick(self.schedule.inputs[tick], duration);
                center = follow(center, playback.ninja(), duration.as_secs_f32());
            }
            played = due;
            if is_wanted(frame) {
                show(Moment { layers: playback.layers().map(Painter::clone).to_vec(), center })?;
            }
        }
        Ok(())
    }

    /// Draws the wanted frames and gives their pixels, in their order.
    fn draw(&self, is_wanted: impl Fn(u32) -> bool, mut show: impl FnMut(Frame) -> io::Result<()>) -> io::Result<()> {
        let mut batch = Vec::new();
        self.play(is_wanted, |moment| {
            batch.push(moment);
            if batch.len() < BATCH {
                return Ok(());
            }
            let drawn = self.stage.frames(&batch);
            batch.clear();
            drawn.into_iter().try_for_each(&mut show)
        })?;
        self.stage.frames(&batch).into_iter().try_for_each(show)
    }

    /// `show` is told how many frames are drawn.
    fn gif(&self, show: &mut dyn FnMut(u32)) -> io::Result<Vec<u8>> {
        let mut histogram = Histogram::default();
        let step = self.frames.div_ceil(SAMPLES).max(1);
        self.draw(
            |frame| frame % step == 0,
            |frame| {
                histogram.add(&frame);
                Ok(())
            },
        )?;
        let mut gif = GifWriter::new(Vec::new(), self.stage.size(), histogram.choose(COLORS_MAX))?;
        let hundredths = 100 / self.look.fps as u16;
        let mut drawn = 0;
        self.draw(
            |_| true,
            |frame| {
                drawn += 1;
                show(drawn);
                gif.add(frame, hundredths)
            },
        )?;
        gif.finish()
    }

    fn write_video(&self, out: &mut dyn Write, show: &mut dyn FnMut(u32)) -> io::Result<()> {
        let (size, mut drawn) = (self.stage.size(), 0);
        y4m::write_head(out, size, self.look.fps)?;
        self.draw(
            |_| true,
            |frame| {
                drawn += 1;
                show(drawn);
                y4m::write_frame(out, size, &frame)
            },
        )
    }
}

/// The next center of the picture, some seconds later.
fn follow(center: Vec2, ninja: Vec2, seconds: f32) -> Vec2 {
    center.lerp(ninja, 1.0 - bevy::math::ops::exp(-seconds / FOLLOW_SECONDS))
}

/// Shows on a terminal how many frames are drawn.
struct Progress {
    is_shown: bool,
}

impl Progress {
    fn new() -> Self {
        Self { is_shown: io::stderr().is_terminal() }
    }

    fn show(&self, drawn: u32, all: u32) {
        if self.is_shown && drawn.is_multiple_of(BATCH as u32) {
            eprint!("\r{drawn} of {all} frames");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            eprint!("\r\u{1b}[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use hairline_painter::painter::Form;
    use hairline_sim::hazards::laser::{Beams, LaserState};

    /// A beam that always sweeps: its end tells the tick.
    const ROOM: &str = "(version: 1, name: \"Room\", map: r\"\n###########\n#    l    #\n#         #\n#@       X#\n###########\n\", \
        actors: {'l': Laser(aim: Sweep(from: 40, to: 140, period: 3.0))})";

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        film: FilmOptions,
    }

    #[test]
    fn each_frame_shows_its_tick_to_the_bit() {
        let level = hairline_level::parse(ROOM, "room").unwrap_or_else(|errors| panic!("{errors}"));
        let inputs: Vec<TickInput> =
            [TickInput::NONE, TickInput::FOCUS, TickInput::NONE].iter().flat_map(|&input| [input; 40]).collect();
        for arguments in [&["--fps", "50"][..], &["--fps", "25"], &["--slow-motion"]] {
            let line = [&["film", "run", "--out", "a.gif"], arguments].concat();
            let look = Line::parse_from(line).film.look;
            let film = Film::new(&level, LevelWorld::default(), &inputs, &[], &look);
            let film = film.unwrap_or_else(|_| panic!("it is small"));
            let mut simulation = Simulation::new(&level);
            let mut query = simulation.world_mut().query::<(&LaserState, &Beams)>();
            let (mut played, mut frames) = (0, 0);
            let shown = film.play(
                |_| true,
                |moment| {
                    let due = film.schedule.ticks(u32::saturating_sub(frames, film.lead), look.fps);
                    film.schedule.inputs[played..due].iter().for_each(|&input| simulation.tick(input));
                    (played, frames) = (due, frames + 1);
                    if due == 0 {
                        return Ok(());
                    }
                    let (state, beams) = query.iter(simulation.world()).next().expect("the laser");
                    let end = beams.iter(state.position).next().expect("its beam").end;
                    let mut lights = moment.layers.iter().flat_map(Painter::shapes).map(|shape| shape.form);
                    let is_shown = lights.any(|form| matches!(form, Form::Light { ends, .. } if ends[1] == end));
                    assert!(is_shown, "{arguments:?}: frame {frames} shows no beam of tick {due}");
                    Ok(())
                },
            );
            shown.expect("nothing is written");
            assert_eq!((frames, played), (film.frames, film.schedule.inputs.len()), "{arguments:?}");
        }
    }
}
