//! How a player decides: it plays in its mind what it is about to do, with the timing of its own hand and with hazards when it
//! believes them to be, and if that would kill it, what it could do instead. What it decides, its hand does after its delay.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use hairline_sim::ninja::Ninja;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::{FOCUS_TICKS_TO_START, RUN_SPEED, TICKS_PER_SECOND};

use super::follow::Follow;
use super::knowledge::Knowledge;
use super::moves::Move;
use super::node::Node;
use super::person::{Person, stream};
use super::tune::T;
use super::watch::{Believed, ClockError};
use super::way::Way;
use crate::hand::normal;
use crate::weapon::Killer;

/// Ticks that a player looks ahead, after what it decides begins.
const HORIZON_TICKS: u32 = 112;
/// The same when it leaves a rest: until the next one, but no farther.
const HORIZON_TICKS_MAX: u32 = 192;
/// Ticks for which a place to wait must be safe.
const WAIT_TICKS: u32 = 64;
/// By how many standard deviations of its error it takes the clocks to be off, in each trial of a move: it aims inside the window.
const DEVIATIONS: [f32; 3] = [0.0, 1.0, -1.0];
/// The standard deviation of the velocity that it takes the ninja to have, as a share.
const VELOCITY_ERROR: f32 = 0.05;
/// Ticks in which it comes to a wall nearby.
const TO_WALL_TICKS: u32 = 40;
/// The moves that are tried more than once.
const BEST_MOVES: usize = 3;
/// What a tick more to the exit costs.
const TICK_COST: f32 = 0.0001;
/// What dying at the last moment of the look-ahead is worth beside dying at once.
const LATER_DEATH: f32 = 0.2;
/// What it is worth if something would kill that the player does not expect: it seems well.
const SEEMS_WELL: f32 = 0.9;
/// What waiting is worth at first, and what each second of it costs.
const WAIT_WORTH: f32 = 0.9;
const IMPATIENCE: f32 = 0.12;
/// Square tiles from a way within which the player is on it, and from which on it is lost.
const ON_WAY: f32 = 1.0;
const LOST: f32 = 6.0;
/// What being lost is worth.
const LOST_WORTH: f32 = 0.15;
/// Square tiles from which on other parts of the ways are looked at.
const OFF_WAY: f32 = 1.5;

/// How a play in the mind ends.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    worth: f32,
    survives: bool,
    /// Whether it dies of an actor, which may be elsewhere at another time.
    by_actor: bool,
}

/// A player's mind, at one moment.
pub struct Mind<'a> {
    pub ways: &'a [Way],
    pub person: &'a Person,
    pub knowledge: &'a Knowledge,
    pub believed: &'a mut Believed,
    pub clocks: [Vec<ClockError>; 2],
    /// Seconds for which it has waited.
    pub waited: f32,
    /// Ticks that were played in the mind.
    pub played: &'a mut u64,
}

