//! Names of level files.

use hairline_tools::author::names::{refusal, stem_of, title};

#[test]
fn a_file_name_becomes_a_title() {
    assert_eq!(["my-level_2", "a", "--x--", "übung 1"].map(title), ["My Level 2", "A", "X", "Übung 1"]);
}

#[test]
fn names_that_some_system_would_take_for_something_else_are_refused_with_another() {
    let refused = |stem| refusal(stem).unwrap_or_default();
    assert!(refused("CON").contains("call it `CON-level`"));
    assert!(refused("lpt1").contains("Windows"));
    assert!(refused("-x").contains("call it `x`"));
    assert!(refused("--").contains("call it `my-level`"));
    assert!(refused("a b").contains("letters a to z") && refused("").contains("letters a to z"));
    for fine in ["con-1", "a", "console", "level_2", "x-"] {
        assert_eq!(refusal(fine), None, "{fine}");
    }
}

#[test]
fn any_name_becomes_a_safe_file_name() {
    let names = ["Level_0", "Höhle 2", "CON", "../../etc", "", "日本", "中国", "—", "--help", "a.b"];
    let stems =
        ["level-0", "h-hle-2", "con-level", "etc", "level", "u65e5-u672c", "u4e2d-u56fd", "level", "help", "a-b"];
    assert_eq!(names.map(stem_of), stems);
    assert!(names.iter().all(|name| refusal(&stem_of(name)).is_none()));
}
