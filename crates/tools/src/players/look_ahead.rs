//! How a player decides: it plays in its mind what it is about to do, with the timing of its own hand, and if that would kill it,
//! what it could do instead. What it decides, its hand does after its delay.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use hairline_sim::Simulation;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::{FOCUS_TICKS_TO_START, RUN_SPEED, TICK, TICKS_PER_SECOND};

use super::cues::{MOTION_WAIT, Watch};
use super::follow::{Follow, Hand};
use super::knowledge::Knowledge;
use super::moves::{Move, Pause};
use super::node::Node;
use super::person::{Person, stream};
use super::way::Way;
use crate::weapon::Killer;

/// Ticks that a player looks ahead, after what it decides begins.
const HORIZON_TICKS: u32 = 112;
/// How often it plays in its mind what it is about to do; each other move at first; and the best of those.
const TRIALS: [u64; 3] = [2, 1, 3];
/// Ticks for which it may rest before it goes on.
const REST_TICKS: [u32; 14] = [16, 32, 48, 64, 88, 112, 144, 176, 216, 256, 304, 368, 440, 544];
/// The same, if it goes elsewhere to rest.
const REST_TICKS_ELSEWHERE: [u32; 6] = [12, 48, 96, 160, 240, 384];
/// Ticks in which it comes to a wall nearby.
const TO_WALL_TICKS: u32 = 40;
/// Ticks between two looks at the lasers.
const CUE_STRIDE: u32 = 4;
/// The moves that are looked at again.
const BEST_MOVES: usize = 3;
/// What a tick more to the exit costs.
const TICK_COST: f32 = 0.0003;
/// What dying at the last moment of the look-ahead is worth beside dying at once.
const LATER_DEATH: f32 = 0.2;
/// What it is worth if something would kill that the player does not expect: it seems well.
const SEEMS_WELL: f32 = 0.9;
/// Square tiles from a way within which the player is on it, and from which on it is lost.
const ON_WAY: f32 = 1.0;
const LOST: f32 = 6.0;
/// What being lost is worth.
const LOST_WORTH: f32 = 0.15;
/// With at least this worth, what it is about to do is good enough.
const GOOD_ENOUGH: f32 = 0.8;
/// Square tiles from which on other parts of the ways are looked at.
const OFF_WAY: f32 = 1.5;
/// How a play in the mind ends.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    worth: f32,
    survives: bool,
}

/// A player's mind, at one moment.
pub struct Mind<'a> {
    pub ways: &'a [Way],
    pub person: &'a Person,
    pub knowledge: &'a Knowledge,
    pub simulation: &'a mut Simulation,
    /// States at the ends of rests.
    pub waits: &'a mut Vec<Snapshot>,
    pub watch: &'a mut Watch,
    /// Ticks that were played in the mind.
    pub played: &'a mut u64,
}

