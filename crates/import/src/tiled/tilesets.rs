//! Tilesets, in the map or in files of their own, and the properties of everything in a Tiled file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::xml::{self, Element, Source};
use crate::drawn::{FlipFlags, TileKind};
use crate::files::NamedFiles;
use crate::properties::{Properties, Value, property};
use crate::words::WORD_PROPERTY;
use hairline_level::Diagnostic;
use hairline_level::diagnostics::escape::escape_path;

/// The largest number of a tile in a map.
const GID_MAX: u32 = (1 << 29) - 1;

/// The tilesets of a map or a template, each with the number of its first tile.
pub type MapTilesets = Vec<(u32, Rc<Tileset>)>;

pub struct Tileset {
    pub name: String,
    pub properties: Properties,
    /// From the point at which an object with one of its tiles is anchored to its center, in parts of its size, y downwards.
    pub anchor: [f64; 2],
    tile_count: u32,
    tiles: BTreeMap<u32, Tile>,
}

/// A tile with a class or properties.
pub struct Tile {
    pub class: String,
    pub properties: Properties,
}

impl Tileset {
    fn new(element: &Element) -> Result<Self, Diagnostic> {
        let mut tiles = BTreeMap::new();
        for tile in element.named("tile") {
            let id = tile.required("id", 0..=i64::from(GID_MAX))? as u32;
            tiles.insert(id, Tile { class: tile.class(), properties: properties(tile)? });
        }
        let tile_count = element.whole("tilecount", 0..=i64::from(GID_MAX))?;
        Ok(Self {
            name: element.word("name"),
            properties: properties(element)?,
            anchor: anchor(&element.word("objectalignment")),
            tile_count: tile_count.ok_or_else(|| {
                let message = "`<tileset>` has no `tilecount`, which Tiled writes since 0.13: the map is old";
                element.fault(message, "save it again with a current Tiled, and its tilesets")
            })? as u32,
            tiles,
        })
    }

    pub fn tile(&self, id: u32) -> Option<&Tile> {
        self.tiles.get(&id)
    }

    /// A tile as layers use it.
    pub fn kind(&self, id: u32) -> TileKind {
        let name = &self.name;
        let class = self.tile(id).map(|tile| tile.class.clone()).unwrap_or_default();
        let mut properties = self.tile(id).map(|tile| tile.properties.clone()).unwrap_or_default();
        let of_all = property(&self.properties, WORD_PROPERTY);
        if let Some(word) = of_all.filter(|_| class.is_empty() && property(&properties, WORD_PROPERTY).is_none()) {
            properties.push((WORD_PROPERTY.into(), word.clone()));
        }
        let says_something =
            |tile: &Tile| !tile.class.is_empty() || property(&tile.properties, WORD_PROPERTY).is_some();
        let names = [format!("{name}:{id}"), class.clone(), name.clone()];
        TileKind {
            label: format!("tile {id} of the tileset `{name}`"),
            names: names.into_iter().filter(|name| !name.is_empty()).collect(),
            class,
            is_decoration: of_all.is_none() && !self.tiles.values().any(says_something),
            properties,
        }
    }

    /// What to say of a tile that the tileset does not have, as when it was made smaller.
    pub fn lacks(&self, id: u32) -> Option<(String, &'static str)> {
        if id < self.tile_count || self.tiles.contains_key(&id) {
            return None;
        }
        let message = format!("tile {id} is beyond the tileset `{}`, which has {} tiles", self.name, self.tile_count);
        Some((message, "draw it anew, or restore the tileset: it had more tiles when the map was drawn"))
    }
}

/// Pictures of tiles hang at their lower left corner unless their tileset says otherwise.
fn anchor(alignment: &str) -> [f64; 2] {
    let alignment = if matches!(alignment, "" | "unspecified") { "bottomleft" } else { alignment };
    [("left", "right"), ("top", "bottom")].map(|(before, after)| match alignment {
        _ if alignment.contains(before) => 0.5,
        _ if alignment.contains(after) => -0.5,
        _ => 0.0,
    })
}

