//! The tokens of RON text.

use hairline_level::lexer::tokens;

/// Each token between bars, with the first letters of what it is.
fn shown(text: &str) -> String {
    let shown =
        tokens(text).map(|token| format!("{:?} {}{}", token.kind, token.text, if token.ends { "" } else { "…" }));
    shown.collect::<Vec<_>>().join("|")
}

#[test]
fn every_byte_is_in_one_piece() {
    let texts = [
        "(a:1, // b\n'c': \"d\\\"\",)",
        "r#\"a\"b\"# r#name br\"x\" \u{e4}'\u{f6}",
        "/* /* */",
        "it's '\\'",
        "/",
        "\r\n",
    ];
    for text in texts {
        assert_eq!(tokens(text).map(|token| token.text).collect::<String>(), text);
    }
}

#[test]
fn strings_characters_and_comments_are_whole() {
    assert_eq!(shown("\"a\\\"b\"c"), "String \"a\\\"b\"|Word c");
    assert_eq!(shown("r#\"a\"b\"#,"), "RawString r#\"a\"b\"#|Separator ,");
    assert_eq!(shown("r#name,barr\"x\""), "Word r#name|Separator ,|Word barr|String \"x\"");
    assert_eq!(shown("'a''\\'''\\u{1f600}'"), "Character 'a'|Character '\\''|Character '\\u{1f600}'");
    assert_eq!(shown("it's (x"), "Word it|Word '|Word s|Space  |Open (|Word x");
    assert_eq!(shown("/* a /* b */ */c// d\n"), "BlockComment /* a /* b */ */|Word c|LineComment // d|LineBreak \n");
}

#[test]
fn what_never_ends_goes_to_the_end() {
    assert_eq!(shown("(\"a)"), "Open (|String \"a)…");
    assert_eq!(shown("r#\"a\""), "RawString r#\"a\"…");
    assert_eq!(shown("/* a"), "BlockComment /* a…");
    assert_eq!(shown("'"), "Word '");
    assert_eq!(shown("'\\"), "Word '|Word \\");
}
