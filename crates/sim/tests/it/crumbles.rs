//! Crumbles: platforms that give way under the ninja, and come back.

use bevy::math::Vec2;
use bevy::prelude::Mut;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::hazards::turret::BulletStopped;
use hairline_sim::ninja::Ninja;
use hairline_sim::obstacles::crumble::{CrumbleChanged, CrumblePhase, CrumbleState};
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_testing::{drawn_fully, drawn_with, tick_emitting};

/// A pit with a crumble across it at the height of its rim, and the ninja on the left rim.
const PIT: &str = "
    ##############
    #            #
    #            #
    # @          #
    ####      ####
    ####      ####
    ####      ####
    ##############
    ";

/// In the middle of the pit, its top level with the rim: solid from y = 3.5 to 4 and from x = 4 to 10.
fn bridge(times: &str) -> Level {
    drawn_with(PIT, &format!("'b': Crumble(at: (7, 3.75), size: (6, 0.5), {times})"))
}

fn put_ninja(simulation: &mut Simulation, position: Vec2) {
    simulation.world_mut().insert_resource(Ninja::new(position));
}

fn phase(simulation: &mut Simulation) -> CrumblePhase {
    let world = simulation.world_mut();
    world.query::<&CrumbleState>().single(world).expect("there is one crumble").phase
}

/// Ticks of one input until the crumble is in a phase.
#[track_caller]
fn ticks_until(simulation: &mut Simulation, wanted: CrumblePhase, input: TickInput) -> u32 {
    for ticks in 0..2000 {
        if phase(simulation) == wanted {
            return ticks;
        }
        simulation.tick(input);
    }
    panic!("the crumble never was {wanted:?}");
}

#[test]
fn it_gives_way_a_set_time_after_the_ninja_stands_on_it_and_comes_back_after_another() {
    let mut simulation = Simulation::new(&bridge("delay: 0.5, away: 1"));
    put_ninja(&mut simulation, Vec2::new(7.0, 4.42));
    ticks_until(&mut simulation, CrumblePhase::Cracking, TickInput::NONE);
    let height = simulation.ninja().position.y;
    assert_eq!(ticks_until(&mut simulation, CrumblePhase::Gone, TickInput::NONE), 64);
    assert!(simulation.ninja().position.y > height - 0.1, "it carried the ninja until then");
    assert_eq!(ticks_until(&mut simulation, CrumblePhase::Whole, TickInput::NONE), 128);
    assert!(simulation.ninja().position.y < 2.0, "the ninja fell through");
}

#[test]
fn each_change_is_emitted_once_with_its_source() {
    let mut simulation = Simulation::new(&bridge("delay: 0.5, away: 1"));
    put_ninja(&mut simulation, Vec2::new(7.0, 4.42));
    let told: Vec<CrumbleChanged> =
        (0..400).flat_map(|_| tick_emitting::<CrumbleChanged>(&mut simulation, TickInput::NONE)).collect();
    let phases: Vec<CrumblePhase> = told.iter().map(|changed| changed.phase).collect();
    assert_eq!(phases, [CrumblePhase::Cracking, CrumblePhase::Gone, CrumblePhase::Whole]);
    assert!(told.iter().all(|changed| changed.source.0 == 0 && changed.position == Vec2::new(7.0, 3.75)));
}

#[test]
fn once_cracked_it_gives_way_without_the_ninja() {
    let mut simulation = Simulation::new(&bridge("delay: 0.5, away: 1"));
    put_ninja(&mut simulation, Vec2::new(7.0, 4.42));
    ticks_until(&mut simulation, CrumblePhase::Cracking, TickInput::NONE);
    put_ninja(&mut simulation, Vec2::new(2.5, 4.42));
    assert_eq!(ticks_until(&mut simulation, CrumblePhase::Gone, TickInput::NONE), 64);
}

#[test]
fn sliding_down_along_it_cracks_it_and_touching_it_otherwise_does_not() {
    let wall = "'b': Crumble(at: (9.75, 3), size: (0.5, 4), delay: 0.5)";
    let room = "
        ##############
        #            #
        #            #
        #            #
        # @          #
        ##############
        ";
    let mut simulation = Simulation::new(&drawn_with(room, wall));
    // Pressed against its side on the ground.
    put_ninja(&mut simulation, Vec2::new(9.0, 1.42));
    (0..200).for_each(|_| simulation.tick(TickInput::RIGHT));
    assert!(simulation.ninja().position.x > 9.0 && phase(&mut simulation) == CrumblePhase::Whole);
    // In the air, sliding.
    put_ninja(&mut simulation, Vec2::new(9.0, 4.4));
    ticks_until(&mut simulation, CrumblePhase::Cracking, TickInput::RIGHT);
    assert!(simulation.ninja().sliding);
    // From below, with the head.
    let mut simulation = Simulation::new(&drawn_with(room, "'b': Crumble(at: (7, 2.75), size: (4, 0.5))"));
    put_ninja(&mut simulation, Vec2::new(7.0, 1.42));
    for tick in 0..200 {
        simulation.tick(if tick % 40 < 20 { TickInput::JUMP } else { TickInput::NONE });
    }
    assert_eq!(phase(&mut simulation), CrumblePhase::Whole);
}

