//! Looks ahead while focus is held, or at all times if the player's assist asks for it.

use bevy::prelude::*;

use super::assist::with_charge;
use super::loaded_level::{LevelVersion, LoadedCharge, LoadedLevel};
use super::start_current_level;
use crate::screens::level_catalog::level_asset::LevelAsset;
use crate::screens::{Pause, Screen};
use crate::view::ViewSystems;
use crate::view::precognition::Precognition;
use hairline_profile::settings::Settings;
use hairline_sim::lookahead::Lookahead;
use hairline_sim::run::Run;

/// The copy of the run that is played ahead.
#[derive(Resource, Default)]
struct AheadCopy(Option<(CopyOf, Lookahead)>);

/// What a copy is made of. With another level, or with other help in it, it would play something else.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CopyOf {
    version: LevelVersion,
    beam_charge: u16,
    /// Whether the level lets focus show what comes.
    in_focus: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AheadCopy>().add_systems(
        Update,
        (make_copy.run_if(in_state(Screen::Playing)), look_ahead)
            .chain()
            .after(start_current_level)
            .before(ViewSystems),
    );
}

/// Makes a copy with the level, before it is wanted: that takes longer than a look ahead.
fn make_copy(
    mut copy: ResMut<AheadCopy>,
    (loaded, charge): (Res<LoadedLevel>, Res<LoadedCharge>),
    levels: Res<Assets<LevelAsset>>,
) {
    let Some((level, version)) = loaded.level(&levels) else { return };
    let of = CopyOf { version, beam_charge: charge.0, in_focus: level.precognition };
    if copy.0.as_ref().is_none_or(|(existing, _)| *existing != of) {
        copy.0 = Some((of, Lookahead::new(&with_charge(level.level.clone(), charge.0))));
    }
}

fn look_ahead(world: &mut World) {
    let is_wanted = is_wanted(world);
    world.resource_scope(|world, mut shown: Mut<Precognition>| {
        shown.is_shown = is_wanted;
        world.resource_scope(|world, mut copy: Mut<AheadCopy>| match &mut copy.0 {
            Some((_, lookahead)) if is_wanted => _ = lookahead.follow(world, &mut shown.future),
            _ => {}
        });
    });
}

/// Whether what comes next is shown: while the ninja is alive in play.
fn is_wanted(world: &World) -> bool {
    let settings = world.resource::<Settings>();
    let (Some(run), Some((of, _))) = (world.get_resource::<Run>(), &world.resource::<AheadCopy>().0) else {
        return false;
    };
    let in_focus = run.focus.active && of.in_focus && settings.picture.precognition;
    let pause = world.get_resource::<State<Pause>>().map(State::get);
    let is_played = *world.resource::<State<Screen>>().get() == Screen::Playing
        && !matches!(pause, Some(Pause::LastDeath | Pause::Watching))
        && world.resource::<LoadedLevel>().0 == Some(of.version);
    is_played && run.is_running() && (in_focus || settings.assist.precognition)
}
