//! Turrets: how they aim and fire. A turret owns a fixed pool of [bullets](super::bullet); nothing is spawned.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::death::{Death, Weapon};
use crate::motion::aim::{TickedAim, shifted};
use crate::motion::route::Route;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::run::channels::Channels;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, SimState, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{half_ticks, seconds};
use hairline_geometry::limit::Limit;
use hairline_level::stable_hash::StableHasher;
use hairline_level::{Gate, TurretSettings};

use super::bullet::{Bullet, Flight, NinjaMotion};

/// A bullet as a cause of death.
pub(crate) const WEAPON: Weapon = Weapon { name: "a bullet", kind: Some("turret"), presses: false };

/// A turret fired.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct BulletFired {
    /// Which turret.
    pub source: ActorIndex,
    /// Where the bullet starts.
    pub position: Vec2,
    /// Unit direction.
    pub direction: Vec2,
}

/// A bullet ended on something solid.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct BulletStopped {
    /// Whose bullet.
    pub source: ActorIndex,
    /// Where.
    pub point: Vec2,
    /// Unit normal of what it hit.
    pub normal: Vec2,
}

/// The part of a turret that is fixed during a run. Times in half ticks.
#[derive(Component, Clone, Debug)]
pub struct Turret {
    route: Route,
    aim: TickedAim,
    period: u32,
    offset: u32,
    /// From the first shot of a burst to a gap after its last one.
    burst: u32,
    gap: u32,
    speed: f32,
    radius: f32,
    range: f32,
    gate: Option<Gate>,
}

impl Turret {
    /// A turret as a level describes it, and its state at the start.
    pub fn new(settings: &TurretSettings) -> (Self, TurretState, Bullets) {
        let (aim, angle) = TickedAim::new(settings.aim);
        let gap = half_ticks(settings.gap).max(1);
        let turret = Self {
            route: Route::new(settings.position, settings.path.as_ref()),
            aim,
            period: half_ticks(settings.period).max(1),
            offset: half_ticks(settings.offset),
            burst: u32::from(settings.burst.max(1)).saturating_mul(gap),
            gap,
            speed: settings.speed,
            radius: settings.radius,
            range: settings.range.unwrap_or(f32::INFINITY),
            gate: settings.when,
        };
        let direction = turret.aim.first_direction(angle);
        let state = TurretState { position: turret.route.start(), direction, ..default() };
        (turret, state, Bullets(vec![Bullet::default(); usize::from(settings.pool)]))
    }

    /// Shifts the phase of its shots and of its aim by half ticks, forward if positive. Shifts add up exactly; its patrol and the
    /// bullets in flight stay.
    pub fn shift_clock(&mut self, by: i32) {
        self.aim.shift_clock(by);
        self.offset = shifted(self.offset, by, self.period);
    }

    /// Moves and turns it to the hazard time of `run`; a tracking turret turns towards `target`.
    fn aim(&self, state: &mut TurretState, index: ActorIndex, run: &Run, target: Vec2, colliders: &Colliders) {
        let TurretState { position, direction, has_target, .. } = state;
        *position = self.route.position_at(&run.channels, run.hazard_half_ticks);
        self.aim.turn(direction, has_target, *position, index, run, target, colliders);
    }

    /// Whether it fires at a hazard time, in half ticks; its first period begins when its gate opens, at `since`.
    fn fires_at(&self, since: u32, half_ticks: u32) -> bool {
        let Some(age) = half_ticks.checked_sub(since) else { return false };
        let age = age.saturating_add(self.offset);
        let in_burst = age % self.period;
        age >= self.period && in_burst < self.burst && in_burst.is_multiple_of(self.gap)
    }

    /// Fires the bullets that are due in this tick, from free slots of the pool. Returns the slot of the last one; if
    /// it was due before the end of the tick, it still has to fly the rest of it.
    fn fire(&self, state: &mut TurretState, bullets: &mut Bullets, run: &Run) -> Option<usize> {
        let now = run.hazard_half_ticks;
        let since = run.channels.open_since(self.gate, now)?;
        let mut fired = None;
        for due in now - run.hazard_step.min(now) + 1..=now {
            if !self.fires_at(since, due) {
                continue;
            }
            let Some(slot) = bullets.0.iter().position(|bullet| !bullet.flying) else { continue };
            let velocity = state.direction * self.speed;
            bullets.0[slot] = Bullet { flying: true, position: state.position, velocity, flown: 0.0 };
            state.fired_at = Some(due);
            fired = Some(slot);
        }
        fired
    }

