//! What `hairline fmt` makes of texts.

use hairline_tools::author::layout::tidy;

#[track_caller]
fn check(from: &str, to: &str) {
    assert_eq!(tidy(from), to);
    assert_eq!(tidy(to), to, "a second time changes nothing");
}

#[test]
fn lines_are_indented_by_their_brackets() {
    check(
        "(\n version: 1,\n  a: {\n'x': B(c: (d: [\n1,\n],\n)),\n},\n)",
        "(\n    version: 1,\n    a: {\n        'x': B(c: (d: [\n            1,\n        ],\n        )),\n    },\n)\n",
    );
}

#[test]
fn spaces_follow_separators_and_end_no_line() {
    check("(a:1,b :  2 ,  c:[1,2],)  \n\n\n\n// x  \n\n", "(a: 1, b : 2 , c: [1, 2],)\n\n// x\n");
    check("\n\n(a:\t1)\n", "(a: 1)\n");
    check("(a: 1,\r\n\tb: 2)\r\n", "(a: 1,\n    b: 2)\n");
}

#[test]
fn comments_strings_and_characters_stay_as_they_are() {
    check(
        "// a,b:(\n(a:\"x,y:(\\\"\",/* c,d\n   ( */ b:',', c:'\\'')",
        "// a,b:(\n(a: \"x,y:(\\\"\", /* c,d\n   ( */ b: ',', c: '\\'')\n",
    );
    check("(a: r#\"b,\"c\"#,d:'\\u{41}')", "(a: r#\"b,\"c\"#, d: '\\u{41}')\n");
    check("(a: 1, // why\n/* and\n   how */\n b: 2)", "(a: 1, // why\n    /* and\n   how */\n    b: 2)\n");
}

#[test]
fn the_rows_of_a_map_are_one_level_further_in_and_keep_their_cells() {
    check(
        "(\nmap: r\"\n  ##..  \n   #\n\n  ##\n\",\n)",
        "(\n    map: r\"\n        ##..  \n         #\n\n        ##\n    \",\n)\n",
    );
    check("(map: r\"  \n#\n\")", "(map: r\"\n    #\n\")\n");
}

#[test]
fn what_never_ends_ends_with_the_text() {
    for text in ["(\"abc", "('", "r#\"abc", "/* abc", "(a: /", ")", "]]", "", "\u{e4}'\u{f6}"] {
        let once = tidy(text);
        assert_eq!(tidy(&once), once, "{text:?}");
    }
}

#[test]
fn a_map_may_end_on_its_last_row() {
    let tidied = "(\n    map: r\"\n        ###\n        # #\n    \",\n)\n";
    assert_eq!(tidy("(\n  map: r\"\n   ###\n   # #\",\n)\n"), tidied);
    assert_eq!(tidy(tidied), tidied);
}

#[test]
fn unfinished_characters_and_byte_strings_are_kept() {
    for text in ["'\\", "'\\ä", "'\\'", "br\"\\\" x", "br#\"a\"# x", "'"] {
        assert!(tidy(text).contains(text.trim_end()), "{text}: {}", tidy(text));
    }
}
