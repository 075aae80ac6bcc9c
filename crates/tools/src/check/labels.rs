//! Where a warning of the deep check points to in the file.

use std::ops::Range;

use bevy_math::Vec2;

use hairline_level::Inspection;

/// Labels at a place, where the map has it, and at the ninja's start.
pub(super) fn labels(inspection: &Inspection, place: Vec2, there: &str, start: &str) -> Vec<(Range<usize>, String)> {
    let cell = inspection.places.cell_at(place).filter(|cell| *cell != inspection.places.ninja);
    let start = (inspection.places.ninja.clone(), start.to_owned());
    cell.map(|cell| (cell, there.to_owned())).into_iter().chain([start]).collect()
}
