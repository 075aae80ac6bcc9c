//! Everything in a level that is neither a tile nor a robot: obstacles, what the ninja touches, what kills by itself, the exit
//! and the ninja at its start.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy_math::Vec2;

use hairline_level::{
    CheckpointSettings, CrumbleSettings, DoorSettings, ExitOpens, KeySettings, Level, MineSettings, MoverSettings,
    MoverSurface, OrbSettings, SensorSettings, SpringSettings, SwitchSettings, TeleportSettings,
};
use hairline_painter::palette::Role;
use hairline_painter::palette::marks::channel_color;
use hairline_sim::tuning::BODY_RADIUS;

use super::board::{Board, arc_points, corners};
use super::robots::draw_rail;
use hairline_geometry::ray::unit;

/// Draws obstacles.
pub(super) fn draw_obstacles(board: &mut Board, level: &Level) {
    for mover in level.actors::<MoverSettings>() {
        draw_rail(board, mover.path.as_ref());
        let turn = unit(mover.turn.start());
        let shape: Vec<Vec2> = mover.shape.corners().iter().map(|&at| mover.position + turn.rotate(at)).collect();
        let (fill, edge) = match mover.surface {
            MoverSurface::Plain => (board.mix(Role::Ink, Role::SteelDark, 0.55), board.ink(Role::Steel)),
            MoverSurface::Mirror => (board.mix(Role::Ink, Role::Mirror, 0.22), board.ink(Role::Mirror)),
            MoverSurface::Bumper { .. } => (board.mix(Role::Ink, Role::Bounce, 0.22), board.ink(Role::Bounce)),
        };
        board.polygon(&shape, fill);
        board.frame(&shape, 0.1, edge);
        if matches!(mover.surface, MoverSurface::Bumper { .. }) {
            let inner: Vec<Vec2> = shape.iter().map(|&at| mover.position + (at - mover.position) * 0.62).collect();
            board.frame(&inner, 0.06, edge.faint(0.7));
        }
    }
    for crumble in level.actors::<CrumbleSettings>() {
        draw_crumble(board, crumble);
    }
    for door in level.actors::<DoorSettings>() {
        draw_door(board, level, door);
    }
}

fn draw_crumble(board: &mut Board, crumble: &CrumbleSettings) {
    let (fill, edge) = (board.mix(Role::Ink, Role::Platform, 0.30), board.ink(Role::Platform));
    let (half, at) = (crumble.size / 2.0, crumble.position);
    board.polygon(&corners(at, half), fill);
    board.frame(&corners(at, half - 0.04), 0.07, edge);
    let (along, across) = if half.x >= half.y { (Vec2::X, Vec2::Y) } else { (Vec2::Y, Vec2::X) };
    let (length, width) = (2.0 * half.dot(along), half.dot(across));
    let count = (length / 0.55).round().clamp(2.0, 200.0) as u32;
    let mut cracks = Vec::new();
    for crack in 1..count {
        let middle = at + along * (length * (crack as f32 / count as f32 - 0.5));
        let lean = along * (0.16 * width * if crack % 2 == 0 { 1.0 } else { -1.0 });
        cracks.push(vec![middle - across * width - lean, middle + lean * 0.4, middle + across * width - lean * 0.3]);
    }
    board.lines(&cracks, 0.06, edge);
}

