//! `hairline install`, into folders of the tests.

use std::fs;
use std::path::{Path, PathBuf};

use hairline_level::diagnostics::escape::escape_path;
use hairline_testing::folder;
use hairline_tools::install::install;
use hairline_tools::output::status::ExitStatus;

const ENTRY: &str = "applications/hairline.desktop";
/// The entry, and the icon as shapes and in four sizes.
const FILES: usize = 6;

fn run(removes: bool, folder: &Path) -> (ExitStatus, String) {
    let mut out = vec![];
    let status = install(removes, Some(folder), &mut out).expect("memory can be written to");
    (status, String::from_utf8(out).expect("it writes text"))
}

fn fails(removes: bool, folder: &Path, reason: &str) {
    let (status, out) = run(removes, folder);
    assert_eq!(status, ExitStatus::CouldNotRun);
    assert!(out.contains(reason), "{out}");
}

fn files(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let count = |path: PathBuf| if path.is_dir() { files(&path) } else { 1 };
    entries.map(|entry| count(entry.expect("an entry").path())).sum()
}

#[test]
fn what_is_installed_is_removed_to_the_last_file_and_both_can_be_done_twice() {
    let folder = folder("install-twice");
    for _ in 0..2 {
        assert_eq!(run(false, &folder).0, ExitStatus::Fine);
        assert_eq!(files(&folder), FILES);
    }
    let program = std::env::current_exe().expect("the test has a program").canonicalize().expect("it is there");
    let entry = fs::read_to_string(folder.join(ENTRY)).expect("it was written");
    assert!(entry.contains(&format!("Exec=\"{}\"\n", program.display())), "{entry}");
    assert_eq!(run(true, &folder).1.lines().count(), FILES);
    assert_eq!(files(&folder), 0);
    assert!(run(true, &folder).1.starts_with("nothing is installed in "));
}

#[test]
fn files_of_somebody_else_are_neither_overwritten_nor_removed() {
    for path in [ENTRY, "icons/hicolor/48x48/apps/hairline.png"] {
        let folder = folder("install-foreign");
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(&path, "[Desktop Entry]\nName=Hairline\n").expect("a file");
        fails(false, &folder, "is left as it is");
        run(true, &folder);
        assert!(path.exists());
        assert_eq!(files(&folder), 1, "nothing else was written");
    }
}

#[test]
fn after_an_icon_that_cannot_be_removed_another_try_removes_the_rest() {
    let folder = folder("install-stuck");
    assert_eq!(run(false, &folder).0, ExitStatus::Fine);
    let stuck = folder.join("icons/hicolor/32x32/apps/hairline.png");
    fs::remove_file(&stuck).expect("it was written");
    fs::create_dir_all(stuck.join("within")).expect("a folder in its place");
    fails(true, &folder, &escape_path(&stuck));
    fs::remove_dir_all(&stuck).expect("it was made here");
    assert_eq!(run(true, &folder).0, ExitStatus::Fine);
    assert_eq!(files(&folder), 0);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = folder("install-file");
    fs::write(folder.join("data"), "").expect("a file");
    fails(false, &folder.join("data"), "data");
}
