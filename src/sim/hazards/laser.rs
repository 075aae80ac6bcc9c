//! Laser robots: how they patrol, aim, charge and cast their beams.
//!
//! The segments in [`Beams`] are what kills, and what the picture is drawn from. A robot never moves anything and never
//! looks at another robot.

use bevy::prelude::*;

use crate::geometry::ray::{RayCast, RayDirection};
use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;
use crate::level::limits::BEAMS_MAX;
use crate::level::{Cycle, Gate, LaserSettings};

use super::reflection::Reflections;
use crate::sim::motion::aim::TickedAim;
use crate::sim::motion::patrol::Patrol;
use crate::sim::obstacles::Surroundings;
use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::triggers::channel::Channels;
use crate::sim::tuning::{GRAZE_RESET_CLEARANCE, HURT_RADIUS, half_ticks};

/// What a robot is: nothing here changes during a run. Angles in radians, times in half ticks.
#[derive(Component, Clone, Debug)]
pub struct Laser {
    position: Vec2,
    patrol: Option<Patrol>,
    aim: TickedAim,
    cycle: Option<TickedCycle>,
    reach: f32,
    bounces: u8,
    when: Option<Gate>,
    /// Each beam's direction, seen from the first one's.
    spread: [Vec2; BEAMS_MAX],
    beams: u8,
    /// What each beam meets among the tiles, of a robot that neither moves nor turns; none of others.
    walls: Vec<RayCast>,
    /// Whether a mirror may ever stand in the way of its beams.
    meets_mirrors: bool,
}

/// What of a robot changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct LaserState {
    /// Its center, where the beams start.
    pub position: Vec2,
    /// Unit direction of the first beam.
    pub direction: Vec2,
    /// Whether it saw the ninja when it last looked; only robots that track look.
    pub sees: bool,
    /// Hazard time (half ticks) of the last near miss at this robot.
    pub grazed_at: Option<u32>,
    /// The ninja is still close to the beam that he last grazed.
    pub in_graze: bool,
}

/// How a robot's beams are in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum BeamPhase {
    /// Nothing.
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

/// The segments of one tick, cast from [`LaserState`]; derived, so no snapshot holds them.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Beams {
    /// Whether they are lethal, charging or off. They are cast in every phase but `Off`.
    pub phase: BeamPhase,
    /// The first `count` are of this tick.
    ends: [Vec2; BEAMS_MAX],
    /// Which beams ended on something (not in the open or at their reach).
    hit: [bool; BEAMS_MAX],
    count: u8,
    /// Whether the line of any of them passes within [`NEAR`] of the ninja.
    near: bool,
}

/// One beam, from the robot to where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beam {
    /// Where it starts.
    pub start: Vec2,
    /// Where it ends.
    pub end: Vec2,
    /// Whether it ends on something.
    pub hit: bool,
}

