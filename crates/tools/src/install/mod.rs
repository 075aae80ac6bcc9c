//! `hairline install`: an entry in the desktop's menu and an icon, in the folders of the XDG standards. It copies no program and
//! no levels: the entry starts this program where it is.

mod entry;
mod icon;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::drawing::{pixels, svg};
use super::output::status::ExitStatus;
use entry::{OWN_MARK, desktop_entry, icons_of};
use hairline_level::StableHasher;
use hairline_level::diagnostics::escape::escape_path;
use hairline_profile::disk::replace;

/// Sides of the icons as pixels, beside the one that has any size.
const ICON_SIDES: [u32; 4] = [32, 48, 128, 256];

/// A file that is installed.
struct InstalledFile {
    /// Below the folder for data.
    path: PathBuf,
    bytes: Vec<u8>,
}

/// The icons.
fn icons() -> Vec<InstalledFile> {
    let icons = Path::new("icons/hicolor");
    let icon = icon::icon();
    let scalable = svg::write(&icon, "Hairline").into_bytes();
    let mut files = vec![InstalledFile { path: icons.join("scalable/apps/hairline.svg"), bytes: scalable }];
    for side in ICON_SIDES {
        let path = icons.join(format!("{side}x{side}/apps/hairline.png"));
        files.push(InstalledFile {
            path,
            bytes: pixels::png(&icon, side as f32 / icon::SIDE).expect("an icon is small"),
        });
    }
    files
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = StableHasher::new();
    bytes.iter().for_each(|&byte| hasher.write_u32(u32::from(byte)));
    hasher.finish()
}

fn entry_path() -> PathBuf {
    Path::new("applications").join("hairline.desktop")
}

/// Where the files go: the folder that is named, or the user's folder for data (`$XDG_DATA_HOME` or `~/.local/share`).
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
pub fn install(removes: bool, folder: Option<&Path>, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut done = Done::default();
    let result = data_folder(folder).and_then(|folder| {
        if removes {
            return remove_from(&folder, &mut done);
        }
        let program = std::env::current_exe().and_then(|program| program.canonicalize());
        let program = program.map_err(|error| format!("the program does not know where it lies: {error}"))?;
        install_into(&folder, &program, &mut done)
    });
    done.problems.extend(result.err());
    done.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    done.problems.iter().try_for_each(|problem| writeln!(out, "hairline: {problem}"))?;
    Ok(if done.problems.is_empty() { ExitStatus::Fine } else { ExitStatus::CouldNotRun })
}

/// What was done, and what was not.
#[derive(Debug, Default)]
struct Done {
    lines: Vec<String>,
    problems: Vec<String>,
}

fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", escape_path(path))
}

/// The bytes of a file, if it is there.
fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, &error)),
    }
}

/// The hashes of the icons that are this command's own: those of this version, and those that the entry names. An entry that
/// something else wrote is not ours to change.
fn own_icons(folder: &Path, icons: &[InstalledFile]) -> Result<Vec<u64>, String> {
    let path = folder.join(entry_path());
    let mut own: Vec<u64> = icons.iter().map(|icon| hash(&icon.bytes)).collect();
    if let Some(bytes) = bytes_of(&path)? {
        let entry = String::from_utf8_lossy(&bytes);
        if !entry.lines().any(|line| line == OWN_MARK) {
            return Err(format!("{}: {}; remove it first", escape_path(&path), FOREIGN));
        }
        own.extend(icons_of(&entry));
    }
    Ok(own)
}

/// What is said of a file that something else wrote.
const FOREIGN: &str = "this file was not written by `hairline install`, and is left as it is";

/// Looks at everything before it writes anything. The entry is last, so that it never names an icon that is not there yet.
fn install_into(folder: &Path, program: &Path, done: &mut Done) -> Result<(), String> {
    let mut files = icons();
    let own = own_icons(folder, &files)?;
    for icon in &files {
        let path = folder.join(&icon.path);
        if bytes_of(&path)?.is_some_and(|bytes| !own.contains(&hash(&bytes))) {
            return Err(format!("{}: {FOREIGN}; remove it first", escape_path(&path)));
        }
    }
    let hashes: Vec<u64> = files.iter().map(|icon| hash(&icon.bytes)).collect();
    let entry = desktop_entry(program, &hashes).map_err(|error| error.to_string())?;
    files.push(InstalledFile { path: entry_path(), bytes: entry.into_bytes() });
    for InstalledFile { path, bytes } in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| failed(parent, &error))?;
        replace(&path, &bytes).map_err(|error| failed(&path, &error))?;
        done.lines.push(format!("wrote {}", escape_path(&path)));
    }
    done.lines.push(format!("the entry starts {}; install again if you move it", escape_path(program)));
    Ok(())
}

