//! Small changes of a level, each of which might make a run possible.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use bevy_math::{IVec2, Vec2};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::limits::CONDITIONS_MAX;
use hairline_level::{
    ActorKind, Aim, CameraSettings, Condition, ConditionIndex, CrumbleSettings, Cycle, DoorSettings, FocusSettings,
    Gate, LaserSettings, Level, MineSettings, MoverSettings, MoverSurface, OrbSettings, Patrol, SensorSettings,
    SpringSettings, SwitchSettings, TurretSettings, VaneSettings,
};

use crate::weapon::ActorId;

/// Seconds that are as good as for ever.
const FOR_GOOD_SECONDS: f32 = 600.0;
/// Seconds for which a switch that lets go holds its channel.
const SOON_SECONDS: f32 = 0.5;

/// A change of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// What raises a channel, holds it raised so many seconds longer, and a crumble bears the ninja longer; for good if that is
    /// infinite.
    Longer(ActorId, f32),
    /// All of these hold their channels for good.
    AllLonger(Vec<ActorId>),
    /// A mover does not stop for good where its path ends.
    Returns(ActorId),
    /// A mover moves, and a spring or bumper throws, whether its channel lets it or not.
    Ungated(ActorId),
    /// A spring throws upwards.
    ThrowsUp(ActorId),
    /// A switch lowers its channel soon after each touch, instead of never.
    LetsGo(ActorId),
    /// A path leads away by a factor farther.
    Farther(ActorId, f32),
    /// Actors do everything in twice the time.
    HalfAsFast(Vec<ActorId>),
    /// A touch turns a vane by this angle, in radians.
    TurnsBy(ActorId, f32),
    /// A spring throws harder, by a factor.
    Stronger(ActorId, f32),
    /// A listener is enabled where it was not, and the other way round: as one more touch of a toggle does.
    Toggled(ActorId),
    /// A gate of several channels no longer needs one of its parts, by its index.
    WithoutPart(ActorId, usize),
    /// A tile of one shape becomes another.
    Tile(IVec2, TileShape),
    /// These spikes, side by side in a row, are gone: from a cell, so many.
    WithoutSpikes(IVec2, i32),
    /// The ninja can slow time.
    Focus,
    /// These actors are taken out.
    Without(Vec<ActorId>),
    /// A shard is taken out.
    WithoutShard(usize),
}

impl Change {
    /// The changed level, its hash not updated; none if the change changes nothing.
    pub fn of(&self, level: &Level) -> Option<Level> {
        let mut changed = level.clone();
        match *self {
            Self::Longer(actor, seconds) => hold_longer(&mut changed, actor, seconds)?,
            Self::AllLonger(ref actors) => {
                actors.iter().try_for_each(|&actor| hold_longer(&mut changed, actor, f32::INFINITY))?;
            }
            Self::Returns(id) => {
                let once = &mut actor_mut::<MoverSettings>(&mut changed, id)?.path.as_mut()?.timing.once;
                std::mem::take(once).then_some(())?;
            }
            Self::Ungated(id) => _ = gate_mut(&mut changed, id)?.take()?,
            Self::ThrowsUp(id) => {
                let angle = &mut actor_mut::<SpringSettings>(&mut changed, id)?.angle;
                (std::mem::replace(angle, FRAC_PI_2) != FRAC_PI_2).then_some(())?;
            }
            Self::LetsGo(id) => {
                let switch = actor_mut::<SwitchSettings>(&mut changed, id)?;
                (!switch.toggle && switch.seconds.replace(SOON_SECONDS).is_none()).then_some(())?;
            }
            Self::Farther(id, factor) => {
                let points = &mut actor_mut::<MoverSettings>(&mut changed, id)?.path.as_mut()?.points;
                let start = *points.first()?;
                points.iter_mut().for_each(|point| *point = start + factor * (*point - start));
            }
            Self::WithoutSpikes(first, count) => {
                let cells = (0..count).map(|aside| first + IVec2::new(aside, 0));
                set_tiles(&mut changed, &cells.collect::<Vec<_>>(), TileShape::Empty)?;
            }
            Self::HalfAsFast(ref actors) => actors.iter().try_for_each(|&actor| slow(&mut changed, actor))?,
            Self::TurnsBy(id, angle) => {
                let turn_by = &mut actor_mut::<VaneSettings>(&mut changed, id)?.turn_by;
                (std::mem::replace(turn_by, angle) != angle).then_some(())?;
            }
            Self::Stronger(actor, factor) => actor_mut::<SpringSettings>(&mut changed, actor)?.strength *= factor,
            Self::Toggled(actor) => {
                let condition = gate_of(level, actor)?.condition(&level.conditions).negated();
                set_gate(&mut changed, actor, condition)?;
            }
            Self::WithoutPart(actor, part) => {
                let Condition::All(mut parts) = gate_of(level, actor)?.condition(&level.conditions) else {
                    return None;
                };
                (part < parts.len()).then(|| parts.remove(part))?;
                let rest = if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) };
                set_gate(&mut changed, actor, rest)?;
            }
            Self::Tile(cell, shape) => set_tile(&mut changed, cell, shape)?,
            Self::Focus => {
                let most = FocusSettings::default().max.max(level.focus.max);
                changed.focus = FocusSettings { max: most, start: most };
                (changed.focus != level.focus).then_some(())?;
            }
            Self::Without(ref actors) => {
                let mut actors = actors.clone();
                // From the last to the first, so that the indices of the others stay.
                actors.sort_unstable_by(|a, b| b.cmp(a));
                actors.iter().for_each(|&(kind, index)| changed.actors.remove_one(kind, index));
            }
            Self::WithoutShard(index) => _ = (index < level.shards.len()).then(|| changed.shards.remove(index))?,
        }
        Some(changed)
    }

    /// Whether it changes where a mover goes: the search may have to wait for the mover.
    pub(super) fn is_ridden(&self) -> bool {
        match self {
            Self::Returns(_) | Self::Farther(..) => true,
            Self::Ungated((kind, _)) => *kind == MoverSettings::KIND.names[0],
            _ => false,
        }
    }

    /// The actor that is changed, or the first of them.
    pub(super) fn actor(&self) -> Option<ActorId> {
        match self {
            Self::Longer(actor, _)
            | Self::Stronger(actor, _)
            | Self::Toggled(actor)
            | Self::WithoutPart(actor, _)
            | Self::Returns(actor)
            | Self::Ungated(actor)
            | Self::ThrowsUp(actor)
            | Self::LetsGo(actor)
            | Self::TurnsBy(actor, _)
            | Self::Farther(actor, _) => Some(*actor),
            Self::HalfAsFast(actors) | Self::Without(actors) | Self::AllLonger(actors) => actors.first().copied(),
            Self::Tile(..) | Self::WithoutSpikes(..) | Self::Focus | Self::WithoutShard(_) => None,
        }
    }
}

