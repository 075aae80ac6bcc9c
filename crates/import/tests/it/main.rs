//! `hairline import`: maps written by hand, the levels that they become, and everything that can be wrong with them.
//! `UPDATE_EXPECT=1` writes the expected texts anew: read the difference.

mod drafts;
mod faults;
mod fuzz;
mod memory;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use expect_test::expect_file;
use flate2::Compression;
use flate2::read::{GzEncoder, ZlibEncoder};
use hairline_import::import;
use hairline_import::options::ImportOptions;
use hairline_level::Level;
use hairline_testing::folder;
use hairline_tools::output::status::ExitStatus;

/// The folder of the maps that are right.
fn good() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/good")
}

/// Options that import one file into a folder.
fn options(file: &Path, out: &Path) -> ImportOptions {
    ImportOptions {
        files: vec![file.to_owned()],
        out: out.to_owned(),
        mapping: None,
        force: false,
        draft: false,
        check: false,
        campaign: false,
        root: None,
    }
}

/// Runs the command. Paths of this machine are left out of what it prints.
fn run(options: &ImportOptions) -> (ExitStatus, String) {
    let mut printed = Vec::new();
    let outcome = import(options, &mut printed, false).expect("memory can be written");
    let mut printed = String::from_utf8(printed).expect("it prints UTF-8");
    for (folder, name) in [(options.out.clone(), "OUT"), (good(), "MAPS")] {
        printed = printed.replace(&folder.display().to_string(), name);
    }
    (outcome, printed)
}

/// What a map becomes, compared with `NAME.txt` beside it: what is printed, and every file that is written.
#[track_caller]
fn check(name: &str, change: impl Fn(&mut ImportOptions)) {
    let out = folder(name);
    let mut options = options(&good().join(name), &out);
    change(&mut options);
    let (outcome, mut text) = run(&options);
    assert_eq!(outcome, ExitStatus::Fine, "{text}");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&out).expect("a folder").map(|entry| entry.expect("listed").path()).collect();
    files.sort();
    for file in files {
        let written = fs::read_to_string(&file).expect("it is text");
        if file.to_string_lossy().ends_with(hairline_level::LEVEL_FILE_ENDING) {
            hairline_level::parse(&written, "written").unwrap_or_else(|diagnostics| panic!("{diagnostics}"));
        }
        text += &format!("\n=== {}\n{written}", file.file_name().expect("a name").to_string_lossy());
    }
    expect_file![good().join(format!("{name}.txt"))].assert_eq(&text);
}

/// The level of `first-light.tmx`, as a level file.
fn written_by_hand() -> Level {
    hairline_level::read(&good().join("drawn-in-tiled.level.ron")).expect("a level")
}

#[test]
fn a_level_drawn_in_tiled_is_the_same_level() {
    let out = folder("same-level");
    let (outcome, printed) = run(&options(&good().join("first-light.tmx"), &out));
    assert_eq!((outcome, printed.lines().count()), (ExitStatus::Fine, 1), "{printed}");
    let imported = hairline_level::read(&out.join("first-light.level.ron")).expect("a level");
    let written = written_by_hand();
    assert_eq!(imported.hash, written.hash, "its replays stay valid");
    assert_eq!((imported.name, imported.author, imported.hint), (written.name, written.author, written.hint));
}

#[test]
fn figures_classes_references_and_templates_become_settings() {
    check("figures.tmx", |_| {});
}

#[test]
fn an_infinite_map_is_as_large_as_its_tiles() {
    check("infinite.tmx", |_| {});
}

#[test]
fn a_mapping_gives_the_names_of_another_game_a_meaning() {
    check("foreign.tmx", |options| options.mapping = Some(good().join("foreign.mapping.ron")));
}

#[test]
fn an_ldtk_project_becomes_a_campaign_in_the_order_of_its_world() {
    check("world.ldtk", |options| options.campaign = true);
}

