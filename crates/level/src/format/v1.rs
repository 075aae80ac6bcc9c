//! Version 1 of the level format: its fields, in the order in which they are read and checked.

use std::sync::Arc;

use bevy_math::IVec2;
use serde::Deserialize;

use super::channels::ChannelTable;
use super::glyphs::{EXIT, Glyph, NINJA};
use super::map::TextMap;
use super::{about, hint, map, scatter};
use crate::actors;
use crate::actors::entries;
use crate::actors::fields::FieldForm;
use crate::actors::frame::Frame;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;
use crate::level::{ExitOpens, FocusSettings, Level, ShardOrder};
use crate::limits::NAME_CHARS_MAX;
use crate::placement;
use crate::placement::places::Places;
use crate::reader::places::MarkedCells;
use crate::reader::scalars::{FOCUS, HAZARD_SPEED};
use crate::reader::{Reader, RonValue};
use crate::world::LevelWorld;
use hairline_geometry::terrain::Terrain;

#[derive(Deserialize)]
#[serde(rename = "Level", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct LevelFile<'a> {
    /// Checked before; listed here so that it is a known field.
    #[serde(rename = "version")]
    _version: RonValue<'a>,
    name: RonValue<'a>,
    author: Option<RonValue<'a>>,
    about: Option<RonValue<'a>>,
    hint: Option<RonValue<'a>>,
    world: Option<RonValue<'a>>,
    map: RonValue<'a>,
    scatter: Option<RonValue<'a>>,
    shared: Option<RonValue<'a>>,
    actors: Option<RonValue<'a>>,
    exit: Option<RonValue<'a>>,
    focus: Option<RonValue<'a>>,
    precognition: Option<RonValue<'a>>,
    shards: Option<RonValue<'a>>,
    mirrored: Option<RonValue<'a>>,
    hazard_speed: Option<RonValue<'a>>,
    dark: Option<RonValue<'a>>,
    /// Keeps a level that an import could not finish from being used.
    draft: Option<RonValue<'a>>,
}

/// The fields of a level that describe it, for tools that write level files: all but its map and its actors.
const FIELD_FORMS: [(&str, FieldForm); 14] = [
    ("name", FieldForm::Text),
    ("author", FieldForm::Text),
    ("about", FieldForm::Plain),
    ("hint", FieldForm::Text),
    ("world", FieldForm::Plain),
    ("scatter", FieldForm::Plain),
    ("shared", FieldForm::Plain),
    ("exit", FieldForm::Word),
    ("focus", FieldForm::Plain),
    ("precognition", FieldForm::Plain),
    ("shards", FieldForm::Word),
    ("mirrored", FieldForm::Plain),
    ("hazard_speed", FieldForm::Plain),
    ("dark", FieldForm::Plain),
];

/// How the value of a field that describes a level is written, if there is such a field.
pub fn field_form(field: &str) -> Option<FieldForm> {
    FIELD_FORMS.iter().find(|known| known.0 == field).map(|known| known.1)
}

#[derive(Deserialize)]
#[serde(rename = "focus", deny_unknown_fields, bound(deserialize = "'de: 'a"))]
struct FocusFile<'a> {
    max: Option<RonValue<'a>>,
    start: Option<RonValue<'a>>,
}

