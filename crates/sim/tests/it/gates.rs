//! Gates of several channels, and switches that toggle: how files write them, and how doors and lasers follow them.

use hairline_level::{Channel, Condition, ConditionIndex, DoorSettings, Gate, LaserSettings, Level};
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::Beams;
use hairline_sim::obstacles::door::{DoorMoved, DoorState};
use hairline_sim::run::channels::{ChannelLowered, ChannelRaised};
use hairline_sim::run::input::TickInput;
use hairline_sim::triggers::switch::SwitchPressed;
use hairline_testing::{drawn_with, tick_emitting};

const NONE: TickInput = TickInput::NONE;

/// A corridor with a switch, and two doors far from the ninja.
fn corridor(switch: &str, when: &str) -> Level {
    drawn_with(
        "
        ##########################
        #                        #
        # @    s     t       d   #
        ##########################
        ",
        &format!("'s': {switch}, 't': Switch(channel: \"b\", seconds: 1), 'd': Door(size: (1, 1), when: {when})"),
    )
}

fn gate_of(when: &str) -> (Gate, Vec<Condition>) {
    let level = corridor("Switch(channel: \"a\")", when);
    (level.actors::<DoorSettings>()[0].when, level.conditions)
}

#[test]
fn gates_are_read_into_conditions_without_not() {
    let (a, b) = (Channel(0), Channel(1));
    let holds = Gate::Holds(ConditionIndex(0));
    assert_eq!(gate_of("Not(Raised(\"a\"))"), (Gate::Lowered(a), vec![]));
    assert_eq!(gate_of("Not(Not(Raised(\"a\")))"), (Gate::Raised(a), vec![]));
    assert_eq!(gate_of("All([Lowered(\"a\")])"), (Gate::Lowered(a), vec![]));
    let all = Condition::All(vec![Condition::Raised(a), Condition::Lowered(b)]);
    assert_eq!(gate_of("All([Raised(\"a\"), Lowered(\"b\")])"), (holds, vec![all.clone()]));
    assert_eq!(gate_of("Not(Any([Lowered(\"a\"), Raised(\"b\")]))"), (holds, vec![all.clone()]));
    assert_eq!(gate_of("All([All([Raised(\"a\")]), All([Lowered(\"b\")])])"), (holds, vec![all]));
    let nested = gate_of("Any([Raised(\"a\"), All([Raised(\"b\"), Lowered(\"a\")])])").1;
    let inner = Condition::All(vec![Condition::Raised(b), Condition::Lowered(a)]);
    assert_eq!(nested, [Condition::Any(vec![Condition::Raised(a), inner])]);
}

#[test]
fn the_hash_depends_on_the_gate_and_not_on_how_it_is_written() {
    let hash = |when: &str| corridor("Switch(channel: \"a\")", when).hash;
    let different = [
        "Raised(\"a\")",
        "All([Raised(\"a\"), Raised(\"b\")])",
        "Any([Raised(\"a\"), Raised(\"b\")])",
        "All([Raised(\"a\"), Lowered(\"b\")])",
        "All([Raised(\"b\"), Raised(\"a\")])",
    ];
    for (index, one) in different.iter().enumerate() {
        assert!(different[..index].iter().all(|other| hash(other) != hash(one)), "{one}");
    }
    assert_eq!(hash("Not(Any([Lowered(\"a\"), Lowered(\"b\")]))"), hash("All([Raised(\"a\"), Raised(\"b\")])"));
    assert_eq!(hash("Not(Lowered(\"a\"))"), hash("Raised(\"a\")"));
    let toggling = corridor("Switch(channel: \"a\", toggle: true)", "Raised(\"a\")").hash;
    assert_ne!(toggling, hash("Raised(\"a\")"));
}

fn openness(simulation: &mut Simulation) -> f32 {
    simulation.save().states::<DoorState>()[0].openness
}

