//! Objects of a map editor: actors, marks, places, paths, and rectangles of tiles.

use std::rc::Rc;

use super::cells::flipped;
use super::plan::{DrawnPath, Object, ObjectKind, Plan, ROUNDING};
use super::settings::{leave_out_settings, settings_of_actor};
use super::values::{coordinate, point, quoted};
use crate::drawn::{DrawnObject, Outline};
use crate::errors::part;
use crate::importer::Importer;
use crate::properties::{Value, property};
use crate::words::{self, Meaning, WORD_PROPERTY};
use hairline_geometry::tile::TileShape;
use hairline_level::Extent;
use hairline_level::diagnostics::faults;

pub fn add(plan: &mut Plan, objects: &[DrawnObject], layer: &Rc<str>, importer: &mut Importer) {
    for drawn in objects {
        if importer.mapping.ignores(&drawn.class) || importer.mapping.ignores(&drawn.name) {
            continue;
        }
        let place = part(layer, &label(drawn));
        let kind = match meaning_of(drawn, &place, importer) {
            None | Some(Meaning::Nothing) => continue,
            Some(Meaning::Tile(shape)) => {
                fill(plan, drawn, shape, layer, &place, importer);
                leave_out_settings(&drawn.properties, &place, importer);
                continue;
            }
            Some(Meaning::Mark(character)) => ObjectKind::Mark(character),
            Some(Meaning::Place(mark)) => ObjectKind::Place(mark.or_else(|| mark_of_name(&drawn.name))),
            Some(Meaning::Path) => ObjectKind::Path,
            Some(Meaning::Actor(kind)) => ObjectKind::Actor(kind),
        };
        let (id, name) = (drawn.id.clone(), drawn.name.clone());
        let mut object =
            Object { kind, id, name, center: drawn.center, path: path(drawn, kind), settings: Vec::new(), place };
        match kind {
            ObjectKind::Actor(kind) => {
                object.settings = settings_of_actor(&drawn.properties, kind, &drawn.class, &object.place, importer);
                draw_extent(&mut object, drawn, kind.extent, importer);
            }
            ObjectKind::Path if object.path.is_none() => {
                let help = "draw it as a polyline or a polygon";
                importer.error(&faults::UNKNOWN_CLASS, &object.place, "a path needs at least two points", help);
                continue;
            }
            _ => leave_out_settings(&drawn.properties, &object.place, importer),
        }
        plan.add(object, importer);
    }
}

fn label(object: &DrawnObject) -> String {
    let class = if object.class.is_empty() { "an object" } else { &object.class };
    let name = if object.name.is_empty() { String::new() } else { format!(" `{}`", object.name) };
    format!("{class}{name} at {}", point(object.center))
}

fn meaning_of(object: &DrawnObject, place: &str, importer: &mut Importer) -> Option<Meaning> {
    if let Outline::Other(what) = object.outline {
        let help = "the game has no such thing; `ignore` of --mapping silences this";
        importer.warning(&faults::LEFT_OUT, place, format!("{what} is left out"), help);
        return None;
    }
    let (fault, message, help) = match words::word_of(
        &object.properties,
        || importer.mapping.object(&object.class),
        &object.class,
    ) {
        Ok(Some(word)) => match words::meaning(word) {
            Some(meaning) => return Some(meaning),
            None => {
                let (meant, name) = (words::did_you_mean(word), quoted(word));
                let help = format!(
                    "{meant}map it with --mapping: `objects: {{ {name}: \"Laser\" }}`, or leave it out: `ignore: [{name}]`"
                );
                (&faults::UNKNOWN_CLASS, format!("`{word}` is no kind of actor and no tile"), help)
            }
        },
        Ok(None) => match &object.outline {
            Outline::Polyline(_) | Outline::Polygon(_) => return Some(Meaning::Path),
            Outline::Point if mark_of_name(&object.name).is_some() => return Some(Meaning::Place(None)),
            _ => {
                let help = "set its class to a kind of actor such as `Laser`, or to `Ninja`, `Exit`, `Shard`, `Place` \
                                or `Path`";
                (&faults::UNKNOWN_CLASS, "an object without a class has no meaning".into(), help.into())
            }
        },
        Err(what) => {
            let message = format!("the property `{WORD_PROPERTY}` is {what}, and must be a text");
            (&faults::BAD_PROPERTY, message, "write a class such as `Laser`, or a character".into())
        }
    };
    let other = importer.mapping.other_objects().filter(|_| fault == &faults::UNKNOWN_CLASS);
    if let Some(word) = other.filter(|_| property(&object.properties, WORD_PROPERTY).is_none()) {
        importer.count_others("object", &object.class, word, 1);
        return words::meaning(word);
    }
    importer.error(fault, place, message, help);
    None
}

