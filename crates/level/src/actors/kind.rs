//! What a kind of actor declares about itself: how a level file writes it, where it may be placed, what it overlaps,
//! and how it enters the level's hash. Code that serves all kinds reads these declarations and knows no kind by name.

use std::fmt;

use bevy_math::Vec2;

use super::columns::{ActorColumns, HashSection, KindList};
use super::fields::{FieldForm, Fields};
use super::frame::Frame;
use super::logic::ActorLogic;
use super::path::{PathTiming, Patrol};
use super::settings::{ActorSettings, Place, Unplaced};
use crate::format::channels::ChannelTable;
use crate::reader::Reader;
use crate::reader::scalars::Quantity;
use crate::stable_hash::{StableHash, StableHasher};
use hairline_geometry::shapes::polygon::Polygon;

/// The level's hash has a section for the path timings of each kind, numbered from here by the kind's number. A kind without
/// timings has none, so levels from before there were timings keep their hash.
const PATH_SECTIONS: u32 = 2000;

/// A kind of actor, implemented by its settings: what a level holds for each actor of the kind.
///
/// Implemented only within this crate, whose reader it needs.
pub trait ActorKind: ActorSettings {
    /// What the kind is, whatever its settings.
    const KIND: Kind;
    /// Sections of the level's hash for settings added to the format later.
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[];

    /// What this actor means for the logic of its level. No default: a kind must not be forgotten.
    fn logic(&self) -> ActorLogic;

    /// The word that a file writes in front of this actor. It differs from that of the kind where a second word makes actors
    /// of the same kind, as `Bumper` makes movers.
    fn word(&self) -> &'static str {
        Self::KIND.word
    }

    /// The path on which it moves.
    fn path(&self) -> Option<&Patrol> {
        None
    }

    /// Its shape at the start, if that must not overlap others.
    fn body(&self) -> Option<Body> {
        None
    }

    /// How many bullets it may have in flight: they count towards [`BULLETS_MAX`](crate::limits::BULLETS_MAX).
    fn bullets(&self) -> usize {
        0
    }

    /// Whether it reflects beams.
    fn is_mirror(&self) -> bool {
        false
    }
}

/// What a kind of actor is. [`KINDS`](crate::KINDS) lists them all.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The word in front of its settings in a level file, such as `Mine`.
    pub word: &'static str,
    /// Its name in the singular and the plural: `["mine", "mines"]`.
    pub names: [&'static str; 2],
    /// The shortest actor of this kind in RON, such as `Mine()`. It uses no waypoint; its channels are named `"x"`.
    pub example: &'static str,
    /// The number of its section in the level's hash. Replays are bound to that hash: never change or reuse a number.
    /// Section 0 has been in the format from the start, so it is hashed without its number, and even if it is empty.
    pub(crate) hash_section: u32,
    /// How many cells of the map make one actor. For 1, each cell with its letter makes one, and `at` makes one without a
    /// letter. For 2, its letter is in exactly two cells, which make one together.
    pub cells: usize,
    /// Whether it is an obstacle, a solid shape apart from the tiles: it may be in walls, and counts towards
    /// [`OBSTACLES_MAX`](crate::limits::OBSTACLES_MAX). Then [`ActorKind::body`] is `Body::Solid`.
    pub(crate) is_obstacle: bool,
    /// Whether it may be in walls though it is no obstacle.
    pub(crate) is_in_walls: bool,
    /// What it does with the channel that it names, if it names one.
    pub(crate) channel_use: Option<ChannelUse>,
    /// What the size of its figure in a map editor sets.
    pub extent: Extent,
    /// The reason shown when its path crosses a wall; not used for obstacles.
    pub(crate) inside_a_wall: &'static str,
    /// The ranges of numbers that only this kind has. The manual states each.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test looks each up in the manual"))]
    pub(crate) quantities: &'static [Quantity],
    /// Reads the settings of an actor.
    pub(super) read: fn(&mut Fields) -> Option<AddActor>,
    /// The numbers of all its sections in the level's hash.
    #[cfg(test)]
    pub(super) hash_sections: fn() -> Vec<u32>,
}

/// Adds an actor at a place to those of its kind.
pub(crate) type AddActor = Box<dyn Fn(&Place, &mut ActorColumns) -> AddedActor>;

/// What the checks of a whole level need of an actor.
pub(crate) struct AddedActor {
    /// The name of its kind, in the singular.
    pub name: &'static str,
    pub body: Option<Body>,
    pub bullets: usize,
}

impl Kind {
    /// The kind of some settings, with the defaults of every declaration.
    pub(super) const fn of<K: ActorKind>() -> Self {
        Self {
            word: "",
            names: ["", ""],
            example: "",
            hash_section: u32::MAX,
            cells: 1,
            is_obstacle: false,
            is_in_walls: false,
            channel_use: None,
            extent: Extent::Nothing,
            inside_a_wall: "inside a wall it does nothing",
            quantities: &[],
            read: |fields| K::read(fields).map(adding),
            #[cfg(test)]
            hash_sections: || {
                let later = K::LATER_SECTIONS.iter().map(|section| section.number);
                std::iter::once(K::KIND.hash_section).chain(later).collect()
            },
        }
    }

