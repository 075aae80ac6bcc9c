//! Checks what Cargo cannot hold: inside a crate no files import each other in a circle, the game's own rooms import
//! downwards, and geometry, level and sim use no part of std that would break their promises.
//!
//! An import is a path in the syntax tree, in a `use` or where it stands; `pub use` is followed to the file that defines the
//! name. Not counted: tests, paths within macros, and the registration of a plugin (a path that ends in `plugin`), since it
//! only says that a feature exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

/// A module's path below its crate, such as `run::input`; empty for the crate's root.
type Module = Vec<String>;

/// The rooms of the game and the rooms that each may import. `app`, `lib.rs` and `main.rs` import all.
const ROOMS: [(&str, &[&str]); 4] =
    [("view", &[]), ("audio", &[]), ("film", &["view"]), ("screens", &["view", "audio", "film"])];

/// What the crates below the game must not use: they are deterministic and run without a clock, a thread or, but for reading
/// levels, a file.
const FORBIDDEN: [(&str, &[&str]); 3] = [
    ("geometry", &["std::fs", "std::time", "std::thread", "HashMap", "HashSet"]),
    ("level", &["std::time", "std::thread", "HashMap", "HashSet"]),
    ("sim", &["std::fs", "std::time", "std::thread", "bevy::time", "HashMap", "HashSet"]),
];

/// What a source file says of modules.
#[derive(Default)]
struct Source {
    /// The file's module.
    module: Module,
    /// Each path as it is written, and where it leads; `self`, `super` and `crate` are resolved, other paths begin as written.
    paths: Vec<(String, Module)>,
    /// Names that the file makes public under its own, and what they are.
    reexports: BTreeMap<String, Module>,
    /// Names that `use` brings in.
    imported: BTreeMap<String, Module>,
}

/// Marks a path that begins at the crate's root.
const CRATE: &str = "crate";

impl Source {
    fn read(module: Module, text: &str) -> Self {
        let mut source = Self { module, ..Self::default() };
        let file = syn::parse_file(text).expect("the sources compile");
        source.visit_file(&file);
        source
    }

    /// Resolves `crate`, `self` and `super` at the beginning of a path.
    fn resolve(&self, path: Module) -> Module {
        let mut base: Option<Module> = None;
        let mut rest = path.into_iter().peekable();
        while let Some(word) = rest.peek() {
            match word.as_str() {
                "crate" => base = Some(vec![]),
                "self" => base = Some(base.unwrap_or_else(|| self.module.clone())),
                "super" => {
                    let mut parent = base.unwrap_or_else(|| self.module.clone());
                    parent.pop();
                    base = Some(parent);
                }
                _ => break,
            }
            rest.next();
        }
        match base {
            Some(base) => [CRATE.to_owned()].into_iter().chain(base).chain(rest).collect(),
            None => rest.collect(),
        }
    }

    fn add_use(&mut self, tree: &syn::UseTree, before: &Module, is_public: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                let before = [before.clone(), vec![path.ident.to_string()]].concat();
                self.add_use(&path.tree, &before, is_public);
            }
            syn::UseTree::Name(name) => self.add_name(&name.ident, &name.ident, before, is_public),
            syn::UseTree::Rename(name) => self.add_name(&name.ident, &name.rename, before, is_public),
            syn::UseTree::Glob(_) => {
                let path = self.resolve(before.clone());
                self.paths.push((before.join("::"), path));
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.add_use(item, before, is_public)),
        }
    }

    fn add_name(&mut self, name: &syn::Ident, known_as: &syn::Ident, before: &Module, is_public: bool) {
        let mut path = before.clone();
        if name != "self" {
            path.push(name.to_string());
        }
        let written = path.join("::");
        let known_as = if known_as == "self" { path.last().cloned() } else { Some(known_as.to_string()) };
        let mut path = self.resolve(path);
        // `use child::Name` without `self`.
        let is_relative = path.first().is_some_and(|first| first != CRATE && is_module(&self.module, first));
        if is_relative {
            path = [vec![CRATE.to_owned()], self.module.clone(), path].concat();
        }
        if is_public {
            self.reexports.extend(known_as.map(|name| (name, path)));
        } else {
            self.imported.extend(known_as.map(|name| (name, path.clone())));
            self.paths.push((written, path));
        }
    }
}

thread_local! {
    /// The modules of the crate that is being read, so that `use child::Name` is known for what it is.
    static MODULES: std::cell::RefCell<BTreeSet<Module>> = const { std::cell::RefCell::new(BTreeSet::new()) };
}

