//! Beams as gizmo lines over everything else: solid and glowing while they kill, thin and dashed while they charge.
//!
//! A line is drawn between the segments of the last two ticks, as everything that moves is; where these lie too far apart
//! to be one motion, it is the last one. The one that kills is the last one.
//!
//! The lines are kept gizmos, filled anew each frame: what the system parameter `Gizmos` draws comes to the screen one
//! frame after everything else.

use bevy::gizmos::config::GizmoLineConfig;
use bevy::math::ops;
use bevy::prelude::*;

use crate::sim::hazards::laser::{Beam, BeamPhase, Beams, LaserState};
use crate::sim::hazards::reflection::Reflections;
use crate::sim::state::actor::ActorIndex;

use crate::view::PaintSystems;
use crate::view::camera::Framing;
use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashes;
use crate::view::canvas::painter::unit;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{BEAM_LIT, ink};
use crate::view::interpolation::Interpolation;

/// Tiles. Width of a lit beam.
const LIT_WIDTH: f32 = 0.10;
/// Tiles. Width of a charging beam.
const CHARGING_WIDTH: f32 = 0.07;

/// Which lines a gizmo shows.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum BeamLines {
    /// Those that kill.
    Lit,
    /// Those that are about to.
    Charging,
}

/// The lines of a frame: both ends in tiles, and the color.
type Lines = Vec<(Vec2, Vec2, LinearRgba)>;

/// How the dashes of a charging beam look.
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

/// Adds the beams.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_lines)
        .add_systems(Update, set_widths.in_set(PaintSystems::Behind))
        .add_systems(Update, draw_beams.in_set(PaintSystems::Behind));
}

fn spawn_lines(mut commands: Commands, mut assets: ResMut<Assets<GizmoAsset>>) {
    // The later one lies on top.
    for lines in [BeamLines::Charging, BeamLines::Lit] {
        commands.spawn((lines, Gizmo { handle: assets.add(GizmoAsset::default()), ..default() }));
    }
}

fn set_widths(framing: Res<Framing>, window: Option<Single<&Window>>, mut gizmos: Query<(&BeamLines, &mut Gizmo)>) {
    if !framing.is_changed() {
        return;
    }
    // Gizmo widths are physical pixels.
    let scale = framing.tile_pixels * window.map_or(1.0, |window| window.scale_factor());
    for (lines, mut gizmo) in &mut gizmos {
        let width = match lines {
            BeamLines::Lit => (LIT_WIDTH * scale).max(2.0),
            BeamLines::Charging => (CHARGING_WIDTH * scale).max(1.0),
        };
        gizmo.line_config = GizmoLineConfig { width, ..default() };
    }
}

fn draw_beams(
    gizmos: Query<(&BeamLines, &Gizmo)>,
    mut assets: ResMut<Assets<GizmoAsset>>,
    (mut lit, mut charging): (Local<Lines>, Local<Lines>),
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    time: Res<Time>,
    lasers: Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>,
) {
    lit.clear();
    charging.clear();
    for (index, state, beams, reflections) in &lasers {
        let reflected = reflections.into_iter().flat_map(|reflections| between.reflected(*index, reflections));
        for (number, beam) in between.beams(*index, state, beams).chain(reflected).enumerate() {
            match beams.phase {
                BeamPhase::Off => {}
                BeamPhase::Charging { fraction } => draw_charging(&mut charging, beam, fraction),
                BeamPhase::Lit => {
                    lit.push((beam.start, beam.end, BEAM_LIT));
                    if beam.hit {
                        let seed = index.0 as f32 * 1.7 + number as f32;
                        draw_spark(&mut lit, &mut canvas, beam, time.elapsed_secs_wrapped(), seed);
                    }
                }
            }
        }
    }
    for (which, gizmo) in &gizmos {
        let Some(mut asset) = assets.get_mut(&gizmo.handle) else { continue };
        let lines = if *which == BeamLines::Lit { &lit } else { &charging };
        asset.clear();
        lines.iter().for_each(|(from, to, color)| asset.line_2d(*from, *to, *color));
    }
}

fn draw_charging(lines: &mut Lines, beam: Beam, fraction: f32) {
    let Charge { dash, gap, brightness } = Charge::at(fraction);
    let along = beam.end - beam.start;
    let length = along.length();
    let way = along.normalize_or_zero();
    let color = ink(palette::LETHAL, 0.35 + 0.65 * brightness) * brightness;
    // The dashes run outwards with the charge, faster and faster.
    let shift = fraction * (1.0 + 2.5 * fraction);
    for (from, to) in dashes(length, dash, gap, shift) {
        lines.push((beam.start + way * from, beam.start + way * to, color));
    }
}

/// A small star where a beam burns into something.
fn draw_spark(lines: &mut Lines, canvas: &mut Canvas, beam: Beam, seconds: f32, seed: f32) {
    let back = (beam.start - beam.end).normalize_or_zero();
    canvas.front.halo(beam.end, 0.45, ink(palette::LETHAL, 0.8));
    let angle = ops::atan2(back.y, back.x);
    for ray in 0..3 {
        // Three short rays that sway in front of what is hit; smooth, so that nothing flickers.
        let sway = ops::sin(seconds * (9.0 + 2.0 * ray as f32) + seed * 2.3 + ray as f32 * 2.1);
        let length = 0.16 + 0.10 * ops::sin(seconds * 13.0 + seed + ray as f32 * 1.9);
        let way = unit(angle + (ray as f32 - 1.0) * 0.75 + 0.3 * sway);
        lines.push((beam.end, beam.end + way * length, BEAM_LIT * 0.6));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::terrain::Terrain;
    use crate::geometry::tile::TileShape;
    use crate::level::{Aim, LaserSettings};
    use crate::sim::hazards::laser::Laser;

    /// The renderer takes what has been told of by the end of a frame. Lines that are filled after that come a frame late.
    #[test]
    fn beams_reach_the_renderer_in_the_frame_that_draws_them() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default())).init_asset::<GizmoAsset>();
        app.init_resource::<Canvas>().init_resource::<Interpolation>().init_resource::<Framing>().add_plugins(plugin);
        app.update();
        let mut cursor = app.world().resource::<Messages<AssetEvent<GizmoAsset>>>().get_cursor_current();
        let lines = |app: &App| {
            let assets = app.world().resource::<Assets<GizmoAsset>>();
            assets.iter().map(|(_, asset)| asset.list_positions.len() / 2).sum::<usize>()
        };
        assert_eq!(lines(&app), 0);
        let position = Vec2::new(2.5, 2.5);
        let aim = Aim::Fixed { angle: 0.0 };
        let settings = LaserSettings {
            position,
            aim,
            cycle: None,
            beams: 1,
            reach: Some(2.0),
            path: None,
            bounces: 0,
            when: None,
        };
        let (laser, state) = Laser::new(&settings);
        let terrain = Terrain::new(UVec2::splat(9), vec![TileShape::Empty; 81]);
        let beams = laser.cast(&state, BeamPhase::Lit, &(&terrain).into(), None);
        app.world_mut().spawn((ActorIndex(0), state, beams));
        app.update();
        let told = cursor.read(app.world().resource::<Messages<AssetEvent<GizmoAsset>>>());
        let modified = told.filter(|event| matches!(event, AssetEvent::Modified { .. })).count();
        assert_eq!((lines(&app), modified), (1, 2), "one beam, and both gizmos are told to the renderer");
    }

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
