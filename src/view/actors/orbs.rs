//! Orbs, with a few fading afterimages.

use bevy::prelude::*;

use hairline_painter::actors::orb;
use hairline_sim::hazards::orb::{Orb, OrbBounced, OrbState};
use hairline_sim::run::RunRestarted;
use hairline_sim::state::actor::ActorIndex;

use crate::view::canvas::Canvas;
use crate::view::effects::Effects;
use crate::view::effects::burst::{Burst, Scatter};
use crate::view::frame::interpolation::{InterpolateApp, Interpolation, Previous};
use crate::view::frame::schedule::PaintSystems;

/// Afterimages of an orb.
const IMAGES: usize = 6;
/// Seconds between two of them.
const IMAGE_SECONDS: f32 = 0.028;
/// Sparks where an orb bounces.
const SPARKS: Burst = Burst { count: 3.0, scatter: Scatter::Cone(1.3), speed: (1.0, 4.0), ..Burst::SPARKS };

/// The afterimages of each orb.
#[derive(Resource, Debug, Default)]
struct Trails {
    trails: Vec<[Option<Vec2>; IMAGES]>,
    /// Seconds since the last image.
    age: f32,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Trails>()
        .interpolate::<OrbState>()
        .add_systems(Update, forget_trails.in_set(PaintSystems::BuildLevel))
        .add_systems(Update, show_bounces.in_set(PaintSystems::Effects))
        .add_systems(Update, leave_images.in_set(PaintSystems::Animate))
        .add_systems(Update, paint_orbs.in_set(PaintSystems::Behind));
}

fn forget_trails(mut trails: ResMut<Trails>) {
    trails.trails.clear();
}

fn show_bounces(mut bounced: MessageReader<OrbBounced>, mut effects: Effects) {
    for &OrbBounced { point, normal, .. } in bounced.read() {
        effects.burst(&SPARKS, point, normal);
    }
}

/// The interpolated center of an orb.
fn drawn_position(interpolation: &Interpolation, before: Option<&OrbState>, now: &OrbState) -> Vec2 {
    interpolation.point(before.map(|before| before.position), now.position)
}

fn leave_images(
    mut trails: ResMut<Trails>,
    mut restarted: MessageReader<RunRestarted>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<OrbState>>),
    orbs: Query<(&ActorIndex, &OrbState)>,
    time: Res<Time>,
) {
    if restarted.read().count() > 0 {
        trails.trails.clear();
    }
    trails.age += time.delta_secs();
    if trails.age < IMAGE_SECONDS {
        return;
    }
    trails.age %= IMAGE_SECONDS;
    for (index, state) in &orbs {
        let place = index.0 as usize;
        if trails.trails.len() <= place {
            trails.trails.resize(place + 1, [None; IMAGES]);
        }
        let images = &mut trails.trails[place];
        images.rotate_right(1);
        images[0] = Some(drawn_position(&interpolation, before.get(*index), state));
    }
}

fn paint_orbs(
    mut canvas: ResMut<Canvas>,
    (interpolation, before): (Res<Interpolation>, Res<Previous<OrbState>>),
    trails: Res<Trails>,
    orbs: Query<(&ActorIndex, &Orb, &OrbState)>,
) {
    for (index, orb, state) in &orbs {
        let images = trails.trails.get(index.0 as usize).into_iter().flatten().flatten();
        for (age, image) in images.enumerate() {
            let left = 1.0 - (age + 1) as f32 / (IMAGES + 1) as f32;
            orb::paint_image(&mut canvas.behind, *image, orb.radius, left);
        }
        orb::paint(&mut canvas.behind, drawn_position(&interpolation, before.get(*index), state), orb.radius);
    }
}
