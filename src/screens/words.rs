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
        let table = FluentResource::try_new(include_str!("../../assets/words/en.ftl").to_owned());
        let table = table.map_err(|(_, errors)| errors).expect("every test of the screens reads the table");
        let mut bundle = FluentBundle::new_concurrent(vec!["en".parse().unwrap_or_default()]);
        // The marks around a placed value are no glyphs of the font, and no text here mixes directions.
        bundle.set_use_isolating(false);
        bundle.add_resource(table).expect("a test holds that no key is there twice");
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
    use super::*;
    use hairline_level::is_drawable;

    fn keys() -> Vec<String> {
        let lines = include_str!("../../assets/words/en.ftl").lines();
        let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_owned());
        lines.filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).filter_map(key).collect()
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
}
