//! What a player sees of what shoots, and the level as it meets a player who is wrong about the clocks of lasers and turrets: the
//! player does what would be right, and they are off by its error.

use bevy::ecs::query::QueryState;
use bevy_math::bounding::{Aabb2d, RayCast2d};
use bevy_math::{Dir2, Vec2};

use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{BeamPhase, Beams, Laser, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::hazards::turret::{Bullets, Turret, TurretState};
use hairline_sim::state::actor::ActorIndex;

/// What a player sees of a laser or a turret at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sight {
    /// The point by which motion is seen: one tile along a laser's aim, or the position of a turret.
    pub mark: Vec2,
    /// Of a laser whether its beams are off, charging or lit (0, 1, 2); of a turret how many of its bullets fly.
    pub phase: u8,
    /// Whether it is on the screen itself.
    pub is_on_screen: bool,
    /// The ends of a beam that is on the screen.
    pub beam: Option<[Vec2; 2]>,
}

/// What is seen of all lasers and turrets.
pub struct Watch {
    lasers: QueryState<(&'static ActorIndex, &'static LaserState, &'static Beams, Option<&'static Reflections>)>,
    turrets: QueryState<(&'static ActorIndex, &'static TurretState, &'static Bullets)>,
}

impl Watch {
    pub fn new(simulation: &mut Simulation) -> Self {
        let world = simulation.world_mut();
        Self { lasers: world.query(), turrets: world.query() }
    }

    /// Each laser by its index, before a screen with these corners.
    pub fn lasers(&mut self, simulation: &Simulation, screen: Aabb2d, mut each: impl FnMut(usize, Sight)) {
        for (index, &LaserState { position, direction, .. }, beams, reflections) in self.lasers.iter(simulation.world())
        {
            let phase = match beams.phase {
                BeamPhase::Off => 0,
                BeamPhase::Charging { .. } => 1,
                BeamPhase::Lit => 2,
            };
            let reflected = reflections.into_iter().flat_map(Reflections::iter);
            let mut segments = beams.iter(position).chain(reflected).map(|beam| [beam.start, beam.end]);
            let beam = (phase != 0).then(|| segments.find(|&segment| crosses(screen, segment))).flatten();
            each(
                index.0 as usize,
                Sight { mark: position + direction, phase, is_on_screen: holds(screen, position), beam },
            );
        }
    }

    /// Each turret by its index, before a screen with these corners.
    pub fn turrets(&mut self, simulation: &Simulation, screen: Aabb2d, mut each: impl FnMut(usize, Sight)) {
        for (index, &TurretState { position, .. }, bullets) in self.turrets.iter(simulation.world()) {
            let flying = bullets.0.iter().filter(|bullet| bullet.flying).count();
            let phase = flying.min(255) as u8;
            let is_on_screen = holds(screen, position);
            each(index.0 as usize, Sight { mark: position, phase, is_on_screen, beam: None });
        }
    }

    /// How long, in seconds, a turret's bullet nearest to a place has flown.
    pub fn flight_seconds(&mut self, simulation: &Simulation, turret: usize, place: Vec2) -> Option<f32> {
        let (.., bullets) = self.turrets.iter(simulation.world()).find(|(index, ..)| index.0 as usize == turret)?;
        let distance = |position: Vec2| position.distance_squared(place);
        let nearest = bullets.0.iter().min_by(|a, b| distance(a.position).total_cmp(&distance(b.position)))?;
        Some(nearest.flown / nearest.velocity.length().max(0.1))
    }
}

/// Whether a point is on a screen.
pub fn holds(screen: Aabb2d, at: Vec2) -> bool {
    at.cmpge(screen.min).all() && at.cmple(screen.max).all()
}

/// Whether a segment comes onto a screen.
pub fn crosses(screen: Aabb2d, [start, end]: [Vec2; 2]) -> bool {
    match Dir2::new_and_length(end - start) {
        Ok((direction, length)) => RayCast2d::new(start, direction, length).aabb_intersection_at(&screen).is_some(),
        Err(_) => holds(screen, start),
    }
}

/// A level whose clocks can be set.
pub struct Clocks {
    lasers: QueryState<(&'static ActorIndex, &'static mut Laser)>,
    turrets: QueryState<(&'static ActorIndex, &'static mut Turret)>,
    /// The shifts in force, of lasers and of turrets.
    shifts: [Vec<i32>; 2],
}

impl Clocks {
    pub fn new(simulation: &mut Simulation) -> Self {
        let world = simulation.world_mut();
        let (lasers, turrets) = (world.query(), world.query());
        Self { lasers, turrets, shifts: [vec![], vec![]] }
    }

    /// Sets all clocks: each off by its error.
    pub fn set(&mut self, simulation: &mut Simulation, [lasers, turrets]: [Vec<i32>; 2]) {
        let world = simulation.world_mut();
        let [laser_shifts, turret_shifts] = &mut self.shifts;
        let change = |shifts: &mut Vec<i32>, errors: &[i32], index: usize| {
            if shifts.len() <= index {
                shifts.resize(index + 1, 0);
            }
            let wanted = errors.get(index).copied().unwrap_or(0);
            wanted - std::mem::replace(&mut shifts[index], wanted)
        };
        for (index, mut laser) in self.lasers.iter_mut(world) {
            match change(laser_shifts, &lasers, index.0 as usize) {
                0 => {}
                by => laser.shift_clock(by),
            }
        }
        for (index, mut turret) in self.turrets.iter_mut(world) {
            match change(turret_shifts, &turrets, index.0 as usize) {
                0 => {}
                by => turret.shift_clock(by),
            }
        }
    }
}
