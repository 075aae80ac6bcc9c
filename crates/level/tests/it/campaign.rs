//! Campaigns: the order of their levels, and what is wrong with a file, each at its place.

use hairline_level::campaign::parse;

#[test]
fn the_order_is_that_of_the_file() {
    let text = "(version: 1, levels: [\"b.level.ron\", \"a.level.ron\", \"lab/c.level.ron\"])";
    let campaign = parse(text, "campaign.ron").expect("a valid campaign");
    assert_eq!(campaign.levels, ["b.level.ron", "a.level.ron", "lab/c.level.ron"]);
    assert!(campaign.labs.is_empty());
}

#[test]
fn labs_are_listed_beside_the_levels() {
    let text = "(version: 1, levels: [\"a.level.ron\"], labs: [\"lab/c.level.ron\", \"lab/b.level.ron\"])";
    let campaign = parse(text, "campaign.ron").expect("a valid campaign");
    assert_eq!(campaign.levels, ["a.level.ron"]);
    assert_eq!(campaign.labs, ["lab/c.level.ron", "lab/b.level.ron"]);
    check("(version: 1, levels: [\"a.level.ron\"],\n labs: [\"a.level.ron\"])", 2, 9, "twice");
    check("(version: 1, levels: [],\n labs: [\"a.level.ron\"])", 1, 22, "no levels");
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
    check("(version: 7, levels: [])", 1, 11, "version 7");
    check("(levels: [])", 1, 1, "there is no `version`");
    check("(version: 1, levels: [\"a.level.ron\"", 1, 22, "the file ends before");
}
