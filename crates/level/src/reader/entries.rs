//! A RON map and a RON struct as a file writes them. Knows nothing of what their keys mean.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};

use super::RonValue;

/// The entries of a map, in the order of the file and with duplicate keys.
pub struct Entries<'a>(pub Vec<(RonValue<'a>, RonValue<'a>)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData)).map(Self)
    }
}

/// Reads the fields of a struct with this word in front, in the order of the file and with duplicate names.
pub(super) struct Struct(pub &'static str);

impl<'de> DeserializeSeed<'de> for Struct {
    type Value = Vec<(&'de str, RonValue<'de>)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_struct(self.0, &[], EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<K>(PhantomData<K>);

impl<'de, K: Deserialize<'de>> Visitor<'de> for EntriesVisitor<K> {
    type Value = Vec<(K, RonValue<'de>)>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a map `{ 'a': …, }`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(entries)
    }
}
