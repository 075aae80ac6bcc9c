//! `--draft`: what is missing stands in the file, and nothing takes the file for a level.

use std::fs;

use expect_test::expect_file;
use hairline_level::diagnostics::faults;
use hairline_tools::check;
use hairline_tools::output::status::ExitStatus;

use super::{folder, good, options, run};

/// The map of another game, with a laser that has a field of that game.
fn foreign(out: &std::path::Path) -> std::path::PathBuf {
    let map = fs::read_to_string(good().join("foreign.tmx")).expect("a map");
    let map = map.replace("type=\"Trigger\"", "type=\"Laser\"").replace(
        "x=\"48\" y=\"8\" width=\"8\" height=\"8\"/>",
        "x=\"48\" y=\"8\"><properties><property name=\"loot\" value=\"3\"/></properties></object>",
    );
    let file = out.join("foreign.tmx");
    fs::write(&file, map).expect("written");
    file
}

#[test]
fn what_is_missing_stands_at_the_top_and_at_its_place() {
    let out = folder("draft");
    let mut options = options(&foreign(&out), &out);
    assert!(run(&options).0 == ExitStatus::Failed && !out.join("foreign.level.ron").exists());
    options.draft = true;
    let (outcome, printed) = run(&options);
    assert_eq!(outcome, ExitStatus::Failed, "{printed}");
    let told = "wrote OUT/foreign.level.ron, a draft: `hairline check OUT/foreign.level.ron` says what is missing";
    assert!(printed.contains(told), "{printed}");
    assert!(printed.contains("`properties: { \"loot\": \"\" }`"), "{printed}");
    let draft = fs::read_to_string(out.join("foreign.level.ron")).expect("a draft");
    expect_file![good().join("foreign.draft.txt")].assert_eq(&draft);
    let found = check::inspect(&draft, "foreign.level.ron").diagnostics.to_string();
    for words in ["error[draft]", "the map has no ninja", "the map has no exit", "unknown field `loot`", "`aim`"] {
        assert!(found.contains(words), "{words}: {found}");
    }
}

/// What the import left out shows nowhere in the text but in its comments; the field `draft` still keeps it from being used.
#[test]
fn a_draft_is_no_level_until_its_field_is_removed() {
    let out = folder("draft-field");
    let map = fs::read_to_string(good().join("foreign.tmx")).expect("a map");
    fs::write(out.join("foreign.tmx"), map.replace("type=\"Trigger\"", "type=\"Villain\"")).expect("written");
    let mut options = options(&out.join("foreign.tmx"), &out);
    (options.draft, options.campaign) = (true, true);
    options.mapping = Some(good().join("foreign.mapping.ron"));
    let (_, printed) = run(&options);
    assert!(printed.contains("campaign.ron is not written") && !out.join("campaign.ron").exists(), "{printed}");
    let draft = fs::read_to_string(out.join("foreign.level.ron")).expect("a draft");
    let refused = hairline_level::parse(&draft, "draft").expect_err("a draft is no level");
    assert!(refused.error_count() == 1 && refused.iter().all(|found| *found.fault() == faults::DRAFT), "{refused}");
    hairline_level::parse(draft.replace("    draft: true,\n", ""), "level").expect("nothing else is wrong with it");
    // A level that lacks nothing is no draft.
    options.files = vec![good().join("infinite.tmx")];
    (options.mapping, options.campaign) = (None, false);
    let (outcome, printed) = run(&options);
    assert!(outcome == ExitStatus::Fine && printed.contains("play it with"), "{printed}");
    hairline_level::read(&out.join("infinite.level.ron")).expect("a level");
}

#[test]
fn maps_that_are_not_orthogonal_become_drafts_of_squares() {
    let out = folder("draft-hexagons");
    let map = fs::read_to_string(good().join("first-light.tmx")).expect("a map").replace("orthogonal", "hexagonal");
    fs::write(out.join("map.tmx"), map).expect("written");
    fs::copy(good().join("tiles.tsx"), out.join("tiles.tsx")).expect("copied");
    let mut options = options(&out.join("map.tmx"), &out);
    options.draft = true;
    let (_, printed) = run(&options);
    let draft = fs::read_to_string(out.join("map.level.ron")).unwrap_or_else(|_| panic!("{printed}"));
    assert!(draft.contains("// - the map is `hexagonal`") && draft.contains("draft: true"), "{draft}");
}

/// Each name in one line with its count; what has a meaning of its own keeps it.
#[test]
fn a_mapping_says_what_becomes_of_everything_that_it_does_not_name() {
    let out = folder("others");
    let file = foreign(&out);
    let mapping = |tiles: &str| {
        let text = format!(
            "(\ntiles: {{ \"*\": \"{tiles}\", \"bridge\": \"=\" }},\nobjects: {{ \"*\": \"\" }},\nproperties: {{ \"*\": \"\" }},\n)"
        );
        fs::write(out.join("words.ron"), text).expect("written");
    };
    let mut options = options(&file, &out);
    (options.draft, options.force, options.mapping) = (true, true, Some(out.join("words.ron")));
    for (tiles, fate, expected) in [("", "left out", "    ===  ===  "), ("#", "made `#`", "####===##===##")] {
        mapping(tiles);
        let (_, printed) = run(&options);
        for line in [
            format!("tile `sky` ×50: {fate}"),
            format!("tile `jungle` ×28: {fate}"),
            "object `Guard` ×1: left out".to_owned(),
            "property `loot` ×1: left out".to_owned(),
            "property `music` ×1: left out".to_owned(),
            "property `text` ×1: left out".to_owned(),
        ] {
            let told = printed.lines().filter(|told| told.contains(&line)).count();
            assert_eq!(told, 1, "{line}\n{printed}");
        }
        assert!(!printed.contains("unknown-") && !printed.contains("bad-property"), "{printed}");
        let draft = fs::read_to_string(out.join("foreign.level.ron")).expect("a draft");
        let row = draft.lines().find(|line| line.contains("===")).expect("the bridge").trim();
        assert!(expected.contains(row.trim_matches('.')), "{draft}");
        assert!(draft.contains("Laser(at: (6, 4))") && !draft.contains("loot"), "{draft}");
    }
}