/// The mark that a name is: one digit or letter.
pub fn mark_of_name(name: &str) -> Option<char> {
    let mut characters = name.chars();
    let mark = characters.next().filter(|mark| mark.is_ascii_alphanumeric() && *mark != 'X')?;
    characters.next().is_none().then_some(mark)
}

/// The line of an object that is drawn as one. A polygon is the shape of an actor that has one, and else a closed path.
fn path(object: &DrawnObject, kind: ObjectKind) -> Option<DrawnPath> {
    let has_shape = matches!(kind, ObjectKind::Actor(kind) if kind.extent == Extent::Shape);
    let (mut points, is_polygon) = match &object.outline {
        Outline::Polyline(points) => (points.clone(), false),
        Outline::Polygon(points) if !has_shape => (points.clone(), true),
        _ => return None,
    };
    let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs() < ROUNDING && (a[1] - b[1]).abs() < ROUNDING;
    let returns = points.len() > 2 && near(points[0], points[points.len() - 1]);
    if returns {
        points.pop();
    }
    (points.len() >= 2).then_some(DrawnPath { points, is_closed: is_polygon || returns })
}

/// Sets what the figure of an actor sets.
fn draw_extent(object: &mut Object, drawn: &DrawnObject, extent: Extent, importer: &mut Importer) {
    let [width, height] = drawn.extent.map(coordinate);
    let of_figure = match (extent, &drawn.outline) {
        (Extent::Size, Outline::Box | Outline::Ellipse) => Some(("size", format!("({width}, {height})"))),
        (Extent::Shape, Outline::Box) => Some(("shape", format!("Box({width}, {height})"))),
        (Extent::Shape, Outline::Polygon(corners)) => {
            let from_center = |corner: &[f64; 2]| point([0, 1].map(|axis| corner[axis] - drawn.center[axis]));
            let corners: Vec<String> = corners.iter().map(from_center).collect();
            Some(("shape", format!("Polygon([{}])", corners.join(", "))))
        }
        (Extent::Radius | Extent::TurnedRadius, Outline::Ellipse) => {
            Some(("radius", coordinate(drawn.extent[0].min(drawn.extent[1]) / 2.0)))
        }
        _ => None,
    };
    if let Some((name, value)) = of_figure.filter(|(name, _)| property(&object.settings, name).is_none()) {
        object.settings.insert(0, (name.to_owned(), Value::Ron(value)));
    }
    if drawn.rotation.abs() > ROUNDING {
        let (degrees, turns) = (coordinate(drawn.rotation), matches!(extent, Extent::Shape | Extent::TurnedRadius));
        if turns && property(&object.settings, "turn").is_none() {
            object.settings.push(("turn".into(), Value::Ron(format!("Fixed(angle: {degrees})"))));
        } else {
            let message = format!("the object is turned by {degrees} degrees, which is not read");
            let help = "set its rotation to 0, and say the direction with a property, such as `angle` or `aim`";
            importer.warning(&faults::LEFT_OUT, &object.place, message, help);
        }
    }
    if drawn.flips.any() {
        let help = "say the direction with a property, such as `angle` or `aim`";
        importer.warning(&faults::LEFT_OUT, &object.place, "the object is flipped, which is not read", help);
    }
}

/// Draws a rectangle of tiles.
fn fill(
    plan: &mut Plan,
    object: &DrawnObject,
    shape: TileShape,
    layer: &Rc<str>,
    place: &str,
    importer: &mut Importer,
) {
    let Some(shape) = flipped(shape, object.flips) else {
        let help = "draw it without flips, or use another tile";
        return importer.error(&faults::UNKNOWN_TILE, place, "the tile is flipped, and there is no such tile", help);
    };
    let corner = |half: f64| [0, 1].map(|axis| object.center[axis] + half * object.extent[axis]);
    let [low, high] = [corner(-0.5), corner(0.5)];
    let is_whole = |number: &f64| (number - number.round()).abs() < ROUNDING;
    let is_box = matches!(object.outline, Outline::Box) && object.rotation.abs() < ROUNDING;
    if !is_box || ![low, high].as_flattened().iter().all(is_whole) || object.extent.iter().any(|side| *side < 0.5) {
        let help = "draw it as a rectangle, and snap it to the grid";
        return importer.error(&faults::OFF_CELL, place, "a rectangle of tiles must cover whole cells", help);
    }
    let [low, high] = [low, high].map(|corner| corner.map(|side| side.round() as i64));
    if plan.index(low).is_none() || plan.index([high[0] - 1, high[1] - 1]).is_none() {
        let help = "make it smaller, or the map larger";
        return importer.error(&faults::OUTSIDE_MAP, place, "a rectangle of tiles reaches out of the map", help);
    }
    for y in low[1]..high[1] {
        for x in low[0]..high[0] {
            let index = plan.index([x, y]).expect("both corners are in the map");
            (plan.tiles[index], plan.origins[index]) = (shape, layer.clone());
        }
    }
}
