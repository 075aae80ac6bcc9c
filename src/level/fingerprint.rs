//! A stable 64-bit hash (FNV-1a, Fowler–Noll–Vo) for levels and snapshots: the same on every platform and in every
//! version of the compiler, which `std::hash` does not promise. Not meant against forgery.

use bevy::math::Vec2;

/// A hash in the making.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self::new()
    }
}

impl Fingerprint {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    /// The hash of nothing.
    pub const fn new() -> Self {
        Self(Self::OFFSET_BASIS)
    }

    /// Takes in 64 bits. (FNV takes bytes; whole words are eight times faster and mix well enough with the fold.)
    pub fn write_u64(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(Self::PRIME);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// Takes in 32 bits.
    pub fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    /// Takes in one bit.
    pub fn write_bool(&mut self, value: bool) {
        self.write_u64(u64::from(value));
    }

    /// Takes in the exact bits of a float; 0 and −0 differ.
    pub fn write_f32(&mut self, value: f32) {
        self.write_u32(value.to_bits());
    }

    /// Takes in the exact bits of both components.
    pub fn write_vec2(&mut self, value: Vec2) {
        self.write_u64(u64::from(value.x.to_bits()) << 32 | u64::from(value.y.to_bits()));
    }

    /// The hash of all that was taken in.
    pub const fn finish(self) -> u64 {
        self.0
    }
}
