//! The hint of a level, in which `{jump}` stands for the key or button that is bound to the action.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::escape::escape;
use crate::diagnostics::faults;
use crate::diagnostics::suggest::nearest;
use crate::limits::HINT_CHARS_MAX;
use crate::reader::{Reader, RonValue};

/// What a hint may name in braces.
pub const HINT_ACTIONS: [&str; 7] = ["left", "right", "up", "down", "jump", "focus", "restart"];

/// Reads a hint, and warns of an unknown action. An empty hint is `Some(None)`.
pub(super) fn read<'a>(reader: &mut Reader<'a>, value: RonValue<'a>) -> Option<Option<String>> {
    let hint = reader.line(value, "hint", HINT_CHARS_MAX)?;
    if let Some(word) = unknown_action(&hint) {
        let message = format!("unknown action `{{{}` in the hint; it is shown as it is written", escape(word));
        let label = match nearest(word.trim_end_matches('}'), HINT_ACTIONS) {
            Some(action) => format!("did you mean `{{{action}}}`?"),
            None => "no such action".to_owned(),
        };
        let diagnostic = Diagnostic::warning(message).of(&faults::UNKNOWN_ACTION).at(reader.span(value), label);
        let known = HINT_ACTIONS.map(|action| format!("`{{{action}}}`")).join(", ");
        reader.report(diagnostic.help(format!("the actions are {known}")));
    }
    Some((!hint.is_empty()).then_some(hint))
}

/// What follows the first `{` that begins no action: the text up to a `}`, which is included, or the next word.
fn unknown_action(hint: &str) -> Option<&str> {
    let words = hint.match_indices('{').map(|(at, _)| {
        let rest = &hint[at + 1..];
        match rest.find(['{', '}', ' ']) {
            Some(end) if rest[end..].starts_with('}') => &rest[..=end],
            end => &rest[..end.unwrap_or(rest.len())],
        }
    });
    let mut unknown = words.filter(|word| word.strip_suffix('}').is_none_or(|word| !HINT_ACTIONS.contains(&word)));
    unknown.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_action_is_found() {
        for (hint, expected) in [
            ("Run and jump", None),
            ("{left} {right} run, {jump} jumps", None),
            ("{jmp} jumps", Some("jmp}")),
            ("{jump jumps", Some("jump")),
            ("{left} {}", Some("}")),
            ("{jump} {", Some("")),
            ("{{jump}}", Some("")),
            ("{jump jumps, {left} runs", Some("jump")),
            ("{jump{left}", Some("jump")),
            ("{é} ü", Some("é}")),
        ] {
            assert_eq!(unknown_action(hint), expected, "{hint}");
        }
    }
}
