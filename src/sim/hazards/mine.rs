//! Mines: charges that are lit when the ninja comes near and then blow up, once a run. What stops bodies shields from the
//! blast, and hides from the mine.

use bevy::prelude::*;

use crate::geometry::ray::RayDirection;
use crate::geometry::terrain::Layer;
use crate::level::MineSettings;
use crate::stable_hash::StableHasher;

use crate::sim::facts::{DeathCause, Fact};
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::Surroundings;
use crate::sim::run::Run;
use crate::sim::state::actor::{ActorIndex, ActorState};
use crate::sim::tuning::{HURT_RADIUS, half_ticks};

/// A charge. Distances in tiles from its center to the hurt circle.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Mine {
    /// Its center.
    pub position: Vec2,
    /// How near the hurt circle must come to light it.
    pub trigger: f32,
    /// Half ticks of hazard time from lit to blown up.
    pub fuse: u32,
    /// How far the blast reaches.
    pub blast: f32,
}

/// What of a mine changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct MineState {
    /// Hazard time (half ticks) at which it was lit.
    pub lit_at: Option<u32>,
    /// Whether it has blown up.
    pub spent: bool,
}

/// What a mine did in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MineEvent {
    /// It was lit.
    Lit,
    /// It blew up, and nobody was in reach of the blast.
    Blown,
    /// It blew up beside the ninja.
    Killed,
}

impl Mine {
    /// A mine as a level describes it.
    pub fn new(settings: &MineSettings) -> Self {
        let MineSettings { position, trigger, fuse, blast } = *settings;
        Self { position, trigger, fuse: half_ticks(fuse), blast }
    }

    /// One tick: lights it when the ninja's center is near enough, and blows it up when its time has come; with no fuse,
    /// both in the same tick, which is told as [`MineEvent::Blown`] or [`MineEvent::Killed`] alone.
    pub fn step(&self, state: &mut MineState, now: u32, center: Vec2, around: &Surroundings) -> Option<MineEvent> {
        if state.spent {
            return None;
        }
        let is_within = |distance: f32| {
            let reach = distance + HURT_RADIUS;
            self.position.distance_squared(center) <= reach * reach && is_open_between(self.position, center, around)
        };
        let lit_now = state.lit_at.is_none() && is_within(self.trigger);
        if lit_now {
            state.lit_at = Some(now);
        }
        let lit_at = state.lit_at?;
        if now.saturating_sub(lit_at) >= self.fuse {
            state.spent = true;
            return Some(if is_within(self.blast) { MineEvent::Killed } else { MineEvent::Blown });
        }
        lit_now.then_some(MineEvent::Lit)
    }
}

/// Whether neither tiles that stop bodies nor obstacles lie between two points.
fn is_open_between(a: Vec2, b: Vec2, around: &Surroundings) -> bool {
    let shielded_by_obstacle = || {
        let Ok(direction) = RayDirection::new(b - a) else { return false };
        let distance = a.distance(b);
        around.obstacles.shapes().iter().any(|shape| shape.cast_ray(a, direction, distance).is_some())
    };
    around.terrain.line_of_sight(a, b, Layer::Body) && !shielded_by_obstacle()
}

impl ActorState for MineState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.lit_at.is_some());
        hasher.write_u32(self.lit_at.unwrap_or_default());
        hasher.write_bool(self.spent);
    }
}

/// The mines of a level.
pub type Mines<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Mine, &'static mut MineState)>;

/// Lights mines and blows them up. Of several that kill at once, the first of the level is the cause.
pub fn blow_mines(
    run: &mut Run,
    around: &Surroundings,
    ninja: &Ninja,
    mines: &mut Mines,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let mut killer: Option<(ActorIndex, Vec2)> = None;
    for (&index, mine, mut state) in mines {
        let &Mine { position, blast, .. } = mine;
        match mine.step(&mut state, run.hazard_half_ticks, ninja.position, around) {
            None => continue,
            Some(MineEvent::Lit) => _ = facts.write(Fact::MineLit { position }),
            Some(MineEvent::Blown) => _ = facts.write(Fact::MineBlown { position, blast }),
            Some(MineEvent::Killed) => {
                facts.write(Fact::MineBlown { position, blast });
                if killer.is_none_or(|(first, _)| index < first) {
                    killer = Some((index, position));
                }
            }
        }
    }
    if let Some((_, center)) = killer {
        ninja.die(DeathCause::Mine { center }, run, facts);
    }
}
