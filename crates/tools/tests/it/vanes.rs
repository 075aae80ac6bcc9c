//! Vanes: how a touch and a gate turn them, that they wait and never crush, and what the check and the solver make of them.

use bevy_math::Vec2;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::hazards::orb::OrbBounced;
use hairline_sim::hazards::sensor::SensorState;
use hairline_sim::hazards::turret::BulletStopped;
use hairline_sim::ninja::Ninja;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::obstacles::vane::{VaneState, VaneTurned};
use hairline_sim::run::input::TickInput;
use hairline_testing::random::RandomPlayer;
use hairline_testing::{drawn_with, revive, tick_emitting};
use hairline_tools::check::inspect;
use hairline_tools::logic::LevelLogic;
use hairline_tools::solve::budget::Budget;
use hairline_tools::solve::options::Shards;
use hairline_tools::solve::{Settings, find};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A room with a vane, upright, whose lower end is near the floor, and the ninja to the left of it.
fn room(vane: &str) -> Level {
    let map = "
        ###############
        #             #
        #             #
        #             #
        #             #
        # @         s #
        ###############
        ";
    drawn_with(map, &format!("'v': Vane(at: (7.5, 2.2), length: 2, {vane}), 's': Switch(channel: \"x\", toggle: true)"))
}

fn put_ninja(simulation: &mut Simulation, x: f32, y: f32) {
    simulation.world_mut().insert_resource(Ninja::new(Vec2::new(x, y)));
}

fn state(simulation: &mut Simulation) -> VaneState {
    let world = simulation.world_mut();
    *world.query::<&VaneState>().single(world).expect("there is one vane")
}

/// The angle of the vane in degrees, `0..180`.
fn degrees(simulation: &Simulation) -> f32 {
    let obstacles = simulation.world().resource::<hairline_sim::colliders::Colliders>().obstacles();
    obstacles.pose(0).rotation.as_degrees().rem_euclid(180.0)
}

/// Plays until the vane begins to turn, and then the ninja is put out of its way.
fn touch(simulation: &mut Simulation, input: TickInput) {
    put_ninja(simulation, 5.5, 1.42);
    let turned = (0..200).any(|_| !tick_emitting::<VaneTurned>(simulation, input).is_empty());
    assert!(turned, "nothing turned the vane");
    put_ninja(simulation, 2.5, 1.42);
}

#[test]
fn a_touch_turns_it_by_its_angle_within_its_seconds_and_focus_doubles_them() {
    for (focus, ticks) in [(TickInput::NONE, 64), (TickInput::FOCUS, 128)] {
        let mut simulation = Simulation::new(&room("angle: 90, turn_by: 45, seconds: 0.5"));
        assert!((degrees(&simulation) - 90.0).abs() < 1e-3);
        touch(&mut simulation, TickInput::RIGHT);
        let mut passed = 1;
        while state(&mut simulation).left > 0 {
            simulation.tick(focus);
            passed += 1;
        }
        assert!((ticks - 1..=ticks + 2).contains(&passed), "{passed} ticks");
        assert!((degrees(&simulation) - 135.0).abs() < 1e-3, "{}", degrees(&simulation));
    }
}

#[test]
fn it_stands_as_at_the_start_after_a_whole_turn() {
    let mut simulation = Simulation::new(&room("angle: 90, turn_by: 120, seconds: 0.2"));
    for turns in [1, 2, 0, 1] {
        touch(&mut simulation, TickInput::RIGHT);
        (0..60).for_each(|_| simulation.tick(TickInput::NONE));
        assert_eq!(state(&mut simulation), VaneState { turns, left: 0, is_touched: false });
    }
}

#[test]
fn it_waits_for_the_ninja_in_its_way_and_turns_once_for_one_touch() {
    // Clockwise, the lower half comes towards the ninja.
    let mut simulation = Simulation::new(&room("angle: 90, turn_by: -90, seconds: 0.5"));
    put_ninja(&mut simulation, 5.5, 2.0);
    let mut turned = 0;
    for _ in 0..400 {
        turned += tick_emitting::<VaneTurned>(&mut simulation, TickInput::RIGHT).len();
    }
    assert_eq!(turned, 1);
    assert!(state(&mut simulation).left > 0, "the ninja leans against its lower half");
    put_ninja(&mut simulation, 2.5, 1.42);
    (0..80).for_each(|_| simulation.tick(TickInput::NONE));
    assert_eq!(state(&mut simulation).left, 0);
}