/// An actor of a kind, to be changed; none if it is of another kind.
fn actor_mut<K: ActorKind>(level: &mut Level, (kind, index): ActorId) -> Option<&mut K> {
    (kind == K::KIND.names[0]).then(|| level.actors_mut::<K>().get_mut(index))?
}

fn actor<K: ActorKind>(level: &Level, (kind, index): ActorId) -> Option<&K> {
    (kind == K::KIND.names[0]).then(|| level.actors::<K>().get(index))?
}

/// The gate that an actor listens to.
pub(super) fn gate_of(level: &Level, id: ActorId) -> Option<Gate> {
    if let Some(door) = actor::<DoorSettings>(level, id) {
        return Some(door.when);
    }
    let laser = actor::<LaserSettings>(level, id).and_then(|laser| laser.when);
    let turret = || actor::<TurretSettings>(level, id)?.when;
    let spring = || actor::<SpringSettings>(level, id)?.when;
    let vane = || actor::<VaneSettings>(level, id)?.when;
    let mover = || actor::<MoverSettings>(level, id)?.path.as_ref()?.timing.when;
    let bumper = || match actor::<MoverSettings>(level, id)?.surface {
        MoverSurface::Bumper { when, .. } => when,
        _ => None,
    };
    laser.or_else(turret).or_else(spring).or_else(vane).or_else(bumper).or_else(mover)
}

/// The optional gate of an actor, to change it; a bumper's own comes before its path's. `None` for a door, whose gate is required.
fn gate_mut(level: &mut Level, (kind, index): ActorId) -> Option<&mut Option<Gate>> {
    let is = |name: &str| kind == name;
    Some(match kind {
        _ if is(LaserSettings::KIND.names[0]) => &mut level.actors_mut::<LaserSettings>().get_mut(index)?.when,
        _ if is(TurretSettings::KIND.names[0]) => &mut level.actors_mut::<TurretSettings>().get_mut(index)?.when,
        _ if is(SpringSettings::KIND.names[0]) => &mut level.actors_mut::<SpringSettings>().get_mut(index)?.when,
        _ if is(VaneSettings::KIND.names[0]) => &mut level.actors_mut::<VaneSettings>().get_mut(index)?.when,
        _ => match actor_mut::<MoverSettings>(level, (kind, index))? {
            MoverSettings { surface: MoverSurface::Bumper { when: when @ Some(_), .. }, .. } => when,
            mover => &mut mover.path.as_mut()?.timing.when,
        },
    })
}

/// Lets an actor listen to another condition.
fn set_gate(level: &mut Level, id: ActorId, condition: Condition) -> Option<()> {
    let gate = match condition {
        Condition::Raised(channel) => Gate::Raised(channel),
        Condition::Lowered(channel) => Gate::Lowered(channel),
        joined => {
            let next = level.conditions.len();
            (next < CONDITIONS_MAX).then(|| level.conditions.push(joined))?;
            Gate::Holds(ConditionIndex(next as u8))
        }
    };
    match actor_mut::<DoorSettings>(level, id) {
        Some(door) => door.when = gate,
        None => *gate_mut(level, id)? = Some(gate),
    }
    Some(())
}

