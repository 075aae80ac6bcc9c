//! Checks the architecture: which rooms (the top-level modules of `src`) may import which, what a room must not use,
//! that no files of a room import each other in a circle, and that a room's top folder stays small. Reads the sources
//! as text; knows nothing of macros, and follows a re-export only as far as the file that is named.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with all that it may name; `main.rs`, `lib.rs` and `app` see everything.
const MAY_NAME: [(&str, &[&str]); 10] = [
    ("stable_hash", &[]),
    ("geometry", &[]),
    ("level", &["geometry", "stable_hash"]),
    ("sim", &["level", "geometry", "stable_hash"]),
    ("profile", &["level"]),
    ("palette", &["level", "geometry"]),
    ("tools", &["sim", "level", "geometry", "profile", "palette"]),
    ("view", &["sim", "level", "geometry", "palette"]),
    ("audio", &["sim", "level", "geometry"]),
    ("screens", &["view", "audio", "sim", "level", "geometry", "profile"]),
];

/// What a room must not use, because its promise would be broken: determinism, and no ECS where none belongs.
const MUST_NOT_USE: [(&str, &[&str]); 3] = [
    ("geometry", &["bevy::prelude", "bevy::ecs", "bevy::app", "std::fs", "std::time", "std::thread", "HashMap"]),
    ("level", &["bevy::prelude", "bevy::ecs", "bevy::app", "std::time", "std::thread", "HashMap"]),
    ("sim", &["std::fs", "std::time", "std::thread", "bevy::time", "Instant", "HashMap", "HashSet"]),
];

/// Import circles that are not resolved yet: the room and the files of the circle, or more. This list may only shrink.
const KNOWN: &[(&str, &[&str])] = &[];

/// Most files directly in a room's top folder; more belong in folders inside it.
const TOP_FILES_MAX: usize = 8;

// --- Reading a source file ---------------------------------------------------------------------------------------

/// The source with comments and the content of literals blanked out; line breaks stay.
fn code_only(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let at = |index: usize| characters.get(index).copied().unwrap_or('\0');
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut code = String::with_capacity(text.len());
    let mut index = 0;
    while index < characters.len() {
        let start = index;
        let follows_word = start > 0 && is_word(at(start - 1));
        let raw_hashes = (1..).take_while(|offset| at(start + offset) == '#').count();
        match at(start) {
            '/' if at(start + 1) == '/' => {
                while index < characters.len() && at(index) != '\n' {
                    index += 1;
                }
            }
            '/' if at(start + 1) == '*' => {
                let mut depth = 0;
                while index < characters.len() {
                    let step = match (at(index), at(index + 1)) {
                        ('/', '*') => (1, 2),
                        ('*', '/') => (-1, 2),
                        _ => (0, 1),
                    };
                    (depth, index) = (depth + step.0, index + step.1);
                    if depth == 0 {
                        break;
                    }
                }
            }
            'r' if !follows_word && at(start + 1 + raw_hashes) == '"' => {
                let is_end = |at_quote: usize| {
                    at(at_quote) == '"' && (1..=raw_hashes).all(|offset| at(at_quote + offset) == '#')
                };
                index = start + 2 + raw_hashes;
                while index < characters.len() && !is_end(index) {
                    index += 1;
                }
                index += 1 + raw_hashes;
            }
            '"' => {
                index += 1;
                while index < characters.len() && at(index) != '"' {
                    index += if at(index) == '\\' { 2 } else { 1 };
                }
                index += 1;
            }
            // A character, not a lifetime.
            '\'' if at(start + 1) == '\\' => {
                index += 3;
                while index < characters.len() && at(index) != '\'' {
                    index += 1;
                }
                index += 1;
            }
            '\'' if at(start + 2) == '\'' => index += 3,
            character => {
                code.push(character);
                index += 1;
                continue;
            }
        }
        let blanked = characters[start..index.min(characters.len())].iter();
        code.extend(blanked.map(|character| if *character == '\n' { '\n' } else { ' ' }));
    }
    code
}

