//! The player's assist: help that changes what kills or how long focus lasts. A run with any of it is no proof of a level;
//! without it the rules are as if it did not exist.

use bevy::prelude::*;

use hairline_level::stable_hash::StableHasher;

use super::Run;
use crate::state::spawn::LevelStart;
use crate::tuning::SAFE_TICKS;

/// What a hit does to the ninja.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitOutcome {
    Kills,
    /// It would have killed; the next ticks are safe.
    Forgiven,
    /// The ninja is invincible, or safe after a hit that was forgiven.
    Ignored,
}

/// Help in this run; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct Assist {
    /// The focus meter stays full.
    pub endless_focus: bool,
    /// No hit kills; a fall out of the map does.
    pub invincible: bool,
    /// The next hit does not kill.
    pub forgives: bool,
    /// Ticks left in which no hit kills, after one was forgiven.
    pub safe_ticks: u32,
}

impl Assist {
    /// One tick.
    pub(super) fn advance(&mut self) {
        self.safe_ticks = self.safe_ticks.saturating_sub(1);
    }

    /// What a hit does now. Forgiving one uses that up.
    pub(crate) fn take_hit(&mut self) -> HitOutcome {
        if self.invincible || self.safe_ticks > 0 {
            HitOutcome::Ignored
        } else if std::mem::take(&mut self.forgives) {
            self.safe_ticks = SAFE_TICKS;
            HitOutcome::Forgiven
        } else {
            HitOutcome::Kills
        }
    }

    /// Without any help the hash is the one of a game that has none.
    pub(super) fn hash_into(&self, hasher: &mut StableHasher) {
        let Self { endless_focus, invincible, forgives, safe_ticks } = *self;
        if self != &Self::default() {
            hasher.write_bool(endless_focus);
            hasher.write_bool(invincible);
            hasher.write_bool(forgives);
            hasher.write_u32(safe_ticks);
        }
    }
}

/// Gives a run its help, and every run of this level that follows. Does nothing without a level, or if the help is the same as
/// before: what the run has used up stays used up.
pub fn set_assist(world: &mut World, assist: Assist) {
    let start = world.get_resource::<LevelStart>().map(|start| start.0.resource::<Run>().assist);
    if start.is_none_or(|start| start == assist) {
        return;
    }
    if let Some(mut run) = world.get_resource_mut::<Run>() {
        run.assist = assist;
    }
    if let Some(mut start) = world.get_resource_mut::<LevelStart>() {
        start.0.resource_mut::<Run>().assist = assist;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hit_is_forgiven_and_the_next_ticks_are_safe() {
        let mut assist = Assist { forgives: true, ..default() };
        assert_eq!(assist.take_hit(), HitOutcome::Forgiven);
        for _ in 0..SAFE_TICKS {
            assert_eq!(assist.take_hit(), HitOutcome::Ignored);
            assist.advance();
        }
        assert_eq!(assist.take_hit(), HitOutcome::Kills);
    }

    #[test]
    fn invincible_uses_nothing_up() {
        let mut assist = Assist { invincible: true, forgives: true, ..default() };
        assert_eq!([assist.take_hit(), assist.take_hit()], [HitOutcome::Ignored; 2]);
        assert!(assist.forgives);
        assert_eq!(Assist::default().take_hit(), HitOutcome::Kills);
    }
}
