//! Detects when another level is in the world, and despawns the picture of the old one.

use bevy::prelude::*;

use super::schedule::PaintSystems;
use crate::view::canvas::palette::Palette;
use hairline_sim::colliders::Colliders;

/// Marks an entity that the view spawned for one level and despawns with it.
#[derive(Component, Clone, Copy, Debug)]
pub struct LevelPicture;

/// Whether this frame is the first one of a level, or the first one in other colors: then its picture is built anew. The
/// whole view reads this one flag: if each part looked at the colliders itself, a level that is loaded between two of them
/// would split them over two frames.
#[derive(Resource, Debug, Default)]
pub struct NewLevel(pub bool);

pub fn plugin(app: &mut App) {
    app.init_resource::<NewLevel>()
        .configure_sets(Update, PaintSystems::BuildLevel.run_if(is_new_level))
        .add_systems(Update, detect_level.in_set(PaintSystems::DetectLevel));
}

/// Run condition: this frame is the first one of a level.
pub fn is_new_level(new_level: Res<NewLevel>) -> bool {
    new_level.0
}

fn detect_level(
    colliders: Option<Res<Colliders>>,
    palette: Option<Res<Palette>>,
    mut had_level: Local<bool>,
    mut new_level: ResMut<NewLevel>,
    mut commands: Commands,
    old: Query<Entity, With<LevelPicture>>,
) {
    let has_level = colliders.is_some();
    let has_other_colors = palette.is_some_and(|palette| palette.is_changed());
    new_level.0 = colliders.is_some_and(|colliders| colliders.is_added() || has_other_colors);
    if new_level.0 || (*had_level && !has_level) {
        old.iter().for_each(|entity| commands.entity(entity).despawn());
    }
    *had_level = has_level;
}
