//! What comes next, compared with what then happens.

use bevy::math::Vec2;
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::hazards::orb::OrbState;
use hairline_sim::hazards::reflection::Reflections;
use hairline_sim::hazards::turret::Bullets;
use hairline_sim::lookahead::{AHEAD_HALF_TICKS, Course, Future, Lookahead, Moment, WayEnd};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_testing::{drawn, drawn_with, shipped_proofs};

/// Whether the hazards are where a moment had them.
#[track_caller]
fn assert_came_true(name: &str, foreseen: &Moment, simulation: &mut Simulation) {
    let world = simulation.world_mut();
    let mut beams = vec![];
    let mut lasers = world.query::<(&ActorIndex, &LaserState, &Beams, Option<&Reflections>)>();
    for (&source, laser, cast, reflections) in lasers.iter(world).filter(|(_, _, beams, _)| beams.is_lit()) {
        let all = cast.iter(laser.position).chain(reflections.into_iter().flat_map(Reflections::iter));
        beams.extend(all.map(|beam| (source, [beam.start, beam.end])));
    }
    let mut turrets = world.query::<&Bullets>();
    let bullets: Vec<Vec2> = turrets
        .iter(world)
        .flat_map(|bullets| bullets.0.iter().filter(|bullet| bullet.flying).map(|bullet| bullet.position))
        .collect();
    let orbs: Vec<Vec2> = world.query::<&OrbState>().iter(world).map(|orb| orb.position).collect();
    let obstacles = world.resource::<Colliders>().obstacles();
    let at = foreseen.half_ticks;
    assert_eq!(foreseen.beams.iter().map(|beam| (beam.source, beam.ends)).collect::<Vec<_>>(), beams, "{name} at {at}");
    assert_eq!(foreseen.bullets.iter().map(|bullet| bullet.position).collect::<Vec<_>>(), bullets, "{name} at {at}");
    assert_eq!(foreseen.orbs.iter().map(|orb| orb.0).collect::<Vec<_>>(), orbs, "{name} at {at}");
    for (index, pose) in foreseen.obstacles.iter().enumerate() {
        let now = obstacles.is_present(index).then(|| obstacles.pose(index));
        assert_eq!(*pose, now, "{name}: obstacle {index} at {at}");
    }
}

#[test]
fn what_is_foreseen_on_every_proof_comes_true_while_the_buttons_stay() {
    let (mut kept, mut moments) = (0, 0);
    for (name, level, replay) in shipped_proofs() {
        let (mut simulation, mut lookahead) = (Simulation::new(&level), Lookahead::new(&level));
        let mut future = Future::default();
        let mut held = None;
        for input in replay.inputs {
            let before = future.clone();
            simulation.tick(input);
            if !simulation.run().is_running() {
                assert!(held != Some(input) || before.end == Some(WayEnd::Exit), "{name}: {:?}", before.end);
                break;
            }
            let course = lookahead.follow(simulation.world_mut(), &mut future);
            let now = simulation.run().hazard_half_ticks;
            if held == Some(input) {
                assert_eq!(course, Course::Kept(1), "{name} at {now}");
                kept += 1;
                if let Some(at) = before.way.first() {
                    assert_eq!(*at, simulation.ninja().position, "{name} at {now}");
                }
                if let Some(moment) = before.moments.front().filter(|moment| moment.half_ticks == now) {
                    assert_came_true(&name, moment, &mut simulation);
                    moments += 1;
                }
            } else {
                assert_eq!(course, Course::Left, "{name} at {now}");
            }
            let last = future.moments.back().expect("there are moments ahead");
            assert!(last.half_ticks > now + AHEAD_HALF_TICKS - 32, "{name} at {now}: {}", last.half_ticks);
            held = Some(input);
        }
    }
    assert!(kept > 30_000 && moments > 3_000, "{kept} ticks and {moments} moments were compared");
}

/// Ticks in which the ninja comes to stand.
const SETTLE_TICKS: u32 = 20;

