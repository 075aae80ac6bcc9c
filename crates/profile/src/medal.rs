//! Medals: how near a time comes to that of the level's proof, the run that is known to finish it.

use serde::{Deserialize, Serialize};

/// A medal, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Medal {
    /// Within 180 % of the proof's time.
    Bronze,
    /// Within 135 %.
    Silver,
    /// Within 110 %.
    Gold,
}

impl Medal {
    /// All medals, the easiest first.
    pub const ALL: [Self; 3] = [Self::Bronze, Self::Silver, Self::Gold];

    /// The longest time that earns it, where the level's proof takes `proof_ticks`; both in ticks.
    pub fn ticks(self, proof_ticks: u32) -> u32 {
        let percent: u64 = match self {
            Self::Bronze => 180,
            Self::Silver => 135,
            Self::Gold => 110,
        };
        (u64::from(proof_ticks) * percent).div_ceil(100).try_into().unwrap_or(u32::MAX)
    }

    pub fn earned(ticks: u32, proof_ticks: u32) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|medal| ticks <= medal.ticks(proof_ticks))
    }

    /// The medal after this one; the first after none.
    pub fn next(current: Option<Self>) -> Option<Self> {
        Self::ALL.into_iter().find(|medal| Some(*medal) > current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_medal_is_earned_to_the_tick() {
        let times = Medal::ALL.map(|medal| medal.ticks(1_000));
        assert_eq!(times, [1_800, 1_350, 1_100]);
        for (ticks, medal) in [
            (1, Some(Medal::Gold)),
            (1_100, Some(Medal::Gold)),
            (1_101, Some(Medal::Silver)),
            (1_350, Some(Medal::Silver)),
            (1_800, Some(Medal::Bronze)),
            (1_801, None),
        ] {
            assert_eq!(Medal::earned(ticks, 1_000), medal, "{ticks}");
        }
        assert_eq!(Medal::Gold.ticks(1), 2, "rounded up");
        assert_eq!(Medal::Bronze.ticks(u32::MAX), u32::MAX);
    }

    #[test]
    fn gold_is_the_last_medal() {
        assert_eq!(Medal::next(None), Some(Medal::Bronze));
        assert_eq!(Medal::next(Some(Medal::Bronze)), Some(Medal::Silver));
        assert_eq!(Medal::next(Some(Medal::Gold)), None);
    }
}
