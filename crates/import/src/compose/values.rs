//! Properties of a map editor as RON: each becomes what a level file would say in its place.

use std::collections::BTreeMap;

use bevy_math::ops;
use ron::extensions::Extensions;
use ron::value::RawValue;

use super::plan::DrawnPath;
use crate::importer::Importer;
use crate::properties::{Value, property};
use hairline_level::diagnostics::faults;
use hairline_level::{FieldForm, PATH_FIELDS};
use hairline_tools::author::layout::tidy;

/// In front of the name of a path's field: `path_speed` is the `speed` of a path that is drawn or listed.
const PATH_PREFIX: &str = "path_";

/// How a path that is drawn or listed is followed: the fields of [`PATH_FIELDS`] that are set, in their order.
pub struct PathOptions<'a>(Vec<(&'static str, FieldForm, &'a Value)>);

impl<'a> PathOptions<'a> {
    /// Those among the properties of an object.
    pub fn of(settings: &'a [(String, Value)]) -> Self {
        let value =
            |name: &str| property(settings, &format!("{PATH_PREFIX}{name}")).filter(|value| **value != Value::None);
        Self(PATH_FIELDS.iter().filter_map(|&(name, form)| Some((name, form, value(name)?))).collect())
    }

    /// Whether a property is one.
    pub fn has(name: &str) -> bool {
        name.strip_prefix(PATH_PREFIX).is_some_and(|name| PATH_FIELDS.iter().any(|field| field.0 == name))
    }

    /// The name of the property of one that is set, if any is.
    pub fn first(&self) -> Option<String> {
        self.0.first().map(|(name, ..)| format!("{PATH_PREFIX}{name}"))
    }
}

/// Something that a property can refer to.
pub struct Referent {
    /// Its mark, if it alone has it.
    pub mark: Option<char>,
    /// Where it is.
    pub center: [f64; 2],
    /// The line that it is.
    pub path: Option<DrawnPath>,
}

/// Writes the values of the properties of one object, or of the level.
pub struct ValueWriter<'a, 'b> {
    pub referents: &'a BTreeMap<String, Referent>,
    /// Where the object is on the map.
    pub center: Option<[f64; 2]>,
    /// Where it comes from, for diagnostics.
    pub place: &'a str,
    pub importer: &'a mut Importer<'b>,
}

impl ValueWriter<'_, '_> {
    /// A setting as RON, or nothing after an error.
    pub fn setting(&mut self, field: &str, form: FieldForm, value: &Value) -> Option<String> {
        match (form, value) {
            (_, Value::None) => None,
            (FieldForm::Aim, Value::Reference(_) | Value::Point(_)) => {
                let direction = self.direction(field, value)?;
                Some(format!("Fixed(angle: {direction})"))
            }
            (FieldForm::Angle, Value::Reference(_) | Value::Point(_)) => self.degrees(field, value),
            (FieldForm::Gate, Value::Text(text)) if is_name(text) => {
                let (word, name) =
                    text.trim().strip_prefix('!').map_or(("Raised", text.trim()), |name| ("Lowered", name));
                Some(format!("{word}({})", quoted(name.trim())))
            }
            (FieldForm::Text, Value::Text(text)) => Some(quoted(text)),
            (FieldForm::Text, other) => {
                let message = format!("is {}, and must be a text", other.words());
                self.fail(field, &message, "choose the type `string` in Tiled, `String` in LDtk")
            }
            _ => self.value(field, form, value),
        }
    }

    fn value(&mut self, field: &str, form: FieldForm, value: &Value) -> Option<String> {
        match value {
            Value::None => None,
            Value::Flag(flag) => Some(flag.to_string()),
            Value::Number(number) if number.is_finite() => Some(number.to_string()),
            Value::Number(_) => self.fail(field, "is not a finite number", "write a number"),
            Value::Ron(text) => Some(text.clone()),
            Value::Text(text) => self.ron(field, text),
            Value::Reference(id) => self.reference(field, id),
            Value::Point(center) => Some(point(*center)),
            Value::List(values) => {
                let values: Option<Vec<String>> = values.iter().map(|value| self.value(field, form, value)).collect();
                Some(format!("[{}]", values?.join(", ")))
            }
            Value::Class(word, members) => {
                let mut parts = Vec::new();
                for (name, value) in members {
                    let part = match (form, value) {
                        (_, Value::None) => continue,
                        (FieldForm::Aim, Value::Reference(_) | Value::Point(_)) => self.direction(name, value),
                        _ => self.value(name, FieldForm::Plain, value),
                    };
                    parts.push(format!("{name}: {}", part?));
                }
                let has_word = matches!(form, FieldForm::Word | FieldForm::Aim | FieldForm::Gate);
                let word = if has_word { word.as_str() } else { "" };
                if !word.chars().chain(members.iter().flat_map(|member| member.0.chars())).all(is_word) {
                    return self.fail(field, "has names with other characters than letters and digits", "rename them");
                }
                Some(format!("{word}({})", parts.join(", ")))
            }
            Value::Other(what) => {
                let message = format!("is {what}, which no level has");
                let help = format!(
                    "use a text, a number, a flag, an object or a list; begin its name with `_`; or leave it out with \
                     --mapping: {}",
                    cure(field)
                );
                self.fail(field, &message, &help)
            }
        }
    }

