//! The page: the level above, and below it name, times, rating and what the colors of the trajectory mean.

use bevy_color::Srgba;
use bevy_math::{FloatExt, Vec2};
use qrcode::QrCode;

use crate::flood::Means;
use crate::flood::means::ReachMap;
use crate::hand::SIGMAS_MS;
use crate::output::times::seconds;
use crate::rate::medals::medal_seconds;
use crate::rate::rating::{Rating, SLACK_MAX, TRIES};
use hairline_level::{Level, LevelWorld};
use hairline_painter::painter::rectangle_corners;
use hairline_painter::palette::{Palette, Palettes, Role};
use hairline_profile::medal::MedalTimes;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::{HALF_TICKS_PER_SECOND, TICKS_PER_SECOND};

use super::exposure::Exposure;
use super::lettering::{Lettering, Type};
use super::trajectory::{STEPS, Trajectory, color, looseness};
use super::{qr, rulers};
use crate::drawing::board::Board;
use crate::drawing::level::{draw_actors, draw_level, draw_unlit};
use crate::drawing::pixels::SIDE_MAX;
use crate::drawing::{Drawing, faint, polylines};

/// Pixels around everything.
const MARGIN: f32 = 64.0;
/// The level's area on the page, in pixels: a level of one screen has tiles of 37.
const AREA: f32 = 37.0 * 37.0 * 42.0 * 23.0;
/// Pixels of a tile at most, however small the level is.
const TILE_MAX: f32 = 64.0;
/// Pixels of the longer side of the level's area at most, however long and low the level is: so that every page is at most half as
/// long as a PNG may be, and fits one at `--scale 2`.
const AREA_SIDE_MAX: f32 = SIDE_MAX / 2.0 - 2.0 * MARGIN - FOOT - REACH_ROW - CODE_ROW;
/// The least width of the page, which the texts need.
const WIDTH_MIN: f32 = 1640.0;
/// Pixels below the level, and those for the tints of what can be reached.
const FOOT: f32 = 366.0;
const REACH_ROW: f32 = 48.0;
/// Pixels of the side of a QR code at most, and with those below it.
const CODE: f32 = 330.0;
const CODE_ROW: f32 = CODE + 48.0;

/// Pixels from one column of figures to the next at least, and between their texts.
const COLUMN: f32 = 172.0;
const GAP: f32 = 24.0;
/// Pixels of the legend's width, if there is room for it.
const LEGEND: f32 = 400.0;
/// Pixels of the height of the bar in the legend: as the lines of the trajectory, it is wider where they are tight.
const BAR: [f32; 2] = [8.0, 20.0];

const TITLE: Type = Type { size: 92.0, tracking: 0.0 };
const LABEL: Type = Type { size: 20.0, tracking: 4.0 };
const VALUE: Type = Type { size: 34.0, tracking: 0.0 };
const NOTE: Type = Type { size: 20.0, tracking: 0.5 };

pub(super) struct Run<'a> {
    pub inputs: &'a [TickInput],
    pub rating: &'a Rating,
    pub medals: MedalTimes,
}

/// Where a level belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Belonging {
    pub world: LevelWorld,
    /// Its number in the campaign, from 1, and how many levels that has.
    pub number: Option<(usize, usize)>,
}

/// The level as a line, coded.
pub(super) struct Code {
    pub code: QrCode,
    /// The length of the line.
    pub chars: usize,
    pub has_route: bool,
}

