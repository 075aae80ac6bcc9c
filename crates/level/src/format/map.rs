//! The text map of a level: from the raw string in the file to tiles and marks, with each diagnostic at its own cell.

use std::ops::Range;

use bevy_math::{IVec2, UVec2};

use super::glyphs::{Glyph, look_alike};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::escape::char_name;
use crate::diagnostics::faults;
use crate::limits::{DIAGNOSTICS_MAX, MAP_HEIGHT_MAX, MAP_WIDTH_MAX};
use crate::reader::{Reader, RonValue};
use hairline_geometry::tile::TileShape;

/// A map whose rows all have the same width and whose characters are known.
pub(crate) struct TextMap {
    /// Width and height in cells.
    pub size: UVec2,
    /// Rows bottom to top.
    pub tiles: Vec<TileShape>,
    /// The cells of the tiles that are not in the file, but scattered.
    pub scattered: Vec<IVec2>,
    /// Everything that is not a tile, in the order of the file.
    pub marks: Vec<Mark>,
    /// The bytes in front of its first cell, for diagnostics about the map as a whole.
    pub span: Range<usize>,
    /// The bytes of each row, bottom to top; one byte is one cell, since every known character is ASCII.
    pub rows: Vec<Range<usize>>,
}

/// A character that is not a tile.
pub(crate) struct Mark {
    /// What it is.
    pub glyph: Glyph,
    /// Its cell.
    pub cell: IVec2,
    /// Its bytes.
    pub span: Range<usize>,
}

impl TextMap {
    /// The shape in a cell; `None` outside the map.
    pub fn tile(&self, cell: IVec2) -> Option<TileShape> {
        let inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size.as_ivec2()).all();
        inside.then(|| self.tiles[cell.y as usize * self.size.x as usize + cell.x as usize])
    }
}

/// One line of the map, cut to its cells.
struct Row<'a> {
    cells: &'a str,
    /// Spaces in front of it in the file.
    indent: usize,
}

/// Reads the map, or reports why it could not.
pub(crate) fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<TextMap> {
    let content = string_content(reader, value)?;
    let span = reader.span(value).start..reader.span_of(content).start;
    let rows = rows(reader, content, &span)?;
    let width = common_width(reader, &rows)?;
    let map = fill(reader, &rows, width, span)?;
    warn_of_half_slopes(reader, &rows, &map);
    Some(map)
}

/// The text between the quotation marks, as a slice of the file's own text.
fn string_content<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<&'a str> {
    let text = value.text();
    if !text.starts_with(['"', 'r']) || text.starts_with("r#") && !text.contains('"') {
        let diagnostic =
            Diagnostic::error("`map` must be a text map").of(&faults::BAD_MAP).at(reader.span(value), "this is not");
        let help = if text.starts_with('[') {
            "join the rows of the list: `map: r\"`, a line for each row without quotation marks and commas, and `\"`"
        } else {
            "write `map: r\"`, a line for each row of the map, and `\"`"
        };
        return reader.refuse(diagnostic.help(help));
    }
    if let (true, Some(backslash)) = (text.starts_with('"'), text.find('\\')) {
        let span = reader.span_of(&text[backslash..backslash + 1]);
        let diagnostic = Diagnostic::error("`\\` begins an escape in this string")
            .of(&faults::BAD_MAP)
            .at(span, "meant as a slope?");
        return reader
            .refuse(diagnostic.help("begin the map with `r\"` instead of `\"`: then every character is literal"));
    }
    reader.scalar(value, "map", "a text map")
}

/// The lines without a blank first and last one, and without their common indentation.
fn rows<'a>(reader: &mut Reader<'a>, content: &'a str, span: &Range<usize>) -> Option<Vec<Row<'a>>> {
    if let Some(tab) = content.find('\t') {
        let others = content.matches('\t').count() - 1;
        let label = if others == 0 { "a tab".to_owned() } else { format!("a tab, and {others} more after it") };
        let diagnostic = Diagnostic::error("there is a tab in the map")
            .of(&faults::BAD_MAP)
            .at(reader.span_of(&content[tab..tab + 1]), label);
        return reader.refuse(diagnostic.help("use spaces: the width of a tab depends on the editor"));
    }
    let is_blank = |line: &str| line.trim_matches(' ').is_empty();
    let mut lines: Vec<&str> = content.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    if !is_blank(lines[0]) {
        let diagnostic = Diagnostic::error("the map must begin on a line of its own")
            .of(&faults::BAD_MAP)
            .at(reader.span_of(lines[0]), "first row");
        return reader
            .refuse(diagnostic.help("put a line break after the opening quotation mark, so that the rows line up"));
    }
    lines.remove(0);
    if lines.last().is_some_and(|line| is_blank(line)) {
        lines.pop();
    }
    // Empty lines above and below the map are layout, not rows.
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    warn_of_blank_rows(reader, &lines, first..last);
    let lines = &lines[first..last];
    if lines.iter().all(|line| is_blank(line)) {
        let diagnostic = Diagnostic::error("the map is empty").of(&faults::BAD_MAP).at(span.clone(), "no rows");
        return reader
            .refuse(diagnostic.help("a map has a line for each row; `@` is the ninja, `X` the exit, `#` a wall"));
    }
    if lines.len() > MAP_HEIGHT_MAX {
        let too_many = reader.span_of(lines[MAP_HEIGHT_MAX]);
        let message = format!("the map is too high: {} rows, and at most {MAP_HEIGHT_MAX} are allowed", lines.len());
        return reader.refuse(Diagnostic::error(message).of(&faults::TOO_MANY).at(too_many, "the first row too many"));
    }
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let indent = lines.iter().filter(|line| !is_blank(line)).map(|line| spaces(line)).min().unwrap_or(0);
    Some(lines.iter().map(|line| Row { cells: &line[indent.min(line.len())..], indent: spaces(line) }).collect())
}

