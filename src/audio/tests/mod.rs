//! The sounds themselves, the mixer, and the game heard without a device: what is ordered, and how a whole run sounds.

pub(crate) mod actors;

use std::path::Path;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use crate::audio::bank::{Bank, Loop, Sound};
use crate::audio::engine::commands::{LoopLevel, Order, Orders, Soundscape, Strike};
use crate::audio::engine::mixer::{BLOCK, CEILING, Mixer};
use crate::audio::engine::synth::pcm::Pcm;
use crate::audio::engine::volume::AudioLevels;
use crate::audio::events::cues::Cue;
use crate::audio::{Setting, plugin};
use crate::level;
use crate::level::Level;
use crate::sim;
use crate::sim::Simulate;
use crate::sim::facts::{DeathCause, Fact};
use crate::sim::load_level;
use crate::sim::run::input::TickInput;
use crate::sim::state::replay::Replay;

static BANK: LazyLock<Arc<OnceLock<Bank>>> = LazyLock::new(|| Arc::new(OnceLock::from(Bank::new())));

fn bank() -> &'static Bank {
    BANK.get().expect("it is made at once")
}

fn mean_square(samples: &[f32]) -> f32 {
    samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32
}

#[test]
fn every_sound_is_short_within_its_level_and_free_of_clicks_and_offset() {
    for sound in Sound::ALL {
        let Pcm { samples, rate } = bank().sound(sound);
        let pcm = bank().sound(sound);
        assert!((0.05..=1.7).contains(&pcm.seconds()), "{sound:?} lasts {}", pcm.seconds());
        assert!((0.1..CEILING).contains(&pcm.peak()), "{sound:?} peaks at {}", pcm.peak());
        assert_eq!((samples[0], samples[samples.len() - 1]), (0.0, 0.0), "{sound:?}");
        let mean = samples.iter().sum::<f32>() / samples.len() as f32;
        assert!(mean.abs() < 1e-3, "{sound:?} has an offset of {mean}");
        // The last twentieth of a sound has died away: what is faded at the end is hardly there.
        let tail = (0.01 * rate) as usize;
        let (end, whole) = (mean_square(&samples[samples.len() - tail..]), mean_square(samples));
        assert!(end < 0.05 * whole, "{sound:?} is cut off: {end} of {whole}");
    }
}

#[test]
fn the_seam_of_every_loop_is_no_rougher_than_the_loop() {
    for sound in Loop::ALL {
        let samples = &bank().looped(sound).samples;
        assert!(bank().looped(sound).peak() < CEILING);
        let count = samples.len();
        let roughness = |index: usize| {
            let at = |offset: usize| samples[(index + offset) % count];
            (at(0) - 2.0 * at(1) + at(2)).abs()
        };
        let within = (0..count - 2).map(roughness).fold(0.0, f32::max);
        assert!(roughness(count - 1) <= within && roughness(count - 2) <= within, "{sound:?}");
        assert!((samples.iter().sum::<f32>() / count as f32).abs() < 1e-4, "{sound:?} has an offset");
    }
}

#[test]
fn what_is_heard_most_is_quieter_than_what_is_rare() {
    let loudness = |sound: Sound| mean_square(&bank().sound(sound).samples[..2400]);
    assert!(loudness(Sound::Step) < 0.5 * loudness(Sound::Jump));
    assert!(loudness(Sound::Jump) < loudness(Sound::Death));
    assert!(loudness(Sound::MenuMoved) < loudness(Sound::MenuAccepted));
}

#[test]
fn sounds_are_made_the_same_each_time() {
    let again = Bank::new();
    assert!(Sound::ALL.iter().all(|sound| again.sound(*sound) == bank().sound(*sound)));
    assert!(Loop::ALL.iter().all(|sound| again.looped(*sound) == bank().looped(*sound)));
}

/// A mixer with a bank, and the way to it.
fn mixer() -> (Orders, Mixer) {
    let (orders, receiver) = Orders::channel();
    (orders, Mixer::new(BANK.clone(), receiver))
}

/// The next `seconds` of a mix, left and right in turn.
fn heard(mixer: &mut Mixer, seconds: f32) -> Vec<f32> {
    let mut mix = Vec::new();
    let mut block = [0.0; 2 * BLOCK];
    while (mix.len() as f32) < 96_000.0 * seconds {
        mixer.mix(&mut block);
        mix.extend_from_slice(&block);
    }
    mix
}

