//! Rules in a small app without a window: some alone on hand-made entities, as systems of their own, and all of them
//! through the plugin.

mod drawn;

use bevy::prelude::*;
use drawn::{drawn, drawn_with};
use hairline::geometry::terrain::Terrain;
use hairline::level::{Aim, Cycle, ExitOpens, FocusSettings, LaserSettings};
use hairline::sim;
use hairline::sim::facts::{DeathCause, Fact};
use hairline::sim::hazards::beam_hits::detect_hits;
use hairline::sim::hazards::laser::{BeamPhase, Beams, Laser, LaserState, Lasers, operate_lasers};
use hairline::sim::ninja::{Ninja, step_ninja};
use hairline::sim::run::exit::{Exit, reach_exit};
use hairline::sim::run::focus::{Focus, advance_clocks};
use hairline::sim::run::input::TickInput;
use hairline::sim::run::shard::{Shard, Shards, take_shards};
use hairline::sim::run::{Phase, Run};
use hairline::sim::state::actor::ActorIndex;
use hairline::sim::state::spawn::{LevelEntity, LevelTerrain, despawn_level};
use hairline::sim::triggers::channel::Channels;
use hairline::sim::tuning::{DEATH_TICKS, TICKS_PER_SECOND};
use hairline::sim::{Simulate, Simulation, load_level};

/// An app with the resources that every rule needs and no system.
fn bare_app() -> App {
    let mut app = App::new();
    app.add_message::<Fact>();
    app.init_resource::<Run>().init_resource::<TickInput>();
    app.insert_resource(Focus::new(FocusSettings { max: 3.0, start: 1.0 }));
    app
}

fn facts(app: &App) -> Vec<Fact> {
    app.world().resource::<Messages<Fact>>().iter_current_update_messages().copied().collect()
}

/// The rules of what comes of where everybody is, as a system of their own.
fn judge_touches(
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    ninja: Single<&Ninja>,
    mut lasers: Lasers,
    mut shards: Shards,
    mut exit: Single<&mut Exit>,
    mut facts: MessageWriter<Fact>,
) {
    detect_hits(&mut run, &mut focus, &ninja, &mut lasers, &mut facts);
    take_shards(&run, &mut focus, &ninja, &mut shards, &mut facts);
    reach_exit(&mut run, &ninja, &mut exit, &shards, &mut facts);
}

/// The ninja's rules as a system of their own.
fn play_ninja(
    input: Res<TickInput>,
    terrain: Res<LevelTerrain>,
    mut run: ResMut<Run>,
    mut focus: ResMut<Focus>,
    mut ninja: Single<&mut Ninja>,
    mut facts: MessageWriter<Fact>,
) {
    advance_clocks(*input, &mut run, &mut focus, &mut facts);
    step_ninja(*input, &(&*terrain.0).into(), &mut run, &mut ninja, &mut facts);
}

/// The robots' rules as a system of their own.
fn play_robots(run: Res<Run>, terrain: Res<LevelTerrain>, ninja: Single<&Ninja>, mut lasers: Lasers) {
    operate_lasers(&run, &Channels::NONE, &(&*terrain.0).into(), ninja.position, &mut lasers);
}

#[test]
fn the_shards_in_reach_are_taken_and_no_other() {
    let mut app = bare_app();
    app.add_systems(Update, judge_touches);
    app.world_mut().spawn(Ninja::new(Vec2::new(5.0, 5.0)));
    app.world_mut().spawn(Exit::new(Vec2::ZERO, ExitOpens::AfterAllShards));
    let spawn = |app: &mut App, index, x| {
        app.world_mut().spawn((ActorIndex(index), Shard { position: Vec2::new(x, 5.0), taken: false })).id()
    };
    let (near, far) = (spawn(&mut app, 0, 5.5), spawn(&mut app, 1, 7.0));
    app.update();
    assert!(app.world().get::<Shard>(near).is_some_and(|shard| shard.taken));
    assert!(app.world().get::<Shard>(far).is_some_and(|shard| !shard.taken));
    assert_eq!(facts(&app), [Fact::ShardTaken { position: Vec2::new(5.5, 5.0), left: 1 }]);
    app.update();
    assert_eq!(facts(&app), [], "taken once");
}