/// A word, `::`, or a single other character, and its line counted from 1.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    line: usize,
}

fn tokens(code: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (line, text) in code.lines().enumerate() {
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let mut text = character.to_string();
            if character.is_alphanumeric() || character == '_' {
                while let Some(next) = characters.next_if(|next| next.is_alphanumeric() || *next == '_') {
                    text.push(next);
                }
            } else if character == ':' && characters.next_if_eq(&':').is_some() {
                text.push(':');
            }
            if !character.is_whitespace() {
                tokens.push(Token { text, line: line + 1 });
            }
        }
    }
    tokens
}

/// The tokens without items under `#[cfg(test)]`, and the names of modules that are declared under it.
fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    // The index after the bracket that closes the one at `open`.
    let after_bracket = |open: usize| {
        let mut depth = 0;
        let closing = (open..tokens.len()).find(|index| {
            depth += match text(*index) {
                "[" | "(" | "{" => 1,
                "]" | ")" | "}" => -1,
                _ => 0,
            };
            depth == 0
        });
        closing.map_or(tokens.len(), |index| index + 1)
    };
    let (mut kept, mut test_modules) = (Vec::new(), Vec::new());
    let mut index = 0;
    while index < tokens.len() {
        let is_cfg = ["#", "[", "cfg", "("].iter().enumerate().all(|(offset, wanted)| text(index + offset) == *wanted);
        let is_test = is_cfg && (text(index + 4) == "test" || (text(index + 4) == "all" && text(index + 6) == "test"));
        if !is_test {
            kept.push(tokens[index].clone());
            index += 1;
            continue;
        }
        // Past this attribute and the others, up to the end of the item.
        while text(index) == "#" {
            index = after_bracket(index + 1);
        }
        while index < tokens.len() && !["{", ";"].contains(&text(index)) {
            if text(index) == "mod" {
                test_modules.push(text(index + 1).to_owned());
            }
            index = if ["(", "["].contains(&text(index)) { after_bracket(index) } else { index + 1 };
        }
        index = if text(index) == "{" { after_bracket(index) } else { index + 1 };
    }
    (kept, test_modules)
}

/// A path from the crate's root and its line.
type NamedPath = (usize, Vec<String>);

/// All paths that begin with `crate`, `super` or `self` in a file, which is the module `module`. A group names each of
/// its members.
fn named_paths(module: &[String], tokens: &[Token]) -> Vec<NamedPath> {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let mut named = Vec::new();
    // The modules written inside the file that are open, each with the depth of its brace.
    let (mut inside, mut depth) = (Vec::<(usize, String)>::new(), 0);
    let mut index = 0;
    while index < tokens.len() {
        match text(index) {
            "{" => {
                depth += 1;
                if index >= 2 && text(index - 2) == "mod" {
                    inside.push((depth, text(index - 1).to_owned()));
                }
            }
            "}" => {
                inside.retain(|(opened, _)| *opened < depth);
                depth -= 1;
            }
            "crate" | "super" | "self" if text(index + 1) == "::" && (index == 0 || text(index - 1) != "::") => {
                let mut here = module.to_vec();
                here.extend(inside.iter().map(|(_, name)| name.clone()));
                index = path_at(tokens, index, here, &mut named);
                continue;
            }
            _ => {}
        }
        index += 1;
    }
    named
}

/// Adds the path that begins at `index`, seen from the module `base`; the index after it.
fn path_at(tokens: &[Token], mut index: usize, base: Vec<String>, named: &mut Vec<NamedPath>) -> usize {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let line = tokens[index].line;
    let mut path = base;
    loop {
        match text(index) {
            "crate" => path.clear(),
            "super" => _ = path.pop(),
            "self" | "*" => {}
            "{" => {
                index += 1;
                while index < tokens.len() && text(index) != "}" {
                    index = match text(index) {
                        "," => index + 1,
                        // What a member is called here does not matter.
                        "as" => index + 2,
                        _ => path_at(tokens, index, path.clone(), named),
                    };
                }
                return index + 1;
            }
            word => path.push(word.to_owned()),
        }
        let goes_on = text(index + 1) == "::"
            && text(index + 2).starts_with(|next: char| next.is_alphanumeric() || "_{*".contains(next));
        if !goes_on {
            named.push((line, path));
            return index + 1;
        }
        index += 2;
    }
}

