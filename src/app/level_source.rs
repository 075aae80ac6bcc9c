//! The asset source of levels: Bevy's own reader of files, but a pipe or a device in the place of a level is refused unopened.

use std::io;
use std::path::Path;

use bevy::asset::io::file::FileAssetReader;
use bevy::asset::io::{AssetReader, AssetReaderError, AssetSourceBuilder, PathStream, Reader};

/// The source of the levels in a folder, by its absolute path.
pub fn level_source(folder: &Path) -> AssetSourceBuilder {
    let folder = folder.to_owned();
    AssetSourceBuilder::new(move || Box::new(LevelReader(FileAssetReader::new(&folder))))
}

struct LevelReader(FileAssetReader);

impl AssetReader for LevelReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        if self.0.root_path().join(path).metadata().is_ok_and(|about| !about.is_file()) {
            return Err(io::Error::other(format!("{}: it is not a regular file", path.display())).into());
        }
        self.0.read(path).await
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        self.0.read_meta(path).await
    }

    async fn read_directory<'a>(&'a self, path: &'a Path) -> Result<Box<PathStream>, AssetReaderError> {
        self.0.read_directory(path).await
    }

    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        self.0.is_directory(path).await
    }
}

#[cfg(all(test, unix))]
mod tests {
    use bevy::tasks::block_on;

    use super::*;

    #[test]
    fn a_device_in_the_place_of_a_level_is_refused_and_a_file_is_read() {
        let reader = LevelReader(FileAssetReader::new("/"));
        let refusal = block_on(reader.read(Path::new("dev/zero"))).err().map(|error| error.to_string());
        assert!(refusal.is_some_and(|text| text.ends_with("dev/zero: it is not a regular file")));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(block_on(LevelReader(FileAssetReader::new(folder)).read(Path::new("Cargo.toml"))).is_ok());
    }
}
