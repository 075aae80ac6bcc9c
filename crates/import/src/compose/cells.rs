//! Layers of tiles: each cell has the tile of the highest layer that draws something there.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::plan::{Object, ObjectKind, Plan, cell_place};
use super::settings::{leave_out_settings, settings_of_actor};
use super::values::quoted;
use crate::drawn::{DrawnLevel, DrawnTile, FlipFlags, TileKind, TileLayer};
use crate::errors::part;
use crate::importer::Importer;
use crate::properties::property;
use crate::words::{self, Meaning, WORD_PROPERTY};
use hairline_geometry::tile::TileShape;
use hairline_level::diagnostics::faults;

/// The cells with a tile that is left out, or whose flips are.
struct Unread {
    count: usize,
    /// The first of them, from the top left.
    first: DrawnTile,
}

/// Draws a layer of tiles over those below it.
pub fn add(plan: &mut Plan, level: &DrawnLevel, layer: &TileLayer, place: &Rc<str>, importer: &mut Importer) {
    let mut meanings: BTreeMap<usize, (Option<Meaning>, usize)> = BTreeMap::new();
    let mut unread: BTreeMap<usize, Unread> = BTreeMap::new();
    for tile in &layer.tiles {
        let (kind, [x, y]) = (&level.tiles[tile.kind], tile.cell);
        let (meaning, count) = meanings.entry(tile.kind).or_insert_with(|| (meaning_of(kind, importer), 0));
        *count += 1;
        let object = match *meaning {
            Some(Meaning::Nothing) => continue,
            Some(Meaning::Tile(shape)) => {
                if let Some(shape) = flipped(shape, tile.flips) {
                    let index = x + y * plan.size[0];
                    (plan.tiles[index], plan.origins[index]) = (shape, place.clone());
                    continue;
                }
                None
            }
            Some(Meaning::Mark(character)) => Some(ObjectKind::Mark(character)),
            Some(Meaning::Place(mark)) => Some(ObjectKind::Place(mark)),
            Some(Meaning::Actor(actor)) => Some(ObjectKind::Actor(actor)),
            None | Some(Meaning::Path) => None,
        };
        if object.is_none() || matches!(object, Some(ObjectKind::Actor(_))) && tile.flips.any() {
            let cells = unread.entry(tile.kind).or_insert(Unread { count: 0, first: *tile });
            cells.count += 1;
            let from_top = |cell: [usize; 2]| (std::cmp::Reverse(cell[1]), cell[0]);
            if from_top(tile.cell) < from_top(cells.first.cell) {
                cells.first = *tile;
            }
        }
        let Some(object) = object else { continue };
        let place = part(&cell_place(place, plan.size, tile.cell), &kind.label);
        let settings = match object {
            ObjectKind::Actor(actor) => settings_of_actor(&kind.properties, actor, &kind.class, &place, importer),
            _ => Vec::new(),
        };
        let (id, name, path) = (String::new(), String::new(), None);
        let center = [x as f64 + 0.5, y as f64 + 0.5];
        plan.add(Object { kind: object, id, name, center, path, settings, place }, importer);
    }
    for (kind, Unread { count, first }) in unread {
        let mut place = cell_place(place, plan.size, first.cell);
        if count > 1 {
            place = part(&place, &format!("the first of {count} cells"));
        }
        tell(&level.tiles[kind], meanings[&kind].0, first.flips, &place, importer);
    }
    for (kind, (meaning, count)) in meanings {
        let tile = &level.tiles[kind];
        if let (Some(word), Some(name)) = (other_word(tile, importer), tile.names.last()) {
            importer.count_others("tile", name, word, count);
        }
        if matches!(meaning, Some(Meaning::Tile(_) | Meaning::Mark(_) | Meaning::Place(_))) {
            let kind = &level.tiles[kind];
            leave_out_settings(&kind.properties, &part(place, &kind.label), importer);
        }
    }
}

fn meaning_of(kind: &TileKind, importer: &Importer) -> Option<Meaning> {
    own_meaning(kind, importer).or_else(|| words::meaning(other_word(kind, importer)?))
}

fn own_meaning(kind: &TileKind, importer: &Importer) -> Option<Meaning> {
    let word = words::word_of(&kind.properties, || importer.mapping.tile(&kind.names), &kind.class);
    word.ok().flatten().and_then(words::meaning)
}

/// The word that the mapping has for all other tiles, if a tile is one of those.
fn other_word<'a>(kind: &TileKind, importer: &Importer<'a>) -> Option<&'a str> {
    let word = importer.mapping.other_tiles()?;
    let says_itself = property(&kind.properties, WORD_PROPERTY).is_some();
    (!says_itself && own_meaning(kind, importer).is_none()).then_some(word)
}

