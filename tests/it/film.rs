//! `hairline film` as a person uses it: what it writes, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_testing::folder;

const HALL: &str = "(version: 1, name: \"Hall\", map: r\"\n############\n#     l    #\n#          #\n#@        X#\n############\n\", \
    actors: {'l': Laser(aim: Sweep(from: 250, to: 290, period: 1.0), cycle: (charge: 3.0, on: 0.2, off: 3.0))})";

/// A folder with a level and a run that finishes it.
fn hall(name: &str) -> PathBuf {
    let folder = folder(name);
    let level = hairline_level::parse(HALL, "hall.level.ron").unwrap_or_else(|errors| panic!("{errors}"));
    fs::write(folder.join("hall.level.ron"), HALL).expect("the folder can be written to");
    let mut inputs = vec![TickInput::RIGHT; 400];
    let mut simulation = hairline_sim::Simulation::new(&level);
    let end = inputs.iter().position(|&input| {
        simulation.tick(input);
        simulation.run().phase == hairline_sim::run::Phase::Finished
    });
    inputs.truncate(end.expect("the way is free") + 1);
    let replay = Replay::record("hall.level.ron", &level, inputs).to_ron();
    fs::write(folder.join("run.replay.ron"), replay).expect("the folder can be written to");
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, Vec<u8>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
    let Output { status, stdout, stderr } = command.current_dir(folder).args(arguments).output().expect("it starts");
    (status.code().expect("it was not killed"), stdout, String::from_utf8(stderr).expect("text"))
}

#[track_caller]
fn check(folder: &Path, arguments: &[&str], code: i32, words: &str) {
    let (found, out, errors) = run(folder, &[&["film"], arguments].concat());
    let printed = String::from_utf8_lossy(&out) + errors.as_str();
    assert!(found == code && printed.contains(words), "{arguments:?} ends with {found} and says {printed}");
}

#[test]
fn the_same_run_makes_the_same_gif_and_nothing_is_left_beside_it() {
    let folder = hall("film");
    for name in ["a.gif", "b.gif"] {
        check(&folder, &["run.replay.ron", "--out", name, "--width", "200"], 0, "200 × 8");
    }
    let [a, b] = ["a.gif", "b.gif"].map(|name| fs::read(folder.join(name)).expect("it was made"));
    assert!(a.starts_with(b"GIF89a") && a == b);
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 4, "a level, a run and two films");
}

#[test]
fn raw_video_has_a_frame_for_each_fiftieth_of_a_second() {
    let folder = hall("video");
    let frames = |arguments: &[&str]| {
        let all = [&["film", "run.replay.ron", "--out", "-", "--width", "64"], arguments].concat();
        let (code, video, notes) = run(&folder, &all);
        assert!(code == 0 && notes.contains("64 × 26 pixels"), "{notes}");
        let head = video.iter().position(|byte| *byte == b'\n').expect("the first line ends") + 1;
        let bytes = 6 + 64 * 26 * 3 / 2;
        assert_eq!((video.len() - head) % bytes, 0);
        assert!(video[head..].chunks_exact(bytes).all(|frame| frame.starts_with(b"FRAME\n")));
        (String::from_utf8_lossy(&video[..head]).into_owned(), (video.len() - head) / bytes)
    };
    let (head, at_50) = frames(&[]);
    assert_eq!(head, "YUV4MPEG2 W64 H26 F50:1 Ip A1:1 C420jpeg\n");
    let (_, at_25) = frames(&["--fps", "25"]);
    assert!(at_50.abs_diff(2 * at_25) <= 3 && at_50 > 100, "{at_50} and {at_25}");
    assert_eq!(frames(&["--seconds", "1"]).1, 50);
}