// --- Which room may name which -----------------------------------------------------------------------------------

/// What a file of a room names or uses against the rules; `module` is the file's module.
fn violations(module: &[String], text: &str) -> Vec<String> {
    let room = module[0].as_str();
    let Some((_, allowed)) = MAY_NAME.iter().find(|(name, _)| *name == room) else {
        return vec![format!("the room `{room}` is not listed: add it to MAY_NAME")];
    };
    let is_room = |name: &str| MAY_NAME.iter().any(|(room, _)| *room == name);
    let code = code_only(text);
    let mut wrong: Vec<String> = named_paths(module, &tokens(&code))
        .into_iter()
        .filter_map(|(line, path)| path.into_iter().next().map(|named| (line, named)))
        .filter(|(_, named)| named != room && !allowed.contains(&named.as_str()))
        .filter(|(_, named)| is_room(named) || ["app", "main"].contains(&named.as_str()))
        .map(|(line, named)| format!("line {line}: `{room}` may not name `{named}`"))
        .collect();
    let forbidden = MUST_NOT_USE.iter().filter(|(name, _)| *name == room).flat_map(|(_, words)| *words);
    for word in forbidden {
        for (line, code) in code.lines().enumerate().filter(|(_, code)| code.contains(word)) {
            wrong.push(format!("line {}: `{room}` must not use `{word}`: {}", line + 1, code.trim()));
        }
    }
    wrong
}

// --- Import circles ----------------------------------------------------------------------------------------------

/// The sources of a room by their modules.
type Room = BTreeMap<Vec<String>, String>;

/// For each file, the files that it imports, each with the line of an import. Ancestors, descendants and tests are left
/// out.
type Imports = BTreeMap<Vec<String>, BTreeMap<Vec<String>, usize>>;

fn imports(room: &Room) -> Imports {
    let mut read: BTreeMap<&Vec<String>, Vec<Token>> = BTreeMap::new();
    let mut tests: Vec<Vec<String>> = Vec::new();
    for (module, text) in room {
        let (kept, test_modules) = without_tests(&tokens(&code_only(text)));
        tests.extend(test_modules.into_iter().map(|name| [module.as_slice(), &[name]].concat()));
        read.insert(module, kept);
    }
    let is_test = |module: &[String]| tests.iter().any(|test| module.starts_with(test));
    let files: Vec<&Vec<String>> = room.keys().filter(|module| !is_test(module)).collect();
    let mut imports = Imports::new();
    for module in &files {
        let imported = imports.entry((*module).clone()).or_default();
        for (line, path) in named_paths(module, &read[*module]) {
            // The file of a path is that of the longest part of it that is a module with a file.
            let named = files.iter().filter(|file| path.starts_with(file)).max_by_key(|file| file.len());
            if let Some(named) = named.filter(|named| !named.starts_with(module) && !module.starts_with(named)) {
                imported.entry((**named).clone()).or_insert(line);
            }
        }
    }
    imports
}

/// The shortest path along imports from one file to another, both included, over at least one import.
fn shortest_path<'a>(imports: &'a Imports, from: &'a [String], to: &[String]) -> Option<Vec<&'a [String]>> {
    let mut before: BTreeMap<&[String], &[String]> = BTreeMap::new();
    let mut queue = VecDeque::from([from]);
    while let Some(file) = queue.pop_front() {
        for next in imports.get(file)?.keys() {
            let is_new = !before.contains_key(next.as_slice());
            if is_new {
                before.insert(next, file);
                queue.push_back(next);
            }
            if is_new && next == to {
                let mut path: Vec<&[String]> = vec![next];
                while path.len() == 1 || path.last() != Some(&from) {
                    path.push(before[path.last().expect("it has an end")]);
                }
                path.reverse();
                return Some(path);
            }
        }
    }
    None
}

