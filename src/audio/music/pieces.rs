//! The pieces: one for each world, and one for the menus, each a score in `assets/music`. All keys are modes of C or F major,
//! which contain every note that shards, keys and the exit ring on, so that no cue is ever out of tune.
//!
//! The ground and the motif follow the piece's chords. The other layers stay on notes that fit all of them, so that they may
//! be shorter, and come in at any time.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ron::extensions::Extensions;
use serde::Deserialize;

use super::canvas::{BRIGHT, Canvas, DARK, Tempo};
use super::instruments::{Instrument, Note};
use crate::audio::engine::music::{Piece, PieceId, Role};
use hairline_level::LevelWorld;

/// Those of the worlds in their order, then the one of the menus.
const SCORES: [&str; LevelWorld::ALL.len() + 1] = [
    include_str!("../../../assets/music/first-light.ron"),
    include_str!("../../../assets/music/clockwork.ron"),
    include_str!("../../../assets/music/moonrise.ron"),
    include_str!("../../../assets/music/glass-garden.ron"),
    include_str!("../../../assets/music/ironworks.ron"),
    include_str!("../../../assets/music/mirror-hall.ron"),
    include_str!("../../../assets/music/halftone.ron"),
    include_str!("../../../assets/music/hairline.ron"),
    include_str!("../../../assets/music/before-dawn.ron"),
];

/// All pieces, in the order of their ids.
pub static PIECES: LazyLock<Vec<Score>> = LazyLock::new(|| {
    let ron = ron::Options::default().with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES);
    let read = |text| ron.from_str(text).expect("a test reads every score");
    SCORES.into_iter().map(read).collect()
});

pub const MENU: PieceId = PieceId(LevelWorld::ALL.len());

pub fn of_world(world: LevelWorld) -> PieceId {
    PieceId(world.index())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    pub name: String,
    /// Its key and its mood.
    pub mood: String,
    pub beats_per_minute: f32,
    chords: Vec<Vec<i32>>,
    layers: BTreeMap<Role, LayerScore>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerScore {
    beats: u16,
    rate: Rate,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Deserialize)]
enum Rate {
    Dark,
    Bright,
}

/// A step of composing a layer. Every voice plays each note. Accents (factors on the amplitude) and sides (−1 left to 1 right)
/// are taken in turn, from the beginning again after the last.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
enum Step {
    /// The piece's chords, one every so many beats. A voice plays some tones of them, by their indices; their sides are the
    /// distances from the middle one.
    Chords { every: f32, voices: Vec<(Vec<usize>, Vec<Voice>)> },
    /// A pattern that repeats to the end of the loop, with pitches in turn: a digit from 1 to 9 is a stroke of that strength, a
    /// dot is a rest. Rests take a side too.
    Strokes {
        pattern: String,
        per_beat: u16,
        pitches: Vec<i32>,
        #[serde(default = "center")]
        sides: Vec<f32>,
        voices: Vec<Voice>,
    },
    /// Notes, each with its beat and its pitch.
    Notes {
        notes: Vec<(f32, i32)>,
        #[serde(default = "even")]
        accents: Vec<f32>,
        #[serde(default = "center")]
        sides: Vec<f32>,
        voices: Vec<Voice>,
    },
    /// [`Canvas::echo`] on all that was played so far.
    Echo(f32, f32, f32),
    /// [`Canvas::hall`] on all that was played so far.
    Hall(f32, f32),
}

/// How one instrument plays a note.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Voice {
    on: Instrument,
    /// How long a note is held; struck and plucked instruments ignore it.
    #[serde(default = "one")]
    beats: f32,
    #[serde(default)]
    delay: f32,
    #[serde(default)]
    transpose: f32,
    #[serde(default = "one")]
    gain: f32,
    /// Factor on the note's side.
    #[serde(default = "one")]
    spread: f32,
    /// Added to the note's side.
    #[serde(default)]
    pan: f32,
}

fn one() -> f32 {
    1.0
}

fn center() -> Vec<f32> {
    vec![0.0]
}

fn even() -> Vec<f32> {
    vec![1.0]
}

