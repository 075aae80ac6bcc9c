//! Sources of channels that never work: cameras that never see the ninja, sensors that stay dark, and sensors that are
//! lit too briefly for their door.

use crate::flood::Reached;
use crate::logic::{BlockerClass, ChannelSource, LevelLogic, RaisedFrom};
use hairline_level::diagnostics::faults;
use hairline_level::{Hold, Inspection, Level, MirrorMotion, Trigger, Weapon};
use hairline_sim::tuning::{BODY_RADIUS, HALF_TICKS_PER_SECOND};

/// Warns of each source whose sight meets no place that was reached and of each that is lit too briefly, then of each
/// that no beam can ever touch.
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
        } else if let Some(fleeting) = fleeting_light(logic, source) {
            let word = |actor: usize| {
                let (kind, index) = (logic.actors[actor].kind, logic.actors[actor].index);
                let place = inspection.places.actor_named(kind, index)?;
                Some((format!("{} '{}'", logic.actors[actor].names[0], place.letter), place.span.clone()))
            };
            let (Some((mirror, mirror_span)), Some((door, _))) = (word(fleeting.mirror), word(fleeting.door)) else {
                continue;
            };
            let message = format!("{name} '{letter}' is lit only while {mirror} turns, too briefly for {door}");
            let labels = vec![
                (place.span, format!("lit for {:.2} s at most", fleeting.seconds)),
                (mirror_span, "wherever it rests, its light goes elsewhere".to_owned()),
            ];
            let help = format!(
                "in that time {door} opens by {:.2} tiles, and the ninja is {} wide: give {mirror} another `angle` or \
                 `turn_by`, or the {name} `seconds`",
                fleeting.opening,
                2.0 * BODY_RADIUS
            );
            inspection.warn(&faults::FLEETING_LIGHT, &message, labels, &help);
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

/// A light that only passes a sensor, and the door that waits for it.
struct Fleeting {
    /// Indices of [`LevelLogic::actors`].
    mirror: usize,
    door: usize,
    /// For how long a turn lights the sensor at most, and by how many tiles the door opens in that time.
    seconds: f32,
    opening: f32,
}

/// The light of a sensor that no mirror at rest lights, if it is too short for a door that opens by nothing else. It is
/// at most a quarter of a turn, so that the door shuts by more than it opens, however often the mirror is turned.
fn fleeting_light(logic: &LevelLogic, source: &ChannelSource) -> Option<Fleeting> {
    let (RaisedFrom::Light(lights), Hold::While { longer }) = (&source.raised_from, source.hold) else { return None };
    let half_ticks = lights.iter().map(|light| light.passing_half_ticks).sum::<Option<u32>>()?;
    let mirror = lights.iter().flat_map(|light| light.turned.iter().copied()).next()?;
    let seconds = half_ticks as f32 / HALF_TICKS_PER_SECOND as f32 + longer;
    let turns = lights.iter().flat_map(|light| &light.turned).filter_map(|&mirror| {
        match logic.actors[mirror].declared.mirror.as_ref()?.motion {
            MirrorMotion::Steps { seconds, .. } => Some(seconds),
            MirrorMotion::Never | MirrorMotion::Always => None,
        }
    });
    let shortest = turns.fold(f32::INFINITY, f32::min);
    let is_alone = logic.sources.iter().filter(|other| other.channel == source.channel).count() == 1;
    if !is_alone || 4.0 * seconds > shortest {
        return None;
    }
    let mut doors = logic.blockers.iter().filter(|blocker| blocker.id.class == BlockerClass::Door);
    doors.find_map(|blocker| {
        let needs = !blocker.opens.as_ref()?.may_hold(&|channel| channel != source.channel, &|_| true);
        let door = blocker.id.actor?;
        let obstacle = logic.actors[door].declared.obstacle.as_ref()?;
        let opening = obstacle.speed_max * seconds;
        // Two flashes may follow one another, one at the end of a turn and one at the beginning of the next.
        let is_short = 2.0 * opening < 2.0 * BODY_RADIUS;
        (needs && is_short).then_some(Fleeting { mirror, door, seconds, opening })
    })
}