#[test]
fn the_last_shard_opens_the_exit_and_he_who_stands_in_it_finishes_in_the_same_tick() {
    let mut app = bare_app();
    app.add_systems(Update, judge_touches);
    app.world_mut().spawn(Ninja::new(Vec2::new(5.0, 5.0)));
    app.world_mut().spawn(Exit::new(Vec2::new(5.2, 5.0), ExitOpens::AfterAllShards));
    let shard = app.world_mut().spawn((ActorIndex(0), Shard { position: Vec2::ZERO, taken: false })).id();
    app.update();
    assert!(app.world().resource::<Run>().is_running(), "closed");
    app.world_mut().get_mut::<Shard>(shard).expect("it was spawned").taken = true;
    app.update();
    assert_eq!(app.world().resource::<Run>().phase, Phase::Finished);
    assert_eq!(facts(&app), [Fact::ExitOpened, Fact::ExitReached { ticks: 0 }]);
}

#[test]
fn the_hazards_step_is_half_while_focus_is_held() {
    let mut app = bare_app();
    let system =
        |input: Res<TickInput>, mut run: ResMut<Run>, mut focus: ResMut<Focus>, mut facts: MessageWriter<_>| {
            advance_clocks(*input, &mut run, &mut focus, &mut facts);
        };
    app.add_systems(Update, system);
    app.update();
    assert_eq!(app.world().resource::<Run>().hazard_half_ticks, 2);
    *app.world_mut().resource_mut::<TickInput>() = TickInput::FOCUS;
    app.update();
    assert_eq!(app.world().resource::<Run>().hazard_half_ticks, 3);
    assert_eq!(app.world().resource::<Run>().ticks, 2);
    assert_eq!(facts(&app), [Fact::FocusStarted]);
}

/// A robot at `start` whose one beam points to the right, lit.
fn spawn_robot(app: &mut App, index: u32, start: Vec2) {
    let aim = Aim::Fixed { angle: 0.0 };
    let settings =
        LaserSettings { position: start, aim, cycle: None, beams: 1, reach: None, path: None, bounces: 0, when: None };
    let (laser, state) = Laser::new(&settings);
    let terrain = Terrain::new(UVec2::splat(20), vec![default(); 400]);
    let beams = laser.cast(&state, BeamPhase::Lit, &(&terrain).into(), None);
    app.world_mut().spawn((ActorIndex(index), laser, beams, state));
}

#[test]
fn the_nearest_of_two_beams_kills_whatever_the_order_of_the_robots() {
    let (near, far) = (Vec2::new(1.5, 10.1), Vec2::new(2.5, 9.8));
    for robots in [[(0, near), (1, far)], [(0, far), (1, near)]] {
        for order in [[0, 1], [1, 0]] {
            let mut app = bare_app();
            app.add_systems(Update, judge_touches);
            app.world_mut().spawn(Ninja::new(Vec2::splat(10.0)));
            app.world_mut().spawn(Exit::new(Vec2::ZERO, ExitOpens::AtOnce));
            for at in order {
                spawn_robot(&mut app, robots[at].0, robots[at].1);
            }
            app.update();
            let told = facts(&app);
            let [Fact::NinjaDied { cause: DeathCause::Beam { start, .. }, .. }] = told[..] else {
                panic!("one death and no near miss: {told:?}");
            };
            assert_eq!(start, near);
        }
    }
}

