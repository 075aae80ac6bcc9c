//! Orbs: lethal balls that bounce for ever off tiles, obstacles and one another.
//!
//! A bounce turns the part of the velocity along the contact normal round and leaves the part along the tangent; off an
//! obstacle that moves it does so in the obstacle's frame. After each bounce the velocity is brought back to the orb's own
//! speed: it neither wins from a mover nor loses by rounding.

use bevy::prelude::*;

use crate::geometry::sweep::Platforms;
use crate::level::OrbSettings;
use crate::level::limits::ACTORS_MAX;
use crate::stable_hash::StableHasher;

use super::bullet::touch_circle;
use crate::sim::facts::{DeathCause, Fact};
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::Surroundings;
use crate::sim::obstacles::bins::{Bins, places};
use crate::sim::run::Run;
use crate::sim::state::actor::{ActorIndex, ActorState};
use crate::sim::state::spawn::LevelTerrain;
use crate::sim::tuning::{HALF_TICKS_PER_SECOND, HURT_RADIUS};

/// Most bounces of one orb in a tick; what is left of its motion then is dropped.
const BOUNCES_MAX: u8 = 8;
/// Tiles by which an orb is kept off what it bounced from, so that rounding cannot hold it there.
const CLEARANCE: f32 = 1e-4;

/// What an orb is: nothing here changes during a run.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Orb {
    /// Its radius in tiles.
    pub radius: f32,
    /// Its speed in tiles a second of hazard time, which it keeps.
    pub speed: f32,
}

/// What of an orb changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct OrbState {
    /// Its center.
    pub position: Vec2,
    /// Tiles a second of hazard time.
    pub velocity: Vec2,
}

/// The last bounce of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounce {
    /// The point of contact.
    pub point: Vec2,
    /// Unit normal of what was met.
    pub normal: Vec2,
}

impl Orb {
    /// An orb as a level describes it, and its state at the start.
    pub fn new(settings: &OrbSettings) -> (Self, OrbState) {
        let orb = Self { radius: settings.radius, speed: settings.velocity.length() };
        (orb, OrbState { position: settings.position, velocity: settings.velocity })
    }

    /// Moves it for some seconds of hazard time among all that is solid.
    pub fn step(&self, state: &mut OrbState, seconds: f32, around: &Surroundings) -> Option<Bounce> {
        let mut remaining = state.velocity * seconds;
        if around.is_clear(state.position, self.radius, remaining) {
            state.position += remaining;
            return None;
        }
        let mut last = self.make_room(state, seconds, around);
        remaining = state.velocity * seconds;
        for _ in 0..BOUNCES_MAX {
            let hit = around.sweep_circle(state.position, self.radius, remaining, Platforms::Ignore);
            let Some((hit, obstacle)) = hit else {
                state.position += remaining;
                break;
            };
            state.position += remaining * hit.fraction;
            let surface = surface_velocity(around, obstacle, hit.point, seconds);
            self.bounce(state, hit.normal, surface);
            last = Some(Bounce { point: hit.point, normal: hit.normal });
            remaining = state.velocity * (seconds * (1.0 - hit.fraction)) + hit.normal * CLEARANCE;
        }
        last
    }

    /// Pushes it out of an obstacle that moved into it, as far as there is room, and off that obstacle.
    fn make_room(&self, state: &mut OrbState, seconds: f32, around: &Surroundings) -> Option<Bounce> {
        let (index, overlap) = around.obstacles.deepest(state.position, self.radius)?;
        let out = overlap.normal * (overlap.depth + CLEARANCE);
        // Tiles and the other obstacles are not for pushing through.
        let blocked = around.sweep_circle_past(1 << index, state.position, self.radius, out, Platforms::Ignore);
        state.position += out * blocked.map_or(1.0, |(hit, _)| hit.fraction);
        let surface = surface_velocity(around, Some(index), overlap.point, seconds);
        self.bounce(state, overlap.normal, surface);
        Some(Bounce { point: overlap.point, normal: overlap.normal })
    }

    /// Turns the part of the velocity that goes into a surface round, in the frame of the surface.
    fn bounce(&self, state: &mut OrbState, normal: Vec2, surface: Vec2) {
        let into = (state.velocity - surface).dot(normal);
        if into < 0.0 {
            state.velocity -= normal * (2.0 * into);
        }
        self.keep_speed(state, normal);
    }

