//! Laser robots: the hum of the nearest lit beam, the whine and the three beats of a charge, the arc when a beam is lit, and
//! the whoosh of a near miss.

use bevy::math::ops;
use bevy::prelude::*;

use hairline_geometry::shapes::segment::closest_point_segment;
use hairline_sim::hazards::beam_hits::BeamGrazed;
use hairline_sim::hazards::laser::{BeamPhase, Beams, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::HURT_RADIUS;

use crate::audio::engine::commands::{AudioCommands, LoopLevel};
use crate::audio::engine::sound::{Bus, LoopSpec, RegisterSounds, SoundSpec};
use crate::audio::engine::synth::{
    Filter, Noise, Pcm, Phase, glide, note, pluck, render, render_filtered_loop, sine, swell, triangle,
};
use crate::audio::playback::{AddSoundCue, Danger, Listener, SlowMotion, SoundCue, attenuation};
use crate::audio::scene::{AudioScene, AudioSystems};

/// A third of the charge begins.
pub static CHARGE_BEAT: SoundSpec = SoundSpec {
    name: "ChargeBeat",
    make: charge_beat,
    bus: Bus::Hazards,
    reverb: 0.06,
    is_tuned: true,
    ..SoundSpec::DIEGETIC
};
pub static IGNITED: SoundSpec =
    SoundSpec { name: "BeamIgnited", make: ignited, bus: Bus::Hazards, reverb: 0.16, ..SoundSpec::DIEGETIC };
/// A beam grazes the ninja.
pub static NEAR_MISS: SoundSpec =
    SoundSpec { name: "NearMiss", make: near_miss, bus: Bus::Hazards, reverb: 0.22, ..SoundSpec::DIEGETIC };
/// The nearest lit beam.
pub static HUM: LoopSpec = LoopSpec { name: "BeamHum", make: hum, fade_seconds: 0.04, bus: Bus::Hazards };
/// The nearest charging beam.
pub static WHINE: LoopSpec = LoopSpec { name: "ChargeWhine", make: whine, fade_seconds: 0.04, bus: Bus::Hazards };

/// Tiles. A lit beam hums near enough to warn, and not so far that beams become a carpet of noise.
const HUM_RANGE: f32 = 6.0;
/// Tiles. A lit beam within the first is as dangerous as the music knows; beyond both together it is no danger.
const DANGER_FULL: f32 = 1.5;
const DANGER_RANGE: f32 = 8.0;
const CHARGE_RANGE: f32 = 14.0;
const HUM_GAIN: f32 = 0.42;
const WHINE_GAIN: f32 = 0.16;
const BEAT_GAIN: f32 = 0.55;
const IGNITED_GAIN: f32 = 0.60;
/// Seconds. The frequencies of the hum's tones have whole periods in a loop of this length; close ones beat slowly.
const HUM_SECONDS: f32 = 2.0;

pub fn plugin(app: &mut App) {
    app.register_sounds(&[&CHARGE_BEAT, &IGNITED, &NEAR_MISS])
        .register_loop(&HUM)
        .register_loop(&WHINE)
        .add_sound_cue(|grazed: &BeamGrazed| SoundCue::new(&NEAR_MISS).at(grazed.point).with_gain(0.9))
        .add_systems(Update, (set_beam_loops, cue_charges).in_set(AudioSystems::Cue));
}

/// The point of a laser's beams that is nearest to the ninja.
#[derive(Clone, Copy, Debug)]
struct NearestPoint {
    point: Vec2,
    /// Tiles between it and the ninja's hurt circle.
    clearance: f32,
}

/// The nearest point of all of a laser's segments, reflected ones included; `None` while it casts none.
fn nearest_point(beams: &Beams, reflections: Option<&Reflections>, start: Vec2, ninja: Vec2) -> Option<NearestPoint> {
    let reflected = reflections.into_iter().flat_map(Reflections::iter);
    let points = beams.iter(start).chain(reflected).map(|beam| closest_point_segment(ninja, beam.start, beam.end));
    let point = points.min_by(|a, b| a.distance_squared(ninja).total_cmp(&b.distance_squared(ninja)))?;
    Some(NearestPoint { point, clearance: point.distance(ninja) - HURT_RADIUS })
}

fn set_beam_loops(
    scene: Res<AudioScene>,
    ninja: Option<Res<Ninja>>,
    lasers: Query<(&LaserState, &Beams, Option<&Reflections>)>,
    slow_motion: SlowMotion,
    listener: Listener,
    mut danger: ResMut<Danger>,
    commands: Res<AudioCommands>,
) {
    let (mut hum, mut whine) = (LoopLevel::SILENT, LoopLevel::SILENT);
    if let (AudioScene::Playing, Some(ninja)) = (*scene, ninja) {
        for (state, beams, reflections) in &lasers {
            let Some(nearest) = nearest_point(beams, reflections, state.position, ninja.position) else { continue };
            let (pan, rate) = (listener.pan(nearest.point.x), slow_motion.hazard_rate());
            match beams.phase {
                BeamPhase::Off => {}
                BeamPhase::Lit => {
                    danger.raise(attenuation(nearest.clearance - DANGER_FULL, DANGER_RANGE));
                    let gain = HUM_GAIN * attenuation(nearest.clearance, HUM_RANGE);
                    hum = hum.louder(LoopLevel { gain, pan, rate });
                }
                BeamPhase::Charging { fraction } => {
                    let gain = WHINE_GAIN * attenuation(nearest.clearance, CHARGE_RANGE) * fraction * fraction;
                    whine = whine.louder(LoopLevel { gain, pan, rate: rate * ops::exp2(0.9 * fraction - 0.4) });
                }
            }
        }
    }
    commands.set_loop(&HUM, hum);
    commands.set_loop(&WHINE, whine);
}

/// The steps of a laser's cycle that are heard: 0 off, 1 to 3 the thirds of the charge, 4 lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
struct CycleStep(u8);

impl CycleStep {
    const LIT: u8 = 4;

    fn of(phase: BeamPhase) -> Self {
        Self(match phase {
            BeamPhase::Off => 0,
            BeamPhase::Charging { fraction } => 1 + (3.0 * fraction.clamp(0.0, 0.99)) as u8,
            BeamPhase::Lit => Self::LIT,
        })
    }

    /// The sound at the beginning of the step. Slow motion leaves its pitch alone: the beats count hazard time, and
    /// players time their passage by them.
    fn cue(self) -> Option<SoundCue> {
        match self.0 {
            0 => None,
            Self::LIT => Some(SoundCue::new(&IGNITED).with_gain(IGNITED_GAIN).with_fixed_rate(1.0)),
            beat => {
                let beat = f32::from(beat - 1);
                let cue = SoundCue::new(&CHARGE_BEAT).with_gain(BEAT_GAIN * (0.6 + 0.2 * beat));
                Some(cue.with_fixed_rate(0.89 + 0.11 * beat))
            }
        }
    }
}

/// Plays each step once; of lasers that charge together the nearest is heard.
fn cue_charges(
    ninja: Option<Res<Ninja>>,
    run: Option<Res<Run>>,
    lasers: Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>,
    mut last_time: Local<u32>,
    mut last_steps: Local<Vec<Option<CycleStep>>>,
    mut cues: MessageWriter<SoundCue>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    // A restart resets every laser's cycle, which does not count as lighting.
    let is_restarted = run.hazard_half_ticks < *last_time;
    *last_time = run.hazard_half_ticks;
    let mut loudest: [Option<SoundCue>; 2] = [None; 2];
    last_steps.resize(lasers.iter().len(), None);
    for (index, state, beams, reflections) in &lasers {
        let Some(slot) = last_steps.get_mut(index.0 as usize) else { continue };
        let step = CycleStep::of(beams.phase);
        let last = slot.replace(step);
        let is_new = last.is_some_and(|last| step > last || last.0 == CycleStep::LIT && step < last);
        if is_restarted || !is_new {
            continue;
        }
        let Some(cue) = step.cue() else { continue };
        let Some(nearest) = nearest_point(beams, reflections, state.position, ninja.position) else { continue };
        let gain = cue.gain * attenuation(nearest.clearance, CHARGE_RANGE);
        let slot = &mut loudest[usize::from(*cue.sound == IGNITED)];
        if slot.is_none_or(|other| gain > other.gain) {
            *slot = Some(cue.at(nearest.point).with_gain(gain));
        }
    }
    cues.write_batch(loudest.into_iter().flatten());
}

/// A mains hum on A with a slow beat, and a sizzle that follows it.
fn hum() -> Pcm {
    let (mut body, mut sizzle) = (Filter::default(), Filter::default());
    let input = || ([Phase::default(); 3], Noise::new(21));
    render_filtered_loop(HUM_SECONDS, input, |(tones, noise), time| {
        let hertz = [110.0, 110.5, 220.5];
        let weights = [0.5, 0.5, 0.25];
        let raw: f32 = (0..3).map(|index| weights[index] * tones[index].saw(hertz[index])).sum();
        let dark = body.low(raw, 620.0, 1.1);
        // The sizzle follows the mains, twice a period.
        let gate = 0.5 + 0.5 * sine(time * 220.0);
        let fizz = sizzle.band(noise.sample(), 4200.0, 1.4) * gate * gate;
        dark + 0.16 * fizz
    })
    .looped(-10.0)
}

/// A tone that flutters; the game raises its pitch and its gain with the charge.
fn whine() -> Pcm {
    render(1.0, |time| {
        let flutter = 0.72 + 0.28 * sine(time * 24.0);
        (sine(time * 440.0) + 0.30 * triangle((time * 663.0).fract()) + 0.12 * sine(time * 1320.0)) * flutter
    })
    .looped(-12.0)
}

/// A short high beep with a click.
fn charge_beat() -> Pcm {
    let (mut tone, mut tick, mut noise) = (Phase::default(), Filter::default(), Noise::new(22));
    render(0.07, |time| {
        let click = tick.band(noise.sample(), 3000.0, 2.0) * pluck(time, 0.0008, 0.004);
        0.6 * tone.sine(note::D6) * pluck(time, 0.001, 0.010) + 0.5 * click
    })
    .one_shot(-12.0)
}

/// An electric arc: a zap that falls in pitch, and a spit of noise.
fn ignited() -> Pcm {
    let (mut tone, mut mouth, mut arc, mut noise) =
        (Phase::default(), Filter::default(), Filter::default(), Noise::new(23));
    render(0.20, |time| {
        let hertz = glide(time, 1480.0, 110.0, 0.07);
        let raw = tone.saw(hertz) * pluck(time, 0.001, 0.030);
        let zap = mouth.low(raw, glide(time, 5200.0, 700.0, 0.09), 0.9);
        let spit = arc.band(noise.sample(), 4600.0, 0.8) * pluck(time, 0.0008, 0.012);
        0.7 * zap + 0.5 * spit
    })
    .one_shot(-10.0)
}

/// Air torn past the ear.
fn near_miss() -> Pcm {
    let (mut air, mut edge, mut noise) = (Filter::default(), Filter::default(), Noise::new(13));
    render(0.26, |time| {
        let up = glide(time, 600.0, 3800.0, 0.09);
        let hertz = if time < 0.09 { up } else { glide(time - 0.09, 3800.0, 800.0, 0.15) };
        let sample = noise.sample();
        let body = air.band(sample, hertz, 1.5);
        let ring = edge.band(sample, hertz * 1.5, 9.0);
        (body + 0.8 * ring) * swell(time, 0.25, 0.33)
    })
    .one_shot(-10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_beats_three_times_ever_higher_and_ignites() {
        let steps: Vec<u8> = (0..30)
            .map(|step| BeamPhase::Charging { fraction: step as f32 / 30.0 })
            .chain([BeamPhase::Lit, BeamPhase::Off])
            .map(|phase| CycleStep::of(phase).0)
            .collect();
        let mut changes = steps.clone();
        changes.dedup();
        assert_eq!(changes, [1, 2, 3, 4, 0]);
        let beats: Vec<SoundCue> = changes.iter().filter_map(|&step| CycleStep(step).cue()).collect();
        assert_eq!(beats.iter().filter(|beat| *beat.sound == CHARGE_BEAT).count(), 3);
        assert_eq!(*beats[3].sound, IGNITED);
        assert!(beats[0].rate < beats[1].rate && beats[1].rate < beats[2].rate);
    }
}
