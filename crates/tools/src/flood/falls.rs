//! Falls from rest: what the ninja may touch before it dies, where nothing is under it.
//!
//! Of all that it does in the air, holding one direction and jump carries it farthest to that side and lets it fall
//! least at once. So that flight bounds all others, as long as nothing is touched; whatever may be touched ends the
//! search.

use bevy_math::{Vec2, ops};

use hairline_sim::tuning::*;

use super::climb::Bound;
use super::grid;
use super::{Constraints, Reachability, Reached, STEP_SQUARES_MAX};

/// Tiles that a tick's motion may be ahead of an even one, and some more.
const SLACK: f32 = 0.05;

impl Reachability<'_> {
    /// Whether a ninja at rest anywhere within `reach` tiles of a place, as far as it gets there, only falls to its
    /// death: it comes to nothing to jump from, nothing that throws it or takes it elsewhere, and not to the exit.
    /// Always false on large maps, and where no estimate of jumps holds.
    pub fn is_hopeless(&self, place: Vec2, reach: f32, reached: &Reached) -> bool {
        let Some(climb) = self.climb.as_ref().filter(|_| self.grid.len() <= STEP_SQUARES_MAX) else { return false };
        let near = |center: Vec2, at: Vec2, reach: f32| center.distance(at) <= reach + 2.0 * grid::HALF;
        let is_enough = |center: Vec2| {
            climb.bound(center) != Bound::NONE
                || climb.has_unknown_throw(center)
                || near(center, self.level.exit, EXIT_REACH)
                || self.logic.teleports().flatten().any(|end| near(center, end, TELEPORT_REACH))
        };
        let mut squares = self.grid.within(place, reach).filter(|&square| reached.has(square)).peekable();
        squares.peek().is_some() && squares.all(|square| !self.falls_to(square, &is_enough))
    }

    /// Whether a fall from rest in a square may come to a place.
    fn falls_to(&self, start: usize, is_there: &dyn Fn(Vec2) -> bool) -> bool {
        // Whatever opens is open.
        let counts = |blocker: &_| Constraints::ALL.count(blocker, u32::MAX, 0);
        let from = self.grid.center(start);
        let mut seen = vec![false; self.grid.len()];
        seen[start] = true;
        let mut left = vec![start];
        while let Some(square) = left.pop() {
            if is_there(self.grid.center(square)) {
                return true;
            }
            for next in self.grid.neighbors(square) {
                let center = self.grid.center(next);
                // From the nearest points of both squares.
                let aside = ((center.x - from.x).abs() - 2.0 * grid::HALF).max(0.0);
                let fallen = from.y - center.y + 2.0 * grid::HALF;
                let is_closed = || self.blockers.close(center, &counts) || self.pulses_close(next, Constraints::ALL);
                if !seen[next] && fallen >= least_fall(aside) && !is_closed() {
                    seen[next] = true;
                    left.push(next);
                }
            }
        }
        false
    }
}

/// The fewest tiles that the ninja falls, from rest, while it moves `aside` tiles to a side.
fn least_fall(aside: f32) -> f32 {
    let aside = (aside - SLACK).max(0.0);
    let speeding_up = RUN_SPEED * RUN_SPEED / (2.0 * AIR_ACCELERATION);
    let seconds = if aside < speeding_up {
        ops::sqrt(2.0 * aside / AIR_ACCELERATION)
    } else {
        aside / RUN_SPEED + RUN_SPEED / (2.0 * AIR_ACCELERATION)
    };
    // At half gravity, at full gravity, and at an even speed.
    let slow = seconds.min(APEX_SPEED / (GRAVITY * APEX_GRAVITY));
    let fast = (seconds - slow).min((TERMINAL_FALL - APEX_SPEED) / GRAVITY);
    let even = seconds - slow - fast;
    GRAVITY * APEX_GRAVITY * slow * slow / 2.0 + APEX_SPEED * fast + GRAVITY * fast * fast / 2.0 + TERMINAL_FALL * even
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_sim::Simulation;
    use hairline_sim::run::input::TickInput;
    use hairline_testing::drawn;

    #[test]
    fn no_fall_from_rest_is_less_than_the_least() {
        let air = format!("#{}#\n", " ".repeat(40));
        let map = format!("{0}\n{1}# @{2}X#\n{1}{0}\n", "#".repeat(42), air.repeat(20), " ".repeat(37));
        let level = drawn(&map);
        let mut simulation = Simulation::new(&level);
        let start = simulation.ninja().position;
        let held = TickInput::RIGHT.with(TickInput::JUMP);
        let (mut least, mut most): (f32, f32) = (f32::INFINITY, 0.0);
        for _ in 0..80 {
            simulation.tick(held);
            let moved = simulation.ninja().position - start;
            let more = -moved.y - least_fall(moved.x);
            (least, most) = (least.min(more), most.max(more));
        }
        assert!(least > -0.01 && most < 1.0, "{least} {most}");
    }
}
