//! Every sound of the game by name, made once.

use super::recipes::{bed, hazards, menu, ninja, rewards};
use super::synth::pcm::Pcm;

/// A sound that is struck and ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// Off the ground.
    Jump,
    /// Off a wall.
    WallJump,
    /// Down on the ground.
    Land,
    /// One foot.
    Step,
    /// Dead.
    Death,
    /// From the start again.
    Restart,
    /// A shard.
    Shard,
    /// The last shard.
    LastShard,
    /// The exit opens.
    ExitOpens,
    /// The level is done.
    ExitReached,
    /// Time slows.
    FocusStart,
    /// Time runs.
    FocusEnd,
    /// A beam went by closely.
    NearMiss,
    /// A beat of the count before a beam is lit.
    Count,
    /// A beam is lit.
    Ignite,
    /// Another menu entry.
    MenuMoved,
    /// A menu entry is taken.
    MenuAccepted,
    /// Out of a menu.
    MenuLeft,
}

/// A sound that goes round while it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loop {
    /// Along a wall.
    Slide,
    /// The nearest lit beam.
    Hum,
    /// The nearest charging beam.
    Whine,
    /// The bed under everything.
    Pad,
}

impl Sound {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 18] = [
        Self::Jump,
        Self::WallJump,
        Self::Land,
        Self::Step,
        Self::Death,
        Self::Restart,
        Self::Shard,
        Self::LastShard,
        Self::ExitOpens,
        Self::ExitReached,
        Self::FocusStart,
        Self::FocusEnd,
        Self::NearMiss,
        Self::Count,
        Self::Ignite,
        Self::MenuMoved,
        Self::MenuAccepted,
        Self::MenuLeft,
    ];

    fn make(self) -> Pcm {
        match self {
            Self::Jump => ninja::jump(),
            Self::WallJump => ninja::wall_jump(),
            Self::Land => ninja::land(),
            Self::Step => ninja::step(),
            Self::Death => ninja::death(),
            Self::Restart => ninja::restart(),
            Self::Shard => rewards::shard(),
            Self::LastShard => rewards::last_shard(),
            Self::ExitOpens => rewards::exit_opens(),
            Self::ExitReached => rewards::exit_reached(),
            Self::FocusStart => ninja::focus_start(),
            Self::FocusEnd => ninja::focus_end(),
            Self::NearMiss => rewards::near_miss(),
            Self::Count => hazards::count(),
            Self::Ignite => hazards::ignite(),
            Self::MenuMoved => menu::moved(),
            Self::MenuAccepted => menu::accepted(),
            Self::MenuLeft => menu::left(),
        }
    }

    /// How much of it goes into the room, `0..=1`.
    pub fn room(self) -> f32 {
        match self {
            Self::Step | Self::MenuMoved | Self::Count => 0.06,
            Self::Jump | Self::WallJump | Self::Land | Self::Restart => 0.10,
            Self::Death | Self::Ignite | Self::MenuAccepted | Self::MenuLeft => 0.16,
            Self::NearMiss | Self::FocusEnd => 0.22,
            Self::Shard | Self::LastShard | Self::ExitOpens | Self::ExitReached | Self::FocusStart => 0.34,
        }
    }

    /// Whether it belongs to the world, which sounds dull while time is slow.
    pub fn is_of_the_world(self) -> bool {
        matches!(
            self,
            Self::Jump
                | Self::WallJump
                | Self::Land
                | Self::Step
                | Self::Restart
                | Self::NearMiss
                | Self::Count
                | Self::Ignite
        )
    }
}

impl Loop {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Slide, Self::Hum, Self::Whine, Self::Pad];

    fn make(self) -> Pcm {
        match self {
            Self::Slide => ninja::slide(),
            Self::Hum => hazards::hum(),
            Self::Whine => hazards::whine(),
            Self::Pad => bed::pad(),
        }
    }
}

/// All sounds, as samples.
#[derive(Clone, Debug)]
pub struct Bank {
    sounds: Vec<Pcm>,
    loops: Vec<Pcm>,
}

impl Bank {
    /// Makes them all; takes a tenth of a second, so not on a thread that draws.
    pub fn new() -> Self {
        Self { sounds: Sound::ALL.map(Sound::make).into(), loops: Loop::ALL.map(Loop::make).into() }
    }

    /// A struck sound.
    pub fn sound(&self, sound: Sound) -> &Pcm {
        &self.sounds[sound as usize]
    }

    /// A loop.
    pub fn looped(&self, sound: Loop) -> &Pcm {
        &self.loops[sound as usize]
    }
}

impl Default for Bank {
    fn default() -> Self {
        Self::new()
    }
}
