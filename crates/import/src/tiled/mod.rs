//! Tiled maps: `.tmx`, with the tilesets (`.tsx`) and templates (`.tx`) that they name. The crate `tiled` reads them, after
//! [`bounds`] has looked at each file.

mod bounds;
mod convert;
mod data;

use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use tiled::{DefaultResourceCache, Loader, ResourceReader};

use self::bounds::{FileKind, Totals};
use super::complaints::{Complaint, Complaints, Place};
use super::drawn::DrawnLevel;
use super::files::NamedFiles;
use super::mapping::Mapping;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::diagnostics::faults;

/// Reads a map.
///
/// # Errors
/// What keeps it from being read at all. What is wrong within it is added to the complaints.
pub fn read(
    bytes: Vec<u8>,
    path: &Path,
    files: &mut NamedFiles,
    mapping: &Mapping,
    complaints: &mut Complaints,
) -> Result<DrawnLevel, Complaint> {
    let name = escape_path(path);
    let mut reader =
        BoundedReader { map: path.to_owned(), bytes: Some(bytes), files, totals: Totals::default(), refused: None };
    let loaded =
        Loader::with_cache_and_reader(DefaultResourceCache::new(), ByReference(&mut reader)).load_tmx_map(path);
    let map = match (reader.refused, loaded) {
        (Some(refused), _) => return Err(refused),
        (None, Ok(map)) => map,
        (None, Err(error)) => {
            let message = format!("Tiled's library cannot read it: {error}");
            let help = "save the map again with a current Tiled";
            return Err(Complaint::error(&faults::FOREIGN_FILE, Place::file(&name), message, help));
        }
    };
    convert::convert(&map, path, mapping, complaints)
}

/// Gives the library only files whose bounds were checked.
struct BoundedReader<'a> {
    map: PathBuf,
    /// The map itself, until it is read.
    bytes: Option<Vec<u8>>,
    files: &'a mut NamedFiles,
    totals: Totals,
    /// Why the last file was refused.
    refused: Option<Complaint>,
}

struct ByReference<'a, 'b>(&'a mut BoundedReader<'b>);

impl ResourceReader for ByReference<'_, '_> {
    type Resource = Cursor<Vec<u8>>;
    type Error = io::Error;

    fn read_from(&mut self, path: &Path) -> io::Result<Self::Resource> {
        self.0.read(path).map(Cursor::new).map_err(|complaint| {
            self.0.refused = Some(*complaint);
            io::Error::other("refused")
        })
    }
}

impl BoundedReader<'_> {
    fn read(&mut self, path: &Path) -> Result<Vec<u8>, Box<Complaint>> {
        let name = escape_path(path);
        let (bytes, kind) = match self.bytes.take().filter(|_| path == self.map) {
            Some(bytes) => (bytes, FileKind::Map),
            None => {
                let bytes = self.files.read(path, &["tsx", "tx", "xml"]).map_err(|(message, help)| {
                    let place = Place::file(&escape_path(&self.map));
                    Complaint::error(&faults::FOREIGN_FILE, place, message, help)
                })?;
                let is_template = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("tx"));
                (bytes, if is_template { FileKind::Template } else { FileKind::Tileset })
            }
        };
        bounds::check(&bytes, kind, &name, &mut self.totals)?;
        Ok(bytes)
    }
}
