//! Mirror Hall: B flat Lydian, 90 beats a minute in fives. Its melody is a palindrome, and every note of glass has its
//! mirror image on the other side.

use super::{PieceSpec, chords, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, Mallet, Pluck, Thump, Tick};
use crate::audio::music::instruments::sustained::{Breath, Glass, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "mirror-hall",
    mood: "B flat Lydian, cold and floating",
    beats_per_minute: 90.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// B flat maj7, C/B flat, Dm7, Gm9, F/A, C sus.
const CHORDS: [[i32; 4]; 6] =
    [[46, 57, 62, 65], [46, 55, 60, 64], [38, 57, 60, 65], [43, 58, 62, 69], [45, 57, 60, 65], [48, 55, 60, 65]];
/// Half of the melody; the other half is its mirror image in time.
const HALF: [(f32, i32); 9] =
    [(0.0, 74), (1.5, 77), (3.5, 76), (6.0, 72), (11.0, 79), (13.5, 76), (16.0, 74), (22.0, 77), (26.0, 69)];
/// Beats of the melody.
const BEATS: usize = 60;

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, BEATS, DARK);
    let pad = Pad { attack: 2.6, release: 3.0, cutoff: (420.0, 1300.0), detune: 0.05 };
    let bass = Bass { attack: 1.2, release: 1.6, edge: 0.15 };
    for (beat, [root, rest @ ..]) in chords(&CHORDS, 10.0) {
        bass.play(&mut canvas, Note::new(beat, 8.0, *root, 0.42));
        for (index, pitch) in rest.iter().enumerate() {
            pad.play(&mut canvas, Note::new(beat, 8.6, *pitch, 0.45).pan(0.8 * (index as f32 - 1.0)));
        }
    }
    canvas.hall(0.7, 4.6)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 20, BRIGHT);
    let pluck = Pluck { half_life: 0.07, brightness: 2.2 };
    let pitches = [60, 62, 65, 62, 67];
    for ((beat, gain), pitch) in strokes("7.4.5.3.4.", 0.5, 20).zip(pitches.iter().cycle()) {
        pluck.play(&mut canvas, Note::new(beat, 0.25, *pitch, gain).pan(-0.45));
        // The mirror image answers a quarter of a beat later.
        pluck.play(&mut canvas, Note::new(beat + 0.25, 0.25, 127 - *pitch, 0.45 * gain).pan(0.45));
    }
    for (beat, gain) in strokes("9.....5...", 0.5, 20) {
        Thump { half_life: 0.09, fall: 8.0 }.play(&mut canvas, Note::new(beat, 0.4, 34, 0.9 * gain));
    }
    for (beat, gain) in strokes("...3...4..", 0.5, 20) {
        Tick { half_life: 0.02, resonance: 2.0 }.play(&mut canvas, Note::new(beat, 0.2, 103, 0.25 * gain).pan(0.3));
    }
    canvas.hall(0.24, 2.0)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, BEATS, BRIGHT);
    let glass = Mallet { half_life: 0.55, ratios: [2.76, 5.4], hardness: 0.14 };
    for (index, (beat, pitch)) in HALF.into_iter().enumerate() {
        let gain = if index % 3 == 2 { 0.7 } else { 1.0 };
        glass.play(&mut canvas, Note::new(beat, 1.0, pitch, gain).pan(-0.5));
        glass.play(&mut canvas, Note::new(BEATS as f32 - 2.0 - beat, 1.0, pitch, 0.85 * gain).pan(0.5));
    }
    canvas.echo(2.5, 0.40, 2000.0).hall(0.5, 3.8)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 20, DARK);
    let pluck = Pluck { half_life: 0.05, brightness: 2.0 };
    for (beat, gain) in strokes("9.77.78.7.", 0.25, 20) {
        pluck.play(&mut canvas, Note::new(beat, 0.25, 41, gain).pan(0.2));
        pluck.play(&mut canvas, Note::new(beat, 0.25, 36, 0.8 * gain).pan(-0.2));
    }
    let pad = Pad { attack: 1.4, release: 1.8, cutoff: (240.0, 700.0), detune: 0.16 };
    pad.play(&mut canvas, Note::new(0.0, 8.5, 52, 0.26).pan(0.5));
    pad.play(&mut canvas, Note::new(10.0, 8.5, 53, 0.26).pan(-0.5));
    canvas.hall(0.25, 2.0)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 20, BRIGHT);
    // The attack is longer than the release: glass that plays backwards.
    let backwards = Glass { attack: 2.4, release: 0.5, shine: 0.10 };
    for (beat, pitch, pan) in [(0.0, 77, -0.6), (5.0, 81, 0.6), (10.0, 74, -0.3), (15.0, 79, 0.3)] {
        backwards.play(&mut canvas, Note::new(beat, 4.0, pitch, 0.5).pan(pan));
    }
    let breath = Breath { attack: 2.5, release: 1.0, resonance: 18.0, seed: 90 };
    breath.play(&mut canvas, Note::new(2.0, 6.0, 89, 0.16).pan(-0.2));
    breath.play(&mut canvas, Note::new(12.0, 6.0, 86, 0.16).pan(0.2));
    canvas.hall(1.0, 5.0)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 20, BRIGHT);
    let bell = Mallet { half_life: 0.3, ratios: [2.76, 5.4], hardness: 0.2 };
    let pitches = [77, 72, 74, 79, 81];
    for ((beat, gain), pitch) in strokes("84656", 0.5, 20).zip(pitches.iter().cycle()) {
        bell.play(&mut canvas, Note::new(beat, 0.5, *pitch, gain).pan(-0.5));
        bell.play(&mut canvas, Note::new(beat + 0.25, 0.5, *pitch, 0.4 * gain).pan(0.5));
    }
    canvas.hall(0.5, 3.2)
}
