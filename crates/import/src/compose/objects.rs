//! Objects of a map editor: actors, marks, places, paths, and rectangles of tiles.

use crate::complaints::{Complaints, Place};
use crate::drawn::{DrawnObject, Outline, Value, property};
use crate::mapping::Mapping;
use crate::words::{self, Meaning, WORD_PROPERTY};
use hairline_geometry::tile::TileShape;
use hairline_level::Extent;
use hairline_level::diagnostics::faults;

use super::flips::flipped;
use super::values::{coordinate, point};
use super::{Draft, DrawnPath, Object, ObjectKind};

/// A difference of places, in tiles, that is the editor's rounding.
const ROUNDING: f64 = 1.0e-3;

/// Adds the objects of a layer.
pub fn add(draft: &mut Draft, objects: &[DrawnObject], mapping: &Mapping, complaints: &mut Complaints) {
    let layer = draft.layers.len();
    let layer_place = draft.layers[layer - 1].clone();
    for drawn in objects {
        if mapping.ignores(&drawn.class) || mapping.ignores(&drawn.name) {
            continue;
        }
        let place = layer_place.part(&label(drawn));
        let Some(meaning) = meaning_of(drawn, mapping, &place, complaints) else { continue };
        let kind = match meaning {
            Meaning::Nothing => continue,
            Meaning::Tile(shape) => {
                fill(draft, drawn, shape, layer, &place, complaints);
                let settings = settings_of(&drawn.properties, &place, mapping, complaints);
                leave_out_settings(settings, &place, complaints);
                continue;
            }
            Meaning::Mark(character) => ObjectKind::Mark(character),
            Meaning::Place(mark) => ObjectKind::Place(mark.or_else(|| mark_of_name(&drawn.name))),
            Meaning::Path => ObjectKind::Path,
            Meaning::Actor(kind) => ObjectKind::Actor(kind),
        };
        let mut object = Object {
            kind,
            id: drawn.id.clone(),
            name: drawn.name.clone(),
            center: drawn.center,
            path: path(drawn, kind),
            settings: Vec::new(),
            place,
        };
        match kind {
            ObjectKind::Actor(kind) => {
                object.settings =
                    settings_of_actor(&drawn.properties, &drawn.class, &object.place, mapping, complaints);
                draw_extent(&mut object, drawn, kind.extent, complaints);
            }
            ObjectKind::Path if object.path.is_none() => {
                let help = "draw it as a polyline or a polygon";
                complaints.error(&faults::UNKNOWN_CLASS, &object.place, "a path needs at least two points", help);
                continue;
            }
            _ => {
                let settings = settings_of(&drawn.properties, &object.place, mapping, complaints);
                leave_out_settings(settings, &object.place, complaints);
            }
        }
        draft.add(object, complaints);
    }
}

fn label(object: &DrawnObject) -> String {
    let class = if object.class.is_empty() { "an object" } else { &object.class };
    let name = if object.name.is_empty() { String::new() } else { format!(" `{}`", object.name) };
    let [x, y] = object.center;
    format!("{class}{name} at ({}, {})", coordinate(x), coordinate(y))
}

fn meaning_of(object: &DrawnObject, mapping: &Mapping, place: &Place, complaints: &mut Complaints) -> Option<Meaning> {
    if let Outline::Other(what) = object.outline {
        let help = "the game has no such thing; `ignore` of --mapping silences this";
        complaints.warning(&faults::LEFT_OUT, place, format!("{what} is left out"), help);
        return None;
    }
    let word = match property(&object.properties, WORD_PROPERTY) {
        Some(Value::Text(word)) => Some(word.as_str()),
        Some(other) if *other != Value::None => {
            let message = format!("the property `{WORD_PROPERTY}` is {}, and must be a text", other.words());
            complaints.error(&faults::BAD_PROPERTY, place, message, "write a class such as `Laser`, or a character");
            return None;
        }
        _ => mapping.object(&object.class).or(Some(object.class.as_str()).filter(|class| !class.is_empty())),
    };
    let Some(word) = word else {
        return match &object.outline {
            Outline::Polyline(_) | Outline::Polygon(_) => Some(Meaning::Path),
            Outline::Point if mark_of_name(&object.name).is_some() => Some(Meaning::Place(None)),
            _ => {
                let help = "set its class to a kind of actor such as `Laser`, or to `Ninja`, `Exit`, `Shard`, `Place` or `Path`";
                complaints.error(&faults::UNKNOWN_CLASS, place, "an object without a class has no meaning", help);
                None
            }
        };
    };
    let found = words::meaning(word);
    if found.is_none() {
        let meant = words::suggestion(word).map_or(String::new(), |word| format!("did you mean `{word}`? Otherwise "));
        let help = format!("{meant}map \"{word}\" with --mapping, in `objects` to a kind or in `ignore`");
        complaints.error(&faults::UNKNOWN_CLASS, place, format!("`{word}` is no kind of actor and no tile"), help);
    }
    found
}

