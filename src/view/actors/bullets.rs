//! Bullets: small, bright and lethal, with a trail where they come from. While time is slow, a dashed line shows how each
//! flies on and where it will end, plainly enough to read and dodge it.

use bevy::prelude::*;

use crate::geometry::ray::RayDirection;
use crate::geometry::terrain::Layer;
use crate::sim::hazards::turret::{Bullets, Turret};
use crate::sim::obstacles::Obstacles;
use crate::sim::state::actor::ActorIndex;
use crate::sim::state::spawn::LevelTerrain;

use crate::view::PaintSystems;
use crate::view::canvas::Canvas;
use crate::view::canvas::dashes::dashes;
use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{BEAM_LIT, ink};
use crate::view::interpolation::Interpolation;
use crate::view::terrain::backdrop::SlowLook;

/// Tiles. However thin a bullet is to the rules, so much of it is drawn.
const RADIUS_MIN: f32 = 0.12;
/// Seconds of flight that the trail is long, and the most tiles.
const TRAIL_SECONDS: f32 = 0.045;
const TRAIL_MAX: f32 = 1.8;
/// Seconds of flight that the line ahead shows while time is slow, and the least and the most tiles.
const AHEAD_SECONDS: f32 = 0.55;
const AHEAD: (f32, f32) = (5.0, 14.0);

/// Adds the bullets.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, paint_bullets.in_set(PaintSystems::Behind).run_if(resource_exists::<LevelTerrain>));
}

fn paint_bullets(
    mut canvas: ResMut<Canvas>,
    between: Res<Interpolation>,
    slow: Res<SlowLook>,
    terrain: Res<LevelTerrain>,
    obstacles: Option<Res<Obstacles>>,
    turrets: Query<(&ActorIndex, &Turret, &Bullets)>,
) {
    let free_way = |at: Vec2, way: RayDirection, limit: f32| {
        let tiles = terrain.0.cast(Layer::Body, at, way, limit).end.distance(at);
        let shapes = obstacles.iter().flat_map(|obstacles| obstacles.shapes());
        shapes.filter_map(|shape| shape.cast_ray(at, way, limit)).map(|hit| hit.distance).fold(tiles, f32::min)
    };
    for (index, turret, bullets) in &turrets {
        let radius = turret.bullet_radius().max(RADIUS_MIN);
        for (_, at, bullet) in between.bullets(*index, bullets) {
            let Ok(way) = RayDirection::new(bullet.velocity) else { continue };
            if slow.0 > 0.0 && terrain.0.contains_point(at) {
                let seen = (bullet.velocity.length() * AHEAD_SECONDS).clamp(AHEAD.0, AHEAD.1);
                let free = free_way(at, way, seen);
                paint_ahead(&mut canvas.behind, at, way.get(), free, free < seen, slow.0, radius);
            }
            let trail = (bullet.velocity.length() * TRAIL_SECONDS).min(TRAIL_MAX).min(bullet.flown);
            paint(&mut canvas.front, at, way.get(), trail, radius);
        }
    }
}

fn paint(painter: &mut Painter, at: Vec2, way: Vec2, trail: f32, radius: f32) {
    let clear = ink(palette::LETHAL, 0.0);
    painter.taper(at, at - way * (trail + radius), radius * 1.7, radius * 0.3, ink(palette::LETHAL, 0.85), clear);
    painter.halo(at, radius * 4.0, ink(palette::LETHAL, 0.5));
    let side = way.perp() * radius;
    if radius > RADIUS_MIN {
        // A large one is as large as what kills, with an arrow in it.
        painter.disc(at, radius, BEAM_LIT * 0.4);
        let (tail, nose) = (at - way * (radius * 0.4), at + way * (radius * 0.7));
        painter.polygon(&[tail - side * 0.5, nose, tail + side * 0.5], ink(palette::PAPER, 1.0));
        return;
    }
    // A pointed body: which way it flies is seen even when it seems to stand.
    let nose = at + way * (radius * 2.1);
    painter.polygon(&[at - side - way * radius, at - side, nose, at + side, at + side - way * radius], BEAM_LIT * 0.55);
    painter.line(at - way * radius, at + way * radius, radius * 0.7, ink(palette::PAPER, 1.0));
}

/// The way that it will fly, with a bar across where it ends.
fn paint_ahead(painter: &mut Painter, at: Vec2, way: Vec2, free: f32, ends: bool, strength: f32, radius: f32) {
    for (from, to) in dashes(free, 0.22, 0.20, 0.0) {
        let fade = strength * (1.0 - 0.6 * from / AHEAD.1);
        painter.line(at + way * from, at + way * to, (radius * 0.7).max(0.06), ink(palette::LETHAL, 0.9 * fade));
    }
    if ends {
        let (end, side) = (at + way * free, way.perp() * 0.2);
        painter.line(end - side, end + side, 0.07, ink(palette::LETHAL, strength));
    }
}