/// The strongly connected components of more than one file: files that import each other, directly or not.
fn circles(imports: &Imports) -> Vec<BTreeSet<&[String]>> {
    let mut found: Vec<BTreeSet<&[String]>> = Vec::new();
    for file in imports.keys() {
        if found.iter().any(|circle| circle.contains(file.as_slice())) {
            continue;
        }
        let is_mutual = |other: &&Vec<String>| {
            shortest_path(imports, file, other).is_some() && shortest_path(imports, other, file).is_some()
        };
        let circle: BTreeSet<&[String]> = imports.keys().filter(is_mutual).map(Vec::as_slice).collect();
        if circle.len() > 1 {
            found.push(circle);
        }
    }
    found
}

/// A module's file as a report names it, without the room.
fn file_name(module: &[String]) -> String {
    if module.len() == 1 { "mod".to_owned() } else { module[1..].join("/") }
}

/// The shortest circle among some files, as a chain with lines.
fn chain(imports: &Imports, circle: &BTreeSet<&[String]>) -> String {
    let paths = circle.iter().filter_map(|file| shortest_path(imports, file, file));
    let Some(path) = paths.min_by_key(Vec::len) else { return String::new() };
    let steps = path.windows(2).map(|pair| format!("{} (line {}) → ", file_name(pair[0]), imports[pair[0]][pair[1]]));
    steps.collect::<String>() + &file_name(path[0])
}

/// The circles of the rooms that are not in `known`, and the entries of `known` that are no circle any more.
fn circle_problems(rooms: &BTreeMap<String, Room>, known: &[(&str, &[&str])]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut still_known = BTreeSet::new();
    for (name, room) in rooms {
        let imports = imports(room);
        for circle in circles(&imports) {
            let files: Vec<String> = circle.iter().map(|file| file_name(file)).collect();
            let entry = known
                .iter()
                .position(|(room, listed)| room == name && files.iter().all(|file| listed.contains(&file.as_str())));
            match entry {
                Some(index) => _ = still_known.insert(index),
                None => problems.push(format!("{name}: {}; all of it: {files:?}", chain(&imports, &circle))),
            }
        }
    }
    let solved = known.iter().enumerate().filter(|(index, _)| !still_known.contains(index));
    problems.extend(
        solved.map(|(_, (room, files))| format!("{room}: {files:?} is no circle any more: remove it from KNOWN")),
    );
    problems
}

