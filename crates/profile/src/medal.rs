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
