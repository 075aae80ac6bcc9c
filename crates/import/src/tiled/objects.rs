//! Objects of Tiled maps, and the templates that they name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use bevy_math::ops;

use super::MapLayer;
use super::tilesets::{MapTilesets, Tileset, TilesetFiles, properties, tile_of};
use super::xml::Element;
use crate::drawn::{DrawnObject, FlipFlags, Grid, Outline};
use crate::errors::part;
use crate::importer::Importer;
use crate::limits::{INHERITED_BYTES_MAX, PIXELS_MAX};
use crate::properties::{Properties, property};
use crate::words::WORD_PROPERTY;
use hairline_level::Diagnostic;
use hairline_level::diagnostics::faults;

/// An object as its element has it; the rest is its template's. Lengths are pixels, y downwards.
#[derive(Clone, Default)]
struct MapObject {
    name: String,
    class: String,
    size: [f64; 2],
    /// Degrees clockwise.
    rotation: f64,
    /// The tile that is its picture: the tileset, the number, how it is flipped.
    tile: Option<(Rc<Tileset>, u32, FlipFlags)>,
    outline: Option<Outline>,
    properties: Properties,
}

pub struct Templates<'a> {
    files: TilesetFiles<'a>,
    map: PathBuf,
    templates: BTreeMap<PathBuf, Rc<MapObject>>,
    /// The bytes of properties that objects have from templates and tiles.
    inherited: usize,
}

impl<'a> Templates<'a> {
    pub fn new(files: TilesetFiles<'a>, map: &Path) -> Self {
        Self { files, map: map.to_owned(), templates: BTreeMap::new(), inherited: 0 }
    }

    fn get(&mut self, source: &str) -> Result<Rc<MapObject>, Diagnostic> {
        let path = self.map.parent().unwrap_or(Path::new("")).join(source);
        if let Some(known) = self.templates.get(&path) {
            return Ok(known.clone());
        }
        let template = self.files.read(&path, "template", |files, template| {
            let tilesets = files.of(template, &path)?;
            let Some(element) = template.child("object") else {
                return Err(template.fault("the template has no object", "save it again with Tiled"));
            };
            if element.get("template").is_some() {
                return Err(element.fault("an object of a template has a template itself", "detach it in Tiled"));
            }
            map_object(element, MapObject::default(), &tilesets)
        })?;
        let template = Rc::new(template);
        self.templates.insert(path, template.clone());
        Ok(template)
    }

    /// Adds properties that an object does not set itself.
    fn inherit(&mut self, own: &mut Properties, from: &Properties, element: &Element) -> Result<(), Diagnostic> {
        for (name, value) in from {
            if property(own, name).is_some() {
                continue;
            }
            self.inherited += name.len() + value.bytes();
            if self.inherited > INHERITED_BYTES_MAX {
                let message = format!(
                    "objects have more than {INHERITED_BYTES_MAX} bytes of properties from templates and tiles"
                );
                return Err(element.too_much(message));
            }
            own.push((name.clone(), value.clone()));
        }
        // Tiled sorts the properties of each object so.
        own.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(())
    }
}

fn map_object(element: &Element, template: MapObject, tilesets: &MapTilesets) -> Result<MapObject, Diagnostic> {
    let word = |attribute, of_template| element.get(attribute).map_or(of_template, |word| word.into_owned());
    let side =
        |attribute, of_template| element.number(attribute, 0.0..=PIXELS_MAX).map(|side| side.unwrap_or(of_template));
    let tile = match element.whole("gid", 0..=i64::from(u32::MAX))? {
        None => template.tile,
        Some(gid) => {
            tile_of(gid as u32, tilesets, element)?.map(|(tileset, id, flips)| (tilesets[tileset].1.clone(), id, flips))
        }
    };
    let class = element.class();
    Ok(MapObject {
        name: word("name", template.name),
        class: if class.is_empty() { template.class } else { class },
        size: [side("width", template.size[0])?, side("height", template.size[1])?],
        rotation: element.number("rotation", -1.0e6..=1.0e6)?.unwrap_or(template.rotation),
        tile,
        outline: outline(element)?.or(template.outline),
        properties: properties(element)?,
    })
}