    /// Brings the velocity back to the orb's own speed; one that was taken away wholly goes along `fallback`.
    fn keep_speed(&self, state: &mut OrbState, fallback: Vec2) {
        state.velocity = state.velocity.normalize_or(fallback) * self.speed;
    }
}

/// The velocity of what was met, in tiles a second of hazard time.
fn surface_velocity(around: &Surroundings, obstacle: Option<usize>, point: Vec2, seconds: f32) -> Vec2 {
    let displacement = obstacle.map_or(Vec2::ZERO, |index| around.obstacles.displacement_at(index, point));
    if seconds > 0.0 { displacement / seconds } else { Vec2::ZERO }
}

impl ActorState for OrbState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        hasher.write_vec2(self.velocity);
    }
}

/// One orb's way in a tick.
#[derive(Clone, Copy, Debug)]
struct Way {
    orb: Orb,
    before: Vec2,
    state: OrbState,
    /// Where it goes straight: then it can be put back to a point of its way.
    straight: bool,
}

impl Way {
    /// What the orb sweeps over, grown by more than rounding puts it beside its way.
    fn bounds(&self) -> Rect {
        let reach = self.orb.radius + WAY_MARGIN;
        let (a, b) = (self.before, self.state.position);
        Rect { min: a.min(b) - reach, max: a.max(b) + reach }
    }
}

/// Tiles by which the box of a way is grown.
const WAY_MARGIN: f32 = 1e-3;
/// Words of a mask with a bit for each orb.
const WORDS: usize = ACTORS_MAX / 64;

/// The ways of all orbs in this tick by their [`ActorIndex`], and who can meet whom. Worked out anew in each tick, so no
/// snapshot holds them.
#[derive(Clone, Debug)]
pub struct OrbWays {
    ways: Vec<Way>,
    bins: Bins<WORDS>,
}

impl FromWorld for OrbWays {
    /// With room for the orbs of the level in the world.
    fn from_world(world: &mut World) -> Self {
        let count = world.query::<&Orb>().iter(world).count();
        Self::new(world.resource::<LevelTerrain>().0.size(), count)
    }
}

impl OrbWays {
    /// With room for the orbs of a level.
    pub fn new(map_size: UVec2, count: usize) -> Self {
        let orb = Orb { radius: 0.0, speed: 0.0 };
        let way = Way { orb, before: Vec2::ZERO, state: OrbState::default(), straight: false };
        let count = count.min(ACTORS_MAX);
        Self { ways: vec![way; count], bins: Bins::on_map(map_size, count) }
    }

    /// Lets all that met bounce off each other, in the order of their indices.
    fn meet(&mut self, mut tell: impl FnMut(Bounce)) {
        if self.ways.len() < 2 {
            return;
        }
        for (index, way) in self.ways.iter().enumerate() {
            self.bins.set(index, way.bounds());
        }
        for second in 1..self.ways.len() {
            let (firsts, rest) = self.ways.split_at_mut(second);
            for (word, &mask) in self.bins.beside(second).iter().enumerate().take(second / 64 + 1) {
                for first in places(mask).map(|place| 64 * word + place) {
                    // Itself, and those that it is met by, come last.
                    let Some(first) = firsts.get_mut(first) else { break };
                    if let Some(bounce) = meet(first, &mut rest[0]) {
                        tell(bounce);
                    }
                }
            }
        }
    }
}

/// Lets two orbs that met in this tick bounce off each other: as balls of one mass they exchange the parts of their
/// velocities along the normal, and each keeps its own speed. Says where they met.
fn meet(a: &mut Way, b: &mut Way) -> Option<Bounce> {
    let reach = a.orb.radius + b.orb.radius;
    let (low_a, high_a) = (a.before.min(a.state.position), a.before.max(a.state.position));
    let (low_b, high_b) = (b.before.min(b.state.position), b.before.max(b.state.position));
    if (low_a - reach).cmpgt(high_b).any() || (low_b - reach).cmpgt(high_a).any() {
        return None;
    }
    let (way_a, way_b) = (a.state.position - a.before, b.state.position - b.before);
    let fraction = touch_circle(a.before - b.before, way_a - way_b, reach)?;
    let (at_a, at_b) = (a.before + way_a * fraction, b.before + way_b * fraction);
    let normal = (at_a - at_b).normalize_or(Vec2::X);
    let approach = (a.state.velocity - b.state.velocity).dot(normal);
    if approach >= 0.0 {
        return None;
    }
    a.state.velocity -= normal * approach;
    b.state.velocity += normal * approach;
    a.orb.keep_speed(&mut a.state, normal);
    b.orb.keep_speed(&mut b.state, -normal);
    // Back to where they met; what is left of the tick is dropped. One that has bounced elsewhere stays where it is, where
    // there is room for it.
    if a.straight && b.straight {
        (a.state.position, b.state.position) = (at_a, at_b);
    }
    Some(Bounce { point: at_b + normal * b.orb.radius, normal })
}

