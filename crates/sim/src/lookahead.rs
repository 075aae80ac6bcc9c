//! What comes next: a copy of the run is played ahead of it, by the same rules, under the buttons that are held now.
//!
//! As long as the buttons stay the same, the run goes where its copy went, so only the ticks that are new have to be played; with
//! other buttons the copy begins anew. It changes nothing in the run.

use std::collections::VecDeque;

use bevy::prelude::*;

use hairline_level::Level;

use crate::Simulation;
use crate::colliders::Colliders;
use crate::hazards::laser::{BeamPhase, Beams, LaserState};
use crate::hazards::orb::{Orb, OrbState};
use crate::hazards::reflection::Reflections;
use crate::hazards::turret::{Bullets, Turret};
use crate::ninja::Ninja;
use crate::obstacles::Pose;
use crate::run::input::TickInput;
use crate::run::{Phase, Run};
use crate::state::actor::ActorIndex;
use crate::state::snapshot::{self, Snapshot};
use crate::tuning::HALF_TICKS_PER_SECOND;

/// Half ticks of hazard time that are seen ahead: 0.8 s.
pub const AHEAD_HALF_TICKS: u32 = HALF_TICKS_PER_SECOND * 4 / 5;
/// Half ticks between two [`Moment`]s: 1/16 s. Moments lie at multiples of it, so that what is drawn of them stands still.
pub const MOMENT_HALF_TICKS: u32 = 16;
/// Most ticks of a look ahead: in focus, where hazards are slowest, a tick takes one half tick of theirs.
const TICKS_MAX: usize = AHEAD_HALF_TICKS as usize;

/// What comes next, if the buttons stay as they are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Future {
    /// The hazards, the next moment first.
    pub moments: VecDeque<Moment>,
    /// When the beams of a laser are lit or go out, the next change first.
    pub switches: VecDeque<BeamSwitch>,
    /// The ninja's center at the end of each tick from now on, up to the end of its way; empty if it does not move.
    pub way: Vec<Vec2>,
    /// How its way ends, if that is seen.
    pub end: Option<WayEnd>,
}

/// The hazards at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// Hazard time, in half ticks.
    pub half_ticks: u32,
    /// Lit beams with what mirrors reflect of them, those of one laser after the other.
    pub beams: Vec<BeamAhead>,
    /// Bullets in flight.
    pub bullets: Vec<BulletAhead>,
    /// The centers of all orbs, by [`ActorIndex`], with their radii.
    pub orbs: Vec<(Vec2, f32)>,
    /// The poses of all obstacles, by their index; `None` while one is missing, as a crumble is that has given way.
    pub obstacles: Vec<Option<Pose>>,
}

/// A lit beam, or a part of one between two mirrors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamAhead {
    /// Whose beam it is.
    pub source: ActorIndex,
    /// Which of its laser's it is.
    pub number: usize,
    /// Where it begins and ends.
    pub ends: [Vec2; 2],
}

/// A bullet in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BulletAhead {
    /// Whose bullet it is.
    pub source: ActorIndex,
    /// Which of its turret's it is.
    pub slot: usize,
    /// The bullet's center, in tiles.
    pub position: Vec2,
    /// Tiles a second of hazard time.
    pub velocity: Vec2,
    /// Its radius in tiles.
    pub radius: f32,
}

/// The beams of a laser are lit, or go out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamSwitch {
    /// Which laser.
    pub source: ActorIndex,
    /// Hazard time, in half ticks.
    pub half_ticks: u32,
    /// Whether they are lit from then on.
    pub is_lit: bool,
}

/// What ends the ninja's way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WayEnd {
    /// It lands, on ground with this unit normal.
    Ground(Vec2),
    /// A wall stops it: to its left (−1) or to its right (1).
    Wall(f32),
    /// It dies.
    Death,
    /// It goes through the exit.
    Exit,
}

/// Whether the run went on as it was foreseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// It did: this many ticks of it.
    Kept(usize),
    /// The buttons changed, or something that no rule does: the copy began anew.
    Left,
}