    /// A text as RON: exactly one value, so that it cannot reach beyond itself.
    fn ron(&mut self, field: &str, text: &str) -> Option<String> {
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let value: Result<&RawValue, _> = options.from_str(text);
        match value {
            // Tidy by itself, so that its lines stay as they are in the whole text.
            Ok(value) => Some(tidy(value.trim().get_ron()).trim().to_owned()),
            Err(error) => {
                let (position, sentence) = hairline_level::explain(text, error);
                let message = format!("is no RON at its character {}: {sentence}", position.column);
                let help = format!(
                    "write it as in a level file, such as `Fixed(angle: 270)` or `(2, 0.5)`; or leave it out with --mapping: {}",
                    cure(field)
                );
                self.fail(field, &message, &help)
            }
        }
    }

    fn reference(&mut self, field: &str, id: &str) -> Option<String> {
        match self.referents.get(id) {
            Some(Referent { mark: Some(mark), .. }) => Some(format!("'{mark}'")),
            Some(referent) => Some(point(referent.center)),
            None => {
                self.fail(field, "refers to an object that is not in this level", "choose an object of the same level")
            }
        }
    }

    /// A path from a line, from a list of points, or as a text says it.
    pub fn path(&mut self, value: &Value, options: &PathOptions) -> Option<String> {
        let (points, is_closed) = match value {
            Value::Reference(id) => match self.referents.get(id).and_then(|referent| referent.path.as_ref()) {
                Some(path) => return self.drawn_path(&path.clone(), options),
                None => (vec![self.reference("path", id)?], false),
            },
            Value::List(values) => {
                let points: Option<Vec<String>> =
                    values.iter().map(|value| self.value("path", FieldForm::Path, value)).collect();
                (points?, false)
            }
            Value::Point(center) => (vec![point(*center)], false),
            other => match options.first() {
                None => return self.value("path", FieldForm::Path, other),
                Some(option) => {
                    let help = "write it into `path`, without `path_`";
                    return self.fail("path", &format!("is a text, beside `{option}`"), help);
                }
            },
        };
        self.path_of(&points, is_closed, options)
    }

    /// A path along a line. Its first point is left out if the object is there already.
    pub fn drawn_path(&mut self, path: &DrawnPath, options: &PathOptions) -> Option<String> {
        let points: Vec<String> = path.points.iter().map(|place| point(*place)).collect();
        let is_here = self.center.is_some_and(|center| Some(&point(center)) == points.first());
        self.path_of(&points[usize::from(is_here)..], path.is_closed, options)
    }

    fn path_of(&mut self, points: &[String], is_closed: bool, options: &PathOptions) -> Option<String> {
        let mut path = format!("(points: [{}]", points.join(", "));
        for &(name, form, value) in &options.0 {
            path += &format!(", {name}: {}", self.setting(&format!("{PATH_PREFIX}{name}"), form, value)?);
        }
        if is_closed && options.0.iter().all(|option| option.0 != "closed") {
            path += ", closed: true";
        }
        Some(path + ")")
    }

    /// The direction of an aim: to a mark, or to a place in degrees.
    fn direction(&mut self, field: &str, value: &Value) -> Option<String> {
        match value {
            Value::Reference(id) => match self.reference(field, id)? {
                mark if mark.starts_with('\'') => Some(mark),
                _ => self.degrees(field, value),
            },
            _ => self.degrees(field, value),
        }
    }

    fn degrees(&mut self, field: &str, value: &Value) -> Option<String> {
        let to = match value {
            Value::Point(place) => *place,
            Value::Reference(id) => {
                self.reference(field, id)?;
                self.referents.get(id)?.center
            }
            _ => return None,
        };
        let from = self.center?;
        let [x, y] = [0, 1].map(|axis| (to[axis] - from[axis]) as f32);
        if x == 0.0 && y == 0.0 {
            return self.fail(field, "points at the place where the actor is", "choose another object");
        }
        let degrees = f64::from(ops::atan2(y, x).to_degrees()).rem_euclid(360.0);
        Some(coordinate((degrees * 100.0).round() / 100.0))
    }

    fn fail(&mut self, field: &str, message: &str, help: &str) -> Option<String> {
        self.importer.error(&faults::BAD_PROPERTY, self.place, format!("the property `{field}` {message}"), help);
        None
    }
}

/// Whether a text is the name of a channel rather than a gate in RON.
fn is_name(text: &str) -> bool {
    let name = text.trim().strip_prefix('!').unwrap_or(text).trim();
    !name.is_empty() && !name.contains(['(', '"', '[', '{'])
}

