//! How light fades with the distance from what glows.

/// The strength of a light at shares of its radius, from the middle to the rim; linear between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Falloff(&'static [(f32, f32)]);

impl Falloff {
    /// By the square of the distance that is left: soft, without a rim.
    pub const HALO: Self = Self(&[(0.0, 1.0), (0.25, 0.5625), (0.5, 0.25), (0.75, 0.0625), (1.0, 0.0)]);
    /// Nearly by the inverse square of the distance, as a lens spreads light: hot beside the line, faint far around.
    pub const LINE: Self = Self(&[
        (0.0, 1.0),
        (0.056, 0.62),
        (0.0875, 0.34),
        (0.125, 0.18),
        (0.1875, 0.09),
        (0.28, 0.042),
        (0.4375, 0.017),
        (0.6875, 0.005),
        (1.0, 0.0),
    ]);

    /// Shares of the radius, and the strength there.
    pub fn rings(self) -> &'static [(f32, f32)] {
        self.0
    }

    /// The strength at a share of the radius, which must not be negative; 0 from 1 on.
    pub fn strength(self, reach: f32) -> f32 {
        let between = |pair: &[(f32, f32)]| {
            let [(near, strong), (far, weak)] = [pair[0], pair[1]];
            (reach < far).then(|| strong + (weak - strong) * (reach - near) / (far - near))
        };
        self.0.windows(2).find_map(between).unwrap_or(0.0)
    }
}
