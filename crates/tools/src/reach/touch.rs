//! How near things must be to act on the ninja, and how slow they are while it focuses.

use bevy::prelude::Message;
use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::hazards::mine::{MineExploded, MineLit};
use hairline_sim::run::exit::ExitReached;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardTaken;
use hairline_sim::triggers::key::KeyTaken;
use hairline_sim::triggers::spring::SpringReleased;
use hairline_sim::triggers::switch::SwitchPressed;
use hairline_sim::triggers::teleport::NinjaTeleported;

use super::course::{Course, is_dead, put_ninja, until};
use super::interactions::orb;

/// Where things are put: in the middle of an empty room.
const PLACE: Vec2 = Vec2::new(8.5, 6.5);

/// The greatest distance in tiles, to a thousandth, at which something happens to a ninja beside the place.
fn greatest_distance(course: &Course, mut happens: impl FnMut(&mut Simulation) -> bool) -> f32 {
    let mut simulation = course.play();
    let start = simulation.save();
    let mut is_near = |thousandths: i32| {
        simulation.restore(&start);
        put_ninja(&mut simulation, PLACE + Vec2::new(thousandths as f32 / 1000.0, 0.0));
        happens(&mut simulation)
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
    greatest_distance(course, |simulation| {
        simulation.drain::<M>();
        simulation.tick(TickInput::NONE);
        !simulation.drain::<M>().is_empty()
    })
}

/// The distance at which one tick kills.
fn kills(course: &Course) -> f32 {
    greatest_distance(course, |simulation| {
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
        ("mine with `trigger: 1.5`, to light it", emits::<MineLit>(&with("'m': Mine(at: (8.5, 6.5))"))),
        ("mine with `blast: 2`, to die of it", blast()),
        ("beam", kills(&with("'l': Laser(at: (8.5, 11.9), aim: Fixed(angle: 270))"))),
        ("orb with `radius: 0.4`", kills(&with("'o': Orb(at: (8.5, 6.5), angle: 90, speed: 0.1)"))),
    ]
}

/// The distance at which a mine that was lit kills.
fn blast() -> f32 {
    let course = room().with_actor("'m': Mine(at: (8.5, 6.5), trigger: 20, fuse: 0)");
    greatest_distance(&course, |simulation| {
        until(simulation, TickInput::NONE, 0.1, |simulation| !simulation.drain::<MineExploded>().is_empty());
        is_dead(simulation)
    })
}

/// The least height of the ninja's center above a floor with spikes at which it lives.
pub(super) fn height_above_spikes() -> f32 {
    let course = room().with(8..9, 1..2, '^');
    let mut simulation = course.play();
    let start = simulation.save();
    let lives = |&hundredths: &i32| {
        simulation.restore(&start);
        put_ninja(&mut simulation, Vec2::new(8.5, 1.0 + hundredths as f32 / 100.0));
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
