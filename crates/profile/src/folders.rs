//! Where the game's files lie.

use std::env;
use std::path::{Path, PathBuf, absolute};

use etcetera::BaseStrategy;

/// The environment variable that names another folder for the profile.
pub const PROFILE_VARIABLE: &str = "HAIRLINE_PROFILE";

/// The environment variable that names another folder with a campaign.
pub const LEVELS_VARIABLE: &str = "HAIRLINE_LEVELS";

/// The file of the player's own colors, in the folder of the profile.
pub const PALETTES_FILE: &str = "palettes.ron";

/// Where to look for a campaign: in the folder that [`LEVELS_VARIABLE`] names and nowhere else, or without it beside the
/// program and then where the program was built.
pub fn campaign_folders() -> Vec<PathBuf> {
    if let Some(folder) = env::var_os(LEVELS_VARIABLE).filter(|folder| !folder.is_empty()) {
        return vec![absolute(&folder).unwrap_or_else(|_| folder.into())];
    }
    let program = env::current_exe().and_then(|program| program.canonicalize()).ok();
    let beside = program.and_then(|program| program.parent().map(|folder| folder.join("levels")));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    beside.into_iter().chain([source]).collect()
}

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
