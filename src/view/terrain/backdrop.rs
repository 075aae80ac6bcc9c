//! The backdrop: open space with its pattern, the world's picture far behind it, and the bleed, which extends the map's
//! border into the dark so that no window shape shows a hard edge.

use bevy::prelude::*;

use hairline_geometry::terrain::Terrain;
use hairline_geometry::tile::TileShape;
use hairline_level::LevelWorld;
use hairline_sim::colliders::Colliders;

use super::{motif, pattern};
use crate::view::canvas::depth;
use crate::view::canvas::painting::{OwnColors, Paint, Painting};
use crate::view::canvas::palette::{Palette, Role, Scenery, mix, tint};
use crate::view::frame::level_picture::LevelPicture;
use crate::view::frame::schedule::PaintSystems;
use crate::view::frame::slow_motion::SlowMotion;
use hairline_painter::painter::{Painter, rectangle_corners};

/// Tiles over which the border fades.
const BLEED: f32 = 14.0;
/// The fade as pairs of a fraction of the bleed's length and the strength of the color there.
const FADE: [(f32, f32); 5] = [(0.0, 1.0), (0.15, 0.72), (0.35, 0.42), (0.65, 0.12), (1.0, 0.0)];

/// Open space, whose color changes in slow motion.
#[derive(Component)]
struct Space;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, spawn_backdrop.in_set(PaintSystems::BuildLevel))
        .add_systems(Update, tint_space.in_set(PaintSystems::Behind));
}

fn spawn_backdrop(
    colliders: Res<Colliders>,
    (palette, scenery): (Res<Palette>, Res<Scenery>),
    own_colors: Res<OwnColors>,
    mut materials: ResMut<Assets<Paint>>,
    mut commands: Commands,
) {
    let terrain = colliders.terrain();
    let size = terrain.size().as_vec2();
    let material = materials.add(Paint { color: palette.linear(Role::Space) });
    let mut space = Painter::default();
    space.quad(rectangle_corners(size * 0.5, size * 0.5), [Role::White.into(); 4]);
    commands.spawn((
        LevelPicture,
        Space,
        Painting(space),
        MeshMaterial2d(material),
        Transform::from_xyz(0.0, 0.0, depth::BACKDROP),
    ));
    let mut painter = Painter::default();
    paint_bleed(&mut painter, terrain, scenery.0);
    paint_space(&mut painter, terrain, scenery.0);
    commands.spawn((
        LevelPicture,
        Painting(painter),
        MeshMaterial2d(own_colors.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::BACKDROP + 0.5),
    ));
}

/// What is seen in the open space of a level.
pub fn paint_space(painter: &mut Painter, terrain: &Terrain, world: LevelWorld) {
    motif::paint(painter, world, terrain.size().as_vec2(), BLEED);
    paint_grain(painter, terrain, world);
}

/// The world's pattern at every corner where four cells meet, larger at every fourth.
fn paint_grain(painter: &mut Painter, terrain: &Terrain, world: LevelWorld) {
    let size = terrain.size();
    for (x, y) in (1..size.y).flat_map(|y| (1..size.x).map(move |x| (x, y))) {
        let scale = if x % 4 == 0 && y % 4 == 0 { 1.6 } else { 1.0 };
        let at = Vec2::new(x as f32, y as f32);
        for stroke in pattern::on_space(world) {
            painter.line(at + stroke.from * scale, at + stroke.to * scale, stroke.width * scale, Role::Grain);
        }
    }
}

/// Which halves of a cell's side are stone: bit 0 the lower or left one, bit 1 the other. `side` is the step across it.
fn stone_halves(terrain: &Terrain, cell: IVec2, side: IVec2) -> u8 {
    let shape = terrain.tile(cell);
    if !shape.stops_bodies() || matches!(shape, TileShape::Glass | TileShape::Mirror) {
        return 0;
    }
    let middle = Vec2::splat(0.5) + side.as_vec2() * 0.5;
    let along = side.perp().abs().as_vec2();
    // Slopes meet a side at its corners or at its middle, so the middle of a half decides for all of it.
    [-0.25, 0.25].iter().rev().fold(0, |halves, place| halves << 1 | u8::from(shape.contains(middle + along * place)))
}

/// How strong stone still is at a distance from the map in tiles.
fn strength(distance: f32) -> f32 {
    let share = (distance / BLEED).clamp(0.0, 1.0);
    let step = FADE.windows(2).find(|step| share <= step[1].0).unwrap_or(&FADE[FADE.len() - 2..]);
    let [(near, strong), (far, weak)] = [step[0], step[1]];
    strong + (weak - strong) * (share - near) / (far - near)
}

