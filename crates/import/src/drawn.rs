//! A level as a map editor holds it, before it means anything to the game: the one form to which Tiled maps and LDtk levels are
//! brought. Lengths are in tiles and places count from the lower left corner, y upwards, as in a level file.

use super::complaints::Place;

/// A level of a map editor.
#[derive(Clone, Debug)]
pub struct DrawnLevel {
    /// What the editor calls it.
    pub name: String,
    /// Where it is, for complaints.
    pub place: Place,
    /// Cells across and up.
    pub size: [usize; 2],
    /// The level's own properties.
    pub properties: Vec<(String, Value)>,
    /// The tiles that its layers use.
    pub tiles: Vec<TileKind>,
    /// The layers, the lowest first.
    pub layers: Vec<Layer>,
    /// Whether it was read without an error. One that was not is not written.
    pub is_whole: bool,
}

/// A tile of a tileset, or a value of an IntGrid.
#[derive(Clone, Debug, Default)]
pub struct TileKind {
    /// What messages call it, such as "tile 12 of the tileset `walls`".
    pub label: String,
    /// What a mapping may call it, the most exact name first.
    pub names: Vec<String>,
    /// Its class, which says what it is.
    pub class: String,
    /// Whether nothing of its tileset has a meaning: then it is decoration.
    pub is_decoration: bool,
    /// Its properties.
    pub properties: Vec<(String, Value)>,
}

/// A layer.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// Its class; may be empty.
    pub class: String,
    /// Whether its own property says that it is left out.
    pub is_ignored: bool,
    /// What is on it.
    pub content: Content,
}

/// What is on a layer.
#[derive(Clone, Debug)]
pub enum Content {
    /// Tiles.
    Tiles(Vec<DrawnTile>),
    /// Objects.
    Objects(Vec<DrawnObject>),
    /// Something that no level can have, in words, such as "an image layer".
    Other(&'static str),
}

/// A tile in a cell.
#[derive(Clone, Copy, Debug)]
pub struct DrawnTile {
    /// Column from the left, row from below.
    pub cell: [usize; 2],
    /// Index into [`DrawnLevel::tiles`].
    pub kind: usize,
    /// How it is flipped.
    pub flips: FlipFlags,
}

/// The flip flags of a tile, as in Tiled: first diagonally, then horizontally, then vertically. LDtk has no diagonal one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlipFlags {
    /// Along the diagonal that falls to the right: a quarter turn, with one of the others.
    pub diagonal: bool,
    /// Left and right are exchanged.
    pub horizontal: bool,
    /// Top and bottom are exchanged.
    pub vertical: bool,
}

impl FlipFlags {
    /// Whether it is flipped at all.
    pub fn any(self) -> bool {
        self != Self::default()
    }
}

/// An object, or an entity.
#[derive(Clone, Debug)]
pub struct DrawnObject {
    /// By what others refer to it.
    pub id: String,
    /// Its name; may be empty.
    pub name: String,
    /// Its class, which says what it is; may be empty.
    pub class: String,
    /// The center of its figure; of lines and polygons, its first point or its origin.
    pub center: [f64; 2],
    /// The width and the height of its figure.
    pub extent: [f64; 2],
    /// Its figure.
    pub outline: Outline,
    /// Degrees by which it is turned counter-clockwise.
    pub rotation: f64,
    /// How its picture is flipped.
    pub flips: FlipFlags,
    /// Its properties.
    pub properties: Vec<(String, Value)>,
}

/// The figure of an object.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A point, or a picture whose size means nothing.
    Point,
    /// A rectangle.
    Box,
    /// An ellipse.
    Ellipse,
    /// A line through points.
    Polyline(Vec<[f64; 2]>),
    /// The corners of a polygon.
    Polygon(Vec<[f64; 2]>),
    /// Something that no level can have, in words.
    Other(&'static str),
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Not set.
    None,
    /// A flag.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text as a person typed it.
    Text(String),
    /// RON, written by the import itself.
    Ron(String),
    /// A reference to an object.
    Reference(String),
    /// A point of the level.
    Point([f64; 2]),
    /// A list.
    List(Vec<Self>),
    /// A class with the members that are set.
    Class(String, Vec<(String, Self)>),
    /// Something that no level can have, in words, such as "a color".
    Other(&'static str),
}

impl Value {
    /// What it is, in words.
    pub fn words(&self) -> &'static str {
        match self {
            Self::None => "nothing",
            Self::Flag(_) => "a flag",
            Self::Number(_) => "a number",
            Self::Text(_) | Self::Ron(_) => "a text",
            Self::Reference(_) => "a reference to an object",
            Self::Point(_) => "a point",
            Self::List(_) => "a list",
            Self::Class(..) => "a class",
            Self::Other(what) => what,
        }
    }
}

/// A property by its name.
pub fn property<'a>(properties: &'a [(String, Value)], name: &str) -> Option<&'a Value> {
    properties.iter().find(|property| property.0 == name).map(|property| &property.1)
}
