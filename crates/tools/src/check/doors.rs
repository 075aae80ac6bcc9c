//! Doors that are not where they should be: half a tile off, buried in walls, or beside what they should bar.

use bevy_math::{IVec2, Rect, Vec2};

use crate::flood::Reachability;
use hairline_geometry::cells::crossed_cells;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;
use hairline_level::diagnostics::faults;
use hairline_level::{Aim, DoorSettings, Inspection, LaserSettings, Level, MineSettings, OrbSettings, TurretSettings};

/// The least and the most that a door is off by mistake, in tiles.
const OFF: std::ops::RangeInclusive<f32> = 0.1..=0.9;
/// Tiles by which an overlap and a gap count as equal.
const TOLERANCE: f32 = 0.05;

/// Warns of each door that leaves a slit, is buried, or bars nothing.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, reachability: &Reachability, goals: &[(Vec2, f32)]) {
    for (index, door) in level.actors::<DoorSettings>().iter().enumerate() {
        let place = inspection.places.actor::<DoorSettings>(index).clone();
        let closed = Rect::from_center_size(door.position, door.size);
        let (letter, at) = (place.letter, |label: &str| vec![(place.span.clone(), label.to_owned())]);
        if let Some(matter) = buried_in(level, door, reachability) {
            let message = format!("door '{letter}' lies in solid {matter}, open and closed");
            let help = "it bars nothing: move it to the gap that it should close";
            inspection.warn(&faults::BURIED_DOOR, &message, at(&format!("nothing but {matter} here")), help);
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
            && stands(&level.terrain, closed)
            && !may_stop_others(level, closed, reachability)
            && !door.crushes
            && reachability.is_idle(index, goals)
        {
            let message =
                format!("door '{letter}' bars nothing: the ninja gets everywhere around it while it is closed");
            let help = "move it to the gap that it should close, or make it as high as the gap";
            inspection.warn(&faults::IDLE_DOOR, &message, at("closed here"), help);
        }
    }
}

