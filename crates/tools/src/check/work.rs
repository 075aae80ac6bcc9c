//! How much work a level is: an estimate of the rays that it casts in a tick.

use crate::logic::LevelLogic;
use hairline_level::diagnostics::faults;
use hairline_level::{Aim, Inspection, Level, Trigger, Weapon};

use hairline_sim::tuning::{HALF_TICKS_PER_SECOND, SIGHT_HALF_TICKS, TICKS_PER_SECOND};

/// Rays a tick beyond which a level gets a warning. At 12,500 of them a release build plays 320 ticks a second, at this number
/// some 2,000, of which the game needs 128 beside all else.
const CASTS_PER_TICK_MAX: f32 = 2000.0;

/// Warns, at the start, of a level that may be too much work for a tick.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, logic: &LevelLogic) {
    let (lasers, cameras) = (weapon_casts(level, logic), sight_casts(logic));
    if lasers + cameras <= CASTS_PER_TICK_MAX {
        return;
    }
    let message = format!("this level casts about {:.0} rays a tick", lasers + cameras);
    let label = format!("{cameras:.0} of cameras, {lasers:.0} of lasers and trackers");
    let help = format!(
        "more than {CASTS_PER_TICK_MAX} may be too slow for some machines: give cameras fewer `rays` or a longer `refresh`"
    );
    inspection.warn(&faults::HEAVY, &message, vec![(inspection.places.ninja.clone(), label)], &help);
}

fn sight_casts(logic: &LevelLogic) -> f32 {
    let sources = logic.actors.iter().filter_map(|actor| actor.declared.source.as_ref());
    let casts = sources.map(|source| match &source.trigger {
        Trigger::Sight(camera) => f32::from(camera.rays) / (camera.refresh * TICKS_PER_SECOND as f32).max(1.0),
        Trigger::Touch | Trigger::Light(_) => 0.0,
    });
    casts.sum()
}

/// A beam casts once a tick, and again for each mirror; a tracker looks at its own pace.
fn weapon_casts(level: &Level, logic: &LevelLogic) -> f32 {
    let look = |aim: Aim| match aim {
        Aim::Track { .. } => 2.0 * TICKS_PER_SECOND as f32 / HALF_TICKS_PER_SECOND as f32 / SIGHT_HALF_TICKS as f32,
        _ => 0.0,
    };
    let mirrors = level.has_mirrors();
    let casts = logic.weapons().map(|weapon| match weapon {
        Weapon::Beams(laser) => {
            let reflections = if mirrors { f32::from(laser.bounces) } else { 0.0 };
            f32::from(laser.beams) * (1.0 + reflections) + look(laser.aim)
        }
        Weapon::Bullets(turret) => look(turret.aim),
        Weapon::Roaming => 0.0,
    });
    casts.sum()
}
