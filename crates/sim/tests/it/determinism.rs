//! The same level and the same inputs give the same bits: every proof and random play, restored at every tick; levels loaded
//! one after the other; and what holds in every random tick of every shipped level.

use std::collections::BTreeMap;

use bevy::prelude::*;
use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::{KINDS, Level};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::beam_hits::BeamGrazed;
use hairline_sim::hazards::camera::CameraAlarmed;
use hairline_sim::hazards::laser::LaserState;
use hairline_sim::hazards::mine::MineExploded;
use hairline_sim::hazards::orb::OrbBounced;
use hairline_sim::hazards::sensor::SensorLit;
use hairline_sim::hazards::turret::BulletStopped;
use hairline_sim::ninja::NinjaBumped;
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::obstacles::crumble::CrumbleChanged;
use hairline_sim::obstacles::door::DoorMoved;
use hairline_sim::obstacles::vane::VaneTurned;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::shard::ShardTaken;
use hairline_sim::run::{Phase, Run};
use hairline_sim::state::snapshot::{self, Snapshot};
use hairline_sim::triggers::key::KeyTaken;
use hairline_sim::triggers::spring::SpringReleased;
use hairline_sim::triggers::switch::SwitchPressed;
use hairline_sim::triggers::teleport::NinjaTeleported;
use hairline_sim::tuning::*;
use hairline_sim::{Simulate, Simulation, load_level};
use hairline_testing::courses::{dangerous_course, mill, obstacle_course};
use hairline_testing::random::{LONG_RUN_TICKS, RandomPlayer};
use hairline_testing::stress_level::stress_level;
use hairline_testing::{RunState, assert_restores_at_each_tick, drawn, revive, shipped_levels, shipped_proofs};

