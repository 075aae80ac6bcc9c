//! The settings of an actor, declared once by [`settings!`]: each field with its type and with how a level file writes it.
//! The declaration makes the struct, and reads, places and hashes it.

use std::fmt;

use bevy_math::Vec2;

use super::aim::{Aim, AimEntry, Cycle, CycleEntry};
use super::fields::Fields;
use super::frame::{Direction, Frame, Number, Offset, Turn};
use super::path::{PathEntry, Patrol};
use crate::format::gates::{Channel, Gate};
use crate::stable_hash::StableHash;
use hairline_geometry::shapes::polygon::Polygon;

/// What a level holds for each actor of a kind.
pub trait ActorSettings: StableHash + Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Reads the fields of an actor. Asks for each of them even after an error, so that all errors are reported together.
    fn read(fields: &mut Fields) -> Option<Unplaced<Self>>;
}

/// Settings without the place of their actor: a letter may be in many cells of the map, each of which makes one actor.
pub type Unplaced<S> = Box<dyn Fn(&Place) -> S>;

/// Where an actor starts.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its position, or the first of a pair.
    pub position: Vec2,
    /// The second of a pair.
    pub partner: Option<Vec2>,
    /// The path that it follows from there.
    pub path: Option<Patrol>,
    /// How it points from there.
    pub aim: Option<Aim>,
    /// Seconds by which it is ahead there, beyond its own offset.
    pub ahead: f32,
    /// From all that to the level, and from every other place, direction and time of the file.
    pub(crate) frame: Frame,
}

impl Place {
    /// A place with a path, and nothing else.
    pub(crate) fn new(position: Vec2, path: Option<Patrol>) -> Self {
        Self { position, partner: None, path, aim: None, ahead: 0.0, frame: Frame::default() }
    }
}

/// What a field reads, from which its setting follows as soon as the actor has a place.
pub(super) trait AtPlace {
    type Setting;
    fn at(&self, place: &Place) -> Self::Setting;
}

macro_rules! same_at_every_place {
    ($($type:ty),*) => { $(
        impl AtPlace for $type {
            type Setting = Self;
            fn at(&self, _: &Place) -> Self {
                Self::clone(self)
            }
        }
    )* };
}

// An `f32` is the size of an angle, a `Vec2` that of a box: neither depends on left, right or time.
same_at_every_place!(f32, u8, bool, Vec2, Channel, Gate, Option<Gate>);

impl AtPlace for Number {
    type Setting = f32;

    fn at(&self, place: &Place) -> f32 {
        place.frame.paced(self.value, self.pace)
    }
}

impl AtPlace for Option<Number> {
    type Setting = Option<f32>;

    fn at(&self, place: &Place) -> Option<f32> {
        self.map(|number| number.at(place))
    }
}

impl AtPlace for Direction {
    type Setting = f32;

    fn at(&self, place: &Place) -> f32 {
        place.frame.direction(self.0)
    }
}

impl AtPlace for Turn {
    type Setting = f32;

    fn at(&self, place: &Place) -> f32 {
        place.frame.turn(self.0)
    }
}

impl AtPlace for Offset {
    type Setting = Vec2;

    fn at(&self, place: &Place) -> Vec2 {
        place.frame.vector(self.0)
    }
}

impl AtPlace for Polygon {
    type Setting = Self;

    fn at(&self, place: &Place) -> Self {
        if place.frame.mirrored.is_some() { self.mirrored() } else { self.clone() }
    }
}

impl AtPlace for AimEntry {
    type Setting = Aim;

    fn at(&self, place: &Place) -> Aim {
        place.frame.aim(place.aim.unwrap_or(self.plain()), self.turns_shape())
    }
}

impl AtPlace for CycleEntry {
    type Setting = Option<Cycle>;

    fn at(&self, place: &Place) -> Option<Cycle> {
        self.0.map(|cycle| place.frame.cycle(Cycle { offset: cycle.offset + place.ahead, ..cycle }))
    }
}

impl AtPlace for PathEntry {
    type Setting = Option<Patrol>;

    fn at(&self, place: &Place) -> Option<Patrol> {
        place.path.as_ref().map(|path| place.frame.patrol(path))
    }
}

/// Declares the settings of a kind, which has a `position` besides:
///
/// ```text
/// settings! {
///     /// A plate that throws the ninja in one direction.
///     #[derive(Copy)]
///     pub struct SpringSettings {
///         /// The direction in which it throws, in radians.
///         angle: f32 = direction_or(&ANGLE, 90.0),
///     }
///     check is_possible(angle)
/// }
/// ```
///
/// `direction_or` is a method of [`Fields`], which is called with the name of the field and the arguments. `check`, if there is
/// one, names a function that is called with the fields and with what was read; it reports an error and returns nothing.
///
/// Fields are hashed in their order, which must never change: replays are bound to the hash. Those after `later` are hashed
/// by [`LATER_SECTIONS`](super::kind::ActorKind::LATER_SECTIONS) alone.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct $Settings:ident {
            $( $(#[$doc:meta])* $field:ident: $type:ty = $form:ident($($argument:expr),*), )*
        }
        $( later {
            $( $(#[$later_doc:meta])* $later:ident: $later_type:ty = $later_form:ident($($later_argument:expr),*), )*
        } )?
        $( check $check:ident($($checked:expr),*) )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $Settings {
            /// Where it starts, in tiles: its center, or the origin of its shape.
            pub position: bevy_math::Vec2,
            $( $(#[$doc])* pub $field: $type, )*
            $( $( $(#[$later_doc])* pub $later: $later_type, )* )?
        }

        impl $crate::actors::settings::ActorSettings for $Settings {
            fn read(fields: &mut $crate::actors::fields::Fields) -> Option<$crate::actors::settings::Unplaced<Self>> {
                #[allow(unused_imports, reason = "a kind may have no field")]
                use $crate::actors::settings::AtPlace;
                let at = fields.at();
                $( let $field = fields.$form(stringify!($field), $($argument),*); )*
                $( $( let $later = fields.$later_form(stringify!($later), $($later_argument),*); )* )?
                $( let $field = $field?; )*
                $( $( let $later = $later?; )* )?
                $( $check(fields, $($checked),*)?; )?
                at?;
                Some(Box::new(move |place| Self {
                    position: place.frame.point(place.position),
                    $( $field: $field.at(place), )*
                    $( $( $later: $later.at(place), )* )?
                }))
            }
        }

        impl $crate::stable_hash::StableHash for $Settings {
            fn hash_into(&self, hasher: &mut $crate::stable_hash::StableHasher) {
                self.position.hash_into(hasher);
                $( self.$field.hash_into(hasher); )*
            }
        }
    };
}
pub(super) use settings;
