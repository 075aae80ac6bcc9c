//! The rules as they run in the game: in a small app without a window, added by the simulation's plugin.

use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use hairline_level::{Aim, Channel, Condition, ExitOpens, KINDS, LaserSettings, Level, ShardOrder};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::laser::{BeamPhase, Beams, LaserState};
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::ninja::{Ninja, NinjaJumped};
use hairline_sim::run::exit::{ExitOpened, ExitReached};
use hairline_sim::run::focus::FocusStarted;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::{ShardState, ShardTaken};
use hairline_sim::run::{Phase, RestartPoint, Run, RunRestarted};
use hairline_sim::schedule::OptionalRules;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::snapshot::{self, Snapshot};
use hairline_sim::state::spawn::{LevelEntity, LevelStart};
use hairline_sim::tuning::{DEATH_TICKS, TICKS_PER_SECOND};
use hairline_sim::{Simulate, Simulation, SimulationSystems, load_level, unload_level};
use hairline_testing::examples::example_of;
use hairline_testing::{drawn, drawn_with, shipped_levels};

/// An app with every rule and this level.
fn app_with(level: &Level) -> App {
    let mut app = App::new();
    app.add_plugins(hairline_sim::plugin);
    load_level(app.world_mut(), level);
    app
}

fn tick(app: &mut App, input: TickInput) {
    app.insert_resource(input);
    app.world_mut().run_schedule(Simulate);
}

/// The messages of a type since the last call.
fn emitted<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

fn state(app: &mut App) -> Snapshot {
    let mut state = Snapshot::default();
    snapshot::save(app.world_mut(), &mut state);
    state
}

/// An empty room, 18 tiles wide and high inside its walls, with the ninja and the exit at these places.
fn room(ninja: (f32, f32), exit: (f32, f32)) -> Level {
    let wall = "#".repeat(20);
    let (row, floor) = (format!("#{}#\n", " ".repeat(18)), format!("#@X{}#\n", " ".repeat(16)));
    let level = drawn(&format!("{wall}\n{}{floor}{wall}", row.repeat(17)));
    Level { ninja: ninja.into(), exit: exit.into(), ..level }
}

#[test]
fn the_shards_in_reach_are_taken_and_no_others() {
    let level = room((5.0, 5.0), (15.0, 15.0));
    let (far, near) = (Vec2::new(7.0, 5.0), Vec2::new(5.5, 5.0));
    let mut app = app_with(&Level { shards: vec![far, near], ..level });
    tick(&mut app, TickInput::NONE);
    let taken: Vec<bool> = state(&mut app).states::<ShardState>().iter().map(|shard| shard.taken).collect();
    assert_eq!(taken, [false, true]);
    assert_eq!(emitted::<ShardTaken>(&mut app), [ShardTaken { source: ActorIndex(1), position: near, left: 1 }]);
    tick(&mut app, TickInput::NONE);
    assert_eq!(emitted::<ShardTaken>(&mut app), [], "it is taken once");
}

#[test]
fn shards_in_order_are_taken_one_after_the_other_a_tick() {
    let level = room((5.0, 5.0), (15.0, 15.0));
    let [near, far] = [Vec2::new(5.5, 5.0), Vec2::new(7.0, 5.0)];
    // The shards in their order, and which of them are taken after each tick beside the near ones.
    let cases = [
        ([far, near, near], [[false, false, false]; 2]),
        ([near, far, near], [[true, false, false]; 2]),
        ([near, near, far], [[true, false, false], [true, true, false]]),
    ];
    for (shards, expected) in cases {
        let level = Level { shards: shards.to_vec(), shard_order: ShardOrder::InOrder, ..level.clone() };
        let mut app = app_with(&level);
        for expected in expected {
            tick(&mut app, TickInput::NONE);
            let taken: Vec<bool> = state(&mut app).states::<ShardState>().iter().map(|shard| shard.taken).collect();
            assert_eq!(taken, expected, "{shards:?}");
        }
    }
}

