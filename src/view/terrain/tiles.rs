//! The terrain as a tilemap of bevy_ecs_tilemap. A picture only: the rules never read it.

use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use hairline_level::LevelWorld;
use hairline_sim::colliders::Colliders;

use super::tile_pictures::{PICTURE_SIZE, picture_for, texture};
use crate::view::canvas::depth;
use crate::view::canvas::palette::{Palette, Scenery};
use crate::view::frame::level_picture::LevelPicture;
use crate::view::frame::schedule::PaintSystems;

/// The tile atlases that were made so far: one for the pattern of a world in some colors.
#[derive(Resource, Default)]
struct TileTextures(Vec<(LevelWorld, Palette, Handle<Image>)>);

impl TileTextures {
    fn of(&mut self, world: LevelWorld, palette: Palette, images: &mut Assets<Image>) -> Handle<Image> {
        let made = self.0.iter().find(|(of, colors, _)| (*of, *colors) == (world, palette));
        if let Some((.., texture)) = made {
            return texture.clone();
        }
        let mut image = texture(world, &palette);
        image.sampler = ImageSampler::linear();
        let texture = images.add(image);
        self.0.push((world, palette, texture.clone()));
        texture
    }
}

pub fn plugin(app: &mut App) {
    app.add_plugins(TilemapPlugin)
        .init_resource::<TileTextures>()
        .add_systems(Update, spawn_tilemap.in_set(PaintSystems::BuildLevel));
}

fn spawn_tilemap(
    colliders: Res<Colliders>,
    (palette, scenery): (Res<Palette>, Res<Scenery>),
    mut textures: ResMut<TileTextures>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let texture = textures.of(scenery.0, *palette, &mut images);
    let cells = colliders.terrain().size();
    let size = TilemapSize::new(cells.x, cells.y);
    let map = commands.spawn(LevelPicture).id();
    let mut storage = TileStorage::empty(size);
    for position in (0..size.y).flat_map(|y| (0..size.x).map(move |x| TilePos::new(x, y))) {
        let Some(picture) = picture_for(colliders.terrain(), IVec2::new(position.x as i32, position.y as i32)) else {
            continue;
        };
        let tile = TileBundle {
            position,
            texture_index: TileTextureIndex(picture.index()),
            tilemap_id: TilemapId(map),
            ..default()
        };
        storage.set(&position, commands.spawn((LevelPicture, tile)).id());
    }
    let side = PICTURE_SIZE as f32;
    commands.entity(map).insert(TilemapBundle {
        size,
        storage,
        texture: TilemapTexture::Single(texture),
        tile_size: TilemapTileSize { x: side, y: side },
        grid_size: TilemapGridSize { x: side, y: side },
        anchor: TilemapAnchor::BottomLeft,
        transform: Transform::from_xyz(0.0, 0.0, depth::TILES).with_scale(Vec2::splat(1.0 / side).extend(1.0)),
        ..default()
    });
}
