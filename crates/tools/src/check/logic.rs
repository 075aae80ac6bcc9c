//! What a level means, as far as that is certain without playing: what cannot be reached, and why.

use std::collections::HashSet;
use std::ops::Range;

use bevy_math::Vec2;

use super::{cameras, doors, sensors, work};
use crate::flood::bars::BarKind;
use crate::flood::raisers::{Raiser, RaiserKind};
use crate::flood::{Constraints, Reachability, Reached};
use hairline_level::diagnostics::faults;
use hairline_level::diagnostics::faults::Fault;
use hairline_level::{
    Channel, CheckpointSettings, DoorSettings, Inspection, KeySettings, LaserSettings, Level, MoverSettings,
    MoverSurface, Places, SensorSettings, SwitchSettings, TeleportSettings,
};
use hairline_sim::tuning::{CHECKPOINT_REACH, EXIT_REACH, KEY_REACH, SHARD_REACH, SWITCH_REACH, TELEPORT_REACH};

/// The most places that one warning points at.
const LABELS_MAX: usize = 8;

/// Something that the ninja should be able to get to.
struct Target {
    kind: TargetKind,
    /// Where it is, and how near the ninja's center must come; one place is enough.
    at: Vec<Vec2>,
    reach: f32,
    span: Range<usize>,
    /// Its letter, for actors.
    letter: Option<char>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TargetKind {
    Exit,
    Shard,
    Key,
    Switch,
    Teleport,
    Checkpoint,
}

impl TargetKind {
    fn name(self) -> &'static str {
        match self {
            Self::Exit => "exit",
            Self::Shard => "shard",
            Self::Key => "key",
            Self::Switch => "switch",
            Self::Teleport => "teleport",
            Self::Checkpoint => "checkpoint",
        }
    }

    fn sealed(self) -> &'static Fault {
        match self {
            Self::Exit => &faults::UNREACHABLE_EXIT,
            Self::Shard => &faults::UNREACHABLE_SHARD,
            Self::Key => &faults::UNREACHABLE_KEY,
            Self::Switch => &faults::UNREACHABLE_SWITCH,
            Self::Teleport => &faults::UNREACHABLE_TELEPORT,
            Self::Checkpoint => &faults::UNREACHABLE_CHECKPOINT,
        }
    }
}

impl Target {
    fn all(level: &Level, places: &Places) -> Vec<Self> {
        let single = |kind, at, reach, span: &Range<usize>, letter| Self {
            kind,
            at: vec![at],
            reach,
            span: span.clone(),
            letter,
        };
        let mut targets = vec![single(TargetKind::Exit, level.exit, EXIT_REACH, &places.exit, None)];
        for (&shard, span) in level.shards.iter().zip(&places.shards) {
            targets.push(single(TargetKind::Shard, shard, SHARD_REACH, span, None));
        }
        for (index, key) in level.actors::<KeySettings>().iter().enumerate() {
            let place = places.actor::<KeySettings>(index);
            targets.push(single(TargetKind::Key, key.position, KEY_REACH, &place.span, Some(place.letter)));
        }
        for (index, switch) in level.actors::<SwitchSettings>().iter().enumerate() {
            let place = places.actor::<SwitchSettings>(index);
            targets.push(single(TargetKind::Switch, switch.position, SWITCH_REACH, &place.span, Some(place.letter)));
        }
        for (index, checkpoint) in level.actors::<CheckpointSettings>().iter().enumerate() {
            let place = places.actor::<CheckpointSettings>(index);
            let (at, letter) = (checkpoint.position, Some(place.letter));
            targets.push(single(TargetKind::Checkpoint, at, CHECKPOINT_REACH, &place.span, letter));
        }
        for (index, pair) in level.actors::<TeleportSettings>().iter().enumerate() {
            let place = places.actor::<TeleportSettings>(index);
            let (span, letter) = (place.span.clone(), Some(place.letter));
            targets.push(Self {
                kind: TargetKind::Teleport,
                at: pair.ends.to_vec(),
                reach: TELEPORT_REACH,
                span,
                letter,
            });
        }
        targets
    }

    fn is_in(&self, reached: &Reached) -> bool {
        self.at.iter().any(|&place| reached.comes_near(place, self.reach))
    }

    /// The target in words, such as `the exit` or `key 'k'`.
    fn words(&self) -> String {
        match (self.kind, self.letter) {
            (TargetKind::Exit, _) => "the exit".to_owned(),
            (kind, Some(letter)) => format!("{} '{letter}'", kind.name()),
            (kind, None) => format!("this {}", kind.name()),
        }
    }
}