impl Beams {
    /// The beams of a robot that stands at `start`.
    pub fn iter(&self, start: Vec2) -> impl Iterator<Item = Beam> + '_ {
        (0..usize::from(self.count)).map(move |index| self.beam(index, start))
    }

    /// The beam of that place, of a robot that stands at `start`.
    pub(crate) fn beam(&self, index: usize, start: Vec2) -> Beam {
        Beam { start, end: self.ends[index], hit: self.hit[index] }
    }

    /// Where they end.
    #[inline]
    pub(crate) fn ends(&self) -> &[Vec2] {
        &self.ends[..usize::from(self.count).min(BEAMS_MAX)]
    }

    /// Whether any of them, those that mirrors threw back included, may be near enough to the ninja for any rule.
    #[inline]
    pub(crate) fn may_be_near(&self) -> bool {
        self.near
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
    /// A robot as a level describes it, and its state at the start.
    pub fn new(settings: &LaserSettings) -> (Self, LaserState) {
        let (aim, angle) = TickedAim::new(settings.aim);
        let mut spread = [Vec2::X; BEAMS_MAX];
        for (index, direction) in spread.iter_mut().enumerate().skip(1) {
            *direction = RayDirection::at_angle(std::f32::consts::TAU * index as f32 / f32::from(settings.beams)).get();
        }
        let laser = Self {
            position: settings.position,
            patrol: settings.path.as_ref().map(Patrol::new),
            aim,
            cycle: settings.cycle.map(TickedCycle::new),
            reach: settings.reach.unwrap_or(f32::INFINITY),
            bounces: settings.bounces,
            when: settings.when,
            spread,
            beams: settings.beams.min(BEAMS_MAX as u8),
            walls: vec![],
            meets_mirrors: true,
        };
        let direction = laser.aim.direction_at(0).unwrap_or_else(|| RayDirection::at_angle(angle).get());
        let state = LaserState { position: laser.position_at(0), direction, ..default() };
        (laser, state)
    }

    /// Casts the beams of one that neither moves nor turns among the tiles, once for all ticks.
    pub(crate) fn find_walls(&mut self, state: &LaserState, terrain: &Terrain) {
        if matches!(self.aim, TickedAim::Fixed) && self.patrol.is_none() {
            let directions = (0..usize::from(self.beams)).map(|index| self.direction(index, state.direction));
            self.walls = directions.map(|along| terrain.cast_light(state.position, along, self.reach)).collect();
        }
    }

    /// Tells it whether any mirror moves. If none does, and it does not either, its walls say whether it ever meets one.
    pub(crate) fn find_mirrors(&mut self, any_moves: bool) {
        let is_mirror = |wall: &RayCast| wall.hit.is_some_and(|hit| hit.surface.shape == TileShape::Mirror);
        self.meets_mirrors = any_moves || self.walls.is_empty() || self.walls.iter().any(is_mirror);
    }

    /// The directions of its beams, lit or not, for a first beam in the direction `first`.
    pub fn directions(&self, first: Vec2) -> impl Iterator<Item = Vec2> + '_ {
        self.spread[..usize::from(self.beams)].iter().map(move |&spread| first.rotate(spread))
    }

    /// The direction of the beam of a place, for a first beam in the unit direction `first`.
    #[inline]
    fn direction(&self, index: usize, first: Vec2) -> RayDirection {
        // The first beam's spread is none.
        RayDirection::from_unit(if index == 0 { first } else { first.rotate(self.spread[index]) })
    }

    /// Whether it turns towards the ninja.
    pub fn tracks(&self) -> bool {
        matches!(self.aim, TickedAim::Track { .. })
    }

    /// The points of its patrol, a closing leg included; nothing for one that stays where it is.
    pub fn path(&self) -> Option<&[Vec2]> {
        self.patrol.as_ref().map(Patrol::points)
    }

    /// Where it stands at a hazard time in half ticks.
    pub fn position_at(&self, hazard_half_ticks: u32) -> Vec2 {
        self.patrol.as_ref().map_or(self.position, |patrol| patrol.position(hazard_half_ticks))
    }

    /// At most how often mirrors throw each of its beams back.
    pub fn bounces(&self) -> u8 {
        self.bounces
    }

    /// The channel that lets it work.
    pub fn gate(&self) -> Option<Gate> {
        self.when
    }

    /// Whether its channel, if it listens to one, lets it work at a hazard time in half ticks.
    pub fn is_awake(&self, channels: &Channels, hazard_half_ticks: u32) -> bool {
        channels.open_since(self.when, hazard_half_ticks).is_some()
    }

    /// Its phase at a hazard time in half ticks. The cycle of one that listens to a channel begins when that lets it work.
    pub fn phase_at(&self, channels: &Channels, hazard_half_ticks: u32) -> BeamPhase {
        let Some(since) = channels.open_since(self.when, hazard_half_ticks) else { return BeamPhase::Off };
        self.cycle.map_or(BeamPhase::Lit, |cycle| cycle.phase_at(hazard_half_ticks - since))
    }

    /// Moves and turns it to the hazard time of `run`. A tracking robot turns towards `target` while it sees it; it looks
    /// every [`SIGHT_HALF_TICKS`](crate::sim::tuning::SIGHT_HALF_TICKS), each robot of a level at another time by its `index`.
    #[inline(always)]
    pub fn aim(&self, state: &mut LaserState, index: ActorIndex, run: &Run, target: Vec2, around: &Surroundings) {
        let now = run.hazard_half_ticks;
        state.position = self.position_at(now);
        if let Some(direction) = self.aim.direction_at(now) {
            state.direction = direction;
        } else {
            self.aim.track(&mut state.direction, &mut state.sees, state.position, index.0, run, target, around);
        }
    }

    /// Casts its beams through all that stops light. What mirrors throw back goes into `reflections`; without that they
    /// are walls.
    pub fn cast(
        &self,
        state: &LaserState,
        phase: BeamPhase,
        around: &Surroundings,
        reflections: Option<&mut Reflections>,
    ) -> Beams {
        let mut beams = Beams::default();
        self.cast_into(&mut beams, state, phase, around, None, reflections);
        beams
    }

    /// [`Self::cast`] in place.
    #[inline(always)]
    fn cast_into(
        &self,
        beams: &mut Beams,
        state: &LaserState,
        phase: BeamPhase,
        around: &Surroundings,
        target: Option<Vec2>,
        mut reflections: Option<&mut Reflections>,
    ) {
        beams.phase = phase;
        // Without a target nothing is known to be far.
        beams.near = target.is_none();
        beams.count = if phase == BeamPhase::Off { 0 } else { self.beams };
        reflections = reflections.filter(|_| self.meets_mirrors);
        if let Some(reflections) = &mut reflections {
            reflections.clear();
        }
        for index in 0..usize::from(beams.count) {
            let direction = self.direction(index, state.direction);
            let wall = self.walls.get(index).copied();
            (beams.ends[index], beams.hit[index]) = match (&mut reflections, wall) {
                (None, None) => around.light_end(state.position, direction, self.reach),
                (None, Some(wall)) => {
                    let end = (wall.end, wall.hit.is_some());
                    around.light_end_before(end, state.position, direction, self.reach)
                }
                (Some(reflections), _) => {
                    let beam = reflections.cast(around, state.position, direction, self.reach, self.bounces, wall);
                    (beam.end, beam.hit)
                }
            };
            if let Some(target) = target {
                beams.near |= passes_near(state.position, beams.ends[index], target);
            }
        }
        if let (Some(target), Some(reflections)) = (target, reflections) {
            beams.near |= reflections.iter().any(|beam| passes_near(beam.start, beam.end, target));
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

/// Tiles between his center and a beam beyond which nothing comes of it: where a near miss is over, and a little more than
/// rounding can make of it on the largest map.
pub(crate) const NEAR: f32 = HURT_RADIUS + GRAZE_RESET_CLEARANCE + 0.05;

/// Whether the line through two points passes within [`NEAR`] of a center. What lies aside of a line lies no nearer to the
/// segment, and that takes no division to tell.
#[inline(always)]
pub(crate) fn passes_near(start: Vec2, end: Vec2, center: Vec2) -> bool {
    let along = end - start;
    let aside = along.perp_dot(center - start);
    aside * aside <= NEAR * NEAR * along.length_squared()
}

/// The robots of a level.
pub type Lasers<'w, 's> = Query<
    'w,
    's,
    (
        &'static ActorIndex,
        &'static Laser,
        &'static mut LaserState,
        &'static mut Beams,
        Option<&'static mut Reflections>,
    ),
>;

/// Moves and turns every robot, the tracking ones towards `target`, and casts its beams. Says whether
/// [`detect_hits`](crate::sim::hazards::beam_hits::detect_hits) has anything to look at: a lit beam near enough to the target for any rule, or
/// one that was.
pub fn operate_lasers(
    run: &Run,
    channels: &Channels,
    around: &Surroundings,
    target: Vec2,
    lasers: &mut Lasers,
) -> bool {
    // All turn before any casts: where one stands takes long divisions, which the processor does for several robots at
    // once as long as no ray, whose branches it guesses wrong, comes between them. A sixth of the tick's time.
    for (&index, laser, mut state, ..) in &mut *lasers {
        laser.aim(&mut state, index, run, target, around);
    }
    let mut any_near = false;
    for (_, laser, state, mut beams, reflections) in lasers {
        let phase = laser.phase_at(channels, run.hazard_half_ticks);
        let reflections = reflections.map(Mut::into_inner);
        laser.cast_into(&mut beams, &state, phase, around, Some(target), reflections);
        any_near |= state.in_graze || beams.near && beams.is_lit();
    }
    any_near
}
