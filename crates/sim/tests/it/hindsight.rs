//! Deaths in hindsight: the scene, the clearance, and that every hint, played from the start of the level, lives.

use std::sync::Arc;

use bevy::math::Vec2;
use hairline_level::Level;
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::LaserState;
use hairline_sim::history::hindsight::*;
use hairline_sim::history::{Try, TryEnd};
use hairline_sim::run::Phase;
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::actor::ActorIndex;
use hairline_sim::state::snapshot::Snapshot;
use hairline_sim::tuning::HURT_RADIUS;
use hairline_testing::deaths::deaths;
use hairline_testing::{RunState, drawn, drawn_fully, drawn_with, shipped_proofs};

const NONE: TickInput = TickInput::NONE;
const RIGHT: TickInput = TickInput::RIGHT;
const JUMP: TickInput = TickInput::JUMP;

/// Deaths that are taken of each shipped level that has so many: over a thousand in all, or a few where the build is slow.
const DEATHS_PER_LEVEL: usize = if cfg!(debug_assertions) { 2 } else { 20 };

/// A try that presses `input(tick)` until it dies.
#[track_caller]
fn die(level: &Level, input: impl Fn(usize) -> TickInput) -> Try {
    try_to_die(level, input).expect("it dies")
}

fn try_to_die(level: &Level, input: impl Fn(usize) -> TickInput) -> Option<Try> {
    let (mut simulation, mut inputs) = (Simulation::new(level), vec![]);
    while inputs.len() < 1000 && simulation.run().phase == Phase::Running {
        inputs.push(input(inputs.len()));
        simulation.tick(inputs[inputs.len() - 1]);
    }
    let at = simulation.ninja().position;
    simulation.run().is_dead().then_some(Try { inputs, begin: 0, end: TryEnd::Died(at) })
}

/// Looks back at a death, in pieces of so many ticks.
fn look_back(hindsight: &mut Hindsight, of: &Try, piece: u32) -> (Scene, Finding) {
    hindsight.begin(Arc::new(of.clone()));
    while hindsight.advance(piece) {}
    assert!(hindsight.search_ticks() < SEARCH_TICKS_MAX + 512, "{}", hindsight.search_ticks());
    (hindsight.scene().expect("it is a death").clone(), hindsight.finding().expect("the search is over").clone())
}

/// Looks back at one death in a level and plays the hint, if there is one.
#[track_caller]
fn looked_back(level: &Level, of: &Try) -> (Scene, Finding) {
    let (scene, finding) = look_back(&mut Hindsight::new(level, Assist::default()), of, 64);
    assert_scene(level, &scene, of);
    if let Finding::Hint(hint) = &finding {
        assert_lives(level, hint, &scene, of);
    }
    (scene, finding)
}

#[track_caller]
fn hint(level: &Level, of: &Try) -> Hint {
    match looked_back(level, of).1 {
        Finding::Hint(hint) => hint,
        Finding::Nothing(tried) => panic!("nothing helps: {tried:?}"),
    }
}

/// The scene, played again, ends in its death.
#[track_caller]
fn assert_scene(level: &Level, scene: &Scene, of: &Try) {
    assert_eq!(scene.first, of.begin.max(of.inputs.len().saturating_sub(SCENE_TICKS_MAX)));
    assert_eq!((&*scene.inputs, scene.clearances.len()), (&of.inputs[scene.first..], scene.inputs.len()));
    let mut simulation = Simulation::new(level);
    simulation.restore(&scene.start);
    for &input in &scene.inputs {
        assert!(!simulation.run().is_dead());
        simulation.tick(input);
    }
    let at = simulation.ninja().position;
    assert!(simulation.run().is_dead() && scene.died.position == at && TryEnd::Died(at) == of.end);
    match scene.killer {
        None => assert!(scene.clearances.iter().all(Option::is_none)),
        Some(_) => assert!(scene.clearances.last().is_some_and(|last| last.is_some_and(|last| last <= 0.0))),
    }
}

