//! All tries of a sitting at once, around the finished run: silhouettes that begin together, and crosses where they died. The time of
//! the hazards is the clock of them all, so each passes the beams as it did when it was played.

use bevy::prelude::*;

use hairline_sim::history::TryEnd;
use hairline_sim::history::tracer::Trace;
use hairline_sim::run::Run;
use hairline_sim::tuning::HALF_TICKS_PER_SECOND;

use super::silhouette::{paint_cross, paint_silhouette};
use crate::view::canvas::Canvas;
use crate::view::canvas::palette::{Role, tint};
use crate::view::frame::interpolation::Interpolation;
use crate::view::frame::schedule::PaintSystems;
use crate::view::ninja::{DrawnNinja, NinjaSystems};

/// Half ticks of hazard time in a second, by which everything here is told.
const SECOND: f32 = HALF_TICKS_PER_SECOND as f32;
/// Half ticks in which the motion that a silhouette's scarf shows took place.
const TRAIL: f32 = 0.08 * SECOND;
/// Half ticks in which a try that was given up fades.
const FADE: f32 = 0.25 * SECOND;

/// The tries that are shown.
#[derive(Resource, Debug, Default)]
pub struct Tries {
    /// Whether they are shown.
    pub is_shown: bool,
    /// All but the finished run.
    pub others: Vec<Trace>,
    /// When the finished run ends; later deaths are marked then.
    pub winner_half_ticks: u32,
}

pub(in crate::view) fn plugin(app: &mut App) {
    app.init_resource::<Tries>().add_systems(
        Update,
        paint_tries.run_if(|tries: Res<Tries>| tries.is_shown).in_set(PaintSystems::Front).before(NinjaSystems),
    );
}

/// What is seen of a try at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sight {
    /// The ninja, where it was a moment ago, and how opaque it is.
    Ninja { at: Vec2, before: Vec2, opacity: f32 },
    /// The place of its death, some half ticks ago.
    Cross { at: Vec2, age: f32 },
}

/// What is seen of a try at a time of the hazards, when the finished run ends at `winner`.
fn sight(trace: &Trace, half_ticks: f32, winner: f32) -> Option<Sight> {
    let since_end = half_ticks - trace.last_half_ticks as f32;
    match trace.end {
        TryEnd::Died(at) if trace.is_whole && since_end >= 0.0 => return Some(Sight::Cross { at, age: since_end }),
        TryEnd::Died(at) if !trace.is_whole && half_ticks >= winner => {
            return Some(Sight::Cross { at, age: half_ticks - winner });
        }
        _ => {}
    }
    let opacity = (1.0 - since_end / FADE).clamp(0.0, 1.0);
    let at = trace.at(half_ticks.min(trace.last_half_ticks as f32)).filter(|_| opacity > 0.0)?;
    Some(Sight::Ninja { at, before: trace.at(half_ticks - TRAIL).unwrap_or(at), opacity })
}

fn paint_tries(
    mut canvas: ResMut<Canvas>,
    (tries, interpolation): (Res<Tries>, Res<Interpolation>),
    ninja: DrawnNinja,
    run: Option<Res<Run>>,
) {
    let (Some(run), Some(winner_at)) = (run, ninja.position()) else { return };
    let now = interpolation.hazard_half_ticks(&run);
    let winner = tries.winner_half_ticks as f32;
    let painter = &mut canvas.front;
    let sights = || tries.others.iter().filter_map(|trace| sight(trace, now, winner));
    // Crosses below, so that who lives is seen.
    for (at, age) in sights().filter_map(|sight| match sight {
        Sight::Cross { at, age } => Some((at, age)),
        Sight::Ninja { .. } => None,
    }) {
        paint_cross(painter, at, age / SECOND);
    }
    // A crowd shows by its density, a few by each one.
    let density = 0.75 / (1.0 + tries.others.len() as f32 / 60.0);
    for (at, before, opacity) in sights().filter_map(|sight| match sight {
        Sight::Ninja { at, before, opacity } => Some((at, before, opacity)),
        Sight::Cross { .. } => None,
    }) {
        paint_silhouette(painter, at, before, density.max(0.3) * opacity);
    }
    if run.is_running() {
        painter.halo(winner_at, 2.0, tint(Role::Paper, 0.22));
        painter.ring(winner_at, 0.64, 0.71, tint(Role::Paper, 0.9));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use hairline_sim::history::Try;
    use hairline_sim::history::tracer::Tracer;
    use hairline_sim::run::assist::Assist;
    use hairline_sim::run::input::TickInput;

    const HALL: &str = "(version: 1, name: \"Hall\", map: r\"\n###########\n#@       X#\n###########\n\")";

    /// A try of forty ticks, and its path up to a time of the hazards.
    fn trace(end: TryEnd, until: u32) -> Trace {
        let level = hairline_level::parse(HALL, "hall").expect("it is valid");
        let mut tracer = Tracer::new(&level, Assist::default());
        tracer.begin(Arc::new(Try { inputs: vec![TickInput::RIGHT; 40], begin: 0, end }), until);
        tracer.advance(100).expect("it is complete")
    }

    #[test]
    fn a_death_stays_as_a_cross_and_a_try_that_was_given_up_fades() {
        let place = Vec2::new(4.0, 1.5);
        let died = trace(TryEnd::Died(place), u32::MAX);
        assert!(matches!(sight(&died, 79.0, 200.0), Some(Sight::Ninja { opacity: 1.0, .. })));
        for half_ticks in [80.0, 5_000.0] {
            let cross = Sight::Cross { at: place, age: half_ticks - 80.0 };
            assert_eq!(sight(&died, half_ticks, 200.0), Some(cross));
        }
        let given_up = trace(TryEnd::Restarted, u32::MAX);
        let half_faded = sight(&given_up, 80.0 + 0.5 * FADE, 200.0);
        assert!(
            matches!(half_faded, Some(Sight::Ninja { opacity, .. }) if (opacity - 0.5).abs() < 1e-3),
            "{half_faded:?}"
        );
        assert_eq!(sight(&given_up, 81.0 + FADE, 200.0), None);
    }

    #[test]
    fn a_death_later_than_the_finished_run_is_marked_when_that_ends() {
        let place = Vec2::new(4.0, 1.5);
        let later = trace(TryEnd::Died(place), 60);
        assert!(matches!(sight(&later, 49.0, 50.0), Some(Sight::Ninja { .. })));
        assert_eq!(sight(&later, 52.0, 50.0), Some(Sight::Cross { at: place, age: 2.0 }));
    }
}
