//! Everything that can be set, page by page: a row here is a row on the screen.

use hairline_level::LevelWorld;
use hairline_profile::settings::{AmountRange, Ghosts, Resolution, Settings, SoundDelay, WindowKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountText {
    Percent,
    /// To the left, in the center, or to the right.
    Balance,
}

#[derive(Clone, Copy)]
pub enum Value {
    Toggle(fn(&mut Settings) -> &mut bool),
    Amount {
        range: AmountRange,
        text: AmountText,
        get: fn(&Settings) -> i16,
        /// Writes it; it is in the range.
        set: fn(&mut Settings, i16),
    },
    Choice {
        /// The keys of their words; a key that begins with a digit is written as it is.
        options: &'static [&'static str],
        get: fn(&Settings) -> usize,
        set: fn(&mut Settings, usize),
        /// The label of a value that is no option, as in an edited file.
        other: fn(&Settings) -> Option<String>,
    },
}

#[derive(Clone, Copy)]
pub struct Row {
    /// The key of its words; `-help` after it is the key of the line that explains it.
    pub key: &'static str,
    pub value: Value,
}

pub struct Page {
    pub key: &'static str,
    pub rows: &'static [Row],
    /// Puts all that the page sets back to the defaults.
    pub reset: fn(&mut Settings),
    /// Under its rows: keys and buttons for each action.
    pub has_bindings: bool,
    /// The key of a sentence above its rows, if it has one.
    pub note: Option<&'static str>,
}

macro_rules! toggle {
    ($key:literal, $group:ident . $field:ident) => {
        Row { key: $key, value: Value::Toggle(|settings| &mut settings.$group.$field) }
    };
}

macro_rules! amount {
    ($key:literal, $group:ident . $field:ident, $range:ident, $text:ident) => {
        Row {
            key: $key,
            value: Value::Amount {
                range: AmountRange::$range,
                text: AmountText::$text,
                get: |settings| settings.$group.$field.try_into().expect("settings are in their ranges"),
                set: |settings, value| settings.$group.$field = value.try_into().expect("a range fits its field"),
            },
        }
    };
}

const fn choice(
    key: &'static str,
    options: &'static [&'static str],
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
) -> Row {
    Row { key, value: Value::Choice { options, get, set, other: |_| None } }
}

/// The frame caps that can be chosen; 0 is none. A file may have any other.
const FRAME_CAPS: [u16; 7] = [0, 30, 60, 90, 120, 144, 240];

const GHOSTS: [Ghosts; 3] = [Ghosts::Off, Ghosts::Best, Ghosts::All];
const RESOLUTIONS: [Resolution; 3] = [Resolution::Auto, Resolution::Full, Resolution::Half];

const PAGE: Page = Page { key: "", rows: &[], reset: |_| {}, has_bindings: false, note: None };