/// The same tiles however Tiled writes them.
#[test]
fn every_encoding_of_tiles_that_tiled_offers_without_zstd_is_read() {
    let out = folder("encodings");
    fs::copy(good().join("tiles.tsx"), out.join("tiles.tsx")).expect("copied");
    let csv = fs::read_to_string(good().join("first-light.tmx")).expect("a map");
    let begin = csv.find("<data encoding=\"csv\">").expect("its data");
    let end = csv.find("</data>").expect("its end");
    let numbers = &csv[begin + "<data encoding=\"csv\">".len()..end];
    let bytes: Vec<u8> =
        numbers.split(',').flat_map(|number| number.trim().parse::<u32>().expect("a tile").to_le_bytes()).collect();
    let read = |mut encoder: Box<dyn std::io::Read>| {
        let mut bytes = Vec::new();
        encoder.read_to_end(&mut bytes).expect("memory can be read");
        bytes
    };
    let own = bytes.clone();
    let encodings = [
        ("", bytes.clone()),
        ("zlib", read(Box::new(ZlibEncoder::new(std::io::Cursor::new(own.clone()), Compression::best())))),
        ("gzip", read(Box::new(GzEncoder::new(std::io::Cursor::new(own), Compression::fast())))),
    ];
    let written_by_hand = written_by_hand();
    for (index, (compression, bytes)) in encodings.into_iter().enumerate() {
        let attribute = if compression.is_empty() { String::new() } else { format!(" compression=\"{compression}\"") };
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        let map = format!("{}<data encoding=\"base64\"{attribute}>\n   {text}\n  {}", &csv[..begin], &csv[end..]);
        let file = out.join(format!("map-{index}.tmx"));
        fs::write(&file, map).expect("written");
        let (outcome, printed) = run(&options(&file, &out));
        assert_eq!(outcome, ExitStatus::Fine, "{printed}");
        let imported = hairline_level::read(&out.join(format!("map-{index}.level.ron"))).expect("a level");
        assert_eq!(imported.hash, written_by_hand.hash, "{compression}");
    }
}

