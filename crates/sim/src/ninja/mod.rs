//! The ninja: a circle that runs, jumps, slides and never passes through a wall.
//!
//! One tick is one readable sequence, [`Ninja::step`]: sense, steer, jump, fall, move. Obstacles move the ninja before it,
//! see `carry`. How the ninja looks is the view's business.

pub(crate) mod carry;
pub mod death;
pub(crate) mod locomotion;

use bevy::prelude::*;

use hairline_geometry::limit::Limit;
use hairline_geometry::sweep::Platforms;
use hairline_level::stable_hash::StableHasher;

use super::colliders::Colliders;
use super::death::{Death, Weapon};
use super::run::Run;
use super::run::input::TickInput;
use super::schedule::{Simulate, SimulationSystems};
use super::state::actor::{ActorIndex, SimState};
use super::state::feature::FeatureAppExt;
use super::state::spawn::SpawnStage;
use super::tuning::*;
use carry::Carried;
use death::{HitForgiven, NinjaDied};
use locomotion::{BumperHit, StepDelta, along_ground, positive_part};

/// A fall out of the map as a cause of death.
const FALL: Weapon = Weapon { name: "a fall out of the map", kind: None, presses: false };

/// The ninja jumped from the ground, or just after leaving it.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NinjaJumped {
    /// Its center.
    pub position: Vec2,
}

/// The ninja jumped off a wall.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NinjaWallJumped {
    /// Its center.
    pub position: Vec2,
    /// −1 for a wall to its left, 1 for one to its right.
    pub wall: f32,
}

/// The ninja came down on ground.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NinjaLanded {
    /// Its center.
    pub position: Vec2,
    /// Tiles a second into the ground.
    pub speed: f32,
}

/// A bumper threw the ninja.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NinjaBumped {
    /// Which mover.
    pub source: ActorIndex,
    /// The ninja's center.
    pub position: Vec2,
    /// Unit direction away from the bumper.
    pub normal: Vec2,
}

/// The ground under the ninja.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct Ground {
    /// Unit normal of the surface, or the direction from the corner under the ninja.
    pub normal: Vec2,
    /// The angle of the surface in radians: 0 for a flat floor, positive where it rises to the right.
    pub slope: f32,
    /// The ninja stands on a convex corner, not on a face.
    pub corner: bool,
    /// The ninja stands on a one-way platform and can drop through it.
    pub one_way: bool,
    /// The obstacle under the ninja, by its index; it carries the ninja.
    pub obstacle: Option<u8>,
}

/// The player's body. Positions in tiles, velocities in tiles a second, timers in ticks.
///
/// There is one, so it is a resource; resources are components, so queries find it too.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct Ninja {
    /// Its center.
    pub position: Vec2,
    /// Its center at the end of the tick before: bullets and orbs are swept against its motion.
    pub previous_position: Vec2,
    /// Its velocity; relative to the obstacle that carries it, if one does.
    pub velocity: Vec2,
    /// What it stands on.
    pub ground: Option<Ground>,
    /// The wall within reach while it is airborne: −1 to the left, 1 to the right, 0 none.
    pub wall: f32,
    /// The angle of that wall in radians; a quarter turn, positive to the right, where it is exactly vertical.
    pub wall_slope: f32,
    /// Sliding down that wall.
    pub sliding: bool,
    /// The side that it faces, −1 or 1.
    pub facing: f32,
    /// Rising from a jump whose button is still held.
    pub jump_held: bool,
    /// Rising from a spring or a bumper: no button has to be held for the full height.
    thrown: bool,
    /// The side of the last wall, for `wall_grace_ticks` and `wall_jump_lock_ticks`.
    last_wall: f32,
    coyote_ticks: u8,
    jump_buffer_ticks: u8,
    wall_grace_ticks: u8,
    wall_jump_lock_ticks: u8,
    jump_was_down: bool,
}

/// What happened in a tick, to be emitted as messages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepFacts {
    /// It jumped off the ground.
    pub jumped: bool,
    /// It jumped off a wall: −1 to the left, 1 to the right, 0 if it did not.
    pub wall_jumped: f32,
    /// Speed into the ground at which it landed, tiles a second; 0 if it did not.
    pub landed: f32,
    /// A bumper threw it.
    pub bounced: Option<BumperHit>,
}

impl Ninja {
    /// A ninja at rest.
    pub fn new(position: Vec2) -> Self {
        Self { position, previous_position: position, facing: 1.0, ..Self::default() }
    }

