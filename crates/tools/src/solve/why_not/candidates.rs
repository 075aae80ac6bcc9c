//! Which changes are worth a trial, and in what order: the smaller a change, and the more of the tries it concerns, the earlier.

use bevy_math::{IVec2, Vec2};

use hairline_geometry::tile::TileShape;
use hairline_level::{
    ActorKind, Condition, CrumbleSettings, Hold, Inspection, Level, MoverSettings, MoverSurface, SpringSettings,
    Trigger, VaneSettings,
};

use super::barrier::{Barrier, Ledges};
use super::change::{Change, gate_of, held_seconds};
use crate::logic::{BlockerClass, LevelLogic};
use crate::solve::Attempt;
use crate::solve::tally::Ends;
use crate::weapon::{ActorId, Killer};

/// The most changes that are tried.
const CHANGES_MAX: usize = 32;
/// The share of the tries that a killer must have killed to count as the cause, or as one of several.
const CAUSE: f32 = 0.4;
const PART: f32 = 0.05;
/// Tiles from the place nearest to the exit within which a spring is likely to be what is too weak.
const SPRING_TILES: f32 = 10.0;
/// Tiles from there within which a crumble or a mover carries the ninja on its way.
const BRIDGE_TILES: f32 = 20.0;
/// Spikes side by side that may have been set by mistake.
const SPIKES_FEW: i32 = 8;

/// A level without a run, and what is known of it.
pub(super) struct Case<'a> {
    pub inspection: &'a Inspection,
    pub level: &'a Level,
    pub logic: &'a LevelLogic,
    pub attempt: &'a Attempt,
    /// What became of the tries around the place nearest to the exit.
    pub ends: &'a Ends,
    pub barrier: Option<Barrier>,
}

/// Changes with their weights, the sum of how large a change is and how far it is from the cause.
struct Weighed(Vec<(u32, Change)>);

impl Weighed {
    fn add(&mut self, weight: u32, change: Change) {
        match self.0.iter_mut().find(|(_, known)| *known == change) {
            Some((known, _)) => *known = weight.min(*known),
            None => self.0.push((weight, change)),
        }
    }
}

/// The changes worth a trial, the most promising first.
pub(super) fn all(case: &Case) -> Vec<Change> {
    let mut weighed = Weighed(vec![]);
    case.add_killers(&mut weighed);
    case.add_listeners(&mut weighed);
    case.add_tiles(&mut weighed);
    case.add_bridges(&mut weighed);
    for (index, vane) in case.level.actors::<VaneSettings>().iter().enumerate() {
        // Half a step is a step too: as many of them make a whole turn.
        let id = (VaneSettings::KIND.names[0], index);
        weighed.add(2, Change::TurnsBy(id, vane.turn_by / 2.0));
        weighed.add(3, Change::TurnsBy(id, vane.turn_by * 2.0));
        case.add_gate(id, 1, &mut weighed);
    }
    for (index, spring) in case.level.actors::<SpringSettings>().iter().enumerate() {
        let far = if spring.position.distance(case.attempt.position) <= SPRING_TILES { 0 } else { 2 };
        let id = (SpringSettings::KIND.names[0], index);
        weighed.add(1 + far, Change::Stronger(id, 1.25));
        weighed.add(2 + far, Change::Stronger(id, 1.6));
        weighed.add(2 + far, Change::ThrowsUp(id));
        weighed.add(2 + far, Change::Ungated(id));
        case.add_gate(id, far, &mut weighed);
    }
    weighed.add(3, Change::Focus);
    let is_target = |shard: &Vec2| *shard == case.attempt.target;
    if let Some(shard) = case.level.shards.iter().position(is_target) {
        weighed.add(5, Change::WithoutShard(shard));
    }
    weighed.0.sort_by_key(|(weight, _)| *weight);
    weighed.0.into_iter().map(|(_, change)| change).take(CHANGES_MAX).collect()
}