#[test]
fn the_last_shard_opens_the_exit_and_a_ninja_in_it_finishes_in_the_same_tick() {
    let level = room((5.0, 5.0), (5.2, 5.0));
    let position = level.exit;
    let level = Level { shards: vec![Vec2::splat(15.0)], exit_opens: ExitOpens::AfterAllShards, ..level };
    let mut app = app_with(&level);
    tick(&mut app, TickInput::NONE);
    assert!(app.world().resource::<Run>().is_running(), "the exit is closed");
    assert_eq!(emitted::<ExitOpened>(&mut app), []);
    app.world_mut().query::<&mut ShardState>().single_mut(app.world_mut()).expect("one shard").taken = true;
    tick(&mut app, TickInput::NONE);
    assert_eq!(app.world().resource::<Run>().phase, Phase::Finished);
    assert_eq!(emitted::<ExitOpened>(&mut app), [ExitOpened { position }]);
    assert_eq!(emitted::<ExitReached>(&mut app), [ExitReached { position, ticks: 2 }]);
}

#[test]
fn hazards_advance_by_half_a_tick_while_focus_is_held() {
    let mut app = app_with(&room((5.0, 5.0), (15.0, 15.0)));
    tick(&mut app, TickInput::NONE);
    assert_eq!(app.world().resource::<Run>().hazard_half_ticks, 2);
    tick(&mut app, TickInput::FOCUS);
    let run = app.world().resource::<Run>();
    assert_eq!((run.ticks, run.hazard_half_ticks), (2, 3));
    assert_eq!(emitted::<FocusStarted>(&mut app), [FocusStarted]);
}

/// A laser whose one beam points to the right, always lit.
fn laser(position: Vec2) -> LaserSettings {
    let aim = Aim::Fixed { angle: 0.0 };
    LaserSettings { position, aim, cycle: None, beams: 1, reach: None, path: None, bounces: 0, when: None }
}

#[test]
fn the_nearest_of_two_beams_kills_whatever_the_order_of_the_lasers() {
    let (near, far) = (Vec2::new(1.5, 10.1), Vec2::new(2.5, 9.8));
    for (lasers, killer) in [([near, far], 0), ([far, near], 1)] {
        let level = room((10.0, 10.0), (15.0, 15.0));
        let mut app = app_with(&level.with_actors(lasers.map(laser).to_vec()));
        tick(&mut app, TickInput::NONE);
        let died = emitted::<NinjaDied>(&mut app);
        let [NinjaDied { death, .. }] = died[..] else { panic!("one death: {died:?}") };
        assert_eq!(death.source, Some(ActorIndex(killer)));
        assert_eq!(death.path.map(|[start, _]| start), Some(near));
    }
}

#[test]
fn an_offset_sweep_starts_where_it_is_and_not_where_it_would_begin() {
    let at_start = |offset: f32| {
        let level = room((5.0, 5.0), (15.0, 15.0));
        let aim = Aim::Sweep { from: 0.0, to: 1.0, period: 4.0, offset };
        let lasers = vec![LaserSettings { aim, ..laser(Vec2::new(1.5, 10.5)) }];
        let mut app = app_with(&level.with_actors(lasers));
        state(&mut app).states::<LaserState>()[0].direction
    };
    assert!(at_start(0.0).distance(Vec2::X) < 1e-6);
    assert!(at_start(2.0).distance(Vec2::from_angle(1.0)) < 1e-6, "half a period ahead is the far end");
}

#[test]
fn the_ninja_moves_while_the_run_goes_on_and_emits_what_it_does() {
    let mut app = app_with(&drawn("#########\n#       #\n#       #\n#       #\n#@      #\n#########"));
    let position = |app: &App| app.world().resource::<Ninja>().position;
    // It comes to rest on the ground first.
    (0..20).for_each(|_| tick(&mut app, TickInput::NONE));
    let before = position(&app);
    tick(&mut app, TickInput::RIGHT.with(TickInput::JUMP));
    assert!(position(&app).cmpgt(before).all(), "{before} to {}", position(&app));
    assert_eq!(emitted::<NinjaJumped>(&mut app), [NinjaJumped { position: before }]);
    // Nothing moves it once it is through the exit.
    app.world_mut().resource_mut::<Run>().phase = Phase::Finished;
    let still = position(&app);
    tick(&mut app, TickInput::RIGHT);
    assert_eq!(position(&app), still);
}

