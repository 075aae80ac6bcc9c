//! `hairline poster`: a level as a print, flat and dark in the colors of its world, with the route of its proof colored by
//! slack, and with rulers. It draws with numbers of its own; it opens no window and reads no picture.

mod exposure;
mod lettering;
mod page;
mod qr;
mod rulers;
mod trajectory;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bevy_math::Vec2;
use clap::{Args, ValueEnum};

use hairline_level::campaign::{self, CAMPAIGN_FILE_NAME, Outline};
use hairline_level::diagnostics::escape::{escape_argument, escape_path};
use hairline_level::{LEVEL_FILE_ENDING, Level, LevelWorld};
use hairline_lines::Line;
use hairline_profile::disk::replace;
use hairline_sim::state::replay::{REPLAY_FILE_ENDING, Replay};

use super::drawing::pixels::{self, PictureError};
use super::drawing::svg;
use super::files::{for_each_level, levels_of, make_writable};
use super::flood::means::ReachMap;
use super::given::{self, line_in, shown};
use super::output::status::ExitStatus;
use super::rate::medals::medal_times;
use super::rate::rating::rating_of;
use super::share;
use super::solve::store;
use super::verify::{Proven, prove};

use exposure::Exposure;
use page::{Belonging, Code, Run};

/// The characters of a line by which its poster is called.
const NAME_CHARS: usize = 24;

/// `hairline poster`.
#[derive(Args, Clone, Debug)]
pub struct PosterOptions {
    /// Level files, folders with levels in them, or a campaign.ron: the levels of a campaign; or replays: long exposures of runs
    #[arg(required = true, value_name = "LEVEL|RUN")]
    pub levels: Vec<PathBuf>,
    /// The folder for the posters
    #[arg(long, value_name = "FOLDER", default_value = "posters")]
    pub out: PathBuf,
    /// The formats of the files, with commas between them
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [Format::Png])]
    pub format: Vec<Format>,
    /// Pixels of a PNG for each of the poster's: 2 for print, 0.5 for a thumbnail
    #[arg(long, default_value_t = 1.0, value_name = "FACTOR", value_parser = scale)]
    pub scale: f32,
    /// Show what can be reached, in three tints: by jumps, by climbing, by springs
    #[arg(long)]
    pub reach: bool,
    /// Add a QR code of the level as a line, with its route if there is room for it
    #[arg(long)]
    pub qr: bool,
}

/// The kind of file that a poster is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Pixels.
    Png,
    /// Shapes.
    Svg,
}

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.parse::<f32>().map_err(|_| "a factor is a number such as 2 or 0.5".to_owned())?;
    if (0.1..=8.0).contains(&scale) { Ok(scale) } else { Err("a factor is from 0.1 to 8".to_owned()) }
}

/// Draws posters, a line each.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn poster(options: &PosterOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    if let Err(reason) = make_folder(&options.out) {
        writeln!(out, "{reason}")?;
        return Ok(ExitStatus::CouldNotRun);
    }
    let is_run = |path: &PathBuf| path.to_string_lossy().ends_with(REPLAY_FILE_ENDING);
    let (runs, levels): (Vec<PathBuf>, Vec<PathBuf>) = options.levels.iter().cloned().partition(is_run);
    let mut worst = ExitStatus::Fine;
    for run in &runs {
        match expose(run, options) {
            Ok(line) => writeln!(out, "{line}")?,
            Err((status, reason)) => {
                worst = worst.max(status);
                writeln!(out, "cannot draw {}: {reason}", escape_path(run))?;
            }
        }
        out.flush()?;
    }
    tell_largest(&levels, options, out)?;
    let mut drawn: Vec<(String, PathBuf)> = Vec::new();
    let status = for_each_level(&levels, "draw", out, |file| {
        let name = poster_name(file);
        if let Some((_, first)) = drawn.iter().find(|(other, _)| *other == name) {
            let first = shown(first);
            return Err(format!("its poster would replace that of {first}: name another --out for it"));
        }
        drawn.push((name, file.to_owned()));
        draw(file, options)
    })?;
    Ok(worst.max(status))
}

