//! From a level as it was drawn to the text of a level file: tiles become characters, objects become actors with letters,
//! properties become settings. Knows no map editor.

mod cells;
mod flips;
mod letters;
mod objects;
mod values;
mod write;

use hairline_geometry::tile::TileShape;
use hairline_level::Kind;
use hairline_level::diagnostics::faults;

use super::complaints::{Complaints, Place};
use super::drawn::{DrawnLevel, Value};
use super::limits::OBJECTS_MAX;
use super::mapping::Mapping;

pub use write::Composed;

/// A line that an actor follows.
#[derive(Clone, Debug, PartialEq)]
struct DrawnPath {
    /// Its points, the first one where it begins.
    points: Vec<[f64; 2]>,
    /// Whether it leads back to the first point.
    is_closed: bool,
}

/// What an object of the level is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ObjectKind {
    /// The ninja, the exit or a shard, by its character.
    Mark(char),
    /// A place, with the mark that it must have.
    Place(Option<char>),
    /// A line for others.
    Path,
    /// An actor.
    Actor(&'static Kind),
}

/// An object or entity of the editor, or a tile that is painted and means an actor, a mark or a place.
#[derive(Clone, Debug)]
struct Object {
    kind: ObjectKind,
    /// By what others refer to it; empty for a painted tile.
    id: String,
    name: String,
    /// Where it is, in tiles.
    center: [f64; 2],
    path: Option<DrawnPath>,
    settings: Vec<(String, Value)>,
    /// Where it comes from.
    place: Place,
}

/// A level with its meaning, before letters are chosen.
struct Draft {
    place: Place,
    /// What the editor calls the level.
    name: String,
    size: [usize; 2],
    /// The tiles, row by row from the lowest.
    tiles: Vec<TileShape>,
    /// For each cell the layer that drew it last, as an index into `layers` plus one.
    drawn_by: Vec<u16>,
    layers: Vec<Place>,
    objects: Vec<Object>,
    fields: Vec<(String, Value)>,
}

impl Draft {
    /// The index of a cell of the map, if it is in it.
    fn index(&self, cell: [i64; 2]) -> Option<usize> {
        let [x, y] = [usize::try_from(cell[0]).ok()?, usize::try_from(cell[1]).ok()?];
        (x < self.size[0] && y < self.size[1]).then_some(x + y * self.size[0])
    }

    /// Adds an object, unless there are too many; that is an error once.
    fn add(&mut self, object: Object, complaints: &mut Complaints) {
        if self.objects.len() < OBJECTS_MAX {
            return self.objects.push(object);
        }
        let message = format!("there are more than {OBJECTS_MAX} objects and painted actors, shards and places");
        let help = "a level has at most 256 actors and 256 shards: remove some, or divide the map";
        complaints.error(&faults::FOREIGN_LIMIT, &self.place, message, help);
    }
}

/// The text of a level file, or nothing if there are errors. `source` is the file as the text should name it.
pub fn compose(level: &DrawnLevel, mapping: &Mapping, source: &str, complaints: &mut Complaints) -> Option<Composed> {
    let mut draft = Draft {
        place: level.place.clone(),
        name: level.name.clone(),
        size: level.size,
        tiles: vec![TileShape::Empty; level.size[0] * level.size[1]],
        drawn_by: vec![0; level.size[0] * level.size[1]],
        layers: Vec::new(),
        objects: Vec::new(),
        fields: objects::settings_of(&level.properties, &level.place, mapping, complaints),
    };
    for layer in &level.layers {
        if layer.is_ignored || [&layer.name, &layer.class].into_iter().any(|name| mapping.ignores(name)) {
            continue;
        }
        draft.layers.push(level.place.part(&format!("layer `{}`", layer.name)));
        match &layer.content {
            super::drawn::Content::Tiles(tiles) => cells::lay(&mut draft, level, tiles, mapping, complaints),
            super::drawn::Content::Objects(objects) => objects::add(&mut draft, objects, mapping, complaints),
            super::drawn::Content::Other(what) => cells::leave_out(&draft, what, complaints),
        }
    }
    if complaints.has_errors() {
        return None;
    }
    let lettered = letters::assign(&draft, complaints);
    let composed = write::write(&draft, &lettered, source, complaints);
    (!complaints.has_errors()).then_some(composed)
}
