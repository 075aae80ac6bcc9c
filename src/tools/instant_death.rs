//! Whether a level kills the ninja before a player can do anything about it. No look at the file tells: it is played.

use bevy::math::Vec2;

use crate::level::{Inspection, Level};
use crate::sim::Simulation;
use crate::sim::facts::{DeathCause, Fact};
use crate::sim::run::input::TickInput;
use crate::sim::tuning::TICKS_PER_SECOND;

/// Ticks (0.1 s) in which nobody can see what is coming and press a button.
const UNSEEN_TICKS: u32 = TICKS_PER_SECOND / 10;

/// Warns at the ninja's place in the map, if he dies there at once while nothing is pressed.
pub(crate) fn warn(inspection: &mut Inspection) {
    let Some((cause, ticks)) = inspection.level.as_ref().and_then(death) else { return };
    let after = if ticks == 1 { "in the first tick".to_owned() } else { format!("after {ticks} ticks") };
    let message = format!("the ninja dies at once: {} {after}", words(&cause));
    inspection.warn_of_start(&message, "nobody can act in so short a time: move him, or what kills him");
}

/// What kills the ninja, and in which tick, if he dies too soon for a player to act.
fn death(level: &Level) -> Option<(DeathCause, u32)> {
    let mut simulation = Simulation::new(level);
    (1..=UNSEEN_TICKS).find_map(|tick| {
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
        DeathCause::Beam { start, .. } => format!("a beam from {} hits him", place(start)),
        DeathCause::Fall => "he falls out of the map".to_owned(),
        DeathCause::Bullet { point, .. } => format!("a bullet hits him at {}", place(point)),
        DeathCause::Orb { center } => format!("the orb at {} touches him", place(center)),
        DeathCause::Mine { center } => format!("the mine at {} blows up", place(center)),
        DeathCause::Spikes { point } => format!("he touches spikes at {}", place(point)),
        DeathCause::Crush { point } => format!("something solid crushes him at {}", place(point)),
    }
}