/// Says what the largest PNG of enlarged posters will take, before the first is drawn.
fn tell_largest(levels: &[PathBuf], options: &PosterOptions, out: &mut dyn Write) -> io::Result<()> {
    if options.scale <= 1.0 || !options.format.contains(&Format::Png) {
        return Ok(());
    }
    let (files, _) = levels_of(levels, |_, _| Ok(()))?;
    let levels = files.iter().filter_map(|file| given::level(file).ok());
    let page = |level: Level| page::page_size(level.terrain.size().as_vec2(), options.reach, options.qr);
    let costs = levels.filter_map(|level| pixels::cost(page(level), options.scale).ok());
    let Some((size, megabytes)) = costs.max_by_key(|cost| cost.1) else { return Ok(()) };
    writeln!(
        out,
        "the largest picture has {} × {} pixels, and takes at most {megabytes} MB of memory",
        size.x, size.y
    )?;
    out.flush()
}

fn make_folder(out: &Path) -> Result<(), String> {
    let names_file = out.extension().is_some_and(|ending| ending == "png" || ending == "svg") && !out.is_dir();
    if names_file || out.is_file() {
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (file, folder) = (escape_path(out), escape_argument(folder));
        return Err(format!(
            "{file} is a file, and --out names a folder, in which each poster is called by its level: --out {folder}"
        ));
    }
    make_writable(out).map_err(|error| cannot_write(out, &error))
}

/// Draws one poster and writes its files. Returns a line about it.
fn draw(path: &Path, options: &PosterOptions) -> Result<String, String> {
    let level = given::level(path).map_err(|error| error.to_string())?;
    if options.format.contains(&Format::Png) {
        check_size(page::page_size(level.terrain.size().as_vec2(), options.reach, options.qr), options.scale)?;
    }
    let proof = store::proof_of(path, &level).ok();
    let rating = proof.as_ref().map(|(replay, _)| rating_of(&level, &replay.inputs));
    let medals = proof.as_ref().map(|(replay, _)| medal_times(path, &level, replay.inputs.len())).transpose()?;
    let run = (proof.as_ref().zip(rating.as_ref()).zip(medals)).map(|(((replay, _), rating), medals)| Run {
        inputs: &replay.inputs,
        rating,
        medals,
    });
    let note = if run.is_some() { "" } else { ", without a route: it has no proof, and `hairline solve` finds one" };
    let reached = match options.reach {
        true => {
            Some(ReachMap::new(&level).ok_or("it is too large or too winding to follow jumps in: leave --reach out")?)
        }
        false => None,
    };
    let code = if options.qr { Some(code_of(path, proof.as_ref().map(|(replay, _)| replay))?) } else { None };
    let drawing = page::lay_out(&level, belonging(path, &level), run, reached.as_ref(), code.as_ref());
    let name = poster_name(path);
    let mut written = Vec::new();
    for format in &options.format {
        let (ending, bytes) = match format {
            Format::Svg => ("svg", svg::write(&drawing, &level.name).into_bytes()),
            Format::Png => ("png", pixels::png(&drawing, options.scale).map_err(|error| error.to_string())?),
        };
        let file = options.out.join(format!("{name}.{ending}"));
        replace(&file, &bytes).map_err(|error| cannot_write(&file, &error))?;
        written.push(escape_path(&file));
    }
    Ok(format!("{}{note}", written.join(", ")))
}

/// Whether a picture of a page can be made.
fn check_size(page: Vec2, scale: f32) -> Result<(), String> {
    pixels::cost(page, scale).map(|_| ()).map_err(|error| match error {
        PictureError::Size(..) => format!("{error}; --scale {} is the largest for this level", pixels::scale_max(page)),
        _ => error.to_string(),
    })
}

