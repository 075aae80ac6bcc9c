//! From the library's map to a drawn level: pixels become tiles, y points up, groups become layers.

use std::collections::BTreeMap;
use std::path::Path;

use bevy_math::ops;
use tiled::{
    Layer as MapLayer, LayerType, Map, Object, ObjectAlignment, ObjectShape, Properties, PropertyValue, TileLayer,
    Tileset,
};

use crate::complaints::{Complaint, Complaints, Place};
use crate::drawn::{Content, DrawnLevel, DrawnObject, DrawnTile, FlipFlags, Layer, Outline, TileKind, Value, property};
use crate::mapping::Mapping;
use crate::words::{Meaning, WORD_PROPERTY, meaning};
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::diagnostics::faults;
use hairline_level::limits::{MAP_HEIGHT_MAX, MAP_WIDTH_MAX};

/// Brings a map into the form of a drawn level.
pub fn convert(
    map: &Map,
    path: &Path,
    mapping: &Mapping,
    complaints: &mut Complaints,
) -> Result<DrawnLevel, Complaint> {
    let place = Place::file(&escape_path(path));
    let mut layers = Vec::new();
    flatten(map.layers(), &Outer::default(), mapping, &mut layers);
    for layer in layers.iter().filter(|layer| !layer.is_ignored) {
        let place = place.part(&format!("layer `{}`", layer.name));
        check_word(layer, &place, complaints);
        leave_out(&layer.layer.properties, &place, mapping, complaints);
    }
    for tileset in map.tilesets() {
        leave_out(&tileset.properties, &place.part(&format!("tileset `{}`", tileset.name)), mapping, complaints);
    }
    let is_used = |layer: &Flat| !layer.is_ignored && !mapping.ignores(&layer.name);
    let frame = if map.infinite() {
        let used = layers.iter().filter(|layer| is_used(layer)).map(|layer| layer.layer);
        Frame::around(used, map, &place)?
    } else {
        Frame { left: 0, top: 0, size: [map.width as usize, map.height as usize], pixels: pixels(map) }
    };
    let are_decoration = map.tilesets().iter().map(|tileset| is_decoration(tileset)).collect();
    let mut tiles = Tiles { map, known: BTreeMap::new(), kinds: Vec::new(), are_decoration };
    let mut converted = Vec::new();
    for flat in &layers {
        let place = place.part(&format!("layer `{}`", flat.name));
        let content = match flat.layer.layer_type() {
            _ if !is_used(flat) => Content::Tiles(Vec::new()),
            LayerType::Tiles(layer) => Content::Tiles(tiles.layer(&layer, flat, &frame, &place, complaints)),
            LayerType::Objects(layer) => {
                let drawn = layer.objects().map(|drawn| object(&drawn, flat, &frame, &place, complaints));
                Content::Objects(drawn.collect())
            }
            LayerType::Image(_) => Content::Other("an image layer"),
            LayerType::Group(_) => continue,
        };
        let (name, class) = (flat.name.clone(), flat.layer.user_type.clone());
        converted.push(Layer { name, class, is_ignored: flat.is_ignored, content });
    }
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(DrawnLevel {
        name,
        place,
        size: frame.size,
        properties: values(&map.properties),
        tiles: tiles.kinds,
        layers: converted,
        is_whole: !complaints.has_errors(),
    })
}

fn pixels(map: &Map) -> [f64; 2] {
    [f64::from(map.tile_width), f64::from(map.tile_height)]
}

/// What a layer has from the groups around it.
#[derive(Clone, Default)]
struct Outer {
    names: Vec<String>,
    offset: [f64; 2],
    is_ignored: bool,
}

/// A layer outside of its groups.
struct Flat<'a> {
    layer: MapLayer<'a>,
    name: String,
    /// Pixels, y downwards.
    offset: [f64; 2],
    is_ignored: bool,
}

