//! Halftone: E Phrygian, 76 beats a minute in sevens. Low, sparse and wary: a drone with the half step above it, a heart
//! that limps, and strings that stop short.

use super::{PieceSpec, chords, melody, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, Mallet, PluckedString, Thump, Tick};
use crate::audio::music::instruments::sustained::{Breath, Glass, Organ, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "halftone",
    mood: "E Phrygian, dark and wary",
    beats_per_minute: 76.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// Em, F/E, Dm/E, Em7, C/E, F/E, Am/E, E without a third.
const CHORDS: [[i32; 4]; 8] = [
    [40, 52, 55, 59],
    [40, 53, 57, 60],
    [40, 50, 57, 65],
    [40, 52, 59, 62],
    [40, 48, 55, 64],
    [40, 53, 57, 60],
    [40, 52, 57, 60],
    [40, 47, 52, 59],
];
const MELODY: [(f32, i32); 19] = [
    (0.0, 64),
    (1.5, 67),
    (3.5, 65),
    (7.0, 69),
    (9.5, 65),
    (14.0, 65),
    (15.5, 62),
    (17.5, 69),
    (21.0, 67),
    (24.5, 71),
    (28.0, 72),
    (29.5, 67),
    (31.5, 64),
    (35.0, 65),
    (36.5, 69),
    (42.0, 72),
    (45.5, 69),
    (49.0, 64),
    (52.5, 65),
];

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 56, DARK);
    let organ = Organ { attack: 2.2, release: 2.4, partials: &[1.0, 0.35, 0.08, 0.20, 0.0, 0.06], swell: 0.13 };
    let bass = Bass { attack: 1.0, release: 1.4, edge: 0.35 };
    for (beat, [root, rest @ ..]) in chords(&CHORDS, 7.0) {
        bass.play(&mut canvas, Note::new(beat, 6.4, *root, 0.5));
        for (index, pitch) in rest.iter().enumerate() {
            organ.play(&mut canvas, Note::new(beat, 6.0, *pitch, 0.30).pan(0.65 * (index as f32 - 1.0)));
        }
    }
    let wind = Breath { attack: 4.0, release: 5.0, resonance: 2.5, seed: 100 };
    wind.play(&mut canvas, Note::new(5.0, 8.0, 71, 0.06).pan(-0.6));
    wind.play(&mut canvas, Note::new(33.0, 8.0, 67, 0.06).pan(0.6));
    canvas.hall(0.5, 3.8)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 14, BRIGHT);
    for (beat, gain) in strokes("9..6.....5....", 0.5, 14) {
        Thump { half_life: 0.11, fall: 6.0 }.play(&mut canvas, Note::new(beat, 0.5, 28, 0.5 * gain));
        Thump { half_life: 0.06, fall: 6.0 }.play(&mut canvas, Note::new(beat, 0.5, 40, 0.35 * gain));
    }
    let string = PluckedString { half_life: 0.07, brightness: 0.22 };
    for ((beat, gain), pitch) in strokes("5.3.4.3", 0.5, 14).zip([52, 59, 52, 57].iter().cycle()) {
        string.play(&mut canvas, Note::new(beat, 0.5, *pitch, 0.75 * gain).pan(0.3));
    }
    for (beat, gain) in strokes("..3..2....3...", 0.5, 14) {
        Tick { half_life: 0.008, resonance: 8.0 }.play(&mut canvas, Note::new(beat, 0.2, 74, 0.12 * gain).pan(-0.5));
    }
    canvas.hall(0.25, 2.0)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 56, BRIGHT);
    let string = PluckedString { half_life: 0.28, brightness: 0.30 };
    for note in melody(&MELODY, 1.0) {
        string.play(&mut canvas, note);
        string.play(&mut canvas, Note { pitch: note.pitch - 12.0, gain: 0.4 * note.gain, pan: -note.pan, ..note });
    }
    canvas.echo(1.75, 0.36, 1500.0).hall(0.45, 3.4)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 14, DARK);
    let pad = Pad { attack: 0.9, release: 1.2, cutoff: (200.0, 680.0), detune: 0.10 };
    // The half step that gives the mode its name.
    for (beat, pitch) in [(0.0, 40), (3.5, 41), (7.0, 40), (10.5, 41)] {
        pad.play(&mut canvas, Note::new(beat, 3.0, pitch, 0.5));
        pad.play(&mut canvas, Note::new(beat, 3.0, pitch + 12, 0.22).pan(0.5));
    }
    for (beat, gain) in strokes("9.6.7.69.7.6.7", 0.25, 14) {
        Thump { half_life: 0.05, fall: 14.0 }.play(&mut canvas, Note::new(beat, 0.2, 40, 0.8 * gain).pan(-0.2));
    }
    canvas.hall(0.25, 2.0)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 14, BRIGHT);
    let glass = Glass { attack: 1.2, release: 2.0, shine: 0.08 };
    for (beat, pitch, pan) in [(0.0, 76, -0.5), (3.5, 77, 0.5), (7.0, 71, -0.2), (10.5, 79, 0.3)] {
        glass.play(&mut canvas, Note::new(beat, 3.0, pitch, 0.5).pan(pan));
    }
    canvas.hall(1.0, 5.0)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 14, BRIGHT);
    let bell = Mallet { half_life: 0.35, ratios: [2.76, 5.4], hardness: 0.22 };
    let pitches = [76, 71, 79, 74, 76, 83];
    for ((beat, gain), pitch) in strokes("8..5.4.", 0.5, 14).zip(pitches.iter().cycle()) {
        bell.play(&mut canvas, Note::new(beat, 0.5, *pitch, gain).pan(0.35));
    }
    canvas.echo(1.75, 0.45, 2600.0).hall(0.45, 3.4)
}
