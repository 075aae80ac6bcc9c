//! From a drawn level to the text of a level file: tiles become characters, objects become actors with letters, properties
//! become settings. Knows no map editor.

mod cells;
mod draft;
mod letters;
mod objects;
mod plan;
mod settings;
mod values;
mod write;

use std::path::Path;

use hairline_geometry::tile::TileShape;
use hairline_level::diagnostics::faults;
use hairline_level::field_form;

use self::plan::Plan;
use super::drawn::{Content, DrawnLevel};
use super::importer::Importer;

pub use values::cure;
pub use write::Composed;

/// The text of a level file, or nothing if there are errors and no drafts are wanted.
pub fn compose(level: &DrawnLevel, path: &Path, importer: &mut Importer) -> Option<Composed> {
    let errors_before = importer.diagnostics.error_count();
    let cells = level.size[0] * level.size[1];
    let mut plan = Plan {
        name: level.name.clone(),
        place: level.place.clone(),
        size: level.size,
        tiles: vec![TileShape::Empty; cells],
        origins: vec![level.place.clone(); cells],
        objects: Vec::new(),
        fields: settings::settings_of(&level.properties, |name| field_form(name).is_some(), &level.place, importer),
    };
    for layer in &level.layers {
        match &layer.content {
            Content::Tiles(tiles) => cells::add(&mut plan, level, tiles, &layer.place, importer),
            Content::Objects(objects) => objects::add(&mut plan, objects, &layer.place, importer),
            Content::Other(what) => {
                let help = "the game draws its own background; the property `hairline` = `ignore` silences this";
                importer.warning(&faults::LEFT_OUT, &layer.place, format!("{what} is left out"), help);
            }
        }
    }
    if !importer.composes(errors_before) {
        return None;
    }
    let lettered = letters::assign(&plan, importer);
    let composed = write::write(plan, lettered, path, importer);
    importer.composes(errors_before).then_some(composed)
}
