//! What a level means, as far as that is certain without playing: what cannot be reached, and why.

use std::collections::HashSet;
use std::ops::Range;

use bevy_math::Vec2;

use super::{doors, sources, work};
use crate::flood::{Constraints, Reachability, Reached};
use crate::logic::{Blocker, BlockerClass, BlockerId, ChannelSource, LevelLogic, RaisedFrom};
use hairline_level::diagnostics::faults;
use hairline_level::diagnostics::faults::Fault;
use hairline_level::{ActorPlace, Channel, Inspection, Level, Places};
use hairline_sim::tuning::{EXIT_REACH, SHARD_REACH};

/// The most places that one warning points at.
const LABELS_MAX: usize = 8;

/// Something that the ninja should be able to get to.
struct Target {
    /// What it is, in the singular and the plural.
    names: [&'static str; 2],
    /// The warning if walls seal it.
    sealed: &'static Fault,
    /// Where it is, and how near the ninja's center must come; one place is enough.
    at: Vec<Vec2>,
    reach: f32,
    span: Range<usize>,
    /// Its letter, for actors.
    letter: Option<char>,
}

impl Target {
    fn all(level: &Level, logic: &LevelLogic, places: &Places) -> Vec<Self> {
        let item = |names, sealed, at, reach, span: &Range<usize>| Self {
            names,
            sealed,
            at: vec![at],
            reach,
            span: span.clone(),
            letter: None,
        };
        let exit = item(["exit", "exits"], &faults::UNREACHABLE_EXIT, level.exit, EXIT_REACH, &places.exit);
        let shards = level
            .shards
            .iter()
            .zip(&places.shards)
            .map(|(&shard, span)| item(["shard", "shards"], &faults::UNREACHABLE_SHARD, shard, SHARD_REACH, span));
        let actors = logic.actors.iter().filter_map(|actor| {
            let touch = actor.declared.touch.as_ref()?;
            let place = places.actor_named(actor.kind, actor.index)?;
            Some(Self {
                names: actor.names,
                sealed: touch.unreachable?,
                at: touch.places.clone(),
                reach: touch.reach,
                span: place.span.clone(),
                letter: Some(place.letter),
            })
        });
        std::iter::once(exit).chain(shards).chain(actors).collect()
    }

    fn is_in(&self, reached: &Reached) -> bool {
        self.at.iter().any(|&place| reached.comes_near(place, self.reach))
    }

    /// The target in words, such as `the exit` or `key 'k'`.
    fn words(&self) -> String {
        match self.letter {
            Some(letter) => format!("{} '{letter}'", self.names[0]),
            None if self.names[0] == "exit" => "the exit".to_owned(),
            None => format!("this {}", self.names[0]),
        }
    }
}

/// What the warnings of one level have in common.
struct Checked<'l> {
    level: &'l Level,
    logic: &'l LevelLogic,
    places: &'l Places,
    reachability: &'l Reachability<'l>,
}

impl Checked<'_> {
    /// The name of the actor of a blocker, and its place in the file.
    fn actor(&self, id: BlockerId) -> Option<(&'static str, &ActorPlace)> {
        let actor = &self.logic.actors[id.actor?];
        Some((actor.names[0], self.places.actor_named(actor.kind, actor.index)?))
    }

    /// The letters of the actors of some blockers.
    fn letters(&self, blockers: &[&Blocker]) -> Vec<char> {
        blockers.iter().filter_map(|blocker| Some(self.actor(blocker.id)?.1.letter)).collect()
    }

    /// A label at each of the actors of some blockers.
    fn actor_labels(&self, blockers: &[&Blocker], words: &str) -> Vec<(Range<usize>, String)> {
        let places = blockers.iter().filter_map(|blocker| self.actor(blocker.id)).take(LABELS_MAX);
        places.map(|(_, place)| (place.span.clone(), words.to_owned())).collect()
    }

    /// Takes those targets out that are reached once a blocker is taken away.
    fn behind(&self, blocker: BlockerId, constraints: Constraints, targets: &mut Vec<Target>) -> Vec<Target> {
        if targets.is_empty() {
            return vec![];
        }
        let opened = self.reachability.flood_from_start(Constraints { without: Some(blocker), ..constraints });
        targets.extract_if(.., |target| target.is_in(&opened)).collect()
    }
}

