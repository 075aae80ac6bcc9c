//! The cues by which a press can be timed: how long before each change of a way's buttons the last one was.
//!
//! The spread of a press grows with the time waited since its cue (Lee & Oulasvirta, "Modelling error rates in temporal pointing",
//! CHI 2016). A ninja in motion is a cue all the time, and so is a hazard in motion. A ninja that stands waits for a hazard: what
//! is heard or seen of it, a charge, a beam that is lit or goes out, a shot, is a cue if it came a reaction time before.

use bevy::ecs::query::QueryState;
use bevy_math::Vec2;

use hairline_level::{LaserSettings, Level};
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{BeamPhase, Beams, LaserState};
use hairline_sim::hazards::turret::{Bullets, TurretState};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::{TICK, TICKS_PER_SECOND};

use super::node::Node;
use hairline_geometry::shapes::segment::closest_point_segment;

/// Seconds of a wait that motion is worth: the eye follows it.
pub const MOTION_WAIT: f32 = 0.12;
/// Seconds of a wait that nothing bounds.
const WAIT_MAX: f32 = 3.0;
/// Ticks that a cue must come before its press.
const REACTION_TICKS: u32 = 31;
/// Tiles from the ninja's way within which a hazard may be what a press is timed by.
const NEAR_TILES: f32 = 4.0;
/// Ticks before and after a press in which that hazard acts.
const BEFORE_TICKS: usize = 3 * TICKS_PER_SECOND as usize;
const AFTER_TICKS: usize = 96;
/// Ticks between two looks at the hazards.
const STRIDE: usize = 4;

/// What is seen of a hazard that acts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sight {
    hazard: usize,
    /// A line along which it kills.
    line: [Vec2; 2],
    phase: u8,
    moves: bool,
}

