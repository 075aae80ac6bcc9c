//! Mines, which are lit when the ninja comes near and then blow up.

use bevy::prelude::*;

use crate::level::MineSettings;
use crate::level::fingerprint::Fingerprint;

use super::actor::ActorState;
use super::tuning::half_ticks;

/// A charge. Distances in tiles from its centre.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Mine {
    /// Its centre.
    pub position: Vec2,
    /// How near the hurt circle must come to light it.
    pub trigger: f32,
    /// Half ticks of hazard time from lit to blown up.
    pub fuse: u32,
    /// How far the blast reaches.
    pub blast: f32,
}

impl Mine {
    /// A mine as a level describes it.
    pub fn new(settings: &MineSettings) -> Self {
        let MineSettings { position, trigger, fuse, blast } = *settings;
        Self { position, trigger, fuse: half_ticks(fuse), blast }
    }
}

/// What of a mine changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct MineState {
    /// Hazard time (half ticks) at which it was lit.
    pub lit_at: Option<u32>,
    /// Whether it has blown up.
    pub spent: bool,
}

impl ActorState for MineState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_bool(self.lit_at.is_some());
        print.write_u32(self.lit_at.unwrap_or_default());
        print.write_bool(self.spent);
    }
}

/// Lights mines and blows them up.
pub fn blow_mines() {}
