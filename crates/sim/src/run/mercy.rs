//! Help that the player asked for and that changes what kills or how long focus lasts. A run with any of it is no proof of
//! a level; without it the rules are as if it did not exist.

use bevy::prelude::*;

use hairline_level::stable_hash::StableHasher;

use super::Run;
use crate::ninja::Ninja;
use crate::ninja::death::Death;
use crate::state::spawn::LevelStart;
use crate::tuning::MERCY_TICKS;

/// A hit did not kill.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct HitForgiven {
    /// The ninja's center.
    pub position: Vec2,
    /// The death that was forgiven.
    pub death: Death,
}

/// What a hit does to the ninja.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HitOutcome {
    Kills,
    /// It would have killed; the next ticks are safe.
    Forgiven,
    /// The ninja is invincible, or safe after a hit that was forgiven.
    Ignored,
}

/// Help in this run; none by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub struct Mercy {
    /// The focus meter stays full.
    pub endless_focus: bool,
    /// No hit kills; a fall out of the map does.
    pub invincible: bool,
    /// The next hit does not kill.
    pub forgives: bool,
    /// Ticks left in which no hit kills, after one was forgiven.
    pub safe_ticks: u32,
}

impl Mercy {
    /// One tick.
    pub(super) fn advance(&mut self) {
        self.safe_ticks = self.safe_ticks.saturating_sub(1);
    }

    /// What a hit does now. Forgiving one uses that up.
    fn take_hit(&mut self) -> HitOutcome {
        if self.invincible || self.safe_ticks > 0 {
            HitOutcome::Ignored
        } else if std::mem::take(&mut self.forgives) {
            self.safe_ticks = MERCY_TICKS;
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

impl Ninja {
    /// A hit: ends the run with the ninja's death, unless the run's mercy forgives it.
    pub(crate) fn hit(&self, death: Death, run: &mut Run, commands: &mut Commands) {
        match run.mercy.take_hit() {
            HitOutcome::Kills => self.die(death, run, commands),
            HitOutcome::Forgiven => _ = commands.write_message(HitForgiven { position: self.position, death }),
            HitOutcome::Ignored => {}
        }
    }
}

/// Gives a run its help, and every run of this level that follows. Does nothing without a level, or if the help is the same as
/// before: what the run has used up stays used up.
pub fn set_mercy(world: &mut World, mercy: Mercy) {
    let start = world.get_resource::<LevelStart>().map(|start| start.0.resource::<Run>().mercy);
    if start.is_none_or(|start| start == mercy) {
        return;
    }
    if let Some(mut run) = world.get_resource_mut::<Run>() {
        run.mercy = mercy;
    }
    if let Some(mut start) = world.get_resource_mut::<LevelStart>() {
        start.0.resource_mut::<Run>().mercy = mercy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hit_is_forgiven_and_the_next_ticks_are_safe() {
        let mut mercy = Mercy { forgives: true, ..default() };
        assert_eq!(mercy.take_hit(), HitOutcome::Forgiven);
        for _ in 0..MERCY_TICKS {
            assert_eq!(mercy.take_hit(), HitOutcome::Ignored);
            mercy.advance();
        }
        assert_eq!(mercy.take_hit(), HitOutcome::Kills);
    }

    #[test]
    fn invincible_uses_nothing_up() {
        let mut mercy = Mercy { invincible: true, forgives: true, ..default() };
        assert_eq!([mercy.take_hit(), mercy.take_hit()], [HitOutcome::Ignored; 2]);
        assert!(mercy.forgives);
        assert_eq!(Mercy::default().take_hit(), HitOutcome::Kills);
    }
}
