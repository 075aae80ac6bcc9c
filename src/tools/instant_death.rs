//! Whether a level kills the ninja before a player can react. The file alone does not show it: the level is played.

use bevy::math::Vec2;

use crate::level::{Inspection, Level};
use crate::sim::Simulation;
use crate::sim::facts::{DeathCause, Fact};
use crate::sim::run::input::TickInput;
use crate::sim::tuning::TICKS_PER_SECOND;

/// Ticks (0.1 s) too short for a player to see a danger and press a button.
const REACTION_TICKS: u32 = TICKS_PER_SECOND / 10;

/// Warns at the ninja in the map, if it dies there at once while nothing is pressed.
pub(crate) fn warn(inspection: &mut Inspection) {
    let Some((cause, ticks)) = inspection.level.as_ref().and_then(death) else { return };
    let after = if ticks == 1 { "in the first tick".to_owned() } else { format!("after {ticks} ticks") };
    let message = format!("the ninja dies at once: {} {after}", words(&cause));
    inspection.warn_of_start(&message, "no player can react in so short a time: move the ninja, or what kills it");
}

/// What kills the ninja, and in which tick, if it dies too soon for a player to react.
fn death(level: &Level) -> Option<(DeathCause, u32)> {
    let mut simulation = Simulation::new(level);
    (1..=REACTION_TICKS).find_map(|tick| {
        simulation.tick(TickInput::NONE);
        simulation.facts().find_map(|fact| match fact {
            Fact::NinjaDied { cause, .. } => Some((*cause, tick)),
            _ => None,
        })
    })
}

/// A death as a sentence; places are in tiles, as `at: (x, y)` counts them.
fn words(cause: &DeathCause) -> String {
    let place = |place: Vec2| format!("({:.1}, {:.1})", place.x, place.y);
    match *cause {
        DeathCause::Beam { start, .. } => format!("a beam from {} hits it", place(start)),
        DeathCause::Fall => "it falls out of the map".to_owned(),
        DeathCause::Bullet { point, .. } => format!("a bullet hits it at {}", place(point)),
        DeathCause::Orb { center } => format!("the orb at {} touches it", place(center)),
        DeathCause::Mine { center } => format!("the mine at {} explodes", place(center)),
        DeathCause::Spikes { point } => format!("it touches spikes at {}", place(point)),
        DeathCause::Crush { point } => format!("something solid crushes it at {}", place(point)),
    }
}
