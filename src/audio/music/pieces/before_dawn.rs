//! Before Dawn, for the menus: fifths on D at 54 beats a minute that swell like a sleeper's breath, and now and then a note
//! of glass. It has a ground and a motif only.

use super::{PieceSpec, chords, silence};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::Mallet;
use crate::audio::music::instruments::sustained::{Breath, Organ, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "before-dawn",
    mood: "D, open and still",
    beats_per_minute: 54.0,
    layers: [ground, silence, motif, silence, silence, silence],
};

/// D5, D9, A/D, G/D.
const CHORDS: [[i32; 4]; 4] = [[38, 45, 57, 62], [38, 45, 60, 64], [38, 45, 57, 64], [38, 43, 59, 62]];
const NOTES: [(f32, i32, f32); 9] = [
    (1.0, 74, -0.4),
    (3.5, 81, 0.3),
    (9.0, 76, 0.4),
    (11.0, 72, -0.3),
    (17.0, 74, -0.4),
    (18.5, 76, 0.2),
    (20.5, 69, 0.4),
    (25.0, 79, -0.2),
    (28.0, 74, 0.3),
];

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 32, DARK);
    let organ = Organ { attack: 3.0, release: 3.5, partials: &[1.0, 0.34, 0.16, 0.06], swell: 0.09 };
    let pad = Pad { attack: 3.4, release: 3.4, cutoff: (260.0, 820.0), detune: 0.06 };
    for (beat, chord) in chords(&CHORDS, 8.0) {
        for (index, pitch) in chord.iter().enumerate() {
            let pan = 0.4 * (index as f32 - 1.5);
            organ.play(&mut canvas, Note::new(beat, 6.6, *pitch, 0.40).pan(pan));
            pad.play(&mut canvas, Note::new(beat, 6.6, *pitch, 0.22).pan(-pan));
        }
    }
    let wind = Breath { attack: 4.0, release: 5.0, resonance: 3.0, seed: 110 };
    wind.play(&mut canvas, Note::new(2.0, 5.0, 74, 0.03).pan(0.6));
    wind.play(&mut canvas, Note::new(18.0, 5.0, 69, 0.03).pan(-0.6));
    canvas.hall(0.7, 5.0)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 32, BRIGHT);
    let glass = Mallet { half_life: 0.6, ratios: [2.76, 5.4], hardness: 0.15 };
    for (beat, pitch, pan) in NOTES {
        glass.play(&mut canvas, Note::new(beat, 1.0, pitch, 1.0).pan(pan));
    }
    canvas.echo(1.5, 0.40, 1800.0).hall(0.6, 4.6)
}
