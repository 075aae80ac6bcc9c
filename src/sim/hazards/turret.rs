//! Turrets: how they aim and fire, and how their bullets fly. A turret owns a fixed pool of bullets; nothing is spawned.

use bevy::prelude::*;

use crate::geometry::ray::RayDirection;
use crate::level::{Gate, TurretSettings};
use crate::stable_hash::StableHasher;

use super::bullet::{Flight, Target};
use crate::sim::facts::{DeathCause, Fact};
use crate::sim::motion::aim::TickedAim;
use crate::sim::motion::patrol::Patrol;
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::Surroundings;
use crate::sim::run::Run;
use crate::sim::state::actor::{ActorIndex, ActorState};
use crate::sim::triggers::channel::Channels;
use crate::sim::tuning::{HALF_TICKS_PER_SECOND, half_ticks};

pub use super::bullet::Bullet;

/// What a turret is: nothing here changes during a run. Times in half ticks.
#[derive(Component, Clone, Debug)]
pub struct Turret {
    position: Vec2,
    patrol: Option<Patrol>,
    aim: TickedAim,
    period: u32,
    offset: u32,
    /// From the first shot of a burst to a gap after its last one.
    burst: u32,
    gap: u32,
    speed: f32,
    radius: f32,
    range: f32,
    when: Option<Gate>,
}

impl Turret {
    /// A turret as a level describes it, and its state at the start.
    pub fn new(settings: &TurretSettings) -> (Self, TurretState, Bullets) {
        let (aim, angle) = TickedAim::new(settings.aim);
        let gap = half_ticks(settings.gap).max(1);
        let turret = Self {
            position: settings.position,
            patrol: settings.path.as_ref().map(Patrol::new),
            aim,
            period: half_ticks(settings.period).max(1),
            offset: half_ticks(settings.offset),
            burst: u32::from(settings.burst.max(1)).saturating_mul(gap),
            gap,
            speed: settings.speed,
            radius: settings.radius,
            range: settings.range.unwrap_or(f32::INFINITY),
            when: settings.when,
        };
        let direction = turret.aim.direction_at(0).unwrap_or_else(|| RayDirection::at_angle(angle).get());
        let state = TurretState { position: turret.position_at(0), direction, ..default() };
        (turret, state, Bullets(vec![Bullet::default(); usize::from(settings.pool)]))
    }

    fn position_at(&self, hazard_half_ticks: u32) -> Vec2 {
        self.patrol.as_ref().map_or(self.position, |patrol| patrol.position(hazard_half_ticks))
    }

    /// Moves and turns it to the hazard time of `run`; a tracking one turns towards `target`.
    fn aim(&self, state: &mut TurretState, index: ActorIndex, run: &Run, target: Vec2, around: &Surroundings) {
        state.position = self.position_at(run.hazard_half_ticks);
        match self.aim.direction_at(run.hazard_half_ticks) {
            Some(direction) => state.direction = direction,
            None => self.aim.track(&mut state.direction, &mut state.sees, state.position, index.0, run, target, around),
        }
    }

    /// Whether it fires at a hazard time, in half ticks; its first period begins when its channel lets it, `since` then.
    fn fires_at(&self, since: u32, half_ticks: u32) -> bool {
        let Some(age) = half_ticks.checked_sub(since) else { return false };
        let age = age.saturating_add(self.offset);
        let in_burst = age % self.period;
        age >= self.period && in_burst < self.burst && in_burst.is_multiple_of(self.gap)
    }

    /// Fires what is due in this tick into free bullets of the pool. What is due before the tick's end has flown a part of
    /// it already; the answer is the place of the last one that was fired.
    fn fire(&self, state: &mut TurretState, bullets: &mut Bullets, run: &Run, channels: &Channels) -> Option<usize> {
        let now = run.hazard_half_ticks;
        let since = channels.open_since(self.when, now)?;
        let mut fired = None;
        for due in now - run.hazard_step.min(now) + 1..=now {
            if !self.fires_at(since, due) {
                continue;
            }
            let Some(place) = bullets.0.iter().position(|bullet| !bullet.flying) else { continue };
            let velocity = state.direction * self.speed;
            bullets.0[place] = Bullet { flying: true, position: state.position, velocity, flown: 0.0, looked: 0.0 };
            state.fired_at = Some(due);
            state.flying += 1;
            fired = Some(place);
        }
        fired
    }

    /// The points of its patrol, a closing leg included; nothing for one that stays where it is.
    pub fn path(&self) -> Option<&[Vec2]> {
        self.patrol.as_ref().map(Patrol::points)
    }

    /// The channel that lets it fire.
    pub fn gate(&self) -> Option<Gate> {
        self.when
    }

