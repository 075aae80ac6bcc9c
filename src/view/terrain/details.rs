//! Mirrors, spikes and the plates of smooth walls, over the tiles.

use bevy::prelude::*;

use hairline_painter::painter::Painter;
use hairline_painter::terrain::paint_details;
use hairline_sim::colliders::Colliders;

use crate::view::canvas::depth;
use crate::view::canvas::painting::{OwnColors, Painting};
use crate::view::frame::level_picture::LevelPicture;
use crate::view::frame::schedule::PaintSystems;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_details.in_set(PaintSystems::BuildLevel));
}

fn spawn_details(colliders: Res<Colliders>, material: Res<OwnColors>, mut commands: Commands) {
    let mut painter = Painter::default();
    paint_details(&mut painter, colliders.terrain());
    commands.spawn((
        LevelPicture,
        Painting(painter),
        MeshMaterial2d(material.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::OUTLINE + 0.2),
    ));
}
