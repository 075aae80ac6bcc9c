//! Checks that `levels/README.md` is true: every example is read, the table of characters is complete, the error is the
//! one that is printed, and the numbers are those of the code.

use hairline_level::diagnostics::faults;
use hairline_level::glyphs;
use hairline_level::{KINDS, campaign, limits};
use hairline_tools::check;

const MANUAL: &str = include_str!("../../../../levels/README.md");

/// The fenced blocks of the manual: the line they begin on, the word after the fence, and their text.
fn blocks() -> Vec<(usize, &'static str, String)> {
    let mut blocks = Vec::new();
    let mut lines = MANUAL.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else { continue };
        let text: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        blocks.push((number + 1, kind, text.join("\n") + "\n"));
    }
    blocks
}

/// A level around an example that is not a whole one, with a place for every letter that it declares and that does not
/// say where it is.
fn level_around(actors: &str, field: &str) -> String {
    let is_placed =
        |letter: char| actors.lines().any(|line| line.starts_with(&format!("'{letter}'")) && !line.contains("at: ("));
    let cell = |letter: char| if is_placed(letter) { letter } else { '.' };
    let (a, b) = (cell('a'), cell('b'));
    format!(
        "(version: 1, name: \"Example\", map: r\"
################
#..............#
#..............#
#.....{a}.....{b}..#
#..............#
#@*..........X.#
################
\", actors: {{ {actors} }}, {field})"
    )
}

#[test]
fn every_example_is_read_without_an_error_or_a_warning() {
    let mut counts = [0; 4];
    for (line, kind, text) in blocks() {
        let name = format!("levels/README.md, the example at line {line}");
        let source = match kind {
            "ron" => text,
            "ron field" => level_around("", &text),
            "ron actor" => level_around(&text, ""),
            "ron campaign" => {
                campaign::parse(text, &name).unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
                counts[3] += 1;
                continue;
            }
            "ron bad" | "text" => continue,
            other => panic!("{name}: a block of the unknown kind `{other}`"),
        };
        let inspection = check::inspect(source, &name);
        // Where the ninja stands around an actor is not the manual's choice.
        let is_around = |fault: &faults::Fault| kind == "ron actor" && fault == &faults::HASTY_START;
        let is_silent = inspection.diagnostics.iter().all(|diagnostic| is_around(diagnostic.fault()));
        assert!(is_silent, "{}", inspection.diagnostics);
        counts[["ron", "ron field", "ron actor"].iter().position(|known| *known == kind).expect("matched above")] += 1;
    }
    assert!(counts.iter().all(|count| *count > 0), "no example of some kind: {counts:?}");
}

#[test]
fn the_error_that_it_shows_is_the_one_that_is_printed() {
    let blocks = blocks();
    let at = blocks.iter().position(|block| block.1 == "ron bad").expect("there is a bad example");
    let diagnostics = hairline_level::parse(&blocks[at].2, "wrong.level.ron").expect_err("it is bad");
    assert_eq!(blocks[at + 1].1, "text", "its output follows it");
    assert_eq!(diagnostics.to_string() + "\n", blocks[at + 1].2);
}

#[test]
fn every_tile_has_its_row() {
    for (character, _, name) in glyphs::TILES {
        let row = match character {
            '`' => "| `` ` `` | ".to_owned(),
            '.' => "| `.` or space | ".to_owned(),
            _ => format!("| `{character}` | "),
        };
        let found = MANUAL.lines().find(|line| line.starts_with(&row));
        assert!(found.is_some_and(|line| line.contains(name)), "no row for `{character}`, {name}: {found:?}");
    }
}

/// Each kind has a chapter with an example and a row for every field, and the contents link to it.
#[test]
fn every_kind_of_actor_has_its_chapter() {
    for kind in KINDS.iter().map(|kind| kind.word) {
        let begin = MANUAL.find(&format!("\n### {kind}\n")).unwrap_or_else(|| panic!("no chapter for `{kind}`"));
        let chapter = MANUAL[begin + 4..].split("\n### ").next().expect("it begins here");
        assert!(chapter.contains(&format!(": {kind}(")), "no example of `{kind}`");
        let link = format!("[`{kind}`](#{})", kind.to_lowercase());
        assert!(MANUAL.contains(&link), "no link to the chapter of `{kind}`");
        // The parser's own list of fields, from its error about an unknown one.
        let text = format!("(version: 1, name: \"a\", map: r\"\n@Xa\n\", actors: {{'a': {kind}(zzzzzzzz: 1)}})");
        let diagnostics = hairline_level::parse(text, "unknown.level.ron").expect_err("an unknown field");
        let shown = diagnostics.to_string();
        let help = shown.split("help: ").nth(1).expect("the help lists the fields");
        for field in help.split('`').skip(1).step_by(2) {
            assert!(chapter.contains(&format!("\n| `{field}` | ")), "`{kind}` has no row for `{field}`");
        }
    }
}