// --- The sources as they are -------------------------------------------------------------------------------------

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source is there").map(|entry| entry.expect("and can be listed")) {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module of a file, given its path below `src`: `sim/mod.rs` is `sim`, `sim/run/input.rs` is `sim::run::input`.
fn module_of(inside: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.len() > 1 && module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

/// All rooms, by name. `main.rs` and `lib.rs` are none.
fn rooms() -> BTreeMap<String, Room> {
    let source = source_folder();
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    let mut rooms = BTreeMap::<String, Room>::new();
    for file in files {
        let module = module_of(file.strip_prefix(&source).expect("it was found there"));
        if !["main", "lib"].contains(&module[0].as_str()) {
            let text = fs::read_to_string(&file).expect("source is text");
            rooms.entry(module[0].clone()).or_default().insert(module, text);
        }
    }
    rooms
}

#[test]
fn every_room_names_only_what_lies_below_it() {
    let rooms = rooms();
    let files: usize = rooms.values().map(BTreeMap::len).sum();
    assert!(files > 100, "the source was found: {files} files");
    let mut problems = Vec::new();
    for (module, text) in rooms.iter().filter(|(name, _)| *name != "app").flat_map(|(_, room)| room) {
        problems.extend(violations(module, text).into_iter().map(|problem| format!("{}: {problem}", module.join("/"))));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn no_files_of_a_room_import_each_other_in_a_circle() {
    let problems = circle_problems(&rooms(), KNOWN);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_top_folder_of_a_room_holds_few_files() {
    for (name, room) in rooms() {
        // A module of two segments is a file of the top folder, unless it is the `mod.rs` of a folder of its own.
        let is_top = |module: &&Vec<String>| {
            let file = source_folder().join(module.join("/")).with_extension("rs");
            module.len() == 1 || (module.len() == 2 && file.is_file())
        };
        let count = room.keys().filter(is_top).count();
        assert!(count <= TOP_FILES_MAX, "{name} has {count} files in its top folder, more than {TOP_FILES_MAX}");
    }
}

// --- Tests of the checks, on made-up sources ---------------------------------------------------------------------

fn module(path: &str) -> Vec<String> {
    path.split("::").map(str::to_owned).collect()
}

#[test]
fn a_forbidden_name_is_caught_wherever_it_stands() {
    let caught = |room: &str, text: &str| violations(&module(&format!("{room}::file")), text).len();
    assert_eq!(caught("sim", "use crate::view::palette;"), 1);
    assert_eq!(caught("sim", "fn f() {\n    crate::view::palette::INK;\n}"), 1);
    assert_eq!(caught("geometry", "use crate::{level::Level, sim};"), 2);
    assert_eq!(caught("view", "pub use crate::{\n    sim::{run::Run, focus},\n    screens::theme,\n};"), 1);
    assert_eq!(caught("level", "type T = Vec<crate::sim::run::Run>;"), 1);
    assert_eq!(caught("tools", "use crate::view::hud;"), 1);
    assert_eq!(caught("tools", "use crate::app::files;"), 1);
    assert_eq!(caught("audio", "use crate::view::camera::Framing;"), 1);
    assert_eq!(caught("view", "use crate::audio::cues::Cue;"), 1);
    assert_eq!(caught("attic", ""), 1);
    assert_eq!(caught("sim", "use super::super::view::palette;"), 1);
    assert_eq!(caught("sim", "mod tests {\n    use super::super::super::screens::theme;\n}"), 1);
    assert_eq!(caught("sim", "use std::time::Instant;"), 2, "once for each forbidden word");
    assert_eq!(caught("geometry", "use bevy::prelude::*;"), 1);
}

#[test]
fn what_is_allowed_or_only_mentioned_is_not_caught() {
    let caught = |room: &str, text: &str| violations(&module(&format!("{room}::file")), text);
    assert_eq!(caught("screens", "use crate::{view::hud, sim::{run::Run, focus}, level};"), [""; 0]);
    assert_eq!(caught("sim", "use crate::sim::run::Run;\nuse crate::level::Level;"), [""; 0]);
    assert_eq!(caught("sim", "// never use crate::view here\nconst A: &str = \"crate::view\";"), [""; 0]);
    assert_eq!(
        caught("sim", "/* crate::view /* nested */ crate::view */ const A: &str = r#\"\"crate::view\"#;"),
        [""; 0]
    );
    assert_eq!(caught("sim", "const Q: char = '\"'; const N: char = '\\'';\n// crate::view\nfn f<'a>() {}"), [""; 0]);
}

#[test]
fn paths_are_found_with_their_lines_whatever_they_begin_with() {
    let check = |text: &str, expected: &[(usize, &str)]| {
        let found = named_paths(&module("sim::run::input"), &tokens(&code_only(text)));
        let found: Vec<(usize, String)> = found.into_iter().map(|(line, path)| (line, path.join("::"))).collect();
        let found: Vec<(usize, &str)> = found.iter().map(|(line, path)| (*line, path.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    };
    check("use crate::sim::run::Run;", &[(1, "sim::run::Run")]);
    check("use super::Run as R;\nuse super::super::ninja;", &[(1, "sim::run::Run"), (2, "sim::ninja")]);
    check("use self::keys::KEYS;", &[(1, "sim::run::input::keys::KEYS")]);
    check("let a = Vec::<crate::level::Level>::new();", &[(1, "level::Level")]);
    check("crate::level::parse::<u32>(super::x)", &[(1, "level::parse"), (1, "sim::run::x")]);
    check(
        "use crate::{\n    level::{self, Level as L, limits::*},\n    sim::{Run}\n};",
        &[(2, "level"), (2, "level::Level"), (2, "level::limits"), (3, "sim::Run")],
    );
    check(
        "mod a { mod b { use super::super::c; } use super::d; } use super::e;",
        &[(1, "sim::run::input::c"), (1, "sim::run::input::d"), (1, "sim::run::e")],
    );
    check("pub(crate) fn f(self) { self.x; super_x::y; }", &[]);
}

/// Checks the circles of one made-up room, given as files and their sources.
#[track_caller]
fn check_circles(files: &[(&str, &str)], known: &[(&str, &[&str])], expected: &[&str]) {
    let room: Room = files.iter().map(|(path, text)| (module(path), (*text).to_owned())).collect();
    let problems = circle_problems(&BTreeMap::from([("room".to_owned(), room)]), known);
    assert_eq!(problems, expected);
}

#[test]
fn a_circle_is_reported_as_a_chain() {
    check_circles(
        &[
            ("room::a", "use super::b::B;"),
            ("room::b", "\nfn f() { crate::room::a::g() }"),
            ("room::c", "use super::a;"),
        ],
        &[],
        &["room: a (line 1) → b (line 2) → a; all of it: [\"a\", \"b\"]"],
    );
    check_circles(
        &[
            ("room::a", "use super::b;"),
            ("room::b", "use crate::room::{inner::c::C, d};"),
            ("room::inner::c", "use super::super::a::{A, B};"),
            ("room::d", ""),
        ],
        &[],
        &["room: a (line 1) → b (line 1) → inner/c (line 1) → a; all of it: [\"a\", \"b\", \"inner/c\"]"],
    );
}

#[test]
fn a_parent_and_its_descendants_may_import_each_other() {
    check_circles(
        &[
            ("room", "pub mod inner; use inner::leaf::Leaf; fn f() { crate::room::inner::g() }"),
            ("room::inner", "use super::Room; use self::leaf::Leaf;"),
            ("room::inner::leaf", "use super::g; use crate::room::Room;"),
        ],
        &[],
        &[],
    );
    // A file beside the folder is none of them.
    check_circles(
        &[("room::inner", "use super::a::A;"), ("room::a", "use super::inner::g;"), ("room::inner::leaf", "")],
        &[],
        &["room: a (line 1) → inner (line 1) → a; all of it: [\"a\", \"inner\"]"],
    );
    // The path of a file in a folder does not import the folder's own file.
    check_circles(
        &[("room::inner", "use super::a;"), ("room::a", "use super::inner::leaf;"), ("room::inner::leaf", "")],
        &[],
        &[],
    );
}

#[test]
fn test_code_makes_no_circle() {
    check_circles(
        &[
            ("room::a", "use super::b;\n#[cfg(test)]\n#[path = \"x\"]\nmod tests;\n"),
            (
                "room::b",
                "#[cfg(test)]\nmod tests { use super::super::a; fn f() { {} } }\n#[cfg(all(test, unix))]\nuse super::a;",
            ),
            ("room::a::tests", "use super::super::c;"),
            ("room::c", "use super::a::tests;"),
        ],
        &[],
        &[],
    );
    check_circles(
        &[("room::a", "use super::b;"), ("room::b", "#[cfg(not(test))]\nuse super::a;")],
        &[],
        &["room: a (line 1) → b (line 2) → a; all of it: [\"a\", \"b\"]"],
    );
}

#[test]
fn a_known_circle_is_excused_while_it_is_one() {
    let circle = [("room::a", "use super::b;"), ("room::b", "use super::a;")];
    check_circles(&circle, &[("room", &["a", "b", "c"])], &[]);
    check_circles(
        &circle,
        &[("other", &["a", "b"])],
        &[
            "room: a (line 1) → b (line 1) → a; all of it: [\"a\", \"b\"]",
            "other: [\"a\", \"b\"] is no circle any more: remove it from KNOWN",
        ],
    );
    check_circles(
        &circle[..1],
        &[("room", &["a", "b"])],
        &["room: [\"a\", \"b\"] is no circle any more: remove it from KNOWN"],
    );
}