impl Mind<'_> {
    /// What to do from a moment on, after `delay` ticks in which the hand does as before. The simulation is left anywhere.
    pub fn decide(&mut self, now: &Snapshot, follow: &Follow, delay: u32, seed: u64) -> Move {
        self.simulation.restore(now);
        let node = Node::of(self.simulation);
        let (shift, difference) = follow.place(self.ways, &node);
        let go = Move::Go { shift, focus: false };
        let mut judged = Judged { choice: go, sum: 0.0, trials: 0, survived: 0 };
        self.try_out(&mut judged, TRIALS[0], now, follow, delay, seed);
        if judged.survived == judged.trials
            && judged.mean() >= GOOD_ENOUGH - TICK_COST * self.ways[follow.way].end() as f32
        {
            return go;
        }
        let mut moves = vec![judged];
        for choice in self.moves(&node, follow, shift, difference) {
            let mut judged = Judged { choice, sum: 0.0, trials: 0, survived: 0 };
            self.try_out(&mut judged, TRIALS[1], now, follow, delay, seed);
            moves.push(judged);
        }
        if node.is_grounded {
            self.try_rests(Pause::hold(TickInput::NONE, 0), &REST_TICKS, &mut moves, now, follow, delay, seed);
        }
        if node.is_grounded || moves.iter().all(|judged| judged.survived == 0) {
            for pause in self.places_to_rest(&node) {
                self.try_rests(pause, &REST_TICKS_ELSEWHERE, &mut moves, now, follow, delay, seed);
            }
        }
        // Stable: of equal moves the first, and going on before all others.
        moves.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        moves.truncate(BEST_MOVES);
        for judged in &mut moves {
            self.try_out(judged, TRIALS[2], now, follow, delay, seed);
        }
        moves.iter().rev().max_by(|a, b| a.mean().total_cmp(&b.mean())).map_or(go, |judged| judged.choice)
    }

    /// What a player could do instead of going on, but for rests.
    fn moves(&self, node: &Node, follow: &Follow, shift: i32, difference: f32) -> Vec<Move> {
        let mut moves = Vec::new();
        let run = self.simulation.run();
        if run.focus.meter >= 2 * FOCUS_TICKS_TO_START && !run.focus.active {
            moves.push(Move::Go { shift, focus: true });
        }
        moves.extend([-4, 4, -9, 9].map(|by| Move::Go { shift: shift + by, focus: false }));
        let (left, right, jump) = (TickInput::LEFT, TickInput::RIGHT, TickInput::JUMP);
        let hold = |input: TickInput, ticks: u32| Move::Pause(Pause::hold(input, ticks));
        if node.is_grounded {
            moves.extend([left, right].map(|input| hold(input, 18)));
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

    /// How to go to where it could rest: the nearest rests of its way at this height, and the walls on both sides.
    fn places_to_rest(&self, node: &Node) -> Vec<Pause> {
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
        let hold = |by: f32, ticks: u32| Pause::hold(if by < 0.0 { TickInput::LEFT } else { TickInput::RIGHT }, ticks);
        let walks = places.into_iter().map(|by| hold(by, (by.abs() / RUN_SPEED * TICKS_PER_SECOND as f32) as u32 + 3));
        walks.chain([-1.0, 1.0].map(|by| hold(by, TO_WALL_TICKS))).collect()
    }

    /// Tries a pause with rests of several lengths after it. They begin alike, so that is played once.
    fn try_rests(
        &mut self,
        pause: Pause,
        rest_ticks: &[u32],
        moves: &mut Vec<Judged>,
        now: &Snapshot,
        follow: &Follow,
        delay: u32,
        seed: u64,
    ) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(stream(seed, 0));
        let mut follow = follow.clone();
        self.simulation.restore(now);
        let last = rest_ticks[rest_ticks.len() - 1];
        let mut branches = 0;
        let (mut cues, mut phases) = (Vec::new(), Vec::new());
        let mut waits = std::mem::take(self.waits);
        let mut follows = Vec::with_capacity(rest_ticks.len());
        for tick in 0..delay + pause.ticks + last {
            if tick == delay {
                follow.pause = Some(Pause { rest_ticks: last, ..pause });
            }
            if tick.is_multiple_of(CUE_STRIDE) {
                self.note_cues(&mut cues, &mut phases, tick);
            }
            let input = follow.input(self.ways, self.hand(), self.simulation.run().focus.active, &mut random);
            self.simulation.tick(input);
            *self.played += 1;
            if self.simulation.run().phase != Phase::Running {
                self.simulation.drain::<NinjaDied>();
                break;
            }
            if tick + 1 == delay + pause.ticks + rest_ticks[branches] {
                if waits.len() == branches {
                    waits.push(Snapshot::default());
                }
                self.simulation.save_into(&mut waits[branches]);
                let mut after = follow.clone();
                after.pause = None;
                follows.push((after, self.wait_now(&cues, tick)));
                branches += 1;
            }
        }
        for (branch, (after, wait)) in follows.into_iter().enumerate() {
            let rest_ticks = rest_ticks[branch];
            self.simulation.restore(&waits[branch]);
            let (shift, _) = after.place(self.ways, &Node::of(self.simulation));
            let random = Xoshiro256PlusPlus::seed_from_u64(stream(seed, 1));
            let mut after = after;
            after.join(
                self.ways,
                after.way,
                after.cursor.saturating_add_signed(shift as isize).min(self.ways[after.way].end()),
            );
            let late = Move::Pause(Pause { rest_ticks: 0, wait, ..Pause::rest(0) });
            let mut outlook = self.imagine(&waits[branch], after, late, 0, random);
            outlook.worth -= TICK_COST * (delay + pause.ticks + rest_ticks) as f32;
            let choice = Move::Pause(Pause { rest_ticks, wait, ..pause });
            moves.push(Judged { choice, sum: outlook.worth, trials: 1, survived: u32::from(outlook.survives) });
        }
        *self.waits = waits;
    }

    /// Notes when lasers began to charge, were lit or went out.
    fn note_cues(&mut self, cues: &mut Vec<u32>, phases: &mut Vec<u8>, tick: u32) {
        let mut changed = false;
        self.watch.lasers(self.simulation, |index, phase, _| {
            if phases.len() <= index {
                phases.resize(index + 1, phase);
            }
            changed |= std::mem::replace(&mut phases[index], phase) != phase;
        });
        if changed {
            cues.push(tick);
        }
    }

    /// Seconds from the last cue that came a reaction before this tick.
    fn wait_now(&self, cues: &[u32], tick: u32) -> f32 {
        let in_time = cues.iter().rev().find(|&&cue| cue + self.person.delay_ticks <= tick);
        // Without any, what moves all the time is the cue.
        in_time.map_or(MOTION_WAIT, |&cue| (tick - cue) as f32 * TICK)
    }

    fn hand(&self) -> Hand<'_> {
        let at = self.simulation.ninja().position;
        let sigma_ms = self.person.sigma_ms * self.knowledge.unsteadiness(at);
        Hand { sigma_ms, periods: self.knowledge.periods() }
    }

    fn try_out(&mut self, judged: &mut Judged, trials: u64, now: &Snapshot, follow: &Follow, delay: u32, seed: u64) {
        for _ in 0..trials {
            // The same chance for every move, so that they are compared fairly.
            let random = Xoshiro256PlusPlus::seed_from_u64(stream(seed, u64::from(judged.trials)));
            let outlook = self.imagine(now, follow.clone(), judged.choice, delay, random);
            judged.sum += outlook.worth;
            judged.trials += 1;
            judged.survived += u32::from(outlook.survives);
        }
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
        self.simulation.restore(now);
        let extra = if let Move::Pause(pause) = choice { pause.ticks + pause.rest_ticks } else { 0 };
        let until = delay + extra + HORIZON_TICKS;
        let mut next_place = delay + self.person.delay_ticks;
        for tick in 0..until {
            if tick == delay {
                follow.make(self.ways, choice, self.hand(), &mut random);
            } else if tick >= next_place && follow.pause.is_none() {
                let (shift, _) = follow.place(self.ways, &Node::of(self.simulation));
                follow.shift(self.ways, shift);
                next_place = tick + self.person.delay_ticks;
            }
            follow.rejoin_if_due(self.ways, self.simulation);
            let input = follow.input(self.ways, self.hand(), self.simulation.run().focus.active, &mut random);
            self.simulation.tick(input);
            *self.played += 1;
            match self.simulation.run().phase {
                Phase::Running => {}
                Phase::Finished => return Outlook { worth: 1.0 - TICK_COST * tick as f32, survives: true },
                Phase::Dead { .. } => {
                    let died = self.simulation.drain::<NinjaDied>().pop();
                    let expected = died.is_none_or(|died| self.knowledge.expects(Killer::of(&died.death)));
                    let left = self.ways[follow.way].end() - follow.cursor;
                    let later = (tick.saturating_sub(delay) as f32) / (extra + HORIZON_TICKS) as f32;
                    let worth = if expected { LATER_DEATH * later } else { SEEMS_WELL - TICK_COST * left as f32 };
                    return Outlook { worth, survives: !expected };
                }
            }
        }
        let node = Node::of(self.simulation);
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
        let worth = 1.0 - lost * (1.0 - LOST_WORTH) - TICK_COST * (left + until as f32);
        Outlook { worth, survives: difference < OFF_WAY }
    }
}

/// A move, and how it went in the mind.
#[derive(Clone, Copy, Debug)]
struct Judged {
    choice: Move,
    sum: f32,
    trials: u32,
    survived: u32,
}

impl Judged {
    fn mean(&self) -> f32 {
        self.sum / self.trials.max(1) as f32
    }
}

/// The tick of each way most like a moment, roughly, and how unlike it is, in square tiles.
pub fn nearest_of_all(ways: &[Way], node: &Node) -> impl Iterator<Item = (usize, usize, f32)> {
    ways.iter().enumerate().map(|(index, way)| {
        let (rough, _) = way.nearest(node, 0, way.end(), 6);
        let (tick, unlike) = way.nearest(node, rough.saturating_sub(5), rough + 5, 1);
        (index, tick, unlike)
    })
}
