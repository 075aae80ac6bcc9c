//! Kinds of actors without their types: the rows of the table of kinds, and settings behind a trait object.

use std::fmt;

use super::columns::ActorColumns;
use super::kind::{ActorEntry, ActorKind, Body, Cells, ChannelUse, Extent, FieldForm, Place};
use crate::format::channels::ChannelTable;
#[cfg(test)]
use crate::reader::scalars::Quantity;
use crate::reader::{Reader, RonValue};

/// A row of the table of kinds: a word in front of an actor's settings in a level file, and what its kind declares. See
/// [`ActorKind`] for each declaration.
#[derive(Clone, Copy)]
pub struct Kind {
    pub(super) word: &'static str,
    pub(super) names: [&'static str; 2],
    pub(super) example: &'static str,
    pub(super) cells: Cells,
    pub(super) is_obstacle: bool,
    pub(super) extent: Extent,
    pub(super) field_forms: &'static [(&'static str, FieldForm)],
    pub(super) channel_use: Option<ChannelUse>,
    #[cfg(test)]
    pub(super) quantities: &'static [Quantity],
    /// The numbers of its sections in the level's hash, later ones included.
    #[cfg(test)]
    pub(super) hash_sections: fn() -> Vec<u32>,
    pub(super) read: ReadActor,
}

/// Reads the settings of an actor, of whatever kind.
pub(super) type ReadActor =
    for<'a> fn(&mut Reader<'a>, &mut ChannelTable, RonValue<'a>) -> Option<ActorEntry<Box<dyn AnySettings>>>;

/// Kinds are told apart by their words.
impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)
    }
}

impl Kind {
    /// The row of a kind.
    pub(super) const fn of<K: ActorKind>() -> Self {
        Self {
            word: K::WORD,
            names: K::NAMES,
            example: K::EXAMPLE,
            cells: K::CELLS,
            is_obstacle: K::IS_OBSTACLE,
            extent: K::EXTENT,
            field_forms: K::FIELD_FORMS,
            channel_use: K::CHANNEL_USE,
            #[cfg(test)]
            quantities: K::QUANTITIES,
            #[cfg(test)]
            hash_sections: hash_sections::<K>,
            read: read_any::<K>,
        }
    }

    /// The word, such as `Mine`.
    pub fn word(&self) -> &'static str {
        self.word
    }

    /// Its name in the singular and the plural: `["mine", "mines"]`.
    pub fn names(&self) -> [&'static str; 2] {
        self.names
    }

    /// The shortest actor of this kind in RON, such as `Mine()`.
    pub fn example(&self) -> &'static str {
        self.example
    }

    /// What the size of its figure in a map editor sets.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// How the value of one of its fields is written; plain for a field that it does not have.
    pub fn field_form(&self, field: &str) -> FieldForm {
        self.field_forms.iter().find(|known| known.0 == field).map_or(FieldForm::Plain, |known| known.1)
    }

    /// Whether an actor of this kind raises a channel.
    pub fn raises(&self) -> bool {
        self.channel_use == Some(ChannelUse::Raises)
    }

    /// The least number of cells of the map that its letter takes.
    pub fn cells(&self) -> usize {
        match self.cells {
            Cells::One => 1,
            Cells::Pair => 2,
        }
    }
}

#[cfg(test)]
fn hash_sections<K: ActorKind>() -> Vec<u32> {
    let later = K::LATER_SECTIONS.iter().map(|section| section.number);
    std::iter::once(K::HASH_SECTION).chain(later).collect()
}

fn read_any<'a, K: ActorKind>(
    reader: &mut Reader<'a>,
    channels: &mut ChannelTable,
    value: RonValue<'a>,
) -> Option<ActorEntry<Box<dyn AnySettings>>> {
    K::read(reader, channels, value).map(ActorEntry::into_any)
}

impl<K: ActorKind> ActorEntry<K> {
    /// The same entry without its type.
    pub(super) fn into_any(self) -> ActorEntry<Box<dyn AnySettings>> {
        let Self { at, path, aim, step, settings } = self;
        ActorEntry { at, path, aim, step, settings: Box::new(settings) }
    }
}

/// The settings of an actor of any kind: the part of [`ActorKind`] that placing and checking need.
pub trait AnySettings {
    /// The name of its kind, in the singular.
    fn name(&self) -> &'static str;
    /// How many cells make one actor.
    fn cells(&self) -> Cells;
    /// Whether it is an obstacle.
    fn is_obstacle(&self) -> bool;
    /// Whether it may be in walls.
    fn may_be_in_walls(&self) -> bool;
    /// Why its path should not lead through walls.
    fn inside_a_wall(&self) -> &'static str;
    /// Its shape at the start.
    fn body(&self) -> Option<Body>;
    /// How many bullets it may have in flight.
    fn bullets(&self) -> usize;
    /// The same settings at a place.
    fn placed(&self, place: Place) -> Box<dyn AnySettings>;
    /// Adds an actor with these settings to those of its kind.
    fn add_to(&self, actors: &mut ActorColumns);
}

impl<K: ActorKind> AnySettings for K {
    fn name(&self) -> &'static str {
        K::NAMES[0]
    }

    fn cells(&self) -> Cells {
        K::CELLS
    }

    fn is_obstacle(&self) -> bool {
        K::IS_OBSTACLE
    }

    fn may_be_in_walls(&self) -> bool {
        K::MAY_BE_IN_WALLS
    }

    fn inside_a_wall(&self) -> &'static str {
        K::INSIDE_A_WALL
    }

    fn body(&self) -> Option<Body> {
        ActorKind::body(self)
    }

    fn bullets(&self) -> usize {
        ActorKind::bullets(self)
    }

    fn placed(&self, place: Place) -> Box<dyn AnySettings> {
        let mut actor = self.clone();
        actor.set_place(place);
        Box::new(actor)
    }

    fn add_to(&self, actors: &mut ActorColumns) {
        actors.get_mut::<K>().push(self.clone());
    }
}
