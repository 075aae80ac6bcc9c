//! Photosensitivity, measured and not declared: whole runs are played, and the light of each frame that the view draws of them
//! is counted as WCAG 2.2 counts flashes. Nothing that an effect does with brightness can be forgotten here, since the meter
//! sees what the renderer gets, over the level's tiles and the space that focus tints. The strip of the display above the level,
//! where the clock runs, is counted as if all of it flashed all the time.
//!
//! What it does not see: the edges and patterns of terrain, spikes and mirrors, which are thin or never change; shakes, which move
//! the picture by a third of a tile at most; levels that scroll; and menus, which change when somebody presses something.

mod light;
mod meter;

use std::path::Path;

use bevy::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::view::Presentation;
use crate::view::camera::{Area, bars, frame};
use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Palette, Role, Scenery, mix};
use crate::view::frame::slow_motion::SlowMotion;
use crate::view::terrain::tile_pictures;
use crate::view::tests::windowless;
use hairline_level::{self, Level, LevelWorld, campaign};
use hairline_sim::Simulate;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::Replay;
use hairline_sim::tuning::TICKS_PER_SECOND;

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

/// The tiles of a level, place by place of its light; nothing where there are none.
fn tiles(level: &Level, world: LevelWorld, palette: &Palette) -> Vec<LinearRgba> {
    let size = level.terrain.size() * PLACES_A_TILE;
    let place = |index: u32| (UVec2::new(index % size.x, index / size.x).as_vec2() + 0.5) / PLACES_A_TILE as f32;
    (0..size.element_product())
        .map(|index| tile_pictures::color_at(&level.terrain, place(index), world))
        .map(|color| color.map_or(LinearRgba::NONE, |color| palette.resolve(color)))
        .collect()
}

/// Plays inputs in a level and measures the light of each frame.
fn watch(level: &Level, world: LevelWorld, inputs: Vec<TickInput>, presentation: Presentation) -> Seen {
    let frames = inputs.len().min(TICKS_MAX) / TICKS_A_FRAME as usize;
    let mut app = windowless(level, f64::from(TICKS_A_FRAME) / f64::from(TICKS_PER_SECOND));
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
        .insert_resource(Script(inputs.into()))
        .insert_resource(Scenery(world))
        .add_systems(FixedUpdate, play_tick);
    app.insert_resource(presentation);
    let size = level.terrain.size();
    let framing = frame(Area::of_window(SCREEN), size.as_vec2(), Vec2::ZERO);
    app.insert_resource(framing);
    app.finish();
    app.cleanup();
    let field = (FIELD / framing.tile_pixels * PLACES_A_TILE as f32).as_uvec2();
    let mut light = Light::new(size);
    let mut tiles_of = None;
    let mut meter = FlashMeter::new(light.size, field, TICKS_PER_SECOND / TICKS_A_FRAME);
    for _ in 0..frames {
        app.update();
        let world = app.world();
        let palette = *world.resource::<Palette>();
        light.clear(palette.resolve(mix(Role::Space, Role::SpaceFocused, world.resource::<SlowMotion>().0)));
        // The view takes the world's palette in the first frame.
        if tiles_of.as_ref().is_none_or(|(of, _)| *of != palette) {
            tiles_of = Some((palette, tiles(level, world.resource::<Scenery>().0, &palette)));
        }
        light.cover(&tiles_of.as_ref().expect("it was just made").1);
        let Canvas { behind, front, beams } = world.resource();
        [behind, front, beams].into_iter().for_each(|layer| light.paint(layer, &palette));
        meter.note(&light.places);
    }
    Seen { worst_share: meter.worst_share(), places: meter.places() }
}

/// The largest share of a field that the strip of the display above the level covers, at any size of its text.
fn strip_share() -> f32 {
    bars(SCREEN).max_element() / FIELD.y
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A level of the campaign, and the world that its place there gives it.
fn shipped(name: &str) -> (Level, LevelWorld) {
    let campaign = campaign::read(&folder().join("levels/campaign.ron")).expect("it is shipped");
    let file = format!("{name}.level.ron");
    let place = campaign.files.iter().position(|level| *level == file).expect("it is in the campaign");
    let level = hairline_level::read(&folder().join("levels").join(file)).expect("it is shipped");
    let world = level.world.unwrap_or_else(|| campaign.outline.world_of(place));
    (level, world)
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

/// Levels with much of what lights up: beams, mirrors, sensors, cameras, keys, turrets, mines, springs, orbs, teleports.
const LEVELS: [&str; 6] = ["full-blast", "hothouse", "kaleidoscope", "elsewhere", "blind-spot", "hairline"];

#[test]
fn no_run_flashes_more_than_three_times_a_second() {
    for name in LEVELS {
        let (level, world) = shipped(name);
        for (kind, inputs) in [("proof", proof(name)), ("random", random(7, 8 * TICKS_PER_SECOND as usize))] {
            let seen = watch(&level, world, inputs, Presentation::default());
            println!("{name} as {world:?}, {kind}: {seen:?}");
            assert!(seen.worst_share + strip_share() < AREA_MAX, "{name}, {kind}: {seen:?}");
        }
    }
}

#[test]
fn no_palette_flashes_more_than_another_may() {
    let (level, world_of) = shipped("hothouse");
    for world in LevelWorld::ALL {
        let presentation = Presentation { palette: Some(world), ..Presentation::default() };
        let seen = watch(&level, world_of, random(7, 8 * TICKS_PER_SECOND as usize), presentation);
        println!("hothouse as {world:?}: {seen:?}");
        assert!(seen.worst_share + strip_share() < AREA_MAX, "{world:?}: {seen:?}");
    }
}
