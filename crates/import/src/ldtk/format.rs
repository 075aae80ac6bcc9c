//! The part of an LDtk project that a level needs (<https://ldtk.io/json>). All fields that LDtk always writes are required, so
//! that a short text cannot become much memory.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::properties::Value;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Project {
    pub defs: Definitions,
    /// The levels, unless the project has several worlds.
    pub levels: Vec<Level>,
    #[serde(default)]
    pub worlds: Vec<World>,
}

/// What projects of every version have.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    pub json_version: String,
}

#[derive(Deserialize)]
pub struct World {
    pub levels: Vec<Level>,
}

#[derive(Deserialize)]
pub struct Definitions {
    pub layers: Vec<LayerDefinition>,
    pub tilesets: Vec<TilesetDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayerDefinition {
    pub uid: i64,
    pub int_grid_values: Vec<IntGridValue>,
}

#[derive(Deserialize)]
pub struct IntGridValue {
    pub value: i32,
    pub identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TilesetDefinition {
    pub uid: i64,
    pub identifier: String,
    #[serde(default)]
    pub enum_tags: Vec<EnumTag>,
    #[serde(default)]
    pub custom_data: Vec<CustomData>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EnumTag {
    pub enum_value_id: String,
    pub tile_ids: Vec<i32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomData {
    pub tile_id: i32,
    pub data: String,
}

/// A level, in the project or in a `.ldtkl` file of its own.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Level {
    pub identifier: String,
    pub field_instances: Vec<Field>,
    /// `None` in the project if the level is in a file of its own.
    pub layer_instances: Option<Vec<LayerInstance>>,
    #[serde(default)]
    pub external_rel_path: Option<String>,
}

/// A layer of a level; the first of a level is the highest.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LayerInstance {
    #[serde(rename = "__identifier")]
    pub identifier: String,
    #[serde(rename = "__type")]
    pub kind: String,
    #[serde(rename = "__gridSize")]
    pub grid_size: i64,
    #[serde(rename = "__cWid")]
    pub columns: i64,
    #[serde(rename = "__cHei")]
    pub rows: i64,
    #[serde(rename = "__pxTotalOffsetX")]
    pub offset_x: i64,
    #[serde(rename = "__pxTotalOffsetY")]
    pub offset_y: i64,
    #[serde(rename = "__tilesetDefUid", default)]
    pub tileset: Option<i64>,
    pub layer_def_uid: i64,
    pub int_grid_csv: Vec<i32>,
    pub grid_tiles: Vec<TileInstance>,
    pub entity_instances: Vec<EntityInstance>,
}

#[derive(Deserialize)]
pub struct TileInstance {
    /// Pixels from the upper left corner of the layer.
    pub px: [i32; 2],
    /// The number of the tile.
    pub t: i32,
    /// 1: left and right exchanged; 2: top and bottom.
    pub f: u8,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntityInstance {
    #[serde(rename = "__identifier")]
    pub identifier: String,
    /// Where `px` is in the entity's rectangle, in parts of its size.
    #[serde(rename = "__pivot")]
    pub pivot: [f64; 2],
    pub px: [f64; 2],
    pub width: f64,
    pub height: f64,
    pub iid: String,
    pub field_instances: Vec<Field>,
}

#[derive(Deserialize)]
pub struct Field {
    #[serde(rename = "__identifier")]
    pub identifier: String,
    #[serde(rename = "__type")]
    pub kind: String,
    #[serde(rename = "__value")]
    pub value: FieldValue,
}

/// The value of a field. A point is in cells of its layer.
pub struct FieldValue(pub Value);

impl<'de> Deserialize<'de> for FieldValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor).map(Self)
    }
}

struct FieldVisitor;

impl<'de> Visitor<'de> for FieldVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("the value of a field")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::None)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(FieldValue(value)) = values.next_element()? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    /// Keeps only the members of points and references: other objects may be large.
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let (mut x, mut y, mut entity) = (None, None, None);
        while let Some(name) = members.next_key::<Cow<str>>()? {
            match name.as_ref() {
                "cx" => x = Some(members.next_value()?),
                "cy" => y = Some(members.next_value()?),
                "entityIid" => entity = Some(members.next_value()?),
                _ => _ = members.next_value::<IgnoredAny>()?,
            }
        }
        Ok(match (x, y, entity) {
            (Some(x), Some(y), None) => Value::Point([x, y]),
            (_, _, Some(entity)) => Value::Reference(entity),
            _ => Value::Other("an object of another kind"),
        })
    }
}
