//! A level as a map editor holds it, before it means anything to the game: the one form to which Tiled maps and LDtk levels are
//! brought. Lengths are in tiles and places count from the lower left corner, y upwards, as in a level file.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::importer::Importer;
use super::properties::Properties;
use hairline_level::diagnostics::faults;

/// A level of a map editor.
pub struct DrawnLevel {
    /// The editor's name for it.
    pub name: String,
    /// Where it is, for diagnostics.
    pub place: Rc<str>,
    /// Cells across and up.
    pub size: [usize; 2],
    pub properties: Properties,
    /// The tiles that its layers use.
    pub tiles: Vec<TileKind>,
    /// The layers that are not ignored, the lowest first.
    pub layers: Vec<Layer>,
}

/// A tile of a tileset, or a value of an IntGrid.
#[derive(Clone, Debug, Default)]
pub struct TileKind {
    /// Its name in messages, such as "tile 12 of the tileset `walls`".
    pub label: String,
    /// Its names in a mapping, the most exact one first.
    pub names: Vec<String>,
    pub class: String,
    /// Whether nothing of its tileset has a meaning: then it is decoration.
    pub is_decoration: bool,
    pub properties: Properties,
}

pub struct Layer {
    /// Where it is, for diagnostics.
    pub place: Rc<str>,
    pub content: Content,
}

pub enum Content {
    Tiles(TileLayer),
    Objects(Vec<DrawnObject>),
    /// Something that no level can have, in words, such as "an image layer".
    Other(&'static str),
}

#[derive(Clone, Copy, Debug)]
pub struct DrawnTile {
    /// Column from the left, row from below.
    pub cell: [usize; 2],
    /// Index into [`DrawnLevel::tiles`].
    pub kind: usize,
    pub flips: FlipFlags,
}

/// The flip flags of a tile, as in Tiled: first diagonally, then horizontally, then vertically. LDtk has no diagonal one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlipFlags {
    /// Along the diagonal that falls to the right: with one of the others a quarter turn.
    pub diagonal: bool,
    pub horizontal: bool,
    pub vertical: bool,
}

impl FlipFlags {
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

/// An object, or an entity.
pub struct DrawnObject {
    /// The name in references to it.
    pub id: String,
    pub name: String,
    pub class: String,
    /// The center of its figure; of lines and polygons, its first point or its origin.
    pub center: [f64; 2],
    /// The width and the height of its figure.
    pub extent: [f64; 2],
    pub outline: Outline,
    /// Degrees counter-clockwise.
    pub rotation: f64,
    pub flips: FlipFlags,
    pub properties: Properties,
}

/// The figure of an object.
#[derive(Clone)]
pub enum Outline {
    /// A point, or a picture whose size means nothing.
    Point,
    Box,
    Ellipse,
    Polyline(Vec<[f64; 2]>),
    Polygon(Vec<[f64; 2]>),
    /// Something that no level can have, in words.
    Other(&'static str),
}

/// The cells of a level in a map editor, where lengths are pixels and y points down.
pub struct Grid {
    /// The level's first column and first row.
    pub corner: [i64; 2],
    pub size: [usize; 2],
    /// The size of a cell in pixels.
    pub pixels: [f64; 2],
}

impl Grid {
    /// A place that is given in pixels.
    pub fn tiles(&self, pixels: [f64; 2]) -> [f64; 2] {
        let [x, down] = [0, 1].map(|axis| pixels[axis] / self.pixels[axis] - self.corner[axis] as f64);
        [x, self.size[1] as f64 - down]
    }

    /// The cell of the level at a column and a row of the editor.
    fn cell(&self, at: [i64; 2]) -> Option<[usize; 2]> {
        let x = usize::try_from(at[0] - self.corner[0]).ok()?;
        let down = usize::try_from(at[1] - self.corner[1]).ok()?;
        (x < self.size[0] && down < self.size[1]).then(|| [x, self.size[1] - 1 - down])
    }

    /// The whole cells by which a layer is shifted, from its pixels.
    pub fn shift(&self, offset: [f64; 2], place: &str, importer: &mut Importer) -> Option<[i64; 2]> {
        let shift = [0, 1].map(|axis| offset[axis] / self.pixels[axis]);
        if shift.iter().all(|cells| (cells - cells.round()).abs() < 1.0e-3) {
            return Some(shift.map(|cells| cells.round() as i64));
        }
        let help = "set its offset to whole cells, or leave the layer out: with the property `hairline` = `ignore`, or \
                    with `ignore` of --mapping";
        let message = format!("the layer is shifted by ({}, {}) pixels", offset[0], offset[1]);
        importer.error(&faults::OFF_CELL, place, message, help);
        None
    }
}

/// The tiles that the layers of a level use, each once.
pub struct TileKinds<K> {
    known: BTreeMap<K, usize>,
    pub kinds: Vec<TileKind>,
}

impl<K> Default for TileKinds<K> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), kinds: Vec::new() }
    }
}

impl<K: Ord> TileKinds<K> {
    pub fn index(&mut self, key: K, kind: impl FnOnce() -> TileKind) -> usize {
        *self.known.entry(key).or_insert_with(|| {
            self.kinds.push(kind());
            self.kinds.len() - 1
        })
    }
}

#[derive(Default)]
pub struct TileLayer {
    pub tiles: Vec<DrawnTile>,
    outside: usize,
}

impl TileLayer {
    /// Adds a tile at a column and a row of the editor.
    pub fn add(&mut self, grid: &Grid, at: [i64; 2], kind: usize, flips: FlipFlags) {
        match grid.cell(at) {
            Some(cell) => self.tiles.push(DrawnTile { cell, kind, flips }),
            None => self.outside += 1,
        }
    }

    pub fn warn_of_outside(&self, place: &str, importer: &mut Importer) {
        if self.outside > 0 {
            let message = format!("{} tiles outside of the map are left out", self.outside);
            let help = "move the layer back, or make the map larger";
            importer.warning(&faults::LEFT_OUT, place, message, help);
        }
    }
}
