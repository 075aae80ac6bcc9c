//! The text of a level file, and from where each of its lines and cells comes.

use std::fmt::Write as _;

use super::letters::{Entry, Lettered};
use super::values::{PATH_CLOSED, PATH_SPEED, PathOptions, ValueWriter, point, quoted};
use super::{Draft, Thing};
use crate::level::Position;
use crate::level::diagnostics::escape::escape;
use crate::level::diagnostics::faults;
use crate::level::limits::NAME_CHARS_MAX;
use crate::tools::author::import::complaints::{Complaints, Place};
use crate::tools::author::import::drawn::{Value, property};
use crate::tools::author::layout::tidy;
use crate::tools::author::names::title;

/// The fields in front of the map, in the order of the manual.
const FIELDS_BEFORE: [&str; 5] = ["name", "author", "hint", "world", "shared"];
/// The fields that the import itself writes.
const OWN_FIELDS: [&str; 3] = ["version", "map", "actors"];
/// How far a row of the map is indented in a tidy file.
const MAP_INDENT: usize = 8;

/// A level file that is not on disk yet.
#[derive(Clone, Debug)]
pub struct Composed {
    /// Its text.
    pub text: String,
    /// The level's name.
    pub title: String,
    level: Place,
    size: [usize; 2],
    /// For each cell, row by row from the lowest, from where it comes.
    cells: Vec<Option<usize>>,
    /// The places of layers and things that cells come from.
    places: Vec<Place>,
    /// The letters of `actors`, each with the place of its first thing.
    letters: Vec<(char, Place)>,
}

/// Writes the level.
pub fn write(draft: &Draft, lettered: &Lettered, source: &str, complaints: &mut Complaints) -> Composed {
    let title = match property(&draft.fields, "name") {
        Some(Value::Text(name)) => name.clone(),
        _ => title(&draft.name).chars().take(NAME_CHARS_MAX).collect(),
    };
    let mut text = format!("// Drawn in {}.\n(\n    version: 1,\n    name: {},\n", escape(source), quoted(&title));
    for field in &FIELDS_BEFORE[1..] {
        write_field(&mut text, draft, lettered, field, complaints);
    }
    text += "\n    map: r\"\n";
    for y in (0..draft.size[1]).rev() {
        let row: String = lettered.cells[y * draft.size[0]..(y + 1) * draft.size[0]].iter().collect();
        _ = writeln!(text, "        {}", row_of(&row));
    }
    text += "    \",\n";
    if !lettered.entries.is_empty() {
        text += "\n    actors: {\n";
        for entry in &lettered.entries {
            write_entry(&mut text, draft, lettered, entry, complaints);
        }
        text += "    },\n";
    }
    if draft.fields.iter().any(|field| !FIELDS_BEFORE.contains(&field.0.as_str())) {
        text += "\n";
    }
    for (name, _) in &draft.fields {
        if OWN_FIELDS.contains(&name.as_str()) {
            let help = "remove the property, or begin its name with `_`";
            let message = format!("`{name}` is written by the import, so it cannot be a property");
            complaints.error(&faults::BAD_PROPERTY, &draft.place, message, help);
        } else if !FIELDS_BEFORE.contains(&name.as_str()) {
            write_field(&mut text, draft, lettered, name, complaints);
        }
    }
    text += ")\n";
    let layers = draft.layers.len();
    let cell = |index: usize| match (lettered.things[index], draft.drawn_by[index]) {
        (0, 0) => None,
        (0, layer) => Some(usize::from(layer) - 1),
        (thing, _) => Some(layers + thing as usize - 1),
    };
    Composed {
        text: tidy(&text),
        title,
        level: draft.place.clone(),
        size: draft.size,
        cells: (0..draft.tiles.len()).map(cell).collect(),
        places: draft.layers.iter().chain(draft.things.iter().map(|thing| &thing.place)).cloned().collect(),
        letters: lettered
            .entries
            .iter()
            .map(|entry| (entry.letter, draft.things[entry.things[0]].place.clone()))
            .collect(),
    }
}

/// A row of cells: empty ones at its ends are drawn, since editors remove spaces at the end of a line.
fn row_of(row: &str) -> String {
    let inner = row.trim_matches('.');
    let start = row.len() - row.trim_start_matches('.').len();
    if inner.is_empty() {
        return row.to_owned();
    }
    let end = row.len() - start - inner.len();
    format!("{}{}{}", ".".repeat(start), inner.replace('.', " "), ".".repeat(end))
}

