//! One player at one level: try after try, until it finishes or gives up.

use std::collections::VecDeque;

use bevy_math::Vec2;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use bevy_math::ops;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICK, TICKS_PER_SECOND};

use super::follow::Follow;
use super::knowledge::{Knowledge, SEEN_SECONDS};
use super::look_ahead::{Mind, nearest_of_all};
use super::moves::Move;
use super::node::Node;
use super::person::{Person, stream};
use super::watch::{Believed, Watch};
use super::way::Way;
use crate::weapon::Killer;

/// Ticks between two looks at the hazards.
const LOOK_TICKS: u32 = 4;
/// Ticks between two decisions at least, in focus too.
const DECISION_TICKS_MIN: u32 = 18;
/// Seconds of real time without progress after which a player starts over, beside twice those of its way.
const STUCK_SECONDS: f32 = 5.0;
/// Ticks of a way that count as progress.
const PROGRESS_TICKS: usize = 16;
/// Seconds from the start of a try to the first press at most: at first, and once it knows the level.
const START_SECONDS: [f32; 2] = [0.7, 0.08];
/// How much a way's success counts when a player chooses one: at first, and once it knows the level.
const CHOICE: [f32; 2] = [2.0, 5.0];
/// Tries after which it does.
const TRIES_TO_KNOW: u32 = 3;
/// So many of the last deaths at one place, within these tiles, make a player look for another way, with this chance.
const DEATHS_AT_PLACE: usize = 3;
const PLACE_TILES: f32 = 2.0;
const CHANGES_WAY: f32 = 0.4;

/// A death in a session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeathSeen {
    pub at: Vec2,
    pub killer: Killer,
    /// Whether the player saw it coming: it was in sight and at work for 300 ms.
    pub was_fair: bool,
    /// Seconds of real time since the start of the try, or since the checkpoint.
    pub seconds_lost: f32,
}

/// How a session went.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Tries until the first finish, that one included; `None` if the player gave up.
    pub tries: Option<u32>,
    /// Ticks of the run that finished, as the game counts them.
    pub finish_ticks: u32,
    /// The same of its best run.
    pub best_ticks: Option<u32>,
    pub deaths: Vec<DeathSeen>,
    /// Times that it started over without a death.
    pub restarts: u32,
    /// Seconds of real time in play, and in focus.
    pub seconds: f32,
    pub focus_seconds: f32,
    /// Ticks that were simulated for it, in play and in its mind.
    pub simulated: u64,
    /// The inputs of a run that finished at the first try.
    pub inputs: Vec<TickInput>,
}

impl Session {
    /// Tries until the first finish, or all of them.
    pub fn tries_played(&self) -> u32 {
        self.tries.unwrap_or(self.deaths.len() as u32 + self.restarts)
    }
}

/// A simulation of one level, for one player after the other.
pub struct Desk<'l> {
    level: &'l Level,
    simulation: Simulation,
    watch: Watch,
    start: Snapshot,
    now: Snapshot,
    believed: Believed,
}

impl<'l> Desk<'l> {
    pub fn new(level: &'l Level) -> Self {
        let mut simulation = Simulation::new(level);
        let watch = Watch::new(&mut simulation);
        let start = simulation.save();
        Self { level, simulation, watch, start, now: Snapshot::default(), believed: Believed::new(level) }
    }

    /// Lets a player play until it finishes or gives up; on one of the ways only, if that is given.
    pub fn play(&mut self, ways: &[Way], person: &Person, only: Option<usize>) -> Session {
        self.simulation.restore(&self.start);
        self.simulation.drain::<NinjaDied>();
        Play::new(self, ways, person, only).run()
    }
}

/// A session in play.
struct Play<'a, 'l> {
    desk: &'a mut Desk<'l>,
    ways: &'a [Way],
    person: &'a Person,
    only: Option<usize>,
    knowledge: Knowledge,
    session: Session,
    random: Xoshiro256PlusPlus,
    follow: Follow,
    tries: u32,
    decisions: u64,
    /// Seconds of real time at the start of the try, and when it began to wait.
    began: f32,
    waits_since: f32,
    /// The farthest that it came on its way in this try, and when.
    farthest: (usize, f32),
    /// Where the ninja was, for as long as what kills must be in sight, with the time.
    trail: VecDeque<(f32, Vec2)>,
}

