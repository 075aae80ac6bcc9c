//! The notes that sounds are tuned to, in hertz. All tuned sounds share one scale on D, so that any of them may coincide.

pub const D4: f32 = 293.66;
pub const A4: f32 = 440.0;
pub const D5: f32 = 587.33;
pub const E5: f32 = 659.26;
pub const A5: f32 = 880.0;
pub const C6: f32 = 1046.50;
pub const D6: f32 = 1174.66;
pub const E6: f32 = 1318.51;
