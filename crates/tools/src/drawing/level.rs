//! A level at rest: its tiles, as the game draws them without its patterns, and what stands among them.

use bevy_color::Srgba;
use bevy_math::{IVec2, Vec2};

use hairline_geometry::terrain::Terrain;
use hairline_geometry::terrain::outline::{Outline, OutlineKind};
use hairline_geometry::tile::TileShape;
use hairline_level::Level;
use hairline_painter::ninja;
use hairline_painter::painter::{Painter, rectangle_corners};
use hairline_painter::palette::{Role, tint};
use hairline_painter::still::Still;
use hairline_painter::terrain::paint_details;

use super::board::Board;
use super::faint;

/// Tiles.
const EDGE: f32 = 0.08;

/// Draws a level at rest; `draw_ground` draws on its open space, and `draw_run` what lies over its beams and under its robots.
pub(crate) fn draw_level(
    board: &mut Board,
    level: &Level,
    draw_ground: impl FnOnce(&mut Board),
    draw_run: impl FnOnce(&mut Board),
) {
    let mut still = Still::new(level);
    draw_space(board);
    draw_ground(board);
    draw_tiles(board, &level.terrain);
    [&still.under, &still.obstacles, &still.beams].into_iter().for_each(|layer| board.paint(layer));
    draw_run(board);
    ninja::paint_at_rest(&mut still.actors, level.ninja);
    // So that the start and the goal are found at once.
    for (at, role, radius) in [(level.ninja, Role::Paper, 0.86), (level.exit, Role::Exit, 1.17)] {
        still.actors.ring(at, radius - 0.05, radius, tint(role, 0.6));
    }
    board.paint(&still.actors);
}

/// Draws what light shines on in a level at rest: its open space, tiles and obstacles.
pub(crate) fn draw_unlit(board: &mut Board, level: &Level) {
    draw_space(board);
    draw_tiles(board, &level.terrain);
    board.paint(&Still::new(level).obstacles);
}

/// Draws what stands among the tiles of a level at rest.
pub(crate) fn draw_actors(board: &mut Board, level: &Level) {
    board.paint(&Still::new(level).actors);
}

pub(crate) fn draw_space(board: &mut Board) {
    let half = board.size / 2.0;
    let ink = board.ink(Role::Space);
    board.areas(&[rectangle_corners(half, half).to_vec()], ink);
}

/// Draws everything that is made of tiles, over open space.
pub(crate) fn draw_tiles(board: &mut Board, terrain: &Terrain) {
    let grain = board.ink(Role::Grain);
    draw_grid(board, grain);
    draw_curtains(board, terrain);
    draw_stone(board, terrain);
    draw_glass(board, terrain);
    draw_platforms(board, terrain);
    let mut painter = Painter::default();
    paint_details(&mut painter, terrain);
    board.paint(&painter);
}

/// A fine grid of crosses, one for every fifth tile as on rulers, by which distances can be read.
fn draw_grid(board: &mut Board, color: Srgba) {
    let size = board.size.as_ivec2();
    let mut lines = Vec::new();
    for at in (5..size.y).step_by(5).flat_map(|y| (5..size.x).step_by(5).map(move |x| IVec2::new(x, y).as_vec2())) {
        lines.push(vec![at - Vec2::X * 0.14, at + Vec2::X * 0.14]);
        lines.push(vec![at - Vec2::Y * 0.14, at + Vec2::Y * 0.14]);
    }
    board.lines(&lines, 0.05, color);
}

/// The closed outlines of tiles of one kind.
fn outlines(terrain: &Terrain, kind: OutlineKind) -> Vec<Vec<Vec2>> {
    terrain.outline(kind).into_iter().map(|Outline { points, .. }| points).collect()
}

/// The parts of outlines that do not lie on the map's border: beyond it the terrain goes on.
fn inner_edges(outlines: &[Vec<Vec2>], size: Vec2) -> Vec<Vec<Vec2>> {
    let on_border = |a: Vec2, b: Vec2| {
        let both = |x: f32, y: f32, at: f32| x == at && y == at;
        both(a.x, b.x, 0.0) || both(a.x, b.x, size.x) || both(a.y, b.y, 0.0) || both(a.y, b.y, size.y)
    };
    let mut lines: Vec<Vec<Vec2>> = Vec::new();
    for points in outlines {
        let mut open: Vec<Vec2> = Vec::new();
        for index in 0..points.len() {
            let (from, to) = (points[index], points[(index + 1) % points.len()]);
            if on_border(from, to) {
                lines.extend(Some(std::mem::take(&mut open)).filter(|line| line.len() > 1));
            } else {
                if open.is_empty() {
                    open.push(from);
                }
                open.push(to);
            }
        }
        lines.extend(Some(open).filter(|line| line.len() > 1));
    }
    lines
}

fn draw_stone(board: &mut Board, terrain: &Terrain) {
    let (stone, edge) = (board.ink(Role::Stone), board.ink(Role::Edge));
    let areas = outlines(terrain, OutlineKind::Solid);
    board.areas(&areas, stone);
    let edges = inner_edges(&areas, board.size);
    board.lines(&edges, EDGE, edge);
}

fn draw_glass(board: &mut Board, terrain: &Terrain) {
    let glass = board.ink(Role::Glass);
    let areas = outlines(terrain, OutlineKind::Glass);
    board.areas(&areas, faint(glass, 0.14));
    let glints: Vec<Vec<Vec2>> = cells(terrain, TileShape::Glass)
        .map(|cell| vec![cell.as_vec2() + Vec2::new(0.2, 0.35), cell.as_vec2() + Vec2::new(0.65, 0.8)])
        .collect();
    board.lines(&glints, 0.05, faint(glass, 0.5));
    let edges = inner_edges(&areas, board.size);
    board.lines(&edges, 0.06, glass);
}

fn draw_curtains(board: &mut Board, terrain: &Terrain) {
    let curtain = board.ink(Role::Curtain);
    let areas = outlines(terrain, OutlineKind::Curtain);
    board.areas(&areas, faint(curtain, 0.30));
    let folds: Vec<Vec<Vec2>> = cells(terrain, TileShape::Curtain)
        .flat_map(|cell| {
            let at = cell.as_vec2();
            [0.25, 0.75].map(|x| vec![at + Vec2::new(x, 0.0), at + Vec2::new(x, 1.0)])
        })
        .collect();
    board.lines(&folds, 0.06, faint(curtain, 0.7));
}

fn draw_platforms(board: &mut Board, terrain: &Terrain) {
    let platform = board.ink(Role::Platform);
    for outline in terrain.outline(OutlineKind::OneWay) {
        if let [from, to] = outline.points[..] {
            let down = Vec2::Y * 0.16;
            board.areas(&[vec![from, to, to - down, from - down]], platform);
            // What carries it, so that it does not look like a wall.
            let posts = (0..=(to.x - from.x) as u32 * 2).map(|half| from + Vec2::new(half as f32 * 0.5, -0.16));
            let posts: Vec<Vec<Vec2>> = posts.map(|at| vec![at, at - Vec2::Y * 0.14]).collect();
            board.lines(&posts, 0.05, faint(platform, 0.6));
        }
    }
}

fn cells(terrain: &Terrain, shape: TileShape) -> impl Iterator<Item = IVec2> + '_ {
    terrain.cells().filter(move |&cell| terrain.tile(cell) == shape)
}