/// Warns of blank lines above and below the rows, which are not part of the map and do not count as rows.
fn warn_of_blank_rows(reader: &mut Reader, lines: &[&str], rows: Range<usize>) {
    let (above, below) = (rows.start, lines.len() - rows.end);
    let place = if below > 0 { rows.end } else { 0 };
    if rows.is_empty() || above + below == 0 {
        return;
    }
    let count = |count: usize, side| match count {
        0 => String::new(),
        1 => format!("a blank row {side} the map"),
        _ => format!("{count} blank rows {side} the map"),
    };
    let counts = [count(below, "below"), count(above, "above")];
    let counts: Vec<&str> = counts.iter().map(String::as_str).filter(|count| !count.is_empty()).collect();
    let verb = if above + below == 1 { "is" } else { "are" };
    let message = format!("{} {verb} left out", counts.join(" and "));
    let diagnostic = Diagnostic::warning(message).of(&faults::BLANK_ROWS).at(reader.span_of(lines[place]), "blank");
    reader.report(diagnostic.help(
        "`at: (x, y)` counts from the lowest row that is not blank: fill rows that should count with `.`, or remove them",
    ));
}

/// The width of every row. If they differ, the most frequent width is taken as the intended one.
fn common_width<'a>(reader: &mut Reader<'a>, rows: &[Row<'a>]) -> Option<usize> {
    let widths: Vec<usize> = rows.iter().map(|row| row.cells.chars().count()).collect();
    if let Some(wide) = widths.iter().position(|width| *width > MAP_WIDTH_MAX) {
        let message = format!("the map is too wide: {} cells, and at most {MAP_WIDTH_MAX} are allowed", widths[wide]);
        return reader
            .refuse(Diagnostic::error(message).of(&faults::TOO_MANY).at(reader.span_of(rows[wide].cells), "this row"));
    }
    let votes = |width: &usize| widths.iter().filter(|other| *other == width).count();
    let expected = *widths.iter().max_by_key(|width| (votes(width), **width))?;
    let ragged: Vec<usize> = (0..rows.len()).filter(|row| widths[*row] != expected).collect();
    let Some(first) = ragged.first() else {
        return Some(expected);
    };
    let summary = match ragged.len() {
        1 => format!("row {} of the map is {} cells wide", first + 1, widths[*first]),
        many => {
            format!("{many} rows of the map differ in width, the first is row {}: {} cells", first + 1, widths[*first])
        }
    };
    let mut diagnostic = Diagnostic::error(format!("{summary}, and the others are {expected}")).of(&faults::BAD_MAP);
    for row in ragged.iter().take(8) {
        let cells = rows[*row].cells;
        let end = reader.span_of(cells).end;
        diagnostic = if widths[*row] < expected {
            diagnostic.at(end..end, format!("{} too few", expected - widths[*row]))
        } else {
            let too_many: usize = cells.chars().rev().take(widths[*row] - expected).map(char::len_utf8).sum();
            diagnostic.at(end - too_many..end, format!("{} too many", widths[*row] - expected))
        };
    }
    reader.refuse(diagnostic.help(width_help(rows, *first, expected, ragged.len())))
}

