//! The commands around the solver: `solve`, `merge`, `poster`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_testing::folder;

fn hairline(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hairline"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[track_caller]
fn check(arguments: &[&str], code: i32, words: &[&str]) -> String {
    let output = hairline(arguments).output().expect("the program starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?} printed:\n{printed}");
    for word in words {
        assert!(printed.contains(word), "{arguments:?} does not print {word:?}:\n{printed}");
    }
    printed
}

/// A folder with small levels of different lengths.
fn pack(name: &str) -> PathBuf {
    let folder = folder(name).join("pack");
    fs::create_dir_all(&folder).expect("written");
    for length in 4..9 {
        let map = format!("#{0}#\n#@{1}X#\n#{0}#", "#".repeat(length + 2), " ".repeat(length));
        let text = format!("(version: 1, name: \"L{length}\", map: r\"\n{map}\n\")");
        fs::write(folder.join(format!("l{length}.level.ron")), text).expect("written");
    }
    folder
}

/// The run of a replay after a wait; its last input is held until it finishes.
fn slower(level: &Level, file: &str, replay: &str, wait: usize) -> Replay {
    let inputs = Replay::parse(replay.as_bytes()).expect("it parses").inputs;
    let last = *inputs.last().expect("it has inputs");
    let all = std::iter::repeat_n(TickInput::NONE, wait).chain(inputs).chain(std::iter::repeat_n(last, 64));
    let mut simulation = Simulation::new(level);
    let mut played = vec![];
    for input in all {
        if simulation.run().phase == Phase::Finished {
            break;
        }
        simulation.tick(input);
        played.push(input);
    }
    Replay::record(file, level, played)
}

/// The files under a folder with their contents.
fn tree(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder").map(|entry| entry.expect("listed").path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let name = entry.strip_prefix(folder).expect("it is inside").to_owned();
                files.insert(name, fs::read_to_string(&entry).expect("text"));
            }
        }
    }
    files
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the target folder's name is text")
}

#[test]
fn a_proof_is_written_only_if_it_is_better() {
    let levels = pack("better");
    let level = levels.join("l6.level.ron");
    check(&["solve", text(&level), "--ticks", "100000"], 0, &["ok", "written to", "l6.replay.ron"]);
    let proof = levels.join("proofs/l6.replay.ron");
    let first = fs::read_to_string(&proof).expect("it was written");
    check(&["verify", text(&proof)], 0, &["ok"]);
    check(&["solve", text(&level), "--ticks", "100000"], 0, &["is as good"]);
    // One that waits a second is slower, and is replaced.
    let read = hairline_level::read(&level).expect("it is valid");
    let slow = slower(&read, "l6.level.ron", &first, 128);
    slow.verify(&read).expect("it finishes");
    fs::write(&proof, slow.to_ron()).expect("written");
    check(&["solve", text(&level), "--ticks", "100000", "--no-focus"], 0, &["written to"]);
    let without_focus = fs::read_to_string(&proof).expect("it was written");
    check(&["solve", text(&level), "--ticks", "100000"], 0, &["is as good"]);
    assert_eq!(fs::read_to_string(&proof).expect("it is there"), without_focus);
    check(&["rate", text(&level)], 0, &["of 10", "gold"]);
}

#[test]
fn wrong_usage_and_bad_files_are_reported_in_plain_words() {
    let levels = pack("bad");
    let level = levels.join("l4.level.ron");
    for (options, word) in [
        (["--part", "0/3"], "from 1"),
        (["--part", "x"], "M/N"),
        (["--budget", "0s"], "above 0"),
        (["--memory", "lots"], "512M"),
        (["--shards", "few"], "all"),
        (["--threads", "0"], "1..=1024"),
        (["--without", "dragon"], "laser"),
    ] {
        check(&["solve", text(&level), options[0], options[1]], 2, &[word]);
    }
    check(&["solve", text(&level), "--shards", "3"], 2, &["it has 0 shards"]);
    check(&["solve", "no/such.level.ron"], 2, &["no such file"]);
    fs::write(levels.join("broken.level.ron"), "(version: 1,").expect("written");
    let printed = check(&["solve", text(&levels), "--ticks", "100000"], 2, &["cannot solve"]);
    assert!(printed.contains("ok "), "the others are solved:\n{printed}");
    check(&["rate", text(&level.with_file_name("broken.level.ron"))], 2, &["cannot rate"]);
    check(&["merge", text(&levels.join("out")), "no/such"], 2, &["not a folder"]);
}