#[test]
fn an_offset_sweep_starts_where_it_is_and_not_where_it_would_begin() {
    let at_start = |offset| {
        let aim = Aim::Sweep { from: 0.0, to: 1.0, period: 4.0, offset };
        let settings = LaserSettings {
            position: Vec2::ONE,
            aim,
            cycle: None,
            beams: 1,
            reach: None,
            path: None,
            bounces: 0,
            when: None,
        };
        Laser::new(&settings).1.direction
    };
    assert!(at_start(0.0).distance(Vec2::X) < 1e-6);
    assert!(at_start(2.0).distance(Vec2::from_angle(1.0)) < 1e-6, "half a period ahead is the far end");
}

/// A level of stone and space, drawn, as the resource that systems ask.
fn terrain(map: &str) -> LevelTerrain {
    LevelTerrain(drawn(map).terrain)
}

#[test]
fn the_ninja_moves_while_the_run_goes_on_and_what_he_did_is_told() {
    let mut app = bare_app();
    app.add_systems(Update, play_ninja);
    let level = drawn("#########\n#       #\n#       #\n#       #\n#@      #\n#########");
    app.insert_resource(LevelTerrain(level.terrain.clone()));
    let ninja = app.world_mut().spawn(Ninja::new(level.ninja)).id();
    let position = |app: &App| app.world().get::<Ninja>(ninja).expect("it was spawned").position;
    // He comes to rest on the ground first.
    (0..20).for_each(|_| app.update());
    let before = position(&app);
    *app.world_mut().resource_mut::<TickInput>() = TickInput::RIGHT.with(TickInput::JUMP);
    app.update();
    assert!(position(&app).x > before.x && position(&app).y > before.y, "{} to {}", before, position(&app));
    assert_eq!(facts(&app).last(), Some(&Fact::NinjaJumped { position: before }));
    // Nothing moves him once he is through.
    app.world_mut().resource_mut::<Run>().phase = Phase::Finished;
    let still = position(&app);
    app.update();
    assert_eq!(position(&app), still);
}

#[test]
fn falling_out_of_the_map_ends_the_run() {
    let mut app = bare_app();
    app.add_systems(Update, play_ninja).insert_resource(terrain("#####\n#@  #\n#   #"));
    app.world_mut().spawn(Ninja::new(Vec2::new(2.5, -30.0)));
    app.update();
    assert!(matches!(app.world().resource::<Run>().phase, Phase::Dead { .. }));
    let told = facts(&app);
    assert!(matches!(told[..], [Fact::NinjaDied { cause: DeathCause::Fall, .. }]), "{told:?}");
}

#[test]
fn robots_aim_and_cast_by_the_hazards_clock() {
    let mut app = bare_app();
    app.add_systems(Update, play_robots);
    app.insert_resource(terrain("############\n#@         #\n#          #\n#          #\n############"));
    app.world_mut().spawn(Ninja::new(Vec2::new(1.5, 3.5)));
    let aim = Aim::Sweep { from: 0.0, to: 1.0, period: 4.0, offset: 0.0 };
    let cycle = Some(Cycle { charge: 1.0, on: 2.0, off: 1.0, offset: 0.0 });
    let position = Vec2::new(2.5, 2.5);
    let (laser, state) =
        Laser::new(&LaserSettings { position, aim, cycle, beams: 1, reach: None, path: None, bounces: 0, when: None });
    let robot = app.world_mut().spawn((laser, ActorIndex(0), state, Beams::default())).id();
    let mut at = |seconds: f32| {
        app.world_mut().resource_mut::<Run>().hazard_half_ticks = (seconds * 2.0 * TICKS_PER_SECOND as f32) as u32;
        app.update();
        let robot = app.world().entity(robot);
        let state = *robot.get::<LaserState>().expect("it has a state");
        let beams = robot.get::<Beams>().expect("it has beams");
        (state.direction, beams.phase, beams.iter(state.position).next().map(|beam| beam.end))
    };
    // It charges along the floor as far as the wall, and is lit at the far end of its sweep.
    let (direction, phase, end) = at(0.0);
    assert!(direction.distance(Vec2::X) < 1e-6 && matches!(phase, BeamPhase::Charging { .. }), "{direction} {phase:?}");
    assert!(end.is_some_and(|end| end.distance(Vec2::new(11.0, 2.5)) < 1e-5), "{end:?}");
    let (direction, phase, _) = at(2.0);
    assert!(direction.distance(Vec2::from_angle(1.0)) < 1e-5 && phase == BeamPhase::Lit, "{direction} {phase:?}");
    let (_, phase, end) = at(3.5);
    assert_eq!((phase, end), (BeamPhase::Off, None));
}

