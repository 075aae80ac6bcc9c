//! The palettes of the worlds: what stands out from what, and that nothing comes near the color of what kills.

use bevy_color::{Color, Hsla, LinearRgba, Luminance, Oklaba};
use bevy_math::Vec3;

use hairline_level::LevelWorld;
use hairline_painter::palette::{BEAM_LIT, Palette, Palettes, Role, glow, mix, tint, within_screen};

/// Where hazards, goals and the ninja are seen.
const BACKGROUNDS: [Role; 6] = [Role::Void, Role::Space, Role::SpaceFocused, Role::Grain, Role::Stone, Role::Vein];

/// The contrast ratio of WCAG 2, 1 to 21; it asks for 4.5 for text, and for 3 for other things that matter.
fn contrast(a: Color, b: Color) -> f32 {
    let (a, b) = (a.luminance() + 0.05, b.luminance() + 0.05);
    a.max(b) / a.min(b)
}

fn of_each_world() -> impl Iterator<Item = (LevelWorld, Palette)> {
    let palettes = Palettes::built_in();
    LevelWorld::ALL.into_iter().map(move |world| (world, *palettes.of(world)))
}

#[test]
fn what_kills_stands_out_from_every_background() {
    for (world, palette) in of_each_world() {
        for background in BACKGROUNDS {
            let contrast = contrast(palette.color(Role::Lethal), palette.color(background));
            assert!(contrast >= 4.5, "{world:?}: {contrast} on {background:?}");
        }
    }
}

#[test]
fn texts_stand_out_from_every_background_and_goals_too() {
    for (world, palette) in of_each_world() {
        let check = |role: Role, background: Role, least: f32| {
            let contrast = contrast(palette.color(role), palette.color(background));
            assert!(contrast >= least, "{world:?}: {contrast} of {role:?} on {background:?}");
        };
        for background in BACKGROUNDS {
            check(Role::Paper, background, 4.5);
            check(Role::PaperDim, background, 4.5);
            for role in [Role::Shard, Role::Exit, Role::Focus, Role::Steel, Role::Bounce, Role::Portal, Role::Alarm] {
                check(role, background, 3.0);
            }
        }
        check(Role::Ink, Role::Paper, 4.5);
        check(Role::Exit, Role::Void, 4.5);
        check(Role::Edge, Role::Space, 3.0);
    }
}

#[test]
fn no_harmless_color_comes_near_the_lethal_hue() {
    for (world, palette) in of_each_world() {
        let lethal = Hsla::from(palette.color(Role::Lethal));
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Lethal) {
            let color = palette.color(role);
            let Hsla { hue, saturation, lightness, .. } = Hsla::from(color);
            let apart = (hue - lethal.hue).abs();
            let is_apart = if lethal.saturation < 0.01 {
                // White kills: everything else is darker.
                contrast(color, palette.color(Role::Lethal)) >= 1.5
            } else {
                apart.min(360.0 - apart) > 45.0 || saturation * lightness < 0.1
            };
            assert!(is_apart, "{world:?}: {role:?} is {apart} degrees away");
        }
    }
}

#[test]
fn one_palette_is_grey_alone() {
    let palette = *Palettes::built_in().of(LevelWorld::Halftone);
    for role in Role::ALL {
        let LinearRgba { red, green, blue, .. } = palette.linear(role);
        assert!(red == green && green == blue, "{role:?}");
    }
}

#[test]
fn one_palette_has_high_contrast() {
    let palette = *Palettes::built_in().of(LevelWorld::Hairline);
    for role in [Role::Lethal, Role::Paper, Role::Edge, Role::Shard, Role::Exit, Role::Focus] {
        let contrast = contrast(palette.color(role), palette.color(Role::Space));
        assert!(contrast >= 7.0, "{role:?}: {contrast}");
    }
}

/// How eyes without red or without green cones see a linear color: Machado, Oliveira and Fernandes, "A Physiologically-based
/// Model for Simulation of Color Vision Deficiency", 2009, severity 1.
fn without_a_cone(LinearRgba { red, green, blue, .. }: LinearRgba) -> [Oklaba; 2] {
    const PROTANOPIA: [[f32; 3]; 3] =
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
    const DEUTERANOPIA: [[f32; 3]; 3] =
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
    [PROTANOPIA, DEUTERANOPIA].map(|matrix| {
        let [red, green, blue] = matrix.map(|[r, g, b]| (r * red + g * green + b * blue).clamp(0.0, 1.0));
        LinearRgba::rgb(red, green, blue).into()
    })
}

/// The least distance, in Oklab, of what kills from everything else, for eyes without red or without green cones.
fn apart_without_a_cone(palette: &Palette) -> f32 {
    let lethal = without_a_cone(palette.linear(Role::Lethal));
    let others = Role::ALL.into_iter().filter(|role| *role != Role::Lethal);
    let distances = others.flat_map(|role| {
        let other = without_a_cone(palette.linear(role));
        [0, 1].map(|eye| {
            let (a, b) = (lethal[eye], other[eye]);
            Vec3::new(a.lightness - b.lightness, a.a - b.a, a.b - b.b).length()
        })
    });
    distances.fold(f32::INFINITY, f32::min)
}

#[test]
fn one_palette_is_safe_for_red_green_blindness() {
    let palettes = Palettes::built_in();
    assert!(apart_without_a_cone(palettes.of(LevelWorld::Clockwork)) > 0.15);
    assert!(apart_without_a_cone(palettes.of(LevelWorld::Moonrise)) < 0.05, "the measure tells them apart");
}

#[test]
fn a_beam_within_the_screens_range_keeps_the_lethal_hue() {
    for world in LevelWorld::ALL {
        let palette = *Palettes::built_in().of(world);
        let beam = within_screen(palette.linear(Role::BeamLit));
        assert!(beam.red.max(beam.green).max(beam.blue) <= 1.0);
        let (beam, lethal) = (Hsla::from(Color::from(beam)), Hsla::from(palette.color(Role::Lethal)));
        let apart = (beam.hue - lethal.hue).abs();
        assert!(lethal.saturation < 0.01 || apart.min(360.0 - apart) < 20.0, "{world:?}: {apart}");
        let stone = palette.linear(Role::Stone);
        assert_eq!(within_screen(stone), stone);
    }
}

#[test]
fn a_mix_starts_at_one_color_and_ends_at_the_other() {
    let palette = Palette::default();
    let at = |share: f32| palette.resolve(mix(Role::Ink, Role::Steel, share));
    assert_eq!((at(0.0), at(1.0)), (palette.linear(Role::Ink), palette.linear(Role::Steel)));
    assert!(at(0.5).red > at(0.0).red && at(0.5).red < at(1.0).red);
}

#[test]
fn less_light_is_darker_and_more_transparent() {
    let palette = Palette::default();
    let (all, half) = (palette.resolve(BEAM_LIT), palette.resolve(BEAM_LIT * 0.5));
    assert_eq!((half.red, half.alpha), (all.red * 0.5, 0.5));
    assert_eq!(palette.resolve(glow(Role::Exit, 2.0)).alpha, 1.0);
    assert_eq!(palette.resolve(tint(Role::Exit, 0.25)).green, palette.linear(Role::Exit).green);
}