/// The orbs of a level.
pub type Orbs<'w, 's> = Query<'w, 's, (&'static ActorIndex, &'static Orb, &'static mut OrbState)>;

/// Moves every orb, bounces it off what it meets, and lets it kill the ninja.
pub fn move_orbs(
    run: &mut Run,
    around: &Surroundings,
    ninja: &Ninja,
    orbs: &mut Orbs,
    ways: &mut OrbWays,
    facts: &mut MessageWriter<Fact>,
) {
    let seconds = run.hazard_step as f32 / HALF_TICKS_PER_SECOND as f32;
    let mut tell = |Bounce { point, normal }: Bounce| _ = facts.write(Fact::OrbBounced { point, normal });
    for (index, &orb, state) in &*orbs {
        let (before, mut state) = (state.position, *state);
        let bounce = orb.step(&mut state, seconds, around);
        bounce.into_iter().for_each(&mut tell);
        ways.ways[index.0 as usize] = Way { orb, before, state, straight: bounce.is_none() };
    }
    ways.meet(tell);
    let mut killer: Option<(ActorIndex, Vec2)> = None;
    for (&index, orb, mut state) in orbs {
        let way = &ways.ways[index.0 as usize];
        *state = way.state;
        let path = (state.position - way.before) - (ninja.position - ninja.before);
        let start = way.before - ninja.before;
        let touches = || touch_circle(start, path, HURT_RADIUS + orb.radius).is_some();
        if run.is_running() && killer.is_none_or(|(other, _)| index < other) && touches() {
            killer = Some((index, state.position));
        }
    }
    if let Some((_, center)) = killer {
        ninja.die(DeathCause::Orb { center }, run, facts);
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// What [`OrbWays::meet`] spares: every pair is looked at.
    fn meet_all(ways: &mut [Way]) -> Vec<Bounce> {
        let mut bounces = vec![];
        for second in 1..ways.len() {
            let (firsts, rest) = ways.split_at_mut(second);
            bounces.extend(firsts.iter_mut().filter_map(|first| meet(first, &mut rest[0])));
        }
        bounces
    }

    #[test]
    fn who_is_near_enough_meets_whatever_the_number_of_orbs() {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(31);
        let mut met = 0;
        for count in [2, 63, 64, 65, 150, ACTORS_MAX] {
            let size = UVec2::new(60, 40);
            let mut orb_ways = OrbWays::new(size, count);
            for _ in 0..50 {
                for way in &mut orb_ways.ways {
                    let orb = Orb { radius: chance.random_range(0.1..1.5), speed: 9.0 };
                    let before = Vec2::new(chance.random_range(-1.0..61.0), chance.random_range(-1.0..41.0));
                    let velocity = Vec2::from_angle(chance.random_range(0.0..6.3)) * orb.speed;
                    let state = OrbState { position: before + velocity * chance.random_range(0.0..0.1), velocity };
                    *way = Way { orb, before, state, straight: chance.random_bool(0.8) };
                }
                let mut all = orb_ways.ways.clone();
                let wanted = meet_all(&mut all);
                let mut found = vec![];
                orb_ways.meet(|bounce| found.push(bounce));
                assert_eq!(found, wanted, "{count} orbs");
                let states = |ways: &[Way]| ways.iter().map(|way| way.state).collect::<Vec<_>>();
                assert_eq!(states(&orb_ways.ways), states(&all), "{count} orbs");
                met += found.len();
            }
        }
        assert!(met > 1000, "only {met} met");
    }
}
