//! What comes next, as thin ghosts behind everything that moves: where beams will be and when they are lit, the lines of bullets and
//! orbs, obstacles, and the ninja's own way under the buttons that are held.
//!
//! Shapes tell the ghosts apart, not colors alone: a beam that only moves is a fan of thin lines, one that will be lit is dashed; the
//! way is a row of dots that ends in a floor, a wall, a cross or a ring. Ghosts stand where things will be, so they stand still
//! while the picture moves on.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;

use hairline_geometry::shapes::ShapeKind;
use hairline_painter::dashes::paint_dashes;
use hairline_painter::painter::Painter;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::hazards::turret::Bullets;
use hairline_sim::lookahead::{AHEAD_HALF_TICKS, BeamAhead, BulletAhead, Future, MOMENT_HALF_TICKS, WayEnd};
use hairline_sim::obstacles::Pose;
use hairline_sim::run::Run;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::{BODY_RADIUS, seconds};

use crate::view::canvas::Canvas;
use crate::view::canvas::painting::PixelSize;
use crate::view::canvas::palette::{Role, Tint, tint};
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

/// Tiles. The width of a ghost's lines, which are at least a pixel wide.
const LINE: f32 = 0.035;
/// Tiles. What is nearer to where it was stands still.
const STILL: f32 = 0.02;
/// Tiles. A beam whose end moves farther between two moments has passed an edge: no line joins its ends there.
const SWEEP_MAX: f32 = 2.5;
/// Tiles around a robot: the clock that runs down until its beams are lit or go out.
const CLOCK_RADIUS: f32 = 0.56;
/// Ticks between two dots of the ninja's way.
const DOT_TICKS: u32 = 6;

/// What comes next, if it is shown.
#[derive(Resource, Clone, Debug, Default)]
pub struct Precognition {
    /// What is drawn.
    pub future: Future,
    /// Whether it is drawn.
    pub is_shown: bool,
}

pub fn plugin(app: &mut App) {
    let is_shown = |precognition: Res<Precognition>| precognition.is_shown;
    app.init_resource::<Precognition>().add_systems(
        Update,
        (paint_obstacles, paint_beams, paint_flights, paint_way)
            .chain()
            .run_if(is_shown.and_then(resource_exists::<Run>))
            .in_set(PaintSystems::Underlay),
    );
}

/// How a ghost is drawn that is some time ahead.
#[derive(Clone, Copy, Debug)]
struct Ink {
    /// Hazard time at the moment that the frame shows, in half ticks.
    now: f32,
    width: f32,
}

impl Ink {
    fn new(run: &Run, interpolation: &Interpolation, pixel: PixelSize) -> Self {
        Self { now: interpolation.hazard_half_ticks(run), width: LINE.max(pixel.0) }
    }

    /// How near a time is, from 1 for now to 0 for the end of what is seen.
    fn nearness(&self, half_ticks: u32) -> f32 {
        (1.0 - (half_ticks as f32 - self.now) / AHEAD_HALF_TICKS as f32).clamp(0.0, 1.0)
    }

    /// The color of what kills, fainter the later it comes.
    fn lethal(&self, half_ticks: u32) -> Tint {
        tint(Role::Lethal, 0.14 + 0.46 * self.nearness(half_ticks))
    }
}

/// The beams that are lit now, in the order of those ahead.
fn lit_now(lasers: &Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>) -> Vec<BeamAhead> {
    let lit = lasers.iter().filter(|(_, _, beams, _)| beams.is_lit());
    lit.flat_map(|(&source, laser, beams, reflections)| {
        let all = beams.iter(laser.position).chain(reflections.into_iter().flat_map(Reflections::iter));
        all.enumerate().map(move |(number, beam)| BeamAhead { source, number, ends: [beam.start, beam.end] })
    })
    .collect()
}

