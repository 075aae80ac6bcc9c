//! Levels with one actor: the example that its kind declares.

use hairline_level::{Kind, Level};

/// A room with one actor of a kind.
#[track_caller]
pub fn example_of(kind: &Kind) -> Level {
    example_at(kind, 3)
}

/// The same room with its actor in some column; a pair has its other end further to the right.
#[track_caller]
pub fn example_at(kind: &Kind, column: usize) -> Level {
    let mut row = ['.'; 15];
    for index in 0..kind.cells {
        row[column + 6 * index] = 'a';
    }
    room(&row.iter().collect::<String>(), &format!("'a': {}", kind.example))
}

/// The room without an actor.
pub fn empty_room() -> Level {
    room("...............", "")
}

#[track_caller]
fn room(row: &str, actors: &str) -> Level {
    let empty = "...............";
    let map = format!("{empty}\n{empty}\n{row}\n{empty}\n@.............X");
    let text = format!("(version: 1, name: \"Example\", map: r\"\n{map}\n\", actors: {{{actors}}})");
    hairline_level::parse(text, "example.level.ron").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}
