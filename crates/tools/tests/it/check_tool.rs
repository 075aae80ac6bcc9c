//! `hairline check` on real folders: what it prints, and what it returns.

use std::fs;
use std::path::{Path, PathBuf};

use hairline_level::KINDS;
use hairline_tools::check::options::CheckOptions;
use hairline_tools::check::{check, inspect};
use hairline_tools::output::status::ExitStatus;

const GOOD: &str = "(version: 1, name: \"Good\", map: r\"\n########\n#  a   #\n#@  * X#\n########\n\",
    actors: {'a': Laser(aim: Fixed(angle: 0))})";
const WARNED: &str = "(version: 1, name: \"Warned\", map: r\"\n#####\n#@1X#\n#####\n\")";
const BAD: &str = "(version: 1, name: \"Bad\", map: r\"\n @\n\")";

/// A folder of its own for each test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hairline-check-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
        fs::write(path, content).expect("files can be written");
        self
    }

    #[track_caller]
    fn check(&self, paths: &[&str], expected: ExitStatus) -> String {
        let paths: Vec<PathBuf> = paths.iter().map(|path| self.0.join(path)).collect();
        run(&paths, expected).replace(&self.0.display().to_string(), "")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn run(paths: &[PathBuf], expected: ExitStatus) -> String {
    let mut out = Vec::new();
    let outcome = check(&CheckOptions::of(paths.to_vec()), &mut out, false).expect("memory can be written");
    let out = String::from_utf8(out).expect("the report is text");
    assert_eq!(outcome, expected, "{out}");
    out
}

#[test]
fn a_folder_of_good_levels_gets_a_line_each_and_a_sum() {
    let folder = Folder::new("good")
        .with("b.level.ron", GOOD)
        .with("a.level.ron", GOOD)
        .with("lab/c.level.ron", GOOD)
        .with("campaign.ron", "(version: 1, levels: [\"b.level.ron\", \"a.level.ron\", \"lab/c.level.ron\"])")
        .with("README.md", "not a level")
        .with("proofs/a.replay.ron", "not a level either");
    let out = folder.check(&[""], ExitStatus::Fine);
    assert_eq!(
        out,
        "ok /a.level.ron: “Good”, 8×4, 1 laser, 1 shard\n\
         ok /b.level.ron: “Good”, 8×4, 1 laser, 1 shard\n\
         ok /campaign.ron: 3 levels\n\
         ok /lab/c.level.ron: “Good”, 8×4, 1 laser, 1 shard\n\
         4 files, 0 errors, 0 warnings\n"
    );
}

#[test]
fn the_line_of_a_level_counts_every_kind_of_actor_that_it_has() {
    let level = "(version: 1, name: \"Many\", map: r\"\n @abs smk dX\n\", actors: {
        'a': Turret(aim: Fixed(angle: 0), period: 1), 'b': Orb(angle: 0, speed: 1), 'm': Bumper(radius: 0.2),
        's': Switch(channel: \"c\"), 'k': Key(channel: \"c\"), 'd': Door(size: (1, 1), when: Raised(\"c\")),
    })";
    let folder = Folder::new("many").with("a.level.ron", level);
    let out = folder.check(&["a.level.ron"], ExitStatus::Fine);
    assert!(
        out.contains("ok /a.level.ron: “Many”, 11×1, 1 turret, 1 orb, 1 bumper, 1 door, 2 switches, 1 key\n"),
        "{out}"
    );
}

/// Uses the example and the name that each kind declares.
#[test]
fn the_line_of_a_level_names_each_kind() {
    for kind in KINDS {
        let letters = "a..".repeat(kind.cells);
        let map = format!("\n @...........X\n ....{letters:.<9}\n .............\n");
        let level = format!("(version: 1, name: \"One\", map: r\"{map}\", actors: {{ 'a': {} }})", kind.example);
        let out = Folder::new("kinds").with("a.level.ron", level).check(&["a.level.ron"], ExitStatus::Fine);
        assert!(out.contains(&format!("ok /a.level.ron: “One”, 13×3, 1 {}\n", kind.names[0])), "{out}");
    }
}

