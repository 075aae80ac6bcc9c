//! Sees where beams will be: plays a copy of the run a little way ahead, as if the player did nothing.

use bevy::prelude::*;

use super::assist::{LoadedCharge, with_help};
use super::simulation_driver::{LevelVersion, LoadedLevel};
use super::start_current_level;
use crate::screens::Screen;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::view::ViewSystems;
use crate::view::forecast::{Forecast, ForecastBeam};
use hairline_profile::settings::{AssistSettings, Settings};
use hairline_sim::Simulation;
use hairline_sim::hazards::laser::{Beams, LaserState};
use hairline_sim::run::Run;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::snapshot::{self, Snapshot};
use hairline_sim::state::spawn::LevelStart;

/// Ticks that are seen ahead, half a second.
const TICKS: u32 = 64;
/// Ticks between two pictures of that time.
const STEP: u32 = 16;

/// The copy, and the level that it plays.
struct Lookahead {
    version: LevelVersion,
    /// The help that changed the level when it was copied.
    beam_charge: u16,
    simulation: Simulation,
    state: Snapshot,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            look_ahead.run_if(resource_exists::<LevelStart>.and_then(is_wanted)),
            forget.run_if(not(is_wanted).or_else(not(resource_exists::<LevelStart>))),
        )
            .after(start_current_level)
            .before(ViewSystems),
    );
}

fn is_wanted(settings: Res<Settings>, screen: Res<State<Screen>>) -> bool {
    settings.assist.beam_paths && *screen.get() == Screen::Playing
}

fn forget(mut forecast: ResMut<Forecast>) {
    if !forecast.0.is_empty() {
        forecast.0.clear();
    }
}

/// Plays the copy from where the run is, and takes a picture of the lit beams every [`STEP`] ticks.
fn look_ahead(world: &mut World, mut copy: Local<Option<Lookahead>>) {
    let (Some(version), charge) = (world.resource::<LoadedLevel>().0, world.resource::<LoadedCharge>().0) else {
        return;
    };
    if copy.as_ref().is_none_or(|copy| copy.version != version || copy.beam_charge != charge) {
        let levels = world.resource::<Assets<LevelAsset>>();
        let level = levels.get(version.id).filter(|level| level.hash == version.hash).map(|asset| asset.0.clone());
        let assist = AssistSettings { beam_charge: charge, ..AssistSettings::default() };
        *copy = level.map(|level| Lookahead {
            version,
            beam_charge: charge,
            simulation: Simulation::new(&with_help(level, &assist)),
            state: Snapshot::default(),
        });
    }
    let Some(Lookahead { simulation, state, .. }) = &mut *copy else { return };
    snapshot::save(world, state);
    simulation.restore(state);
    // What happens to the ninja there must not end it.
    simulation.world_mut().resource_mut::<Run>().assist.invincible = true;
    let mut beams = std::mem::take(&mut world.resource_mut::<Forecast>().0);
    beams.clear();
    for step in 1..=TICKS / STEP {
        (0..STEP).for_each(|_| simulation.tick(TickInput::NONE));
        let share = (step * STEP) as f32 / TICKS as f32;
        let copied = simulation.world_mut();
        let mut lasers = copied.query::<(&LaserState, &Beams)>();
        for (laser, lit) in lasers.iter(copied).filter(|(_, beams)| beams.is_lit()) {
            beams.extend(lit.iter(laser.position).map(|beam| ForecastBeam { ends: [beam.start, beam.end], share }));
        }
    }
    world.resource_mut::<Forecast>().0 = beams;
}
