//! `hairline submit`: a level that is ready, and levels that are not.

use std::path::Path;

use hairline_testing::folder;
use hairline_tools::output::status::ExitStatus;
use hairline_tools::submit::{SubmitOptions, submit};

const READY: &str = "(version: 1, name: \"A\", map: r\"\n########\n#@  * X#\n########\n\")";

/// Submits a level in a folder of the test, and checks how that ends, which steps are taken and what is printed.
#[track_caller]
fn check(folder: &Path, text: &str, status: ExitStatus, steps: &[&str], words: &[&str]) {
    let level = folder.join("a.level.ron");
    std::fs::write(&level, text).expect("a level");
    let mut out = vec![];
    let options = SubmitOptions { level, out: folder.join("posters") };
    let found = submit(&options, &mut out, false).expect("memory can be written to");
    let out = String::from_utf8(out).expect("it writes text");
    let taken: Vec<&str> = out.lines().filter_map(|line| line.split_once("(hairline ")?.1.strip_suffix(')')).collect();
    assert_eq!((found, taken.as_slice()), (status, steps), "{out}");
    for word in words {
        assert!(out.contains(word), "{word} is not in:\n{out}");
    }
}

#[test]
fn a_level_without_a_proof_gets_one_then_its_rating_its_poster_and_its_line() {
    let folder = folder("submit");
    let rest = ["check --deep", "verify", "rate", "poster --qr", "share --both"];
    let all = ["solve", "check --deep", "verify", "rate", "poster --qr", "share --both"];
    check(&folder, READY, ExitStatus::Fine, &all, &["gold", "a.png", "hl1:", "ready: send"]);
    assert!(folder.join("proofs/a.replay.ron").is_file() && folder.join("posters/a.png").is_file());
    check(&folder, READY, ExitStatus::Fine, &rest, &["1 of 1 shards", "ready: send"]);
    std::fs::remove_dir_all(folder).expect("it was made here");
}

#[test]
fn a_level_with_errors_or_without_a_way_is_not_ready() {
    let folder = folder("submit-faulty");
    let failed = ExitStatus::Failed;
    check(&folder, "(version: 1, name: \"A\", map: r\"\n@\n\")", failed, &["check --deep"], &["no exit", "not ready"]);
    check(&folder, &READY.replace("* X", "*#X"), failed, &["solve"], &["not ready"]);
    std::fs::remove_dir_all(&folder).expect("it was made here");
    let mut out = vec![];
    let options = SubmitOptions { level: "hl1:abc".into(), out: folder };
    assert_eq!(submit(&options, &mut out, false).expect("memory can be written to"), ExitStatus::CouldNotRun);
}