/// The hint, played from the start of the level, lives for a second after the tick of the death or goes through the exit, and its path
/// is where the ninja was.
#[track_caller]
fn assert_lives(level: &Level, hint: &Hint, scene: &Scene, of: &Try) {
    let mut simulation = Simulation::new(level);
    let (mut points, mut past_death) = (vec![simulation.ninja().position], None);
    for &input in &hint.inputs {
        simulation.tick(input);
        assert!(!simulation.run().is_dead(), "{:?} dies", hint.change);
        points.push(simulation.ninja().position);
        if points.len() == of.inputs.len() + 1 && simulation.run().is_running() {
            past_death = Some(simulation.save());
        }
    }
    assert_eq!(hint.past_death, past_death, "{:?}", hint.change);
    assert_eq!(hint.finishes, simulation.run().phase == Phase::Finished, "{:?}", hint.change);
    assert!(hint.finishes || hint.inputs.len() == of.inputs.len() + LIFE_TICKS, "{:?}", hint.change);
    assert_eq!(hint.path, points[scene.first.min(points.len() - 1)..], "{:?}", hint.change);
    let differs = hint.inputs.iter().zip(&of.inputs).position(|(changed, input)| changed != input);
    let differs = differs.expect("something was changed");
    assert!(differs >= of.begin.max(of.inputs.len().saturating_sub(CHANGE_TICKS_MAX)), "{:?}", hint.change);
}

#[test]
fn every_hint_lives_when_it_is_played() {
    let (mut count, mut hints, mut robust) = (0, 0, 0);
    for (seed, (_, level, proof)) in (1..).zip(shipped_proofs()) {
        let mut hindsight = Hindsight::new(&level, Assist::default());
        for of in deaths(&level, &proof.inputs, seed, DEATHS_PER_LEVEL) {
            let (scene, finding) = look_back(&mut hindsight, &of, 64);
            assert_scene(&level, &scene, &of);
            count += 1;
            if let Finding::Hint(hint) = finding {
                assert_lives(&level, &hint, &scene, &of);
                hints += 1;
                robust += u32::from(hint.is_robust);
            }
        }
    }
    let share = |part: u32| 100.0 * f64::from(part) / f64::from(count);
    println!(
        "{count} deaths, {:.1} % with a hint, {:.1} % with one that lives off by a tick",
        share(hints),
        share(robust)
    );
    assert!(count >= if cfg!(debug_assertions) { 100 } else { 1000 }, "{count} deaths");
    assert!(share(hints) >= 95.0, "{:.1} % of {count} deaths have a hint", share(hints));
}

/// A pit of spikes that a jump in time clears.
const PIT: &str = "
    ##############################
    #                            #
    #                            #
    #                            #
    #                            #
    # @           ^^^^         X #
    ##############################
    ";

#[test]
fn a_jump_three_ticks_too_early_should_have_come_three_ticks_later() {
    let level = drawn(PIT);
    // Held for the full height, so that only its beginning matters.
    let jump_at =
        |from: usize| move |tick: usize| if (from..from + 60).contains(&tick) { RIGHT.with(JUMP) } else { RIGHT };
    let first = (1..200).find(|&from| try_to_die(&level, jump_at(from)).is_none()).expect("some jump clears the pit");
    let found = hint(&level, &die(&level, jump_at(first - 3)));
    let Change { button, tick, kind } = found.change;
    assert_eq!((button, tick, kind), (JUMP, first - 3, ChangeKind::Moved { by: 3 }));
    assert!(found.is_robust, "four ticks later would do as well");
}

#[test]
fn a_jump_that_was_never_pressed_is_added_and_putting_the_death_off_is_no_hint() {
    let level = drawn(PIT);
    // To begin to run later would only come to the same death later.
    let found = hint(&level, &die(&level, |tick| if tick < 20 { NONE } else { RIGHT }));
    assert!(found.change.button == JUMP && matches!(found.change.kind, ChangeKind::Added { .. }), "{:?}", found.change);
    assert_eq!(found.after, Continuation::Hold);
}

