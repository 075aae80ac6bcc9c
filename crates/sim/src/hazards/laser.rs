//! Laser robots: how they patrol, aim, charge and cast their beams.
//!
//! The segments in [`Beams`] are what kills, and what the view draws. Lasers do not affect one another.

use bevy::prelude::*;

use crate::colliders::Colliders;
use crate::motion::aim::{TickedAim, shifted};
use crate::motion::route::Route;
use crate::ninja::Ninja;
use crate::run::Run;
use crate::run::channels::Channels;
use crate::schedule::{Simulate, SimulationSystems};
use crate::state::actor::{ActorIndex, sim_state};
use crate::state::feature::FeatureAppExt;
use crate::state::spawn::{LevelEntity, SpawnStage};
use crate::tuning::half_ticks;
use hairline_geometry::ray::{RayCast, RayDirection, unit};
use hairline_geometry::terrain::{Layer, Terrain};
use hairline_geometry::tile::TileShape;
use hairline_level::limits::BEAMS_MAX;
use hairline_level::{Cycle, Gate, LaserSettings, Level};

use super::beam::Beam;
use super::reflection::Reflections;

/// The part of a laser that is fixed during a run. Angles in radians, times in half ticks.
#[derive(Component, Clone, Debug)]
pub struct Laser {
    route: Route,
    aim: TickedAim,
    cycle: Option<TickedCycle>,
    reach: f32,
    bounces: u8,
    gate: Option<Gate>,
    /// Each beam's direction relative to the first one's.
    spread: [Vec2; BEAMS_MAX],
    beams: u8,
    /// The hit of each beam among the tiles, computed once if the laser neither moves nor turns; otherwise empty. Half
    /// of the shipped lasers are fixed, and rays are most of a laser's cost.
    fixed_hits: Vec<RayCast>,
    /// Whether its beams can ever hit a mirror.
    can_meet_mirrors: bool,
}

/// The part of a laser that changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct LaserState {
    /// Its center, where the beams start.
    pub position: Vec2,
    /// Unit direction of the first beam.
    pub direction: Vec2,
    /// Whether it saw the ninja when it last looked; only tracking lasers look.
    pub has_target: bool,
    /// Hazard time (half ticks) of the last graze of its beams.
    pub grazed_at: Option<u32>,
    /// The ninja is still close to the beam that it last grazed.
    pub in_graze: bool,
}

sim_state!(LaserState, "laser", position, direction, has_target, grazed_at, in_graze);

/// The phase of a laser's beams.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum BeamPhase {
    /// No beams.
    #[default]
    Off,
    /// Harmless, about to be lit.
    Charging {
        /// How far the charge is, `0..1`.
        fraction: f32,
    },
    /// Lethal.
    Lit,
}

/// The beams of one tick, up to their first mirror; derived from [`LaserState`], so no snapshot holds them.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Beams {
    /// Whether they are lethal, charging or off. They are cast in every phase but `Off`.
    pub phase: BeamPhase,
    ends: [Vec2; BEAMS_MAX],
    /// Which beams ended on something, rather than in the open or at their reach.
    hit: [bool; BEAMS_MAX],
    count: u8,
}

impl Beams {
    /// The beams of a laser whose center is at `start`.
    pub fn iter(&self, start: Vec2) -> impl Iterator<Item = Beam> + '_ {
        (0..usize::from(self.count)).map(move |index| Beam { start, end: self.ends[index], hit: self.hit[index] })
    }

    /// Whether they kill.
    pub fn is_lit(&self) -> bool {
        self.phase == BeamPhase::Lit
    }
}

#[derive(Clone, Copy, Debug)]
struct TickedCycle {
    charge: u32,
    on: u32,
    period: u32,
    offset: u32,
}

