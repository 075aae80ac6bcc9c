//! What a level means, as far as that is certain without playing: what cannot be reached, and why.

use std::collections::HashSet;
use std::ops::Range;

use bevy_math::Vec2;

use super::{doors, flags, robots, sources, work};
use crate::flood::{Constraints, Reachability, Reached};
use crate::logic::{Blocker, BlockerClass, BlockerId, ChannelSource, LevelLogic, RaisedFrom};
use hairline_level::diagnostics::faults;
use hairline_level::diagnostics::faults::Fault;
use hairline_level::{ActorPlace, Condition, Inspection, Level, Places};
use hairline_sim::tuning::{EXIT_REACH, SHARD_REACH};

/// The most places that one warning points at.
const LABELS_MAX: usize = 8;

/// Something that the ninja should be able to get to.
#[derive(Clone)]
pub(super) struct Target {
    /// What it is, in the singular and the plural.
    pub names: [&'static str; 2],
    /// The warning if walls seal it.
    sealed: &'static Fault,
    /// Where it is, and how near the ninja's center must come; one place is enough.
    pub at: Vec<Vec2>,
    pub reach: f32,
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

/// The warnings of one level.
pub(super) struct Checked<'l> {
    inspection: &'l mut Inspection,
    pub level: &'l Level,
    pub logic: &'l LevelLogic,
    places: &'l Places,
    pub reachability: &'l Reachability<'l>,
}

impl<'l> Checked<'l> {
    /// Warns that targets, of which `what` names some, cannot be reached, with a label at each of them and then at others.
    pub fn warn(
        &mut self,
        fault: &'static Fault,
        (what, why): (String, &str),
        (targets, there): (&[Target], &str),
        others: impl IntoIterator<Item = (Range<usize>, String)>,
        help: &str,
    ) {
        let labels = labels(targets, there).into_iter().chain(others).collect();
        self.inspection.warn(fault, &format!("{what} cannot be reached: {why}"), labels, help);
    }

