//! `hairline figures`: the maps and proofs of a campaign's levels side by side, and how simulated players fare in them. Figures can
//! refuse a level; none of them says that it is good.

pub mod curve;
mod map;
pub mod page;
pub mod summary;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bevy_math::UVec2;
use clap::Args;

use hairline_level::campaign::{self, Campaign};
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::limits::FILE_BYTES_MAX;
use hairline_level::{ActorKind, Inspection, LEVEL_FILE_ENDING, LaserSettings, Level, inspect};
use hairline_profile::disk::replace;
use hairline_profile::medal::PLAYERS_FILE_NAME;
use hairline_sim::state::replay::Replay;

use crate::files::bytes_of;
use crate::output::status::ExitStatus;
use crate::output::times::seconds;
use crate::players::table::{self, Row};
use crate::solve::store::proof_of;

use map::{Likeness, Map};

/// The limit of [`Figures::dead_rock`].
pub const DEAD_ROCK_MAX: f32 = 0.25;
/// The limits of [`Figures::air`] and [`Figures::way`], beyond which two levels are too alike.
pub const AIR_MAX: f32 = 0.60;
pub const WAY_MAX: f32 = 0.50;
/// The limit of [`Figures::distance`], from below: maps of a thousand letters, of which most are rock or space, are 0.5 to 0.8 apart,
/// whoever drew them.
pub const DISTANCE_MIN: f32 = 0.5;
/// The limits of what players may lose: the share of them that gives a level up, and seconds by a death for nine in ten.
pub const GIVES_UP_MAX: f32 = 0.03;
pub const LOST_SECONDS_MAX: f32 = 12.0;
/// The least share of deaths that could be foreseen.
pub const FAIR_MIN: f32 = 0.95;
/// The size of a map that fills the screen, in tiles.
pub const SCREEN: UVec2 = UVec2::new(42, 23);

/// `hairline figures`.
#[derive(Args, Clone, Debug)]
pub struct FiguresOptions {
    /// A campaign.ron; each of its levels needs its proof
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Write the figures as tables into a Markdown file, between the two lines that mark their place
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Write a picture of the tries that each level takes
    #[arg(long, value_name = "FILE.svg")]
    pub curve: Option<PathBuf>,
}

/// A level of a campaign in numbers.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Its file's name, without the ending.
    pub name: String,
    /// In tiles.
    pub size: UVec2,
    /// The share of the cells that are solid and touch no air, not even by a corner.
    pub dead_rock: f32,
    pub has_slopes: bool,
    /// Whether it says in `about` that it needs lasers.
    pub needs_light: bool,
    /// The length of its proof.
    pub ticks: usize,
    /// How much of its air it has in common with another level at most, beyond chance, and that level's name.
    pub air: (f32, String),
    /// The largest share of the cells that the proofs come through which it has in common with another level, and that one's name.
    pub way: (f32, String),
    /// The least compression distance from the map of another level, and that level's name.
    pub distance: (f32, String),
    /// How simulated players fare, if they played this version of it.
    pub row: Option<Row>,
}

impl Figures {
    /// The names of the figures that are beyond their limits.
    pub fn faults(&self) -> Vec<&'static str> {
        let faults = [
            (self.dead_rock > DEAD_ROCK_MAX, "dead rock"),
            (self.air.0 > AIR_MAX, "air"),
            (self.way.0 > WAY_MAX, "way"),
            (self.distance.0 < DISTANCE_MIN, "distance"),
            (self.row.is_some_and(|row| row.gives_up > GIVES_UP_MAX), "given up"),
            (self.row.is_some_and(|row| row.lost[1] > LOST_SECONDS_MAX), "lost"),
            (self.row.is_some_and(|row| row.fair < FAIR_MIN), "foreseen"),
        ];
        faults.into_iter().filter_map(|(is_beyond, word)| is_beyond.then_some(word)).collect()
    }
}

/// The players' row of each level; `None` for those that were not played.
pub fn rows(levels: &[Figures]) -> Vec<Option<Row>> {
    levels.iter().map(|level| level.row).collect()
}