fn ear(mix: &[f32], ear: usize) -> Vec<f32> {
    mix.iter().skip(ear).step_by(2).copied().collect()
}

#[test]
fn a_sound_to_the_left_is_louder_on_the_left() {
    let (orders, mut mixer) = mixer();
    orders.sound(Soundscape::default());
    heard(&mut mixer, 0.2);
    orders.strike(Strike { pan: -0.7, ..Strike::plain(Sound::NearMiss) });
    let mix = heard(&mut mixer, 0.3);
    assert!(mean_square(&ear(&mix, 0)) > 4.0 * mean_square(&ear(&mix, 1)));
}

#[test]
fn the_same_sound_twice_within_a_moment_is_heard_once() {
    let loudness = |strikes: usize| {
        let (orders, mut mixer) = mixer();
        heard(&mut mixer, 0.2);
        (0..strikes).for_each(|_| orders.strike(Strike::plain(Sound::Step)));
        mean_square(&heard(&mut mixer, 0.1))
    };
    assert_eq!(loudness(2), loudness(1));
    assert!(loudness(1) > 0.0 && loudness(0) == 0.0);
}

#[test]
fn nothing_ever_gets_past_the_ceiling_however_much_sounds_at_once() {
    let (orders, mut mixer) = mixer();
    let mut scape = Soundscape::default();
    Loop::ALL.iter().for_each(|sound| scape.set(*sound, LoopLevel { gain: 2.0, pan: 0.0, rate: 1.0 }));
    let mut peak = 0.0_f32;
    for _ in 0..20 {
        orders.sound(scape);
        Sound::ALL.iter().for_each(|sound| orders.strike(Strike { gain: 3.0, ..Strike::plain(*sound) }));
        peak = heard(&mut mixer, 0.05).iter().fold(peak, |peak, sample| peak.max(sample.abs()));
    }
    assert!(peak > 0.7 && peak <= CEILING, "{peak}");
}

#[test]
fn an_unattended_game_falls_silent_without_a_click_and_goes_on_where_it_stood() {
    let (orders, mut mixer) = mixer();
    let mut scape = Soundscape::default();
    scape.set(Loop::Hum, LoopLevel { gain: 1.0, pan: 0.0, rate: 1.0 });
    orders.sound(scape);
    heard(&mut mixer, 0.2);
    let before = heard(&mut mixer, 0.5);
    orders.sound(Soundscape { master: 0.0, ..scape });
    let leaving = heard(&mut mixer, 0.4);
    assert_eq!(mean_square(&leaving[leaving.len() - 9600..]), 0.0);
    let steepest = |mix: &[f32]| ear(mix, 0).windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
    assert!(steepest(&leaving) <= 1.2 * steepest(&before));
    orders.strike(Strike::plain(Sound::Death));
    assert_eq!(mean_square(&heard(&mut mixer, 0.1)), 0.0);
    orders.sound(scape);
    assert!(mean_square(&heard(&mut mixer, 0.4)) > 0.3 * mean_square(&before));
}

#[test]
fn slow_time_takes_the_world_its_brightness_and_leaves_a_shard_its_own() {
    let brightness = |sound: Sound, cutoff: f32| {
        let (orders, mut mixer) = mixer();
        orders.sound(Soundscape { cutoff, ..default() });
        heard(&mut mixer, 0.6);
        orders.strike(Strike::plain(sound));
        let mix = ear(&heard(&mut mixer, 0.2), 0);
        mix.windows(2).map(|pair| bevy::math::ops::powf((pair[1] - pair[0]).abs(), 2.0)).sum::<f32>()
    };
    assert!(brightness(Sound::WallJump, 650.0) < 0.2 * brightness(Sound::WallJump, Soundscape::OPEN));
    assert!(brightness(Sound::Shard, 650.0) > 0.95 * brightness(Sound::Shard, Soundscape::OPEN));
}

