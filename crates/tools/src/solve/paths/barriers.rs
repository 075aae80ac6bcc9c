//! Barriers: cells that stay closed until channels are raised, and what can raise them.

use bevy_math::{IVec2, Vec2};

use super::light;
use hairline_geometry::arc::Arc;
use hairline_geometry::ray::unit;
use hairline_geometry::terrain::Layer;
use hairline_geometry::tile::TileShape::{Glass, Mirror, Solid};
use hairline_level::{
    Aim, CameraSettings, Channel, Condition, DoorSettings, KeySettings, LaserSettings, Level, SwitchSettings,
    TurretSettings,
};

/// Cells that are closed until a condition holds: those of a door, or of a line of fire.
pub(super) struct Barrier {
    pub(super) opens: Condition,
    pub(super) cells: Vec<IVec2>,
}

impl Barrier {
    pub(super) fn all(level: &Level) -> Vec<Self> {
        let doors = level.actors::<DoorSettings>().iter().filter_map(|door| {
            let opens = light::resolved(level, &door.when.condition(&level.conditions));
            if opens.may_hold(&|_| false, &|_| true) {
                return None;
            }
            let (low, high) = (door.position - door.size / 2.0, door.position + door.size / 2.0);
            let (low, high) = ((low + 0.25).floor().as_ivec2(), (high - 0.25).floor().as_ivec2());
            let cells = (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| IVec2::new(x, y)));
            Some(Self { opens, cells: cells.collect() })
        });
        let lasers =
            level.actors::<LaserSettings>().iter().filter(|laser| laser.cycle.is_none() && laser.path.is_none());
        let lasers = lasers.map(|laser| (laser.position, laser.aim, laser.when));
        let turrets = level.actors::<TurretSettings>().iter().filter(|turret| turret.path.is_none());
        let turrets = turrets.map(|turret| (turret.position, turret.aim, turret.when));
        let lines = lasers.chain(turrets).filter_map(|(position, aim, when)| {
            let (Some(when), Aim::Fixed { angle }) = (when, aim) else { return None };
            let opens = light::resolved(level, &when.condition(&level.conditions).negated());
            if opens.may_hold(&|_| false, &|_| true) {
                return None;
            }
            let direction = unit(angle);
            let points = (0..).map(|step| position + direction * (step as f32 * 0.5));
            let points = points.take_while(|&point| level.terrain.contains_point(point));
            let cells = points.map(|point| point.floor().as_ivec2()).take_while(|&cell| !is_wall(level, cell));
            Some(Self { opens, cells: cells.collect() })
        });
        doors.chain(lines).collect()
    }

    /// Whether it is open while the channels of which `is_raised` says so are raised. What asks for a lowered channel counts
    /// as granted: most channels are lowered again, or were never raised.
    pub(super) fn is_open(&self, is_raised: impl Fn(Channel) -> bool) -> bool {
        self.opens.may_hold(&is_raised, &|_| true)
    }

    /// Calls `visit` with each channel that it may need raised.
    pub(super) fn for_each_channel(&self, visit: &mut impl FnMut(Channel)) {
        self.opens.for_each_channel(&mut |channel, raised| {
            if raised {
                visit(channel);
            }
        });
    }
}

/// Something to go to before the exit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Errand {
    /// A shard, by its index.
    Shard(usize),
    /// A key, by its index, and what it raises.
    Key(usize, Channel),
    /// A switch, done while its channel is raised.
    Switch(Channel),
    /// The sight of a camera, done while its channel is raised.
    Sight(Channel),
}

impl Errand {
    pub(super) fn raises(self) -> Option<Channel> {
        match self {
            Self::Shard(_) => None,
            Self::Key(_, channel) | Self::Switch(channel) | Self::Sight(channel) => Some(channel),
        }
    }

    /// All errands of a level, each with its place and the cells where it can be done: first those that raise one of
    /// `channels`, on which others may depend.
    pub(super) fn all(level: &Level, channels: &[Channel], shards: bool) -> Vec<(Self, Vec2, Vec<IVec2>)> {
        let cell = |position: Vec2| vec![position.floor().as_ivec2()];
        let keys = level.actors::<KeySettings>().iter().enumerate();
        let keys = keys.map(|(index, key)| (Self::Key(index, key.channel), key.position, cell(key.position)));
        let switches = level.actors::<SwitchSettings>().iter();
        let switches = switches.map(|switch| (Self::Switch(switch.channel), switch.position, cell(switch.position)));
        let cameras = level.actors::<CameraSettings>().iter();
        let cameras = cameras.map(|camera| (Self::Sight(camera.channel), camera.position, seen_cells(level, camera)));
        let raising = keys.chain(switches).chain(cameras);
        let raising = raising.filter(|(errand, ..)| errand.raises().is_some_and(|raised| channels.contains(&raised)));
        let shards = level.shards.iter().enumerate().filter(|_| shards);
        let shards = shards.map(|(index, &position)| (Self::Shard(index), position, cell(position)));
        raising.chain(shards).collect()
    }
}

/// The cells that a camera sees at some time from a point of its path, whatever obstacles hide.
fn seen_cells(level: &Level, camera: &CameraSettings) -> Vec<IVec2> {
    let arc = match camera.aim {
        Aim::Fixed { angle } => Arc::around(angle, camera.fov),
        Aim::Sweep { from, to, .. } => {
            Arc { start: from.min(to) - camera.fov / 2.0, width: (to - from).abs() + camera.fov }
        }
        Aim::Spin { .. } | Aim::Track { .. } => Arc::FULL,
    };
    let points = camera.path.iter().flat_map(|path| &path.points).copied().chain([camera.position]);
    let cells = points.flat_map(|point| level.terrain.visible_cells(Layer::Light, point, camera.range, arc));
    cells.filter(|&cell| !is_wall(level, cell)).collect()
}

/// Whether a cell is closed to bodies as a whole, for ever.
pub(super) fn is_wall(level: &Level, cell: IVec2) -> bool {
    matches!(level.terrain.tile(cell), Solid | Glass | Mirror)
}
