//! Intervals of angles.

use hairline_geometry::arc::Arc;

fn degrees(start: f32, width: f32) -> Arc {
    Arc { start: start.to_radians(), width: width.to_radians() }
}

#[test]
fn arcs_wrap_across_zero_in_both_directions() {
    let contains = |arc: Arc, angle: f32| arc.contains(angle.to_radians());
    for turns in [-720.0, 0.0, 360.0] {
        let across = degrees(350.0 + turns, 20.0);
        assert!(contains(across, 355.0) && contains(across, 5.0) && contains(across, -5.0) && contains(across, 370.0));
        assert!(!contains(across, 15.0) && !contains(across, 345.0) && !contains(across, 180.0));
        let backwards = degrees(10.0 + turns, -20.0);
        assert!(contains(backwards, 355.0) && contains(backwards, 5.0) && !contains(backwards, 15.0));
    }
    assert!(contains(degrees(90.0, 0.0), 90.0) && !contains(degrees(90.0, 0.0), 91.0));
    assert!((0..360).all(|angle| contains(degrees(200.0, 360.0), angle as f32)));
    assert!((0..360).all(|angle| contains(degrees(200.0, -400.0), angle as f32)));
    let wide = degrees(-170.0, 340.0);
    assert!(contains(wide, 0.0) && contains(wide, 170.0) && !contains(wide, 180.0));
}

#[test]
fn an_arc_that_is_not_a_number_contains_no_angle() {
    let contains = |start, width, angle| Arc { start, width }.contains(angle);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(!contains(bad, 1.0, 0.5) && !contains(0.0, 1.0, bad), "{bad}");
    }
    assert!(
        !contains(0.0, f32::NAN, 0.0) && contains(1.0, f32::INFINITY, 0.5) && contains(1.0, f32::NEG_INFINITY, 0.5)
    );
}
