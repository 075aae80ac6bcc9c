//! Text from files: what is escaped where it is quoted, and what is no UTF-8.

use hairline_level::diagnostics::escape::escape;
use hairline_level::is_utf16;

#[test]
fn only_hidden_characters_are_escaped() {
    let check = |text: &str, expected: &str| assert_eq!(escape(text), expected);
    check("levels/Über – 1.level.ron", "levels/Über – 1.level.ron");
    check("U\u{308}ber „1“ 'x' \\ \"y\" █ ★ 日本", "U\u{308}ber „1“ 'x' \\ \"y\" █ ★ 日本");
    check("a\u{1b}[31mb", "a\\u{1b}[31mb");
    check("ok a\nok b\r\tc", "ok a\\nok b\\r\\tc");
    check("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}");
    check("a\u{202e}b\u{2066}c\u{200f}", "a\\u{202e}b\\u{2066}c\\u{200f}");
    check("\u{200b}\u{200d}\u{2028}\u{feff}\u{a0}\u{ad}", "\\u{200b}\\u{200d}\\u{2028}\\u{feff}\\u{a0}\\u{ad}");
    check("", "");
}

#[test]
fn utf_16_is_known_with_and_without_its_mark() {
    for bytes in [&b"\xff\xfe(\0"[..], b"\xfe\xff\0(", b"(\0v\0", b"\0(\0v"] {
        assert!(is_utf16(bytes), "{bytes:?}");
    }
    for bytes in [&b""[..], b"\0", b"(\0", b"(ver", b"\0\0\0\0", "é(".as_bytes()] {
        assert!(!is_utf16(bytes), "{bytes:?}");
    }
}