fn is_module(parent: &Module, child: &str) -> bool {
    let module = [parent.clone(), vec![child.to_owned()]].concat();
    MODULES.with_borrow(|modules| modules.contains(&module))
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let is_test = |list: &syn::MetaList| list.path.is_ident("cfg") && list.tokens.to_string().contains("test");
    attributes.iter().any(|attribute| attribute.meta.require_list().is_ok_and(is_test))
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => &vec![],
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        self.add_use(&item.tree, &vec![], is_public);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {
        // `pub(in crate::run)` imports nothing.
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if !path.segments.is_empty() {
            let words: Module = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let written = words.join("::");
            // `module::item` where `use` brought the module in.
            let words = match self.imported.get(&words[0]) {
                Some(imported) => [imported.clone(), words[1..].to_vec()].concat(),
                None if words.len() > 1 && is_module(&self.module, &words[0]) => {
                    [vec![CRATE.to_owned()], self.module.clone(), words].concat()
                }
                None => self.resolve(words),
            };
            self.paths.push((written, words));
        }
        visit::visit_path(self, path);
    }
}

/// The sources of a crate by their modules.
type Crate = BTreeMap<Module, Source>;

fn read_crate(texts: &[(Module, String)]) -> Crate {
    MODULES.set(texts.iter().map(|(module, _)| module.clone()).collect());
    texts.iter().map(|(module, text)| (module.clone(), Source::read(module.clone(), text))).collect()
}

/// The module of the file that defines what a path names, if this crate does.
fn definition(sources: &Crate, path: &[String]) -> Option<Module> {
    let mut path = path.strip_prefix(&[CRATE.to_owned()])?.to_vec();
    // A chain of re-exports ends; a bound keeps a circle of them from hanging the test.
    for _ in 0..8 {
        let length = (0..=path.len()).rev().find(|length| sources.contains_key(&path[..*length]))?;
        let (module, rest) = path.split_at(length);
        let target = rest.first().and_then(|name| sources[module].reexports.get(name));
        match target.and_then(|target| target.strip_prefix(&[CRATE.to_owned()])) {
            Some(target) => path = [target, &rest[1..]].concat(),
            None => return Some(module.to_vec()),
        }
    }
    None
}

/// Which file imports which, and by what path.
fn imports(sources: &Crate) -> BTreeMap<&Module, BTreeMap<Module, String>> {
    let of = |source: &Source| {
        let counted = source.paths.iter().filter(|(_, path)| path.last().is_none_or(|last| last != "plugin"));
        let targets = counted.filter_map(|(written, path)| Some((definition(sources, path)?, written.clone())));
        targets.filter(|(target, _)| *target != source.module).collect()
    };
    sources.iter().map(|(module, source)| (module, of(source))).collect()
}

/// A shortest circle of imports through a file.
fn circle_through(imports: &BTreeMap<&Module, BTreeMap<Module, String>>, start: &Module) -> Option<Vec<Module>> {
    let mut paths = vec![vec![start.clone()]];
    let mut seen = BTreeSet::new();
    while !paths.is_empty() {
        let mut longer = vec![];
        for path in paths {
            for next in imports[path.last().expect("a path has a start")].keys() {
                let step = [path.clone(), vec![next.clone()]].concat();
                if next == start {
                    return Some(step);
                }
                if seen.insert(next.clone()) {
                    longer.push(step);
                }
            }
        }
        paths = longer;
    }
    None
}

/// The circles of a crate, each with the paths of its imports. A folder's own file and the files directly in it may import
/// each other; a circle that leaves that family counts, through whichever file it goes.
fn circles(sources: &Crate) -> Vec<String> {
    let mut imports = imports(sources);
    let family: Vec<(Module, Module)> = imports
        .iter()
        .flat_map(|(from, targets)| targets.keys().map(|to| ((*from).clone(), to.clone())))
        .filter(|(from, to)| {
            from.split_last().is_some_and(|(_, parent)| parent == to) && imports[to].contains_key(from)
        })
        .collect();
    // Of a folder's file and a file in it that import each other, the child stands for both.
    for (child, parent) in &family {
        let outside: Vec<_> = imports[parent].iter().map(|(to, written)| (to.clone(), written.clone())).collect();
        let targets = imports.get_mut(child).expect("it was listed");
        targets.remove(parent);
        let is_outside = |to: &Module| !to.starts_with(parent);
        targets.extend(outside.into_iter().filter(|(to, _)| is_outside(to)));
    }
    let mut found = BTreeSet::new();
    for start in sources.keys() {
        if let Some(circle) = circle_through(&imports, start) {
            let steps: Vec<String> = circle
                .windows(2)
                .map(|pair| format!("{} (`{}`)", pair[0].join("::"), imports[&pair[0]][&pair[1]]))
                .collect();
            let first = steps.iter().min().and_then(|least| steps.iter().position(|step| step == least));
            let rotated = [&steps[first.unwrap_or(0)..], &steps[..first.unwrap_or(0)]].concat();
            found.insert(rotated.join(" → "));
        }
    }
    found.into_iter().collect()
}

