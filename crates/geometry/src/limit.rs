//! The lesser and the greater of two numbers, with the same bits on every processor.
//!
//! [`f32::min`] and [`f32::max`] leave open which zero they return of −0 and 0, and processors differ. A zero's sign is part of a
//! snapshot, so geometry and rules use these instead; `clippy.toml` holds them to it.

/// Lower and upper limits with a fixed result for equal and unordered numbers: `self` if both are equal (−0 and 0 are), the limit
/// if either is NaN.
pub trait Limit: PartialOrd + Sized {
    /// The lesser of both.
    #[inline]
    #[must_use]
    fn at_most(self, limit: Self) -> Self {
        if self <= limit { self } else { limit }
    }

    /// The greater of both.
    #[inline]
    #[must_use]
    fn at_least(self, limit: Self) -> Self {
        if self >= limit { self } else { limit }
    }
}

impl Limit for f32 {}
impl Limit for f64 {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_zeros_the_first_is_returned() {
        for (a, b) in [(0.0_f32, -0.0_f32), (-0.0, 0.0)] {
            assert_eq!(a.at_most(b).to_bits(), a.to_bits());
            assert_eq!(a.at_least(b).to_bits(), a.to_bits());
        }
        assert_eq!((1.0_f32.at_most(-2.0), 1.0_f32.at_least(-2.0)), (-2.0, 1.0));
        assert_eq!((f32::NAN.at_most(1.0), f32::NAN.at_least(1.0)), (1.0, 1.0));
        assert!(1.0_f32.at_most(f32::NAN).is_nan() && 1.0_f32.at_least(f32::NAN).is_nan());
    }
}
