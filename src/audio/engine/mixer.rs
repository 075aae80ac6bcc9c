//! Mixes all that sounds into two channels: struck voices, loops, the room, what focus does to the world's sound, and a
//! last stage that no peak gets past. It takes [`Order`]s and asks nothing, so whole runs can be mixed without a device.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, OnceLock};

use super::commands::{Order, Soundscape, Strike};
use super::synth::RATE;
use super::synth::filter::{Filter, Tuning};
use super::synth::reverb::Reverb;
use super::voice::{Circle, Glide, Voice, panned};
use crate::audio::bank::{Bank, Loop, Sound};

/// Frames (one sample for each ear) that are mixed at once: orders are heard within 1.3 ms.
pub const BLOCK: usize = 64;
/// Most struck sounds at once; further ones are not heard.
const VOICES_MAX: usize = 32;
/// Frames (30 ms) between two beginnings of the same sound: closer ones would only be one louder one.
const SPACING: u64 = 1440;
/// Brings play to about −24 dB on average, with its peaks still under the knee.
const LOUDNESS: f32 = 1.5;
/// What of the room is heard.
const ROOM: f32 = 0.5;
/// Hertz. From here on the world's filter is left out.
const OPEN: f32 = 15_000.0;
/// The loudest that ever leaves, −1 dB below full scale.
pub const CEILING: f32 = 0.891;
/// Up to here nothing is changed by the last stage.
const KNEE: f32 = 0.6;

/// All that sounds.
pub struct Mixer {
    bank: Arc<OnceLock<Bank>>,
    orders: Receiver<Order>,
    voices: Vec<Voice>,
    circles: [Circle; Loop::ALL.len()],
    /// The frame in which each sound began last.
    struck: [Option<u64>; Sound::ALL.len()],
    frame: u64,
    /// How loud everything is; nothing moves at 0.
    master: Glide,
    effects: Glide,
    /// Octaves above 100 Hz of the world's filter: ears hear ratios.
    openness: Glide,
    filters: [Filter; 2],
    room: Reverb,
}

impl Mixer {
    /// A mixer that is silent until its bank is made.
    pub fn new(bank: Arc<OnceLock<Bank>>, orders: Receiver<Order>) -> Self {
        let scape = Soundscape::default();
        Self {
            bank,
            orders,
            voices: Vec::with_capacity(VOICES_MAX),
            circles: Loop::ALL.map(Circle::new),
            struck: [None; Sound::ALL.len()],
            frame: 0,
            master: Glide::new(scape.master, 0.03),
            effects: Glide::new(scape.effects, 0.03),
            openness: Glide::new(octaves(scape.cutoff), 0.05),
            filters: [Filter::default(); 2],
            room: Reverb::default(),
        }
    }

    /// Mixes the next block: left and right in turn.
    pub fn mix(&mut self, out: &mut [f32; 2 * BLOCK]) {
        out.fill(0.0);
        let bank = self.bank.clone();
        let Some(bank) = bank.get() else {
            // Nothing is kept for later: what is heard belongs to what is seen.
            self.orders.try_iter().for_each(drop);
            return;
        };
        self.take_orders(bank);
        if self.master.target == 0.0 && self.master.now < 1e-3 {
            return;
        }
        let mut world = [[0.0; 2]; BLOCK];
        let mut above = [[0.0; 2]; BLOCK];
        let mut send = [0.0; BLOCK];
        let effects = self.effects.step();
        for voice in &mut self.voices {
            let bus = if voice.sound.is_of_the_world() { &mut world } else { &mut above };
            voice.add(bank.sound(voice.sound), effects, bus, &mut send);
        }
        self.voices.retain(|voice| !voice.is_over(bank.sound(voice.sound)));
        for circle in &mut self.circles {
            circle.add(bank.looped(circle.sound), &mut world);
        }
        self.muffle(&mut world);
        let master = self.master.step();
        for frame in 0..BLOCK {
            let room = self.room.run(send[frame]);
            let gain = LOUDNESS * master.at(frame);
            for ear in 0..2 {
                out[2 * frame + ear] = limited(gain * (world[frame][ear] + above[frame][ear] + ROOM * room[ear]));
            }
        }
        self.frame += BLOCK as u64;
    }

    fn take_orders(&mut self, bank: &Bank) {
        while let Ok(order) = self.orders.try_recv() {
            match order {
                Order::Strike(strike) => self.strike(strike),
                Order::Sound(scape) => self.follow(&scape, bank),
            }
        }
    }

    fn strike(&mut self, strike: Strike) {
        let last = &mut self.struck[strike.sound as usize];
        let too_close = last.is_some_and(|last| self.frame - last < SPACING);
        if too_close || self.voices.len() >= VOICES_MAX || self.master.target == 0.0 {
            return;
        }
        *last = Some(self.frame);
        self.voices.push(Voice::new(strike));
    }

    fn follow(&mut self, scape: &Soundscape, bank: &Bank) {
        self.master.target = scape.master.clamp(0.0, 1.0);
        self.effects.target = scape.effects;
        self.openness.target = octaves(scape.cutoff);
        for (circle, level) in self.circles.iter_mut().zip(scape.loops) {
            circle.follow(level, bank.looped(circle.sound));
        }
    }

    /// While time is slow the world is heard as through a wall.
    fn muffle(&mut self, world: &mut [[f32; 2]; BLOCK]) {
        let cutoff = 100.0 * bevy::math::ops::exp2(self.openness.step().at(BLOCK));
        let tuning = Tuning::new(cutoff, 0.8, RATE);
        let share = ((OPEN - cutoff) / (0.3 * OPEN)).clamp(0.0, 1.0);
        for frame in world {
            for (sample, filter) in frame.iter_mut().zip(&mut self.filters) {
                let low = filter.run(*sample, tuning).low;
                *sample += share * (low - *sample);
            }
        }
    }
}

/// Octaves of a frequency above 100 Hz.
fn octaves(hertz: f32) -> f32 {
    bevy::math::ops::log2(hertz.clamp(40.0, 20_000.0) / 100.0)
}

/// Bends what is above the knee so that it nears the ceiling and never reaches it.
fn limited(sample: f32) -> f32 {
    let over = sample.abs() - KNEE;
    if over <= 0.0 {
        return sample;
    }
    let room = CEILING - KNEE;
    (KNEE + room * over / (over + room)).copysign(sample)
}

impl Voice {
    /// A voice of a strike, at its beginning.
    fn new(strike: Strike) -> Self {
        let ears = panned(strike.pan).map(|ear| ear * strike.gain);
        Self { sound: strike.sound, place: 0.0, rate: f64::from(strike.rate.clamp(0.25, 4.0)), ears }
    }
}
