//! Mines: spiked charges. Around a lit mine a clock runs out and a ring shows the reach of the blast, which walls stop; an
//! exploded one leaves a faint mark.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy_math::{Vec2, ops};

use crate::painter::Painter;
use crate::palette::{BEAM_LIT, Role, Tint, mix, tint};
use crate::still::{Draw, Scene, Still};
use hairline_geometry::limit::Limit;
use hairline_geometry::ray::{RayDirection, unit};
use hairline_geometry::terrain::Layer;
use hairline_level::MineSettings;
use hairline_sim::colliders::Colliders;

/// Tiles. Radius of the charge without its spikes.
const BODY: f32 = 0.25;
/// Tiles from the center to the spikes' points.
const POINTS: f32 = 0.42;
/// Spikes around the charge.
const SPIKES: u32 = 8;
/// Tiles along a ring from one ray to the next, and how many of them are at least and at most.
const RAYS_APART: f32 = 0.1;
const RAYS_MIN: f32 = 32.0;
const RAYS_MAX: f32 = 720.0;
/// Rays from the beginning of a dash of a ring to that of the next.
const RAYS_PER_DASH: usize = 4;

#[derive(Clone, Copy, Debug)]
pub struct MineLook {
    pub at: Vec2,
    /// Tiles within which the ninja lights it.
    pub trigger: f32,
    /// Tiles that its blast reaches.
    pub blast: f32,
    pub fuse: Fuse,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fuse {
    Unlit,
    /// Lit; how far the fuse has burnt, `0..=1`.
    Lit(f32),
    Spent,
}

impl MineLook {
    /// Below everything: where it is triggered, how far its blast reaches, and the mark of an exploded one. Behind what stops
    /// bodies it does neither.
    pub fn paint_reach(&self, painter: &mut Painter, colliders: &Colliders) {
        match self.fuse {
            Fuse::Spent => paint_scorch(painter, self.at),
            Fuse::Lit(burnt) => {
                let sight = Sight::new(self.at, self.blast, colliders);
                sight.paint_within(painter, self.blast, tint(Role::Lethal, 0.05));
                sight.paint_within(painter, self.blast * burnt, tint(Role::Lethal, 0.08));
                sight.paint_rim(painter, 0.09, tint(Role::Lethal, 0.35 + 0.65 * burnt));
            }
            Fuse::Unlit => {
                let sight = Sight::new(self.at, self.trigger, colliders);
                sight.paint_rim(painter, 0.045, tint(Role::PaperDim, 0.30));
            }
        }
    }

    /// The charge, which blinks with the time.
    pub fn paint(&self, painter: &mut Painter, seconds: f32) {
        let at = self.at;
        // A lit mine trembles, faster and faster.
        let swell = match self.fuse {
            Fuse::Unlit => 0.0,
            Fuse::Lit(burnt) => 0.04 * (1.0 + burnt) * ops::sin(burnt * burnt * 60.0),
            Fuse::Spent => return,
        };
        for spike in 0..SPIKES {
            let direction = unit(TAU * (spike as f32 + 0.5) / SPIKES as f32);
            let side = direction.perp() * 0.085;
            let (root, tip) = (at + direction * 0.18, at + direction * (POINTS + swell));
            painter.polygon(&[root - side, tip, root + side], Role::Lethal);
        }
        painter.disc(at, BODY + swell, Role::Ink);
        painter.disc(at, BODY - 0.04 + swell, Role::SteelDark);
        if let Fuse::Lit(burnt) = self.fuse {
            painter.disc(at, 0.17, BEAM_LIT * (0.15 + 0.45 * burnt));
            // The time that is left, as an arc that shrinks towards the top.
            painter.ring(at, 0.54, 0.64, tint(Role::Ink, 0.8));
            painter.arc(at, 0.54, 0.64, FRAC_PI_2, TAU * (1.0 - burnt), Role::Lethal);
        } else {
            let blink = 0.3 + 0.7 * ops::powf(0.5 + 0.5 * ops::sin(seconds * 2.2), 6.0);
            painter.disc(at, 0.11, Role::Ink);
            painter.disc(at, 0.075, mix(Role::Ink, Role::Lethal, blink));
        }
    }
}

/// What is in a straight line from the center of a mine, up to a reach.
struct Sight {
    at: Vec2,
    reach: f32,
    /// Tiles to the first thing that stops bodies, or the reach, in directions at even angles all the way round.
    free: Vec<f32>,
}

impl Sight {
    fn new(at: Vec2, reach: f32, colliders: &Colliders) -> Self {
        let count = (TAU * reach / RAYS_APART).clamp(RAYS_MIN, RAYS_MAX) as usize / RAYS_PER_DASH * RAYS_PER_DASH;
        let free = (0..count).map(|ray| {
            let direction = RayDirection::at_angle(TAU * ray as f32 / count as f32);
            let ray = colliders.cast_ray(Layer::Body, at, direction, reach);
            ray.hit.map_or(reach, |hit| hit.point.distance(at))
        });
        Self { at, reach, free: free.collect() }
    }