/// Reads a level, and where everything of it is in the file. Every part is read even if another has errors, so that all are
/// reported together; positions are only checked if the map itself could be read.
pub(crate) fn read(reader: &mut Reader) -> Option<(Level, Places)> {
    let file: LevelFile = reader.file()?;
    if let Some(value) = file.draft {
        let diagnostic = Diagnostic::error("the level is a draft").of(&faults::DRAFT);
        let diagnostic = diagnostic.at(reader.span(value), "remove `draft` when the level is finished");
        reader.report(diagnostic.help("the comments in the file say what is missing"));
    }
    if let Some(value) = file.shared {
        reader.read_shared(value)?;
    }
    let name = reader.line(file.name, "name", NAME_CHARS_MAX);
    if name.as_deref() == Some("") {
        reader.report(Diagnostic::error("the level has no name").at(reader.span(file.name), "empty"));
    }
    let author = file.author.map_or(Some(String::new()), |value| reader.line(value, "author", NAME_CHARS_MAX));
    let about = file.about.map_or(Some(None), |value| about::read(reader, value).map(Some));
    let hint = file.hint.map_or(Some(None), |value| hint::read(reader, value));
    let world = file.world.map_or(Some(None), |value| world(reader, value).map(Some));
    let map = map::read(reader, file.map);
    if let Some(map) = &map {
        reader.set_places(named_places(map));
    }
    let mut channels = ChannelTable::default();
    let actors = file.actors.map_or(Some(Vec::new()), |value| entries::read(reader, &mut channels, value));
    let focus = file.focus.map_or(Some(FocusSettings::default()), |value| focus(reader, value));
    let precognition = reader.flag_or(file.precognition, "precognition", true);
    let exit_opens = file.exit.map_or(Some(ExitOpens::default()), |value| exit_opens(reader, value));
    let shard_order = file.shards.map_or(Some(ShardOrder::default()), |value| shard_order(reader, value));
    let mirrored = reader.flag_or(file.mirrored, "mirrored", false);
    let hazard_speed = reader.quantity_or(file.hazard_speed, "hazard_speed", &HAZARD_SPEED, 1.0);
    let dark = reader.flag_or(file.dark, "dark", false);
    let mut map = map?;
    if let Some(value) = file.scatter {
        scatter::apply(reader, value, &mut map)?;
    }
    let terrain = Terrain::new(map.size, map.tiles.clone());
    warn_of_open_border(reader, &map, &terrain);
    let mirrored = mirrored?;
    let frame = Frame { mirrored: mirrored.then_some(map.size.x as f32), hazard_speed: hazard_speed? };
    let placed = placement::place(reader, &map, &terrain, actors.as_deref(), frame)?;
    let exit_opens = exit_opens?;
    if let (ExitOpens::AfterAllShards, true, Some(value)) = (exit_opens, placed.shards.is_empty(), file.exit) {
        let diagnostic =
            Diagnostic::warning("the exit waits for all shards, and there are none").of(&faults::NO_SHARDS);
        reader.report(diagnostic.at(reader.span(value), "it is open at once"));
    }
    let shard_order = shard_order?;
    if let (ShardOrder::InOrder, true, Some(value)) = (shard_order, placed.shards.len() < 2, file.shards) {
        let diagnostic = Diagnostic::warning("the shards are in order, and there are not two").of(&faults::NO_SHARDS);
        reader.report(diagnostic.at(reader.span(value), "it changes nothing"));
    }
    // An actor with an error may be the one that raises it or listens to it.
    if !reader.has_errors() {
        channels.warn_of_unconnected(reader, &actors::channel_kinds());
        reader.warn_of_unused_shared();
    }
    let (channels, conditions) = channels.into_parts();
    let mut level = Level {
        name: name?,
        author: author?,
        about: about.as_ref()?.as_ref().map(|about| about.0.clone()),
        hint: hint?,
        world: world?,
        terrain: Arc::new(if mirrored { terrain.mirrored() } else { terrain }),
        ninja: placed.ninja,
        exit: placed.exit,
        exit_opens,
        shards: placed.shards,
        shard_order,
        actors: placed.actors,
        channels,
        conditions,
        focus: focus?,
        precognition: precognition?,
        dark: dark?,
        hash: 0,
    };
    level.hash = level.compute_hash();
    if let Some(about) = about.flatten() {
        about::warn_of_absent_kinds(reader, &level.actors, &about);
    }
    Some((level, placed.places))
}

