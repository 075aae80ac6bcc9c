//! Levels with an actor that is invalid, for tables of `(case, actors, words)`.

use hairline_level::Severity;

/// A name of the case, the actors with a `¦` where the error is, and words that the error contains.
pub type Case = (&'static str, &'static str, &'static str);

/// Each case must have exactly one error, at its `¦` and with its words.
#[track_caller]
pub fn assert_errors(cases: &[Case]) {
    let failures: Vec<String> = cases.iter().filter_map(|case| check(case).err()).collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

/// A level around actors. The letters `a` and `b` are in its map once if they are declared, `t` as often as given.
pub fn level_around(actors: &str, teleports: usize) -> String {
    let is_placed =
        |letter| actors.lines().any(|line| line.starts_with(&format!("'{letter}'")) && !line.contains("at: ("));
    let cell = |letter| if is_placed(letter) { letter } else { '.' };
    let (a, b, t) = (cell('a'), cell('b'), "t".repeat(teleports));
    format!(
        "(version: 1, name: \"a\", map: r\"
################
#..............#
#....{a}.....{b}...#
#..1.......2...#
#@..{t:.<9}.X#
################
\", actors: {{
{actors}
}})"
    )
}

/// There must be exactly one error, at the `¦` in the actors, with the words.
fn check((name, actors, words): &Case) -> Result<(), String> {
    let marked = level_around(actors, 0);
    let (before, _) = marked.split_once('¦').unwrap_or_else(|| panic!("{name}: no place is marked"));
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.lines().last().map_or(0, |line| line.chars().count());
    let column = if before.ends_with('\n') { 1 } else { column };
    let Err(diagnostics) = hairline_level::parse(marked.replace('¦', ""), "test.level.ron") else {
        return Err(format!("{name}: this should be an error\n"));
    };
    let shown = diagnostics.to_string();
    let error = diagnostics.iter().find(|diagnostic| diagnostic.severity() == Severity::Error).expect("an error");
    let found = diagnostics.position(error).map(|position| (position.line, position.column));
    if found == Some((line, column)) && shown.contains(words) && diagnostics.error_count() == 1 {
        return Ok(());
    }
    Err(format!("{name}: at {found:?}, expected {line}:{column} with “{words}” and nothing else\n{shown}\n"))
}
