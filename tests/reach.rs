//! The tables of what the ninja can do, in `levels/README.md`, are those that the rules make.

use hairline::tools::reach::with_tables;

#[test]
fn the_manual_holds_the_tables_of_these_rules() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/README.md");
    let manual = std::fs::read_to_string(path).expect("the manual is there");
    let renewed = with_tables(&manual).expect("the manual has both marks");
    assert!(
        manual == renewed,
        "the tables have changed: run `hairline reach --write levels/README.md` and read the difference"
    );
}
