//! The options of `hairline import`.

use std::path::PathBuf;

use clap::Args;

/// `hairline import`.
#[derive(Args, Clone, Debug)]
pub struct ImportOptions {
    /// Tiled maps (`.tmx`) and LDtk projects (`.ldtk`)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder that gets the levels
    #[arg(long, default_value = ".", value_name = "FOLDER")]
    pub out: PathBuf,
    /// What the names of a map mean that was not drawn for Hairline
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    /// Replace levels that are there already
    #[arg(long)]
    pub force: bool,
    /// Write a level with errors too, as a draft whose comments say what is missing
    #[arg(long)]
    pub draft: bool,
    /// Write nothing, and say what is wrong
    #[arg(long, conflicts_with_all = ["force", "campaign"])]
    pub check: bool,
    /// Write a `campaign.ron` too, with the levels in the order of the files and of the project
    #[arg(long)]
    pub campaign: bool,
    /// The folder in which tilesets, templates and levels that a map names must lie; by default the one above the map's
    #[arg(long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
}
