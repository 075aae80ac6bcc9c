//! Sounds that come in crowds: shots of a burst, bullets on a wall, dozens of orbs. Of those that fall together only the
//! loudest is struck, and each makes those that follow quieter, so that a crowd is heard as many and not as noise.

use super::commands::Strike;
use super::synth::envelope::decay;
use crate::audio::bank::Sound;

/// Seconds between two of a kind: as closely as ears can still count them.
const GAP: f32 = 0.05;
/// Seconds in which half of a crowd is forgotten.
const HALF_LIFE: f32 = 0.15;
/// By how much one that was just struck makes the next quieter.
const WEIGHT: f32 = 0.6;

/// Each kind that comes in crowds.
const KINDS: [Sound; 3] = [Sound::Shot, Sound::Impact, Sound::OrbBounce];

/// What was heard lately of each kind, and what is to be struck in this frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crowds {
    crowds: [Crowd; KINDS.len()],
    loudest: [Option<Strike>; KINDS.len()],
}

#[derive(Clone, Copy, Debug)]
struct Crowd {
    /// Seconds.
    struck_at: f32,
    /// How many, those long ago counting less.
    heard: f32,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { struck_at: f32::NEG_INFINITY, heard: 0.0 }
    }
}

impl Crowd {
    /// How loud one that is due at `now` is; none if the last was struck a moment ago.
    fn level(&mut self, now: f32) -> Option<f32> {
        let since = now - self.struck_at;
        if since < GAP {
            return None;
        }
        self.heard *= decay(since, HALF_LIFE);
        let level = 1.0 / (1.0 + WEIGHT * self.heard);
        *self = Self { struck_at: now, heard: self.heard + 1.0 };
        Some(level)
    }
}

impl Crowds {
    /// Keeps a sound of a crowd for [`admit`](Self::admit) if it is the loudest of its kind; gives any other back.
    pub fn offer(&mut self, strike: Strike) -> Option<Strike> {
        let Some(kind) = KINDS.iter().position(|kind| *kind == strike.sound) else { return Some(strike) };
        let loudest = &mut self.loudest[kind];
        if loudest.is_none_or(|loudest| strike.gain > loudest.gain) {
            *loudest = Some(strike);
        }
        None
    }

    /// Strikes the loudest of each kind of this frame, at `now` in seconds, as loud as its crowd lets it.
    pub fn admit(&mut self, now: f32, mut strike: impl FnMut(Strike)) {
        for (crowd, loudest) in self.crowds.iter_mut().zip(&mut self.loudest) {
            let Some(loudest) = loudest.take() else { continue };
            if let Some(level) = crowd.level(now) {
                strike(Strike { gain: loudest.gain * level, ..loudest });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The gains that are struck of a sound which comes `each_frame` times in every frame of a second.
    fn struck(sound: Sound, each_frame: usize) -> Vec<f32> {
        let mut crowds = Crowds::default();
        let mut gains = Vec::new();
        for frame in 0..60 {
            for index in 0..each_frame {
                let gain = 1.0 - 0.01 * index as f32;
                gains.extend(crowds.offer(Strike { gain, ..Strike::plain(sound) }).map(|strike| strike.gain));
            }
            crowds.admit(frame as f32 / 60.0, |strike| gains.push(strike.gain));
        }
        gains
    }

    #[test]
    fn of_many_bounces_a_few_are_struck_each_quieter_until_they_keep_their_level() {
        let gains = struck(Sound::OrbBounce, 8);
        assert!((15..=20).contains(&gains.len()), "{}", gains.len());
        assert_eq!(gains[0], 1.0, "the loudest, in full");
        assert!(gains[..6].windows(2).all(|pair| pair[1] < pair[0]), "{gains:?}");
        let last = gains[gains.len() - 1];
        assert!((0.2..0.45).contains(&last), "{last}");
    }

    #[test]
    fn after_a_pause_a_shot_is_as_loud_as_the_first() {
        let mut crowds = Crowds::default();
        let mut shoot = |now: f32| {
            let mut gain = 0.0;
            crowds.offer(Strike::plain(Sound::Shot));
            crowds.admit(now, |strike| gain = strike.gain);
            gain
        };
        assert_eq!(shoot(0.0), 1.0);
        assert!(shoot(0.1) < 0.75);
        assert_eq!(shoot(0.12), 0.0, "too close");
        assert!(shoot(2.0) > 0.99);
    }

    #[test]
    fn what_comes_alone_is_given_back_as_it_is() {
        assert_eq!(struck(Sound::MineBlown, 1), [1.0; 60]);
    }
}
