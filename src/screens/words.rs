//! All that the game writes on the screen: one Fluent table. What others wrote is shown as it is: names and hints of levels,
//! diagnostics of level files, and the reasons that the system gives.

use std::borrow::Cow;

use bevy::prelude::*;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

#[derive(Resource)]
pub struct Words(FluentBundle<FluentResource>);

impl Default for Words {
    fn default() -> Self {
        Self::english()
    }
}

impl Words {
    pub fn english() -> Self {
        let (resource, errors) = match FluentResource::try_new(include_str!("../../assets/words/en.ftl").to_owned()) {
            Ok(resource) => (resource, vec![]),
            // What could be read of it; a test holds that this is all.
            Err((resource, errors)) => (resource, errors),
        };
        debug_assert!(errors.is_empty(), "{errors:?}");
        let mut bundle = FluentBundle::new_concurrent(vec!["en".parse().unwrap_or_default()]);
        // The marks around a placed value are no glyphs of the font, and no text here mixes directions.
        bundle.set_use_isolating(false);
        if let Err(errors) = bundle.add_resource(resource) {
            debug_assert!(false, "{errors:?}");
        }
        Self(bundle)
    }

    /// English with accents and 40 % longer, which shows words that overflow, are cut off or are not in the table.
    pub fn pseudo() -> Self {
        let mut words = Self::english();
        words.0.set_transform(Some(pseudo));
        words
    }

    pub fn has(&self, key: &str) -> bool {
        self.0.has_message(key)
    }

    /// The text of `key`; the key itself if there is none.
    pub fn get(&self, key: &str) -> String {
        self.format(key, None)
    }

    /// The text of `key` with values in its places.
    pub fn with<'a, const N: usize>(&self, key: &str, values: [(&'a str, FluentValue<'a>); N]) -> String {
        self.format(key, Some(&values.into_iter().collect()))
    }

    fn format(&self, key: &str, values: Option<&FluentArgs>) -> String {
        let Some(pattern) = self.0.get_message(key).and_then(|message| message.value()) else {
            debug_assert!(false, "there is no text for {key}");
            return key.to_owned();
        };
        let mut errors = vec![];
        let text = self.0.format_pattern(pattern, values, &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{key}: {errors:?}");
        text
    }
}

/// Letters with accents, and after every five of them another two.
fn pseudo(text: &str) -> Cow<'_, str> {
    let mut longer = String::with_capacity(text.len() * 2);
    let mut letters = 0;
    for character in text.chars() {
        let accented = match character {
            'a' => 'á',
            'e' => 'ë',
            'i' => 'ï',
            'o' => 'ø',
            'u' => 'ü',
            'c' => 'ç',
            'n' => 'ñ',
            's' => 'š',
            'A' => 'Å',
            'E' => 'É',
            'O' => 'Ö',
            'S' => 'Š',
            other => other,
        };
        longer.push(accented);
        if character.is_alphabetic() {
            letters += 1;
            if letters % 5 == 0 {
                longer.extend([accented, accented]);
            }
        }
    }
    longer.into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::*;
    use hairline_level::is_drawable;

    fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                into.push(path);
            }
        }
    }

    /// The texts between quotes in the sources of the screens and the app that look like keys.
    fn quoted() -> BTreeSet<String> {
        let mut files = vec![];
        for room in ["src/screens", "src/app"] {
            sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(room), &mut files);
        }
        let texts = files.into_iter().map(|file| std::fs::read_to_string(file).expect("a source"));
        let is_key = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !text.is_empty();
        texts
            .flat_map(|text| text.split('"').filter(|part| is_key(part)).map(str::to_owned).collect::<Vec<_>>())
            .collect()
    }

    fn keys() -> Vec<String> {
        let lines = include_str!("../../assets/words/en.ftl").lines();
        let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_owned());
        lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).filter_map(key).collect()
    }

    #[test]
    fn every_text_is_used_somewhere() {
        let quoted = quoted();
        let is_used = |key: &String| {
            let base = key.strip_suffix("-help").unwrap_or(key);
            quoted.contains(key) || quoted.contains(base)
        };
        let unused: Vec<String> = keys().into_iter().filter(|key| !is_used(key)).collect();
        assert_eq!(unused, [""; 0]);
    }

    /// The literals of a line that a player could read: anything with a letter that is no key of the table, no name in code
    /// and no file.
    fn readable(line: &str) -> Vec<&str> {
        let is_word = |text: &str| {
            // Without the places of values.
            let text =
                text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect::<String>();
            let prose = text.trim_matches(|c: char| !c.is_alphabetic());
            let is_name = prose.chars().all(|c| c.is_alphanumeric() || "-_.:/\\".contains(c));
            prose.chars().filter(|c| c.is_alphabetic()).count() > 1 && !is_name
        };
        line.split('"').skip(1).step_by(2).filter(|text| is_word(text)).collect()
    }

    #[test]
    fn nothing_that_a_player_reads_is_written_outside_of_the_table() {
        // Read by developers: panics, the log, lints. A level that is part of the program is a file.
        let hidden =
            ["expect(", "warn!(", "error!(", "assert", "panic!(", "reason =", "#[error", ".name(", "println!(", "//"];
        // Diagnostics of files, in English as those of `hairline check`; names and licenses.
        let others = ["diagnostic_report.rs", "palette/file.rs", "credits.rs"];
        let mut files = vec![];
        for room in ["src/screens", "src/view"] {
            sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(room), &mut files);
        }
        let mut found = vec![];
        for file in files.iter().filter(|file| !others.iter().any(|other| file.ends_with(other))) {
            let text = std::fs::read_to_string(file).expect("a source");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (number, line) in code.lines().enumerate() {
                if !hidden.iter().any(|word| line.contains(word)) {
                    found.extend(readable(line).iter().map(|text| format!("{}:{} {text}", file.display(), number + 1)));
                }
            }
        }
        assert_eq!(found, [""; 0]);
        let slip = r#"    node.spawn(theme::line("Last good version", 16.0, TEXT)); words.get("report-more"); at("ArrowLeft");"#;
        assert_eq!(readable(slip), ["Last good version"], "the test finds what it looks for");
    }

    #[test]
    fn the_typeface_has_every_letter_of_every_language() {
        for words in [Words::english(), Words::pseudo()] {
            for key in keys() {
                // Values are numbers, times and names.
                let pattern = words.0.get_message(&key).and_then(|message| message.value()).expect("it has a text");
                let text = words.0.format_pattern(pattern, None, &mut vec![]).into_owned();
                assert!(text.chars().all(is_drawable), "{key}: {text}");
            }
        }
    }

    #[test]
    fn every_key_has_one_text() {
        let keys = keys();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "a key is there twice");
        let words = Words::english();
        assert!(keys.iter().all(|key| words.has(key)));
        assert!(keys.len() > 60);
    }

    #[test]
    fn numbers_take_their_plural() {
        let deaths = |count: u32| Words::english().with("deaths", [("count", count.into())]);
        assert_eq!([deaths(0), deaths(1), deaths(2)], ["no deaths", "1 death", "2 deaths"]);
    }

    #[test]
    fn the_pseudo_locale_is_longer_and_keeps_the_values() {
        let (english, pseudo) = (Words::english(), Words::pseudo());
        let length = |words: &Words| words.get("credits-own").chars().count() as f32;
        let ratio = length(&pseudo) / length(&english);
        assert!((1.25..1.5).contains(&ratio), "{ratio}");
        assert!(pseudo.with("finished-best", [("time", "12.343".into())]).ends_with("12.343"));
        assert_ne!(pseudo.get("title-play"), english.get("title-play"));
    }
}