impl Mind<'_> {
    /// What to do from a moment on, after `delay` ticks in which the hand does as before. Changes `now` to what it seems to be.
    pub fn decide(&mut self, now: &mut Snapshot, follow: &Follow, delay: u32, seed: u64) -> Move {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(stream(seed, u64::MAX));
        now.resource_mut::<Ninja>().velocity *= 1.0 + T.vel * normal(&mut random);
        self.believed.simulation.restore(now);
        let node = Node::of(&self.believed.simulation);
        let (shift, difference) = follow.place(self.ways, &node);
        let shift = if follow.waits { shift } else { 0 };
        let mut go = Judged::new(Move::Go { shift, focus: false });
        let mut moves = vec![];
        if node.is_at_rest() && difference < OFF_WAY {
            // Stands at its way: it leaves if that seems safe whether the hazards are early or late.
            for _ in DEVIATIONS {
                self.try_out(&mut go, now, follow, delay, seed);
            }
            if !go.by_actor && go.survived > 0 {
                return go.choice;
            }
            let mut wait = Judged::new(Move::Wait);
            self.try_out(&mut wait, now, follow, delay, seed);
            if wait.is_sure() {
                let focus = Judged::new(Move::Go { shift, focus: true });
                moves.extend(self.may_focus().then_some(focus));
                for judged in &mut moves {
                    (0..DEVIATIONS.len()).for_each(|_| self.try_out(judged, now, follow, delay, seed));
                }
                moves.extend([wait, go]);
                return best(&moves);
            }
        } else {
            self.try_out(&mut go, now, follow, delay, seed);
            if go.is_sure() {
                return go.choice;
            }
        }
        moves.push(go);
        for choice in self.moves(&node, follow, shift, difference) {
            let mut judged = Judged::new(choice);
            self.try_out(&mut judged, now, follow, delay, seed);
            moves.push(judged);
        }
        // Stable: of equal moves the first, and going on before all others.
        moves.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        moves.truncate(BEST_MOVES);
        for judged in &mut moves {
            while judged.trials < DEVIATIONS.len() {
                self.try_out(judged, now, follow, delay, seed);
            }
        }
        best(&moves)
    }

    fn may_focus(&self) -> bool {
        let focus = &self.believed.simulation.run().focus;
        focus.meter >= 2 * FOCUS_TICKS_TO_START && !focus.active
    }

    /// What a player could do instead of going on.
    fn moves(&mut self, node: &Node, follow: &Follow, shift: i32, difference: f32) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.may_focus() {
            moves.push(Move::Go { shift, focus: true });
        }
        moves.extend([-4, 4, -9, 9].map(|by| Move::Go { shift: shift + by, focus: false }));
        let (left, right, jump) = (TickInput::LEFT, TickInput::RIGHT, TickInput::JUMP);
        let hold = |input: TickInput, ticks: u32| Move::Hold { input, ticks, waits: false };
        if node.is_grounded {
            moves.push(Move::Wait);
            moves.extend([left, right].map(|input| hold(input, 18)));
            moves.extend(self.shelters(node));
        } else {
            moves.extend([left, right, TickInput::NONE, left.with(jump), right.with(jump)].map(|input| hold(input, 8)));
            moves.extend([left, right].map(|input| hold(input, 20)));
        }
        for (way, tick, unlike) in nearest_of_all(self.ways, node) {
            let is_here = way == follow.way && tick.abs_diff(follow.cursor) < 48;
            if !is_here && (unlike < OFF_WAY || unlike < difference) {
                moves.push(Move::Join { way, tick });
            }
        }
        moves
    }

    /// How to go to where it could wait: the nearest rests of its ways at this height, and the walls on both sides.
    fn shelters(&self, node: &Node) -> Vec<Move> {
        let mut places: Vec<f32> = vec![];
        for way in self.ways {
            let rests = way.nodes.iter().step_by(4).filter(|other| other.is_at_rest());
            let near = rests.map(|other| other.position - node.position).filter(|by| by.y.abs() < 0.6);
            let near = near.map(|by| by.x).filter(|by| (0.4..8.0).contains(&by.abs()));
            for side in [-1.0, 1.0] {
                let nearest = near.clone().filter(|by| by * side > 0.0).min_by(|a, b| a.abs().total_cmp(&b.abs()));
                places.extend(nearest.filter(|by| places.iter().all(|other| (other - by).abs() > 0.8)));
            }
        }
        let go = |by: f32, ticks: u32| {
            Move::Hold { input: if by < 0.0 { TickInput::LEFT } else { TickInput::RIGHT }, ticks, waits: true }
        };
        let walks = places.into_iter().map(|by| go(by, (by.abs() / RUN_SPEED * TICKS_PER_SECOND as f32) as u32 + 3));
        walks.chain([-1.0, 1.0].map(|by| go(by, TO_WALL_TICKS))).collect()
    }

    /// The spread of its hand in ticks, where the ninja is in its mind.
    fn sigma(&self) -> f32 {
        self.person.sigma_ticks() * self.knowledge.unsteadiness(self.believed.simulation.ninja().position)
    }

    fn try_out(&mut self, judged: &mut Judged, now: &Snapshot, follow: &Follow, delay: u32, seed: u64) {
        // The same chance for every move, so that they are compared fairly.
        let random = Xoshiro256PlusPlus::seed_from_u64(stream(seed, judged.trials as u64));
        let [lasers, turrets] = &self.clocks;
        self.believed.set_clocks([lasers, turrets], T.dev * DEVIATIONS[judged.trials]);
        let outlook = self.imagine(now, follow.clone(), judged.choice, delay, random);
        judged.sum += outlook.worth;
        judged.trials += 1;
        judged.survived += usize::from(outlook.survives);
        judged.by_actor |= outlook.by_actor;
    }

    /// Plays a move in the mind.
    fn imagine(
        &mut self,
        now: &Snapshot,
        mut follow: Follow,
        choice: Move,
        delay: u32,
        mut random: Xoshiro256PlusPlus,
    ) -> Outlook {
        self.believed.simulation.restore(now);
        let mut until = delay + T.horizon;
        let mut tick = 0;
        while tick < until {
            if tick == delay {
                follow.make(self.ways, choice, self.sigma(), &mut random);
                let held = follow.hold.map_or(0, |(_, ticks)| ticks);
                until = delay + held + self.horizon(&follow, choice);
            }
            let sigma = self.sigma();
            let simulation = &mut self.believed.simulation;
            follow.rejoin_if_due(self.ways, simulation);
            follow.correct(self.ways, simulation);
            let input = follow.input(self.ways, sigma, simulation.run().focus.active, &mut random);
            simulation.tick(input);
            *self.played += 1;
            match simulation.run().phase {
                Phase::Running => {}
                Phase::Finished => return Outlook { worth: 1.0 - TICK_COST * tick as f32, survives: true, by_actor: false },
                Phase::Dead { .. } => {
                    let died = simulation.drain::<NinjaDied>().pop();
                    let killer = died.map(|died| Killer::of(&died.death));
                    let expected = killer.is_none_or(|killer| self.knowledge.expects(killer));
                    let by_actor = expected && killer.is_some_and(|killer| killer.actor().is_some());
                    let later = tick.saturating_sub(delay) as f32 / (until - delay) as f32;
                    let worth = if expected { LATER_DEATH * later } else { SEEMS_WELL };
                    return Outlook { worth, survives: !expected, by_actor };
                }
            }
            tick += 1;
        }
        if follow.waits {
            return Outlook { worth: T.wait - T.impatience * self.waited, survives: true, by_actor: false };
        }
        let node = Node::of(&self.believed.simulation);
        let (shift, mut difference) = follow.place(self.ways, &node);
        let mut left = self.ways[follow.way].end() as f32 - follow.cursor as f32 - shift as f32;
        if difference > OFF_WAY {
            for (way, tick, unlike) in nearest_of_all(self.ways, &node) {
                if unlike < difference {
                    (difference, left) = (unlike, (self.ways[way].end() - tick) as f32);
                }
            }
        }
        let lost = ((difference - ON_WAY) / (LOST - ON_WAY)).clamp(0.0, 1.0);
        let worth = 1.0 - lost * (1.0 - LOST_WORTH) - TICK_COST * (left + until as f32).min(1000.0);
        Outlook { worth, survives: difference < OFF_WAY, by_actor: false }
    }

    /// Ticks to look ahead from the beginning of a move.
    fn horizon(&self, follow: &Follow, choice: Move) -> u32 {
        match choice {
            _ if follow.waits => WAIT_TICKS,
            Move::Go { .. } if follow.hold.is_some() => {
                let to_rest = self.ways[follow.way].next_rest(follow.cursor) - follow.cursor;
                (to_rest as u32).clamp(T.horizon, HORIZON_TICKS_MAX)
            }
            _ => T.horizon,
        }
    }
}

/// A move, and how it went in the mind.
#[derive(Clone, Copy, Debug)]
struct Judged {
    choice: Move,
    sum: f32,
    trials: usize,
    survived: usize,
    by_actor: bool,
}

impl Judged {
    fn new(choice: Move) -> Self {
        Self { choice, sum: 0.0, trials: 0, survived: 0, by_actor: false }
    }

    fn mean(&self) -> f32 {
        self.sum / self.trials.max(1) as f32
    }

    fn is_sure(&self) -> bool {
        self.survived == self.trials
    }
}

/// The first of the best moves.
fn best(moves: &[Judged]) -> Move {
    let best = moves.iter().rev().max_by(|a, b| a.mean().total_cmp(&b.mean()));
    best.map_or(Move::Wait, |judged| judged.choice)
}

/// The tick of each way most like a moment, roughly, and how unlike it is, in square tiles.
pub fn nearest_of_all(ways: &[Way], node: &Node) -> impl Iterator<Item = (usize, usize, f32)> {
    ways.iter().enumerate().map(|(index, way)| {
        let (rough, _) = way.nearest(node, 0, way.end(), 6);
        let (tick, unlike) = way.nearest(node, rough.saturating_sub(5), rough + 5, 1);
        (index, tick, unlike)
    })
}
