//! Ironworks: C Mixolydian, 96 beats a minute. A machine that never changes its note, metal that cools above it, and steam.

use super::{PieceSpec, chords, melody, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, Mallet, Pluck, Thump, Tick};
use crate::audio::music::instruments::sustained::{Breath, Glass, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "ironworks",
    mood: "C Mixolydian, heavy and steady",
    beats_per_minute: 96.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// C, Gm/C, F/C, B flat/C, C7, Dm7/C, F/C, C sus.
const CHORDS: [[i32; 4]; 8] = [
    [36, 55, 60, 64],
    [36, 55, 58, 62],
    [36, 53, 57, 60],
    [36, 53, 58, 62],
    [36, 52, 58, 67],
    [36, 53, 57, 62],
    [36, 53, 60, 69],
    [36, 55, 60, 65],
];
const MELODY: [(f32, i32); 20] = [
    (0.0, 67),
    (3.0, 72),
    (5.0, 70),
    (8.0, 74),
    (10.5, 70),
    (12.0, 67),
    (16.0, 72),
    (19.0, 69),
    (21.0, 65),
    (24.0, 70),
    (26.0, 74),
    (32.0, 76),
    (33.5, 72),
    (36.0, 70),
    (40.0, 69),
    (43.0, 65),
    (48.0, 72),
    (51.0, 69),
    (56.0, 65),
    (58.5, 67),
];

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, DARK);
    let pad = Pad { attack: 2.0, release: 2.2, cutoff: (260.0, 760.0), detune: 0.10 };
    let drone = Bass { attack: 0.9, release: 1.0, edge: 0.5 };
    for (beat, [root, rest @ ..]) in chords(&CHORDS, 8.0) {
        drone.play(&mut canvas, Note::new(beat, 7.6, *root, 0.28));
        drone.play(&mut canvas, Note::new(beat, 7.6, root + 7, 0.22));
        for (index, pitch) in rest.iter().enumerate() {
            pad.play(&mut canvas, Note::new(beat, 7.0, *pitch, 0.5).pan(0.6 * (index as f32 - 1.0)));
        }
    }
    canvas.hall(0.35, 2.6)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    for (beat, gain) in strokes("9.......6.......", 0.25, 16) {
        Thump { half_life: 0.10, fall: 8.0 }.play(&mut canvas, Note::new(beat, 0.5, 36, gain));
    }
    for (beat, gain) in strokes("..5...3...5..34.", 0.25, 16) {
        let anvil = Mallet { half_life: 0.05, ratios: [2.76, 5.4], hardness: 0.9 };
        anvil.play(&mut canvas, Note::new(beat, 0.2, 67, 0.26 * gain).pan(-0.4));
    }
    for (beat, gain) in strokes("....6.......5...", 0.25, 16) {
        Tick { half_life: 0.05, resonance: 0.7 }.play(&mut canvas, Note::new(beat, 0.3, 96, 0.30 * gain).pan(0.4));
    }
    let belt = Pluck { half_life: 0.06, brightness: 2.0 };
    for ((beat, gain), pitch) in strokes("6.4.5.4.", 0.25, 16).zip([48, 48, 55, 48, 48, 58].iter().cycle()) {
        belt.play(&mut canvas, Note::new(beat, 0.25, *pitch, 0.7 * gain).pan(0.1));
    }
    canvas.hall(0.16, 1.4)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, BRIGHT);
    let metal = Mallet { half_life: 0.5, ratios: [2.76, 5.4], hardness: 0.5 };
    for note in melody(&MELODY, 1.0) {
        metal.play(&mut canvas, note);
        // Each bar of metal has a slightly flatter neighbor that beats with it.
        metal.play(&mut canvas, Note { pitch: note.pitch - 0.07, gain: 0.5 * note.gain, pan: -note.pan, ..note });
    }
    canvas.echo(1.5, 0.30, 1800.0).hall(0.4, 3.0)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let motor = Pluck { half_life: 0.04, brightness: 3.2 };
    for (beat, gain) in strokes("9696868696968788", 0.25, 16) {
        motor.play(&mut canvas, Note::new(beat, 0.25, 36, gain));
        motor.play(&mut canvas, Note::new(beat, 0.25, 43, 0.35 * gain).pan(0.4));
    }
    let steam = Breath { attack: 1.2, release: 0.5, resonance: 1.0, seed: 80 };
    steam.play(&mut canvas, Note::new(4.0, 3.2, 91, 0.05).pan(0.5));
    steam.play(&mut canvas, Note::new(12.0, 3.2, 88, 0.05).pan(-0.5));
    canvas.hall(0.15, 1.4)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let glass = Glass { attack: 1.0, release: 2.4, shine: 0.2 };
    for (beat, pitch, pan) in [(0.0, 72, 0.4), (4.0, 79, -0.4), (8.0, 77, 0.3), (12.0, 74, -0.3)] {
        glass.play(&mut canvas, Note::new(beat, 3.4, pitch, 0.5).pan(pan));
    }
    let far = Mallet { half_life: 0.7, ratios: [2.76, 5.4], hardness: 0.6 };
    far.play(&mut canvas, Note::new(2.0, 1.0, 84, 0.35).pan(0.6));
    far.play(&mut canvas, Note::new(10.0, 1.0, 79, 0.35).pan(-0.6));
    canvas.hall(0.9, 4.4)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let bell = Mallet { half_life: 0.32, ratios: [2.76, 5.4], hardness: 0.3 };
    let pitches = [72, 79, 74, 84, 79, 77];
    for ((beat, gain), pitch) in strokes("8..5..5.", 0.25, 16).zip(pitches.iter().cycle()) {
        bell.play(&mut canvas, Note::new(beat, 0.5, *pitch, gain).pan(-0.3));
    }
    canvas.echo(0.75, 0.42, 2800.0).hall(0.35, 2.6)
}