/// The seconds for which an actor holds its channel after what raised it is over, and a crumble the ninja; none if that is no matter
/// of time.
pub(super) fn held_seconds(level: &Level, id: ActorId) -> Option<f32> {
    let switch = actor::<SwitchSettings>(level, id).and_then(|switch| switch.seconds);
    let sensor = || Some(actor::<SensorSettings>(level, id)?.seconds);
    let camera = || Some(actor::<CameraSettings>(level, id)?.alarm);
    let crumble = || Some(actor::<CrumbleSettings>(level, id)?.delay);
    switch.or_else(sensor).or_else(camera).or_else(crumble)
}

fn hold_longer(level: &mut Level, id: ActorId, more: f32) -> Option<()> {
    let seconds = held_seconds(level, id)? + more.min(FOR_GOOD_SECONDS);
    if let Some(switch) = actor_mut::<SwitchSettings>(level, id) {
        switch.seconds = Some(seconds);
    } else if let Some(sensor) = actor_mut::<SensorSettings>(level, id) {
        sensor.seconds = seconds;
    } else if let Some(crumble) = actor_mut::<CrumbleSettings>(level, id) {
        crumble.delay = seconds;
    } else {
        actor_mut::<CameraSettings>(level, id)?.alarm = seconds;
    }
    Some(())
}

/// Halves the speed of an actor; none if it does nothing over time.
fn slow(level: &mut Level, id: ActorId) -> Option<()> {
    let is_changed = edit(level, id, |laser: &mut LaserSettings| {
        (laser.aim, laser.path) = (slower(laser.aim), laser.path.as_ref().map(slower_path));
        let doubled = |Cycle { charge, on, off, offset }| [charge, on, off, offset].map(|seconds| 2.0 * seconds);
        laser.cycle = laser.cycle.map(doubled).map(|[charge, on, off, offset]| Cycle { charge, on, off, offset });
    })
    .or_else(|| {
        edit(level, id, |turret: &mut TurretSettings| {
            (turret.aim, turret.path) = (slower(turret.aim), turret.path.as_ref().map(slower_path));
            (turret.period, turret.offset, turret.gap) = (2.0 * turret.period, 2.0 * turret.offset, 2.0 * turret.gap);
            turret.speed /= 2.0;
        })
    })
    .or_else(|| {
        edit(level, id, |mover: &mut MoverSettings| {
            (mover.turn, mover.path) = (slower(mover.turn), mover.path.as_ref().map(slower_path));
        })
    })
    .or_else(|| {
        edit(level, id, |camera: &mut CameraSettings| {
            (camera.aim, camera.path) = (slower(camera.aim), camera.path.as_ref().map(slower_path));
        })
    })
    .or_else(|| edit(level, id, |mine: &mut MineSettings| mine.fuse *= 2.0))
    .or_else(|| edit(level, id, |orb: &mut OrbSettings| orb.velocity /= 2.0));
    is_changed?.then_some(())
}

/// Edits an actor, and says whether that changed it; none if it is of another kind.
fn edit<K: ActorKind>(level: &mut Level, id: ActorId, edit: impl FnOnce(&mut K)) -> Option<bool> {
    let actor = actor_mut::<K>(level, id)?;
    let before = actor.clone();
    edit(actor);
    Some(*actor != before)
}

/// An aim that turns half as fast and begins in the same direction.
fn slower(aim: Aim) -> Aim {
    match aim {
        Aim::Fixed { angle } => Aim::Fixed { angle },
        Aim::Sweep { from, to, period, offset } => Aim::Sweep { from, to, period: 2.0 * period, offset: 2.0 * offset },
        Aim::Spin { from, period, clockwise } => Aim::Spin { from, period: 2.0 * period, clockwise },
        Aim::Track { from, turn_rate, needs_sight } => Aim::Track { from, turn_rate: turn_rate / 2.0, needs_sight },
    }
}

fn slower_path(path: &Patrol) -> Patrol {
    Patrol { speed: path.speed / 2.0, ..path.clone() }
}

fn set_tile(level: &mut Level, cell: IVec2, shape: TileShape) -> Option<()> {
    let terrain = &level.terrain;
    let is_new = terrain.contains_cell(cell) && terrain.tile(cell) != shape;
    // A solid tile must not bury what a level keeps clear of walls.
    let is_near = |at: Vec2, tiles: f32| at.distance(cell.as_vec2() + 0.5) < tiles;
    let orbs = level.actors::<OrbSettings>();
    let is_taken = is_near(level.ninja, 1.0)
        || is_near(level.exit, 1.0)
        || level.shards.iter().any(|&shard| is_near(shard, 1.0))
        || orbs.iter().any(|orb| is_near(orb.position, 1.0 + orb.radius));
    (is_new && !(is_taken && shape.stops_bodies())).then_some(())?;
    set_tiles(level, &[cell], shape)
}

fn set_tiles(level: &mut Level, cells: &[IVec2], shape: TileShape) -> Option<()> {
    let terrain = &level.terrain;
    let tile = |at: IVec2| if cells.contains(&at) { shape } else { terrain.tile(at) };
    level.terrain = Arc::new(Terrain::new(terrain.size(), terrain.cells().map(tile).collect()));
    Some(())
}
