//! Moonrise: G Dorian, 66 beats a minute in triplets. A long plucked string over breath, as if somebody stood on a roof
//! and listened.

use super::{PieceSpec, chords, melody, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, PluckedString, Thump, Tick};
use crate::audio::music::instruments::sustained::{Breath, Glass, Organ, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "moonrise",
    mood: "G Dorian, patient and hollow",
    beats_per_minute: 66.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// A third of a beat.
const T: f32 = 1.0 / 3.0;
/// Gm9, C/G, Dm7, F/A, Bbmaj7, C, Gm7, Dm11.
const CHORDS: [[i32; 4]; 8] = [
    [43, 50, 58, 65],
    [43, 52, 60, 67],
    [38, 50, 57, 60],
    [45, 53, 60, 65],
    [46, 53, 57, 62],
    [48, 55, 64, 67],
    [43, 50, 58, 62],
    [38, 53, 55, 60],
];
const MELODY: [(f32, i32); 26] = [
    (0.0, 62),
    (T, 67),
    (2.0 * T, 70),
    (2.0, 74),
    (4.0, 72),
    (6.0, 67),
    (7.0, 64),
    (7.0 + T, 67),
    (9.0, 72),
    (12.0, 69),
    (12.0 + T, 72),
    (14.0, 77),
    (15.0, 74),
    (18.0, 72),
    (19.0, 69),
    (21.0, 65),
    (24.0, 65),
    (24.0 + T, 69),
    (24.0 + 2.0 * T, 74),
    (26.0, 77),
    (30.0, 76),
    (31.0, 72),
    (33.0, 67),
    (36.0, 70),
    (38.0, 67),
    (42.0, 69),
];

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 48, DARK);
    let organ = Organ { attack: 2.0, release: 2.6, partials: &[1.0, 0.22, 0.30, 0.06, 0.08], swell: 0.11 };
    let bass = Bass { attack: 0.8, release: 1.6, edge: 0.2 };
    for (beat, [root, rest @ ..]) in chords(&CHORDS, 6.0) {
        bass.play(&mut canvas, Note::new(beat, 5.0, *root, 0.5));
        for (index, pitch) in rest.iter().enumerate() {
            organ.play(&mut canvas, Note::new(beat, 5.2, *pitch, 0.32).pan(0.6 * (index as f32 - 1.0)));
            let breath = Breath { attack: 1.8, release: 2.4, resonance: 26.0, seed: 60 + index as u64 };
            breath.play(&mut canvas, Note::new(beat, 4.0, *pitch + 12, 0.16).pan(-0.5 * (index as f32 - 1.0)));
        }
    }
    canvas.hall(0.6, 4.2)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 12, BRIGHT);
    let string = PluckedString { half_life: 0.16, brightness: 0.16 };
    let pitches = [43, 50, 55, 50, 57, 50];
    for ((beat, gain), pitch) in strokes("7.35.3", T, 12).zip(pitches.iter().cycle()) {
        string.play(&mut canvas, Note::new(beat, T, *pitch, 0.7 * gain).pan(-0.2));
    }
    for (beat, gain) in strokes("9....4......", T, 12) {
        Thump { half_life: 0.12, fall: 7.0 }.play(&mut canvas, Note::new(beat, 0.5, 31, 0.9 * gain));
    }
    for (beat, gain) in strokes("....3....2..", T, 12) {
        Tick { half_life: 0.035, resonance: 0.9 }.play(&mut canvas, Note::new(beat, 0.2, 104, 0.25 * gain).pan(0.45));
    }
    canvas.hall(0.22, 2.2)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 48, BRIGHT);
    let string = PluckedString { half_life: 0.55, brightness: 0.5 };
    for note in melody(&MELODY, 1.0) {
        string.play(&mut canvas, note);
    }
    canvas.echo(4.0 * T, 0.30, 1700.0).hall(0.45, 3.6)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 12, DARK);
    for (beat, gain) in strokes("8..6.6", T, 12) {
        Thump { half_life: 0.09, fall: 12.0 }.play(&mut canvas, Note::new(beat, 0.3, 38, gain).pan(-0.3));
    }
    let string = PluckedString { half_life: 0.09, brightness: 0.25 };
    for (beat, gain) in strokes("646", T, 12) {
        string.play(&mut canvas, Note::new(beat, T, 43, 0.7 * gain).pan(0.35));
    }
    let pad = Pad { attack: 1.0, release: 1.5, cutoff: (200.0, 520.0), detune: 0.14 };
    for (beat, pitch) in [(0.0, 43), (3.0, 45), (6.0, 43), (9.0, 50)] {
        pad.play(&mut canvas, Note::new(beat, 2.6, pitch, 0.32));
    }
    canvas.hall(0.25, 2.2)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 12, BRIGHT);
    let glass = Glass { attack: 1.2, release: 2.6, shine: 0.05 };
    for (beat, pitch, pan) in [(0.0, 74, -0.4), (3.0, 79, 0.4), (6.0, 72, -0.2), (9.0, 81, 0.5)] {
        glass.play(&mut canvas, Note::new(beat, 2.6, pitch, 0.5).pan(pan));
    }
    let breath = Breath { attack: 2.0, release: 2.5, resonance: 14.0, seed: 70 };
    breath.play(&mut canvas, Note::new(0.0, 5.0, 86, 0.22).pan(0.3));
    breath.play(&mut canvas, Note::new(6.0, 5.0, 84, 0.22).pan(-0.3));
    canvas.hall(0.9, 5.0)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 12, BRIGHT);
    let string = PluckedString { half_life: 0.4, brightness: 0.7 };
    let pitches = [67, 74, 79, 74, 72, 79];
    for ((beat, gain), pitch) in strokes("753", T, 12).zip(pitches.iter().cycle()) {
        string.play(&mut canvas, Note::new(beat, T, *pitch, gain).pan(0.5 - (beat * 3.0 % 3.0) * 0.5));
    }
    canvas.echo(2.0 * T, 0.36, 2600.0).hall(0.4, 3.0)
}