/// The tile that a gid means: the index of its tileset, its number there, and how it is flipped. `element` is where it is.
pub fn tile_of(
    gid: u32,
    tilesets: &MapTilesets,
    element: &Element,
) -> Result<Option<(usize, u32, FlipFlags)>, Diagnostic> {
    let number = gid & GID_MAX;
    if number == 0 {
        return Ok(None);
    }
    let flips =
        FlipFlags { horizontal: gid & 1 << 31 != 0, vertical: gid & 1 << 30 != 0, diagonal: gid & 1 << 29 != 0 };
    if let Some(index) = tilesets.iter().rposition(|(first, _)| *first <= number) {
        return Ok(Some((index, number - tilesets[index].0, flips)));
    }
    let first = tilesets.iter().map(|(first, _)| first).min();
    let known = first.map_or("the map has none".to_owned(), |first| format!("the first one begins at {first}"));
    let help = "save the map again; if that does not help, add the tileset that it was drawn with";
    Err(element.fault(format!("the tile with the gid {number} is of no tileset: {known}"), help))
}

/// The files that a map names, and the tilesets that were read from them.
pub struct TilesetFiles<'a> {
    map: String,
    files: &'a mut NamedFiles,
    /// How many elements all files have together.
    elements: usize,
    tilesets: BTreeMap<PathBuf, Rc<Tileset>>,
}

impl<'a> TilesetFiles<'a> {
    pub fn new(map: &str, files: &'a mut NamedFiles, elements: usize) -> Self {
        Self { map: map.to_owned(), files, elements, tilesets: BTreeMap::new() }
    }

    /// Reads a file, and what `convert` makes of its outermost element, `root`.
    pub fn read<T>(
        &mut self,
        path: &Path,
        root: &str,
        convert: impl FnOnce(&mut Self, &Element) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let bytes = self.files.read(path, &["tsx", "tx", "xml"], &self.map)?;
        let source = Source::new(escape_path(path), bytes)?;
        let element = xml::parse(&source, root, &mut self.elements)?;
        convert(self, &element)
    }

    /// The tilesets of a map or a template at a path.
    pub fn of(&mut self, outer: &Element, path: &Path) -> Result<MapTilesets, Diagnostic> {
        let mut tilesets = MapTilesets::new();
        for element in outer.named("tileset") {
            let first = element.required("firstgid", 1..=i64::from(GID_MAX))? as u32;
            let tileset = match element.get("source") {
                None => Rc::new(Tileset::new(element)?),
                Some(source) => {
                    let file = path.parent().unwrap_or(Path::new("")).join(source.as_ref());
                    match self.tilesets.get(&file) {
                        Some(known) => known.clone(),
                        None => {
                            let tileset =
                                self.read(&file, "tileset", |_, element| Tileset::new(element).map(Rc::new))?;
                            self.tilesets.insert(file, tileset.clone());
                            tileset
                        }
                    }
                }
            };
            tilesets.push((first, tileset));
        }
        Ok(tilesets)
    }
}

/// The properties of an element, in the order of the file.
pub fn properties(element: &Element) -> Result<Properties, Diagnostic> {
    let properties = element.child("properties").into_iter().flat_map(|list| list.named("property"));
    properties.map(|property| Ok((property.word("name"), value(property)?))).collect()
}

fn value(element: &Element) -> Result<Value, Diagnostic> {
    let kind = element.get("type").unwrap_or("string".into());
    // A text of several lines is in the element.
    let text = element.get("value").unwrap_or_else(|| element.text.as_ref().into());
    let value = match kind.as_ref() {
        "string" => Some(Value::Text(text.to_string())),
        "bool" => text.parse().ok().map(Value::Flag),
        "int" => text.parse::<i32>().ok().map(|number| Value::Number(number.into())),
        "float" => text.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Number),
        "object" => {
            text.parse::<u32>().ok().map(|id| if id == 0 { Value::None } else { Value::Reference(id.to_string()) })
        }
        "color" | "file" if text.is_empty() => Some(Value::None),
        "color" => Some(Value::Other("a color")),
        "file" => Some(Value::Other("a file")),
        "class" => Some(Value::Class(element.word("propertytype"), properties(element)?)),
        "list" => Some(Value::List(element.named("item").map(value).collect::<Result<_, _>>()?)),
        _ => {
            let name = element.get("name").unwrap_or("an item of a list".into());
            let message = format!("the property `{name}` is of the unknown type `{kind}`");
            return Err(element.fault(message, "choose another type"));
        }
    };
    value.ok_or_else(|| {
        let name = element.get("name").unwrap_or("an item of a list".into());
        let shown: String = text.chars().take(32).collect();
        let message = format!("the property `{name}` is of the type `{kind}`, and `{shown}` is none");
        element.fault(message, "set it again in Tiled")
    })
}