#[test]
fn errors_are_shown_and_the_other_files_are_still_checked() {
    let folder = Folder::new("bad").with("a.level.ron", BAD).with("b.level.ron", GOOD).with("c.level.ron", [0xff, 0]);
    let out = folder.check(&["."], ExitStatus::Failed);
    assert!(out.contains("error[mark-count]: the map has no exit") && out.contains("a.level.ron:1:32"), "{out}");
    assert!(out.contains("ok /./b.level.ron"), "{out}");
    assert!(out.contains("error[not-text]: /./c.level.ron: the file is not UTF-8 text: byte 0xff in line 1"), "{out}");
    assert!(out.ends_with("3 files, 2 errors, 0 warnings\n"), "{out}");
}

#[test]
fn warnings_alone_are_fine() {
    let out = Folder::new("warned").with("a.level.ron", WARNED).check(&["a.level.ron"], ExitStatus::Fine);
    assert!(
        out.contains("warning[unused-waypoint]: nothing uses waypoint '1'")
            && out.contains("1 file, 0 errors, 1 warning"),
        "{out}"
    );
}

/// Whatever kills a ninja that only stands there is reported at the `@` in line 3; a moment later the player can react.
#[test]
fn a_ninja_that_dies_at_once_is_a_warning_where_it_starts() {
    let level = |actors: &str| {
        format!("(version: 1, name: \"A\", map: r\"\n##########\n#  @    X#\n##########\n\",\nactors: {{ {actors} }})")
    };
    let cases = [
        (
            "'a': Laser(at: (8.5, 1.5), aim: Fixed(angle: 180))",
            "a beam from (8.5, 1.5) kills it at (3.5, 1.5) in the first tick",
        ),
        (
            "'a': Laser(at: (8.5, 1.5), aim: Fixed(angle: 180), cycle: (charge: 0.07, on: 1))",
            "kills it at (3.5, 1.5) after 9 ticks",
        ),
        ("'a': Laser(at: (8.5, 1.5), aim: Fixed(angle: 180), cycle: (charge: 0.2, on: 1))", ""),
        ("'a': Laser(at: (8.5, 1.5), aim: Fixed(angle: 0))", ""),
        ("'a': Mine(at: (4.5, 1.5), fuse: 0)", "a mine from (4.5, 1.5) kills it at (3.8, 1.5) in the first tick"),
        ("'a': Mine(at: (4.5, 1.5), fuse: 0.5)", ""),
        ("'a': Orb(at: (4.5, 1.5), angle: 180)", "an orb from (4.2, 1.5) kills it at (3.8, 1.5) after 7 ticks"),
        (
            "'a': Turret(at: (5.5, 1.5), aim: Fixed(angle: 180), period: 0.05, speed: 200)",
            "a bullet from (5.5, 1.5) kills it at (3.9, 1.5) after 8 ticks",
        ),
        ("'a': Mover(at: (4.5, 1.5), shape: Box(1, 0.9), path: (points: [(2.5, 1.5)], speed: 30))", ""),
    ];
    for (actors, words) in cases {
        let out = Folder::new("death").with("a.level.ron", level(actors)).check(&["a.level.ron"], ExitStatus::Fine);
        let found = out.lines().find_map(|line| line.strip_prefix("warning[deadly-start]: the ninja dies at once: "));
        assert!(found.map_or(words.is_empty(), |found| !words.is_empty() && found.contains(words)), "{actors}\n{out}");
        let told = out.split("warning[").find(|told| told.starts_with("deadly-start"));
        let is_there = told.is_some_and(|told| told.contains("a.level.ron:3:4"));
        assert_eq!(is_there, !words.is_empty(), "{actors}\n{out}");
    }
}

#[test]
fn a_ninja_that_stands_still_and_dies_within_a_second_is_a_warning_with_what_kills_it() {
    let cases = [
        ("'a': Laser(at: (8.5, 1.5), aim: Fixed(angle: 180), cycle: (charge: 0.9, on: 1))", "a beam from (8.5, 1.5)"),
        ("'a': Laser(at: (8.5, 1.5), aim: Fixed(angle: 180), cycle: (charge: 1.1, on: 1))", ""),
        ("'a': Mine(at: (4.5, 1.5), fuse: 0.5)", ": a mine from (4.5, 1.5)"),
    ];
    for (actors, words) in cases {
        let level = format!(
            "(version: 1, name: \"A\", map: r\"\n##########\n#  @    X#\n##########\n\",\nactors: {{ {actors} }})"
        );
        let out = Folder::new("hasty").with("a.level.ron", level).check(&["a.level.ron"], ExitStatus::Fine);
        let found = out.lines().find(|line| line.starts_with("warning[hasty-start]"));
        assert!(found.map_or(words.is_empty(), |found| !words.is_empty() && found.contains(words)), "{actors}\n{out}");
        assert_eq!(out.contains("a.level.ron:3:4"), !words.is_empty(), "{actors}\n{out}");
    }
}

