//! "Did you mean …?": the known name nearest to a mistyped one.

/// The name among `known` that a hand most likely meant by `typed`, if any is near: at most a third of its letters apart.
pub(crate) fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = typed.chars().take(64).flat_map(char::to_lowercase).collect();
    known
        .into_iter()
        .map(|name| (distance(&typed, &name.to_lowercase().chars().collect::<Vec<_>>()), name))
        .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 4 && *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Damerau and Levenshtein's distance (optimal string alignment): letters added, dropped, changed, or two swapped.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = changed.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_hand_meant() {
        let fields = ["from", "to", "period", "offset"];
        assert_eq!(nearest("perod", fields), Some("period"));
        assert_eq!(nearest("Period", fields), Some("period"));
        assert_eq!(nearest("form", fields), Some("from"));
        assert_eq!(nearest("ofset", fields), Some("offset"));
        assert_eq!(nearest("color", fields), None);
        assert_eq!(nearest("", fields), None);
        assert_eq!(nearest("x", fields), None);
    }
}
