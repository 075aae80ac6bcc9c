//! Doors that are not where they should be: half a tile off, buried in walls, or beside what they should bar.

use bevy_math::{IVec2, Rect, Vec2};

use crate::flood::Reachability;
use crate::logic::{BlockerClass, BlockerShape, LevelLogic, RaisedFrom};
use hairline_geometry::cells::crossed_cells;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;
use hairline_level::diagnostics::faults;
use hairline_level::{Aim, Inspection, LaserSettings, Level, Weapon};

/// The least and the most that a door is off by mistake, in tiles.
const OFF: std::ops::RangeInclusive<f32> = 0.1..=0.9;
/// Tiles by which an overlap and a gap count as equal.
const TOLERANCE: f32 = 0.05;

/// Warns of each door that leaves a slit, is buried, or bars nothing.
pub(super) fn warn(
    inspection: &mut Inspection,
    level: &Level,
    logic: &LevelLogic,
    reachability: &Reachability,
    goals: &[(Vec2, f32)],
) {
    for door in logic.blockers.iter().filter(|blocker| blocker.id.class == BlockerClass::Door) {
        let (BlockerShape::Box(closed), Some(actor)) = (door.shape, door.id.actor) else { continue };
        let actor = &logic.actors[actor];
        let (Some(obstacle), Some(place)) =
            (&actor.declared.obstacle, inspection.places.actor_named(actor.kind, actor.index).cloned())
        else {
            continue;
        };
        let (letter, at) = (place.letter, |label: &str| vec![(place.span.clone(), label.to_owned())]);
        if let Some(matter) = buried_in(level, logic, obstacle.bounds) {
            let message = format!("door '{letter}' lies in solid {matter}, open and closed");
            let help = "it bars nothing: move it to the gap that it should close";
            inspection.warn(&faults::BURIED_DOOR, &message, at(&format!("nothing but {matter} here")), help);
        } else if let Some(shift) = slit(&level.terrain, closed) {
            let (size, mended) = (shift.length(), closed.center() + shift);
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
        } else if closed.height() > closed.width()
            && stands(&level.terrain, closed)
            && !may_stop_others(level, logic, closed)
            && !obstacle.crushes
            && reachability.is_redundant(door, goals)
        {
            let message =
                format!("door '{letter}' bars nothing: the ninja gets everywhere around it while it is closed");
            let help = "move it to the gap that it should close, or make it as high as the gap";
            inspection.warn(&faults::IDLE_DOOR, &message, at("closed here"), help);
        }
    }
}

/// Whether an obstacle may stop something besides the ninja in an area. Light may come anywhere where there are mirrors.
fn may_stop_others(level: &Level, logic: &LevelLogic, area: Rect) -> bool {
    let is_shot_at = |weapon: &Weapon| match weapon {
        Weapon::Beams(laser) => level.has_mirrors() || may_shine_through(level, laser, area),
        Weapon::Bullets(_) | Weapon::Roaming => true,
    };
    let covers = |cell: &IVec2| {
        let cell = Rect::from_corners(cell.as_vec2(), cell.as_vec2() + 1.0);
        !area.intersect(cell).is_empty()
    };
    logic.weapons().any(is_shot_at)
        || logic.sources.iter().any(|source| match &source.raised_from {
            RaisedFrom::Cells(cells) => cells.iter().any(covers),
            RaisedFrom::Near(..) | RaisedFrom::Light(_) => false,
        })
}

/// Whether a beam could go through an area. One that neither moves nor turns is followed to the next wall; any other may be
/// wherever it reaches.
fn may_shine_through(level: &Level, laser: &LaserSettings, area: Rect) -> bool {
    let is_near = |point: Vec2| point.clamp(area.min, area.max).distance(point) <= 1.0;
    let (Aim::Fixed { angle }, None) = (laser.aim, &laser.path) else {
        let nearest = laser.position.clamp(area.min, area.max).distance(laser.position);
        return laser.path.is_some() || laser.reach.is_none_or(|reach| nearest <= reach);
    };
    (0..laser.beams).any(|beam| {
        let turn = std::f32::consts::TAU * f32::from(beam) / f32::from(laser.beams);
        let (direction, reach) = (RayDirection::at_angle(angle + turn), laser.reach.unwrap_or(f32::INFINITY));
        let end = level.terrain.cast_ray(Layer::Light, laser.position, direction, reach).end;
        // Cells that are beside the beam count, against rounding.
        let mut cells = crossed_cells(laser.position, end).into_iter().flatten();
        cells.any(|cell| is_near(cell.as_vec2() + 0.5))
    })
}

/// What an obstacle lies in, if all that it ever takes up is solid, or outside the map. In glass it may still stop light.
fn buried_in(level: &Level, logic: &LevelLogic, bounds: Rect) -> Option<&'static str> {
    let swept = Rect { min: bounds.min + TOLERANCE, max: bounds.max - TOLERANCE };
    let (low, high) = (swept.min.floor().as_ivec2(), swept.max.floor().as_ivec2());
    let cells = || (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
    let is_wall = |cell| {
        let tile = level.terrain.tile(cell);
        !level.terrain.contains_cell(cell) || (is_full(tile) && tile.stops_light())
    };
    let is_glass = |cell| level.terrain.tile(cell) == TileShape::Glass;
    if cells().all(is_wall) {
        Some("wall")
    } else if cells().all(|cell| is_wall(cell) || is_glass(cell)) && !may_stop_others(level, logic, swept) {
        Some("glass")
    } else {
        None
    }
}

/// Whether an upright door ends at something solid; one that floats may be a platform.
fn stands(terrain: &Terrain, closed: Rect) -> bool {
    let ends = [closed.min.y - TOLERANCE, closed.max.y + TOLERANCE];
    ends.into_iter().any(|y| is_solid(terrain, Vec2::new(closed.center().x, y)))
}

/// Whether a point is in a tile that is solid as a whole.
fn is_solid(terrain: &Terrain, point: Vec2) -> bool {
    is_full(terrain.tile(point.floor().as_ivec2()))
}

fn is_full(tile: TileShape) -> bool {
    tile.stops_bodies() && !tile.is_slope()
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
