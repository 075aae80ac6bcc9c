//! Mines: how far their fuses have burnt, and their blasts.

use std::f32::consts::PI;

use bevy::prelude::*;

use hairline_painter::actors::mine::{Fuse, MineLook};
use hairline_sim::colliders::Colliders;
use hairline_sim::hazards::mine::{Mine, MineExploded, MineLit, MineState};
use hairline_sim::run::Run;

use crate::view::canvas::Canvas;
use crate::view::canvas::palette::Role;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::effects::particles::Form;
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;

/// Fire, for a blast that reaches one tile. With this drag a streak flies about as far as its speed divided by the drag: to
/// the rim of the blast.
const FIRE: Burst = Burst {
    count: 26.0,
    form: Form::Streak,
    colors: &[Role::Lethal],
    scatter: Scatter::Even,
    speed: (2.0, 6.0),
    drift: Vec2::ZERO,
    size: (0.10, 0.18),
    life: (0.2, 0.4),
    gravity: 0.0,
    drag: 6.0,
};
/// Scraps of the shell.
const SHELL: Burst = Burst {
    count: 18.0,
    form: Form::Scrap,
    colors: &[Role::SteelDark],
    scatter: Scatter::Cone(PI),
    speed: (2.0, 11.0),
    drift: Vec2::ZERO,
    size: (0.08, 0.17),
    life: (0.4, 0.9),
    gravity: 20.0,
    drag: 1.5,
};

pub fn plugin(app: &mut App) {
    app.add_systems(Update, show_blasts.in_set(PaintSystems::Effects))
        .add_systems(Update, paint_reaches.in_set(PaintSystems::Underlay))
        .add_systems(Update, paint_mines.in_set(PaintSystems::Behind));
}

fn show_blasts(mut lit: MessageReader<MineLit>, mut exploded: MessageReader<MineExploded>, mut effects: Effects) {
    for mine in lit.read() {
        effects.ring(mine.position, 0.9, Role::Lethal);
    }
    for &MineExploded { position, blast, .. } in exploded.read() {
        effects.ring(position, blast, Role::Lethal);
        effects.ring(position, blast * 0.6, Role::Paper);
        let speed = (FIRE.speed.0 * blast, FIRE.speed.1 * blast);
        effects.burst(&Burst { speed, ..FIRE }, position, Vec2::X);
        effects.burst(&SHELL, position, Vec2::Y);
        effects.shake(0.7);
    }
}

/// The look of a mine at a hazard time in half ticks.
fn look(mine: &Mine, state: &MineState, half_ticks: f32) -> MineLook {
    let fuse = match state.lit_at {
        _ if state.spent => Fuse::Spent,
        Some(lit_at) => Fuse::Lit(((half_ticks - lit_at as f32) / mine.fuse.max(1) as f32).clamp(0.0, 1.0)),
        None => Fuse::Unlit,
    };
    MineLook { at: mine.position, trigger: mine.trigger, blast: mine.blast, fuse }
}

fn paint_reaches(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    colliders: Option<Res<Colliders>>,
    mines: Query<(&Mine, &MineState)>,
) {
    let (Some(run), Some(colliders)) = (run, colliders) else { return };
    for (mine, state) in &mines {
        look(mine, state, interpolation.hazard_half_ticks(&run)).paint_reach(&mut canvas.behind, &colliders);
    }
}

fn paint_mines(
    mut canvas: ResMut<Canvas>,
    interpolation: Res<Interpolation>,
    run: Option<Res<Run>>,
    time: Res<Time>,
    mines: Query<(&Mine, &MineState)>,
) {
    let Some(run) = run else { return };
    let half_ticks = interpolation.hazard_half_ticks(&run);
    for (mine, state) in &mines {
        look(mine, state, half_ticks).paint(&mut canvas.behind, time.elapsed_secs_wrapped());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fuse_burns_only_from_lit_to_exploded() {
        let mine = Mine { position: Vec2::ZERO, trigger: 2.0, fuse: 100, blast: 2.0 };
        let lit = MineState { lit_at: Some(50), spent: false };
        let fuse = |state: &MineState, half_ticks: f32| look(&mine, state, half_ticks).fuse;
        assert_eq!(fuse(&MineState::default(), 80.0), Fuse::Unlit);
        assert_eq!(fuse(&lit, 40.0), Fuse::Lit(0.0));
        assert_eq!(fuse(&lit, 75.0), Fuse::Lit(0.25));
        assert_eq!(fuse(&lit, 500.0), Fuse::Lit(1.0));
        assert_eq!(fuse(&MineState { spent: true, ..lit }, 75.0), Fuse::Spent);
    }
}
