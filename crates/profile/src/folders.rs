//! Where the files of the player lie.

use std::env;
use std::path::{Path, PathBuf, absolute};

use etcetera::BaseStrategy;

/// The environment variable that names another folder for the profile.
pub const PROFILE_VARIABLE: &str = "HAIRLINE_PROFILE";

/// The file of the player's own colors, in the folder of the profile.
pub const PALETTES_FILE: &str = "palettes.ron";

/// The folder of the profile: the one that [`PROFILE_VARIABLE`] names, else `hairline` in the platform's folder for data
/// (`$XDG_DATA_HOME` or `~/.local/share`; `~/Library/Application Support`; `%APPDATA%`). It need not exist yet. `None` if
/// the user has no home folder.
pub fn profile_folder() -> Option<PathBuf> {
    let named = env::var_os(PROFILE_VARIABLE).filter(|folder| !folder.is_empty());
    if let Some(folder) = named {
        return absolute(Path::new(&folder)).ok();
    }
    Some(etcetera::base_strategy::choose_native_strategy().ok()?.data_dir().join("hairline"))
}

/// The folder for pictures of the game: `Hairline` in `$XDG_PICTURES_DIR` or in `Pictures` in the user's home folder. It
/// need not exist yet. `None` if the user has no home folder.
pub fn pictures_folder() -> Option<PathBuf> {
    let named = env::var_os("XDG_PICTURES_DIR").filter(|folder| !folder.is_empty());
    let pictures = named.map(PathBuf::from).or_else(|| Some(etcetera::home_dir().ok()?.join("Pictures")))?;
    Some(pictures.join("Hairline"))
}
