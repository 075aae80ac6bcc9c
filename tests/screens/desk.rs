//! A player's desk: the app, its devices, and what happens frame by frame.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
    RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::MouseButtonInput;
use bevy::input::{ButtonState, InputPlugin};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{ExitCondition, WindowPlugin};
use hairline::screens;
use hairline::screens::level_catalog::{Entry, LevelFiles, Shelf};
use hairline::screens::menus::Menu;
use hairline::screens::play::simulation_driver::{Attempt, Stage};
use hairline::screens::{Pause, Screen};
use hairline::sim;
use hairline::sim::run::input::TickInput;
use hairline::sim::tuning::TICKS_PER_SECOND;
use hairline::view::Presentation;
use hairline::view::hud::Caption;

/// A hall in which nothing can happen.
pub const HALL: &str = "(version: 1, name: \"Hall\", map: r\"\n####################\n#                  #\n#                  #\n#@               X #\n####################\n\")";
/// Two steps lead to the exit.
pub const STEP: &str = "(version: 1, name: \"Step\", map: r\"\n######\n#@X  #\n######\n\")";

/// How much time passes in a frame.
pub fn ticks_a_frame(ticks: f64) -> TimeUpdateStrategy {
    TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(ticks / f64::from(TICKS_PER_SECOND)))
}

pub struct Desk {
    pub app: App,
    folder: PathBuf,
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Desk {
    /// The game with these level files at its title; or, if they were opened by name, in the first of them.
    pub fn new(name: &str, levels: &[(&str, &str)], opened: bool) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens").join(name);
        std::fs::create_dir_all(&folder).expect("the target folder can be written to");
        for (file, text) in levels {
            std::fs::write(folder.join(file), text).expect("files can be written");
        }
        let mut app = App::new();
        let assets = AssetPlugin { file_path: folder.display().to_string(), ..default() };
        let window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, assets, window))
            .insert_resource(ticks_a_frame(1.0))
            .init_resource::<Presentation>()
            .init_resource::<Caption>()
            .insert_resource(LevelFiles {
                labs: 0,
                paths: levels.iter().map(|(file, _)| (*file).to_owned().into()).collect(),
                opened,
            })
            .add_plugins((sim::plugin, screens::plugin));
        let mut desk = Self { app, folder };
        // The first frame has no length; and levels load on other threads.
        desk.frames(2);
        desk.wait_for(|desk| {
            let is_read = |entry: &Entry| entry.hash.is_some() || entry.fault.is_some();
            desk.app.world().resource::<Shelf>().entries.iter().all(is_read)
        });
        desk.frames(2);
        desk
    }

    /// A desk with one level, in play.
    pub fn playing(name: &str, level: &str) -> Self {
        let desk = Self::new(name, &[("a.level.ron", level)], true);
        assert_eq!((desk.screen(), desk.pause()), (Screen::Playing, Some(Pause::Running)));
        assert!(desk.is_staged());
        desk
    }

    /// Lets frames pass until something holds; the time is a safety net, not a measure.
    #[track_caller]
    pub fn wait_for(&mut self, holds: impl Fn(&Self) -> bool) {
        let started = Instant::now();
        while !holds(self) {
            assert!(started.elapsed() < Duration::from_secs(60), "it never comes");
            self.frames(1);
            std::thread::yield_now();
        }
    }

    pub fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.app.update());
    }

    pub fn send(&mut self, message: impl Message) {
        self.app.world_mut().write_message(message);
    }

    pub fn key(&mut self, key_code: KeyCode, state: ButtonState) {
        let logical_key = Key::Unidentified(NativeKey::Unidentified);
        let (text, repeat, window) = (None, false, Entity::PLACEHOLDER);
        self.send(KeyboardInput { key_code, logical_key, state, text, repeat, window });
    }

    /// Presses and lets go within the coming frame.
    pub fn tap_key(&mut self, key: KeyCode) {
        self.key(key, ButtonState::Pressed);
        self.key(key, ButtonState::Released);
    }

    /// Taps keys, each in a frame of its own, and lets what they lead to come.
    pub fn type_keys(&mut self, keys: &[KeyCode]) {
        for key in keys {
            self.tap_key(*key);
            self.frames(3);
        }
    }

    pub fn right_click(&mut self) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            self.send(MouseButtonInput { button: MouseButton::Right, state, window: Entity::PLACEHOLDER });
        }
        self.frames(3);
    }

    /// Plugs in a pad.
    pub fn pad(&mut self) -> Entity {
        let pad = self.app.world_mut().spawn_empty().id();
        let connection = GamepadConnection::Connected { name: "Pad".to_owned(), vendor_id: None, product_id: None };
        self.send(GamepadConnectionEvent::new(pad, connection));
        self.frames(1);
        pad
    }

    pub fn unplug(&mut self, pad: Entity) {
        self.send(GamepadConnectionEvent::new(pad, GamepadConnection::Disconnected));
    }

    pub fn button(&mut self, pad: Entity, button: GamepadButton, value: f32) {
        self.send(RawGamepadEvent::Button(RawGamepadButtonChangedEvent::new(pad, button, value)));
    }

    pub fn tap_button(&mut self, pad: Entity, button: GamepadButton) {
        self.button(pad, button, 1.0);
        self.button(pad, button, 0.0);
    }

    pub fn axis(&mut self, pad: Entity, axis: GamepadAxis, value: f32) {
        self.send(RawGamepadEvent::Axis(RawGamepadAxisChangedEvent::new(pad, axis, value)));
    }

    /// The inputs of all ticks since the run began.
    pub fn inputs(&self) -> &[TickInput] {
        &self.app.world().resource::<Attempt>().inputs
    }

    /// In how many ticks so far a button was held.
    pub fn ticks_with(&self, button: TickInput) -> usize {
        self.inputs().iter().filter(|input| input.holds(button)).count()
    }

    /// The input of the last tick.
    pub fn last(&self) -> TickInput {
        *self.inputs().last().expect("there was a tick")
    }

    pub fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    pub fn pause(&self) -> Option<Pause> {
        self.app.world().get_resource::<State<Pause>>().map(|pause| *pause.get())
    }

    pub fn is_staged(&self) -> bool {
        self.app.world().resource::<Stage>().level.is_some()
    }

    /// The chosen entry of the menu on screen.
    pub fn chosen(&mut self) -> Option<usize> {
        let mut menus = self.app.world_mut().query::<&Menu>();
        menus.single(self.app.world()).ok().map(|menu| menu.selection.index)
    }

    /// Whether the level that is played has faults as its file is now.
    pub fn has_fault(&self) -> bool {
        self.app.world().resource::<Shelf>().current().fault.is_some()
    }

    /// The best time on the level that is played.
    pub fn best_ticks(&self) -> Option<u32> {
        self.app.world().resource::<Shelf>().current().best_ticks
    }

    /// Saves the level that is played, and has it loaded again.
    pub fn save(&mut self, text: &str) {
        std::fs::write(self.folder.join("a.level.ron"), text).expect("files can be written");
        self.app.world().resource::<AssetServer>().reload("a.level.ron");
    }
}
