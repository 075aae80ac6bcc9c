//! Mines: charges that are lit when the ninja comes near and then explode, once a run. Whatever stops bodies stops the
//! blast too, and hides the ninja from the mine.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::{Death, Weapon};
use crate::ninja::Ninja;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{HURT_RADIUS, half_ticks};
use hairline_geometry::terrain::Layer;
use hairline_level::MineSettings;

/// A mine as a cause of death.
pub(crate) const WEAPON: Weapon = Weapon { name: "a mine", kind: Some("mine"), presses: false };

/// A charge; fixed during a run. Distances in tiles from its center to the hurt circle.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Mine {
    /// Its center.
    pub position: Vec2,
    /// How near the hurt circle must come to light it.
    pub trigger: f32,
    /// Half ticks of hazard time from lit to exploding.
    pub fuse: u32,
    /// The radius of the blast.
    pub blast: f32,
}

/// The part of a mine that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct MineState {
    /// Hazard time (half ticks) at which it was lit.
    pub lit_at: Option<u32>,
    /// Whether it has exploded.
    pub spent: bool,
}

sim_state!(MineState, "mine", lit_at, spent);

/// A mine was lit.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct MineLit {
    /// Which mine.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
}

/// A mine exploded.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct MineExploded {
    /// Which mine.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
    /// The radius of the blast, in tiles.
    pub blast: f32,
}

/// What a mine did in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MineEvent {
    /// It was lit.
    Lit,
    /// It exploded.
    Exploded {
        /// Whether the ninja was within its blast.
        hit: bool,
    },
}

impl Mine {
    /// A mine as a level describes it.
    pub fn new(settings: &MineSettings) -> Self {
        let MineSettings { position, trigger, fuse, blast } = *settings;
        Self { position, trigger, fuse: half_ticks(fuse), blast }
    }

    /// One tick: lights it when the ninja is near enough and in sight, and explodes it when its fuse has burnt down.
    /// With a fuse of 0 both happen in one tick, and only the explosion is reported.
    pub fn step(&self, state: &mut MineState, now: u32, center: Vec2, colliders: &Colliders) -> Option<MineEvent> {
        if state.spent {
            return None;
        }
        let is_within = |distance: f32| {
            let reach = distance + HURT_RADIUS;
            self.position.distance_squared(center) <= reach * reach
                && colliders.line_of_sight(self.position, center, Layer::Body)
        };
        let lit_now = state.lit_at.is_none() && is_within(self.trigger);
        if lit_now {
            state.lit_at = Some(now);
        }
        let lit_at = state.lit_at?;
        if now.saturating_sub(lit_at) >= self.fuse {
            state.spent = true;
            return Some(MineEvent::Exploded { hit: is_within(self.blast) });
        }
        lit_now.then_some(MineEvent::Lit)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<MineLit>()
        .add_message::<MineExploded>()
        .register_state::<MineState>()
        .register_actor(|settings: &MineSettings| (Mine::new(settings), MineState::default()))
        .add_rule::<Mine, _>(SimulationSystems::Mines, step_mines);
}

/// Lights mines and lets them explode. Of several that kill at once, the first in the level's file is the cause.
fn step_mines(
    mut mines: Populated<(&ActorIndex, &Mine, &mut MineState)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    colliders: Res<Colliders>,
    mut commands: Commands,
) {
    if !run.is_running() {
        return;
    }
    let mut killer: Option<(ActorIndex, Vec2)> = None;
    for (&source, mine, mut state) in &mut mines {
        let &Mine { position, blast, .. } = mine;
        match mine.step(&mut state, run.hazard_half_ticks, ninja.position, &colliders) {
            None => {}
            Some(MineEvent::Lit) => _ = commands.write_message(MineLit { source, position }),
            Some(MineEvent::Exploded { hit }) => {
                commands.write_message(MineExploded { source, position, blast });
                if hit && killer.is_none_or(|(first, _)| source < first) {
                    killer = Some((source, position));
                }
            }
        }
    }
    if let Some((source, position)) = killer {
        let at = ninja.hurt_point_towards(position);
        let death = Death { weapon: WEAPON, source: Some(source), path: Some([position, at]), at: Some(at) };
        ninja.hit(death, &mut run, &mut commands);
    }
}
