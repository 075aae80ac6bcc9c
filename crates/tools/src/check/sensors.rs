//! Sensors that no beam can light.

use crate::flood::Reachability;
use crate::flood::raisers::RaiserKind;
use hairline_level::diagnostics::faults;
use hairline_level::{Inspection, LaserSettings, Level, SensorSettings};

/// Warns of each sensor that no beam of the level can ever touch.
pub(super) fn warn_of_dark(inspection: &mut Inspection, level: &Level, reachability: &Reachability) {
    for raiser in reachability.raisers().iter().filter(|raiser| raiser.is_dark()) {
        let RaiserKind::Sensor(index) = raiser.kind else { continue };
        let place = inspection.places.actor::<SensorSettings>(index).clone();
        let message = format!("no beam can ever touch sensor '{}'", place.letter);
        let help = if level.actors::<LaserSettings>().is_empty() {
            "there is no laser in the level: only beams light sensors"
        } else if level.has_mirrors() {
            "aim a laser at it, or at its image behind a mirror, within the laser's `reach` and `bounces`"
        } else {
            "aim a laser at it, past walls and curtains and within the laser's `reach`"
        };
        inspection.warn(&faults::DARK_SENSOR, &message, vec![(place.span, "always dark".to_owned())], help);
    }
}
