//! The ninja as he is drawn: a face that is exactly the circle which beams must touch, in a hood as large as the body
//! that meets the walls, with limbs and a scarf that tell what he is doing.

pub(crate) mod body;
pub(crate) mod figure;
pub(crate) mod scarf;

use bevy::prelude::*;

use crate::sim::facts::Fact;
use crate::sim::ninja::Ninja;
use crate::sim::run::focus::Focus;
use crate::sim::run::{Phase, Run};
use crate::sim::tuning::{BODY_RADIUS, HURT_RADIUS, RUN_SPEED};

use crate::view::canvas::Canvas;
use crate::view::canvas::palette;
use crate::view::canvas::palette::ink;
use crate::view::interpolation::Interpolation;
use crate::view::terrain::backdrop::SlowLook;
use crate::view::{NewLevel, PaintSystems, Presentation};

use figure::{Figure, Stance};
use scarf::Scarf;

/// Radians of the stride for each tile run; a foot comes down about every 1.1 tiles.
const STRIDE: f32 = 2.9;
/// How fast limbs follow, per second.
const LIMB_RATE: f32 = 32.0;
/// How fast a squash goes, per second.
const SQUASH_RATE: f32 = 11.0;
/// Images of himself that he leaves behind while time is slow.
const ECHOES: usize = 7;
/// Seconds between two of them.
const ECHO_SECONDS: f32 = 0.045;

/// What of his look goes on from frame to frame.
#[derive(Resource, Debug, Default)]
struct NinjaLook {
    figure: Figure,
    scarf: Scarf,
    /// Radians of the stride.
    stride: f32,
    /// Above 0 he is stretched upwards, below 0 he is squashed.
    squash: f32,
    echoes: [Option<Vec2>; ECHOES],
    echo_age: f32,
    /// Seconds since he reached the exit.
    leaving: f32,
    /// Nothing is kept of before: he has just been put somewhere.
    is_new: bool,
}

/// Adds the ninja.
pub fn plugin(app: &mut App) {
    app.init_resource::<NinjaLook>()
        .add_systems(Update, (squash, move_limbs).chain().in_set(PaintSystems::React))
        .add_systems(Update, paint_ninja.in_set(PaintSystems::Front));
}

fn squash(
    mut look: ResMut<NinjaLook>,
    mut facts: MessageReader<Fact>,
    presentation: Res<Presentation>,
    new_level: Res<NewLevel>,
) {
    look.is_new = new_level.0;
    for fact in facts.read() {
        let kick = match *fact {
            Fact::NinjaJumped { .. } => 0.20,
            Fact::NinjaWallJumped { .. } => 0.16,
            Fact::NinjaLanded { speed, .. } => -0.22 * (speed / 20.0).min(1.0),
            Fact::NinjaBounced { .. } => 0.22,
            Fact::RunRestarted { .. } | Fact::NinjaTeleported { .. } => {
                look.is_new = true;
                continue;
            }
            _ => continue,
        };
        look.squash = kick * presentation.particles;
    }
}

fn move_limbs(
    mut look: ResMut<NinjaLook>,
    ninja: Option<Single<&Ninja>>,
    run: Option<Res<Run>>,
    between: Res<Interpolation>,
    time: Res<Time>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    let seconds = time.delta_secs();
    let at = between.ninja(&ninja);
    let stance = Stance::of(&ninja);
    let fade = |rate: f32| 1.0 - bevy::math::ops::exp(-rate * seconds);
    if stance == Stance::Run {
        look.stride += ninja.velocity.x.abs() * seconds * STRIDE;
    }
    look.leaving = if run.phase == Phase::Finished { look.leaving + seconds } else { 0.0 };
    let pace = (ninja.velocity.x.abs() / RUN_SPEED).min(1.2);
    let wanted = Figure::new(stance, look.stride, pace, ninja.velocity, time.elapsed_secs_wrapped());
    if look.is_new {
        look.figure = wanted;
        look.squash = 0.0;
        look.echoes = [None; ECHOES];
    } else {
        let share = fade(LIMB_RATE);
        look.figure = look.figure.towards(&wanted, share);
        look.squash *= 1.0 - fade(SQUASH_RATE);
    }
    let knot = at + look.figure.on_body(body::KNOT, ninja.facing);
    let is_new = look.is_new;
    let floor = if ninja.ground.is_some() { at.y - BODY_RADIUS + 0.06 } else { f32::NEG_INFINITY };
    look.scarf.follow(knot, floor, ninja.facing, seconds, time.elapsed_secs_wrapped(), is_new);
    look.echo_age += seconds;
    if look.echo_age >= ECHO_SECONDS {
        look.echo_age %= ECHO_SECONDS;
        look.echoes.rotate_right(1);
        look.echoes[0] = run.is_running().then_some(at);
    }
}

fn paint_ninja(
    mut canvas: ResMut<Canvas>,
    look: Res<NinjaLook>,
    slow: Res<SlowLook>,
    ninja: Option<Single<&Ninja>>,
    run: Option<Res<Run>>,
    focus: Option<Res<Focus>>,
    between: Res<Interpolation>,
) {
    let (Some(ninja), Some(run)) = (ninja, run) else { return };
    let painter = &mut canvas.front;
    if matches!(run.phase, Phase::Dead { .. }) {
        return;
    }
    let at = between.ninja(&ninja);
    if slow.0 > 0.0 {
        for (age, echo) in look.echoes.iter().enumerate() {
            let Some(echo) = echo else { continue };
            let share = 1.0 - (age + 1) as f32 / (ECHOES + 1) as f32;
            painter.ring(*echo, HURT_RADIUS - 0.05, HURT_RADIUS, ink(palette::FOCUS, 0.55 * share * slow.0));
        }
        painter.halo(at, 2.0, ink(palette::FOCUS, 0.22 * slow.0));
    }
    // Through the exit he grows small.
    let scale = (1.0 - look.leaving / 0.35).clamp(0.0, 1.0);
    look.scarf.paint(painter, scale);
    body::paint(painter, at, ninja.facing, &look.figure, look.squash, scale);
    if let Some(focus) = focus
        && focus.meter_max > 0
        && slow.0 > 0.0
    {
        // The meter, where the eyes are while it drains.
        let sweep = std::f32::consts::TAU * focus.fraction();
        let start = std::f32::consts::FRAC_PI_2;
        painter.arc(at, 0.70, 0.76, start, -sweep, ink(palette::FOCUS, 0.9 * slow.0));
        painter.arc(at, 0.70, 0.76, start, std::f32::consts::TAU - sweep, ink(palette::FOCUS, 0.18 * slow.0));
    }
}
