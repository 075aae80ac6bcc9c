//! The ninja: a circle that runs, jumps, slides and is never carried through a wall.
//!
//! One tick is one readable sequence, [`Ninja::step`]: sense, steer, jump, fall, move. Before it the obstacles move him,
//! see `ride`. How he looks while he does it is nobody's business here.

pub(crate) mod carry;
pub(crate) mod locomotion;

use bevy::prelude::*;

use crate::geometry::sweep::Platforms;
use crate::stable_hash::StableHasher;

use crate::sim::facts::{DeathCause, Fact};
use crate::sim::obstacles::{Obstacles, Surroundings};
use crate::sim::run::input::TickInput;
use crate::sim::run::{Phase, Run};
use crate::sim::tuning::*;
use locomotion::along_ground;

/// The ground under the ninja.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground {
    /// Unit normal of the surface, or from the corner that he stands on.
    pub normal: Vec2,
    /// The angle of the surface in radians: 0 for a flat floor, positive where it rises to the right.
    pub slope: f32,
    /// He stands on a convex corner, not on a face.
    pub corner: bool,
    /// He stands on a one-way platform and can drop through it.
    pub one_way: bool,
    /// The obstacle that he stands on, by its place in [`Obstacles`]; it carries him.
    pub obstacle: Option<u8>,
}

/// The player's body. Positions in tiles, velocities in tiles a second, timers in ticks.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Ninja {
    /// His center.
    pub position: Vec2,
    /// His center a tick ago: what flies fast has to know his way. Set anew in each tick, so no hash holds it.
    pub before: Vec2,
    /// His velocity; while an obstacle carries him, seen from that.
    pub velocity: Vec2,
    /// What he stands on.
    pub ground: Option<Ground>,
    /// The wall within reach while he is in the air: −1 to the left, 1 to the right, 0 none.
    pub wall: f32,
    /// The angle of that wall in radians; a quarter turn, positive to the right, where it is exactly vertical.
    pub wall_slope: f32,
    /// Sliding down that wall.
    pub sliding: bool,
    /// The side that he faces, −1 or 1.
    pub facing: f32,
    /// Rising from a jump whose button is still held.
    pub jump_held: bool,
    /// Rising from a spring or a bumper: no button has to be held for the full height.
    thrown: bool,
    /// The wall that `wall_grace` speaks of.
    last_wall: f32,
    coyote: u8,
    buffer: u8,
    wall_grace: u8,
    wall_jump_lock: u8,
    jump_was_down: bool,
}

/// What a tick did that others want to know.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepFacts {
    /// He jumped off the ground.
    pub jumped: bool,
    /// He jumped off a wall, −1 for a wall to his left, 1 for one to his right, 0 if he did not.
    pub wall_jumped: f32,
    /// Speed into the ground at which he landed, tiles a second; 0 if he did not.
    pub landed: f32,
    /// A bumper threw him: its unit normal.
    pub bounced: Option<Vec2>,
}

impl Ninja {
    /// A ninja at rest.
    pub fn new(position: Vec2) -> Self {
        Self { position, before: position, facing: 1.0, ..Self::default() }
    }

    /// Advances him by one tick.
    pub fn step(&mut self, input: TickInput, surroundings: &Surroundings) -> StepFacts {
        let mut facts = StepFacts::default();
        self.count_down(input);
        let dropping = self.drop_through(input);
        if !dropping {
            self.jump(surroundings, &mut facts);
        }
        self.steer(input.steer());
        self.fall(input);
        let platforms = if dropping { Platforms::Ignore } else { Platforms::Land };
        let was_grounded = self.ground.is_some();
        let carrier = self.carrier();
        let mut moved = locomotion::step(self, surroundings, platforms);
        if self.carrier() != carrier {
            self.change_carrier(carrier, surroundings, &mut moved);
        }
        facts.bounced = moved.bounced;
        if self.ground.is_some() {
            self.thrown = false;
            self.coyote = COYOTE_TICKS;
            self.jump_held = false;
            if !was_grounded {
                facts.landed = moved.impact.max(0.0);
            }
        }
        self.sense_walls(input.steer(), moved.is_far, surroundings);
        facts
    }

    /// Whether he has fallen out of the map.
    pub fn is_below(&self, bottom: f32) -> bool {
        self.position.y < bottom
    }

    /// The obstacle that carries him.
    pub(crate) fn carrier(&self) -> Option<usize> {
        self.ground.and_then(|ground| ground.obstacle).map(usize::from)
    }

