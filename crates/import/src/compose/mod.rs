//! From a drawn level to the text of a level file: tiles become characters, objects become actors with letters, properties
//! become settings. Knows no map editor.

mod cells;
mod letters;
mod objects;
mod settings;
mod values;
mod write;

use std::path::Path;
use std::rc::Rc;

use hairline_geometry::tile::TileShape;
use hairline_level::Kind;
use hairline_level::diagnostics::faults;

use super::drawn::{Content, DrawnLevel, Properties};
use super::importer::{Importer, part};
use super::limits::OBJECTS_MAX;

pub use write::Composed;

/// A difference of places, in tiles, that is the editor's rounding.
const ROUNDING: f64 = 1.0e-3;

/// A line that an actor follows.
#[derive(Clone, PartialEq)]
struct DrawnPath {
    /// Its points, the first one where it begins.
    points: Vec<[f64; 2]>,
    /// Whether it leads back to the first point.
    is_closed: bool,
}

/// The meaning of an object.
#[derive(Clone, Copy, PartialEq)]
enum ObjectKind {
    /// The ninja, the exit or a shard, by its character.
    Mark(char),
    /// A place, with its mark if that is given.
    Place(Option<char>),
    /// A line for others.
    Path,
    Actor(&'static Kind),
}

/// An object of the editor, or a painted tile that means an actor, a mark or a place.
struct Object {
    kind: ObjectKind,
    /// The name in references to it; empty for a painted tile.
    id: String,
    name: String,
    /// Where it is, in tiles.
    center: [f64; 2],
    path: Option<DrawnPath>,
    settings: Properties,
    /// Where it comes from, for diagnostics.
    place: Rc<str>,
}

/// A level with its meaning, before letters are chosen.
struct Draft {
    name: String,
    place: Rc<str>,
    size: [usize; 2],
    /// The tiles, row by row from the lowest.
    tiles: Vec<TileShape>,
    /// For each cell the layer or the level that it comes from, for diagnostics.
    origins: Vec<Rc<str>>,
    objects: Vec<Object>,
    fields: Properties,
}

impl Draft {
    /// The index of a cell of the map, if it is in it.
    fn index(&self, cell: [i64; 2]) -> Option<usize> {
        let [x, y] = [usize::try_from(cell[0]).ok()?, usize::try_from(cell[1]).ok()?];
        (x < self.size[0] && y < self.size[1]).then_some(x + y * self.size[0])
    }

    /// Adds an object, unless there are too many; that is an error once.
    fn add(&mut self, object: Object, importer: &mut Importer) {
        if self.objects.len() == OBJECTS_MAX {
            let message = format!("there are more than {OBJECTS_MAX} objects and painted actors, shards and places");
            let help = "a level has at most 256 actors and 256 shards: remove some, or divide the map";
            importer.error(&faults::FOREIGN_LIMIT, &self.place, message, help);
        }
        if self.objects.len() <= OBJECTS_MAX {
            self.objects.push(object);
        }
    }
}

/// The text of a level file, or nothing if there are errors.
pub fn compose(level: &DrawnLevel, path: &Path, importer: &mut Importer) -> Option<Composed> {
    let errors_before = importer.diagnostics.error_count();
    let cells = level.size[0] * level.size[1];
    let mut draft = Draft {
        name: level.name.clone(),
        place: level.place.clone(),
        size: level.size,
        tiles: vec![TileShape::Empty; cells],
        origins: vec![level.place.clone(); cells],
        objects: Vec::new(),
        fields: settings::settings_of(&level.properties, &level.place, importer),
    };
    for layer in &level.layers {
        match &layer.content {
            Content::Tiles(tiles) => cells::add(&mut draft, level, tiles, &layer.place, importer),
            Content::Objects(objects) => objects::add(&mut draft, objects, &layer.place, importer),
            Content::Other(what) => {
                let help = "the game draws its own background; the property `hairline` = `ignore` silences this";
                importer.warning(&faults::LEFT_OUT, &layer.place, format!("{what} is left out"), help);
            }
        }
    }
    let is_fine = |importer: &Importer| importer.diagnostics.error_count() == errors_before;
    if !is_fine(importer) {
        return None;
    }
    let lettered = letters::assign(&draft, importer);
    let composed = write::write(draft, lettered, path, importer);
    is_fine(importer).then_some(composed)
}

/// The place of a cell: the editors count from the top left and from 0.
fn cell_place(place: &str, size: [usize; 2], cell: [usize; 2]) -> Rc<str> {
    part(place, &format!("column {}, row {}", cell[0], size[1] - 1 - cell[1]))
}
