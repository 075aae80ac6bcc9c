//! The settings of objects and painted tiles, from their properties and from the mapping.

use super::values::{PathOptions, cure};
use crate::importer::Importer;
use crate::properties::{Properties, Value, property};
use crate::words::WORD_PROPERTY;
use hairline_level::Kind;
use hairline_level::diagnostics::faults;

/// The settings of an actor: its properties, and those that the mapping gives to its class.
pub fn settings_of_actor(
    properties: &Properties,
    kind: &Kind,
    class: &str,
    place: &str,
    importer: &mut Importer,
) -> Properties {
    let is_setting = |name: &str| kind.field_form(name).is_some() || PathOptions::has(name);
    let mut settings = settings_of(properties, is_setting, place, importer);
    for (name, text) in importer.mapping.settings(class).into_iter().flatten() {
        if property(&settings, name).is_none() {
            settings.push((name.clone(), Value::Text(text.clone())));
        }
    }
    settings
}

/// Warns of the settings of anything but an actor.
pub fn leave_out_settings(properties: &Properties, place: &str, importer: &mut Importer) {
    for (name, _) in settings_of(properties, |_| false, place, importer) {
        let message = format!("the property `{name}` is left out: only actors have settings");
        importer.warning(&faults::LEFT_OUT, place, message, "remove it, or begin its name with `_`");
    }
}

/// The properties that are settings, by their names in a level. `is_known` says which names mean something there.
pub fn settings_of(
    properties: &Properties,
    is_known: impl Fn(&str) -> bool,
    place: &str,
    importer: &mut Importer,
) -> Properties {
    let mut settings = Properties::new();
    for (name, value) in properties {
        let is_unset = *value == Value::None || matches!(value, Value::Text(text) if text.is_empty());
        let (mapping, own_name) = (importer.mapping, name);
        let name = mapping.property(name);
        if name == WORD_PROPERTY || name.starts_with('_') || is_unset || name.is_empty() {
            continue;
        }
        if mapping.leaves_out(own_name) && !is_known(name) {
            importer.count_others("property", name, "", 1);
            continue;
        }
        let mut refuse = |message: String, help: &str| importer.error(&faults::BAD_PROPERTY, place, message, help);
        if name == "at" {
            let help = "move the object instead, and remove the property";
            refuse("the place of an object is where it was drawn, not `at`".into(), help);
        } else if !name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_') {
            let help = format!("rename it, begin it with `_`, or leave it out with --mapping: {}", cure(own_name));
            refuse(format!("the property `{name}` has no name of a field"), &help);
        } else if property(&settings, name).is_some() {
            let help = "keep one of them, or correct `properties` of --mapping";
            refuse(format!("two properties are called `{name}`"), help);
        } else {
            settings.push((name.to_owned(), value.clone()));
        }
    }
    settings
}
