//! What killed the ninja, and how people know it: a weapon by its name, an actor by its letter and its place in the file.

use hairline_level::{Inspection, KINDS};
use hairline_sim::death::Death;

/// An actor by the name of its kind and its index among those of the kind.
pub type ActorId = (&'static str, usize);

/// What killed: an actor, or the weapon alone, such as spikes or a fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Killer {
    Actor(ActorId),
    Weapon(&'static str),
}

impl Killer {
    pub fn of(death: &Death) -> Self {
        match (death.weapon.kind, death.source) {
            (Some(kind), Some(index)) => Self::Actor((kind, index.0 as usize)),
            _ => Self::Weapon(death.weapon.name),
        }
    }

    pub fn actor(self) -> Option<ActorId> {
        match self {
            Self::Actor(actor) => Some(actor),
            Self::Weapon(_) => None,
        }
    }

    /// In words, such as `laser 'b' (line 14)` or `spikes`.
    pub fn words(self, inspection: &Inspection) -> String {
        match self {
            Self::Actor(actor) => with_line(inspection, actor),
            Self::Weapon(name) => name.to_owned(),
        }
    }
}

/// An actor in words, such as `laser 'b'`.
pub(crate) fn actor_words(inspection: &Inspection, (kind, index): ActorId) -> String {
    let name = name_of(inspection, (kind, index));
    match inspection.places.actor_named(kind, index) {
        Some(place) => format!("{name} '{}'", place.letter),
        None => format!("{name} {}", index + 1),
    }
}

/// An actor in words with its place in the file; with the column too where others of its letter stand in that line.
pub(crate) fn with_line(inspection: &Inspection, (kind, index): ActorId) -> String {
    let words = actor_words(inspection, (kind, index));
    let place = |index| {
        let place = inspection.places.actor_named(kind, index)?;
        Some((place.letter, inspection.diagnostics.position_at(place.span.start)?))
    };
    let Some((letter, at)) = place(index) else { return words };
    let is_beside = |other| place(other).is_some_and(|(also, there)| (also, there.line) == (letter, at.line));
    let mut others = (0..).take_while(|&other| inspection.places.actor_named(kind, other).is_some());
    if others.any(|other| other != index && is_beside(other)) {
        format!("{words} (line {}, column {})", at.line, at.column)
    } else {
        format!("{words} (line {})", at.line)
    }
}

/// The name of an actor by its word in the file: a bumper is of the kind `mover`.
fn name_of(inspection: &Inspection, actor: ActorId) -> &'static str {
    let logic = inspection.level.iter().flat_map(|level| level.actors.logic());
    let word = logic.filter(|(kind, index, ..)| (*kind, *index) == actor).map(|(_, _, word, _)| word).next();
    let kind = KINDS.iter().find(|kind| Some(kind.word) == word);
    kind.map_or(actor.0, |kind| kind.names[0])
}
