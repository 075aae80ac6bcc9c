//! Laser robots: how they patrol, aim, charge and cast their beams.
//!
//! The segments in [`Beams`] are what kills, and what the picture is drawn from. A robot never moves anything and never
//! looks at another robot.

use bevy::prelude::*;

use crate::geometry::ray::{RayCast, RayDirection};
use crate::geometry::terrain::Terrain;
use crate::level::limits::BEAMS_MAX;
use crate::level::{Aim, Cycle, Gate, LaserSettings};

use super::channel::Channels;
use super::obstacle::Surroundings;
use super::patrol::Patrol;
use super::reflection::Reflections;
use super::run::Run;
use super::tuning::{GRAZE_RESET_CLEARANCE, HALF_TICKS_PER_SECOND, HURT_RADIUS, SIGHT_HALF_TICKS, half_ticks};

/// A robot's place among the robots of its level, in the order of the file: what snapshots go by.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaserIndex(pub u32);

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
}

/// What of a robot changes during a run.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct LaserState {
    /// Its centre, where the beams start.
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
    pub(super) fn beam(&self, index: usize, start: Vec2) -> Beam {
        Beam { start, end: self.ends[index], hit: self.hit[index] }
    }

    /// Where they end.
    #[inline]
    pub(super) fn ends(&self) -> &[Vec2] {
        &self.ends[..usize::from(self.count).min(BEAMS_MAX)]
    }

    /// Whether any of them, those that mirrors threw back included, may be near enough to the ninja for any rule.
    #[inline]
    pub(super) fn may_be_near(&self) -> bool {
        self.near
    }

    /// Whether they kill.
    pub fn is_lit(&self) -> bool {
        self.phase == BeamPhase::Lit
    }
}

/// How something points, in half ticks of hazard time and radians.
#[derive(Clone, Copy, Debug)]
pub(super) enum TickedAim {
    Fixed,
    Sweep { from: f32, turn: f32, period: u32, offset: u32 },
    Spin { from: f32, turn: f32, period: u32 },
    Track { turn_per_half_tick: [Vec2; 2], needs_sight: bool },
}

#[derive(Clone, Copy, Debug)]
struct TickedCycle {
    charge: u32,
    on: u32,
    period: u32,
    offset: u32,
}

