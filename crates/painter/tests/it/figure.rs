//! The stances of the ninja.

use bevy_math::Vec2;

use hairline_painter::ninja::figure::{Figure, Stance};
use hairline_sim::ninja::{Ground, Ninja};

fn ninja(on_ground: bool, velocity: Vec2, sliding: bool) -> Ninja {
    let ground = on_ground.then_some(Ground { normal: Vec2::Y, ..Ground::default() });
    let mut ninja = Ninja::new(Vec2::ZERO);
    (ninja.velocity, ninja.ground, ninja.sliding) = (velocity, ground, sliding);
    ninja
}

#[test]
fn each_motion_has_its_stance() {
    let check = |ninja: Ninja, expected: Stance| assert_eq!(Stance::of(&ninja), expected);
    check(ninja(true, Vec2::ZERO, false), Stance::Idle);
    check(ninja(true, Vec2::new(-9.5, 0.0), false), Stance::Run);
    check(ninja(false, Vec2::new(3.0, 20.0), false), Stance::Rise);
    check(ninja(false, Vec2::new(3.0, -1.0), false), Stance::Fall);
    check(ninja(false, Vec2::new(0.0, -4.0), true), Stance::Slide);
}

#[test]
fn any_two_stances_differ_by_more_than_a_glance_needs() {
    let stances = [Stance::Idle, Stance::Rise, Stance::Fall, Stance::Slide];
    let figure = |stance| Figure::new(stance, 0.0, 1.0, Vec2::new(0.0, -10.0), 0.0);
    for (index, &a) in stances.iter().enumerate() {
        for &b in &stances[index + 1..] {
            let (a, b) = (figure(a), figure(b));
            let apart = |p: [Vec2; 2], q: [Vec2; 2]| p[0].distance(q[0]) + p[1].distance(q[1]);
            assert!(apart(a.feet, b.feet) + apart(a.hands, b.hands) > 0.5, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn running_feet_never_sink_into_the_ground() {
    for step in 0..64 {
        let figure = Figure::new(Stance::Run, step as f32 * 0.1, 1.0, Vec2::X, 0.0);
        assert!(figure.feet.iter().all(|foot| foot.y >= -0.42), "{figure:?}");
    }
}