    /// Seconds of hazard time until its next burst begins; none while its channel keeps it from firing.
    pub fn seconds_to_burst(&self, channels: &Channels, now: u32) -> Option<f32> {
        let since = channels.open_since(self.when, now)?;
        let phase = now.wrapping_sub(since).wrapping_add(self.offset) % self.period;
        Some((self.period - phase) as f32 / HALF_TICKS_PER_SECOND as f32)
    }

    /// The radius of its bullets in tiles; 0 is a point.
    pub fn bullet_radius(&self) -> f32 {
        self.radius
    }
}

/// What of a turret changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct TurretState {
    /// Its center, where bullets start.
    pub position: Vec2,
    /// Unit direction in which it points.
    pub direction: Vec2,
    /// Whether it saw the ninja when it last looked; only turrets that track look.
    pub sees: bool,
    /// Hazard time (half ticks) of the last shot.
    pub fired_at: Option<u32>,
    /// How many of its pool are in flight.
    flying: u16,
}

/// A turret's pool of bullets.
#[derive(Component, Debug, Default, PartialEq)]
pub struct Bullets(pub Vec<Bullet>);

impl Clone for Bullets {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl ActorState for TurretState {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        hasher.write_vec2(self.direction);
        hasher.write_bool(self.sees);
        hasher.write_bool(self.fired_at.is_some());
        hasher.write_u32(self.fired_at.unwrap_or_default());
    }
}

impl ActorState for Bullets {
    fn hash_into(&self, hasher: &mut StableHasher) {
        for bullet in &self.0 {
            hasher.write_bool(bullet.flying);
            hasher.write_vec2(bullet.position);
            hasher.write_vec2(bullet.velocity);
            hasher.write_f32(bullet.flown);
        }
    }
}

/// The turrets of a level.
pub type Turrets<'w, 's> =
    Query<'w, 's, (&'static ActorIndex, &'static Turret, &'static mut TurretState, &'static mut Bullets)>;

/// Flies every bullet, then aims every turret and fires. Bullets fly on while the ninja lies dead, and turrets fire on.
pub fn operate_turrets(
    run: &mut Run,
    channels: &Channels,
    around: &Surroundings,
    ninja: &Ninja,
    turrets: &mut Turrets,
    facts: &mut MessageWriter<Fact>,
) {
    let seconds = run.hazard_step as f32 / HALF_TICKS_PER_SECOND as f32;
    let now = run.hazard_half_ticks;
    let mut shooting = Shooting {
        target: run.is_running().then_some(Target { before: ninja.before, now: ninja.position }),
        killer: None,
        facts,
    };
    for (&index, turret, mut state, mut bullets) in turrets {
        // The lowest free place is filled first, so those in flight are found soon.
        let mut left = state.flying;
        for bullet in bullets.0.iter_mut() {
            if left == 0 {
                break;
            }
            if bullet.flying {
                left -= 1;
                state.flying -= u16::from(shooting.fly(bullet, turret, index, seconds, around));
            }
        }
        turret.aim(&mut state, index, run, ninja.position, around);
        if let Some(place) = turret.fire(&mut state, &mut bullets, run, channels) {
            shooting.facts.write(Fact::BulletFired { position: state.position, direction: state.direction });
            let late = now - state.fired_at.unwrap_or(now);
            if late > 0 {
                let seconds = late as f32 / HALF_TICKS_PER_SECOND as f32;
                state.flying -= u16::from(shooting.fly(&mut bullets.0[place], turret, index, seconds, around));
            }
        }
    }
    if let Some((_, point, velocity)) = shooting.killer {
        ninja.die(DeathCause::Bullet { point, velocity }, run, shooting.facts);
    }
}

/// What the bullets of a tick have to do with.
struct Shooting<'a, 'w> {
    /// The ninja, unless he was dead before.
    target: Option<Target>,
    /// Whose bullet hit him, where, and with which velocity: of several, the one of the first turret in the level's file.
    killer: Option<(ActorIndex, Vec2, Vec2)>,
    facts: &'a mut MessageWriter<'w, Fact>,
}

impl Shooting<'_, '_> {
    /// Flies one bullet for some seconds and tells what came of it; says whether that ended its flight.
    fn fly(
        &mut self,
        bullet: &mut Bullet,
        turret: &Turret,
        index: ActorIndex,
        seconds: f32,
        around: &Surroundings,
    ) -> bool {
        match bullet.fly(seconds, turret.radius, turret.range, self.target, around) {
            Flight::On | Flight::Gone => {}
            Flight::Stopped { point, normal } => _ = self.facts.write(Fact::BulletStopped { point, normal }),
            Flight::Hit { point } => {
                if self.killer.is_none_or(|(other, ..)| index < other) {
                    self.killer = Some((index, point, bullet.velocity));
                }
            }
        }
        !bullet.flying
    }
}
