//! From a level of an LDtk project to a drawn level: the values of an IntGrid and tiles become tiles, entities become objects.

use std::collections::BTreeMap;

use super::format::{EntityInstance, Field, FieldValue, LayerInstance, Level};
use super::words::ProjectWords;
use crate::complaints::{Complaint, Complaints, Place};
use crate::drawn::{Content, DrawnLevel, DrawnObject, DrawnTile, FlipFlags, Layer, Outline, TileKind, Value};
use crate::mapping::Mapping;
use hairline_level::diagnostics::faults;
use hairline_level::limits::{MAP_HEIGHT_MAX, MAP_WIDTH_MAX};

/// The field of an entity that is its name.
const NAME_FIELD: &str = "name";
/// The largest cell in pixels.
const GRID_MAX: i64 = 4096;
/// The farthest place in pixels.
const PIXELS_MAX: f64 = 1.0e7;

/// Brings a level into the form of a drawn level.
pub fn convert(
    level: &Level,
    words: &ProjectWords,
    place: &Place,
    mapping: &Mapping,
    complaints: &mut Complaints,
) -> Result<DrawnLevel, Complaint> {
    let instances = level.layer_instances.as_deref().unwrap_or_default();
    let is_used = |layer: &&LayerInstance| !mapping.ignores(&layer.identifier);
    let has_cells = |layer: &&LayerInstance| layer.kind == "IntGrid" || !layer.grid_tiles.is_empty();
    let base = instances.iter().filter(is_used).find(has_cells).or(instances.first());
    let Some(base) = base else {
        return Err(Complaint::error(
            &faults::FOREIGN_FILE,
            place.clone(),
            "the level has no layers",
            "add an IntGrid layer",
        ));
    };
    let errors_before = complaints.error_count();
    let place_of = |layer: &LayerInstance| place.part(&format!("layer `{}`", layer.identifier));
    for layer in instances {
        check_size(layer, &place_of(layer))?;
    }
    let frame = Frame { size: [base.columns as usize, base.rows as usize], pixels: base.grid_size };
    let mut tiles = Tiles { words, known: BTreeMap::new(), kinds: Vec::new() };
    let mut layers = Vec::new();
    // The first layer of a level is the highest.
    for layer in instances.iter().rev() {
        let (name, place) = (layer.identifier.clone(), place_of(layer));
        let mut add =
            |content| layers.push(Layer { name: name.clone(), class: String::new(), is_ignored: false, content });
        if !is_used(&layer) {
            continue;
        }
        if has_cells(&layer)
            && let Some(shift) = frame.shift(layer, &place, complaints)
        {
            add(Content::Tiles(tiles.layer(layer, &frame, shift, &place, complaints)?));
        }
        if !layer.entity_instances.is_empty() {
            let entities = layer.entity_instances.iter();
            let objects = entities.map(|entity| object(entity, layer, &frame, &place, complaints));
            add(Content::Objects(objects.collect::<Result<_, _>>()?));
        }
    }
    let in_cells = |fields| values(fields, base, &frame);
    Ok(DrawnLevel {
        name: level.identifier.clone(),
        place: place.clone(),
        size: frame.size,
        properties: in_cells(&level.field_instances),
        tiles: tiles.kinds,
        layers,
        is_whole: complaints.error_count() == errors_before,
    })
}

