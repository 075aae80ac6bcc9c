//! Lines of text in the place of files, and the board of runs.

use std::fs;
use std::path::{Path, PathBuf};

use hairline_level::Level;
use hairline_lines::Line;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_testing::{folder, levels_folder, shipped_proofs};
use hairline_tools::board::{BoardFormat, BoardOptions, board};
use hairline_tools::check::check;
use hairline_tools::check::options::CheckOptions;
use hairline_tools::output::status::ExitStatus;
use hairline_tools::share::share;
use hairline_tools::verify::verify;

const LEVEL: &str = "(version: 1, name: \"Hall\", map: r\"\n############\n#*   @    X#\n############\n\")";

fn level() -> Level {
    hairline_level::parse(LEVEL, "hall.level.ron").unwrap_or_else(|error| panic!("{error}"))
}

/// The run that plays some inputs, each for some ticks, and then the last one until the exit.
fn run(level: &Level, inputs: &[(usize, TickInput)]) -> Replay {
    let mut inputs: Vec<TickInput> = inputs.iter().flat_map(|&(n, input)| std::iter::repeat_n(input, n)).collect();
    let mut simulation = Simulation::new(level);
    inputs.iter().for_each(|input| simulation.tick(*input));
    while simulation.run().phase != Phase::Finished {
        let last = *inputs.last().expect("there is an input");
        simulation.tick(last);
        inputs.push(last);
        assert!(inputs.len() < 2000, "the exit is reached");
    }
    Replay::record("hall.level.ron", level, inputs)
}

fn printed(tool: impl FnOnce(&mut Vec<u8>) -> std::io::Result<ExitStatus>) -> (ExitStatus, String) {
    let mut out = Vec::new();
    let status = tool(&mut out).expect("memory can be written");
    (status, String::from_utf8(out).expect("text"))
}

fn board_of(runs: Vec<PathBuf>, format: BoardFormat) -> (ExitStatus, String) {
    printed(|out| board(&BoardOptions { runs, format }, out))
}

fn write(line: &Line) -> String {
    line.write().expect("it is short")
}

#[test]
fn what_is_shared_is_checked_and_verified_without_its_file() {
    let path = |name: &str| levels_folder().join(name);
    let shared = |file: &str, both| {
        let (status, line) = printed(|out| share(&[path(file)], both, out));
        assert_eq!(status, ExitStatus::Fine, "{line}");
        PathBuf::from(line.trim_end())
    };
    let level = shared("pendulum.level.ron", false);
    let (status, out) = printed(|out| check(&CheckOptions::of([level.clone()]), out, false));
    assert!(status == ExitStatus::Fine && out.contains("…: “Pendulum”, "), "{out}");
    let (_, file) = printed(|out| verify(&[path("proofs/pendulum.replay.ron")], out));
    let ending = file.split_once(" in ").expect("its time").1;
    let both = shared("pendulum.level.ron", true);
    assert_eq!(both, shared("proofs/pendulum.replay.ron", true));
    for line in [shared("proofs/pendulum.replay.ron", false), both] {
        let (status, out) = printed(|out| verify(&[line], out));
        assert!(status == ExitStatus::Fine && out.ends_with(ending), "{out}");
    }
    let (status, out) = printed(|out| verify(&[level], out));
    assert!(status == ExitStatus::Failed && out.ends_with("…: it holds a level and no run\n"), "{out}");
}

#[test]
fn what_cannot_be_shared_is_told() {
    let folder = folder("share");
    fs::write(folder.join("bad.level.ron"), "(version: 1)").expect("written");
    fs::write(folder.join("hall.level.ron"), LEVEL).expect("written");
    let inputs: Vec<TickInput> = (0..9000).map(|tick| TickInput::from_bits(tick as u8 & 1)).collect();
    let long = Replay { inputs, ..run(&level(), &[(1, TickInput::RIGHT)]) };
    fs::write(folder.join("long.replay.ron"), long.to_ron()).expect("written");
    for (name, both, words) in [
        ("none.level.ron", false, "there is no such file"),
        ("bad.level.ron", false, "error[missing"),
        ("hall.level.ron", true, "it has no proof"),
        ("long.replay.ron", false, "as a line it would have"),
    ] {
        let (status, out) = printed(|out| share(&[folder.join(name)], both, out));
        assert!(status == ExitStatus::CouldNotRun && out.contains(words), "{out}");
    }
}

