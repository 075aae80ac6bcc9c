//! What simulated players reached in the levels of a campaign: the table beside them, by which medals are measured.

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, AssetPath, AsyncReadExt, LoadContext};
use bevy::prelude::*;

use hairline_profile::medal::{MedalTable, PLAYERS_BYTES_MAX, PLAYERS_FILE_NAME};
use hairline_sim::tuning::RULES_VERSION;

/// A [`MedalTable`] as an asset.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct MedalTableAsset(pub MedalTable);

/// Loads `*.tsv` files as [`MedalTableAsset`]s.
#[derive(Default, TypePath)]
pub struct MedalTableLoader;

#[derive(Debug, thiserror::Error)]
pub enum MedalTableError {
    #[error(transparent)]
    Read(#[from] std::io::Error),
    #[error("it is not UTF-8")]
    NoText(#[from] std::string::FromUtf8Error),
    #[error("it is larger than {PLAYERS_BYTES_MAX} bytes")]
    TooLarge,
    #[error("{0}")]
    Invalid(String),
}

impl AssetLoader for MedalTableLoader {
    type Asset = MedalTableAsset;
    type Settings = ();
    type Error = MedalTableError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<MedalTableAsset, MedalTableError> {
        let mut bytes = Vec::new();
        reader.take(PLAYERS_BYTES_MAX + 1).read_to_end(&mut bytes).await?;
        if bytes.len() as u64 > PLAYERS_BYTES_MAX {
            return Err(MedalTableError::TooLarge);
        }
        let table = MedalTable::parse(&String::from_utf8(bytes)?, RULES_VERSION);
        table.map(MedalTableAsset).map_err(MedalTableError::Invalid)
    }

    fn extensions(&self) -> &[&str] {
        &["tsv"]
    }
}

/// Where the table for a level lies: beside it.
pub fn table_path(level: &AssetPath<'static>) -> AssetPath<'static> {
    let file = level.path().with_file_name(PLAYERS_FILE_NAME);
    AssetPath::from_path_buf(file).with_source(level.source().clone_owned())
}