#[test]
fn a_path_that_cannot_be_checked_is_reported_and_is_worse_than_an_error() {
    let folder = Folder::new("none").with("empty/notes.txt", "").with("a.level.ron", BAD);
    let out = folder.check(&["missing.level.ron", "empty", "a.level.ron"], ExitStatus::CouldNotRun);
    assert!(out.contains("cannot check /missing.level.ron: there is no such file"), "{out}");
    assert!(out.contains("cannot check /empty: the folder has no `*.level.ron` in it"), "{out}");
    assert!(out.contains("error[mark-count]: the map has no exit"), "{out}");
    assert!(out.ends_with("1 file, 1 error, 0 warnings, 2 paths not checked\n"), "{out}");
    run(&[], ExitStatus::CouldNotRun);
}

#[test]
fn a_campaign_whose_level_is_missing_says_which_was_meant() {
    let folder = Folder::new("campaign")
        .with("01-start.level.ron", GOOD)
        .with("lab/beams.level.ron", GOOD)
        .with(
            "campaign.ron",
            "(\n    version: 1,\n    levels: [\n        \"01-strat.level.ron\",\n        \"levels/01-start.level.ron\",\n        \
             \"lab/baems.level.ron\",\n    ],\n)",
        );
    let out = folder.check(&["campaign.ron"], ExitStatus::Failed);
    assert!(out.contains("the level `01-strat.level.ron` does not exist"), "{out}");
    assert!(out.contains("campaign.ron:4:9") && out.contains("campaign.ron:5:9"), "{out}");
    assert_eq!(out.matches("did you mean `01-start.level.ron`?").count(), 2, "{out}");
    assert!(out.contains("campaign.ron:6:9") && out.contains("did you mean `lab/beams.level.ron`?"), "{out}");
}

#[test]
fn a_level_that_the_campaign_does_not_name_is_told() {
    let folder = Folder::new("unlisted")
        .with("a.level.ron", GOOD)
        .with("b.level.ron", GOOD)
        .with("lab/c.level.ron", GOOD)
        .with("lab/d.level.ron", GOOD)
        .with("elsewhere/e.level.ron", GOOD)
        .with(
            "campaign.ron",
            "(\n    version: 1,\n    levels: [\"a.level.ron\"],\n    labs: [\"lab/c.level.ron\"],\n)",
        );
    let out = folder.check(&[""], ExitStatus::Fine);
    assert!(out.contains("warning[unlisted-level]: 2 levels are not in the campaign, such as `b.level.ron`"), "{out}");
    assert!(out.contains("campaign.ron:3:13") && out.contains("add \"b.level.ron\", \"lab/d.level.ron\" to"), "{out}");
    assert!(out.ends_with("6 files, 0 errors, 1 warning\n"), "{out}");
}

#[test]
fn an_empty_name_in_a_campaign_is_told_with_a_level_that_is_there() {
    let folder =
        Folder::new("empty-name").with("a.level.ron", GOOD).with("campaign.ron", "(version: 1, levels: [\"\"])");
    let out = folder.check(&["campaign.ron"], ExitStatus::Failed);
    assert!(out.contains("an entry of the campaign is empty") && out.contains("such as \"a.level.ron\""), "{out}");
}

