//! The music: what every piece must satisfy, and how the mixer plays it.

use super::*;
use crate::audio::actors::laser;
use crate::audio::engine::commands::MusicLevel;
use crate::audio::engine::music::{LAYERS, Layer, Piece, PieceId, Role};
use crate::audio::music::director::{Situation, level};
use crate::audio::music::pieces::{MENU, PIECES, synthesize};
use hairline_level::LevelWorld;

/// All pieces, made once, each on a thread of its own.
static MUSIC: LazyLock<Vec<Arc<Piece>>> = LazyLock::new(|| {
    let make = |id: usize| std::thread::spawn(move || Arc::new(synthesize(PieceId(id))));
    let threads: Vec<_> = (0..PIECES.len()).map(make).collect();
    threads.into_iter().map(|thread| thread.join().expect("a piece can be made")).collect()
});

/// A layer with one tone, quick to make: each index has its own frequency, and a length of its own.
fn tone(index: usize) -> Layer {
    let (rate, seconds) = (16_000.0, 1 + index % 2);
    let hertz = 100.0 * (index + 1) as f32;
    let sine = |frame: usize| [0.05 * bevy::math::ops::sin(std::f32::consts::TAU * hertz * frame as f32 / rate); 2];
    Layer::new(&(0..seconds * rate as usize).map(sine).collect::<Vec<_>>(), rate)
}

/// A piece of tones.
fn tones(id: PieceId) -> Arc<Piece> {
    Arc::new(Piece { id, layers: std::array::from_fn(tone) })
}

fn music_level(piece: PieceId, gains: [f32; LAYERS]) -> MusicLevel {
    MusicLevel { piece, gains, rate: 1.0, cutoff: MixSettings::OPEN_CUTOFF }
}

const ALL: [f32; LAYERS] = [1.0; LAYERS];

/// The steepest step between neighboring samples.
fn steepest(samples: &[f32]) -> f32 {
    samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
}

/// A play with everything that raises the music.
const EVERYTHING: Situation = Situation {
    scene: AudioScene::Playing,
    world: LevelWorld::FirstLight,
    danger: 1.0,
    is_slow: false,
    progress: 1.0,
    is_exit_open: true,
};

#[test]
fn every_layer_loops_without_a_seam() {
    for piece in MUSIC.iter() {
        for (role, layer) in Role::ALL.iter().zip(&piece.layers) {
            let frames: Vec<[f32; 2]> = layer.frames().collect();
            let count = frames.len();
            // The larger step of the two sides.
            let step = |index: usize| {
                let (from, to) = (frames[index % count], frames[(index + 1) % count]);
                (to[0] - from[0]).abs().max((to[1] - from[1]).abs())
            };
            // The seam is no rougher than the loop is within a twentieth of a second around it.
            let around = (layer.rate() / 20.0) as usize;
            let near = (count - around..count - 1).chain(0..around).map(step).fold(0.0, f32::max);
            let seam = step(count - 1);
            assert!(seam <= near.max(1e-5), "{:?} {role:?}: {seam} beside {near}", piece.id);
        }
    }
}

#[test]
fn the_layers_of_a_piece_stay_together_however_long_it_plays() {
    for piece in MUSIC.iter() {
        let longest = piece.layers.iter().map(Layer::seconds).fold(0.0, f32::max);
        for layer in &piece.layers {
            // In lowest terms with a small denominator: no layer begins anywhere but on a beat of the others.
            let rounds = longest / layer.seconds();
            let is_simple =
                (1..=12).any(|parts| ((rounds * parts as f32).round() - rounds * parts as f32).abs() < 1e-3);
            assert!(is_simple, "{:?}: {longest} s and {} s", piece.id, layer.seconds());
        }
    }
}

