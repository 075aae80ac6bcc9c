//! Interpolation between the last two ticks, so that motion is smooth at any frame rate.
//!
//! Everything is drawn at the same moment, the ninja and beams alike, so a near miss looks as near as it was. This file
//! knows no actors: a kind registers a component with `app.interpolate::<OrbState>()`, and reads
//! [`Previous<OrbState>`](Previous) when it paints.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use super::hit_stop::HitStop;
use super::schedule::PaintSystems;
use hairline_sim::colliders::Colliders;
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::HALF_TICKS_PER_SECOND;

/// Tiles. Nothing moves farther in one tick; a larger step is a jump (a restart, a teleport) and is not interpolated.
const STEP_MAX: f32 = 0.75;

/// The moment between the last two ticks that this frame shows.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Interpolation {
    /// `0..=1`, from the previous tick to the last one.
    pub fraction: f32,
}

impl Interpolation {
    /// A position.
    pub fn point(&self, before: Option<Vec2>, now: Vec2) -> Vec2 {
        before.filter(|before| !is_jump(*before, now)).map_or(now, |before| before.lerp(now, self.fraction))
    }

    /// A unit direction.
    pub fn direction(&self, before: Option<Vec2>, now: Vec2) -> Vec2 {
        before.map_or(now, |before| before.lerp(now, self.fraction).normalize_or(now))
    }

    /// An angle in radians, the shorter way round.
    pub fn angle(&self, before: Option<f32>, now: f32) -> f32 {
        before.map_or(now, |before| before + ((now - before + PI).rem_euclid(TAU) - PI) * self.fraction)
    }

    /// A position and a unit direction.
    pub fn pose(&self, before: Option<(Vec2, Vec2)>, now: (Vec2, Vec2)) -> (Vec2, Vec2) {
        (self.point(before.map(|pose| pose.0), now.0), self.direction(before.map(|pose| pose.1), now.1))
    }

    /// A segment, both ends or neither: if one end jumped (past an edge), moving only the other would tilt the segment.
    pub fn segment(&self, before: Option<[Vec2; 2]>, now: [Vec2; 2]) -> [Vec2; 2] {
        match before {
            Some(before) if !is_jump(before[0], now[0]) && !is_jump(before[1], now[1]) => {
                [before[0].lerp(now[0], self.fraction), before[1].lerp(now[1], self.fraction)]
            }
            _ => now,
        }
    }

    /// The time of the hazards, in half ticks.
    pub fn hazard_half_ticks(&self, run: &Run) -> f32 {
        (run.hazard_half_ticks as f32 - (1.0 - self.fraction) * run.hazard_step as f32).max(0.0)
    }

    /// Seconds of hazard time since a moment, in half ticks; 0 before it.
    pub fn hazard_seconds_since(&self, half_ticks: u32, run: &Run) -> f32 {
        (self.hazard_half_ticks(run) - half_ticks as f32).max(0.0) / HALF_TICKS_PER_SECOND as f32
    }

    /// The ticks of the run.
    pub fn ticks(&self, run: &Run) -> f32 {
        (run.ticks as f32 - (1.0 - self.fraction)).max(0.0)
    }
}

fn is_jump(before: Vec2, now: Vec2) -> bool {
    before.distance_squared(now) > STEP_MAX * STEP_MAX
}

/// A component of each actor as it was before the last tick.
#[derive(Resource, Debug)]
pub struct Previous<T: Component>(Vec<Option<T>>);

impl<T: Component> Default for Previous<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Component> Previous<T> {
    /// The component of one actor; `None` in the first tick of a level.
    pub fn get(&self, index: ActorIndex) -> Option<&T> {
        self.0.get(index.0 as usize)?.as_ref()
    }
}

impl<T: Component + Clone> Previous<T> {
    /// Keeps a copy, in the memory of the copy before it.
    fn set(&mut self, index: ActorIndex, state: &T) {
        let index = index.0 as usize;
        if self.0.len() <= index {
            self.0.resize_with(index + 1, || None);
        }
        match &mut self.0[index] {
            Some(old) => old.clone_from(state),
            empty => *empty = Some(state.clone()),
        }
    }
}

/// Lets tests fill the resource.
#[cfg(test)]
impl<T: Component> From<Vec<T>> for Previous<T> {
    fn from(states: Vec<T>) -> Self {
        Self(states.into_iter().map(Some).collect())
    }
}

/// Registers what is remembered.
pub trait InterpolateApp {
    /// Remembers a component of each actor from before the last tick, in [`Previous<T>`](Previous).
    ///
    /// An entity without an [`ActorIndex`] (the ninja) is the only one of its kind, and has index 0.
    fn interpolate<T: Component + Clone>(&mut self) -> &mut Self;
}

impl InterpolateApp for App {
    fn interpolate<T: Component + Clone>(&mut self) -> &mut Self {
        self.init_resource::<Previous<T>>()
            .add_systems(FixedPreUpdate, remember_tick::<T>.run_if(resource_exists::<Colliders>))
            .add_systems(Update, forget_tick::<T>.in_set(PaintSystems::BuildLevel))
    }
}

fn remember_tick<T: Component + Clone>(mut previous: ResMut<Previous<T>>, states: Query<(&T, Option<&ActorIndex>)>) {
    for (state, index) in &states {
        previous.set(index.copied().unwrap_or(ActorIndex(0)), state);
    }
}

fn forget_tick<T: Component>(mut previous: ResMut<Previous<T>>) {
    previous.0.clear();
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Interpolation>().add_systems(Update, find_moment.in_set(PaintSystems::Clear));
}

/// Finds the moment. The debug view runs after this, and shows whole ticks while it steps.
pub fn find_moment(mut interpolation: ResMut<Interpolation>, hit_stop: Res<HitStop>, time: Res<Time<Fixed>>) {
    interpolation.fraction = if hit_stop.begins() { 1.0 } else { time.overstep_fraction() };
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALFWAY: Interpolation = Interpolation { fraction: 0.5 };

    #[test]
    fn shapes_turn_the_shorter_way_between_two_ticks() {
        let check = |before: f32, now: f32, expected: f32| {
            let drawn = HALFWAY.angle(Some(before), now);
            assert!((Vec2::from_angle(drawn) - Vec2::from_angle(expected)).length() < 1e-5, "{drawn}");
        };
        check(0.2, 0.4, 0.3);
        check(3.1, -3.1, PI);
        check(-3.0, 3.0, PI);
    }

    #[test]
    fn a_step_is_halved_and_a_jump_is_not() {
        let before = Some(Vec2::new(5.0, 5.0));
        assert_eq!(HALFWAY.point(before, Vec2::new(5.2, 5.0)), Vec2::new(5.1, 5.0));
        assert_eq!(HALFWAY.point(before, Vec2::ONE), Vec2::ONE);
        assert_eq!(HALFWAY.point(None, Vec2::ONE), Vec2::ONE);
    }
}
