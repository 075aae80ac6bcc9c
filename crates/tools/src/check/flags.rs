//! Checkpoints from which every return is death.

use hairline_level::diagnostics::faults;
use hairline_level::{CheckpointSettings, Inspection, Level};
use hairline_sim::tuning::CHECKPOINT_REACH;

use crate::flood::{Reachability, Reached};

/// Warns of each checkpoint at which the ninja, at rest where it touched it, can do nothing but fall to its death.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, reachability: &Reachability, reached: &Reached) {
    for (index, flag) in level.actors::<CheckpointSettings>().iter().enumerate() {
        if reachability.is_hopeless(flag.position, CHECKPOINT_REACH, reached) {
            let place = inspection.places.actor::<CheckpointSettings>(index).clone();
            let message =
                format!("each return to checkpoint '{}' is death: the ninja begins there in a fall", place.letter);
            let help = "put it where the ninja can stand; a run that touched it dies again and again";
            let label = (place.span, "nothing to stand on".to_owned());
            inspection.warn(&faults::HOPELESS_FLAG, &message, vec![label], help);
        }
    }
}
