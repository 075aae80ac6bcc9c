//! What one player knows of a level: which hazards it has seen at work, and which passages it has practiced.

use bevy_math::bounding::Aabb2d;
use bevy_math::{IVec2, Vec2, ops};

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::tuning::{FOCUS_TIME_SCALE, HALF_TICKS_PER_SECOND, TICK};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::person::{Person, SIGMA_MEDIAN_MS, stream};
use super::watch::{Sight, Watch, crosses, holds};
use crate::hand::normal;
use crate::weapon::Killer;

/// Cells that a player sees around the ninja: as many as the screen has.
pub const SCREEN_CELLS: Vec2 = Vec2::new(42.0, 23.0);
/// Seconds for which something must be in sight to be known, or to have been fair.
pub const SEEN_SECONDS: f32 = 0.3;
/// Cells of a passage that is practiced as one.
const PASSAGE_CELLS: i32 = 4;
/// By how much the first try of a passage is less steady, and how that shrinks with each (a power law of practice; both are
/// chosen, so that a level is learnt in its first three tries).
const UNPRACTICED: f32 = 8.0;
const PRACTICE_EXPONENT: f32 = -1.5;
/// How often who is at home in a level has practiced each passage.
const VISITS_AT_HOME: u16 = 6;
/// The error of a believed time: as a share of the hand's spread right after a cue, and in seconds for each second waited since
/// (Lee & Oulasvirta, "Modelling error rates in temporal pointing", CHI 2016).
const OWN_SPREAD: f32 = 0.5;
const SPREAD_PER_SECOND: f32 = 0.05;
/// Seconds between beats above which nobody follows a rhythm (Repp, "Sensorimotor synchronization", 2005); what is waited beyond
/// them counts so many times.
const BEAT_SECONDS: f32 = 1.8;
const SILENCE: f32 = 2.5;
/// Seconds of a wait that motion is worth: the eye follows it.
const MOTION_WAIT: f32 = 0.12;
/// How many times a second a player judges anew what moves.
const JUDGED_PER_SECOND: f32 = 2.0;
/// Periods after which the timing of a hazard is known, and the error before in delays of the player.
const PERIODS_TO_KNOW: u32 = 2;
const SPREAD_UNKNOWN: f32 = 1.5;
/// Seconds of a wait that nothing bounds.
const WAIT_MAX: f32 = 6.0;

/// What a player has seen of one laser or turret.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    phase: u8,
    /// Where its mark was at the last look, if that was not before it came into sight.
    mark: Option<Vec2>,
    moves: bool,
    /// The ends of its beam that was on the screen last.
    beam: Option<[Vec2; 2]>,
    /// When it last began or ceased to do something in sight, or a try began, and how often.
    cue: f32,
    cues: u32,
    /// The cue before that one: what happens is known a delay later.
    cue_before: f32,
    /// How often it began to act in sight.
    periods: u32,
    /// Since when it is in sight, and since when it acts in sight, in seconds of the session.
    shown: Option<f32>,
    since: Option<f32>,
}

/// What one player knows of a level.
#[derive(Clone, Debug)]
pub struct Knowledge {
    lasers: Vec<Seen>,
    turrets: Vec<Seen>,
    /// Whether it is at home here: it knows all that shoots.
    knows_all: bool,
    /// In how many tries each passage was visited, and the last one of them.
    passages: Vec<(u16, u16)>,
    columns: i32,
    size: Vec2,
}

impl Knowledge {
    pub fn new(level: &Level, knows_all: bool) -> Self {
        let cells = level.terrain.size().as_ivec2();
        let passages = cells / PASSAGE_CELLS + 1;
        Self {
            lasers: vec![],
            turrets: vec![],
            knows_all,
            passages: vec![(0, u16::MAX); (passages.x * passages.y) as usize],
            columns: passages.x,
            size: cells.as_vec2(),
        }
    }

