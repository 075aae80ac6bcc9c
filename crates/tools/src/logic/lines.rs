//! Lines of fire: the beams and the ways of bullets of robots that neither move nor turn.

use std::f32::consts::{SQRT_2, TAU};

use bevy_math::{Rect, Vec2};

use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::Layer;
use hairline_geometry::tile::TileShape;
use hairline_level::{Aim, Condition, LaserSettings, Level, Obstacle, Weapon};
use hairline_sim::tuning::{HURT_RADIUS, TICKS_PER_SECOND, half_ticks};

use super::{Actor, Blocker, BlockerClass, BlockerId, BlockerShape, SETTLING_SLACK, obstacles};

/// Tiles by which a door counts as larger, against rounding.
const DOOR_SLACK: f32 = 0.01;

/// The lines of fire of a level. Certain are only beams that are lit whenever their laser is on, as far as no obstacle can stop
/// them, and where nothing throws the ninja so fast that it jumps over a beam between two ticks.
pub(super) fn of_fire(level: &Level, actors: &[Actor]) -> Vec<Blocker> {
    let is_slow = is_slow(actors);
    let bounds: Vec<Rect> = obstacles(actors).map(|obstacle| obstacle.bounds).collect();
    let doors: Vec<Doorway> = obstacles(actors).filter_map(|obstacle| Doorway::new(level, obstacle)).collect();
    let lasting = obstacles(actors).filter(|obstacle| Doorway::new(level, obstacle).is_none());
    let lasting: Vec<Rect> = lasting.map(|obstacle| obstacle.bounds).collect();
    let mut lines = vec![];
    for (actor, Actor { declared, .. }) in actors.iter().enumerate() {
        let (start, angle, beams, reach, gate, is_lit) = match &declared.weapon {
            Some(Weapon::Beams(laser)) if laser.path.is_none() && is_always_lit(laser) => {
                (laser.position, laser.aim, laser.beams, laser.reach, laser.when, true)
            }
            Some(Weapon::Bullets(turret)) if turret.path.is_none() && turret.when.is_some() => {
                (turret.position, turret.aim, 1, turret.range, turret.when, false)
            }
            _ => continue,
        };
        let Aim::Fixed { angle } = angle else { continue };
        let opens = gate.map(|gate| gate.condition(&level.conditions).negated());
        for beam in 0..beams {
            let direction = RayDirection::at_angle(angle + TAU * f32::from(beam) / f32::from(beams));
            let end = level.terrain.cast_ray(Layer::Light, start, direction, reach.unwrap_or(f32::INFINITY)).end;
            let first = until_first(start, end, &bounds);
            let line = |from, to, is_certain| Blocker {
                id: BlockerId { class: BlockerClass::Hazard, actor: Some(actor) },
                opens: opens.clone(),
                is_certain,
                settles: SETTLING_SLACK,
                shape: BlockerShape::Segment(from, to),
                clearance: HURT_RADIUS,
                help: "",
            };
            lines.push(line(start, first, is_lit && is_slow));
            lines.extend((first != end).then(|| line(first, end, false)));
            if let Some((to, doors)) = through_doors(start, end, &lasting, &doors).filter(|_| is_lit && is_slow) {
                let settles = doors.iter().map(|door| door.seconds).fold(0.0, f32::max) + SETTLING_SLACK;
                let shut = doors.iter().map(|door| door.opens.negated());
                let dark: Vec<Condition> = opens.iter().cloned().chain(shut).collect();
                lines.push(Blocker { opens: Some(Condition::Any(dark)), settles, ..line(start, to, true) });
            }
        }
    }
    lines
}

/// A beam of a laser that neither moves nor turns nor listens, and that flashes by its cycle, as far as no obstacle can stop it.
pub struct Flash {
    /// Its index in [`LevelLogic::actors`](super::LevelLogic).
    pub actor: usize,
    pub from: Vec2,
    pub to: Vec2,
    /// For how long it charges, is on and is off, and how far it is ahead at the start.
    pub half_ticks: [u32; 3],
    pub ahead: u32,
}

