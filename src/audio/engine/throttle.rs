//! Limits sounds that come many at a time: the shots of a burst, bullets on a wall, dozens of orbs. Of the same sound
//! within a frame only the loudest plays, and each one makes the next quieter, so that many stay distinct and do not
//! become noise.

use super::commands::PlaySound;
use super::sound::SoundSpec;
use super::synth::decay;

/// Seconds between two of the same sound: as close as the ear can still tell apart.
const GAP_SECONDS: f32 = 0.05;
/// Seconds after which a past sound counts half.
const HALF_LIFE_SECONDS: f32 = 0.15;
/// How much each recent sound attenuates the next.
const WEIGHT: f32 = 0.6;

/// What played recently, and what is waiting to play in this frame. Needs no reset: it forgets within a second.
#[derive(Clone, Debug, Default)]
pub struct Throttle {
    sounds: Vec<ThrottledSound>,
}

#[derive(Clone, Copy, Debug)]
struct ThrottledSound {
    sound: &'static SoundSpec,
    loudest: Option<PlaySound>,
    started_at: f32,
    /// How many started recently, older ones counting less.
    recent: f32,
}

impl ThrottledSound {
    fn new(sound: &'static SoundSpec) -> Self {
        Self { sound, loudest: None, started_at: f32::NEG_INFINITY, recent: 0.0 }
    }

    /// The gain of one that is to start at `now`; `None` if the last one started a moment ago.
    fn start(&mut self, now: f32) -> Option<f32> {
        let since = now - self.started_at;
        if since < GAP_SECONDS {
            return None;
        }
        self.recent *= decay(since, HALF_LIFE_SECONDS);
        let gain = 1.0 / (1.0 + WEIGHT * self.recent);
        self.recent += 1.0;
        self.started_at = now;
        Some(gain)
    }
}

impl Throttle {
    /// Gives a sound back that may play at once. A throttled one is kept until [`release`](Self::release).
    pub fn offer(&mut self, play: PlaySound) -> Option<PlaySound> {
        if !play.sound.is_throttled {
            return Some(play);
        }
        let index = self.sounds.iter().position(|throttled| throttled.sound == play.sound).unwrap_or_else(|| {
            self.sounds.push(ThrottledSound::new(play.sound));
            self.sounds.len() - 1
        });
        let loudest = &mut self.sounds[index].loudest;
        if loudest.is_none_or(|loudest| play.gain > loudest.gain) {
            *loudest = Some(play);
        }
        None
    }

    /// Plays the loudest of each throttled sound of this frame, at `now` in seconds.
    pub fn release(&mut self, now: f32, mut play: impl FnMut(PlaySound)) {
        for throttled in &mut self.sounds {
            let Some(loudest) = throttled.loudest.take() else { continue };
            if let Some(gain) = throttled.start(now) {
                play(PlaySound { gain: loudest.gain * gain, ..loudest });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static CROWDED: SoundSpec = SoundSpec { name: "Crowded", is_throttled: true, ..SoundSpec::DIEGETIC };
    static SINGLE: SoundSpec = SoundSpec { name: "Single", ..SoundSpec::DIEGETIC };

    /// The gains at which a sound plays that comes `each_frame` times in every frame of a second.
    fn gains(sound: &'static SoundSpec, each_frame: usize) -> Vec<f32> {
        let mut throttle = Throttle::default();
        let mut gains = Vec::new();
        for frame in 0..60 {
            for index in 0..each_frame {
                let gain = 1.0 - 0.01 * index as f32;
                gains.extend(throttle.offer(PlaySound { gain, ..PlaySound::new(sound) }).map(|play| play.gain));
            }
            throttle.release(frame as f32 / 60.0, |play| gains.push(play.gain));
        }
        gains
    }

    #[test]
    fn of_many_at_once_a_few_play_each_quieter_until_they_keep_their_level() {
        let gains = gains(&CROWDED, 8);
        assert!((15..=20).contains(&gains.len()), "{}", gains.len());
        assert_eq!(gains[0], 1.0, "the loudest, in full");
        assert!(gains[..6].windows(2).all(|pair| pair[1] < pair[0]), "{gains:?}");
        let last = gains[gains.len() - 1];
        assert!((0.2..0.45).contains(&last), "{last}");
    }

    #[test]
    fn after_a_pause_a_sound_is_as_loud_as_the_first() {
        let mut throttle = Throttle::default();
        let mut play_at = |now: f32| {
            let mut gain = 0.0;
            throttle.offer(PlaySound::new(&CROWDED));
            throttle.release(now, |play| gain = play.gain);
            gain
        };
        assert_eq!(play_at(0.0), 1.0);
        assert!(play_at(0.1) < 0.75);
        assert_eq!(play_at(0.12), 0.0, "too close");
        assert!(play_at(2.0) > 0.99);
    }

    #[test]
    fn a_sound_that_is_not_throttled_is_given_back_as_it_is() {
        assert_eq!(gains(&SINGLE, 1), [1.0; 60]);
    }
}