pub(super) fn lay_out(
    level: &Level,
    belonging: Belonging,
    run: Option<Run>,
    reached: Option<&ReachMap>,
    code: Option<&Code>,
) -> Drawing {
    let palette = *Palettes::built_in().of(belonging.world);
    let size = level.terrain.size().as_vec2();
    let tile = tile_side(size);
    let page = page_size(size, reached.is_some(), code.is_some());
    let mut drawing = Drawing::new(page, palette.ink(Role::Void));
    let corner = Vec2::new(((page.x - size.x * tile) / 2.0).round(), MARGIN);
    let mut board = Board { drawing: &mut drawing, palette: &palette, corner, size, tile };
    let draw_reached = |board: &mut Board| {
        for means in Means::ALL.into_iter().filter(|_| reached.is_some()) {
            let areas = reached.into_iter().flat_map(ReachMap::areas).filter(|area| area.0 == means);
            let outlines: Vec<Vec<Vec2>> =
                areas.map(|(_, area)| rectangle_corners(area.center(), area.half_size()).to_vec()).collect();
            let ink = board.ink(means.tint());
            board.areas(&outlines, ink);
        }
    };
    draw_level(&mut board, level, draw_reached, |board| {
        if let Some(run) = &run {
            Trajectory::new(level, run.inputs, run.rating).draw(board);
        }
    });
    let mut foot = Foot {
        drawing: &mut drawing,
        lettering: Lettering::new(),
        paper: palette.ink(Role::Paper),
        dim: palette.ink(Role::PaperDim),
        left: MARGIN,
        right: page.x - MARGIN,
    };
    rulers::draw(foot.drawing, &foot.lettering, corner, size, tile, foot.dim);
    let top = MARGIN + size.y * tile;
    foot.head(level, belonging, top);
    foot.rule(top + 206.0);
    match run {
        Some(run) => {
            let end = foot.times(&run, top + 260.0);
            foot.legend(&palette, end, top + 260.0);
        }
        None => foot.text("NO PROOF YET", LABEL, Vec2::new(foot.left, top + 260.0), foot.dim),
    }
    if let Some(code) = code {
        foot.code(code, top + FOOT);
    }
    if reached.is_some() {
        foot.tints(&palette, page.y - REACH_ROW);
    }
    drawing
}

/// The page of a long exposure in two parts, between which the light belongs: what lies behind it, and what is seen before it.
pub(super) struct ExposedPage {
    pub behind: Drawing,
    pub before: Drawing,
    pub palette: Palette,
    /// Where the level's upper left corner lies, and the pixels of a tile.
    pub corner: Vec2,
    pub tile: f32,
}

pub(super) fn lay_out_exposure(level: &Level, belonging: Belonging, ticks: usize, exposure: &Exposure) -> ExposedPage {
    let palette = *Palettes::built_in().of(belonging.world);
    let size = level.terrain.size().as_vec2();
    let tile = tile_side(size);
    let page = page_size(size, false, false);
    let corner = Vec2::new(((page.x - size.x * tile) / 2.0).round(), MARGIN);
    let mut behind = Drawing::new(page, palette.ink(Role::Void));
    draw_unlit(&mut Board { drawing: &mut behind, palette: &palette, corner, size, tile }, level);
    let mut before = Drawing::clear(page);
    let mut board = Board { drawing: &mut before, palette: &palette, corner, size, tile };
    draw_actors(&mut board, level);
    board.paint(&exposure.ninja);
    let mut foot = Foot {
        drawing: &mut before,
        lettering: Lettering::new(),
        paper: palette.ink(Role::Paper),
        dim: palette.ink(Role::PaperDim),
        left: MARGIN,
        right: page.x - MARGIN,
    };
    let top = MARGIN + size.y * tile;
    foot.head(level, belonging, top);
    foot.rule(top + 206.0);
    let exposed = exposure.half_ticks * TICKS_PER_SECOND / HALF_TICKS_PER_SECOND;
    let columns = [("RUN", seconds(ticks)), ("EXPOSURE", seconds(exposed as usize))];
    foot.columns(&columns.map(|(label, value)| (label, format!("{value} s"))), top + 260.0);
    ExposedPage { behind, before, palette, corner, tile }
}

/// Pixels of a tile of a level of so many tiles.
fn tile_side(size: Vec2) -> f32 {
    (AREA / (size.x * size.y)).sqrt().min(TILE_MAX).min(AREA_SIDE_MAX / size.max_element())
}

/// Pixels of the page of a level of so many tiles, with or without the tints of what can be reached and a QR code.
pub(super) fn page_size(size: Vec2, shows_reach: bool, shows_code: bool) -> Vec2 {
    let area = size * tile_side(size);
    let rows = [(shows_reach, REACH_ROW), (shows_code, CODE_ROW)];
    let foot = FOOT + rows.iter().filter(|row| row.0).map(|row| row.1).sum::<f32>();
    Vec2::new(area.x.max(WIDTH_MIN - 2.0 * MARGIN) + 2.0 * MARGIN, MARGIN + area.y + foot).round()
}