#[test]
fn every_piece_is_quiet_long_and_small() {
    for piece in MUSIC.iter() {
        let mut bytes = 0;
        for (role, layer) in Role::ALL.iter().zip(&piece.layers) {
            let samples: Vec<f32> = layer.frames().flatten().collect();
            bytes += layer.bytes();
            let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
            if peak == 0.0 {
                assert_eq!(piece.id, MENU, "{role:?} is empty");
                continue;
            }
            let loudness = decibels(mean_square(&samples));
            assert!((-46.0..-30.0).contains(&loudness), "{:?} {role:?}: {loudness} dB", piece.id);
            assert!(peak < 0.15, "{:?} {role:?}: {peak}", piece.id);
            let offset = samples.iter().sum::<f32>() / samples.len() as f32;
            assert!(offset.abs() < 1e-4, "{:?} {role:?}: {offset}", piece.id);
        }
        assert!(piece.layers[Role::Ground.index()].seconds() > 25.0, "{:?} repeats too soon", piece.id);
        assert!(bytes < 16 << 20, "{:?} takes {bytes} bytes", piece.id);
    }
}

#[test]
fn no_two_pieces_share_a_tempo_or_a_key_or_a_name() {
    for (index, piece) in PIECES.iter().enumerate() {
        for other in &PIECES[index + 1..] {
            assert_ne!(piece.name, other.name);
            assert_ne!(piece.beats_per_minute, other.beats_per_minute, "{} and {}", piece.name, other.name);
            assert_ne!(piece.mood, other.mood);
        }
    }
}

#[test]
fn a_piece_is_the_same_each_time_that_it_is_made() {
    let again = synthesize(PieceId(2));
    assert!(again.layers.iter().zip(&MUSIC[2].layers).all(|(again, first)| again.frames().eq(first.frames())));
}

/// How loud a mix is in the ear's critical band around the beat of a charge, in decibels.
fn cue_band(mix: &[f32]) -> f32 {
    use crate::audio::engine::synth::{Coefficients, Filter};
    let coefficients = Coefficients::new(1_175.0, 5.0, 48_000.0);
    let mut filters = [Filter::default(); 2];
    let mut band =
        |sample: f32| filters.iter_mut().fold(sample, |sample, filter| filter.run(sample, coefficients).band);
    let band: Vec<f32> = channel(mix, 0).into_iter().map(&mut band).collect();
    decibels(mean_square(&band))
}

#[test]
fn the_music_at_its_fullest_masks_no_charge_of_a_beam() {
    let beat = {
        let (commands, mut mixer) = mixer();
        commands.set_mix(MixSettings::default());
        mix(&mut mixer, 0.2);
        // As quiet as the first beat of a beam four tiles away.
        commands.play(PlaySound { gain: 0.6 * 0.55 * 0.5, ..PlaySound::new(&laser::CHARGE_BEAT) });
        cue_band(&mix(&mut mixer, 0.04))
    };
    for piece in MUSIC.iter() {
        let (commands, mut mixer) = mixer();
        commands.set_mix(MixSettings::default());
        assert!(commands.send_piece(piece.clone()));
        commands.set_music(MusicLevel { piece: piece.id, ..level(&EVERYTHING) });
        mix(&mut mixer, 4.0);
        let music = cue_band(&mix(&mut mixer, 8.0));
        assert!(music < beat - 6.0, "{:?}: {music} dB beside {beat} dB", piece.id);
    }
}

