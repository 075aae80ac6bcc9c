//! Levels as assets: passes their bytes to the one parser of levels.

use std::io::SeekFrom;
use std::sync::Arc;

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, AsyncReadExt, AsyncSeekExt, LoadContext};
use bevy::prelude::Deref;
use bevy::reflect::TypePath;

use hairline_level::limits::FILE_BYTES_MAX;
use hairline_level::too_large;
use hairline_level::{Level, LevelDiagnostics, parse};

/// A level as an asset; the level crate knows no ECS.
#[derive(Asset, TypePath, Clone, Debug, Deref)]
pub struct LevelAsset {
    #[deref]
    pub level: Level,
    /// The text from which it was read.
    pub text: Arc<str>,
}

/// Loads `*.level.ron` files as [`LevelAsset`]s.
///
/// A file with errors fails to load, and its handle keeps the last good level: after a failed reload the value in
/// `Assets<LevelAsset>` stays as it was, and `AssetLoadFailedEvent<LevelAsset>` carries a [`LevelLoadError`].
#[derive(Default, TypePath)]
pub struct LevelLoader;

/// Why a level could not be loaded. `Display` is the whole diagnostic.
#[derive(Debug, thiserror::Error)]
pub enum LevelLoadError {
    #[error("the level cannot be read: {0}")]
    Read(#[from] std::io::Error),
    #[error(transparent)]
    Invalid(#[from] LevelDiagnostics),
}

impl AssetLoader for LevelLoader {
    type Asset = LevelAsset;
    type Settings = ();
    type Error = LevelLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<LevelAsset, LevelLoadError> {
        let name = context.path().path().display().to_string();
        let mut bytes = Vec::new();
        reader.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).await?;
        if bytes.len() as u64 > FILE_BYTES_MAX {
            // The rest is not read; a seekable reader knows its size.
            let size = match reader.seekable() {
                Ok(reader) => reader.seek(SeekFrom::End(0)).await?,
                Err(_) => bytes.len() as u64,
            };
            return Err(LevelDiagnostics::without_text(&name, too_large(size)).into());
        }
        let level = parse(&bytes, &name)?;
        // Only UTF-8 can be a level.
        Ok(LevelAsset { level, text: String::from_utf8_lossy(&bytes).into() })
    }

    fn extensions(&self) -> &[&str] {
        &["level.ron"]
    }
}
