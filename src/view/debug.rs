//! The debug view: the state of the rules drawn over the picture, and how long frames and ticks take.
//!
//! It is off by default. It repeats the queries of the rules and stores no results of its own, but for the map of what can be
//! reached.

use bevy::diagnostic::FrameTimeDiagnosticsPlugin;
use bevy::prelude::*;

use hairline_geometry::cells::crossed_cells;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::terrain::Layer;
use hairline_level::Level;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::beam::Beam;
use hairline_sim::hazards::camera::{CameraState, SecurityCamera, Vision};
use hairline_sim::hazards::laser::{BeamPhase, Beams, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::hazards::spikes::spike_boxes;
use hairline_sim::ninja::Ninja;
use hairline_sim::tuning::{BODY_RADIUS, HURT_RADIUS};

use crate::view::camera::Framing;
use crate::view::canvas::Canvas;
use crate::view::canvas::lettering::Lettering;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::canvas::palette::{Role, Tint, tint};
use crate::view::frame::interpolation::{Interpolation, find_moment};
use crate::view::frame::schedule::PaintSystems;
use hairline_painter::painter::Painter;
use hairline_tools::flood::means::ReachMap;

/// Points of a round outline.
const OUTLINE_POINTS: usize = 32;
/// Tiles. Two rays that end closer together than this hit the same point.
const SAME_POINT: f32 = 1e-3;
/// Tiles. Length of a normal.
const NORMAL: f32 = 0.6;
/// Tiles. Half the length of a surface where a ray hit it.
const SLOPE: f32 = 0.25;
/// Weight of each new tick time in the moving average, so that the number is readable.
const SMOOTHING: f32 = 0.05;
/// Time constant of the shown frame rate, in seconds. Bevy's default is shorter than a frame: it smooths nothing.
const FRAME_SMOOTHING_SECONDS: f64 = 0.33;

/// Whether the debug view is on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DebugView(pub bool);

/// How long a tick takes; the code that runs the ticks measures it.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct TickTime {
    /// Seconds, as a moving average.
    seconds: f32,
}

impl TickTime {
    /// Seconds a tick, as a moving average.
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// Adds a measurement.
    pub fn add(&mut self, seconds: f32) {
        self.seconds = if self.seconds == 0.0 { seconds } else { self.seconds + (seconds - self.seconds) * SMOOTHING };
    }
}

/// What the debug view writes; the screens set it, since the view knows neither words nor sound.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugReadout(pub String);

/// Tiles of a level whose reach is shown: the game waits while it is found.
const REACH_TILES_MAX: u32 = 8_192;

/// What the ninja can reach in the level, by which means; found when it is first shown, unless the level is too large.
#[derive(Resource, Default)]
pub struct ReachView {
    /// The level, until its map is made.
    level: Option<Level>,
    map: Option<ReachMap>,
}

impl ReachView {
    pub fn new(level: Level) -> Self {
        Self { level: Some(level), map: None }
    }
}

/// The text.
#[derive(Component)]
struct Readout;

pub fn plugin(app: &mut App) {
    let is_on = |debug: Res<DebugView>| debug.0;
    let frame_time = FrameTimeDiagnosticsPlugin { smoothing_factor: FRAME_SMOOTHING_SECONDS, ..default() };
    app.init_resource::<DebugView>()
        .init_resource::<TickTime>()
        .init_resource::<DebugReadout>()
        .init_resource::<ReachView>()
        .add_plugins(frame_time)
        .add_systems(Update, show_whole_ticks.in_set(PaintSystems::Clear).after(find_moment).run_if(is_on))
        .add_systems(
            Update,
            // Below all that the later sets paint.
            paint_reach.in_set(PaintSystems::Animate).run_if(is_on).run_if(resource_exists::<Colliders>),
        )
        .add_systems(Startup, spawn_readout)
        .add_systems(Update, show_readout.in_set(PaintSystems::Debug))
        .add_systems(
            Update,
            (paint_beams, paint_shapes, paint_vision, paint_ninja)
                .chain()
                .in_set(PaintSystems::Debug)
                .run_if(is_on)
                .run_if(resource_exists::<Colliders>),
        );
}

fn spawn_readout(mut commands: Commands) {
    let place = Node { position_type: PositionType::Absolute, left: px(8), top: Val::VMin(6.5), ..default() };
    commands.spawn((
        Readout,
        Lettering::Small.text("", Role::Paper),
        place,
        FillTint(tint(Role::Void, 0.75)),
        Visibility::Hidden,
        GlobalZIndex(20),
        bevy::picking::Pickable::IGNORE,
    ));
}

/// While ticks are stepped one by one, shows the last tick itself and not a moment before it.
fn show_whole_ticks(mut interpolation: ResMut<Interpolation>, time: Res<Time<Virtual>>) {
    if time.is_paused() {
        interpolation.fraction = 1.0;
    }
}

fn show_readout(
    debug: Res<DebugView>,
    readout: Res<DebugReadout>,
    shown: Single<(&mut Text, &mut Visibility), With<Readout>>,
) {
    let (mut text, mut visibility) = shown.into_inner();
    let is_shown = debug.0 && !readout.0.is_empty();
    visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
    if is_shown {
        text.set_if_neq(Text(readout.0.clone()));
    }
}

/// A width of so many pixels, in tiles.
fn pixels(framing: &Framing, count: f32) -> f32 {
    count / framing.tile_pixels.max(1.0)
}

fn paint_normal(painter: &mut Painter, point: Vec2, normal: Vec2, width: f32) {
    let tip = point + normal * NORMAL;
    let color = Role::Exit;
    painter.line(point, tip, width, color);
    let side = normal.perp() * 0.08;
    painter.polygon(&[tip, tip - normal * 0.16 + side, tip - normal * 0.16 - side], color);
}