/// A passage as high as the ninja, along which a beam is lit before a ninja at full speed is through.
#[track_caller]
fn passage(focus: &str) -> Level {
    drawn_fully(
        "
        ######################
        #l @                X#
        ######################
        ",
        "'l': Laser(aim: Fixed(angle: 0), cycle: (charge: 1.6, on: 9, off: 0.1))",
        focus,
    )
}

#[test]
fn where_nothing_helps_it_says_what_was_tried() {
    let level = passage("focus: (max: 0),");
    let (scene, finding) = looked_back(&level, &die(&level, |tick| if tick < 40 { NONE } else { RIGHT }));
    let Finding::Nothing(tried) = finding else { panic!("{finding:?}") };
    assert!(tried.is_all && tried.added_focus == 0, "{tried:?}");
    assert!(tried.shifts > 0 && tried.left_out == 1 && tried.added_jumps > 0, "{tried:?}");
    assert!(tried.let_go > 0 && tried.turned_around > 0, "{tried:?}");
    assert_eq!(scene.killer, Some(Killer::Beam(ActorIndex(0))));
}

#[test]
fn focus_is_the_hint_where_only_slow_time_helps() {
    let level = passage("");
    let found = hint(&level, &die(&level, |_| RIGHT));
    assert!(found.change.button == TickInput::FOCUS && found.finishes, "{:?}", found.change);
    // Where a jump does as well, focus is not the hint.
    let jumps = drawn(PIT);
    assert!(hint(&jumps, &die(&jumps, |_| RIGHT)).change.button != TickInput::FOCUS);
}

#[test]
fn a_death_in_the_first_ticks_has_a_short_scene() {
    let level = drawn("##########\n#        #\n#        #\n#        #\n# @^   X #\n##########");
    let of = die(&level, |_| RIGHT);
    assert!(of.inputs.len() < 24, "{}", of.inputs.len());
    let (scene, finding) = looked_back(&level, &of);
    assert_eq!((scene.first, scene.start), (0, Simulation::new(&level).save()));
    assert!(matches!(finding, Finding::Hint(_)), "{finding:?}");
    // In the very first tick nothing can be done.
    let lit = drawn_with("######\n#l @ X\n######", "'l': Laser(aim: Fixed(angle: 0))");
    let (scene, finding) = looked_back(&lit, &die(&lit, |_| RIGHT));
    assert_eq!(scene.clearances.len(), 1);
    assert!(matches!(finding, Finding::Nothing(Tried { is_all: true, .. })), "{finding:?}");
}

#[test]
fn only_what_was_pressed_since_the_return_to_a_checkpoint_is_changed() {
    let level = drawn_with(
        "
        ####################
        #                  #
        #                  #
        #                  #
        # @  k     ^     X #
        ####################
        ",
        "'k': Checkpoint()",
    );
    let mut simulation = Simulation::new(&level);
    let mut inputs = vec![];
    while simulation.checkpoint().is_none() {
        simulation.tick(RIGHT);
        inputs.push(RIGHT);
    }
    let begin = inputs.len();
    while !simulation.run().is_dead() {
        inputs.push(if inputs.len() == begin { RIGHT.with(TickInput::RESTART) } else { RIGHT });
        simulation.tick(inputs[inputs.len() - 1]);
    }
    let of = Try { inputs, begin, end: TryEnd::Died(simulation.ninja().position) };
    let mut hindsight = Hindsight::new(&level, Assist::default());
    let first = look_back(&mut hindsight, &of, 64);
    assert!(
        first.0.first == begin && matches!(&first.1, Finding::Hint(hint) if hint.change.tick >= begin),
        "{:?}",
        first.1
    );
    assert_eq!(looked_back(&level, &of).1, first.1);
    assert_eq!(look_back(&mut hindsight, &of, 64).1, first.1, "the way to the checkpoint is not played twice");
}

#[test]
fn the_pieces_and_what_was_dropped_before_change_nothing() {
    let level = drawn(PIT);
    let (early, late) = (die(&level, |tick| if tick < 9 { NONE } else { RIGHT }), die(&level, |_| RIGHT));
    let alone = looked_back(&level, &late).1;
    let mut hindsight = Hindsight::new(&level, Assist::default());
    for pieces in [1, 40, 90, 5000] {
        hindsight.begin(Arc::new(early.clone()));
        hindsight.advance(pieces);
        assert_eq!(look_back(&mut hindsight, &late, pieces).1, alone, "pieces of {pieces} ticks");
        hindsight.stop();
        assert!(!hindsight.advance(1) && hindsight.scene().is_none() && hindsight.finding().is_none());
    }
}

