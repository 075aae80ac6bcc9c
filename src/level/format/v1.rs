//! Version 1 of the level format: its fields, in the order in which they are read and checked.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;

use super::channels::ChannelTable;
use super::{map, scatter};
use crate::geometry::terrain::Terrain;
use crate::level::diagnostics::Diagnostic;
use crate::level::limits::{HINT_CHARS_MAX, NAME_CHARS_MAX};
use crate::level::reader::scalars::FOCUS;
use crate::level::reader::{Piece, Reader};
use crate::level::{ExitOpens, FocusSettings, Level, actors, placement};

#[derive(Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
struct LevelFile<'a> {
    /// Read before; named here so that it is not unknown.
    #[serde(borrow, rename = "version")]
    _version: Piece<'a>,
    #[serde(borrow)]
    name: Piece<'a>,
    #[serde(borrow)]
    author: Option<Piece<'a>>,
    #[serde(borrow)]
    hint: Option<Piece<'a>>,
    #[serde(borrow)]
    map: Piece<'a>,
    #[serde(borrow)]
    scatter: Option<Piece<'a>>,
    #[serde(borrow)]
    actors: Option<Piece<'a>>,
    #[serde(borrow)]
    exit: Option<Piece<'a>>,
    #[serde(borrow)]
    focus: Option<Piece<'a>>,
}

#[derive(Deserialize)]
#[serde(rename = "focus", deny_unknown_fields)]
struct FocusFile<'a> {
    #[serde(borrow)]
    max: Option<Piece<'a>>,
    #[serde(borrow)]
    start: Option<Piece<'a>>,
}

/// Reads a level, and where its ninja stands in the file. Each part is read whatever became of the others, so that all faults are told at once; where the map
/// has a fault of form, nothing is said about where things are.
pub(crate) fn read(reader: &mut Reader) -> Option<(Level, Range<usize>)> {
    let file: LevelFile = reader.file()?;
    let name = reader.line(file.name, "name", NAME_CHARS_MAX);
    if name.as_deref() == Some("") {
        reader.fault(Diagnostic::error("the level has no name").at(reader.place(file.name), "an empty text"));
    }
    let author = file.author.map_or(Some(String::new()), |piece| reader.line(piece, "author", NAME_CHARS_MAX));
    let hint = match file.hint {
        None => Some(None),
        Some(piece) => reader.line(piece, "hint", HINT_CHARS_MAX).map(|hint| (!hint.is_empty()).then_some(hint)),
    };
    let map = map::read(reader, file.map);
    let mut channels = ChannelTable::default();
    let actors = file.actors.map_or(Some(Vec::new()), |piece| actors::read(reader, &mut channels, piece));
    let focus = file.focus.map_or(Some(FocusSettings::default()), |piece| focus(reader, piece));
    let exit_opens = match file.exit {
        None => Some(ExitOpens::default()),
        Some(piece) => exit_opens(reader, piece),
    };
    let mut map = map?;
    if let Some(piece) = file.scatter {
        scatter::apply(reader, piece, &mut map)?;
    }
    let terrain = Terrain::new(map.size, map.tiles.clone());
    let placed = placement::place(reader, &map, &terrain, actors.as_deref())?;
    let exit_opens = exit_opens?;
    if let (ExitOpens::AfterAllShards, true, Some(piece)) = (exit_opens, placed.shards.is_empty(), file.exit) {
        let fault = Diagnostic::warning("the exit waits for all shards, and there are none");
        reader.fault(fault.at(reader.place(piece), "it is open at once"));
    }
    // An actor with a fault may be the one that raises or hears.
    if !reader.has_errors() {
        channels.warn_of_loose_ends(reader);
    }
    let actors = placed.actors;
    let mut level = Level {
        name: name?,
        author: author?,
        hint: hint?,
        terrain: Arc::new(terrain),
        ninja: placed.ninja,
        exit: placed.exit,
        exit_opens,
        shards: placed.shards,
        lasers: actors.lasers,
        turrets: actors.turrets,
        cameras: actors.cameras,
        orbs: actors.orbs,
        movers: actors.movers,
        doors: actors.doors,
        switches: actors.switches,
        keys: actors.keys,
        springs: actors.springs,
        mines: actors.mines,
        teleports: actors.teleports,
        channels: channels.into_names(),
        focus: focus?,
        hash: 0,
    };
    level.hash = level.fingerprint();
    Some((level, placed.ninja_place))
}

fn exit_opens<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<ExitOpens> {
    let word = reader.word(piece, "way for an exit to open", &["AtOnce", "AfterAllShards"])?;
    if piece.text()[word.len()..].trim_start().starts_with('(') {
        reader.fault(
            Diagnostic::error(format!("`{word}` has no settings")).at(reader.place(piece), "expected the word alone"),
        );
        return None;
    }
    Some(if word == "AtOnce" { ExitOpens::AtOnce } else { ExitOpens::AfterAllShards })
}

fn focus<'a>(reader: &mut Reader<'a>, piece: Piece<'a>) -> Option<FocusSettings> {
    let file: FocusFile = reader.read(piece)?;
    let max = reader.quantity_or(file.max, "max", &FOCUS, FocusSettings::default().max);
    let start = file.start.map(|piece| (reader.quantity(piece, "start", &FOCUS), piece));
    let max = max?;
    let Some((start, piece)) = start else { return Some(FocusSettings { max, start: max }) };
    let start = start?;
    if start > max {
        let fault = Diagnostic::error(format!("focus cannot start with {start} seconds where at most {max} are held"));
        reader.fault(fault.at(reader.place(piece), format!("at most {max}")));
        return None;
    }
    Some(FocusSettings { max, start })
}
