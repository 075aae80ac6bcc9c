//! The file of `--mapping`: what the names of a map that was not drawn for Hairline mean.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use hairline_level::diagnostics::escape::escape_path;
use hairline_level::diagnostics::faults;
use hairline_level::file::{Unread, bytes};
use hairline_level::is_utf16;
use hairline_level::{Diagnostic, LevelDiagnostics};

use super::errors::error;
use super::files::UTF16;
use super::limits::MAPPING_BYTES_MAX;
use super::words;

/// The name of everything that a part of the mapping does not name.
pub const OTHERS: &str = "*";
const HELP: &str = "docs/IMPORT.md shows a mapping";

/// What names mean. Every map is in the order of the names, so that nothing depends on chance.
#[derive(Debug, Default)]
pub struct Mapping {
    file: MappingFile,
    path: Option<String>,
    /// The names that were looked up and found.
    used: RefCell<BTreeSet<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MappingFile {
    tiles: Names<String>,
    objects: Names<String>,
    settings: Names<Names<String>>,
    properties: Names<String>,
    ignore: BTreeSet<String>,
}

/// Names with their meanings; a name that is there twice is an error, where a map would keep the last.
#[derive(Debug)]
struct Names<V>(BTreeMap<String, V>);

impl<V> Default for Names<V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Names<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NamesVisitor<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for NamesVisitor<V> {
            type Value = Names<V>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("names with what they mean, such as `{ \"thorns\": \"Spikes\" }`")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Names<V>, A::Error> {
                let mut names = BTreeMap::new();
                while let Some(name) = entries.next_key::<String>()? {
                    if names.contains_key(&name) {
                        return Err(A::Error::custom(format!("`{name}` is in the same part of the mapping twice")));
                    }
                    names.insert(name, entries.next_value()?);
                }
                Ok(Names(names))
            }
        }

        deserializer.deserialize_map(NamesVisitor(PhantomData))
    }
}

impl Mapping {
    /// Reads a mapping.
    ///
    /// # Errors
    /// If it cannot be read, or a name in it is mapped to nothing known.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        let name = escape_path(path);
        let fail = |message: String| error(&faults::FOREIGN_FILE, &name, message, HELP);
        let bytes = bytes(path, MAPPING_BYTES_MAX).map_err(|unread| match unread {
            Unread::Failed(reason) => fail(reason),
            Unread::TooLarge(size) => {
                fail(format!("the file has {size} bytes, and a mapping at most {MAPPING_BYTES_MAX}"))
            }
        })?;
        if is_utf16(&bytes) {
            return Err(error(&faults::FOREIGN_FILE, &name, UTF16.0, UTF16.1));
        }
        let text = String::from_utf8(bytes).map_err(|_| fail("it is not UTF-8 text".into()))?;
        Self::parse(&text, &name)
    }

    fn parse(text: &str, name: &str) -> Result<Self, Diagnostic> {
        let file: MappingFile = ron::from_str(text).map_err(|found| {
            // `Names` has its own sentence; the others are explained as in a level.
            let own = if let ron::Error::Message(message) = &found.code { Some(message.clone()) } else { None };
            let (position, sentence) = hairline_level::explain(text, found);
            let place = format!("{name}:{}:{}", position.line, position.column);
            error(&faults::FOREIGN_FILE, &place, own.unwrap_or(sentence), HELP)
        })?;
        for (from, to) in file.tiles.0.iter().chain(&file.objects.0) {
            if words::meaning(to).is_none() {
                let meant = words::suggestion(to).map_or(String::new(), |word| format!("; did you mean `{word}`?"));
                let message = format!("`{from}` is mapped to `{to}`, which means nothing{meant}");
                return Err(error(&faults::FOREIGN_FILE, name, message, HELP));
            }
        }
        if file.properties.0.get(OTHERS).is_some_and(|other| !other.is_empty()) {
            let message = format!("`{OTHERS}` of `properties` can only be `\"\"`, which leaves all others out");
            return Err(error(&faults::FOREIGN_FILE, name, message, HELP));
        }
        Ok(Self { file, path: Some(name.to_owned()), used: RefCell::default() })
    }

    fn used<T>(&self, part: &str, name: &str, found: Option<T>) -> Option<T> {
        if found.is_some() {
            self.used.borrow_mut().insert(format!("{part}: {name}"));
        }
        found
    }

    /// The word for a tile with these names; the first that is known counts.
    pub fn tile(&self, names: &[String]) -> Option<&str> {
        names.iter().find_map(|name| self.used("tiles", name, self.file.tiles.0.get(name))).map(String::as_str)
    }

    /// The word for a class of objects.
    pub fn object(&self, class: &str) -> Option<&str> {
        self.used("objects", class, self.file.objects.0.get(class)).map(String::as_str)
    }

    /// The word for tiles that have no meaning otherwise.
    pub fn other_tiles(&self) -> Option<&str> {
        self.file.tiles.0.get(OTHERS).map(String::as_str)
    }

    /// The word for objects that have no meaning otherwise.
    pub fn other_objects(&self) -> Option<&str> {
        self.file.objects.0.get(OTHERS).map(String::as_str)
    }

    /// Whether `"*"` leaves a property out, unless it means something to its owner: the mapping has `"*"` and does not name the
    /// property.
    pub fn leaves_out(&self, property: &str) -> bool {
        self.file.properties.0.contains_key(OTHERS) && !self.file.properties.0.contains_key(property)
    }

    /// Whether it gives this name to a property.
    pub fn renames_to(&self, property: &str) -> bool {
        self.file.properties.0.values().any(|name| name == property)
    }

    /// The settings that actors of a class have unless they say otherwise, in RON.
    pub fn settings(&self, class: &str) -> Option<&BTreeMap<String, String>> {
        self.used("settings", class, self.file.settings.0.get(class)).map(|settings| &settings.0)
    }

    /// What a property is called in a level; empty if it is left out.
    pub fn property<'a>(&'a self, name: &'a str) -> &'a str {
        self.used("properties", name, self.file.properties.0.get(name)).map_or(name, String::as_str)
    }

    /// Whether layers or objects of this name or class are left out.
    pub fn ignores(&self, name: &str) -> bool {
        self.used("ignore", name, self.file.ignore.get(name)).is_some()
    }

    /// Warns of each name that was never found.
    pub fn warn_of_unused(&self, diagnostics: &mut LevelDiagnostics) {
        let Some(path) = &self.path else { return };
        // Each part, a word for its names, and the names.
        let parts: [(&str, &str, Vec<&String>); 5] = [
            ("tiles", "tile", self.file.tiles.0.keys().collect()),
            ("objects", "object", self.file.objects.0.keys().collect()),
            ("settings", "actor", self.file.settings.0.keys().collect()),
            ("properties", "property", self.file.properties.0.keys().collect()),
            ("ignore", "layer or object", self.file.ignore.iter().collect()),
        ];
        let used = self.used.borrow();
        for (part, what, names) in parts {
            for name in names.into_iter().filter(|name| *name != OTHERS && !used.contains(&format!("{part}: {name}"))) {
                let warning = Diagnostic::warning(format!("no {what} in the imported files is called `{name}`"))
                    .of(&faults::UNUSED_MAPPING)
                    .place(&format!("{path}, `{part}`"))
                    .help("correct the name, or remove it from the mapping");
                diagnostics.add(warning);
            }
        }
    }
}