/// Draws the long exposure of a run and writes its file. Returns a line about it.
fn expose(run: &Path, options: &PosterOptions) -> Result<String, (ExitStatus, String)> {
    let could_not = |reason: String| (ExitStatus::CouldNotRun, reason);
    if options.reach || options.qr || options.format != [Format::Png] {
        let reason = "a long exposure is a PNG, and shows what happened: leave --format, --reach and --qr out";
        return Err(could_not(reason.to_owned()));
    }
    let Proven { replay, level_path, level, .. } = prove(run)?;
    check_size(page::page_size(level.terrain.size().as_vec2(), false, false), options.scale).map_err(could_not)?;
    let exposure = Exposure::new(&level, &replay.inputs);
    let page = page::lay_out_exposure(&level, belonging(&level_path, &level), replay.inputs.len(), &exposure);
    let drawn = pixels::render(&page.behind, options.scale).and_then(|mut picture| {
        let place = |at: Vec2| {
            let at = Vec2::new(at.x, level.terrain.size().y as f32 - at.y);
            (page.corner + at * page.tile) * options.scale
        };
        exposure.develop(&mut picture, &page.palette, page.tile * options.scale, place);
        pixels::paint_over(&mut picture, &page.before, options.scale);
        pixels::encoded(&picture)
    });
    let bytes = drawn.map_err(|error| could_not(error.to_string()))?;
    let name = run.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.strip_suffix(REPLAY_FILE_ENDING).unwrap_or(&name);
    let file = options.out.join(format!("{stem}-exposure.png"));
    replace(&file, &bytes).map_err(|error| could_not(cannot_write(&file, &error)))?;
    Ok(escape_path(&file))
}

/// The code of a level with its route, or if that is too long, of the level alone.
fn code_of(path: &Path, route: Option<&Replay>) -> Result<Code, String> {
    let level = match line_in(path) {
        Some(line) => Line::parse(line).map(Line::without_run).map_err(|error| error.to_string()),
        None => share::level_line(path),
    }?;
    let both =
        route.map(|route| level.clone().with_run(route.clone())).transpose().map_err(|error| error.to_string())?;
    let lines = both.iter().map(|line| (line, true)).chain([(&level, false)]);
    let mut codes = lines.filter_map(|(line, has_route)| {
        let line = line.write().ok()?;
        Some(Code { code: qr::code_of(&line)?, chars: line.len(), has_route })
    });
    let version = qr::VERSION_MAX;
    codes.next().ok_or_else(|| format!("its line is too long for a QR code of version {version}: leave --qr out"))
}

/// The name of a level's poster, without its ending; of a line, its first characters.
fn poster_name(path: &Path) -> String {
    if let Some(line) = line_in(path) {
        // The colon is none that every file system takes.
        return line
            .chars()
            .take(NAME_CHARS)
            .map(|found| if found.is_ascii_alphanumeric() { found } else { '-' })
            .collect();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(LEVEL_FILE_ENDING).unwrap_or(&name).to_owned()
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be written: {error}", escape_path(path))
}

/// The world of a level and its number in the campaign beside it; night levels have no number.
fn belonging(path: &Path, level: &Level) -> Belonging {
    let place = place_in_campaign(path);
    let world = level.world.or(place.as_ref().map(|(outline, place)| outline.world_of(*place))).unwrap_or_default();
    let number = place.filter(|(outline, place)| *place < outline.levels);
    Belonging { world, number: number.map(|(outline, place)| (place + 1, outline.levels)) }
}

/// The world of a level file, by itself or by the campaign beside it.
pub fn world_of(path: &Path, level: &Level) -> LevelWorld {
    belonging(path, level).world
}

fn place_in_campaign(path: &Path) -> Option<(Outline, usize)> {
    let name = path.file_name()?.to_str()?;
    let campaign = campaign::read(&path.with_file_name(CAMPAIGN_FILE_NAME)).ok()?;
    let place = campaign.all_but_labs().iter().position(|level| level == name)?;
    Some((campaign.outline, place))
}
