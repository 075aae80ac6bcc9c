//! The text of a level file, and where each of its lines and cells comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

use super::letters::{Entry, Lettered};
use super::plan::{Object, Plan, cell_place};
use super::values::{PathOptions, ValueWriter, is_word, point, quoted};
use crate::errors::part;
use crate::importer::Importer;
use crate::properties::{Value, property};
use hairline_level::diagnostics::escape::escape;
use hairline_level::diagnostics::faults;
use hairline_level::limits::NAME_CHARS_MAX;
use hairline_level::{FieldForm, Kind, LEVEL_FILE_ENDING, Position, field_form};
use hairline_tools::author::layout::tidy;
use hairline_tools::author::names::{stem_of, title};

/// The fields in front of the map, in the order of the manual.
const FIELDS_BEFORE: [&str; 5] = ["name", "author", "hint", "world", "shared"];
/// The fields that the import itself writes.
const OWN_FIELDS: [&str; 4] = ["version", "draft", "map", "actors"];
/// The first field, after which a draft says that it is one.
pub(super) const VERSION: &str = "    version: 1,\n";
/// How far a row of the map is indented in a tidy file.
const MAP_INDENT: usize = 8;

/// A level file that is not on disk yet.
pub struct Composed {
    pub text: String,
    pub file_name: String,
    pub title: String,
    /// For each line of the text where it comes from.
    pub(super) lines: Vec<Line>,
    /// For each cell, row by row from the lowest, the layer or the level that it comes from.
    cells: Vec<Rc<str>>,
    object_cells: BTreeMap<usize, Rc<str>>,
    size: [usize; 2],
    /// The level's own place.
    pub(super) place: Rc<str>,
    /// The names of the properties that are in it.
    properties: BTreeSet<String>,
    /// Place and message of each error before the text was written.
    pub(super) missing: Vec<(String, String)>,
}

/// Where a line of the text comes from.
#[derive(Clone)]
pub(super) enum Line {
    Whole(Rc<str>),
    /// A row of the map, counted from the lowest: each of its cells has a place of its own.
    Row(usize),
}

/// The text while it is written. Blank lines have no place: the layout may change them.
#[derive(Default)]
struct Text {
    text: String,
    lines: Vec<Line>,
}

impl Text {
    /// Adds whole lines that come from one place.
    fn push(&mut self, lines: &str, line: &Line) {
        self.text += lines;
        self.lines.extend(lines.lines().filter(|text| !text.trim().is_empty()).map(|_| line.clone()));
    }

    /// The tidy text, and the place of each of its lines; a blank one has that of the next.
    fn tidy(self) -> (String, Vec<Line>) {
        let text = tidy(&self.text);
        let mut written = self.lines.into_iter().peekable();
        let place_of = |text: &str| if text.trim().is_empty() { written.peek().cloned() } else { written.next() };
        let lines = text.lines().map_while(place_of).collect();
        (text, lines)
    }
}

