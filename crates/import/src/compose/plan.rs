//! The plan of a level: its tiles, and its objects without letters.

use std::rc::Rc;

use crate::errors::part;
use crate::importer::Importer;
use crate::limits::OBJECTS_MAX;
use crate::properties::Properties;
use hairline_geometry::tile::TileShape;
use hairline_level::Kind;
use hairline_level::diagnostics::faults;

/// A difference of places, in tiles, that is the editor's rounding.
pub const ROUNDING: f64 = 1.0e-3;

/// A line that an actor follows.
#[derive(Clone, PartialEq)]
pub struct DrawnPath {
    /// Its points, the first one where it begins.
    pub points: Vec<[f64; 2]>,
    /// Whether it leads back to the first point.
    pub is_closed: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub enum ObjectKind {
    /// The ninja, the exit or a shard, by its character.
    Mark(char),
    /// A place, with its mark if that is given.
    Place(Option<char>),
    /// A line for others.
    Path,
    Actor(&'static Kind),
}

/// An object of the editor, or a painted tile that means an actor, a mark or a place.
pub struct Object {
    pub kind: ObjectKind,
    /// The name in references to it; empty for a painted tile.
    pub id: String,
    pub name: String,
    /// Where it is, in tiles.
    pub center: [f64; 2],
    pub path: Option<DrawnPath>,
    pub settings: Properties,
    /// Where it comes from, for diagnostics.
    pub place: Rc<str>,
}

/// A level with its meaning, before letters are chosen.
pub struct Plan {
    pub name: String,
    pub place: Rc<str>,
    pub size: [usize; 2],
    /// The tiles, row by row from the lowest.
    pub tiles: Vec<TileShape>,
    /// For each cell the layer or the level that it comes from, for diagnostics.
    pub origins: Vec<Rc<str>>,
    pub objects: Vec<Object>,
    pub fields: Properties,
}

impl Plan {
    /// The index of a cell of the map, if it is in it.
    pub fn index(&self, cell: [i64; 2]) -> Option<usize> {
        let [x, y] = [usize::try_from(cell[0]).ok()?, usize::try_from(cell[1]).ok()?];
        (x < self.size[0] && y < self.size[1]).then_some(x + y * self.size[0])
    }

    /// Adds an object, unless there are too many; that is an error once.
    pub fn add(&mut self, object: Object, importer: &mut Importer) {
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

/// The place of a cell: the editors count from the top left and from 0.
pub fn cell_place(place: &str, size: [usize; 2], cell: [usize; 2]) -> Rc<str> {
    part(place, &format!("column {}, row {}", cell[0], size[1] - 1 - cell[1]))
}
