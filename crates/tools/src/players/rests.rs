//! A way with rests: where a person would stand still for a moment and look, it stops and starts again.

use bevy_math::Vec2;

use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::run::Phase;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::Snapshot;

use super::follow::Follow;
use super::node::Node;
use super::way::Way;

/// Tiles between two stops on one stretch of ground.
const APART_TILES: f32 = 3.0;
/// Ticks within which the ninja comes to rest, and for which it stands then.
const STOP_TICKS: u32 = 24;
const STAND_TICKS: u32 = 8;
/// Ticks of running within which a wall is near enough to stand at it.
const TO_WALL_TICKS: u32 = 44;
/// Ticks for which it waits for the ground where it should stop.
const STOP_LATE_TICKS: usize = 12;
/// Ticks between two looks at where on its way the ninja is.
const PLACE_TICKS: u32 = 6;
/// Square tiles from the way beyond which a stop has led away from it.
const OFF_WAY: f32 = 2.0;
/// The same while it goes back to the way, and for how many ticks it may.
const FAR_OFF_WAY: f32 = 12.0;
const BACK_TICKS: u32 = 120;

/// A way with the ticks at which it starts again after a rest.
pub struct RestingWay {
    pub way: Way,
    pub rests: Vec<usize>,
}

/// The way with as many rests as it bears; `None` if it bears none.
pub fn with_rests(level: &Level, way: &Way) -> Option<RestingWay> {
    let ways = std::slice::from_ref(way);
    let mut simulation = Simulation::new(level);
    let mut follow = Follow::new(0);
    let mut inputs: Vec<TickInput> = Vec::new();
    let mut stops = stops_of(way).into_iter().peekable();
    // The run before the last stop, to go back to if it does not work out.
    let mut before: Option<(Snapshot, Follow, usize)> = None;
    let mut rests: Vec<usize> = vec![];
    let ticks_max = 4 * way.end() + 512;
    let mut stopped = 0;
    for tick in 0..ticks_max as u32 {
        let node = Node::of(&simulation);
        let off = way.nearest(&node, follow.cursor.saturating_sub(128), follow.cursor + 128, 4).1;
        let is_lost =
            simulation.run().is_dead() || off > if tick - stopped > BACK_TICKS { OFF_WAY } else { FAR_OFF_WAY };
        if is_lost {
            let (state, then, length) = before.take()?;
            simulation.restore(&state);
            inputs.truncate(length);
            follow = then;
            stopped = tick;
            rests.pop();
            continue;
        }
        if stops.peek().is_some_and(|&stop| follow.cursor >= stop) {
            let is_late = stops.peek().is_some_and(|&stop| follow.cursor > stop + STOP_LATE_TICKS);
            if node.is_grounded || is_late {
                stops.next();
            }
            if node.is_grounded {
                before = Some((simulation.save(), follow.clone(), inputs.len()));
                let mut stood = 0;
                let to_wall = ticks_to_wall(&mut simulation);
                for tick in 0..STOP_TICKS + STAND_TICKS + to_wall.map_or(0, |wall| wall.1) {
                    let input = to_wall.filter(|wall| tick < wall.1).map_or(TickInput::NONE, |wall| wall.0);
                    inputs.push(input);
                    simulation.tick(input);
                    stood += u32::from(Node::of(&simulation).is_at_rest());
                    if stood >= STAND_TICKS || simulation.run().is_dead() {
                        break;
                    }
                }
                rests.push(inputs.len());
                follow.join(ways, 0, on_same_ground(way, follow.cursor, simulation.ninja().position));
                stopped = tick;
                continue;
            }
        }
        if tick.is_multiple_of(PLACE_TICKS) {
            let (shift, _) = follow.place(ways, &node);
            follow.shift(ways, shift);
        }
        let input = follow.exact_input(ways);
        inputs.push(input);
        simulation.tick(input);
        if simulation.run().phase == Phase::Finished {
            let way = Way::new(level, &inputs)?;
            // It may have come to the exit while it stopped.
            rests.retain(|&rest| rest < way.end());
            return Some(RestingWay { way, rests });
        }
    }
    None
}

/// The tick of a way nearest to a place, on the ground on which it is at this tick.
fn on_same_ground(way: &Way, tick: usize, place: Vec2) -> usize {
    let ground = |tick: &usize| way.nodes[*tick].is_grounded;
    let last = (tick..way.end()).take_while(ground);
    let all = (0..tick).rev().take_while(ground).chain(last);
    let distance = |tick: &usize| way.nodes[*tick].position.distance_squared(place);
    all.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(tick)
}

/// The button that leads to a wall nearby where the ninja is going, and the ticks until it stands there.
fn ticks_to_wall(simulation: &mut Simulation) -> Option<(TickInput, u32)> {
    let state = simulation.save();
    let ninja = *simulation.ninja();
    let input = if ninja.velocity.x < 0.0 { TickInput::LEFT } else { TickInput::RIGHT };
    let mut found = None;
    for tick in 1..=TO_WALL_TICKS {
        let before = simulation.ninja().position;
        simulation.tick(input);
        let after = *simulation.ninja();
        if after.ground.is_none() || !simulation.run().is_running() || (after.position.y - ninja.position.y).abs() > 0.1
        {
            break;
        }
        if tick > 4 && before.distance_squared(after.position) < 1e-6 {
            found = Some((input, tick));
            break;
        }
    }
    simulation.restore(&state);
    found
}

/// The ticks of a way at which it may stop: on each ground that it touches.
fn stops_of(way: &Way) -> Vec<usize> {
    let mut stops = Vec::new();
    let mut first = 0;
    for stretch in way.nodes.chunk_by(|a, b| a.is_grounded == b.is_grounded) {
        let last = first + stretch.len() - 1;
        if stretch[0].is_grounded {
            let (mut run, mut next) = (0.0, 0.0);
            let mut before = stretch[0].position;
            for (index, node) in stretch.iter().enumerate() {
                run += before.distance(node.position);
                before = node.position;
                if run >= next && first + index > 0 {
                    stops.push(first + index);
                    next = run + APART_TILES;
                }
            }
        }
        first = last + 1;
    }
    stops
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rest_comes_after_the_exit() {
        // Somewhere along the floor the ninja slides into the exit while it stops.
        for length in 8..40 {
            let corridor = format!("{0}\n# @{1}X     #\n{0}", "#".repeat(length + 10), " ".repeat(length));
            let level = hairline_testing::drawn(&corridor);
            let way = Way::new(&level, &[TickInput::RIGHT; 2048]).expect("it finishes");
            let RestingWay { way, rests } = with_rests(&level, &way).expect("it bears rests");
            assert!(rests.iter().all(|&rest| rest < way.end()), "{length}: {rests:?} of {}", way.end());
        }
    }
}
