//! The pictures of the levels: drawn once for each version and world, and kept while the game runs.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bevy::prelude::*;

use super::world_of;
use crate::screens::level_catalog::LevelCatalog;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::view::Presentation;
use crate::view::canvas::palette::Palettes;
use crate::view::thumbnail::thumbnail;
use hairline_level::LevelWorld;

/// The picture in a cell, by the level's index in the catalog.
#[derive(Component, Clone, Copy)]
pub(in crate::screens::pages) struct Picture(pub usize);

/// The pictures that were drawn: by the level's hash, and by the world that it is colored as.
#[derive(Resource, Default)]
pub(super) struct Thumbnails(BTreeMap<(u64, LevelWorld), Handle<Image>>);

/// Pictures drawn in one frame at most.
const DRAWN_A_FRAME: usize = 4;
/// The opacity of the picture of a level that is closed.
const CLOSED: f32 = 0.16;

/// Shows the pictures that there are, and draws some in each frame.
pub(super) fn draw_thumbnails(
    catalog: Res<LevelCatalog>,
    levels: Res<Assets<LevelAsset>>,
    (palettes, presentation): (Res<Palettes>, Res<Presentation>),
    mut thumbnails: ResMut<Thumbnails>,
    mut images: Option<ResMut<Assets<Image>>>,
    mut pictures: Query<(&Picture, &mut ImageNode)>,
) {
    let Some(images) = &mut images else { return };
    let mut drawn = 0;
    for (Picture(index), mut node) in &mut pictures {
        let Some(level) = catalog.entries.get(*index).and_then(|entry| levels.get(&entry.handle)) else { continue };
        let world = presentation.palette.unwrap_or_else(|| world_of(&catalog, &levels, *index));
        let key = (level.hash, world);
        let image = match thumbnails.0.entry(key) {
            Entry::Occupied(picture) => picture.into_mut(),
            Entry::Vacant(_) if drawn == DRAWN_A_FRAME => continue,
            Entry::Vacant(empty) => {
                drawn += 1;
                empty.insert(images.add(thumbnail(level, palettes.of(world))))
            }
        };
        let color = Color::WHITE.with_alpha(if catalog.lock_of(*index).is_some() { CLOSED } else { 1.0 });
        if node.image != *image || node.color != color {
            *node = ImageNode::new(image.clone()).with_color(color);
        }
    }
}
