//! Small pictures of levels.

use bevy_color::{ColorToPacked, Srgba};
use bevy_math::UVec2;

use hairline_level::{KINDS, Level};
use hairline_painter::palette::{Palette, Role};
use hairline_testing::examples::{empty_room, example_of};
use hairline_tools::thumbnail::thumbnail;

const SIZE: UVec2 = UVec2::new(240, 120);

fn draw(level: &Level) -> Vec<u8> {
    thumbnail(level, &Palette::default(), SIZE)
}

fn parse(map: &str, actors: &str) -> Level {
    let text = format!("(version: 1, name: \"n\", map: r\"\n{map}\n\", actors: {{{actors}}})");
    hairline_level::parse(text, "n").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

#[test]
fn every_kind_of_actor_shows_on_a_page() {
    let without = draw(&empty_room());
    for kind in KINDS {
        assert!(draw(&example_of(kind)) != without, "{kind:?}");
    }
}

#[test]
fn walls_space_and_beams_lie_where_the_level_has_them() {
    let map = "################\n\
               #l             #\n\
               #              #\n\
               #              #\n\
               #              #\n\
               #              #\n\
               # @          X #\n\
               ################";
    let pixels = draw(&parse(map, "'l': Laser(aim: Fixed(angle: 0))"));
    // A tile has 15 pixels.
    let at = |x: f32, y: f32| {
        let pixel = (120.0 - 15.0 * y) as usize * 240 + (15.0 * x) as usize;
        [0, 1, 2].map(|part| pixels[4 * pixel + part])
    };
    let color = |role: Role| Palette::default().ink(role).to_u8_array_no_alpha();
    assert_eq!(at(0.5, 0.5), color(Role::Stone));
    // Out of the light of the beam and of the exit.
    assert_eq!(at(5.5, 2.5), color(Role::Space));
    let [beam, space] = [at(8.0, 6.5), color(Role::Space)].map(|[red, green, blue]| Srgba::rgb_u8(red, green, blue));
    assert!(beam.red > space.red + 0.5, "{beam:?}");
}

#[test]
fn levels_of_every_shape_fit() {
    let wide = format!("@{}X", " ".repeat(200));
    let high = format!("@\n{}X", " \n".repeat(60));
    for map in ["@X", &wide, &high] {
        assert_eq!(draw(&parse(map, "")).len(), 4 * 240 * 120);
    }
}
