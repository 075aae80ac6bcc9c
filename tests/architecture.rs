//! Holds the directions in which the parts of the house may import each other, as `lib.rs` and the design draw them.

use std::fs;
use std::path::{Path, PathBuf};

/// Each part with all that it may name; `main.rs`, `lib.rs` and `app` see everything.
const MAY_NAME: [(&str, &[&str]); 8] = [
    ("stable_hash", &[]),
    ("geometry", &[]),
    ("level", &["geometry", "stable_hash"]),
    ("sim", &["level", "geometry", "stable_hash"]),
    ("tools", &["sim", "level", "geometry"]),
    ("view", &["sim", "level", "geometry"]),
    ("audio", &["sim", "level", "geometry"]),
    ("screens", &["view", "audio", "sim", "level", "geometry"]),
];

/// What a part must not reach for, because its promise would be broken: determinism, and no ECS where none belongs.
const MUST_NOT_USE: [(&str, &[&str]); 3] = [
    ("geometry", &["bevy::prelude", "bevy::ecs", "bevy::app", "std::fs", "std::time", "std::thread", "HashMap"]),
    ("level", &["bevy::prelude", "bevy::ecs", "bevy::app", "std::time", "std::thread", "HashMap"]),
    ("sim", &["std::fs", "std::time", "std::thread", "bevy::time", "Instant", "HashMap", "HashSet"]),
];

/// The source with comments and the content of string literals taken out, line by line.
fn without_words(text: &str) -> Vec<String> {
    let code = |line: &str| {
        let line = line.split("//").next().unwrap_or_default();
        line.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
    };
    text.lines().map(code).collect()
}

/// The parts that a file names by `crate::part` or inside `crate::{…}`, each with its line counted from 1.
fn named_parts(text: &str) -> Vec<(usize, String)> {
    let lines = without_words(text);
    let code = lines.join("\n");
    let mut named = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let line = 1 + code[..at].matches('\n').count();
        let rest = code[at + "crate::".len()..].trim_start();
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 1;
            let mut word = String::new();
            let mut at_start = true;
            for character in group.chars() {
                match character {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
                let is_word = character.is_alphanumeric() || character == '_';
                if depth == 1 && at_start && is_word {
                    word.push(character);
                } else if !word.is_empty() {
                    named.push((line, std::mem::take(&mut word)));
                    at_start = false;
                }
                at_start |= depth == 1 && character == ',';
                if depth == 0 {
                    break;
                }
            }
        } else {
            named.push((line, rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()));
        }
    }
    named
}

/// What is wrong with a file of a part.
fn violations(part: &str, text: &str) -> Vec<String> {
    let Some((_, allowed)) = MAY_NAME.iter().find(|(name, _)| *name == part) else {
        return vec![format!("the part `{part}` is not in the drawing: add it to MAY_NAME")];
    };
    let is_part = |name: &str| MAY_NAME.iter().any(|(part, _)| *part == name);
    let above = parts_above(text).into_iter().filter(|(_, named)| is_part(named));
    let mut wrong: Vec<String> = named_parts(text)
        .into_iter()
        .chain(above)
        .filter(|(_, named)| named != part && !allowed.contains(&named.as_str()))
        .map(|(line, named)| format!("line {line}: `{part}` may not name `{named}`"))
        .collect();
    let forbidden = MUST_NOT_USE.iter().filter(|(name, _)| *name == part).flat_map(|(_, words)| *words);
    for word in forbidden {
        for (line, code) in without_words(text).iter().enumerate().filter(|(_, code)| code.contains(word)) {
            wrong.push(format!("line {}: `{part}` must not use `{word}`: {}", line + 1, code.trim()));
        }
    }
    wrong
}

/// The names reached by `super::super::…`, each with its line counted from 1.
fn parts_above(text: &str) -> Vec<(usize, String)> {
    let code = without_words(text);
    let names = code.iter().enumerate().flat_map(|(line, code)| {
        code.match_indices("super::super::").map(move |(at, prefix)| {
            let rest = code[at + prefix.len()..].trim_start_matches("super::");
            (line + 1, rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        })
    });
    names.collect()
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

#[test]
fn every_part_names_only_what_lies_below_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&source, &mut files);
    assert!(files.len() > 20, "the source was found: {} files", files.len());
    let mut faults = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&source).expect("it was found there");
        let part = inside.iter().next().expect("a file has a name").to_string_lossy();
        let part = part.strip_suffix(".rs").unwrap_or(&part);
        if !["main", "lib", "app"].contains(&part) {
            let text = fs::read_to_string(&file).expect("source is text");
            faults.extend(violations(part, &text).into_iter().map(|fault| format!("{}: {fault}", inside.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_forbidden_name_is_caught_wherever_it_stands() {
    let caught = |part: &str, text: &str| violations(part, text).len();
    assert_eq!(caught("sim", "use crate::view::palette;"), 1);
    assert_eq!(caught("sim", "fn f() {\n    crate::view::palette::INK;\n}"), 1);
    assert_eq!(caught("geometry", "use crate::{level::Level, sim};"), 2);
    assert_eq!(caught("view", "pub use crate::{\n    sim::{run::Run, focus},\n    screens::look,\n};"), 1);
    assert_eq!(caught("level", "type T = Vec<crate::sim::run::Run>;"), 1);
    assert_eq!(caught("tools", "use crate::view::hud;"), 1);
    assert_eq!(caught("audio", "use crate::view::camera::Framing;"), 1);
    assert_eq!(caught("view", "use crate::audio::cues::Cue;"), 1);
    assert_eq!(caught("attic", ""), 1);
    assert_eq!(caught("sim", "use super::super::view::palette;"), 1);
    assert_eq!(caught("sim", "mod tests {\n    use super::super::super::screens::look;\n}"), 1);
    assert_eq!(caught("sim", "use std::time::Instant;"), 2, "once for each forbidden word");
    assert_eq!(caught("geometry", "use bevy::prelude::*;"), 1);
}

#[test]
fn what_is_allowed_or_only_spoken_of_is_not_caught() {
    let caught = |part: &str, text: &str| violations(part, text);
    assert_eq!(caught("screens", "use crate::{view::hud, sim::{run::Run, focus}, level};"), [""; 0]);
    assert_eq!(caught("sim", "use crate::sim::run::Run;\nuse crate::level::Level;"), [""; 0]);
    assert_eq!(caught("sim", "// never use crate::view here\nconst A: &str = \"crate::view\";"), [""; 0]);
}
