//! Tiled maps: `.tmx`, with the tilesets (`.tsx`) and templates (`.tx`) that they name.

mod data;
mod objects;
mod tilesets;
mod xml;

use std::path::Path;

use self::data::gids;
use self::objects::{Templates, object};
use self::tilesets::{MapTilesets, TilesetFiles, properties, tile_of};
use self::xml::{Element, Source};
use super::drawn::{Content, DrawnLevel, FlipFlags, Grid, Layer, TileKinds, TileLayer};
use super::errors::{error, part};
use super::files::NamedFiles;
use super::importer::Importer;
use super::limits::{CELLS_MAX, PIXELS_MAX};
use super::properties::{Properties, Value, property};
use super::words::{Meaning, WORD_PROPERTY, meaning};
use hairline_level::Diagnostic;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::diagnostics::faults;
use hairline_level::limits::{MAP_HEIGHT_MAX, MAP_WIDTH_MAX};

/// Reads a map.
///
/// # Errors
/// What keeps it from being read at all. What is wrong within it is added to the diagnostics.
pub fn read(
    bytes: Vec<u8>,
    path: &Path,
    files: &mut NamedFiles,
    importer: &mut Importer,
) -> Result<DrawnLevel, Diagnostic> {
    let source = Source::new(escape_path(path), bytes)?;
    let mut elements = 0;
    let map = xml::parse(&source, "map", &mut elements)?;
    let place = escape_path(path);
    let orientation = map.word("orientation");
    if orientation != "orthogonal" {
        let help = "a level is a grid of squares: make a map with the orientation Orthogonal; --draft takes its cells for squares";
        importer.error(&faults::FOREIGN_FILE, &place, format!("the map is `{orientation}`"), help);
    }
    let (size, pixels) = sizes(&map)?;
    let is_infinite = size.is_none();
    let mut tileset_files = TilesetFiles::new(&place, files, elements);
    let tilesets = tileset_files.of(&map, path)?;
    for (_, tileset) in &tilesets {
        leave_out(&tileset.properties, &part(&place, &format!("tileset `{}`", tileset.name)), importer);
    }
    let mut flat = Vec::new();
    flatten(&map.children, &Outer { place: &place, ..Outer::default() }, importer, &mut flat)?;
    let mut drawn = CellsReader { is_infinite, tilesets: &tilesets, count: 0 };
    let cells = flat.iter().map(|layer| drawn.layer(layer)).collect::<Result<Vec<_>, _>>()?;
    let grid = match size {
        Some(size) => Grid { corner: [0, 0], size, pixels },
        None => grid_around(cells.iter().flatten().map(|cell| cell.at), pixels, &place)?,
    };
    let mut kinds = TileKinds::default();
    let mut templates = Templates::new(tileset_files, path);
    let mut layers = Vec::new();
    for (layer, cells) in flat.iter().zip(cells) {
        let content = match layer.element.name() {
            "layer" => Content::Tiles(tile_layer(cells, layer, &grid, &tilesets, &mut kinds, importer)),
            "objectgroup" => {
                let objects = layer.element.named("object");
                let drawn = objects.map(|drawn| object(drawn, layer, &grid, &tilesets, &mut templates, importer));
                Content::Objects(drawn.collect::<Result<_, _>>()?)
            }
            _ => Content::Other("an image layer"),
        };
        layers.push(Layer { place: layer.place.as_str().into(), content });
    }
    Ok(DrawnLevel {
        name: path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
        place: place.into(),
        size: grid.size,
        properties: properties(&map)?,
        tiles: kinds.kinds,
        layers,
    })
}

