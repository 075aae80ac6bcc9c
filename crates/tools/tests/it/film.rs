//! Films: what the frames of a GIF and of raw video show.

use bevy_math::{UVec2, Vec2};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_painter::painter::Painter;
use hairline_painter::palette::{Palette, Role};
use hairline_tools::film::colors::Histogram;
use hairline_tools::film::gif::{COLORS_MAX, GifWriter};
use hairline_tools::film::stage::{Frame, Moment, Stage};

const SIZE: UVec2 = UVec2::new(6, 4);

/// A frame of one color with a pixel of another.
fn frame(pixel: usize, color: [u8; 3]) -> Frame {
    let mut pixels = [10, 20, 30, 255].repeat(SIZE.element_product() as usize);
    pixels[4 * pixel..4 * pixel + 3].copy_from_slice(&color);
    Frame(pixels)
}

/// The frames of a GIF as they are seen, and for how many hundredths of a second.
fn seen(bytes: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).expect("it is a GIF");
    let palette = decoder.global_palette().expect("there is one palette").to_vec();
    let mut screen = vec![[0; 3]; SIZE.element_product() as usize];
    let mut frames = vec![];
    while let Some(frame) = decoder.read_next_frame().expect("it is whole") {
        for (index, &place) in frame.buffer.iter().enumerate().filter(|(_, place)| Some(**place) != frame.transparent) {
            let x = usize::from(frame.left) + index % usize::from(frame.width);
            let y = usize::from(frame.top) + index / usize::from(frame.width);
            let color = &palette[3 * usize::from(place)..][..3];
            screen[y * SIZE.x as usize + x] = color.try_into().expect("a color has three parts");
        }
        frames.push((screen.clone(), frame.delay));
    }
    frames
}

#[test]
fn a_gif_shows_each_frame_for_its_time_and_equal_frames_as_one() {
    let frames = [frame(3, [200, 0, 0]), frame(3, [200, 0, 0]), frame(17, [0, 200, 0]), frame(17, [0, 200, 0])];
    let mut histogram = Histogram::default();
    frames.iter().for_each(|frame| histogram.add(frame));
    let mut gif = GifWriter::new(Vec::new(), SIZE, histogram.choose(COLORS_MAX)).expect("memory can be written");
    frames.iter().for_each(|frame| gif.add(frame.clone(), 2).expect("memory can be written"));
    let bytes = gif.finish().expect("memory can be written");
    let colors = |frame: &Frame| frame.0.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let expected: Vec<(Vec<[u8; 3]>, u16)> = vec![(colors(&frames[0]), 4), (colors(&frames[2]), 4)];
    assert_eq!(seen(&bytes), expected);
}

#[test]
fn an_output_that_is_full_is_an_error() {
    let mut room = [0; 1000];
    let gif = GifWriter::new(room.as_mut_slice(), SIZE, vec![[10, 20, 30], [0; 3], [90; 3]]);
    let mut gif = gif.expect("the head has room");
    let error = (0..100).find_map(|number| gif.add(frame(number % 24, [number as u8; 3]), 2).err());
    assert_eq!(error.expect("a hundred frames have none").kind(), std::io::ErrorKind::WriteZero);
}

#[track_caller]
fn stage(size: UVec2) -> Stage {
    let terrain = Terrain::new(size, vec![TileShape::Empty; size.element_product() as usize]);
    Stage::new(&terrain, Palette::default(), &Painter::default(), 100).expect("it is small")
}

#[test]
fn what_moves_lies_where_it_is_in_the_level_and_a_large_level_is_followed() {
    let paper = Palette::default().ink(Role::Paper);
    let paper = [paper.red, paper.green, paper.blue].map(|part| (part * 255.0).round() as u8);
    // The level, the center that is wanted, and where the disc in tile (7, 2) is then, in shares of the frame.
    for (size, center, share) in [
        (UVec2::new(20, 10), Vec2::ZERO, Vec2::new(7.5 / 20.0, 7.5 / 10.0)),
        (UVec2::new(100, 10), Vec2::ZERO, Vec2::new(7.5 / 50.0, 7.5 / 10.0)),
        (UVec2::new(100, 10), Vec2::new(30.0, 5.0), Vec2::new(2.5 / 50.0, 7.5 / 10.0)),
    ] {
        let mut painter = Painter::default();
        painter.disc(Vec2::new(7.5, 2.5), 0.9, Role::Paper);
        let stage = stage(size);
        let frames = stage.frames(&[Moment { layers: vec![painter], center }]);
        let at = (share * stage.size().as_vec2()).as_uvec2();
        let pixel = 4 * (at.y * stage.size().x + at.x) as usize;
        assert_eq!(frames[0].0[pixel..pixel + 3], paper, "{size} {center}");
        assert_eq!(stage.size() % 2, UVec2::ZERO);
    }
}