#[test]
fn before_the_sounds_are_made_orders_are_dropped_and_not_kept() {
    let (orders, receiver) = Orders::channel();
    let bank = Arc::new(OnceLock::new());
    let mut mixer = Mixer::new(bank.clone(), receiver);
    orders.strike(Strike::plain(Sound::Death));
    assert_eq!(mean_square(&heard(&mut mixer, 0.1)), 0.0);
    assert!(bank.set(Bank::new()).is_ok());
    assert_eq!(mean_square(&heard(&mut mixer, 0.1)), 0.0);
    orders.strike(Strike::plain(Sound::Death));
    assert!(mean_square(&heard(&mut mixer, 0.1)) > 0.0);
}

/// A frame of the game in these tests.
const FRAME: Duration = Duration::from_micros(15_625);

/// The game's sound in an app with neither window nor device, and what it orders.
fn app(level: Option<&Level>) -> (App, Receiver<Order>) {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, sim::plugin, plugin)).insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    let (orders, receiver) = Orders::channel();
    app.insert_resource(orders).insert_resource(Setting::Play);
    if let Some(level) = level {
        load_level(app.world_mut(), level);
    }
    app.update();
    receiver.try_iter().for_each(drop);
    (app, receiver)
}

fn strikes(orders: &Receiver<Order>) -> Vec<Strike> {
    let strike = |order| match order {
        Order::Strike(strike) => Some(strike),
        Order::Sound(_) => None,
    };
    orders.try_iter().filter_map(strike).collect()
}

fn soundscape(app: &mut App, orders: &Receiver<Order>) -> Soundscape {
    app.update();
    let scape = |order| match order {
        Order::Sound(scape) => Some(scape),
        Order::Strike(_) => None,
    };
    orders.try_iter().filter_map(scape).last().expect("it is told every frame")
}

#[test]
fn a_fact_is_struck_in_the_frame_in_which_it_happens_and_only_in_play() {
    let (mut app, orders) = app(None);
    let facts = [
        (Fact::NinjaJumped { position: Vec2::ZERO }, Sound::Jump),
        (Fact::NinjaDied { position: Vec2::ZERO, velocity: Vec2::ZERO, cause: DeathCause::Fall }, Sound::Death),
        (Fact::FocusStarted, Sound::FocusStart),
        (Fact::ExitReached { ticks: 3 }, Sound::ExitReached),
    ];
    for (fact, sound) in facts {
        app.world_mut().write_message(fact);
        app.update();
        let struck = strikes(&orders);
        assert_eq!(struck.iter().map(|strike| strike.sound).collect::<Vec<_>>(), [sound], "{fact:?}");
    }
    app.insert_resource(Setting::Menu);
    app.world_mut().write_message(Fact::FocusStarted);
    app.update();
    app.insert_resource(Setting::Play);
    app.update();
    assert_eq!(strikes(&orders), []);
}

#[test]
fn menus_are_heard_on_every_screen() {
    let (mut app, orders) = app(None);
    app.insert_resource(Setting::Pause);
    for (cue, sound) in
        [(Cue::Moved, Sound::MenuMoved), (Cue::Accepted, Sound::MenuAccepted), (Cue::Left, Sound::MenuLeft)]
    {
        app.world_mut().write_message(cue);
        app.update();
        assert_eq!(strikes(&orders), [Strike::plain(sound)]);
    }
}

#[test]
fn the_key_mutes_all_and_unmutes_it() {
    let (mut app, orders) = app(None);
    app.init_resource::<ButtonInput<KeyCode>>();
    for muted in [true, false] {
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(crate::audio::engine::volume::MUTE_KEY);
        let scape = soundscape(&mut app, &orders);
        let keys = &mut app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
        keys.release(crate::audio::engine::volume::MUTE_KEY);
        keys.clear();
        assert_eq!(app.world().resource::<AudioLevels>().is_muted, muted);
        assert_eq!(scape.master == 0.0, muted);
    }
}

#[test]
fn a_window_that_loses_the_focus_stops_the_sound_until_it_has_it_again() {
    let (mut app, orders) = app(None);
    // The first word is no loss: the window never had it.
    for (focused, is_heard) in [(false, true), (true, true), (false, false), (true, true)] {
        app.world_mut().write_message(bevy::window::WindowFocused { window: Entity::PLACEHOLDER, focused });
        assert_eq!(soundscape(&mut app, &orders).master > 0.0, is_heard);
    }
}

