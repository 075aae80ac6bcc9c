//! Lit beams: drawn between two ticks, and in the frame that draws them.

use std::sync::Arc;

use bevy::ecs::system::RunSystemOnce;

use bevy::gizmos::GizmoAsset;
use bevy::prelude::*;

use crate::view::actors::lasers::beams::{DrawnBeams, plugin};
use crate::view::canvas::Canvas;
use crate::view::canvas::painting::PixelSize;
use crate::view::canvas::palette::Palette;
use crate::view::effects;
use crate::view::frame::hit_stop::HitStop;
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::level_picture;
use crate::view::presentation::Presentation;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::{Aim, LaserSettings};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::beam::Beam;
use hairline_sim::hazards::beam_hits::BeamGrazed;
use hairline_sim::hazards::laser::{BeamPhase, Laser, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::state::actor::ActorIndex;

/// A robot that can aim anywhere, and whose beam ends in the air two tiles away.
fn settings() -> LaserSettings {
    LaserSettings {
        position: Vec2::new(2.5, 2.5),
        aim: Aim::Sweep { from: 0.0, to: 1.0, period: 4.0, offset: 0.0 },
        cycle: None,
        beams: 1,
        reach: Some(2.0),
        path: None,
        bounces: 0,
        when: None,
    }
}

fn open_ground() -> Colliders {
    Colliders::new(Arc::new(Terrain::new(UVec2::splat(9), vec![TileShape::Empty; 81])))
}

#[test]
fn a_beam_is_interpolated_with_both_ends_or_not_at_all() {
    let colliders = open_ground();
    let (laser, before) = Laser::new(&settings(), colliders.terrain(), false);
    let check = |direction: Vec2, expected: Vec2| {
        let now = LaserState { direction, ..before };
        let mut world = World::new();
        let old = laser.cast(&before, BeamPhase::Lit, &colliders, None);
        world.insert_resource(Interpolation { fraction: 0.5 });
        world.insert_resource(Previous::from(vec![before]));
        world.insert_resource(Previous::from(vec![old]));
        world.init_resource::<Previous<Reflections>>();
        let beams = laser.cast(&now, BeamPhase::Lit, &colliders, None);
        let draw = move |drawn: DrawnBeams| drawn.beams(ActorIndex(0), &now, &beams).collect::<Vec<Beam>>();
        let drawn = world.run_system_once(draw).expect("its resources are in the world");
        assert_eq!(drawn.len(), 1);
        // Interpolating the ends cuts the arc short by two and a half thousandths of a tile.
        assert!(drawn[0].end.distance(expected) < 5e-3, "{} for {expected}", drawn[0].end);
    };
    check(Vec2::X, Vec2::new(4.5, 2.5));
    check(Vec2::from_angle(0.1), Vec2::new(2.5, 2.5) + Vec2::from_angle(0.05) * 2.0);
    // Half a turn in one tick is a jump: the beam that kills now is drawn.
    check(Vec2::NEG_X, Vec2::new(0.5, 2.5));
}

/// The renderer extracts the assets that have been modified by the end of a frame; later changes show a frame late.
#[test]
fn beams_reach_the_renderer_in_the_frame_that_draws_them() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, AssetPlugin::default())).init_asset::<GizmoAsset>();
    app.add_message::<BeamGrazed>()
        .init_resource::<Canvas>()
        .init_resource::<Interpolation>()
        .init_resource::<HitStop>()
        .init_resource::<PixelSize>()
        .init_resource::<Palette>();
    app.add_message::<NinjaDied>().init_resource::<Presentation>();
    app.add_plugins((level_picture::plugin, effects::plugin));
    app.interpolate::<LaserState>().add_plugins(plugin);
    app.update();
    let mut cursor = app.world().resource::<Messages<AssetEvent<GizmoAsset>>>().get_cursor_current();
    let lines = |app: &App| {
        let assets = app.world().resource::<Assets<GizmoAsset>>();
        assets.iter().map(|(_, asset)| asset.list_positions.len() / 2).sum::<usize>()
    };
    assert_eq!(lines(&app), 0);
    let colliders = open_ground();
    let (laser, state) = Laser::new(&settings(), colliders.terrain(), false);
    let beams = laser.cast(&state, BeamPhase::Lit, &colliders, None);
    app.world_mut().spawn((ActorIndex(0), state, beams));
    app.update();
    let events = cursor.read(app.world().resource::<Messages<AssetEvent<GizmoAsset>>>());
    let modified = events.filter(|event| matches!(event, AssetEvent::Modified { .. })).count();
    assert_eq!((lines(&app), modified), (1, 1), "one beam, and its gizmo is extracted");
}
