//! Dash patterns.

use hairline_painter::dashes::dashes;

fn check(length: f32, dash: f32, gap: f32, shift: f32, expected: &[(f32, f32)]) {
    assert_eq!(dashes(length, dash, gap, shift).collect::<Vec<_>>(), expected);
}

#[test]
fn dashes_fill_the_line_and_are_cut_at_its_ends() {
    check(4.0, 1.0, 1.0, 0.0, &[(0.0, 1.0), (2.0, 3.0)]);
    check(2.5, 1.0, 1.0, 0.0, &[(0.0, 1.0), (2.0, 2.5)]);
    // An offset of 1.5 shows half of the dash before the start.
    check(4.0, 1.0, 1.0, 1.5, &[(0.0, 0.5), (1.5, 2.5), (3.5, 4.0)]);
    check(4.0, 1.0, 1.0, -0.5, &[(0.0, 0.5), (1.5, 2.5), (3.5, 4.0)]);
}

#[test]
fn invalid_patterns_have_no_dashes() {
    check(0.0, 1.0, 1.0, 0.0, &[]);
    check(4.0, 0.0, 1.0, 0.0, &[]);
    check(4.0, 1.0, -1.0, 0.0, &[]);
    check(f32::NAN, 1.0, 1.0, 0.0, &[]);
    assert!(dashes(1e9, 0.1, 0.1, 0.0).count() <= 1000);
}