fn flatten<'a>(layers: impl Iterator<Item = MapLayer<'a>>, outer: &Outer, mapping: &Mapping, flat: &mut Vec<Flat<'a>>) {
    for layer in layers {
        let says_ignore = matches!(layer.properties.get(WORD_PROPERTY), Some(PropertyValue::StringValue(word))
            if meaning(word) == Some(Meaning::Nothing));
        let mut inner = outer.clone();
        inner.names.push(layer.name.clone());
        inner.offset = [outer.offset[0] + f64::from(layer.offset_x), outer.offset[1] + f64::from(layer.offset_y)];
        inner.is_ignored |=
            says_ignore || [&layer.name, &layer.user_type].into_iter().any(|name| mapping.ignores(name));
        if let LayerType::Group(group) = layer.layer_type() {
            flatten(group.layers(), &inner, mapping, flat);
        } else {
            let Outer { names, offset, is_ignored } = inner;
            flat.push(Flat { layer, name: names.join(" / "), offset, is_ignored });
        }
    }
}

/// The property `hairline` of a layer says only that it is left out; such layers are not asked.
fn check_word(layer: &Flat, place: &Place, complaints: &mut Complaints) {
    if layer.layer.properties.contains_key(WORD_PROPERTY) {
        let help = "write `ignore`, or remove the property: tiles and objects say themselves what they are";
        let message = format!("the property `{WORD_PROPERTY}` of a layer is not `ignore`");
        complaints.error(&faults::BAD_PROPERTY, place, message, help);
    }
}

/// Warns of the properties of a layer or a tileset, which have no settings.
fn leave_out(properties: &Properties, place: &Place, mapping: &Mapping, complaints: &mut Complaints) {
    for (name, value) in values(properties) {
        let is_meant = name == WORD_PROPERTY || name.starts_with('_') || mapping.property(&name).is_empty();
        if !is_meant && value != Value::None {
            let message = format!("the property `{name}` is left out: only actors have settings");
            complaints.warning(&faults::LEFT_OUT, place, message, "remove it, or begin its name with `_`");
        }
    }
}

/// The cells of the level within the map.
struct Frame {
    /// The first column and the first row.
    left: i64,
    top: i64,
    size: [usize; 2],
    /// The size of a cell in pixels.
    pixels: [f64; 2],
}

impl Frame {
    /// All cells of an infinite map that have a tile.
    fn around<'a>(layers: impl Iterator<Item = MapLayer<'a>>, map: &Map, place: &Place) -> Result<Self, Complaint> {
        let (mut low, mut high) = ([i64::MAX; 2], [i64::MIN; 2]);
        for layer in layers {
            let LayerType::Tiles(TileLayer::Infinite(layer)) = layer.layer_type() else { continue };
            for cell in infinite_cells(&layer) {
                for axis in 0..2 {
                    low[axis] = low[axis].min(i64::from(cell[axis]));
                    high[axis] = high[axis].max(i64::from(cell[axis]));
                }
            }
        }
        if low[0] > high[0] {
            let help = "draw the level's walls on a layer of tiles";
            return Err(Complaint::error(&faults::FOREIGN_FILE, place.clone(), "the map has no tiles", help));
        }
        let size = [0, 1].map(|axis| (high[axis] - low[axis] + 1) as usize);
        if size[0] > MAP_WIDTH_MAX || size[1] > MAP_HEIGHT_MAX {
            let message = format!(
                "the tiles are spread over {} by {} cells, and a level has at most {MAP_WIDTH_MAX} by {MAP_HEIGHT_MAX}",
                size[0], size[1]
            );
            let help = "remove tiles far from the others, or divide the map";
            return Err(Complaint::error(&faults::FOREIGN_LIMIT, place.clone(), message, help));
        }
        Ok(Self { left: low[0], top: low[1], size, pixels: pixels(map) })
    }

    /// A place given in pixels of the map.
    fn tiles(&self, pixels: [f64; 2]) -> [f64; 2] {
        [
            pixels[0] / self.pixels[0] - self.left as f64,
            self.size[1] as f64 - (pixels[1] / self.pixels[1] - self.top as f64),
        ]
    }

    /// The cell of the level at a column and a row of the map.
    fn cell(&self, column: i64, row: i64) -> Option<[usize; 2]> {
        let x = usize::try_from(column - self.left).ok()?;
        let down = usize::try_from(row - self.top).ok()?;
        (x < self.size[0] && down < self.size[1]).then(|| [x, self.size[1] - 1 - down])
    }
}

