//! `hairline paths`: the folders and files that the game uses.

use std::io::{self, Write};
use std::path::Path;

use hairline_level::diagnostics::escape::escape_path;
use hairline_profile::files::{BACKUP_FILES, PROFILE_FILE};
use hairline_profile::folders::{PALETTES_FILE, PROFILE_VARIABLE, pictures_folder, profile_folder};

use crate::campaign_source::CampaignSource;

/// Writes a line for each place: what it is, the path, and whether it is there.
///
/// # Errors
/// As `out` reports them.
pub fn paths(out: &mut dyn Write) -> io::Result<()> {
    let line = |out: &mut dyn Write, what: &str, path: &Path| {
        let note = if path.exists() { "" } else { " (not there yet)" };
        writeln!(out, "{what:<9}{}{note}", escape_path(path))
    };
    match profile_folder() {
        Some(folder) => {
            line(out, "profile", &folder.join(PROFILE_FILE))?;
            line(out, "backup", &folder.join(BACKUP_FILES[0]))?;
            line(out, "palettes", &folder.join(PALETTES_FILE))?;
            line(out, "crashes", &folder.join("crashes"))?;
        }
        None => writeln!(out, "profile  none: there is no home folder; set {PROFILE_VARIABLE} to a folder")?,
    }
    if let Some(folder) = pictures_folder() {
        line(out, "pictures", &folder)?;
    }
    match CampaignSource::find() {
        Ok(CampaignSource::Folder(folder)) => line(out, "levels", &folder),
        Ok(CampaignSource::Program(_)) => writeln!(out, "levels   in the program"),
        Err(reason) => writeln!(out, "levels   none: {reason}"),
    }
}