/// The entry goes first, so that it never names an icon that is gone; if it cannot be removed, the icons stay. An icon that
/// cannot be removed keeps no other from it.
fn remove_from(folder: &Path, done: &mut Done) -> Result<(), String> {
    let icons = icons();
    let own = own_icons(folder, &icons)?;
    remove(&folder.join(entry_path()), done)?;
    for icon in icons {
        let path = folder.join(icon.path);
        let removed = bytes_of(&path).and_then(|bytes| match bytes {
            Some(bytes) if !own.contains(&hash(&bytes)) => {
                done.lines.push(format!("{}: {FOREIGN}", escape_path(&path)));
                Ok(())
            }
            Some(_) => remove(&path, done),
            None => Ok(()),
        });
        done.problems.extend(removed.err());
    }
    if done.lines.is_empty() && done.problems.is_empty() {
        done.lines.push(format!("nothing is installed in {}", escape_path(folder)));
    }
    Ok(())
}

fn remove(path: &Path, done: &mut Done) -> Result<(), String> {
    match fs::remove_file(path) {
        Ok(()) => done.lines.push(format!("removed {}", escape_path(path))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(path, &error)),
    }
    Ok(())
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

    fn install_in(folder: &Folder) -> Result<Done, String> {
        let mut done = Done::default();
        install_into(&folder.0, Path::new("/opt/games/hairline"), &mut done).map(|()| done)
    }

    fn remove_in(folder: &Folder) -> Result<Done, String> {
        let mut done = Done::default();
        remove_from(&folder.0, &mut done).map(|()| done)
    }

    #[test]
    fn what_is_installed_is_removed_to_the_last_file_and_both_can_be_done_twice() {
        let folder = Folder::new("twice");
        for _ in 0..2 {
            install_in(&folder).expect("the temporary folder can be written to");
            assert_eq!(files(&folder.0), ICON_SIDES.len() + 2);
        }
        let entry = fs::read_to_string(folder.0.join("applications/hairline.desktop")).expect("it was written");
        assert!(entry.contains("Exec=\"/opt/games/hairline\"\n"), "{entry}");
        assert_eq!(remove_in(&folder).expect("it can").lines.len(), ICON_SIDES.len() + 2);
        assert_eq!(files(&folder.0), 0);
        assert!(remove_in(&folder).expect("it can").lines[0].starts_with("nothing is installed in "));
    }

    #[test]
    fn files_of_somebody_else_are_neither_overwritten_nor_removed() {
        for path in ["applications/hairline.desktop", "icons/hicolor/48x48/apps/hairline.png"] {
            let folder = Folder::new("foreign");
            let path = folder.0.join(path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            fs::write(&path, "[Desktop Entry]\nName=Hairline\n").expect("a file");
            assert!(install_in(&folder).is_err_and(|reason| reason.contains("is left as it is")));
            assert_eq!(files(&folder.0), 1, "nothing else was written");
            let said = remove_in(&folder).map_or_else(|reason| reason, |done| done.lines.concat());
            assert!(said.contains("is left as it is") && path.exists(), "{said}");
        }
    }

    /// As when the icon was another one in an earlier version of the game.
    #[test]
    fn icons_that_the_entry_names_are_removed_whatever_they_show() {
        let folder = Folder::new("earlier");
        install_in(&folder).expect("the temporary folder can be written to");
        let (entry, icon) = (folder.0.join(entry_path()), folder.0.join(&icons()[0].path));
        let text = fs::read_to_string(&entry).expect("it was written");
        let now = format!("{:016x}", hash(&fs::read(&icon).expect("it was written")));
        assert!(text.contains(&now), "{text}");
        fs::write(&icon, "an earlier one").expect("written");
        fs::write(&entry, text.replace(&now, &format!("{:016x}", hash(b"an earlier one")))).expect("written");
        remove_in(&folder).expect("it can");
        assert_eq!(files(&folder.0), 0);
    }

    #[test]
    fn an_icon_that_cannot_be_removed_keeps_no_other_from_it() {
        let folder = Folder::new("stuck");
        install_in(&folder).expect("the temporary folder can be written to");
        let stuck = folder.0.join(&icons()[1].path);
        fs::remove_file(&stuck).expect("it was written");
        fs::create_dir_all(stuck.join("within")).expect("a folder in its place");
        let done = remove_in(&folder).expect("the entry can be removed");
        assert_eq!((done.problems.len(), done.lines.len()), (1, ICON_SIDES.len() + 1), "{done:?}");
        assert!(done.problems[0].contains(&escape_path(&stuck)), "{done:?}");
        assert_eq!(files(&folder.0), 0);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = Folder::new("file");
        fs::create_dir_all(&folder.0).expect("a folder");
        fs::write(folder.0.join("data"), "").expect("a file");
        let below = folder.0.join("data");
        let reason = install_into(&below, Path::new("/a"), &mut Done::default()).expect_err("it is a file");
        assert!(reason.contains("data"), "{reason}");
    }
}
