//! The text of a level file, and from where each of its lines and cells comes.

use super::letters::{Entry, Lettered};
use super::values::{PATH_CLOSED, PATH_SPEED, PathOptions, ValueWriter, point, quoted};
use super::{Draft, Object};
use crate::complaints::{Complaints, Place};
use crate::drawn::{Value, property};
use hairline_level::diagnostics::escape::escape;
use hairline_level::diagnostics::faults;
use hairline_level::limits::NAME_CHARS_MAX;
use hairline_level::{FieldForm, Kind, Position, field_form};
use hairline_tools::author::layout::tidy;
use hairline_tools::author::names::title;

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
    /// What each line of the text was written for.
    lines: Vec<Line>,
    /// For each cell, row by row from the lowest, from where it comes.
    cells: Vec<Cell>,
    layers: Vec<Place>,
    objects: Vec<Place>,
}

/// What a line of the text was written for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Line {
    /// The level as a whole.
    Level,
    /// Fields of the level.
    Fields,
    /// A row of the map, counted from the lowest.
    Row(usize),
    /// An entry of `actors`; its first object, as an index.
    Entry(usize),
}

/// From where a cell of the map comes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    /// Nothing was drawn there.
    Empty,
    /// A tile of a layer, by its index.
    Layer(usize),
    /// An object, or a tile that is one, by its index.
    Object(usize),
}

/// The text while it is written, and what each of its lines is for. Blank lines do not count: the layout may change them.
#[derive(Default)]
struct Text {
    text: String,
    lines: Vec<Line>,
}

impl Text {
    /// Adds whole lines that are for one thing.
    fn push(&mut self, lines: &str, line: Line) {
        self.text += lines;
        self.lines.extend(lines.lines().filter(|text| !text.trim().is_empty()).map(|_| line));
    }

    /// The tidy text, and what each of its lines is for; a blank one is for what follows.
    fn tidy(self) -> (String, Vec<Line>) {
        let text = tidy(&self.text);
        let mut written = self.lines.into_iter().peekable();
        let line_of = |text: &str| match text.trim().is_empty() {
            true => written.peek().copied().unwrap_or(Line::Level),
            false => written.next().unwrap_or(Line::Level),
        };
        let lines = text.lines().map(line_of).collect();
        (text, lines)
    }
}

