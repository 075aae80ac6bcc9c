//! The tables of what the ninja can do, in `levels/README.md`, and of how it moves, in `docs/FEEL.md`, are those that the rules
//! make.

use hairline_tools::reach::{Tables, with_tables};

#[track_caller]
fn check(page: &str, tables: Tables, command: &str) {
    let path = format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the page is there");
    let renewed = with_tables(&text, tables).expect("the page has both marks");
    assert!(text == renewed, "the tables have changed: run `{command}` and read the difference");
}

#[test]
fn the_manual_holds_the_tables_of_these_rules() {
    check("levels/README.md", Tables::Reach, "hairline reach --write levels/README.md");
}

#[test]
fn the_feel_table_is_that_of_these_rules() {
    check("docs/FEEL.md", Tables::Feel, "hairline reach --feel --write docs/FEEL.md");
}