    /// Takes his feet off the ground; what carried him gives him its velocity, sideways and upwards.
    pub(crate) fn leave_ground(&mut self, obstacles: &Obstacles) {
        if let Some(carrier) = self.carrier() {
            self.velocity += given_by(obstacles.velocity_at(carrier, self.position));
        }
        self.ground = None;
    }

    /// Throws him: this is his velocity, and he is neither on the ground nor at a wall, so that nothing holds him.
    pub(crate) fn throw(&mut self, velocity: Vec2) {
        self.velocity = velocity;
        self.ground = None;
        self.coyote = 0;
        self.wall = 0.0;
        self.wall_grace = 0;
        self.sliding = false;
        self.jump_held = false;
        self.thrown = true;
    }

    /// Puts him somewhere else, in the air, with the velocity that he has. What held him stays behind.
    pub(crate) fn arrive(&mut self, position: Vec2) {
        self.position = position;
        self.before = self.position;
        self.ground = None;
        self.coyote = 0;
        self.wall = 0.0;
        self.wall_grace = 0;
        self.sliding = false;
    }

    /// Throws him off a surface, so that he leaves it at `strength` (tiles/s) along its normal.
    pub(crate) fn bounce(&mut self, normal: Vec2, strength: f32, surface_velocity: Vec2) {
        let wanted = strength + surface_velocity.dot(normal).max(0.0);
        self.throw(self.velocity + normal * (wanted - self.velocity.dot(normal)).max(0.0));
    }

    /// Sees his velocity from what he stands on now, after he was carried by something else or stood on nothing.
    fn change_carrier(&mut self, from: Option<usize>, surroundings: &Surroundings, moved: &mut locomotion::Moved) {
        let left = surroundings.velocity_at(from, self.position);
        let Some(ground) = self.ground else {
            self.velocity += given_by(left);
            return;
        };
        let entered = surroundings.velocity_at(self.carrier(), self.position);
        let along = along_ground(ground.normal);
        self.velocity += along * (left - entered).dot(along);
        moved.impact += (entered - left).dot(ground.normal);
    }

    /// Timers, and the edge of the jump button.
    fn count_down(&mut self, input: TickInput) {
        self.coyote = self.coyote.saturating_sub(1);
        self.wall_grace = self.wall_grace.saturating_sub(1);
        self.wall_jump_lock = self.wall_jump_lock.saturating_sub(1);
        self.buffer = self.buffer.saturating_sub(1);
        let down = input.holds(TickInput::JUMP);
        if down && !self.jump_was_down {
            self.buffer = JUMP_BUFFER_TICKS;
        }
        self.jump_was_down = down;
        self.jump_held &= down;
    }

    /// Down and a fresh jump press on a one-way platform let him through it.
    fn drop_through(&mut self, input: TickInput) -> bool {
        let on_platform = self.ground.is_some_and(|ground| ground.one_way);
        if !(on_platform && self.buffer > 0 && input.holds(TickInput::DOWN)) {
            return false;
        }
        self.buffer = 0;
        self.coyote = 0;
        self.ground = None;
        self.velocity.y = -DROP_SPEED;
        true
    }

    /// A remembered press jumps, off the ground first and off a wall else.
    fn jump(&mut self, surroundings: &Surroundings, facts: &mut StepFacts) {
        if self.buffer == 0 {
            return;
        }
        if self.ground.is_some() || self.coyote > 0 {
            self.velocity.y = JUMP_SPEED;
            self.leave_ground(surroundings.obstacles);
            facts.jumped = true;
        } else if self.wall != 0.0 || self.wall_grace > 0 {
            let wall = if self.wall != 0.0 { self.wall } else { self.last_wall };
            let away = -wall;
            // Speed that already leads away from the wall is kept.
            self.velocity.x = away * (self.velocity.x * away).max(WALL_JUMP_SPEED_AWAY);
            self.velocity.y = WALL_JUMP_SPEED_UP;
            if !surroundings.obstacles.is_empty()
                && let Some((hit, obstacle)) = locomotion::wall_beside(self.position, wall, surroundings)
            {
                // A wall that comes along pushes him off.
                self.velocity.x += away * (surroundings.velocity_at(obstacle, hit.point).x * away).max(0.0);
            }
            self.facing = away;
            self.last_wall = wall;
            self.wall_jump_lock = WALL_JUMP_LOCK_TICKS;
            facts.wall_jumped = wall;
        } else {
            return;
        }
        self.buffer = 0;
        self.coyote = 0;
        self.wall_grace = 0;
        self.wall = 0.0;
        self.ground = None;
        self.thrown = false;
        // A press so short that it was over before the jump began is a tap.
        self.jump_held = self.jump_was_down;
    }

