//! The motion of a circle against single edges and corners, in `f64`. Where the edges and corners come from, tiles or
//! shapes, is not known here.

use bevy_math::{DVec2, Vec2};

use super::features::{SweepCorner, SweepEdge};
use super::time_of_impact::first_root;
use crate::ray::{slope, tangent};

/// How far beyond the ends of its edge a touch still counts, in tiles, so that no seam lets a circle through.
const SEAM: f64 = 1e-6;
/// A motion within this sine of parallel to a surface is tangential and not stopped: a body that slides along a slope
/// has rounding errors of about 1e-7 in its direction.
const TANGENTIAL: f64 = 1e-6;
/// A center at most this far behind a surface, in tiles, counts as on it; more than `f64` rounding can move it.
const ROUNDING: f64 = 1e-9;
/// Touches closer together than this, in tiles, count as simultaneous; the hit is the one more opposed to the motion.
const SAME_TIME: f64 = 1e-7;
/// A circle lands on a one-way platform if its lowest point starts at most this far below the top, in tiles.
const LANDING_DEPTH: f64 = 1e-3;

/// Whether a moving circle lands on one-way platforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platforms {
    /// It does not: for dropping through them.
    Ignore,
    /// It does if it moves down and starts above the platform's top.
    Land,
}

/// The first touch of a moving circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit {
    /// Fraction of the motion at the first touch, in 0..=1; 0 when already overlapping and moving inward.
    pub fraction: f32,
    /// The touched point, in tiles.
    pub point: Vec2,
    /// Unit normal from the touched surface towards the circle's center.
    pub normal: Vec2,
    /// Whether what was touched is a one-way platform.
    pub one_way: bool,
    /// Whether a convex corner was touched instead of a face.
    pub corner: bool,
}

impl SweepHit {
    /// The unit tangent of the surface: the normal turned 90° clockwise, so that a floor's tangent points to the right.
    pub fn tangent(&self) -> Vec2 {
        tangent(self.normal)
    }

    /// The angle of the surface in radians, -π..=π: 0 for a flat floor, positive where a floor rises to the right.
    pub fn slope(&self) -> f32 {
        slope(self.normal)
    }
}

/// A touch, in `f64`: a [`SweepHit`] before it is rounded.
pub(crate) struct Touch {
    pub fraction: f64,
    pub point: DVec2,
    pub normal: DVec2,
    pub one_way: bool,
    pub corner: bool,
}

/// A circle's motion, in `f64`.
pub(crate) struct Motion {
    pub center: DVec2,
    pub(super) radius: f64,
    pub(super) delta: DVec2,
    length: f64,
    /// Whether it can land on one-way platforms.
    lands: bool,
}

impl Touch {
    /// The touch as the answer to a sweep.
    pub fn hit(&self) -> SweepHit {
        SweepHit {
            fraction: self.fraction as f32,
            point: self.point.as_vec2(),
            normal: self.normal.as_vec2(),
            one_way: self.one_way,
            corner: self.corner,
        }
    }
}

impl Motion {
    /// The motion of a circle from `center` by `delta`, in tiles.
    pub fn new(center: DVec2, radius: f64, delta: DVec2, platforms: Platforms) -> Self {
        Self { center, radius, delta, length: delta.length(), lands: platforms == Platforms::Land && delta.y < 0.0 }
    }

    /// Records a touch of an edge if it comes before the best so far.
    #[inline]
    pub fn touch_edge(&self, edge: &SweepEdge, best: &mut Option<Touch>) {
        let normal = edge.normal();
        let inward = normal.dot(self.delta);
        // Negated, so that NaN means no contact.
        let moves_in = inward < -TANGENTIAL * self.length;
        if !moves_in {
            return;
        }
        let start = self.center - edge.from;
        let height = normal.dot(start);
        let gap = height - self.radius;
        // The center starts behind the face, the circle cannot land on the platform, or the motion ends before the
        // face.
        let behind = if edge.one_way { !self.lands || gap < -LANDING_DEPTH } else { height < -ROUNDING };
        if behind || gap > -inward {
            return;
        }
        let mut fraction = if gap <= 0.0 { 0.0 } else { gap / -inward };
        let along = edge.tangent.dot(start + self.delta * fraction);
        if !(-SEAM..=edge.length + SEAM).contains(&along) {
            // The circle reaches the edge's line beside the edge. If it comes over the edge later, it touches it there
            // at the latest. That happens only to a circle that starts in the other side of a concave joint: at a
            // convex corner the corner stops it before.
            let beside = if along < 0.0 { along } else { along - edge.length };
            let until_over = beside / -edge.tangent.dot(self.delta);
            fraction += until_over;
            let comes_over = until_over > 0.0 && fraction <= 1.0 && height + inward * fraction >= -ROUNDING;
            if edge.one_way || !comes_over {
                return;
            }
        }
        let point = edge.from + edge.tangent * along.clamp(0.0, edge.length);
        self.record(best, Touch { fraction, point, normal, one_way: edge.one_way, corner: false });
    }

    /// Records a touch of a convex corner if it comes before the best so far.
    #[inline]
    pub fn touch_corner(&self, corner: &SweepCorner, best: &mut Option<Touch>) {
        let start = self.center - corner.point;
        let towards = -start.dot(self.delta);
        // Negated, so that NaN means no contact.
        let moves_in = towards > TANGENTIAL * self.length * self.radius;
        if !moves_in || !self.length.is_finite() {
            return;
        }
        let outside = start.length_squared() - self.radius * self.radius;
        let fraction = if outside <= 0.0 {
            0.0
        } else {
            let Some(root) = first_root(start, self.delta, self.radius) else { return };
            // A circle that only grazes the corner moves along it.
            if root.approach < TANGENTIAL * self.length * self.radius {
                return;
            }
            root.t
        };
        // Negated, so that NaN means no contact.
        let in_time = fraction <= 1.0;
        if !in_time {
            return;
        }
        // Only the wedge beyond the ends of both edges counts; elsewhere the circle touches one of the edges first. A
        // point that moves into the corner comes from the direction opposite to its motion.
        let arm = if self.radius > 0.0 { start + self.delta * fraction } else { -self.delta };
        if corner.arriving.dot(arm) < -SEAM || corner.leaving.dot(arm) > SEAM {
            return;
        }
        let normal = arm.try_normalize().unwrap_or_else(|| -self.delta / self.length);
        self.record(best, Touch { fraction, point: corner.point, normal, one_way: false, corner: true });
    }

    #[inline]
    fn record(&self, best: &mut Option<Touch>, touch: Touch) {
        let better = best.as_ref().is_none_or(|best| {
            let later = (touch.fraction - best.fraction) * self.length;
            later < -SAME_TIME || (later <= SAME_TIME && touch.normal.dot(self.delta) < best.normal.dot(self.delta))
        });
        if better {
            *best = Some(touch);
        }
    }
}