    /// The radians from one ray to the next.
    fn step(&self) -> f32 {
        TAU / self.free.len() as f32
    }

    /// Each ray and the next one: its number, and how far both are free.
    fn pairs(&self) -> impl Iterator<Item = (usize, [f32; 2])> {
        let next = self.free.iter().cycle().skip(1);
        self.free.iter().zip(next).enumerate().map(|(ray, (&free, &next))| (ray, [free, next]))
    }

    /// What is nearer than a radius.
    fn paint_within(&self, painter: &mut Painter, radius: f32, color: Tint) {
        let end = |ray: usize, free: f32| self.at + unit(self.step() * ray as f32) * free.at_most(radius);
        for (ray, [free, next]) in self.pairs() {
            painter.triangle([self.at, end(ray, free), end(ray + 1, next)], [color; 3]);
        }
    }

    /// A dotted ring at the reach, where nothing is before it.
    fn paint_rim(&self, painter: &mut Painter, width: f32, color: Tint) {
        let (step, reach) = (self.step(), self.reach);
        for (ray, free) in self.pairs() {
            if ray % RAYS_PER_DASH < RAYS_PER_DASH / 2 && free == [reach; 2] {
                painter.arc(self.at, reach - width, reach, step * ray as f32, step, color);
            }
        }
    }
}

/// Streaks around an empty center.
fn paint_scorch(painter: &mut Painter, at: Vec2) {
    for streak in 0..11 {
        let direction = unit(TAU * streak as f32 / 11.0 + 0.3);
        let length = 0.35 + 0.25 * ((streak * 7 % 5) as f32 / 5.0);
        let color = tint(Role::SteelDark, 0.5);
        let (from, to) = (at + direction * 0.2, at + direction * (0.2 + length));
        painter.taper(from, to, 0.08, 0.0, color, tint(Role::SteelDark, 0.1));
    }
    painter.ring(at, 0.14, 0.18, tint(Role::SteelDark, 0.5));
}

impl Draw for MineSettings {
    fn draw(&self, _: usize, scene: &Scene, still: &mut Still) {
        let look = MineLook { at: self.position, trigger: self.trigger, blast: self.blast, fuse: Fuse::Unlit };
        look.paint_reach(&mut still.under, scene.colliders);
        // The moment at which it blinks.
        look.paint(&mut still.actors, FRAC_PI_2 / 2.2);
    }
}

#[cfg(test)]
mod tests {
    use hairline_sim::Simulation;
    use hairline_testing::drawn;

    use super::*;

    #[test]
    fn a_wall_hides_what_is_behind_it() {
        let level = drawn("###########\n#.....#...#\n#@....#..X#\n#.....#...#\n###########");
        let simulation = Simulation::new(&level);
        let sight = |reach: f32| Sight::new(Vec2::new(3.5, 2.5), reach, simulation.world().resource());
        let farthest = |sight: &Sight| {
            let ends = sight.free.iter().enumerate().map(|(ray, &free)| unit(sight.step() * ray as f32) * free);
            ends.fold(Vec2::ZERO, |most, end| most.max(end.abs()))
        };
        // The wall begins 2.5 tiles to the right, the room ends as far to the left, and the floor is 1.5 below.
        assert!(farthest(&sight(5.0)).abs_diff_eq(Vec2::new(2.5, 1.5), 1e-3));
        assert_eq!(sight(5.0).free.len() % RAYS_PER_DASH, 0);
        // All of a blast that meets nothing is drawn.
        assert!(sight(1.0).free.iter().all(|&free| free == 1.0));
    }
}