impl Case<'_> {
    /// The share of the tries near the exit that something killed.
    fn share(&self, is_meant: impl Fn(Killer) -> bool) -> f32 {
        let deaths: u64 =
            self.ends.deaths.iter().filter(|deaths| is_meant(deaths.killer)).map(|deaths| deaths.count).sum();
        deaths as f32 / self.ends.tries.max(1) as f32
    }

    /// Slower hazards, and fewer of them.
    fn add_killers(&self, weighed: &mut Weighed) {
        let everywhere = self.attempt.tally.everywhere();
        let killers = self.ends.deaths.iter().chain(&everywhere.deaths);
        for killer in killers.filter_map(|deaths| deaths.killer.actor()) {
            let group = self.group(killer);
            let share = self.share(|other| other.actor().is_some_and(|actor| group.contains(&actor)));
            let far = if share >= CAUSE {
                0
            } else if share >= PART {
                1
            } else {
                3
            };
            weighed.add(1 + far, Change::HalfAsFast(group.clone()));
            weighed.add(4 + far, Change::Without(group));
            self.add_gate(killer, far, weighed);
        }
    }

    /// Doors that open longer, later or always.
    fn add_listeners(&self, weighed: &mut Weighed) {
        for door in self.logic.blockers.iter().filter(|blocker| blocker.id.class == BlockerClass::Door) {
            let Some(actor) = door.id.actor.map(|actor| &self.logic.actors[actor]) else { continue };
            let id = (actor.kind, actor.index);
            let far = if self.barrier == Some(Barrier::Body(id)) { 0 } else { 2 };
            self.add_gate(id, far, weighed);
            weighed.add(5 + far, Change::Without(self.group(id)));
        }
        if let Some(Barrier::Body(body)) = self.barrier {
            weighed.add(2, Change::HalfAsFast(self.group(body)));
            weighed.add(5, Change::Without(self.group(body)));
        }
    }

    /// What lets the gate of a listener be open at another time.
    fn add_gate(&self, listener: ActorId, far: u32, weighed: &mut Weighed) {
        let Some(gate) = gate_of(self.level, listener) else { return };
        let condition = gate.condition(&self.level.conditions);
        let mut channels = vec![];
        condition.for_each_channel(&mut |channel, raised| channels.push((channel, raised)));
        for source in &self.logic.sources {
            let Some(&(_, raised)) = channels.iter().find(|(channel, _)| *channel == source.channel) else { continue };
            let actor = &self.logic.actors[source.actor];
            let id = (actor.kind, actor.index);
            if raised && held_seconds(self.level, id).is_some() {
                weighed.add(1 + far, Change::Longer(id, f32::INFINITY));
            }
            weighed.add(2 + far, Change::LetsGo(id));
            if source.hold == Hold::UntilNextTouch {
                weighed.add(2 + far, Change::Toggled(listener));
            }
            let sees = actor.declared.source.as_ref().is_some_and(|source| matches!(source.trigger, Trigger::Sight(_)));
            if sees {
                weighed.add(1 + far, Change::HalfAsFast(self.group(id)));
                weighed.add(4 + far, Change::Without(self.group(id)));
            }
        }
        let timed = self.logic.sources.iter().filter(|source| channels.contains(&(source.channel, true)));
        let timed = timed.map(|source| (self.logic.actors[source.actor].kind, self.logic.actors[source.actor].index));
        let timed: Vec<ActorId> = timed.filter(|&id| held_seconds(self.level, id).is_some()).collect();
        if timed.len() > 1 {
            weighed.add(2 + far, Change::AllLonger(timed));
        }
        if let Condition::All(parts) = &condition {
            (0..parts.len()).for_each(|part| weighed.add(3 + far, Change::WithoutPart(listener, part)));
        }
    }

    /// What carries the ninja: for longer, farther, or again.
    fn add_bridges(&self, weighed: &mut Weighed) {
        let far = |at: Vec2| if at.distance(self.attempt.position) <= BRIDGE_TILES { 0 } else { 2 };
        for (index, crumble) in self.level.actors::<CrumbleSettings>().iter().enumerate() {
            let (id, far) = ((CrumbleSettings::KIND.names[0], index), far(crumble.position));
            weighed.add(1 + far, Change::Longer(id, f32::INFINITY));
            weighed.add(4 + far, Change::Without(vec![id]));
        }
        for (index, mover) in self.level.actors::<MoverSettings>().iter().enumerate() {
            let id = (MoverSettings::KIND.names[0], index);
            if matches!(mover.surface, MoverSurface::Bumper { when: Some(_), .. }) {
                let far = far(mover.position);
                weighed.add(2 + far, Change::Ungated(id));
                self.add_gate(id, far, weighed);
            }
            let Some(path) = &mover.path else { continue };
            let nearest = |a: &Vec2, b: &Vec2| far(*a).cmp(&far(*b));
            let far = path.points.iter().copied().min_by(nearest).map_or(2, far);
            if path.timing.once {
                weighed.add(1 + far, Change::Returns(id));
            }
            if path.timing.when.is_some() {
                weighed.add(2 + far, Change::Ungated(id));
                self.add_gate(id, far, weighed);
            }
            weighed.add(2 + far, Change::Farther(id, 1.5));
            weighed.add(3 + far, Change::Farther(id, 2.5));
        }
    }

    /// A tile to stand on, or one less in the way.
    fn add_tiles(&self, weighed: &mut Weighed) {
        let share = self.share(|killer| killer.actor().is_none());
        let far = if share >= CAUSE {
            0
        } else if share >= PART {
            1
        } else {
            2
        };
        let mut solid = |far, at: IVec2| weighed.add(2 + far, Change::Tile(at, TileShape::Solid));
        match self.barrier {
            Some(Barrier::Gap(Ledges { near, far: beyond }, _)) => {
                let (side, ground) = ((beyond.x - near.x).signum(), near.y.min(beyond.y) - 1);
                solid(far, IVec2::new(near.x.midpoint(beyond.x), ground));
                solid(far + 1, IVec2::new(beyond.x - side, beyond.y - 1));
                solid(far + 1, IVec2::new(near.x + side, near.y - 1));
            }
            Some(Barrier::Height(Ledges { near, far: beyond })) => {
                let ledge = |side: i32| self.edge(beyond, side);
                for (edge, side) in [-1, 1].map(|side| (ledge(side), side)) {
                    solid(0, IVec2::new(edge.x + 2 * side, near.y));
                    solid(1, IVec2::new(edge.x + 2 * side, near.y + 1));
                    solid(1, IVec2::new(edge.x + 3 * side, near.y + 2));
                }
                let [left, right] = [-1, 1].map(ledge);
                weighed.add(3, Change::Tile(left - IVec2::Y, TileShape::Empty));
                weighed.add(3, Change::Tile(right - IVec2::Y, TileShape::Empty));
            }
            _ => {}
        }
        for deaths in self.ends.deaths.iter().filter(|deaths| deaths.killer.actor().is_none()) {
            let around = [IVec2::ZERO, IVec2::NEG_Y, IVec2::Y, IVec2::NEG_X, IVec2::X].map(|side| deaths.cell + side);
            let is_spikes = |cell: &IVec2| self.level.terrain.tile(*cell) == TileShape::Spikes;
            for cell in around.into_iter().filter(is_spikes).take(2) {
                weighed.add(2 + far, Change::Tile(cell, TileShape::Empty));
                let beside =
                    |side: i32| (1..).take_while(move |&aside| is_spikes(&(cell + IVec2::new(side * aside, 0))));
                let (left, right) = (beside(-1).count() as i32, beside(1).count() as i32);
                if left + right > 0 {
                    let first = cell - IVec2::new(left, 0);
                    let count = left + right + 1;
                    // A long row of spikes is rarely a mistake.
                    let many = if count > SPIKES_FEW { 2 } else { 0 };
                    weighed.add(3 + far + many, Change::WithoutSpikes(first, count));
                }
            }
        }
    }

    /// The last cell of a ledge to one side.
    fn edge(&self, cell: IVec2, side: i32) -> IVec2 {
        let terrain = &self.level.terrain;
        let holds = |at: IVec2| {
            let below = terrain.tile(at - IVec2::Y);
            !terrain.tile(at).stops_bodies() && (below.stops_bodies() || below == TileShape::OneWay)
        };
        let cells = (0..terrain.size().x as i32).map(|aside| cell + IVec2::new(side * aside, 0));
        cells.take_while(|&at| terrain.contains_cell(at) && holds(at)).last().unwrap_or(cell)
    }

    /// The actors of the same letter as one: a file sets them together.
    fn group(&self, (kind, index): ActorId) -> Vec<ActorId> {
        let letter = |index| self.inspection.places.actor_named(kind, index).map(|place| place.letter);
        let Some(own) = letter(index) else { return vec![(kind, index)] };
        let letters = (0..).map_while(letter).enumerate();
        letters.filter(|&(_, letter)| letter == own).map(|(index, _)| (kind, index)).collect()
    }
}