#[test]
fn falling_out_of_the_map_ends_the_run() {
    let level = drawn("#####\n#@  #\n#   #");
    let mut app = app_with(&Level { ninja: Vec2::new(2.5, -30.0), ..level });
    tick(&mut app, TickInput::NONE);
    assert!(matches!(app.world().resource::<Run>().phase, Phase::Dead { .. }));
    let died = emitted::<NinjaDied>(&mut app);
    let [NinjaDied { death, .. }] = died[..] else { panic!("one death: {died:?}") };
    assert_eq!((death.weapon.name, death.source, death.at), ("a fall out of the map", None, None));
}

#[test]
fn lasers_aim_and_cast_by_the_hazards_clock() {
    let level = drawn_with(
        "############\n#          #\n#l         #\n#@         #\n############",
        "'l': Laser(aim: Sweep(from: 0, to: 60, period: 4), cycle: (charge: 1, on: 2, off: 1))",
    );
    let mut app = app_with(&level);
    let mut at = |seconds: f32| {
        let half_ticks = (seconds * 2.0 * TICKS_PER_SECOND as f32) as u32;
        app.world_mut().resource_mut::<Run>().hazard_half_ticks = half_ticks - 2;
        tick(&mut app, TickInput::NONE);
        let mut lasers = app.world_mut().query::<(&LaserState, &Beams)>();
        let (state, beams) = lasers.single(app.world()).expect("one laser");
        (state.direction, beams.phase, beams.iter(state.position).next().map(|beam| beam.end))
    };
    // It charges along the floor as far as the wall, and is lit at the far end of its sweep.
    let (direction, phase, end) = at(4.0);
    assert!(direction.distance(Vec2::X) < 1e-6 && matches!(phase, BeamPhase::Charging { .. }), "{direction} {phase:?}");
    assert!(end.is_some_and(|end| end.distance(Vec2::new(11.0, 2.5)) < 1e-5), "{end:?}");
    let (direction, phase, _) = at(2.0);
    let far = Vec2::from_angle(60_f32.to_radians());
    assert!(direction.distance(far) < 1e-5 && phase == BeamPhase::Lit, "{direction} {phase:?}");
    let (_, phase, end) = at(3.5);
    assert_eq!((phase, end), (BeamPhase::Off, None));
}

#[test]
fn a_restart_puts_everything_back_says_why_and_plays_on() {
    for actor in [LASER, "'a': Turret(aim: Spin(period: 4), period: 0.1, range: 1)"] {
        let level = drawn_with(HALL, actor);
        let mut app = app_with(&level);
        let start = state(&mut app);
        let mut untouched = Simulation::new(&level);
        untouched.tick(TickInput::RESTART);
        for after_death in [true, false] {
            (0..40).for_each(|_| tick(&mut app, TickInput::RIGHT));
            assert_ne!(state(&mut app), start);
            emitted::<RunRestarted>(&mut app);
            if after_death {
                app.world_mut().resource_mut::<Run>().phase = Phase::Dead { ticks: DEATH_TICKS };
            }
            tick(&mut app, if after_death { TickInput::NONE } else { TickInput::RESTART });
            assert_eq!(emitted::<RunRestarted>(&mut app), [RunRestarted { after_death, to: RestartPoint::Start }]);
            assert_eq!(state(&mut app), untouched.save(), "after_death: {after_death}");
            assert_eq!(app.world().resource::<Run>().ticks, 1);
        }
    }
}

const HALL: &str = "
    ############
    #    a     #
    #          #
    #  @   * X #
    ############
    ";