    /// Looks at the level in play. `now` is in seconds of the session.
    pub fn look(&mut self, simulation: &Simulation, watch: &mut Watch, now: f32, tries: u32) {
        let ninja = simulation.ninja().position;
        let screen = screen(self.size, ninja);
        let see = |seen: &mut Vec<Seen>, index: usize, sight: Sight| {
            if seen.len() <= index {
                seen.resize(index + 1, Seen::default());
            }
            seen[index].look(sight, screen, now);
        };
        watch.lasers(simulation, screen, |index, sight| see(&mut self.lasers, index, sight));
        watch.turrets(simulation, screen, |index, sight| see(&mut self.turrets, index, sight));
        if let Some(passage) = self.passage(ninja) {
            let (visits, last) = &mut self.passages[passage];
            if *last != tries as u16 {
                (*visits, *last) = (visits.saturating_add(1), tries as u16);
            }
        }
    }

    /// A new try begins: nothing is in sight any more, and its start is a moment to count from.
    pub fn begin(&mut self, now: f32) {
        for seen in self.lasers.iter_mut().chain(&mut self.turrets) {
            seen.lose();
            (seen.cue_before, seen.cue, seen.cues) = (now, now, seen.cues + 1);
        }
    }

    /// By how many half ticks the clocks of lasers and of turrets are ahead of what the player takes them to be, `now` in seconds
    /// of the session; in focus they are slow before its eyes.
    pub fn clock_errors(&self, person: &Person, now: f32, at: Vec2, in_focus: bool) -> [Vec<i32>; 2] {
        // An error is one of real time: in focus a tick of it is longer, and hazards advance by one half tick in it instead of two.
        let rate = if in_focus { FOCUS_TIME_SCALE / 2.0 } else { 1.0 };
        let unsteadiness = self.unsteadiness(at);
        // The last change of any hazard that it saw is a beat to count by, and its sense of time since then is one for all of them.
        let cue = self
            .lasers
            .iter()
            .chain(&self.turrets)
            .map(|seen| seen.known_cue(person, now).0)
            .fold(0.0, |last, cue| if cue > last { cue } else { last });
        let sense = normal(&mut Xoshiro256PlusPlus::seed_from_u64(stream(person.seed ^ 0x5e45, cue.to_bits().into())));
        let errors = |seen: &[Seen], kind: u64| {
            let error = |(index, seen): (usize, &Seen)| {
                let seed = stream(person.seed ^ kind, index as u64);
                let [judged, unknown] = seen.clock_error(person, self.knows_all, now, (now - cue, sense), seed);
                (rate * (unsteadiness * judged + unknown)).round() as i32
            };
            seen.iter().enumerate().map(error).collect()
        };
        [errors(&self.lasers, 0xc10c), errors(&self.turrets, 0x70c5)]
    }

    /// By how much the hand is less steady here than in a passage that it knows well.
    pub fn unsteadiness(&self, at: Vec2) -> f32 {
        let visits = self.passage(at).map_or(0, |passage| self.passages[passage].0);
        let visits = if self.knows_all { visits.max(VISITS_AT_HOME) } else { visits };
        1.0 + UNPRACTICED * ops::powf(f32::from(visits.max(1)), PRACTICE_EXPONENT)
    }

    /// Whether what kills now was in sight long enough, at work or known to come to work; `at` is where it touched the ninja, which was at `before` that long
    /// ago, and `flown` the seconds for which the bullet has flown, if it was one.
    pub fn saw_coming(&self, killer: Killer, now: f32, at: Vec2, before: Vec2, flown: Option<f32>) -> bool {
        holds(screen(self.size, before), at)
            && match killer.actor() {
                Some(("laser", index)) => self.lasers.get(index).is_some_and(|seen| seen.was_foreseen(now)),
                _ => flown.is_none_or(|flown| flown >= SEEN_SECONDS),
            }
    }