impl Voice {
    /// Plays a note: its beat, pitch, strength and side. `tone` gives the tones of a chord different noise.
    fn play(&self, canvas: &mut Canvas, (beat, pitch, strength, side): (f32, i32, f32, f32), tone: u64) {
        let note = Note {
            beat: beat + self.delay,
            beats: self.beats,
            pitch: pitch as f32 + self.transpose,
            gain: self.gain * strength,
            pan: side * self.spread + self.pan,
        };
        self.on.play(canvas, note, tone);
    }
}

impl Step {
    fn run(&self, mut canvas: Canvas, chords: &[Vec<i32>], beats: u16) -> Canvas {
        match self {
            Self::Chords { every, voices } => {
                for (index, chord) in chords.iter().enumerate() {
                    for (tones, voices) in voices {
                        let middle = 0.5 * (tones.len() - 1) as f32;
                        for (place, tone) in tones.iter().enumerate() {
                            let note = (index as f32 * every, chord[*tone], 1.0, place as f32 - middle);
                            voices.iter().for_each(|voice| voice.play(&mut canvas, note, place as u64));
                        }
                    }
                }
                canvas
            }
            Self::Strokes { pattern, per_beat, pitches, sides, voices } => {
                let mut pitches = pitches.iter().cycle();
                for (index, strength) in strokes(pattern, usize::from(beats * per_beat)) {
                    let beat = index as f32 * (1.0 / f32::from(*per_beat));
                    let Some(pitch) = pitches.next() else { break };
                    let note = (beat, *pitch, strength, sides[index % sides.len()]);
                    voices.iter().for_each(|voice| voice.play(&mut canvas, note, 0));
                }
                canvas
            }
            Self::Notes { notes, accents, sides, voices } => {
                for (index, (beat, pitch)) in notes.iter().enumerate() {
                    let note = (*beat, *pitch, accents[index % accents.len()], sides[index % sides.len()]);
                    voices.iter().for_each(|voice| voice.play(&mut canvas, note, 0));
                }
                canvas
            }
            Self::Echo(beats, feedback, cutoff) => canvas.echo(*beats, *feedback, *cutoff),
            Self::Hall(wet, seconds) => canvas.hall(*wet, *seconds),
        }
    }
}

/// The indices and the strengths of the strokes in so many characters of a pattern that repeats.
fn strokes(pattern: &str, count: usize) -> impl Iterator<Item = (usize, f32)> {
    let strength = |character: u8| f32::from(character - b'0') / 9.0;
    let characters = pattern.bytes().cycle().take(count).enumerate();
    characters.filter(|(_, character)| *character != b'.').map(move |(index, character)| (index, strength(character)))
}

/// The loudness of a layer in decibels (see [`Canvas::finish`]), the same in every piece.
fn loudness(role: Role) -> f32 {
    match role {
        Role::Ground => -37.0,
        Role::Pulse => -41.0,
        Role::Motif => -39.0,
        Role::Danger => -38.5,
        Role::Focus => -36.0,
        Role::Exit => -41.0,
    }
}

/// Synthesizes a piece. Takes a good part of a second, so call it off the main thread.
pub fn synthesize(id: PieceId) -> Piece {
    let Score { beats_per_minute, chords, layers, .. } = &PIECES[id.0];
    let tempo = Tempo::new(*beats_per_minute);
    // One at a time: an unfinished layer takes twice the memory of a finished one.
    let layers = Role::ALL.map(|role| {
        let canvas = match layers.get(&role) {
            Some(LayerScore { beats, rate, steps }) => {
                let rate = match rate {
                    Rate::Dark => DARK,
                    Rate::Bright => BRIGHT,
                };
                let silence = Canvas::new(tempo, usize::from(*beats), rate);
                steps.iter().fold(silence, |canvas, step| step.run(canvas, chords, *beats))
            }
            None => Canvas::new(tempo, 1, DARK),
        };
        canvas.finish(loudness(role))
    });
    Piece { id, layers }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_repeats_until_its_beats_are_over() {
        let strokes: Vec<_> = strokes("9..3", 6).collect();
        assert_eq!(strokes, [(0, 1.0), (3, 3.0 / 9.0), (4, 1.0)]);
    }

    #[test]
    fn each_world_has_the_piece_of_its_name() {
        for world in LevelWorld::ALL {
            let name = PIECES[of_world(world).0].name.replace(['-', '_', ' '], "");
            assert_eq!(name.to_lowercase(), world.word().to_lowercase());
        }
    }
}
