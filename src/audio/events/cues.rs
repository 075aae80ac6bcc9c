//! Which sound a fact of the rules or a step in a menu makes, and how: its place, its pitch and its weight.

use bevy::prelude::*;

use crate::sim::facts::Fact;
use crate::sim::run::focus::Focus;
use crate::sim::run::shard::Shard;
use crate::sim::tuning::TERMINAL_FALL;

use crate::audio::bank::Sound;
use crate::audio::engine::commands::{Orders, Strike};
use crate::audio::engine::listener::Ear;
use crate::audio::engine::synth::noise::Noise;
use crate::audio::engine::synth::semitones;
use crate::audio::{AudioSystems, Setting};

/// How far the pitch of what is heard all the time wanders to either side, so that it does not rattle.
const WANDER: f32 = 0.035;
/// How much slower the world's sounds are struck while time is slow.
pub const SLOW_RATE: f32 = 0.80;
/// The scale on which shards climb, in semitones: minor pentatonic, two octaves and a half.
const SCALE: [f32; 13] = [0.0, 3.0, 5.0, 7.0, 10.0, 12.0, 15.0, 17.0, 19.0, 22.0, 24.0, 27.0, 29.0];

/// What happens in menus.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// Another entry is chosen.
    Moved,
    /// An entry is taken.
    Accepted,
    /// The way out is taken, or play stands still.
    Left,
}

/// Chance for the ears: no two steps sound quite the same.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Wander(Noise);

impl Default for Wander {
    fn default() -> Self {
        Self(Noise::new(1))
    }
}

impl Wander {
    /// A factor near 1.
    pub fn rate(&mut self) -> f32 {
        1.0 + WANDER * self.0.sample()
    }
}

/// What of the level a fact's sound depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Moment {
    /// All shards of the level, taken or not.
    shards: u32,
    /// Time is slow.
    is_slow: bool,
}

/// Adds the cues.
pub fn plugin(app: &mut App) {
    app.add_message::<Cue>()
        .add_message::<Fact>()
        .init_resource::<Wander>()
        .add_systems(Update, (strike_facts, strike_cues).in_set(AudioSystems));
}

fn strike_facts(
    mut facts: MessageReader<Fact>,
    setting: Res<Setting>,
    shards: Query<&Shard>,
    focus: Option<Res<Focus>>,
    ear: Ear,
    mut wander: ResMut<Wander>,
    orders: Res<Orders>,
) {
    if *setting != Setting::Play {
        facts.clear();
        return;
    }
    for fact in facts.read() {
        let moment =
            Moment { shards: shards.iter().len() as u32, is_slow: focus.as_ref().is_some_and(|focus| focus.active) };
        let Some((mut strike, x)) = strike_of(fact, moment) else { continue };
        strike.pan = x.map_or(0.0, |x| ear.pan(x));
        if strike.sound.is_of_the_world() {
            strike.rate *= wander.rate() * if moment.is_slow { SLOW_RATE } else { 1.0 };
        }
        orders.strike(strike);
    }
}