pub const PAGES: [Page; 4] = [
    Page {
        key: "settings-tab-picture",
        rows: &[
            choice(
                "window",
                &["window-window", "window-fullscreen"],
                |settings| usize::from(settings.picture.window == WindowKind::Fullscreen),
                |settings, index| {
                    settings.picture.window = if index == 0 { WindowKind::Window } else { WindowKind::Fullscreen };
                },
            ),
            toggle!("vsync", picture.vsync),
            Row {
                key: "frame-cap",
                value: Value::Choice {
                    options: &["frame-cap-none", "30", "60", "90", "120", "144", "240"],
                    get: |settings| {
                        FRAME_CAPS
                            .iter()
                            .position(|cap| *cap >= settings.picture.frame_cap)
                            .unwrap_or(FRAME_CAPS.len() - 1)
                    },
                    set: |settings, index| settings.picture.frame_cap = FRAME_CAPS[index],
                    other: |settings| {
                        let cap = settings.picture.frame_cap;
                        (!FRAME_CAPS.contains(&cap)).then(|| cap.to_string())
                    },
                },
            },
            choice(
                "resolution",
                &["resolution-auto", "resolution-full", "resolution-half"],
                |settings| RESOLUTIONS.iter().position(|whole| *whole == settings.picture.resolution).unwrap_or(0),
                |settings, index| settings.picture.resolution = RESOLUTIONS[index],
            ),
            choice(
                "palette",
                &[
                    "palette-of-world",
                    "world-first-light",
                    "palette-clockwork",
                    "world-moonrise",
                    "world-glass-garden",
                    "world-ironworks",
                    "world-mirror-hall",
                    "palette-halftone",
                    "palette-hairline",
                ],
                |settings| settings.picture.palette.map_or(0, |world| world.index() + 1),
                |settings, index| {
                    settings.picture.palette = index.checked_sub(1).map(|index| LevelWorld::ALL[index]);
                },
            ),
            amount!("bloom", picture.bloom, SHARE, Percent),
            amount!("darkness", picture.darkness, SHARE, Percent),
            amount!("particles", picture.particles, SHARE, Percent),
            amount!("shake", picture.shake, SHARE, Percent),
            amount!("hit-stop", picture.hit_stop, SHARE, Percent),
            toggle!("reduce-flashes", picture.reduce_flashes),
            toggle!("transitions", picture.transitions),
            amount!("hud-size", picture.hud_size, SIZE, Percent),
            amount!("text-size", picture.text_size, SIZE, Percent),
            toggle!("precognition", picture.precognition),
            choice(
                "ghosts",
                &["ghosts-off", "ghosts-best", "ghosts-all"],
                |settings| GHOSTS.iter().position(|ghosts| *ghosts == settings.picture.ghosts).unwrap_or(0),
                |settings, index| settings.picture.ghosts = GHOSTS[index],
            ),
            toggle!("show-clock", picture.show_clock),
            toggle!("show-frame-rate", picture.show_frame_rate),
        ],
        reset: |settings| settings.picture = Settings::default().picture,
        ..PAGE
    },
    Page {
        key: "settings-tab-sound",
        rows: &[
            toggle!("sound-enabled", sound.enabled),
            amount!("master", sound.master, SHARE, Percent),
            amount!("effects", sound.effects, SHARE, Percent),
            amount!("music", sound.music, SHARE, Percent),
            amount!("hazards", sound.hazards, SHARE, Percent),
            toggle!("mono", sound.mono),
            amount!("balance", sound.balance, BALANCE, Balance),
            choice(
                "delay",
                &["delay-short", "delay-safe"],
                |settings| usize::from(settings.sound.delay == SoundDelay::Safe),
                |settings, index| {
                    settings.sound.delay = if index == 0 { SoundDelay::Short } else { SoundDelay::Safe };
                },
            ),
        ],
        reset: |settings| settings.sound = Settings::default().sound,
        ..PAGE
    },
    Page {
        key: "settings-tab-controls",
        rows: &[
            choice(
                "focus-toggles",
                &["focus-holds", "focus-toggle"],
                |settings| usize::from(settings.controls.focus_toggles),
                |settings, index| settings.controls.focus_toggles = index == 1,
            ),
            toggle!("pad-in-background", controls.pad_in_background),
        ],
        reset: |settings| {
            let labels = std::mem::take(&mut settings.controls.labels);
            settings.controls = Settings::default().controls;
            settings.controls.labels = labels;
        },
        has_bindings: true,
        ..PAGE
    },
    Page {
        key: "settings-tab-assist",
        rows: &[
            amount!("game-speed", assist.game_speed, GAME_SPEED, Percent),
            toggle!("endless-focus", assist.endless_focus),
            amount!("beam-charge", assist.beam_charge, BEAM_CHARGE, Percent),
            toggle!("precognition-always", assist.precognition),
            toggle!("forgive-hit", assist.forgive_hit),
            toggle!("shard-checkpoints", assist.shard_checkpoints),
            toggle!("invincible", assist.invincible),
            toggle!("all-worlds", assist.all_worlds),
        ],
        reset: |settings| settings.assist = Settings::default().assist,
        note: Some("assist-note"),
        ..PAGE
    },
];

