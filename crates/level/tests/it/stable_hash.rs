//! The hash to which replays are bound.

use bevy_math::Vec2;

use hairline_level::StableHasher;

fn hash_of(values: [f32; 2]) -> u64 {
    let mut hasher = StableHasher::new();
    hasher.write_vec2(Vec2::from_array(values));
    hasher.finish()
}

#[test]
fn the_order_and_the_bits_of_values_matter() {
    assert_ne!(hash_of([1.0, 2.0]), hash_of([2.0, 1.0]));
    assert_ne!(hash_of([0.0, 0.0]), hash_of([-0.0, 0.0]));
    assert_eq!(hash_of([1.5, 2.5]), hash_of([1.5, 2.5]));
}

/// Replays are bound to levels by this hash: if this test fails, every replay is refused.
#[test]
fn the_hash_never_changes() {
    let mut hasher = StableHasher::new();
    assert_eq!(hasher.finish(), 0xcbf2_9ce4_8422_2325);
    hasher.write_u32(1);
    hasher.write_bool(true);
    assert_eq!(format!("{:016x}", hasher.finish()), "6883566a3914f4b9");
}
