//! Cameras that can never see the ninja.

use crate::flood::raisers::RaiserKind;
use crate::flood::{Reachability, Reached};
use hairline_level::diagnostics::faults;
use hairline_level::{CameraSettings, Inspection, Level};

/// Warns of each camera whose rays touch no place that the ninja can get to.
pub(super) fn warn_of_blind(
    inspection: &mut Inspection,
    level: &Level,
    reachability: &Reachability,
    reached: &Reached,
) {
    for raiser in reachability.raisers() {
        let RaiserKind::Camera(index) = raiser.kind else { continue };
        if reachability.is_done_in(raiser, reached) {
            continue;
        }
        let place = inspection.places.actor::<CameraSettings>(index).clone();
        let message = format!("camera '{}' can never see the ninja", place.letter);
        let range = level.actors::<CameraSettings>()[index].range;
        let help = format!("its rays, {range} tiles long, meet no place that the ninja can get to: turn it or move it");
        inspection.warn(&faults::BLIND_CAMERA, &message, vec![(place.span, "sees only walls".to_owned())], &help);
    }
}