/// A level with a still beam to the right of the ninja, as near as given.
fn level_with_beam(columns_away: usize, cycle: &str) -> Level {
    let gap = " ".repeat(columns_away);
    let rest = " ".repeat(20 - columns_away);
    let text = format!(
        "(version: 1, name: \"x\", map: r\"\n\
         ###########################\n\
         #  {gap}a{rest}  #\n\
         #                         #\n\
         #  @{rest}{gap} X#\n\
         ###########################\n\", \
         actors: {{'a': Laser(aim: Fixed(angle: 270){cycle})}})"
    );
    level::parse(&text, "x.level.ron").unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

#[test]
fn a_near_beam_hums_louder_than_a_far_one_and_on_its_side() {
    let hum = |columns| {
        let (mut app, orders) = app(Some(&level_with_beam(columns, "")));
        app.world_mut().run_schedule(Simulate);
        soundscape(&mut app, &orders).level(Loop::Hum)
    };
    let (near, far, silent) = (hum(2), hum(5), hum(12));
    assert!(near.gain > 2.0 * far.gain && far.gain > 0.0, "{near:?} {far:?}");
    assert_eq!(silent.gain, 0.0);
    assert!(near.pan < far.pan);
}

#[test]
fn a_charge_is_counted_and_whines_higher_until_the_beam_is_lit() {
    let level = level_with_beam(4, ", cycle: (charge: 0.6, on: 0.5, off: 0.5)");
    let (mut app, orders) = app(Some(&level));
    let (mut sounds, mut pitches) = (Vec::new(), Vec::new());
    for _ in 0..64 * 4 {
        for _ in 0..2 {
            *app.world_mut().resource_mut::<TickInput>() = TickInput::NONE;
            app.world_mut().run_schedule(Simulate);
        }
        app.update();
        for order in orders.try_iter() {
            match order {
                Order::Strike(strike) => sounds.push(strike.sound),
                Order::Sound(scape) if scape.level(Loop::Whine).gain > 0.0 => {
                    pitches.push(scape.level(Loop::Whine).rate)
                }
                Order::Sound(_) => {}
            }
        }
    }
    sounds.retain(|sound| matches!(sound, Sound::Count | Sound::Ignite));
    // The first beat came with the start itself; then a cycle of 1.6 s, two and a half times.
    let cycle = [Sound::Count, Sound::Count, Sound::Ignite];
    assert_eq!(sounds[..3], cycle);
    assert_eq!(sounds[3..7], [[Sound::Count].as_slice(), &cycle].concat());
    assert!(pitches.iter().fold(0.0_f32, |high, pitch| high.max(*pitch)) > 1.3);
}

#[test]
fn a_whole_run_is_heard_from_its_start_to_its_exit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let bytes = std::fs::read(folder.join("proofs/first-light.replay.ron")).expect("the proof is there");
    let replay = Replay::parse(&bytes).expect("and is a replay");
    let level = level::read(&folder.join(&replay.level_file)).expect("of a level that is right");
    let (mut app, orders) = app(Some(&level));
    let (mixed, mut mixer) = mixer();
    let (mut sounds, mut mix) = (Vec::new(), Vec::new());
    for inputs in replay.inputs.chunks(2) {
        for input in inputs {
            *app.world_mut().resource_mut::<TickInput>() = *input;
            app.world_mut().run_schedule(Simulate);
        }
        app.update();
        for order in orders.try_iter() {
            match order {
                Order::Strike(strike) => {
                    sounds.push(strike.sound);
                    mixed.strike(strike);
                }
                Order::Sound(scape) => mixed.sound(scape),
            }
        }
        mix.extend(heard(&mut mixer, FRAME.as_secs_f32()));
    }
    for sound in [Sound::Step, Sound::Jump, Sound::Land, Sound::LastShard, Sound::ExitReached] {
        assert!(sounds.contains(&sound), "{sound:?} is not in {sounds:?}");
    }
    assert!(mix.iter().all(|sample| sample.abs() <= CEILING));
    let loudness = 10.0 * bevy::math::ops::log10(mean_square(&mix));
    assert!((-45.0..-20.0).contains(&loudness), "a run is {loudness} dB loud");
}