/// Radians in one step, a little under half a turn: a turn of more would look like one the other way round.
const TURN_MAX: f32 = 3.0;

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
        };
        let direction = laser.aim.direction_at(0).unwrap_or_else(|| RayDirection::at_angle(angle).get());
        let state = LaserState { position: laser.position_at(0), direction, ..default() };
        (laser, state)
    }

    /// Casts the beams of one that neither moves nor turns among the tiles, once for all ticks.
    pub(super) fn find_walls(&mut self, state: &LaserState, terrain: &Terrain) {
        if matches!(self.aim, TickedAim::Fixed) && self.patrol.is_none() {
            let directions = (0..usize::from(self.beams)).map(|index| self.direction(index, state.direction));
            self.walls = directions.map(|along| terrain.cast_light(state.position, along, self.reach)).collect();
        }
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
    /// every [`SIGHT_HALF_TICKS`], each robot of a level at another time by its `index`.
    #[inline(always)]
    pub fn aim(&self, state: &mut LaserState, index: LaserIndex, run: &Run, target: Vec2, around: &Surroundings) {
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

impl TickedAim {
    /// The direction at a hazard time in half ticks; none where that never changes, or is no function of time.
    pub(super) fn direction_at(&self, hazard_half_ticks: u32) -> Option<Vec2> {
        self.angle_at(hazard_half_ticks).map(|angle| RayDirection::at_angle(angle).get())
    }

    /// Turns a direction towards `target` while it is seen from `position`, if this aim tracks. It looks every
    /// [`SIGHT_HALF_TICKS`], at another time for each `index`.
    #[inline(always)]
    pub(super) fn track(
        &self,
        direction: &mut Vec2,
        sees: &mut bool,
        position: Vec2,
        index: u32,
        run: &Run,
        target: Vec2,
        around: &Surroundings,
    ) {
        let Self::Track { turn_per_half_tick, needs_sight } = *self else { return };
        if !needs_sight {
            *sees = true;
        } else if is_time_to_look(index, run) {
            *sees = around.line_of_sight(position, target);
        }
        if *sees {
            let rotor = turn_per_half_tick[usize::from(run.hazard_step == 2)];
            *direction = turn_towards(*direction, target - position, rotor);
        }
    }

    /// The aim in half ticks, and its angle at the start.
    pub(super) fn new(aim: Aim) -> (Self, f32) {
        match aim {
            Aim::Fixed { angle } => (Self::Fixed, angle),
            Aim::Sweep { from, to, period, offset } => {
                let period = half_ticks(period).max(1);
                (Self::Sweep { from, turn: to - from, period, offset: half_ticks(offset) }, from)
            }
            Aim::Spin { from, period, clockwise } => {
                let turn = if clockwise { -std::f32::consts::TAU } else { std::f32::consts::TAU };
                (Self::Spin { from, turn, period: half_ticks(period).max(1) }, from)
            }
            Aim::Track { from, turn_rate, needs_sight } => {
                let rotor = |steps: f32| {
                    RayDirection::at_angle((turn_rate * steps / HALF_TICKS_PER_SECOND as f32).min(TURN_MAX)).get()
                };
                (Self::Track { turn_per_half_tick: [rotor(1.0), rotor(2.0)], needs_sight }, from)
            }
        }
    }
}

impl TickedAim {
    /// The angle at a hazard time in half ticks; none where it never changes, or is no function of time.
    pub(super) fn angle_at(&self, hazard_half_ticks: u32) -> Option<f32> {
        match *self {
            Self::Fixed | Self::Track { .. } => None,
            Self::Sweep { from, turn, period, offset } => {
                let phase = (hazard_half_ticks.wrapping_add(offset) % period) as f32 / period as f32;
                let there = 1.0 - (2.0 * phase - 1.0).abs();
                let smooth = there * there * (3.0 - 2.0 * there);
                Some(from + turn * smooth)
            }
            Self::Spin { from, turn, period } => {
                Some(from + turn * ((hazard_half_ticks % period) as f32 / period as f32))
            }
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

/// Tiles between his centre and a beam beyond which nothing comes of it: where a near miss is over, and a little more than
/// rounding can make of it on the largest map.
pub(super) const NEAR: f32 = HURT_RADIUS + GRAZE_RESET_CLEARANCE + 0.05;

/// Whether the line through two points passes within [`NEAR`] of a centre. What lies aside of a line lies no nearer to the
/// segment, and that takes no division to tell.
#[inline(always)]
pub(super) fn passes_near(start: Vec2, end: Vec2, centre: Vec2) -> bool {
    let along = end - start;
    let aside = along.perp_dot(centre - start);
    aside * aside <= NEAR * NEAR * along.length_squared()
}

/// Whether the robot of an index looks in this tick.
fn is_time_to_look(index: u32, run: &Run) -> bool {
    // Two half ticks apart: no two neighbours in the same tick.
    let now = run.hazard_half_ticks.wrapping_add(2 * index);
    now / SIGHT_HALF_TICKS != now.wrapping_sub(run.hazard_step) / SIGHT_HALF_TICKS
}

/// `direction` turned towards `to` by at most the rotor's angle. No angle is ever computed, so none can wrap wrongly.
fn turn_towards(direction: Vec2, to: Vec2, rotor: Vec2) -> Vec2 {
    let Some(wanted) = to.try_normalize() else { return direction };
    let cross = direction.perp_dot(wanted);
    // Within one step when the angle's cosine is no less than the step's, on the right side.
    if direction.dot(wanted) >= rotor.x {
        return wanted;
    }
    let rotor = if cross < 0.0 { Vec2::new(rotor.x, -rotor.y) } else { rotor };
    direction.rotate(rotor).normalize()
}

/// The robots of a level.
pub type Lasers<'w, 's> = Query<
    'w,
    's,
    (
        &'static LaserIndex,
        &'static Laser,
        &'static mut LaserState,
        &'static mut Beams,
        Option<&'static mut Reflections>,
    ),
>;

/// Moves and turns every robot, the tracking ones towards `target`, and casts its beams. Says whether
/// [`detect_hits`](super::hits::detect_hits) has anything to look at: a lit beam near enough to the target for any rule, or
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