/// What can be reached by jumps, by climbing and by springs, in three tints.
fn paint_reach(mut canvas: ResMut<Canvas>, mut reach: ResMut<ReachView>) {
    if let Some(level) = reach.level.take() {
        let is_small = level.terrain.size().element_product() <= REACH_TILES_MAX;
        reach.map = if is_small { ReachMap::new(&level) } else { None };
    }
    if let Some(map) = &reach.map {
        map.paint(&mut canvas.behind);
    }
}

/// The cells that each beam's ray visited, and the normal where it hit.
fn paint_beams(
    mut canvas: ResMut<Canvas>,
    framing: Res<Framing>,
    colliders: Res<Colliders>,
    lasers: Query<(&LaserState, &Beams, Option<&Reflections>)>,
) {
    let painter = &mut canvas.front;
    for (state, beams, reflections) in &lasers {
        let reflected = reflections.into_iter().flat_map(|reflections| reflections.iter());
        if beams.phase == BeamPhase::Off {
            continue;
        }
        for beam in beams.iter(state.position).chain(reflected) {
            paint_beam(painter, &colliders, beam, pixels(&framing, 1.5));
        }
    }
}

fn paint_beam(painter: &mut Painter, colliders: &Colliders, beam: Beam, width: f32) {
    for cell in crossed_cells(beam.start, beam.end).into_iter().flatten() {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|at| cell.as_vec2() + Vec2::from(at));
        painter.polygon(&corners, tint(Role::Glass, 0.10));
        outline(painter, &corners, width * 0.7, tint(Role::Glass, 0.45));
    }
    let Ok(direction) = RayDirection::new(beam.end - beam.start) else { return };
    if let Some(hit) = colliders.cast_ray(Layer::Light, beam.start, direction, f32::INFINITY).hit.filter(|_| beam.hit) {
        paint_normal(painter, hit.point, hit.normal, width);
    }
}

fn outline(painter: &mut Painter, corners: &[Vec2], width: f32, color: Tint) {
    for (index, &from) in corners.iter().enumerate() {
        painter.line(from, corners[(index + 1) % corners.len()], width, color);
    }
}

/// The outlines of obstacles as the rules have them in this tick, and the lethal boxes of spikes.
fn paint_shapes(mut canvas: ResMut<Canvas>, framing: Res<Framing>, colliders: Res<Colliders>) {
    let painter = &mut canvas.front;
    let width = pixels(&framing, 2.0);
    for shape in colliders.obstacles().shapes() {
        outline(painter, &shape.outline(OUTLINE_POINTS), width, tint(Role::Paper, 0.9));
        painter.disc(shape.position(), width * 2.0, tint(Role::Paper, 0.9));
    }
    for spikes in spike_boxes(colliders.terrain()) {
        let Rect { min, max } = spikes.area;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        outline(painter, &corners, width * 0.7, tint(Role::Paper, 0.9));
    }
}

/// The cells that every camera's last scan saw, its rays, and the normal and the slope where each of them hit.
fn paint_vision(
    mut canvas: ResMut<Canvas>,
    framing: Res<Framing>,
    colliders: Res<Colliders>,
    cameras: Query<(&CameraState, &Vision, &SecurityCamera)>,
) {
    let painter = &mut canvas.front;
    let width = pixels(&framing, 1.0);
    for (state, vision, camera) in &cameras {
        let from = state.last_scan_position;
        for cell in vision.cells(from) {
            let min = cell.as_vec2();
            painter.rectangle(min + 0.04, min + 0.96, tint(Role::Vision, 0.14));
        }
        for &end in &vision.ends {
            painter.line(from, end, width, tint(Role::Vision, 0.8));
            painter.disc(end, width * 2.0, tint(Role::Paper, 0.8));
            let Ok(direction) = RayDirection::new(end - from) else { continue };
            let hit = colliders.cast_ray(Layer::Light, from, direction, camera.range()).hit;
            // An obstacle may have moved since the scan.
            let Some(hit) = hit.filter(|hit| hit.point.distance(end) < SAME_POINT) else { continue };
            let along = hit.tangent() * SLOPE;
            painter.line(hit.point - along, hit.point + along, width * 2.0, Role::Shard);
            painter.line(hit.point, hit.point + hit.normal * SLOPE, width, Role::Exit);
        }
    }
}

/// The hurt circle, the body circle, the normals of the ninja's contacts, and its velocity.
fn paint_ninja(mut canvas: ResMut<Canvas>, framing: Res<Framing>, ninja: Res<Ninja>) {
    let painter = &mut canvas.front;
    let (at, width) = (ninja.position, pixels(&framing, 1.5));
    painter.ring(at, HURT_RADIUS - width, HURT_RADIUS, Role::Paper);
    painter.ring(at, BODY_RADIUS - width, BODY_RADIUS, Role::Focus);
    if let Some(ground) = ninja.ground {
        paint_normal(painter, at - ground.normal * BODY_RADIUS, ground.normal, width);
    }
    if ninja.wall != 0.0 {
        let normal = Vec2::X * -ninja.wall;
        paint_normal(painter, at - normal * BODY_RADIUS, normal, width);
    }
    // The distance covered in a tenth of a second.
    painter.line(at, at + ninja.velocity * 0.1, width, Role::Shard);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tick_time_starts_at_the_first_measurement_and_follows_slowly() {
        let mut time = TickTime::default();
        time.add(2.0);
        assert_eq!(time.seconds, 2.0);
        time.add(4.0);
        assert_eq!(time.seconds, 2.0 + 2.0 * SMOOTHING);
    }
}