#[test]
fn a_try_without_a_death_has_neither_a_scene_nor_a_hint() {
    let mut hindsight = Hindsight::new(&drawn(PIT), Assist::default());
    for inputs in [vec![], vec![NONE; 300]] {
        hindsight.begin(Arc::new(Try { inputs, begin: 0, end: TryEnd::Restarted }));
        while hindsight.advance(64) {}
        assert!(hindsight.scene().is_none() && hindsight.finding().is_none() && hindsight.search_ticks() == 0);
    }
}

/// The clearances of a scene with the state after each of its ticks.
fn curve(level: &Level, scene: &Scene) -> Vec<(Option<f32>, Snapshot)> {
    let mut simulation = Simulation::new(level);
    simulation.restore(&scene.start);
    let states = scene.inputs.iter().map(|&input| {
        simulation.tick(input);
        simulation.save()
    });
    scene.clearances.iter().copied().zip(states).collect()
}

#[test]
fn the_clearance_is_the_distance_from_the_hurt_circle_to_the_killer() {
    let level = drawn(PIT);
    let (scene, _) = looked_back(&level, &die(&level, |_| RIGHT));
    let Some(Killer::Spikes(area)) = scene.killer else { panic!("{:?}", scene.killer) };
    for (clearance, state) in curve(&level, &scene) {
        let center: Vec2 = state.ninja().position;
        let wanted = center.distance(center.clamp(area.min, area.max)) - HURT_RADIUS;
        assert!(clearance.is_some_and(
            |clearance| (clearance - wanted).abs() < 1e-5 && (clearance > 0.0) == state.run().is_running()
        ));
    }
    // A still beam across the way of a ninja that runs into it.
    let level = drawn_with(
        "
        ####################
        #          l       #
        #                  #
        # @              X #
        ####################
        ",
        "'l': Laser(aim: Fixed(angle: 270))",
    );
    let (scene, _) = looked_back(&level, &die(&level, |_| RIGHT));
    assert_eq!(scene.killer, Some(Killer::Beam(ActorIndex(0))));
    for (clearance, state) in curve(&level, &scene) {
        let wanted = state.states::<LaserState>()[0].position.x - state.ninja().position.x - HURT_RADIUS;
        assert!(clearance.is_some_and(|clearance| (clearance - wanted).abs() < 1e-5), "{clearance:?} is not {wanted}");
    }
}

#[test]
fn a_killer_that_is_off_or_not_there_yet_has_no_clearance() {
    let hall = |actors: &str| drawn_with("##########\n#        #\n#        #\n#@      a#\n##########", actors);
    let cases = [
        (passage(""), "a beam that charges", true),
        (hall("'a': Turret(aim: Fixed(angle: 180), period: 0.5, speed: 8)"), "a bullet", true),
        (hall("'a': Orb(angle: 180, speed: 6)"), "an orb", false),
        (hall("'a': Mine(trigger: 7, fuse: 0.5, blast: 8)"), "a mine", false),
    ];
    for (level, name, comes) in cases {
        let (scene, _) = looked_back(&level, &die(&level, |_| NONE));
        let off = scene.clearances.iter().take_while(|clearance| clearance.is_none()).count();
        assert_eq!(off > 0, comes, "{name}: {:?}", scene.clearances);
        assert!(scene.killer.is_some() && scene.clearances[off..].iter().all(Option::is_some), "{name}");
    }
    // What crushes has no distance.
    let press = "'a': Mover(at: (2, 4.5), shape: Box(2, 1), path: (points: [(2, 1.5)], speed: 2))";
    let press = drawn_with("##########\n#        #\n#        #\n#        #\n#@       #\n##########", press);
    assert_eq!(looked_back(&press, &die(&press, |_| NONE)).0.killer, None);
}
