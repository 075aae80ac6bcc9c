//! From one level to the next: its picture goes, and so does what was remembered for interpolation.

use std::sync::Arc;

use bevy::prelude::*;

use crate::view::frame::interpolation::{InterpolateApp, Previous};
use crate::view::frame::level_picture::{LevelPicture, NewLevel};
use crate::view::frame::{level_picture, schedule};
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_sim::colliders::Colliders;
use hairline_sim::state::actor::ActorIndex;

#[test]
fn a_level_is_detected_once_and_its_picture_is_despawned_with_it() {
    let mut app = App::new();
    app.add_plugins((schedule::plugin, level_picture::plugin));
    let load = |world: &mut World| {
        world.remove_resource::<Colliders>();
        world.insert_resource(Colliders::new(Arc::new(Terrain::new(UVec2::ONE, vec![TileShape::Solid]))));
    };
    let mut step = |change: &dyn Fn(&mut World), is_new: bool, pictures: usize| {
        change(app.world_mut());
        app.update();
        assert_eq!(app.world().resource::<NewLevel>().0, is_new);
        let mut query = app.world_mut().query::<&LevelPicture>();
        assert_eq!(query.iter(app.world()).count(), pictures);
    };
    step(&|_| {}, false, 0);
    step(&load, true, 0);
    step(&|world| _ = world.spawn(LevelPicture), false, 1);
    let play = |world: &mut World| _ = world.resource_mut::<Colliders>().obstacles_mut();
    step(&play, false, 1);
    step(&load, true, 0);
    step(&|world| _ = world.spawn(LevelPicture), false, 1);
    step(&|world| _ = world.remove_resource::<Colliders>(), false, 0);
    step(&|_| {}, false, 0);
}

#[test]
fn a_registered_component_is_remembered_by_index_until_a_new_level_comes() {
    #[derive(Component, Clone, Debug, PartialEq)]
    struct Height(f32);

    let load = |app: &mut App| {
        app.world_mut().remove_resource::<Colliders>();
        app.insert_resource(Colliders::new(Arc::new(Terrain::new(UVec2::ONE, vec![TileShape::Empty]))));
    };
    let mut app = App::new();
    app.add_plugins((schedule::plugin, level_picture::plugin)).interpolate::<Height>();
    let second = app.world_mut().spawn((ActorIndex(1), Height(1.0))).id();
    let tick = |app: &mut App| app.world_mut().run_schedule(FixedPreUpdate);
    let remembered = |app: &App| app.world().resource::<Previous<Height>>().get(ActorIndex(1)).cloned();
    tick(&mut app);
    assert_eq!(remembered(&app), None, "there is no level");
    load(&mut app);
    app.update();
    tick(&mut app);
    app.world_mut().entity_mut(second).insert(Height(2.0));
    app.update();
    assert_eq!(remembered(&app), Some(Height(1.0)));
    assert_eq!(app.world().resource::<Previous<Height>>().get(ActorIndex(0)), None);
    load(&mut app);
    app.update();
    assert_eq!(remembered(&app), None, "another level");
}