/// The size of a map in cells, unless it is infinite, and of a cell in pixels.
fn sizes(map: &Element) -> Result<(Option<[usize; 2]>, [f64; 2]), Diagnostic> {
    let side = |name| map.required(name, 0..=1_000_000).map(|side| side as usize);
    let size = [side("width")?, side("height")?];
    let pixels = [map.required("tilewidth", 1..=4096)? as f64, map.required("tileheight", 1..=4096)? as f64];
    if map.word("infinite") == "1" {
        return Ok((None, pixels));
    }
    let [width, height] = size;
    if width > MAP_WIDTH_MAX || height > MAP_HEIGHT_MAX {
        let most = format!("a level has at most {MAP_WIDTH_MAX} by {MAP_HEIGHT_MAX}");
        return Err(map.too_much(format!("the map has {width} by {height} cells, and {most}")));
    }
    if width == 0 || height == 0 {
        return Err(map.fault("the map has no cells", "resize it in Tiled"));
    }
    Ok((Some(size), pixels))
}

/// What a layer has from the groups around it.
#[derive(Clone, Default)]
struct Outer<'a> {
    /// The map.
    place: &'a str,
    names: Vec<String>,
    offset: [f64; 2],
}

/// A layer outside of its groups.
struct MapLayer<'a> {
    element: &'a Element<'a>,
    place: String,
    /// Pixels, y downwards.
    offset: [f64; 2],
}

/// Collects the layers of groups, except those that are ignored.
fn flatten<'a>(
    elements: &'a [Element<'a>],
    outer: &Outer,
    importer: &mut Importer,
    flat: &mut Vec<MapLayer<'a>>,
) -> Result<(), Diagnostic> {
    let is_layer = |element: &&Element| ["layer", "objectgroup", "imagelayer", "group"].contains(&element.name());
    for element in elements.iter().filter(is_layer) {
        let mut inner = outer.clone();
        inner.names.push(element.word("name"));
        for (axis, attribute) in ["offsetx", "offsety"].into_iter().enumerate() {
            inner.offset[axis] += element.number(attribute, -PIXELS_MAX..=PIXELS_MAX)?.unwrap_or(0.0);
        }
        let name = inner.names.join(" / ");
        let place = part(outer.place, &format!("layer `{name}`"));
        let properties = properties(element)?;
        let word = property(&properties, WORD_PROPERTY);
        let says_ignore = matches!(word, Some(Value::Text(word)) if meaning(word) == Some(Meaning::Nothing));
        let own_name = element.word("name");
        if says_ignore || [&name, &own_name, &element.class()].into_iter().any(|name| importer.mapping.ignores(name)) {
            continue;
        }
        if word.is_some() {
            let help = "write `ignore`, or remove the property: tiles and objects say themselves what they are";
            let message = format!("the property `{WORD_PROPERTY}` of a layer is not `ignore`");
            importer.error(&faults::BAD_PROPERTY, &place, message, help);
        }
        leave_out(&properties, &place, importer);
        if element.name() == "group" {
            flatten(&element.children, &inner, importer, flat)?;
        } else {
            flat.push(MapLayer { element, place: place.to_string(), offset: inner.offset });
        }
    }
    Ok(())
}

/// Warns of the properties of a layer or a tileset, which have no settings.
fn leave_out(properties: &Properties, place: &str, importer: &mut Importer) {
    for (name, value) in properties {
        let is_meant = name == WORD_PROPERTY || name.starts_with('_') || importer.mapping.property(name).is_empty();
        if is_meant || *value == Value::None {
            continue;
        }
        if importer.mapping.leaves_out(name) {
            importer.count_others("property", name, "", 1);
        } else {
            let message = format!("the property `{name}` is left out: only actors have settings");
            importer.warning(&faults::LEFT_OUT, place, message, "remove it, or begin its name with `_`");
        }
    }
}

/// A cell of the map with a tile.
struct MapCell {
    /// Column and row.
    at: [i32; 2],
    tileset: u32,
    id: u32,
    flips: FlipFlags,
}

/// Reads the cells of layers, and counts them.
struct CellsReader<'a> {
    is_infinite: bool,
    tilesets: &'a MapTilesets,
    count: i64,
}

