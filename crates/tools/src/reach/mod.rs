//! `hairline reach`: what the ninja can do, as tables for people who make levels. Every number is measured by playing the rules
//! in small rooms, so that the tables are true of the very rules that they are printed by. Of a level, it prints what can be
//! reached ([`map`]).

mod course;
mod feel;
mod interactions;
pub mod map;
mod moves;
mod touch;

use std::io::{self, Write};
use std::path::Path;

use hairline_level::diagnostics::escape::escape_path;
use hairline_sim::lookahead::AHEAD_HALF_TICKS;
use hairline_sim::tuning::{
    FOCUS_TICKS_PER_GRAZE, FOCUS_TICKS_PER_SHARD, FOCUS_TICKS_TO_START, FOCUS_TIME_SCALE, GRAZE_CLEARANCE,
    GRAZE_COOLDOWN_HALF_TICKS, GRAZE_RESET_CLEARANCE, HURT_RADIUS, TICK, TICKS_PER_SECOND, seconds,
};

use super::output::marks::Marks;
use super::output::status::ExitStatus;
use interactions::{EdgeInteractions, TileInteractions};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// What the ninja can do, for people who make levels.
    Reach,
    /// How it moves, beside other games.
    Feel,
}

impl Tables {
    /// The lines of a file between which they stand.
    fn marks(self) -> Marks {
        match self {
            Self::Reach => Marks {
                begin: "<!-- Written by `hairline reach --write`: begin -->",
                end: "<!-- Written by `hairline reach --write`: end -->",
            },
            Self::Feel => Marks {
                begin: "<!-- Written by `hairline reach --feel --write`: begin -->",
                end: "<!-- Written by `hairline reach --feel --write`: end -->",
            },
        }
    }

    fn text(self) -> String {
        match self {
            Self::Reach => tables(),
            Self::Feel => feel::table(),
        }
    }
}

/// Strengths of springs and bumpers in the table.
const STRENGTHS: [u32; 9] = [10, 15, 20, 25, 28, 32, 40, 50, 60];
/// The tiles in the table of interactions.
const TILES: [char; 7] = ['#', '!', '=', '%', '~', '$', '^'];

/// Prints the tables, or writes them into a file between their two marks.
pub fn reach(which: Tables, file: Option<&Path>, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let Some(file) = file else {
        out.write_all(which.text().as_bytes())?;
        return Ok(ExitStatus::Fine);
    };
    match which.marks().write(file, &which.text()) {
        Ok(()) => writeln!(out, "written to {}", escape_path(file)).map(|()| ExitStatus::Fine),
        Err(reason) => writeln!(out, "cannot write {}: {reason}", escape_path(file)).map(|()| ExitStatus::CouldNotRun),
    }
}

/// A text with the tables of these rules between its two marks; `None` if it lacks them.
pub fn with_tables(text: &str, which: Tables) -> Option<String> {
    which.marks().fill(text, &which.text()).ok()
}

fn tables() -> String {
    [running_and_jumping(), gaps(), throws(), touches(), tiles(), edge()].concat()
}

fn running_and_jumping() -> String {
    let run = moves::running();
    let jumps = [("held", moves::jump(TICKS_PER_SECOND)), ("tapped", moves::jump(1))].map(|(name, jump)| {
        let (top, air) = jump.seconds;
        let (running, standing) = jump.width;
        format!(
            "\
| jumps, {name} | {:.1} tiles high; {top:.2} s to the top, {air:.2} s in the air |
| … and so far, at full speed or from rest | {running:.1} or {standing:.1} tiles |
",
            jump.height
        )
    });
    let (under, beside) = moves::narrowest_gaps();
    let overhang = (1..=6).take_while(|&width| moves::passes_overhang(width, '#')).last().unwrap_or(0);
    let smooth = (1..=6).take_while(|&width| moves::passes_overhang(width, '!')).last().unwrap_or(0);
    let shaft = (1..=16).take_while(|&width| moves::climb_of_shaft(width) > 0.0).last().unwrap_or(0);
    format!(
        "\
| the ninja | tiles, seconds |
|---|---|
| runs | {:.1} tiles a second |
| from rest to full speed | {:.2} s, {:.1} tiles |
| from full speed to rest | {:.1} tiles |
{}| jumps, held, while it runs up a slope of 45° | {:.1} tiles high |
| climbs one wall by jumping from it | {:.1} tiles a jump, without end |
| climbs between two walls 3 tiles apart | {:.1} tiles a jump |
| climbs between two walls at most | {shaft} tiles apart |
| climbs round an overhang of a wall, one tile high, of at most | {overhang} tiles; {smooth} if it is smooth |
| fits under an edge, or between two | {under:.2} tiles above a floor, {beside:.2} tiles apart |

Distances are those of its center; its body is a circle of radius 0.42, so that it enters any gap of one tile, and never
one between two tiles that touch at a corner. Near the top of a held jump it falls half as fast.

",
        run.speed,
        run.start.0,
        run.start.1,
        run.stop,
        jumps.concat(),
        moves::jump_from_slope(),
        moves::climb_of_one_wall('#'),
        moves::climb_of_shaft(3),
    )
}