/// The part of the page below the level.
struct Foot<'a> {
    drawing: &'a mut Drawing,
    lettering: Lettering,
    paper: Srgba,
    dim: Srgba,
    left: f32,
    right: f32,
}

impl Foot<'_> {
    fn text(&mut self, text: &str, font: Type, at: Vec2, color: Srgba) {
        self.drawing.fill(self.lettering.outline(text, font, at), color);
    }

    /// A text that ends at a point.
    fn text_to(&mut self, text: &str, font: Type, end: Vec2, color: Srgba) {
        let width = self.lettering.width(text, font);
        self.text(text, font, end - Vec2::X * width, color);
    }

    /// World and number, and the level's name, as large as fits.
    fn head(&mut self, level: &Level, belonging: Belonging, top: f32) {
        let mut place = belonging.world.name().to_uppercase();
        if let Some((number, of)) = belonging.number {
            place = format!("{number:02} / {of}   {place}");
        }
        self.text(&place, LABEL, Vec2::new(self.left, top + 58.0), self.dim);
        self.text_to("HAIRLINE", LABEL, Vec2::new(self.right, top + 58.0), self.dim);
        let room = self.right - self.left;
        let whole = self.lettering.width(&level.name, TITLE);
        let font = Type { size: TITLE.size * (room / whole.max(1.0)).min(1.0), ..TITLE };
        self.text(&level.name, font, Vec2::new(self.left - 4.0, top + 160.0), self.paper);
    }

    fn rule(&mut self, y: f32) {
        let line = [Vec2::new(self.left, y), Vec2::new(self.right, y)];
        self.drawing.stroke(polylines(std::iter::once(&line[..])), 1.5, None, faint(self.dim, 0.45));
    }

    /// The proof's time, the times of the medals, the rating, and how often a hand survives. Returns where they end.
    fn times(&mut self, run: &Run, y: f32) -> f32 {
        let ticks = run.inputs.len();
        let [gold, silver, bronze] = medal_seconds(run.medals);
        let survives = 100 * run.rating.survivors[1] / TRIES;
        let hand = format!("HAND ±{} MS", SIGMAS_MS[1]);
        let time = |seconds: String| format!("{seconds} s");
        let columns = [
            ("PROOF", time(seconds(ticks))),
            ("GOLD", time(gold)),
            ("SILVER", time(silver)),
            ("BRONZE", time(bronze)),
            ("DIFFICULTY", format!("{:.1} / 10", run.rating.stars())),
            (hand.as_str(), format!("{survives} %")),
        ];
        self.columns(&columns, y)
    }

    /// Figures side by side, each below its label. Returns where they end.
    fn columns(&mut self, columns: &[(&str, String)], y: f32) -> f32 {
        let mut x = self.left;
        for (label, value) in columns {
            self.text(label, LABEL, Vec2::new(x, y), self.dim);
            self.text(value, VALUE, Vec2::new(x, y + 46.0), self.paper);
            x += (self.lettering.width(label, LABEL).max(self.lettering.width(value, VALUE)) + GAP).max(COLUMN);
        }
        x
    }

    /// The colors of the trajectory with the ticks of slack that they stand for, to the right of what ends at `left`.
    fn legend(&mut self, palette: &Palette, left: f32, y: f32) {
        let from = left.max(self.right - LEGEND);
        let width = self.right - from;
        self.text("TICKS OF SLACK", LABEL, Vec2::new(from, y), self.dim);
        let step = width / (STEPS + 1) as f32;
        for index in 0..=STEPS {
            let looseness = index as f32 / STEPS as f32;
            let half = BAR[1].lerp(BAR[0], looseness) / 2.0;
            let middle = Vec2::new(from + step * index as f32, y + 24.0);
            let ink = color(palette, looseness);
            self.drawing.rectangle(middle - Vec2::Y * half, middle + Vec2::new(step + 0.5, half), ink);
        }
        for slack in [0, 2, 8, 2 * SLACK_MAX] {
            let text = slack.to_string();
            let x = from + looseness(slack) * width;
            let width = self.lettering.width(&text, NOTE);
            let x = (x - width / 2.0).clamp(from, self.right - width);
            self.text(&text, NOTE, Vec2::new(x, y + 56.0), self.dim);
        }
    }

    /// The level as a QR code, and what to do with it.
    fn code(&mut self, code: &Code, y: f32) {
        let side = qr::draw(self.drawing, &code.code, Vec2::new(self.left, y), CODE);
        let x = self.left + side + 1.5 * GAP;
        let what = if code.has_route { "THE LEVEL AND ITS ROUTE AS A LINE" } else { "THE LEVEL AS A LINE" };
        self.text(what, LABEL, Vec2::new(x, y + 24.0), self.dim);
        let commands = if code.has_route { "hairline play LINE, hairline verify LINE" } else { "hairline play LINE" };
        self.text(&format!("{} characters: {commands}", code.chars), NOTE, Vec2::new(x, y + 60.0), self.dim);
    }

    /// The tints of what can be reached.
    fn tints(&mut self, palette: &Palette, y: f32) {
        let mut x = self.left;
        for means in Means::ALL {
            let (min, space) = (Vec2::new(x, y - 17.0), palette.ink(Role::Space));
            for ink in [space, palette.ink(means.tint())] {
                self.drawing.rectangle(min, min + Vec2::new(34.0, 22.0), ink);
            }
            let text = format!("REACHED BY {}", means.name().to_uppercase());
            self.text(&text, LABEL, Vec2::new(x + 46.0, y), self.dim);
            x += 46.0 + self.lettering.width(&text, LABEL) + 2.0 * GAP;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_level::limits::{MAP_HEIGHT_MAX, MAP_WIDTH_MAX};

    #[test]
    fn the_page_of_any_level_fits_a_png_twice_as_large() {
        for width in [1, 2, 3, 42, MAP_WIDTH_MAX] {
            for height in [1, 2, 3, 23, MAP_HEIGHT_MAX] {
                let page = page_size(Vec2::new(width as f32, height as f32), true, true);
                assert!((2.0 * page).max_element() <= SIDE_MAX, "{width} by {height}: {page}");
            }
        }
    }

    #[test]
    fn nothing_below_the_level_overlaps() {
        for (width, height) in [(42, 23), (42, 90), (3, 200), (120, 23)] {
            let rows = vec![".".repeat(width); height - 1].join("\n");
            let text = format!("(version: 1, name: \"Tower\", map: r\"\n{rows}\n@X{}\n\")", ".".repeat(width - 2));
            let level = hairline_level::parse(text, "tower").unwrap_or_else(|errors| panic!("{errors}"));
            for seconds in [1, 100, 999] {
                let inputs = vec![TickInput::NONE; 128 * seconds];
                let rating = Rating { windows: vec![], survivors: [TRIES; 3], bits: 600.0 };
                let run = Run { inputs: &inputs, rating: &rating, medals: MedalTimes::of_proof(inputs.len() as u32) };
                let belonging = Belonging { world: LevelWorld::Halftone, number: Some((1, 30)) };
                let reached = ReachMap::new(&level);
                let drawing = lay_out(&level, belonging, Some(run), reached.as_ref(), None);
                let top = MARGIN + height as f32 * tile_side(Vec2::new(width as f32, height as f32));
                let foot = drawing.shapes.iter().map(|shape| shape.path.bounds()).filter(|bounds| bounds.top() > top);
                let foot: Vec<_> = foot.collect();
                for (index, a) in foot.iter().enumerate() {
                    for b in &foot[..index] {
                        let aside = a.left().max(b.left()) + 1.0 > a.right().min(b.right());
                        let below = a.top().max(b.top()) + 1.0 > a.bottom().min(b.bottom());
                        // A tint lies on a square of open space.
                        let is_same = a == b;
                        assert!(aside || below || is_same, "{width} by {height}, {seconds} s: {a:?} and {b:?}");
                    }
                }
                assert!(
                    foot.iter().all(|bounds| bounds.right() <= drawing.size.x && bounds.bottom() <= drawing.size.y)
                );
            }
        }
    }
}
