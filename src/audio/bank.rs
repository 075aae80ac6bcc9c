//! Every sound of the game by name, made once.

use crate::audio::engine::synth::pcm::Pcm;
use crate::audio::recipes::{ambience, devices, hazards, menu, ninja, rewards, weapons};

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
    /// A turret fires.
    Shot,
    /// A bullet ends on something.
    Impact,
    /// An orb bounces.
    OrbBounce,
    /// A mine is lit.
    MineLit,
    /// A mine blows up.
    MineBlown,
    /// A camera has seen him.
    Alarm,
    /// A camera has lost him.
    Calm,
    /// A switch is pressed.
    SwitchOn,
    /// A switch's time is over.
    SwitchOff,
    /// A beat of a switch that runs down.
    Tick,
    /// A door sets off to open.
    DoorOpens,
    /// A door sets off to close.
    DoorCloses,
    /// A door is shut.
    DoorShut,
    /// A bumper throws him.
    Bumper,
    /// A spring throws him.
    Spring,
    /// Into a teleport.
    TeleportIn,
    /// Out of its other end.
    TeleportOut,
    /// A key.
    Key,
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
    /// An alarm that lasts.
    Watch,
    /// The bed under everything.
    Pad,
}

impl Sound {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 36] = [
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
        Self::Shot,
        Self::Impact,
        Self::OrbBounce,
        Self::MineLit,
        Self::MineBlown,
        Self::Alarm,
        Self::Calm,
        Self::SwitchOn,
        Self::SwitchOff,
        Self::Tick,
        Self::DoorOpens,
        Self::DoorCloses,
        Self::DoorShut,
        Self::Bumper,
        Self::Spring,
        Self::TeleportIn,
        Self::TeleportOut,
        Self::Key,
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
            Self::Shot => weapons::shot(),
            Self::Impact => weapons::impact(),
            Self::OrbBounce => weapons::orb_bounce(),
            Self::MineLit => weapons::mine_lit(),
            Self::MineBlown => weapons::mine_blown(),
            Self::Alarm => devices::alarm(),
            Self::Calm => devices::calm(),
            Self::SwitchOn => devices::switch_on(),
            Self::SwitchOff => devices::switch_off(),
            Self::Tick => devices::tick(),
            Self::DoorOpens => devices::door_opens(),
            Self::DoorCloses => devices::door_closes(),
            Self::DoorShut => devices::door_shut(),
            Self::Bumper => devices::bumper(),
            Self::Spring => devices::spring(),
            Self::TeleportIn => devices::teleport_in(),
            Self::TeleportOut => devices::teleport_out(),
            Self::Key => rewards::key(),
            Self::MenuMoved => menu::moved(),
            Self::MenuAccepted => menu::accepted(),
            Self::MenuLeft => menu::left(),
        }
    }

    /// How much of it goes into the room, `0..=1`.
    pub fn room(self) -> f32 {
        match self {
            Self::Step | Self::MenuMoved | Self::Count | Self::Impact | Self::Tick => 0.06,
            Self::Jump | Self::WallJump | Self::Land | Self::Restart | Self::Shot => 0.10,
            Self::SwitchOn | Self::SwitchOff | Self::Spring | Self::Bumper => 0.10,
            Self::Death | Self::Ignite | Self::MenuAccepted | Self::MenuLeft => 0.16,
            Self::OrbBounce | Self::MineLit | Self::DoorOpens | Self::DoorCloses | Self::DoorShut => 0.16,
            Self::NearMiss | Self::FocusEnd | Self::Alarm | Self::Calm | Self::TeleportIn => 0.22,
            Self::Shard | Self::LastShard | Self::ExitOpens | Self::ExitReached | Self::FocusStart => 0.34,
            Self::MineBlown | Self::TeleportOut | Self::Key => 0.34,
        }
    }

    /// Whether it belongs to the world, which sounds dull while time is slow. The rest is said to the player.
    pub fn is_of_the_world(self) -> bool {
        match self {
            Self::Shard | Self::LastShard | Self::Key | Self::ExitOpens | Self::ExitReached => false,
            Self::Death | Self::FocusStart | Self::FocusEnd => false,
            Self::MenuMoved | Self::MenuAccepted | Self::MenuLeft => false,
            Self::Jump | Self::WallJump | Self::Land | Self::Step | Self::Restart | Self::NearMiss => true,
            Self::Count | Self::Ignite | Self::Shot | Self::Impact | Self::OrbBounce => true,
            Self::MineLit | Self::MineBlown | Self::Alarm | Self::Calm => true,
            Self::SwitchOn | Self::SwitchOff | Self::Tick | Self::DoorOpens | Self::DoorCloses => true,
            Self::DoorShut | Self::Bumper | Self::Spring | Self::TeleportIn | Self::TeleportOut => true,
        }
    }

    /// Whether it is a note that has to fit the others: its pitch must not wander.
    pub fn is_tuned(self) -> bool {
        let is_of_a_menu = matches!(self, Self::MenuMoved | Self::MenuAccepted | Self::MenuLeft);
        let is_earned = matches!(self, Self::Shard | Self::LastShard | Self::Key | Self::ExitOpens | Self::ExitReached);
        let tells = matches!(self, Self::Count | Self::Alarm | Self::Calm | Self::MineLit | Self::Tick | Self::Spring);
        is_of_a_menu || is_earned || tells
    }
}

impl Loop {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Slide, Self::Hum, Self::Whine, Self::Watch, Self::Pad];

    fn make(self) -> Pcm {
        match self {
            Self::Slide => ninja::slide(),
            Self::Hum => hazards::hum(),
            Self::Whine => hazards::whine(),
            Self::Watch => devices::watch(),
            Self::Pad => ambience::pad(),
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