impl Value {
    /// The next value upwards or downwards: amounts stop at their ends, choices go around, toggles turn over.
    pub fn adjust(&self, settings: &mut Settings, is_up: bool) {
        match self {
            Self::Toggle(field) => {
                let field = field(settings);
                *field = !*field;
            }
            Self::Amount { range, get, set, .. } => {
                let step = if is_up { range.step } else { -range.step };
                set(settings, range.closest(get(settings) + step));
            }
            Self::Choice { options, get, set, .. } => {
                let step = if is_up { 1 } else { options.len() - 1 };
                set(settings, (get(settings) + step) % options.len());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::words::Words;

    fn rows() -> impl Iterator<Item = &'static Row> {
        const { &PAGES }.iter().flat_map(|page| page.rows)
    }

    #[test]
    fn every_row_and_option_has_its_words() {
        let words = Words::english();
        for row in rows() {
            assert!(words.has(row.key) && words.has(&format!("{}-help", row.key)), "{}", row.key);
            if let Value::Choice { options, .. } = row.value {
                for option in options {
                    assert!(words.has(option) || option.starts_with(|c: char| c.is_ascii_digit()), "{option}");
                }
            }
        }
        assert!(PAGES.iter().all(|page| words.has(page.key)));
    }

    #[test]
    fn every_row_changes_exactly_one_thing_and_can_change_it_back() {
        for row in rows() {
            let mut settings = Settings::default();
            row.value.adjust(&mut settings, true);
            if settings == Settings::default() {
                // An amount that begins at its end.
                row.value.adjust(&mut settings, false);
                assert_ne!(settings, Settings::default(), "{}", row.key);
                row.value.adjust(&mut settings, true);
            } else {
                row.value.adjust(&mut settings, false);
            }
            assert_eq!(settings, Settings::default(), "{}", row.key);
        }
    }

    #[test]
    fn a_frame_cap_of_a_file_is_written_as_it_is_and_the_next_one_is_an_option() {
        let cap = rows().find(|row| row.key == "frame-cap").expect("it is there");
        let Value::Choice { other, .. } = cap.value else { panic!("it is a choice") };
        let mut settings = Settings::default();
        assert_eq!(other(&settings), None);
        settings.picture.frame_cap = 75;
        assert_eq!(other(&settings).as_deref(), Some("75"));
        cap.value.adjust(&mut settings, false);
        assert_eq!((other(&settings), settings.picture.frame_cap), (None, 60));
    }

    #[test]
    fn every_amount_reaches_both_ends_of_its_range() {
        for row in rows() {
            let Value::Amount { range, get, .. } = row.value else { continue };
            for (is_up, end) in [(true, range.max), (false, range.min)] {
                let mut settings = Settings::default();
                (0..50).for_each(|_| row.value.adjust(&mut settings, is_up));
                assert_eq!(get(&settings), end, "{}", row.key);
            }
        }
    }

    #[test]
    fn a_value_never_leaves_its_range() {
        for row in rows() {
            for is_up in [true, false] {
                let mut settings = Settings::default();
                for _ in 0..50 {
                    row.value.adjust(&mut settings, is_up);
                    assert_eq!(settings.clone().clamped(), settings, "{}", row.key);
                }
            }
        }
    }

    #[test]
    fn a_page_resets_all_that_its_rows_set() {
        for page in &PAGES {
            let mut settings = Settings::default();
            for row in page.rows {
                row.value.adjust(&mut settings, false);
                row.value.adjust(&mut settings, false);
                row.value.adjust(&mut settings, true);
                row.value.adjust(&mut settings, true);
                row.value.adjust(&mut settings, true);
            }
            (page.reset)(&mut settings);
            assert_eq!(settings, Settings::default(), "{}", page.key);
        }
    }
}
