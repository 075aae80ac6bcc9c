//! "Did you mean …?": the known name nearest to a mistyped one.

/// The known name most similar to `typed`, if any is near: at most one edit, and one more for every four of its letters,
/// and fewer edits than it has letters. An edit adds, drops or changes a letter, or swaps two neighbors (the optimal string
/// alignment distance). The case of letters does not matter.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // The distance takes quadratic time, and a file can hold very long words.
    let typed: String = typed.chars().take(64).flat_map(char::to_lowercase).collect();
    known
        .into_iter()
        .map(|name| (strsim::osa_distance(&typed, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 4 && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
