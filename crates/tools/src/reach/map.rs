//! `hairline reach LEVEL`: a level's map with what can be reached by which means, in letters.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bevy_math::{IVec2, Vec2};

use hairline_geometry::tile::TileShape;
use hairline_level::glyphs::{EXIT, NINJA, SHARD, character_of};
use hairline_level::{Inspection, Level};
use hairline_sim::tuning::{EXIT_REACH, SHARD_REACH};

use crate::files::for_each_level;
use crate::flood::Means;
use crate::flood::means::ReachMap;
use crate::given;
use crate::logic::LevelLogic;
use crate::output::status::ExitStatus;

/// Tiles from one number of a ruler to the next.
const RULER_STEP: i32 = 5;
/// Tiles from the middle of a cell within which the ninja's center counts as in it.
const CELL_REACH: f32 = 0.4;

/// Prints the maps of levels with what can be reached.
pub fn maps(levels: &[PathBuf], out: &mut dyn Write) -> io::Result<ExitStatus> {
    for_each_level(levels, "read", out, map)
}

fn map(path: &Path) -> Result<String, String> {
    let inspection = given::inspect(path).map_err(|error| error.to_string())?;
    let level = inspection.level.as_ref().ok_or_else(|| format!("\n{}", inspection.diagnostics))?;
    let reached = ReachMap::new(level).ok_or("it is too large or too winding to follow jumps in")?;
    let rows = rows(level, &reached);
    let goals = lines(&goals(level, &inspection, &reached));
    Ok(format!("{}\n\n{rows}\n{goals}", given::shown(path)))
}

/// The map with a digit in each cell that can be reached, and rulers with the coordinates of `at`.
fn rows(level: &Level, reached: &ReachMap) -> String {
    let size = level.terrain.size().as_ivec2();
    let mut text = String::new();
    for y in (0..size.y).rev() {
        let number = if y % RULER_STEP == 0 { y.to_string() } else { String::new() };
        let row: String = (0..size.x).map(|x| sign(level, reached, IVec2::new(x, y))).collect();
        text += format!("{number:>3} {row}").trim_end();
        text.push('\n');
    }
    let numbers = (0..size.x).step_by(RULER_STEP as usize).map(|x| format!("{x:<5}"));
    text += format!("    {}", numbers.collect::<String>()).trim_end();
    text + "\n"
}

fn sign(level: &Level, reached: &ReachMap, cell: IVec2) -> char {
    let is_at = |place: &Vec2| place.floor().as_ivec2() == cell;
    match level.terrain.tile(cell) {
        _ if is_at(&level.ninja) => NINJA,
        _ if is_at(&level.exit) => EXIT,
        _ if level.shards.iter().any(is_at) => SHARD,
        TileShape::Empty | TileShape::Curtain => digit(reached.near(cell.as_vec2() + 0.5, CELL_REACH)),
        tile => character_of(tile),
    }
}

fn digit(means: Option<Means>) -> char {
    match means {
        Some(Means::Jumps) => '1',
        Some(Means::Climbing) => '2',
        Some(Means::Springs) => '3',
        None => '.',
    }
}

/// What the ninja should get to, each with the least means that lead there.
fn goals(level: &Level, inspection: &Inspection, reached: &ReachMap) -> Vec<(String, Option<Means>)> {
    let at = |place: Vec2| format!("({:.1}, {:.1})", place.x, place.y);
    let exit = (format!("the exit at {}", at(level.exit)), reached.near(level.exit, EXIT_REACH));
    let shards = level.shards.iter().map(|&shard| {
        let name = format!("the shard at {}", at(shard));
        (name, reached.near(shard, SHARD_REACH))
    });
    let logic = LevelLogic::new(level);
    let actors = logic.actors.iter().filter_map(|actor| {
        let touch = actor.declared.touch.as_ref().filter(|touch| touch.unreachable.is_some())?;
        let letter = inspection.places.actor_named(actor.kind, actor.index)?.letter;
        let means = touch.places.iter().filter_map(|&place| reached.near(place, touch.reach)).min();
        Some((format!("{} '{letter}'", actor.names[0]), means))
    });
    std::iter::once(exit).chain(shards).chain(actors).collect()
}

/// The goals in lines, one for each of the means.
fn lines(goals: &[(String, Option<Means>)]) -> String {
    let lines = Means::ALL.map(Some).into_iter().chain([None]).map(|means| {
        let by = means.map_or("not reached".to_owned(), |means| format!("by {}", means.name()));
        let there: Vec<&str> = goals.iter().filter(|goal| goal.1 == means).map(|goal| goal.0.as_str()).collect();
        format!("{} {by:<12} {}", digit(means), there.join(", ")).trim_end().to_owned() + "\n"
    });
    lines.collect()
}

/// The goals out of reach by `hairline reach`'s low estimate, in a sentence; `None` if there are none.
pub(crate) fn out_of_reach(inspection: &Inspection) -> Option<String> {
    let level = inspection.level.as_ref()?;
    let reached = ReachMap::new(level)?;
    let goals = goals(level, inspection, &reached).into_iter();
    let missed: Vec<String> = goals.filter(|(_, means)| means.is_none()).map(|(name, _)| name).collect();
    (!missed.is_empty()).then(|| format!("`hairline reach` estimates as out of reach: {}", missed.join(", ")))
}