impl CellsReader<'_> {
    /// The cells of a layer that have a tile.
    fn layer(&mut self, layer: &MapLayer) -> Result<Vec<MapCell>, Diagnostic> {
        let mut cells = Vec::new();
        let Some(data) = layer.element.child("data").filter(|_| layer.element.name() == "layer") else {
            return Ok(cells);
        };
        let chunks: Vec<&Element> = data.named("chunk").collect();
        match chunks.first() {
            Some(chunk) if !self.is_infinite => {
                Err(chunk.fault("there is a chunk in a map that is not infinite", "save it again"))?;
            }
            _ if self.is_infinite => {
                for chunk in chunks {
                    let corner = |name| chunk.required(name, -1_000_000..=1_000_000).map(|corner| corner as i32);
                    self.add(data, chunk, chunk, [corner("x")?, corner("y")?], &mut cells)?;
                }
            }
            _ => self.add(data, data, layer.element, [0, 0], &mut cells)?,
        }
        Ok(cells)
    }

    /// Adds the cells of a part of a layer, whose size an element has and whose upper left corner is at a column and a row.
    fn add(
        &mut self,
        data: &Element,
        part: &Element,
        sized: &Element,
        [left, top]: [i32; 2],
        cells: &mut Vec<MapCell>,
    ) -> Result<(), Diagnostic> {
        let width = sized.required("width", 1..=MAP_WIDTH_MAX as i64)?;
        let height = sized.required("height", 1..=MAP_HEIGHT_MAX as i64)?;
        self.count += width * height;
        if self.count > CELLS_MAX {
            return Err(sized.too_much(format!("the layers have more than {CELLS_MAX} cells together")));
        }
        for (index, gid) in (0..).zip(gids(data, part, (width * height) as usize)?) {
            if let Some((tileset, id, flips)) = tile_of(gid, self.tilesets, part)? {
                let at = [left + index % width as i32, top + index / width as i32];
                cells.push(MapCell { at, tileset: tileset as u32, id, flips });
            }
        }
        Ok(())
    }
}

/// The grid around all cells of an infinite map that have a tile.
fn grid_around(
    cells: impl Iterator<Item = [i32; 2]> + Clone,
    pixels: [f64; 2],
    place: &str,
) -> Result<Grid, Diagnostic> {
    let range = |axis: usize| {
        let numbers = cells.clone().map(|cell| i64::from(cell[axis]));
        Some((numbers.clone().min()?, numbers.max()?))
    };
    let (Some((left, right)), Some((top, bottom))) = (range(0), range(1)) else {
        let help = "draw the level's walls on a layer of tiles";
        return Err(error(&faults::FOREIGN_FILE, place, "the map has no tiles", help));
    };
    let size = [(right - left + 1) as usize, (bottom - top + 1) as usize];
    if size[0] > MAP_WIDTH_MAX || size[1] > MAP_HEIGHT_MAX {
        let message = format!(
            "the tiles are spread over {} by {} cells, and a level has at most {MAP_WIDTH_MAX} by {MAP_HEIGHT_MAX}",
            size[0], size[1]
        );
        let help = "remove tiles far from the others, or divide the map";
        return Err(error(&faults::FOREIGN_LIMIT, place, message, help));
    }
    Ok(Grid { corner: [left, top], size, pixels })
}

fn tile_layer(
    cells: Vec<MapCell>,
    layer: &MapLayer,
    grid: &Grid,
    tilesets: &MapTilesets,
    kinds: &mut TileKinds<(u32, u32)>,
    importer: &mut Importer,
) -> TileLayer {
    let mut drawn = TileLayer::default();
    let Some(shift) = grid.shift(layer.offset, &layer.place, importer) else { return drawn };
    for MapCell { at: [column, row], tileset, id, flips } in cells {
        let known = &tilesets[tileset as usize].1;
        if let Some((message, help)) = known.lacks(id) {
            let place = part(&layer.place, &format!("column {column}, row {row}"));
            importer.error(&faults::UNKNOWN_TILE, &place, message, help);
            continue;
        }
        let kind = kinds.index((tileset, id), || known.kind(id));
        drawn.add(grid, [i64::from(column) + shift[0], i64::from(row) + shift[1]], kind, flips);
    }
    drawn.warn_of_outside(&layer.place, importer);
    drawn
}