    fn passage(&self, at: Vec2) -> Option<usize> {
        let cell = at.floor().as_ivec2().max(IVec2::ZERO) / PASSAGE_CELLS;
        let index = (cell.y * self.columns + cell.x.min(self.columns - 1)) as usize;
        (index < self.passages.len()).then_some(index)
    }
}

impl Seen {
    fn look(&mut self, sight: Sight, screen: Aabb2d, now: f32) {
        self.beam = if sight.phase == 0 { self.beam } else { sight.beam };
        // Where a beam has gone out, a player knows it to come back.
        if !sight.is_on_screen && self.beam.is_none_or(|beam| !crosses(screen, beam)) {
            self.lose();
            return;
        }
        self.shown.get_or_insert(now);
        self.moves = self.mark.is_some_and(|mark| mark.distance_squared(sight.mark) > 1e-6);
        let is_new = self.mark.is_none();
        if sight.phase != self.phase && !is_new {
            (self.cue_before, self.cue, self.cues) = (self.cue, now, self.cues + 1);
        }
        // What is at work as it comes into sight has been seen at work, if not how it began.
        self.periods += u32::from(sight.phase != 0 && (is_new || self.phase == 0));
        (self.mark, self.phase) = (Some(sight.mark), sight.phase);
        if sight.phase == 0 {
            self.since = None;
        } else {
            self.since.get_or_insert(now);
        }
    }

    /// It is out of sight.
    fn lose(&mut self) {
        (self.shown, self.since, self.mark, self.moves) = (None, None, None, false);
    }

    /// Whether what it does now could be foreseen: for long enough it has been at work, or in sight after it was seen at work
    /// before.
    fn was_foreseen(&self, now: f32) -> bool {
        let for_long = |since: Option<f32>| since.is_some_and(|since| now - since >= SEEN_SECONDS);
        for_long(self.since) || self.periods > 1 && for_long(self.shown)
    }

    /// The last cue that a player has taken in, and its number.
    fn known_cue(&self, person: &Person, now: f32) -> (f32, u32) {
        if now - self.cue < person.delay_ticks as f32 * TICK {
            (self.cue_before, self.cues.saturating_sub(1))
        } else {
            (self.cue, self.cues)
        }
    }

    /// How wrong a player is about its clock, in half ticks: by its judgement, which practice makes surer, and by what it cannot
    /// know. It judges anew at each cue, and again and again what moves before its eyes. Of what is new it sees whether it is at
    /// work now; what it cannot know is how soon it will be.
    fn clock_error(&self, person: &Person, is_known: bool, now: f32, silence: (f32, f32), seed: u64) -> [f32; 2] {
        let (seconds, sense) = silence;
        let (wait, judgement) = match self.moves {
            true => (MOTION_WAIT, (now * JUDGED_PER_SECOND) as u32),
            false => (seconds.min(WAIT_MAX), self.known_cue(person, now).1),
        };
        let waited = SPREAD_PER_SECOND * (wait + (SILENCE - 1.0) * (wait - BEAT_SECONDS).max(0.0));
        let is_known = is_known || self.moves || self.periods >= PERIODS_TO_KNOW;
        let unknown = if is_known { 0.0 } else { SPREAD_UNKNOWN * person.delay_ticks as f32 * TICK };
        let own = OWN_SPREAD * person.sigma_ms / 1000.0;
        let waited = person.sigma_ms / SIGMA_MEDIAN_MS * waited;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(stream(seed, u64::from(judgement)));
        let mut chance = || normal(&mut random);
        let judged = own * chance() + waited * if self.moves { chance() } else { sense };
        [judged, unknown * chance().abs()].map(|seconds| seconds * HALF_TICKS_PER_SECOND as f32)
    }
}

/// The lowest and the highest corner of what the screen shows of a level, around the ninja.
fn screen(size: Vec2, ninja: Vec2) -> Aabb2d {
    let half = SCREEN_CELLS / 2.0;
    Aabb2d::new(ninja.clamp(half, (size - half).max(half)), half + 0.5)
}
