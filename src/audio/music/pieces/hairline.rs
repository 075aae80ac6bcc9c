//! Hairline: D minor, 132 beats a minute. One thin high line that moves by single steps over sixteenths that never stop;
//! everything that the other worlds taught, and no more than that.

use super::{PieceSpec, chords, melody, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, Mallet, Pluck, Thump, Tick};
use crate::audio::music::instruments::sustained::{Glass, Organ, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "hairline",
    mood: "D minor, taut and clear",
    beats_per_minute: 132.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// Dm9, B flat maj7, F/A, C9, Gm9, Asus.
const CHORDS: [[i32; 4]; 6] =
    [[38, 53, 57, 64], [46, 53, 57, 62], [45, 53, 60, 65], [48, 52, 55, 62], [43, 53, 58, 62], [45, 52, 57, 62]];
/// The line: one note a chord, a step from the one before.
const LINE: [i32; 6] = [81, 82, 81, 79, 81, 79];
const MELODY: [(f32, i32); 21] = [
    (0.0, 74),
    (3.0, 77),
    (6.0, 76),
    (11.0, 69),
    (16.0, 74),
    (19.0, 77),
    (22.0, 74),
    (32.0, 72),
    (35.0, 77),
    (38.0, 76),
    (43.0, 72),
    (48.0, 74),
    (51.0, 76),
    (54.0, 72),
    (64.0, 70),
    (67.0, 74),
    (70.0, 77),
    (75.0, 74),
    (80.0, 76),
    (83.0, 74),
    (88.0, 69),
];

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 96, DARK);
    let pad = Pad { attack: 1.8, release: 2.4, cutoff: (300.0, 980.0), detune: 0.08 };
    let bass = Bass { attack: 0.6, release: 1.2, edge: 0.3 };
    let line = Organ { attack: 2.0, release: 2.0, partials: &[1.0, 0.06], swell: 0.3 };
    for ((beat, [root, rest @ ..]), high) in chords(&CHORDS, 16.0).zip(LINE) {
        bass.play(&mut canvas, Note::new(beat, 14.0, *root, 0.45));
        for (index, pitch) in rest.iter().enumerate() {
            pad.play(&mut canvas, Note::new(beat, 15.0, *pitch, 0.45).pan(0.6 * (index as f32 - 1.0)));
        }
        line.play(&mut canvas, Note::new(beat, 15.0, high, 0.085));
    }
    canvas.hall(0.45, 3.4)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let pluck = Pluck { half_life: 0.045, brightness: 2.6 };
    let pitches = [50, 57, 62, 57, 60, 57, 62];
    for ((beat, gain), pitch) in strokes("6454635463545364", 0.25, 16).zip(pitches.iter().cycle()) {
        let pan = if (2.0 * beat).fract() == 0.0 { -0.4 } else { 0.4 };
        pluck.play(&mut canvas, Note::new(beat, 0.25, *pitch, 0.8 * gain).pan(pan));
    }
    for (beat, gain) in strokes("9...6.....7.....", 0.25, 16) {
        Thump { half_life: 0.075, fall: 10.0 }.play(&mut canvas, Note::new(beat, 0.4, 38, gain));
    }
    for (beat, gain) in strokes("..4...3.", 0.25, 16) {
        Tick { half_life: 0.011, resonance: 1.1 }.play(&mut canvas, Note::new(beat, 0.2, 112, 0.28 * gain).pan(0.3));
    }
    canvas.hall(0.14, 1.4)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 96, BRIGHT);
    let bell = Mallet { half_life: 0.4, ratios: [3.93, 5.4], hardness: 0.25 };
    let shadow = Pluck { half_life: 0.11, brightness: 1.8 };
    for note in melody(&MELODY, 1.0) {
        bell.play(&mut canvas, note);
        shadow.play(&mut canvas, Note { pitch: note.pitch - 12.0, gain: 0.35 * note.gain, pan: -note.pan, ..note });
    }
    canvas.echo(1.5, 0.42, 2200.0).hall(0.35, 3.0)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let low = Pluck { half_life: 0.05, brightness: 3.0 };
    for (beat, gain) in strokes("97687867", 0.25, 16) {
        low.play(&mut canvas, Note::new(beat, 0.25, 38, gain));
        low.play(&mut canvas, Note::new(beat, 0.25, 50, 0.3 * gain).pan(-0.5));
    }
    let pad = Pad { attack: 1.0, release: 1.4, cutoff: (260.0, 900.0), detune: 0.12 };
    for (beat, pitch) in [(0.0, 57), (4.0, 58), (8.0, 57), (12.0, 55)] {
        pad.play(&mut canvas, Note::new(beat, 3.6, pitch, 0.22).pan(0.4));
    }
    canvas.hall(0.16, 1.6)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let glass = Glass { attack: 0.8, release: 2.4, shine: 0.12 };
    for (beat, pitch, pan) in [(0.0, 81, 0.0), (4.0, 74, -0.5), (8.0, 79, 0.5), (12.0, 76, -0.2)] {
        glass.play(&mut canvas, Note::new(beat, 3.8, pitch, 0.5).pan(pan));
    }
    canvas.hall(1.0, 4.8)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let bell = Mallet { half_life: 0.24, ratios: [2.76, 5.4], hardness: 0.3 };
    let pitches = [74, 81, 79, 74, 76, 81];
    for ((beat, gain), pitch) in strokes("8.5.6..56.5.7...", 0.25, 16).zip(pitches.iter().cycle()) {
        bell.play(&mut canvas, Note::new(beat, 0.5, *pitch, gain).pan(if beat.fract() == 0.0 { 0.5 } else { -0.5 }));
    }
    canvas.echo(0.75, 0.42, 3000.0).hall(0.35, 2.6)
}
