//! `hairline install`: an entry in the desktop's menu and an icon, in the folders of the XDG standards. It copies no program and
//! no levels: the entry starts this program where it is.

mod entry;
mod icon;
pub mod manual;
pub mod package;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::drawing::{pixels, svg};
use super::output::status::ExitStatus;
use entry::{OWN_MARK, desktop_entry};
use hairline_level::diagnostics::escape::escape_path;
use hairline_profile::disk::replace;

/// Sides of the icons as pixels, beside the one that has any size.
const ICON_SIDES: [u32; 4] = [32, 48, 128, 256];
const ENTRY: &str = "applications/hairline.desktop";
const FOREIGN: &str = "this file was not written by `hairline install`, and is left as it is; remove it first";

/// The icons: their paths below the folder for data, and their bytes.
fn icons() -> Vec<(String, Vec<u8>)> {
    let icon = icon::icon();
    let scalable = svg::write(&icon, "Hairline").into_bytes();
    let pixels = ICON_SIDES.map(|side| {
        let bytes = pixels::png(&icon, side as f32 / icon::SIDE).expect("an icon is small");
        (format!("icons/hicolor/{side}x{side}/apps/hairline.png"), bytes)
    });
    [("icons/hicolor/scalable/apps/hairline.svg".to_owned(), scalable)].into_iter().chain(pixels).collect()
}

/// Where the files go: the folder that is named, or the user's folder for data (`$XDG_DATA_HOME` or `~/.local/share`).
fn data_folder(named: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(folder) = named {
        return std::path::absolute(folder).map_err(|error| failed(folder, error));
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
pub fn install(removes: bool, folder: Option<&Path>, out: &mut dyn Write) -> io::Result<ExitStatus> {
    let mut lines = vec![];
    let result = data_folder(folder).and_then(|folder| {
        if removes {
            return remove_from(&folder, &mut lines);
        }
        let program = std::env::current_exe().and_then(|program| program.canonicalize());
        let program = program.map_err(|error| format!("the program does not know where it lies: {error}"))?;
        install_into(&folder, &program, &mut lines)
    });
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let Err(problem) = result else { return Ok(ExitStatus::Fine) };
    writeln!(out, "hairline: {problem}")?;
    Ok(ExitStatus::CouldNotRun)
}

fn failed(path: &Path, error: io::Error) -> String {
    format!("{}: {error}", escape_path(path))
}

/// Whether this command's own entry is there, and its icons with it.
///
/// # Errors
/// If something else wrote the entry: it is not ours to change.
fn is_installed(folder: &Path) -> Result<bool, String> {
    let path = folder.join(ENTRY);
    match fs::read(&path) {
        Ok(entry) if String::from_utf8_lossy(&entry).lines().any(|line| line == OWN_MARK) => Ok(true),
        Ok(_) => Err(format!("{}: {FOREIGN}", escape_path(&path))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(failed(&path, error)),
    }
}

/// Looks at everything before it writes anything. The entry is last, so that it never names an icon that is not there yet.
fn install_into(folder: &Path, program: &Path, lines: &mut Vec<String>) -> Result<(), String> {
    let mut files = icons();
    if !is_installed(folder)?
        && let Some((foreign, _)) = files.iter().find(|(path, _)| folder.join(path).exists())
    {
        return Err(format!("{}: {FOREIGN}", escape_path(&folder.join(foreign))));
    }
    files.push((ENTRY.to_owned(), desktop_entry(program)?.into_bytes()));
    for (path, bytes) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
        replace(&path, &bytes).map_err(|error| failed(&path, error))?;
        lines.push(format!("wrote {}", escape_path(&path)));
    }
    lines.push(format!("the entry starts {}; install again if you move it", escape_path(program)));
    Ok(())
}

/// The entry goes last: while an icon is left, another try finds it.
fn remove_from(folder: &Path, lines: &mut Vec<String>) -> Result<(), String> {
    if !is_installed(folder)? {
        lines.push(format!("nothing is installed in {}", escape_path(folder)));
        return Ok(());
    }
    for path in icons().into_iter().map(|(path, _)| path).chain([ENTRY.to_owned()]) {
        let path = folder.join(path);
        match fs::remove_file(&path) {
            Ok(()) => lines.push(format!("removed {}", escape_path(&path))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&path, error)),
        }
    }
    Ok(())
}