fn gaps() -> String {
    let heights = [-4, -2, -1, 0, 1, 2, 3];
    let names = heights.map(|height| match height {
        0 => " as high |".to_owned(),
        1.. => format!(" {height} higher |"),
        _ => format!(" {} lower |", -height),
    });
    let widths = heights
        .map(|height| moves::widest_gap(height).map_or(" none |".to_owned(), |width| format!(" {width} tiles |")));
    format!(
        "\
The widest gap that it crosses with one held jump at full speed:

| the ledge beyond is |{}
|---|{}
| gap |{}

",
        names.concat(),
        "---|".repeat(heights.len()),
        widths.concat()
    )
}

fn throws() -> String {
    let row = |height: fn(u32) -> f32| STRENGTHS.map(|strength| format!(" {:.1} |", height(strength))).concat();
    format!(
        "\
| `strength` of |{}
|---|{}
| a spring upwards: tiles above it |{}
| a bumper's flat top: tiles up from it |{}

",
        STRENGTHS.map(|strength| format!(" {strength} |")).concat(),
        "---|".repeat(STRENGTHS.len()),
        row(moves::spring_height),
        row(moves::bumper_height)
    )
}

fn touches() -> String {
    let rows = touch::reaches().into_iter().map(|(name, reach)| format!("| {name} | {reach:.2} tiles |\n"));
    format!(
        "\
| acts on the ninja | from center to center, at most |
|---|---|
{}
Over spikes on a floor its center must be {:.2} tiles above the floor, and beside them {:.2} tiles from the middle of their tile.
Robots' own bodies are harmless. A teleport does not send it straight back: first it must leave both ends.

While it focuses, everything but the ninja does {:.1} of what it does otherwise in the same time of the ninja, and
the screen shows {FOCUS_TIME_SCALE} s of the ninja's time in a second. Its jumps do not change. The player sees what comes
in the next {:.1} s of hazard time: where beams will be and when they are lit, bullets, orbs, moving walls, and the ninja's own way
under the buttons that are held.

| focus | |
|---|---|
| costs, in a second of the ninja's time | 1 s of the meter |
| begins with at least | {} s in the meter |
| a shard gives back | {} s |
| a near miss gives back | {} s |
| a near miss is a lit beam that does not touch it, from its center at most | {:.2} tiles |
| from one near miss at a robot to the next, at least | {} s of hazard time, and {:.2} tiles away in between |

",
        rows.collect::<String>(),
        touch::height_above_spikes(),
        touch::distance_beside_spikes(),
        touch::share_while_focusing(),
        seconds(AHEAD_HALF_TICKS),
        FOCUS_TICKS_TO_START as f32 * TICK,
        FOCUS_TICKS_PER_SHARD as f32 * TICK,
        FOCUS_TICKS_PER_GRAZE as f32 * TICK,
        HURT_RADIUS + GRAZE_CLEARANCE,
        seconds(GRAZE_COOLDOWN_HALF_TICKS),
        HURT_RADIUS + GRAZE_RESET_CLEARANCE,
    )
}

fn tiles() -> String {
    let rows = TILES.map(|tile| {
        let TileInteractions { ninja_beside, ninja_above, bullets, orbs_beside, orbs_above, light } =
            interactions::of_tile(tile);
        let climbs = if moves::climb_of_one_wall(tile) > 0.0 { "climbs" } else { "does not" };
        format!(
            "| `{tile}` | {ninja_beside} | {climbs} | {ninja_above} | {bullets} | {orbs_beside} | {orbs_above} | {light} |\n"
        )
    });
    format!(
        "\
| tile | the ninja from the side | up it | from above | bullets | orbs from the side | from above | light and sight |
|---|---|---|---|---|---|---|---|
{}
",
        rows.concat()
    )
}

fn edge() -> String {
    let EdgeInteractions { fall, returns_from_above, orbs, bullets, beam } = interactions::of_edge();
    let above = if returns_from_above {
        "may leave the map upwards and comes back"
    } else {
        "does not come back from above the map"
    };
    let beams = if beam.abs() < 0.1 { "end" } else { "go on" };
    format!(
        "\
The edge of the map is open: the ninja {above}, and dies {fall:.1} tiles below it. At the
edge orbs {orbs}, bullets {bullets}, and beams {beams}. A map that does not fit the screen scrolls with the ninja.
"
    )
}
