//! What a kind of actor declares about itself: how a level file writes it, where it may be placed, what it overlaps,
//! and how it enters the level's hash. Code that serves all kinds reads these declarations and knows no kind by name.

use std::fmt;
use std::ops::Range;

use bevy_math::Vec2;

use super::aim::{Aim, AimEntry};
use super::logic::ActorLogic;
use super::path::{PathSettings, Patrol};
use crate::format::channels::ChannelTable;
use crate::reader::scalars::Quantity;
use crate::reader::{Reader, RonValue};
use crate::stable_hash::StableHasher;
use hairline_geometry::shapes::polygon::Polygon;

/// A kind of actor, implemented by its settings: what a level holds for each actor of the kind.
///
/// Implemented only within [`level`](crate::level), whose reader it needs.
pub trait ActorKind: Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The word in front of its settings in a level file, such as `Mine`.
    const WORD: &'static str;
    /// Its name in the singular and the plural: `["mine", "mines"]`.
    const NAMES: [&'static str; 2];
    /// The shortest actor of this kind in RON, such as `Mine()`. It uses no waypoint; its channels are named `"x"`.
    const EXAMPLE: &'static str;
    /// The number of its section in the level's hash. Replays are bound to that hash: never change or reuse a number.
    /// Section 0 has been in the format from the start, so it is hashed without its number, and even if it is empty.
    const HASH_SECTION: u32;
    /// Sections for settings added to the format later.
    const LATER_SECTIONS: &'static [LaterSection<Self>] = &[];
    /// How many cells of the map make one actor.
    const CELLS: Cells = Cells::One;
    /// Whether it is an obstacle, a solid shape apart from the tiles: it may be in walls, and counts towards
    /// [`OBSTACLES_MAX`](crate::limits::OBSTACLES_MAX). Then [`body`](Self::body) is `Body::Solid`.
    const IS_OBSTACLE: bool = false;
    /// Whether it may be in walls.
    const MAY_BE_IN_WALLS: bool = Self::IS_OBSTACLE;
    /// What it does with the channel that it names, if it names one.
    const CHANNEL_USE: Option<ChannelUse> = None;
    /// What the size of its figure in a map editor sets.
    const EXTENT: Extent = Extent::Nothing;
    /// The fields whose values are not [plain](FieldForm::Plain), for tools that write level files.
    const FIELD_FORMS: &'static [(&'static str, FieldForm)] = &[];
    /// Why its path should not lead through walls; for obstacles it may.
    const INSIDE_A_WALL: &'static str = "inside a wall it does nothing";
    /// The ranges of numbers that only this kind has. The manual states each.
    const QUANTITIES: &'static [Quantity] = &[];

    /// Reads `Word(…)`. Reports everything that is wrong with it, and returns nothing if there is an error.
    fn read<'a>(reader: &mut Reader<'a>, channels: &mut ChannelTable, value: RonValue<'a>) -> Option<ActorEntry<Self>>;

    /// Moves it to its place in the level.
    fn set_place(&mut self, place: Place);

    /// Hashes every setting that the rules depend on.
    fn hash_into(&self, hasher: &mut StableHasher);

    /// What this actor means for the logic of its level. No default: a kind must not be forgotten.
    fn logic(&self) -> ActorLogic;

    /// The word that a file writes in front of this actor. It differs from [`WORD`](Self::WORD) where a second word makes
    /// actors of the same kind, as `Bumper` makes movers.
    fn word(&self) -> &'static str {
        Self::WORD
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

/// An actor as a file declares it, without its place in the map.
pub struct ActorEntry<S> {
    /// Coordinates between tiles, and their bytes in the file.
    pub at: Option<(Vec2, Range<usize>)>,
    /// Where it moves.
    pub path: Option<PathSettings>,
    /// How it points, if that depends on where it is.
    pub aim: Option<AimEntry>,
    /// Seconds by which each next cell with its letter is farther ahead in its cycle or its period.
    pub step: f32,
    /// Its settings; what depends on its place is not set yet.
    pub settings: S,
}

impl<S> ActorEntry<S> {
    /// An actor that stays, and is the same in all its cells.
    pub fn new(at: Option<(Vec2, Range<usize>)>, settings: S) -> Self {
        Self { at, path: None, aim: None, step: 0.0, settings }
    }

    /// The same actor on a path.
    pub fn on_path(self, path: Option<PathSettings>) -> Self {
        Self { path, ..self }
    }

    /// The same actor with an aim that may depend on its place.
    pub fn aiming(self, aim: AimEntry) -> Self {
        Self { aim: aim.depends_on_place().then_some(aim), ..self }
    }

    /// The same actor, in each next cell this many seconds farther ahead.
    pub fn stepping(self, step: f32) -> Self {
        Self { step, ..self }
    }
}

/// Where an actor starts.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its position, or the first of a pair.
    pub position: Vec2,
    /// The second of a pair: see [`Cells::Pair`].
    pub partner: Option<Vec2>,
    /// The path that it follows from there.
    pub path: Option<Patrol>,
    /// How it points from there, if that depends on the place.
    pub aim: Option<Aim>,
    /// Seconds by which it is ahead there, beyond its own offset.
    pub ahead: f32,
}

/// How many cells of the map make one actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Each cell with its letter makes one; `at` makes one without a letter.
    One,
    /// Its letter is in exactly two cells, which make one together.
    Pair,
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

/// How the value of a field is written in a level file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldForm {
    /// A number, a flag, a point, a list, or a struct without a word in front.
    Plain,
    /// A text in quotation marks.
    Text,
    /// A struct with a word in front, such as `Box(2, 1)`.
    Word,
    /// A direction in degrees.
    Angle,
    /// An aim, such as `Fixed(angle: 270)`; its directions may be marks.
    Aim,
    /// A gate, such as `Raised("gate")`.
    Gate,
    /// A path: `(points: […], speed: …, closed: …)`.
    Path,
}

/// What an actor does with a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelUse {
    /// It raises the channel.
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

/// A section of the level's hash for a setting added to the format later. It is left out where the setting has no
/// effect, so that older levels keep their hashes and replays.
#[derive(Debug)]
pub struct LaterSection<K> {
    /// As [`ActorKind::HASH_SECTION`].
    pub number: u32,
    /// Whether the setting has an effect, given all actors of the kind and whether the level has mirrors.
    pub is_used: fn(&[K], bool) -> bool,
    /// Hashes the setting of one actor.
    pub hash_into: fn(&K, &mut StableHasher),
}
