//! The asset source of levels: Bevy's own reader of files, but a folder, a pipe or a device in the place of a level is refused
//! unopened, in the words of the one guarded reader. A level that came as a line is read from memory, and so is the campaign in
//! the program.

use std::io;
use std::path::Path;

use bevy::asset::io::file::FileAssetReader;
use bevy::asset::io::memory::{Dir, MemoryAssetReader};
use bevy::asset::io::{AssetReader, AssetReaderError, AssetSourceBuilder, PathStream, Reader};

use super::files::{LevelPlace, LevelSource};
use hairline_level::file::{Unread, bytes};

/// The source of the levels in a folder or in the program, or of the one on a line.
pub fn level_source(source: &LevelSource) -> AssetSourceBuilder {
    let root = Dir::default();
    match &source.place {
        LevelPlace::Folder(folder) => {
            let folder = folder.clone();
            return AssetSourceBuilder::new(move || Box::new(LevelReader(FileAssetReader::new(&folder))));
        }
        LevelPlace::Line(text) => {
            source.names.iter().for_each(|name| root.insert_asset(Path::new(name), text.clone().into_bytes()));
        }
        LevelPlace::Program(files) => {
            files.files().into_iter().for_each(|(path, bytes)| root.insert_asset(path, bytes));
        }
    }
    AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: root.clone() }))
}

struct LevelReader(FileAssetReader);

impl AssetReader for LevelReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        let file = self.0.root_path().join(path);
        // Where no byte is allowed, none is read.
        match bytes(&file, 0) {
            Err(Unread::Failed(reason)) if file.exists() => {
                Err(io::Error::other(format!("{}: {reason}", path.display())).into())
            }
            _ => self.0.read(path).await,
        }
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
    fn a_device_a_pipe_or_a_folder_in_the_place_of_a_level_is_refused_and_a_file_is_read() {
        let folder = std::env::temp_dir().join(format!("hairline-level-source-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("folder")).expect("a temporary folder");
        std::os::unix::fs::symlink("/dev/zero", folder.join("link")).expect("a link in it");
        let made = std::process::Command::new("mkfifo").arg(folder.join("pipe")).status();
        assert!(made.is_ok_and(|status| status.success()));
        std::fs::write(folder.join("empty"), "").expect("a file in it");
        let reader = LevelReader(FileAssetReader::new(&folder));
        let refusal = |name: &str| block_on(reader.read(Path::new(name))).err().map(|error| error.to_string());
        for (name, reason) in [
            ("link", "it is not a regular file"),
            ("pipe", "it is not a regular file"),
            ("folder", "it is a folder, not a file"),
        ] {
            let refusal = refusal(name);
            assert!(refusal.as_ref().is_some_and(|text| text.ends_with(&format!("{name}: {reason}"))), "{refusal:?}");
        }
        assert_eq!(refusal("empty"), None);
        assert!(matches!(block_on(reader.read(Path::new("none"))).err(), Some(AssetReaderError::NotFound(_))));
        std::fs::remove_dir_all(&folder).expect("it was made here");
    }
}