    /// How the value of one of its fields is written, if it has such a field.
    pub fn field_form(&self, field: &str) -> Option<FieldForm> {
        let (mut reader, mut channels) = (Reader::new(""), ChannelTable::default());
        let mut fields = Fields::new(&mut reader, &mut channels, Vec::new());
        // There is nothing to read, but it asks for each of its fields.
        (self.read)(&mut fields);
        fields.form_of(field)
    }

    /// Whether an actor of this kind raises a channel.
    pub fn raises(&self) -> bool {
        self.channel_use == Some(ChannelUse::Raises)
    }

    pub(crate) fn may_be_in_walls(&self) -> bool {
        self.is_obstacle || self.is_in_walls
    }
}

/// Adds an actor with these settings.
pub(super) fn adding<K: ActorKind>(settings: Unplaced<K>) -> AddActor {
    Box::new(move |place, actors| {
        // The checks of a whole level are made in the file's places.
        let actor = settings(&Place { frame: Frame::default(), ..place.clone() });
        let added = AddedActor { name: K::KIND.names[0], body: actor.body(), bullets: actor.bullets() };
        actors.get_mut().push(if place.frame == Frame::default() { actor } else { settings(place) });
        added
    })
}

impl<K: ActorKind> KindList for Vec<K> {
    fn clone_box(&self) -> Box<dyn KindList> {
        Box::new(self.clone())
    }

    fn count_of(&self, word: &str) -> usize {
        self.iter().filter(|actor| actor.word() == word).count()
    }

    fn remove(&mut self, word: &str) {
        self.retain(|actor| actor.word() != word);
    }

    fn name(&self) -> &'static str {
        K::KIND.names[0]
    }

    fn section(&self) -> u32 {
        K::KIND.hash_section
    }

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn remove_at(&mut self, index: usize) {
        if index < Self::len(self) {
            Self::remove(self, index);
        }
    }

    fn has_mirrors(&self) -> bool {
        self.iter().any(K::is_mirror)
    }

    fn paths(&self) -> Vec<&Patrol> {
        self.iter().filter_map(K::path).collect()
    }

    fn logic(&self) -> Vec<(&'static str, ActorLogic)> {
        self.iter().map(|actor| (actor.word(), actor.logic())).collect()
    }

    fn hash_sections(&self, has_mirrors: bool) -> Vec<HashSection<'_>> {
        if self.is_empty() {
            return Vec::new();
        }
        let section = |number, hash_into: fn(&K, &mut StableHasher)| HashSection {
            number,
            len: self.len(),
            hash_items: Box::new(move |hasher| self.iter().for_each(|actor| hash_into(actor, hasher))),
        };
        let later = K::LATER_SECTIONS.iter().filter(|later| (later.is_used)(self, has_mirrors));
        let later = later.map(|later| section(later.number, later.hash_into));
        let is_timed = self.iter().any(|actor| timing_of(actor) != PathTiming::default());
        let timings = section(PATH_SECTIONS + K::KIND.hash_section, |actor, hasher| timing_of(actor).hash_into(hasher));
        let own = section(K::KIND.hash_section, K::hash_into);
        std::iter::once(own).chain(later).chain(is_timed.then_some(timings)).collect()
    }
}

/// The timing of an actor's path.
fn timing_of<K: ActorKind>(actor: &K) -> PathTiming {
    actor.path().map_or(PathTiming::default(), |path| path.timing)
}

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

/// What the size of the figure that draws an actor in a map editor sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Nothing: the figure is a picture.
    Nothing,
    /// `size: (w, h)`.
    Size,
    /// `shape: Box(w, h)`, or `Polygon([…])`; and its rotation sets `turn`.
    Shape,
    /// `radius`, if it is an ellipse.
    Radius,
    /// As `Radius`; and its rotation sets `turn`.
    TurnedRadius,
}

/// What an actor does with a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChannelUse {
    Raises,
    /// The channel enables it, or opens it.
    Listens,
}

/// The shape of an actor at the start.
#[derive(Clone, Debug)]
pub enum Body {
    /// A solid polygon, around the actor's position and turned by an angle in radians. The ninja must not start in it.
    Solid {
        /// The shape.
        shape: Polygon,
        /// The angle.
        angle: f32,
    },
    /// A circle around the actor's position that must be clear of walls, of solid polygons and of other balls.
    Ball {
        /// Its radius in tiles.
        radius: f32,
    },
}

impl Body {
    /// A solid box of a width and a height.
    pub(super) fn of_box(size: Vec2) -> Option<Self> {
        Polygon::rectangle(size).ok().map(|shape| Self::Solid { shape, angle: 0.0 })
    }
}

/// A section of the level's hash for a setting added to the format later. It is left out where the setting has no
/// effect, so that older levels keep their hashes and replays.
#[derive(Debug)]
pub struct LaterSection<K> {
    /// As [`Kind::hash_section`].
    pub number: u32,
    /// Whether the setting has an effect, given all actors of the kind and whether the level has mirrors.
    pub is_used: fn(&[K], bool) -> bool,
    /// Hashes the setting of one actor.
    pub hash_into: fn(&K, &mut StableHasher),
}
