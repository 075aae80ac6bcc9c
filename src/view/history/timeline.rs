//! The time line of a run: how far it goes, what happened when, what was pressed, and the present place.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::view::camera::{Framing, LowerRoom};
use crate::view::canvas::Canvas;
use crate::view::canvas::painting::PixelSize;
use crate::view::canvas::palette::{Role, Tint, tint};
use crate::view::frame::schedule::PaintSystems;
use hairline_painter::painter::Painter;
use hairline_sim::history::timeline::{Mark, MarkKind};
use hairline_sim::run::input::TickInput;

/// The buttons whose presses have a lane each, the uppermost first.
const LANES: [TickInput; 5] = [TickInput::LEFT, TickInput::RIGHT, TickInput::JUMP, TickInput::DOWN, TickInput::FOCUS];
/// The height of the line's box, in parts of the window's shorter side; at least so many logical pixels.
const HEIGHT: f32 = 0.085;
const PIXELS_MIN: f32 = 44.0;
/// Parts of that height: what it keeps free inside, and a lane.
const PADDING: f32 = 0.12;
const LANE_HEIGHT: f32 = 0.08;

/// What is shown of a run's time.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct SeenTimeline {
    /// Whether it is shown.
    pub is_shown: bool,
    /// Ticks of the run, and the present one.
    pub length: usize,
    pub at: usize,
    /// What happened.
    pub marks: Vec<Mark>,
    /// The ticks of the kept places; `None` if there is none on this line.
    pub kept: [Option<usize>; 2],
    /// When each button was held: its number among those that have a lane, the first tick and the one after the last.
    pub presses: Vec<(usize, usize, usize)>,
    /// What is held now.
    pub held: TickInput,
    /// Where the line lies, in logical pixels of the window from its upper left corner.
    pub track: Rect,
}

impl SeenTimeline {
    /// Shows the presses of these inputs.
    pub fn set_presses(&mut self, inputs: &[TickInput]) {
        self.presses.clear();
        for (lane, &button) in LANES.iter().enumerate() {
            let mut began = None;
            for tick in 0..=inputs.len() {
                let is_held = inputs.get(tick).is_some_and(|input| input.holds(button));
                match (began, is_held) {
                    (None, true) => began = Some(tick),
                    (Some(from), false) => {
                        self.presses.push((lane, from, tick));
                        began = None;
                    }
                    _ => {}
                }
            }
        }
    }

    /// The tick at a place in the window; `None` beside the line.
    pub fn tick_at(&self, pixel: Vec2) -> Option<usize> {
        let is_on = self.is_shown && self.track.inflate(8.0).contains(pixel);
        let share = (pixel.x - self.track.min.x) / self.track.width().max(1.0);
        is_on.then(|| (share.clamp(0.0, 1.0) * self.length as f32).round() as usize)
    }
}

pub(super) fn plugin(app: &mut App) {
    let is_shown = |seen: Option<Res<SeenTimeline>>| seen.is_some_and(|seen| seen.is_shown);
    app.add_systems(
        Update,
        (make_room.in_set(PaintSystems::Clear), paint_timeline.run_if(is_shown).in_set(PaintSystems::Over)),
    );
}

/// The level leaves room for the line.
fn make_room(
    windows: Query<&Window, With<PrimaryWindow>>,
    seen: Option<Res<SeenTimeline>>,
    mut room: ResMut<LowerRoom>,
) {
    let Ok(window) = windows.single() else { return };
    let height = (HEIGHT * window.size().min_element()).max(PIXELS_MIN);
    let is_shown = seen.is_some_and(|seen| seen.is_shown);
    room.set_if_neq(LowerRoom(if is_shown { height } else { 0.0 }));
}

