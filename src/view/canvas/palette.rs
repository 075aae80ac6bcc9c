//! The palette, and what each color means. No other file defines colors.
//!
//! [`LETHAL`] is the hue of everything that kills or is about to. No harmless color may come near it.

use bevy::color::{Color, LinearRgba};

const fn srgb(red: u8, green: u8, blue: u8) -> Color {
    Color::srgb_u8(red, green, blue)
}

/// Outside of the level: the window's clear color.
pub const VOID: Color = srgb(5, 6, 10);
/// Open space.
pub const SPACE: Color = srgb(12, 15, 24);
/// Open space in slow motion.
pub const SPACE_FOCUSED: Color = srgb(7, 24, 34);
/// The grid of fine dots in open space.
pub const GRAIN: Color = srgb(30, 36, 52);
/// Solid ground.
pub const STONE: Color = srgb(35, 42, 61);
/// The edge of solid ground in slow motion.
pub const EDGE_FOCUSED: Color = srgb(84, 198, 208);
/// The edge of solid ground.
pub const EDGE: Color = srgb(126, 143, 178);
/// Glass: bodies stop, light does not.
pub const GLASS: Color = srgb(150, 212, 255);
/// Curtains: light stops, bodies do not.
pub const CURTAIN: Color = srgb(132, 112, 190);
/// One-way platforms, and crumbles.
pub const PLATFORM: Color = srgb(214, 190, 146);
/// The ninja's face, which is its hurt circle, and primary text.
pub const PAPER: Color = srgb(250, 246, 236);
/// Secondary text.
pub const PAPER_DIM: Color = srgb(150, 158, 178);
/// Dark features drawn on light shapes.
pub const INK: Color = srgb(14, 17, 28);
/// The ninja's hood and limbs.
pub const HOOD: Color = srgb(38, 92, 112);
/// The ninja's limbs, lighter than the hood so that they stand out against stone.
pub const LIMB: Color = srgb(124, 200, 214);
/// The ninja's scarf, and focus.
pub const FOCUS: Color = srgb(64, 224, 220);
/// Robots.
pub const STEEL: Color = srgb(186, 196, 214);
/// The parts of robots that face away.
pub const STEEL_DARK: Color = srgb(92, 103, 128);
/// Shards.
pub const SHARD: Color = srgb(255, 205, 66);
/// The lit side of a shard.
pub const SHARD_LIGHT: Color = srgb(255, 236, 168);
/// The exit.
pub const EXIT: Color = srgb(122, 230, 120);
/// The exit while it is shut.
pub const EXIT_SHUT: Color = srgb(72, 106, 88);
/// A camera's vision cone.
pub const VISION: Color = srgb(118, 158, 214);
/// A camera's vision cone while it sees the ninja: a warning, not the lethal color, since an alarm does not kill.
pub const ALARM: Color = srgb(255, 168, 24);
/// What throws the ninja: springs and bumpers.
pub const BOUNCE: Color = srgb(190, 236, 84);
/// Mirrors.
pub const MIRROR: Color = srgb(222, 238, 250);
/// Teleports.
pub const PORTAL: Color = srgb(90, 180, 255);
/// Channels, in turn. Their marks identify them; color only helps.
pub const CHANNELS: [Color; 3] = [srgb(150, 152, 255), srgb(96, 222, 178), srgb(214, 150, 255)];
/// All that kills, and nothing else: beams, bullets, orbs, spikes, mines.
pub const LETHAL: Color = srgb(255, 28, 72);

/// A lit beam, bright enough to bloom: its core clips to pale, its glow keeps the hue.
pub const BEAM_LIT: LinearRgba = LinearRgba::rgb(9.0, 0.55, 0.95);

/// A color in linear RGBA, as the canvas needs it, with its opacity multiplied by `alpha`.
pub fn linear(color: Color, alpha: f32) -> LinearRgba {
    let linear = LinearRgba::from(color);
    LinearRgba { alpha: linear.alpha * alpha, ..linear }
}

/// A color brighter than the screen's range, so that it blooms.
pub fn glow(color: Color, brightness: f32) -> LinearRgba {
    let LinearRgba { red, green, blue, alpha } = LinearRgba::from(color);
    LinearRgba { red: red * brightness, green: green * brightness, blue: blue * brightness, alpha }
}

/// A color within the screen's range: one beyond it loses brightness and keeps its hue.
pub fn within_screen(color: LinearRgba) -> LinearRgba {
    let brightness = color.red.max(color.green).max(color.blue).max(1.0);
    LinearRgba { red: color.red / brightness, green: color.green / brightness, blue: color.blue / brightness, ..color }
}

/// Linear interpolation between two colors.
pub fn mix(a: Color, b: Color, share: f32) -> LinearRgba {
    let (a, b) = (LinearRgba::from(a), LinearRgba::from(b));
    a * (1.0 - share) + b * share
}

#[cfg(test)]
mod tests {
    use bevy::color::{Hsla, Luminance};

    use super::*;

    const HARMLESS: [Color; 29] = [
        VOID,
        SPACE,
        SPACE_FOCUSED,
        GRAIN,
        STONE,
        EDGE,
        EDGE_FOCUSED,
        GLASS,
        CURTAIN,
        PLATFORM,
        PAPER,
        PAPER_DIM,
        INK,
        HOOD,
        LIMB,
        FOCUS,
        STEEL,
        STEEL_DARK,
        SHARD,
        EXIT,
        EXIT_SHUT,
        VISION,
        ALARM,
        BOUNCE,
        MIRROR,
        PORTAL,
        CHANNELS[0],
        CHANNELS[1],
        CHANNELS[2],
    ];

    #[test]
    fn no_harmless_color_comes_near_the_lethal_hue() {
        let lethal = Hsla::from(LETHAL).hue;
        for color in HARMLESS {
            let Hsla { hue, saturation, lightness, .. } = Hsla::from(color);
            let apart = (hue - lethal).abs();
            let apart = apart.min(360.0 - apart);
            assert!(apart > 45.0 || saturation * lightness < 0.1, "{color:?} is {apart} degrees away");
        }
    }

    #[test]
    fn a_beam_within_the_screens_range_keeps_the_lethal_hue() {
        let beam = within_screen(BEAM_LIT);
        assert!(beam.red <= 1.0 && beam.green < beam.red && beam.blue < beam.red);
        let apart = (Hsla::from(Color::from(beam)).hue - Hsla::from(LETHAL).hue).abs();
        assert!(apart.min(360.0 - apart) < 20.0, "{apart}");
        let stone = linear(STONE, 1.0);
        assert_eq!(within_screen(stone), stone);
    }

    #[test]
    fn text_and_the_ninja_stand_out_from_every_background() {
        // The contrast ratio of WCAG 2, which asks for 4.5 for text.
        let contrast = |a: Color, b: Color| (a.luminance() + 0.05) / (b.luminance() + 0.05);
        for background in [VOID, SPACE, SPACE_FOCUSED, STONE] {
            assert!(contrast(PAPER, background) > 4.5, "paper on {background:?}");
            assert!(contrast(PAPER_DIM, background) > 4.5, "dim paper on {background:?}");
        }
    }
}
