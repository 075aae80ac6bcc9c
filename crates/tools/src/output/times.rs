//! Times as the tools print them.

use hairline_sim::tuning::TICKS_PER_SECOND;

/// Ticks as seconds, cut to milliseconds as the clock in the game is.
pub(crate) fn seconds(ticks: usize) -> String {
    let milliseconds = ticks as u64 * 1000 / u64::from(TICKS_PER_SECOND);
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_cut_to_milliseconds() {
        assert_eq!([0, 1, 127, 128, 1000].map(seconds), ["0.000", "0.007", "0.992", "1.000", "7.812"]);
    }
}
