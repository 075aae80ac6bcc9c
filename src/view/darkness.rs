//! The dark of a dark level: a veil over walls and open space, which light takes away. Lit beams, the ninja, the exit and the shards
//! give light, and it fades slowly behind them. Whatever kills, spikes too, lies over the veil and is as bright as in other levels.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::math::ops;
use bevy::prelude::*;

use hairline_geometry::shapes::segment::closest_point_segment;
use hairline_painter::mesh::Triangles;
use hairline_painter::painter::Painter;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::laser::{BeamPhase, Beams, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::run::exit::Exit;
use hairline_sim::run::shard::{Shard, ShardState};
use hairline_sim::state::actor::ActorIndex;

use super::actors::lasers::beams::DrawnBeams;
use super::camera::Framing;
use super::canvas::depth;
use super::canvas::painting::{OwnColors, PixelSize, fill, mesh_of};
use super::canvas::palette::{Palette, Role, tint};
use super::frame::schedule::PaintSystems;
use super::ninja::DrawnNinja;
use super::presentation::Presentation;

/// Whether the level in the world is dark.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dark(pub bool);

/// Opacity of the veil where no light falls. Shapes can still be guessed after a while.
const VEIL: f32 = 0.965;
/// Points of the veil in a tile's side.
const POINTS: usize = 2;
/// Tiles that the veil reaches beyond the map, over the fading border.
const MARGIN: usize = 14;
/// Time constants in seconds in which light comes and goes; it comes slowly where nothing may flash.
const RISE: f32 = 0.05;
const SLOW_RISE: f32 = 0.5;
const FALL: f32 = 0.7;

/// How far a light reaches in tiles, and how strong it is at its source.
#[derive(Clone, Copy, Debug)]
struct Lamp {
    reach: f32,
    strength: f32,
}

const NINJA: Lamp = Lamp { reach: 5.5, strength: 0.8 };
const LIT_BEAM: Lamp = Lamp { reach: 3.4, strength: 1.0 };
/// A beam that charges warns of the room that it will light.
const CHARGING_BEAM: Lamp = Lamp { reach: 1.6, strength: 0.35 };
const EXIT: Lamp = Lamp { reach: 3.0, strength: 0.7 };
const SHARD: Lamp = Lamp { reach: 2.2, strength: 0.6 };

#[derive(Component, Clone, Copy)]
struct Veil;

/// The light at each point of the veil, `0..=1`, by rows.
#[derive(Resource, Debug, Default)]
struct Light {
    size: UVec2,
    /// As it is now.
    now: Vec<f32>,
    /// As it would be if it came and went at once.
    wanted: Vec<f32>,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Dark>()
        .init_resource::<Light>()
        .add_systems(Startup, spawn_veil)
        .add_systems(Update, (shine, draw_veil).chain().in_set(PaintSystems::Over));
}

fn spawn_veil(mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>, material: Res<OwnColors>) {
    commands.spawn((
        Veil,
        Mesh2d(meshes.add(mesh_of(&Triangles::default()))),
        MeshMaterial2d(material.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::VEIL),
        NoFrustumCulling,
    ));
}

impl Light {
    /// Points for a map of so many cells.
    fn fit(&mut self, cells: UVec2) {
        let size = (cells + 2 * MARGIN as u32) * POINTS as u32 + 1;
        if self.size != size {
            let count = (size.x * size.y) as usize;
            *self = Self { size, now: vec![0.0; count], wanted: vec![0.0; count] };
        }
    }

    /// Where a point is, in tiles.
    fn place(x: u32, y: u32) -> Vec2 {
        Vec2::new(x as f32, y as f32) / POINTS as f32 - MARGIN as f32
    }

    /// The points in a box of the map, from the first to one after the last.
    fn points(&self, area: Rect) -> (UVec2, UVec2) {
        let at = |place: Vec2| ((place + MARGIN as f32) * POINTS as f32).max(Vec2::ZERO);
        (at(area.min).floor().as_uvec2().min(self.size), (at(area.max).ceil().as_uvec2() + 1).min(self.size))
    }

    /// Adds the light around a segment.
    fn add(&mut self, ends: [Vec2; 2], lamp: Lamp) {
        let (from, to) = self.points(Rect::from_corners(ends[0], ends[1]).inflate(lamp.reach));
        for y in from.y..to.y {
            for x in from.x..to.x {
                let place = Self::place(x, y);
                let distance = place.distance(closest_point_segment(place, ends[0], ends[1]));
                let share = (1.0 - distance / lamp.reach).max(0.0);
                let wanted = &mut self.wanted[(y * self.size.x + x) as usize];
                // However many lights meet, the sum stays below 1.
                *wanted += (1.0 - *wanted) * lamp.strength * share * share * (3.0 - 2.0 * share);
            }
        }
    }

    /// Fades toward what is wanted, for so many seconds.
    fn fade(&mut self, seconds: f32, rise: f32) {
        let [up, down] = [rise, FALL].map(|constant| 1.0 - ops::exp(-seconds / constant));
        for (now, wanted) in self.now.iter_mut().zip(&self.wanted) {
            *now += (wanted - *now) * if wanted > now { up } else { down };
        }
    }

    /// The opacity of the veil as designed; the player's setting scales it.
    fn opacity(&self, x: u32, y: u32) -> f32 {
        VEIL * (1.0 - self.now[(y * self.size.x + x) as usize])
    }
}

fn shine(
    dark: Res<Dark>,
    colliders: Option<Res<Colliders>>,
    (ninja, drawn): (DrawnNinja, DrawnBeams),
    lasers: Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>,
    (exits, shards): (Query<&Exit>, Query<(&Shard, &ShardState)>),
    (presentation, time): (Res<Presentation>, Res<Time>),
    mut light: ResMut<Light>,
) {
    let Some(colliders) = colliders.filter(|_| dark.0 && presentation.darkness > 0.0) else {
        if !light.now.is_empty() {
            *light = Light::default();
        }
        return;
    };
    if colliders.is_added() {
        *light = Light::default();
    }
    light.fit(colliders.terrain().size());
    light.wanted.fill(0.0);
    if let Some(at) = ninja.position() {
        light.add([at; 2], NINJA);
    }
    exits.iter().for_each(|exit| light.add([exit.position; 2], EXIT));
    let left = shards.iter().filter(|(_, state)| !state.taken);
    left.for_each(|(shard, _)| light.add([shard.position; 2], SHARD));
    for (index, state, beams, reflections) in &lasers {
        let lamp = match beams.phase {
            BeamPhase::Off => continue,
            BeamPhase::Charging { .. } => CHARGING_BEAM,
            BeamPhase::Lit => LIT_BEAM,
        };
        let reflected = reflections.into_iter().flat_map(|reflections| drawn.reflected(*index, reflections));
        drawn.beams(*index, state, beams).chain(reflected).for_each(|beam| light.add([beam.start, beam.end], lamp));
    }
    if time.delta().is_zero() {
        // While time stands, the moment that is shown may be any other.
        let Light { now, wanted, .. } = &mut *light;
        now.clone_from(wanted);
    } else {
        light.fade(time.delta_secs(), if presentation.flashes { RISE } else { SLOW_RISE });
    }
}

/// Fills the veil where the camera is. Squares between four points, those without any light joined along their row.
fn draw_veil(
    light: Res<Light>,
    framing: Res<Framing>,
    (pixel, palette, presentation): (Res<PixelSize>, Res<Palette>, Res<Presentation>),
    veil: Single<&Mesh2d, With<Veil>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut painter: Local<Painter>,
    mut triangles: Local<Triangles>,
    mut was_drawn: Local<bool>,
) {
    let is_drawn = !light.now.is_empty() && framing.tile_pixels > 0.0;
    if !is_drawn && !*was_drawn {
        return;
    }
    *was_drawn = is_drawn;
    painter.clear();
    if is_drawn {
        // More than is in view, so that a shake shows no end of it.
        let half = super::camera::SCREEN_CELLS;
        let (from, to) = light.points(Rect::from_center_half_size(framing.center, half));
        for y in from.y..to.y.saturating_sub(1) {
            paint_row(&mut painter, &light, presentation.darkness, y, from.x..to.x.saturating_sub(1));
        }
    }
    triangles.refill(&painter, pixel.0, |tint| palette.resolve(tint));
    if let Some(mut mesh) = meshes.get_mut(&veil.0) {
        fill(&mut mesh, &triangles);
    }
}

fn paint_row(painter: &mut Painter, light: &Light, darkness: f32, y: u32, columns: std::ops::Range<u32>) {
    let corners = |x: u32| [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
    let is_black = |x: u32| corners(x).iter().all(|&(x, y)| light.opacity(x, y) > VEIL - 0.004);
    let mut x = columns.start;
    while x < columns.end {
        let mut end = x + 1;
        if is_black(x) {
            while end < columns.end && is_black(end) {
                end += 1;
            }
        }
        let corners = [(x, y), (end, y), (end, y + 1), (x, y + 1)];
        let tints = corners.map(|(x, y)| tint(Role::Void, darkness * light.opacity(x, y)));
        painter.quad(corners.map(|(x, y)| Light::place(x, y)), tints);
        x = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(seconds: f32) -> Light {
        let mut light = Light::default();
        light.fit(UVec2::new(20, 10));
        light.add([Vec2::new(2.0, 5.0), Vec2::new(12.0, 5.0)], LIT_BEAM);
        light.fade(seconds, RISE);
        light
    }

    /// The opacity of the veil at a place in the map.
    fn opacity(light: &Light, place: Vec2) -> f32 {
        let (point, _) = light.points(Rect::from_corners(place, place));
        light.opacity(point.x, point.y)
    }

    #[test]
    fn a_beam_lights_what_is_along_it_and_nothing_far_away() {
        let light = lit(1.0);
        assert!(opacity(&light, Vec2::new(7.0, 5.0)) < 0.01);
        let beside = opacity(&light, Vec2::new(7.0, 6.5));
        assert!((0.1..0.9).contains(&beside), "{beside}");
        assert_eq!(opacity(&light, Vec2::new(7.0, 9.0)), VEIL);
        assert_eq!(opacity(&light, Vec2::new(18.0, 5.0)), VEIL);
    }

    #[test]
    fn light_comes_soon_and_fades_slowly() {
        let at = Vec2::new(7.0, 5.0);
        assert!(opacity(&lit(0.1), at) < 0.2);
        let mut light = lit(1.0);
        light.wanted.fill(0.0);
        light.fade(0.2, RISE);
        assert!((0.05..0.5).contains(&opacity(&light, at)), "{}", opacity(&light, at));
        light.fade(5.0, RISE);
        assert!(opacity(&light, at) > VEIL - 0.01);
    }

    #[test]
    fn the_setting_thins_the_whole_veil() {
        let light = lit(1.0);
        let opacities = |darkness: f32| {
            let mut painter = Painter::default();
            paint_row(&mut painter, &light, darkness, (5 + MARGIN as u32) * POINTS as u32, 0..light.size.x - 1);
            painter.shapes().flat_map(|shape| shape.tints.to_vec()).map(|tint| tint.alpha()).collect::<Vec<_>>()
        };
        let (whole, half) = (opacities(1.0), opacities(0.5));
        assert_eq!(whole.len(), half.len());
        assert!(whole.contains(&VEIL));
        assert!(whole.iter().zip(half).all(|(whole, half)| (whole * 0.5 - half).abs() < 1e-6));
    }

    #[test]
    fn the_veil_covers_each_square_of_a_row_once() {
        let light = lit(1.0);
        let mut painter = Painter::default();
        let y = (5 + MARGIN as u32) * POINTS as u32;
        paint_row(&mut painter, &light, 1.0, y, 0..light.size.x - 1);
        let mut reached = Light::place(0, y).x;
        for shape in painter.shapes() {
            let hairline_painter::painter::Form::Polygon(corners) = shape.form else { panic!("a quad") };
            assert_eq!(corners[0].x, reached);
            reached = corners[1].x;
        }
        assert_eq!(reached, Light::place(light.size.x - 1, y).x);
    }
}