    /// Advances the ninja by one tick.
    pub fn step(&mut self, input: TickInput, colliders: &Colliders) -> StepFacts {
        let mut facts = StepFacts::default();
        self.count_down(input);
        let dropping = self.drop_through(input);
        if !dropping {
            self.jump(colliders, &mut facts);
        }
        self.steer(input.steer());
        self.fall(input);
        let platforms = if dropping { Platforms::Ignore } else { Platforms::Land };
        let was_grounded = self.ground.is_some();
        let carrier = self.carrier();
        let mut moved = locomotion::step(self, colliders, platforms);
        if self.carrier() != carrier {
            self.change_carrier(carrier, colliders, &mut moved);
        }
        facts.bounced = moved.bounced;
        if self.ground.is_some() {
            self.thrown = false;
            self.coyote_ticks = COYOTE_TICKS;
            self.jump_held = false;
            if !was_grounded {
                facts.landed = moved.impact.at_least(0.0);
            }
        }
        self.sense_walls(input.steer(), moved.is_airborne_clear, colliders);
        facts
    }

    /// Whether its center is within `reach` of a point.
    pub(crate) fn is_near(&self, point: Vec2, reach: f32) -> bool {
        self.position.distance_squared(point) <= reach * reach
    }

    /// The obstacle that carries it.
    fn carrier(&self) -> Option<usize> {
        self.ground.and_then(|ground| ground.obstacle).map(usize::from)
    }

    /// The obstacle that it stands on or slides down.
    pub(crate) fn leans_on(&self, colliders: &Colliders) -> Option<usize> {
        let wall = || locomotion::wall_beside(self.position, self.wall, colliders)?.obstacle;
        self.carrier().or_else(|| if self.sliding { wall() } else { None })
    }

    /// Takes it off the ground; its carrier's velocity is inherited, sideways and upwards.
    pub(crate) fn leave_ground(&mut self, colliders: &Colliders) {
        if let Some(carrier) = self.carrier() {
            self.velocity += inherited_velocity(colliders.obstacles().velocity_at(carrier, self.position));
        }
        self.ground = None;
    }

    /// Throws it with a velocity.
    pub(crate) fn throw(&mut self, velocity: Vec2) {
        self.let_go();
        self.velocity = velocity;
        self.jump_held = false;
        self.thrown = true;
    }

    /// Moves it elsewhere, airborne, with its velocity.
    pub(crate) fn teleport_to(&mut self, position: Vec2) {
        self.let_go();
        self.position = position;
        self.previous_position = position;
    }

    /// Takes it off the ground and off walls, so that nothing holds it.
    fn let_go(&mut self) {
        self.ground = None;
        self.coyote_ticks = 0;
        self.wall = 0.0;
        self.wall_grace_ticks = 0;
        self.sliding = false;
    }

    /// Throws it off a surface, so that it leaves at `strength` (tiles/s) along the normal.
    fn bounce(&mut self, normal: Vec2, strength: f32, surface_velocity: Vec2) {
        let wanted = strength + positive_part(surface_velocity.dot(normal));
        self.throw(self.velocity + normal * positive_part(wanted - self.velocity.dot(normal)));
    }

    /// Makes its velocity relative to its new carrier, after another one or none.
    fn change_carrier(&mut self, from: Option<usize>, colliders: &Colliders, moved: &mut StepDelta) {
        let left = colliders.velocity_at(from, self.position);
        let Some(ground) = self.ground else {
            self.velocity += inherited_velocity(left);
            return;
        };
        let entered = colliders.velocity_at(self.carrier(), self.position);
        let along = along_ground(ground.normal);
        self.velocity += along * (left - entered).dot(along);
        moved.impact += (entered - left).dot(ground.normal);
    }

    /// Timers, and the edge of the jump button.
    fn count_down(&mut self, input: TickInput) {
        self.coyote_ticks = self.coyote_ticks.saturating_sub(1);
        self.wall_grace_ticks = self.wall_grace_ticks.saturating_sub(1);
        self.wall_jump_lock_ticks = self.wall_jump_lock_ticks.saturating_sub(1);
        self.jump_buffer_ticks = self.jump_buffer_ticks.saturating_sub(1);
        let down = input.holds(TickInput::JUMP);
        if down && !self.jump_was_down {
            self.jump_buffer_ticks = JUMP_BUFFER_TICKS;
        }
        self.jump_was_down = down;
        self.jump_held &= down;
    }

