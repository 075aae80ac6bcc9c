//! One player at one level: try after try, until it finishes or gives up.
//!
//! It follows a way that it knows, with a hand that misses. From anchor to anchor it corrects what it sees: near enough to its way it
//! is on it again, too far from it it goes back, or starts over.

use std::collections::VecDeque;

use bevy_math::{Vec2, ops};
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::Phase;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, TICK, TICKS_PER_SECOND};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::follow::{Follow, NEAR};
use super::knowledge::{Knowledge, SEEN_SECONDS};
use super::node::Node;
use super::person::Person;
use super::watch::{Clocks, Watch};
use super::way::{Section, Way};
use crate::weapon::Killer;

/// Ticks between two looks at the hazards.
const LOOK_TICKS: u32 = 4;
/// Ticks by which it may come later to an anchor than its way before it has lost it.
const GRACE_TICKS: usize = 96;
/// Ticks between two changes of what it believes of the clocks.
const BELIEF_TICKS: usize = 16;
/// Square tiles within which a place of its way is where it has got to.
const SAME_PLACE: f32 = 3.0;
/// How often it goes back in a try before it starts over.
const GOES_BACK: u32 = 10;
/// Tiles a second at which a player walks back to its way.
const WALK_SPEED: f32 = 4.0;
/// Exponents of a way's time in its weight when a player chooses one: at first, and once it knows the level.
const CHOICE: [f32; 2] = [4.0, 5.0];
/// Seconds that a failure is worth beyond those that it loses, on the first try at a place.
pub const FAILURE_SECONDS: f32 = 3.0;
/// By which share of that it is worth more after each further try there.
const FAILURE_GROWTH: f32 = 0.5;
/// The exponent of a way's speed for a player that plays for time.
const PACE: f32 = 6.0;
/// Tries after which a player knows the level.
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
    /// Whether the player saw it coming: it was in sight for 300 ms, at work or known to come to work.
    pub was_fair: bool,
    /// Seconds of real time since the start of the try, or since the last checkpoint reached in it.
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
    /// Ticks that were simulated for it.
    pub simulated: u64,
}

/// How one try at a section of a way went.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// Whether the pilot came to the next section or the exit.
    pub passes: bool,
    /// The tick of the way to which it came.
    pub reached: usize,
    /// Seconds of real time in play.
    pub seconds: f32,
    /// Ticks that were simulated for it.
    pub simulated: u64,
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
    clocks: Clocks,
}

impl<'l> Desk<'l> {
    pub fn new(level: &'l Level) -> Self {
        let mut simulation = Simulation::new(level);
        let watch = Watch::new(&mut simulation);
        let clocks = Clocks::new(&mut simulation);
        Self { level, simulation, watch, clocks }
    }

    /// Lets a player play until it finishes or gives up.
    pub fn play(&mut self, ways: &[Way], person: &Person) -> Session {
        self.simulation.drain::<NinjaDied>();
        Play::new(self, ways, person).run()
    }

    /// Lets a pilot try a section of a way once.
    pub fn fly(&mut self, way: &Way, pilot: &Person, section: &Section) -> Flight {
        self.simulation.drain::<NinjaDied>();
        let mut play = Play::new(self, std::slice::from_ref(way), pilot);
        let passes = play.play_try(section.first, section.end).is_none();
        let Session { seconds, simulated, .. } = play.session;
        Flight { passes, reached: play.follow.cursor, seconds, simulated }
    }
}

/// How a stretch of a way went.
enum Stretch {
    /// It came to the next anchor.
    Reached,
    Finished,
    Died,
    /// It is alive, and off its way.
    Lost,
}

/// A session in play.
struct Play<'a, 'l> {
    desk: &'a mut Desk<'l>,
    ways: &'a [Way],
    person: &'a Person,
    knowledge: Knowledge,
    session: Session,
    random: Xoshiro256PlusPlus,
    follow: Follow,
    tries: u32,
    /// Ticks of its run as the game counts them.
    ticks: u32,
    /// Seconds of real time in play at the start of the try, or at the last checkpoint reached in it.
    began: f32,
    /// Deaths before it came to its last checkpoint or changed its way.
    deaths_before: usize,
    /// Where the ninja was, for as long as what kills must be in sight, with the time.
    trail: VecDeque<(f32, Vec2)>,
}

