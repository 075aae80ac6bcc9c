//! First Light: D Dorian, 84 beats a minute. A warm pad that breathes every two bars, a heart, and a thumb piano that
//! answers it.

use super::{PieceSpec, chords, melody, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, Mallet, Pluck, Thump, Tick};
use crate::audio::music::instruments::sustained::{Glass, Pad};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "first-light",
    mood: "D Dorian, warm and awake",
    beats_per_minute: 84.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// Dm9, Am7, Fmaj9, C9, Dm11, G, Fmaj7, Asus4.
const CHORDS: [[i32; 5]; 8] = [
    [38, 45, 53, 60, 64],
    [45, 52, 55, 60, 64],
    [41, 48, 57, 64, 67],
    [48, 55, 62, 64, 67],
    [38, 45, 53, 55, 60],
    [43, 50, 59, 62, 69],
    [41, 48, 57, 60, 64],
    [45, 52, 62, 64, 67],
];
const MELODY: [(f32, i32); 27] = [
    (0.0, 69),
    (1.5, 72),
    (3.0, 76),
    (5.5, 74),
    (8.5, 72),
    (10.0, 67),
    (12.5, 64),
    (16.0, 69),
    (17.5, 72),
    (19.0, 79),
    (21.0, 76),
    (25.0, 74),
    (26.5, 76),
    (29.0, 67),
    (32.0, 77),
    (33.5, 76),
    (35.0, 72),
    (37.5, 69),
    (40.5, 71),
    (42.0, 74),
    (44.5, 69),
    (48.0, 72),
    (49.5, 69),
    (51.0, 76),
    (57.0, 74),
    (58.5, 76),
    (60.0, 69),
];

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, DARK);
    let pad = Pad { attack: 1.6, release: 2.4, cutoff: (380.0, 1150.0), detune: 0.07 };
    let bass = Bass { attack: 0.5, release: 1.2, edge: 0.25 };
    for (beat, [root, rest @ ..]) in chords(&CHORDS, 8.0) {
        bass.play(&mut canvas, Note::new(beat, 7.0, *root, 0.5));
        for (index, pitch) in rest.iter().enumerate() {
            pad.play(&mut canvas, Note::new(beat, 7.4, *pitch, 0.5).pan(0.45 * (index as f32 - 1.5)));
        }
    }
    canvas.hall(0.5, 3.2)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let pluck = Pluck { half_life: 0.075, brightness: 3.0 };
    let pitches = [50, 57, 62, 57, 50, 60, 57, 62];
    for ((beat, gain), pitch) in strokes("7.4.5.3.6.4.5.35", 0.25, 16).zip(pitches.iter().cycle()) {
        pluck.play(&mut canvas, Note::new(beat, 0.25, *pitch, gain).pan(0.25));
    }
    let mut canvas = canvas.echo(0.75, 0.42, 1800.0).hall(0.12, 1.6);
    for (beat, gain) in strokes("9..5............", 0.25, 16) {
        Thump { half_life: 0.085, fall: 9.0 }.play(&mut canvas, Note::new(beat, 0.5, 35, 1.1 * gain));
    }
    for (beat, gain) in strokes("..3...4.", 0.5, 16) {
        Tick { half_life: 0.012, resonance: 1.2 }.play(&mut canvas, Note::new(beat, 0.2, 110, 0.35 * gain).pan(-0.35));
    }
    canvas
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, BRIGHT);
    let thumb_piano = Mallet { half_life: 0.30, ratios: [3.93, 9.2], hardness: 0.35 };
    for note in melody(&MELODY, 1.0) {
        thumb_piano.play(&mut canvas, note);
    }
    canvas.echo(0.75, 0.38, 2200.0).hall(0.35, 2.6)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, DARK);
    let pluck = Pluck { half_life: 0.055, brightness: 2.2 };
    for (beat, gain) in strokes("9.66.6.69.66.677", 0.25, 16) {
        pluck.play(&mut canvas, Note::new(beat, 0.25, 38, gain));
        pluck.play(&mut canvas, Note::new(beat, 0.25, 45, 0.5 * gain).pan(0.4));
    }
    let pad = Pad { attack: 1.2, release: 1.6, cutoff: (220.0, 620.0), detune: 0.12 };
    for (beat, pitch) in [(0.0, 50), (4.0, 53), (8.0, 52), (12.0, 55)] {
        pad.play(&mut canvas, Note::new(beat, 3.6, pitch, 0.30).pan(-0.3));
    }
    canvas.hall(0.2, 1.8)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let glass = Glass { attack: 0.9, release: 2.2, shine: 0.10 };
    for (beat, pitch, pan) in [(0.0, 74, -0.5), (3.0, 81, 0.5), (6.0, 76, 0.0), (9.0, 79, -0.4), (12.5, 69, 0.4)] {
        glass.play(&mut canvas, Note::new(beat, 3.0, pitch, 0.6).pan(pan));
    }
    canvas.hall(0.9, 4.5)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let bell = Mallet { half_life: 0.22, ratios: [2.76, 5.4], hardness: 0.25 };
    let pitches = [74, 69, 76, 69, 79, 69, 76, 74];
    for ((beat, gain), pitch) in strokes("73536353", 0.5, 16).zip(pitches.iter().cycle()) {
        bell.play(&mut canvas, Note::new(beat, 0.5, *pitch, gain).pan(if beat.fract() == 0.0 { -0.5 } else { 0.5 }));
    }
    canvas.echo(0.75, 0.45, 3000.0).hall(0.4, 2.8)
}
