//! From a level of an LDtk project to a drawn level: the values of an IntGrid and tiles become tiles, entities become objects.

use super::format::{Definitions, EntityInstance, Field, LayerInstance, Level};
use crate::drawn::{Content, DrawnLevel, DrawnObject, FlipFlags, Grid, Layer, Outline, TileKinds, TileLayer};
use crate::errors::{error, part};
use crate::importer::Importer;
use crate::limits::{CELLS_MAX, PIXELS_MAX};
use crate::properties::{Properties, Value};
use hairline_level::Diagnostic;
use hairline_level::diagnostics::faults;
use hairline_level::limits::{MAP_HEIGHT_MAX, MAP_WIDTH_MAX};

/// The field of an entity that is its name.
const NAME_FIELD: &str = "name";
/// The largest cell in pixels.
const GRID_MAX: i64 = 4096;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TileSource {
    /// A value of the IntGrid with this uid.
    Value(i64, i32),
    /// A tile of the tileset with this uid.
    Tile(i64, i32),
}

/// Brings a level into the form of a drawn level.
pub fn convert(
    level: Level,
    defs: &Definitions,
    place: &str,
    importer: &mut Importer,
) -> Result<DrawnLevel, Diagnostic> {
    let mut instances = level.layer_instances.unwrap_or_default();
    let mut cells = 0;
    for layer in &instances {
        check_size(layer, &layer_place(place, layer))?;
        cells += layer.columns * layer.rows;
    }
    if cells > CELLS_MAX {
        let message = format!("the layers have more than {CELLS_MAX} cells together");
        return Err(error(&faults::FOREIGN_LIMIT, place, message, "divide the level, or remove layers"));
    }
    let has_cells = |layer: &LayerInstance| layer.kind == "IntGrid" || !layer.grid_tiles.is_empty();
    let frame = |layer: &LayerInstance| (layer.grid_size as f64, [layer.columns, layer.rows], offset_of(layer));
    let first = instances.first().map(frame);
    instances.retain(|layer| !importer.mapping.ignores(&layer.identifier));
    let base = instances.iter().find(|layer| has_cells(layer)).map(frame);
    let Some((pixels, size, offset)) = base.or(first) else {
        return Err(error(&faults::FOREIGN_FILE, place, "the level has no layers", "add an IntGrid layer"));
    };
    let grid = Grid { corner: [0, 0], size: size.map(|side| side as usize), pixels: [pixels; 2] };
    let properties = values(level.field_instances, &grid, pixels, offset);
    let (mut kinds, mut layers) = (TileKinds::default(), Vec::new());
    // The first layer of a level is the highest.
    for mut layer in instances.into_iter().rev() {
        let place = layer_place(place, &layer);
        if has_cells(&layer) {
            let content = Content::Tiles(tiles(&layer, defs, &grid, &mut kinds, &place, importer)?);
            layers.push(Layer { place: place.as_str().into(), content });
        }
        let entities = std::mem::take(&mut layer.entity_instances);
        if !entities.is_empty() {
            let objects = entities.into_iter().map(|entity| object(entity, &layer, &grid, &place, importer));
            let content = Content::Objects(objects.collect::<Result<_, _>>()?);
            layers.push(Layer { place: place.into(), content });
        }
    }
    Ok(DrawnLevel {
        name: level.identifier,
        place: place.into(),
        size: grid.size,
        properties,
        tiles: kinds.kinds,
        layers,
    })
}

fn offset_of(layer: &LayerInstance) -> [f64; 2] {
    [layer.offset_x as f64, layer.offset_y as f64]
}

fn layer_place(level: &str, layer: &LayerInstance) -> String {
    part(level, &format!("layer `{}`", layer.identifier)).to_string()
}

fn check_size(layer: &LayerInstance, place: &str) -> Result<(), Diagnostic> {
    let fits = |cells: i64, most: usize| (1..=most as i64).contains(&cells);
    if !fits(layer.columns, MAP_WIDTH_MAX) || !fits(layer.rows, MAP_HEIGHT_MAX) {
        let (columns, rows) = (layer.columns, layer.rows);
        let message = format!(
            "the layer has {columns} by {rows} cells, and a level has at most {MAP_WIDTH_MAX} by {MAP_HEIGHT_MAX}"
        );
        return Err(error(&faults::FOREIGN_LIMIT, place, message, "resize the level in LDtk"));
    }
    let is_offset = |pixels: i64| pixels.unsigned_abs() < PIXELS_MAX as u64;
    if !(1..=GRID_MAX).contains(&layer.grid_size) || !is_offset(layer.offset_x) || !is_offset(layer.offset_y) {
        let message = format!("the layer's grid is {} pixels, or its offset is too large", layer.grid_size);
        let help = format!("choose a grid of 1 to {GRID_MAX} pixels in LDtk");
        return Err(error(&faults::FOREIGN_LIMIT, place, message, help));
    }
    let (values, cells) = (layer.int_grid_csv.len(), (layer.columns * layer.rows) as usize);
    if layer.kind == "IntGrid" && values != cells {
        let message = format!("the layer has {values} values, and its size makes {cells}");
        return Err(error(&faults::FOREIGN_FILE, place, message, "save the project again with LDtk"));
    }
    Ok(())
}