/// What comes next in a level in which the ninja came to stand and these buttons were then held for some ticks.
fn ahead_of(level: &hairline_level::Level, held: TickInput, ticks: u32) -> (Simulation, Future) {
    let mut simulation = Simulation::new(level);
    (0..SETTLE_TICKS).for_each(|_| simulation.tick(TickInput::NONE));
    (0..ticks).for_each(|_| simulation.tick(held));
    let mut future = Future::default();
    Lookahead::new(level).follow(simulation.world_mut(), &mut future);
    (simulation, future)
}

#[test]
fn the_way_ends_where_the_ninja_lands_is_stopped_dies_or_leaves() {
    let hall =
        |right: &str| drawn(&format!("\n##########\n#        #\n#        #\n#        #\n#@   {right}\n##########\n"));
    let (right, jump) = (TickInput::RIGHT, TickInput::RIGHT.with(TickInput::JUMP));
    let cases = [
        ("    #", jump, WayEnd::Ground(Vec2::Y)),
        ("#   #", right, WayEnd::Wall(1.0)),
        (" ^  #", right, WayEnd::Death),
        (" X  #", right, WayEnd::Exit),
    ];
    for (room, held, end) in cases {
        let (simulation, future) = ahead_of(&hall(room), held, 4);
        assert_eq!(future.end, Some(end), "{room}");
        let (first, last) = (future.way[0], future.way[future.way.len() - 1]);
        assert!(
            first.distance(simulation.ninja().position) < 0.2 && last.x > first.x + 1.0,
            "{room}: {first} to {last}"
        );
    }
}

#[test]
fn a_ninja_that_stands_has_no_way_unless_something_comes_to_kill_it() {
    let map = "\n##########\n#        #\n#   @    #\n##########\n#r       #\n##########\n";
    let (_, future) = ahead_of(&drawn_with(map, "'r': Laser(aim: Fixed(angle: 0))"), TickInput::NONE, 20);
    assert_eq!((future.way.as_slice(), future.end), ([].as_slice(), None));
    let map = "\n##########\n#        #\n#r  @    #\n##########\n";
    let beam = "'r': Laser(aim: Fixed(angle: 0), cycle: (charge: 0.2, on: 1, off: 0.4, offset: 1.4))";
    let (_, future) = ahead_of(&drawn_with(map, beam), TickInput::NONE, 20);
    assert_eq!((future.way.as_slice(), future.end), ([].as_slice(), Some(WayEnd::Death)));
}

#[test]
fn a_death_ahead_does_not_end_the_hazards() {
    let map = "\n##############\n#            #\n#r           #\n#            #\n#   @ ^      #\n##############\n";
    let beam = "'r': Laser(aim: Fixed(angle: 0), cycle: (charge: 0.1, on: 0.2, off: 0.2))";
    let (simulation, future) = ahead_of(&drawn_with(map, beam), TickInput::RIGHT, 4);
    assert_eq!(future.end, Some(WayEnd::Death));
    let now = simulation.run().hazard_half_ticks;
    assert!(future.moments.back().is_some_and(|moment| moment.half_ticks > now + AHEAD_HALF_TICKS - 32));
    // Lit from 0.1 to 0.3 s of each half second.
    let switches: Vec<(u32, bool)> = future.switches.iter().map(|switch| (switch.half_ticks, switch.is_lit)).collect();
    let expected = [(77, false), (154, true), (205, false)];
    let off =
        |(switch, expected): (&(u32, bool), &(u32, bool))| switch.1 == expected.1 && switch.0.abs_diff(expected.0) <= 2;
    assert!(switches.len() == 3 && switches.iter().zip(&expected).all(off), "{switches:?}");
}

#[test]
fn looking_ahead_changes_nothing_in_the_run() {
    for (name, level, replay) in shipped_proofs().into_iter().take(8) {
        let (mut alone, mut followed) = (Simulation::new(&level), Simulation::new(&level));
        let (mut lookahead, mut future) = (Lookahead::new(&level), Future::default());
        for input in replay.inputs {
            alone.tick(input);
            followed.tick(input);
            lookahead.follow(followed.world_mut(), &mut future);
        }
        assert_eq!(alone.save().hash(), followed.save().hash(), "{name}");
    }
}