#[test]
fn every_line_of_json_names_its_level_and_outcome() {
    let levels = pack("json");
    let printed = check(&["solve", text(&levels), "--ticks", "100000", "--format", "jsonl"], 0, &[]);
    assert_eq!(printed.lines().count(), 5, "{printed}");
    for line in printed.lines() {
        assert!(line.starts_with("{\"level\":\"") && line.ends_with('}'), "{line}");
        assert!(line.contains("\"level_hash\":\"") && line.contains("\"outcome\":\"found\""), "{line}");
    }
}

/// Parts in parallel processes, one of them killed half-way and run again, give what one process gives.
#[test]
fn shards_give_what_one_process_gives_even_if_one_was_killed() {
    let levels = pack("shards");
    let root = levels.parent().expect("it has one").to_owned();
    let path = |name: &str| root.join(name).display().to_string();
    let options = ["--ticks", "100000", "--seed", "3"];
    let solve = |shard: Option<&str>, out: &str| {
        let mut command = hairline(&["solve", text(&levels), "--out", &path(out)]);
        command.args(options);
        if let Some(shard) = shard {
            command.args(["--part", shard]);
        }
        command
    };
    assert!(solve(None, "one").status().expect("it starts").success());
    let mut killed = solve(Some("2/2"), "two").spawn().expect("it starts");
    let mut other = solve(Some("1/2"), "three").spawn().expect("it starts");
    // Wherever it is by now; a result is whole or not there.
    while !root.join("two").exists() && killed.try_wait().expect("it runs").is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    killed.kill().expect("it can be killed, even at its end");
    killed.wait().expect("it ends");
    assert!(other.wait().expect("it ends").success());
    assert!(solve(Some("2/2"), "two").arg("--resume").status().expect("it starts").success());
    check(&["merge", &path("all"), &path("two"), &path("three")], 0, &["5 levels"]);
    check(&["merge", &path("single"), &path("one")], 0, &["5 levels"]);
    assert_eq!(tree(&root.join("all")), tree(&root.join("single")));
    assert_eq!(tree(&root.join("all")).len(), 10, "a run and its level for each");
    // Again, in another order, and with what is worse: nothing changes.
    let before = tree(&root.join("all"));
    check(&["merge", &path("all"), &path("three"), &path("two"), &path("one")], 0, &["5 levels, 0 changed"]);
    assert_eq!(tree(&root.join("all")), before);
    check(&["merge", &path("turned"), &path("three"), &path("one"), &path("two")], 0, &["5 levels"]);
    assert_eq!(tree(&root.join("turned")), before);
}

#[test]
fn merging_keeps_the_best_and_leaves_out_what_does_not_verify() {
    let levels = pack("merge");
    let root = levels.parent().expect("it has one").to_owned();
    let path = |name: &str| root.join(name).display().to_string();
    let level = levels.join("l5.level.ron");
    check(&["solve", text(&level), "--ticks", "100000", "--out", &path("fast")], 0, &["written to"]);
    let best = tree(&root.join("fast"));
    let (name, replay) = best.iter().find(|(name, _)| text(name).ends_with(".replay.ron")).expect("a result");
    let read = hairline_level::read(&level).expect("it is valid");
    let slow = slower(&read, "l5.level.ron", replay, 64);
    let slow_folder = root.join("slow").join(name.parent().expect("a folder for the level"));
    fs::create_dir_all(&slow_folder).expect("written");
    fs::copy(&level, slow_folder.join("l5.level.ron")).expect("copied");
    fs::write(slow_folder.join("slow.replay.ron"), slow.to_ron()).expect("written");
    fs::write(slow_folder.join("cut.replay.ron"), &replay[..replay.len() / 2]).expect("written");
    for (out, order) in [("a", ["fast", "slow"]), ("b", ["slow", "fast"])] {
        check(&["merge", &path(out), &path(order[0]), &path(order[1])], 1, &["left out", "cut.replay.ron", "1 levels"]);
        assert_eq!(tree(&root.join(out)), best);
    }
    check(&["merge", &path("c"), &path("slow")], 1, &["1 changed"]);
    check(&["merge", &path("c"), &path("fast")], 0, &["1 changed"]);
    assert_eq!(tree(&root.join("c")), best, "the slower run is gone");
}

