//! Sensors: what counts as light on one, when its channel is raised and lowered, and what follows.

use hairline_level::{Channel, Level};
use hairline_sim::Simulation;
use hairline_sim::hazards::sensor::{SensorLit, SensorState};
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::obstacles::door::DoorMoved;
use hairline_sim::run::channels::{ChannelLowered, ChannelRaised};
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::{HALF_TICKS_PER_SECOND, TICKS_PER_SECOND};
use hairline_testing::{drawn_with, tick_emitting};

const NONE: TickInput = TickInput::NONE;

/// A hall with the ninja far from these actors, all of which have places of their own.
#[track_caller]
fn hall(actors: &str) -> Level {
    drawn_with(
        "
        ####################
        #                  #
        #                  $
        #                  #
        #        #         #
        #@       #         #
        ####################
        ",
        actors,
    )
}

/// Whether the sensor is lit after a tick.
fn is_lit(simulation: &mut Simulation) -> bool {
    simulation.tick(NONE);
    let world = simulation.world_mut();
    world.query::<&SensorState>().single(world).expect("there is one sensor").is_lit
}

#[track_caller]
fn assert_lit(expected: bool, actors: &str) {
    assert_eq!(is_lit(&mut Simulation::new(&hall(actors))), expected, "{actors}");
}

#[test]
fn light_on_any_part_of_it_counts_and_beside_it_does_not() {
    let sensor = "'s': Sensor(at: (12.5, 4.5), channel: \"x\"),";
    let beam = |at: &str, angle: f32| format!("{sensor} 'l': Laser(at: {at}, aim: Fixed(angle: {angle}))");
    assert_lit(true, &beam("(3, 4.5)", 0.0));
    assert_lit(true, &beam("(3, 4.95)", 0.0));
    assert_lit(true, &beam("(12.02, 1.5)", 90.0));
    assert_lit(false, &beam("(3, 5.05)", 0.0));
    assert_lit(false, &beam("(13.1, 1.5)", 90.0));
    // Away from it, and up to just before it.
    assert_lit(false, &beam("(3, 4.5)", 180.0));
    assert_lit(false, &format!("{sensor} 'l': Laser(at: (3, 4.5), aim: Fixed(angle: 0), reach: 8.9)"));
    assert_lit(true, &format!("{sensor} 'l': Laser(at: (3, 4.5), aim: Fixed(angle: 0), reach: 9.1)"));
}

#[test]
fn only_a_lit_beam_counts() {
    let laser = |cycle: &str| {
        format!("'s': Sensor(at: (12.5, 5.5), channel: \"x\"), 'l': Laser(at: (3, 5.5), aim: Fixed(angle: 0), {cycle})")
    };
    assert_lit(true, &laser("cycle: (on: 1)"));
    assert_lit(false, &laser("cycle: (charge: 1, on: 1)"));
    assert_lit(false, &laser("cycle: (on: 1, off: 1, offset: 1)"));
}

#[test]
fn a_wall_or_an_obstacle_before_it_keeps_it_dark() {
    let around = |other: &str| {
        format!("'s': Sensor(at: (12.5, 2.5), channel: \"x\"), 'l': Laser(at: (3, 2.5), aim: Fixed(angle: 0)), {other}")
    };
    assert_lit(false, &around(""));
    let above = |other: &str| {
        format!("'s': Sensor(at: (12.5, 3.5), channel: \"x\"), 'l': Laser(at: (3, 3.5), aim: Fixed(angle: 0)), {other}")
    };
    assert_lit(true, &above(""));
    assert_lit(false, &above("'m': Mover(at: (8.5, 3.5), shape: Box(1, 1))"));
    assert_lit(true, &above("'m': Mover(at: (15.5, 3.5), shape: Box(1, 1))"));
}

#[test]
fn a_sensor_in_a_wall_feels_the_beam_that_ends_on_it() {
    let mounted = |at: &str, angle: f32| {
        format!("'s': Sensor(at: {at}, channel: \"x\"), 'l': Laser(at: (3, 3.5), aim: Fixed(angle: {angle}))")
    };
    assert_lit(true, &mounted("(19.5, 3.5)", 0.0));
    assert_lit(true, &mounted("(0.5, 3.5)", 180.0));
    assert_lit(true, &mounted("(2.5, 0.5)", 270.0));
    assert_lit(false, &mounted("(19.5, 1.5)", 0.0));
}