#[test]
fn every_proof_finishes_its_level_in_the_recorded_state() {
    for (name, level, replay) in shipped_proofs() {
        replay.verify(&level).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn every_proof_restored_at_each_tick_plays_on_the_same() {
    for (name, level, replay) in shipped_proofs() {
        let end = assert_restores_at_each_tick(&name, &level, replay.inputs, |_| {});
        assert_eq!(end.hash(), replay.final_hash, "{name}");
    }
}

/// What happened in a random run: the names of its messages and causes of death.
#[derive(Default)]
struct Happened(BTreeMap<&'static str, u32>);

impl Happened {
    fn count<M: Message>(&mut self, simulation: &mut Simulation) {
        let name = std::any::type_name::<M>().rsplit("::").next().expect("a type has a name");
        *self.0.entry(name).or_default() += simulation.drain::<M>().len() as u32;
    }

    /// Counts the ticks in which an airborne ninja touches a smooth wall.
    fn count_smooth_walls(&mut self, simulation: &Simulation) {
        let (ninja, terrain) = (simulation.ninja(), simulation.world().resource::<Colliders>().terrain());
        let is_smooth = |side: f32| {
            let beside = ninja.position + Vec2::X * (side * (BODY_RADIUS + WALL_REACH / 2.0));
            terrain.tile(beside.floor().as_ivec2()) == TileShape::Smooth
        };
        let touches = ninja.ground.is_none() && (is_smooth(-1.0) || is_smooth(1.0));
        *self.0.entry("a smooth wall").or_default() += u32::from(touches);
    }

    fn count_deaths(&mut self, simulation: &mut Simulation) {
        for died in simulation.drain::<NinjaDied>() {
            let (weapon, source) = (died.death.weapon, died.death.source);
            let is_known = weapon.kind.is_none_or(|kind| KINDS.iter().any(|row| row.names[0] == kind));
            assert!(is_known && weapon.kind.is_some() == source.is_some(), "{:?}", died.death);
            *self.0.entry(weapon.name).or_default() += 1;
        }
    }
}

/// Random buttons, and every now and then a restart.
fn random_inputs(seed: u64, ticks: u32) -> impl Iterator<Item = TickInput> {
    let mut player = RandomPlayer::new(seed);
    (0..ticks).map(move |tick| if tick % 1500 == 1499 { TickInput::RESTART } else { player.next_input() })
}

#[test]
fn random_play_among_all_that_kills_restored_at_each_tick_plays_on_the_same() {
    let mut happened = Happened::default();
    assert_restores_at_each_tick(
        "dangerous course",
        &dangerous_course(),
        random_inputs(5, LONG_RUN_TICKS / 3),
        |simulation| {
            happened.count_deaths(simulation);
            happened.count_smooth_walls(simulation);
            happened.count::<ShardTaken>(simulation);
            happened.count::<NinjaBumped>(simulation);
            happened.count::<DoorMoved>(simulation);
            happened.count::<CrumbleChanged>(simulation);
            happened.count::<VaneTurned>(simulation);
            happened.count::<SpringReleased>(simulation);
            happened.count::<NinjaTeleported>(simulation);
            happened.count::<SwitchPressed>(simulation);
            happened.count::<KeyTaken>(simulation);
            happened.count::<SensorLit>(simulation);
            happened.count::<CameraAlarmed>(simulation);
            happened.count::<BeamGrazed>(simulation);
            happened.count::<BulletStopped>(simulation);
            happened.count::<OrbBounced>(simulation);
            happened.count::<MineExploded>(simulation);
            revive(simulation);
        },
    );
    let weapons = ["a beam", "a bullet", "an orb", "a mine", "spikes"];
    let advice = "did not happen in this seed: move what you added to the course, or choose another seed";
    for weapon in weapons {
        assert!(happened.0.contains_key(weapon), "a death by {weapon} {advice}: {:?}", happened.0);
    }
    for (message, count) in &happened.0 {
        assert!(*count > 0, "{message} {advice}: {:?}", happened.0);
    }
}

#[test]
fn random_play_among_obstacles_restored_at_each_tick_plays_on_the_same() {
    for (name, level) in [("obstacle course", obstacle_course()), ("mill", mill(3))] {
        assert_restores_at_each_tick(name, &level, random_inputs(6, LONG_RUN_TICKS / 10), |_| {});
    }
}

#[test]
fn random_play_with_every_kind_of_actor_restored_at_each_tick_plays_on_the_same() {
    let level = stress_level();
    assert!(KINDS.iter().all(|kind| level.actors.count_of(kind.word) > 0));
    assert_restores_at_each_tick("stress level", &level, random_inputs(7, LONG_RUN_TICKS / 60), revive);
}

#[test]
fn levels_loaded_one_after_the_other_into_one_world_play_as_each_does_in_a_fresh_one() {
    let mut levels = vec![
        (
            "an empty room",
            drawn(
                "#######
#     #
#@  X #
#######",
            ),
        ),
        ("dangerous course", dangerous_course()),
        ("mill", mill(2)),
        ("stress level", stress_level()),
    ];
    let shipped = shipped_levels();
    for name in ["hairline", "kaleidoscope", "full-blast"] {
        let file = format!("{name}.level.ron");
        let (_, level) = shipped.iter().find(|(found, _)| *found == file).expect("it is shipped");
        levels.push((name, level.clone()));
    }
    let mut app = App::new();
    app.add_plugins(hairline_sim::plugin);
    let mut found = Snapshot::default();
    let mut play = |level: &Level, ticks: u32, mut check: Option<&mut dyn FnMut(u32, TickInput, &Snapshot)>| {
        load_level(app.world_mut(), level);
        for (tick, input) in (0..).zip(random_inputs(9, ticks)) {
            app.insert_resource(input);
            app.world_mut().run_schedule(Simulate);
            snapshot::save(app.world_mut(), &mut found);
            if let Some(check) = &mut check {
                check(tick, input, &found);
            }
        }
    };
    for (first, before) in &levels {
        for (second, level) in &levels {
            play(before, 40, None);
            let mut fresh = Simulation::new(level);
            let mut check = |tick: u32, input, found: &Snapshot| {
                fresh.tick(input);
                assert_eq!(&fresh.save(), found, "{second} after {first}, tick {tick}");
            };
            play(level, 120, Some(&mut check));
        }
    }
}

#[test]
fn going_back_and_playing_on_ends_the_same() {
    for (name, level, replay) in shipped_proofs() {
        let mut simulation = Simulation::new(&level);
        let middle = replay.inputs.len() / 2;
        replay.inputs[..middle].iter().for_each(|&input| simulation.tick(input));
        let saved = simulation.save();
        // Somewhere else entirely.
        (0..500).for_each(|_| simulation.tick(TickInput::LEFT.with(TickInput::JUMP)));
        simulation.restore(&saved);
        replay.inputs[middle..].iter().for_each(|&input| simulation.tick(input));
        assert_eq!(simulation.save().hash(), replay.final_hash, "{name}");
    }
}

#[track_caller]
fn assert_sane(name: &str, tick: u32, state: &Snapshot, terrain: &Terrain) {
    let ninja = &state.ninja();
    let size = terrain.size().as_vec2();
    assert!(ninja.position.is_finite() && ninja.velocity.is_finite(), "{name} at {tick}: {ninja:?}");
    // The shipped levels are closed, and a fall out of one would end a little below it.
    let inside = |value: f32, most: f32| (-2.0..most + 2.0).contains(&value);
    assert!(inside(ninja.position.x, size.x) && inside(ninja.position.y, size.y), "{name} at {tick}: {ninja:?}");
    let depth = terrain.depth(ninja.position, BODY_RADIUS);
    assert!(depth <= 1e-3, "{name} at {tick}: {depth} deep in a wall, {ninja:?}");
    assert!(state.run().focus.meter <= state.run().focus.meter_max, "{name} at {tick}: {:?}", state.run().focus);
    for laser in state.states::<LaserState>() {
        let unit = (laser.direction.length() - 1.0).abs() < 1e-4;
        assert!(laser.position.is_finite() && unit, "{name} at {tick}: {laser:?}");
    }
}

fn play_at_random(name: &str, level: &Level, ticks: u32, immortal: bool) {
    let mut simulation = Simulation::new(level);
    let mut player = RandomPlayer::new(level.hash);
    let mut state = simulation.save();
    for tick in 0..ticks {
        simulation.tick(player.next_input());
        simulation.save_into(&mut state);
        assert_sane(name, tick, &state, &level.terrain);
        match state.run().phase {
            Phase::Finished => simulation.tick(TickInput::RESTART),
            Phase::Dead { .. } if immortal && state.ninja().position.y < 0.0 => simulation.tick(TickInput::RESTART),
            // A ninja that nothing stops gets to places that no mortal one reaches.
            Phase::Dead { .. } if immortal => simulation.world_mut().resource_mut::<Run>().phase = Phase::Running,
            _ => {}
        }
    }
}

#[test]
fn random_ticks_keep_every_level_sane() {
    for (name, level) in shipped_levels() {
        play_at_random(&name, &level, LONG_RUN_TICKS, false);
        play_at_random(&name, &level, LONG_RUN_TICKS / 5, true);
    }
}

#[test]
fn the_ninja_survives_a_minute_at_the_start_of_every_level() {
    for (name, level) in shipped_levels() {
        let mut simulation = Simulation::new(&level);
        for tick in 0..60 * TICKS_PER_SECOND {
            simulation.tick(TickInput::NONE);
            assert!(simulation.run().is_running(), "{name} kills it at tick {tick}");
        }
    }
}
