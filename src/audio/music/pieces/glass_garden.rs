//! Glass Garden: F Lydian, 120 beats a minute. Two mallets play patterns of different lengths that drift through each other
//! (Reich's phases); nothing else moves.

use super::{PieceSpec, chords, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, Mallet, Pluck, Thump};
use crate::audio::music::instruments::sustained::{Glass, Organ, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "glass-garden",
    mood: "F Lydian, light and turning",
    beats_per_minute: 120.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// Fmaj7, G/F, Em7, Am7, Dm9, G, Fmaj9, C/E.
const CHORDS: [[i32; 4]; 8] = [
    [41, 57, 60, 64],
    [41, 55, 59, 62],
    [40, 55, 59, 62],
    [45, 55, 60, 64],
    [38, 53, 60, 64],
    [43, 55, 59, 62],
    [41, 55, 57, 64],
    [40, 55, 60, 64],
];
const WOOD: Mallet = Mallet { half_life: 0.16, ratios: [3.93, 9.2], hardness: 0.30 };

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, DARK);
    let organ = Organ { attack: 1.4, release: 2.2, partials: &[1.0, 0.50, 0.12, 0.14], swell: 0.17 };
    let bass = Bass { attack: 0.3, release: 1.2, edge: 0.2 };
    for (beat, [root, rest @ ..]) in chords(&CHORDS, 8.0) {
        bass.play(&mut canvas, Note::new(beat, 6.5, *root, 0.45));
        for (index, pitch) in rest.iter().enumerate() {
            organ.play(&mut canvas, Note::new(beat, 7.2, *pitch, 0.34).pan(0.7 * (index as f32 - 1.0)));
        }
    }
    canvas.hall(0.55, 3.4)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 24, BRIGHT);
    // Twelve steps on the left, eight on the right.
    let left = [60, 64, 67, 64, 60, 67];
    for ((beat, gain), pitch) in strokes("6.45.36.4.5.", 0.5, 24).zip(left.iter().cycle()) {
        WOOD.play(&mut canvas, Note::new(beat, 0.5, *pitch, gain).pan(-0.55));
    }
    let right = [67, 62, 64, 72];
    for ((beat, gain), pitch) in strokes(".5..6.4.", 0.5, 24).zip(right.iter().cycle()) {
        WOOD.play(&mut canvas, Note::new(beat, 0.5, *pitch, 0.9 * gain).pan(0.55));
    }
    canvas.hall(0.2, 1.8)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, BRIGHT);
    let glass = Mallet { half_life: 0.45, ratios: [2.76, 5.4], hardness: 0.22 };
    for (index, (beat, chord)) in chords(&CHORDS, 8.0).enumerate() {
        let [_, low, middle, high] = *chord;
        // The chord is broken upwards, and every second time back again.
        let notes = if index % 2 == 0 { [low, middle, high, high + 5] } else { [high, middle, low, middle] };
        for (step, pitch) in notes.into_iter().enumerate() {
            let at = beat + [0.0, 1.5, 3.0, 5.0][step];
            glass.play(
                &mut canvas,
                Note::new(at, 1.0, pitch + 12, 0.9 - 0.12 * step as f32).pan(0.3 - 0.2 * step as f32),
            );
        }
    }
    canvas.echo(1.5, 0.42, 2400.0).hall(0.4, 3.0)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, DARK);
    let pluck = Pluck { half_life: 0.05, brightness: 2.4 };
    for (beat, gain) in strokes("9.7.7.8.7.7.", 0.25, 16) {
        pluck.play(&mut canvas, Note::new(beat, 0.25, 36, gain).pan(0.2));
        pluck.play(&mut canvas, Note::new(beat, 0.25, 43, 0.5 * gain).pan(-0.3));
    }
    for (beat, gain) in strokes("8..6....", 0.5, 16) {
        Thump { half_life: 0.08, fall: 10.0 }.play(&mut canvas, Note::new(beat, 0.3, 36, gain));
    }
    let pad = Pad { attack: 1.0, release: 1.4, cutoff: (230.0, 640.0), detune: 0.10 };
    pad.play(&mut canvas, Note::new(0.0, 7.0, 47, 0.26).pan(-0.4));
    pad.play(&mut canvas, Note::new(8.0, 7.0, 48, 0.26).pan(0.4));
    canvas.hall(0.18, 1.6)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let glass = Glass { attack: 0.7, release: 2.4, shine: 0.16 };
    for (beat, pitch, pan) in [(0.0, 76, 0.5), (2.5, 79, -0.5), (5.0, 83, 0.2), (8.0, 72, -0.4), (11.0, 81, 0.4)] {
        glass.play(&mut canvas, Note::new(beat, 3.0, pitch, 0.5).pan(pan));
    }
    canvas.hall(1.0, 4.6)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 24, BRIGHT);
    let pitches = [72, 79, 76, 83, 79, 76];
    for ((beat, gain), pitch) in strokes("8.5.6.5.7.4.", 0.25, 24).zip(pitches.iter().cycle()) {
        WOOD.play(&mut canvas, Note::new(beat, 0.25, *pitch, gain).pan(if beat.fract() < 0.4 { 0.6 } else { -0.6 }));
    }
    canvas.echo(0.5, 0.35, 3000.0).hall(0.3, 2.2)
}
