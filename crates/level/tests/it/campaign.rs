//! Campaigns: the order of their levels, and what is wrong with a file, each at its place.

use hairline_level::LevelWorld;
use hairline_level::campaign::{Outline, WorldOutline, parse};

#[test]
fn the_order_is_that_of_the_file() {
    let text = "(version: 1, levels: [\"b.level.ron\", \"a.level.ron\", \"lab/c.level.ron\"])";
    let campaign = parse(text, "campaign.ron").expect("a valid campaign");
    assert_eq!(campaign.levels(), ["b.level.ron", "a.level.ron", "lab/c.level.ron"]);
    assert!(campaign.labs().is_empty());
}

#[test]
fn labs_are_listed_beside_the_levels() {
    let text = "(version: 1, levels: [\"a.level.ron\"], labs: [\"lab/c.level.ron\", \"lab/b.level.ron\"])";
    let campaign = parse(text, "campaign.ron").expect("a valid campaign");
    assert_eq!(campaign.levels(), ["a.level.ron"]);
    assert_eq!(campaign.labs(), ["lab/c.level.ron", "lab/b.level.ron"]);
    check("(version: 1, levels: [\"a.level.ron\"],\n labs: [\"a.level.ron\"])", 2, 9, "twice");
    check("(version: 1, levels: [],\n labs: [\"a.level.ron\"])", 1, 22, "no levels");
}

const WORLDS: &str = "(version: 1, worlds: [
    (world: FirstLight, levels: [\"a.level.ron\", \"b.level.ron\"], night: \"night/a.level.ron\"),
    (world: Moonrise, levels: [\"c.level.ron\"]),
    (world: Hairline, levels: [\"d.level.ron\"], night: \"night/d.level.ron\"),
], labs: [\"lab.level.ron\"])";

#[test]
fn worlds_divide_the_sequence_and_their_night_levels_follow_it() {
    let campaign = parse(WORLDS, "campaign.ron").expect("a valid campaign");
    assert_eq!(campaign.levels(), ["a.level.ron", "b.level.ron", "c.level.ron", "d.level.ron"]);
    assert_eq!(campaign.all_but_labs()[4..], ["night/a.level.ron", "night/d.level.ron"]);
    assert_eq!(campaign.labs(), ["lab.level.ron"]);
    let world = |world, levels, night| WorldOutline { world, levels, night };
    let worlds = vec![
        world(LevelWorld::FirstLight, 0..2, Some(4)),
        world(LevelWorld::Moonrise, 2..3, None),
        world(LevelWorld::Hairline, 3..4, Some(5)),
    ];
    let outline = campaign.outline;
    assert_eq!(outline, Outline { levels: 4, worlds, nights: 2, labs: 1 });
    let of_places: Vec<LevelWorld> = (0..6).map(|place| outline.world_of(place)).collect();
    use LevelWorld::{FirstLight, Hairline, Moonrise};
    assert_eq!(of_places, [FirstLight, FirstLight, Moonrise, Hairline, FirstLight, Hairline]);
    assert_eq!((0..8).filter(|&place| outline.is_night(place)).collect::<Vec<_>>(), [4, 5]);
    assert_eq!((0..8).filter(|&place| outline.is_lab(place)).collect::<Vec<_>>(), [6]);
}

#[test]
fn errors_in_worlds_have_their_positions() {
    let check = |from: &str, to: &str, line, column, expected: &str| {
        check(&WORLDS.replacen(from, to, 1), line, column, expected);
    };
    check("Moonrise", "FirstLight", 3, 13, "the world `FirstLight` is in the campaign twice");
    check("Moonrise", "Moonrice", 3, 13, "did you mean `Moonrise`?");
    check("[\"c.level.ron\"]", "[]", 3, 31, "the world has no levels");
    check("night/d.level.ron", "a.level.ron", 4, 55, "`a.level.ron` is in the campaign twice");
    check("night/d.level.ron", "d", 4, 55, "`d` is not a level file");
    check("night: \"night/d", "knight: \"night/d", 4, 48, "did you mean `night`?");
    check("world: Hairline, ", "", 4, 57, "has no `world`");
    check("labs:", "levels: [\"e.level.ron\"], labs:", 1, 22, "both `levels` and `worlds`");
}

#[track_caller]
fn check(text: &str, line: usize, column: usize, expected: &str) {
    let diagnostics = parse(text, "campaign.ron").expect_err(text);
    let diagnostic = diagnostics.iter().next().expect("at least one");
    assert!(diagnostics.to_string().contains(expected), "{diagnostics}");
    let position = diagnostics.position(diagnostic).expect("a position");
    assert_eq!((position.line, position.column), (line, column), "{diagnostics}");
    assert_eq!(diagnostics.error_count(), 1, "{diagnostics}");
}

#[test]
fn a_blank_file_is_answered_with_the_shortest_campaign() {
    for text in ["", " \n", "// my campaign\n"] {
        let shown = parse(text, "campaign.ron").expect_err(text).to_string();
        assert!(shown.contains("there is no campaign in the file") && shown.contains("levels: [\"01-start"), "{shown}");
    }
}

#[test]
fn errors_have_their_positions() {
    check("(version: 1,\n levels: [])", 2, 10, "the campaign has no levels");
    check("(version: 1,\n levels: [])", 2, 10, "such as [\"01-start.level.ron\"]");
    check("(version: 1,\n name: \"A\", map: r\"\n@X\n\")", 1, 1, "this file is a level, not a campaign");
    check("(version: 1, level: \"a.level.ron\", inputs: \"3R\")", 1, 1, "this file is a replay, not a campaign");
    check("(version: 1,\n levels: [\"a.ron\"])", 2, 11, "must end in `.level.ron`");
    check("(version: 1,\n levels: [\".level.ron\"])", 2, 11, "must end in `.level.ron`");
    check("(version: 1,\n levels: [\"../a.level.ron\"])", 2, 11, "not a path inside");
    check("(version: 1,\n levels: [\"/a.level.ron\"])", 2, 11, "not a path inside");
    check("(version: 1,\n levels: [\"x\\\\a.level.ron\"])", 2, 11, "not a path inside");
    check("(version: 1,\n levels: [\"a.level.ron\",\n \"a.level.ron\"])", 3, 2, "twice");
    check("(version: 1,\n levels: [3])", 2, 11, "file names in quotation marks");
    check("(version: 1,\n level: [])", 2, 2, "did you mean `levels`?");
    check("(version: 1, worlds: [])", 1, 22, "the campaign has no worlds");
    check("(version: 1)", 1, 1, "neither `levels` nor `worlds`");
    check("(version: 7, levels: [])", 1, 11, "version 7");
    check("(levels: [])", 1, 1, "there is no `version`");
    check("(version: 1, levels: [\"a.level.ron\"", 1, 22, "the file ends before");
}
