//! The terrain as a tilemap of bevy_ecs_tilemap. A picture only: the rules never read it.

use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::TextureUsages;
use bevy_ecs_tilemap::prelude::*;

use hairline_level::LevelWorld;
use hairline_sim::colliders::Colliders;

use super::tile_pictures::{picture_for, picture_side, texture};
use crate::view::canvas::depth;
use crate::view::canvas::painting::PixelSize;
use crate::view::canvas::palette::{Palette, Scenery};
use crate::view::frame::level_picture::LevelPicture;
use crate::view::frame::schedule::PaintSystems;

/// The tile atlases that were made so far: one for the pattern of a world in some colors, for tiles of some size.
#[derive(Resource, Default)]
struct TileTextures(Vec<(u32, LevelWorld, Palette, Handle<Image>)>);

impl TileTextures {
    fn of(&mut self, side: u32, world: LevelWorld, palette: Palette, images: &mut Assets<Image>) -> Handle<Image> {
        let made = self.0.iter().find(|(size, of, colors, _)| (*size, *of, *colors) == (side, world, palette));
        if let Some((.., texture)) = made {
            return texture.clone();
        }
        let mut image = texture(side, world, &palette);
        image.sampler = ImageSampler::linear();
        // The tilemap copies it; set here, it can be drawn in the frame in which it is made.
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        let texture = images.add(image);
        self.0.push((side, world, palette, texture.clone()));
        texture
    }
}

/// What a tilemap takes from the size of its pictures.
#[derive(Bundle)]
struct Pictures {
    texture: TilemapTexture,
    tile_size: TilemapTileSize,
    grid_size: TilemapGridSize,
    transform: Transform,
}

impl Pictures {
    fn new(side: u32, texture: Handle<Image>) -> Self {
        let side = side as f32;
        Self {
            texture: TilemapTexture::Single(texture),
            tile_size: TilemapTileSize { x: side, y: side },
            grid_size: TilemapGridSize { x: side, y: side },
            transform: Transform::from_xyz(0.0, 0.0, depth::TILES).with_scale(Vec2::splat(1.0 / side).extend(1.0)),
        }
    }
}

pub fn plugin(app: &mut App) {
    app.add_plugins(TilemapPlugin)
        .init_resource::<TileTextures>()
        .add_systems(Update, spawn_tilemap.in_set(PaintSystems::BuildLevel))
        .add_systems(
            Update,
            resize_pictures
                .run_if(resource_changed::<PixelSize>)
                .after(PaintSystems::BuildLevel)
                .before(PaintSystems::Clear),
        );
}

fn spawn_tilemap(
    colliders: Res<Colliders>,
    (palette, scenery, pixel): (Res<Palette>, Res<Scenery>, Res<PixelSize>),
    mut textures: ResMut<TileTextures>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let side = picture_side(1.0 / pixel.0);
    let texture = textures.of(side, scenery.0, *palette, &mut images);
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
    let tilemap = TilemapBundle { size, storage, anchor: TilemapAnchor::BottomLeft, ..default() };
    commands.entity(map).insert(tilemap).insert(Pictures::new(side, texture));
}

/// Takes other pictures where a tile gets more or fewer pixels.
fn resize_pictures(
    (palette, scenery, pixel): (Res<Palette>, Res<Scenery>, Res<PixelSize>),
    tilemaps: Query<(Entity, &TilemapTileSize)>,
    mut textures: ResMut<TileTextures>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let side = picture_side(1.0 / pixel.0);
    for (map, _) in tilemaps.iter().filter(|(_, size)| size.x != side as f32) {
        let texture = textures.of(side, scenery.0, *palette, &mut images);
        commands.entity(map).insert(Pictures::new(side, texture));
    }
}