/// Warns of all that cannot be reached for certain.
pub(super) fn warn(inspection: &mut Inspection) {
    let Some(level) = inspection.level.clone() else { return };
    let places = inspection.places.clone();
    let targets = Target::all(&level, &places);
    let reachability = Reachability::new(&level);
    let all = reachability.flood_from_start(Constraints::ALL);
    let goals: Vec<(Vec2, f32)> =
        targets.iter().flat_map(|target| target.at.iter().map(|&at| (at, target.reach))).collect();
    doors::warn(inspection, &level, &reachability, &goals);
    work::warn(inspection, &level);
    cameras::warn_of_blind(inspection, &level, &reachability, &all);
    sensors::warn_of_dark(inspection, &level, &reachability);
    let missing: Vec<Target> = targets.into_iter().filter(|target| !target.is_in(&all)).collect();
    if missing.is_empty() {
        return;
    }
    let walls = reachability.flood_from_start(Constraints::WALLS);
    let (sealed, missing): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&walls));
    warn_of_sealed(inspection, sealed);
    let bodies = reachability.flood_from_start(Constraints::BODIES);
    let (blocked, missing): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&bodies));
    warn_of_bodies(inspection, &level, &places, &reachability, blocked);
    let doors = reachability.flood_from_start(Constraints::DOORS);
    let (shut, missing): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&doors));
    warn_of_doors(inspection, &level, &places, &reachability, &doors, shut);
    let hazards = reachability.flood_from_start(Constraints::HAZARDS);
    let (barred, high): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&hazards));
    warn_of_hazards(inspection, &level, &places, &reachability, &hazards, barred);
    // What lies behind a door whose key is too high follows from that.
    let open = reachability.flood_from_start(Constraints { doors: false, ..Constraints::ALL });
    let (follows, first): (Vec<_>, Vec<_>) = high.into_iter().partition(|target| target.is_in(&open));
    warn_of_heights(inspection, if first.is_empty() { follows } else { first });
}

/// One warning for all targets of a kind, with a label at each.
fn warn_of_sealed(inspection: &mut Inspection, mut targets: Vec<Target>) {
    while let Some(first) = targets.first() {
        let kind = first.kind;
        let (same, rest): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(|target| target.kind == kind);
        targets = rest;
        let message = match (same.len(), kind) {
            (1, TargetKind::Teleport) => format!("walls seal both ends of {}", same[0].words()),
            (1, _) => format!("walls seal {}", same[0].words()),
            (count, _) => format!("walls seal {count} {}", plural(kind)),
        };
        let help = "the ninja is a circle of radius 0.42: it fits through a gap of one tile, and never between two tiles \
                    that touch at a corner";
        inspection.warn(kind.sealed(), &message, labels(&same, "nothing leads here"), help);
    }
}

/// One warning for each body that alone bars the way to something for ever.
fn warn_of_bodies(
    inspection: &mut Inspection,
    level: &Level,
    places: &Places,
    reachability: &Reachability,
    mut targets: Vec<Target>,
) {
    for bar in reachability.bodies() {
        let without = Constraints { without: Some(bar), ..Constraints::BODIES };
        let opened = reachability.flood_from_start(without);
        let (behind, rest): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(|target| target.is_in(&opened));
        targets = rest;
        let Some(first) = behind.first() else { continue };
        let (place, what, help) = match bar {
            BarKind::OpenDoor(index) => (
                places.actor::<DoorSettings>(index),
                "door",
                "its `slide` leads too short a way: let it slide until the ninja, 0.84 wide, fits past it; it may slide into \
                 walls",
            ),
            BarKind::Mover(index) => (
                places.actor::<MoverSettings>(index),
                match level.actors::<MoverSettings>()[index].surface {
                    MoverSurface::Bumper { .. } => "bumper",
                    MoverSurface::Plain | MoverSurface::Mirror => "mover",
                },
                "it never moves: give it a `path`, or leave room for the ninja, 0.84 wide, beside it",
            ),
            BarKind::Door(_) | BarKind::Beam(_) | BarKind::Spikes => continue,
        };
        let even = if what == "door" { ", even while it is open" } else { "" };
        let message = format!("{} cannot be reached: {what} '{}' bars the only way{even}", first.words(), place.letter);
        let mut labels = labels(&behind, "the way here");
        labels.push((place.span.clone(), format!("this {what}")));
        inspection.warn(&faults::BODY_BARS_WAY, &message, labels, help);
    }
    if let Some(first) = targets.first() {
        let message =
            format!("{} cannot be reached: bodies that never leave their places bar every way", first.words());
        let help = "give one of the movers or bumpers a `path`, or a door a longer `slide`";
        inspection.warn(&faults::BODY_BARS_WAY, &message, labels(&targets, "the way here"), help);
    }
}

