//! The rooms from which daily levels are drawn: those of a campaign, or all levels of a folder.

use std::path::Path;

use hairline_level::campaign::CAMPAIGN_FILE_NAME;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::{LEVEL_FILE_ENDING, Level};
use hairline_sim::state::replay::{Replay, proof_path};

use super::change::with_field;
use crate::campaign_source::CampaignSource;
use crate::files::files_under;

/// A level as it is without a change.
#[derive(Clone, Debug)]
pub struct Room {
    /// The name of its file, without folders and ending.
    pub name: String,
    /// The text of its file, which names its world.
    pub text: String,
    /// What the text says.
    pub level: Level,
    /// The proof beside it.
    pub proof: Option<Replay>,
}

/// The rooms of a folder with a `campaign.ron`, in its order and without its labs, or of any other folder, by their names; without a
/// folder, those of the game's own campaign.
///
/// # Errors
/// In one sentence, if there are none, or one of them cannot be read.
pub fn rooms(folder: Option<&Path>) -> Result<Vec<Room>, String> {
    let source = match folder {
        Some(folder) if !folder.is_dir() => return Err(format!("{}: there is no such folder", escape_path(folder))),
        Some(folder) => CampaignSource::Folder(folder.to_owned()),
        None => CampaignSource::find()?,
    };
    let plain = folder.filter(|folder| !folder.join(CAMPAIGN_FILE_NAME).is_file());
    let rooms: Vec<Room> = match plain {
        None => {
            let campaign = source.read().map_err(|error| error.to_string())?;
            let names = campaign.all_but_labs().iter().enumerate();
            let worlds = names.map(|(place, name)| (Path::new(name), campaign.outline.world_of(place)));
            worlds.map(|(path, world)| room(&source, path, Some(world.word()))).collect::<Result<_, _>>()?
        }
        Some(folder) => {
            let (files, unread) = files_under(folder, |name| name.ends_with(LEVEL_FILE_ENDING));
            if let Some(reason) = unread.into_iter().next() {
                return Err(reason);
            }
            let inside = files.iter().map(|file| file.strip_prefix(folder).unwrap_or(file));
            inside.map(|file| room(&source, file, None)).collect::<Result<_, _>>()?
        }
    };
    if rooms.is_empty() {
        let folder = folder.map_or_else(String::new, |folder| format!("{}: ", escape_path(folder)));
        return Err(format!("{folder}there is no level"));
    }
    Ok(rooms)
}

/// The room in a file of the source.
fn room(source: &CampaignSource, path: &Path, world: Option<&str>) -> Result<Room, String> {
    let shown = match source {
        CampaignSource::Folder(folder) => folder.join(path),
        CampaignSource::Program(_) => path.to_owned(),
    };
    let text = String::from_utf8(source.bytes(path)?);
    let text = text.map_err(|_| format!("{}: it is not UTF-8 text", escape_path(&shown)))?;
    let read = |text: &str| {
        hairline_level::parse(text, &shown.display().to_string()).map_err(|diagnostics| diagnostics.to_string())
    };
    let (mut text, mut level) = (text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned(), read(&text)?);
    if let Some(world) = world.filter(|_| level.world.is_none()) {
        text = with_field(&text, "world", world);
        level = read(&text)?;
    }
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let name = file.strip_suffix(LEVEL_FILE_ENDING).unwrap_or(&file).to_owned();
    let proof = source.bytes(&proof_path(path)).ok().and_then(|bytes| Replay::parse(&bytes).ok());
    let proof = proof.filter(|proof| proof.verify(&level).is_ok());
    Ok(Room { name, text, level, proof })
}
