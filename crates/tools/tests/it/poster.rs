//! `hairline poster`: what it prints, and what its files show.

use std::fs;
use std::path::Path;

use bevy_color::{Alpha, Srgba};

use hairline_level::LevelWorld;
use hairline_lines::Line;
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

/// What a reader of QR codes finds in a PNG.
fn scanned(file: &Path) -> String {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(file).expect("it was written")));
    let mut reader = decoder.read_info().expect("it is a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    let (width, height) = (info.width as usize, info.height as usize);
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| pixels[3 * (y * width + x)]);
    let grids = picture.detect_grids();
    assert_eq!(grids.len(), 1, "there is one code");
    grids[0].decode().expect("it can be read").1
}

#[test]
fn the_code_of_a_poster_is_the_line_of_its_level_with_the_route_and_a_line_has_a_poster_too() {
    let out = hairline_testing::folder("poster-qr");
    let mut levels = vec![hairline_testing::levels_folder().join("first-light.level.ron")];
    let mut lines = vec![];
    for _ in 0..2 {
        let options =
            PosterOptions { levels, out: out.clone(), format: vec![Format::Png], scale: 1.0, reach: false, qr: true };
        let mut printed = vec![];
        let status = poster(&options, &mut printed).expect("memory can be written");
        let printed = String::from_utf8(printed).expect("the report is text");
        assert_eq!(status, ExitStatus::Fine, "{printed}");
        let text = scanned(Path::new(printed.trim_end()));
        let line = Line::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(line.run().is_some() && line.level().is_some_and(|shared| shared.level.name == "First Light"));
        levels = vec![text.clone().into()];
        lines.push(text);
    }
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn a_level_that_is_too_long_for_a_code_is_told() {
    let out = hairline_testing::folder("poster-long");
    // Cells that hardly pack.
    let mut random = 1_u32;
    let mut cell = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        b"#.^=%~"[(random >> 16) as usize % 6] as char
    };
    let rows: Vec<String> = (0..60).map(|_| (0..60).map(|_| cell()).collect()).collect();
    let rows = format!("@..X{}\n####{}\n{}", ".".repeat(56), ".".repeat(56), rows.join("\n"));
    let level = out.join("long.level.ron");
    fs::write(&level, format!("(version: 1, name: \"Long\", map: r\"\n{rows}\n\")")).expect("written");
    let options =
        PosterOptions { levels: vec![level], out, format: vec![Format::Svg], scale: 1.0, reach: false, qr: true };
    let mut printed = vec![];
    let status = poster(&options, &mut printed).expect("memory can be written");
    let printed = String::from_utf8(printed).expect("the report is text");
    assert_eq!(status, ExitStatus::CouldNotRun);
    assert!(printed.ends_with("its line is too long for a QR code of version 20: leave --qr out\n"), "{printed}");
}
