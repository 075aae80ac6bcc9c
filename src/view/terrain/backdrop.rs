//! What lies behind and around the map: open space with a fine grain, and the bleed, which carries the map's border on
//! into the dark so that no window shape shows a cut edge.

use bevy::prelude::*;

use crate::geometry::terrain::Terrain;
use crate::geometry::tile::TileShape;
use crate::sim::run::focus::Focus;
use crate::sim::state::spawn::LevelTerrain;

use crate::view::canvas::painter::Painter;
use crate::view::canvas::palette;
use crate::view::canvas::palette::{ink, mix};
use crate::view::canvas::{PlainMaterial, mesh_of};
use crate::view::{LevelPicture, NewLevel, PaintSystems, depth};

/// Tiles over which the border fades.
const BLEED: f32 = 14.0;
/// How far along the bleed each step of the fade is, and how much of the ink is left there: it ends softly.
const FADE: [(f32, f32); 5] = [(0.0, 1.0), (0.15, 0.72), (0.35, 0.42), (0.65, 0.12), (1.0, 0.0)];
/// Tiles. Size of a dot of the grain.
const GRAIN: f32 = 0.035;

/// How far the picture has gone into slow time, `0..=1`; eased, so that pressing the key twice is no flicker.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct SlowLook(pub f32);

/// The open space, whose color changes with time's pace.
#[derive(Component)]
struct Space;

/// Adds the backdrop.
pub fn plugin(app: &mut App) {
    app.init_resource::<SlowLook>()
        .add_systems(Update, spawn_backdrop.in_set(PaintSystems::Build))
        .add_systems(Update, ease_slow_look.in_set(PaintSystems::Wipe))
        .add_systems(Update, tint_space.in_set(PaintSystems::Behind));
}

fn spawn_backdrop(
    terrain: Res<LevelTerrain>,
    plain: Res<PlainMaterial>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    let size = terrain.0.size().as_vec2();
    let material = materials.add(ColorMaterial { color: palette::SPACE, ..default() });
    commands.spawn((
        LevelPicture,
        Space,
        Mesh2d(meshes.add(Rectangle::from_size(size))),
        MeshMaterial2d(material),
        Transform::from_translation((size * 0.5).extend(depth::BACKDROP)),
    ));
    let mut painter = Painter::default();
    paint_grain(&mut painter, &terrain.0);
    paint_bleed(&mut painter, &terrain.0);
    commands.spawn((
        LevelPicture,
        Mesh2d(meshes.add(mesh_of(&painter))),
        MeshMaterial2d(plain.0.clone()),
        Transform::from_xyz(0.0, 0.0, depth::BACKDROP + 0.5),
    ));
}

/// A dot at every corner between four cells.
fn paint_grain(painter: &mut Painter, terrain: &Terrain) {
    let size = terrain.size();
    for (x, y) in (1..size.y).flat_map(|y| (1..size.x).map(move |x| (x, y))) {
        let half = if x % 4 == 0 && y % 4 == 0 { GRAIN * 1.6 } else { GRAIN };
        let at = Vec2::new(x as f32, y as f32);
        painter.rectangle(at - half, at + half, ink(palette::GRAIN, 1.0));
    }
}

/// Which halves (bit 0 the lower or left one, bit 1 the other) of a cell's side are stone. The side is given by the step
/// across it.
fn stone_halves(terrain: &Terrain, cell: IVec2, side: IVec2) -> u8 {
    let shape = terrain.tile(cell);
    if !shape.stops_bodies() || matches!(shape, TileShape::Glass | TileShape::Mirror) {
        return 0;
    }
    let middle = Vec2::splat(0.5) + side.as_vec2() * 0.5;
    let along = side.perp().abs().as_vec2();
    // Slopes meet a side at its corners or in its middle: the middle of a half stands for all of it.
    [-0.25, 0.25].iter().rev().fold(0, |halves, place| halves << 1 | u8::from(shape.contains(middle + along * place)))
}

/// Carries each half cell of the border outwards, stone or space, fading into the void.
fn paint_bleed(painter: &mut Painter, terrain: &Terrain) {
    let size = terrain.size().as_ivec2();
    let void = ink(palette::VOID, 1.0);
    let ink_of = |stone: bool| if stone { ink(palette::STONE, 1.0) } else { ink(palette::SPACE, 1.0) };
    for side in [IVec2::X, -IVec2::X, IVec2::Y, -IVec2::Y] {
        let along = side.perp().abs();
        let length = size.dot(along);
        let corner = if side.min_element() < 0 { IVec2::ZERO } else { (size - 1) * side };
        let edge = side.max(IVec2::ZERO) * size;
        for place in 0..length {
            let cell = corner + along * place;
            let halves = stone_halves(terrain, cell, side);
            for half in 0..2 {
                let color = ink_of(halves & (1 << half) != 0);
                let from = edge.as_vec2() + along.as_vec2() * (place as f32 + 0.5 * half as f32);
                let to = from + along.as_vec2() * 0.5;
                let out = side.as_vec2() * BLEED;
                for step in FADE.windows(2) {
                    let [(near, ink), (far, ink_far)] = [step[0], step[1]];
                    let corners = [from + out * near, to + out * near, to + out * far, from + out * far];
                    let [near, far] = [ink, ink_far].map(|share| color * share + void * (1.0 - share));
                    painter.quad(corners, [near, near, far, far]);
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
        let color = ink_of(stone);
        let at = (which * size).as_vec2();
        let out = sides.as_vec2() * BLEED;
        for (x, y) in (0..FADE.len() - 1).flat_map(|y| (0..FADE.len() - 1).map(move |x| (x, y))) {
            let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
            let places = corners.map(|(x, y)| at + out * Vec2::new(FADE[x].0, FADE[y].0));
            let inks = corners.map(|(x, y)| FADE[x].1 * FADE[y].1);
            painter.quad(places, inks.map(|share| color * share + void * (1.0 - share)));
        }
    }
}

fn ease_slow_look(
    mut look: ResMut<SlowLook>,
    focus: Option<Res<Focus>>,
    new_level: Res<NewLevel>,
    time: Res<Time<Real>>,
) {
    let target = if focus.is_some_and(|focus| focus.active) { 1.0 } else { 0.0 };
    if new_level.0 {
        look.0 = target;
    }
    // A tenth of a second in, a little longer out.
    let step = time.delta_secs() / if target > look.0 { 0.10 } else { 0.16 };
    look.0 += (target - look.0).clamp(-step, step);
}

fn tint_space(
    look: Res<SlowLook>,
    spaces: Query<&MeshMaterial2d<ColorMaterial>, With<Space>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let color = Color::from(mix(palette::SPACE, palette::SPACE_FOCUSED, look.0));
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
