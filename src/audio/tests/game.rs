//! The game heard without a device: moves, menus, beams, and a whole run.

use std::path::Path;

use super::*;
use crate::audio::actors::laser;
use crate::audio::engine::mixer::CEILING;
use crate::audio::menu::{self, MenuCue};
use crate::audio::ninja;
use crate::audio::run;
use hairline_profile::settings::Settings;
use hairline_sim::state::replay::Replay;

#[test]
fn menus_are_heard_on_every_screen() {
    let (mut app, commands) = app(None);
    app.insert_resource(AudioScene::Paused);
    let cases: [(MenuCue, Sound); 3] =
        [(MenuCue::Moved, &menu::MOVED), (MenuCue::Accepted, &menu::ACCEPTED), (MenuCue::Left, &menu::LEFT)];
    for (cue, sound) in cases {
        app.world_mut().write_message(cue);
        app.update();
        assert_eq!(played(&commands), [PlaySound::new(sound)]);
    }
}

#[test]
fn muting_silences_everything_and_is_undone() {
    let (mut app, commands) = app(None);
    for is_muted in [true, false] {
        app.world_mut().resource_mut::<Settings>().sound.enabled = !is_muted;
        assert_eq!(mix_settings(&mut app, &commands).master == 0.0, is_muted);
    }
}

#[test]
fn a_window_that_loses_the_focus_is_silent_until_it_has_it_again() {
    let (mut app, commands) = app(None);
    // The first message is no loss: the window never had the focus.
    for (focused, is_heard) in [(false, true), (true, true), (false, false), (true, true)] {
        app.world_mut().write_message(bevy::window::WindowFocused { window: Entity::PLACEHOLDER, focused });
        assert_eq!(mix_settings(&mut app, &commands).master > 0.0, is_heard);
    }
}

/// A level with a fixed beam some columns to the right of the ninja.
fn level_with_beam(columns_away: usize, cycle: &str) -> Level {
    let gap = " ".repeat(columns_away);
    let rest = " ".repeat(20 - columns_away);
    parse(&format!(
        "(version: 1, name: \"x\", map: r\"\n\
         ###########################\n\
         #  {gap}a{rest}  #\n\
         #                         #\n\
         #  @{rest}{gap} X#\n\
         ###########################\n\", \
         actors: {{'a': Laser(aim: Fixed(angle: 270){cycle})}})"
    ))
}

#[test]
fn a_near_beam_hums_louder_than_a_far_one_and_on_its_side() {
    let hum = |columns| {
        let (mut app, commands) = app(Some(&level_with_beam(columns, "")));
        app.world_mut().run_schedule(Simulate);
        loop_level(&mut app, &commands, &laser::HUM)
    };
    let (near, far, silent) = (hum(2), hum(5), hum(12));
    assert!(near.gain > 2.0 * far.gain && far.gain > 0.0, "{near:?} {far:?}");
    assert_eq!(silent.gain, 0.0);
    assert!(near.pan < far.pan);
}

#[test]
fn a_charge_beats_and_whines_higher_until_the_beam_is_lit() {
    let level = level_with_beam(4, ", cycle: (charge: 0.6, on: 0.5, off: 0.5)");
    let (mut app, commands) = app(Some(&level));
    let (mut sounds, mut rates) = (Vec::new(), Vec::new());
    for _ in 0..64 * 4 {
        run_frame(&mut app, TickInput::NONE);
        for command in commands.try_iter() {
            match command {
                AudioCommand::Play(play) => sounds.push(play.sound),
                AudioCommand::SetLoop(looped, level) if *looped == laser::WHINE && level.gain > 0.0 => {
                    rates.push(level.rate);
                }
                _ => {}
            }
        }
    }
    sounds.retain(|sound| **sound == laser::CHARGE_BEAT || **sound == laser::IGNITED);
    // The first beat coincides with the start; then come two and a half cycles of 1.6 s.
    let cycle: [Sound; 3] = [&laser::CHARGE_BEAT, &laser::CHARGE_BEAT, &laser::IGNITED];
    assert_eq!(sounds[..3], cycle);
    assert_eq!(sounds[3..7], [&[cycle[0]], cycle.as_slice()].concat());
    assert!(rates.iter().fold(0.0_f32, |highest, rate| highest.max(*rate)) > 1.3);
}

#[test]
fn a_whole_run_is_heard_from_its_start_to_its_exit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let bytes = std::fs::read(folder.join("proofs/first-light.replay.ron")).expect("the proof is there");
    let replay = Replay::parse(&bytes).expect("and is a replay");
    let level = hairline_level::read(&folder.join(&replay.level_file)).expect("of a valid level");
    let (mut app, commands) = app(Some(&level));
    let (forward, mut mixer) = mixer();
    let (mut sounds, mut run) = (Vec::new(), Vec::new());
    for inputs in replay.inputs.chunks(2) {
        for input in inputs {
            *app.world_mut().resource_mut::<TickInput>() = *input;
            app.world_mut().run_schedule(Simulate);
        }
        app.update();
        for command in commands.try_iter() {
            if let AudioCommand::Play(play) = command {
                sounds.push(play.sound);
            }
            forward.send(command);
        }
        run.extend(mix(&mut mixer, FRAME.as_secs_f32()));
    }
    let expected: [Sound; 5] = [&ninja::STEP, &ninja::JUMP, &ninja::LAND, &run::LAST_SHARD, &run::EXIT_REACHED];
    for sound in expected {
        assert!(sounds.contains(&sound), "{sound:?} is not in {sounds:?}");
    }
    assert!(run.iter().all(|sample| sample.abs() <= CEILING));
    let loudness = decibels(mean_square(&run));
    assert!((-45.0..-20.0).contains(&loudness), "a run is {loudness} dB loud");
}
