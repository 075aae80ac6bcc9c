//! The pieces: one for each world, and one for the menus. Each has a key, a meter, instruments and a mood of its own, and is
//! composed in its own file. All keys are modes of C or F major, which contain every note that shards, keys and the exit
//! ring on, so that no cue is ever out of tune.
//!
//! The ground and the motif follow the piece's chords. The other layers stay on notes that fit all of them, so that they may
//! be shorter, and come in at any time.

mod before_dawn;
mod clockwork;
mod first_light;
mod glass_garden;
mod hairline;
mod halftone;
mod ironworks;
mod mirror_hall;
mod moonrise;

use super::canvas::{Canvas, Tempo};
use super::instruments::Note;
use crate::audio::engine::music::{LAYERS, Piece, PieceId, Role};
use hairline_level::LevelWorld;

/// Worlds, each of which has a piece.
const WORLDS: usize = LevelWorld::ALL.len();

/// A piece to compose.
pub struct PieceSpec {
    /// What its files are called.
    pub name: &'static str,
    /// Its key and its mood.
    pub mood: &'static str,
    /// Its tempo.
    pub beats_per_minute: f32,
    /// The functions that compose its layers, in the order of [`Role::ALL`].
    layers: [fn(Tempo) -> Canvas; LAYERS],
}

/// All pieces: those of the worlds in their order, then the one of the menus.
pub static PIECES: [&PieceSpec; WORLDS + 1] = [
    &first_light::PIECE,
    &clockwork::PIECE,
    &moonrise::PIECE,
    &glass_garden::PIECE,
    &ironworks::PIECE,
    &mirror_hall::PIECE,
    &halftone::PIECE,
    &hairline::PIECE,
    &before_dawn::PIECE,
];

/// The piece of the menus.
pub const MENU: PieceId = PieceId(WORLDS);

/// The piece of a world.
pub fn of_world(world: LevelWorld) -> PieceId {
    PieceId(world.index())
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
///
/// # Panics
/// If there is no such piece.
pub fn synthesize(id: PieceId) -> Piece {
    let piece = PIECES[id.0];
    let tempo = Tempo::new(piece.beats_per_minute);
    // One at a time: an unfinished layer takes twice the memory of a finished one.
    let layers = Role::ALL.map(|role| piece.layers[role.index()](tempo).finish(loudness(role)));
    Piece { id, layers }
}

/// A layer that a piece does not have.
fn silence(tempo: Tempo) -> Canvas {
    Canvas::new(tempo, 1, super::canvas::DARK)
}

/// The strokes of a pattern that repeats for so many beats: the beat and the strength of each. In the pattern every
/// character lasts `step` beats; a dot rests, a digit from 1 to 9 is a stroke of that strength.
fn strokes(pattern: &'static str, step: f32, beats: usize) -> impl Iterator<Item = (f32, f32)> {
    let count = (beats as f32 / step).round() as usize;
    pattern
        .bytes()
        .cycle()
        .take(count)
        .enumerate()
        .filter(|(_, character)| *character != b'.')
        .map(move |(index, character)| (index as f32 * step, f32::from(character - b'0') / 9.0))
}

/// The chords of a piece in turn, `beats` long each: the beat at which a chord begins, and its notes.
fn chords<const N: usize>(chords: &'static [[i32; N]], beats: f32) -> impl Iterator<Item = (f32, &'static [i32; N])> {
    chords.iter().enumerate().map(move |(index, chord)| (index as f32 * beats, chord))
}

/// The notes of a melody, each a beat and a pitch. Every third is a little softer, so that a repetition is not mechanical.
fn melody(notes: &'static [(f32, i32)], beats: f32) -> impl Iterator<Item = Note> {
    notes.iter().enumerate().map(move |(index, (beat, pitch))| {
        let gain = if index % 3 == 2 { 0.72 } else { 1.0 };
        Note::new(*beat, beats, *pitch, gain).pan(if index % 2 == 0 { -0.3 } else { 0.3 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_repeats_until_its_beats_are_over() {
        let strokes: Vec<_> = strokes("9..3", 0.5, 3).collect();
        assert_eq!(strokes, [(0.0, 1.0), (1.5, 3.0 / 9.0), (2.0, 1.0)]);
    }

    #[test]
    fn each_world_has_the_piece_of_its_name() {
        for world in LevelWorld::ALL {
            let name = PIECES[of_world(world).0].name.replace(['-', '_', ' '], "");
            assert_eq!(name.to_lowercase(), world.word().to_lowercase());
        }
    }
}