#[test]
fn tries_are_seen_and_those_of_other_levels_are_refused() {
    let folder = hall("tries");
    let text = fs::read_to_string(folder.join("run.replay.ron")).expect("it was written");
    let replay = Replay::parse(text.as_bytes()).expect("it was recorded");
    fs::create_dir(folder.join("tries")).expect("the folder can be written to");
    let short = Replay { inputs: vec![TickInput::RIGHT; 60], ..replay.clone() };
    fs::write(folder.join("tries/a.replay.ron"), short.to_ron()).expect("it can be written");
    let film = |out: &'static str, more: &[&str]| {
        check(&folder, &[&["run.replay.ron", "--out", out, "--width", "200"], more].concat(), 0, "MB");
        fs::read(folder.join(out)).expect("it was made").len()
    };
    assert!(film("b.gif", &["--tries", "tries"]) > film("a.gif", &[]));
    let other = Replay { level_hash: replay.level_hash ^ 1, ..replay };
    fs::write(folder.join("tries/b.replay.ron"), other.to_ron()).expect("it can be written");
    check(
        &folder,
        &["run.replay.ron", "--out", "c.gif", "--tries", "tries"],
        1,
        "b.replay.ron: played on a level with",
    );
    assert!(!folder.join("c.gif").exists());
}

#[test]
fn runs_that_are_cut_forged_or_of_other_levels_are_refused() {
    let folder = hall("refused");
    let text = fs::read_to_string(folder.join("run.replay.ron")).expect("it was written");
    let whole = Replay::parse(text.as_bytes()).expect("it was recorded");
    let cut = Replay { inputs: whole.inputs[..50].to_vec(), ..whole.clone() };
    let forged = Replay { final_hash: 7, ..whole.clone() };
    let other = Replay { level_hash: 7, ..whole };
    for (text, code, words) in [
        (&text[..text.len() / 2], 1, "line "),
        (cut.to_ron().as_str(), 1, "does not finish the level"),
        (&forged.to_ron(), 1, "ends in another state than recorded"),
        (&other.to_ron(), 1, "it was changed since"),
        (&text.replace("hall.level.ron", "no.level.ron"), 2, "its level is neither"),
    ] {
        fs::write(folder.join("bad.replay.ron"), text).expect("it can be written");
        for out in ["bad.gif", "-"] {
            check(&folder, &["bad.replay.ron", "--out", out], code, words);
        }
        assert!(!folder.join("bad.gif").exists());
        let (found, printed, _) = run(&folder, &["poster", "bad.replay.ron", "--out", "posters"]);
        let printed = String::from_utf8_lossy(&printed).into_owned();
        assert!(found == code && printed.contains(words), "{found} {printed}");
    }
    check(&folder, &["run.replay.ron", "--out", "a.mp4"], 2, "`--out -` writes raw video");
    check(&folder, &["run.replay.ron", "--out", "no/a.gif"], 2, "there is no folder no");
    check(&folder, &["run.replay.ron", "--out", "."], 2, "is a folder");
    check(&folder, &["run.replay.ron", "--out", "a.gif", "--fps", "30"], 2, "10, 20, 25 or 50");
    check(&folder, &["run.replay.ron", "--out", "a.gif", "--width", "63"], 2, "64..=3840");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_the_film_of_before_stays() {
    let folder = hall("full");
    fs::write(folder.join("a.gif"), "before").expect("the folder can be written to");
    // Files of at most one block stand for a disk without space.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} film run.replay.ron --out a.gif --width 320",
        env!("CARGO_BIN_EXE_hairline")
    );
    let output = Command::new("sh").current_dir(&folder).args(["-c", &limited]).output().expect("there is a shell");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(2) && printed.contains("a.gif cannot be written: "), "{printed}");
    assert_eq!(fs::read(folder.join("a.gif")).expect("it is there"), b"before");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 3, "nothing is left beside it");
    check(&folder, &["run.replay.ron", "--out", "/dev/full", "--width", "64"], 2, "No space left");
}

#[cfg(unix)]
#[test]
fn an_encoder_that_stops_reading_ends_the_film_without_a_word() {
    let folder = hall("pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
    command.current_dir(&folder).args(["film", "run.replay.ron", "--out", "-"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(141), ""));
}