#[test]
fn a_run_for_another_level_or_other_rules_is_refused() {
    let (other, run) = (level(), run(&level(), &[(1, TickInput::RIGHT)]));
    let refusal = |run: Replay| {
        let (status, out) = printed(|out| verify(&[write(&Line::of_run(run)).into()], out));
        assert_ne!(status, ExitStatus::Fine);
        out
    };
    let out = refusal(run.clone());
    assert!(out.contains(&format!("its level, with the hash {:016x}, is not in the campaign", other.hash)), "{out}");
    let out = refusal(Replay { rules: 1, ..run.clone() });
    assert!(out.contains("played under rules 1"), "{out}");
    // Forged: another run's inputs on a level of the campaign, and another end.
    let (_, _, proof) = shipped_proofs().swap_remove(0);
    let out = refusal(Replay { inputs: run.inputs, ..proof.clone() });
    assert!(out.contains("does not finish the level"), "{out}");
    let out = refusal(Replay { final_hash: 1, ..proof });
    assert!(out.contains("ends in another state than recorded"), "{out}");
}

/// The files of a board: lines in a text file, a replay beside its level.
fn runs_in(folder: &Path) {
    let (level, right) = (level(), TickInput::RIGHT);
    let on_level =
        |replay: Replay| Line::of_level(LEVEL).and_then(|line| line.with_run(replay)).expect("of this level");
    let fast = on_level(run(&level, &[(1, right)]));
    let slow_motion = Line::of_run(run(&level, &[(1, right.with(TickInput::FOCUS))]));
    let collector = run(&level, &[(60, TickInput::LEFT), (1, right)]);
    let forged = Line::of_run(Replay { final_hash: 1, ..collector.clone() });
    let text = format!(
        "Seen in a chat:\n\nAda Fast: {}\n{}\nEve {}\nEve {}\nMallory {}\nMallory hl1:{}\n",
        write(&fast),
        write(&slow_motion),
        &write(&fast)[..60],
        write(&fast),
        write(&forged),
        "A".repeat(1 << 20),
    );
    fs::write(folder.join("chat.txt"), text).expect("written");
    fs::write(folder.join("hall.level.ron"), LEVEL).expect("written");
    fs::write(folder.join("collector.replay.ron"), collector.to_ron()).expect("written");
    fs::write(folder.join("broken.replay.ron"), "(version: 7)").expect("written");
}

#[test]
fn a_board_has_the_verified_runs_with_the_best_of_each_kind_and_lists_the_others() {
    let folder = folder("board");
    runs_in(&folder);
    let (status, out) = board_of(vec![folder.clone()], BoardFormat::Text);
    assert_eq!(status, ExitStatus::Failed, "{out}");
    let place = folder.display().to_string();
    let out = out.replace(&place, "runs");
    let rows: Vec<Vec<&str>> = out.lines().take(4).map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows[0], ["level", "time s", "shards", "focus s", "run", "best"]);
    let columns = |row: usize| [rows[row][0], rows[row][2], rows[row][4], rows[row][5]];
    assert_eq!(columns(1), ["Hall (foreign)", "0 of 1", "Ada Fast", "time, without focus"]);
    assert_eq!(columns(2)[1..2], ["0 of 1"]);
    assert_eq!((columns(2)[3], rows[2][1]), ("time", rows[1][1]));
    assert_ne!(rows[2][3], "0.000", "it slowed time");
    assert_eq!(columns(3), ["Hall (foreign)", "1 of 1", "collector", "shards"]);
    let rest: Vec<&str> = out.lines().skip(4).collect();
    let expected = [
        "skipped runs/broken.replay.ron: replay format 7 is not known",
        "skipped runs/chat.txt:5: its checksum is wrong",
        "skipped runs/chat.txt:6: it is the same run as Ada Fast",
        "skipped runs/chat.txt:7: ends in another state than recorded",
        "skipped runs/chat.txt:8: it has 1048580 characters, and a line has at most 4096",
        "1 levels, 3 runs, 5 skipped",
    ];
    assert_eq!(rest.len(), expected.len(), "{out}");
    for (line, expected) in rest.iter().zip(expected) {
        assert!(line.starts_with(expected), "{line}");
    }
}

#[test]
fn a_board_is_json_when_asked_and_says_what_it_could_not_read() {
    let folder = folder("board-json");
    runs_in(&folder);
    let (status, out) = board_of(vec![folder, "no/such".into()], BoardFormat::Json);
    assert_eq!(status, ExitStatus::CouldNotRun, "{out}");
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 9, "{out}");
    assert_eq!((lines[0]["level"].as_str(), lines[0]["run"].as_str()), (Some("Hall"), Some("Ada Fast")));
    assert_eq!((lines[2]["shards"].as_u64(), lines[2]["foreign"].as_bool()), (Some(1), Some(true)));
    assert_eq!(lines[2]["best"], serde_json::json!(["shards"]));
    assert!(lines[3..].iter().all(|line| line["reason"].is_string()), "{out}");
    assert_eq!(lines[8]["reason"], "no/such: there is no such file");
}

#[test]
fn a_board_of_the_shipped_proofs_has_them_all() {
    let (status, out) = board_of(vec![levels_folder().join("proofs")], BoardFormat::Text);
    assert_eq!(status, ExitStatus::Fine, "{out}");
    assert!(!out.contains("foreign") && out.ends_with("64 levels, 64 runs, 0 skipped\n"), "{out}");
}