#[test]
fn a_gate_that_opens_turns_it_and_one_that_closes_does_not() {
    let mut simulation = Simulation::new(&room("angle: 90, seconds: 0.2, when: Raised(\"x\")"));
    for turns in [1, 1, 2] {
        put_ninja(&mut simulation, 12.5, 1.42);
        (0..60).for_each(|_| simulation.tick(TickInput::NONE));
        assert_eq!(state(&mut simulation).turns, turns);
        put_ninja(&mut simulation, 2.5, 1.42);
        simulation.tick(TickInput::NONE);
    }
}

#[test]
fn bullets_stop_at_it_and_orbs_bounce_off_it() {
    let map = "
        ###############
        #@           X#
        #             #
        # t    v    o #
        #             #
        ###############
        ";
    let actors = "'v': Vane(angle: 90), 't': Turret(aim: Fixed(angle: 0), period: 0.3), 'o': Orb(angle: 180, speed: 8)";
    let mut simulation = Simulation::new(&drawn_with(map, actors));
    (0..120).for_each(|_| simulation.tick(TickInput::NONE));
    let stops = simulation.drain::<BulletStopped>();
    assert!(!stops.is_empty() && stops.iter().all(|stop| (stop.point.x - 7.4).abs() < 1e-3), "{stops:?}");
    let bounces = simulation.drain::<OrbBounced>();
    assert!((bounces[0].point.x - 7.6).abs() < 0.01, "{bounces:?}");
}

/// In play at random among vanes and walls, in and out of their reach, none ever kills.
#[test]
fn it_never_crushes() {
    let map = "
        ####################
        #   #     ^        #
        #   #  v      v    #
        #     ###          #
        #  v      ##  v    #
        #@ ##  v      ##  X#
        ####################
        ";
    let vane = "Vane(length: 2.6, angle: 30, turn_by: 60, seconds: 0.15)";
    let mut simulation = Simulation::new(&drawn_with(map, &format!("'v': {vane}")));
    let (mut player, mut turned) = (RandomPlayer::new(11), 0);
    for _ in 0..60_000 {
        simulation.tick(player.next_input());
        turned += simulation.drain::<VaneTurned>().len();
        for died in simulation.drain::<NinjaDied>() {
            assert_eq!(died.death.weapon.name, "spikes", "at {}", died.position);
        }
        revive(&mut simulation);
    }
    assert!(turned > 200, "{turned} turns");
}

/// A beam comes from the left to a vane that stands at 45°, the ninja is beside it, and a sensor is somewhere.
fn lit_room(vane: &str, sensor: &str) -> String {
    format!(
        "(version: 1, name: \"Vane\", map: r\"
            #################
            #             # #
            #             # #
            #             # #
            #      ##     # #
            #  @   ##     dX#
            #################
        \", actors: {{
            'l': Laser(at: (1.5, 4.5), aim: Fixed(angle: 0), bounces: 1),
            'v': Vane(at: (11.5, 4.5), {vane}),
            's': Sensor(at: {sensor}, channel: \"x\"),
            'd': Door(size: (1, 1), when: Raised(\"x\")),
        }})"
    )
}

#[test]
fn a_sensor_is_dark_only_if_no_position_of_a_vane_lights_it() {
    let codes_of = |text: String| {
        let inspection = inspect(text.into_bytes(), "vane.level.ron");
        inspection.diagnostics.iter().map(|diagnostic| diagnostic.fault().code).collect::<Vec<_>>()
    };
    let codes = |vane: &str, sensor: &str| codes_of(lit_room(vane, sensor));
    assert_eq!(codes("angle: 45", "(11.5, 5.5)"), [""; 0], "lit from the start");
    assert_eq!(codes("angle: 45", "(11.5, 0.5)"), [""; 0], "below it, lit after one turn");
    assert!(codes("angle: 45", "(14.5, 4.5)").contains(&"dark-sensor"), "behind the axle");
    for (vane, sensor) in [("angle: 45, turn_by: 180", "(10.5, 0.5)"), ("angle: 45", "(1.5, 2.5)")] {
        assert_eq!(codes(vane, sensor), ["fleeting-light"], "lit while it turns, too briefly for the door");
        assert_eq!(codes(vane, &format!("{sensor}, seconds: 1")), [""; 0], "and remembered for long enough");
        assert_eq!(codes(&format!("{vane}, seconds: 20"), sensor), [""; 0], "lit while it turns slowly");
    }
    let short = lit_room("angle: 45", "(11.5, 0.5)").replace("bounces: 1", "bounces: 0");
    assert!(codes_of(short).contains(&"dark-sensor"), "the laser is never reflected");
}