pub fn write(plan: Plan, lettered: Lettered, path: &Path, importer: &mut Importer) -> Composed {
    let source = path.file_name().unwrap_or_default().to_string_lossy();
    let whole = Line::Whole(plan.place.clone());
    let fields_place = part(&plan.place, "the level's properties");
    let title = match property(&plan.fields, "name") {
        Some(Value::Text(name)) => name.clone(),
        _ => title(&plan.name).chars().take(NAME_CHARS_MAX).collect(),
    };
    let mut text = Text::default();
    let write_field = |text: &mut Text, (name, value): &(String, Value), importer: &mut Importer| {
        let mut writer = ValueWriter { referents: &lettered.referents, center: None, place: &fields_place, importer };
        let form = field_form(name).unwrap_or(FieldForm::Plain);
        if let Some(value) = writer.setting(name, form, value) {
            text.push(&format!("    {name}: {value},\n"), &Line::Whole(fields_place.clone()));
        }
    };
    text.push(&format!("// Drawn in {}.\n(\n{VERSION}", escape(&source)), &whole);
    if property(&plan.fields, "name").is_none() {
        text.push(&format!("    name: {},\n", quoted(&title)), &whole);
    }
    for field in FIELDS_BEFORE {
        for field in plan.fields.iter().filter(|known| known.0 == field) {
            write_field(&mut text, field, importer);
        }
    }
    text.push("\n    map: r\"\n", &whole);
    for (y, row) in lettered.cells.chunks(plan.size[0]).enumerate().rev() {
        text.push(&format!("        {}\n", row_of(&row.iter().collect::<String>())), &Line::Row(y));
    }
    text.push("    \",\n", &whole);
    if !lettered.entries.is_empty() {
        text.push("\n    actors: {\n", &whole);
        for entry in &lettered.entries {
            let place = plan.objects[entry.objects[0]].place.clone();
            text.push(&entry_text(&plan, &lettered, entry, importer), &Line::Whole(place));
        }
        text.push("    },\n", &whole);
    }
    let fields_after: Vec<_> = plan.fields.iter().filter(|field| !FIELDS_BEFORE.contains(&field.0.as_str())).collect();
    if !fields_after.is_empty() {
        text.push("\n", &whole);
    }
    for field in fields_after {
        if OWN_FIELDS.contains(&field.0.as_str()) {
            let help = "remove the property, or begin its name with `_`";
            let message = format!("`{}` is written by the import, so it cannot be a property", field.0);
            importer.error(&faults::BAD_PROPERTY, &plan.place, message, help);
        } else {
            write_field(&mut text, field, importer);
        }
    }
    text.push(")\n", &whole);
    let (text, lines) = text.tidy();
    let settings = plan.objects.iter().flat_map(|object| &object.settings);
    let properties = plan.fields.iter().chain(settings).map(|(name, _)| name.clone()).collect();
    let file_name = format!("{}{LEVEL_FILE_ENDING}", stem_of(&plan.name));
    Composed {
        text,
        file_name,
        title,
        lines,
        cells: plan.origins,
        object_cells: lettered.object_cells,
        size: plan.size,
        place: plan.place,
        properties,
        missing: std::mem::take(&mut importer.missing),
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

/// An entry of `actors`, with a comment above it that has the names of its objects.
fn entry_text(plan: &Plan, lettered: &Lettered, entry: &Entry, importer: &mut Importer) -> String {
    let object = &plan.objects[entry.objects[0]];
    let mut names: Vec<&str> = entry.objects.iter().map(|object| plan.objects[*object].name.as_str()).collect();
    names.retain(|name| name.chars().count() > 1);
    names.dedup();
    let names = if names.is_empty() { String::new() } else { format!("        // {}\n", escape(&names.join(", "))) };
    let mut settings: Vec<String> = entry.at.iter().map(|at| format!("at: {}", point(*at))).collect();
    settings.extend(settings_of(object, entry.kind, lettered, importer));
    format!("{names}        '{}': {}({}),\n", entry.letter, entry.kind.word, settings.join(", "))
}

fn settings_of(object: &Object, kind: &Kind, lettered: &Lettered, importer: &mut Importer) -> Vec<String> {
    let mut writer =
        ValueWriter { referents: &lettered.referents, center: Some(object.center), place: &object.place, importer };
    let options = PathOptions::of(&object.settings);
    let mut settings = Vec::new();
    for (name, value) in &object.settings {
        let written = match (name.as_str(), kind.field_form(name).unwrap_or(FieldForm::Plain)) {
            (name, _) if PathOptions::has(name) => continue,
            (_, FieldForm::Path) => writer.path(value, &options),
            (_, form) => writer.setting(name, form, value),
        };
        settings.extend(written.map(|written| format!("{name}: {written}")));
    }
    let has_path = property(&object.settings, "path").is_some();
    match &object.path {
        Some(_) if has_path => {
            let help = "remove the property, or draw the object as a point";
            let message = "it is drawn as a line and has the property `path`, too";
            writer.importer.error(&faults::BAD_PROPERTY, &object.place, message, help);
        }
        Some(path) => settings.extend(writer.drawn_path(path, &options).map(|path| format!("path: {path}"))),
        None => {
            if let Some(option) = options.first().filter(|_| !has_path) {
                let help = "draw the object as a line, or give it the property `path`";
                let message = format!("it has `{option}`, and no path");
                writer.importer.error(&faults::BAD_PROPERTY, &object.place, message, help);
            }
        }
    }
    settings
}

impl Composed {
    /// Where the text at a position comes from.
    pub fn origin(&self, position: Position) -> Option<String> {
        match self.lines.get(position.line.checked_sub(1)?)? {
            Line::Whole(place) => Some(place.to_string()),
            Line::Row(y) => {
                let x = position.column.checked_sub(MAP_INDENT + 1).filter(|x| *x < self.size[0])?;
                let index = x + y * self.size[0];
                let of_tile = || cell_place(&self.cells[index], self.size, [x, *y]);
                Some(self.object_cells.get(&index).cloned().unwrap_or_else(of_tile).to_string())
            }
        }
    }

    /// The property whose name stands at a position, if one does.
    pub fn property(&self, at: Position) -> Option<&str> {
        let line = self.text.lines().nth(at.line.checked_sub(1)?)?;
        let name: String = line.chars().skip(at.column.checked_sub(1)?).take_while(|c| is_word(*c)).collect();
        self.properties.get(&name).map(String::as_str)
    }
}
