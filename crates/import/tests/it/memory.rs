//! Maps that would take all memory are refused before they do: the most that a thread holds is measured by an allocator that
//! counts bytes.
#![allow(unsafe_code, reason = "a global allocator cannot be written without it; this one only counts and passes on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::io::Read;

use base64::Engine;
use flate2::Compression;
use flate2::read::ZlibEncoder;
use hairline_tools::output::status::ExitStatus;

use super::{folder, good, options, run};

/// The most bytes that importing any file of at most 32 MiB may hold at once; docs/IMPORT.md has what was measured.
const PEAK_BYTES_MAX: i64 = 512 * 1024 * 1024;

struct Measuring;

thread_local! {
    // Per thread, so that other tests do not count.
    static HELD: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

fn hold(bytes: i64) {
    // A thread that is being torn down has no counters any more.
    _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call goes to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Measuring {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size() as i64);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold(-(layout.size() as i64));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both are held while one is copied to the other.
        hold(size as i64);
        // SAFETY: the caller's promises are passed on.
        let new = unsafe { System.realloc(pointer, layout, size) };
        hold(-(layout.size() as i64));
        new
    }
}

#[global_allocator]
static ALLOCATOR: Measuring = Measuring;

const HEAD: &str =
    "<map version=\"1.10\" orientation=\"orthogonal\" width=\"4\" height=\"4\" tilewidth=\"16\" tileheight=\"16\">";

/// Imports a text and returns the outcome and the most bytes held meanwhile.
#[track_caller]
fn check(name: &str, text: &str, words: &str) -> i64 {
    let out = folder(&format!("memory-{}", name.replace('.', "-")));
    let file = out.join(name);
    fs::write(&file, text).expect("written");
    fs::copy(good().join("tiles.tsx"), out.join("tiles.tsx")).expect("copied");
    let before = HELD.get();
    PEAK.set(before);
    let (outcome, printed) = run(&options(&file, &out));
    let peak = PEAK.get() - before;
    assert_eq!(outcome, ExitStatus::Failed, "{printed}");
    assert!(printed.contains(words), "{name}: {printed}");
    assert!(peak < PEAK_BYTES_MAX, "{name}: {peak} bytes");
    println!("{name}: {:.1} MB of a text of {:.1} MB", peak as f64 / 1e6, text.len() as f64 / 1e6);
    peak
}

#[test]
fn bombs_of_xml_are_refused() {
    check("groups.tmx", &format!("{HEAD}{}", "<group>".repeat(1_000_000)), "more than 32 elements in one another");
    check("objects.tmx", &format!("{HEAD}<objectgroup>{}", "<object/>".repeat(3_000_000)), "more than 4096 objects");
    check("elements.tmx", &format!("{HEAD}{}", "<a/>".repeat(5_000_000)), "more than 200000 elements");
    let attributes: String = (0..1_000_000).map(|number| format!(" a{number}=\"\"")).collect();
    check("attributes.tmx", &format!("{HEAD}<layer{attributes}/>"), "more than 64 attributes");
    let entities = "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    check("entities.tmx", &format!("{entities}{HEAD}</map>"), "a document type");
    let far: String = (0..20_000)
        .map(|number| format!("<chunk x=\"{}\" y=\"0\" width=\"1\" height=\"1\">0</chunk>", number * 40))
        .collect();
    let infinite = HEAD.replace("<map", "<map infinite=\"1\"");
    let layer = "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">";
    check("chunks.tmx", &format!("{infinite}{layer}{far}"), "more than 2097152 cells");
    let mut zlib = Vec::new();
    let zeros = std::io::repeat(0).take(2_000_000_000);
    ZlibEncoder::new(std::io::BufReader::new(zeros), Compression::fast()).read_to_end(&mut zlib).expect("memory");
    let zlib = base64::engine::general_purpose::STANDARD.encode(zlib);
    let layer = "<layer width=\"4\" height=\"4\"><data encoding=\"base64\" compression=\"zlib\">";
    check("zlib.tmx", &format!("{HEAD}{layer}{zlib}</data></layer></map>"), "has more than 16 tiles");
}

#[test]
fn bombs_of_json_are_refused() {
    check("deep.ldtk", &"[".repeat(20_000_000), "nested deeper than 64");
    let list = |count: usize| vec!["0"; count].join(",");
    check("values.ldtk", &format!("{{\"levels\": [{}]}}", list(15_000_000)), "more than 8000000 values");
    check("fields.ldtk", &format!("{{\"__value\": [{}]}}", list(15_000_000)), "more than 200000 values");
}

/// The most that stays within the limits, and takes the most memory for its size.
#[test]
fn the_largest_files_that_are_read_stay_small() {
    let row = format!("{},", vec!["1"; 512].join(","));
    let cells = row.repeat(512);
    let layer = format!(
        "<layer name=\"a\" width=\"512\" height=\"512\"><data encoding=\"csv\">{}</data></layer>",
        cells.trim_end_matches(',')
    );
    let head = HEAD.replace("\"4\"", "\"512\"");
    let tileset = "<tileset firstgid=\"1\" source=\"tiles.tsx\"/>";
    check("cells.tmx", &format!("{head}{tileset}{}</map>", layer.repeat(8)), "too-large");
    let tiles = "<tileset firstgid=\"1\" tilecount=\"65000\" columns=\"1\" tilewidth=\"1\" tileheight=\"1\"><image source=\"a\" \
                 width=\"1\" height=\"1\"/></tileset>";
    let objects: String = (0..4000).map(|id| format!("<object id=\"{id}\" type=\"Mine\" x=\"1\"/>")).collect();
    check("tiles.tmx", &format!("{HEAD}{tiles}<objectgroup name=\"a\">{objects}</objectgroup></map>"), "error");
    let entity = "{\"__identifier\":\"\",\"__pivot\":[0,0],\"px\":[0,0],\"width\":0,\"height\":0,\"iid\":\"\",\"fieldInstances\":[]},";
    let entities = entity.repeat(280_000);
    let layer = format!(
        "{{\"__identifier\":\"\",\"__type\":\"\",\"__gridSize\":1,\"__cWid\":1,\"__cHei\":1,\"__pxTotalOffsetX\":0,\
         \"__pxTotalOffsetY\":0,\"layerDefUid\":0,\"intGridCsv\":[],\"gridTiles\":[],\"entityInstances\":[{}]}}",
        entities.trim_end_matches(',')
    );
    let level = format!("{{\"identifier\":\"a\",\"fieldInstances\":[],\"layerInstances\":[{layer}]}}");
    let project = format!("{{\"defs\":{{\"layers\":[],\"tilesets\":[]}},\"levels\":[{level}]}}");
    assert!(project.len() < 32 * 1024 * 1024, "{}", project.len());
    check("entities.ldtk", &project, "unknown-class");
}
