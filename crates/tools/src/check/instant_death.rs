//! Whether a level kills the ninja before a player can act. The file alone does not show it, so the level is played.

use bevy_math::Vec2;

use hairline_level::diagnostics::faults;
use hairline_level::{Inspection, Level};
use hairline_sim::Simulation;
use hairline_sim::death::Death;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICKS_PER_SECOND;

/// Ticks (0.1 s): too few for anyone to see a danger and press a button.
const REACTION_TICKS: u32 = TICKS_PER_SECOND / 10;

/// Warns at the ninja's place in the map if it dies there at once while nothing is pressed.
pub(crate) fn warn(inspection: &mut Inspection) {
    let Some((death, ticks)) = inspection.level.as_ref().and_then(early_death) else { return };
    let after = if ticks == 1 { "in the first tick".to_owned() } else { format!("after {ticks} ticks") };
    let message = format!("the ninja dies at once: {} {after}", sentence(&death));
    let place = (inspection.places.ninja.clone(), "it starts here".to_owned());
    let help = "nobody can react in so short a time: move the ninja, or what kills it";
    inspection.warn(&faults::DEADLY_START, &message, vec![place], help);
}

/// What kills the ninja, and in which tick, if it dies too early for a player to react.
fn early_death(level: &Level) -> Option<(Death, u32)> {
    let mut simulation = Simulation::new(level);
    (1..=REACTION_TICKS).find_map(|tick| {
        simulation.tick(TickInput::NONE);
        simulation.drain::<NinjaDied>().first().map(|died| (died.death, tick))
    })
}

/// A death as a sentence; places are in tiles, as in `at: (x, y)`.
fn sentence(death: &Death) -> String {
    let place = |place: Vec2| format!("({:.1}, {:.1})", place.x, place.y);
    let from = death.path.map_or(String::new(), |[from, _]| format!(" from {}", place(from)));
    let at = death.at.map_or(String::new(), |at| format!(" at {}", place(at)));
    let verb = if death.weapon.name.ends_with('s') { "kill" } else { "kills" };
    format!("{}{from} {verb} it{at}", death.weapon.name)
}
