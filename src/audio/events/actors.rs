//! What actors do, as it is heard: which sound a fact of theirs makes, at which place and how far it carries. What a fact
//! leaves open (who threw him, who raised a channel) is read from the actors themselves.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::level::Channel;
use crate::sim::facts::Fact;
use crate::sim::hazards::camera::{CameraState, SecurityCamera};
use crate::sim::hazards::orb::{Orb, OrbState};
use crate::sim::run::focus::Focus;
use crate::sim::triggers::spring::Spring;
use crate::sim::triggers::switch::{Key, Switch};
use crate::sim::tuning::SPRING_REACH;

use super::cues::{SLOW_RATE, Wander};
use crate::audio::bank::Sound;
use crate::audio::engine::commands::{Orders, Strike};
use crate::audio::engine::listener::Ear;
use crate::audio::engine::throttle::Crowds;
use crate::audio::{AudioSystems, Setting};

/// Tiles. How far it is heard: a shot across a screen, a bounce across half of one, a bullet's end nearby.
const SHOT_RANGE: f32 = 30.0;
const BOUNCE_RANGE: f32 = 22.0;
const IMPACT_RANGE: f32 = 16.0;
/// Under this gain nothing is struck.
const GAIN_MIN: f32 = 0.01;
/// Tiles. An orb of this radius bounces at the pitch that was made; one of half of it an octave higher.
const ORB_RADIUS: f32 = 0.4;
/// Tiles. A blast that reaches so far is as low as it was made.
const BLAST: f32 = 2.0;

/// A sound of an actor.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Heard {
    sound: Sound,
    gain: f32,
    rate: f32,
    place: Option<Vec2>,
    /// Tiles; infinite for what the player has to know wherever he is.
    range: f32,
}

impl Heard {
    fn at(place: Vec2, sound: Sound, gain: f32) -> Self {
        Self { sound, gain, rate: 1.0, place: Some(place), range: f32::INFINITY }
    }

    fn within(self, range: f32) -> Self {
        Self { range, ..self }
    }

    fn pitched(self, rate: f32) -> Self {
        Self { rate, ..self }
    }
}

/// What of the actors the sound of a fact depends on.
#[derive(SystemParam)]
struct Cast<'w, 's> {
    springs: Query<'w, 's, &'static Spring>,
    switches: Query<'w, 's, &'static Switch>,
    keys: Query<'w, 's, &'static Key>,
    cameras: Query<'w, 's, (&'static SecurityCamera, &'static CameraState)>,
    orbs: Query<'w, 's, (&'static Orb, &'static OrbState)>,
}

impl Cast<'_, '_> {
    /// The sounds of a fact: mostly one, none for what is no actor's.
    fn hear(&self, fact: &Fact) -> [Option<Heard>; 2] {
        let heard = match *fact {
            Fact::NinjaTeleported { from, to } => {
                return [Some(Heard::at(from, Sound::TeleportIn, 0.8)), Some(Heard::at(to, Sound::TeleportOut, 0.9))];
            }
            Fact::NinjaBounced { position, normal } => {
                let sound = if self.is_thrown_by_spring(position, normal) { Sound::Spring } else { Sound::Bumper };
                Heard::at(position, sound, 0.85)
            }
            Fact::BulletFired { position, .. } => Heard::at(position, Sound::Shot, 0.75).within(SHOT_RANGE),
            Fact::BulletStopped { point, .. } => Heard::at(point, Sound::Impact, 0.8).within(IMPACT_RANGE),
            Fact::OrbBounced { point, .. } => {
                let rate = (ORB_RADIUS / self.radius_at(point)).clamp(0.4, 2.0);
                Heard::at(point, Sound::OrbBounce, 0.7).within(BOUNCE_RANGE).pitched(rate)
            }
            Fact::ChannelRaised { channel, by } => match self.raiser(channel, by) {
                Raiser::Camera => Heard::at(by, Sound::Alarm, 0.8),
                Raiser::Switch => Heard::at(by, Sound::SwitchOn, 0.8),
                // That it is taken is a fact of its own.
                Raiser::Key => return [None; 2],
            },
            Fact::ChannelLowered { channel } => self.lowered(channel),
            Fact::KeyTaken { position } => Heard::at(position, Sound::Key, 0.8),
            Fact::DoorMoved { position, opens: true } => Heard::at(position, Sound::DoorOpens, 0.7),
            Fact::DoorMoved { position, opens: false } => Heard::at(position, Sound::DoorCloses, 0.7),
            Fact::MineLit { position } => Heard::at(position, Sound::MineLit, 0.8),
            Fact::MineBlown { position, blast } => {
                Heard::at(position, Sound::MineBlown, 1.0).pitched((BLAST / blast).sqrt().clamp(0.7, 1.4))
            }
            _ => return [None; 2],
        };
        [Some(heard), None]
    }