fn check_size(layer: &LayerInstance, place: &Place) -> Result<(), Complaint> {
    let fits = |cells: i64, most: usize| (1..=most as i64).contains(&cells);
    if !fits(layer.columns, MAP_WIDTH_MAX) || !fits(layer.rows, MAP_HEIGHT_MAX) {
        let (columns, rows) = (layer.columns, layer.rows);
        let message = format!(
            "the layer has {columns} by {rows} cells, and a level has at most {MAP_WIDTH_MAX} by {MAP_HEIGHT_MAX}"
        );
        return Err(Complaint::error(&faults::FOREIGN_LIMIT, place.clone(), message, "resize the level in LDtk"));
    }
    let is_offset = |pixels: i64| pixels.unsigned_abs() < PIXELS_MAX as u64;
    if !(1..=GRID_MAX).contains(&layer.grid_size) || !is_offset(layer.offset_x) || !is_offset(layer.offset_y) {
        let message = format!("the layer's grid is {} pixels, or its offset is too large", layer.grid_size);
        let help = format!("choose a grid of 1 to {GRID_MAX} pixels in LDtk");
        return Err(Complaint::error(&faults::FOREIGN_LIMIT, place.clone(), message, help));
    }
    let cells = (layer.columns * layer.rows) as usize;
    if layer.kind == "IntGrid" && layer.int_grid_csv.len() != cells {
        let message = format!("the layer has {} values, and its size makes {cells}", layer.int_grid_csv.len());
        return Err(Complaint::error(
            &faults::FOREIGN_FILE,
            place.clone(),
            message,
            "save the project again with LDtk",
        ));
    }
    Ok(())
}

/// The cells of the level.
struct Frame {
    size: [usize; 2],
    pixels: i64,
}

impl Frame {
    /// By how many cells a layer is shifted, to the right and down.
    fn shift(&self, layer: &LayerInstance, place: &Place, complaints: &mut Complaints) -> Option<[i64; 2]> {
        if layer.grid_size != self.pixels {
            let (own, pixels) = (layer.grid_size, self.pixels);
            let help = "give both layers the same grid, or name one in `ignore` of --mapping";
            let message = format!("the cells of the layer are {own} pixels wide, and those of the level {pixels}");
            complaints.error(&faults::OFF_CELL, place, message, help);
            return None;
        }
        let offset = [layer.offset_x, layer.offset_y];
        if offset.iter().any(|pixels| pixels % self.pixels != 0) {
            let help = "set its offset to whole cells, or name it in `ignore` of --mapping";
            complaints.error(&faults::OFF_CELL, place, format!("the layer is shifted by {offset:?} pixels"), help);
            return None;
        }
        Some(offset.map(|pixels| pixels / self.pixels))
    }

    fn cell(&self, column: i64, row: i64) -> Option<[usize; 2]> {
        let (x, down) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (x < self.size[0] && down < self.size[1]).then(|| [x, self.size[1] - 1 - down])
    }

    /// A place given in pixels of a layer.
    fn tiles(&self, layer: &LayerInstance, [x, y]: [f64; 2]) -> [f64; 2] {
        let pixels = self.pixels as f64;
        [(x + layer.offset_x as f64) / pixels, self.size[1] as f64 - (y + layer.offset_y as f64) / pixels]
    }
}

/// The tiles that the layers use so far.
struct Tiles<'a> {
    words: &'a ProjectWords<'a>,
    known: BTreeMap<Source, usize>,
    kinds: Vec<TileKind>,
}

/// Where a tile is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    /// A value of the IntGrid with this uid.
    Value(i64, i32),
    /// A tile of the tileset with this uid.
    Tile(i64, i32),
}

impl Tiles<'_> {
    fn layer(
        &mut self,
        layer: &LayerInstance,
        frame: &Frame,
        shift: [i64; 2],
        place: &Place,
        complaints: &mut Complaints,
    ) -> Result<Vec<DrawnTile>, Complaint> {
        let (mut drawn, mut outside) = (Vec::new(), 0);
        let mut add = |column: i64, row: i64, kind: usize, flips: FlipFlags| match frame
            .cell(column + shift[0], row + shift[1])
        {
            Some(cell) => drawn.push(DrawnTile { cell, kind, flips }),
            None => outside += 1,
        };
        for (index, value) in layer.int_grid_csv.iter().enumerate().filter(|(_, value)| **value != 0) {
            let kind = self.kind(Source::Value(layer.layer_def_uid, *value), layer);
            let index = index as i64;
            add(index % layer.columns, index / layer.columns, kind, FlipFlags::default());
        }
        for tile in &layer.grid_tiles {
            let [x, y] = tile.px.map(i64::from);
            if x % frame.pixels != 0 || y % frame.pixels != 0 {
                let message = format!("a tile is at ({x}, {y}) pixels, which is no cell");
                return Err(Complaint::error(&faults::OFF_CELL, place.clone(), message, "draw it on the grid"));
            }
            let kind = self.kind(Source::Tile(layer.tileset.unwrap_or(-1), tile.t), layer);
            let flips = FlipFlags { diagonal: false, horizontal: tile.f & 1 > 0, vertical: tile.f & 2 > 0 };
            add(x / frame.pixels, y / frame.pixels, kind, flips);
        }
        if outside > 0 {
            let help = "move the layer back, or make the level larger";
            complaints.warning(
                &faults::LEFT_OUT,
                place,
                format!("{outside} tiles outside of the level are left out"),
                help,
            );
        }
        Ok(drawn)
    }

    fn kind(&mut self, source: Source, layer: &LayerInstance) -> usize {
        let next = self.kinds.len();
        let index = *self.known.entry(source).or_insert(next);
        if index == next {
            self.kinds.push(match source {
                Source::Value(uid, value) => self.words.value(uid, value, &layer.identifier),
                Source::Tile(uid, tile) => self.words.tile(uid, tile),
            });
        }
        index
    }
}

