//! Sensors: cells that raise a channel while a lit beam touches them. They stop no light.
//!
//! Beams are cast late in a tick, and a sensor feels the ones of its own tick: what listens to it acts in the next tick.

use bevy::prelude::*;

use crate::run::Run;
use crate::run::channels::ChannelRaised;
use crate::schedule::{HasRareRule, RareSystems, Simulate, SimulationSystems};
use crate::state::actor::{ActorIndex, SimState};
use crate::state::snapshot::StateAppExt;
use crate::state::spawn::SpawnAppExt;
use crate::tuning::{SENSOR_MARGIN, half_ticks};
use hairline_geometry::shapes::segment::segment_touches_rectangle;
use hairline_level::stable_hash::StableHasher;
use hairline_level::{Channel, SensorSettings};

use super::beam::Beam;
use super::laser::{Beams, LaserState};
use super::reflection::Reflections;

/// Half ticks for which light raises the channel at least: over the longest tick, so that it stays raised between two ticks
/// while a beam rests on the sensor.
const LIGHT_HALF_TICKS: u32 = 3;

/// A cell that feels light; fixed during a run.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(HasRareRule)]
pub struct Sensor {
    /// Its center.
    pub position: Vec2,
    /// Its width and height in tiles.
    pub size: Vec2,
    /// What it raises.
    pub channel: Channel,
    /// Half ticks of hazard time for which the channel stays raised after the light has left, as a level sets it.
    pub half_ticks: Option<u32>,
}

/// The part of a sensor that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct SensorState {
    /// A lit beam touches it.
    pub is_lit: bool,
}

impl SimState for SensorState {
    const KEY: &'static str = "sensor";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { is_lit } = *self;
        hasher.write_bool(is_lit);
    }
}

/// Light raised a sensor's channel, which had been lowered.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct SensorLit {
    /// Which sensor.
    pub source: ActorIndex,
    /// Its center.
    pub position: Vec2,
    /// What it raised.
    pub channel: Channel,
}

impl Sensor {
    /// A sensor as a level describes it.
    pub fn new(settings: &SensorSettings) -> Self {
        let SensorSettings { position, size, channel, seconds } = *settings;
        Self { position, size, channel, half_ticks: (seconds > 0.0).then(|| half_ticks(seconds)) }
    }

    /// Whether a beam touches it. A beam that ends on the wall in which the sensor is mounted does.
    pub fn is_touched_by(&self, beam: &Beam) -> bool {
        segment_touches_rectangle(beam.start, beam.end, self.position, self.size * 0.5 + SENSOR_MARGIN)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SensorLit>()
        .register_state::<SensorState>()
        .register_actor(|settings: &SensorSettings, _| (Sensor::new(settings), SensorState::default()))
        .add_systems(Simulate, light_sensors.in_set(SimulationSystems::Sensors).in_set(RareSystems));
}

/// Raises the channels of the sensors that lit beams touch.
fn light_sensors(
    mut sensors: Populated<(&ActorIndex, &Sensor, &mut SensorState)>,
    lasers: Query<(&LaserState, &Beams, Option<&Reflections>)>,
    mut run: ResMut<Run>,
    mut commands: Commands,
) {
    let now = run.hazard_half_ticks;
    for (&source, sensor, mut state) in &mut sensors {
        let &Sensor { position, channel, half_ticks, .. } = sensor;
        state.is_lit = lasers.iter().filter(|(_, beams, _)| beams.is_lit()).any(|(laser, beams, reflections)| {
            let reflected = reflections.into_iter().flat_map(Reflections::iter);
            beams.iter(laser.position).chain(reflected).any(|beam| sensor.is_touched_by(&beam))
        });
        let until = now.saturating_add(half_ticks.unwrap_or(0).max(LIGHT_HALF_TICKS));
        if state.is_lit && run.channels.raise(channel, now, until) {
            commands.write_message(SensorLit { source, position, channel });
            commands.write_message(ChannelRaised { channel, position });
        }
    }
}