/// Writes the level.
pub fn write(draft: &Draft, lettered: &Lettered, source: &str, complaints: &mut Complaints) -> Composed {
    let title = match property(&draft.fields, "name") {
        Some(Value::Text(name)) => name.clone(),
        _ => title(&draft.name).chars().take(NAME_CHARS_MAX).collect(),
    };
    let mut text = Text::default();
    text.push(&format!("// Drawn in {}.\n(\n    version: 1,\n", escape(source)), Line::Level);
    if property(&draft.fields, "name").is_none() {
        text.push(&format!("    name: {},\n", quoted(&title)), Line::Level);
    }
    for field in FIELDS_BEFORE {
        write_field(&mut text, draft, lettered, field, complaints);
    }
    text.push("\n    map: r\"\n", Line::Level);
    for y in (0..draft.size[1]).rev() {
        let row: String = lettered.cells[y * draft.size[0]..(y + 1) * draft.size[0]].iter().collect();
        text.push(&format!("        {}\n", row_of(&row)), Line::Row(y));
    }
    text.push("    \",\n", Line::Level);
    if !lettered.entries.is_empty() {
        text.push("\n    actors: {\n", Line::Level);
        for entry in &lettered.entries {
            text.push(&entry_text(draft, lettered, entry, complaints), Line::Entry(entry.objects[0]));
        }
        text.push("    },\n", Line::Level);
    }
    if draft.fields.iter().any(|field| !FIELDS_BEFORE.contains(&field.0.as_str())) {
        text.push("\n", Line::Level);
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
    text.push(")\n", Line::Level);
    let cell = |index: usize| match (lettered.objects[index], draft.drawn_by[index]) {
        (0, 0) => Cell::Empty,
        (0, layer) => Cell::Layer(usize::from(layer) - 1),
        (object, _) => Cell::Object(object as usize - 1),
    };
    let (text, lines) = text.tidy();
    Composed {
        text,
        title,
        level: draft.place.clone(),
        size: draft.size,
        lines,
        cells: (0..draft.tiles.len()).map(cell).collect(),
        layers: draft.layers.clone(),
        objects: draft.objects.iter().map(|object| object.place.clone()).collect(),
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

fn write_field(text: &mut Text, draft: &Draft, lettered: &Lettered, field: &str, complaints: &mut Complaints) {
    let Some(value) = property(&draft.fields, field) else { return };
    let place = draft.place.part("the level's properties");
    let mut writer = ValueWriter { referents: &lettered.referents, center: None, place: &place, complaints };
    if let Some(value) = writer.setting(field, field_form(field), value) {
        text.push(&format!("    {field}: {value},\n"), Line::Fields);
    }
}

/// An entry of `actors`, with a comment above it that has the names of its objects.
fn entry_text(draft: &Draft, lettered: &Lettered, entry: &Entry, complaints: &mut Complaints) -> String {
    let object = &draft.objects[entry.objects[0]];
    let mut names: Vec<&str> = entry.objects.iter().map(|object| draft.objects[*object].name.as_str()).collect();
    names.retain(|name| name.chars().count() > 1);
    names.dedup();
    let names = if names.is_empty() { String::new() } else { format!("        // {}\n", escape(&names.join(", "))) };
    let mut settings: Vec<String> = entry.at.iter().map(|at| format!("at: {}", point(*at))).collect();
    settings.extend(settings_of(object, entry.kind, lettered, complaints));
    format!("{names}        '{}': {}({}),\n", entry.letter, entry.kind.word, settings.join(", "))
}

fn settings_of(object: &Object, kind: &Kind, lettered: &Lettered, complaints: &mut Complaints) -> Vec<String> {
    let mut writer =
        ValueWriter { referents: &lettered.referents, center: Some(object.center), place: &object.place, complaints };
    let option = |name| property(&object.settings, name);
    let options = PathOptions { speed: option(PATH_SPEED), closed: option(PATH_CLOSED) };
    let mut settings = Vec::new();
    for (name, value) in &object.settings {
        let written = match (name.as_str(), kind.field_form(name)) {
            (PATH_SPEED | PATH_CLOSED, _) => continue,
            (_, FieldForm::Path) => writer.path(value, options),
            (_, form) => writer.setting(name, form, value),
        };
        settings.extend(written.map(|written| format!("{name}: {written}")));
    }
    let has_path = option("path").is_some();
    match &object.path {
        Some(_) if has_path => {
            let help = "remove the property, or draw the object as a point";
            let message = "it is drawn as a line and has the property `path`, too";
            writer.complaints.error(&faults::BAD_PROPERTY, &object.place, message, help);
        }
        Some(path) => settings.extend(writer.drawn_path(path, options).map(|path| format!("path: {path}"))),
        None if !has_path && options.speed.or(options.closed).is_some() => {
            let help = "draw the object as a line, or give it the property `path`";
            let message = format!("it has `{PATH_SPEED}` or `{PATH_CLOSED}`, and no path");
            writer.complaints.error(&faults::BAD_PROPERTY, &object.place, message, help);
        }
        None => {}
    }
    settings
}

impl Composed {
    /// From where the text at a position comes.
    pub fn origin(&self, position: Position) -> Option<Place> {
        let line = self.lines.get(position.line.checked_sub(1)?)?;
        Some(match *line {
            Line::Level => self.level.clone(),
            Line::Fields => self.level.part("the level's properties"),
            Line::Entry(object) => self.objects[object].clone(),
            Line::Row(y) => {
                let x = position.column.checked_sub(MAP_INDENT + 1).filter(|x| *x < self.size[0])?;
                let in_cell = |place: &Place| place.part(&super::cells::cell_words(self.size, [x, y]));
                match self.cells[x + y * self.size[0]] {
                    Cell::Empty => in_cell(&self.level),
                    Cell::Layer(layer) => in_cell(&self.layers[layer]),
                    Cell::Object(object) => self.objects[object].clone(),
                }
            }
        })
    }
}