/// Warns of a side of the map through which the ninja walks out: one without any wall, or with a floor alone.
fn warn_of_open_border(reader: &mut Reader, map: &TextMap, terrain: &Terrain) {
    let (width, height) = (map.size.x as i32, map.size.y as i32);
    // One or two rows are a sketch, which has no room for a border.
    if height < 3 {
        return;
    }
    let is_wall = |x, y| terrain.tile(IVec2::new(x, y)).stops_bodies();
    let is_open = |x| {
        let floor = (0..height).take_while(|&y| is_wall(x, y)).count() as i32;
        height - floor >= 2 && (floor..height).all(|y| !is_wall(x, y))
    };
    let sides = [(is_open(0), "left"), (is_open(width - 1), "right"), ((0..width).all(|x| !is_wall(x, 0)), "lower")];
    let sides: Vec<&str> = sides.into_iter().filter(|side| side.0).map(|side| side.1).collect();
    let (side, verb) = match sides.as_slice() {
        [] => return,
        [side] => (format!("the {side} side"), "is"),
        [sides @ .., last] => (format!("the {} and the {last} side", sides.join(", the ")), "are"),
    };
    let diagnostic = Diagnostic::warning(format!("{side} of the map {verb} open")).of(&faults::OPEN_BORDER);
    let diagnostic = diagnostic.at(map.span.clone(), "this map");
    reader.report(diagnostic.help("the ninja falls to its death beyond the edge: close the side with `#`; one of them says that the rest is meant"));
}

/// The marks of the map that may name a cell: all but shards.
fn named_places(map: &TextMap) -> MarkedCells {
    let mut places = MarkedCells::default();
    for mark in &map.marks {
        let character = match mark.glyph {
            Glyph::Ninja => NINJA,
            Glyph::Exit => EXIT,
            Glyph::Waypoint(digit) => char::from(b'0' + digit),
            Glyph::Actor(letter) => letter,
            Glyph::Shard | Glyph::Tile(_) => continue,
        };
        places.add(character, mark.cell.as_vec2() + 0.5, mark.span.clone());
    }
    places
}

fn exit_opens<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<ExitOpens> {
    let word = reader.word_alone(value, "way for an exit to open", &["AtOnce", "AfterAllShards"])?;
    Some(if word == "AtOnce" { ExitOpens::AtOnce } else { ExitOpens::AfterAllShards })
}

fn shard_order<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<ShardOrder> {
    let word = reader.word_alone(value, "order of shards", &["AnyOrder", "InOrder"])?;
    Some(if word == "InOrder" { ShardOrder::InOrder } else { ShardOrder::AnyOrder })
}

fn world<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<LevelWorld> {
    let word = reader.word_alone(value, "world", &LevelWorld::ALL.map(LevelWorld::word))?;
    LevelWorld::ALL.into_iter().find(|world| world.word() == word)
}

fn focus<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<FocusSettings> {
    if let Ok(number) = value.text().parse::<f64>() {
        let diagnostic =
            Diagnostic::error("`focus` must say what the number is").at(reader.span(value), "a number alone");
        return reader
            .refuse(diagnostic.help(format!("write `focus: (max: {number})`, the seconds that the meter holds")));
    }
    let file: FocusFile = reader.read(value)?;
    let max = reader.quantity_or(file.max, "max", &FOCUS, FocusSettings::default().max);
    let start = file.start.map(|value| (reader.quantity(value, "start", &FOCUS), value));
    let max = max?;
    let Some((start, value)) = start else { return Some(FocusSettings { max, start: max }) };
    let start = start?;
    if start > max {
        let diagnostic =
            Diagnostic::error(format!("focus cannot start with {start} seconds where the meter holds at most {max}"));
        return reader.refuse(diagnostic.at(reader.span(value), format!("at most {max}")));
    }
    Some(FocusSettings { max, start })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_that_describes_a_level_has_a_form() {
        let error = ron::from_str::<LevelFile>("(none: 0)").err().map(|error| error.code);
        let Some(ron::Error::NoSuchStructField { expected, .. }) = error else { panic!("{error:?}") };
        for field in expected.iter().filter(|field| !["version", "draft", "map", "actors"].contains(field)) {
            assert!(field_form(field).is_some(), "{field}");
        }
        assert!(expected.len() > FIELD_FORMS.len());
    }
}
