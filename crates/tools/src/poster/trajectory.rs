//! The way that a run takes through its level, colored by slack: by how many ticks the changes of the buttons near each place
//! may come earlier or later. What is tight is hot and wide, what is loose is cool and thin; the lethal hue stays for hazards.

use bevy_color::{Mix, Srgba};
use bevy_math::{FloatExt, Vec2, ops};

use crate::rate::rating::{Rating, SLACK_MAX};
use hairline_level::Level;
use hairline_painter::palette::{Palette, Role};
use hairline_sim::Simulation;
use hairline_sim::run::input::TickInput;

use crate::drawing::board::Board;
use crate::drawing::faint;

/// Colors of the trajectory.
pub(super) const STEPS: u32 = 12;
/// A change with so many ticks of slack or fewer is ringed.
const TIGHT_TICKS: u32 = 2;
/// Tiles within a tick beyond which the ninja was moved: by a teleport, or back to a checkpoint.
const JUMP: f32 = 1.0;

pub(super) struct Trajectory {
    /// Where the ninja is before the first tick and after each.
    places: Vec<Vec2>,
    /// How loose the run is there, from 0 (a change is exact to the tick) to 1.
    looseness: Vec<f32>,
    focus: Vec<bool>,
    /// The place of each change of the buttons, and its ticks of slack.
    changes: Vec<(Vec2, u32)>,
}

/// From 0 for no slack to 1 for the most that is measured, by the logarithm: two ticks more matter where there are none.
pub(super) fn looseness(slack_ticks: u32) -> f32 {
    ops::log2(1.0 + slack_ticks as f32) / ops::log2(1.0 + 2.0 * SLACK_MAX as f32)
}

pub(super) fn color(palette: &Palette, looseness: f32) -> Srgba {
    let (space, paper, hot) = (palette.ink(Role::Space), palette.ink(Role::Paper), palette.ink(Role::Alarm));
    let cool = palette.ink(Role::ChannelA);
    // Where there is no hue, lightness alone must tell them apart.
    let is_gray = hot.red == hot.green && hot.green == hot.blue;
    let (cool, hot) =
        if is_gray { (space.mix(&cool, 0.42), paper) } else { (space.mix(&cool, 0.62), hot.mix(&paper, 0.12)) };
    hot.mix(&cool, looseness)
}

/// Tiles of the width of the trajectory.
fn width(looseness: f32) -> f32 {
    0.22.lerp(0.12, looseness)
}

impl Trajectory {
    /// The way of a run that finishes its level.
    pub fn new(level: &Level, inputs: &[TickInput], rating: &Rating) -> Self {
        let mut simulation = Simulation::new(level);
        let mut places = vec![simulation.ninja().position];
        let mut focus = vec![false];
        for &input in inputs {
            simulation.tick(input);
            places.push(simulation.ninja().position);
            focus.push(simulation.run().focus.active);
        }
        let windows: Vec<(usize, u32)> =
            rating.windows.iter().map(|window| (window.tick as usize, window.slack())).collect();
        let looseness = (0..places.len()).map(|tick| looseness_at(&windows, tick)).collect();
        let changes = windows.iter().map(|&(tick, slack)| (places[tick.min(places.len() - 1)], slack)).collect();
        Self { places, looseness, focus, changes }
    }

    pub fn draw(&self, board: &mut Board) {
        let band = faint(board.ink(Role::Focus), 0.20);
        for stretch in self.stretches(|tick| self.focus[tick]).filter(|(on, _)| *on) {
            board.line(stretch.1, 0.62, band);
        }
        let ink = faint(board.ink(Role::Ink), 0.75);
        for (_, points) in self.stretches(|_| ()) {
            board.line(points, 0.30, ink);
        }
        let step = |tick: usize| (self.looseness[tick] * STEPS as f32).round() as u32;
        for (step, points) in self.stretches(step) {
            let looseness = step as f32 / STEPS as f32;
            let color = color(board.palette, looseness);
            board.line(points, width(looseness), color);
        }
        for &(place, slack) in &self.changes {
            let color = color(board.palette, looseness(slack));
            board.disc(place, 0.17, ink);
            board.disc(place, 0.12, color);
            if slack <= TIGHT_TICKS {
                board.ring(place, 0.37, 0.15, ink);
                board.ring(place, 0.34, 0.08, color);
            }
        }
    }

    /// The parts of the way that have one value each; they share their ends. Where the ninja is moved a part ends.
    fn stretches<V: PartialEq + 'static>(&self, value: impl Fn(usize) -> V) -> impl Iterator<Item = (V, Vec<Vec2>)> {
        let mut stretches: Vec<(V, Vec<Vec2>)> = Vec::new();
        for tick in 1..self.places.len() {
            let (from, to) = (self.places[tick - 1], self.places[tick]);
            let value = value(tick);
            let is_moved = from.distance(to) > JUMP;
            match stretches.last_mut() {
                Some((last, points)) if !is_moved && *last == value && points.last() == Some(&from) => points.push(to),
                _ if is_moved => stretches.push((value, vec![to])),
                _ => stretches.push((value, vec![from, to])),
            }
        }
        stretches.retain(|(_, points)| points.len() > 1);
        stretches.iter_mut().for_each(|(_, points)| *points = simplified(points));
        stretches.into_iter()
    }
}