/// The flashes of a level; none where something throws the ninja so fast that it jumps over a beam between two ticks.
pub(super) fn flashes(level: &Level, actors: &[Actor]) -> Vec<Flash> {
    let bounds: Vec<Rect> = obstacles(actors).map(|obstacle| obstacle.bounds).collect();
    let mut flashes = vec![];
    for (actor, Actor { declared, .. }) in actors.iter().enumerate().filter(|_| is_slow(actors)) {
        let Some(Weapon::Beams(laser)) = &declared.weapon else { continue };
        let (Aim::Fixed { angle }, Some(cycle), None, None) = (laser.aim, laser.cycle, &laser.path, laser.when) else {
            continue;
        };
        let times = [cycle.charge, cycle.on, cycle.off].map(half_ticks);
        if times[1] == 0 || is_always_lit(laser) {
            continue;
        }
        for beam in 0..laser.beams {
            let direction = RayDirection::at_angle(angle + TAU * f32::from(beam) / f32::from(laser.beams));
            let (from, reach) = (laser.position, laser.reach.unwrap_or(f32::INFINITY));
            let to = until_first(from, level.terrain.cast_ray(Layer::Light, from, direction, reach).end, &bounds);
            flashes.push(Flash { actor, from, to, half_ticks: times, ahead: half_ticks(cycle.offset) });
        }
    }
    flashes
}

/// Whether nothing throws the ninja so fast that it jumps over a beam between two ticks.
fn is_slow(actors: &[Actor]) -> bool {
    // Across two throws at right angles.
    let fastest = 2.0 * HURT_RADIUS * TICKS_PER_SECOND as f32 / SQRT_2 - 10.0;
    actors.iter().filter_map(|actor| actor.declared.throw).all(|throw| throw.speed_max < fastest)
}

/// A door, where light passes while it is open.
struct Doorway {
    bounds: Rect,
    /// What it fills while it is open.
    open: Rect,
    opens: Condition,
    /// From closed to open.
    seconds: f32,
}

impl Doorway {
    fn new(level: &Level, obstacle: &Obstacle) -> Option<Self> {
        let fill = obstacle.fills.first()?;
        let opens = fill.opens?.condition(&level.conditions);
        let (closed, bounds) = (fill.area, obstacle.bounds);
        let slide = (bounds.min - closed.min) + (bounds.max - closed.max);
        let open = Rect { min: closed.min + slide, max: closed.max + slide };
        // Where the ninja may be in its way, it may never open all the way.
        let is_hidden = super::cells_of(Rect { min: open.min + DOOR_SLACK, max: open.max - DOOR_SLACK })
            .all(|cell| !level.terrain.contains_cell(cell) || level.terrain.tile(cell) == TileShape::Solid);
        is_hidden.then(|| Self { bounds, open, opens, seconds: slide.length() / obstacle.speed_max })
    }
}

/// The end of a beam while all doors are open, and those through which it shines; `None` without any.
fn through_doors<'d>(
    start: Vec2,
    end: Vec2,
    lasting: &[Rect],
    doors: &'d [Doorway],
) -> Option<(Vec2, Vec<&'d Doorway>)> {
    let open = doors.iter().map(|door| door.open.inflate(DOOR_SLACK));
    let stopping: Vec<Rect> = lasting.iter().copied().chain(open).collect();
    let end = until_first(start, end, &stopping);
    let is_crossed = |door: &&Doorway| until_first(start, end, &[door.bounds]).distance(end) > DOOR_SLACK;
    let crossed: Vec<&Doorway> = doors.iter().filter(is_crossed).collect();
    (!crossed.is_empty()).then_some((end, crossed))
}

/// Whether a laser's beams are lit whenever it is on.
pub(super) fn is_always_lit(laser: &LaserSettings) -> bool {
    let is_never_off = |[charge, on, off]: [u32; 3]| charge == 0 && off == 0 && on > 0;
    laser.cycle.is_none_or(|cycle| is_never_off([cycle.charge, cycle.on, cycle.off].map(half_ticks)))
}

/// The end of a segment, or where it first enters one of some boxes.
pub(super) fn until_first(start: Vec2, end: Vec2, boxes: &[Rect]) -> Vec2 {
    let along = end - start;
    let enters = |area: &Rect| {
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        for axis in 0..2 {
            let (low, high) = (area.min[axis] - start[axis], area.max[axis] - start[axis]);
            if along[axis].abs() < f32::EPSILON {
                if low > 0.0 || high < 0.0 {
                    return 1.0;
                }
            } else {
                let (a, b) = (low / along[axis], high / along[axis]);
                (from, to) = (from.max(a.min(b)), to.min(a.max(b)));
            }
        }
        if from <= to { from } else { 1.0 }
    };
    start + along * boxes.iter().map(enters).fold(1.0, f32::min)
}
