//! The moment that is drawn: somewhere between the last two ticks, so that motion is smooth at any frame rate.
//!
//! Everything is drawn at the same moment, ninja and beams alike; so what the picture shows of a near miss is true.

use bevy::prelude::*;

use crate::sim::hazards::camera::CameraState;
use crate::sim::hazards::laser::{Beam, Beams, LaserState};
use crate::sim::hazards::orb::OrbState;
use crate::sim::hazards::reflection::Reflections;
use crate::sim::hazards::turret::{Bullet, Bullets, TurretState};
use crate::sim::ninja::Ninja;
use crate::sim::obstacles::Obstacles;
use crate::sim::run::Run;
use crate::sim::state::actor::ActorIndex;
use crate::sim::state::spawn::LevelTerrain;

use crate::view::PaintSystems;
use crate::view::debug::DebugView;

/// Tiles. Nothing moves further in one tick; what does was put there (a restart) and is drawn where it is.
const STEP_MAX: f32 = 0.75;

/// The tick before, and how far the moment that is drawn lies after it.
#[derive(Resource, Debug, Default)]
pub struct Interpolation {
    ninja: Option<Ninja>,
    lasers: Vec<(LaserState, Beams)>,
    reflections: Vec<Reflections>,
    turrets: Vec<TurretState>,
    bullets: Vec<Bullets>,
    cameras: Vec<CameraState>,
    orbs: Vec<OrbState>,
    /// Where each obstacle's origin stood, and how far it was turned.
    obstacles: Vec<(Vec2, f32)>,
    /// `0..1`, from the tick before to the last one.
    fraction: f32,
}

impl Interpolation {
    fn point(&self, before: Vec2, now: Vec2) -> Vec2 {
        if is_leap(before, now) { now } else { before.lerp(now, self.fraction) }
    }

    /// Where the ninja is.
    pub fn ninja(&self, now: &Ninja) -> Vec2 {
        self.ninja.map_or(now.position, |before| self.point(before.position, now.position))
    }

    /// Where a robot is, and the direction of its first beam.
    pub fn laser(&self, index: ActorIndex, now: &LaserState) -> (Vec2, Vec2) {
        let Some((before, _)) = self.lasers.get(index.0 as usize) else { return (now.position, now.direction) };
        let direction = before.direction.lerp(now.direction, self.fraction).normalize_or(now.direction);
        (self.point(before.position, now.position), direction)
    }