fn draw_door(board: &mut Board, level: &Level, door: &DoorSettings) {
    let (half, at) = (door.size / 2.0, door.position);
    let (fill, bar, steel) =
        (board.mix(Role::Ink, Role::SteelDark, 0.38), board.ink(Role::SteelDark), board.ink(Role::Steel));
    let color = match door.when.condition(&level.conditions) {
        hairline_level::Condition::Raised(channel) | hairline_level::Condition::Lowered(channel) => {
            board.ink(channel_color(channel))
        }
        _ => steel,
    };
    board.polygon(&corners(at, half), fill);
    let upright = door.slide.y.abs() >= door.slide.x.abs();
    let (along, across) = if upright { (Vec2::Y, Vec2::X) } else { (Vec2::X, Vec2::Y) };
    let (reach, width) = (half.dot(along), half.dot(across));
    let count = ((2.0 * reach / 0.4) as u32).min(200);
    let bars: Vec<Vec<Vec2>> = (1..=count)
        .map(|bar| at + along * (bar as f32 * 2.0 * reach / (count + 1) as f32 - reach))
        .map(|middle| vec![middle - across * width, middle + across * width])
        .collect();
    board.lines(&bars, 0.05, bar);
    board.frame(&corners(at, half - 0.04), 0.08, steel);
    board.frame(&corners(at, (half - 0.13).max(Vec2::splat(0.02))), 0.04, color);
    if door.crushes {
        let out = -along * if door.slide.dot(along) < 0.0 { -1.0 } else { 1.0 };
        let edge = at + out * reach;
        let teeth = (width * 2.0 / 0.25).round().clamp(1.0, 200.0) as u32;
        let place = |share: f32| edge - out * 0.2 - across * width + across * (2.0 * width * share / teeth as f32);
        let teeth: Vec<Vec<Vec2>> = (0..teeth)
            .map(|tooth| vec![place(tooth as f32), place(tooth as f32 + 1.0), place(tooth as f32 + 0.5) + out * 0.2])
            .collect();
        let lethal = board.ink(Role::Lethal);
        board.areas(&teeth, lethal);
    }
    let row = if half.x > half.y { Vec2::X } else { Vec2::Y };
    board.gate(door.when, &level.conditions, at, row, (half.min_element() * 0.62).min(0.36));
}

/// Draws what the ninja touches, and what kills by itself.
pub(super) fn draw_small(board: &mut Board, level: &Level) {
    level.actors::<TeleportSettings>().iter().for_each(|teleport| draw_teleport(board, teleport));
    level.actors::<SensorSettings>().iter().for_each(|sensor| draw_sensor(board, sensor));
    level.actors::<SwitchSettings>().iter().for_each(|switch| draw_switch(board, switch));
    level.actors::<SpringSettings>().iter().for_each(|spring| draw_spring(board, spring));
    level.actors::<CheckpointSettings>().iter().for_each(|checkpoint| draw_checkpoint(board, checkpoint.position));
    level.actors::<MineSettings>().iter().for_each(|mine| draw_mine(board, mine));
    level.actors::<OrbSettings>().iter().for_each(|orb| draw_orb(board, orb));
    level.actors::<KeySettings>().iter().for_each(|key| draw_key(board, key));
    level.shards.iter().for_each(|&shard| draw_shard(board, shard));
    draw_exit(board, level.exit, level.exit_opens);
}

fn draw_teleport(board: &mut Board, teleport: &TeleportSettings) {
    let (ink, portal) = (board.ink(Role::Ink), board.ink(Role::Portal));
    let [a, b] = teleport.ends;
    board.dashes(&[a, b], 0.06, [0.1, 0.5], portal.faint(0.5));
    for at in teleport.ends {
        board.disc(at, 0.62, ink);
        board.ring(at, 0.62, 0.11, portal);
        for part in 0..3 {
            let turn = TAU * part as f32 / 3.0;
            board.line(&arc_points(at, 0.38, turn, 1.3), 0.06, portal);
            let arm: Vec<Vec2> =
                (0..6).map(|step| at + unit(turn + step as f32 * 0.44) * (0.28 - 0.05 * step as f32)).collect();
            board.line(&arm, 0.05, portal.faint(0.8));
        }
    }
}

fn draw_sensor(board: &mut Board, sensor: &SensorSettings) {
    let (at, half) = (sensor.position, sensor.size / 2.0);
    let (ink, steel, color) = (board.ink(Role::Ink), board.ink(Role::Steel), channel_color(sensor.channel));
    let pane = board.mix(Role::Ink, color, 0.16);
    board.polygon(&corners(at, half), ink);
    board.polygon(&corners(at, half - 0.09), pane);
    board.frame(&corners(at, half - 0.045), 0.09, steel);
    board.mark(sensor.channel, at, (half.min_element() * 0.5).min(0.34));
}