#[test]
fn a_restart_puts_everything_back_tells_why_and_plays_on() {
    for level in [drawn_with(HALL, ROBOT), drawn_with(HALL, "'a': Turret(aim: Spin(period: 4), period: 0.1, range: 1)")]
    {
        let mut simulation = Simulation::new(&level);
        let start = simulation.save();
        let mut untouched = Simulation::new(&level);
        untouched.tick(TickInput::RESTART);
        for after_death in [true, false] {
            for _ in 0..40 {
                simulation.tick(TickInput::RIGHT);
            }
            let mut state = simulation.save();
            assert_ne!(state, start);
            if after_death {
                state.run.phase = Phase::Dead { ticks: DEATH_TICKS };
                simulation.restore(&state);
            }
            simulation.tick(if after_death { TickInput::NONE } else { TickInput::RESTART });
            assert_eq!(simulation.facts().next(), Some(&Fact::RunRestarted { after_death }));
            assert_eq!(simulation.save().hash(), untouched.save().hash(), "after_death: {after_death}");
            assert_eq!(simulation.run().ticks, 1);
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
const ROBOT: &str = "'a': Laser(aim: Spin(period: 4), reach: 1)";

#[test]
fn the_plugin_plays_a_level_in_an_app_as_the_headless_simulation_does() {
    let level = drawn_with(HALL, ROBOT);
    let mut app = App::new();
    app.add_plugins(sim::plugin);
    load_level(app.world_mut(), &level);
    let mut simulation = Simulation::new(&level);
    for tick in 0..300 {
        let input = if tick % 50 < 40 { TickInput::RIGHT } else { TickInput::JUMP };
        *app.world_mut().resource_mut::<TickInput>() = input;
        app.world_mut().run_schedule(Simulate);
        simulation.tick(input);
        let mut ninjas = app.world_mut().query::<&Ninja>();
        let ninja = *ninjas.single(app.world()).expect("there is one ninja");
        assert_eq!(ninja, simulation.save().ninja, "tick {tick}");
    }
    assert_eq!(app.world().resource::<Run>().phase, simulation.run().phase);
}

#[test]
fn another_level_replaces_all_entities_of_the_one_before() {
    let mut app = App::new();
    app.add_plugins(sim::plugin);
    let count = |app: &mut App| app.world_mut().query::<&LevelEntity>().iter(app.world()).count();
    load_level(app.world_mut(), &drawn_with(HALL, ROBOT));
    assert_eq!(count(&mut app), 4, "ninja, exit, shard and robot");
    load_level(app.world_mut(), &drawn("#####\n#@ X#\n#####"));
    assert_eq!(count(&mut app), 2);
    despawn_level(app.world_mut());
    assert_eq!(count(&mut app), 0);
}

#[test]
fn beams_are_cast_before_the_first_tick() {
    let mut app = App::new();
    app.add_plugins(sim::plugin);
    load_level(app.world_mut(), &drawn_with(HALL, ROBOT));
    let mut robots = app.world_mut().query::<(&LaserState, &Beams)>();
    let (state, beams) = robots.single(app.world()).expect("there is one robot");
    let beam = beams.iter(state.position).next().expect("it has a beam");
    assert!((beam.start.distance(beam.end) - 1.0).abs() < 1e-3);
}