#[test]
fn a_reflected_beam_counts_and_goes_on_through_a_sensor() {
    // The mirror at the right sends it back down to the left, through the first sensor to the second.
    let actors = |sensor: &str| {
        format!("'l': Laser(at: (15, 5.9), aim: Fixed(angle: -19.29)), 's': Sensor(at: {sensor}, channel: \"x\")")
    };
    assert_lit(true, &actors("(16.5, 3.5)"));
    assert_lit(true, &actors("(13.5, 2.5)"));
    let unreflected = "'l': Laser(at: (15, 5.9), aim: Fixed(angle: -19.29), bounces: 0),\
                       's': Sensor(at: (13.5, 2.5), channel: \"x\")";
    assert_lit(false, unreflected);
}

/// A beam that sweeps over a sensor, which opens a door.
fn swept(seconds: &str) -> Level {
    hall(&format!(
        "'l': Laser(at: (3, 5.5), aim: Sweep(from: -40, to: 40, period: 2)), 'd': Door(at: (15.5, 1.5), size: (1, 1), \
         seconds: 0.1, when: Raised(\"x\")), 's': Sensor(at: (12.5, 5.5), channel: \"x\", {seconds})"
    ))
}

#[test]
fn a_channel_is_raised_exactly_while_the_light_is_there_and_a_door_follows_a_tick_later() {
    let mut simulation = Simulation::new(&swept(""));
    let (mut was_lit, mut times) = (false, 0);
    for tick in 0..1024 {
        let lit = tick_emitting::<SensorLit>(&mut simulation, NONE);
        let raised = simulation.drain::<ChannelRaised>();
        let moved: Vec<bool> = simulation.drain::<DoorMoved>().iter().map(|moved| moved.opens).collect();
        let now = {
            let world = simulation.world_mut();
            world.query::<&SensorState>().single(world).expect("there is one sensor").is_lit
        };
        assert_eq!((lit.len(), raised.len()), (usize::from(now && !was_lit), usize::from(now && !was_lit)), "{tick}");
        if let [lit] = lit[..] {
            assert_eq!((lit.source, lit.channel), (ActorIndex(0), Channel(0)));
            times += 1;
        }
        // At the start of this tick the door saw what the sensor had seen in the tick before.
        let run = simulation.run();
        assert!(!now || run.channels.is_raised(Channel(0), run.hazard_half_ticks));
        assert!(moved.is_empty() || moved == [was_lit], "{tick}: {moved:?}");
        was_lit = now;
    }
    // There and back, twice a period of two seconds.
    assert_eq!(times, 8);
}

#[test]
fn a_timed_sensor_holds_its_channel_for_its_time_after_the_light() {
    let mut simulation = Simulation::new(&swept("seconds: 0.25"));
    let (mut last_lit, mut held) = (0, vec![]);
    for tick in 0..1024_u32 {
        if is_lit(&mut simulation) {
            last_lit = tick;
        }
        if !simulation.drain::<ChannelLowered>().is_empty() {
            held.push(tick - last_lit);
        }
    }
    assert_eq!(held.len(), 8);
    assert!(held.iter().all(|&ticks| ticks == TICKS_PER_SECOND / 4), "{held:?}");
}

#[test]
fn focus_changes_nothing_but_the_pace() {
    // Hazard times of all changes of the channel, in half ticks.
    let changes = |input: TickInput| {
        let level = swept("seconds: 0.25");
        let mut simulation = Simulation::new(&level);
        let mut times = vec![];
        while simulation.run().hazard_half_ticks < 2 * HALF_TICKS_PER_SECOND {
            simulation.tick(input);
            let count = simulation.drain::<ChannelRaised>().len() + simulation.drain::<ChannelLowered>().len();
            times.extend(std::iter::repeat_n(simulation.run().hazard_half_ticks, count));
        }
        times
    };
    let (plain, slow) = (changes(NONE), changes(TickInput::FOCUS));
    assert_eq!(plain.len(), 4);
    assert_eq!(plain.len(), slow.len());
    for (plain, slow) in plain.iter().zip(&slow) {
        assert!(plain.abs_diff(*slow) <= 2, "within the longest tick: {plain} and {slow}");
    }
}

#[test]
fn it_feels_light_while_the_ninja_lies_dead() {
    let level = drawn_with(
        "
        ##########
        #        #
        #@l   s  #
        ##########
        ",
        "'l': Laser(aim: Fixed(angle: 180), beams: 2), 's': Sensor(channel: \"x\")",
    );
    let mut simulation = Simulation::new(&level);
    assert_eq!(tick_emitting::<NinjaDied>(&mut simulation, NONE).len(), 1);
    for _ in 0..3 {
        assert!(is_lit(&mut simulation));
        let run = simulation.run();
        assert!(!run.is_running() && run.channels.is_raised(Channel(0), run.hazard_half_ticks));
    }
}
