//! The changes of a daily level: each is something that a level file can say, so a changed room is a level like any other.

use serde_json::Value;

use hairline_level::lexer::{TokenKind, tokens};
use hairline_level::{LaserSettings, Level};
use hairline_sim::run::input::TickInput;

/// What is different from the room as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Left and right are exchanged.
    Mirrored,
    /// There is no focus.
    NoFocus,
    /// All hazards are faster.
    Faster,
    /// The shards can only be taken in order, and the exit opens after the last.
    InOrder,
    /// Only light shows where things are.
    Dark,
}

impl Change {
    /// All changes. The choice of each day depends on their order.
    pub const ALL: [Self; 5] = [Self::Mirrored, Self::NoFocus, Self::Faster, Self::InOrder, Self::Dark];

    /// Its word in tables and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mirrored => "mirrored",
            Self::NoFocus => "no-focus",
            Self::Faster => "faster",
            Self::InOrder => "in-order",
            Self::Dark => "dark",
        }
    }

    /// In a few words, for people. The level shows them as its hint.
    pub fn words(self) -> &'static str {
        match self {
            Self::Mirrored => "Mirrored: left is right",
            Self::NoFocus => "No focus",
            Self::Faster => "Hazards faster by 15 %",
            Self::InOrder => "All shards, in their order",
            Self::Dark => "Dark, but for the light of beams",
        }
    }

    /// The fields of a level file that make the change, with their values.
    fn fields(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Mirrored => &[("mirrored", "true")],
            Self::NoFocus => &[("focus", "(max: 0)")],
            Self::Faster => &[("hazard_speed", "1.15")],
            Self::InOrder => &[("exit", "AfterAllShards"), ("shards", "InOrder")],
            Self::Dark => &[("dark", "true")],
        }
    }

    /// The text of a level file with the change.
    pub fn apply(self, text: &str) -> String {
        let hint = Value::from(self.words()).to_string();
        let fields = self.fields().iter().copied().chain([("hint", hint.as_str())]);
        fields.fold(text.to_owned(), |text, (name, value)| with_field(&text, name, value))
    }

    /// Whether a run of a room can be affected, given the level before the change and after it. A room whose file says how fast its
    /// hazards are keeps that.
    pub fn affects(self, text: &str, before: &Level, after: &Level) -> bool {
        match self {
            Self::Faster if tokens(text).any(|token| token.text == "hazard_speed") => false,
            Self::Dark => !before.dark && !before.actors::<LaserSettings>().is_empty(),
            Self::InOrder => before.shards.len() > 1 && before.hash != after.hash,
            Self::Mirrored | Self::NoFocus | Self::Faster => before.hash != after.hash,
        }
    }

    /// The inputs that do with the change what `inputs` do without it, as far as it lets them.
    pub fn inputs(self, inputs: &[TickInput]) -> Vec<TickInput> {
        let changed = |&input: &TickInput| match self {
            Self::Mirrored => input.mirrored(),
            Self::NoFocus => input.without(TickInput::FOCUS),
            Self::Faster | Self::InOrder | Self::Dark => input,
        };
        inputs.iter().map(changed).collect()
    }
}

/// The text of a level file in which a field of the level has this value. The text must be that of a level.
pub(super) fn with_field(text: &str, name: &str, value: &str) -> String {
    let (mut depth, mut at) = (0_usize, 0);
    // The word before, if a `:` after it would make it a field of the level; and where the value of the field wanted begins and ends.
    let (mut word, mut begin, mut end) = (None, None, None);
    // Where the last bracket of the level closes, and whether a comma is before it.
    let (mut close, mut has_comma, mut last_end) = (None, true, 0);
    for token in tokens(text) {
        let (from, to) = (at, at + token.text.len());
        at = to;
        match token.kind {
            TokenKind::Space | TokenKind::LineBreak | TokenKind::LineComment | TokenKind::BlockComment => continue,
            TokenKind::Open => depth += 1,
            TokenKind::Close => {
                depth = depth.saturating_sub(1);
                // An attribute such as `#![enable(implicit_some)]` closes with another bracket.
                if depth == 0 && token.text == ")" {
                    close = Some(from);
                }
            }
            _ => {}
        }
        let ends_value = depth == 0 || depth == 1 && token.text == ",";
        if ends_value && begin.is_some() && end.is_none() {
            end = Some(last_end);
        }
        if token.text == ":" && word == Some(name) && begin.is_none() {
            begin = Some(to);
        }
        if close.is_none() {
            (has_comma, last_end) = (token.text == "," || token.kind == TokenKind::Open && depth == 1, to);
        }
        let name = token.text.strip_prefix("r#").unwrap_or(token.text);
        word = (token.kind == TokenKind::Word && depth == 1).then_some(name);
    }
    match (begin, end, close) {
        (Some(begin), Some(end), _) => format!("{} {value}{}", &text[..begin], &text[end..]),
        (_, _, Some(_)) => {
            let comma = if has_comma { "" } else { "," };
            format!("{}{comma}\n    {name}: {value},{}", &text[..last_end], &text[last_end..])
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_set_where_it_stands_or_at_the_end() {
        for (text, expected) in [
            ("(a: 1)", "(a: 1,\n    b: 2,)"),
            ("(a: 1,)", "(a: 1,\n    b: 2,)"),
            ("(a: 1, // the end\n)\n", "(a: 1,\n    b: 2, // the end\n)\n"),
            ("(b: 1)", "(b: 2)"),
            ("(b: (c: [1, 2]) /* old */, a: 1)", "(b: 2 /* old */, a: 1)"),
            ("(a: (b: 1), b:\"b: \")", "(a: (b: 1), b: 2)"),
            ("(a: (b: 1))", "(a: (b: 1),\n    b: 2,)"),
            ("(a: \"(b: 1\")", "(a: \"(b: 1\",\n    b: 2,)"),
            ("()", "(\n    b: 2,)"),
            ("#![enable(implicit_some)]\n(a: 1)", "#![enable(implicit_some)]\n(a: 1,\n    b: 2,)"),
            ("(r#b: 1)", "(r#b: 2)"),
            ("", ""),
        ] {
            assert_eq!(with_field(text, "b", "2"), expected, "{text}");
        }
    }
}
