//! Cells by mark: a character that is in the map once names its cell, so that a file can write `'3'` where a point is meant.

use std::ops::Range;

use bevy_math::Vec2;

use super::{Reader, RonValue};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::faults;

/// The marks of a file's map by which the rest of the file may name cells.
#[derive(Clone, Debug, Default)]
pub struct MarkedCells(Vec<Place>);

#[derive(Clone, Debug)]
struct Place {
    character: char,
    center: Vec2,
    /// How many cells have it.
    count: usize,
    /// The bytes of its first and its second cell.
    spans: [Range<usize>; 2],
    /// Whether the file names it.
    is_used: bool,
}

impl MarkedCells {
    /// Adds a mark of the map: its character, the center of its cell and its bytes.
    pub fn add(&mut self, character: char, center: Vec2, span: Range<usize>) {
        match self.0.iter_mut().find(|place| place.character == character) {
            Some(place) => {
                place.count += 1;
                if place.count == 2 {
                    place.spans[1] = span;
                }
            }
            None => self.0.push(Place { character, center, count: 1, spans: [span, 0..0], is_used: false }),
        }
    }

    /// Whether the file names the cell of a character.
    pub fn is_used(&self, character: char) -> bool {
        self.0.iter().any(|place| place.character == character && place.is_used)
    }
}

impl<'a> Reader<'a> {
    /// Lets the rest of the file name cells by these marks. Before, and in a file without a map, nothing is a place.
    pub fn set_places(&mut self, places: MarkedCells) {
        self.places = Some(places);
    }

    /// Whether the file names the cell of a character.
    pub fn names_place(&self, character: char) -> bool {
        self.places.as_ref().is_some_and(|places| places.is_used(character))
    }

    /// Parses a point: `(x, y)` in tiles, or the mark of a cell, such as `'3'`, for its center. Whether it is in the map is
    /// checked later.
    pub fn place(&mut self, value: RonValue<'a>, field: &str) -> Option<Vec2> {
        let value = self.resolved(value)?;
        if value.text().starts_with('(') {
            return self.point(value, field);
        }
        let wanted = "a point `(x, y)` in tiles, or the mark of a cell in the map, such as '1'";
        self.mark(value, field, wanted)
    }

    /// Parses the mark of a cell, and looks up the cell's center. `wanted` is for a value that is no mark.
    pub fn mark(&mut self, value: RonValue<'a>, field: &str, wanted: &str) -> Option<Vec2> {
        let character: char = self.scalar(value, field, wanted)?;
        let span = self.span(value);
        // Without a map there is an error already.
        let places = self.places.as_mut()?;
        let place = places.0.iter_mut().find(|place| place.character == character);
        let diagnostic = match place {
            // A digit in several cells is an error of the map.
            Some(place) if place.count == 1 || character.is_ascii_digit() => {
                place.is_used = true;
                return Some(place.center);
            }
            Some(place) => {
                place.is_used = true;
                Diagnostic::error(format!("'{character}' is in the map {} times, so it names no place", place.count))
                    .of(&faults::MARK_COUNT)
                    .at(span, "which one is meant?")
                    .at(place.spans[1].clone(), "again here")
                    .at(place.spans[0].clone(), "first here")
                    .help("use a mark that is in the map once: a digit, or a letter that no actor has")
            }
            None if character.is_ascii_digit() => {
                Diagnostic::error(format!("waypoint '{character}' is not in the map"))
                    .of(&faults::MARK_COUNT)
                    .at(span, "used here")
                    .help(format!("put `{character}` in the map where the path should go"))
            }
            None if character.is_ascii_alphabetic() || character == '@' => {
                Diagnostic::error(format!("'{character}' is not in the map"))
                    .of(&faults::MARK_COUNT)
                    .at(span, "used here")
                    .help(format!("put `{character}` in the map where the place should be"))
            }
            None => Diagnostic::error(format!("`{character}` is not a waypoint"))
                .of(&faults::BAD_MARK)
                .at(span, "expected a digit or a letter")
                .help("places are the digits and the letters of the map"),
        };
        self.refuse(diagnostic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_counts_its_cells_and_keeps_the_first() {
        let mut places = MarkedCells::default();
        places.add('p', Vec2::new(1.5, 2.5), 10..11);
        places.add('p', Vec2::new(4.5, 2.5), 13..14);
        places.add('1', Vec2::new(2.5, 2.5), 11..12);
        assert_eq!(places.0.len(), 2);
        assert_eq!((places.0[0].count, places.0[0].center), (2, Vec2::new(1.5, 2.5)));
        assert_eq!(places.0[0].spans, [10..11, 13..14]);
        assert!(!places.is_used('p'));
    }
}
