//! The long exposure of a run: the light of all its beams, added up over the time of the hazards, and the ninja as if a flash had
//! shown it again and again.

use std::collections::BTreeMap;

use bevy_math::Vec2;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use hairline_level::Level;
use hairline_painter::actors::laser::{LIGHT, LIT_WIDTH};
use hairline_painter::falloff::Falloff;
use hairline_painter::ninja;
use hairline_painter::ninja::figure::{Figure, STRIDE, Stance};
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Palette, Role};
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::{HALF_TICKS_PER_SECOND, RUN_SPEED};

use crate::drawing::light::{code_of, for_each_pixel, linear_of};

/// Tiles. A beam that moves farther within a tick is drawn several times between: its light is a fan, no comb.
const STEP: f32 = 0.04;
const STEPS_MAX: f32 = 24.0;
/// Tiles. An end that moves farther has jumped, past an edge.
const JUMP: f32 = 1.5;
/// Seconds of light that are seen well; four times as many are twice as bright, and so on.
const SEEN_SECONDS: f32 = 0.02;
/// Half ticks between two flashes, and the tiles that the ninja has come on at least since the last.
const FLASH: u32 = 40;
const FLASH_TILES: f32 = 1.1;
/// Parts of the light that are added up at once. Their number does not depend on the machine, so that the sums do not either.
const PARTS: usize = 8;

/// A beam that stood somewhere for some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glow {
    pub ends: [Vec2; 2],
    pub half_ticks: f32,
}

/// What a run leaves on the picture.
pub(super) struct Exposure {
    pub glows: Vec<Glow>,
    /// The ninja in each flash.
    pub ninja: Painter,
    /// Hazard time of the run, in half ticks.
    pub half_ticks: u32,
}

impl Exposure {
    /// Plays a run.
    pub fn new(level: &Level, inputs: &[TickInput]) -> Self {
        let mut simulation = Simulation::new(level);
        let mut query = simulation.world_mut().query::<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>();
        let (mut glows, mut ninja) = (Vec::new(), Painter::default());
        // The place of the last glow of each beam that is lit, and where it ended.
        let mut lit: BTreeMap<(u32, usize), (usize, [Vec2; 2])> = BTreeMap::new();
        let (mut due, mut last) = (0, Vec2::INFINITY);
        for &input in inputs {
            simulation.tick(input);
            let (run, mut now) = (*simulation.run(), BTreeMap::new());
            for (index, state, beams, reflections) in query.iter(simulation.world()) {
                let reflected = reflections.into_iter().flat_map(Reflections::iter);
                let all = beams.iter(state.position).chain(reflected).filter(|_| beams.is_lit());
                now.extend(all.enumerate().map(|(number, beam)| ((index.0, number), [beam.start, beam.end])));
            }
            lit = (now.into_iter())
                .map(|(beam, ends)| (beam, (add(&mut glows, lit.get(&beam), ends, run.hazard_step as f32), ends)))
                .collect();
            let state = simulation.ninja();
            if run.hazard_half_ticks >= due && state.position.distance(last) >= FLASH_TILES {
                (due, last) = (run.hazard_half_ticks + FLASH, state.position);
                let pace = (state.velocity.x.abs() / RUN_SPEED).min(1.2);
                let stride = state.position.x * STRIDE;
                let figure = Figure::new(Stance::of(state), stride, pace, state.velocity, 1.0);
                ninja::paint(&mut ninja, state.position, state.facing, &figure, 0.0, 1.0);
            }
        }
        Self { glows, ninja, half_ticks: simulation.run().hazard_half_ticks }
    }

