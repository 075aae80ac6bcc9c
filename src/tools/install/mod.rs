//! `hairline install`: an entry in the desktop's menu and an icon, in the folders of the XDG standards. It copies no program and
//! no levels: the entry starts this program where it is.

mod entry;
mod icon;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::check::Outcome;
use super::drawing::{pixels, svg};
use crate::level::diagnostics::escape::escape_path;
use crate::profile::disk::replace;
use entry::{EntryError, OWN_MARK, desktop_entry};

/// Sides of the icons as pixels, beside the one that has any size.
const ICON_SIDES: [u32; 4] = [32, 48, 128, 256];

/// A file that is installed.
struct Part {
    /// Below the folder for data.
    path: PathBuf,
    bytes: Vec<u8>,
}

/// All files, the entry last, so that it never names an icon that is not there yet.
fn parts(program: &Path) -> Result<Vec<Part>, EntryError> {
    let icons = Path::new("icons/hicolor");
    let icon = icon::icon();
    let scalable = svg::write(&icon, "Hairline").into_bytes();
    let mut parts = vec![Part { path: icons.join("scalable/apps/hairline.svg"), bytes: scalable }];
    for side in ICON_SIDES {
        let path = icons.join(format!("{side}x{side}/apps/hairline.png"));
        parts.push(Part { path, bytes: pixels::png(&icon, side as f32 / icon::SIDE).expect("an icon is small") });
    }
    let bytes = desktop_entry(program)?.into_bytes();
    parts.push(Part { path: entry_path(), bytes });
    Ok(parts)
}

fn entry_path() -> PathBuf {
    Path::new("applications").join("hairline.desktop")
}

/// Where the parts go: the folder that is named, or the user's folder for data (`$XDG_DATA_HOME` or `~/.local/share`).
fn data_folder(named: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(folder) = named {
        return std::path::absolute(folder).map_err(|error| format!("{}: {error}", escape_path(folder)));
    }
    if !cfg!(target_os = "linux") {
        return Err("menus of this system have no entries of this kind: start the program itself, or pin it".to_owned());
    }
    match etcetera::base_strategy::choose_base_strategy() {
        Ok(folders) => Ok(folders.data_dir()),
        Err(_) => Err("there is no home folder; name the folder for data with --folder".to_owned()),
    }
}

/// Installs the entry and the icons, or removes them.
///
/// # Errors
/// Only if `out` cannot be written to.
pub fn install(removes: bool, folder: Option<&Path>, out: &mut dyn Write) -> io::Result<Outcome> {
    let result = data_folder(folder).and_then(|folder| {
        let program = std::env::current_exe().and_then(|program| program.canonicalize());
        let program = program.map_err(|error| format!("the program does not know where it lies: {error}"))?;
        if removes { remove_from(&folder, &program) } else { install_into(&folder, &program) }
    });
    match result {
        Ok(lines) => lines.iter().try_for_each(|line| writeln!(out, "{line}")).map(|()| Outcome::Fine),
        Err(reason) => writeln!(out, "hairline: {reason}").map(|()| Outcome::CouldNotRun),
    }
}

/// An entry that something else wrote is not ours to change.
fn check_entry(folder: &Path) -> Result<(), String> {
    let path = folder.join(entry_path());
    match fs::read(&path) {
        Ok(bytes) if String::from_utf8_lossy(&bytes).lines().any(|line| line == OWN_MARK) => Ok(()),
        Ok(_) => Err(format!(
            "{}: this entry was not written by `hairline install`, and is left as it is; remove it first",
            escape_path(&path)
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(format!("{}: {error}", escape_path(&path))),
    }
}

fn install_into(folder: &Path, program: &Path) -> Result<Vec<String>, String> {
    check_entry(folder)?;
    let mut lines = vec![];
    for Part { path, bytes } in parts(program).map_err(|error| error.to_string())? {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", escape_path(parent)))?;
        replace(&path, &bytes).map_err(|error| format!("{}: {error}", escape_path(&path)))?;
        lines.push(format!("wrote {}", escape_path(&path)));
    }
    lines.push(format!("the entry starts {}; install again if you move it", escape_path(program)));
    Ok(lines)
}

/// The entry goes first, so that it never names an icon that is gone.
fn remove_from(folder: &Path, program: &Path) -> Result<Vec<String>, String> {
    check_entry(folder)?;
    let mut lines = vec![];
    // Whatever the program's path, the files are the same.
    let parts = parts(program).or_else(|_| parts(Path::new("hairline"))).map_err(|error| error.to_string())?;
    for Part { path, .. } in parts.iter().rev() {
        let path = folder.join(path);
        match fs::remove_file(&path) {
            Ok(()) => lines.push(format!("removed {}", escape_path(&path))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("{}: {error}", escape_path(&path))),
        }
    }
    if lines.is_empty() {
        lines.push(format!("nothing is installed in {}", escape_path(folder)));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder for one test, removed when it is over.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("hairline-install-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn files(folder: &Path) -> usize {
        let Ok(entries) = fs::read_dir(folder) else { return 0 };
        let count = |path: PathBuf| if path.is_dir() { files(&path) } else { 1 };
        entries.map(|entry| count(entry.expect("an entry").path())).sum()
    }

    #[test]
    fn what_is_installed_is_removed_to_the_last_file_and_both_can_be_done_twice() {
        let folder = Folder::new("twice");
        let program = Path::new("/opt/games/hairline");
        for _ in 0..2 {
            install_into(&folder.0, program).expect("the temporary folder can be written to");
            assert_eq!(files(&folder.0), ICON_SIDES.len() + 2);
        }
        let entry = fs::read_to_string(folder.0.join("applications/hairline.desktop")).expect("it was written");
        assert!(entry.contains("Exec=\"/opt/games/hairline\"\n"), "{entry}");
        assert_eq!(remove_from(&folder.0, program).expect("it can").len(), ICON_SIDES.len() + 2);
        assert_eq!(files(&folder.0), 0);
        assert!(remove_from(&folder.0, program).expect("it can")[0].starts_with("nothing is installed in "));
    }

    #[test]
    fn an_entry_of_somebody_else_is_neither_overwritten_nor_removed() {
        let folder = Folder::new("foreign");
        let path = folder.0.join("applications/hairline.desktop");
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(&path, "[Desktop Entry]\nName=Hairline\n").expect("a file");
        for result in [install_into(&folder.0, Path::new("/a")), remove_from(&folder.0, Path::new("/a"))] {
            assert!(result.is_err_and(|reason| reason.contains("is left as it is")));
        }
        assert_eq!(files(&folder.0), 1);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = Folder::new("file");
        fs::create_dir_all(&folder.0).expect("a folder");
        fs::write(folder.0.join("data"), "").expect("a file");
        let reason = install_into(&folder.0.join("data"), Path::new("/a")).expect_err("it is a file");
        assert!(reason.contains("data"), "{reason}");
    }
}
