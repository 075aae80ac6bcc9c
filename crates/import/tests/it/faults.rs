//! What can be wrong with a map, as a table: one change of a map that is right, and what is said of it.

use std::fs;
use std::path::Path;

use hairline_tools::output::status::ExitStatus;

use super::{folder, good, options, run};

/// A map, a text in it, the text that replaces its first occurrence, and words of the answer: its code, its place, its cure.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str]);

const FIRST: &str = "first-light.tmx";
const FIGURES: &str = "figures.tmx";
const INFINITE: &str = "infinite.tmx";
const LDTK: &str = "world.ldtk";

/// Nothing is written after these.
const ERRORS: &[Row] = &[
    // The file.
    (FIRST, "</map>", "", &["foreign-file", "the file ends before `</map>`", "first-light.tmx:2:1"]),
    (FIRST, "<layer id", "<layer <id", &["foreign-file", "first-light.tmx:8"]),
    (
        FIRST,
        "</layer>",
        "</lair>",
        &["foreign-file", "not the XML of Tiled", "expected `</layer>`, but `</lair>` was found", ":34:2"],
    ),
    (FIRST, "<map version", "<maps version", &["foreign-file", "the outermost element is `<maps>`"]),
    (
        FIRST,
        "<map version=\"1.10\"",
        "<!DOCTYPE map><map version=\"1.10\"",
        &["document type", "the map is old", "remove the line"],
    ),
    (FIRST, "\"Walls\"", "\"&walls;\"", &["foreign-file", "first-light.tmx:8:2"]),
    (FIRST, "name=\"Walls\"", "name=\"Walls\" name=\"W\"", &["`name` is set twice"]),
    (FIRST, "orthogonal", "isometric", &["the map is `isometric`", "Orthogonal"]),
    (FIRST, "width=\"42\"", "width=\"1000000000\"", &["foreign-limit", "`width` of `<map>` is 1000000000", ":2:1"]),
    (FIRST, "width=\"42\"", "width=\"513\"", &["foreign-limit", "513 by 23 cells", "at most 512 by 512"]),
    (FIRST, "width=\"42\"", "width=\"-42\"", &["foreign-limit", "is -42"]),
    (FIRST, "width=\"42\"", "width=\"wide\"", &["`wide`, which is no whole number"]),
    (FIRST, "tilewidth=\"16\"", "tilewidth=\"0\"", &["`tilewidth` of `<map>` is 0, and must be 1 to 4096"]),
    (FIRST, "tileheight=\"16\" ", "", &["`<map>` has no `tileheight`"]),
    (
        FIRST,
        "firstgid=\"1\" source=\"tiles.tsx\"",
        "firstgid=\"1\" source=\"nowhere.tsx\"",
        &["nowhere.tsx` is not there"],
    ),
    (FIRST, "\"tiles.tsx\"", "\"../../../../../../../../etc/passwd\"", &["does not end in `.tsx`"]),
    (FIRST, "\"tiles.tsx\"", "\"/proc/self/environ.tsx\"", &["is not there"]),
    (FIRST, "\"tiles.tsx\"", "\"../../outside.tsx\"", &["lies outside", "--root"]),
    (
        FIRST,
        "firstgid=\"1\" source=\"tiles.tsx\"",
        "firstgid=\"1\" name=\"t\" tilewidth=\"8\" tileheight=\"8\" tilecount=\"4294967295\" columns=\"1\"",
        &["foreign-limit", "tilecount"],
    ),
    (
        FIRST,
        "firstgid=\"1\" source=\"tiles.tsx\"",
        "firstgid=\"1\" name=\"t\" tilewidth=\"8\" tileheight=\"8\"",
        &["`<tileset>` has no `tilecount`", "since 0.13: the map is old", "a current Tiled"],
    ),
    // The data of layers.
    (FIRST, "1,1,1", "1,1", &["the data of the layer has 965 tiles, and its size makes 966"]),
    (FIRST, "1,1,1", "1,1,1,1", &["more than 966 tiles"]),
    (FIRST, "1,1,1", "1,x,1", &["`x` in the data of the layer is not the number of a tile"]),
    (FIRST, "1,1,1", "1,-1,1", &["`-1` in the data"]),
    (FIRST, "encoding=\"csv\"", "encoding=\"base64\"", &["is not base64", "save the map again"]),
    (FIRST, "<data encoding=\"csv\">", "<data>", &["written as XML", "choose CSV or Base64"]),
    (INFINITE, "width=\"16\" height=\"16\"", "width=\"16\" height=\"15\"", &["more than 240 tiles"]),
    (INFINITE, "x=\"-16\"", "x=\"900000\"", &["foreign-limit", "spread over"]),
    (INFINITE, "infinite=\"1\"", "infinite=\"0\"", &["a chunk in a map that is not infinite"]),
    // Tiles.
    (
        FIRST,
        "1,1,1",
        "1,14,1",
        &[
            "unknown-tile",
            "tile 13 of the tileset `tiles` has no meaning: `grass`",
            "layer `Walls`",
            "column 1, row 0",
            "--mapping: `tiles: { \"tiles:13\": \"#\" }`",
        ],
    ),
    (
        FIRST,
        "1,1,1",
        "1,99,1",
        &["unknown-tile", "tile 98 is beyond the tileset `tiles`, which has 24 tiles", "column 1, row 0"],
    ),
    (
        FIRST,
        "firstgid=\"1\"",
        "firstgid=\"2\"",
        &["the gid 1 is of no tileset: the first one begins at 2", "first-light.tmx:"],
    ),
    (FIRST, "<tileset firstgid=\"1\" source=\"tiles.tsx\"/>", "", &["the gid 1 is of no tileset: the map has none"]),
    (FIGURES, "gid=\"2147483661\"", "gid=\"2147483747\"", &["tile 98 is beyond the tileset `tiles`", "object 15"]),
    (FIRST, "1,1,1", "1,1073741826,1", &["unknown-tile", "is flipped", "vertically"]),
    (FIRST, "1,1,1", "1,536870920,1", &["unknown-tile", "is flipped", "quarter"]),
    // Objects.
    (
        FIGURES,
        "type=\"Laser\"",
        "type=\"Lazer\"",
        &["unknown-class", "`Lazer`", "did you mean `Laser`?", "layer `Actors`", "`lamp` at (2.5, 10.5)"],
    ),
    (FIGURES, "type=\"Laser\"", "", &["unknown-class", "without a class"]),
    (FIGURES, "x=\"40\" y=\"24\"", "x=\"nan\" y=\"24\"", &["is nan", "must be"]),
    (FIGURES, "x=\"40\" y=\"24\"", "x=\"1e9\" y=\"24\"", &["foreign-limit", "1e9"]),
    (FIGURES, "height=\"48\"", "height=\"-48\"", &["`height` of `<object>` is -48"]),
    (
        FIGURES,
        "x=\"48\" y=\"112\" width=\"48\"",
        "x=\"50\" y=\"112\" width=\"48\"",
        &["off-cell", "whole cells", "snap it"],
    ),
    (
        FIGURES,
        "x=\"48\" y=\"112\" width=\"48\"",
        "x=\"368\" y=\"112\" width=\"48\"",
        &["outside-map", "out of the map"],
    ),
    (FIGURES, "name=\"lamp\"", "name=\"g\"", &["no-letter", "`g` is the name of something else"]),
    (FIGURES, "Spin(period: 4, clockwise: true)", "Spin(period: 4", &["bad-property", "`aim` is no RON", "`rounds`"]),
    (FIGURES, "Spin(period: 4, clockwise: true)", "1), 'z': Mine(", &["bad-property", "`aim` is no RON"]),
    (FIGURES, "type=\"object\" value=\"20\"", "type=\"object\" value=\"77\"", &["bad-property", "not in this level"]),
    (
        FIGURES,
        "type=\"object\" value=\"20\"",
        "type=\"color\" value=\"#ff0000\"",
        &["bad-property", "`aim` is a color", "`properties: { \"aim\": \"\" }`"],
    ),
    (
        FIGURES,
        "type=\"object\" value=\"20\"",
        "type=\"objct\" value=\"20\"",
        &["of the unknown type `objct`", "figures.tmx:"],
    ),
    (
        FIGURES,
        "name=\"reach\" type=\"float\" value=\"1.5\"",
        "name=\"reach\" type=\"float\" value=\"inf\"",
        &["`inf` is none"],
    ),
    (FIGURES, "name=\"reach\"", "name=\"path\"", &["drawn as a line and has the property `path`"]),
    (FIGURES, "name=\"reach\"", "name=\"at\"", &["bad-property", "where it was drawn"]),
    (FIGURES, "name=\"reach\"", "name=\"re: ach\"", &["bad-property", "no name of a field"]),
    (
        FIGURES,
        "name=\"name\" value=\"Figures &amp; &quot;Names&quot;\"",
        "name=\"name\" type=\"int\" value=\"3\"",
        &["bad-property", "`name` is a number, and must be a text", "the level's properties"],
    ),
    (
        FIGURES,
        "name=\"channel\" value=\"gate\"",
        "name=\"channel\" type=\"bool\" value=\"true\"",
        &["bad-property", "`channel` is a flag, and must be a text", "Switch `plate`"],
    ),
    (
        FIGURES,
        "name=\"seconds\" type=\"float\" value=\"6\"",
        "name=\"hairline\" type=\"int\" value=\"6\"",
        &["bad-property", "`hairline` is a number, and must be a text", "Switch `plate`"],
    ),
    (
        FIGURES,
        "name=\"hairline\" value=\"ignore\"",
        "name=\"hairline\" value=\"ignroe\"",
        &["bad-property", "`hairline` of a layer is not `ignore`", "layer `Sketch`"],
    ),
    (FIGURES, "name=\"exit\"", "name=\"map\"", &["bad-property", "`map` is written by the import"]),
    (FIGURES, "name=\"exit\"", "name=\"draft\"", &["bad-property", "`draft` is written by the import"]),
    (FIGURES, "points=\"-16,8 16,8 0,-16\"", "points=\"-16,8 16\"", &["the points of `<polygon>` are not numbers"]),
    // What only the level's own text shows, with the place where it was drawn.
    (
        FIGURES,
        "name=\"seconds\"",
        "name=\"secnods\"",
        &["unknown field `secnods`", "did you mean `seconds`?", "= place: ", "Switch `plate`"],
    ),
    (
        FIGURES,
        "name=\"world\" value=\"Clockwork\"",
        "name=\"world\" value=\"Clokwork\"",
        &["`Clockwork`?", "the level's properties"],
    ),
    (FIGURES, "12\" name=\"t\"", "12\" name=\"u\"", &["'t'", "= place: ", "Teleport `t`"]),
    (FIGURES, "x=\"288\" y=\"160\"", "x=\"288\" y=\"176\"", &["in-wall", "Mine at (18.5, 0.5)"]),
    (FIRST, "type=\"Exit\"", "type=\"Shard\"", &["mark-count", "exit"]),
    // LDtk.
    (LDTK, "\"levels\": [", "\"levels\": [,", &["foreign-file", "no JSON", "world.ldtk:"]),
    (LDTK, "\"defs\"", "\"dafs\"", &["no LDtk project", "missing field `defs`"]),
    (LDTK, "\"__cWid\": 14", "\"__cWid\": 1000000000", &["foreign-limit", "1000000000 by 7 cells"]),
    (LDTK, "\"__cHei\": 7", "\"__cHei\": -7", &["foreign-limit", "-7 cells"]),
    (LDTK, "\"__gridSize\": 16", "\"__gridSize\": 0", &["foreign-limit", "grid is 0 pixels"]),
    (LDTK, "\"px\": [24, 96]", "\"px\": [1e99, 96]", &["foreign-limit", "out of range", "Ninja"]),
    (LDTK, "\"px\": [24, 96]", "\"px\": [NaN, 96]", &["no JSON"]),
    (
        LDTK,
        "\"identifier\": \"Solid\"",
        "\"identifier\": \"Walls\"",
        &["unknown-tile", "the value 1 (`Walls`)", "`Collisions`"],
    ),
    (
        LDTK,
        "\"Laser\"",
        "\"Lamp\"",
        &["unknown-class", "`Lamp`", "level `Long_Hall`", "`objects: { \"Lamp\": \"Laser\" }`", "`ignore: [\"Lamp\"]`"],
    ),
    (LDTK, "\"entityIid\": \"pl\"", "\"entityIid\": \"elsewhere\"", &["bad-property", "not in this level"]),
    (LDTK, "world/Level_1.ldtkl", "world/Level_2.ldtkl", &["is not there"]),
    (LDTK, "world/Level_1.ldtkl", "../../outside.ldtkl", &["lies outside"]),
    (LDTK, "\"px\": [128, 80]", "\"px\": [129, 80]", &["off-cell", "(129, 80) pixels"]),
    (
        LDTK,
        "\"__value\": \"watch\"",
        "\"__value\": 3",
        &["bad-property", "the field `name` is a number, and must be a text", "layer `", "Laser"],
    ),
    (
        LDTK,
        "\"reach\"",
        "\"raech\"",
        &["did you mean `reach`?", "= place: ", "Laser `watch`", "--mapping: `properties: { \"raech\": \"\" }`"],
    ),
];

