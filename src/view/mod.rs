//! What the player sees of a level: terrain, beams, robots, the ninja, particles and the HUD, and the camera on them.
//!
//! It reads the simulation and never writes it, and works whenever a level is in the world (the resource
//! [`LevelTerrain`]), whoever put it there. Everything that moves is painted anew each
//! frame ([`canvas`]), between the last two ticks ([`between_ticks`]); only terrain and the HUD are entities.
//!
//! What the screens may use: the one camera ([`camera::GameCamera`]), [`palette`], [`lettering`], [`Presentation`] to
//! turn effects down, [`hud::Caption`] to name the level, and [`ViewSystems`] to come before or after it all.

pub mod actors;
pub mod camera;
pub mod canvas;
pub mod debug;
pub(crate) mod effects;
pub mod hud;
pub mod interpolation;
pub mod ninja;
pub mod terrain;

use bevy::prelude::*;

use crate::sim::state::spawn::LevelTerrain;

/// Everything that the view does in `Update`.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ViewSystems;

/// The order within [`ViewSystems`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PaintSystems {
    /// Whether there is another level is found out, and the picture of the one before goes.
    Notice,
    /// The new level's picture is built.
    Build,
    /// Old paint goes, and the moment between two ticks is worked out.
    Wipe,
    /// Facts become particles, shake and squash, and all of these move on.
    React,
    /// What lies under all that moves: what cameras see, paths.
    Ground,
    /// What is as solid as terrain: movers and doors.
    Obstacles,
    /// What belongs to the place.
    Behind,
    /// The ninja and what flies about.
    Front,
    /// What helps to find faults, over everything.
    Debug,
    /// The paint goes to the screen.
    Show,
}

/// How much there is of what is only for show: numbers are `0..=1`, and all is there by default.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Presentation {
    /// How far the picture shakes; 0 keeps it still.
    pub shake: f32,
    /// How many particles fly, and whether the ninja squashes.
    pub particles: f32,
    /// How strongly bright things glow.
    pub bloom: f32,
    /// Whether the HUD is shown while there is a level; a menu before a level may want it away.
    pub hud: bool,
}

impl Default for Presentation {
    fn default() -> Self {
        Self { shake: 1.0, particles: 1.0, bloom: 1.0, hud: true }
    }
}

/// Which lies over which: the larger over the smaller. Gizmos (beams) lie over all of these.
mod depth {
    /// Open space, and the bleed around the map.
    pub const BACKDROP: f32 = 0.0;
    /// The tilemap.
    pub const TILES: f32 = 1.0;
    /// The terrain's edges.
    pub const OUTLINE: f32 = 2.0;
    /// The exit, shards and robots.
    pub const BEHIND: f32 = 3.0;
    /// The ninja and what flies about.
    pub const FRONT: f32 = 4.0;
}

/// Marks what is spawned for one level and goes with it.
#[derive(Component, Clone, Copy, Debug)]
struct LevelPicture;

/// Adds the view.
pub fn plugin(app: &mut App) {
    app.init_resource::<Presentation>()
        .insert_resource(ClearColor(canvas::palette::VOID))
        .configure_sets(
            Update,
            (
                PaintSystems::Notice,
                PaintSystems::Build.run_if(there_is_a_new_level),
                PaintSystems::Wipe,
                PaintSystems::React,
                PaintSystems::Ground,
                PaintSystems::Obstacles,
                PaintSystems::Behind,
                PaintSystems::Front,
                PaintSystems::Debug,
                PaintSystems::Show,
            )
                .chain()
                .in_set(ViewSystems),
        )
        .add_plugins((
            (canvas::plugin, interpolation::plugin, camera::plugin, terrain::plugin, actors::plugin, ninja::plugin),
            (effects::plugin, hud::plugin, debug::plugin),
        ))
        .init_resource::<NewLevel>()
        .add_systems(Update, notice_level.in_set(PaintSystems::Notice));
}

/// Whether the terrain is another one than in the frame before. One flag for all parts of the view: asked each for
/// itself, two of them could give different answers when a level is spawned between them.
#[derive(Resource, Debug, Default)]
struct NewLevel(bool);

/// Finds out whether there is a new level, and takes away the picture of the one before.
fn notice_level(
    terrain: Option<Res<LevelTerrain>>,
    mut had_terrain: Local<bool>,
    mut new_level: ResMut<NewLevel>,
    mut commands: Commands,
    old: Query<Entity, With<LevelPicture>>,
) {
    let has_terrain = terrain.is_some();
    new_level.0 = terrain.is_some_and(|terrain| terrain.is_changed());
    if new_level.0 || (*had_terrain && !has_terrain) {
        old.iter().for_each(|entity| commands.entity(entity).despawn());
    }
    *had_terrain = has_terrain;
}

fn there_is_a_new_level(new_level: Res<NewLevel>) -> bool {
    new_level.0
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::terrain::Terrain;
    use crate::geometry::tile::TileShape;

    #[test]
    fn a_level_is_noticed_once_and_its_picture_goes_with_it() {
        let mut app = App::new();
        app.init_resource::<NewLevel>().add_systems(Update, notice_level);
        let terrain = || LevelTerrain(Arc::new(Terrain::new(UVec2::ONE, vec![TileShape::Solid])));
        let mut step = |change: &dyn Fn(&mut World), is_new: bool, pictures: usize| {
            change(app.world_mut());
            app.update();
            assert_eq!(app.world().resource::<NewLevel>().0, is_new);
            let mut query = app.world_mut().query::<&LevelPicture>();
            assert_eq!(query.iter(app.world()).count(), pictures);
        };
        step(&|_| {}, false, 0);
        step(&|world| world.insert_resource(terrain()), true, 0);
        step(&|world| _ = world.spawn(LevelPicture), false, 1);
        step(&|world| world.insert_resource(terrain()), true, 0);
        step(&|world| _ = world.spawn(LevelPicture), false, 1);
        step(&|world| _ = world.remove_resource::<LevelTerrain>(), false, 0);
        step(&|_| {}, false, 0);
    }
}