/// Whether a closed door may stop something besides the ninja. Orbs, bullets and mines go anywhere, and so does light where there
/// are mirrors.
fn may_stop_others(level: &Level, closed: Rect, reachability: &Reachability) -> bool {
    let is_lit = |laser: &LaserSettings| level.has_mirrors() || may_shine_through(level, laser, closed);
    !level.actors::<TurretSettings>().is_empty()
        || !level.actors::<OrbSettings>().is_empty()
        || !level.actors::<MineSettings>().is_empty()
        || level.actors::<LaserSettings>().iter().any(is_lit)
        || reachability.raisers().iter().any(|raiser| raiser.may_look_through(closed))
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

/// What a door lies in, if all that it ever takes up is solid. In glass it may still stop light.
fn buried_in(level: &Level, door: &DoorSettings, reachability: &Reachability) -> Option<&'static str> {
    let half = door.size / 2.0 - TOLERANCE;
    let (closed, open) = (door.position, door.position + door.slide);
    let swept = Rect { min: closed.min(open) - half, max: closed.max(open) + half };
    let (low, high) = (swept.min.floor().as_ivec2(), swept.max.floor().as_ivec2());
    let cells = || (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
    let is_wall = |cell| matches!(level.terrain.tile(cell), TileShape::Solid | TileShape::Mirror);
    let is_glass = |cell| level.terrain.tile(cell) == TileShape::Glass;
    if cells().all(is_wall) {
        Some("wall")
    } else if cells().all(|cell| is_wall(cell) || is_glass(cell)) && !may_stop_others(level, swept, reachability) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a door that stands beside its gap is told to be idle in a room with this actor `a` above it.
    #[track_caller]
    fn is_told(actor: &str) -> bool {
        let map = "
            ##############
            #      #     #
            #    a #     #
            #            #
            #            #
            # @         X#
            ##############";
        let actors = format!(
            "'d': Door(at: (9.5, 2), size: (1, 2), when: Raised(\"gate\")), 'k': Key(at: (4.5, 1.5), channel: \"gate\"), {actor}"
        );
        let text = format!("(version: 1, name: \"Door\", map: r\"{map}\n\", actors: {{ {actors} }})");
        let inspection = crate::check::inspect(text, "door");
        assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
        inspection.diagnostics.iter().any(|diagnostic| diagnostic.fault() == &faults::IDLE_DOOR)
    }

    #[test]
    fn a_door_in_glass_is_buried_unless_light_comes_there() {
        for (actor, expected) in [("", true), ("'a': Laser(aim: Fixed(angle: 0))", false)] {
            let map = "\n###########\n#@a    %%%#\n#      %%%#\n#   X  %%%#\n###########\n";
            let door = "'d': Door(at: (8.5, 2.5), size: (2, 1), slide: (0, 1), when: Raised(\"k\")), 'k': Key(at: (3.5, 1.5), channel: \"k\")";
            let map = if actor.is_empty() { map.replace('a', " ") } else { map.to_owned() };
            let text = format!("(version: 1, name: \"Glass\", map: r\"{map}\", actors: {{ {door}, {actor} }})");
            let inspection = crate::check::inspect(text, "glass");
            assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
            let mut told = inspection.diagnostics.iter().map(|diagnostic| diagnostic.fault().code);
            assert_eq!(told.any(|code| code == "buried-door"), expected, "{}", inspection.diagnostics);
        }
    }

    /// Whether a door of a height is idle that stands in the middle of a hall, too far from the walls for jumps off them.
    #[track_caller]
    fn is_idle_in_hall(rows: [&str; 6], height: u32) -> bool {
        let (wall, side) = ("#".repeat(60), " ".repeat(25));
        let rows = rows.map(|row| format!("#{side}{row:8}{side}#")).join("\n");
        let floor = format!("#@ k{}X#", " ".repeat(54));
        let at = 1.0 + height as f32 / 2.0;
        let door = format!("'d': Door(at: (28.5, {at}), size: (1, {height}), when: Raised(\"gate\"))");
        let text = format!(
            "(version: 1, name: \"Hall\", map: r\"\n{wall}\n{rows}\n{floor}\n{wall}\n\", \
             actors: {{ {door}, 'k': Key(channel: \"gate\") }})"
        );
        let inspection = crate::check::inspect(text, "hall");
        assert!(inspection.level.is_some(), "{}", inspection.diagnostics);
        inspection.diagnostics.iter().any(|diagnostic| diagnostic.fault() == &faults::IDLE_DOOR)
    }

    #[test]
    fn a_door_is_idle_unless_jumps_from_it_lead_somewhere() {
        let nothing = ["", "", "", "", "", ""];
        assert!(is_idle_in_hall(nothing, 3));
        let ledge_that_a_jump_from_the_floor_misses = ["", "", "==", "", "", ""];
        assert!(!is_idle_in_hall(ledge_that_a_jump_from_the_floor_misses, 2));
        let ledge_at_the_height_of_a_jump = ["", "", "", "", "==", ""];
        assert!(is_idle_in_hall(ledge_at_the_height_of_a_jump, 2));
        let shard = ["*", "", "", "", "", ""];
        assert!(!is_idle_in_hall(shard, 3));
    }

    #[test]
    fn a_door_that_may_stop_light_shots_or_sight_is_not_idle_and_one_beside_them_is() {
        for (actor, expected) in [
            ("'a': Spring()", true),
            ("'a': Laser(aim: Fixed(angle: 90))", true),
            ("'a': Laser(aim: Fixed(angle: 315))", false),
            ("'a': Laser(aim: Spin(period: 4), reach: 2)", true),
            ("'a': Laser(aim: Spin(period: 4))", false),
            ("'a': Camera(channel: \"seen\", aim: Fixed(angle: 180), fov: 20, range: 4)", true),
            ("'a': Camera(channel: \"seen\", aim: Fixed(angle: 315), fov: 20, range: 9)", false),
            ("'a': Orb(angle: 0)", false),
            ("'a': Turret(aim: Fixed(angle: 90), period: 1)", false),
        ] {
            assert_eq!(is_told(actor), expected, "{actor}");
        }
    }
}
