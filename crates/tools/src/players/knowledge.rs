//! What one player knows of a level: which hazards it has seen at work, and which passages it has practiced.

use std::collections::BTreeMap;

use bevy_math::{IVec2, Vec2, ops};

use hairline_level::Level;
use hairline_sim::Simulation;

use super::cues::Watch;
use crate::weapon::Killer;

/// Cells that a player sees around the ninja: as many as the screen has.
pub const SCREEN_CELLS: Vec2 = Vec2::new(42.0, 23.0);
/// Seconds for which something must be in sight to be known, or to have been fair.
pub const SEEN_SECONDS: f32 = 0.3;
/// Cells of a passage that is practiced as one.
const PASSAGE_CELLS: i32 = 4;
/// By how much the first try of a passage is less steady, and how that shrinks with each (the power law of practice).
const UNPRACTICED: f32 = 0.9;
const PRACTICE_EXPONENT: f32 = -0.6;

/// A hazard that acts at times.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    phase: u8,
    /// Since when it acts in sight, in seconds of the session.
    since: Option<f32>,
    /// Seconds for which it has been seen at work, at most.
    seconds: f32,
}

/// What one player knows of a level.
#[derive(Clone, Debug)]
pub struct Knowledge {
    lasers: Vec<Seen>,
    turrets: Vec<Seen>,
    /// How often each laser began to act in sight.
    periods: Vec<u32>,
    deaths: BTreeMap<Killer, u32>,
    /// In how many tries each passage was visited, and the last one of them.
    passages: Vec<(u16, u16)>,
    columns: i32,
    size: Vec2,
}

impl Knowledge {
    pub fn new(level: &Level) -> Self {
        let cells = level.terrain.size().as_ivec2();
        let passages = cells / PASSAGE_CELLS + 1;
        Self {
            lasers: vec![],
            turrets: vec![],
            periods: vec![],
            deaths: BTreeMap::new(),
            passages: vec![(0, u16::MAX); (passages.x * passages.y) as usize],
            columns: passages.x,
            size: cells.as_vec2(),
        }
    }

    /// Looks at the level in play. `now` is in seconds of the session.
    pub fn look(&mut self, simulation: &Simulation, watch: &mut Watch, now: f32, tries: u32) {
        let ninja = simulation.ninja().position;
        let [low, high] = screen(self.size, ninja);
        let is_in_sight = |at: Vec2| at.cmpge(low).all() && at.cmple(high).all();
        let Self { lasers, turrets, periods, .. } = self;
        watch.lasers(simulation, |index, phase, at| {
            if lasers.len() <= index {
                lasers.resize(index + 1, Seen::default());
                periods.resize(index + 1, 0);
            }
            if lasers[index].look(phase, is_in_sight(at), now) {
                periods[index] += 1;
            }
        });
        watch.turrets(simulation, |index, flies, at| {
            if turrets.len() <= index {
                turrets.resize(index + 1, Seen::default());
            }
            turrets[index].look(u8::from(flies), is_in_sight(at), now);
        });
        if let Some(passage) = self.passage(ninja) {
            let (visits, last) = &mut self.passages[passage];
            if *last != tries as u16 {
                (*visits, *last) = (visits.saturating_add(1), tries as u16);
            }
        }
    }

    /// A new try begins: nothing is in sight any more.
    pub fn begin(&mut self) {
        self.lasers.iter_mut().chain(&mut self.turrets).for_each(|seen| (seen.since, seen.phase) = (None, 0));
    }

    /// A death teaches what killed.
    pub fn die_of(&mut self, killer: Killer) {
        *self.deaths.entry(killer).or_default() += 1;
    }

    pub fn periods(&self) -> &[u32] {
        &self.periods
    }

    /// By how much the hand is less steady here than in a passage that it knows well.
    pub fn unsteadiness(&self, at: Vec2) -> f32 {
        let visits = self.passage(at).map_or(0, |passage| self.passages[passage].0);
        1.0 + UNPRACTICED * ops::powf(f32::from(visits.max(1)), PRACTICE_EXPONENT)
    }

    /// Whether the player expects to die of this where a run of its mind does. It takes what it has not seen at work for
    /// harmless, and what it has seen once for staying as it is.
    pub fn expects(&self, killer: Killer) -> bool {
        if self.deaths.contains_key(&killer) {
            return true;
        }
        let seen = |of: &[Seen], index: usize| of.get(index).copied().unwrap_or_default();
        match killer.actor() {
            Some(("laser", index)) => {
                let laser = seen(&self.lasers, index);
                let periods = self.periods.get(index).copied().unwrap_or(0);
                laser.seconds >= SEEN_SECONDS && (periods >= 2 || laser.phase > 0)
            }
            Some(("turret", index)) => seen(&self.turrets, index).seconds >= SEEN_SECONDS,
            _ => true,
        }
    }

    /// Whether what kills now was seen at work long enough; `at` is where it touched the ninja, which was at `before` that long
    /// ago.
    pub fn saw_coming(&self, killer: Killer, now: f32, at: Vec2, before: Vec2) -> bool {
        let acts = |of: &[Seen], index: usize| {
            let since = of.get(index).and_then(|seen| seen.since);
            since.is_some_and(|since| now - since >= SEEN_SECONDS)
        };
        match killer.actor() {
            Some(("laser", index)) => acts(&self.lasers, index),
            Some(("turret", index)) => acts(&self.turrets, index),
            _ => {
                let [low, high] = screen(self.size, before);
                at.cmpge(low).all() && at.cmple(high).all()
            }
        }
    }

    fn passage(&self, at: Vec2) -> Option<usize> {
        let cell = at.floor().as_ivec2().max(IVec2::ZERO) / PASSAGE_CELLS;
        let index = (cell.y * self.columns + cell.x.min(self.columns - 1)) as usize;
        (index < self.passages.len()).then_some(index)
    }
}

impl Seen {
    /// Returns whether it begins to act in sight.
    fn look(&mut self, phase: u8, in_sight: bool, now: f32) -> bool {
        let phase = if in_sight { phase } else { 0 };
        let begins = phase > 0 && self.phase == 0;
        self.phase = phase;
        if phase == 0 {
            self.since = None;
        } else {
            let since = *self.since.get_or_insert(now);
            self.seconds = if now - since > self.seconds { now - since } else { self.seconds };
        }
        begins
    }
}

/// The lowest and the highest corner of what the screen shows of a level, around the ninja.
fn screen(size: Vec2, ninja: Vec2) -> [Vec2; 2] {
    let half = SCREEN_CELLS / 2.0;
    let middle = ninja.clamp(half, (size - half).max(half));
    [middle - half - 0.5, middle + half + 0.5]
}
