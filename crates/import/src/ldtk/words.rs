//! What the definitions of a project say of its tiles and of the values of its IntGrids.

use super::format::{Definitions, TilesetDefinition};
use crate::drawn::TileKind;
use crate::properties::Value;
use crate::words::{WORD_PROPERTY, meaning};

/// The most enum tags of one tile that count.
const TAGS_MAX: usize = 8;

impl Definitions {
    /// Sorts what is looked up for each tile.
    pub fn sort(&mut self) {
        for tileset in &mut self.tilesets {
            tileset.custom_data.sort_by_key(|data| data.tile_id);
            tileset.enum_tags.iter_mut().for_each(|tag| tag.tile_ids.sort_unstable());
        }
    }

    /// A value of an IntGrid layer, whose definition has the uid.
    pub fn value(&self, uid: i64, value: i32, layer: &str) -> TileKind {
        let values = self.layers.iter().filter(|layer| layer.uid == uid).flat_map(|layer| &layer.int_grid_values);
        let identifier = values.filter(|known| known.value == value).find_map(|known| known.identifier.as_deref());
        let called = identifier.map_or(String::new(), |identifier| format!(" (`{identifier}`)"));
        TileKind {
            label: format!("the value {value}{called}"),
            names: [format!("{layer}:{value}")].into_iter().chain(identifier.map(str::to_owned)).collect(),
            class: identifier.unwrap_or_default().to_owned(),
            is_decoration: false,
            properties: Vec::new(),
        }
    }

    /// A tile of the tileset with the uid.
    pub fn tile(&self, uid: i64, tile: i32) -> TileKind {
        let Some(tileset) = self.tilesets.iter().find(|tileset| tileset.uid == uid) else {
            return TileKind { label: format!("tile {tile} of an unknown tileset"), ..TileKind::default() };
        };
        let name = &tileset.identifier;
        let with_tile = tileset.enum_tags.iter().filter(|tag| tag.tile_ids.binary_search(&tile).is_ok());
        let tags: Vec<&String> = with_tile.map(|tag| &tag.enum_value_id).take(TAGS_MAX).collect();
        let class = tags.iter().find(|tag| meaning(tag).is_some()).or(tags.first());
        let own = tileset.custom_data.partition_point(|data| data.tile_id < tile);
        let data = tileset.custom_data.get(own).filter(|data| data.tile_id == tile);
        let word = data.and_then(|data| word_of(&data.data));
        TileKind {
            label: format!("tile {tile} of the tileset `{name}`"),
            class: class.copied().cloned().unwrap_or_default(),
            names: [format!("{name}:{tile}")].iter().chain(tags).chain([name]).cloned().collect(),
            is_decoration: !has_meaning(tileset),
            properties: word.map(|word| (WORD_PROPERTY.to_owned(), Value::Text(word))).into_iter().collect(),
        }
    }
}

/// Whether any tile of a tileset has a meaning.
fn has_meaning(tileset: &TilesetDefinition) -> bool {
    tileset.custom_data.iter().any(|data| word_of(&data.data).is_some())
        || tileset.enum_tags.iter().any(|tag| meaning(&tag.enum_value_id).is_some())
}

/// The word in the custom data of a tile: all of it, or its line `hairline: …`.
fn word_of(data: &str) -> Option<String> {
    let line = data.lines().find_map(|line| line.trim().strip_prefix("hairline:"));
    line.map(|word| word.trim().to_owned()).or_else(|| {
        let word = data.trim();
        (!word.is_empty() && meaning(word).is_some()).then(|| word.to_owned())
    })
}
