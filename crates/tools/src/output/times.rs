//! Times as the tools print them.

use hairline_profile::medal::Medal;
use hairline_sim::tuning::TICKS_PER_SECOND;

/// Ticks as seconds, cut to milliseconds as the clock in the game is.
pub(crate) fn seconds(ticks: usize) -> String {
    let milliseconds = ticks as u64 * 1000 / u64::from(TICKS_PER_SECOND);
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

/// The seconds within which a run has a medal, for a proof of so many ticks: gold, silver, bronze.
pub(crate) fn medal_seconds(proof_ticks: usize) -> [String; 3] {
    let ticks = u32::try_from(proof_ticks).unwrap_or(u32::MAX);
    let mut times = Medal::ALL.map(|medal| seconds(medal.ticks(ticks) as usize));
    times.reverse();
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_cut_to_milliseconds() {
        assert_eq!([0, 1, 127, 128, 1000].map(seconds), ["0.000", "0.007", "0.992", "1.000", "7.812"]);
    }

    #[test]
    fn gold_is_the_shortest_time() {
        let times = medal_seconds(1280).map(|time| time.parse::<f32>().expect("a number"));
        assert!(times[0] >= 10.0 && times.is_sorted(), "{times:?}");
    }
}
