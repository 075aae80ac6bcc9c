//! What the definitions of a project say of its tiles and of the values of its IntGrids, sorted once: a level may use many.

use std::collections::BTreeMap;

use super::format::{Definitions, TilesetDefinition};
use crate::drawn::{TileKind, Value};
use crate::words::{WORD_PROPERTY, meaning};

/// The most enum tags of one tile that count.
const TAGS_MAX: usize = 8;

/// The words of a project.
pub struct ProjectWords<'a> {
    /// The identifiers of values, by the uid of their layer and themselves.
    values: BTreeMap<(i64, i32), &'a str>,
    /// By their uids.
    tilesets: BTreeMap<i64, TilesetWords<'a>>,
}

struct TilesetWords<'a> {
    definition: &'a TilesetDefinition,
    /// Tiles with an index into the enum tags each, sorted.
    tags: Vec<(i32, u32)>,
    /// Tiles with an index into the custom data each, sorted.
    data: Vec<(i32, u32)>,
    /// Whether any tile of it has a meaning.
    has_meaning: bool,
}

impl<'a> ProjectWords<'a> {
    /// The words of the definitions.
    pub fn new(defs: &'a Definitions) -> Self {
        let values = defs.layers.iter().flat_map(|layer| {
            let named = layer.int_grid_values.iter().rev();
            named.filter_map(|known| Some(((layer.uid, known.value), known.identifier.as_deref()?)))
        });
        Self {
            values: values.collect(),
            tilesets: defs.tilesets.iter().map(|tileset| (tileset.uid, TilesetWords::new(tileset))).collect(),
        }
    }

    /// A value of an IntGrid.
    pub fn value(&self, uid: i64, value: i32, layer: &str) -> TileKind {
        let identifier = self.values.get(&(uid, value)).copied().unwrap_or_default();
        let called = if identifier.is_empty() { String::new() } else { format!(" (`{identifier}`)") };
        let names = [format!("{layer}:{value}"), identifier.to_owned()];
        TileKind {
            label: format!("the value {value}{called}"),
            names: names.into_iter().filter(|name| !name.is_empty()).collect(),
            class: identifier.to_owned(),
            is_decoration: false,
            properties: Vec::new(),
        }
    }

    /// A tile of a tileset.
    pub fn tile(&self, uid: i64, tile: i32) -> TileKind {
        let Some(tileset) = self.tilesets.get(&uid) else {
            return TileKind { label: format!("tile {tile} of an unknown tileset"), ..TileKind::default() };
        };
        let name = &tileset.definition.identifier;
        let (tags, data) = (tileset.tags_of(tile), tileset.data_of(tile));
        let known = tags.iter().find(|tag| meaning(tag).is_some()).or(tags.first()).copied();
        let names = [format!("{name}:{tile}")].into_iter().chain(tags.iter().map(|tag| (*tag).to_owned()));
        TileKind {
            label: format!("tile {tile} of the tileset `{name}`"),
            names: names.chain([name.clone()]).collect(),
            class: known.unwrap_or_default().to_owned(),
            is_decoration: !tileset.has_meaning,
            properties: data.map(|word| (WORD_PROPERTY.to_owned(), Value::Text(word))).into_iter().collect(),
        }
    }
}

impl<'a> TilesetWords<'a> {
    fn new(definition: &'a TilesetDefinition) -> Self {
        let tags = definition
            .enum_tags
            .iter()
            .zip(0..)
            .flat_map(|(tag, index)| tag.tile_ids.iter().map(move |id| (*id, index)));
        let data = definition.custom_data.iter().zip(0..).map(|(data, index)| (data.tile_id, index));
        let (mut tags, mut data): (Vec<(i32, u32)>, Vec<(i32, u32)>) = (tags.collect(), data.collect());
        tags.sort_unstable();
        data.sort_unstable();
        let has_meaning = definition.custom_data.iter().any(|data| word_of(&data.data).is_some())
            || definition.enum_tags.iter().any(|tag| meaning(&tag.enum_value_id).is_some());
        Self { definition, tags, data, has_meaning }
    }

    fn tags_of(&self, tile: i32) -> Vec<&'a str> {
        let first = self.tags.partition_point(|tag| tag.0 < tile);
        let own = self.tags[first..].iter().take_while(|tag| tag.0 == tile).take(TAGS_MAX);
        own.map(|tag| self.definition.enum_tags[tag.1 as usize].enum_value_id.as_str()).collect()
    }

    fn data_of(&self, tile: i32) -> Option<String> {
        let first = self.data.partition_point(|data| data.0 < tile);
        let own = self.data.get(first).filter(|data| data.0 == tile)?;
        word_of(&self.definition.custom_data[own.1 as usize].data)
    }
}

/// What the custom data of a tile says that it is: all of it, or its line `hairline: …`.
fn word_of(data: &str) -> Option<String> {
    let line = data.lines().find_map(|line| line.trim().strip_prefix("hairline:"));
    line.map(|word| word.trim().to_owned()).or_else(|| {
        let word = data.trim();
        (!word.is_empty() && meaning(word).is_some()).then(|| word.to_owned())
    })
}
