//! Mines and spikes.

use bevy::prelude::*;
use hairline_level::{Level, MineSettings};
use hairline_sim::Simulation;
use hairline_sim::hazards::mine::{Mine, MineEvent, MineExploded, MineLit, MineState};
use hairline_sim::ninja::death::NinjaDied;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::tuning::{DEATH_TICKS, HURT_RADIUS};
use hairline_testing::{colliders, death_within, drawn};

fn hall() -> Level {
    drawn("############\n#          #\n#@         #\n############")
}

fn mine() -> Mine {
    Mine::new(&MineSettings { position: Vec2::new(6.5, 1.5), trigger: 1.0, fuse: 0.5, blast: 2.0 })
}

/// What a mine does when the hurt circle is this far from its center.
fn step(mine: &Mine, state: &mut MineState, now: u32, distance: f32) -> Option<MineEvent> {
    let level = hall();
    let center = mine.position - Vec2::X * (distance + HURT_RADIUS);
    mine.step(state, now, center, &colliders(&level))
}

#[test]
fn a_mine_is_lit_within_its_trigger_and_not_a_hair_outside() {
    let mut state = MineState::default();
    assert_eq!(step(&mine(), &mut state, 10, 1.001), None);
    assert_eq!(step(&mine(), &mut state, 12, 0.999), Some(MineEvent::Lit));
    assert_eq!(state.lit_at, Some(12));
    assert_eq!(step(&mine(), &mut state, 14, 0.5), None, "lit once");
}

#[test]
fn it_explodes_after_its_fuse_and_kills_within_its_blast() {
    for (distance, event) in [(1.999, MineEvent::Exploded { hit: true }), (2.001, MineEvent::Exploded { hit: false })] {
        let mut state = MineState { lit_at: Some(100), spent: false };
        assert_eq!(step(&mine(), &mut state, 227, distance), None);
        assert_eq!(step(&mine(), &mut state, 228, distance), Some(event), "{distance}");
        assert_eq!(step(&mine(), &mut state, 300, 0.0), None, "it is spent");
    }
}

#[test]
fn without_a_fuse_it_kills_at_once() {
    let mine = Mine { fuse: 0, ..mine() };
    assert_eq!(step(&mine, &mut MineState::default(), 7, 0.9), Some(MineEvent::Exploded { hit: true }));
}

#[test]
fn a_wall_shields_and_hides() {
    let level = drawn("############\n#    #     #\n#@   #     #\n############");
    let behind = Vec2::new(4.5, 1.5);
    let near = Mine { position: Vec2::new(6.2, 1.5), ..mine() };
    let mut state = MineState::default();
    let around = colliders(&level);
    assert_eq!(near.step(&mut state, 5, behind, &around), None, "it does not notice the ninja");
    let mut lit = MineState { lit_at: Some(0), spent: false };
    assert_eq!(
        near.step(&mut lit, 500, behind, &around),
        Some(MineEvent::Exploded { hit: false }),
        "the blast does not reach it"
    );
}

#[test]
fn a_mine_in_play_is_lit_explodes_and_kills() {
    let settings = MineSettings { position: Vec2::new(6.5, 1.5), trigger: 1.0, fuse: 0.25, blast: 1.5 };
    let level = hall().with_actors(vec![settings]);
    let mut simulation = Simulation::new(&level);
    let (source, position, blast) = (ActorIndex(0), Vec2::new(6.5, 1.5), 1.5);
    while simulation.drain::<MineLit>() != [MineLit { source, position }] {
        simulation.tick(TickInput::RIGHT);
        assert!(simulation.run().is_running() && simulation.run().ticks < 400, "nothing lit the mine");
    }
    let NinjaDied { position: ninja, death, .. } =
        death_within(&mut simulation, 400, TickInput::NONE).expect("it dies");
    assert_eq!(simulation.drain::<MineExploded>(), [MineExploded { source, position, blast }]);
    assert_eq!((death.weapon.name, death.source), ("a mine", Some(source)));
    let [from, at] = death.path.expect("a blast comes from somewhere");
    assert_eq!((from, Some(at)), (position, death.at));
    assert!((at.distance(ninja) - HURT_RADIUS).abs() < 1e-5, "on the near side of the ninja: {at}");
    assert!(simulation.save().states::<MineState>()[0].spent);
    for _ in 0..=DEATH_TICKS {
        simulation.tick(TickInput::NONE);
    }
    assert_eq!(simulation.save().states::<MineState>()[0], MineState::default(), "a restart resets it");
}

#[test]
fn running_into_spikes_is_death_and_jumping_over_them_is_not() {
    let level = drawn("############\n#          #\n#          #\n#          #\n#@   ^     #\n############");
    let mut simulation = Simulation::new(&level);
    let died = death_within(&mut simulation, 300, TickInput::RIGHT).expect("it runs into them");
    assert_eq!((died.death.weapon.name, died.death.source), ("spikes", None));
    assert!(died.death.at.is_some_and(|at| at.distance(died.position) <= HURT_RADIUS), "{died:?}");
    let mut simulation = Simulation::new(&level);
    for tick in 0..120 {
        let jump = if (30..70).contains(&tick) { TickInput::JUMP } else { TickInput::NONE };
        simulation.tick(TickInput::RIGHT.with(jump));
    }
    assert!(simulation.run().is_running() && simulation.ninja().position.x > 7.0, "it jumped over them");
}