/// One warning for each door that locks something in which nothing in reach opens.
fn warn_of_doors(
    inspection: &mut Inspection,
    level: &Level,
    places: &Places,
    reachability: &Reachability,
    reached: &Reached,
    mut targets: Vec<Target>,
) {
    for door in reachability.shut_doors(reached).collect::<Vec<_>>() {
        let without = Constraints { without: Some(BarKind::Door(door)), ..Constraints::DOORS };
        let opened = reachability.flood_from_start(without);
        let (behind, rest): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(|target| target.is_in(&opened));
        targets = rest;
        let Some(first) = behind.first() else { continue };
        let mut channels = channels_to_raise(level, door);
        // Of several, those that nothing raises are what is amiss.
        if channels.iter().any(|&channel| !reached.may_raise(channel)) {
            channels.retain(|&channel| !reached.may_raise(channel));
        }
        let names: Vec<String> =
            channels.iter().map(|channel| format!("`{}`", level.channels[usize::from(channel.0)])).collect();
        let names = names.join(" and ");
        let place = places.actor::<DoorSettings>(door);
        let may_raise = |raiser: &&Raiser| channels.contains(&raiser.channel) && !raiser.is_dark();
        let raisers: Vec<&Raiser> = reachability.raisers().iter().filter(may_raise).collect();
        let is_sensor = |raiser: &&Raiser| matches!(raiser.kind, RaiserKind::Sensor(_));
        let by_light = !raisers.is_empty() && raisers.iter().all(is_sensor);
        let raisers: Vec<String> = raisers.iter().map(|raiser| raiser_words(raiser.kind, places)).collect();
        let what = match behind.len() {
            1 => first.words(),
            count => format!("{} and {} more", first.words(), count - 1),
        };
        let message = format!("{what} cannot be reached: door '{}' stays shut", place.letter);
        let help = if raisers.is_empty() {
            match channels.len() {
                1 => format!("nothing can raise the channel {names} that opens it"),
                _ => format!("nothing can raise the channels {names} that open it"),
            }
        } else if by_light {
            format!(
                "it opens by {names}, which only {} raises, and nothing in reach switches on a laser that lights it",
                raisers.join(" or ")
            )
        } else {
            format!(
                "it opens by {names}, which only {} raises; put {} on this side of the door",
                raisers.join(" or "),
                if raisers.len() == 1 { "that" } else { "one of them" }
            )
        };
        let mut labels = labels(&behind, "behind the door");
        labels.push((place.span.clone(), "this door".to_owned()));
        inspection.warn(&faults::BEHIND_ITS_DOOR, &message, labels, &help);
    }
    if let Some(first) = targets.first() {
        let shut: Vec<usize> = reachability.shut_doors(reached).collect();
        let letters: Vec<char> = shut.iter().map(|&door| places.actor::<DoorSettings>(door).letter).collect();
        let doors = match listed(letters) {
            (letter, 1) => format!("every door {letter} stays shut"),
            (letters, _) => format!("the doors {letters} stay shut"),
        };
        let message = format!("{} cannot be reached: {doors}", first.words());
        let mut labels = labels(&targets, "behind several doors");
        labels.extend(
            shut.iter()
                .take(LABELS_MAX)
                .map(|&door| (places.actor::<DoorSettings>(door).span.clone(), "shut".to_owned())),
        );
        let help = "what raises the channel of each lies behind another one: put one of them on the near side";
        inspection.warn(&faults::BEHIND_ITS_DOOR, &message, labels, help);
    }
}

/// The channels that a door's gate wants raised.
fn channels_to_raise(level: &Level, door: usize) -> Vec<Channel> {
    let mut channels = vec![];
    let gate = level.actors::<DoorSettings>()[door].when.condition(&level.conditions);
    gate.for_each_channel(&mut |channel, raised| {
        if raised && !channels.contains(&channel) {
            channels.push(channel);
        }
    });
    channels
}

fn raiser_words(kind: RaiserKind, places: &Places) -> String {
    match kind {
        RaiserKind::Key(index) => format!("key '{}'", places.actor::<KeySettings>(index).letter),
        RaiserKind::Switch(index) => format!("switch '{}'", places.actor::<SwitchSettings>(index).letter),
        RaiserKind::Camera(index) => {
            format!("camera '{}'", places.actor::<hairline_level::CameraSettings>(index).letter)
        }
        RaiserKind::Sensor(index) => format!("sensor '{}'", places.actor::<SensorSettings>(index).letter),
    }
}