fn object(
    entity: &EntityInstance,
    layer: &LayerInstance,
    frame: &Frame,
    place: &Place,
    complaints: &mut Complaints,
) -> Result<DrawnObject, Complaint> {
    let place = place.part(&entity.identifier);
    let numbers = [entity.px[0], entity.px[1], entity.width, entity.height, entity.pivot[0], entity.pivot[1]];
    if numbers.iter().any(|number| number.abs() > PIXELS_MAX) || entity.width < 0.0 || entity.height < 0.0 {
        let message = "the place or the size of an entity is out of range";
        return Err(Complaint::error(&faults::FOREIGN_LIMIT, place, message, "move it, or draw it again"));
    }
    let size = [entity.width, entity.height];
    let center = [0, 1].map(|axis| entity.px[axis] + (0.5 - entity.pivot[axis]) * size[axis]);
    let mut properties = values(&entity.field_instances, layer, frame);
    let named = properties.iter().position(|property| property.0 == NAME_FIELD).map(|at| properties.remove(at).1);
    let name = match named {
        None | Some(Value::None) => String::new(),
        Some(Value::Text(name)) => name,
        Some(other) => {
            let message = format!("the field `{NAME_FIELD}` is {}, and must be a text", other.words());
            complaints.error(&faults::BAD_PROPERTY, &place, message, "choose the type `String` in LDtk");
            String::new()
        }
    };
    Ok(DrawnObject {
        id: entity.iid.clone(),
        name,
        class: entity.identifier.clone(),
        center: frame.tiles(layer, center),
        extent: size.map(|side| side / frame.pixels as f64),
        outline: Outline::Box,
        rotation: 0.0,
        flips: FlipFlags::default(),
        properties,
    })
}

/// Fields in the order of the project. Their points are cells of the layer.
fn values(fields: &[Field], layer: &LayerInstance, frame: &Frame) -> Vec<(String, Value)> {
    fields.iter().map(|field| (field.identifier.clone(), value(&field.value, &field.kind, layer, frame))).collect()
}

fn value(found: &FieldValue, kind: &str, layer: &LayerInstance, frame: &Frame) -> Value {
    match found {
        FieldValue::None => Value::None,
        FieldValue::Flag(flag) => Value::Flag(*flag),
        FieldValue::Number(number) => Value::Number(*number),
        FieldValue::Text(_) if kind.contains("Color") => Value::Other("a color"),
        FieldValue::Text(_) if kind.contains("FilePath") => Value::Other("a file"),
        FieldValue::Text(text) => Value::Text(text.clone()),
        FieldValue::List(items) => Value::List(items.iter().map(|item| value(item, kind, layer, frame)).collect()),
        FieldValue::Point(cell) => {
            let grid = layer.grid_size as f64;
            Value::Point(frame.tiles(layer, cell.map(|number| (number + 0.5) * grid)))
        }
        FieldValue::Entity(iid) => Value::Reference(iid.clone()),
        FieldValue::Other => Value::Other("an object of another kind"),
    }
}
