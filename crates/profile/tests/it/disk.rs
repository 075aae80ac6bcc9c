//! Files that are replaced whole or not at all, and files that are set aside.

use std::{fs, io};

use hairline_profile::disk::{replace, set_aside};
use hairline_testing::folder;

#[cfg(unix)]
#[test]
fn a_link_stays_and_the_file_behind_it_is_replaced() {
    let folder = folder("link");
    let [file, link, other] = ["a.ron", "link.ron", "other.ron"].map(|name| folder.join(name));
    std::os::unix::fs::symlink(&file, &link).expect("the folder can be written to");
    std::os::unix::fs::symlink("link.ron", &other).expect("the folder can be written to");
    for bytes in [b"old", b"new"] {
        replace(&other, bytes).expect("the folder can be written to");
        assert!(link.is_symlink() && other.is_symlink());
        assert_eq!(fs::read(&file).expect("it is there"), bytes);
    }
}

#[test]
fn a_file_is_made_and_replaced() {
    let folder = folder("replace");
    let path = folder.join("a.ron");
    for bytes in [b"one".as_slice(), b"two, longer", b"", b"3"] {
        replace(&path, bytes).expect("the folder can be written to");
        assert_eq!(fs::read(&path).expect("it was written"), bytes);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no temporary file stays");
    }
}

#[test]
fn a_failure_leaves_the_old_file_and_nothing_else() {
    let folder = folder("replace-fails");
    let path = folder.join("no-such-folder").join("a.ron");
    assert_eq!(replace(&path, b"x").expect_err("no folder").kind(), io::ErrorKind::NotFound);
    let path = folder.join("is-a-folder");
    fs::create_dir_all(path.join("with-content")).expect("a folder");
    assert!(replace(&path, b"x").is_err());
    assert!(path.join("with-content").is_dir());
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no temporary file stays");
}

#[test]
fn files_that_are_set_aside_get_names_of_their_own() {
    let folder = folder("aside");
    let path = folder.join("profile.ron");
    for (text, name) in [("a", "profile.damaged-1.ron"), ("b", "profile.damaged-2.ron")] {
        fs::write(&path, text).expect("a file");
        assert_eq!(set_aside(&path, "damaged").expect("there is room"), name);
        assert!(!path.exists());
        assert_eq!(fs::read_to_string(folder.join(name)).expect("it was moved"), text);
    }
}
