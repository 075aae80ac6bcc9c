//! Menus: small wooden ticks on the notes of the scale.

use bevy::prelude::*;

use super::engine::commands::{AudioCommands, PlaySound};
use super::engine::sound::{RegisterSounds, SoundSpec};
use super::scene::AudioSystems;
use crate::audio::engine::synth::{Pcm, Phase, note, pluck, render, sine, triangle};

/// What happens in a menu. The screens write it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuCue {
    Moved,
    Accepted,
    Left,
}

pub static MOVED: SoundSpec =
    SoundSpec { name: "MenuMoved", make: moved, reverb: 0.06, is_tuned: true, ..SoundSpec::NON_DIEGETIC };
pub static ACCEPTED: SoundSpec =
    SoundSpec { name: "MenuAccepted", make: accepted, reverb: 0.16, is_tuned: true, ..SoundSpec::NON_DIEGETIC };
pub static LEFT: SoundSpec =
    SoundSpec { name: "MenuLeft", make: left, reverb: 0.16, is_tuned: true, ..SoundSpec::NON_DIEGETIC };

pub(super) fn plugin(app: &mut App) {
    app.register_sounds(&[&MOVED, &ACCEPTED, &LEFT])
        .add_message::<MenuCue>()
        .add_systems(Update, play_menu_sounds.in_set(AudioSystems::Play));
}

/// Menus are heard on every screen, so their sounds bypass the cues of the world.
fn play_menu_sounds(mut menu_cues: MessageReader<MenuCue>, commands: Res<AudioCommands>) {
    for cue in menu_cues.read() {
        commands.play(PlaySound::new(match cue {
            MenuCue::Moved => &MOVED,
            MenuCue::Accepted => &ACCEPTED,
            MenuCue::Left => &LEFT,
        }));
    }
}

fn tick(phase: &mut Phase, hertz: f32, time: f32, half_life: f32) -> f32 {
    let phase = phase.advance(hertz);
    (0.7 * triangle(phase) + 0.3 * sine((phase * 3.0).fract())) * pluck(time, 0.0015, half_life)
}

fn moved() -> Pcm {
    let mut tone = Phase::default();
    render(0.06, |time| tick(&mut tone, note::D5, time, 0.009)).one_shot(-17.0)
}

/// Up a fifth.
fn accepted() -> Pcm {
    let mut tones = [Phase::default(); 2];
    render(0.22, |time| tick(&mut tones[0], note::D5, time, 0.016) + tick(&mut tones[1], note::A5, time - 0.055, 0.030))
        .one_shot(-13.0)
}

/// Down a fourth.
fn left() -> Pcm {
    let mut tones = [Phase::default(); 2];
    render(0.20, |time| tick(&mut tones[0], note::D5, time, 0.016) + tick(&mut tones[1], note::A4, time - 0.055, 0.028))
        .one_shot(-15.0)
}
