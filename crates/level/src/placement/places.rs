//! Where everything of a level stands in the text of its file, so that a tool can tell what it found out at the right place.

use std::ops::Range;

use bevy_math::Vec2;

use crate::actors::kind::ActorKind;

/// Byte ranges in the displayed text of a level's file.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The ninja, `@`.
    pub ninja: Range<usize>,
    /// The exit, `X`.
    pub exit: Range<usize>,
    /// The shards, in the level's order.
    pub shards: Vec<Range<usize>>,
    /// The rows of the map, bottom to top; one byte is one cell.
    pub(super) rows: Vec<Range<usize>>,
    /// Whether the level has left and right exchanged.
    pub(super) is_mirrored: bool,
    /// The actors by the names of their kinds, each kind in the level's order.
    actors: Vec<(&'static str, ActorPlace)>,
}

/// Where an actor stands in the text of its file.
#[derive(Clone, Debug)]
pub struct ActorPlace {
    /// Its letter.
    pub letter: char,
    /// Its letter in the map, or its `at`.
    pub span: Range<usize>,
}

impl Places {
    /// Adds an actor of a kind, by the kind's name.
    pub(super) fn add(&mut self, kind: &'static str, letter: char, span: Range<usize>) {
        self.actors.push((kind, ActorPlace { letter, span }));
    }

    /// The place of an actor, by its index among those of its kind.
    ///
    /// # Panics
    /// If the level has no such actor.
    pub fn actor<K: ActorKind>(&self, index: usize) -> &ActorPlace {
        let mut of_kind = self.actors.iter().filter(|(kind, _)| *kind == K::KIND.names[0]);
        &of_kind.nth(index).expect("every actor of a level has a place").1
    }

    /// The place of an actor, by the name of its kind and its index among those.
    pub fn actor_named(&self, kind: &str, index: usize) -> Option<&ActorPlace> {
        self.actors.iter().filter(|(name, _)| *name == kind).nth(index).map(|(_, place)| place)
    }

    /// The source bytes of the map cell at a point, in tiles; `None` outside the map.
    pub fn cell_at(&self, point: Vec2) -> Option<Range<usize>> {
        let cell = point.floor().as_ivec2();
        let row = self.rows.get(usize::try_from(cell.y).ok()?)?;
        let x = usize::try_from(cell.x).ok().filter(|x| *x < row.len())?;
        let start = row.start + if self.is_mirrored { row.len() - 1 - x } else { x };
        Some(start..start + 1)
    }

    /// Maps every range, as from the text of the file to the displayed one.
    pub(crate) fn map(&mut self, to: impl Fn(&Range<usize>) -> Range<usize>) {
        let own = [&mut self.ninja, &mut self.exit].into_iter().chain(&mut self.shards).chain(&mut self.rows);
        own.chain(self.actors.iter_mut().map(|(_, place)| &mut place.span)).for_each(|span| *span = to(span));
    }
}
