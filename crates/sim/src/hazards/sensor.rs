//! Sensors: cells that raise a channel while a lit beam touches them. They stop no light.
//!
//! Beams are cast late in a tick, and a sensor feels the ones of its own tick: what listens to it acts in the next tick.

use bevy::prelude::*;

use crate::run::Run;
use crate::run::channels::ChannelRaised;
use crate::schedule::SimulationSystems;
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::tuning::{SENSOR_MARGIN, half_ticks};
use hairline_geometry::shapes::segment::segment_touches_rectangle;
use hairline_level::{Channel, SensorSettings};

use super::beam::Beam;
use super::laser::{Beams, LaserState};
use super::reflection::Reflections;

/// Half ticks for which light raises the channel at least: over the longest tick, so that it stays raised between two ticks
/// while a beam rests on the sensor.
const LIGHT_HALF_TICKS: u32 = 3;

/// A cell that feels light; fixed during a run.
#[derive(Component, Clone, Copy, Debug, Deref)]
pub struct Sensor(pub SensorSettings);

/// The part of a sensor that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct SensorState {
    /// A lit beam touches it.
    pub is_lit: bool,
}

sim_state!(SensorState, "sensor", is_lit);

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
    /// Whether a beam touches it. A beam that ends on the wall in which the sensor is mounted does.
    pub fn is_touched_by(&self, beam: &Beam) -> bool {
        segment_touches_rectangle(beam.start, beam.end, self.position, self.size * 0.5 + SENSOR_MARGIN)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SensorLit>()
        .register_state::<SensorState>()
        .register_actor(|settings: &SensorSettings| (Sensor(*settings), SensorState::default()))
        .add_rule::<Sensor, _>(SimulationSystems::Sensors, light_sensors);
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
        let SensorSettings { position, channel, seconds, .. } = **sensor;
        state.is_lit = lasers.iter().filter(|(_, beams, _)| beams.is_lit()).any(|(laser, beams, reflections)| {
            let reflected = reflections.into_iter().flat_map(Reflections::iter);
            beams.iter(laser.position).chain(reflected).any(|beam| sensor.is_touched_by(&beam))
        });
        let until = now.saturating_add(half_ticks(seconds).max(LIGHT_HALF_TICKS));
        if state.is_lit && run.channels.raise(channel, now, until) {
            commands.write_message(SensorLit { source, position, channel });
            commands.write_message(ChannelRaised { channel, position });
        }
    }
}