    /// Adds the light to a picture, whose tiles have so many pixels. `place` says where a point of the level lies on it.
    pub fn develop(&self, pixmap: &mut Pixmap, palette: &Palette, tile: f32, place: impl Fn(Vec2) -> Vec2 + Sync) {
        let width = pixmap.width() as usize;
        let size = Vec2::new(pixmap.width() as f32, pixmap.height() as f32);
        let part = self.glows.len().div_ceil(PARTS).max(1);
        let parts: Vec<Vec<f32>> = (0..PARTS)
            .into_par_iter()
            .map(|number| {
                let mut seconds = vec![0.0; width * pixmap.height() as usize];
                for glow in self.glows.iter().skip(number * part).take(part) {
                    let time = glow.half_ticks / HALF_TICKS_PER_SECOND as f32;
                    for_each_pixel(size, glow.ends.map(&place), LIGHT * tile, |x, y, reach| {
                        let core = ((LIT_WIDTH / 2.0 - LIGHT * reach) * tile + 0.5).clamp(0.0, 1.0);
                        // Squared: over seconds, all of the halo would be as bright as its middle.
                        let halo = Falloff::LINE.strength(reach);
                        seconds[y * width + x] += time * core.max(halo * halo);
                    });
                }
                seconds
            })
            .collect();
        let sum = |pixel: usize| parts.iter().map(|part| part[pixel]).sum::<f32>();
        let linear = |role: Role| {
            let color = palette.linear(role);
            [color.red, color.green, color.blue]
        };
        let (lethal, paper) = (linear(Role::Lethal), linear(Role::Paper));
        for (pixel, color) in pixmap.pixels_mut().iter_mut().enumerate() {
            let light = brightness(sum(pixel));
            if light == 0.0 {
                continue;
            }
            let codes = [color.red(), color.green(), color.blue()];
            // What is very bright loses its color, as on film.
            let pale = (light - 0.7).clamp(0.0, 0.6);
            let [red, green, blue] = [0, 1, 2].map(|part| {
                let hue = lethal[part] + (paper[part] - lethal[part]) * pale;
                code_of(linear_of(codes[part]) + hue * light)
            });
            *color = PremultipliedColorU8::from_rgba(red, green, blue, color.alpha()).unwrap_or(*color);
        }
    }
}

/// Adds the light of a beam in a tick, which goes on from where it was in the tick before. Returns the place of its last glow.
fn add(glows: &mut Vec<Glow>, before: Option<&(usize, [Vec2; 2])>, ends: [Vec2; 2], half_ticks: f32) -> usize {
    let moved = |from: [Vec2; 2]| from[0].distance(ends[0]).max(from[1].distance(ends[1]));
    match before {
        Some(&(place, from)) if from == ends => {
            glows[place].half_ticks += half_ticks;
            return place;
        }
        Some(&(_, from)) if moved(from) < JUMP => {
            let steps = (moved(from) / STEP).ceil().min(STEPS_MAX);
            glows.extend((1..=steps as u32).map(|step| {
                let share = step as f32 / steps;
                Glow { ends: [0, 1].map(|end| from[end].lerp(ends[end], share)), half_ticks: half_ticks / steps }
            }));
        }
        _ => glows.push(Glow { ends, half_ticks }),
    }
    glows.len() - 1
}

/// How bright some seconds of light are: by their root, and never brighter than 1.7.
fn brightness(seconds: f32) -> f32 {
    let root = (seconds / SEEN_SECONDS).sqrt();
    0.42 * root / (1.0 + 0.25 * root)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALL: &str = "###########\n#    l    #\n#@       X#\n###########";

    #[track_caller]
    fn exposure(laser: &str, input: TickInput) -> Exposure {
        let text = format!("(version: 1, name: \"Hall\", map: r\"\n{HALL}\n\", actors: {{'l': Laser({laser})}})");
        let level = hairline_level::parse(text, "hall").unwrap_or_else(|errors| panic!("{errors}"));
        Exposure::new(&level, &[input; 40])
    }

    fn half_ticks(exposure: &Exposure) -> f32 {
        exposure.glows.iter().map(|glow| glow.half_ticks).sum()
    }

    #[test]
    fn a_beam_that_stands_still_is_one_light_for_all_its_time() {
        let still = exposure("aim: Fixed(angle: 90)", TickInput::NONE);
        assert_eq!((still.glows.len(), half_ticks(&still)), (1, 80.0));
    }

    #[test]
    fn a_beam_that_sweeps_gives_as_much_light_and_leaves_no_gap() {
        let swept = exposure("aim: Sweep(from: 200, to: 340, period: 1.0)", TickInput::NONE);
        assert!((half_ticks(&swept) - 80.0).abs() < 0.01, "{}", half_ticks(&swept));
        assert!(swept.glows.len() > 100, "{}", swept.glows.len());
        for pair in swept.glows.windows(2) {
            assert!(pair[0].ends[1].distance(pair[1].ends[1]) <= STEP + 1e-4, "{pair:?}");
        }
    }

    #[test]
    fn light_follows_the_clock_of_the_hazards() {
        let slow = exposure("aim: Fixed(angle: 90)", TickInput::FOCUS);
        assert!(half_ticks(&slow) < 60.0, "{}", half_ticks(&slow));
        assert_eq!(half_ticks(&slow), slow.half_ticks as f32);
    }
}
