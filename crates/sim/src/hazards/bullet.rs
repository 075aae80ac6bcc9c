//! Bullets: the flight of one in a tick. Its whole motion is swept, so it passes through nothing at any speed, and the
//! earliest contact counts.
//!
//! What stops bodies stops a bullet: walls, glass and obstacles, but neither curtains nor one-way platforms.

use bevy::prelude::*;

use crate::colliders::{Colliders, swept_bounds};
use crate::tuning::HURT_RADIUS;
use hairline_geometry::limit::Limit;
use hairline_geometry::ray::RayDirection;
use hairline_geometry::sweep::{Platforms, time_of_impact_point_circle};
use hairline_geometry::terrain::Layer;

/// One bullet of a turret's pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct Bullet {
    /// Whether it is in flight.
    pub flying: bool,
    /// Its center.
    pub position: Vec2,
    /// Tiles a second of hazard time.
    pub velocity: Vec2,
    /// Tiles that it has flown.
    pub flown: f32,
}

/// How the ninja moved in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NinjaMotion {
    /// Its center at the beginning of the tick.
    pub before: Vec2,
    /// Its center at the end.
    pub now: Vec2,
}

/// How a bullet's flight in a tick went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flight {
    /// It is still in flight.
    InFlight,
    /// It vanished at the end of its range, or outside the map.
    Expired,
    /// Something stopped it.
    Stopped {
        /// Where.
        point: Vec2,
        /// Unit normal of what it hit.
        normal: Vec2,
    },
    /// It hit the ninja.
    Hit {
        /// The bullet's center then.
        point: Vec2,
    },
}

impl Bullet {
    /// Flies for some seconds of hazard time, at most as far as `range` tiles from where it was fired.
    pub fn fly(
        &mut self,
        seconds: f32,
        radius: f32,
        range: f32,
        target: Option<NinjaMotion>,
        colliders: &Colliders,
    ) -> Flight {
        let wanted = self.velocity * seconds;
        let length = wanted.length();
        let left = (range - self.flown).at_least(0.0);
        let share = if length > left { left / length } else { 1.0 };
        let delta = wanted * share;
        let is_clear = colliders.is_empty(swept_bounds(self.position, radius, delta), Platforms::Ignore);
        let stop = if is_clear { None } else { first_solid(self.position, radius, delta, colliders) };
        // Everything behind the first solid is safe.
        let reach = stop.map_or(1.0, |stop| stop.fraction);
        let touch = target.and_then(|target| {
            let relative = delta - (target.now - target.before) * share;
            time_of_impact_point_circle(self.position - target.before, relative, HURT_RADIUS + radius)
        });
        if let Some(fraction) = touch.filter(|&fraction| fraction <= reach) {
            self.flying = false;
            self.position += delta * fraction;
            self.flown += length.at_most(left) * fraction;
            return Flight::Hit { point: self.position };
        }
        self.position += delta * reach;
        self.flown += length.at_most(left) * reach;
        if let Some(stop) = stop {
            self.flying = false;
            return Flight::Stopped { point: stop.point, normal: stop.normal };
        }
        let is_outside = || {
            let (low, high) = (self.position + radius, self.position - radius);
            let size = colliders.terrain().size().as_vec2();
            low.min_element() < 0.0 || high.cmpgt(size).any() || !self.position.is_finite()
        };
        if length >= left || !is_clear && is_outside() {
            self.flying = false;
            return Flight::Expired;
        }
        Flight::InFlight
    }
}

/// Where a motion ends on something solid.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stop {
    fraction: f32,
    point: Vec2,
    normal: Vec2,
}

/// The first solid in the way of a circle, or of a point if its radius is 0.
fn first_solid(center: Vec2, radius: f32, delta: Vec2, colliders: &Colliders) -> Option<Stop> {
    let length = delta.length();
    let direction = RayDirection::new(delta).ok()?;
    let ray = colliders.cast_ray(Layer::Body, center, direction, length).hit;
    if radius == 0.0 || ray.is_some_and(|hit| hit.inside) {
        return ray.map(|hit| Stop { fraction: hit.distance / length, point: hit.point, normal: hit.normal });
    }
    let hit = colliders.sweep_circle(center, radius, delta, Platforms::Ignore)?.hit;
    Some(Stop { fraction: hit.fraction, point: hit.point, normal: hit.normal })
}