    /// A robot's beams. Each end lies between two ends that kill; where one jumped (past an edge) it is the last one.
    pub fn beams<'a>(
        &'a self,
        index: ActorIndex,
        now: &'a LaserState,
        beams: &'a Beams,
    ) -> impl Iterator<Item = Beam> + 'a {
        let before = self.lasers.get(index.0 as usize);
        let mut earlier = before.map(|(state, beams)| beams.iter(state.position)).into_iter().flatten();
        beams.iter(now.position).map(move |beam| self.segment(earlier.next(), beam))
    }

    /// What mirrors throw back of a robot's beams. Where their number changed there is nothing to lie between.
    pub fn reflected<'a>(&'a self, index: ActorIndex, now: &'a Reflections) -> impl Iterator<Item = Beam> + 'a {
        let before = self.reflections.get(index.0 as usize).filter(|old| old.iter().count() == now.iter().count());
        let mut earlier = before.map(Reflections::iter).into_iter().flatten();
        now.iter().map(move |beam| self.segment(earlier.next(), beam))
    }

    fn segment(&self, before: Option<Beam>, now: Beam) -> Beam {
        match before {
            // Where one end leapt (past an edge), to move the other alone would tilt the beam.
            Some(old) if !is_leap(old.start, now.start) && !is_leap(old.end, now.end) => Beam {
                start: old.start.lerp(now.start, self.fraction),
                end: old.end.lerp(now.end, self.fraction),
                ..now
            },
            _ => now,
        }
    }

    /// A place and a unit direction between those before and those now.
    fn pose(&self, before: Option<(Vec2, Vec2)>, now: (Vec2, Vec2)) -> (Vec2, Vec2) {
        let Some(before) = before else { return now };
        (self.point(before.0, now.0), before.1.lerp(now.1, self.fraction).normalize_or(now.1))
    }

    /// Where a turret is, and where it points.
    pub fn turret(&self, index: ActorIndex, now: &TurretState) -> (Vec2, Vec2) {
        let before = self.turrets.get(index.0 as usize).map(|old| (old.position, old.direction));
        self.pose(before, (now.position, now.direction))
    }

    /// Where a camera is, and where it faces.
    pub fn camera(&self, index: ActorIndex, now: &CameraState) -> (Vec2, Vec2) {
        let before = self.cameras.get(index.0 as usize).map(|old| (old.position, old.direction));
        self.pose(before, (now.position, now.direction))
    }

    /// Where an orb is.
    pub fn orb(&self, index: ActorIndex, now: &OrbState) -> Vec2 {
        self.orbs.get(index.0 as usize).map_or(now.position, |before| self.point(before.position, now.position))
    }

    /// Where each flying bullet of a turret is, in the order of the pool. However fast, one that was in flight already has
    /// flown the way between.
    pub fn bullets<'a>(
        &'a self,
        index: ActorIndex,
        now: &'a Bullets,
    ) -> impl Iterator<Item = (usize, Vec2, Bullet)> + 'a {
        let before = self.bullets.get(index.0 as usize);
        now.0.iter().enumerate().filter(|(_, bullet)| bullet.flying).map(move |(place, bullet)| {
            let old = before.and_then(|old| old.0.get(place));
            let is_same = |old: &&Bullet| old.flying && old.flown <= bullet.flown && old.velocity == bullet.velocity;
            let old = old.filter(is_same);
            (place, old.map_or(bullet.position, |old| old.position.lerp(bullet.position, self.fraction)), *bullet)
        })
    }

    /// Where an obstacle's origin stands, and how far it is turned in radians.
    pub fn obstacle(&self, index: usize, obstacles: &Obstacles) -> (Vec2, f32) {
        let shape = &obstacles.shapes()[index];
        let now = (shape.position(), shape.rotation());
        let Some(&before) = self.obstacles.get(index) else { return now };
        (self.point(before.0, now.0), turned_between(before.1, now.1, self.fraction))
    }

    /// The hazards' time in half ticks at the moment that is drawn.
    pub fn hazard_half_ticks(&self, run: &Run) -> f32 {
        (run.hazard_half_ticks as f32 - (1.0 - self.fraction) * run.hazard_step as f32).max(0.0)
    }

    /// The ticks of the run at the moment that is drawn.
    pub fn ticks(&self, run: &Run) -> f32 {
        (run.ticks as f32 - (1.0 - self.fraction)).max(0.0)
    }
}

/// The angle between two, the shorter way round. Radians.
fn turned_between(before: f32, now: f32, fraction: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    let turn = (now - before + PI).rem_euclid(TAU) - PI;
    before + turn * fraction
}

fn is_leap(before: Vec2, now: Vec2) -> bool {
    before.distance_squared(now) > STEP_MAX * STEP_MAX
}

/// Adds the memory of the tick before.
pub fn plugin(app: &mut App) {
    app.init_resource::<Interpolation>()
        .add_systems(FixedPreUpdate, remember_tick.run_if(resource_exists::<LevelTerrain>))
        .add_systems(Update, forget_ticks.in_set(PaintSystems::Build))
        .add_systems(Update, find_moment.in_set(PaintSystems::Wipe));
}

fn forget_ticks(mut between: ResMut<Interpolation>) {
    let fraction = between.fraction;
    *between = Interpolation { fraction, ..default() };
}

fn remember_tick(
    mut between: ResMut<Interpolation>,
    ninja: Option<Single<&Ninja>>,
    lasers: Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>,
    turrets: Query<(&ActorIndex, &TurretState, &Bullets)>,
    cameras: Query<(&ActorIndex, &CameraState)>,
    orbs: Query<(&ActorIndex, &OrbState)>,
    obstacles: Option<Res<Obstacles>>,
) {
    let between = &mut *between;
    between.ninja = ninja.map(|ninja| **ninja);
    for (index, state, beams, reflections) in &lasers {
        *slot(&mut between.lasers, index.0) = (*state, *beams);
        if let Some(reflections) = reflections {
            slot(&mut between.reflections, index.0).clone_from(reflections);
        }
    }
    for (index, state, bullets) in &turrets {
        *slot(&mut between.turrets, index.0) = *state;
        slot(&mut between.bullets, index.0).clone_from(bullets);
    }
    cameras.iter().for_each(|(index, state)| *slot(&mut between.cameras, index.0) = *state);
    orbs.iter().for_each(|(index, state)| *slot(&mut between.orbs, index.0) = *state);
    between.obstacles.clear();
    if let Some(obstacles) = obstacles {
        between.obstacles.extend(obstacles.shapes().iter().map(|shape| (shape.position(), shape.rotation())));
    }
}

