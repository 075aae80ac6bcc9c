//! Photosensitivity, measured and not declared: whole runs are played, and the light of each frame that the view draws of them
//! is counted as WCAG 2.2 counts flashes. Nothing that an effect does with brightness can be forgotten here, since the meter
//! sees what the renderer gets. What it does not see: the terrain, which does not change, the display over the level, and
//! shakes, which move the picture by a third of a tile at most.

mod light;
mod meter;

use std::path::Path;
use std::time::Duration;

use bevy::gizmos::GizmoAsset;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::level::{self, Level, LevelWorld};
use crate::sim;
use crate::sim::Simulate;
use crate::sim::run::input::TickInput;
use crate::sim::state::replay::Replay;
use crate::sim::tuning::TICKS_PER_SECOND;
use crate::view::camera::frame;
use crate::view::canvas::palette::{Palette, Role, Scenery};
use crate::view::canvas::{self, Canvas};
use crate::view::{Presentation, actors, effects, frame as frames, ninja, presentation};

use light::{Light, PLACES_A_TILE};
use meter::{AREA_MAX, FlashMeter};

/// The screen by which WCAG measures, and its field of 10 degrees.
const SCREEN: Vec2 = Vec2::new(1024.0, 768.0);
const FIELD: Vec2 = Vec2::new(341.0, 256.0);
/// Ticks that each frame shows.
const TICKS_A_FRAME: u32 = 2;
/// The longest run that is watched, in ticks.
const TICKS_MAX: usize = 14 * TICKS_PER_SECOND as usize;

/// What is played next.
#[derive(Resource, Default)]
struct Script(std::collections::VecDeque<TickInput>);

fn play_tick(world: &mut World) {
    let input = world.resource_mut::<Script>().0.pop_front().unwrap_or_default();
    *world.resource_mut::<TickInput>() = input;
    world.run_schedule(Simulate);
}

/// What the meter saw of a run.
#[derive(Clone, Copy, Debug)]
struct Seen {
    worst_share: f32,
    /// Places that ever flashed too often; printed.
    #[allow(dead_code, reason = "printed by its Debug")]
    places: usize,
}

/// Plays inputs in a level and measures the light of each frame.
fn watch(level: &Level, inputs: Vec<TickInput>, presentation: Presentation) -> Seen {
    let frames = inputs.len().min(TICKS_MAX) / TICKS_A_FRAME as usize;
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, AssetPlugin::default()))
        .init_asset::<Mesh>()
        .init_asset::<ColorMaterial>()
        .init_asset::<GizmoAsset>()
        .init_asset::<Font>()
        .insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(
            f64::from(TICKS_A_FRAME) / f64::from(TICKS_PER_SECOND),
        )))
        .insert_resource(Script(inputs.into()))
        .insert_resource(Scenery(level.world.unwrap_or_default()))
        .add_plugins((sim::plugin, frames::plugin, presentation::plugin, canvas::plugin))
        .add_plugins((effects::plugin, actors::plugin, ninja::plugin))
        .add_systems(FixedUpdate, play_tick);
    app.insert_resource(presentation);
    let tiles = level.terrain.size();
    let framing = frame(SCREEN, tiles.as_vec2(), Vec2::ZERO);
    app.insert_resource(framing);
    sim::load_level(app.world_mut(), level);
    app.finish();
    app.cleanup();
    let field = (FIELD / framing.tile_pixels * PLACES_A_TILE as f32).as_uvec2();
    let mut light = Light::new(tiles);
    let mut meter = FlashMeter::new(light.size, field, TICKS_PER_SECOND / TICKS_A_FRAME);
    for _ in 0..frames {
        app.update();
        let world = app.world();
        light.clear(world.resource::<Palette>().linear(Role::Void));
        light.paint(&world.resource::<Canvas>().behind);
        for (_, lines) in world.resource::<Assets<GizmoAsset>>().iter() {
            for (ends, colors) in lines.list_positions.chunks_exact(2).zip(lines.list_colors.chunks_exact(2)) {
                light.line(ends[0].truncate(), ends[1].truncate(), 0.10, colors[0]);
            }
        }
        light.paint(&world.resource::<Canvas>().front);
        light.glow(if presentation.plain { 0.0 } else { presentation.bloom });
        meter.note(&light.places);
    }
    Seen { worst_share: meter.worst_share(), places: meter.places() }
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn shipped(name: &str) -> Level {
    level::read(&folder().join(format!("levels/{name}.level.ron"))).expect("it is shipped")
}

fn proof(name: &str) -> Vec<TickInput> {
    let bytes = std::fs::read(folder().join(format!("levels/proofs/{name}.replay.ron"))).expect("it is shipped");
    Replay::parse(&bytes).expect("it is a replay").inputs
}

/// Somebody who presses anything, and starts over again and again.
fn random(seed: u64, ticks: usize) -> Vec<TickInput> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut held = TickInput::NONE;
    let buttons = [TickInput::LEFT, TickInput::RIGHT, TickInput::JUMP, TickInput::FOCUS];
    (0..ticks)
        .map(|_| {
            if random.random_range(0..20) == 0 {
                let button = buttons[random.random_range(0..buttons.len())];
                held = if held.holds(button) { held.without(button) } else { held.with(button) };
            }
            if random.random_range(0..200) == 0 { held.with(TickInput::RESTART) } else { held }
        })
        .collect()
}

/// Levels with all that lights up: beams, mirrors, turrets, orbs, mines, cameras, keys, teleports.
const LEVELS: [&str; 6] = ["first-light", "clockwork", "kaleidoscope", "night-shift", "powder-run", "hairline"];

#[test]
fn no_run_flashes_more_than_three_times_a_second() {
    for name in LEVELS {
        let level = shipped(name);
        for (kind, inputs) in [("proof", proof(name)), ("random", random(7, 8 * TICKS_PER_SECOND as usize))] {
            let seen = watch(&level, inputs, Presentation::default());
            println!("{name}, {kind}: {seen:?}");
            assert!(seen.worst_share < AREA_MAX, "{name}, {kind}: {seen:?}");
        }
    }
}

#[test]
fn no_palette_flashes_more_than_another_may() {
    for world in [LevelWorld::Halftone, LevelWorld::Hairline] {
        let presentation = Presentation { palette: Some(world), ..Presentation::default() };
        let seen = watch(&shipped("clockwork"), random(7, 8 * TICKS_PER_SECOND as usize), presentation);
        println!("clockwork as {world:?}: {seen:?}");
        assert!(seen.worst_share < AREA_MAX, "{world:?}: {seen:?}");
    }
}