/// A tick of the copy.
#[derive(Clone, Copy, Debug)]
struct Step {
    run: Run,
    ninja: Ninja,
    end: Option<WayEnd>,
}

type LaserQuery = QueryState<(&'static ActorIndex, &'static LaserState, &'static Beams, Option<&'static Reflections>)>;

/// Plays a copy of the runs of one level.
pub struct Lookahead {
    simulation: Simulation,
    state: Snapshot,
    /// The buttons under which the copy is played.
    held: TickInput,
    /// The present, and all ticks from there that are played already.
    steps: VecDeque<Step>,
    /// Whether the beams of each laser were lit in the last tick; `None` before the first one.
    lit: Vec<Option<bool>>,
    /// Moments that are over, for their memory.
    spare: Vec<Moment>,
    lasers: LaserQuery,
    turrets: QueryState<(&'static ActorIndex, &'static Turret, &'static Bullets)>,
    orbs: QueryState<(&'static ActorIndex, &'static Orb, &'static OrbState)>,
}

impl Lookahead {
    /// For runs of this level.
    pub fn new(level: &Level) -> Self {
        let mut simulation = Simulation::new(level);
        let world = simulation.world_mut();
        let (lasers, turrets, orbs) = (world.query(), world.query(), world.query());
        Self {
            state: Snapshot::default(),
            held: TickInput::NONE,
            steps: VecDeque::with_capacity(TICKS_MAX + 1),
            lit: vec![],
            spare: vec![],
            lasers,
            turrets,
            orbs,
            simulation,
        }
    }

    /// Brings `future` up to date with the run of the same level in `world`. `future` is what the call before left there.
    pub fn follow(&mut self, world: &mut World, future: &mut Future) -> Course {
        let (run, ninja) = (*world.resource::<Run>(), *world.resource::<Ninja>());
        let held = world.resource::<TickInput>().without(TickInput::RESTART);
        let now = run.hazard_half_ticks;
        let course = self.passed(&run, &ninja, held).map_or(Course::Left, Course::Kept);
        match course {
            Course::Kept(ticks) => _ = self.steps.drain(..ticks),
            Course::Left => self.begin(world, held, future),
        }
        while future.moments.front().is_some_and(|moment| moment.half_ticks <= now) {
            self.spare.extend(future.moments.pop_front());
        }
        while future.switches.front().is_some_and(|switch| switch.half_ticks <= now) {
            future.switches.pop_front();
        }
        while self.head().hazard_half_ticks < now.saturating_add(AHEAD_HALF_TICKS) && self.steps.len() <= TICKS_MAX {
            self.step(future);
        }
        self.trace_way(future);
        course
    }

    /// How many of the ticks that were foreseen have passed, if the run is where they led.
    fn passed(&self, run: &Run, ninja: &Ninja, held: TickInput) -> Option<usize> {
        let ticks = run.ticks.checked_sub(self.steps.front()?.run.ticks)? as usize;
        let step = self.steps.get(ticks)?;
        (held == self.held && run.is_running() && step.run == *run && step.ninja == *ninja).then_some(ticks)
    }

    /// Begins anew at the run as it is.
    fn begin(&mut self, world: &mut World, held: TickInput, future: &mut Future) {
        snapshot::save(world, &mut self.state);
        self.simulation.restore(&self.state);
        self.held = held;
        self.steps.clear();
        self.steps.push_back(Step { run: *self.simulation.run(), ninja: *self.simulation.ninja(), end: None });
        self.lit.clear();
        self.spare.extend(future.moments.drain(..));
        future.switches.clear();
    }

    /// The run where the copy is.
    fn head(&self) -> &Run {
        self.simulation.run()
    }

    /// Plays one more tick.
    fn step(&mut self, future: &mut Future) {
        let (before, moment) = (*self.simulation.ninja(), self.head().hazard_half_ticks / MOMENT_HALF_TICKS);
        let was_running = self.head().is_running();
        self.simulation.tick(self.held);
        let (run, ninja) = (*self.simulation.run(), *self.simulation.ninja());
        let end = if was_running { way_end(&before, &ninja, run.phase, self.held) } else { None };
        self.steps.push_back(Step { run, ninja, end });
        if run.is_dead() {
            // It stays dead: what follows is about the hazards.
            self.simulation.world_mut().resource_mut::<Run>().phase = Phase::Dead { ticks: 0 };
        }
        self.note_switches(run.hazard_half_ticks, future);
        if run.hazard_half_ticks / MOMENT_HALF_TICKS > moment {
            let mut moment = self.spare.pop().unwrap_or_default();
            self.take(&mut moment);
            future.moments.push_back(moment);
        }
    }

    /// Notes which beams were lit or went out in the last tick.
    fn note_switches(&mut self, half_ticks: u32, future: &mut Future) {
        for (&source, _, beams, _) in self.lasers.iter(self.simulation.world()) {
            let (laser, is_lit) = (source.0 as usize, beams.phase == BeamPhase::Lit);
            if self.lit.len() <= laser {
                self.lit.resize(laser + 1, None);
            }
            if self.lit[laser].replace(is_lit).is_some_and(|was_lit| was_lit != is_lit) {
                future.switches.push_back(BeamSwitch { source, half_ticks, is_lit });
            }
        }
    }

    /// Takes a picture of the hazards.
    fn take(&mut self, moment: &mut Moment) {
        let world = self.simulation.world();
        moment.half_ticks = world.resource::<Run>().hazard_half_ticks;
        moment.beams.clear();
        for (&source, laser, beams, reflections) in self.lasers.iter(world).filter(|(_, _, beams, _)| beams.is_lit()) {
            let all = beams.iter(laser.position).chain(reflections.into_iter().flat_map(Reflections::iter));
            let all = all.enumerate();
            moment.beams.extend(all.map(|(number, beam)| BeamAhead { source, number, ends: [beam.start, beam.end] }));
        }
        moment.bullets.clear();
        for (&source, turret, bullets) in self.turrets.iter(world) {
            let radius = turret.bullet_radius();
            let flying = bullets.0.iter().enumerate().filter(|(_, bullet)| bullet.flying);
            moment.bullets.extend(flying.map(|(slot, bullet)| {
                let (position, velocity) = (bullet.position, bullet.velocity);
                BulletAhead { source, slot, position, velocity, radius }
            }));
        }
        moment.orbs.clear();
        moment.orbs.extend(self.orbs.iter(world).map(|(_, orb, state)| (state.position, orb.radius)));
        let obstacles = world.resource::<Colliders>().obstacles();
        moment.obstacles.clear();
        let pose = |index| obstacles.is_present(index).then(|| obstacles.pose(index));
        moment.obstacles.extend((0..obstacles.len()).map(pose));
    }

    /// The ninja's way from the present to its end.
    fn trace_way(&self, future: &mut Future) {
        let coming = || self.steps.iter().skip(1);
        let end = coming().position(|step| step.end.is_some());
        let length = end.map_or(coming().count(), |end| end + 1);
        future.end = end.and_then(|end| coming().nth(end)?.end);
        future.way.clear();
        let start = self.steps.front().map(|step| step.ninja.position);
        if coming().take(length).any(|step| Some(step.ninja.position) != start) {
            future.way.extend(coming().take(length).map(|step| step.ninja.position));
        } else if future.end != Some(WayEnd::Death) {
            future.end = None;
        }
    }
}

/// What ended the ninja's way in a tick.
fn way_end(before: &Ninja, now: &Ninja, phase: Phase, held: TickInput) -> Option<WayEnd> {
    match phase {
        Phase::Dead { .. } => return Some(WayEnd::Death),
        Phase::Finished => return Some(WayEnd::Exit),
        Phase::Running => {}
    }
    if let (None, Some(ground)) = (before.ground, now.ground) {
        return Some(WayEnd::Ground(ground.normal));
    }
    // Running into a wall, or flying against one: its speed is gone within a tick while it is steered there.
    let is_stopped = before.velocity.x * held.steer() > 0.0 && now.velocity.x == 0.0;
    is_stopped.then_some(WayEnd::Wall(held.steer()))
}