/// Lines where beams come to lie, with their ends joined, and clocks around robots whose beams are lit soon or go out.
fn paint_beams(
    mut canvas: ResMut<Canvas>,
    precognition: Res<Precognition>,
    (run, interpolation, pixel): (Res<Run>, Res<Interpolation>, Res<PixelSize>),
    lasers: Query<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>,
) {
    let (ink, painter) = (Ink::new(&run, &interpolation, *pixel), &mut canvas.behind);
    let now = lit_now(&lasers);
    let mut before = &now;
    for moment in &precognition.future.moments {
        let color = ink.lethal(moment.half_ticks);
        for beam in &moment.beams {
            let [start, end] = beam.ends;
            let same = |other: &&BeamAhead| (other.source, other.number) == (beam.source, beam.number);
            match before.iter().find(same) {
                None => paint_dashes(painter, [start, end], ink.width * 1.4, [0.34, 0.22], 0.0, color),
                Some(last) if last.ends[0].distance(start) + last.ends[1].distance(end) < STILL => {}
                Some(last) => {
                    painter.taper(start, end, ink.width, ink.width, color.with_alpha(0.35 * color.alpha()), color);
                    if last.ends[1].distance(end) < SWEEP_MAX {
                        painter.line(last.ends[1], end, ink.width, color);
                    }
                }
            }
        }
        before = &moment.beams;
    }
    for (&source, laser, ..) in &lasers {
        let Some(switch) = precognition.future.switches.iter().find(|switch| switch.source == source) else { continue };
        let left = 1.0 - ink.nearness(switch.half_ticks);
        let (inner, color) = if switch.is_lit {
            (CLOCK_RADIUS, tint(Role::Lethal, 0.9))
        } else {
            (CLOCK_RADIUS + 0.06, tint(Role::PaperDim, 0.7))
        };
        painter.arc(laser.position, inner, CLOCK_RADIUS + 0.1, FRAC_PI_2, TAU * left, color);
    }
}

/// The lines of bullets and orbs, each with its outline where it is last seen.
fn paint_flights(
    mut canvas: ResMut<Canvas>,
    precognition: Res<Precognition>,
    (run, interpolation, pixel): (Res<Run>, Res<Interpolation>, Res<PixelSize>),
    turrets: Query<(&ActorIndex, &Bullets)>,
) {
    let (ink, painter) = (Ink::new(&run, &interpolation, *pixel), &mut canvas.behind);
    let moments = &precognition.future.moments;
    for (index, moment) in moments.iter().enumerate() {
        let color = ink.lethal(moment.half_ticks);
        let earlier = index.checked_sub(1).map(|earlier| &moments[earlier]);
        for bullet in &moment.bullets {
            let now = || {
                let (_, bullets) = turrets.iter().find(|(source, _)| **source == bullet.source)?;
                bullets.0.get(bullet.slot).filter(|flying| flying.flying).map(|flying| flying.position)
            };
            let before = earlier.map_or_else(now, |moment| flight_of(&moment.bullets, bullet).map(|one| one.position));
            // What was fired since then flew from its turret.
            let reach = bullet.velocity.length() * seconds(MOMENT_HALF_TICKS) * 1.5 + 0.5;
            if let Some(before) = before.filter(|before| before.distance(bullet.position) < reach) {
                painter.line(before, bullet.position, ink.width, color);
            }
            let next = moments.get(index + 1).and_then(|moment| flight_of(&moment.bullets, bullet));
            if next.is_none() {
                let radius = bullet.radius.max(0.12);
                painter.ring(bullet.position, radius - ink.width, radius, color);
            }
        }
        for (orb, &(position, _)) in moment.orbs.iter().enumerate() {
            if let Some((before, _)) = earlier.and_then(|moment| moment.orbs.get(orb)) {
                painter.line(*before, position, ink.width, color);
            }
        }
    }
    if let Some(last) = moments.back() {
        for &(position, radius) in &last.orbs {
            painter.ring(position, radius - 2.0 * ink.width, radius, tint(Role::Lethal, 0.4));
        }
    }
}

/// The same bullet among those of another moment.
fn flight_of<'a>(bullets: &'a [BulletAhead], of: &BulletAhead) -> Option<&'a BulletAhead> {
    bullets.iter().find(|bullet| (bullet.source, bullet.slot) == (of.source, of.slot))
}