/// What a source of a crate uses although its crate must not.
fn forbidden_uses(source: &Source, forbidden: &[&str]) -> Vec<String> {
    let is_forbidden = |path: &str, word: &&&str| path.starts_with(**word) || path.ends_with(&format!("::{word}"));
    let found = source.paths.iter().filter_map(|(_, path)| {
        let path = path.join("::");
        let word = forbidden.iter().find(|word| is_forbidden(&path, word))?;
        Some(format!("{}: {word}", source.module.join("::")))
    });
    found.collect()
}

/// Imports of a room of the game from a room that does not lie below it.
fn upward_imports(sources: &Crate) -> Vec<String> {
    let mut found = vec![];
    for (from, targets) in imports(sources) {
        let Some((room, below)) = ROOMS.iter().find(|(room, _)| from.first().is_some_and(|first| first == room)) else {
            continue;
        };
        let is_allowed = |to: &Module| to.first().is_some_and(|to| to == room || below.contains(&to.as_str()));
        let wrong = targets.iter().filter(|(to, _)| !is_allowed(to));
        found.extend(wrong.map(|(_, written)| format!("{}: `{written}`", from.join("::"))));
    }
    found
}

// --- The sources as they are -------------------------------------------------------------------------------------

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source is there").map(|entry| entry.expect("and can be listed")) {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The module of a file below `src`: `run/mod.rs` is `run`, `lib.rs` is the root.
fn module_of(file: &Path) -> Module {
    let words = file.with_extension("");
    let words = words.iter().map(|part| part.to_string_lossy().into_owned());
    words.filter(|word| !["mod", "lib"].contains(&word.as_str())).collect()
}

fn crate_at(folder: &Path) -> Crate {
    let source = folder.join("src");
    let mut files = vec![];
    rust_files(&source, &mut files);
    files.retain(|file| *file != source.join("main.rs"));
    let text = |file: &PathBuf| fs::read_to_string(file).expect("source is text");
    let inside = |file: &PathBuf| module_of(file.strip_prefix(&source).expect("it was found there"));
    read_crate(&files.iter().map(|file| (inside(file), text(file))).collect::<Vec<_>>())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn crate_folders() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("crates")).expect("there are crates");
    let folders = entries.map(|entry| entry.expect("they can be listed").path()).filter(|path| path.is_dir());
    [root().to_owned()].into_iter().chain(folders).collect()
}