impl<'a, 'l> Play<'a, 'l> {
    fn new(desk: &'a mut Desk<'l>, ways: &'a [Way], person: &'a Person) -> Self {
        let knowledge = Knowledge::new(desk.level, person.is_at_home);
        Self {
            desk,
            ways,
            person,
            knowledge,
            session: Session::default(),
            random: Xoshiro256PlusPlus::seed_from_u64(person.seed),
            follow: Follow::new(0),
            tries: 0,
            ticks: 0,
            began: 0.0,
            deaths_before: 0,
            trail: VecDeque::new(),
        }
    }

    fn run(mut self) -> Session {
        // The anchor at which the next try begins.
        let mut anchor = 0;
        // Tries at this place: whoever gets on goes on.
        let mut tries_here = 0;
        while tries_here < self.person.limit {
            (self.tries, tries_here) = (self.tries + 1, tries_here + 1);
            anchor = self.choose_way(anchor, tries_here);
            match self.play_try(anchor, None) {
                Some(checkpoint) => {
                    if checkpoint != anchor {
                        self.deaths_before = self.session.deaths.len();
                        tries_here = if self.person.plays_on { tries_here } else { 0 };
                    }
                    anchor = checkpoint;
                }
                None => {
                    if self.session.tries.is_none() {
                        (self.session.tries, self.session.finish_ticks) = (Some(self.tries), self.ticks);
                    }
                    self.session.best_ticks =
                        Some(self.session.best_ticks.map_or(self.ticks, |best| best.min(self.ticks)));
                    if !self.person.plays_on {
                        break;
                    }
                    anchor = 0;
                }
            }
        }
        self.session
    }

    /// Plays from an anchor until a death, a restart, the exit or the anchor `until`. Returns the anchor of the next try, or `None` at
    /// the exit or at `until`.
    fn play_try(&mut self, mut anchor: usize, until: Option<usize>) -> Option<usize> {
        self.knowledge.begin(self.session.seconds);
        self.trail.clear();
        self.began = self.session.seconds;
        if anchor == 0 {
            self.ticks = 0;
            self.follow = Follow::new(self.follow.way);
        }
        let mut goes_back = 0;
        while Some(anchor) != until {
            let anchors = &self.ways[self.follow.way].anchors;
            let checkpoint = anchors[anchor].checkpoint.unwrap_or(0);
            match self.play_stretch(anchor) {
                Stretch::Reached => {
                    anchor += 1;
                    // An anchor that is its own checkpoint is the first after a flag: a death from here on leads back to it.
                    if anchors[anchor].checkpoint == Some(anchor) {
                        self.began = self.session.seconds;
                    }
                }
                Stretch::Finished => return None,
                Stretch::Died => {
                    self.note_death();
                    return Some(checkpoint);
                }
                Stretch::Lost => {
                    goes_back += 1;
                    if goes_back > GOES_BACK {
                        self.session.restarts += 1;
                        return Some(checkpoint);
                    }
                    // Where its way does not pass, it walks back to where it left it.
                    anchor = self.place_behind(anchor).unwrap_or_else(|| {
                        let way = &self.ways[self.follow.way];
                        let left = way.nodes[way.anchors[anchor].tick].position;
                        let walk = left.distance(self.desk.simulation.ninja().position) / WALK_SPEED;
                        self.session.seconds += walk;
                        self.ticks += (walk * TICKS_PER_SECOND as f32) as u32;
                        anchor
                    });
                }
            }
        }
        None
    }

    fn play_stretch(&mut self, anchor: usize) -> Stretch {
        let way = &self.ways[self.follow.way];
        let simulation = &mut self.desk.simulation;
        simulation.restore(&way.anchors[anchor].state);
        simulation.drain::<NinjaDied>();
        let sigma = self.sigma();
        let in_focus = self.desk.simulation.run().focus.active;
        self.follow.go_on(self.ways, way.anchors[anchor].tick, sigma, in_focus, &mut self.random);
        let next = way.anchors.get(anchor + 1).map_or(way.end(), |next| next.tick);
        let is_last = anchor + 1 == way.anchors.len();
        let ticks = next - way.anchors[anchor].tick;
        for tick in 0..ticks + GRACE_TICKS {
            if tick.is_multiple_of(BELIEF_TICKS) {
                let Desk { simulation, clocks, .. } = &mut *self.desk;
                let in_focus = simulation.run().focus.active;
                clocks.set(
                    simulation,
                    self.knowledge.clock_errors(
                        self.person,
                        self.session.seconds,
                        simulation.ninja().position,
                        in_focus,
                    ),
                );
            }
            self.follow.correct(self.ways, &self.desk.simulation);
            self.tick();
            // Look after the tick: a restored state has no beams, so those of the last tick played would be seen.
            if (tick as u32).is_multiple_of(LOOK_TICKS) {
                let Desk { simulation, watch, .. } = &mut *self.desk;
                self.knowledge.look(simulation, watch, self.session.seconds, self.tries);
                self.remember_place();
            }
            match self.desk.simulation.run().phase {
                Phase::Finished => return Stretch::Finished,
                Phase::Dead { .. } => return Stretch::Died,
                Phase::Running => {}
            }
            if !is_last && self.follow.cursor >= next {
                let (_, difference) = self.follow.place(self.ways, &Node::of(&self.desk.simulation));
                if difference < NEAR {
                    return Stretch::Reached;
                }
            }
        }
        Stretch::Lost
    }