    /// Down and a fresh jump press on a one-way platform drop through it.
    fn drop_through(&mut self, input: TickInput) -> bool {
        let on_platform = self.ground.is_some_and(|ground| ground.one_way);
        if !(on_platform && self.jump_buffer_ticks > 0 && input.holds(TickInput::DOWN)) {
            return false;
        }
        self.jump_buffer_ticks = 0;
        self.coyote_ticks = 0;
        self.ground = None;
        self.velocity.y = -DROP_SPEED;
        true
    }

    /// A buffered press jumps, off the ground if possible, else off a wall.
    fn jump(&mut self, colliders: &Colliders, facts: &mut StepFacts) {
        if self.jump_buffer_ticks == 0 {
            return;
        }
        if self.ground.is_some() || self.coyote_ticks > 0 {
            self.velocity.y = JUMP_SPEED;
            self.leave_ground(colliders);
            facts.jumped = true;
        } else if self.wall != 0.0 || self.wall_grace_ticks > 0 {
            let wall = if self.wall != 0.0 { self.wall } else { self.last_wall };
            let away = -wall;
            // Speed that already leads away from the wall is kept.
            self.velocity.x = away * (self.velocity.x * away).at_least(WALL_JUMP_SPEED_AWAY);
            self.velocity.y = WALL_JUMP_SPEED_UP;
            if !colliders.obstacles().is_empty()
                && let Some(contact) = locomotion::wall_beside(self.position, wall, colliders)
            {
                // A wall that moves towards the ninja adds its speed.
                let velocity = colliders.velocity_at(contact.obstacle, contact.hit.point);
                self.velocity.x += away * positive_part(velocity.x * away);
            }
            self.facing = away;
            self.last_wall = wall;
            self.wall_jump_lock_ticks = WALL_JUMP_LOCK_TICKS;
            facts.wall_jumped = wall;
        } else {
            return;
        }
        self.jump_buffer_ticks = 0;
        self.coyote_ticks = 0;
        self.wall_grace_ticks = 0;
        self.wall = 0.0;
        self.ground = None;
        self.thrown = false;
        // A press so short that it was over before the jump began is a tap.
        self.jump_held = self.jump_was_down;
    }

    /// Horizontal steering; along the surface when on the ground.
    fn steer(&mut self, steer: f32) {
        let to_the_wall = self.wall_jump_lock_ticks > 0 && steer == self.last_wall;
        let steer = if to_the_wall { 0.0 } else { steer };
        if steer != 0.0 {
            self.facing = steer;
        }
        match self.ground {
            Some(ground) => {
                let along = along_ground(ground.normal);
                let speed = approach(self.velocity.dot(along), steer, GROUND_ACCELERATION, GROUND_BRAKING);
                self.velocity = along * speed;
            }
            // During the lock the speed that the wall jump gave is not braked.
            None if to_the_wall => {}
            None => self.velocity.x = approach(self.velocity.x, steer, AIR_ACCELERATION, AIR_BRAKING),
        }
    }

    /// Gravity, its exceptions, and the slower fall along a wall.
    fn fall(&mut self, input: TickInput) {
        if self.ground.is_some() {
            self.sliding = false;
            return;
        }
        let rising = self.velocity.y > 0.0;
        let jump_down = input.holds(TickInput::JUMP);
        self.thrown &= rising;
        let factor = if rising && !self.jump_held && !self.thrown {
            RELEASED_GRAVITY
        } else if jump_down && self.velocity.y.abs() < APEX_SPEED {
            APEX_GRAVITY
        } else {
            1.0
        };
        self.sliding = self.wall != 0.0 && input.steer() == self.wall && !rising;
        let fastest = if self.sliding { WALL_SLIDE_SPEED } else { TERMINAL_FALL };
        self.velocity.y = (self.velocity.y - GRAVITY * factor * TICK).at_least(-fastest);
    }

    /// Looks for a wall on either side, unless the air around is known to be clear; the side that it steers to, or faces,
    /// goes first.
    fn sense_walls(&mut self, steer: f32, is_clear: bool, colliders: &Colliders) {
        let known = std::mem::take(&mut self.wall);
        if self.ground.is_some() {
            self.sliding = false;
            self.wall_grace_ticks = 0;
            return;
        }
        let first = if steer != 0.0 { steer } else { self.facing };
        let beside =
            |side| locomotion::wall_beside(self.position, side, colliders).map(|contact| (side, contact.obstacle));
        let wall = if is_clear { None } else { beside(first).or_else(|| beside(-first)) };
        let Some((side, obstacle)) = wall else {
            self.sliding = false;
            return;
        };
        self.wall = side;
        // All tiles steep enough to be walls have the same slope; an obstacle may turn.
        if side != known || obstacle.is_some() {
            self.wall_slope = locomotion::slope_beside(self.position, side, colliders);
        }
        self.last_wall = side;
        self.wall_grace_ticks = WALL_GRACE_TICKS;
    }
}

