//! A death in hindsight: its last second, how near the ninja was to what killed it, and the nearest change of what was pressed that
//! would have lived for another second. The work is cut into pieces of a few ticks, so that a game can spread it over its frames and
//! drop it at any time; it draws nothing, and says nothing in words.
//!
//! What the player would have pressed after the death is unknown. What was held is held on for the time of a reaction, so that nothing
//! counts that only puts the same death off; from there a change lives if it does with any [`Continuation`]: with the same held on, with
//! nothing held, or when stopping.

mod change;
mod clearance;
mod search;

use std::sync::Arc;

use bevy::prelude::*;

use hairline_geometry::limit::Limit;
use hairline_level::Level;

use super::Try;
use crate::Simulation;
use crate::ninja::death::NinjaDied;
use crate::run::assist::{Assist, set_assist};
use crate::run::input::TickInput;
use crate::state::snapshot::Snapshot;
use crate::tuning::TICKS_PER_SECOND;
pub use change::{CHANGE_TICKS_MAX, Change, ChangeKind, SHIFT_TICKS_MAX};
use clearance::Gauge;
pub use clearance::Killer;
pub use search::{Continuation, LIFE_TICKS, REACTION_TICKS, SEARCH_TICKS_MAX, Tried};
use search::{Life, Record, Search};

/// Ticks before a death that its scene shows, one second.
pub const SCENE_TICKS_MAX: usize = TICKS_PER_SECOND as usize;

/// The last second before a death; less if the try was shorter.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The state before the first of its ticks.
    pub start: Snapshot,
    /// Which input of the try is the first of the scene.
    pub first: usize,
    /// The inputs from there; the ninja dies in the tick of the last.
    pub inputs: Vec<TickInput>,
    /// The death, and where the ninja was.
    pub died: NinjaDied,
    /// What killed, if a distance to it has a meaning.
    pub killer: Option<Killer>,
    /// For each tick the clearance at its end: tiles between the hurt circle and the killer, 0 or less where they touch, `None` while
    /// the killer is off or does not exist, and always without a killer. In the last tick they touch.
    pub clearances: Vec<Option<f32>>,
}

/// The nearest change that lives.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The change; its tick is an index among the inputs of the try.
    pub change: Change,
    /// The inputs with it from the start of the level, to [`LIFE_TICKS`] after the tick of the death or to the exit.
    pub inputs: Vec<TickInput>,
    /// The ninja's center before the first tick of the scene and after each tick from there, in tiles; one point alone if it
    /// goes through the exit before.
    pub path: Vec<Vec2>,
    /// The state after the tick of the death, where the ninja lives; `None` if it is through the exit by then.
    pub past_death: Option<Snapshot>,
    /// What is held from [`REACTION_TICKS`] after the tick of the death on.
    pub after: Continuation,
    /// Whether the ninja goes through the exit in the tick of the last input.
    pub finishes: bool,
    /// Whether the change also lives off by a tick: a shift by one tick more, anything else a tick earlier and a tick later. A press
    /// left out always does.
    pub is_robust: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// A change that lives, and no nearer one does.
    Hint(Hint),
    /// Nothing that was tried lives.
    Nothing(Tried),
}

/// What is being done for one try.
struct Work {
    of: Arc<Try>,
    /// The next input.
    at: usize,
    /// The first input that may be changed.
    window: usize,
    stage: Stage,
    /// How the try went, until the search takes it.
    record: Option<Record>,
    scene: Option<Scene>,
    search_ticks: u32,
    finding: Option<Finding>,
}

enum Stage {
    /// Plays the try; the start of the scene once it was reached.
    Replay(Option<Snapshot>),
    /// Plays the scene again, now that its killer is known.
    Measure(Gauge),
    Search(Box<Search>),
    Done,
}

/// Looks back at deaths in one level, one after the other.
pub struct Hindsight {
    simulation: Simulation,
    start: Snapshot,
    /// The inputs to the place where the last try began, and the state there.
    branch: (Vec<TickInput>, Snapshot),
    work: Option<Work>,
}

impl Hindsight {
    /// For tries of a level that were played with some help.
    pub fn new(level: &Level, assist: Assist) -> Self {
        let mut simulation = Simulation::new(level);
        set_assist(simulation.world_mut(), assist);
        let start = simulation.save();
        Self { simulation, branch: (vec![], start.clone()), start, work: None }
    }

    /// Begins with another try, which ended in a death; drops what was done for the one before.
    pub fn begin(&mut self, of: Arc<Try>) {
        let (lead, branch) = &self.branch;
        // Tries from one checkpoint follow each other in a history: the way there is played once.
        let at = if of.inputs[..of.begin] == **lead { lead.len() } else { 0 };
        self.simulation.restore(if at == 0 { &self.start } else { branch });
        let window = of.begin.max(of.inputs.len().saturating_sub(CHANGE_TICKS_MAX));
        let before = if window > of.begin { of.inputs[window - 1] } else { TickInput::NONE };
        let record = Some(Record::new(of.inputs[window..].to_vec(), before));
        let stage = if of.inputs.is_empty() { Stage::Done } else { Stage::Replay(None) };
        self.work = Some(Work { of, at, window, stage, record, scene: None, search_ticks: 0, finding: None });
    }

