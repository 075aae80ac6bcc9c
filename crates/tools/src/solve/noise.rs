//! Numbers that look random and repeat: what a seed changes in a search.

use hairline_level::StableHasher;

/// A number from 0 to 1 for a key and a seed; 0 without a seed.
pub(super) fn noise(key: u64, seed: u64) -> f32 {
    if seed == 0 {
        return 0.0;
    }
    let mut hasher = StableHasher::new();
    // The last word mixes the others: one written last reaches the high bits almost as it is.
    [seed, key, 0].into_iter().for_each(|word| hasher.write_u64(word));
    (hasher.finish() >> 40) as f32 / (1 << 24) as f32
}
