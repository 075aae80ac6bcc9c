//! The moment that is drawn: somewhere between the last two ticks, so that motion is smooth at any frame rate.
//!
//! Everything is drawn at the same moment, ninja and beams alike; so what the picture shows of a near miss is true.

use bevy::prelude::*;

use crate::sim::laser::{Beam, Beams, LaserIndex, LaserState};
use crate::sim::ninja::Ninja;
use crate::sim::spawn::LevelTerrain;

use super::PaintSystems;

/// Tiles. Nothing moves further in one tick; what does was put there (a restart) and is drawn where it is.
const STEP_MAX: f32 = 0.75;

/// The tick before, and how far the moment that is drawn lies after it.
#[derive(Resource, Debug, Default)]
pub struct BetweenTicks {
    ninja: Option<Ninja>,
    lasers: Vec<(LaserState, Beams)>,
    /// `0..1`, from the tick before to the last one.
    fraction: f32,
}

impl BetweenTicks {
    fn point(&self, before: Vec2, now: Vec2) -> Vec2 {
        if is_leap(before, now) { now } else { before.lerp(now, self.fraction) }
    }

    /// Where the ninja is.
    pub fn ninja(&self, now: &Ninja) -> Vec2 {
        self.ninja.map_or(now.position, |before| self.point(before.position, now.position))
    }

    /// Where a robot is, and the direction of its first beam.
    pub fn laser(&self, index: LaserIndex, now: &LaserState) -> (Vec2, Vec2) {
        let Some((before, _)) = self.lasers.get(index.0 as usize) else { return (now.position, now.direction) };
        let direction = before.direction.lerp(now.direction, self.fraction).normalize_or(now.direction);
        (self.point(before.position, now.position), direction)
    }

    /// A robot's beams. Each end lies between two ends that kill; where one jumped (past an edge) it is the last one.
    pub fn beams<'a>(
        &'a self,
        index: LaserIndex,
        now: &'a LaserState,
        beams: &'a Beams,
    ) -> impl Iterator<Item = Beam> + 'a {
        let before = self.lasers.get(index.0 as usize);
        let mut earlier = before.map(|(state, beams)| beams.iter(state.position)).into_iter().flatten();
        beams.iter(now.position).map(move |beam| match earlier.next() {
            // Where one end leapt (past an edge), to move the other alone would tilt the beam.
            Some(old) if !is_leap(old.start, beam.start) && !is_leap(old.end, beam.end) => Beam {
                start: old.start.lerp(beam.start, self.fraction),
                end: old.end.lerp(beam.end, self.fraction),
                ..beam
            },
            _ => beam,
        })
    }
}

fn is_leap(before: Vec2, now: Vec2) -> bool {
    before.distance_squared(now) > STEP_MAX * STEP_MAX
}

/// Adds the memory of the tick before.
pub fn plugin(app: &mut App) {
    app.init_resource::<BetweenTicks>()
        .add_systems(FixedPreUpdate, remember_tick.run_if(resource_exists::<LevelTerrain>))
        .add_systems(Update, forget_ticks.in_set(PaintSystems::Build))
        .add_systems(Update, find_moment.in_set(PaintSystems::Wipe));
}

fn forget_ticks(mut between: ResMut<BetweenTicks>) {
    between.ninja = None;
    between.lasers.clear();
}

fn remember_tick(
    mut between: ResMut<BetweenTicks>,
    ninja: Option<Single<&Ninja>>,
    lasers: Query<(&LaserIndex, &LaserState, &Beams)>,
) {
    between.ninja = ninja.map(|ninja| **ninja);
    between.lasers.resize(lasers.iter().len(), default());
    for (index, state, beams) in &lasers {
        if let Some(slot) = between.lasers.get_mut(index.0 as usize) {
            *slot = (*state, *beams);
        }
    }
}

fn find_moment(mut between: ResMut<BetweenTicks>, time: Res<Time<Fixed>>) {
    between.fraction = time.overstep_fraction();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::terrain::Terrain;
    use crate::geometry::tile::TileShape;
    use crate::level::{Aim, LaserSettings};
    use crate::sim::laser::{BeamPhase, Laser};

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
            let between = BetweenTicks { lasers, fraction: 0.5, ..default() };
            let beams = laser.cast(&now, BeamPhase::Lit, &(&terrain).into(), None);
            let drawn: Vec<Beam> = between.beams(LaserIndex(0), &now, &beams).collect();
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
    fn a_step_is_halved_and_a_leap_is_not() {
        let before = Ninja::new(Vec2::new(5.0, 5.0));
        let between = BetweenTicks { ninja: Some(before), fraction: 0.5, ..default() };
        assert_eq!(between.ninja(&Ninja::new(Vec2::new(5.2, 5.0))), Vec2::new(5.1, 5.0));
        assert_eq!(between.ninja(&Ninja::new(Vec2::new(1.0, 1.0))), Vec2::new(1.0, 1.0));
    }
}
