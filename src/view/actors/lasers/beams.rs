//! Beams over everything else: solid lines with their light while they kill, thin and dashed while they charge.
//!
//! A beam is interpolated between its segments in the last two ticks, as everything that moves is. The segment of the last
//! tick is the one that kills.
//!
//! A lit beam is a gizmo line, whose edges are hard, on a painted one that is a pixel wider and has smooth edges. The gizmo is
//! retained and refilled every frame: the system parameter `Gizmos` reaches the screen one frame late.

use bevy::ecs::system::SystemParam;
use bevy::gizmos::config::GizmoLineConfig;
use bevy::math::ops;
use bevy::prelude::*;

use hairline_painter::actors::laser::{CHARGING_WIDTH, LIT_WIDTH, paint_light};
use hairline_painter::dashes::paint_dashes;
use hairline_painter::painter::Painter;
use hairline_sim::hazards::beam::Beam;
use hairline_sim::hazards::beam_hits::BeamGrazed;
use hairline_sim::hazards::laser::{BeamPhase, Beams, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::canvas::painting::PixelSize;
use crate::view::canvas::palette::{BEAM_LIT, Palette, Role, tint};
use crate::view::effects::Effects;
use crate::view::effects::burst::Burst;
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;
use hairline_geometry::ray::unit;

/// Pixels. The least widths of a lit and of a charging beam.
const LIT_PIXELS: f32 = 2.0;
const CHARGING_PIXELS: f32 = 1.0;
/// The width of the rim of a lit beam without glow, on both sides together, in widths of the beam.
const RIM: f32 = 1.8;
/// Tiles. How far a lit beam lights the wall around its end.
const LIGHT_RADIUS: f32 = 2.2;
/// Sparks where a beam grazes the ninja.
const GRAZE: Burst =
    Burst { count: 10.0, colors: &[Role::Focus], size: (0.10, 0.10), life: (0.15, 0.32), drag: 6.0, ..Burst::SPARKS };

/// The gizmo of the lit beams.
#[derive(Component, Clone, Copy, Debug)]
struct LitBeams;

/// The dashes of a charging beam. Lengths in tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Charge {
    dash: f32,
    gap: f32,
    brightness: f32,
}

impl Charge {
    /// Dashes grow, gaps close and the line brightens as the charge, `0..1`, fills up.
    fn at(fraction: f32) -> Self {
        let urgency = fraction * fraction;
        Self { dash: 0.18 + 0.27 * urgency, gap: 0.40 - 0.25 * urgency, brightness: 0.80 + 0.20 * urgency }
    }
}

pub fn plugin(app: &mut App) {
    app.interpolate::<Beams>()
        .interpolate::<Reflections>()
        .add_systems(Startup, spawn_gizmo)
        .add_systems(Update, show_grazes.in_set(PaintSystems::Effects))
        .add_systems(Update, set_width.in_set(PaintSystems::Behind))
        .add_systems(Update, draw_beams.in_set(PaintSystems::Behind));
}

fn spawn_gizmo(mut commands: Commands, mut assets: ResMut<Assets<GizmoAsset>>) {
    commands.spawn((LitBeams, Gizmo { handle: assets.add(GizmoAsset::default()), ..default() }));
}

/// The gizmo is as wide as the opaque part of the painted line.
fn set_width(pixel: Res<PixelSize>, mut gizmo: Single<&mut Gizmo, With<LitBeams>>) {
    if pixel.is_changed() {
        let width = lit_width(*pixel) / pixel.0 - 1.0;
        gizmo.line_config = GizmoLineConfig { width, ..default() };
    }
}

/// The width of a lit beam in tiles.
fn lit_width(pixel: PixelSize) -> f32 {
    LIT_WIDTH.max(LIT_PIXELS * pixel.0)
}

fn show_grazes(mut grazed: MessageReader<BeamGrazed>, mut effects: Effects) {
    for graze in grazed.read() {
        effects.burst(&GRAZE, graze.point, Vec2::X);
    }
}

/// The beams at the moment that this frame shows.
#[derive(SystemParam)]
pub struct DrawnBeams<'w> {
    interpolation: Res<'w, Interpolation>,
    states: Res<'w, Previous<LaserState>>,
    beams: Res<'w, Previous<Beams>>,
    reflections: Res<'w, Previous<Reflections>>,
}