#[test]
fn nothing_is_overwritten_without_force_and_check_writes_nothing() {
    let out = folder("force");
    let file = out.join("infinite.level.ron");
    let mut options = options(&good().join("infinite.tmx"), &out);
    options.check = true;
    let (outcome, printed) = run(&options);
    assert!(outcome == ExitStatus::Fine && printed.starts_with("fine: ") && !file.exists(), "{printed}");
    options.check = false;
    fs::write(&file, "mine").expect("written");
    let (outcome, printed) = run(&options);
    assert!(outcome == ExitStatus::CouldNotRun && printed.contains("--force replaces it"), "{printed}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "mine");
    options.force = true;
    assert_eq!(run(&options).0, ExitStatus::Fine);
    assert!(hairline_level::read(&file).is_ok());
}

#[test]
fn two_maps_of_one_name_are_told_and_the_first_is_written() {
    let out = folder("twice");
    let other = out.join("other");
    fs::create_dir_all(&other).expect("a folder");
    for name in ["tiles.tsx", "infinite.tmx"] {
        fs::copy(good().join(name), other.join(name)).expect("copied");
    }
    let mut options = options(&good().join("infinite.tmx"), &out);
    options.files.push(other.join("infinite.tmx"));
    let (outcome, printed) = run(&options);
    assert!(outcome == ExitStatus::Failed && printed.contains("rename one of the two"), "{printed}");
    assert!(out.join("infinite.level.ron").exists());
}

#[test]
fn names_without_latin_letters_become_files_of_their_own() {
    let out = folder("letters");
    fs::copy(good().join("tiles.tsx"), out.join("tiles.tsx")).expect("copied");
    let mut options = options(&out.join("日本.tmx"), &out);
    options.files.push(out.join("中国.tmx"));
    options.files.iter().for_each(|file| _ = fs::copy(good().join("infinite.tmx"), file).expect("copied"));
    let (outcome, printed) = run(&options);
    assert_eq!(outcome, ExitStatus::Fine, "{printed}");
    for name in ["u65e5-u672c.level.ron", "u4e2d-u56fd.level.ron"] {
        assert!(out.join(name).exists(), "{printed}");
    }
}

#[test]
fn a_command_that_is_printed_can_be_typed() {
    let out = folder("with spaces");
    let mut options = options(&good().join("infinite.tmx"), &out);
    options.campaign = true;
    let (_, printed) = run(&options);
    assert!(printed.contains("`hairline play 'OUT/infinite.level.ron'`"), "{printed}");
    assert!(printed.contains("`HAIRLINE_LEVELS='OUT' hairline`"), "{printed}");
}

/// Of painted tiles as of objects.
#[test]
fn a_mapping_gives_settings_to_painted_actors_too() {
    let out = folder("painted");
    let map = fs::read_to_string(good().join("foreign.tmx")).expect("a map");
    fs::write(out.join("map.tmx"), map.replace("type=\"bridge\"", "type=\"hot\"")).expect("written");
    let mapping = fs::read_to_string(good().join("foreign.mapping.ron")).expect("a mapping");
    let mapping = mapping.replace("\"bridge\": \"OneWay\"", "\"hot\": \"Spring\"");
    let settings = "settings: { \"hot\": { \"strength\": \"31\" },";
    fs::write(out.join("words.ron"), mapping.replace("settings: {", settings)).expect("written");
    let mut options = options(&out.join("map.tmx"), &out);
    options.mapping = Some(out.join("words.ron"));
    let (_, printed) = run(&options);
    let written = fs::read_to_string(out.join("map.level.ron")).unwrap_or_else(|_| panic!("{printed}"));
    assert!(written.contains("Spring(strength: 31)"), "{written}");
}

/// The words and the limits of docs/IMPORT.md are those of the code, and its examples are read.
#[test]
fn the_manual_is_true() {
    use hairline_import::{limits, words};
    let manual = include_str!("../../../../docs/IMPORT.md");
    for (character, shape, _) in hairline_level::glyphs::TILES {
        let word = words::tile_word(shape);
        let character = if character == '`' { "`` ` ``".to_owned() } else { format!("`{character}`") };
        assert!(manual.contains(&format!("| `{word}` | {character} |")), "no row for {word}, {character}");
    }
    for limit in [
        ("bytes of one file", limits::FILE_BYTES_MAX),
        ("bytes of all files that it names", limits::NAMED_BYTES_MAX),
        ("files that it names", limits::NAMED_FILES_MAX as u64),
        ("bytes of a mapping", limits::MAPPING_BYTES_MAX),
        ("XML elements in one another", limits::ELEMENT_DEPTH_MAX as u64),
        ("XML elements", limits::ELEMENTS_MAX as u64),
        ("attributes of one element", limits::ATTRIBUTES_MAX as u64),
        ("objects of a level", limits::OBJECTS_MAX as u64),
        ("bytes of properties from templates and tiles", limits::INHERITED_BYTES_MAX as u64),
        ("cells of all layers", limits::CELLS_MAX as u64),
        ("JSON values", limits::JSON_VALUES_MAX as u64),
    ] {
        assert!(manual.contains(&format!("| {} | {} |", limit.0, limit.1)), "{limit:?}");
    }
    let out = folder("manual");
    for file in ["tiles.tsx", "sentry.tx"] {
        fs::copy(good().join(file), out.join(file)).expect("copied");
    }
    let wrong = out.join("figures.tmx");
    let map = fs::read_to_string(good().join("figures.tmx")).expect("a map");
    fs::write(&wrong, map.replace("\"seconds\"", "\"secnods\"")).expect("written");
    let example = manual.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a fault");
    let (outcome, printed) = run(&options(&wrong, &out));
    assert!(outcome == ExitStatus::Failed && printed.replace("OUT/", "").contains(example), "{printed}");
    let mapping =
        manual.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example of a mapping");
    let file = out.join("mapping.ron");
    fs::write(&file, mapping).expect("written");
    let mut options = options(&good().join("infinite.tmx"), &out);
    options.mapping = Some(file);
    let (outcome, printed) = run(&options);
    assert!(outcome == ExitStatus::Fine && printed.contains("warning[unused-mapping]"), "{printed}");
}
