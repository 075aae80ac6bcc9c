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
    let mut options = options(&file, &out);
    let mut peak = 0;
    for draft in [false, true] {
        options.draft = draft;
        let before = HELD.get();
        PEAK.set(before);
        let (outcome, printed) = run(&options);
        peak = peak.max(PEAK.get() - before);
        assert_eq!(outcome, ExitStatus::Failed, "{printed}");
        assert!(printed.contains(words), "{name}: {printed}");
    }
    assert!(peak < PEAK_BYTES_MAX, "{name}: {peak} bytes");
    println!("{name}: {:.1} MB of a text of {:.1} MB", peak as f64 / 1e6, text.len() as f64 / 1e6);
    peak
}

#[test]
fn bombs_of_xml_are_refused() {
    check("groups.tmx", &format!("{HEAD}{}", "<group>".repeat(1_000_000)), "more than 32 elements in one another");
    check("elements.tmx", &format!("{HEAD}{}", "<a/>".repeat(5_000_000)), "more than 200000 elements");
    let objects = |object: &str, count: usize| format!("<objectgroup>{}</objectgroup></map>", object.repeat(count));
    check("objects.tmx", &format!("{HEAD}{}", objects("<object type=\"Mine\"/>", 190_000)), "more than 4096 objects");
    let text = "a".repeat(20_000_000);
    let tileset = format!(
        "<tileset firstgid=\"1\" tilecount=\"1\"><tile id=\"0\" type=\"Mine\"><properties><property name=\"a\" \
         value=\"{text}\"/></properties></tile></tileset>"
    );
    let inherited = format!("{HEAD}{tileset}{}", objects("<object gid=\"1\"/>", 100_000));
    check("inherited.tmx", &inherited, "more than 33554432 bytes of properties");
    let attributes: String = (0..1_000_000).map(|number| format!(" a{number}=\"\"")).collect();
    check("attributes.tmx", &format!("{HEAD}<layer{attributes}/>"), "more than 64 attributes");
    let entities = "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    check("entities.tmx", &format!("{entities}{HEAD}</map>"), "a document type");
    let zlib = |bytes: u64| {
        let (mut zlib, zeros) = (Vec::new(), std::io::repeat(0).take(bytes));
        ZlibEncoder::new(std::io::BufReader::new(zeros), Compression::fast()).read_to_end(&mut zlib).expect("memory");
        base64::engine::general_purpose::STANDARD.encode(zlib)
    };
    let layer = "<layer width=\"4\" height=\"4\"><data encoding=\"base64\" compression=\"zlib\">";
    let end = "</data></layer></map>";
    check("zlib.tmx", &format!("{HEAD}{layer}{}{end}", zlib(2_000_000_000)), "has more than 16 tiles");
    let infinite = HEAD.replace("<map", "<map infinite=\"1\"");
    let chunk = format!("<chunk x=\"0\" y=\"0\" width=\"512\" height=\"512\">{}</chunk>", zlib(512 * 512 * 4));
    check("chunks.tmx", &format!("{infinite}{layer}{}{end}", chunk.repeat(4_000)), "more than 2097152 cells");
}

#[test]
fn bombs_of_json_are_refused() {
    check("deep.ldtk", &"[".repeat(20_000_000), "invalid type: sequence");
    let list = |count: usize| vec!["0"; count].join(",");
    check("values.ldtk", &format!("{{\"levels\": [{}]}}", list(15_000_000)), "more than 4000000 values");
    let field = |value: &str| {
        let field = format!("{{\"__identifier\":\"a\",\"__type\":\"\",\"__value\":{value}}}");
        let level = format!("{{\"identifier\":\"a\",\"fieldInstances\":[{field}],\"layerInstances\":[]}}");
        format!("{{\"defs\":{{\"layers\":[],\"tilesets\":[]}},\"levels\":[{level}]}}")
    };
    check("nested.ldtk", &field(&"[".repeat(20_000_000)), "recursion limit");
    check("fields.ldtk", &field(&format!("[{}]", list(3_900_000))), "the level has no layers");
    check("objects.ldtk", &field(&format!("[{}]", vec!["{\"a\":0}"; 3_900_000].join(","))), "the level has no layers");
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
