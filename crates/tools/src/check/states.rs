//! What lies behind doors and beams of which each opens, but never when the ninja needs it: by a search over states.

use hairline_level::diagnostics::faults;
use hairline_level::{Condition, ExitOpens, Hold};

use super::unreachable::{Checked, Target, listed, words_of};
use crate::flood::Reached;
use crate::flood::states::{Goal, Relaxed, States};
use crate::logic::{BlockerClass, BlockerId};

/// What keeps the ninja from some targets.
#[derive(PartialEq)]
struct Cause {
    /// Whether it would be enough that what is raised for a time stayed raised.
    is_too_soon: bool,
    /// The blockers of which each, gone, would open the way.
    blockers: Vec<BlockerId>,
}

impl Checked<'_> {
    /// Warns of the targets, among those that a flood reached, to which no order of touches leads.
    pub fn warn_of_states(&mut self, targets: &[Target], all: &Reached) {
        let waits = self.level.exit_opens == ExitOpens::AfterAllShards;
        let goals = targets.iter().map(|target| Goal {
            places: target.at.clone(),
            reach: target.reach,
            is_last: waits && target.names[0] == "exit",
            is_shard: target.names[0] == "shard",
        });
        let goals: Vec<Goal> = goals.collect();
        let Some(states) = self.reachability.states(all, &goals) else { return };
        let Some(reached) = states.search(Relaxed::Nothing) else { return };
        let mut beyond: Vec<usize> = (0..targets.len()).filter(|&target| !reached[target]).collect();
        // An exit that waits for a shard follows from that.
        if beyond.iter().any(|&target| goals[target].is_shard) {
            beyond.retain(|&target| !goals[target].is_last);
        }
        if beyond.is_empty() {
            return;
        }
        let Some(causes) = causes(&states, &beyond) else { return };
        let mut told: Vec<&Cause> = vec![];
        for cause in &causes {
            if told.contains(&cause) {
                continue;
            }
            told.push(cause);
            let same = beyond.iter().zip(&causes).filter(|(_, other)| *other == cause);
            let same: Vec<Target> = same.map(|(&target, _)| targets[target].clone()).collect();
            self.warn_of_cause(&states, cause, &same);
        }
    }

    fn warn_of_cause(&mut self, states: &States, cause: &Cause, targets: &[Target]) {
        let letters = |checked: &Self, class: BlockerClass| {
            let of_class = cause.blockers.iter().filter(|id| id.class == class);
            listed(of_class.filter_map(|&id| Some(checked.actor(id)?.1.letter)).collect())
        };
        let (doors, door_count) = letters(self, BlockerClass::Door);
        let (lasers, laser_count) = letters(self, BlockerClass::Hazard);
        let named = if door_count == 1 { format!("door {doors}") } else { format!("doors {doors}") };
        let (fault, why) = match (cause.is_too_soon, laser_count, door_count) {
            (true, 0, 1) => (&faults::SHUTS_TOO_SOON, format!("{named} shuts before the ninja gets to it")),
            (true, ..) => (&faults::SHUTS_TOO_SOON, "what opens the way ends before the ninja gets there".to_owned()),
            (false, 0, 0) => (&faults::BEHIND_ITS_DOOR, "no order of switches and keys opens the way".to_owned()),
            (false, 0, 1) => (&faults::BEHIND_ITS_DOOR, format!("{named} is shut whenever the ninja gets to it")),
            (false, 0, _) => (&faults::BEHIND_ITS_DOOR, format!("{named} are never open for one run")),
            (false, _, 0) => {
                (&faults::BEAM_BARS_WAY, format!("the beam of {lasers} is lit whenever the ninja gets to it"))
            }
            (false, ..) => {
                (&faults::BEAM_BARS_WAY, format!("the beam of {lasers} is lit whenever {named} let it pass"))
            }
        };
        let help = if cause.is_too_soon { self.help_for_time(states) } else { self.help_for_order(states, cause) };
        let others: Vec<_> = cause.blockers.iter().filter_map(|&id| self.actor(id)).collect();
        let others = others.into_iter().map(|(name, place)| (place.span.clone(), format!("this {name}")));
        let others: Vec<_> = others.collect();
        self.warn(fault, (words_of(targets), &why), (targets, "the way here"), others, &help);
    }

    /// What raises a channel for a time.
    fn help_for_time(&self, states: &States) -> String {
        let asked = |channel| states.gates.iter().any(|gate| gate.opens.raised_channels().contains(&channel));
        let timed = self.logic.sources.iter().filter(|source| asked(source.channel));
        let timed = timed.filter_map(|source| match source.hold {
            Hold::While { longer } => {
                let (name, place) = self.actor(BlockerId { class: BlockerClass::Body, actor: Some(source.actor) })?;
                let channel = &self.level.channels[usize::from(source.channel.0)];
                Some(format!("{name} '{}' raises `{channel}` for {longer} s", place.letter))
            }
            Hold::ForGood | Hold::UntilNextTouch => None,
        });
        let timed: Vec<String> = timed.collect();
        format!("{}: give it more time, or put it nearer to what it opens", timed.join(", "))
    }

    /// When each of the blockers to blame is open.
    fn help_for_order(&self, states: &States, cause: &Cause) -> String {
        let blamed = states.gates.iter().filter(|gate| cause.blockers.contains(&gate.id));
        let opens = blamed.filter_map(|gate| {
            let (name, place) = self.actor(gate.id)?;
            let is_open = if gate.id.class == BlockerClass::Hazard { "is dark" } else { "is open" };
            Some(format!("{name} '{}' {is_open} while {}", place.letter, self.words_of_gate(&gate.opens, true)))
        });
        let opens: Vec<String> = opens.collect();
        let cure = "put a switch where it is still missing, or give one of them another channel";
        if opens.is_empty() { cure.to_owned() } else { format!("{}: {cure}", opens.join("; ")) }
    }

    /// A condition in words.
    fn words_of_gate(&self, condition: &Condition, is_outermost: bool) -> String {
        let joined = |parts: &[Condition], word: &str| {
            let parts: Vec<String> = parts.iter().map(|part| self.words_of_gate(part, false)).collect();
            if is_outermost { parts.join(word) } else { format!("({})", parts.join(word)) }
        };
        match condition {
            Condition::Raised(channel) => format!("`{}` is raised", self.level.channels[usize::from(channel.0)]),
            Condition::Lowered(channel) => format!("`{}` is lowered", self.level.channels[usize::from(channel.0)]),
            Condition::All(parts) => joined(parts, " and "),
            Condition::Any(parts) => joined(parts, " or "),
        }
    }
}

/// The cause for each of some goals that are out of reach.
fn causes(states: &States, beyond: &[usize]) -> Option<Vec<Cause>> {
    let patient = states.search(Relaxed::Time)?;
    let mut ids: Vec<BlockerId> = vec![];
    for gate in &states.gates {
        if !ids.contains(&gate.id) {
            ids.push(gate.id);
        }
    }
    let without: Option<Vec<(BlockerId, Vec<bool>)>> =
        ids.into_iter().map(|id| Some((id, states.search(Relaxed::Blocker(id))?))).collect();
    let without = without?;
    let cause = |&goal: &usize| Cause {
        is_too_soon: patient[goal],
        blockers: without.iter().filter(|(_, reached)| reached[goal]).map(|(id, _)| *id).collect(),
    };
    Some(beyond.iter().map(cause).collect())
}
