//! Keeps the tries of this sitting: all since the level was entered, whatever was pressed in between. Another visit begins at the
//! choice of a level (`flow`).

use bevy::prelude::*;

use crate::screens::play::assist::assist_of;
use crate::screens::play::attempt::{Attempt, Standing};
use crate::screens::play::loaded_level::LoadedCharge;
use crate::screens::play::outcome::TickOutcome;
use hairline_profile::settings::Settings;
use hairline_sim::history::{History, Return, TryEnd};
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_sim::run::{RestartPoint, Run};

/// What the tries of a history have in common. With another level, or with another help, they could not be played together.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Terms {
    /// The hash of the level.
    level: u64,
    beam_charge: u16,
    assist: Assist,
}

impl Terms {
    fn now(world: &World, level: u64) -> Self {
        let assist = assist_of(&world.resource::<Settings>().assist);
        Self { level, beam_charge: world.resource::<LoadedCharge>().0, assist }
    }
}

/// The terms of the tries in the history.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(in crate::screens::play) struct Sitting(Option<Terms>);

/// A level with this hash was loaded: a new run begins.
pub(in crate::screens::play) fn begin(world: &mut World, level: u64) {
    let terms = Some(Terms::now(world, level));
    let is_same = world.resource::<Sitting>().0 == terms;
    world.resource_mut::<Sitting>().0 = terms;
    let mut history = world.resource_mut::<History>();
    if is_same { history.go_back(Return::Start) } else { history.clear() }
}

/// Adds a tick of play to the history.
pub(in crate::screens::play) fn record_tick(
    outcome: Res<TickOutcome>,
    input: Res<TickInput>,
    (run, attempt): (Res<Run>, Res<Attempt>),
    (settings, mut sitting): (Res<Settings>, ResMut<Sitting>),
    mut history: ResMut<History>,
) {
    let assist = assist_of(&settings.assist);
    if let Some(terms) = sitting.0.as_mut().filter(|terms| terms.assist != assist) {
        terms.assist = assist;
        history.clear();
        history.spoil();
    }
    match outcome.restart {
        Some(RestartPoint::Start) => history.go_back(Return::Start),
        Some(RestartPoint::Checkpoint(_)) => history.go_back(Return::Checkpoint),
        Some(RestartPoint::Shard) => history.go_back(Return::Shard),
        None => {}
    }
    if run.is_running() || outcome.has_died() || outcome.has_finished {
        let is_return = matches!(outcome.restart, Some(RestartPoint::Checkpoint(_)));
        // With down, a restart would lead to the start.
        let input = input.without(TickInput::RESTART);
        history.record(if is_return { input.without(TickInput::DOWN).with(TickInput::RESTART) } else { input });
    }
    if outcome.has_touched_checkpoint {
        history.note_checkpoint();
    }
    if attempt.standing >= Standing::Practiced {
        history.spoil();
    }
    if let Some(position) = outcome.death {
        history.end(TryEnd::Died(position));
    } else if outcome.has_finished {
        history.end(TryEnd::Finished);
    }
}