/// The cells of an infinite layer that have a tile, in the order of the rows.
fn infinite_cells(layer: &tiled::InfiniteTileLayer) -> Vec<[i32; 2]> {
    let [width, height] = [tiled::ChunkData::WIDTH as i32, tiled::ChunkData::HEIGHT as i32];
    let mut cells: Vec<[i32; 2]> = layer
        .chunk_data()
        .flat_map(|((x, y), chunk)| {
            let inside = (0..height).flat_map(move |row| (0..width).map(move |column| [column, row]));
            inside
                .filter(|[column, row]| chunk.get_tile_data(*column, *row).is_some())
                .map(move |[column, row]| [x * width + column, y * height + row])
        })
        .collect();
    cells.sort_unstable_by_key(|[x, y]| (*y, *x));
    cells
}

/// The tiles that the layers use so far.
struct Tiles<'a> {
    map: &'a Map,
    /// By tileset and number.
    known: BTreeMap<(usize, u32), usize>,
    kinds: Vec<TileKind>,
    /// For each tileset whether it is decoration.
    are_decoration: Vec<bool>,
}

impl Tiles<'_> {
    fn layer(
        &mut self,
        layer: &TileLayer,
        flat: &Flat,
        frame: &Frame,
        place: &Place,
        complaints: &mut Complaints,
    ) -> Vec<DrawnTile> {
        let shift = [0, 1].map(|axis| flat.offset[axis] / frame.pixels[axis]);
        if shift.iter().any(|cells| (cells - cells.round()).abs() > 1.0e-3) {
            let [x, y] = flat.offset;
            let help = "set its offset to whole cells, or leave the layer out with the property `hairline` = `ignore`";
            complaints.error(&faults::OFF_CELL, place, format!("the layer is shifted by ({x}, {y}) pixels"), help);
            return Vec::new();
        }
        let shift = shift.map(|cells| cells.round() as i64);
        let cells: Vec<[i32; 2]> = match layer {
            TileLayer::Finite(layer) => {
                let [width, height] = [layer.width() as i32, layer.height() as i32];
                (0..height).flat_map(|row| (0..width).map(move |column| [column, row])).collect()
            }
            TileLayer::Infinite(layer) => infinite_cells(layer),
        };
        let (mut drawn, mut outside) = (Vec::new(), 0);
        for [column, row] in cells {
            let Some(tile) = layer.get_tile(column, row) else { continue };
            if tile.get_tile().is_none() {
                let place = place.part(&format!("column {column}, row {row}"));
                complain_of_missing(tile.get_tileset(), tile.id(), &place, complaints);
                continue;
            }
            match frame.cell(i64::from(column) + shift[0], i64::from(row) + shift[1]) {
                Some(cell) => {
                    let kind = self.kind(tile.tileset_index(), tile.id());
                    let flips = FlipFlags { diagonal: tile.flip_d, horizontal: tile.flip_h, vertical: tile.flip_v };
                    drawn.push(DrawnTile { cell, kind, flips });
                }
                None => outside += 1,
            }
        }
        if outside > 0 {
            let help = "move the layer back, or make the map larger";
            complaints.warning(
                &faults::LEFT_OUT,
                place,
                format!("{outside} tiles outside of the map are left out"),
                help,
            );
        }
        drawn
    }

    fn kind(&mut self, tileset: usize, id: u32) -> usize {
        let next = self.kinds.len();
        let index = *self.known.entry((tileset, id)).or_insert(next);
        if index == next {
            self.kinds.push(tile_kind(&self.map.tilesets()[tileset], id, self.are_decoration[tileset]));
        }
        index
    }
}