#[test]
fn focus_doubles_both_times() {
    let actors = "'b': Crumble(at: (7, 3.75), size: (6, 0.5), delay: 0.5, away: 1)";
    let mut simulation = Simulation::new(&drawn_fully(PIT, actors, "focus: (max: 10, start: 10),"));
    put_ninja(&mut simulation, Vec2::new(7.0, 4.42));
    ticks_until(&mut simulation, CrumblePhase::Cracking, TickInput::FOCUS);
    assert_eq!(ticks_until(&mut simulation, CrumblePhase::Gone, TickInput::FOCUS), 128);
    assert_eq!(ticks_until(&mut simulation, CrumblePhase::Whole, TickInput::FOCUS), 256);
}

#[test]
fn beams_bullets_and_sight_pass_while_it_is_gone() {
    let hazards = "'b': Crumble(at: (7, 3.75), size: (6, 0.5), delay: 0.5, away: 2),
        'l': Laser(at: (5.5, 6.5), aim: Fixed(angle: 270)),
        't': Turret(at: (8.5, 6.5), aim: Fixed(angle: 270), period: 0.1, speed: 20)";
    let mut simulation = Simulation::new(&drawn_with(PIT, hazards));
    put_ninja(&mut simulation, Vec2::new(7.0, 4.42));
    /// How low the beam and the lowest bullet that was stopped in the last quarter of a second came.
    fn lows(simulation: &mut Simulation) -> [f32; 2] {
        simulation.drain::<BulletStopped>();
        (0..32).for_each(|_| simulation.tick(TickInput::NONE));
        let stops = simulation.drain::<BulletStopped>();
        let bullet = stops.iter().map(|stop| stop.point.y).fold(f32::INFINITY, f32::min);
        let world = simulation.world_mut();
        let (state, beams) = world.query::<(&LaserState, &Beams)>().single(world).expect("there is one laser");
        [beams.iter(state.position).next().expect("it is lit").end.y, bullet]
    }
    ticks_until(&mut simulation, CrumblePhase::Cracking, TickInput::NONE);
    assert_eq!(lows(&mut simulation), [4.0, 4.0]);
    ticks_until(&mut simulation, CrumblePhase::Gone, TickInput::NONE);
    // The ninja lies out of the way, below the middle.
    (0..32).for_each(|_| simulation.tick(TickInput::NONE));
    assert_eq!(lows(&mut simulation), [1.0, 1.0]);
    ticks_until(&mut simulation, CrumblePhase::Whole, TickInput::NONE);
    (0..32).for_each(|_| simulation.tick(TickInput::NONE));
    assert_eq!(lows(&mut simulation), [4.0, 4.0]);
}

#[test]
fn it_waits_for_the_ninja_and_for_orbs_to_leave_its_place() {
    let orb = "'o': Orb(at: (5, 6), angle: 0, speed: 0.1)";
    let bridge = "'b': Crumble(at: (7, 3.75), size: (6, 0.5), delay: 0.1, away: 0.5)";
    let mut simulation = Simulation::new(&drawn_with(PIT, &format!("{bridge}, {orb}")));
    put_ninja(&mut simulation, Vec2::new(7.0, 4.42));
    ticks_until(&mut simulation, CrumblePhase::Gone, TickInput::NONE);
    let hold = |simulation: &mut Simulation, ninja: Vec2, orb: Vec2| {
        for _ in 0..200 {
            put_ninja(simulation, ninja);
            let world = simulation.world_mut();
            world.query::<Mut<hairline_sim::hazards::orb::OrbState>>().single_mut(world).expect("an orb").position =
                orb;
            simulation.tick(TickInput::NONE);
        }
        phase(simulation)
    };
    let (aside, within) = (Vec2::new(2.5, 4.42), Vec2::new(6.0, 3.8));
    assert_eq!(hold(&mut simulation, within, aside + Vec2::Y * 2.0), CrumblePhase::Gone);
    assert_eq!(hold(&mut simulation, aside, within), CrumblePhase::Gone);
    assert_eq!(hold(&mut simulation, aside, aside + Vec2::Y * 2.0), CrumblePhase::Whole);
}

#[test]
fn a_restored_run_has_the_crumbles_of_its_state() {
    let mut simulation = Simulation::new(&bridge("delay: 0.5, away: 1"));
    let whole = simulation.save();
    put_ninja(&mut simulation, Vec2::new(7.0, 4.42));
    ticks_until(&mut simulation, CrumblePhase::Gone, TickInput::NONE);
    let gone = simulation.save();
    let is_solid = |simulation: &mut Simulation| {
        simulation.tick(TickInput::NONE);
        simulation.world().resource::<Colliders>().depth(Vec2::new(7.0, 3.75), 0.1) > 0.0
    };
    simulation.restore(&whole);
    assert!(is_solid(&mut simulation));
    simulation.restore(&gone);
    assert!(!is_solid(&mut simulation));
    assert!(simulation.world().resource::<Run>().is_running());
}