/// Reports a tile that the level leaves out, or the flip that it ignores, with the reason.
fn tell(kind: &TileKind, meaning: Option<Meaning>, flips: FlipFlags, place: &str, importer: &mut Importer) {
    let label = &kind.label;
    match meaning {
        Some(Meaning::Actor(_)) => {
            let help = "say the direction with a property, such as `angle` or `aim`";
            importer.warning(&faults::LEFT_OUT, place, format!("{label} is flipped, which is not read"), help);
        }
        Some(Meaning::Tile(_)) => {
            let help = if flips.diagonal {
                "gentle slopes and thin platforms cannot be turned by a quarter: flip them horizontally, or draw another tile"
            } else {
                "a thin platform cannot be flipped vertically: draw it upright"
            };
            let message = format!("{label} is flipped, and there is no such tile");
            importer.error(&faults::UNKNOWN_TILE, place, message, help);
        }
        None if kind.is_decoration => {
            let help = "if it is decoration, leave its layer out with the property `hairline` = `ignore`, or name the layer \
                        in `ignore` of --mapping";
            let message = format!("{label} is left out: nothing in its tileset has a meaning");
            importer.warning(&faults::LEFT_OUT, place, message, help);
        }
        _ => {
            let (said, meant) = match words::word_of(&kind.properties, || None, &kind.class) {
                Err(what) => (format!(": its property `hairline` is {what}, and must be a text"), String::new()),
                Ok(Some(word)) => (format!(": `{word}` is no tile and no kind of actor"), words::did_you_mean(word)),
                Ok(None) => Default::default(),
            };
            let name = kind.names.first().map_or("", String::as_str);
            let help = format!(
                "{meant}give it a class such as `Solid` or the property `hairline` with a character such as `#`, map it with \
                 --mapping: `tiles: {{ {}: \"#\" }}`, or leave its layer out with the property `hairline` = `ignore`",
                quoted(name)
            );
            importer.error(&faults::UNKNOWN_TILE, place, format!("{label} has no meaning{said}"), help);
        }
    }
}

/// The tile whose corners are those of a flipped one, if there is such a tile.
pub fn flipped(shape: TileShape, flips: FlipFlags) -> Option<TileShape> {
    if !shape.is_slope() {
        // A thin platform stops only bodies from above.
        return (shape != TileShape::OneWay || !flips.diagonal && !flips.vertical).then_some(shape);
    }
    let sorted = |corners: &mut dyn Iterator<Item = [f32; 2]>| {
        let mut corners: Vec<[f32; 2]> = corners.collect();
        corners.sort_by(|a, b| a.partial_cmp(b).expect("corners are finite"));
        corners
    };
    let corners = sorted(&mut shape.corners().iter().map(|corner| {
        let [x, y] = if flips.diagonal { [1.0 - corner.y, 1.0 - corner.x] } else { corner.to_array() };
        [if flips.horizontal { 1.0 - x } else { x }, if flips.vertical { 1.0 - y } else { y }]
    }));
    let has_corners =
        |other: &TileShape| sorted(&mut other.corners().iter().map(|corner| corner.to_array())) == corners;
    TileShape::ALL.into_iter().filter(|other| other.is_slope()).find(has_corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: TileShape, flips: &str, expected: Option<TileShape>) {
        let [diagonal, horizontal, vertical] = ['d', 'h', 'v'].map(|flip| flips.contains(flip));
        assert_eq!(flipped(shape, FlipFlags { diagonal, horizontal, vertical }), expected, "{shape:?} {flips}");
    }

    #[test]
    fn a_flipped_slope_is_another_slope() {
        use TileShape::*;
        check(FloorRight, "", Some(FloorRight));
        check(FloorRight, "h", Some(FloorLeft));
        check(FloorRight, "v", Some(CeilingRight));
        check(FloorRight, "d", Some(FloorRight));
        check(FloorLeft, "d", Some(CeilingRight));
        check(CeilingRight, "d", Some(FloorLeft));
        // A quarter turn to the right, as Tiled writes it.
        check(FloorRight, "dh", Some(FloorLeft));
        check(FloorRightLow, "h", Some(FloorLeftLow));
        check(FloorLeftHigh, "v", Some(CeilingLeftHigh));
        check(CeilingRightLow, "hv", Some(FloorLeftLow));
        for steep in [FloorRightLow, FloorLeftHigh, CeilingLeftLow, CeilingRightHigh] {
            check(steep, "d", None);
        }
    }

    #[test]
    fn of_the_other_tiles_only_a_thin_platform_changes() {
        for shape in TileShape::ALL.into_iter().filter(|shape| !shape.is_slope() && *shape != TileShape::OneWay) {
            check(shape, "dhv", Some(shape));
        }
        check(TileShape::OneWay, "h", Some(TileShape::OneWay));
        check(TileShape::OneWay, "v", None);
        check(TileShape::OneWay, "d", None);
    }
}
