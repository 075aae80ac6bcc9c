//! Whether a level kills the ninja before a player can act, or one that stands still soon after. The file alone does not show it, so
//! the level is played.

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
/// Ticks (1 s): too few to look around.
const LOOK_TICKS: u32 = TICKS_PER_SECOND;

/// Warns at the ninja's start if it dies within a second of play without a press.
pub(crate) fn warn(inspection: &mut Inspection) {
    let Some((death, ticks)) = inspection.level.as_ref().and_then(early_death) else { return };
    let place = (inspection.places.ninja.clone(), "it starts here".to_owned());
    if ticks > REACTION_TICKS {
        let seconds = ticks as f32 / TICKS_PER_SECOND as f32;
        let message = format!("a ninja that stands still dies after {seconds:.2} s: {}", sentence(&death));
        let help = "give the player a moment to look around: move the ninja, or let what kills it come later";
        inspection.warn(&faults::HASTY_START, &message, vec![place], help);
        return;
    }
    let after = if ticks == 1 { "in the first tick".to_owned() } else { format!("after {ticks} ticks") };
    let message = format!("the ninja dies at once: {} {after}", sentence(&death));
    let help = "nobody can react in so short a time: move the ninja, or what kills it";
    inspection.warn(&faults::DEADLY_START, &message, vec![place], help);
}

/// What kills the ninja, and in which tick, if it dies within a moment while nothing is pressed.
fn early_death(level: &Level) -> Option<(Death, u32)> {
    let mut simulation = Simulation::new(level);
    (1..=LOOK_TICKS).find_map(|tick| {
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