/// Warns of all that cannot be reached for certain.
pub(super) fn warn(inspection: &mut Inspection) {
    let Some(level) = inspection.level.clone() else { return };
    let places = inspection.places.clone();
    let logic = LevelLogic::new(&level);
    let targets = Target::all(&level, &logic, &places);
    let reachability = Reachability::new(&level, &logic);
    let all = reachability.flood_from_start(Constraints::ALL);
    let goals: Vec<(Vec2, f32)> =
        targets.iter().flat_map(|target| target.at.iter().map(|&at| (at, target.reach))).collect();
    doors::warn(inspection, &level, &logic, &reachability, &goals);
    work::warn(inspection, &level, &logic);
    sources::warn(inspection, &level, &logic, &all);
    let checked = Checked { level: &level, logic: &logic, places: &places, reachability: &reachability };
    let missing: Vec<Target> = targets.into_iter().filter(|target| !target.is_in(&all)).collect();
    if missing.is_empty() {
        return;
    }
    let walls = reachability.flood_from_start(Constraints::WALLS);
    let (sealed, missing): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&walls));
    warn_of_sealed(inspection, sealed);
    let bodies = reachability.flood_from_start(Constraints::BODIES);
    let (blocked, missing): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&bodies));
    warn_of_bodies(inspection, &checked, &bodies, blocked);
    let doors = reachability.flood_from_start(Constraints::DOORS);
    let (shut, missing): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&doors));
    warn_of_doors(inspection, &checked, &doors, shut);
    let hazards = reachability.flood_from_start(Constraints::HAZARDS);
    let (barred, high): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| !target.is_in(&hazards));
    warn_of_hazards(inspection, &checked, &hazards, barred);
    // What lies behind a door whose key is too high follows from that.
    let open = reachability.flood_from_start(Constraints { doors: false, ..Constraints::ALL });
    let (follows, first): (Vec<_>, Vec<_>) = high.into_iter().partition(|target| target.is_in(&open));
    warn_of_heights(inspection, if first.is_empty() { follows } else { first });
}

/// One warning for all targets of a kind, with a label at each.
fn warn_of_sealed(inspection: &mut Inspection, mut targets: Vec<Target>) {
    while let Some(first) = targets.first() {
        let [name, plural] = first.names;
        let (same, rest): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(|target| target.names[0] == name);
        targets = rest;
        let message = match (same.as_slice(), same[0].at.len()) {
            ([one], 2) => format!("walls seal both ends of {}", one.words()),
            ([one], _) => format!("walls seal {}", one.words()),
            _ => format!("walls seal {} {plural}", same.len()),
        };
        let help = "the ninja is a circle of radius 0.42: it fits through a gap of one tile, and never between two tiles \
                    that touch at a corner";
        inspection.warn(same[0].sealed, &message, labels(&same, "nothing leads here"), help);
    }
}

/// One warning for each body that alone bars the way to something for ever.
fn warn_of_bodies(inspection: &mut Inspection, checked: &Checked, bodies: &Reached, mut targets: Vec<Target>) {
    for body in checked.reachability.closed(BlockerClass::Body, bodies) {
        let behind = checked.behind(body.id, Constraints::BODIES, &mut targets);
        let (Some(first), Some((name, place))) = (behind.first(), checked.actor(body.id)) else { continue };
        let opens = BlockerId { class: BlockerClass::Door, ..body.id };
        let even =
            if checked.logic.blockers.iter().any(|other| other.id == opens) { ", even while it is open" } else { "" };
        let message = format!("{} cannot be reached: {name} '{}' bars the only way{even}", first.words(), place.letter);
        let mut labels = labels(&behind, "the way here");
        labels.push((place.span.clone(), format!("this {name}")));
        inspection.warn(&faults::BODY_BARS_WAY, &message, labels, body.help);
    }
    if let Some(first) = targets.first() {
        let message =
            format!("{} cannot be reached: bodies that never leave their places bar every way", first.words());
        let help = "give one of the movers or bumpers a `path`, or a door a longer `slide`";
        inspection.warn(&faults::BODY_BARS_WAY, &message, labels(&targets, "the way here"), help);
    }
}

