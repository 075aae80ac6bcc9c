//! Checkpoints without room for the ninja, and checkpoints from which it can only fall to its death.

use hairline_level::diagnostics::faults;
use hairline_level::{CheckpointSettings, Inspection, Level};
use hairline_sim::tuning::{BODY_RADIUS, CHECKPOINT_OVERLAP_MAX, CHECKPOINT_REACH};

use crate::flood::{Reachability, Reached};

/// Warns of checkpoints without room for the ninja, and of those from which it can only fall to its death.
pub(super) fn warn(inspection: &mut Inspection, level: &Level, reachability: &Reachability, reached: &Reached) {
    for (index, flag) in level.actors::<CheckpointSettings>().iter().enumerate() {
        if level.terrain.depth(flag.position, BODY_RADIUS) > CHECKPOINT_OVERLAP_MAX {
            let place = inspection.places.actor::<CheckpointSettings>(index).clone();
            let message = format!("checkpoint '{}' has no room for the ninja", place.letter);
            let help = format!(
                "put its center at least {BODY_RADIUS} tiles from all walls; else a return begins where it was touched"
            );
            let label = (place.span, format!("a wall is nearer than {BODY_RADIUS} tiles"));
            inspection.warn(&faults::CRAMPED_FLAG, &message, vec![label], &help);
        }
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