/// The mark that a name is: one digit or letter.
pub fn mark_of_name(name: &str) -> Option<char> {
    let mut characters = name.chars();
    let mark = characters.next().filter(|mark| mark.is_ascii_alphanumeric() && *mark != 'X')?;
    characters.next().is_none().then_some(mark)
}

/// The line of an object that is drawn as one. A polygon is the shape of an actor that has one, and else a closed path.
fn path(object: &DrawnObject, kind: ObjectKind) -> Option<DrawnPath> {
    let (points, is_closed) = match &object.outline {
        Outline::Polyline(points) => (points, false),
        Outline::Polygon(points) if !matches!(kind, ObjectKind::Actor(kind) if kind.extent == Extent::Shape) => {
            (points, true)
        }
        _ => return None,
    };
    let mut points = points.clone();
    let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs() < ROUNDING && (a[1] - b[1]).abs() < ROUNDING;
    let returns = points.len() > 2 && near(points[0], points[points.len() - 1]);
    if returns {
        points.pop();
    }
    (points.len() >= 2).then_some(DrawnPath { points, is_closed: is_closed || returns })
}

/// The settings that the figure of an actor gives.
fn draw_extent(object: &mut Object, drawn: &DrawnObject, extent: Extent, complaints: &mut Complaints) {
    let mut set = |name: &str, value: String| {
        if property(&object.settings, name).is_none() {
            object.settings.insert(0, (name.to_owned(), Value::Ron(value)));
        }
    };
    let [width, height] = drawn.extent.map(coordinate);
    match (extent, &drawn.outline) {
        (Extent::Size, Outline::Box | Outline::Ellipse) => set("size", format!("({width}, {height})")),
        (Extent::Shape, Outline::Box) => set("shape", format!("Box({width}, {height})")),
        (Extent::Shape, Outline::Polygon(corners)) => {
            let corners: Vec<String> = corners
                .iter()
                .map(|corner| point([corner[0] - drawn.center[0], corner[1] - drawn.center[1]]))
                .collect();
            set("shape", format!("Polygon([{}])", corners.join(", ")));
        }
        (Extent::Radius | Extent::TurnedRadius, Outline::Ellipse) => {
            set("radius", coordinate(drawn.extent[0].min(drawn.extent[1]) / 2.0));
        }
        _ => {}
    }
    if drawn.rotation.abs() > ROUNDING {
        let can_turn = matches!(extent, Extent::Shape | Extent::TurnedRadius);
        if can_turn && property(&object.settings, "turn").is_none() {
            object.settings.push(("turn".into(), Value::Ron(format!("Fixed(angle: {})", coordinate(drawn.rotation)))));
        } else {
            let message = format!("the object is turned by {} degrees, which is not read", coordinate(drawn.rotation));
            let help = "set its rotation to 0, and say the direction with a property, such as `angle` or `aim`";
            complaints.warning(&faults::LEFT_OUT, &object.place, message, help);
        }
    }
    if drawn.flips.any() {
        let help = "say the direction with a property, such as `angle` or `aim`";
        complaints.warning(&faults::LEFT_OUT, &object.place, "the object is flipped, which is not read", help);
    }
}

