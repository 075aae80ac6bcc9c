//! The ninja: how its limbs and scarf move, and its effects.

mod effects;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use hairline_sim::colliders::Colliders;
use hairline_sim::ninja::{Ninja, NinjaJumped, NinjaLanded, NinjaWallJumped};
use hairline_sim::run::{Phase, Run, RunRestarted};
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::triggers::teleport::NinjaTeleported;
use hairline_sim::tuning::{BODY_RADIUS, HURT_RADIUS, RUN_SPEED};

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::hit_stop::HitStop;
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::level_picture::NewLevel;
use crate::view::frame::schedule::PaintSystems;
use crate::view::frame::slow_motion::SlowMotion;
use crate::view::presentation::Presentation;

use hairline_painter::ninja::figure::{Figure, STRIDE, Stance};
use hairline_painter::ninja::scarf::Scarf;
use hairline_painter::ninja::{self, KNOT};

/// Rate at which limbs approach their new pose, per second.
const LIMB_RATE: f32 = 32.0;
/// Rate at which a squash fades, per second.
const SQUASH_RATE: f32 = 11.0;
/// Afterimages of the ninja in slow motion.
const ECHOES: usize = 7;
/// Seconds between two of them.
const ECHO_SECONDS: f32 = 0.045;
/// Seconds in which the ninja shrinks away through the exit.
const LEAVING_SECONDS: f32 = 0.35;

/// The ninja at the moment that this frame shows.
#[derive(SystemParam)]
pub struct DrawnNinja<'w> {
    colliders: Option<Res<'w, Colliders>>,
    ninja: Option<Res<'w, Ninja>>,
    before: Res<'w, Previous<Ninja>>,
    interpolation: Res<'w, Interpolation>,
}

impl DrawnNinja<'_> {
    /// Its state in the last tick; none without a level.
    pub fn state(&self) -> Option<&Ninja> {
        self.ninja.as_deref().filter(|_| self.colliders.is_some())
    }

    /// Its center, interpolated.
    pub fn position(&self) -> Option<Vec2> {
        let before = self.before.get(ActorIndex(0)).map(|ninja| ninja.position);
        Some(self.interpolation.point(before, self.state()?.position))
    }
}

/// Paints the ninja.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NinjaSystems;

/// How far the ninja is stretched upwards (above 0) or squashed (below 0), as a share of its size. It fades by itself.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Squash(f32);

impl Squash {
    /// Stretches or squashes the ninja at once.
    pub fn kick(&mut self, amount: f32) {
        self.0 = amount;
    }
}

/// The part of the ninja's picture that carries over from frame to frame.
#[derive(Resource, Debug, Default)]
struct Animation {
    figure: Figure,
    scarf: Scarf,
    /// Radians of the stride.
    stride: f32,
    echoes: [Option<Vec2>; ECHOES],
    echo_age: f32,
    /// Seconds since the exit was reached.
    leaving: f32,
    /// The ninja has just been put somewhere: nothing carries over.
    is_new: bool,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Animation>()
        .init_resource::<Squash>()
        .interpolate::<Ninja>()
        .add_plugins(effects::plugin)
        .add_systems(Update, (kick_squash, detect_jumps).in_set(PaintSystems::Effects))
        .add_systems(Update, move_limbs.in_set(PaintSystems::Animate))
        .add_systems(Update, paint_ninja.in_set(NinjaSystems).in_set(PaintSystems::Front));
}

/// Landings first, then jumps: a jump in the frame of a landing stretches.
fn kick_squash(
    mut squash: ResMut<Squash>,
    mut landed: MessageReader<NinjaLanded>,
    (mut jumped, mut wall_jumped): (MessageReader<NinjaJumped>, MessageReader<NinjaWallJumped>),
) {
    landed.read().for_each(|landed| squash.kick(-0.22 * (landed.speed / 20.0).min(1.0)));
    jumped.read().for_each(|_| squash.kick(0.20));
    wall_jumped.read().for_each(|_| squash.kick(0.16));
}

/// Detects that the ninja was put somewhere else.
fn detect_jumps(
    mut animation: ResMut<Animation>,
    (mut restarted, mut teleported): (MessageReader<RunRestarted>, MessageReader<NinjaTeleported>),
    new_level: Res<NewLevel>,
) {
    animation.is_new = new_level.0 || restarted.read().count() + teleported.read().count() > 0;
}

