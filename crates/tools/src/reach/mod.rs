//! `hairline reach`: what the ninja can do, as tables for people who make levels. Every number is measured by playing the rules
//! in small rooms, so that the tables are true of the very rules that they are printed by.

mod course;
mod feel;
mod matter;
mod moves;
mod touch;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use hairline_level::diagnostics::escape::escape_path;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICKS_PER_SECOND};

use super::output::marks::Marks;
use super::output::status::ExitStatus;

/// Which tables.
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

    /// As Markdown.
    fn text(self) -> String {
        match self {
            Self::Reach => tables(),
            Self::Feel => feel::table(),
        }
    }
}

/// Strengths of springs and bumpers in the table.
const STRENGTHS: [u32; 9] = [10, 15, 20, 25, 28, 32, 40, 50, 60];
/// The tiles in the table of matter.
const TILES: [char; 6] = ['#', '=', '%', '~', '$', '^'];

/// Prints the tables, or writes them into a file between their two marks.
///
/// # Errors
/// Only if `out` cannot be written to.
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
    let mut text = String::new();
    running_and_jumping(&mut text);
    gaps(&mut text);
    throws(&mut text);
    touches(&mut text);
    tiles(&mut text);
    edge(&mut text);
    text
}

fn running_and_jumping(text: &mut String) {
    let run = moves::running();
    let (held, tapped) = (moves::jump(TICKS_PER_SECOND), moves::jump(1));
    let (under, beside) = moves::narrowest_gaps();
    let shaft = (1..=16).take_while(|&width| moves::climb_of_shaft(width) > 0.0).last().unwrap_or(0);
    line(text, "| the ninja | tiles, seconds |");
    line(text, "|---|---|");
    line(text, &format!("| runs | {:.1} tiles a second |", run.speed));
    line(text, &format!("| from rest to full speed | {:.2} s, {:.1} tiles |", run.start.0, run.start.1));
    line(text, &format!("| from full speed to rest | {:.1} tiles |", run.stop));
    for (name, jump) in [("held", &held), ("tapped", &tapped)] {
        let (top, air) = jump.seconds;
        line(
            text,
            &format!("| jumps, {name} | {:.1} tiles high; {top:.2} s to the top, {air:.2} s in the air |", jump.height),
        );
        line(
            text,
            &format!("| … and so far, at full speed or from rest | {:.1} or {:.1} tiles |", jump.width.0, jump.width.1),
        );
    }
    line(
        text,
        &format!("| jumps, held, while it runs up a slope of 45° | {:.1} tiles high |", moves::jump_from_slope()),
    );
    line(
        text,
        &format!(
            "| climbs one wall by jumping from it | {:.1} tiles a jump, without end |",
            moves::climb_of_one_wall()
        ),
    );
    line(text, &format!("| climbs between two walls 3 tiles apart | {:.1} tiles a jump |", moves::climb_of_shaft(3)));
    line(text, &format!("| climbs between two walls at most | {shaft} tiles apart |"));
    line(
        text,
        &format!("| fits under an edge, or between two | {under:.2} tiles above a floor, {beside:.2} tiles apart |"),
    );
    line(text, "");
    line(
        text,
        "Distances are those of its center; its body is a circle of radius 0.42, so that it enters any gap of one tile, and never",
    );
    line(text, "one between two tiles that touch at a corner. Near the top of a held jump it falls half as fast.");
    line(text, "");
}

fn gaps(text: &mut String) {
    line(text, "The widest gap that it crosses with one held jump at full speed:");
    line(text, "");
    let heights = [-4, -2, -1, 0, 1, 2, 3];
    let names = heights.map(|height| match height {
        0 => " as high |".to_owned(),
        1.. => format!(" {height} higher |"),
        _ => format!(" {} lower |", -height),
    });
    line(text, &format!("| the ledge beyond is |{}", names.concat()));
    line(text, &format!("|---|{}", "---|".repeat(heights.len())));
    let widths = heights.map(|height| match moves::widest_gap(height) {
        Some(width) => format!(" {width} tiles |"),
        None => " none |".to_owned(),
    });
    line(text, &format!("| gap |{}", widths.concat()));
    line(text, "");
}

fn throws(text: &mut String) {
    line(text, &format!("| `strength` of |{}", STRENGTHS.map(|strength| format!(" {strength} |")).concat()));
    line(text, &format!("|---|{}", "---|".repeat(STRENGTHS.len())));
    let row = |height: fn(u32) -> f32| STRENGTHS.map(|strength| format!(" {:.1} |", height(strength))).concat();
    line(text, &format!("| a spring upwards: tiles above it |{}", row(moves::spring_height)));
    line(text, &format!("| a bumper's flat top: tiles up from it |{}", row(moves::bumper_height)));
    line(text, "");
}

fn touches(text: &mut String) {
    line(text, "| acts on the ninja | from center to center, at most |");
    line(text, "|---|---|");
    for (name, reach) in touch::reaches() {
        line(text, &format!("| {name} | {reach:.2} tiles |"));
    }
    line(text, "");
    line(
        text,
        &format!(
            "Over spikes on a floor its center must be {:.2} tiles above the floor. Robots' own bodies are harmless.",
            touch::height_above_spikes()
        ),
    );
    line(text, "A teleport does not send it straight back: first it must leave both ends.");
    line(text, "");
    let share = touch::share_while_focusing();
    line(
        text,
        &format!(
            "While it focuses, everything but the ninja does {share:.1} of what it does otherwise in the same time of the ninja, and"
        ),
    );
    line(
        text,
        &format!("the screen shows {FOCUS_TIME_SCALE} s of the ninja's time in a second. Its jumps do not change."),
    );
    line(text, "");
}

fn tiles(text: &mut String) {
    line(
        text,
        "| tile | the ninja from the side | from above | bullets | orbs from the side | from above | light and sight |",
    );
    line(text, "|---|---|---|---|---|---|---|");
    for tile in TILES {
        let matter::Matter { tile, ninja_beside, ninja_above, bullets, orbs_beside, orbs_above, light } =
            matter::matter(tile);
        line(
            text,
            &format!(
                "| `{tile}` | {ninja_beside} | {ninja_above} | {bullets} | {orbs_beside} | {orbs_above} | {light} |"
            ),
        );
    }
    line(text, "");
}

fn edge(text: &mut String) {
    let matter::Edge { fall, returns_from_above, orbs, bullets, beam } = matter::edge();
    let above = if returns_from_above {
        "may leave the map upwards and comes back"
    } else {
        "does not come back from above the map"
    };
    let beams = if beam.abs() < 0.1 { "end" } else { "go on" };
    line(text, &format!("The edge of the map is open: the ninja {above}, and dies {fall:.1} tiles below it. At the"));
    line(
        text,
        &format!(
            "edge orbs {orbs}, bullets {bullets}, and beams {beams}. A map that does not fit the screen scrolls with the ninja."
        ),
    );
}

fn line(text: &mut String, line: &str) {
    _ = writeln!(text, "{line}");
}
