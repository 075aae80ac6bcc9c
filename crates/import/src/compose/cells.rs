//! Layers of tiles: each cell has the tile of the highest layer that draws something there.

use std::collections::BTreeMap;

use super::flips::flipped;
use super::objects::{leave_out_settings, settings_of, settings_of_actor};
use super::{Draft, Object, ObjectKind};
use crate::complaints::{Complaints, Place};
use crate::drawn::{DrawnLevel, DrawnTile, TileKind, Value, property};
use crate::mapping::Mapping;
use crate::words::{self, Meaning, WORD_PROPERTY};
use hairline_level::diagnostics::faults;

/// Why a tile is not in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unused {
    NoMeaning,
    Decoration,
    /// Whether it is flipped diagonally.
    Flipped(bool),
    FlippedActor,
}

/// How many cells have such a tile, and the first of them, from the top.
struct Cells {
    count: usize,
    first: [usize; 2],
}

/// Draws a layer of tiles over those below it.
pub fn lay(draft: &mut Draft, level: &DrawnLevel, tiles: &[DrawnTile], mapping: &Mapping, complaints: &mut Complaints) {
    let layer = draft.layers.len();
    let place = draft.layers[layer - 1].clone();
    let mut meanings: BTreeMap<usize, Option<Meaning>> = BTreeMap::new();
    let mut unused: BTreeMap<(usize, Unused), Cells> = BTreeMap::new();
    for tile in tiles {
        let kind = &level.tiles[tile.kind];
        let meaning = *meanings.entry(tile.kind).or_insert_with(|| meaning_of(kind, mapping));
        let [x, y] = tile.cell;
        let index = x + y * draft.size[0];
        let mut leave_out = |why| {
            let cells = unused.entry((tile.kind, why)).or_insert(Cells { count: 0, first: tile.cell });
            cells.count += 1;
            if (tile.cell[1], std::cmp::Reverse(tile.cell[0])) > (cells.first[1], std::cmp::Reverse(cells.first[0])) {
                cells.first = tile.cell;
            }
        };
        let kind_of_object = match meaning {
            None if kind.is_decoration => {
                leave_out(Unused::Decoration);
                continue;
            }
            None | Some(Meaning::Path) => {
                leave_out(Unused::NoMeaning);
                continue;
            }
            Some(Meaning::Nothing) => continue,
            Some(Meaning::Tile(shape)) => {
                match flipped(shape, tile.flips) {
                    Some(shape) => {
                        draft.tiles[index] = shape;
                        draft.drawn_by[index] = u16::try_from(layer).unwrap_or(0);
                    }
                    None => leave_out(Unused::Flipped(tile.flips.diagonal)),
                }
                continue;
            }
            Some(Meaning::Mark(character)) => ObjectKind::Mark(character),
            Some(Meaning::Place(mark)) => ObjectKind::Place(mark),
            Some(Meaning::Actor(actor)) => {
                if tile.flips.any() {
                    leave_out(Unused::FlippedActor);
                }
                ObjectKind::Actor(actor)
            }
        };
        let place = place.part(&format!("{}, {}", cell_words(draft.size, tile.cell), kind.label));
        let settings = match kind_of_object {
            ObjectKind::Actor(_) => settings_of_actor(&kind.properties, &kind.class, &place, mapping, complaints),
            _ => Vec::new(),
        };
        let object = Object {
            kind: kind_of_object,
            id: String::new(),
            name: String::new(),
            center: [x as f64 + 0.5, y as f64 + 0.5],
            path: None,
            settings,
            place,
        };
        draft.add(object, complaints);
    }
    for ((kind, why), cells) in unused {
        let kind = &level.tiles[kind];
        let first = cell_words(draft.size, cells.first);
        let place = place.part(&match cells.count {
            1 => first,
            count => format!("{count} cells, the first at {first}"),
        });
        complain(kind, why, &place, complaints);
    }
    for (kind, meaning) in meanings {
        if matches!(meaning, Some(Meaning::Tile(_) | Meaning::Mark(_) | Meaning::Place(_))) {
            let kind = &level.tiles[kind];
            let place = place.part(&kind.label);
            leave_out_settings(settings_of(&kind.properties, &place, mapping, complaints), &place, complaints);
        }
    }
}

fn complain(kind: &TileKind, why: Unused, place: &Place, complaints: &mut Complaints) {
    let label = &kind.label;
    match why {
        Unused::NoMeaning => {
            let (said, meant) = match said(kind) {
                Some(Err(what)) => (format!(": its property `hairline` is {what}, and must be a text"), String::new()),
                Some(Ok(word)) => (
                    format!(": `{word}` is no tile and no kind of actor"),
                    words::suggestion(word).map_or(String::new(), |meant| format!("did you mean `{meant}`? Otherwise ")),
                ),
                None => (String::new(), String::new()),
            };
            let name = kind.names.first().map_or("", String::as_str);
            let help = format!(
                "{meant}give it a class such as `Solid` or the property `hairline` with a character such as `#`, map \
                 \"{name}\" with --mapping, or leave its layer out with the property `hairline` = `ignore`"
            );
            complaints.error(&faults::UNKNOWN_TILE, place, format!("{label} has no meaning{said}"), help);
        }
        Unused::Decoration => complaints.warning(
            &faults::LEFT_OUT,
            place,
            format!("{label} is left out: nothing in its tileset has a meaning"),
            "if it is decoration, leave its layer out with the property `hairline` = `ignore`, or name the layer in `ignore` \
             of --mapping",
        ),
        Unused::Flipped(diagonal) => complaints.error(
            &faults::UNKNOWN_TILE,
            place,
            format!("{label} is flipped, and there is no such tile"),
            if diagonal {
                "gentle slopes and thin platforms cannot be turned by a quarter: flip them horizontally, or draw another tile"
            } else {
                "a thin platform cannot be flipped vertically: draw it upright"
            },
        ),
        Unused::FlippedActor => complaints.warning(
            &faults::LEFT_OUT,
            place,
            format!("{label} is flipped, which is not read"),
            "say the direction with a property, such as `angle` or `aim`",
        ),
    }
}

/// The word by which a tile says what it is; or what stands there instead of a word.
fn said(kind: &TileKind) -> Option<Result<&str, &'static str>> {
    match property(&kind.properties, WORD_PROPERTY) {
        Some(Value::Text(word)) => Some(Ok(word)),
        None | Some(Value::None) => Some(kind.class.as_str()).filter(|class| !class.is_empty()).map(Ok),
        Some(other) => Some(Err(other.words())),
    }
}

/// What a tile means: its property counts before the mapping, and that before its class.
fn meaning_of(kind: &TileKind, mapping: &Mapping) -> Option<Meaning> {
    match property(&kind.properties, WORD_PROPERTY) {
        Some(Value::Text(word)) => words::meaning(word),
        Some(other) if *other != Value::None => None,
        _ => match mapping.tile(&kind.names) {
            Some(word) => words::meaning(word),
            None if kind.class.is_empty() => None,
            None => words::meaning(&kind.class),
        },
    }
}

/// Warns that a layer is of a kind that no level has.
pub fn leave_out(draft: &Draft, what: &str, complaints: &mut Complaints) {
    let place = draft.layers.last().expect("a layer was just added");
    let help = "the game draws its own background; the property `hairline` = `ignore` silences this";
    complaints.warning(&faults::LEFT_OUT, place, format!("{what} is left out"), help);
}

/// A cell in words: the editors count from the top left and from 0.
pub fn cell_words(size: [usize; 2], cell: [usize; 2]) -> String {
    format!("column {}, row {}", cell[0], size[1] - 1 - cell[1])
}
