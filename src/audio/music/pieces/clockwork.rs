//! Clockwork: A minor, 108 beats a minute. A case of wood that ticks, wheels of muted plucks that turn against each other,
//! and a small organ behind them.

use super::{PieceSpec, chords, melody, strokes};
use crate::audio::music::canvas::{BRIGHT, Canvas, DARK, Tempo};
use crate::audio::music::instruments::Note;
use crate::audio::music::instruments::struck::{Bass, Mallet, Pluck, PluckedString, Tick};
use crate::audio::music::instruments::sustained::{Glass, Organ};

/// The piece.
pub static PIECE: PieceSpec = PieceSpec {
    name: "clockwork",
    mood: "A minor, exact and dry",
    beats_per_minute: 108.0,
    layers: [ground, pulse, motif, danger, focus, exit],
};

/// Am9, F/A, C/G, Em7, Am, Dm7/A, Fmaj7, Gsus.
const CHORDS: [[i32; 5]; 8] = [
    [45, 52, 60, 64, 71],
    [45, 53, 57, 60, 65],
    [43, 52, 55, 60, 67],
    [40, 52, 55, 59, 62],
    [45, 52, 57, 60, 64],
    [45, 50, 57, 60, 65],
    [41, 48, 57, 60, 64],
    [43, 50, 57, 60, 62],
];
const MELODY: [(f32, i32); 30] = [
    (0.0, 76),
    (0.75, 72),
    (1.5, 69),
    (4.0, 71),
    (4.75, 72),
    (8.0, 77),
    (8.75, 72),
    (9.5, 69),
    (13.0, 72),
    (16.0, 79),
    (16.75, 76),
    (17.5, 72),
    (20.0, 74),
    (24.0, 74),
    (24.75, 71),
    (25.5, 67),
    (29.0, 64),
    (32.0, 76),
    (32.75, 72),
    (33.5, 69),
    (36.0, 72),
    (40.0, 77),
    (40.75, 74),
    (41.5, 69),
    (48.0, 76),
    (48.75, 72),
    (49.5, 69),
    (56.0, 74),
    (56.75, 72),
    (58.0, 69),
];

fn ground(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, DARK);
    let organ = Organ { attack: 0.7, release: 1.4, partials: &[1.0, 0.42, 0.20, 0.10, 0.04], swell: 0.23 };
    let bass = Bass { attack: 0.12, release: 0.8, edge: 0.3 };
    for (beat, [root, rest @ ..]) in chords(&CHORDS, 8.0) {
        bass.play(&mut canvas, Note::new(beat, 6.0, *root, 0.55));
        for (index, pitch) in rest.iter().enumerate() {
            organ.play(&mut canvas, Note::new(beat, 7.6, *pitch, 0.30).pan(0.5 * (index as f32 - 1.5)));
        }
    }
    canvas.hall(0.4, 2.2)
}

fn pulse(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let (tick, tock) = (Tick { half_life: 0.010, resonance: 6.0 }, Tick { half_life: 0.014, resonance: 5.0 });
    for (beat, gain) in strokes("8.2.", 0.5, 16) {
        tick.play(&mut canvas, Note::new(beat, 0.1, 76, 0.5 * gain).pan(-0.55));
    }
    for (beat, gain) in strokes("..6.", 0.5, 16) {
        tock.play(&mut canvas, Note::new(beat, 0.1, 71, 0.5 * gain).pan(0.55));
    }
    // Five against four: the wheels meet again after sixteen beats.
    let wheel = Pluck { half_life: 0.05, brightness: 2.4 };
    let pitches = [57, 64, 60, 64, 59];
    for ((beat, gain), pitch) in strokes("6.3.4.3.5.2.4.3.", 0.25, 16).zip(pitches.iter().cycle()) {
        wheel.play(&mut canvas, Note::new(beat, 0.25, *pitch, 0.8 * gain).pan(0.1));
    }
    canvas.hall(0.10, 1.2)
}

fn motif(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 64, BRIGHT);
    let string = PluckedString { half_life: 0.22, brightness: 0.35 };
    for note in melody(&MELODY, 0.5) {
        string.play(&mut canvas, note);
    }
    canvas.echo(1.5, 0.34, 2000.0).hall(0.22, 2.0)
}

fn danger(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let low = Pluck { half_life: 0.045, brightness: 2.6 };
    for (beat, gain) in strokes("95759575", 0.25, 16) {
        low.play(&mut canvas, Note::new(beat, 0.25, 33, gain).pan(-0.15));
        low.play(&mut canvas, Note::new(beat, 0.25, 40, 0.6 * gain).pan(0.15));
    }
    let spring = Tick { half_life: 0.02, resonance: 9.0 };
    for (beat, gain) in strokes("...4..5.", 0.25, 16) {
        spring.play(&mut canvas, Note::new(beat, 0.1, 67, 0.35 * gain).pan(0.6));
    }
    canvas.hall(0.14, 1.4)
}

fn focus(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let glass = Glass { attack: 0.6, release: 1.8, shine: 0.12 };
    for (beat, pitch, pan) in [(0.0, 76, 0.5), (4.0, 81, -0.5), (8.0, 72, 0.4), (12.0, 79, -0.4)] {
        glass.play(&mut canvas, Note::new(beat, 3.6, pitch, 0.6).pan(pan));
    }
    let tick = Tick { half_life: 0.03, resonance: 12.0 };
    for (beat, gain) in strokes("5...3...", 0.5, 16) {
        tick.play(&mut canvas, Note::new(beat, 0.2, 72, 0.10 * gain));
    }
    canvas.echo(1.0, 0.5, 2600.0).hall(0.7, 3.8)
}

fn exit(tempo: Tempo) -> Canvas {
    let mut canvas = Canvas::new(tempo, 16, BRIGHT);
    let chime = Mallet { half_life: 0.26, ratios: [2.76, 5.4], hardness: 0.4 };
    let pitches = [81, 76, 72, 76, 83, 76, 72, 74];
    for ((beat, gain), pitch) in strokes("8..5..6.4..5..3.", 0.25, 16).zip(pitches.iter().cycle()) {
        chime.play(&mut canvas, Note::new(beat, 0.5, *pitch, gain).pan(0.4));
    }
    canvas.echo(0.75, 0.4, 3200.0).hall(0.35, 2.4)
}
