//! `hairline poster`: what it prints, and what its files show.

use std::fs;

use bevy_color::{Alpha, Srgba};

use hairline_level::LevelWorld;
use hairline_painter::palette::Palettes;
use hairline_tools::flood::Means;
use hairline_tools::output::status::ExitStatus;
use hairline_tools::poster::{Format, PosterOptions, poster};

/// A level in which the ninja jumps, climbs and is thrown.
const LEVEL: &str = "(version: 1, name: \"A\", map: r\"
!!!!!!!!!!!!!!!!!!!
!.................!
!.................!
!....#............!
!....#............!
!....#............!
!@...#........s..X!
!!!!!!!!!!!!!!!!!!!
\", actors: {'s': Spring(strength: 40)})";

/// What `hairline poster` prints, and the bytes of the file that it writes.
#[track_caller]
fn draw(name: &str, format: Format, scale: f32, reach: bool) -> (String, Vec<u8>) {
    let out = hairline_testing::folder(name);
    let level = out.join("a.level.ron");
    fs::write(&level, LEVEL).expect("the folder can be written to");
    let ending = if format == Format::Svg { "svg" } else { "png" };
    let file = out.join(format!("a.{ending}"));
    let mut printed = vec![];
    let options = PosterOptions { levels: vec![level], out, format: vec![format], scale, reach, qr: false };
    let status = poster(&options, &mut printed).expect("memory can be written");
    let printed = String::from_utf8(printed).expect("the report is text");
    assert_eq!(status, ExitStatus::Fine, "{printed}");
    (printed, fs::read(file).expect("it was written"))
}

#[test]
fn a_poster_shows_what_is_reached_in_the_tints_of_its_means() {
    let [without, with] = [false, true].map(|reach| {
        let (_, picture) = draw(if reach { "reached" } else { "plain" }, Format::Svg, 1.0, reach);
        String::from_utf8(picture).expect("an SVG is text")
    });
    let palettes = Palettes::built_in();
    for means in Means::ALL {
        let ink: Srgba = palettes.of(LevelWorld::default()).ink(means.tint());
        let fill = format!("fill=\"{}\"", ink.with_alpha(1.0).to_hex().to_lowercase());
        // In the level and in the legend.
        assert_eq!([&without, &with].map(|picture| picture.matches(&fill).count()), [0, 2], "{means:?}");
    }
}

#[test]
fn an_enlarged_poster_tells_its_cost_before_it_is_drawn() {
    let (printed, picture) = draw("enlarged", Format::Png, 1.2, false);
    // The size in the head of a PNG.
    let [width, height] =
        [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().expect("a number has four bytes")));
    let told = format!("the largest picture has {width} × {height} pixels, and takes at most ");
    assert!(printed.starts_with(&told), "{printed}");
    let (printed, _) = draw("reduced", Format::Png, 0.5, false);
    assert!(!printed.contains("largest"), "{printed}");
}