/// The level is written after these.
const WARNINGS: &[Row] = &[
    (
        FIRST,
        "x=\"72\" y=\"232\"",
        "x=\"70\" y=\"232\"",
        &["warning[off-cell]", "moved to the center of its cell, (4.5, 8.5)"],
    ),
    (
        FIGURES,
        "type=\"Mine\" x=\"288\" y=\"160\" width=\"16\" height=\"16\"",
        "type=\"Mine\" x=\"304\" y=\"160\" width=\"16\" height=\"16\" rotation=\"90\"",
        &["warning[left-out]", "turned by -90 degrees"],
    ),
    (FIGURES, "type=\"Place\"", "type=\"Place\" hidden=\"1\"", &["warning[left-out]", "an image layer"]),
    (FIGURES, "name=\"rail\"", "name=\"way\"", &["warning[left-out]", "a text is left out"]),
];

fn check(rows: &[Row], name: &str, is_written: bool) {
    let root = folder(name);
    let out = root.join("levels");
    fs::write(root.join("outside.tsx"), "<tileset/>").expect("written");
    fs::write(root.join("outside.ldtkl"), "{}").expect("written");
    let maps = root.join("project/maps");
    fs::create_dir_all(maps.join("world")).expect("a folder");
    for file in ["tiles.tsx", "sentry.tx", "world/Level_1.ldtkl"] {
        fs::copy(good().join(file), maps.join(file)).expect("copied");
    }
    let mut wrong = String::new();
    for (index, (base, from, to, words)) in rows.iter().enumerate() {
        let map = fs::read_to_string(good().join(base)).expect("a map");
        assert!(map.contains(from), "row {index}: {base} has no {from:?}");
        let file = maps.join(base);
        fs::write(&file, map.replacen(from, to, 1)).expect("written");
        let _ = fs::remove_dir_all(&out);
        fs::create_dir_all(&out).expect("a folder");
        let mut options = options(&file, &out);
        options.root = Some(root.join("project"));
        let (outcome, printed) = run(&options);
        let printed = printed.replace(&maps.display().to_string(), "MAPS");
        let expected = if is_written { ExitStatus::Fine } else { ExitStatus::Failed };
        let missing: Vec<&&str> = words.iter().filter(|word| !printed.contains(**word)).collect();
        let has_place = printed.contains("= place: ") && !printed.contains("panicked");
        let level = out.join(Path::new(base).with_extension("level.ron"));
        if outcome != expected || !missing.is_empty() || !has_place || level.exists() != is_written {
            wrong += &format!("row {index}, {from:?} to {to:?}: {outcome:?}, lacks {missing:?}\n{printed}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn an_error_in_one_level_of_a_project_keeps_no_other_from_being_written() {
    let root = folder("one-level");
    let project = fs::read_to_string(good().join(LDTK)).expect("a project");
    let file = root.join(LDTK);
    fs::write(&file, project.replacen("world/Level_1.ldtkl", "world/Level_2.ldtkl", 1)).expect("written");
    let (outcome, printed) = run(&options(&file, &root));
    assert!(outcome == ExitStatus::Failed && printed.contains("is not there"), "{printed}");
    assert!(root.join("long-hall.level.ron").exists() && !root.join("level-1.level.ron").exists(), "{printed}");
}

#[test]
fn each_error_has_its_code_its_place_and_its_cure() {
    check(ERRORS, "faults", false);
}

#[test]
fn what_is_left_out_or_moved_is_told_and_the_level_is_written() {
    check(WARNINGS, "warnings", true);
}

#[test]
fn files_of_other_kinds_get_the_way_to_go_on() {
    let out = folder("kinds");
    for (name, words) in [
        ("a.tmj", "save the map as `.tmx`"),
        ("a.ldtkl", "name the project's `.ldtk` file"),
        ("a.tsx", "name the `.tmx` files"),
        ("a.level.ron", "`hairline play` plays it"),
        ("a.png", "name Tiled maps"),
    ] {
        fs::write(out.join(name), "{}").expect("written");
        let (outcome, printed) = run(&options(&out.join(name), &out));
        assert!(outcome == ExitStatus::Failed && printed.contains(words), "{printed}");
    }
    let (outcome, printed) = run(&options(&out.join("none.tmx"), &out));
    assert!(outcome == ExitStatus::CouldNotRun && printed.contains("there is no such file"), "{printed}");
    let (outcome, printed) = run(&options(&good().join("infinite.tmx"), &out.join("a.png/within")));
    assert!(outcome == ExitStatus::CouldNotRun && printed.contains("cannot write"), "{printed}");
}

#[test]
fn a_mapping_that_is_wrong_is_told_with_its_line() {
    let out = folder("mappings");
    let file = out.join("words.ron");
    for (text, words) in [
        ("(\n tiels: {})", "words.ron:2:"),
        ("(tiles: { \"a\": \"Sollid\" })", "did you mean `Solid`?"),
        ("(tiles: { \"a\": 3 })", "words.ron:1:"),
        ("(ignore: [\"Sky\"])", "no layer or object in the imported files is called `Sky`"),
        ("(settings: { \"Ninja\": { \"reach\": \"1\" } })", "no actor in the imported files is called `Ninja`"),
        ("(tiles: { \"a\": \"#\",\n \"a\": \".\" })", "words.ron:2:"),
        ("(tiles: { \"a\": \"#\", \"a\": \".\" })", "`a` is in the same part of the mapping twice"),
        ("(settings: { \"A\": { \"x\": \"1\", \"x\": \"2\" } })", "`x` is in the same part of the mapping twice"),
        ("(properties: { \"*\": \"hint\" })", "which leaves all others out"),
        ("(tiles: { \"*\": \"Sollid\" })", "did you mean `Solid`?"),
        ("(", "words.ron:1:"),
    ] {
        fs::write(&file, text).expect("written");
        let mut options = options(&good().join("infinite.tmx"), &out);
        options.mapping = Some(file.clone());
        options.check = true;
        let (_, printed) = run(&options);
        assert!(printed.contains(words), "{text}:\n{printed}");
    }
}

#[test]
fn tiles_that_are_packed_with_zstd_are_refused_with_the_formats_that_are_read() {
    let out = folder("zstd");
    fs::copy(good().join("tiles.tsx"), out.join("tiles.tsx")).expect("copied");
    let map = fs::read_to_string(good().join(FIRST)).expect("a map");
    let (before, rest) = map.split_once("<data encoding=\"csv\">").expect("its data");
    let (_, after) = rest.split_once("</data>").expect("its end");
    // The magic number of zstd.
    let packed = "<data encoding=\"base64\" compression=\"zstd\">KLUv/Q==</data>";
    fs::write(out.join("map.tmx"), format!("{before}{packed}{after}")).expect("written");
    let (outcome, printed) = run(&options(&out.join("map.tmx"), &out));
    assert_eq!(outcome, ExitStatus::Failed, "{printed}");
    assert!(printed.contains("is compressed with `zstd`, which is not read"), "{printed}");
    assert!(printed.contains("choose CSV, or Base64 with zlib"), "{printed}");
}

#[test]
fn a_project_of_ldtk_before_1_0_is_told_as_old() {
    let out = folder("old-project");
    let project = fs::read_to_string(good().join(LDTK)).expect("a project");
    fs::write(out.join(LDTK), project.replace("1.5.3", "0.9.3").replace("\"iid\"", "\"id\"")).expect("written");
    let (outcome, printed) = run(&options(&out.join(LDTK), &out));
    assert_eq!(outcome, ExitStatus::Failed, "{printed}");
    assert!(
        printed.contains("a project of LDtk 0.9.3") && printed.contains("open it in LDtk 1.0 or newer"),
        "{printed}"
    );
}

#[test]
fn utf_16_is_named_in_every_kind_of_file() {
    let root = folder("utf-16");
    fs::create_dir_all(root.join("world")).expect("a folder");
    let names = [FIRST, "tiles.tsx", LDTK, "world/Level_1.ldtkl", "foreign.mapping.ron"];
    for broken in names {
        for name in names {
            let text = fs::read_to_string(good().join(name)).expect("a file");
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            fs::write(root.join(name), if name == broken { wide } else { text.into_bytes() }).expect("written");
        }
        let mut options = options(&root.join(FIRST), &root);
        options.check = true;
        options.files.push(root.join(LDTK));
        options.mapping = (broken == "foreign.mapping.ron").then(|| root.join(broken));
        let (_, printed) = run(&options);
        assert!(printed.contains("the file is UTF-16 text"), "{broken}: {printed}");
        assert!(printed.contains("save it as UTF-8"), "{broken}: {printed}");
    }
}

#[test]
fn properties_of_tiles_tilesets_and_layers_are_told_since_only_actors_have_settings() {
    let out = folder("properties");
    let map = fs::read_to_string(good().join("foreign.tmx")).expect("a map");
    let property = |name: &str| format!("<properties><property name=\"{name}\" value=\"1\"/></properties>");
    let changes = [
        ("<tile id=\"1\" type=\"bridge\"/>", format!("<tile id=\"1\" type=\"bridge\">{}</tile>", property("friction"))),
        ("columns=\"3\">", format!("columns=\"3\">{}", property("theme"))),
        (
            "name=\"Main\" width=\"10\" height=\"5\">",
            format!("name=\"Main\" width=\"10\" height=\"5\">{}", property("depth")),
        ),
    ];
    let changed = changes.iter().fold(map, |map, (from, to)| {
        assert!(map.contains(from), "{from}");
        map.replacen(from, to, 1)
    });
    fs::write(out.join("map.tmx"), changed).expect("written");
    let mut options = options(&out.join("map.tmx"), &out);
    options.mapping = Some(good().join("foreign.mapping.ron"));
    let (outcome, printed) = run(&options);
    assert_eq!(outcome, ExitStatus::Fine, "{printed}");
    for words in [
        "tile 1 of the tileset `jungle`",
        "the property `friction` is left out",
        "tileset `jungle`",
        "the property `theme` is left out",
        "the property `depth` is left out",
    ] {
        assert!(printed.contains(words), "{words}: {printed}");
    }
}

#[test]
fn a_value_of_several_lines_shifts_no_place_below_it() {
    let out = folder("lines");
    for file in ["tiles.tsx", "sentry.tx"] {
        fs::copy(good().join(file), out.join(file)).expect("copied");
    }
    let map = fs::read_to_string(good().join(FIGURES)).expect("a map");
    let map = map.replace("Spin(period: 4, clockwise: true)", "Spin(&#10;&#10;period: 4,&#10;clockwise: true&#10;)");
    fs::write(out.join(FIGURES), map.replace("name=\"angle\" type=\"int\"", "name=\"angel\" type=\"int\""))
        .expect("written");
    let (outcome, printed) = run(&options(&out.join(FIGURES), &out));
    assert_eq!(outcome, ExitStatus::Failed, "{printed}");
    let (_, after) = printed.split_once("unknown field `angel`").expect("it is told");
    let place = after.lines().find(|line| line.contains("= place: ")).expect("its place");
    assert!(place.contains("layer `Actors`, Orb at "), "{printed}");
}