fn write_field(text: &mut String, draft: &Draft, lettered: &Lettered, field: &str, complaints: &mut Complaints) {
    let Some(value) = property(&draft.fields, field) else { return };
    let place = draft.place.part("the level's properties");
    let mut writer = ValueWriter { referents: &lettered.referents, center: None, place: &place, complaints };
    if let Some(value) = writer.setting(field, value) {
        _ = writeln!(text, "    {field}: {value},");
    }
}

fn write_entry(text: &mut String, draft: &Draft, lettered: &Lettered, entry: &Entry, complaints: &mut Complaints) {
    let thing = &draft.things[entry.things[0]];
    let mut names: Vec<&str> = entry.things.iter().map(|thing| draft.things[*thing].name.as_str()).collect();
    names.retain(|name| name.chars().count() > 1);
    names.dedup();
    if !names.is_empty() {
        _ = writeln!(text, "        // {}", escape(&names.join(", ")));
    }
    let mut settings: Vec<String> = entry.at.iter().map(|at| format!("at: {}", point(*at))).collect();
    settings.extend(settings_of(thing, lettered, complaints));
    _ = writeln!(text, "        '{}': {}({}),", entry.letter, entry.kind.word(), settings.join(", "));
}

fn settings_of(thing: &Thing, lettered: &Lettered, complaints: &mut Complaints) -> Vec<String> {
    let mut writer =
        ValueWriter { referents: &lettered.referents, center: Some(thing.center), place: &thing.place, complaints };
    let option = |name| property(&thing.settings, name);
    let options = PathOptions { speed: option(PATH_SPEED), closed: option(PATH_CLOSED) };
    let mut settings = Vec::new();
    for (name, value) in &thing.settings {
        let written = match name.as_str() {
            PATH_SPEED | PATH_CLOSED => continue,
            "path" => writer.path(value, options),
            _ => writer.setting(name, value),
        };
        settings.extend(written.map(|written| format!("{name}: {written}")));
    }
    let has_path = option("path").is_some();
    match &thing.route {
        Some(_) if has_path => {
            let help = "remove the property, or draw the object as a point";
            let message = "it is drawn as a line and has the property `path`, too";
            writer.complaints.error(&faults::BAD_PROPERTY, &thing.place, message, help);
        }
        Some(route) => settings.extend(writer.drawn_path(route, options).map(|path| format!("path: {path}"))),
        None if !has_path && options.speed.or(options.closed).is_some() => {
            let help = "draw the object as a line, or give it the property `path`";
            let message = format!("it has `{PATH_SPEED}` or `{PATH_CLOSED}`, and no path");
            writer.complaints.error(&faults::BAD_PROPERTY, &thing.place, message, help);
        }
        None => {}
    }
    settings
}

impl Composed {
    /// From where the text at a position comes.
    pub fn origin(&self, position: Position) -> Option<Place> {
        let lines: Vec<&str> = self.text.lines().collect();
        let map = lines.iter().position(|line| line.trim_start().starts_with("map: r\""))?;
        let line = position.line.checked_sub(1)?;
        if let Some(row) = line.checked_sub(map + 1).filter(|row| *row < self.size[1]) {
            let [x, y] = [position.column.checked_sub(MAP_INDENT + 1)?, self.size[1] - 1 - row];
            let cell = self.cells.get(x + y * self.size[0]).filter(|_| x < self.size[0])?;
            let place = cell.map_or(&self.level, |place| &self.places[place]);
            let is_thing = place.inside.contains(" at (") || place.inside.contains("column ");
            return Some(if is_thing {
                place.clone()
            } else {
                place.part(&super::cells::cell_words(self.size, [x, y]))
            });
        }
        let before = lines.iter().take(line + 1).rev();
        let letter = before.map_while(|line| (*line != "    actors: {").then_some(line)).find_map(|line| {
            let rest = line.strip_prefix("        '")?;
            let mut characters = rest.chars();
            characters.next().filter(|_| characters.as_str().starts_with("':"))
        });
        let place = letter.and_then(|letter| self.letters.iter().find(|known| known.0 == letter));
        match place {
            Some((_, place)) if line > map => Some(place.clone()),
            _ => Some(self.level.part("the level's properties")),
        }
    }
}