/// A gid that is beyond its tileset, as when the tileset was made smaller.
fn complain_of_missing(tileset: &Tileset, id: u32, place: &Place, complaints: &mut Complaints) {
    let (name, count) = (&tileset.name, tileset.tilecount);
    let message = format!("tile {id} is beyond the tileset `{name}`, which has {count} tiles");
    let help = "draw it anew, or restore the tileset: it had more tiles when the map was drawn";
    complaints.error(&faults::UNKNOWN_TILE, place, message, help);
}

/// Whether nothing in a tileset says what it is.
fn is_decoration(tileset: &Tileset) -> bool {
    let says_nothing =
        |tile: &tiled::TileData| tile.user_type.is_empty() && !tile.properties.contains_key(WORD_PROPERTY);
    !tileset.properties.contains_key(WORD_PROPERTY) && tileset.tiles().all(|(_, tile)| says_nothing(&tile))
}

fn tile_kind(tileset: &Tileset, id: u32, is_decoration: bool) -> TileKind {
    let tile = tileset.get_tile(id);
    let class = tile.as_ref().map(|tile| tile.user_type.clone()).unwrap_or_default();
    let mut properties = tile.as_ref().map(|tile| values(&tile.properties)).unwrap_or_default();
    let name = &tileset.name;
    let mut names = vec![format!("{name}:{id}")];
    names.extend(Some(class.clone()).filter(|class| !class.is_empty()));
    names.push(name.clone());
    let of_all = tileset.properties.get(WORD_PROPERTY);
    if let Some(word) = of_all.filter(|_| class.is_empty() && property(&properties, WORD_PROPERTY).is_none()) {
        properties.push((WORD_PROPERTY.into(), value(word)));
    }
    TileKind { label: format!("tile {id} of the tileset `{name}`"), names, class, is_decoration, properties }
}

fn object(drawn: &Object, flat: &Flat, frame: &Frame, layer: &Place, complaints: &mut Complaints) -> DrawnObject {
    let tile = drawn.get_tile();
    if let Some(missing) = tile.as_ref().filter(|tile| tile.get_tile().is_none()) {
        let place = layer.part(&format!("object {}", drawn.id()));
        complain_of_missing(missing.get_tileset(), missing.id(), &place, complaints);
    }
    let origin = [f64::from(drawn.x) + flat.offset[0], f64::from(drawn.y) + flat.offset[1]];
    let turn = |vector: [f64; 2]| turned(vector, f64::from(drawn.rotation));
    let at = |vector: [f64; 2]| {
        let vector = turn(vector);
        frame.tiles([origin[0] + vector[0], origin[1] + vector[1]])
    };
    let points =
        |points: &[(f32, f32)]| points.iter().map(|(x, y)| at([f64::from(*x), f64::from(*y)])).collect::<Vec<_>>();
    let (outline, size) = match &drawn.shape {
        ObjectShape::Point(..) => (Outline::Point, [0.0; 2]),
        ObjectShape::Rect { width, height } | ObjectShape::Capsule { width, height } => {
            (if *width > 0.0 || *height > 0.0 { Outline::Box } else { Outline::Point }, [*width, *height])
        }
        ObjectShape::Ellipse { width, height } => (Outline::Ellipse, [*width, *height]),
        ObjectShape::Polyline { points: line } => (Outline::Polyline(points(line)), [0.0; 2]),
        ObjectShape::Polygon { points: corners } => (Outline::Polygon(points(corners)), [0.0; 2]),
        ObjectShape::Text { width, height, .. } => (Outline::Other("a text"), [*width, *height]),
    };
    let size = size.map(f64::from);
    let is_line = matches!(outline, Outline::Polyline(_) | Outline::Polygon(_));
    let center = match &outline {
        Outline::Polyline(points) => points.first().copied().unwrap_or(at([0.0; 2])),
        _ => at(from_origin(tile.as_ref().map(|tile| tile.get_tileset().object_alignment), size)),
    };
    let inner = tile.as_ref().and_then(|tile| tile.get_tile());
    let mut properties = values(&drawn.properties);
    for (name, value) in inner.as_ref().map(|tile| values(&tile.properties)).unwrap_or_default() {
        // The class of an object counts before what its tile says.
        let is_word = name == WORD_PROPERTY && !drawn.user_type.is_empty();
        if !is_word && property(&properties, &name).is_none() {
            properties.push((name, value));
        }
    }
    let class = Some(drawn.user_type.clone()).filter(|class| !class.is_empty());
    let flips = tile.map_or(FlipFlags::default(), |tile| FlipFlags {
        diagonal: tile.flip_d,
        horizontal: tile.flip_h,
        vertical: tile.flip_v,
    });
    DrawnObject {
        id: Some(drawn.id()).filter(|id| *id > 0).map(|id| id.to_string()).unwrap_or_default(),
        name: drawn.name.clone(),
        class: class.or_else(|| inner.map(|tile| tile.user_type.clone())).unwrap_or_default(),
        center,
        extent: [size[0] / frame.pixels[0], size[1] / frame.pixels[1]],
        outline,
        // The points of a line are turned already.
        rotation: if is_line { 0.0 } else { -f64::from(drawn.rotation) },
        flips,
        properties,
    }
}

