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
        if before.distance_squared(now) > STEP_MAX * STEP_MAX { now } else { before.lerp(now, self.fraction) }
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
            Some(old) => {
                let (start, end) = (self.point(old.start, beam.start), self.point(old.end, beam.end));
                // A start that moves on while the end stays behind would tilt the beam.
                if end == beam.end && old.end != beam.end { beam } else { Beam { start, end, ..beam } }
            }
            None => beam,
        })
    }
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

    #[test]
    fn a_step_is_halved_and_a_leap_is_not() {
        let before = Ninja::new(Vec2::new(5.0, 5.0));
        let between = BetweenTicks { ninja: Some(before), fraction: 0.5, ..default() };
        assert_eq!(between.ninja(&Ninja::new(Vec2::new(5.2, 5.0))), Vec2::new(5.1, 5.0));
        assert_eq!(between.ninja(&Ninja::new(Vec2::new(1.0, 1.0))), Vec2::new(1.0, 1.0));
    }
}