impl<'a, 'l> Play<'a, 'l> {
    fn new(desk: &'a mut Desk<'l>, ways: &'a [Way], person: &'a Person, only: Option<usize>) -> Self {
        let knowledge = Knowledge::new(desk.level, only.is_some());
        Self {
            desk,
            ways,
            person,
            only,
            knowledge,
            session: Session::default(),
            random: Xoshiro256PlusPlus::seed_from_u64(person.seed),
            follow: Follow::new(0),
            tries: 0,
            decisions: 0,
            began: 0.0,
            waits_since: 0.0,
            farthest: (0, 0.0),
            trail: VecDeque::new(),
        }
    }

    fn run(mut self) -> Session {
        while self.tries < self.person.limit {
            self.tries += 1;
            if !self.play_try() {
                continue;
            }
            let ticks = self.desk.simulation.run().ticks;
            if self.session.tries.is_none() {
                (self.session.tries, self.session.finish_ticks) = (Some(self.tries), ticks);
            }
            self.session.best_ticks = Some(self.session.best_ticks.map_or(ticks, |best| best.min(ticks)));
            if !self.person.plays_on {
                break;
            }
            self.idle(TickInput::RESTART.with(TickInput::DOWN));
        }
        self.session
    }

    /// Plays until the exit, a death or a restart; returns whether it was the exit.
    fn play_try(&mut self) -> bool {
        self.begin();
        let mut pending: Option<(u32, Move)> = None;
        let mut next_decision = 0;
        for tick in 0_u32.. {
            if tick.is_multiple_of(LOOK_TICKS) {
                let Desk { simulation, watch, .. } = &mut *self.desk;
                self.knowledge.look(simulation, watch, self.session.seconds, self.tries);
                self.remember_place();
            }
            if let Some((_, choice)) = pending.take_if(|(due, _)| *due <= tick) {
                self.follow.make(self.ways, choice, self.sigma(), &mut self.random);
            }
            if tick >= next_decision && pending.is_none() && self.follow.hold.is_none() {
                let delay = self.delay_ticks();
                pending = Some((tick + delay, self.decide(delay)));
                if std::env::var_os("TRACE2").is_some() {
                    eprintln!("try {} tick {tick} way {} cursor {} at {:?} {:?}", self.tries, self.follow.way, self.follow.cursor, self.desk.simulation.ninja().position, pending);
                }
                next_decision = tick + delay.max(DECISION_TICKS_MIN);
            }
            if !self.follow.waits {
                self.waits_since = self.session.seconds;
            }
            self.follow.rejoin_if_due(self.ways, &self.desk.simulation);
            self.follow.correct(self.ways, &self.desk.simulation);
            self.tick();
            match self.desk.simulation.run().phase {
                Phase::Finished => return true,
                Phase::Dead { .. } => {
                    self.note_death();
                    while self.desk.simulation.run().is_dead() {
                        self.idle(TickInput::NONE);
                    }
                    return false;
                }
                Phase::Running => {}
            }
            if self.is_stuck() {
                self.session.restarts += 1;
                if std::env::var_os("TRACE").is_some() {
                    eprintln!("stuck try {} way {} cursor {}/{} at {:?} waits {} after {:.1} s", self.tries, self.follow.way, self.follow.cursor, self.ways[self.follow.way].end(), self.desk.simulation.ninja().position, self.follow.waits, self.session.seconds - self.began);
                }
                self.idle(TickInput::RESTART);
                return false;
            }
        }
        false
    }

    /// At the start of a try: chooses a way, and where on it to begin.
    fn begin(&mut self) {
        self.knowledge.begin();
        self.trail.clear();
        self.began = self.session.seconds;
        self.farthest = (0, self.session.seconds);
        let way = self.choose_way();
        self.follow = Follow::new(way);
        let node = Node::of(&self.desk.simulation);
        if self.desk.simulation.checkpoint().is_some()
            && let Some((_, tick, _)) = nearest_of_all(self.ways, &node).find(|nearest| nearest.0 == way)
        {
            self.follow.join(self.ways, way, tick);
        }
        // Who knows the level holds the button before the try begins.
        let knows = self.only.is_some() || self.tries >= TRIES_TO_KNOW;
        let wait = START_SECONDS[usize::from(knows)] * self.random.random::<f32>();
        self.follow.hold = Some((TickInput::NONE, (wait * TICKS_PER_SECOND as f32) as u32));
        self.follow.waits = true;
    }

