//! The caps on everything that a map editor's file can contain. Each is enforced before memory is taken for it; docs/IMPORT.md
//! lists them.

/// The most bytes of one file of a map editor.
pub const FILE_BYTES_MAX: u64 = 32 * 1024 * 1024;
/// The most bytes of the files that a map or a project names, together.
pub const NAMED_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// The most files that a map or a project names.
pub const NAMED_FILES_MAX: usize = 1024;
/// The most bytes of a mapping.
pub const MAPPING_BYTES_MAX: u64 = 256 * 1024;

/// The most XML elements in one another.
pub const ELEMENT_DEPTH_MAX: usize = 32;
/// The most XML elements of a map with its tilesets and templates.
pub const ELEMENTS_MAX: usize = 200_000;
/// The most attributes of an XML element.
pub const ATTRIBUTES_MAX: usize = 64;
/// The most objects of a level, with actors, shards and places that are painted as tiles.
pub const OBJECTS_MAX: usize = 4096;
/// The most bytes of properties that the objects of a map have from templates and tiles.
pub const INHERITED_BYTES_MAX: usize = 32 * 1024 * 1024;
/// The most errors of the import that a draft lists, and the most characters of one and of its place.
pub const MISSING_MAX: usize = 64;
pub const MISSING_CHARS_MAX: usize = 1024;
/// The most names that are listed of what the mapping does not name, and the most characters of one.
pub const OTHERS_LISTED_MAX: usize = 256;
pub const OTHER_CHARS_MAX: usize = 48;
/// The most cells of all layers of a level.
pub const CELLS_MAX: i64 = 2 * 1024 * 1024;
/// The farthest place in pixels.
pub const PIXELS_MAX: f64 = 1.0e7;

/// The most values of a JSON file.
pub const JSON_VALUES_MAX: usize = 4_000_000;