fn outline(element: &Element) -> Result<Option<Outline>, Diagnostic> {
    for child in &element.children {
        return Ok(Some(match child.name() {
            "point" => Outline::Point,
            "ellipse" => Outline::Ellipse,
            "capsule" => Outline::Box,
            "polyline" => Outline::Polyline(points(child)?),
            "polygon" => Outline::Polygon(points(child)?),
            "text" => Outline::Other("a text"),
            _ => continue,
        }));
    }
    Ok(None)
}

fn points(element: &Element) -> Result<Vec<[f64; 2]>, Diagnostic> {
    let number = |text: &str| text.parse().ok().filter(|number: &f64| number.abs() < PIXELS_MAX);
    let text = element.get("points").unwrap_or_default();
    let points = text.split(' ').map(|point| {
        let (x, y) = point.split_once(',')?;
        Some([number(x)?, number(y)?])
    });
    points
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| element.fault(format!("the points of `<{}>` are not numbers", element.name()), "draw it again"))
}

/// An object in tiles.
pub fn object(
    element: &Element,
    layer: &MapLayer,
    grid: &Grid,
    tilesets: &MapTilesets,
    templates: &mut Templates,
    importer: &mut Importer,
) -> Result<DrawnObject, Diagnostic> {
    let template = match element.get("template") {
        Some(template) => templates.get(&template)?,
        None => Rc::default(),
    };
    let of_template = MapObject { properties: Properties::new(), ..template.as_ref().clone() };
    let mut drawn = map_object(element, of_template, tilesets)?;
    templates.inherit(&mut drawn.properties, &template.properties, element)?;
    let id = element.whole("id", 0..=i64::from(u32::MAX))?.unwrap_or(0);
    let anchor = drawn.tile.as_ref().map_or([0.5, 0.5], |(tileset, ..)| tileset.anchor);
    if let Some((tileset, tile_id, _)) = &drawn.tile {
        if let Some((message, help)) = tileset.lacks(*tile_id) {
            let place = part(&layer.place, &format!("object {id}"));
            importer.error(&faults::UNKNOWN_TILE, &place, message, help);
        }
        if let Some(tile) = tileset.tile(*tile_id) {
            // The class of an object counts before what its tile says.
            let has_class = !drawn.class.is_empty();
            let own_word = property(&drawn.properties, WORD_PROPERTY).is_some();
            templates.inherit(&mut drawn.properties, &tile.properties, element)?;
            drawn.properties.retain(|(name, _)| name != WORD_PROPERTY || own_word || !has_class);
            if !has_class {
                drawn.class.clone_from(&tile.class);
            }
        }
    }
    let coordinate = |attribute| element.number(attribute, -PIXELS_MAX..=PIXELS_MAX).map(Option::unwrap_or_default);
    let origin = [coordinate("x")? + layer.offset[0], coordinate("y")? + layer.offset[1]];
    let at = |vector: [f64; 2]| {
        let [x, y] = turned(vector, drawn.rotation);
        grid.tiles([origin[0] + x, origin[1] + y])
    };
    let in_tiles = |points: Vec<[f64; 2]>| points.into_iter().map(at).collect::<Vec<_>>();
    let (outline, size) = match drawn.outline.unwrap_or(Outline::Box) {
        Outline::Box if drawn.size == [0.0; 2] => (Outline::Point, [0.0; 2]),
        Outline::Point => (Outline::Point, [0.0; 2]),
        Outline::Polyline(points) => (Outline::Polyline(in_tiles(points)), [0.0; 2]),
        Outline::Polygon(points) => (Outline::Polygon(in_tiles(points)), [0.0; 2]),
        other => (other, drawn.size),
    };
    let is_line = matches!(outline, Outline::Polyline(_) | Outline::Polygon(_));
    Ok(DrawnObject {
        id: if id > 0 { id.to_string() } else { String::new() },
        name: drawn.name,
        class: drawn.class,
        center: match &outline {
            Outline::Polyline(points) => points[0],
            _ => at([anchor[0] * size[0], anchor[1] * size[1]]),
        },
        extent: [size[0] / grid.pixels[0], size[1] / grid.pixels[1]],
        outline,
        // The points of a line are turned already.
        rotation: if is_line { 0.0 } else { -drawn.rotation },
        flips: drawn.tile.map_or(FlipFlags::default(), |(.., flips)| flips),
        properties: drawn.properties,
    })
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
