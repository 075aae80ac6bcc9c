//! The game without a window, played frame by frame through its devices.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
    RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::input::{ButtonState, InputPlugin};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use bevy::ui_widgets::{Activate, ButtonPlugin, CheckboxPlugin, SliderPlugin};
use bevy::window::{ExitCondition, WindowPlugin};
use hairline::screens;
use hairline::screens::level_catalog::{CatalogEntry, LevelCatalog, LevelFiles};
use hairline::screens::menus::focus::FocusPlace;
use hairline::screens::play::attempt::Attempt;
use hairline::screens::play::loaded_level::LoadedLevel;
use hairline::screens::share::ForeignFolder;
use hairline::screens::{Pause, Screen};
use hairline::view::Presentation;
use hairline::view::hud::Caption;
use hairline::view::precognition::Precognition;
use hairline_level::campaign::Outline;
use hairline_profile::settings::{Action, Settings};
use hairline_profile::store::ProfileStore;
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICKS_PER_SECOND;

/// A level in which nothing happens.
pub const HALL: &str = "(version: 1, name: \"Hall\", map: r\"\n####################\n#                  #\n#                  #\n#@               X #\n####################\n\")";
/// A level whose exit is next to the start.
pub const STEP: &str = "(version: 1, name: \"Step\", map: r\"\n######\n#@X  #\n######\n\")";

/// Lets this many ticks pass in each frame.
pub fn ticks_a_frame(ticks: f64) -> TimeUpdateStrategy {
    TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(ticks / f64::from(TICKS_PER_SECOND)))
}

pub struct TestApp {
    pub app: App,
    folder: PathBuf,
}

impl Drop for TestApp {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl TestApp {
    /// The game with these level files, at its title; if the files are opened by name, in the first of them.
    pub fn new(name: &str, levels: &[(&str, &str)], opened_by_name: bool) -> Self {
        Self::with_profile(name, levels, opened_by_name, ProfileStore::default())
    }

    /// The game with these level files and a profile.
    pub fn with_profile(name: &str, levels: &[(&str, &str)], opened_by_name: bool, profile: ProfileStore) -> Self {
        Self::start(name, levels, opened_by_name, profile, ForeignFolder::default())
    }

    /// The game with these level files and a folder of kept ones.
    pub fn with_kept(name: &str, levels: &[(&str, &str)], kept: PathBuf) -> Self {
        Self::start(name, levels, false, ProfileStore::default(), ForeignFolder(Some(kept)))
    }

    fn start(
        name: &str,
        levels: &[(&str, &str)],
        opened_by_name: bool,
        profile: ProfileStore,
        kept: ForeignFolder,
    ) -> Self {
        let folder = Self::folder_of(name);
        std::fs::create_dir_all(&folder).expect("the target folder can be written to");
        for (file, text) in levels {
            std::fs::write(folder.join(file), text).expect("files can be written");
        }
        let mut app = App::new();
        let assets = AssetPlugin { file_path: folder.display().to_string(), ..default() };
        let window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
        app.add_plugins((MinimalPlugins, StatesPlugin, InputPlugin, assets, window))
            .add_plugins((ButtonPlugin, CheckboxPlugin, SliderPlugin))
            .insert_resource(ticks_a_frame(1.0))
            .insert_resource(profile)
            .insert_resource(kept)
            .init_resource::<Presentation>()
            .init_resource::<Caption>()
            .init_resource::<Precognition>()
            .insert_resource(LevelFiles {
                outline: Outline::list(levels.len(), 0),
                paths: levels.iter().map(|(file, _)| (*file).to_owned().into()).collect(),
                opened_by_name,
                came_as_line: false,
            })
            .add_plugins((hairline_sim::plugin, screens::plugin));
        let mut game = Self { app, folder };
        // The first frame has no duration, and levels load on other threads.
        game.frames(2);
        game.wait_for(|game| {
            let is_read = |entry: &CatalogEntry| entry.hash.is_some() || entry.report.is_some();
            game.app.world().resource::<LevelCatalog>().entries.iter().all(is_read)
        });
        game.frames(2);
        game
    }

    /// The game in a level that was opened by name, with other files beside it.
    pub fn playing_beside(name: &str, level: &str, files: &[(&str, &str)]) -> Self {
        let folder = Self::folder_of(name);
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("folders can be made");
            std::fs::write(path, text).expect("files can be written");
        }
        Self::playing(name, level)
    }