impl Laser {
    /// A laser as a level describes it, and its state at the start. `mirrors_move` says whether any mirror of the level does.
    pub fn new(settings: &LaserSettings, terrain: &Terrain, mirrors_move: bool) -> (Self, LaserState) {
        let (aim, angle) = TickedAim::new(settings.aim);
        let mut spread = [Vec2::X; BEAMS_MAX];
        for (index, direction) in spread.iter_mut().enumerate().skip(1) {
            *direction = unit(std::f32::consts::TAU * index as f32 / f32::from(settings.beams));
        }
        let mut laser = Self {
            route: Route::new(settings.position, settings.path.as_ref()),
            aim,
            cycle: settings.cycle.map(TickedCycle::new),
            reach: settings.reach.unwrap_or(f32::INFINITY),
            bounces: settings.bounces,
            gate: settings.when,
            spread,
            beams: settings.beams.min(BEAMS_MAX as u8),
            fixed_hits: vec![],
            can_meet_mirrors: true,
        };
        let direction = laser.aim.first_direction(angle);
        let state = LaserState { position: laser.route.start(), direction, ..default() };
        if matches!(laser.aim, TickedAim::Fixed) && laser.route.points().is_none() {
            let directions = (0..usize::from(laser.beams)).map(|index| laser.direction(index, direction));
            let cast = |along| terrain.cast_ray(Layer::Light, state.position, along, laser.reach);
            laser.fixed_hits = directions.map(cast).collect();
            let is_mirror = |cast: &RayCast| cast.hit.is_some_and(|hit| hit.surface.shape == TileShape::Mirror);
            laser.can_meet_mirrors = mirrors_move || laser.fixed_hits.iter().any(is_mirror);
        }
        (laser, state)
    }

    /// Shifts the phase of its cycle and of its aim by half ticks, forward if positive. Shifts add up exactly; its patrol stays.
    pub fn shift_clock(&mut self, by: i32) {
        self.aim.shift_clock(by);
        if let Some(cycle) = &mut self.cycle {
            cycle.offset = shifted(cycle.offset, by, cycle.period);
        }
    }

    /// The directions of its beams, lit or not, for a first beam in the direction `first`.
    pub fn directions(&self, first: Vec2) -> impl Iterator<Item = Vec2> + '_ {
        self.spread[..usize::from(self.beams)].iter().map(move |&spread| first.rotate(spread))
    }

    /// The direction of a beam, for a first beam in the unit direction `first`.
    fn direction(&self, index: usize, first: Vec2) -> RayDirection {
        // Rotating the first beam by zero would still round it.
        RayDirection::from_unit(if index == 0 { first } else { first.rotate(self.spread[index]) })
    }

    /// Whether it turns towards the ninja.
    pub fn tracks(&self) -> bool {
        matches!(self.aim, TickedAim::Track { .. })
    }

    /// Its patrol.
    pub fn route(&self) -> &Route {
        &self.route
    }

    /// The most times that mirrors reflect each of its beams.
    pub fn bounces(&self) -> u8 {
        self.bounces
    }

    /// The gate that switches it on; `None` is always on.
    pub fn gate(&self) -> Option<Gate> {
        self.gate
    }

    /// Whether its gate, if it has one, is open at a hazard time in half ticks.
    pub fn is_awake(&self, channels: &Channels, hazard_half_ticks: u32) -> bool {
        channels.is_open(self.gate, hazard_half_ticks)
    }

    /// Its phase at a hazard time in half ticks. The cycle of a gated laser begins when the gate opens.
    pub fn phase_at(&self, channels: &Channels, hazard_half_ticks: u32) -> BeamPhase {
        let Some(since) = channels.open_since(self.gate, hazard_half_ticks) else { return BeamPhase::Off };
        self.cycle.map_or(BeamPhase::Lit, |cycle| cycle.phase_at(hazard_half_ticks - since))
    }

    /// Moves and turns it to the hazard time of `run`; a tracking laser turns towards `target`.
    pub fn aim(&self, state: &mut LaserState, index: ActorIndex, run: &Run, target: Vec2, colliders: &Colliders) {
        let LaserState { position, direction, has_target, .. } = state;
        *position = self.route.position_at(&run.channels, run.hazard_half_ticks);
        self.aim.turn(direction, has_target, *position, index, run, target, colliders);
    }

    /// Casts its beams through everything that stops light. What mirrors reflect goes into `reflections`; without that,
    /// mirrors are walls.
    pub fn cast(
        &self,
        state: &LaserState,
        phase: BeamPhase,
        colliders: &Colliders,
        reflections: Option<&mut Reflections>,
    ) -> Beams {
        let mut beams = Beams::default();
        self.cast_into(&mut beams, state, phase, colliders, reflections);
        beams
    }

    /// [`Self::cast`] into the beams of the tick before.
    fn cast_into(
        &self,
        beams: &mut Beams,
        state: &LaserState,
        phase: BeamPhase,
        colliders: &Colliders,
        reflections: Option<&mut Reflections>,
    ) {
        beams.phase = phase;
        beams.count = if phase == BeamPhase::Off { 0 } else { self.beams };
        let mut reflections = reflections.filter(|_| self.can_meet_mirrors);
        if let Some(reflections) = &mut reflections {
            reflections.clear();
        }
        for index in 0..usize::from(beams.count) {
            let direction = self.direction(index, state.direction);
            let fixed_hit = self.fixed_hits.get(index);
            (beams.ends[index], beams.hit[index]) = if fixed_hit.is_none() && reflections.is_none() {
                colliders.ray_end(Layer::Light, state.position, direction, self.reach)
            } else {
                let cast = || colliders.terrain().cast_ray(Layer::Light, state.position, direction, self.reach);
                let tiles = fixed_hit.copied().unwrap_or_else(cast);
                let cast = colliders.cast_against_obstacles(tiles, state.position, direction, self.reach);
                if let Some(reflections) = &mut reflections {
                    reflections.follow(cast, colliders, state.position, direction, self.reach, self.bounces);
                }
                (cast.end, cast.hit.is_some())
            };
        }
    }
}