/// Outlines where obstacles will be, fainter on the way there; dashed where one will be gone.
fn paint_obstacles(
    mut canvas: ResMut<Canvas>,
    precognition: Res<Precognition>,
    (colliders, pixel): (Option<Res<Colliders>>, Res<PixelSize>),
) {
    let (Some(colliders), Some(last)) = (colliders, precognition.future.moments.back()) else { return };
    let (obstacles, width) = (colliders.obstacles(), LINE.max(pixel.0));
    let middle = &precognition.future.moments[precognition.future.moments.len() / 2];
    for index in 0..obstacles.len() {
        let ShapeKind::Polygon(polygon) = obstacles.shape(index).shape().kind() else { continue };
        let outline =
            |pose: Pose| -> Vec<Vec2> { polygon.corners().iter().map(|&corner| pose.to_world(corner)).collect() };
        let now = obstacles.is_present(index).then(|| obstacles.pose(index));
        for (moment, opacity) in [(middle, 0.25), (last, 0.6)] {
            let color = tint(Role::Edge, opacity);
            match (now, moment.obstacles.get(index).copied().flatten()) {
                (Some(now), Some(then)) if is_at(now, then) => {}
                (_, Some(then)) => canvas.behind.stroke_inside(&outline(then), [0.0, 1.5 * width], color),
                (Some(now), None) => paint_dashed_outline(&mut canvas.behind, &outline(now), 1.5 * width, color),
                (None, None) => {}
            }
        }
    }
}

fn is_at(now: Pose, then: Pose) -> bool {
    now.position.distance(then.position) < STILL && now.rotation.angle_to(then.rotation).abs() < STILL
}

fn paint_dashed_outline(painter: &mut Painter, corners: &[Vec2], width: f32, color: Tint) {
    for (index, &from) in corners.iter().enumerate() {
        paint_dashes(painter, [from, corners[(index + 1) % corners.len()]], width, [0.16, 0.14], 0.0, color);
    }
}

/// Dots along the ninja's way, smaller the later, and the sign of how it ends.
fn paint_way(mut canvas: ResMut<Canvas>, precognition: Res<Precognition>, (run, pixel): (Res<Run>, Res<PixelSize>)) {
    let (Future { way, end, .. }, painter) = (&precognition.future, &mut canvas.behind);
    let length = way.len().max(DOT_TICKS as usize) as f32;
    for (index, &at) in way.iter().enumerate() {
        // They stand still: each belongs to a tick.
        if (run.ticks + 1 + index as u32).is_multiple_of(DOT_TICKS) {
            let near = 1.0 - index as f32 / length;
            painter.disc(at, (0.05 + 0.04 * near).max(pixel.0), tint(Role::Focus, 0.45 + 0.5 * near));
        }
    }
    if let (Some(end), Some(&at)) = (end, way.last()) {
        paint_end(painter, *end, at);
    }
}

/// A floor or a wall under the outline of the body, a cross with room for the ninja, or two rings for the exit.
fn paint_end(painter: &mut Painter, end: WayEnd, at: Vec2) {
    let (color, outline) = (tint(Role::Focus, 0.95), tint(Role::Focus, 0.6));
    let mut paint_side = |normal: Vec2| {
        let (foot, along) = (at - normal * (BODY_RADIUS + 0.02), normal.perp() * 0.52);
        painter.line(foot - along, foot + along, 0.1, color);
    };
    match end {
        WayEnd::Ground(normal) => paint_side(normal),
        WayEnd::Wall(side) => paint_side(-side * Vec2::X),
        WayEnd::Death => {
            for turn in 0..4 {
                let arm = Vec2::ONE.normalize().rotate(Vec2::from_angle(turn as f32 * FRAC_PI_2));
                painter.line(at + arm * 0.24, at + arm * 0.66, 0.13, tint(Role::Lethal, 0.95));
            }
            return;
        }
        WayEnd::Exit => painter.ring(at, 0.56, 0.62, color),
    }
    painter.ring(at, BODY_RADIUS - 0.05, BODY_RADIUS, outline);
}