fn draw_switch(board: &mut Board, switch: &SwitchSettings) {
    let at = switch.position;
    let (ink, steel, stone) = (board.ink(Role::Ink), board.ink(Role::Steel), board.ink(Role::Stone));
    board.disc(at, 0.47, ink);
    board.ring(at, 0.43, 0.07, steel);
    board.disc(at, 0.33, stone);
    if switch.seconds.is_some() {
        for notch in 0..8 {
            let out = unit(TAU * notch as f32 / 8.0);
            board.line(&[at + out * 0.37, at + out * 0.44], 0.05, ink);
        }
    }
    if switch.toggle {
        for side in [0.0, TAU / 2.0] {
            board.line(&arc_points(at, 0.56, side - 0.55, 1.1), 0.06, steel);
        }
    }
    board.mark(switch.channel, at, 0.21);
}

fn draw_spring(board: &mut Board, spring: &SpringSettings) {
    let (out, side) = (unit(spring.angle), unit(spring.angle).perp());
    let point = |along: f32, across: f32| spring.position + out * along + side * across;
    let (dark, steel, bounce) = (board.ink(Role::SteelDark), board.ink(Role::Steel), board.ink(Role::Bounce));
    board.line(&[point(-0.44, -0.40), point(-0.44, 0.40)], 0.12, dark);
    let coil: Vec<Vec2> =
        (0..7).map(|turn| point(-0.38 + 0.39 * turn as f32 / 6.0, if turn % 2 == 0 { -0.26 } else { 0.26 })).collect();
    board.line(&coil, 0.07, steel);
    board.line(&[point(0.06, -0.42), point(0.06, 0.42)], 0.14, bounce);
    for (height, alpha) in [(0.26, 0.9), (0.46, 0.5)] {
        let chevron = [point(height, -0.2), point(height + 0.12, 0.0), point(height, 0.2)];
        board.line(&chevron, 0.06, bounce.faint(alpha));
    }
}

fn draw_checkpoint(board: &mut Board, at: Vec2) {
    let (steel, focus) = (board.ink(Role::Steel), board.ink(Role::Focus));
    let (foot, top) = (at + Vec2::new(-0.28, -0.5), at + Vec2::new(-0.28, 0.62));
    board.line(&[foot, top], 0.09, steel);
    board.line(&[foot - Vec2::X * 0.18, foot + Vec2::X * 0.18], 0.09, steel);
    let root = top - Vec2::Y * 0.06;
    board.polygon(&[root - Vec2::Y * 0.46, root + Vec2::new(0.72, -0.2), root], focus);
}

fn draw_mine(board: &mut Board, mine: &MineSettings) {
    let at = mine.position;
    let (ink, dark, dim, lethal) =
        (board.ink(Role::Ink), board.ink(Role::SteelDark), board.ink(Role::PaperDim), board.ink(Role::Lethal));
    board.dashed_ring(at, mine.trigger, 0.05, dim.faint(0.4));
    let points: Vec<Vec<Vec2>> = (0..8)
        .map(|point| unit(TAU * (point as f32 + 0.5) / 8.0))
        .map(|out| vec![at + out * 0.18 - out.perp() * 0.085, at + out * 0.42, at + out * 0.18 + out.perp() * 0.085])
        .collect();
    board.areas(&points, lethal);
    board.disc(at, 0.26, ink);
    board.disc(at, 0.22, dark);
    board.disc(at, 0.09, lethal);
}

fn draw_orb(board: &mut Board, orb: &OrbSettings) {
    let (at, along) = (orb.position, orb.velocity.normalize_or_zero());
    let (lethal, dark) = (board.ink(Role::Lethal), board.mix(Role::Ink, Role::Lethal, 0.30));
    for image in (1..=4).rev() {
        let left = 1.0 - image as f32 / 5.0;
        board.disc(
            at - along * (orb.radius * 0.8 * image as f32),
            orb.radius * (0.4 + 0.5 * left),
            lethal.faint(0.25 * left),
        );
    }
    board.disc(at, orb.radius, dark);
    board.ring(at, orb.radius, orb.radius * 0.22, lethal);
    board.disc(at, orb.radius * 0.36, lethal);
    let from = at + along * (orb.radius + 0.15);
    board.arrow(&[from, from + along * 0.45], 0.07, lethal);
}

