//! Mines and spikes.

mod drawn;

use bevy::prelude::*;
use drawn::{drawn, play};
use hairline::level::{Level, MineSettings};
use hairline::sim::Simulation;
use hairline::sim::facts::{DeathCause, Fact};
use hairline::sim::hazards::mine::{Mine, MineEvent, MineState};
use hairline::sim::run::input::TickInput;
use hairline::sim::tuning::HURT_RADIUS;

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
    mine.step(state, now, center, &(&*level.terrain).into())
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
fn it_blows_up_after_its_fuse_and_kills_within_its_blast() {
    for (distance, event) in [(1.999, MineEvent::Killed), (2.001, MineEvent::Blown)] {
        let mut state = MineState { lit_at: Some(100), spent: false };
        assert_eq!(step(&mine(), &mut state, 227, distance), None);
        assert_eq!(step(&mine(), &mut state, 228, distance), Some(event), "{distance}");
        assert_eq!(step(&mine(), &mut state, 300, 0.0), None, "it is spent");
    }
}

#[test]
fn without_a_fuse_it_kills_at_once() {
    let mine = Mine { fuse: 0, ..mine() };
    assert_eq!(step(&mine, &mut MineState::default(), 7, 0.9), Some(MineEvent::Killed));
}

#[test]
fn a_wall_shields_and_hides() {
    let level = drawn("############\n#    #     #\n#@   #     #\n############");
    let behind = Vec2::new(4.5, 1.5);
    let near = Mine { position: Vec2::new(6.2, 1.5), ..mine() };
    let mut state = MineState::default();
    let around = (&*level.terrain).into();
    assert_eq!(near.step(&mut state, 5, behind, &around), None, "it does not notice him");
    let mut lit = MineState { lit_at: Some(0), spent: false };
    assert_eq!(near.step(&mut lit, 500, behind, &around), Some(MineEvent::Blown), "the blast does not reach him");
}

#[test]
fn a_mine_in_play_is_lit_told_and_deadly() {
    let settings = MineSettings { position: Vec2::new(6.5, 1.5), trigger: 1.0, fuse: 0.25, blast: 1.5 };
    let level = hall().with_actors(vec![settings]);
    let mut simulation = Simulation::new(&level);
    let mut lit = 0;
    let cause = (0..400).find_map(|_| {
        simulation.tick(if lit == 0 { TickInput::RIGHT } else { TickInput::NONE });
        lit += simulation.facts().filter(|fact| matches!(fact, Fact::MineLit { .. })).count();
        simulation.facts().find_map(|fact| match fact {
            Fact::NinjaDied { cause, .. } => Some(*cause),
            _ => None,
        })
    });
    assert_eq!(lit, 1);
    assert_eq!(cause, Some(DeathCause::Mine { center: Vec2::new(6.5, 1.5) }));
    assert!(play(&mut simulation, 20, TickInput::NONE).iter().any(|s| !s.actors.mines[0].spent), "a restart resets it");
}

#[test]
fn running_into_spikes_is_death_and_jumping_over_them_is_not() {
    let level = drawn("############\n#          #\n#          #\n#          #\n#@   ^     #\n############");
    let mut simulation = Simulation::new(&level);
    let died = (0..300).any(|_| {
        simulation.tick(TickInput::RIGHT);
        simulation.facts().any(|fact| matches!(fact, Fact::NinjaDied { cause: DeathCause::Spikes { .. }, .. }))
    });
    assert!(died, "he ran into them");
    let mut simulation = Simulation::new(&level);
    for tick in 0..120 {
        let jump = if (30..70).contains(&tick) { TickInput::JUMP } else { TickInput::NONE };
        simulation.tick(TickInput::RIGHT.with(jump));
    }
    assert!(simulation.run().is_running() && simulation.save().ninja.position.x > 7.0, "he jumped over them");
}