#[test]
fn every_limit_is_named() {
    let rows = [
        ("a level or campaign file", format!("{} bytes", limits::FILE_BYTES_MAX)),
        ("the map", format!("{} cells wide, {} high", limits::MAP_WIDTH_MAX, limits::MAP_HEIGHT_MAX)),
        ("actors, counting every cell with a letter", limits::ACTORS_MAX.to_string()),
        ("shards", limits::SHARDS_MAX.to_string()),
        ("points on a path, with the start", limits::PATH_POINTS_MAX.to_string()),
        ("movers, bumpers, doors, crumbles and vanes together", limits::OBSTACLES_MAX.to_string()),
        ("corners of a polygon", limits::CORNERS_MAX.to_string()),
        ("bullets in flight, over the pools of all turrets", limits::BULLETS_MAX.to_string()),
        ("channels", limits::CHANNELS_MAX.to_string()),
        (
            "shared values; bytes of one; characters in the name of one",
            format!("{}; {}; {}", limits::SHARED_MAX, limits::SHARED_BYTES_MAX, limits::SHARED_CHARS_MAX),
        ),
        (
            "gates that join channels; channels in one; words inside one another",
            format!("{}; {}; {}", limits::CONDITIONS_MAX, limits::CONDITION_TERMS_MAX, limits::CONDITION_DEPTH_MAX),
        ),
        ("levels and labs in a campaign", limits::CAMPAIGN_LEVELS_MAX.to_string()),
    ];
    for (what, limit) in rows {
        assert!(MANUAL.contains(&format!("| {what} | {limit} |\n")), "{what}: {limit}");
    }
    let counts = [
        ("bounces", 0, limits::BOUNCES_MAX),
        ("beams", 1, limits::BEAMS_MAX),
        ("burst", 1, limits::BURST_MAX),
        ("pool", 1, limits::TURRET_POOL_MAX),
        ("rays", 2, limits::CAMERA_RAYS_MAX),
        ("sides", 3, limits::BUMPER_SIDES_MAX),
    ];
    for (field, min, max) in counts {
        let row = MANUAL.lines().find(|line| line.starts_with(&format!("| `{field}` |"))).expect(field);
        assert!(row.contains(&format!("| {min} to {max} |")), "{row}");
    }
    for chars in [limits::NAME_CHARS_MAX, limits::HINT_CHARS_MAX, limits::CHANNEL_CHARS_MAX] {
        assert!(
            MANUAL.contains(&format!("at most {chars} characters")) || MANUAL.contains(&format!("of at most {chars} "))
        );
    }
}

/// The page on design speaks of levels as the manual's table of the campaign does.
#[test]
fn the_page_on_design_names_the_difficulties_of_the_campaign() {
    let page = include_str!("../../../../docs/DESIGNING.md");
    let column = |level: &str, index: usize| -> f32 {
        let row = MANUAL.lines().find(|line| line.starts_with(&format!("| {level} | "))).expect(level);
        row.split('|').nth(index).and_then(|cell| cell.trim().parse().ok()).expect("a number")
    };
    let (proof, difficulty) = (|level| column(level, 3), |level| column(level, 7));
    let chapters: Vec<(&str, &str)> = page
        .split("\n## ")
        .filter_map(|chapter| chapter.split_once(": "))
        .filter(|(_, text)| text.contains("posters/"))
        .collect();
    assert_eq!(chapters.len(), 3);
    for (level, text) in chapters {
        let numbers = [format!("*{:.1} s, ", proof(level)), format!("difficulty {:.1}", difficulty(level))];
        assert!(numbers.iter().all(|number| text.contains(number)), "{level}: {numbers:?}");
    }
    let rows: Vec<Vec<&str>> = page.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let mut examples = 0;
    for row in rows {
        let Some((low, high)) = row.get(1).and_then(|range| range.split_once(" to ")) else { continue };
        let (Ok(low), Ok(high)) = (low.parse::<f32>(), high.parse::<f32>()) else { continue };
        for level in row[3].split(", ") {
            assert!((low..high + 1.0).contains(&difficulty(level)), "{level}: {}", difficulty(level));
            examples += 1;
        }
    }
    assert!(examples >= 8, "{examples}");
}
