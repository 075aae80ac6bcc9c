//! A first launch to the end of the campaign by keyboard only: every level is played by presses of keys, tick by tick as its
//! proof plays it, through the same devices, menus and clock as in the window.

use std::path::Path;

use bevy::input::ButtonState;
use bevy::prelude::*;
use hairline::screens::Screen;
use hairline::screens::level_catalog::LevelCatalog;
use hairline::screens::play::loaded_level::LoadedLevel;
use hairline_level::campaign;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::replay::Replay;

use super::test_app::TestApp;

/// The keys of the inputs, as they are bound at a first launch. Up alone is on no key: it jumps, too.
const KEYS: [(TickInput, KeyCode); 5] = [
    (TickInput::LEFT, KeyCode::ArrowLeft),
    (TickInput::RIGHT, KeyCode::ArrowRight),
    (TickInput::DOWN, KeyCode::ArrowDown),
    (TickInput::JUMP, KeyCode::Space),
    (TickInput::FOCUS, KeyCode::ShiftLeft),
];

/// Most frames until a tick. In focus one takes three.
const FRAMES_A_TICK_MAX: usize = 8;

/// Plays a proof, tick by tick, from the first one of its level. The keys that it holds at the end are let go.
fn play(game: &mut TestApp, proof: &[TickInput]) {
    let mut held = TickInput::NONE;
    assert!(game.inputs().is_empty());
    for (tick, input) in proof.iter().enumerate() {
        for (button, key) in KEYS {
            match (held.holds(button), input.holds(button)) {
                (false, true) => game.key(key, ButtonState::Pressed),
                (true, false) => game.key(key, ButtonState::Released),
                _ => {}
            }
        }
        held = *input;
        // While focus slows time, a tick takes several frames.
        let is_over = |game: &TestApp| game.app.world().resource::<Run>().phase != Phase::Running;
        game.frames(1);
        for _ in 0..FRAMES_A_TICK_MAX {
            if game.inputs().len() == tick + 1 || is_over(game) {
                break;
            }
            game.frames(1);
        }
        if is_over(game) {
            break;
        }
        assert_eq!(game.inputs().len(), tick + 1, "it started over, or time stands still");
    }
    KEYS.into_iter()
        .filter(|(button, _)| held.holds(*button))
        .for_each(|(_, key)| game.key(key, ButtonState::Released));
    game.frames(2);
}

/// Plays the first levels of the campaign from the title, each from the page before it.
fn play_campaign(name: &str, count: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let campaign = campaign::read(&folder.join(campaign::CAMPAIGN_FILE_NAME)).expect("it is shipped");
    let names: Vec<&String> = campaign.levels().iter().take(count).collect();
    let text = |name: &&String| std::fs::read_to_string(folder.join(name)).expect("it is shipped");
    let texts: Vec<String> = names.iter().map(text).collect();
    let levels: Vec<(&str, &str)> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut game = TestApp::new(name, &levels, false);
    game.tap_key(KeyCode::Enter);
    for (number, name) in names.iter().enumerate() {
        let proof = name.replace(".level.ron", ".replay.ron");
        let proof = std::fs::read(folder.join("proofs").join(proof)).expect("every level has one");
        let proof = Replay::parse(&proof).expect("it is a replay").inputs;
        // The level is loaded in the frame in which play begins; its first tick is in the next.
        let is_started = |game: &TestApp| {
            let world = game.app.world();
            game.screen() == Screen::Playing
                && world.resource::<LevelCatalog>().current == number
                && world.resource::<LoadedLevel>().0.is_some()
        };
        game.wait_for(is_started);
        play(&mut game, &proof);
        assert_eq!(game.screen(), Screen::Finished, "{name}: the proof's keys finish the level");
        let ticks = game.app.world().resource::<LevelCatalog>().current().record.best_ticks();
        assert!(ticks.is_some_and(|ticks| ticks as usize <= proof.len()), "{name}: {ticks:?}");
        // The result ignores keys for a moment; its first entry is the next level, or the end.
        game.frames(60);
        game.tap_key(KeyCode::Enter);
        game.frames(2);
    }
    assert_eq!(game.screen(), Screen::End);
    game.type_keys(&[KeyCode::ArrowUp, KeyCode::Enter]);
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn keys_alone_lead_from_the_title_through_the_first_levels_to_the_end() {
    play_campaign("campaign-first", 5);
}

#[test]
#[ignore = "plays the whole campaign, some minutes: cargo test -p hairline --test it campaign -- --include-ignored"]
fn keys_alone_lead_from_the_title_through_the_whole_campaign_to_the_end() {
    play_campaign("campaign-whole", usize::MAX);
}