fn tiles(
    layer: &LayerInstance,
    defs: &Definitions,
    grid: &Grid,
    kinds: &mut TileKinds<TileSource>,
    place: &str,
    importer: &mut Importer,
) -> Result<TileLayer, Diagnostic> {
    let mut drawn = TileLayer::default();
    let (own, pixels) = (layer.grid_size, grid.pixels[0] as i64);
    if own != pixels {
        let help = "give both layers the same grid, or name one in `ignore` of --mapping";
        let message = format!("the cells of the layer are {own} pixels wide, and those of the level {pixels}");
        importer.error(&faults::OFF_CELL, place, message, help);
        return Ok(drawn);
    }
    let Some(shift) = grid.shift(offset_of(layer), place, importer) else {
        return Ok(drawn);
    };
    for (index, value) in (0..).zip(&layer.int_grid_csv).filter(|(_, value)| **value != 0) {
        let kind = kinds.index(TileSource::Value(layer.layer_def_uid, *value), || {
            defs.value(layer.layer_def_uid, *value, &layer.identifier)
        });
        let at = [index % layer.columns + shift[0], index / layer.columns + shift[1]];
        drawn.add(grid, at, kind, FlipFlags::default());
    }
    for tile in &layer.grid_tiles {
        let [x, y] = tile.px.map(i64::from);
        if x % pixels != 0 || y % pixels != 0 {
            let message = format!("a tile is at ({x}, {y}) pixels, which is no cell");
            return Err(error(&faults::OFF_CELL, place, message, "draw it on the grid"));
        }
        let tileset = layer.tileset.unwrap_or(-1);
        let kind = kinds.index(TileSource::Tile(tileset, tile.t), || defs.tile(tileset, tile.t));
        let flips = FlipFlags { diagonal: false, horizontal: tile.f & 1 > 0, vertical: tile.f & 2 > 0 };
        drawn.add(grid, [x / pixels + shift[0], y / pixels + shift[1]], kind, flips);
    }
    drawn.warn_of_outside(place, importer);
    Ok(drawn)
}

fn object(
    entity: EntityInstance,
    layer: &LayerInstance,
    grid: &Grid,
    place: &str,
    importer: &mut Importer,
) -> Result<DrawnObject, Diagnostic> {
    let place = part(place, &entity.identifier);
    let size = [entity.width, entity.height];
    let numbers = [entity.px, size, entity.pivot];
    if numbers.as_flattened().iter().any(|number| number.abs() > PIXELS_MAX) || size.iter().any(|side| *side < 0.0) {
        let message = "the place or the size of an entity is out of range";
        return Err(error(&faults::FOREIGN_LIMIT, &place, message, "move it, or draw it again"));
    }
    let offset = offset_of(layer);
    let center = [0, 1].map(|axis| entity.px[axis] + (0.5 - entity.pivot[axis]) * size[axis] + offset[axis]);
    let mut properties = values(entity.field_instances, grid, layer.grid_size as f64, offset);
    let named = properties.iter().position(|property| property.0 == NAME_FIELD).map(|at| properties.remove(at).1);
    let name = match named {
        None | Some(Value::None) => String::new(),
        Some(Value::Text(name)) => name,
        Some(other) => {
            let message = format!("the field `{NAME_FIELD}` is {}, and must be a text", other.words());
            importer.error(&faults::BAD_PROPERTY, &place, message, "choose the type `String` in LDtk");
            String::new()
        }
    };
    Ok(DrawnObject {
        id: entity.iid,
        name,
        class: entity.identifier,
        center: grid.tiles(center),
        extent: size.map(|side| side / grid.pixels[0]),
        outline: Outline::Box,
        rotation: 0.0,
        flips: FlipFlags::default(),
        properties,
    })
}

/// Fields in the order of the project. Their points are cells of a layer, whose cells have `cell` pixels.
fn values(fields: Vec<Field>, grid: &Grid, cell: f64, offset: [f64; 2]) -> Properties {
    let place = |point: [f64; 2]| grid.tiles([0, 1].map(|axis| (point[axis] + 0.5) * cell + offset[axis]));
    fields.into_iter().map(|field| (field.identifier, value(field.value.0, &field.kind, &place))).collect()
}

fn value(found: Value, kind: &str, place: &impl Fn([f64; 2]) -> [f64; 2]) -> Value {
    match found {
        Value::Text(_) if kind.contains("Color") => Value::Other("a color"),
        Value::Text(_) if kind.contains("FilePath") => Value::Other("a file"),
        Value::List(items) => Value::List(items.into_iter().map(|item| value(item, kind, place)).collect()),
        Value::Point(cell) => Value::Point(place(cell)),
        other => other,
    }
}