#[test]
fn folders_without_results_are_named_and_what_cannot_be_written_is_told_before_the_search() {
    let levels = pack("folders");
    let root = levels.parent().expect("it has one").to_owned();
    let path = |name: &str| root.join(name).display().to_string();
    fs::create_dir_all(root.join("empty")).expect("written");
    check(&["merge", &path("all"), &path("empty")], 0, &["the folder has no results in it", "0 levels"]);
    for command in ["rate", "idle", "poster", "solve"] {
        let out = path("posters");
        let options: &[&str] = if command == "poster" { &["--out", &out] } else { &[] };
        let printed = check(&[&[command, &path("empty")], options].concat(), 2, &["has no `*.level.ron` in it"]);
        assert!(!printed.contains("solve :"), "{printed}");
    }
    // A file stands where the folder would be.
    fs::write(root.join("file"), "").expect("written");
    let printed = check(&["solve", text(&levels), "--out", &path("file/out")], 2, &["cannot be written there"]);
    assert_eq!(printed.lines().count(), 1, "nothing is searched:\n{printed}");
    check(&["poster", text(&levels), "--out", &path("file/out")], 2, &["cannot be written"]);
}

#[test]
fn an_easy_run_has_few_changes_and_its_ticks_are_those_of_the_budget() {
    let levels = pack("easy");
    let level = levels.join("l8.level.ron");
    let printed = check(&["solve", text(&level), "--easy", "--ticks", "200000"], 0, &["ok"]);
    let number_before = |words: &str| {
        let (before, _) = printed.rsplit_once(words).expect("it is printed");
        before.rsplit(' ').next().and_then(|count| count.parse::<u32>().ok()).expect("a number")
    };
    assert!(number_before(" changes") <= 4, "{printed}");
    // The last step of the search and the last try may go beyond it.
    assert!((1..220_000).contains(&number_before(" ticks")), "{printed}");
}

/// As a shell sees it of a program that the closed pipe ended.
#[cfg(unix)]
#[test]
fn a_reader_that_stops_early_ends_the_command_as_it_ends_others() {
    let mut command = hairline(&["reach"]).spawn().expect("it starts");
    drop(command.stdout.take());
    let status = command.wait().expect("it ends");
    assert_eq!(status.code(), Some(141));
}

#[test]
fn a_poster_shows_the_route_of_the_proof_in_both_formats() {
    let levels = pack("posters");
    let root = levels.parent().expect("it has one").to_owned();
    let (level, out) = (levels.join("l6.level.ron"), root.join("out"));
    let draw = |words: &[&str]| {
        check(&["poster", text(&level), "--out", text(&out), "--format", "svg,png", "--scale", "0.25"], 0, words);
        fs::read_to_string(out.join("l6.svg")).expect("it was written")
    };
    let without = draw(&["without a route", "l6.png"]);
    check(&["solve", text(&level), "--ticks", "100000"], 0, &["written to"]);
    let with = draw(&["l6.svg"]);
    assert!(
        with.matches("<path").count() > without.matches("<path").count() + 5,
        "the route, the times and the legend"
    );
    assert_eq!(draw(&[]), with, "the same again");
    let png = fs::read(out.join("l6.png")).expect("it was written");
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn a_poster_says_where_it_can_go_and_how_large_it_can_be() {
    let levels = pack("poster-words");
    let root = levels.parent().expect("it has one").to_owned();
    let level = levels.join("l6.level.ron");
    fs::write(root.join("there"), "").expect("written");
    for name in ["there", "new.png"] {
        let words = ["is a file, and --out names a folder", &format!("--out {}", root.display())];
        check(&["poster", text(&level), "--out", text(&root.join(name))], 2, &words);
    }
    assert!(!root.join("new.png").exists());
    let long = root.join("long.level.ron");
    let (wall, row) = ("#".repeat(300), format!("#@X{}#", ".".repeat(296)));
    let map = format!("(version: 1, name: \"Long\", map: r\"\n{wall}\n{row}\n{wall}\n\")");
    fs::write(&long, map).expect("written");
    let words = ["cannot be made: a side has 1 to 16384", "--scale 2.2 is the largest for this level"];
    check(&["poster", text(&long), "--out", text(&root.join("out")), "--scale", "8"], 2, &words);
}
