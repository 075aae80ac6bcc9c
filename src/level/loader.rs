//! Levels as assets of the game. It does no more than hand the bytes to the parser that everything else uses too.

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, AsyncReadExt, LoadContext};
use bevy::reflect::TypePath;

use super::limits::FILE_BYTES_MAX;
use super::{Level, LevelFaults, parse};

/// Loads `*.level.ron` files as [`Level`]s.
///
/// A file with faults fails to load, and its handle keeps the last good level: after a failed reload the value in
/// `Assets<Level>` stays as it was, and `AssetLoadFailedEvent<Level>` carries a [`LevelLoadError`].
#[derive(Default, TypePath)]
pub struct LevelLoader;

/// Why a level could not be loaded. `Display` is the whole diagnostic.
#[derive(Debug, thiserror::Error)]
pub enum LevelLoadError {
    /// The bytes could not be read.
    #[error("the level cannot be read: {0}")]
    Read(#[from] std::io::Error),
    /// The file has faults.
    #[error(transparent)]
    Faults(#[from] LevelFaults),
}

impl AssetLoader for LevelLoader {
    type Asset = Level;
    type Settings = ();
    type Error = LevelLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<Level, LevelLoadError> {
        let mut bytes = Vec::new();
        // One byte over the cap is enough for the parser to refuse the file.
        reader.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).await?;
        Ok(parse(bytes, &context.path().path().display().to_string())?)
    }

    fn extensions(&self) -> &[&str] {
        &["level.ron"]
    }
}