/// Draws a rectangle of tiles.
fn fill(
    draft: &mut Draft,
    object: &DrawnObject,
    shape: TileShape,
    layer: usize,
    place: &Place,
    complaints: &mut Complaints,
) {
    let Some(shape) = flipped(shape, object.flips) else {
        let help = "draw it without flips, or use another tile";
        return complaints.error(&faults::UNKNOWN_TILE, place, "the tile is flipped, and there is no such tile", help);
    };
    let [low, high] = [-0.5, 0.5].map(|half| [0, 1].map(|axis| object.center[axis] + half * object.extent[axis]));
    let is_whole = |number: f64| (number - number.round()).abs() < ROUNDING;
    let is_box = matches!(object.outline, Outline::Box) && object.rotation.abs() < ROUNDING;
    if !is_box
        || ![low, high].as_flattened().iter().all(|side| is_whole(*side))
        || object.extent.iter().any(|side| *side < 0.5)
    {
        let help = "draw it as a rectangle, and snap it to the grid";
        return complaints.error(&faults::OFF_CELL, place, "a rectangle of tiles must cover whole cells", help);
    }
    let [low, high] = [low, high].map(|corner| corner.map(|side| side.round() as i64));
    if draft.index(low).is_none() || draft.index([high[0] - 1, high[1] - 1]).is_none() {
        let help = "make it smaller, or the map larger";
        return complaints.error(&faults::OUTSIDE_MAP, place, "a rectangle of tiles reaches out of the map", help);
    }
    for y in low[1]..high[1] {
        for x in low[0]..high[0] {
            let index = draft.index([x, y]).expect("both corners are in the map");
            draft.tiles[index] = shape;
            draft.drawn_by[index] = u16::try_from(layer).unwrap_or(0);
        }
    }
}

/// The settings of an actor: its properties, and what the mapping gives to its class besides.
pub fn settings_of_actor(
    properties: &[(String, Value)],
    class: &str,
    place: &Place,
    mapping: &Mapping,
    complaints: &mut Complaints,
) -> Vec<(String, Value)> {
    let mut settings = settings_of(properties, place, mapping, complaints);
    for (name, text) in mapping.settings(class).into_iter().flatten() {
        if property(&settings, name).is_none() {
            settings.push((name.clone(), Value::Text(text.clone())));
        }
    }
    settings
}

/// Warns of the settings of what is no actor.
pub fn leave_out_settings(settings: Vec<(String, Value)>, place: &Place, complaints: &mut Complaints) {
    for (name, _) in settings {
        let message = format!("the property `{name}` is left out: only actors have settings");
        complaints.warning(&faults::LEFT_OUT, place, message, "remove it, or begin its name with `_`");
    }
}

/// The properties that are settings, by the names that they have in a level.
pub fn settings_of(
    properties: &[(String, Value)],
    place: &Place,
    mapping: &Mapping,
    complaints: &mut Complaints,
) -> Vec<(String, Value)> {
    let mut settings: Vec<(String, Value)> = Vec::new();
    for (name, value) in properties {
        let is_unset = *value == Value::None || matches!(value, Value::Text(text) if text.is_empty());
        if name == WORD_PROPERTY || name.starts_with('_') || is_unset {
            continue;
        }
        let name = mapping.property(name);
        if name.is_empty() {
            continue;
        }
        if name == "at" {
            let help = "move the object instead, and remove the property";
            complaints.error(
                &faults::BAD_PROPERTY,
                place,
                "the place of an object is where it was drawn, not `at`",
                help,
            );
        } else if !name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_') {
            let help = "rename it, leave it out with `_` in front, or map it with --mapping";
            complaints.error(
                &faults::BAD_PROPERTY,
                place,
                format!("the property `{name}` has no name of a field"),
                help,
            );
        } else if property(&settings, name).is_some() {
            let help = "keep one of them, or correct `properties` of --mapping";
            complaints.error(&faults::BAD_PROPERTY, place, format!("two properties are called `{name}`"), help);
        } else {
            settings.push((name.to_owned(), value.clone()));
        }
    }
    settings
}