/// Between two changes the looseness goes evenly from that of the one to that of the other.
fn looseness_at(windows: &[(usize, u32)], tick: usize) -> f32 {
    let next = windows.partition_point(|window| window.0 < tick);
    let of = |window: Option<&(usize, u32)>| window.map(|&(tick, slack)| (tick, looseness(slack)));
    match (of(next.checked_sub(1).and_then(|before| windows.get(before))), of(windows.get(next))) {
        (Some((from, a)), Some((to, b))) => a + (b - a) * (tick - from) as f32 / (to - from).max(1) as f32,
        (Some((_, only)), None) | (None, Some((_, only))) => only,
        (None, None) => 1.0,
    }
}

/// The points without those that lie within 1/100 tile of the line between their neighbors that stay.
fn simplified(points: &[Vec2]) -> Vec<Vec2> {
    const APART: f32 = 0.01;
    let mut kept = vec![points[0]];
    let mut from = 0;
    while from + 1 < points.len() {
        // The farthest point that can be reached straight; not over all of them, which would take quadratic time.
        let mut to = from + 1;
        while to + 1 < points.len() && to - from < 32 && is_straight(&points[from..=to + 1], APART) {
            to += 1;
        }
        kept.push(points[to]);
        from = to;
    }
    kept
}

fn is_straight(points: &[Vec2], apart: f32) -> bool {
    let (first, last) = (points[0], points[points.len() - 1]);
    let along = (last - first).normalize_or_zero();
    points.iter().all(|&point| {
        let offset = point - first;
        let nearest = along * offset.dot(along).clamp(0.0, first.distance(last));
        offset.distance(nearest) <= apart
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flood::Means;
    use bevy_color::{ColorToComponents, Hsla, Luminance};
    use hairline_level::LevelWorld;
    use hairline_painter::palette::Palettes;

    #[test]
    fn no_color_of_the_trajectory_comes_near_the_lethal_hue() {
        let palettes = Palettes::built_in();
        for world in LevelWorld::ALL {
            let palette = palettes.of(world);
            let lethal = Hsla::from(palette.ink(Role::Lethal));
            for step in 0..=STEPS {
                let Hsla { hue, saturation, lightness, .. } = color(palette, step as f32 / STEPS as f32).into();
                let apart = (hue - lethal.hue).abs();
                let apart = apart.min(360.0 - apart);
                let is_apart = if lethal.saturation < 0.01 {
                    lightness < 0.85
                } else {
                    apart > 35.0 || saturation * lightness < 0.15
                };
                assert!(is_apart, "{world:?}: step {step} is {apart} degrees away");
            }
        }
    }

    #[test]
    fn what_is_tight_is_lighter_than_what_is_loose() {
        let palettes = Palettes::built_in();
        for world in LevelWorld::ALL {
            let sum = |looseness: f32| color(palettes.of(world), looseness).to_f32_array_no_alpha().iter().sum::<f32>();
            assert!(sum(0.0) > sum(1.0) + 0.35, "{world:?}: {} {}", sum(0.0), sum(1.0));
        }
    }

    #[test]
    fn the_loosest_color_stands_out_from_space_and_from_what_jumps_reach() {
        let palettes = Palettes::built_in();
        for world in LevelWorld::ALL {
            let palette = palettes.of(world);
            let space = palette.ink(Role::Space);
            let tint = palette.ink(Means::Jumps.tint());
            let tinted = space.mix(&Srgba { alpha: 1.0, ..tint }, tint.alpha);
            let contrast = |under: Srgba| (color(palette, 1.0).luminance() + 0.05) / (under.luminance() + 0.05);
            assert!(
                contrast(space) > 2.0 && contrast(tinted) > 1.4,
                "{world:?}: {} {}",
                contrast(space),
                contrast(tinted)
            );
        }
    }

    #[test]
    fn steps_of_slack_are_told_apart_in_gray_too() {
        let palettes = Palettes::built_in();
        let gray = palettes.of(LevelWorld::Halftone);
        let share = |step: u32| step as f32 / STEPS as f32;
        let lightness = |step: u32| Hsla::from(color(gray, share(step))).lightness;
        for step in 1..=STEPS {
            assert!(lightness(step - 1) > lightness(step) + 0.03, "{step}");
            assert!(width(share(step - 1)) > width(share(step)), "{step}");
        }
    }

    #[test]
    fn between_two_changes_the_looseness_goes_from_one_to_the_other() {
        let windows = [(10, 0), (20, 2 * SLACK_MAX)];
        assert_eq!([0, 10, 15, 20, 99].map(|tick| looseness_at(&windows, tick)), [0.0, 0.0, 0.5, 1.0, 1.0]);
        assert_eq!(looseness_at(&[], 5), 1.0);
    }

    #[test]
    fn points_on_a_line_are_left_out_and_corners_stay() {
        let points: Vec<Vec2> = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0)].map(Vec2::from).to_vec();
        assert_eq!(simplified(&points), [Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(2.0, 2.0)]);
        let back: Vec<Vec2> = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)].map(Vec2::from).to_vec();
        assert_eq!(simplified(&back), back, "it turns back");
    }
}