#[test]
fn no_files_of_a_crate_import_each_other_in_a_circle() {
    let mut problems = vec![];
    for folder in crate_folders() {
        let sources = crate_at(&folder);
        assert!(!sources.is_empty(), "{} has sources", folder.display());
        problems.extend(circles(&sources).into_iter().map(|circle| format!("{}: {circle}", folder.display())));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_rooms_of_the_game_import_downwards() {
    let problems = upward_imports(&crate_at(root()));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_deterministic_crates_use_no_clock_thread_or_hash_map() {
    for (name, forbidden) in FORBIDDEN {
        let sources = crate_at(&root().join("crates").join(name));
        let problems: Vec<String> = sources.values().flat_map(|source| forbidden_uses(source, forbidden)).collect();
        assert!(problems.is_empty(), "{name}: {}", problems.join("\n"));
    }
}

// --- The checks on made-up sources -------------------------------------------------------------------------------

/// Clippy holds the crates that decide play to `clippy.toml`. What the others may not use of it either are std's transcendental
/// functions: a rating, a search and a picture are the same on every machine.
#[test]
fn no_crate_uses_stds_transcendental_functions() {
    let list = fs::read_to_string(root().join("clippy.toml")).expect("the list of methods");
    let banned: Vec<&str> = list
        .lines()
        .filter(|line| line.contains("use bevy::math::ops"))
        .filter_map(|line| line.split('"').nth(1)?.split_once("::").map(|(_, method)| method))
        .collect();
    assert!(banned.contains(&"sin") && banned.contains(&"powf"));
    let mut files = Vec::new();
    crate_folders().iter().for_each(|folder| rust_files(&folder.join("src"), &mut files));
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file");
        for method in &banned {
            let uses = [format!(".{method}("), format!("f32::{method}"), format!("f64::{method}")];
            let found = uses.iter().find(|&call| text.contains(call));
            assert_eq!(found, None, "{}", file.display());
        }
    }
}

fn made_up(files: &[(&str, &str)]) -> Crate {
    let module = |path: &str| path.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect();
    read_crate(&files.iter().map(|(path, text)| (module(path), (*text).to_owned())).collect::<Vec<_>>())
}

#[track_caller]
fn check_circles(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(circles(&made_up(files)), expected);
}

#[test]
fn a_circle_is_found_whichever_way_it_is_written() {
    check_circles(
        &[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "fn f() { super::a::g(); }")],
        &["a (`crate::b::B`) → b (`super::a::g`)"],
    );
    check_circles(
        &[("", "mod a; mod b; pub use b::B;"), ("a", "use crate::{\n    B,\n};"), ("b", "type A = crate::a::A;")],
        &["a (`crate::B`) → b (`crate::a::A`)"],
    );
    // Through a module that `use` brought in.
    check_circles(
        &[("", ""), ("a", "use crate::b; fn f() { b::g() }"), ("b", "use super::a::A as B;")],
        &["a (`b::g`) → b (`super::a::A`)"],
    );
}

#[test]
fn a_circle_through_a_parent_counts() {
    check_circles(
        &[("", ""), ("p", "mod c; struct P { c: c::C }"), ("p::c", "use crate::o::O;"), ("o", "use crate::p::P;")],
        &["o (`crate::p::P`) → p (`c::C`) → p::c (`crate::o::O`)"],
    );
    // Also where the child uses its parent in turn.
    let files = [
        ("", ""),
        ("p", "mod c; struct P(c::C, crate::o::O);"),
        ("p::c", "use super::P;"),
        ("o", "use crate::p::c::C;"),
    ];
    check_circles(&files, &["o (`crate::p::c::C`) → p::c (`crate::o::O`)"]);
}

#[test]
fn a_parent_and_its_children_may_know_each_other_and_plugins_are_registered() {
    check_circles(&[("", ""), ("p", "mod c; struct P(c::C);"), ("p::c", "use super::P;")], &[]);
    check_circles(
        &[("", "fn plugin() { add((a::plugin, b::plugin)); } struct Root;"), ("a", "use crate::Root;"), ("b", "")],
        &[],
    );
    check_circles(&[("", ""), ("a", "#[cfg(test)]\nmod tests { use crate::b::B; }"), ("b", "use crate::a::A;")], &[]);
}

#[test]
fn a_forbidden_use_is_caught_wherever_it_stands() {
    let caught = |text: &str| {
        let sources = made_up(&[("", text)]);
        forbidden_uses(&sources[&vec![]], FORBIDDEN[2].1).len()
    };
    assert_eq!(caught("use std::fs;"), 1);
    assert_eq!(caught("fn f() { let t = std::time::Instant::now(); }"), 1);
    assert_eq!(caught("use std::collections::{BTreeMap, HashMap};"), 1);
    assert_eq!(caught("use std::fmt::Write;\nstruct Fs(std::path::PathBuf);"), 0);
    assert_eq!(caught("#[cfg(test)]\nmod tests { use std::fs; }"), 0);
}

/// The table "Where things are decided" of docs/ARCHITECTURE.md: each row's names are defined in the row's files.
#[test]
fn what_the_architecture_names_stands_where_it_says() {
    let page = include_str!("../../docs/ARCHITECTURE.md");
    let table = page.split("## Where things are decided").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rows = table.expect("the page has the table").lines().filter(|line| line.starts_with("| ")).skip(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = vec![];
    for row in rows {
        let place = row.split('|').nth(2).expect("two columns");
        let quoted = || place.split('`').skip(1).step_by(2);
        let sources: Vec<String> = quoted()
            .filter(|word| word.contains('/'))
            .filter_map(|path| match fs::read_to_string(root.join(path)) {
                Ok(source) => Some(source),
                Err(_) if root.join(path).is_dir() => None,
                Err(error) => {
                    wrong.push(format!("{path}: {error}"));
                    None
                }
            })
            .collect();
        for name in quoted().filter(|word| !word.contains('/') && !word.ends_with('!')) {
            let defined = [format!("fn {name}("), format!("const {name}:")];
            if !sources.iter().any(|source| defined.iter().any(|item| source.contains(item))) {
                wrong.push(format!("{name} is in no file of: {row}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_upward_import_is_caught() {
    let sources = made_up(&[("view", "use crate::audio::A;"), ("audio", ""), ("screens", "use crate::{audio, view};")]);
    assert_eq!(upward_imports(&sources), ["view: `crate::audio::A`"]);
}
