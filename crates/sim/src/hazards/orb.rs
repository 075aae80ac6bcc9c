//! Orbs: lethal balls that bounce for ever off tiles, obstacles and one another.
//!
//! A bounce reverses the part of the velocity along the contact normal and keeps the tangential part; off an obstacle that
//! moves it does so in the obstacle's frame. Each bounce restores the orb's own speed: it neither gains from a mover nor
//! loses by rounding.

use bevy::prelude::*;

use crate::colliders::{Colliders, swept_bounds};
use crate::death::{Death, Weapon};
use crate::ninja::Ninja;
use crate::obstacles::Body;
use crate::run::Run;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::HURT_RADIUS;
use hairline_geometry::sweep::{Platforms, time_of_impact_point_circle};
use hairline_level::OrbSettings;

/// An orb as a cause of death.
pub(crate) const WEAPON: Weapon = Weapon { name: "an orb", kind: Some("orb"), presses: false };

/// Most bounces of one orb in a tick; what is left of its motion then is dropped.
const BOUNCES_MAX: u8 = 8;
/// Tiles between an orb and the surface after a bounce, so that rounding cannot trap it there.
const CLEARANCE: f32 = 1e-4;

/// The part of an orb that is fixed during a run.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Body)]
pub struct Orb {
    /// Its radius in tiles.
    pub radius: f32,
    /// Its constant speed in tiles a second of hazard time.
    pub speed: f32,
}

/// The part of an orb that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct OrbState {
    /// Its center.
    pub position: Vec2,
    /// Tiles a second of hazard time.
    pub velocity: Vec2,
}

sim_state!(OrbState, "orb", position, velocity);

/// An orb bounced.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct OrbBounced {
    /// Which orb; of two that met, the later one in the level's file.
    pub source: ActorIndex,
    /// The point of contact.
    pub point: Vec2,
    /// Unit normal of what it hit.
    pub normal: Vec2,
}

/// The last bounce of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// The point of contact.
    pub point: Vec2,
    /// Unit normal of what it hit.
    pub normal: Vec2,
}

impl Orb {
    /// An orb as a level describes it, and its state at the start.
    pub fn new(settings: &OrbSettings) -> (Self, OrbState) {
        let orb = Self { radius: settings.radius, speed: settings.velocity.length() };
        (orb, OrbState { position: settings.position, velocity: settings.velocity })
    }

    /// Moves it for some seconds of hazard time among everything solid. Returns its last bounce.
    pub fn step(&self, state: &mut OrbState, seconds: f32, colliders: &Colliders) -> Option<Bounce> {
        let mut remaining = state.velocity * seconds;
        if colliders.is_empty(swept_bounds(state.position, self.radius, remaining), Platforms::Ignore) {
            state.position += remaining;
            return None;
        }
        let mut last = self.make_room(state, seconds, colliders);
        remaining = state.velocity * seconds;
        for _ in 0..BOUNCES_MAX {
            let contact = colliders.sweep_circle(state.position, self.radius, remaining, Platforms::Ignore);
            let Some(contact) = contact else {
                state.position += remaining;
                break;
            };
            let hit = contact.hit;
            state.position += remaining * hit.fraction;
            let surface = surface_velocity(colliders, contact.obstacle, hit.point, seconds);
            self.bounce(state, hit.normal, surface);
            last = Some(Bounce { point: hit.point, normal: hit.normal });
            remaining = state.velocity * (seconds * (1.0 - hit.fraction)) + hit.normal * CLEARANCE;
        }
        last
    }

    /// Pushes it out of an obstacle that moved into it, as far as there is room, and bounces it off.
    fn make_room(&self, state: &mut OrbState, seconds: f32, colliders: &Colliders) -> Option<Bounce> {
        let (obstacle, overlap) = colliders.obstacles().deepest_overlap(state.position, self.radius)?;
        let out = overlap.normal * (overlap.depth + CLEARANCE);
        // Not through tiles and other obstacles.
        let blocked =
            colliders.sweep_circle_ignoring(Some(obstacle), state.position, self.radius, out, Platforms::Ignore);
        state.position += out * blocked.map_or(1.0, |contact| contact.hit.fraction);
        let surface = surface_velocity(colliders, Some(obstacle), overlap.point, seconds);
        self.bounce(state, overlap.normal, surface);
        Some(Bounce { point: overlap.point, normal: overlap.normal })
    }

    /// Reverses the part of the velocity that goes into a surface, in the frame of the surface.
    fn bounce(&self, state: &mut OrbState, normal: Vec2, surface: Vec2) {
        let into = (state.velocity - surface).dot(normal);
        if into < 0.0 {
            state.velocity -= normal * (2.0 * into);
        }
        self.restore_speed(state, normal);
    }

    /// Restores the orb's own speed, along `fallback` if nothing of the velocity is left.
    fn restore_speed(&self, state: &mut OrbState, fallback: Vec2) {
        state.velocity = state.velocity.normalize_or(fallback) * self.speed;
    }
}