/// From the point at which an object is anchored to its center, in pixels, y downwards. Pictures of tiles hang at their lower
/// left corner unless their tileset says otherwise, everything else at its upper left one.
fn from_origin(tile: Option<ObjectAlignment>, [width, height]: [f64; 2]) -> [f64; 2] {
    use ObjectAlignment::*;
    let (x, y) = match tile {
        None | Some(TopLeft) => (0.5, 0.5),
        Some(Top) => (0.0, 0.5),
        Some(TopRight) => (-0.5, 0.5),
        Some(Left) => (0.5, 0.0),
        Some(Center) => (0.0, 0.0),
        Some(Right) => (-0.5, 0.0),
        Some(Unspecified | BottomLeft) => (0.5, -0.5),
        Some(Bottom) => (0.0, -0.5),
        Some(BottomRight) => (-0.5, -0.5),
    };
    [x * width, y * height]
}

/// A vector turned clockwise on the screen, where y points down.
fn turned([x, y]: [f64; 2], degrees: f64) -> [f64; 2] {
    // Right angles are exact.
    let (sine, cosine) = match degrees.rem_euclid(360.0) {
        0.0 => return [x, y],
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        angle => {
            let (sine, cosine) = ops::sin_cos((angle as f32).to_radians());
            (f64::from(sine), f64::from(cosine))
        }
    };
    [x * cosine - y * sine, x * sine + y * cosine]
}

/// Properties in the order of their names: the library keeps none.
fn values(properties: &Properties) -> Vec<(String, Value)> {
    let mut values: Vec<(String, Value)> =
        properties.iter().map(|(name, found)| (name.clone(), value(found))).collect();
    values.sort_by(|a, b| a.0.cmp(&b.0));
    values
}

fn value(found: &PropertyValue) -> Value {
    match found {
        PropertyValue::BoolValue(flag) => Value::Flag(*flag),
        // By its decimals, so that 0.1 stays 0.1.
        PropertyValue::FloatValue(number) => Value::Number(number.to_string().parse().unwrap_or(f64::NAN)),
        PropertyValue::IntValue(number) => Value::Number(f64::from(*number)),
        PropertyValue::StringValue(text) => Value::Text(text.clone()),
        PropertyValue::ObjectValue(0) => Value::None,
        PropertyValue::ObjectValue(id) => Value::Reference(id.to_string()),
        PropertyValue::ListValue(items) => Value::List(items.iter().map(value).collect()),
        PropertyValue::ClassValue { property_type, properties } => {
            Value::Class(property_type.clone(), values(properties))
        }
        PropertyValue::ColorValue(_) => Value::Other("a color"),
        PropertyValue::FileValue(_) => Value::Other("a file"),
    }
}