/// The part of an obstacle's velocity that a ninja keeps when it leaves it: sideways, and upwards.
fn inherited_velocity(velocity: Vec2) -> Vec2 {
    Vec2::new(velocity.x, positive_part(velocity.y))
}

/// `speed` one tick later, steered towards run speed in the direction of `steer` (−1, 0, 1).
fn approach(speed: f32, steer: f32, acceleration: f32, braking: f32) -> f32 {
    let target = steer * RUN_SPEED;
    let rate = if steer == 0.0 {
        braking
    } else if speed * steer > RUN_SPEED {
        OVERSPEED_BRAKING
    } else if speed * steer < 0.0 {
        // Turning round brakes and pushes at once.
        acceleration.at_least(braking)
    } else {
        acceleration
    };
    let change = rate * TICK;
    if speed < target { (speed + change).at_most(target) } else { (speed - change).at_least(target) }
}

impl SimState for Ninja {
    const KEY: &'static str = "ninja";

    fn hash_into(&self, hasher: &mut StableHasher) {
        let Self {
            position,
            previous_position,
            velocity,
            ground,
            wall,
            wall_slope,
            sliding,
            facing,
            jump_held,
            thrown,
            last_wall,
            coyote_ticks,
            jump_buffer_ticks,
            wall_grace_ticks,
            wall_jump_lock_ticks,
            jump_was_down,
        } = *self;
        [position, previous_position, velocity].into_iter().for_each(|vector| hasher.write_vec2(vector));
        hasher.write_bool(ground.is_some());
        if let Some(Ground { normal, slope, corner, one_way, obstacle }) = ground {
            hasher.write_vec2(normal);
            hasher.write_f32(slope);
            hasher.write_bool(corner);
            hasher.write_bool(one_way);
            hasher.write_u32(obstacle.map_or(u32::MAX, u32::from));
        }
        [wall, wall_slope, facing, last_wall].into_iter().for_each(|value| hasher.write_f32(value));
        for ticks in [coyote_ticks, jump_buffer_ticks, wall_grace_ticks, wall_jump_lock_ticks] {
            hasher.write_u32(u32::from(ticks));
        }
        [sliding, jump_held, thrown, jump_was_down].into_iter().for_each(|flag| hasher.write_bool(flag));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<NinjaJumped>()
        .add_message::<NinjaWallJumped>()
        .add_message::<NinjaLanded>()
        .add_message::<NinjaBumped>()
        .add_message::<NinjaDied>()
        .add_message::<HitForgiven>()
        .register_state::<Ninja>()
        .add_spawner(SpawnStage::Resources, |world, level| world.insert_resource(Ninja::new(level.ninja)))
        .add_systems(Simulate, move_ninja.in_set(SimulationSystems::Ninja));
}

/// Moves the ninja by one tick: first what the obstacles do to it, then its own motion.
fn move_ninja(
    input: Res<TickInput>,
    mut colliders: ResMut<Colliders>,
    mut run: ResMut<Run>,
    mut ninja: ResMut<Ninja>,
    mut commands: Commands,
) {
    ninja.previous_position = ninja.position;
    if !run.is_running() {
        return;
    }
    let Carried { bounced, crushed } = ninja.carry(colliders.bypass_change_detection());
    if let Some((obstacle, point)) = crushed {
        let (weapon, source) = (colliders.obstacles().weapon(obstacle), colliders.obstacles().source(obstacle));
        ninja.hit(Death { source: Some(source), at: Some(point), ..Death::by(weapon) }, &mut run, &mut commands);
        if !run.is_running() {
            return;
        }
    }
    let before = ninja.position;
    let done = ninja.step(*input, &colliders);
    if done.jumped {
        commands.write_message(NinjaJumped { position: before });
    }
    if done.wall_jumped != 0.0 {
        commands.write_message(NinjaWallJumped { position: before, wall: done.wall_jumped });
    }
    if done.landed > 0.0 {
        commands.write_message(NinjaLanded { position: ninja.position, speed: done.landed });
    }
    for (bounce, position) in [(bounced, before), (done.bounced, ninja.position)] {
        if let Some(BumperHit { obstacle, normal }) = bounce {
            let source = colliders.obstacles().source(obstacle);
            commands.write_message(NinjaBumped { source, position, normal });
        }
    }
    if ninja.position.y < -FALL_MARGIN {
        ninja.die(Death::by(FALL), &mut run, &mut commands);
    }
}