fn paint_timeline(
    mut canvas: ResMut<Canvas>,
    window: Single<&Window, With<PrimaryWindow>>,
    (framing, room, pixel): (Res<Framing>, Res<LowerRoom>, Res<PixelSize>),
    mut seen: ResMut<SeenTimeline>,
) {
    let painter = &mut canvas.beams;
    let part = framing.seen_part(window.size());
    let height = room.0 / framing.tile_pixels.max(1e-3);
    let place = Rect { min: part.min - Vec2::new(0.0, height), max: Vec2::new(part.max.x, part.min.y) };
    painter.rectangle(place.min, place.max, Role::Void);
    let (padding, lane_height) = (PADDING * height, LANE_HEIGHT * height);
    // The keys that are held lie at the left end, and the line beside them.
    let min = place.min + Vec2::new(5.0 * padding, padding);
    let plot = Rect { min, max: place.max - Vec2::new(2.0 * padding, padding) };
    seen.track = in_window(plot, part, &framing);
    let across = |tick: usize| plot.min.x + plot.width() * tick as f32 / seen.length.max(1) as f32;
    let lane = |number: usize| plot.min.y + lane_height * (LANES.len() - 1 - number) as f32;
    for (number, button) in LANES.into_iter().enumerate() {
        let color = if seen.held.holds(button) { tint(Role::Focus, 1.0) } else { tint(Role::PaperDim, 0.35) };
        let middle = Vec2::new(plot.min.x - 1.6 * padding, lane(number) + 0.35 * lane_height);
        paint_button(painter, button, middle, 0.55 * lane_height, color);
    }
    for &(number, from, to) in &seen.presses {
        let (left, y) = (across(from), lane(number));
        let right = across(to).max(left + pixel.0);
        painter.rectangle(Vec2::new(left, y), Vec2::new(right, y + 0.7 * lane_height), tint(Role::PaperDim, 0.75));
    }
    let line = plot.max.y - 0.16 * height;
    let width = (0.03 * height).max(1.5 * pixel.0);
    painter.line(Vec2::new(plot.min.x, line), Vec2::new(plot.max.x, line), width, tint(Role::PaperDim, 0.6));
    painter.line(Vec2::new(plot.min.x, line), Vec2::new(across(seen.at), line), 2.0 * width, Role::Paper);
    for mark in &seen.marks {
        paint_mark(painter, mark.kind, Vec2::new(across(mark.tick), line), 0.11 * height, width);
    }
    for (number, tick) in seen.kept.into_iter().enumerate() {
        let Some(tick) = tick else { continue };
        paint_place(painter, number + 1, Vec2::new(across(tick), line), 0.11 * height);
    }
    let now = across(seen.at);
    painter.line(Vec2::new(now, plot.min.y), Vec2::new(now, plot.max.y), width, Role::Paper);
}

/// A triangle in the direction of a button of motion, up for a jump, or the ring of focus.
fn paint_button(painter: &mut Painter, button: TickInput, at: Vec2, size: f32, color: Tint) {
    let direction = match button {
        TickInput::LEFT => Vec2::NEG_X,
        TickInput::RIGHT => Vec2::X,
        TickInput::JUMP => Vec2::Y,
        TickInput::DOWN => Vec2::NEG_Y,
        _ => return painter.ring(at, 0.55 * size, size, color),
    };
    let corners = [direction, direction.perp() - 0.8 * direction, -direction.perp() - 0.8 * direction];
    painter.polygon(&corners.map(|corner| at + corner * size), color);
}

/// One triangle above the line for the first place, two for the second.
fn paint_place(painter: &mut Painter, number: usize, at: Vec2, size: f32) {
    for head in 0..number {
        let tip = at + Vec2::new(0.0, (0.5 + 0.9 * head as f32) * size);
        let corners = [Vec2::ZERO, Vec2::new(0.7, 0.8), Vec2::new(-0.7, 0.8)].map(|corner| tip + corner * size);
        painter.polygon(&corners, Role::Focus);
    }
}

/// A rectangle of the level in logical pixels of the window, whose free part shows `part`.
fn in_window(of: Rect, part: Rect, framing: &Framing) -> Rect {
    let corner = |x: f32, y: f32| {
        Vec2::new(x - part.min.x, part.max.y - y) * framing.tile_pixels + Vec2::new(0.0, framing.bars.x)
    };
    Rect::from_corners(corner(of.min.x, of.min.y), corner(of.max.x, of.max.y))
}

/// A cross for a death, a diamond for a shard, a flag for a checkpoint, a ring for the exit.
fn paint_mark(painter: &mut Painter, kind: MarkKind, at: Vec2, size: f32, width: f32) {
    match kind {
        MarkKind::Death => {
            let color: Tint = Role::Lethal.into();
            for arm in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
                painter.line(at - arm * size * 0.8, at + arm * size * 0.8, 1.6 * width, color);
            }
        }
        MarkKind::Shard => {
            let corners = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|corner| at + corner * size);
            painter.polygon(&corners, Role::Shard);
        }
        MarkKind::Checkpoint => {
            painter.line(at, at + Vec2::new(0.0, 1.6 * size), width, Role::Paper);
            let flag = [
                at + Vec2::new(0.0, 0.8 * size),
                at + Vec2::new(1.2 * size, 1.2 * size),
                at + Vec2::new(0.0, 1.6 * size),
            ];
            painter.polygon(&flag, Role::Paper);
        }
        MarkKind::Exit => painter.ring(at, size * 0.7, size, Role::Exit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_press_is_one_bar_of_its_lane() {
        let mut seen = SeenTimeline::default();
        let (right, jump) = (TickInput::RIGHT, TickInput::JUMP);
        seen.set_presses(&[right, right.with(jump), TickInput::NONE, right]);
        assert_eq!(seen.presses, [(1, 0, 2), (1, 3, 4), (2, 1, 2)]);
    }

    #[test]
    fn a_place_on_the_line_is_a_tick() {
        let track = Rect::new(100.0, 700.0, 900.0, 740.0);
        let seen = SeenTimeline { is_shown: true, length: 400, track, ..SeenTimeline::default() };
        assert_eq!(seen.tick_at(Vec2::new(500.0, 720.0)), Some(200));
        assert_eq!((seen.tick_at(Vec2::new(95.0, 720.0)), seen.tick_at(Vec2::new(500.0, 600.0))), (Some(0), None));
    }
}
