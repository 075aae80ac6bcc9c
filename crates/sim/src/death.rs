//! What kills the ninja: one form for every weapon.

use bevy::prelude::*;

use crate::state::actor::ActorIndex;

/// Something that kills; each feature that does has a constant of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name in messages, with its article: "a beam".
    pub name: &'static str,
    /// The kind of actor that kills by it, by the kind's name in the singular: "laser".
    pub kind: Option<&'static str>,
    /// It crushes: it presses the ninja against something.
    pub presses: bool,
}

/// One death: what killed, from where, and where it touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Death {
    /// What killed.
    pub weapon: Weapon,
    /// The actor that did, by its index among those of its kind.
    pub source: Option<ActorIndex>,
    /// The segment along which death came: where it came from, and where it ended.
    pub path: Option<[Vec2; 2]>,
    /// The point where it touched the ninja.
    pub at: Option<Vec2>,
}

impl Death {
    /// A death without an actor, a path or a point of contact.
    pub const fn by(weapon: Weapon) -> Self {
        Self { weapon, source: None, path: None, at: None }
    }
}
