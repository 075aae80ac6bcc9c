//! Levels without a run, each broken in one way: the solver names the cause, and the change that it found to help. The levels are
//! in `tests/why_not`; the first line of each says how it is broken.

use std::path::Path;

use hairline_level::Inspection;
use hairline_tools::check::inspect;
use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::options::Shards;
use hairline_tools::solve::why_not::why_not;
use hairline_tools::solve::{Settings, find};

const SETTINGS: Settings = Settings { shards: Shards::All, focus: true, first: true, seed: 0, memory: 256 << 20 };
/// Ticks for the search of each level, and for the changes.
const SEARCH_TICKS: u64 = 400_000;
const CHANGE_TICKS: u64 = 800_000;

/// The level, words of the cause, and words of the change that helps.
const CASES: &[(&str, &str, &str)] = &[
    ("alarm-that-shuts-the-door", "door 'd' (line 15)", "without camera 'c' (line 7)"),
    ("beam-along-a-tunnel", "% died of laser 'b' (line 8)", "with laser 'b' (line 8) half as fast"),
    ("beam-hardly-off", "% died of laser 'b' (line 8)", "without laser 'b' (line 8)"),
    ("beams-that-ask-for-focus", "% died of laser", "with focus"),
    ("ledge-a-tile-too-high", "stood below a ledge 4 tiles higher", "with a solid tile at"),
    ("mine-in-a-crawlway", "% died of mine 'm' (line 9)", "without mine 'm'"),
    ("one-toggle-too-many", "next on their way was door 'd' (line 13)", "with one toggle more for door 'd'"),
    ("orb-in-the-passage", "% died of orb 'o'", "without orb 'o'"),
    ("plate-too-short", "next on their way was door 'd'", "with switch 's' (line 9) holding its channel"),
    ("shard-behind-a-wall-of-light", "% died of laser 'b'", "without laser 'b'"),
    ("spikes-too-wide", "% died of spikes", "tile"),
    ("spring-too-weak", "", "with spring 's'"),
    ("turret-in-the-only-passage", "% died of turret 'g'", "without turret 'g'"),
    ("two-plates-never-both", "", "holding its channel"),
];

fn read(name: &str) -> Inspection {
    let file = format!("{name}.level.ron");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/why_not").join(&file);
    inspect(std::fs::read(path).expect("the level is there"), &file)
}

#[test]
fn a_level_broken_in_one_way_is_told_what_breaks_it_and_what_helps() {
    let mut wrong = vec![];
    for (name, cause, change) in CASES {
        let inspection = read(name);
        let level = inspection.level.as_ref().unwrap_or_else(|| panic!("{name}: {}", inspection.diagnostics));
        let mut answer = find(level, SETTINGS, Budget::new(None, Some(SEARCH_TICKS)), None);
        let budget = Budget::new(None, Some(answer.ticks + CHANGE_TICKS));
        let Some(why) = why_not(&inspection, SETTINGS, &mut answer, budget) else {
            wrong.push(format!("{name} has a run of {:?} ticks", answer.run.map(|run| run.inputs.len())));
            continue;
        };
        let lines = why.lines(&inspection);
        let said =
            format!("{name}, {} ticks: {}\n  {}", answer.ticks, answer.reason.expect("no run"), lines.join("\n  "));
        println!("{said}");
        let helps = |line: &String| line.contains(change) && line.contains("a run was found");
        if !lines.iter().any(|line| line.contains(cause)) || !lines.last().is_some_and(helps) {
            wrong.push(said);
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), CASES.len(), wrong.join("\n"));
}

/// A level that has a run: what finds one on the way to a change makes it the answer, and nothing is blamed.
#[test]
fn a_level_that_has_a_run_is_not_blamed() {
    let inspection = hairline_tools::check::inspect(
        "(version: 1, name: \"Good\", map: r\"\n####################\n#            #     #\n#            #     #\n#@  s             X#\n\
         ####################\n\", actors: { 's': Switch(channel: \"way\", seconds: 3), \
         'd': Door(at: (13.5, 1.5), size: (1, 1), when: Raised(\"way\")) })",
        "good.level.ron",
    );
    let level = inspection.level.as_ref().expect("it is valid");
    let mut answer = find(level, SETTINGS, Budget::new(None, Some(2000)), None);
    assert_eq!(answer.run, None, "2000 ticks are too few");
    let why = why_not(&inspection, SETTINGS, &mut answer, Budget::new(None, Some(1_000_000)));
    assert!(why.is_none(), "{:?}", why.map(|why| why.lines(&inspection)));
    assert!(answer.run.is_some_and(|run| run.inputs.len() > 100) && answer.reason.is_none());
}

#[test]
fn any_number_of_threads_tells_the_same() {
    let inspection = read("beam-along-a-tunnel");
    let level = inspection.level.as_ref().expect("it is valid");
    let told = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(|| {
            let budget = Budget::new(None, Some(400_000)).with_a_quarter_for_why_not();
            let mut answer = find(level, SETTINGS, budget, None);
            let why = why_not(&inspection, SETTINGS, &mut answer, budget);
            (why.map(|why| why.lines(&inspection)), answer.ticks)
        })
    };
    assert_eq!(told(1), told(3));
}