#[test]
fn a_piece_plays_when_it_is_asked_for_and_another_takes_its_place_without_a_click() {
    let (commands, mut mixer) = mixer();
    commands.set_mix(MixSettings::default());
    let (one, other) = (PieceId(0), PieceId(1));
    let pieces = [tones(one), tones(other)];
    assert!(commands.send_piece(pieces[0].clone()));
    assert_eq!(mean_square(&mix(&mut mixer, 0.2)), 0.0, "nobody asked for it");
    commands.set_music(music_level(one, ALL));
    let rising = mix(&mut mixer, 3.0);
    assert!(mean_square(&rising[rising.len() - 9600..]) > 1e-4);
    let before = steepest(&channel(&mix(&mut mixer, 1.0), 0));
    assert!(commands.send_piece(pieces[1].clone()));
    commands.set_music(music_level(other, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    let change = channel(&mix(&mut mixer, 6.0), 0);
    assert!(steepest(&change) <= 1.3 * before, "{} after {before}", steepest(&change));
    assert_eq!(Arc::strong_count(&pieces[0]), 1, "the mixer has given the first one back");
    assert_eq!(Arc::strong_count(&pieces[1]), 2);
    assert!(mean_square(&change[change.len() - 4800..]) > 1e-5);
}

#[test]
fn a_piece_that_comes_back_while_it_fades_out_is_not_lost() {
    let (commands, mut mixer) = mixer();
    let (one, other) = (PieceId(0), PieceId(1));
    let pieces = [tones(one), tones(other)];
    for index in [0, 1, 0, 1, 0] {
        assert!(commands.send_piece(pieces[index].clone()));
        commands.set_music(music_level([one, other][index], ALL));
        mix(&mut mixer, 0.1);
    }
    let mut end = mix(&mut mixer, 8.0);
    assert!(mean_square(&end.split_off(end.len() - 9600)) > 1e-4);
    assert_eq!(Arc::strong_count(&pieces[1]), 1);
}

#[test]
fn a_layer_that_fades_in_late_is_where_the_others_are() {
    // Two layers with the same tone are twice as loud as one only if they are in step.
    let piece = Arc::new(Piece { id: PieceId(0), layers: std::array::from_fn(|_| tone(1)) });
    let (commands, mut mixer) = mixer();
    commands.set_mix(MixSettings::default());
    assert!(commands.send_piece(piece.clone()));
    commands.set_music(music_level(PieceId(0), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    mix(&mut mixer, 6.37);
    let one = mean_square(&mix(&mut mixer, 1.0));
    commands.set_music(music_level(PieceId(0), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]));
    mix(&mut mixer, 6.0);
    let two = mean_square(&mix(&mut mixer, 1.0));
    assert!((two / one - 4.0).abs() < 0.1, "{}", two / one);
}

#[test]
fn the_volume_of_music_silences_the_music_and_nothing_else() {
    let loudness = |settings: MixSettings| {
        let (commands, mut mixer) = mixer();
        commands.set_mix(settings);
        assert!(commands.send_piece(MUSIC[0].clone()));
        commands.set_music(MusicLevel { piece: PieceId(0), ..level(&EVERYTHING) });
        mix(&mut mixer, 3.0);
        mean_square(&mix(&mut mixer, 1.0))
    };
    let full = MixSettings::default();
    assert!(loudness(full) > 1e-6);
    assert!(loudness(MixSettings { music: 0.0, ..full }) < 1e-10);
    assert_eq!(loudness(MixSettings { effects: 0.0, hazards: 0.0, ..full }), loudness(full));
}

#[test]
fn the_music_steps_back_while_a_beam_charges() {
    let music = |is_charging: bool| {
        let (commands, mut mixer) = mixer();
        // The hazard itself is silent here: its voice is subtracted by its volume.
        commands.set_mix(MixSettings::default());
        let piece = tones(PieceId(0));
        assert!(commands.send_piece(piece.clone()));
        commands.set_music(music_level(PieceId(0), ALL));
        mix(&mut mixer, 4.0);
        if is_charging {
            commands.play(PlaySound { gain: 0.5, ..PlaySound::new(&laser::NEAR_MISS) });
        }
        mix(&mut mixer, 0.30);
        mean_square(&mix(&mut mixer, 0.05))
    };
    assert!(music(true) < 0.85 * music(false));
}

#[test]
fn danger_and_focus_are_heard_in_a_whole_run() {
    let (mut app, commands) = app(Some(&parse(
        "(version: 1, name: \"x\", map: r\"\n\
         ####################\n\
         #     a            #\n\
         #                  #\n\
         #  @               #\n\
         #               X  #\n\
         ####################\n\", actors: {'a': Laser(aim: Fixed(angle: 270))})",
    )));
    let music = |app: &mut App, input: TickInput, frames: usize| {
        (0..frames).for_each(|_| run_frame(app, input));
        let level = |command| match command {
            AudioCommand::SetMusic(level) => Some(level),
            _ => None,
        };
        commands.try_iter().filter_map(level).last().expect("it is set every frame")
    };
    let calm = music(&mut app, TickInput::NONE, 4);
    assert!(calm.gains[Role::Danger.index()] > 0.1, "the beam is three tiles away: {calm:?}");
    let near = music(&mut app, TickInput::RIGHT, 10);
    assert!(near.gains[Role::Danger.index()] > calm.gains[Role::Danger.index()]);
    let slow = music(&mut app, TickInput::FOCUS, 4);
    assert!(slow.gains[Role::Focus.index()] == 1.0 && slow.rate < 1.0 && slow.cutoff < 2_000.0, "{slow:?}");
}
