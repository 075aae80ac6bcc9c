//! `hairline submit`: a level that is ready, and levels that are not.

use std::path::Path;

use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_testing::folder;
use hairline_tools::output::status::ExitStatus;
use hairline_tools::solve::store::write_replay;
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

/// The level's run to the right, once that is long enough.
fn prove(folder: &Path) {
    let level = hairline_level::parse(READY, "a.level.ron").expect("it is valid");
    let run = |ticks| Replay::record("a.level.ron", &level, vec![TickInput::RIGHT; ticks]);
    let proof = (1..500).map(run).find(|replay| replay.verify(&level).is_ok()).expect("the exit is on the right");
    write_replay(&folder.join("proofs/a.replay.ron"), &proof).expect("a proof");
}

#[test]
fn a_level_with_a_proof_is_checked_rated_drawn_and_printed_as_a_line() {
    let folder = folder("submit");
    prove(&folder);
    let steps = ["check --deep", "verify", "rate", "poster --qr", "share --both"];
    check(&folder, READY, ExitStatus::Fine, &steps, &["1 of 1 shards", "gold", "a.png", "hl1:", "ready: send"]);
    assert!(folder.join("posters/a.png").is_file());
    std::fs::remove_dir_all(folder).expect("it was made here");
}

#[test]
fn a_level_with_errors_is_checked_alone_and_one_without_a_way_gets_no_proof() {
    let folder = folder("submit-faulty");
    let failed = ExitStatus::Failed;
    check(&folder, "(version: 1, name: \"A\", map: r\"\n@\n\")", failed, &["check --deep"], &["no exit", "not ready"]);
    check(&folder, &READY.replace("* X", "*#X"), failed, &["solve"], &["not ready"]);
    std::fs::remove_dir_all(&folder).expect("it was made here");
    let mut out = vec![];
    let options = SubmitOptions { level: "hl1:abc".into(), out: folder };
    assert_eq!(submit(&options, &mut out, false).expect("memory can be written to"), ExitStatus::CouldNotRun);
}
