//! What a player sees of what shoots, and the level as it meets a player who is wrong about the clocks of lasers and turrets: the
//! player does what would be right, and they are off by its error.

use bevy::ecs::query::QueryState;
use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{BeamPhase, Beams, Laser, LaserState};
use hairline_sim::hazards::turret::{Bullets, Turret, TurretState};
use hairline_sim::state::actor::ActorIndex;

/// What a player sees of a laser or a turret at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sight {
    pub position: Vec2,
    /// The point by which motion is seen: one tile along a laser's aim, or the position of a turret.
    pub mark: Vec2,
    /// Of a laser whether its beams are off, charging or lit (0, 1, 2); of a turret how many of its bullets fly.
    pub phase: u8,
}

/// What is seen of all lasers and turrets.
pub struct Watch {
    lasers: QueryState<(&'static ActorIndex, &'static LaserState, &'static Beams)>,
    turrets: QueryState<(&'static ActorIndex, &'static TurretState, &'static Bullets)>,
}

impl Watch {
    pub fn new(simulation: &mut Simulation) -> Self {
        let world = simulation.world_mut();
        Self { lasers: world.query(), turrets: world.query() }
    }

    /// Each laser by its index.
    pub fn lasers(&mut self, simulation: &Simulation, mut each: impl FnMut(usize, Sight)) {
        for (index, &LaserState { position, direction, .. }, beams) in self.lasers.iter(simulation.world()) {
            let phase = match beams.phase {
                BeamPhase::Off => 0,
                BeamPhase::Charging { .. } => 1,
                BeamPhase::Lit => 2,
            };
            each(index.0 as usize, Sight { position, mark: position + direction, phase });
        }
    }

    /// Each turret by its index.
    pub fn turrets(&mut self, simulation: &Simulation, mut each: impl FnMut(usize, Sight)) {
        for (index, &TurretState { position, .. }, bullets) in self.turrets.iter(simulation.world()) {
            let flying = bullets.0.iter().filter(|bullet| bullet.flying).count();
            each(index.0 as usize, Sight { position, mark: position, phase: flying.min(255) as u8 });
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