    /// The name of the actor of a blocker, and its place in the file.
    pub fn actor(&self, id: BlockerId) -> Option<(&'static str, &'l ActorPlace)> {
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

    /// The closed blockers of a class that each bar the way to some targets alone, with those targets, which are removed.
    fn sole_blockers(
        &self,
        class: BlockerClass,
        constraints: Constraints,
        reached: &Reached,
        targets: &mut Vec<Target>,
    ) -> Vec<(&'l Blocker, Vec<Target>)> {
        let mut found = vec![];
        for blocker in self.reachability.closed(class, reached) {
            if targets.is_empty() {
                break;
            }
            let constraints = Constraints { without: Some(blocker.id), ..constraints };
            let opened = self.reachability.flood_from_start(constraints);
            let behind: Vec<Target> = targets.extract_if(.., |target| target.is_in(&opened)).collect();
            if !behind.is_empty() {
                found.push((blocker, behind));
            }
        }
        found
    }

    /// One warning for each body that alone bars the way to something for ever.
    fn warn_of_bodies(&mut self, reached: &Reached, mut targets: Vec<Target>) {
        let fault = &faults::BODY_BARS_WAY;
        for (body, behind) in self.sole_blockers(BlockerClass::Body, Constraints::BODIES, reached, &mut targets) {
            let Some((name, place)) = self.actor(body.id) else { continue };
            let opens = BlockerId { class: BlockerClass::Door, ..body.id };
            let is_door = self.logic.blockers.iter().any(|other| other.id == opens);
            let even = if is_door { ", even while it is open" } else { "" };
            let why = format!("{name} '{}' bars the only way{even}", place.letter);
            let here = (place.span.clone(), format!("this {name}"));
            self.warn(fault, (behind[0].words(), &why), (&behind, "the way here"), [here], body.help);
        }
        if let Some(first) = targets.first() {
            let why = "bodies that never leave their places bar every way";
            let help = "give one of the movers or bumpers a `path`, or a door a longer `slide`";
            self.warn(fault, (first.words(), why), (&targets, "the way here"), [], help);
        }
    }

    /// One warning for each door that locks something in which nothing in reach opens.
    fn warn_of_doors(&mut self, reached: &Reached, mut targets: Vec<Target>) {
        let fault = &faults::BEHIND_ITS_DOOR;
        for (door, behind) in self.sole_blockers(BlockerClass::Door, Constraints::DOORS, reached, &mut targets) {
            let Some((name, place)) = self.actor(door.id) else { continue };
            let why = format!("{name} '{}' stays shut", place.letter);
            let here = (place.span.clone(), format!("this {name}"));
            let help = self.help_for_door(door, reached);
            self.warn(fault, (words_of(&behind), &why), (&behind, "behind the door"), [here], &help);
        }
        if let Some(first) = targets.first() {
            let shut = self.reachability.closed(BlockerClass::Door, reached);
            let why = match listed(self.letters(&shut)) {
                (letter, 1) => format!("every door {letter} stays shut"),
                (letters, _) => format!("the doors {letters} stay shut"),
            };
            let help = "what raises the channel of each lies behind another one: put one of them on the near side";
            let others = self.actor_labels(&shut, "shut");
            self.warn(fault, (first.words(), &why), (&targets, "behind several doors"), others, help);
        }
    }

    /// What could open a door that stays shut.
    fn help_for_door(&self, door: &Blocker, reached: &Reached) -> String {
        let mut channels = door.opens.as_ref().map_or(vec![], Condition::raised_channels);
        // Of several, those that nothing raises are what is amiss.
        if channels.iter().any(|&channel| !reached.may_raise(channel)) {
            channels.retain(|&channel| !reached.may_raise(channel));
        }
        let names: Vec<String> =
            channels.iter().map(|channel| format!("`{}`", self.level.channels[usize::from(channel.0)])).collect();
        let names = names.join(" and ");
        let may_raise = |source: &&ChannelSource| channels.contains(&source.channel) && !source.raised_from.is_dark();
        let sources: Vec<&ChannelSource> = self.logic.sources.iter().filter(may_raise).collect();
        let is_light = |source: &&ChannelSource| matches!(source.raised_from, RaisedFrom::Light(_));
        let by_light = sources.iter().all(is_light);
        let sources: Vec<String> = sources
            .iter()
            .filter_map(|source| {
                let actor = &self.logic.actors[source.actor];
                let letter = self.places.actor_named(actor.kind, actor.index)?.letter;
                Some(format!("{} '{letter}'", actor.names[0]))
            })
            .collect();
        let raisers = sources.join(" or ");
        match sources.len() {
            0 if channels.len() == 1 => format!("nothing can raise the channel {names} that opens it"),
            0 => format!("nothing can raise the channels {names} that open it"),
            _ if by_light => format!(
                "it opens by {names}, which only {raisers} raises, and nothing in reach switches on a laser that lights it"
            ),
            1 => format!("it opens by {names}, which only {raisers} raises; put that on this side of the door"),
            _ => format!("it opens by {names}, which only {raisers} raises; put one of them on this side of the door"),
        }
    }

    /// A warning for each laser that alone bars the way to something, then one for spikes, then one for several of them.
    fn warn_of_hazards(&mut self, reached: &Reached, mut targets: Vec<Target>) {
        for (hazard, behind) in self.sole_blockers(BlockerClass::Hazard, Constraints::HAZARDS, reached, &mut targets) {
            let (what, behind) = (behind[0].words(), (&*behind, "the way here"));
            let Some((name, place)) = self.actor(hazard.id) else {
                let help = "leave a tile without spikes, or room to jump over them";
                self.warn(&faults::SPIKES_BAR_WAY, (what, "spikes bar the only way"), behind, [], help);
                continue;
            };
            let why = format!("the beam of {name} '{}' bars the only way, for ever", place.letter);
            let here = (place.span.clone(), "always lit".to_owned());
            let help = match hazard.opens {
                Some(_) => "nothing in reach switches it off: put what does on this side, or give the laser a `cycle`",
                None => "give the laser a `cycle` with an `off`, an aim that turns, or a `when`",
            };
            self.warn(&faults::BEAM_BARS_WAY, (what, &why), behind, [here], help);
        }
        self.warn_of_pulses(&mut targets);
        if let Some(first) = targets.first() {
            let hazards = self.reachability.closed(BlockerClass::Hazard, reached);
            let has_spikes = hazards.iter().any(|hazard| hazard.id.actor.is_none());
            let why = match (listed(self.letters(&hazards)), has_spikes) {
                ((_, 0), _) => "spikes bar every way".to_owned(),
                ((letters, _), false) => format!("the beams of {letters}, always lit, bar every way"),
                ((letters, _), true) => format!("the beams of {letters}, always lit, and spikes bar every way"),
            };
            let help = "open one of the ways: give a laser a `cycle` with an `off`, or leave tiles without spikes";
            let others = self.actor_labels(&hazards, "always lit");
            self.warn(&faults::BEAM_BARS_WAY, (first.words(), &why), (&targets, "the way here"), others, help);
        }
    }

    /// A warning for each laser that is dark too briefly and alone bars the way to some targets, which are removed.
    fn warn_of_pulses(&mut self, targets: &mut Vec<Target>) {
        for laser in self.reachability.pulsing() {
            let opened =
                self.reachability.flood_from_start(Constraints { without: Some(laser), ..Constraints::HAZARDS });
            let behind: Vec<Target> = targets.extract_if(.., |target| target.is_in(&opened)).collect();
            let (Some(first), Some((name, place))) = (behind.first(), self.actor(laser)) else { continue };
            let why = format!("the beam of {name} '{}' is never dark for long enough", place.letter);
            let here = (place.span.clone(), "bars the way".to_owned());
            let help = "give its `cycle` a longer `off`; of several beams in one place, all must be dark at once";
            self.warn(&faults::BEAM_BARS_WAY, (first.words(), &why), (&behind, "the way here"), [here], help);
        }
    }

    fn warn_of_heights(&mut self, targets: &[Target]) {
        if targets.is_empty() {
            return;
        }
        let why = "it is too high or too far for any jump";
        let help = "a jump is 3.3 tiles high, and any wall but a smooth one can be climbed by jumping from it: \
                    add something to stand on, a wall, or a spring";
        self.warn(&faults::TOO_HIGH, (words_of(targets), why), (targets, "too high or too far"), [], help);
    }

    /// Warns of targets that cannot be reached, by the first of the constraints that put each out of reach.
    fn warn_of_missing(&mut self, mut missing: Vec<Target>) {
        let reachability = self.reachability;
        // Removes the targets that these constraints put out of reach.
        let mut beyond = |constraints: Constraints| {
            let reached = reachability.flood_from_start(constraints);
            let beyond: Vec<Target> = missing.extract_if(.., |target| !target.is_in(&reached)).collect();
            (reached, beyond)
        };
        warn_of_sealed(self.inspection, beyond(Constraints::WALLS).1);
        let (reached, blocked) = beyond(Constraints::BODIES);
        self.warn_of_bodies(&reached, blocked);
        let (reached, shut) = beyond(Constraints::DOORS);
        self.warn_of_doors(&reached, shut);
        let (reached, barred) = beyond(Constraints::HAZARDS);
        self.warn_of_hazards(&reached, barred);
        // What lies behind a door whose key is too high follows from that.
        let open = reachability.flood_from_start(Constraints { doors: false, ..Constraints::ALL });
        let (follows, first): (Vec<_>, Vec<_>) = missing.into_iter().partition(|target| target.is_in(&open));
        self.warn_of_heights(if first.is_empty() { &follows } else { &first });
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
    robots::warn(inspection, &level, &logic);
    flags::warn(inspection, &level, &reachability, &all);
    sources::warn(inspection, &level, &logic, &all);
    let (present, missing): (Vec<Target>, Vec<Target>) = targets.into_iter().partition(|target| target.is_in(&all));
    let (level, logic, places, reachability) = (&level, &logic, &places, &reachability);
    let mut checked = Checked { inspection, level, logic, places, reachability };
    if !missing.is_empty() {
        checked.warn_of_missing(missing);
    }
    checked.warn_of_states(&present, &all);
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

/// The first of some targets in words, and how many more there are.
pub(super) fn words_of(targets: &[Target]) -> String {
    match targets {
        [one] => one.words(),
        [first, others @ ..] => format!("{} and {} more", first.words(), others.len()),
        [] => String::new(),
    }
}

fn labels(targets: &[Target], words: &str) -> Vec<(Range<usize>, String)> {
    targets.iter().take(LABELS_MAX).map(|target| (target.span.clone(), words.to_owned())).collect()
}

/// Joins letters in quotes, each once and at most [`LABELS_MAX`]; and counts the different ones.
pub(super) fn listed(mut letters: Vec<char>) -> (String, usize) {
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
