//! From a drawn level to the text of a level file: tiles become characters, objects become actors with letters, properties
//! become settings. Knows no map editor.

mod cells;
mod draft;
mod letters;
mod objects;
mod settings;
mod values;
mod write;

use std::path::Path;

use hairline_geometry::tile::TileShape;
use hairline_level::diagnostics::faults;

use self::draft::Draft;
use super::drawn::{Content, DrawnLevel};
use super::importer::Importer;

pub use write::Composed;

/// The text of a level file, or nothing if there are errors.
pub fn compose(level: &DrawnLevel, path: &Path, importer: &mut Importer) -> Option<Composed> {
    let errors_before = importer.diagnostics.error_count();
    let cells = level.size[0] * level.size[1];
    let mut draft = Draft {
        name: level.name.clone(),
        place: level.place.clone(),
        size: level.size,
        tiles: vec![TileShape::Empty; cells],
        origins: vec![level.place.clone(); cells],
        objects: Vec::new(),
        fields: settings::settings_of(&level.properties, &level.place, importer),
    };
    for layer in &level.layers {
        match &layer.content {
            Content::Tiles(tiles) => cells::add(&mut draft, level, tiles, &layer.place, importer),
            Content::Objects(objects) => objects::add(&mut draft, objects, &layer.place, importer),
            Content::Other(what) => {
                let help = "the game draws its own background; the property `hairline` = `ignore` silences this";
                importer.warning(&faults::LEFT_OUT, &layer.place, format!("{what} is left out"), help);
            }
        }
    }
    let is_fine = |importer: &Importer| importer.diagnostics.error_count() == errors_before;
    if !is_fine(importer) {
        return None;
    }
    let lettered = letters::assign(&draft, importer);
    let composed = write::write(draft, lettered, path, importer);
    is_fine(importer).then_some(composed)
}