fn move_limbs(
    (mut animation, mut squash): (ResMut<Animation>, ResMut<Squash>),
    drawn: DrawnNinja,
    run: Option<Res<Run>>,
    time: Res<Time>,
) {
    let (Some(ninja), Some(at), Some(run)) = (drawn.state(), drawn.position(), run) else { return };
    let seconds = time.delta_secs();
    let stance = Stance::of(ninja);
    let fade = |rate: f32| 1.0 - bevy::math::ops::exp(-rate * seconds);
    if stance == Stance::Run {
        animation.stride += ninja.velocity.x.abs() * seconds * STRIDE;
    }
    animation.leaving = if run.phase == Phase::Finished { animation.leaving + seconds } else { 0.0 };
    let pace = (ninja.velocity.x.abs() / RUN_SPEED).min(1.2);
    let wanted = Figure::new(stance, animation.stride, pace, ninja.velocity, time.elapsed_secs_wrapped());
    if animation.is_new {
        animation.figure = wanted;
        squash.0 = 0.0;
        animation.echoes = [None; ECHOES];
    } else {
        let share = fade(LIMB_RATE);
        animation.figure = animation.figure.towards(&wanted, share);
        squash.0 *= 1.0 - fade(SQUASH_RATE);
    }
    let knot = at + animation.figure.on_body(KNOT, ninja.facing);
    let is_new = animation.is_new;
    let floor = if ninja.ground.is_some() { at.y - BODY_RADIUS + 0.06 } else { f32::NEG_INFINITY };
    animation.scarf.follow(knot, floor, ninja.facing, seconds, time.elapsed_secs_wrapped(), is_new);
    animation.echo_age += seconds;
    if animation.echo_age >= ECHO_SECONDS {
        animation.echo_age %= ECHO_SECONDS;
        animation.echoes.rotate_right(1);
        animation.echoes[0] = run.is_running().then_some(at);
    }
}

fn paint_ninja(
    mut canvas: ResMut<Canvas>,
    (animation, squash, presentation): (Res<Animation>, Res<Squash>, Res<Presentation>),
    (slow_motion, hit_stop): (Res<SlowMotion>, Res<HitStop>),
    drawn: DrawnNinja,
    run: Option<Res<Run>>,
) {
    let (Some(ninja), Some(at), Some(run)) = (drawn.state(), drawn.position(), run) else { return };
    let painter = &mut canvas.front;
    if run.is_dead() && !hit_stop.begins() {
        return;
    }
    if slow_motion.0 > 0.0 {
        for (age, echo) in animation.echoes.iter().enumerate() {
            let Some(echo) = echo else { continue };
            let share = 1.0 - (age + 1) as f32 / (ECHOES + 1) as f32;
            painter.ring(*echo, HURT_RADIUS - 0.05, HURT_RADIUS, tint(Role::Focus, 0.55 * share * slow_motion.0));
        }
        painter.halo(at, 2.0, tint(Role::Focus, 0.22 * slow_motion.0));
    }
    let scale = (1.0 - animation.leaving / LEAVING_SECONDS).clamp(0.0, 1.0);
    animation.scarf.paint(painter, scale);
    let squash = squash.0 * presentation.particles;
    ninja::paint(painter, at, ninja.facing, &animation.figure, squash, scale);
    let focus = run.focus;
    if focus.meter_max > 0 && slow_motion.0 > 0.0 {
        // The focus meter, where the player is looking.
        let sweep = std::f32::consts::TAU * focus.fraction();
        let start = std::f32::consts::FRAC_PI_2;
        painter.arc(at, 0.70, 0.76, start, -sweep, tint(Role::Focus, 0.9 * slow_motion.0));
        painter.arc(at, 0.70, 0.76, start, std::f32::consts::TAU - sweep, tint(Role::Focus, 0.18 * slow_motion.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::effects::particles::Particles;
    use crate::view::tests::windowless;
    use hairline_painter::mesh::Triangles;
    use hairline_sim::Simulate;

    const SPIKES: &str = "(version: 1, name: \"Spikes\", map: r\"\n######\n#    #\n#@  X#\n#^####\n######\n\")";

    /// The corners that are painted in the frame of a death on spikes and in those after it, each of one tick, and how many
    /// particles there are.
    fn frames_of_death(hit_stop: f32) -> Vec<(Vec<[f32; 3]>, usize)> {
        let level = hairline_level::parse(SPIKES, "spikes").expect("it is valid");
        let mut app = windowless(&level, 1.0 / 128.0);
        app.insert_resource(Presentation { hit_stop, ..default() });
        app.finish();
        app.cleanup();
        let mut frames = vec![];
        for _ in 0..128 {
            app.world_mut().run_schedule(Simulate);
            app.update();
            if !app.world().resource::<Run>().is_running() {
                let front = &app.world().resource::<Canvas>().front;
                let corners = Triangles::of(front, 0.0, |_| LinearRgba::WHITE).positions;
                frames.push((corners, app.world().resource::<Particles>().count()));
            } else if !frames.is_empty() {
                return frames;
            }
        }
        panic!("the ninja does not die, or stays dead");
    }

    #[test]
    fn a_death_is_seen_whole_before_it_bursts() {
        let held = frames_of_death(1.0);
        let plain = frames_of_death(0.0);
        assert_eq!(held.len(), plain.len(), "the next try begins when it would have begun");
        let still = held.iter().take_while(|(corners, _)| *corners == held[0].0).count();
        assert_eq!(still, 5, "frames of 7.8 ms");
        assert!(held[0].0.len() > plain[0].0.len(), "the ninja is still there");
        assert!(plain.windows(2).all(|frames| frames[0].0 != frames[1].0), "nothing is held if it is turned down");
        assert!(held.iter().all(|(_, particles)| *particles > 0), "what the death throws waits");
        assert!(held[still].0.len() > 100, "and is painted then");
    }
}
