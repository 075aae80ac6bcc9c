//! A stable 64-bit hash for levels and snapshots: the same on every platform and with every compiler version. It is our own
//! because neither `std::hash` nor a hasher crate promises that. The step is that of FNV-1a (Fowler, Noll and Vo), applied to
//! whole words and folded. It does not protect against forgery.

use bevy_math::Vec2;
use hairline_geometry::shapes::polygon::Polygon;

/// A hash being computed. Write the length of each list too: otherwise neighboring lists could be confused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        Self::new()
    }
}

impl StableHasher {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    /// The hash of nothing.
    pub const fn new() -> Self {
        Self(Self::OFFSET_BASIS)
    }

    /// Hashes 64 bits. (FNV takes bytes; whole words are eight times faster, and each step is still one-to-one.)
    pub fn write_u64(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(Self::PRIME);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// Hashes 32 bits.
    pub fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    /// Hashes one bit.
    pub fn write_bool(&mut self, value: bool) {
        self.write_u64(u64::from(value));
    }

    /// Hashes the exact bits of a float; 0 and −0 differ.
    pub fn write_f32(&mut self, value: f32) {
        self.write_u32(value.to_bits());
    }

    /// Hashes the exact bits of both components.
    pub fn write_vec2(&mut self, value: Vec2) {
        self.write_u64(u64::from(value.x.to_bits()) << 32 | u64::from(value.y.to_bits()));
    }

    /// The hash of everything written so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

/// A value that the hash of a level or of a simulation depends on.
pub trait StableHash {
    /// Writes it; a list with its length.
    fn hash_into(&self, hasher: &mut StableHasher);
}

macro_rules! stable_hash {
    ($value:ty, $write:ident) => {
        impl StableHash for $value {
            fn hash_into(&self, hasher: &mut StableHasher) {
                hasher.$write(*self);
            }
        }
    };
}
stable_hash!(bool, write_bool);
stable_hash!(u32, write_u32);
stable_hash!(f32, write_f32);
stable_hash!(Vec2, write_vec2);

impl StableHash for Option<u32> {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_bool(self.is_some());
        hasher.write_u32(self.unwrap_or_default());
    }
}

/// A limit; none is infinity.
impl StableHash for Option<f32> {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_f32(self.unwrap_or(f32::INFINITY));
    }
}

impl StableHash for u8 {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_u32(u32::from(*self));
    }
}

impl<T: StableHash> StableHash for [T] {
    fn hash_into(&self, hasher: &mut StableHasher) {
        hasher.write_u32(self.len() as u32);
        self.iter().for_each(|item| item.hash_into(hasher));
    }
}

impl StableHash for Polygon {
    fn hash_into(&self, hasher: &mut StableHasher) {
        self.corners().hash_into(hasher);
    }
}