/// Extends each half cell of the border outwards, stone or space, fading into the void.
fn paint_bleed(painter: &mut Painter, terrain: &Terrain, world: LevelWorld) {
    let size = terrain.size().as_ivec2();
    let color_of = |stone: bool| if stone { Role::Stone } else { Role::Space };
    for side in [IVec2::X, -IVec2::X, IVec2::Y, -IVec2::Y] {
        let along = side.perp().abs();
        let length = size.dot(along);
        let corner = if side.min_element() < 0 { IVec2::ZERO } else { (size - 1) * side };
        let edge = side.max(IVec2::ZERO) * size;
        for place in 0..length {
            let cell = corner + along * place;
            let halves = stone_halves(terrain, cell, side);
            for half in 0..2 {
                let color = color_of(halves & (1 << half) != 0);
                let from = edge.as_vec2() + along.as_vec2() * (place as f32 + 0.5 * half as f32);
                let to = from + along.as_vec2() * 0.5;
                let out = side.as_vec2() * BLEED;
                for step in FADE.windows(2) {
                    let [(near, strength), (far, strength_far)] = [step[0], step[1]];
                    let corners = [from + out * near, to + out * near, to + out * far, from + out * far];
                    let [near, far] = [strength, strength_far].map(|share| mix(Role::Void, color, share));
                    painter.quad(corners, [near, near, far, far]);
                }
            }
            if halves == 0b11 {
                for out in 1..=BLEED as i32 {
                    paint_vein(painter, world, cell + side * out, terrain);
                }
            }
        }
    }
    // The four corners fade in both directions.
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let which = IVec2::new(x, y);
        let cell = which * (size - 1);
        let sides = which * 2 - 1;
        let stone = stone_halves(terrain, cell, IVec2::new(sides.x, 0)) != 0
            && stone_halves(terrain, cell, IVec2::new(0, sides.y)) != 0;
        let color = color_of(stone);
        let at = (which * size).as_vec2();
        let out = sides.as_vec2() * BLEED;
        for (x, y) in (0..FADE.len() - 1).flat_map(|y| (0..FADE.len() - 1).map(move |x| (x, y))) {
            let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
            let places = corners.map(|(x, y)| at + out * Vec2::new(FADE[x].0, FADE[y].0));
            let strengths = corners.map(|(x, y)| FADE[x].1 * FADE[y].1);
            painter.quad(places, strengths.map(|share| mix(Role::Void, color, share)));
        }
        if stone {
            let reach = 1..=BLEED as i32;
            for (x, y) in reach.clone().flat_map(|y| reach.clone().map(move |x| (x, y))) {
                paint_vein(painter, world, cell + sides * IVec2::new(x, y), terrain);
            }
        }
    }
}

/// The pattern of stone in a cell outside of the map, as faint as the stone is there.
fn paint_vein(painter: &mut Painter, world: LevelWorld, cell: IVec2, terrain: &Terrain) {
    let size = terrain.size().as_vec2();
    let color = |at: Vec2| {
        let outside = (at - at.clamp(Vec2::ZERO, size)).abs();
        tint(Role::Vein, strength(outside.x) * strength(outside.y))
    };
    for stroke in pattern::on_stone(world) {
        let (from, to) = (cell.as_vec2() + stroke.from, cell.as_vec2() + stroke.to);
        painter.taper(from, to, stroke.width, stroke.width, color(from), color(to));
    }
}

fn tint_space(
    slow_motion: Res<SlowMotion>,
    palette: Res<Palette>,
    spaces: Query<&MeshMaterial2d<Paint>, With<Space>>,
    mut materials: ResMut<Assets<Paint>>,
) {
    let color = palette.resolve(mix(Role::Space, Role::SpaceFocused, slow_motion.0));
    for handle in &spaces {
        let is_other = materials.get(&handle.0).is_some_and(|material| material.color != color);
        if is_other && let Some(mut material) = materials.get_mut(&handle.0) {
            material.color = color;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stone_fades_steadily_outside_of_the_map() {
        assert_eq!((strength(0.0), strength(BLEED), strength(99.0)), (1.0, 0.0, 0.0));
        assert!((0..28).all(|step| strength(step as f32 * 0.5) > strength(step as f32 * 0.5 + 0.5)));
    }

    #[test]
    fn sides_are_stone_where_the_shape_reaches_them() {
        let check = |shape: TileShape, side: IVec2, expected: u8| {
            let terrain = Terrain::new(UVec2::ONE, vec![shape]);
            assert_eq!(stone_halves(&terrain, IVec2::ZERO, side), expected, "{shape:?} {side}");
        };
        check(TileShape::Solid, IVec2::X, 0b11);
        check(TileShape::Empty, IVec2::X, 0);
        check(TileShape::Glass, IVec2::X, 0);
        check(TileShape::FloorRight, IVec2::X, 0b11);
        check(TileShape::FloorRight, IVec2::NEG_X, 0);
        check(TileShape::FloorRight, IVec2::NEG_Y, 0b11);
        check(TileShape::FloorRightHigh, IVec2::NEG_X, 0b01);
        check(TileShape::CeilingRightHigh, IVec2::NEG_X, 0b10);
        check(TileShape::CeilingRightHigh, IVec2::X, 0b11);
    }
}