/// A warning for each laser that alone bars the way to something, then one for spikes, then one for several of them.
fn warn_of_hazards(
    inspection: &mut Inspection,
    level: &Level,
    places: &Places,
    reachability: &Reachability,
    hazards: &Reached,
    mut targets: Vec<Target>,
) {
    let lasers = (0..level.actors::<LaserSettings>().len()).map(BarKind::Beam);
    for bar in lasers.chain([BarKind::Spikes]) {
        if targets.is_empty() {
            return;
        }
        let without = Constraints { without: Some(bar), ..Constraints::HAZARDS };
        let opened = reachability.flood_from_start(without);
        let (behind, rest): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(|target| target.is_in(&opened));
        targets = rest;
        let Some(first) = behind.first() else { continue };
        let mut labels = labels(&behind, "the way here");
        match bar {
            BarKind::Beam(index) => {
                let place = places.actor::<LaserSettings>(index);
                let message = format!(
                    "{} cannot be reached: the beam of laser '{}' bars the only way, for ever",
                    first.words(),
                    place.letter
                );
                labels.push((place.span.clone(), "always lit".to_owned()));
                let help = match level.actors::<LaserSettings>()[index].when {
                    Some(_) => {
                        "nothing in reach switches it off: put what does on this side, or give the laser a `cycle`"
                    }
                    None => "give the laser a `cycle` with an `off`, an aim that turns, or a `when`",
                };
                inspection.warn(&faults::BEAM_BARS_WAY, &message, labels, help);
            }
            _ => {
                let message = format!("{} cannot be reached: spikes bar the only way", first.words());
                let help = "leave a tile without spikes, or room to jump over them";
                inspection.warn(&faults::SPIKES_BAR_WAY, &message, labels, help);
            }
        }
    }
    if let Some(first) = targets.first() {
        let (lasers, has_spikes) = reachability.hazards(hazards);
        let (letters, _) = listed(lasers.iter().map(|&laser| places.actor::<LaserSettings>(laser).letter).collect());
        let what = match (lasers.len(), has_spikes) {
            (0, _) => "spikes bar".to_owned(),
            (_, false) => format!("the beams of {letters}, always lit, bar"),
            (_, true) => format!("the beams of {letters}, always lit, and spikes bar"),
        };
        let message = format!("{} cannot be reached: {what} every way", first.words());
        let mut labels = labels(&targets, "the way here");
        labels.extend(
            lasers
                .iter()
                .take(LABELS_MAX)
                .map(|&laser| (places.actor::<LaserSettings>(laser).span.clone(), "always lit".to_owned())),
        );
        let help = "open one of the ways: give a laser a `cycle` with an `off`, or leave tiles without spikes";
        inspection.warn(&faults::BEAM_BARS_WAY, &message, labels, help);
    }
}

fn warn_of_heights(inspection: &mut Inspection, targets: Vec<Target>) {
    let Some(first) = targets.first() else { return };
    let what = match targets.len() {
        1 => first.words(),
        count => format!("{} and {} more", first.words(), count - 1),
    };
    let message = format!("{what} cannot be reached: it is too high or too far for any jump");
    let help = "a jump is 3.3 tiles high, and any wall can be climbed by jumping from it: add something to stand on, a wall, or \
                a spring";
    inspection.warn(&faults::TOO_HIGH, &message, labels(&targets, "too high or too far"), help);
}

fn labels(targets: &[Target], words: &str) -> Vec<(Range<usize>, String)> {
    targets.iter().take(LABELS_MAX).map(|target| (target.span.clone(), words.to_owned())).collect()
}

/// Joins letters in quotes, each once and at most [`LABELS_MAX`]; and counts the different ones.
fn listed(mut letters: Vec<char>) -> (String, usize) {
    let mut known = HashSet::new();
    letters.retain(|&letter| known.insert(letter));
    let count = letters.len();
    let named: Vec<String> = letters.iter().take(LABELS_MAX).map(|letter| format!("'{letter}'")).collect();
    let more = if count > LABELS_MAX { format!(" and {} more", count - LABELS_MAX) } else { String::new() };
    (named.join(", ") + &more, count)
}

fn plural(kind: TargetKind) -> String {
    if kind == TargetKind::Switch { "switches".to_owned() } else { format!("{}s", kind.name()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_is_listed_once_and_at_most_eight_are() {
        assert_eq!(listed(vec!['d', 'd']), ("'d'".to_owned(), 1));
        assert_eq!(listed(vec!['b', 'a', 'b']), ("'b', 'a'".to_owned(), 2));
        assert_eq!(listed(('a'..='j').collect()).0, "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' and 2 more");
    }
}
