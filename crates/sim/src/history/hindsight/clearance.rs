//! How near the ninja was to what killed it in the end.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::Death;
use crate::hazards::laser::{Beams, LaserState};
use crate::hazards::mine::{Mine, MineState};
use crate::hazards::orb::{Orb, OrbState};
use crate::hazards::reflection::Reflections;
use crate::hazards::spikes::spike_boxes;
use crate::hazards::turret::{Bullets, Turret};
use crate::hazards::{beam_hits, mine, orb, spikes, turret};
use crate::ninja::Ninja;
use crate::state::actor::ActorIndex;
use crate::tuning::HURT_RADIUS;
use hairline_geometry::limit::Limit;
use hairline_geometry::shapes::segment::distance_circle_segment;

/// What killed, where a distance to it has a meaning. Whatever crushes, and a fall, are none of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Killer {
    /// The lit beams of a laser, reflected segments included.
    Beam(ActorIndex),
    /// One bullet of a turret.
    Bullet {
        /// The turret.
        source: ActorIndex,
        /// The bullet's place in its pool.
        slot: usize,
    },
    /// An orb.
    Orb(ActorIndex),
    /// The blast of a mine, from the tick in which it was lit.
    Blast(ActorIndex),
    /// The lethal rectangle of a tile of spikes, in tiles.
    Spikes(Rect),
}

/// Measures the clearance to a [`Killer`], tick by tick.
#[derive(Clone, Debug)]
pub(super) struct Gauge {
    pub(super) killer: Killer,
    /// The actor; spikes are none.
    entity: Entity,
    /// Tiles that the bullet has flown.
    flown: f32,
}

impl Gauge {
    /// For what caused a death, in the world at the end of its tick.
    pub(super) fn new(death: &Death, world: &mut World) -> Option<Self> {
        let source = death.source.unwrap_or(ActorIndex(0));
        let (killer, entity) = match death.weapon {
            beam_hits::WEAPON => (Killer::Beam(source), entity_of::<LaserState>(world, source)?),
            orb::WEAPON => (Killer::Orb(source), entity_of::<OrbState>(world, source)?),
            mine::WEAPON => (Killer::Blast(source), entity_of::<MineState>(world, source)?),
            turret::WEAPON => {
                let entity = entity_of::<Bullets>(world, source)?;
                let mut pool = world.get::<Bullets>(entity)?.0.iter();
                // It lies where it touched, unless a new bullet took its place in the same tick.
                let slot = pool.position(|bullet| !bullet.flying && Some(bullet.position) == death.at)?;
                (Killer::Bullet { source, slot }, entity)
            }
            spikes::WEAPON => {
                let at = death.at?;
                let mut boxes = spike_boxes(world.resource::<Colliders>().terrain());
                let area = boxes.find(|spikes| spikes.area.contains(at))?.area;
                (Killer::Spikes(area), Entity::PLACEHOLDER)
            }
            _ => return None,
        };
        Some(Self { killer, entity, flown: 0.0 })
    }

    /// Adds the clearance at the end of a tick to a curve: tiles between the hurt circle and what kills, negative where they overlap,
    /// `None` while it is off or does not exist.
    pub(super) fn measure(&mut self, world: &World, curve: &mut Vec<Option<f32>>) {
        if let (Killer::Bullet { slot, .. }, Some(pool)) = (self.killer, world.get::<Bullets>(self.entity)) {
            // Whatever flew in its place before it was another bullet.
            if pool.0[slot].flown < self.flown {
                curve.fill(None);
            }
            self.flown = pool.0[slot].flown;
        }
        curve.push(self.clearance(world, world.resource::<Ninja>().position));
    }

    fn clearance(&self, world: &World, center: Vec2) -> Option<f32> {
        let to_circle = |point: Vec2, radius: f32| center.distance(point) - radius - HURT_RADIUS;
        match self.killer {
            Killer::Beam(_) => {
                let beams = world.get::<Beams>(self.entity).filter(|beams| beams.is_lit())?;
                let start = world.get::<LaserState>(self.entity)?.position;
                let reflected = world.get::<Reflections>(self.entity).into_iter().flat_map(Reflections::iter);
                let distances = beams
                    .iter(start)
                    .chain(reflected)
                    .map(|beam| distance_circle_segment(center, HURT_RADIUS, beam.start, beam.end));
                distances.reduce(f32::at_most)
            }
            Killer::Bullet { slot, .. } => {
                let bullet = world.get::<Bullets>(self.entity)?.0.get(slot).filter(|bullet| bullet.flying)?;
                Some(to_circle(bullet.position, world.get::<Turret>(self.entity)?.bullet_radius()))
            }
            Killer::Orb(_) => {
                let (orb, state) = (world.get::<Orb>(self.entity)?, world.get::<OrbState>(self.entity)?);
                Some(to_circle(state.position, orb.radius))
            }
            Killer::Blast(_) => {
                let (mine, state) = (world.get::<Mine>(self.entity)?, world.get::<MineState>(self.entity)?);
                state.lit_at.map(|_| to_circle(mine.position, mine.blast))
            }
            Killer::Spikes(area) => Some(to_circle(center.clamp(area.min, area.max), 0.0)),
        }
    }
}

/// The entity with a component that is this actor of its kind.
fn entity_of<C: Component>(world: &mut World, source: ActorIndex) -> Option<Entity> {
    let mut actors = world.query_filtered::<(Entity, &ActorIndex), With<C>>();
    actors.iter(world).find(|(_, index)| **index == source).map(|(entity, _)| entity)
}
