//! Whether players that can miss need more tries where a level is harder by construction: families of levels with one knob.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::population::play;

/// Levels of rising difficulty, and the mean tries of a population at each.
#[derive(Clone, Debug)]
pub struct Family {
    pub name: String,
    pub tries: Vec<f32>,
}

impl Family {
    /// Spearman's rank correlation of tries and place; 0 where all take as many tries.
    pub fn rank_correlation(&self) -> f32 {
        rank_correlation_with_order(&self.tries)
    }

    /// The pairs of levels, and how many of them have the order of their knob in their tries.
    pub fn pairs(&self) -> (usize, usize) {
        let pairs =
            (0..self.tries.len()).flat_map(|first| (first + 1..self.tries.len()).map(move |then| (first, then)));
        let rising = pairs.clone().filter(|&(first, then)| self.tries[first] < self.tries[then]).count();
        (pairs.count(), rising)
    }
}

/// Plays the levels `FAMILY-1.level.ron`, `FAMILY-2.level.ron` and so on of a folder, in the order of their names.
///
/// # Errors
/// In one sentence, if the folder or a level cannot be read, or no way through a level is found.
pub fn families(folder: &Path, is_wanted: impl Fn(&str) -> bool, players: u32) -> Result<Vec<Family>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let name_of = |file: &Path| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.split('-').next().unwrap_or_default().to_owned()
    };
    files.retain(|file| is_wanted(&name_of(file)));
    let mean_tries = |file: &PathBuf| {
        let level = hairline_level::read(file).map_err(|error| error.to_string())?;
        Ok(play(&level, None, players, 0)?.figures().tries_mean)
    };
    let tries: Vec<f32> = files.par_iter().map(mean_tries).collect::<Result<_, String>>()?;
    let mut families: Vec<Family> = vec![];
    for (file, tries) in files.iter().zip(tries) {
        let name = name_of(file);
        match families.last_mut().filter(|family| family.name == name) {
            Some(family) => family.tries.push(tries),
            None => families.push(Family { name, tries: vec![tries] }),
        }
    }
    Ok(families)
}

/// Spearman's rank correlation of values with their order; 0 where all are the same.
pub fn rank_correlation_with_order(values: &[f32]) -> f32 {
    let place: Vec<f32> = (0..values.len()).map(|place| place as f32).collect();
    correlation(&ranks(values), &place)
}

/// The mean rank correlation of families.
pub fn mean_correlation(families: &[Family]) -> f32 {
    families.iter().map(Family::rank_correlation).sum::<f32>() / families.len().max(1) as f32
}

/// The place of each value among them; equal ones share theirs.
fn ranks(values: &[f32]) -> Vec<f32> {
    let rank = |value: &f32| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f32 + (equal - 1) as f32 / 2.0
    };
    values.iter().map(rank).collect()
}

/// Pearson's correlation coefficient.
fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
    let (a_mean, b_mean) = (mean(a), mean(b));
    let products = |a: &[f32], a_mean: f32, b: &[f32], b_mean: f32| -> f32 {
        a.iter().zip(b).map(|(a, b)| (a - a_mean) * (b - b_mean)).sum()
    };
    let spread = (products(a, a_mean, a, a_mean) * products(b, b_mean, b, b_mean)).sqrt();
    if spread > 0.0 { products(a, a_mean, b, b_mean) / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(tries: &[f32]) -> Family {
        Family { name: "x".to_owned(), tries: tries.to_vec() }
    }

    #[test]
    fn the_rank_correlation_is_that_of_textbooks() {
        let cases: [(&[f32], f32); 5] = [
            (&[1.0, 2.0, 3.0, 9.0], 1.0),
            (&[9.0, 3.0, 2.0, 1.0], -1.0),
            (&[1.0, 1.0, 1.0, 1.0], 0.0),
            // d² = 0, 1, 1, 0: 1 − 6 · 2 / (4 · 15).
            (&[1.0, 3.0, 2.0, 4.0], 0.8),
            // Two share the rank 1.5: the correlation of (0, 1.5, 1.5, 3) and (0, 1, 2, 3).
            (&[1.0, 2.0, 2.0, 4.0], 0.948_683_3),
        ];
        for (tries, expected) in cases {
            let found = family(tries).rank_correlation();
            assert!((found - expected).abs() < 1e-6, "{tries:?}: {found}");
        }
    }

    #[test]
    fn pairs_count_those_that_rise() {
        assert_eq!(family(&[1.0, 3.0, 2.0, 2.0]).pairs(), (6, 3));
    }
}
