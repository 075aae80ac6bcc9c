//! Sources of channels that raise nothing for certain: cameras that never see the ninja, sensors that stay dark.

use crate::flood::Reached;
use crate::logic::{LevelLogic, RaisedFrom};
use hairline_level::diagnostics::faults;
use hairline_level::{Inspection, Level, Trigger, Weapon};

/// Warns of each source whose sight meets no place that was reached, then of each that no beam can ever touch.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, logic: &LevelLogic, reached: &Reached) {
    let mut dark = vec![];
    for source in &logic.sources {
        let actor = &logic.actors[source.actor];
        let Some(place) = inspection.places.actor_named(actor.kind, actor.index).cloned() else { continue };
        let (name, letter) = (actor.names[0], place.letter);
        if let (RaisedFrom::Cells(_), Some(Trigger::Sight(camera))) =
            (&source.raised_from, actor.declared.source.as_ref().map(|source| &source.trigger))
            && !reached.may_trigger(source)
        {
            let message = format!("{name} '{letter}' can never see the ninja");
            let help = format!(
                "its rays, {} tiles long, meet no place that the ninja can get to: turn it or move it",
                camera.range
            );
            inspection.warn(&faults::BLIND_CAMERA, &message, vec![(place.span, "sees only walls".to_owned())], &help);
        } else if source.raised_from.is_dark() {
            dark.push((format!("no beam can ever touch {name} '{letter}'"), place.span));
        }
    }
    let help = if !logic.weapons().any(|weapon| matches!(weapon, Weapon::Beams(_))) {
        "there is no laser in the level: only beams light sensors"
    } else if level.has_mirrors() {
        "aim a laser at it, or at its image behind a mirror, within the laser's `reach` and `bounces`"
    } else {
        "aim a laser at it, past walls and curtains and within the laser's `reach`"
    };
    for (message, span) in dark {
        inspection.warn(&faults::DARK_SENSOR, &message, vec![(span, "always dark".to_owned())], help);
    }
}