#[test]
fn a_door_of_two_channels_opens_while_both_are_raised() {
    let level = corridor("Switch(channel: \"a\")", "All([Raised(\"a\"), Raised(\"b\")])");
    let mut simulation = Simulation::new(&level);
    let (mut raised, mut moves) = (vec![], vec![]);
    for tick in 0..600 {
        // It runs over both switches, and stops behind the second.
        let input = if simulation.ninja().position.x < 16.0 { TickInput::RIGHT } else { NONE };
        for moved in tick_emitting::<DoorMoved>(&mut simulation, input) {
            moves.push((moved.opens, tick));
        }
        raised.extend(simulation.drain::<ChannelRaised>().into_iter().map(|message| (message.channel, tick)));
        if raised.len() < 2 {
            assert_eq!(openness(&mut simulation), 0.0, "one channel is not enough");
        }
    }
    let [(Channel(0), first), (Channel(1), second)] = raised[..] else { panic!("{raised:?}") };
    let [(true, opens), (false, closes)] = moves[..] else { panic!("{moves:?}") };
    assert!(first < second && opens == second + 1 && closes > opens + 128, "{raised:?} {moves:?}");
    assert_eq!(openness(&mut simulation), 0.0, "the second channel was lowered again");
}

#[test]
fn a_gate_that_is_open_at_the_start_has_its_door_open_and_its_laser_lit() {
    let level = corridor("Switch(channel: \"a\")", "Any([Lowered(\"a\"), Raised(\"b\")])");
    let door = Simulation::new(&level).save().states::<DoorState>()[0];
    assert_eq!(door.openness, 1.0);
    let laser = "'z': Laser(at: (20.5, 2.5), aim: Fixed(angle: 0), when: All([Lowered(\"a\"), Lowered(\"b\")]))";
    let level = drawn_with(
        "
        ##########################
        #                        #
        # @    s     t           #
        ##########################
        ",
        &format!("'s': Switch(channel: \"a\"), 't': Switch(channel: \"b\"), {laser}"),
    );
    assert_eq!(level.actors::<LaserSettings>()[0].when, Some(Gate::Holds(ConditionIndex(0))));
    let mut simulation = Simulation::new(&level);
    let is_lit = |simulation: &mut Simulation| {
        simulation.world_mut().query::<&Beams>().single(simulation.world()).expect("one laser").is_lit()
    };
    assert!(is_lit(&mut simulation));
    let mut dark_after = None;
    for tick in 0..200 {
        let raised = tick_emitting::<ChannelRaised>(&mut simulation, TickInput::RIGHT);
        if let (None, [_, ..]) = (dark_after, &*raised) {
            assert!(is_lit(&mut simulation), "the condition is decided at the start of the next tick");
            dark_after = Some(tick);
        } else {
            assert_eq!(is_lit(&mut simulation), dark_after.is_none(), "tick {tick}");
        }
    }
    assert!(dark_after.is_some());
}

#[test]
fn a_toggle_turns_its_channel_on_and_off_with_each_new_touch() {
    let level = corridor("Switch(channel: \"a\", toggle: true)", "Raised(\"a\")");
    let mut simulation = Simulation::new(&level);
    let raised = |simulation: &Simulation| {
        let run = simulation.run();
        run.channels.is_raised(Channel(0), run.hazard_half_ticks)
    };
    let mut presses = 0;
    for pass in 0..4 {
        let (input, is_there): (_, fn(f32) -> bool) = match pass % 2 {
            0 => (TickInput::RIGHT, |x| x > 10.0),
            _ => (TickInput::LEFT, |x| x < 4.0),
        };
        let mut lowered = 0;
        let mut moves = vec![];
        while !is_there(simulation.ninja().position.x) {
            presses += tick_emitting::<SwitchPressed>(&mut simulation, input).len();
            lowered += simulation.drain::<ChannelLowered>().len();
            moves.extend(simulation.drain::<DoorMoved>().iter().map(|moved| moved.opens));
        }
        assert_eq!(raised(&simulation), pass % 2 == 0);
        assert_eq!(lowered, usize::from(pass % 2 == 1), "said once");
        assert_eq!(moves, [pass % 2 == 0], "the door says so once");
        // It stands still for a while: nothing changes without a new touch.
        for _ in 0..100 {
            simulation.tick(NONE);
        }
        assert_eq!(raised(&simulation), pass % 2 == 0);
    }
    assert_eq!(presses, 2, "a touch that lowers it raises nothing");
}

#[test]
fn a_ninja_that_starts_on_a_toggle_touches_it_once() {
    let level = drawn_with("####\n#@X#\n####", "'s': Switch(at: (1.5, 1.5), channel: \"a\", toggle: true)");
    let mut simulation = Simulation::new(&level);
    for tick in 0..50 {
        let pressed = tick_emitting::<SwitchPressed>(&mut simulation, NONE);
        assert_eq!(pressed.len(), usize::from(tick == 0));
    }
}