    /// A spring throws along its own direction, to the bit, and only whom it touches.
    fn is_thrown_by_spring(&self, position: Vec2, normal: Vec2) -> bool {
        self.springs
            .iter()
            .any(|spring| spring.direction == normal && spring.position.distance(position) <= SPRING_REACH)
    }

    /// The radius of the orb that bounced at a point: of the one whose surface is nearest to it. It has gone on since.
    fn radius_at(&self, point: Vec2) -> f32 {
        let off = |(orb, state): &(&Orb, &OrbState)| (state.position.distance(point) - orb.radius).abs();
        let nearest = self.orbs.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        nearest.map_or(ORB_RADIUS, |(orb, _)| orb.radius)
    }

    fn raiser(&self, channel: Channel, by: Vec2) -> Raiser {
        if self.switches.iter().any(|switch| switch.channel == channel && switch.position == by) {
            Raiser::Switch
        } else if self.keys.iter().any(|key| key.channel == channel && key.position == by) {
            Raiser::Key
        } else {
            Raiser::Camera
        }
    }

    /// A channel that cameras raise calms down; one that only switches raise clicks back, at the first of them.
    fn lowered(&self, channel: Channel) -> Heard {
        let camera = self.cameras.iter().find(|(camera, _)| camera.channel == channel);
        let switch = self.switches.iter().find(|switch| switch.channel == channel && switch.half_ticks.is_some());
        match (camera, switch) {
            (None, Some(switch)) => Heard::at(switch.position, Sound::SwitchOff, 0.8),
            (camera, _) => {
                let place = camera.map(|(_, state)| state.position);
                Heard { place, ..Heard::at(Vec2::ZERO, Sound::Calm, 0.7) }
            }
        }
    }
}

/// What raised a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Raiser {
    Camera,
    Switch,
    Key,
}

/// Adds the actors.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, strike_actors.in_set(AudioSystems));
}

fn strike_actors(
    mut facts: MessageReader<Fact>,
    setting: Res<Setting>,
    cast: Cast,
    focus: Option<Res<Focus>>,
    time: Res<Time<Real>>,
    ear: Ear,
    mut crowds: Local<Crowds>,
    mut wander: ResMut<Wander>,
    orders: Res<Orders>,
) {
    if *setting != Setting::Play {
        facts.clear();
        return;
    }
    let slow = if focus.is_some_and(|focus| focus.active) { SLOW_RATE } else { 1.0 };
    for heard in facts.read().flat_map(|fact| cast.hear(fact)).flatten() {
        let gain = heard.gain * heard.place.map_or(1.0, |place| ear.nearness(place, heard.range));
        if gain < GAIN_MIN {
            continue;
        }
        let pan = heard.place.map_or(0.0, |place| ear.pan(place.x));
        let mut strike = Strike { sound: heard.sound, gain, pan, rate: heard.rate };
        if heard.sound.is_of_the_world() {
            strike.rate *= slow * if heard.sound.is_tuned() { 1.0 } else { wander.rate() };
        }
        if let Some(strike) = crowds.offer(strike) {
            orders.strike(strike);
        }
    }
    crowds.admit(time.elapsed_secs(), |strike| orders.strike(strike));
}