/// Prints a line for each level of a campaign, and one for all together.
pub fn figures(options: &FiguresOptions, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let levels = match campaign::read(&options.campaign).map_err(|error| error.to_string()) {
        Ok(campaign) => measure(&options.campaign, &campaign).map(|levels| (levels, campaign.outline)),
        Err(reason) => Err(reason),
    };
    let (levels, outline) = match levels {
        Ok(measured) => measured,
        Err(reason) => {
            writeln!(out, "cannot measure {reason}")?;
            return Ok(ExitStatus::CouldNotRun);
        }
    };
    writeln!(out, "level\tsize\tproof s\tdead rock\tslopes\tlight\tair\tway\tdistance\tbeyond its limit")?;
    for level in &levels {
        let Figures { name, size, air, way, distance, .. } = level;
        let yes = |is: bool| if is { "yes" } else { "no" };
        writeln!(
            out,
            "{name}\t{}×{}\t{}\t{:.0} %\t{}\t{}\t{:.2} {}\t{:.2} {}\t{:.2} {}\t{}",
            size.x,
            size.y,
            seconds(level.ticks),
            level.dead_rock * 100.0,
            yes(level.has_slopes),
            yes(level.needs_light),
            air.0,
            air.1,
            way.0,
            way.1,
            distance.0,
            distance.1,
            level.faults().join(", "),
        )?;
    }
    let beyond = levels.iter().filter(|level| !level.faults().is_empty()).count();
    let count = |is: fn(&Figures) -> bool| levels.iter().filter(|level| is(level)).count();
    writeln!(
        out,
        "{} levels, {beyond} beyond a limit; {} not {}×{}, {} higher than wide; slopes in {}, light needed in {}",
        levels.len(),
        count(|level| level.size != SCREEN),
        SCREEN.x,
        SCREEN.y,
        count(|level| level.size.y > level.size.x),
        count(|level| level.has_slopes),
        count(|level| level.needs_light),
    )?;
    let written = [
        options.write.as_ref().map(|file| (file, page::write(file, &page::page(&levels, &outline)))),
        options.curve.as_ref().map(|file| (file, write_curve(file, &curve::curve(&levels, &outline)))),
    ];
    let mut status = ExitStatus::Fine;
    for (file, written) in written.into_iter().flatten() {
        match written {
            Ok(()) => writeln!(out, "written to {}", escape_path(file))?,
            Err(reason) => {
                status = ExitStatus::CouldNotRun;
                writeln!(out, "cannot write {}: {reason}", escape_path(file))?;
            }
        }
    }
    Ok(status)
}

fn write_curve(file: &Path, svg: &str) -> Result<(), String> {
    replace(file, svg.as_bytes()).map_err(|error| error.to_string())
}

/// The figures of all levels of a campaign but its labs, in its order. A night level is not compared with the levels of
/// its world: it has the walls of one of them.
///
/// # Errors
/// In one sentence, if a level cannot be read or has no proof that finishes it.
pub fn measure(file: &Path, campaign: &Campaign) -> Result<Vec<Figures>, String> {
    let names: Vec<&str> =
        campaign.all_but_labs().iter().map(|name| name.trim_end_matches(LEVEL_FILE_ENDING)).collect();
    let read = |name: &String| read(&file.with_file_name(name)).map_err(|reason| format!("{name}: {reason}"));
    let levels = campaign.all_but_labs().iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let table = file.with_file_name(PLAYERS_FILE_NAME);
    let rows = match table.exists() {
        true => table::read(&table).map_err(|reason| format!("{}: {reason}", escape_path(&table)))?,
        false => BTreeMap::new(),
    };
    let maps: Vec<&Map> = levels.iter().map(|(.., map)| map).collect();
    let is_twin = |a: usize, b: usize| {
        campaign.outline.worlds.iter().any(|world| {
            let belongs = |place| world.levels.contains(&place) || world.night == Some(place);
            belongs(a) && belongs(b) && (world.night == Some(a) || world.night == Some(b))
        })
    };
    let of = |place: usize| {
        let (level, proof, _) = &levels[place];
        let others: Vec<(usize, Likeness)> = (0..maps.len())
            .filter(|&other| other != place && !is_twin(place, other))
            .map(|other| (other, maps[place].likeness(maps[other])))
            .collect();
        let most = |figure: fn(&Likeness) -> f32| {
            let most =
                others.iter().map(|(other, likeness)| (figure(likeness), *other)).max_by(|a, b| a.0.total_cmp(&b.0));
            most.map_or((0.0, String::new()), |(figure, other)| (figure, names[other].to_owned()))
        };
        let (closeness, nearest) = most(|likeness| -likeness.distance);
        Figures {
            name: names[place].to_owned(),
            size: maps[place].size,
            dead_rock: maps[place].dead_rock,
            has_slopes: maps[place].has_slopes,
            needs_light: level.about.as_ref().is_some_and(|about| about.needs.contains(&LaserSettings::KIND.word)),
            ticks: proof.inputs.len(),
            air: most(|likeness| likeness.air),
            way: most(|likeness| likeness.way),
            distance: (-closeness, nearest),
            row: rows.get(&level.hash).copied(),
        }
    };
    Ok((0..maps.len()).map(of).collect())
}

/// A level, its proof and its map.
fn read(path: &Path) -> Result<(Level, Replay, Map), String> {
    let text = String::from_utf8_lossy(&bytes_of(path, FILE_BYTES_MAX)?).trim_start_matches('\u{feff}').to_owned();
    let Inspection { level, diagnostics, places } = inspect(&text, &escape_path(path).to_string());
    let level = level.ok_or_else(|| diagnostics.to_string())?;
    let (proof, _) = proof_of(path, &level)?;
    let size = level.terrain.size();
    let cell = |x: u32, y: u32| {
        let place = places.cell_at(UVec2::new(x, y).as_vec2() + 0.5);
        place.and_then(|place| text.get(place)).unwrap_or(" ")
    };
    let row = |y: u32| (0..size.x).map(move |x| cell(x, y)).chain(["\n"]);
    let map = Map::of(&level, (0..size.y).rev().flat_map(row).collect(), &proof);
    Ok((level, proof, map))
}
