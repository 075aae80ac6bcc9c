//! Poses: where hands, feet and eyes are in each stance, in the body's frame: +x is forward, y = −0.42 is the ground.

use bevy_math::{Vec2, ops};

use hairline_sim::ninja::Ninja;

/// Radians of the stride for each tile run; a foot comes down about every 1.1 tiles.
pub const STRIDE: f32 = 2.9;
/// Seconds between two blinks.
const BLINK_SECONDS: f32 = 3.3;

/// What the ninja is doing, as far as the picture shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    /// On the ground, hardly moving.
    Idle,
    /// On the ground, moving.
    Run,
    /// In the air, going up.
    Rise,
    /// In the air, coming down.
    Fall,
    /// Down along a wall.
    Slide,
}

impl Stance {
    /// Tiles a second below which the ninja is idle.
    const STANDING_SPEED: f32 = 0.6;

    /// The stance of a ninja.
    pub fn of(ninja: &Ninja) -> Self {
        if ninja.ground.is_some() {
            if ninja.velocity.length() < Self::STANDING_SPEED { Self::Idle } else { Self::Run }
        } else if ninja.sliding {
            Self::Slide
        } else if ninja.velocity.y > 0.0 {
            Self::Rise
        } else {
            Self::Fall
        }
    }
}

/// The pose of a stance at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figure {
    /// The near foot and the far one.
    pub feet: [Vec2; 2],
    /// The near hand and the far one.
    pub hands: [Vec2; 2],
    /// Radians by which the body leans back; negative is forward.
    pub lean: f32,
    /// Where the eyes look, within the unit circle.
    pub gaze: Vec2,
    /// How wide the eyes are open, 1 as usual.
    pub eyes: f32,
}

impl Figure {
    /// The pose of a stance. `stride` in radians; `pace` is 1 at run speed.
    pub fn new(stance: Stance, stride: f32, pace: f32, velocity: Vec2, seconds: f32) -> Self {
        let v = Vec2::new;
        match stance {
            Stance::Idle => {
                let breath = 0.02 * ops::sin(seconds * 2.6);
                Self {
                    feet: [v(0.17, -0.40), v(-0.17, -0.40)],
                    hands: [v(0.38, -0.14 + breath), v(-0.38, -0.14 + breath)],
                    lean: 0.0,
                    gaze: v(0.45, breath),
                    eyes: if (seconds / BLINK_SECONDS).fract() < 0.035 { 0.1 } else { 1.0 },
                }
            }
            Stance::Run => {
                let reach = 0.20 + 0.30 * pace;
                let limb = |phase: f32| ops::sin_cos(stride + phase);
                let foot = |phase: f32| {
                    let (sin, cos) = limb(phase);
                    v(reach * cos - 0.04, -0.41 + 0.24 * sin.max(0.0))
                };
                let hand = |phase: f32| {
                    let (sin, cos) = limb(phase);
                    v(0.06 + 0.46 * cos, -0.10 - 0.12 * sin)
                };
                let half = std::f32::consts::PI;
                Self {
                    feet: [foot(0.0), foot(half)],
                    hands: [hand(half), hand(0.0)],
                    lean: -0.26 * pace,
                    gaze: v(1.0, 0.0),
                    eyes: 0.9,
                }
            }
            Stance::Rise => Self {
                feet: [v(0.22, -0.36), v(-0.20, -0.62)],
                hands: [v(0.34, 0.42), v(-0.42, -0.22)],
                lean: -0.10,
                gaze: v(0.7, 0.7),
                eyes: 1.0,
            },
            Stance::Fall => {
                let drop = (-velocity.y / 16.0).clamp(0.0, 1.0);
                let sway = 0.04 * ops::sin(seconds * 16.0) * drop;
                Self {
                    feet: [v(0.30, -0.44 + sway), v(-0.28, -0.40 - sway)],
                    hands: [v(0.50, 0.12 + 0.22 * drop + sway), v(-0.50, 0.12 + 0.22 * drop - sway)],
                    lean: 0.06,
                    gaze: v(0.5, -0.9),
                    eyes: 1.2,
                }
            }
            // It faces the wall and looks where it could jump to.
            Stance::Slide => Self {
                feet: [v(0.40, -0.36), v(0.16, -0.58)],
                hands: [v(0.41, 0.46), v(0.41, 0.10)],
                lean: 0.22,
                gaze: v(-1.0, -0.25),
                eyes: 0.75,
            },
        }
    }

    /// Linear interpolation to another pose.
    #[must_use]
    pub fn towards(&self, other: &Self, share: f32) -> Self {
        Self {
            feet: std::array::from_fn(|index| self.feet[index].lerp(other.feet[index], share)),
            hands: std::array::from_fn(|index| self.hands[index].lerp(other.hands[index], share)),
            lean: self.lean + (other.lean - self.lean) * share,
            gaze: self.gaze.lerp(other.gaze, share),
            eyes: self.eyes + (other.eyes - self.eyes) * share,
        }
    }

    /// A point fixed to the leaning body, as an offset from the ninja's center in world axes.
    pub fn on_body(&self, point: Vec2, facing: f32) -> Vec2 {
        mirrored(Vec2::from_angle(self.lean).rotate(point), facing)
    }
}

/// From the body's frame to world axes.
pub fn mirrored(point: Vec2, facing: f32) -> Vec2 {
    Vec2::new(point.x * facing, point.y)
}
