//! How near things must be to act on the ninja, and how slow they are while it focuses.

use bevy::prelude::Message;
use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::hazards::mine::{MineExploded, MineLit};
use hairline_sim::run::checkpoint::CheckpointTouched;
use hairline_sim::run::exit::ExitReached;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardTaken;
use hairline_sim::triggers::key::KeyTaken;
use hairline_sim::triggers::spring::SpringReleased;
use hairline_sim::triggers::switch::SwitchPressed;
use hairline_sim::triggers::teleport::NinjaTeleported;
use hairline_sim::tuning::BODY_RADIUS;

use super::course::{Course, is_dead, put_ninja, until};
use super::interactions::orb;

/// Where things are put: in the middle of an empty room.
const PLACE: Vec2 = Vec2::new(8.5, 6.5);

/// The greatest distance in tiles, to a thousandth, at which something happens to a ninja beside the place.
fn greatest_distance(simulation: &mut Simulation, mut happens: impl FnMut(&mut Simulation) -> bool) -> f32 {
    let start = simulation.save();
    let mut is_near = |thousandths: i32| {
        simulation.restore(&start);
        put_ninja(simulation, PLACE + Vec2::new(thousandths as f32 / 1000.0, 0.0));
        happens(simulation)
    };
    let (mut near, mut far) = (0, 5000);
    while far - near > 1 {
        let middle = (near + far) / 2;
        if is_near(middle) { near = middle } else { far = middle }
    }
    near as f32 / 1000.0
}

fn room() -> Course {
    Course::room(17, 13, (2, 1))
}

/// The distance at which one tick emits a message.
fn emits<M: Message>(course: &Course) -> f32 {
    greatest_distance(&mut course.play(), |simulation| {
        simulation.drain::<M>();
        simulation.tick(TickInput::NONE);
        !simulation.drain::<M>().is_empty()
    })
}

/// The distance at which one tick kills.
fn kills(simulation: &mut Simulation) -> f32 {
    greatest_distance(simulation, |simulation| {
        simulation.tick(TickInput::NONE);
        is_dead(simulation)
    })
}

/// What acts on the ninja, and from how far: tiles from its center to the other's.
pub(super) fn reaches() -> Vec<(&'static str, f32)> {
    let with = |actor: &str| room().with_actor(actor);
    let mark = |mark: char| room().with(8..9, 6..7, mark);
    // The exit of the room is moved to the place.
    let exit = room().with(15..16, 11..12, '.').with(8..9, 6..7, 'X');
    let teleport = room().with(8..9, 6..7, 't').with(12..13, 9..10, 't').with_actor("'t': Teleport()");
    vec![
        ("shard", emits::<ShardTaken>(&mark('*'))),
        ("key", emits::<KeyTaken>(&with("'k': Key(at: (8.5, 6.5), channel: \"x\")"))),
        ("exit", emits::<ExitReached>(&exit)),
        ("switch", emits::<SwitchPressed>(&with("'s': Switch(at: (8.5, 6.5), channel: \"x\")"))),
        ("spring", emits::<SpringReleased>(&with("'s': Spring(at: (8.5, 6.5))"))),
        ("teleport", emits::<NinjaTeleported>(&teleport)),
        ("checkpoint", emits::<CheckpointTouched>(&with("'k': Checkpoint(at: (8.5, 6.5))"))),
        ("mine with `trigger: 1.5`, to light it", emits::<MineLit>(&with("'m': Mine(at: (8.5, 6.5))"))),
        ("mine with `blast: 2`, to die of it", blast()),
        ("beam", kills(&mut with("'l': Laser(at: (8.5, 11.9), aim: Fixed(angle: 270))").play())),
        ("bullet with `radius: 0.1`", kills(&mut slow_bullets())),
        ("orb with `radius: 0.4`", kills(&mut with("'o': Orb(at: (8.5, 6.5), angle: 90, speed: 0.1)").play())),
    ]
}

/// A room with a column of bullets around the place.
fn slow_bullets() -> Simulation {
    let turret = "'t': Turret(at: (8.5, 6), aim: Fixed(angle: 90), period: 0.05, speed: 0.5, pool: 64)";
    let mut simulation = room().with_actor(turret).play();
    until(&mut simulation, TickInput::NONE, 2.0, |_| false);
    simulation
}

/// The distance at which a mine that was lit kills.
fn blast() -> f32 {
    let course = room().with_actor("'m': Mine(at: (8.5, 6.5), trigger: 20, fuse: 0)");
    greatest_distance(&mut course.play(), |simulation| {
        until(simulation, TickInput::NONE, 0.1, |simulation| !simulation.drain::<MineExploded>().is_empty());
        is_dead(simulation)
    })
}

/// The least height of the ninja's center above a floor with spikes at which it lives.
pub(super) fn height_above_spikes() -> f32 {
    least_distance_from_spikes(Vec2::new(8.5, 1.0), Vec2::Y)
}

/// The least distance from the middle of spikes on a floor to the center of a ninja that stands beside them and lives.
pub(super) fn distance_beside_spikes() -> f32 {
    least_distance_from_spikes(Vec2::new(8.5, 1.0 + BODY_RADIUS), Vec2::X)
}

/// The least distance in a direction from a place among spikes on a floor at which the ninja lives.
fn least_distance_from_spikes(from: Vec2, along: Vec2) -> f32 {
    let mut simulation = room().with(8..9, 1..2, '^').play();
    let start = simulation.save();
    let lives = |&hundredths: &i32| {
        simulation.restore(&start);
        put_ninja(&mut simulation, from + along * (hundredths as f32 / 100.0));
        simulation.tick(TickInput::NONE);
        !is_dead(&simulation)
    };
    (42..200).find(lives).map_or(f32::NAN, |hundredths| hundredths as f32 / 100.0)
}

/// How far an orb flies in a second of the ninja's time, of what it flies without focus.
pub(super) fn share_while_focusing() -> f32 {
    let flown = |input: TickInput| {
        let mut simulation = room().with_actor("'o': Orb(at: (6.5, 6.5), angle: 0, speed: 4)").play();
        until(&mut simulation, input, 0.1, |_| false);
        let from = orb(&mut simulation);
        until(&mut simulation, input, 1.0, |_| false);
        orb(&mut simulation).distance(from)
    };
    flown(TickInput::FOCUS) / flown(TickInput::NONE)
}