fn draw_key(board: &mut Board, key: &KeySettings) {
    let (ink, paper) = (board.ink(Role::Ink), board.ink(Role::Paper));
    let (bow, foot) = (key.position + Vec2::Y * 0.18, key.position - Vec2::Y * 0.48);
    board.line(&[bow, foot], 0.26, ink);
    board.disc(bow, 0.35, ink);
    board.line(&[bow, foot], 0.10, paper);
    for height in [0.05, 0.20] {
        let root = foot + Vec2::Y * height;
        board.line(&[root, root + Vec2::X * 0.18], 0.08, paper);
    }
    board.disc(bow, 0.29, paper);
    board.disc(bow, 0.22, ink);
    board.mark(key.channel, bow, 0.16);
}

fn draw_shard(board: &mut Board, at: Vec2) {
    let (shard, light) = (board.ink(Role::Shard), board.ink(Role::ShardLight));
    let (ink, up, side) = (board.ink(Role::Ink), Vec2::Y * 0.46, Vec2::X * 0.32);
    board.frame(&[at - up, at + side, at + up, at - side], 0.16, ink);
    board.polygon(&[at - up, at + side, at + up, at - side], shard);
    board.polygon(&[at - side, at + side * 0.3, at + up], light);
    board.polygon(&[at - side, at - up, at + side * 0.3], light.faint(0.5));
}

fn draw_exit(board: &mut Board, at: Vec2, opens: ExitOpens) {
    let is_open = opens == ExitOpens::AtOnce;
    let (ink, rim) = (board.ink(Role::Ink), board.ink(if is_open { Role::Exit } else { Role::ExitShut }));
    let hexagon = |radius: f32| -> [Vec2; 6] {
        std::array::from_fn(|index| at + unit(TAU * (index as f32 + 0.5) / 6.0) * radius)
    };
    let exit = board.ink(Role::Exit);
    board.frame(&hexagon(1.14), 0.05, exit.faint(0.45));
    board.polygon(&hexagon(0.92), exit);
    board.polygon(&hexagon(0.74), ink);
    // Six blades, closed over the center while the exit is shut.
    let (outer, reach) = (hexagon(0.74), if is_open { 0.86 } else { 0.06 });
    for index in 0..6 {
        let (from, to) = (outer[index], outer[(index + 1) % 6]);
        let tip = at.lerp(from.lerp(to, 0.12), reach);
        let blade = ink.mix(exit, if index % 2 == 0 { 0.30 } else { 0.22 });
        board.polygon(&[from, to, tip], blade);
        board.line(&[from, tip], 0.05, rim);
    }
    if is_open {
        board.disc(at, 0.30, exit);
    }
}

/// Draws the ninja where it begins.
pub(super) fn draw_ninja(board: &mut Board, at: Vec2) {
    let (ink, hood, limb, paper, scarf) = (
        board.ink(Role::Ink),
        board.ink(Role::Hood),
        board.ink(Role::Limb),
        board.ink(Role::Paper),
        board.ink(Role::Focus),
    );
    board.ring(at, 0.86, 0.05, paper.faint(0.7));
    for x in [-0.17, 0.17] {
        board.line(&[at + Vec2::new(x * 0.7, -0.2), at + Vec2::new(x, -BODY_RADIUS + 0.05)], 0.13, limb);
    }
    board.line(&[at + Vec2::new(-0.15, 0.1), at + Vec2::new(-0.5, 0.2), at + Vec2::new(-0.78, 0.08)], 0.12, scarf);
    board.disc(at + Vec2::Y * 0.02, 0.37, ink);
    board.disc(at + Vec2::Y * 0.02, 0.33, hood);
    board.line(&arc_points(at + Vec2::Y * 0.02, 0.28, FRAC_PI_2 - 0.9, 1.8), 0.06, limb);
    board.disc(at + Vec2::new(0.06, 0.04), 0.21, paper);
    for x in [0.04, 0.18] {
        board.line(&[at + Vec2::new(x, -0.01), at + Vec2::new(x, 0.10)], 0.06, ink);
    }
}