    /// Horizontal steering; along the surface when on the ground.
    fn steer(&mut self, steer: f32) {
        let to_the_wall = self.wall_jump_lock > 0 && steer == self.last_wall;
        let steer = if to_the_wall { 0.0 } else { steer };
        if steer != 0.0 {
            self.facing = steer;
        }
        match self.ground {
            Some(ground) => {
                let along = locomotion::along_ground(ground.normal);
                let speed = approach(self.velocity.dot(along), steer, GROUND_ACCELERATION, GROUND_BRAKING);
                self.velocity = along * speed;
            }
            // During the lock the jump carries: braking would only take away what it gave.
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
        self.velocity.y = (self.velocity.y - GRAVITY * factor * TICK).max(-fastest);
    }

    /// Looks for a wall on either side, unless he `is_far` from all; the side that he steers to, or faces, goes first.
    fn sense_walls(&mut self, steer: f32, is_far: bool, surroundings: &Surroundings) {
        let known = std::mem::take(&mut self.wall);
        if self.ground.is_some() {
            self.sliding = false;
            self.wall_grace = 0;
            return;
        }
        let first = if steer != 0.0 { steer } else { self.facing };
        let beside =
            |side| locomotion::wall_beside(self.position, side, surroundings).map(|(_, obstacle)| (side, obstacle));
        let wall = if is_far { None } else { beside(first).or_else(|| beside(-first)) };
        let Some((side, obstacle)) = wall else {
            self.sliding = false;
            return;
        };
        self.wall = side;
        // Tiles that are steep enough are all alike; an obstacle may turn.
        if side != known || obstacle.is_some() {
            self.wall_slope = locomotion::slope_beside(self.position, side, surroundings);
        }
        self.last_wall = side;
        self.wall_grace = WALL_GRACE_TICKS;
    }
}

/// What an obstacle's velocity gives to him who leaves it: all of it sideways, and upwards what there is.
fn given_by(velocity: Vec2) -> Vec2 {
    Vec2::new(velocity.x, velocity.y.max(0.0))
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
        acceleration.max(braking)
    } else {
        acceleration
    };
    let change = rate * TICK;
    if speed < target { (speed + change).min(target) } else { (speed - change).max(target) }
}

/// Moves the ninja by one tick and tells what happened.
pub fn step_ninja(
    input: TickInput,
    around: &Surroundings,
    run: &mut Run,
    ninja: &mut Ninja,
    facts: &mut MessageWriter<Fact>,
) {
    if !run.is_running() {
        return;
    }
    let before = ninja.position;
    let done = ninja.step(input, around);
    if done.jumped {
        facts.write(Fact::NinjaJumped { position: before });
    }
    if done.wall_jumped != 0.0 {
        facts.write(Fact::NinjaWallJumped { position: before, wall: done.wall_jumped });
    }
    if done.landed > 0.0 {
        facts.write(Fact::NinjaLanded { position: ninja.position, speed: done.landed });
    }
    if let Some(normal) = done.bounced {
        facts.write(Fact::NinjaBounced { position: ninja.position, normal });
    }
    if ninja.is_below(-FALL_MARGIN) {
        ninja.die(DeathCause::Fall, run, facts);
    }
}

impl Ninja {
    /// Ends the run with his death.
    pub(crate) fn die(&self, cause: DeathCause, run: &mut Run, facts: &mut MessageWriter<Fact>) {
        run.phase = Phase::Dead { ticks: 0 };
        facts.write(Fact::NinjaDied { position: self.position, velocity: self.velocity, cause });
    }

    /// Takes every bit of him into a hash.
    pub(crate) fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_vec2(self.position);
        hasher.write_vec2(self.velocity);
        if let Some(ground) = self.ground {
            hasher.write_vec2(ground.normal);
            hasher.write_bool(ground.corner);
            hasher.write_bool(ground.one_way);
            // Slopes follow from the rest. What only obstacles and springs bring leaves no trace without them, so that
            // a level that has none keeps its hashes.
            if let Some(obstacle) = ground.obstacle {
                hasher.write_u32(u32::from(obstacle));
            }
        }
        if self.thrown {
            hasher.write_bool(true);
        }
        for value in [self.wall, self.last_wall, self.facing] {
            hasher.write_f32(value);
        }
        for value in [self.coyote, self.buffer, self.wall_grace, self.wall_jump_lock] {
            hasher.write_u32(u32::from(value));
        }
        for value in [self.ground.is_some(), self.sliding, self.jump_held, self.jump_was_down] {
            hasher.write_bool(value);
        }
    }
}