impl TickedCycle {
    fn new(cycle: Cycle) -> Self {
        let [charge, on, off] = [cycle.charge, cycle.on, cycle.off].map(half_ticks);
        Self { charge, on, period: (charge + on + off).max(1), offset: half_ticks(cycle.offset) }
    }

    fn phase_at(self, half_ticks: u32) -> BeamPhase {
        let at = half_ticks.wrapping_add(self.offset) % self.period;
        if at < self.charge {
            BeamPhase::Charging { fraction: at as f32 / self.charge as f32 }
        } else if at < self.charge + self.on {
            BeamPhase::Lit
        } else {
            BeamPhase::Off
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.register_state::<LaserState>()
        .add_spawner(SpawnStage::Actors, spawn_lasers)
        .add_systems(Simulate, operate_lasers.in_set(SimulationSystems::Lasers));
}

fn spawn_lasers(world: &mut World, level: &Level) {
    let has_mirrors = level.has_mirrors();
    let mirrors_move = level.actors.has_mirrors();
    for (index, settings) in level.actors::<LaserSettings>().iter().enumerate() {
        let (laser, state) = Laser::new(settings, &level.terrain, mirrors_move);
        let mut reflections = (has_mirrors && settings.bounces > 0)
            .then(|| Reflections::with_capacity(usize::from(settings.beams), settings.bounces));
        // The beams before the first tick.
        let phase = laser.phase_at(&world.resource::<Run>().channels, 0);
        let beams = laser.cast(&state, phase, world.resource::<Colliders>(), reflections.as_mut());
        let mut entity = world.spawn((LevelEntity, ActorIndex(index as u32), laser, state, beams));
        if let Some(reflections) = reflections {
            entity.insert(reflections);
        }
    }
}

/// Moves and turns every laser, and casts its beams.
fn operate_lasers(
    mut lasers: Populated<(&ActorIndex, &Laser, &mut LaserState, &mut Beams, Option<&mut Reflections>)>,
    run: Res<Run>,
    ninja: Res<Ninja>,
    colliders: Res<Colliders>,
) {
    // Aim all lasers first: their divisions pipeline; interleaved ray casts would flush the pipeline on mispredicted
    // branches, a sixth of the time of a tick with 16 lasers.
    for (&index, laser, mut state, ..) in &mut lasers {
        laser.aim(&mut state, index, &run, ninja.position, &colliders);
    }
    for (_, laser, state, mut beams, reflections) in &mut lasers {
        let phase = laser.phase_at(&run.channels, run.hazard_half_ticks);
        laser.cast_into(&mut beams, &state, phase, &colliders, reflections.map(Mut::into_inner));
    }
}