/// What is seen of all hazards at a tick.
pub struct Watch {
    lasers: QueryState<(&'static ActorIndex, &'static LaserState, &'static Beams)>,
    turrets: QueryState<(&'static ActorIndex, &'static TurretState, &'static Bullets)>,
}

impl Watch {
    pub fn new(simulation: &mut Simulation) -> Self {
        let world = simulation.world_mut();
        Self { lasers: world.query(), turrets: world.query() }
    }

    /// Each laser: its index, whether its beams are off, charging or lit (0, 1, 2), and where it is.
    pub fn lasers(&mut self, simulation: &Simulation, mut each: impl FnMut(usize, u8, Vec2)) {
        for (index, state, beams) in self.lasers.iter(simulation.world()) {
            each(index.0 as usize, phase_of(beams), state.position);
        }
    }

    /// Each turret: its index, whether it has a bullet in flight, and where it is.
    pub fn turrets(&mut self, simulation: &Simulation, mut each: impl FnMut(usize, bool, Vec2)) {
        for (index, state, bullets) in self.turrets.iter(simulation.world()) {
            each(index.0 as usize, bullets.0.iter().any(|bullet| bullet.flying), state.position);
        }
    }

    fn sights(&mut self, simulation: &Simulation, before: &mut Vec<Option<Vec2>>, into: &mut Vec<Sight>) {
        let mut count = 0;
        for (index, state, beams) in self.lasers.iter(simulation.world()) {
            let hazard = index.0 as usize;
            count = count.max(hazard + 1);
            if before.len() < count {
                before.resize(count, None);
            }
            let mark = state.position + state.direction;
            let moves = before[hazard].is_some_and(|before| before.distance_squared(mark) > 1e-6);
            before[hazard] = Some(mark);
            let phase = phase_of(beams);
            let lines = beams.iter(state.position).map(|beam| [beam.start, beam.end]);
            into.extend(lines.map(|line| Sight { hazard, line, phase, moves }));
            if phase == 0 {
                into.push(Sight { hazard, line: [state.position; 2], phase, moves: false });
            }
        }
        for (index, _, bullets) in self.turrets.iter(simulation.world()) {
            let hazard = count + index.0 as usize;
            let flying = bullets.0.iter().filter(|bullet| bullet.flying);
            into.extend(flying.map(|bullet| Sight { hazard, line: [bullet.position; 2], phase: 2, moves: true }));
        }
    }
}

fn phase_of(beams: &Beams) -> u8 {
    match beams.phase {
        BeamPhase::Off => 0,
        BeamPhase::Charging { .. } => 1,
        BeamPhase::Lit => 2,
    }
}

/// What a change of the buttons is timed by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// Seconds from the cue to the change.
    pub wait: f32,
    /// The laser that it waits for, by its index, if it is one.
    pub laser: Option<usize>,
}

impl Cue {
    /// The ninja's own motion.
    pub const MOTION: Self = Self { wait: MOTION_WAIT, laser: None };
}

/// The cues of a run's changes of the buttons, at these ticks.
pub fn cues_of(level: &Level, inputs: &[TickInput], nodes: &[Node], changes: impl Iterator<Item = usize>) -> Vec<Cue> {
    let mut simulation = Simulation::new(level);
    let mut watch = Watch::new(&mut simulation);
    let mut before = Vec::new();
    // What is seen at each look, and what changed since the one before.
    let mut looks: Vec<Vec<Sight>> = Vec::new();
    for (tick, &input) in inputs.iter().enumerate() {
        if tick % STRIDE == 0 {
            let mut sights = Vec::new();
            watch.sights(&simulation, &mut before, &mut sights);
            looks.push(sights);
        }
        simulation.tick(input);
    }
    let lasers = level.actors::<LaserSettings>().len();
    changes.map(|tick| cue_before(nodes, &looks, lasers, tick)).collect()
}

fn cue_before(nodes: &[Node], looks: &[Vec<Sight>], lasers: usize, tick: usize) -> Cue {
    if !nodes[tick].is_at_rest() {
        return Cue::MOTION;
    }
    let ahead: Vec<Vec2> =
        nodes[tick..(tick + AFTER_TICKS).min(nodes.len())].iter().step_by(8).map(|node| node.position).collect();
    let is_near = |sight: &Sight| {
        ahead.iter().any(|&at| {
            let point = closest_point_segment(at, sight.line[0], sight.line[1]);
            point.distance_squared(at) <= NEAR_TILES * NEAR_TILES
        })
    };
    let first = tick.saturating_sub(BEFORE_TICKS) / STRIDE;
    let last = ((tick + AFTER_TICKS) / STRIDE).min(looks.len());
    let now = (tick / STRIDE).min(looks.len().saturating_sub(1));
    let mut near: Vec<usize> =
        looks[first..last].iter().flatten().filter(|s| s.phase > 0 && is_near(s)).map(|s| s.hazard).collect();
    near.sort_unstable();
    near.dedup();
    if near.is_empty() {
        return Cue::MOTION;
    }
    let moving =
        |hazard: &usize| looks[now].iter().any(|sight| sight.hazard == *hazard && sight.moves && sight.phase > 0);
    let laser = near.iter().copied().find(|&hazard| hazard < lasers);
    if near.iter().any(moving) {
        return Cue { laser, ..Cue::MOTION };
    }
    // The last change of any of them that came a reaction time before.
    let phase = |look: usize, hazard: usize| looks[look].iter().find(|s| s.hazard == hazard).map(|s| s.phase);
    let latest = tick.saturating_sub(REACTION_TICKS as usize) / STRIDE;
    let changed = |&look: &usize| near.iter().any(|&hazard| phase(look, hazard) != phase(look - 1, hazard));
    let cue = (first.max(1)..=latest.min(looks.len().saturating_sub(1))).rev().find(changed);
    let wait = cue.map_or(WAIT_MAX, |look| ((tick - look * STRIDE) as f32 * TICK).min(WAIT_MAX));
    Cue { wait, laser }
}
