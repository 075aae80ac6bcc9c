//! The player's own colors: `palettes.ron` in the folder of the profile, in place of some of the game's palettes.

use std::path::Path;

use bevy::prelude::*;

use crate::screens::progress::Notices;
use crate::screens::words::Words;
use crate::view::canvas::palette::Palettes;
use hairline_level::diagnostics::escape::escape_path;
use hairline_level::file::{self, Unread};
use hairline_painter::palette::PALETTES_BYTES_MAX;
use hairline_profile::folders::PALETTES_FILE;

/// Reads the player's palettes, if there are any. A faulty file changes nothing, and the title says what is wrong with it.
pub fn add_palettes(app: &mut App, folder: &Path) {
    let path = folder.join(PALETTES_FILE);
    match read(&path) {
        Ok(None) => {}
        Ok(Some(palettes)) => _ = app.insert_resource(palettes),
        Err(error) => {
            let values = [("file", escape_path(&path).into()), ("reason", error.into())];
            let notice = app.world_mut().get_resource_or_init::<Words>().with("notice-not-used", values);
            warn!("{notice}");
            app.world_mut().get_resource_or_init::<Notices>().0.push(notice);
        }
    }
}

/// The game's palettes with those of a file; none if there is no file.
fn read(path: &Path) -> Result<Option<Palettes>, String> {
    if matches!(path.try_exists(), Ok(false)) {
        return Ok(None);
    }
    let bytes = file::bytes(path, PALETTES_BYTES_MAX).map_err(|unread| match unread {
        Unread::Failed(reason) => reason,
        Unread::TooLarge(size) => format!("it has {size} bytes, and at most {PALETTES_BYTES_MAX} are read"),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    Palettes::built_in().with(&text).map(Some).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_used_or_explained_and_none_is_needed() {
        let folder = std::env::temp_dir().join(format!("hairline-palettes-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let notices = |bytes: Option<&[u8]>| {
            let _ = fs::remove_file(folder.join(PALETTES_FILE));
            bytes.inspect(|bytes| fs::write(folder.join(PALETTES_FILE), bytes).expect("a file in it"));
            let mut app = App::new();
            add_palettes(&mut app, &folder);
            app.world_mut().get_resource_or_init::<Notices>().0.concat()
        };
        assert_eq!(notices(None), "");
        assert_eq!(notices(Some(include_bytes!("../../assets/palettes.ron"))), "");
        for (bytes, expected) in [
            (b"".as_slice(), "line 1"),
            (b"\xff\xfe", "UTF-8"),
            (b"(version: 9, palettes: {})", "version 9"),
            (&vec![b' '; PALETTES_BYTES_MAX as usize + 1], "bytes"),
        ] {
            let notice = notices(Some(bytes));
            assert!(notice.contains("palettes.ron is not used") && notice.contains(expected), "{notice}");
            assert_eq!(notice.lines().count(), 1);
        }
        #[cfg(unix)]
        {
            let _ = fs::remove_file(folder.join(PALETTES_FILE));
            std::os::unix::fs::symlink("/dev/zero", folder.join(PALETTES_FILE)).expect("a link in it");
            let refusal = read(&folder.join(PALETTES_FILE)).expect_err("it never ends");
            assert_eq!(refusal, "it is not a regular file");
        }
        fs::remove_dir_all(&folder).expect("it was made here");
    }
}