/// What lights a sensor in random play, the model knows; and where nothing was turned yet, that nothing needs to be.
#[test]
fn the_model_knows_every_light_of_vanes_that_random_play_finds() {
    let (mut lit, mut dark) = (0, 0);
    for seed in 0..40 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut at = || format!("at: ({}.5, {}.5)", random.random_range(2..14), random.random_range(4..9));
        let length = 1.5 + (seed % 6) as f32 * 0.5;
        let vane = |at: String, by: i32| {
            format!("Vane({at}, length: {length}, angle: {}, turn_by: {by}, seconds: 0.3)", seed * 37 % 180)
        };
        let sensors =
            ["a", "b", "c"].map(|name| format!("'{name}': Sensor({}, size: (1.5, 1.5), channel: \"{name}\")", at()));
        let actors = format!(
            "'l': Laser(aim: Fixed(angle: {}), beams: 2, bounces: 3), 'v': {}, 'w': {}, {}",
            seed * 53 % 360,
            vane(at(), 60),
            vane(at(), -45),
            sensors.join(", ")
        );
        let map = "
            ################
            #              #
            #              #
            #      #       #
            #  l           #
            #         $    #
            #   =====      #
            #              #
            #  @      ==   #
            #             X#
            ################
            ";
        let level = drawn_with(map, &actors);
        let logic = LevelLogic::new(&level);
        let mut simulation = Simulation::new(&level);
        let (mut player, mut has_turned) = (RandomPlayer::new(seed), false);
        let mut was_lit = [false; 3];
        for tick in 0..3000 {
            if tick % 100 == 99 {
                put_ninja(&mut simulation, random.random_range(2.0..14.0), random.random_range(2.0..9.0));
            }
            simulation.tick(player.next_input());
            revive(&mut simulation);
            has_turned |= !simulation.drain::<VaneTurned>().is_empty();
            let world = simulation.world_mut();
            let states: Vec<bool> = world.query::<&SensorState>().iter(world).map(|sensor| sensor.is_lit).collect();
            for (sensor, source) in logic.sources.iter().enumerate().filter(|(sensor, _)| states[*sensor]) {
                was_lit[sensor] = true;
                assert!(
                    source.raised_from.is_lit(0, has_turned),
                    "seed {seed}, sensor {sensor}, tick {tick}: {actors}"
                );
            }
        }
        lit += was_lit.iter().filter(|lit| **lit).count();
        dark += logic.sources.iter().filter(|source| source.raised_from.is_dark()).count();
    }
    assert!(lit > 20 && dark > 20, "{lit} sensors were lit, {dark} stay dark");
}

/// The beam meets the second vane, in front, only at some angles of the first, which never lets it pass.
#[test]
fn a_vane_before_the_axle_of_another_is_followed() {
    let text = lit_room("angle: 90, length: 3", "(9.5, 6.5)")
        .replace("at: (11.5, 4.5)", "at: (10.5, 4.5)")
        .replace("'s': Sensor", "'w': Vane(at: (10.5, 5.5), length: 3, angle: 90), 's': Sensor");
    let level = hairline_level::parse(text, "vane.level.ron").expect("it is sound");
    let logic = LevelLogic::new(&level);
    assert!(!logic.sources[0].raised_from.is_dark());
}

#[test]
fn a_vane_that_turns_by_next_to_nothing_or_for_minutes_is_refused_or_takes_no_time() {
    for (turn_by, is_sound) in [("1", true), ("-90", true), ("0.001", false), ("0", false), ("50", false)] {
        let text = lit_room(&format!("turn_by: {turn_by}, seconds: 600"), "(11.5, 0.5)");
        let level = hairline_level::parse(text, "vane.level.ron");
        assert_eq!(level.is_ok(), is_sound, "{turn_by}");
        level.iter().for_each(|level| assert!(!LevelLogic::new(level).sources[0].raised_from.is_dark()));
    }
}

#[test]
fn the_solver_finds_a_run_that_has_to_turn_it() {
    let settings = Settings { shards: Shards::All, focus: true, first: true, seed: 0, memory: 256 << 20 };
    let solve = |level: &Level| find(level, settings, Budget::new(None, Some(3_000_000)), None).run;
    let level = hairline_level::parse(lit_room("angle: 45", "(11.5, 0.5)"), "vane.level.ron").expect("it is sound");
    let run = solve(&level).expect("a run that turns the vane and goes through the door");
    let mut simulation = Simulation::new(&level);
    let mut turned = 0;
    for input in run.inputs {
        turned += tick_emitting::<VaneTurned>(&mut simulation, input).len();
    }
    assert!(turned > 0);
    let world = simulation.world_mut();
    assert!(world.query::<&SensorState>().iter(world).all(|sensor| sensor.is_lit), "and left it so");
}