/// One warning for each door that locks something in which nothing in reach opens.
fn warn_of_doors(inspection: &mut Inspection, checked: &Checked, reached: &Reached, mut targets: Vec<Target>) {
    let shut = checked.reachability.closed(BlockerClass::Door, reached);
    for door in &shut {
        let behind = checked.behind(door.id, Constraints::DOORS, &mut targets);
        let (Some(first), Some((name, place))) = (behind.first(), checked.actor(door.id)) else { continue };
        let mut channels = channels_to_raise(door);
        // Of several, those that nothing raises are what is amiss.
        if channels.iter().any(|&channel| !reached.may_raise(channel)) {
            channels.retain(|&channel| !reached.may_raise(channel));
        }
        let names: Vec<String> =
            channels.iter().map(|channel| format!("`{}`", checked.level.channels[usize::from(channel.0)])).collect();
        let names = names.join(" and ");
        let may_raise = |source: &&ChannelSource| channels.contains(&source.channel) && !source.raised_from.is_dark();
        let sources: Vec<&ChannelSource> = checked.logic.sources.iter().filter(may_raise).collect();
        let is_light = |source: &&ChannelSource| matches!(source.raised_from, RaisedFrom::Light(_));
        let by_light = !sources.is_empty() && sources.iter().all(is_light);
        let sources: Vec<String> = sources
            .iter()
            .filter_map(|source| {
                let actor = &checked.logic.actors[source.actor];
                let letter = checked.places.actor_named(actor.kind, actor.index)?.letter;
                Some(format!("{} '{letter}'", actor.names[0]))
            })
            .collect();
        let what = match behind.len() {
            1 => first.words(),
            count => format!("{} and {} more", first.words(), count - 1),
        };
        let message = format!("{what} cannot be reached: {name} '{}' stays shut", place.letter);
        let help = if sources.is_empty() {
            match channels.len() {
                1 => format!("nothing can raise the channel {names} that opens it"),
                _ => format!("nothing can raise the channels {names} that open it"),
            }
        } else if by_light {
            format!(
                "it opens by {names}, which only {} raises, and nothing in reach switches on a laser that lights it",
                sources.join(" or ")
            )
        } else {
            format!(
                "it opens by {names}, which only {} raises; put {} on this side of the door",
                sources.join(" or "),
                if sources.len() == 1 { "that" } else { "one of them" }
            )
        };
        let mut labels = labels(&behind, "behind the door");
        labels.push((place.span.clone(), format!("this {name}")));
        inspection.warn(&faults::BEHIND_ITS_DOOR, &message, labels, &help);
    }
    if let Some(first) = targets.first() {
        let doors = match listed(checked.letters(&shut)) {
            (letter, 1) => format!("every door {letter} stays shut"),
            (letters, _) => format!("the doors {letters} stay shut"),
        };
        let message = format!("{} cannot be reached: {doors}", first.words());
        let mut labels = labels(&targets, "behind several doors");
        labels.extend(checked.actor_labels(&shut, "shut"));
        let help = "what raises the channel of each lies behind another one: put one of them on the near side";
        inspection.warn(&faults::BEHIND_ITS_DOOR, &message, labels, help);
    }
}

/// The channels that a blocker wants raised to open.
fn channels_to_raise(blocker: &Blocker) -> Vec<Channel> {
    let mut channels = vec![];
    if let Some(opens) = &blocker.opens {
        opens.for_each_channel(&mut |channel, raised| {
            if raised && !channels.contains(&channel) {
                channels.push(channel);
            }
        });
    }
    channels
}

/// A warning for each laser that alone bars the way to something, then one for spikes, then one for several of them.
fn warn_of_hazards(inspection: &mut Inspection, checked: &Checked, reached: &Reached, mut targets: Vec<Target>) {
    let hazards = checked.reachability.closed(BlockerClass::Hazard, reached);
    for hazard in &hazards {
        let behind = checked.behind(hazard.id, Constraints::HAZARDS, &mut targets);
        let Some(first) = behind.first() else { continue };
        let mut labels = labels(&behind, "the way here");
        if let Some((name, place)) = checked.actor(hazard.id) {
            let message = format!(
                "{} cannot be reached: the beam of {name} '{}' bars the only way, for ever",
                first.words(),
                place.letter
            );
            labels.push((place.span.clone(), "always lit".to_owned()));
            let help = match hazard.opens {
                Some(_) => "nothing in reach switches it off: put what does on this side, or give the laser a `cycle`",
                None => "give the laser a `cycle` with an `off`, an aim that turns, or a `when`",
            };
            inspection.warn(&faults::BEAM_BARS_WAY, &message, labels, help);
        } else {
            let message = format!("{} cannot be reached: spikes bar the only way", first.words());
            let help = "leave a tile without spikes, or room to jump over them";
            inspection.warn(&faults::SPIKES_BAR_WAY, &message, labels, help);
        }
    }
    if let Some(first) = targets.first() {
        let has_spikes = hazards.iter().any(|hazard| hazard.id.actor.is_none());
        let what = match (listed(checked.letters(&hazards)), has_spikes) {
            ((_, 0), _) => "spikes bar".to_owned(),
            ((letters, _), false) => format!("the beams of {letters}, always lit, bar"),
            ((letters, _), true) => format!("the beams of {letters}, always lit, and spikes bar"),
        };
        let message = format!("{} cannot be reached: {what} every way", first.words());
        let mut labels = labels(&targets, "the way here");
        labels.extend(checked.actor_labels(&hazards, "always lit"));
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
