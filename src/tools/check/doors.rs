//! Doors that are not where they should be: half a tile off, buried in walls, or beside what they should bar.

use bevy::math::{IVec2, Rect, Vec2};

use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;
use crate::level::diagnostics::faults;
use crate::level::{
    CameraSettings, DoorSettings, Inspection, LaserSettings, Level, MineSettings, OrbSettings, TurretSettings,
};
use crate::tools::flood::Reachability;

/// The least and the most that a door is off by mistake, in tiles.
const OFF: std::ops::RangeInclusive<f32> = 0.1..=0.9;
/// Tiles by which an overlap and a gap count as equal.
const TOLERANCE: f32 = 0.05;

/// Warns of each door that leaves a slit, is buried, or bars nothing.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, reachability: &Reachability) {
    for (index, door) in level.actors::<DoorSettings>().iter().enumerate() {
        let place = inspection.places.actor::<DoorSettings>(index).clone();
        let closed = Rect::from_center_size(door.position, door.size);
        let (letter, at) = (place.letter, |label: &str| vec![(place.span.clone(), label.to_owned())]);
        if is_buried(&level.terrain, door) {
            let message = format!("door '{letter}' lies in solid wall, open and closed");
            let help = "it bars nothing: move it to the gap that it should close";
            inspection.warn(&faults::BURIED_DOOR, &message, at("nothing but wall here"), help);
        } else if let Some(shift) = slit(&level.terrain, closed) {
            let (size, mended) = (shift.length(), door.position + shift);
            let side = if shift.y > 0.0 {
                "above"
            } else if shift.y < 0.0 {
                "below"
            } else if shift.x > 0.0 {
                "right of"
            } else {
                "left of"
            };
            let message = format!(
                "door '{letter}' leaves a slit of {size} tiles {side} it, and is as deep in the wall at its other end"
            );
            let help = format!(
                "`at: ({}, {})` closes the gap; a door with an even number of tiles needs `at`",
                mended.x, mended.y
            );
            inspection.warn(&faults::DOOR_SLIT, &message, at("its center while it is closed"), &help);
        } else if door.size.y > door.size.x
            && is_dark(level)
            && stands(&level.terrain, closed)
            && reachability.is_idle(index)
        {
            let message =
                format!("door '{letter}' bars nothing: the ninja gets everywhere around it while it is closed");
            let help = "move it to the gap that it should close, or make it as high as the gap";
            inspection.warn(&faults::IDLE_DOOR, &message, at("closed here"), help);
        }
    }
}

/// Whether there is nothing in a level that a door could stop besides the ninja.
fn is_dark(level: &Level) -> bool {
    level.actors::<LaserSettings>().is_empty()
        && level.actors::<TurretSettings>().is_empty()
        && level.actors::<CameraSettings>().is_empty()
        && level.actors::<OrbSettings>().is_empty()
        && level.actors::<MineSettings>().is_empty()
}

/// Whether all that a door ever takes up is solid.
fn is_buried(terrain: &Terrain, door: &DoorSettings) -> bool {
    let half = door.size / 2.0 - TOLERANCE;
    let (closed, open) = (door.position, door.position + door.slide);
    let (low, high) = (closed.min(open) - half, closed.max(open) + half);
    let (low, high) = (low.floor().as_ivec2(), high.floor().as_ivec2());
    let mut cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
    cells.all(|cell| matches!(terrain.tile(cell), TileShape::Solid | TileShape::Mirror))
}

/// Whether an upright door ends at something solid; one that floats may be a platform.
fn stands(terrain: &Terrain, closed: Rect) -> bool {
    let ends = [closed.min.y - TOLERANCE, closed.max.y + TOLERANCE];
    ends.into_iter().any(|y| is_solid(terrain, Vec2::new(closed.center().x, y)))
}

/// Whether a point is in a tile that is solid as a whole.
fn is_solid(terrain: &Terrain, point: Vec2) -> bool {
    matches!(terrain.tile(point.floor().as_ivec2()), TileShape::Solid | TileShape::Mirror | TileShape::Glass)
}

/// By how much a closed door must be moved along its longer side, if it reaches into a wall at one end and ends as far from a
/// wall at the other.
fn slit(terrain: &Terrain, closed: Rect) -> Option<Vec2> {
    let along = if closed.height() >= closed.width() { Vec2::Y } else { Vec2::X };
    [along, -along].into_iter().find_map(|along| {
        // The end that should touch a wall, and the other one.
        let (front, back) =
            (closed.center() + along * closed.half_size(), closed.center() - along * closed.half_size());
        let gap = distance_to(terrain, front, along, true)?;
        let depth = distance_to(terrain, back, along, false)?;
        let is_off = OFF.contains(&gap) && OFF.contains(&depth) && (gap - depth).abs() <= TOLERANCE;
        is_off.then_some(along * gap)
    })
}

/// Tiles from a point to the first border of a solid tile in a direction along an axis: of the next solid one, or of the first
/// that is not solid. `None` if the point itself is in the wrong kind.
fn distance_to(terrain: &Terrain, from: Vec2, along: Vec2, solid: bool) -> Option<f32> {
    let is_solid = |point: Vec2| is_solid(terrain, point);
    let inside = from + along * TOLERANCE;
    if is_solid(inside) == solid {
        return None;
    }
    let ahead = inside.dot(along);
    let border = ahead.floor() + 1.0;
    let beyond = inside + along * (border - ahead + TOLERANCE);
    (is_solid(beyond) == solid && terrain.contains_point(beyond)).then(|| border - from.dot(along))
}