const LASER: &str = "'a': Laser(aim: Spin(period: 4), reach: 1)";

#[test]
fn the_plugin_plays_a_level_in_an_app_as_the_headless_simulation_does() {
    let level = drawn_with(HALL, LASER);
    let mut app = app_with(&level);
    let mut simulation = Simulation::new(&level);
    for count in 0..300 {
        let input = if count % 50 < 40 { TickInput::RIGHT } else { TickInput::RIGHT.with(TickInput::JUMP) };
        tick(&mut app, input);
        simulation.tick(input);
        assert_eq!(state(&mut app), simulation.save(), "tick {count}");
    }
    assert_eq!(simulation.run().phase, Phase::Finished);
}

#[test]
fn a_level_replaces_everything_of_the_one_before_and_unloading_leaves_nothing() {
    let mut app = app_with(&drawn_with(HALL, LASER));
    let count = |app: &mut App| app.world_mut().query::<&LevelEntity>().iter(app.world()).count();
    assert_eq!(count(&mut app), 3, "exit, shard and laser");
    load_level(app.world_mut(), &drawn("#####\n#@ X#\n#####"));
    assert_eq!(count(&mut app), 1, "the exit");
    unload_level(app.world_mut());
    assert_eq!(count(&mut app), 0);
    assert!(!app.world().contains_resource::<Colliders>() && !app.world().contains_resource::<LevelStart>());
}

#[test]
fn beams_are_cast_before_the_first_tick() {
    let mut app = app_with(&drawn_with(HALL, LASER));
    let mut lasers = app.world_mut().query::<(&LaserState, &Beams)>();
    let (state, beams) = lasers.single(app.world()).expect("one laser");
    let beam = beams.iter(state.position).next().expect("it has a beam");
    assert!((beam.start.distance(beam.end) - 1.0).abs() < 1e-3);
}

/// When each optional rule last ran.
fn last_runs(app: &App, rules: &OptionalRules) -> Vec<Tick> {
    let schedule = app.get_schedule(Simulate).expect("the plugin adds it");
    let last_run = |set: SimulationSystems| {
        let keys = schedule.graph().systems_in_set(set.intern()).expect("it has run");
        let mut systems = schedule.systems().expect("it has run").filter(|(key, _)| keys.contains(key));
        let (Some((_, system)), None) = (systems.next(), systems.next()) else { panic!("{set:?}: not one system") };
        system.get_last_run()
    };
    rules.0.iter().map(|&(_, set)| last_run(set)).collect()
}

#[test]
fn an_optional_rule_runs_in_exactly_the_levels_that_have_its_component() {
    let examples = KINDS.iter().enumerate().map(|(index, kind)| (format!("kind {index}"), example_of(kind)));
    let mut seen = vec![];
    let conditions = vec![Condition::Any(vec![Condition::Raised(Channel(0)), Condition::Raised(Channel(1))])];
    let gated = ("conditions".to_owned(), Level { conditions, ..room((5.0, 5.0), (15.0, 15.0)) });
    for (name, level) in shipped_levels().into_iter().chain(examples).chain([gated]) {
        let mut app = app_with(&level);
        let rules = app.world().resource::<OptionalRules>().clone();
        seen.resize(rules.0.len(), [false; 2]);
        tick(&mut app, TickInput::NONE);
        let before = last_runs(&app, &rules);
        tick(&mut app, TickInput::NONE);
        let after = last_runs(&app, &rules);
        for (index, &(component, set)) in rules.0.iter().enumerate() {
            let mut archetypes = app.world().archetypes().iter();
            let is_present = archetypes.any(|archetype| archetype.contains(component) && !archetype.is_empty());
            assert_eq!(before[index] != after[index], is_present, "{name}: {set:?}");
            seen[index][usize::from(is_present)] = true;
        }
    }
    assert!(seen.len() > 10 && seen.iter().all(|seen| *seen == [true; 2]), "a rule that no level shows: {seen:?}");
}