/// How to mend rows of differing widths: `many` rows, the first at index `first`, are not `expected` cells wide.
fn width_help(rows: &[Row<'_>], first: usize, expected: usize, many: usize) -> &'static str {
    let Row { cells, indent } = &rows[first];
    let begins_left = rows.iter().all(|row| row.indent > *indent || std::ptr::eq(row, &rows[first]));
    let too_many: String = cells.chars().skip(expected).collect();
    if cells.is_empty() {
        "remove the empty row, or fill it: `.` is an empty cell"
    } else if too_many.trim_start().starts_with("//") {
        "there are no comments within a map: write it above or below"
    } else if !too_many.is_empty() && too_many.trim().is_empty() {
        "remove the spaces at the end of the row"
    } else if begins_left && many == 1 {
        "this row begins further left than all others: it may only need to be moved right"
    } else if cells.chars().count() < expected {
        "add the missing cells; where an editor removes spaces at the end of a line, end the row with `.` or `#`"
    } else {
        "remove the cells that are too many, or add the missing ones to the other rows"
    }
}

/// The characters of a map, in a few lines.
const LEGEND: &str = "`#` wall, `.` or a space empty, `=` one-way, `%` glass, `~` curtain, `$` mirror,\n\
                      `^` spikes, `!` smooth wall, `/\\{}` slopes, `<()>` and `` `[]' `` gentle slopes, `@` ninja, `X` exit, `*` shard,\n\
                      digits waypoints, letters actors";
/// Where to find the whole table, for characters without a suggestion.
const MORE: &str = "\nlevels/README.md has the whole table under \"The map\"";

/// Gives each cell its meaning, or reports each unknown character once, with its count.
fn fill<'a>(reader: &mut Reader<'a>, rows: &[Row<'a>], width: usize, span: Range<usize>) -> Option<TextMap> {
    let size = UVec2::new(width as u32, rows.len() as u32);
    let spans = rows.iter().rev().map(|row| reader.span_of(row.cells)).collect();
    let tiles = vec![TileShape::Empty; width * rows.len()];
    let mut map = TextMap { size, tiles, scattered: Vec::new(), marks: Vec::new(), span, rows: spans };
    let mut unknown: Vec<(char, Range<usize>, usize)> = Vec::new();
    for (row_index, row) in rows.iter().enumerate() {
        let y = rows.len() - 1 - row_index;
        for (x, (byte, character)) in row.cells.char_indices().enumerate() {
            let span = reader.span_of(&row.cells[byte..byte + character.len_utf8()]);
            match Glyph::of(character) {
                Some(Glyph::Tile(shape)) => map.tiles[y * width + x] = shape,
                Some(glyph) => map.marks.push(Mark { glyph, cell: IVec2::new(x as i32, y as i32), span }),
                None => {
                    let seen = unknown.iter().position(|seen| seen.0 == character);
                    match seen {
                        Some(index) => unknown[index].2 += 1,
                        None if unknown.len() < DIAGNOSTICS_MAX => unknown.push((character, span, 1)),
                        None => {}
                    }
                }
            }
        }
    }
    if unknown.is_empty() {
        return Some(map);
    }
    for (character, span, count) in unknown {
        let times = if count == 1 { String::new() } else { format!(", {count} times") };
        let (label, rest) = match look_alike(character) {
            Some((meant, name)) => (format!("did you mean `{meant}`, {name}?"), ""),
            None if character.is_alphabetic() => ("an actor's letter is a to z or A to Z".to_owned(), MORE),
            None => ("not known".to_owned(), MORE),
        };
        let message = format!("unknown character {} in the map{times}", char_name(character));
        reader.report(
            Diagnostic::error(message).of(&faults::UNKNOWN_CHARACTER).at(span, label).help(format!("{LEGEND}{rest}")),
        );
    }
    None
}

/// A gentle slope is two tiles long: warns of a low half without its high half beside it.
fn warn_of_half_slopes(reader: &mut Reader<'_>, rows: &[Row<'_>], map: &TextMap) {
    let mut lonely = Vec::new();
    for (row_index, row) in rows.iter().enumerate() {
        let y = rows.len() - 1 - row_index;
        for x in 0..map.size.x as usize {
            let (high, side) = match map.tiles[y * map.size.x as usize + x] {
                TileShape::FloorRightLow => ('(', 1),
                TileShape::FloorLeftLow => (')', -1),
                TileShape::CeilingRightLow => ('[', 1),
                TileShape::CeilingLeftLow => (']', -1),
                _ => continue,
            };
            let beside = map.tile(IVec2::new(x as i32 + side, y as i32));
            if beside.map(Glyph::Tile) != Glyph::of(high) {
                let side = if side == 1 { "right" } else { "left" };
                lonely.push((reader.span_of(&row.cells[x..x + 1]), high, side));
            }
        }
    }
    if let Some((span, high, side)) = lonely.first() {
        let more = if lonely.len() == 1 { String::new() } else { format!(" (and {} more like it)", lonely.len() - 1) };
        let message = format!("a gentle slope's low half has no high half beside it{more}");
        reader.report(
            Diagnostic::warning(message)
                .of(&faults::HALF_SLOPE)
                .at(span.clone(), format!("`{high}` would go to its {side}")),
        );
    }
}