#[test]
fn a_folder_in_a_campaign_is_reported_as_one_with_a_level_in_it() {
    let campaign =
        "(version: 1, levels: [\n\"lab\",\n\"odd.level.ron\",\n\"lab/\",\n\"../lab\",\n\"odd.level.rom\",\n])";
    let folder = Folder::new("folders")
        .with("campaign.ron", campaign)
        .with("lab/beams.level.ron", GOOD)
        .with("odd.level.ron/notes.txt", "");
    let out = folder.check(&["campaign.ron"], ExitStatus::Failed);
    assert_eq!(out.matches("`lab` is a folder, not a level file").count(), 1, "{out}");
    assert_eq!(out.matches("`lab/` is a folder, not a level file").count(), 1, "{out}");
    assert_eq!(out.matches("name each level in it: \"lab/beams.level.ron\"").count(), 2, "{out}");
    assert!(out.contains("`odd.level.ron` is a folder") && out.contains("campaign.ron:3:1"), "{out}");
    assert!(out.contains("`../lab` is not a level file") && !out.contains("did you mean"), "{out}");
}

/// The size is checked before a byte is read: a sparse file of 100 MB takes no time and no memory.
#[test]
fn a_file_of_a_hundred_megabytes_is_refused_by_its_size() {
    let folder = Folder::new("large");
    let file = fs::File::create(folder.0.join("a.level.ron")).expect("files can be written");
    file.set_len(100_000_000).expect("a sparse file can be made");
    let out = folder.check(&["a.level.ron"], ExitStatus::Failed);
    assert!(out.contains("the file is too large: 100000000 bytes"), "{out}");
}

#[cfg(unix)]
#[test]
fn circular_links_and_pipes_do_not_hang() {
    let folder = Folder::new("links").with("a.level.ron", GOOD);
    std::os::unix::fs::symlink(&folder.0, folder.0.join("again")).expect("links can be made");
    folder.check(&[""], ExitStatus::Fine);
    if Path::new("/dev/zero").exists() {
        let out = run(&["/dev/zero".into()], ExitStatus::CouldNotRun);
        assert!(out.contains("it is not a regular file"), "{out}");
    }
}

#[test]
fn colors_are_only_there_when_they_are_wanted() {
    let folder = Folder::new("color").with("a.level.ron", BAD).with("b.level.ron", GOOD);
    let mut out = Vec::new();
    check(&CheckOptions::of([folder.0.clone()]), &mut out, true).expect("memory can be written");
    assert!(out.contains(&0x1b));
    assert!(!folder.check(&[""], ExitStatus::Failed).contains('\u{1b}'));
}

#[test]
fn the_exit_codes_are_those_of_the_manual() {
    let codes = [ExitStatus::Fine, ExitStatus::Failed, ExitStatus::CouldNotRun].map(ExitStatus::exit_code);
    assert_eq!(codes, [0, 1, 2]);
}

#[test]
fn a_door_over_what_it_guards_bars_something() {
    let level = |door: &str| {
        format!(
            "(version: 1, name: \"Guard\", map: r\"\n############\n#          #\n#          #\n#@ s     X #\n############\n\",\n\
             actors: {{ 's': Switch(channel: \"g\"), 'd': Door({door}, when: Raised(\"g\")) }})"
        )
    };
    let warnings = |text: String| {
        let inspection = inspect(text.into_bytes(), "guard.level.ron");
        inspection.diagnostics.iter().map(|diagnostic| diagnostic.fault().code).collect::<Vec<_>>()
    };
    assert_eq!(warnings(level("at: (9.5, 2.5), size: (1, 3)")), [""; 0], "it covers the exit");
    assert_eq!(warnings(level("at: (6.5, 2), size: (1, 2)")), ["idle-door"], "the ninja jumps over it");
}

#[test]
fn a_sensor_is_dark_only_if_its_mirror_is_one_too_many() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/logic/sensor-beyond-the-bounces.level.ron");
    let text = fs::read_to_string(file).expect("it is there");
    let is_dark = |text: String| {
        let inspection = inspect(text.into_bytes(), "sensor.level.ron");
        inspection.diagnostics.iter().any(|diagnostic| diagnostic.fault().code == "dark-sensor")
    };
    assert!(is_dark(text.clone()));
    assert!(!is_dark(text.replace("bounces: 0", "bounces: 1")), "one reflection lights it");
    assert!(is_dark(text.replace("bounces: 0", "bounces: 1, reach: 6")), "the mirror alone is 5 tiles away");
    assert!(!is_dark(text.replace("Fixed(angle: -63.4)", "Spin(period: 3)")), "what turns may touch it somewhere");
}