    /// The anchor before the place of its way that is most like where it is, if it has passed there.
    fn place_behind(&self, anchor: usize) -> Option<usize> {
        let way = &self.ways[self.follow.way];
        let node = Node::of(&self.desk.simulation);
        let (tick, difference) = way.nearest(&node, 0, way.anchors[anchor].tick, 2);
        let behind = way.anchors.partition_point(|anchor| anchor.tick <= tick).max(1) - 1;
        (difference < SAME_PLACE && way.anchors[behind].checkpoint == way.anchors[anchor].checkpoint).then_some(behind)
    }

    /// Chooses how to go on from the start of a section: on the same way, or on another with a section that begins like it. Returns the
    /// anchor there. The more tries at a place, the more failures count.
    fn choose_way(&mut self, anchor: usize, tries_here: u32) -> usize {
        let (ways, own) = (self.ways, &self.ways[self.follow.way]);
        let from = &own.sections[own.section_at(anchor)];
        let starts = ways.iter().map(|way| way.sections.iter().position(|section| section.begins_like(from)));
        let starts: Vec<(usize, usize)> = starts.enumerate().filter_map(|(way, start)| Some((way, start?))).collect();
        let deaths = &self.session.deaths[self.deaths_before..];
        let last: Vec<Vec2> = deaths.iter().rev().take(DEATHS_AT_PLACE).map(|death| death.at).collect();
        let at_place = last.len() == DEATHS_AT_PLACE && last.iter().all(|at| at.distance(last[0]) < PLACE_TILES);
        let knows = self.tries >= TRIES_TO_KNOW;
        let for_time = self.session.tries.is_some() && anchor == 0;
        let changes = for_time
            || self.tries == 1
            || self.tries == TRIES_TO_KNOW
            || at_place && self.random.random::<f32>() < CHANGES_WAY;
        if !changes {
            return anchor;
        }
        let weight = |&(way, start): &(usize, usize)| {
            if for_time {
                // The faster and the surer, the likelier.
                ops::powf(ways[way].end() as f32, -PACE) / ways[way].seconds_from(0, true, 0.0)
            } else if at_place && way == self.follow.way && starts.len() > 1 {
                0.0
            } else {
                let failure = FAILURE_SECONDS * (1.0 + (tries_here - 1) as f32 * FAILURE_GROWTH);
                ops::powf(ways[way].seconds_from(start, knows, failure), -CHOICE[usize::from(knows)])
            }
        };
        let weights: Vec<f32> = starts.iter().map(weight).collect();
        let (way, start) = starts[weighted_index(&weights, &mut self.random)];
        if way == self.follow.way {
            return anchor;
        }
        self.deaths_before = self.session.deaths.len();
        self.follow = Follow::new(way);
        ways[way].sections[start].first
    }

    /// The spread of the hand in ticks, here and now.
    fn sigma(&self) -> f32 {
        self.person.sigma_ticks() * self.knowledge.unsteadiness(self.desk.simulation.ninja().position)
    }

    /// Plays one tick, and counts it.
    fn tick(&mut self) {
        let sigma = self.sigma();
        let simulation = &mut self.desk.simulation;
        let input = self.follow.input(self.ways, sigma, simulation.run().focus.active, &mut self.random);
        simulation.tick(input);
        self.session.simulated += 1;
        self.ticks += 1;
        let is_slow = simulation.run().focus.active;
        let seconds = if is_slow { TICK / FOCUS_TIME_SCALE } else { TICK };
        self.session.seconds += seconds;
        if is_slow {
            self.session.focus_seconds += seconds;
        }
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
    }
}

/// Draws an index with a probability in proportion to its weight.
pub(super) fn weighted_index(weights: &[f32], random: &mut Xoshiro256PlusPlus) -> usize {
    let mut left = random.random::<f32>() * weights.iter().sum::<f32>();
    let drawn = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // Rounding may leave a rest.
    drawn.or_else(|| weights.iter().rposition(|&weight| weight > 0.0)).unwrap_or(0)
}