/// The velocity of a touched surface, in tiles a second of hazard time.
fn surface_velocity(colliders: &Colliders, obstacle: Option<usize>, point: Vec2, seconds: f32) -> Vec2 {
    let displacement = obstacle.map_or(Vec2::ZERO, |index| colliders.obstacles().displacement_at(index, point));
    if seconds > 0.0 { displacement / seconds } else { Vec2::ZERO }
}

/// One orb's motion in a tick.
#[derive(Clone, Copy, Debug)]
struct OrbSweep {
    index: ActorIndex,
    orb: Orb,
    before: Vec2,
    state: OrbState,
    /// The box of its motion. A meeting with another orb does not update it: that only shortens the motion.
    bounds: Rect,
    /// It did not bounce, so it can be moved back along its motion.
    is_straight: bool,
}

/// Lets all orbs that met in this tick bounce off each other, pair by pair in the order of their indices.
fn collide_orbs(sweeps: &mut [OrbSweep], mut emit: impl FnMut(OrbBounced)) {
    for second in 1..sweeps.len() {
        let (firsts, rest) = sweeps.split_at_mut(second);
        for first in firsts {
            if let Some(Bounce { point, normal }) = collide(first, &mut rest[0]) {
                emit(OrbBounced { source: rest[0].index, point, normal });
            }
        }
    }
}

/// Lets two orbs that met in this tick bounce off each other: as balls of one mass they exchange the parts of their
/// velocities along the normal, and each keeps its own speed.
fn collide(a: &mut OrbSweep, b: &mut OrbSweep) -> Option<Bounce> {
    if a.bounds.min.cmpgt(b.bounds.max).any() || b.bounds.min.cmpgt(a.bounds.max).any() {
        return None;
    }
    let reach = a.orb.radius + b.orb.radius;
    let (delta_a, delta_b) = (a.state.position - a.before, b.state.position - b.before);
    let fraction = time_of_impact_point_circle(a.before - b.before, delta_a - delta_b, reach)?;
    let (at_a, at_b) = (a.before + delta_a * fraction, b.before + delta_b * fraction);
    let normal = (at_a - at_b).normalize_or(Vec2::X);
    let approach = (a.state.velocity - b.state.velocity).dot(normal);
    if approach >= 0.0 {
        return None;
    }
    a.state.velocity -= normal * approach;
    b.state.velocity += normal * approach;
    a.orb.restore_speed(&mut a.state, normal);
    b.orb.restore_speed(&mut b.state, -normal);
    // Back to where they met; the rest of the tick is dropped. If one of them bounced elsewhere, both stay where they
    // are, since there is room for them.
    if a.is_straight && b.is_straight {
        (a.state.position, b.state.position) = (at_a, at_b);
    }
    Some(Bounce { point: at_b + normal * b.orb.radius, normal })
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<OrbBounced>()
        .register_state::<OrbState>()
        .register_actor(|settings: &OrbSettings| Orb::new(settings))
        .add_rule::<Orb, _>(SimulationSystems::Bodies, locate_orbs)
        .add_rule::<Orb, _>(SimulationSystems::Orbs, move_orbs);
}

fn locate_orbs(mut orbs: Populated<(&Orb, &OrbState, &mut Body)>) {
    for (orb, state, mut body) in &mut orbs {
        *body = Body { center: state.position, radius: orb.radius };
    }
}

/// Moves every orb, bounces it off what it hits, and lets it kill the ninja: of several, the first in the level's file.
/// `sweeps` is only a buffer.
fn move_orbs(
    mut orbs: Populated<(&ActorIndex, &Orb, &mut OrbState)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    colliders: Res<Colliders>,
    mut sweeps: Local<Vec<OrbSweep>>,
    mut commands: Commands,
) {
    sweeps.clear();
    for (&index, &orb, state) in &orbs {
        let (before, mut state) = (state.position, *state);
        let bounce = orb.step(&mut state, run.hazard_seconds(), &colliders);
        if let Some(Bounce { point, normal }) = bounce {
            commands.write_message(OrbBounced { source: index, point, normal });
        }
        let bounds = swept_bounds(before, orb.radius, state.position - before);
        sweeps.push(OrbSweep { index, orb, before, state, bounds, is_straight: bounce.is_none() });
    }
    sweeps.sort_unstable_by_key(|sweep| sweep.index);
    collide_orbs(&mut sweeps, |bounced| _ = commands.write_message(bounced));
    for (index, _, mut state) in &mut orbs {
        *state = sweeps[index.0 as usize].state;
    }
    if !run.is_running() {
        return;
    }
    let touches = |sweep: &&OrbSweep| {
        let delta = (sweep.state.position - sweep.before) - (ninja.position - ninja.previous_position);
        time_of_impact_point_circle(sweep.before - ninja.previous_position, delta, HURT_RADIUS + sweep.orb.radius)
            .is_some()
    };
    if let Some(killer) = sweeps.iter().find(touches) {
        let at = ninja.hurt_point_towards(killer.state.position);
        let path = Some([killer.state.position, at]);
        let death = Death { weapon: WEAPON, source: Some(killer.index), path, at: Some(at) };
        ninja.hit(death, &mut run, &mut commands);
    }
}