    /// Its patrol.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// The gate that lets it fire; `None` is always open.
    pub fn gate(&self) -> Option<Gate> {
        self.gate
    }

    /// Seconds of hazard time until its next burst begins; `None` while its gate is shut.
    pub fn seconds_to_burst(&self, channels: &Channels, now: u32) -> Option<f32> {
        let since = channels.open_since(self.gate, now)?;
        let phase = now.wrapping_sub(since).wrapping_add(self.offset) % self.period;
        Some(seconds(self.period - phase))
    }

    /// The radius of its bullets in tiles; 0 is a point.
    pub fn bullet_radius(&self) -> f32 {
        self.radius
    }
}

/// The part of a turret that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct TurretState {
    /// Its center, where bullets start.
    pub position: Vec2,
    /// Unit direction in which it points.
    pub direction: Vec2,
    /// Whether it saw the ninja when it last looked; only tracking turrets look.
    pub has_target: bool,
    /// Hazard time (half ticks) of the last shot.
    pub fired_at: Option<u32>,
}

/// A turret's pool of bullets.
#[derive(Component, Debug, Default, PartialEq, Reflect)]
pub struct Bullets(pub Vec<Bullet>);

impl Clone for Bullets {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

sim_state!(TurretState, "turret", position, direction, has_target, fired_at);

impl SimState for Bullets {
    const KEY: &'static str = "bullets";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self(bullets) = self;
        hasher.write_u32(bullets.len() as u32);
        for &Bullet { flying, position, velocity, flown } in bullets {
            hasher.write_bool(flying);
            hasher.write_vec2(position);
            hasher.write_vec2(velocity);
            hasher.write_f32(flown);
        }
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<BulletFired>()
        .add_message::<BulletStopped>()
        .register_state::<TurretState>()
        .register_state::<Bullets>()
        .register_actor(|settings: &TurretSettings| Turret::new(settings))
        .add_rule::<Turret, _>(SimulationSystems::Turrets, operate_turrets);
}

/// Turret by turret: flies its bullets, aims, and fires. Bullets fly on and turrets fire on while the ninja is dead.
fn operate_turrets(
    mut turrets: Populated<(&ActorIndex, &Turret, &mut TurretState, &mut Bullets)>,
    mut run: ResMut<Run>,
    ninja: Res<Ninja>,
    colliders: Res<Colliders>,
    mut commands: Commands,
) {
    let target = run.is_running().then_some(NinjaMotion { before: ninja.previous_position, now: ninja.position });
    // Of several bullets that hit, that of the first turret in the level's file kills.
    let mut killer: Option<(ActorIndex, Bullet)> = None;
    let mut fly =
        |bullet: &mut Bullet, turret: &Turret, source: ActorIndex, seconds: f32, commands: &mut Commands| match bullet
            .fly(seconds, turret.radius, turret.range, target, &colliders)
        {
            Flight::InFlight | Flight::Expired => {}
            Flight::Stopped { point, normal } => _ = commands.write_message(BulletStopped { source, point, normal }),
            Flight::Hit { .. } => {
                if killer.is_none_or(|(other, _)| source < other) {
                    killer = Some((source, *bullet));
                }
            }
        };
    for (&source, turret, mut state, mut bullets) in &mut turrets {
        for bullet in bullets.0.iter_mut().filter(|bullet| bullet.flying) {
            fly(bullet, turret, source, run.hazard_seconds(), &mut commands);
        }
        turret.aim(&mut state, source, &run, ninja.position, &colliders);
        if let Some(slot) = turret.fire(&mut state, &mut bullets, &run) {
            let TurretState { position, direction, fired_at, .. } = *state;
            commands.write_message(BulletFired { source, position, direction });
            let late = run.hazard_half_ticks - fired_at.unwrap_or(run.hazard_half_ticks);
            if late > 0 {
                fly(&mut bullets.0[slot], turret, source, seconds(late), &mut commands);
            }
        }
    }
    if let Some((source, Bullet { position, velocity, flown, .. })) = killer {
        // The path of the death: a tenth of a second back along the flight, at most to where the bullet was fired.
        let back = velocity.normalize_or_zero() * (velocity.length() * 0.1).clamp(1.5, 6.0).at_most(flown);
        let path = Some([position - back, position]);
        ninja.hit(Death { weapon: WEAPON, source: Some(source), path, at: Some(position) }, &mut run, &mut commands);
    }
}