pub fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// A text in quotation marks.
pub fn quoted(text: &str) -> String {
    ron::to_string(text).expect("a text is RON")
}

/// The part of a mapping that leaves a property out.
pub fn cure(property: &str) -> String {
    format!("`properties: {{ {}: \"\" }}`", quoted(property))
}

/// A coordinate or a length: exact to a ten-thousandth of a tile.
pub fn coordinate(tiles: f64) -> String {
    // Adding zero turns -0 into 0.
    ((tiles * 1.0e4).round() / 1.0e4 + 0.0).to_string()
}

/// A place as RON.
pub fn point(center: [f64; 2]) -> String {
    format!("({}, {})", coordinate(center[0]), coordinate(center[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapping::Mapping;

    use FieldForm::{Aim, Angle, Gate, Plain, Text};

    #[track_caller]
    fn check(field: &str, form: FieldForm, value: &Value, expected: Result<&str, &str>) {
        let referents = BTreeMap::from([
            ("1".to_owned(), Referent { mark: Some('p'), center: [3.5, 1.5], path: None }),
            ("2".to_owned(), Referent { mark: None, center: [1.5, 3.5], path: None }),
        ]);
        let mapping = Mapping::default();
        let mut importer = Importer::new(&mapping, "a.tmx", false);
        let mut writer =
            ValueWriter { referents: &referents, center: Some([1.5, 1.5]), place: "a.tmx", importer: &mut importer };
        let found = writer.setting(field, form, value);
        let printed = importer.diagnostics.render(false);
        match expected {
            Ok(expected) => assert_eq!(found.as_deref(), Some(expected), "{printed}"),
            Err(words) => {
                assert_eq!(found, None);
                assert!(printed.contains(words), "{printed}");
            }
        }
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn a_text_is_ron_or_text_by_its_field() {
        check("channel", Text, &text("gate 2"), Ok("\"gate 2\""));
        check("hint", Text, &text("say \"hi\" \\ \n"), Ok("\"say \\\"hi\\\" \\\\ \\n\""));
        check("aim", Aim, &text(" Fixed(angle: 270) "), Ok("Fixed(angle: 270)"));
        check("size", Plain, &text("(2, 0.5)"), Ok("(2, 0.5)"));
        check("size", Plain, &text("(2, 0.5"), Err("`size` is no RON"));
        check("aim", Aim, &text("1), 'b': Mine("), Err("`aim` is no RON"));
        check("aim", Aim, &text(""), Err("`aim` is no RON"));
        check("channel", Text, &Value::Number(3.0), Err("is a number, and must be a text"));
    }

    #[test]
    fn a_gate_may_be_the_name_of_a_channel() {
        check("when", Gate, &text("gate"), Ok("Raised(\"gate\")"));
        check("when", Gate, &text("! the gate "), Ok("Lowered(\"the gate\")"));
        check("when", Gate, &text("Not(Raised(\"gate\"))"), Ok("Not(Raised(\"gate\"))"));
    }

    #[test]
    fn references_are_marks_places_and_directions() {
        check("aim", Aim, &Value::Reference("1".into()), Ok("Fixed(angle: 'p')"));
        check("aim", Aim, &Value::Reference("2".into()), Ok("Fixed(angle: 90)"));
        check("angle", Angle, &Value::Reference("1".into()), Ok("0"));
        check("aim", Aim, &Value::Point([0.5, 0.5]), Ok("Fixed(angle: 225)"));
        check("aim", Aim, &Value::Point([1.5, 1.5]), Err("where the actor is"));
        let sweep = |to| Value::Class("Sweep".into(), vec![("to".into(), to)]);
        check("aim", Aim, &sweep(Value::Reference("1".into())), Ok("Sweep(to: 'p')"));
        check("aim", Aim, &sweep(Value::Reference("2".into())), Ok("Sweep(to: 90)"));
        check("aim", Aim, &Value::Reference("7".into()), Err("not in this level"));
    }

    #[test]
    fn numbers_flags_lists_and_classes_are_written_as_ron() {
        check("period", Plain, &Value::Number(0.1), Ok("0.1"));
        check("period", Plain, &Value::Number(-3.0), Ok("-3"));
        check("period", Plain, &Value::Number(f64::NAN), Err("not a finite number"));
        check("crushes", Plain, &Value::Flag(true), Ok("true"));
        let sweep = vec![("from".into(), Value::Number(250.0)), ("to".into(), Value::Reference("1".into()))];
        check("aim", Aim, &Value::Class("Sweep".into(), sweep.clone()), Ok("Sweep(from: 250, to: 'p')"));
        check("cycle", Plain, &Value::Class("Beat".into(), sweep), Ok("(from: 250, to: 'p')"));
        check("tint", Plain, &Value::Other("a color"), Err("is a color"));
    }
}
