//! Hit-stop holds the frame of a death, and no frame longer.

use std::sync::Arc;
use std::time::Duration;

use bevy::time::TimeUpdateStrategy;

use bevy::prelude::*;

use crate::view::frame::hit_stop::{HIT_STOP_SECONDS, HitStop, plugin};
use crate::view::frame::schedule::PaintSystems;
use crate::view::frame::{level_picture, schedule};
use crate::view::presentation::Presentation;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_sim::colliders::Colliders;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{Phase, Run};

/// The frames painted.
#[derive(Resource, Default)]
struct Painted(u32);

/// An app in the frame of a death, with a length of frames and a share of hit-stop.
fn after_death(seconds: f32, hit_stop: f32) -> App {
    let mut app = App::new();
    app.add_plugins((bevy::time::TimePlugin, schedule::plugin, level_picture::plugin, plugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(seconds)))
        .insert_resource(Presentation { hit_stop, ..default() })
        .init_resource::<TickInput>()
        .init_resource::<Run>()
        .init_resource::<Painted>()
        .add_systems(Update, (|mut painted: ResMut<Painted>| painted.0 += 1).in_set(PaintSystems::Upload));
    app.update();
    app.update();
    app.world_mut().resource_mut::<Run>().phase = Phase::Dead { ticks: 0 };
    app.update();
    assert_eq!(app.world().resource::<Painted>().0, 3, "the frame of the death is painted");
    app
}

/// The seconds that the frame of the death stays on the screen, `change` made after it.
fn stays(seconds: f32, hit_stop: f32, change: fn(&mut World)) -> f32 {
    let mut app = after_death(seconds, hit_stop);
    change(app.world_mut());
    for frame in 1..1000 {
        app.update();
        if app.world().resource::<Painted>().0 > 3 {
            return frame as f32 * seconds;
        }
    }
    panic!("the picture is held for ever");
}

#[test]
fn no_picture_is_held_longer_than_hit_stop_or_one_frame() {
    for rate in [8, 20, 25, 30, 59, 60, 75, 120, 144, 240, 1000] {
        let frame = 1.0 / rate as f32;
        for share in [1.0, 0.5, 0.1] {
            let (seconds, most) = (stays(frame, share, |_| {}), HIT_STOP_SECONDS * share);
            assert!(seconds <= most.max(frame) + 1e-4, "{rate} frames a second: {seconds} of {most}");
            assert!(seconds + frame > most - 1e-4, "{rate} frames a second: {seconds} of {most}");
        }
        assert_eq!(stays(frame, 0.0, |_| {}), frame, "turned down to nothing");
    }
}

#[test]
fn a_press_a_restart_and_another_level_release_the_picture() {
    let frame = 1.0 / 240.0;
    assert!(stays(frame, 1.0, |_| {}) > 5.0 * frame);
    let press = |world: &mut World| *world.resource_mut::<TickInput>() = TickInput::JUMP;
    let restart = |world: &mut World| world.resource_mut::<Run>().phase = Phase::Running;
    let leave = |world: &mut World| _ = world.remove_resource::<Run>();
    let load = |world: &mut World| {
        let terrain = Terrain::new(UVec2::ONE, vec![TileShape::Empty]);
        world.insert_resource(Colliders::new(Arc::new(terrain)));
    };
    for change in [press, restart, leave, load] {
        assert_eq!(stays(frame, 1.0, change), frame);
    }
}

#[test]
fn the_picture_is_held_once_for_each_death() {
    let mut app = after_death(1.0 / 240.0, 1.0);
    for is_held_after in [true, false] {
        assert_eq!(app.world().resource::<HitStop>().begins(), is_held_after);
        (0..24).for_each(|_| app.update());
        assert_eq!(*app.world().resource::<HitStop>(), HitStop::default(), "the ninja still lies dead");
        let phase = if is_held_after { Phase::Finished } else { Phase::Dead { ticks: 0 } };
        app.world_mut().resource_mut::<Run>().phase = Phase::Running;
        app.update();
        app.world_mut().resource_mut::<Run>().phase = phase;
        app.update();
    }
    assert!(app.world().resource::<HitStop>().begins(), "the next death");
}
