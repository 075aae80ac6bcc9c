//! The actors of a level: one typed list for each kind, type-erased, so that nothing here knows the kinds.

use std::any::Any;
use std::fmt;

use super::logic::ActorLogic;
use super::path::Patrol;
use crate::stable_hash::StableHasher;

/// The actors of a level: a list for each kind, in the order of the file and then of the map.
#[derive(Clone, Debug, Default)]
pub struct ActorColumns {
    columns: Vec<Box<dyn KindList>>,
}

impl ActorColumns {
    /// The actors of a kind.
    pub fn get<K>(&self) -> &[K]
    where
        Vec<K>: KindList,
    {
        self.columns
            .iter()
            .find_map(|column| (&**column as &dyn Any).downcast_ref::<Vec<K>>())
            .map_or(&[], Vec::as_slice)
    }

    /// The actors of a kind, to be changed.
    pub fn get_mut<K>(&mut self) -> &mut Vec<K>
    where
        Vec<K>: KindList,
    {
        let known = self.columns.iter().position(|column| (&**column as &dyn Any).is::<Vec<K>>());
        let index = known.unwrap_or_else(|| {
            self.columns.push(Box::new(Vec::<K>::new()));
            self.columns.len() - 1
        });
        (&mut *self.columns[index] as &mut dyn Any).downcast_mut().expect("the index is that of this type's column")
    }

    /// How many actors a file writes with this word.
    pub fn count_of(&self, word: &str) -> usize {
        self.columns.iter().map(|column| column.count_of(word)).sum()
    }

    /// Removes all actors that a file writes with this word.
    pub fn remove(&mut self, word: &str) {
        self.columns.iter_mut().for_each(|column| column.remove(word));
    }

    /// How many actors there are of each kind, by the kind's name in the singular; in the order of their sections in the hash.
    pub fn counts(&self) -> Vec<(&'static str, usize)> {
        let mut columns: Vec<&dyn KindList> = self.columns.iter().map(|column| &**column).collect();
        columns.sort_by_key(|column| column.section());
        columns.iter().map(|column| (column.name(), column.len())).collect()
    }

    /// Removes one actor by the name of its kind and its index among them.
    pub fn remove_one(&mut self, kind: &str, index: usize) {
        self.columns.iter_mut().filter(|column| column.name() == kind).for_each(|column| column.remove_at(index));
    }

    /// Whether any actor reflects beams.
    pub fn has_mirrors(&self) -> bool {
        self.columns.iter().any(|column| column.has_mirrors())
    }

    /// The paths of all actors.
    pub fn paths(&self) -> impl Iterator<Item = &Patrol> {
        self.columns.iter().flat_map(|column| column.paths())
    }

    /// What each actor means for the logic of its level, kinds in the order of their sections in the hash: the kind's name in the
    /// singular, the index among those of the kind, the word in front of it in a file, and its declarations.
    pub fn logic(&self) -> Vec<(&'static str, usize, &'static str, ActorLogic)> {
        let mut columns: Vec<&dyn KindList> = self.columns.iter().map(|column| &**column).collect();
        columns.sort_by_key(|column| column.section());
        let of_kind = |column: &&dyn KindList| {
            let (name, actors) = (column.name(), column.logic().into_iter().enumerate());
            actors.map(move |(index, (word, logic))| (name, index, word, logic)).collect::<Vec<_>>()
        };
        columns.iter().flat_map(of_kind).collect()
    }

    /// Hashes all actors, in sections sorted by their numbers. Empty sections are left out, except section 0.
    pub(crate) fn hash_into(&self, has_mirrors: bool, hasher: &mut StableHasher) {
        let mut sections: Vec<HashSection> =
            self.columns.iter().flat_map(|column| column.hash_sections(has_mirrors)).collect();
        sections.sort_by_key(|section| section.number);
        if sections.first().is_none_or(|section| section.number != 0) {
            hasher.write_u32(0);
        }
        for section in sections {
            if section.number != 0 {
                hasher.write_u32(section.number);
            }
            hasher.write_u32(section.len as u32);
            (section.hash_items)(hasher);
        }
    }
}

/// One section of the hash, never empty.
pub struct HashSection<'a> {
    pub(super) number: u32,
    pub(super) len: usize,
    pub(super) hash_items: Box<dyn Fn(&mut StableHasher) + 'a>,
}

/// A `Vec` of one kind's settings, without the type. Every kind has one: `kind.rs` implements it.
pub trait KindList: Any + fmt::Debug + Send + Sync {
    fn clone_box(&self) -> Box<dyn KindList>;
    fn count_of(&self, word: &str) -> usize;
    fn remove(&mut self, word: &str);
    fn name(&self) -> &'static str;
    fn section(&self) -> u32;
    fn len(&self) -> usize;
    fn remove_at(&mut self, index: usize);
    fn has_mirrors(&self) -> bool;
    fn paths(&self) -> Vec<&Patrol>;
    fn logic(&self) -> Vec<(&'static str, ActorLogic)>;
    fn hash_sections(&self, has_mirrors: bool) -> Vec<HashSection<'_>>;
}

impl Clone for Box<dyn KindList> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}