    fn choose_way(&mut self) -> usize {
        if let Some(only) = self.only {
            return only;
        }
        let is_first = self.tries == 1;
        let last: Vec<Vec2> = self.session.deaths.iter().rev().take(DEATHS_AT_PLACE).map(|death| death.at).collect();
        let at_place = last.len() == DEATHS_AT_PLACE && last.iter().all(|at| at.distance(last[0]) < PLACE_TILES);
        let changes = is_first || self.tries == TRIES_TO_KNOW || at_place && self.random.random::<f32>() < CHANGES_WAY;
        if !changes {
            return self.follow.way;
        }
        let knows = CHOICE[usize::from(self.tries >= TRIES_TO_KNOW)];
        let is_out = |way: usize| at_place && way == self.follow.way && self.ways.len() > 1;
        let weight = |(way, of): (usize, &Way)| if is_out(way) { 0.0 } else { ops::exp(knows * of.success) };
        let weights: Vec<f32> = self.ways.iter().enumerate().map(weight).collect();
        let mut left = self.random.random::<f32>() * weights.iter().sum::<f32>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        chosen.unwrap_or(self.follow.way)
    }

    fn decide(&mut self, delay: u32) -> Move {
        let Desk { simulation, now, believed, .. } = &mut *self.desk;
        simulation.save_into(now);
        self.decisions += 1;
        let seed = stream(self.person.seed ^ 0x5eed, self.decisions);
        let mut mind = Mind {
            ways: self.ways,
            person: self.person,
            knowledge: &self.knowledge,
            believed,
            clocks: self.knowledge.clock_errors(self.person, self.session.seconds),
            waited: self.session.seconds - self.waits_since,
            played: &mut self.session.simulated,
        };
        mind.decide(now, &self.follow, delay, seed)
    }

    fn delay_ticks(&self) -> u32 {
        let delay = self.person.delay_ticks;
        let is_slow = self.desk.simulation.run().focus.active;
        if is_slow { (delay as f32 * FOCUS_TIME_SCALE).ceil() as u32 } else { delay }
    }

    /// The spread of the hand in ticks, here and now.
    fn sigma(&self) -> f32 {
        self.person.sigma_ticks() * self.knowledge.unsteadiness(self.desk.simulation.ninja().position)
    }

    /// One tick in play.
    fn tick(&mut self) {
        let sigma = self.sigma();
        let simulation = &mut self.desk.simulation;
        let input = self.follow.input(self.ways, sigma, simulation.run().focus.active, &mut self.random);
        if self.tries == 1 {
            self.session.inputs.push(input);
        }
        self.idle(input);
        let now = self.session.seconds;
        if self.follow.cursor > self.farthest.0 + PROGRESS_TICKS {
            self.farthest = (self.follow.cursor, now);
        }
    }

    /// One tick with these buttons.
    fn idle(&mut self, input: TickInput) {
        let simulation = &mut self.desk.simulation;
        simulation.tick(input);
        self.session.simulated += 1;
        let is_slow = simulation.run().focus.active;
        let seconds = if is_slow { TICK / FOCUS_TIME_SCALE } else { TICK };
        self.session.seconds += seconds;
        if is_slow {
            self.session.focus_seconds += seconds;
        }
    }

    fn is_stuck(&self) -> bool {
        let way = self.ways[self.follow.way].end() as f32 * TICK;
        let now = self.session.seconds;
        now - self.farthest.1 > if self.follow.waits { 2.0 * STUCK_SECONDS } else { STUCK_SECONDS } || now - self.began > 3.0 * way + 2.0 * STUCK_SECONDS
    }

    fn remember_place(&mut self) {
        let now = self.session.seconds;
        self.trail.push_back((now, self.desk.simulation.ninja().position));
        while self.trail.len() > 2 && now - self.trail[1].0 > SEEN_SECONDS {
            self.trail.pop_front();
        }
    }

    fn note_death(&mut self) {
        let Some(died) = self.desk.simulation.drain::<NinjaDied>().pop() else { return };
        let killer = Killer::of(&died.death);
        let now = self.session.seconds;
        let at = died.death.at.unwrap_or(died.position);
        let before = self.trail.front().map_or(died.position, |&(_, at)| at);
        let flown = match killer.actor() {
            Some(("turret", index)) => self.desk.watch.flight_seconds(&self.desk.simulation, index, at),
            _ => None,
        };
        let was_fair = self.knowledge.saw_coming(killer, now, at, before, flown);
        self.session.deaths.push(DeathSeen { at: died.position, killer, was_fair, seconds_lost: now - self.began });
        self.knowledge.die_of(killer);
    }
}