/// The place for the state of one actor among those of its kind; there is one after this.
fn slot<T: Clone + Default>(states: &mut Vec<T>, index: u32) -> &mut T {
    let index = index as usize;
    if states.len() <= index {
        states.resize(index + 1, T::default());
    }
    &mut states[index]
}

fn find_moment(
    mut between: ResMut<Interpolation>,
    time: Res<Time<Fixed>>,
    pace: Res<Time<Virtual>>,
    debug: Res<DebugView>,
) {
    // Who looks for a fault and steps tick by tick wants to see the tick itself.
    between.fraction = if debug.0 && pace.is_paused() { 1.0 } else { time.overstep_fraction() };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::terrain::Terrain;
    use crate::geometry::tile::TileShape;
    use crate::level::{Aim, LaserSettings};
    use crate::sim::hazards::laser::{BeamPhase, Laser};

    #[test]
    fn a_beam_is_drawn_whole_between_two_ticks_or_not_moved_at_all() {
        // A robot on open ground, whose beam ends in the air two tiles away.
        let settings = LaserSettings {
            position: Vec2::new(2.5, 2.5),
            aim: Aim::Fixed { angle: 0.0 },
            cycle: None,
            beams: 1,
            reach: Some(2.0),
            path: None,
            bounces: 0,
            when: None,
        };
        let terrain = Terrain::new(UVec2::splat(9), vec![TileShape::Empty; 81]);
        let (laser, before) = Laser::new(&settings);
        let check = |direction: Vec2, expected: Vec2| {
            let now = LaserState { direction, ..before };
            let lasers = vec![(before, laser.cast(&before, BeamPhase::Lit, &(&terrain).into(), None))];
            let between = Interpolation { lasers, fraction: 0.5, ..default() };
            let beams = laser.cast(&now, BeamPhase::Lit, &(&terrain).into(), None);
            let drawn: Vec<Beam> = between.beams(ActorIndex(0), &now, &beams).collect();
            assert_eq!(drawn.len(), 1);
            // Two and a half thousandths of a tile is what the straight way between the ends cuts off the arc.
            assert!(drawn[0].end.distance(expected) < 5e-3, "{} for {expected}", drawn[0].end);
        };
        check(Vec2::X, Vec2::new(4.5, 2.5));
        check(Vec2::from_angle(0.1), Vec2::new(2.5, 2.5) + Vec2::from_angle(0.05) * 2.0);
        // Half a turn in one tick is a leap: the beam that kills now is drawn.
        check(Vec2::NEG_X, Vec2::new(0.5, 2.5));
    }

    #[test]
    fn a_bullet_is_drawn_on_its_way_however_fast_and_a_new_one_where_it_starts() {
        let fast = Bullet { flying: true, position: Vec2::X, velocity: Vec2::X * 256.0, flown: 1.0, ..default() };
        let later = Bullet { position: Vec2::X * 3.0, flown: 3.0, ..fast };
        let again = Bullet { position: Vec2::ZERO, flown: 0.0, ..fast };
        let between = Interpolation { bullets: vec![Bullets(vec![fast, fast, default()])], fraction: 0.5, ..default() };
        let now = Bullets(vec![later, again, fast]);
        let drawn: Vec<_> = between.bullets(ActorIndex(0), &now).map(|(place, at, _)| (place, at.x)).collect();
        assert_eq!(drawn, [(0, 2.0), (1, 0.0), (2, 1.0)]);
    }

    #[test]
    fn shapes_turn_the_shorter_way_between_two_ticks() {
        let check = |before: f32, now: f32, expected: f32| {
            let drawn = turned_between(before, now, 0.5);
            assert!((Vec2::from_angle(drawn) - Vec2::from_angle(expected)).length() < 1e-5, "{drawn}");
        };
        check(0.2, 0.4, 0.3);
        check(3.1, -3.1, std::f32::consts::PI);
        check(-3.0, 3.0, std::f32::consts::PI);
    }

    #[test]
    fn a_step_is_halved_and_a_leap_is_not() {
        let before = Ninja::new(Vec2::new(5.0, 5.0));
        let between = Interpolation { ninja: Some(before), fraction: 0.5, ..default() };
        assert_eq!(between.ninja(&Ninja::new(Vec2::new(5.2, 5.0))), Vec2::new(5.1, 5.0));
        assert_eq!(between.ninja(&Ninja::new(Vec2::new(1.0, 1.0))), Vec2::new(1.0, 1.0));
    }
}