    /// Drops all work.
    pub fn stop(&mut self) {
        self.work = None;
    }

    /// Plays up to `ticks` more ticks. Returns whether there is more to do. The search takes at most [`SEARCH_TICKS_MAX`] ticks; before
    /// it the try is played from where it began, and its scene once more.
    pub fn advance(&mut self, ticks: u32) -> bool {
        for _ in 0..ticks {
            let Some(work) = self.work.as_mut().filter(|work| !matches!(work.stage, Stage::Done)) else { return false };
            match &mut work.stage {
                Stage::Replay(_) => work.replay(&mut self.simulation, &mut self.branch),
                Stage::Measure(_) => work.measure(&mut self.simulation),
                Stage::Search(_) => work.search(&mut self.simulation),
                Stage::Done => {}
            }
        }
        self.work.as_ref().is_some_and(|work| !matches!(work.stage, Stage::Done))
    }

    /// The last second before the death, as soon as it is known. There is none if the inputs of the try do not end in a death.
    pub fn scene(&self) -> Option<&Scene> {
        let work = self.work.as_ref()?;
        work.scene.as_ref().filter(|_| !matches!(work.stage, Stage::Measure(_)))
    }

    /// What was found, once the search is over.
    pub fn finding(&self) -> Option<&Finding> {
        self.work.as_ref()?.finding.as_ref()
    }

    /// Ticks that the search has played.
    pub fn search_ticks(&self) -> u32 {
        self.work.as_ref().map_or(0, |work| work.search_ticks)
    }
}

impl Work {
    /// Plays a tick of the try.
    fn replay(&mut self, simulation: &mut Simulation, branch: &mut (Vec<TickInput>, Snapshot)) {
        let Stage::Replay(start) = &mut self.stage else { return };
        let end = self.of.inputs.len();
        let scene = self.of.begin.max(end.saturating_sub(SCENE_TICKS_MAX));
        if self.at == self.of.begin && self.of.inputs[..self.at] != branch.0 {
            branch.0 = self.of.inputs[..self.at].to_vec();
            simulation.save_into(&mut branch.1);
        }
        if let (true, Some(record)) = (self.at >= self.window, &mut self.record) {
            record.keep(self.at - self.window, simulation);
        }
        if self.at == scene {
            *start = Some(simulation.save());
        }
        if self.at + 1 < end {
            simulation.tick(self.of.inputs[self.at]);
            self.at += 1;
            return;
        }
        simulation.drain::<NinjaDied>();
        simulation.tick(self.of.inputs[self.at]);
        let (Some(died), Some(start)) = (simulation.drain::<NinjaDied>().pop(), start.take()) else {
            return self.stage = Stage::Done;
        };
        let gauge = Gauge::new(&died.death, simulation.world_mut());
        let (inputs, killer) = (self.of.inputs[scene..].to_vec(), gauge.as_ref().map(|gauge| gauge.killer));
        let clearances = if killer.is_none() { vec![None; inputs.len()] } else { vec![] };
        simulation.restore(&start);
        self.at = scene;
        self.scene = Some(Scene { start, first: scene, inputs, died, killer, clearances });
        match gauge {
            Some(gauge) => self.stage = Stage::Measure(gauge),
            None => self.begin_search(simulation),
        }
    }

    /// Plays a tick of the scene and measures the clearance.
    fn measure(&mut self, simulation: &mut Simulation) {
        let (Stage::Measure(gauge), Some(scene)) = (&mut self.stage, &mut self.scene) else { return };
        simulation.tick(self.of.inputs[self.at]);
        self.at += 1;
        gauge.measure(simulation.world(), &mut scene.clearances);
        if self.at == self.of.inputs.len() {
            // Bullets and orbs touch within the tick, and may be past the ninja at its end; a bullet then no longer flies.
            if let Some(last) = scene.clearances.last_mut() {
                *last = Some(last.unwrap_or(0.0).at_most(0.0));
            }
            self.begin_search(simulation);
        }
    }

    fn begin_search(&mut self, simulation: &mut Simulation) {
        let search = self.record.take().map(|record| Box::new(Search::new(record, simulation)));
        self.stage = search.map_or(Stage::Done, Stage::Search);
    }

    /// Plays a tick of the search.
    fn search(&mut self, simulation: &mut Simulation) {
        let Stage::Search(search) = &mut self.stage else { return };
        let found = search.advance(simulation);
        self.search_ticks = search.ticks;
        if let Some(found) = found {
            self.finding = Some(found.map_or_else(Finding::Nothing, |life| Finding::Hint(self.hint(life))));
            self.stage = Stage::Done;
        }
    }

    fn hint(&self, life: Life) -> Hint {
        let Life { change, inputs, points, past_death, after, finishes, is_robust } = life;
        let scene = self.scene.as_ref().map_or(self.window, |scene| scene.first);
        // The exit may be reached before the scene begins; its point remains.
        let seen = (scene - self.window).min(points.len() - 1);
        Hint {
            change: Change { tick: self.window + change.tick, ..change },
            inputs: [&self.of.inputs[..self.window], &inputs].concat(),
            path: points[seen..].to_vec(),
            past_death,
            after,
            finishes,
            is_robust,
        }
    }
}