impl DrawnBeams<'_> {
    /// The beams of a robot.
    pub fn beams(&self, index: ActorIndex, now: &LaserState, beams: &Beams) -> impl Iterator<Item = Beam> {
        let before = self.states.get(index).zip(self.beams.get(index));
        let mut before = before.map(|(state, beams)| beams.iter(state.position)).into_iter().flatten();
        beams.iter(now.position).map(move |beam| interpolate(&self.interpolation, before.next(), beam))
    }

    /// The reflections of a robot's beams; not interpolated where their number changed.
    pub fn reflected(&self, index: ActorIndex, now: &Reflections) -> impl Iterator<Item = Beam> {
        let before = self.reflections.get(index).filter(|before| before.iter().count() == now.iter().count());
        let mut before = before.map(Reflections::iter).into_iter().flatten();
        now.iter().map(move |beam| interpolate(&self.interpolation, before.next(), beam))
    }
}

fn interpolate(interpolation: &Interpolation, before: Option<Beam>, now: Beam) -> Beam {
    let [start, end] = interpolation.segment(before.map(|beam| [beam.start, beam.end]), [now.start, now.end]);
    Beam { start, end, ..now }
}

fn draw_beams(
    gizmo: Single<&Gizmo, With<LitBeams>>,
    mut assets: ResMut<Assets<GizmoAsset>>,
    mut canvas: ResMut<Canvas>,
    drawn: DrawnBeams,
    (presentation, palette, pixel): (Res<Presentation>, Res<Palette>, Res<PixelSize>),
    time: Res<Time>,
    lasers: Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>,
) {
    let Some(mut lines) = assets.get_mut(&gizmo.handle) else { return };
    lines.clear();
    let (color, width) = (palette.resolve(BEAM_LIT), lit_width(*pixel));
    for (index, state, beams, reflections) in &lasers {
        let reflected = reflections.into_iter().flat_map(|reflections| drawn.reflected(*index, reflections));
        for (number, beam) in drawn.beams(*index, state, beams).chain(reflected).enumerate() {
            match beams.phase {
                BeamPhase::Off => {}
                BeamPhase::Charging { fraction } => {
                    paint_charging(&mut canvas.beams, beam, fraction, CHARGING_WIDTH.max(CHARGING_PIXELS * pixel.0));
                }
                BeamPhase::Lit => {
                    paint_light(&mut canvas.beams, [beam.start, beam.end], presentation.glow);
                    // Without glow a rim has the color of danger: the beam itself is nearly as white as the ninja.
                    if presentation.glow < 1.0 {
                        let rim = width * (1.0 + RIM * (1.0 - presentation.glow));
                        canvas.beams.line(beam.start, beam.end, rim, Role::Lethal);
                    }
                    canvas.beams.line(beam.start, beam.end, width, BEAM_LIT);
                    lines.line_2d(beam.start, beam.end, color);
                    if beam.hit {
                        // Its light on the wall.
                        canvas.behind.halo(beam.end, LIGHT_RADIUS, tint(Role::Lethal, 0.20));
                        canvas.beams.halo(beam.end, 0.45, tint(Role::Lethal, 0.8));
                        let seed = index.0 as f32 * 1.7 + number as f32;
                        for [from, to] in spark(beam, time.elapsed_secs_wrapped(), seed) {
                            canvas.beams.line(from, to, width, BEAM_LIT * 0.6);
                        }
                    }
                }
            }
        }
    }
}

fn paint_charging(painter: &mut Painter, beam: Beam, fraction: f32, width: f32) {
    let Charge { dash, gap, brightness } = Charge::at(fraction);
    let color = tint(Role::Lethal, 0.35 + 0.65 * brightness) * brightness;
    // The dashes move outwards with the charge, faster and faster.
    let shift = fraction * (1.0 + 2.5 * fraction);
    paint_dashes(painter, [beam.start, beam.end], width, [dash, gap], shift, color);
}

/// A small star where a beam hits something: three short rays.
fn spark(beam: Beam, seconds: f32, seed: f32) -> [[Vec2; 2]; 3] {
    let back = (beam.start - beam.end).normalize_or_zero();
    let angle = ops::atan2(back.y, back.x);
    [0.0, 1.0, 2.0].map(|ray| {
        // They sway in front of the surface, smoothly, so that nothing flickers.
        let sway = ops::sin(seconds * (9.0 + 2.0 * ray) + seed * 2.3 + ray * 2.1);
        let length = 0.16 + 0.10 * ops::sin(seconds * 13.0 + seed + ray * 1.9);
        [beam.end, beam.end + unit(angle + (ray - 1.0) * 0.75 + 0.3 * sway) * length]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_grows_more_urgent_and_stays_dashed_to_the_end() {
        let charges: Vec<Charge> = (0..=10).map(|step| Charge::at(step as f32 / 10.0)).collect();
        for pair in charges.windows(2) {
            assert!(
                pair[1].dash > pair[0].dash && pair[1].gap < pair[0].gap && pair[1].brightness > pair[0].brightness
            );
        }
        assert!(charges[10].gap > 0.1);
    }
}