    fn folder_of(name: &str) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("screens-levels").join(name)
    }

    /// Where the level files lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The game in a level that was opened by name.
    pub fn playing(name: &str, level: &str) -> Self {
        let game = Self::new(name, &[("a.level.ron", level)], true);
        assert_eq!((game.screen(), game.pause()), (Screen::Playing, Some(Pause::Running)));
        assert!(game.is_loaded());
        game
    }

    /// Runs frames until something holds. The time limit is a safety net and no part of what is tested.
    #[track_caller]
    pub fn wait_for(&mut self, holds: impl Fn(&Self) -> bool) {
        let started = Instant::now();
        while !holds(self) {
            assert!(started.elapsed() < Duration::from_secs(60), "it never happens");
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

    /// Presses and releases a key within the next frame.
    pub fn tap_key(&mut self, key: KeyCode) {
        self.key(key, ButtonState::Pressed);
        self.key(key, ButtonState::Released);
    }

    /// Taps keys, each followed by enough frames to take effect.
    pub fn type_keys(&mut self, keys: &[KeyCode]) {
        for key in keys {
            self.tap_key(*key);
            self.frames(3);
        }
    }

    pub fn mouse(&mut self, button: MouseButton, state: ButtonState) {
        self.send(MouseButtonInput { button, state, window: Entity::PLACEHOLDER });
    }

    /// Presses and releases a button of the mouse within the next frame, wherever the pointer is.
    pub fn tap_mouse(&mut self, button: MouseButton) {
        self.mouse(button, ButtonState::Pressed);
        self.mouse(button, ButtonState::Released);
    }

    pub fn right_click(&mut self) {
        self.tap_mouse(MouseButton::Right);
        self.frames(3);
    }

    /// Turns the wheel of the mouse by a notch.
    pub fn turn_wheel(&mut self) {
        let (unit, phase, window) = (MouseScrollUnit::Line, TouchPhase::Moved, Entity::PLACEHOLDER);
        self.send(MouseWheel { unit, x: 0.0, y: -1.0, window, phase });
        self.frames(3);
    }

    /// Binds an action to a name alone.
    pub fn bind(&mut self, action: Action, name: &str) {
        let mut settings = self.app.world_mut().resource_mut::<Settings>();
        settings.controls.bindings.get_mut(&action).expect("it is there").keys = [Some(name.to_owned()), None];
        self.frames(1);
    }

    /// Connects a gamepad.
    pub fn connect_gamepad(&mut self) -> Entity {
        let gamepad = self.app.world_mut().spawn_empty().id();
        let connection = GamepadConnection::Connected { name: "Gamepad".to_owned(), vendor_id: None, product_id: None };
        self.send(GamepadConnectionEvent::new(gamepad, connection));
        self.frames(1);
        gamepad
    }

    pub fn disconnect(&mut self, gamepad: Entity) {
        self.send(GamepadConnectionEvent::new(gamepad, GamepadConnection::Disconnected));
    }

    pub fn button(&mut self, gamepad: Entity, button: GamepadButton, value: f32) {
        self.send(RawGamepadEvent::Button(RawGamepadButtonChangedEvent::new(gamepad, button, value)));
    }

    pub fn tap_button(&mut self, gamepad: Entity, button: GamepadButton) {
        self.button(gamepad, button, 1.0);
        self.button(gamepad, button, 0.0);
    }

    pub fn axis(&mut self, gamepad: Entity, axis: GamepadAxis, value: f32) {
        self.send(RawGamepadEvent::Axis(RawGamepadAxisChangedEvent::new(gamepad, axis, value)));
    }

    /// The inputs of all ticks since the run began.
    pub fn inputs(&self) -> &[TickInput] {
        &self.app.world().resource::<Attempt>().inputs
    }

    /// In how many ticks of the run an input was held.
    pub fn ticks_with(&self, button: TickInput) -> usize {
        self.inputs().iter().filter(|input| input.holds(button)).count()
    }

    /// The input of the last tick.
    pub fn last_input(&self) -> TickInput {
        *self.inputs().last().expect("there was a tick")
    }

    pub fn screen(&self) -> Screen {
        *self.app.world().resource::<State<Screen>>().get()
    }

    pub fn pause(&self) -> Option<Pause> {
        self.app.world().get_resource::<State<Pause>>().map(|pause| *pause.get())
    }

    pub fn is_loaded(&self) -> bool {
        self.app.world().resource::<LoadedLevel>().0.is_some()
    }

    /// The row of the widget with the focus, on the page on screen.
    pub fn selected(&self) -> Option<usize> {
        let widget = self.app.world().resource::<InputFocus>().get()?;
        self.app.world().get::<FocusPlace>(widget).map(|place| place.row)
    }

    /// Clicks the widget in a row of the page on screen.
    pub fn click(&mut self, row: usize) {
        let world = self.app.world_mut();
        let mut places = world.query::<(Entity, &FocusPlace)>();
        let found = places.iter(world).find(|(_, place)| place.row == row).map(|(entity, _)| entity);
        world.trigger(Activate { entity: found.expect("there is such a row") });
        self.frames(4);
    }

    /// Whether the current level's file has errors.
    pub fn has_errors(&self) -> bool {
        self.app.world().resource::<LevelCatalog>().current().report.is_some()
    }

    /// The best time on the current level.
    pub fn best_ticks(&self) -> Option<u32> {
        self.app.world().resource::<LevelCatalog>().current().record.best_ticks()
    }

    /// Saves the file of the current level and has it loaded again.
    pub fn save(&mut self, text: &str) {
        std::fs::write(self.folder.join("a.level.ron"), text).expect("files can be written");
        self.app.world().resource::<AssetServer>().reload("a.level.ron");
    }
}
