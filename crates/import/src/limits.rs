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
/// The most objects of a map.
pub const OBJECTS_MAX: usize = 4096;
/// The most tiles of all tilesets of a map.
pub const TILES_MAX: u32 = 65_536;
/// The most cells of all layers of a map. Of an infinite map whole blocks of 16 by 16 cells count, since they take memory
/// whole.
pub const CELLS_MAX: u64 = 2 * 1024 * 1024;

/// The deepest nesting of JSON.
pub const JSON_DEPTH_MAX: usize = 64;
/// The most values of a JSON file, counting keys.
pub const JSON_VALUES_MAX: usize = 8_000_000;
/// The most values within the fields of entities and levels: those are kept, whatever they are.
pub const FIELD_VALUES_MAX: usize = 200_000;

/// The most complaints about one level or file that are shown; the rest are counted.
pub const COMPLAINTS_MAX: usize = 32;