/// The sound of a fact, and the x at which it is heard, if it is heard anywhere.
fn strike_of(fact: &Fact, moment: Moment) -> Option<(Strike, Option<f32>)> {
    let plain = Strike::plain;
    let with_gain = |sound, gain| Strike { gain, ..plain(sound) };
    Some(match *fact {
        Fact::RunRestarted { after_death: true } => (with_gain(Sound::Restart, 0.35), None),
        Fact::RunRestarted { after_death: false } => (with_gain(Sound::Restart, 0.8), None),
        Fact::NinjaJumped { position } => (with_gain(Sound::Jump, 0.65), Some(position.x)),
        Fact::NinjaWallJumped { position, wall } => (with_gain(Sound::WallJump, 0.7), Some(position.x + wall)),
        Fact::NinjaLanded { position, speed } => {
            let weight = (speed / TERMINAL_FALL).clamp(0.0, 1.0);
            let strike = Strike { gain: 0.10 + 0.70 * weight, rate: 1.25 - 0.35 * weight, ..plain(Sound::Land) };
            (strike, Some(position.x))
        }
        Fact::NinjaDied { position, .. } => (plain(Sound::Death), Some(position.x)),
        Fact::BeamGrazed { point, .. } => (with_gain(Sound::NearMiss, 0.9), Some(point.x)),
        Fact::ShardTaken { position, left: 0 } => (with_gain(Sound::LastShard, 0.9), Some(position.x)),
        Fact::ShardTaken { position, left } => {
            let taken_before = moment.shards.saturating_sub(left + 1) as usize;
            let rate = semitones(SCALE[taken_before.min(SCALE.len() - 1)]);
            (Strike { gain: 0.8, rate, ..plain(Sound::Shard) }, Some(position.x))
        }
        Fact::ExitOpened => (with_gain(Sound::ExitOpens, 0.8), None),
        Fact::ExitReached { .. } => (plain(Sound::ExitReached), None),
        Fact::FocusStarted => (with_gain(Sound::FocusStart, 0.8), None),
        // The meter ran out: it is heard lower, as something that was taken and not let go.
        Fact::FocusEnded { exhausted } => {
            (Strike { rate: if exhausted { 0.72 } else { 1.0 }, ..plain(Sound::FocusEnd) }, None)
        }
        // What actors do is heard by another system.
        Fact::NinjaBounced { .. }
        | Fact::NinjaTeleported { .. }
        | Fact::BulletFired { .. }
        | Fact::BulletStopped { .. }
        | Fact::OrbBounced { .. }
        | Fact::ChannelRaised { .. }
        | Fact::ChannelLowered { .. }
        | Fact::KeyTaken { .. }
        | Fact::DoorMoved { .. }
        | Fact::MineLit { .. }
        | Fact::MineBlown { .. } => return None,
    })
}

fn strike_cues(mut cues: MessageReader<Cue>, orders: Res<Orders>) {
    for cue in cues.read() {
        orders.strike(Strike::plain(match cue {
            Cue::Moved => Sound::MenuMoved,
            Cue::Accepted => Sound::MenuAccepted,
            Cue::Left => Sound::MenuLeft,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::facts::DeathCause;

    fn sound(fact: Fact) -> Sound {
        strike_of(&fact, Moment { shards: 5, is_slow: false }).expect("it is heard").0.sound
    }

    #[test]
    fn every_fact_has_its_own_sound() {
        let position = Vec2::new(4.0, 2.0);
        let cases = [
            (Fact::RunRestarted { after_death: false }, Sound::Restart),
            (Fact::NinjaJumped { position }, Sound::Jump),
            (Fact::NinjaWallJumped { position, wall: 1.0 }, Sound::WallJump),
            (Fact::NinjaLanded { position, speed: 9.0 }, Sound::Land),
            (Fact::NinjaDied { position, velocity: Vec2::ZERO, cause: DeathCause::Fall }, Sound::Death),
            (Fact::BeamGrazed { point: position, clearance: 0.2 }, Sound::NearMiss),
            (Fact::ShardTaken { position, left: 2 }, Sound::Shard),
            (Fact::ShardTaken { position, left: 0 }, Sound::LastShard),
            (Fact::ExitOpened, Sound::ExitOpens),
            (Fact::ExitReached { ticks: 9 }, Sound::ExitReached),
            (Fact::FocusStarted, Sound::FocusStart),
            (Fact::FocusEnded { exhausted: false }, Sound::FocusEnd),
        ];
        for (fact, expected) in cases {
            assert_eq!(sound(fact), expected, "{fact:?}");
        }
    }

    #[test]
    fn each_shard_is_higher_than_the_one_before_however_many_there_are() {
        let rate = |left| {
            let fact = Fact::ShardTaken { position: Vec2::ZERO, left };
            strike_of(&fact, Moment { shards: 40, is_slow: false }).expect("it is heard").0.rate
        };
        assert_eq!(rate(39), 1.0);
        assert!((28..39).all(|left| rate(left) > rate(left + 1)));
        assert!(rate(1) < 6.0, "the highest is still a note");
    }

    #[test]
    fn a_harder_landing_is_louder_and_lower() {
        let land = |speed| {
            let fact = Fact::NinjaLanded { position: Vec2::ZERO, speed };
            strike_of(&fact, Moment::default()).expect("it is heard").0
        };
        let (soft, hard) = (land(2.0), land(22.0));
        assert!(soft.gain < 0.3 * hard.gain && soft.rate > hard.rate, "{soft:?} {hard:?}");
        assert_eq!(land(90.0), hard);
    }
}
