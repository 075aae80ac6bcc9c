//! The way from the mixer to the sound device. A thread of its own opens the device, watches it and opens it again; the
//! device's own thread mixes. Without a device nothing is synthesized and nothing is mixed.
//!
//! | file | what |
//! |---|---|
//! | [`keeper`] | which buffer to ask for, when to widen it, and when to open again; of any library, so that tests can offer a device that fails |
//! | `cpal_backend` | the library of the game: `cpal` |
//! | [`status`] | the state of the open device |
//! | [`feed`] | the mixer as a device wants it: its rate, its channels, its sample format |

mod cpal_backend;
pub mod feed;
pub mod keeper;
pub mod status;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::commands::{AudioCommands, MixerInput};
use super::mixer::Mixer;
use super::sound::SoundRegistry;
use cpal_backend::CpalBackend;
use feed::Feed;
use hairline_profile::settings::{Settings, SoundDelay};
use keeper::Keeper;
pub use status::OutputDelay;
use status::Status;

const WATCH_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HasDevice(pub bool);

/// The running output. The device closes when it is dropped.
#[derive(Resource)]
struct Output {
    status: Arc<Status>,
    delay: Sender<SoundDelay>,
}

/// What an app without a device has too: commands go nowhere.
pub(super) fn plugin(app: &mut App) {
    app.insert_resource(AudioCommands::channel().0).init_resource::<HasDevice>().init_resource::<OutputDelay>();
}

/// Plays through the default sound device. Only the game itself adds this, after [`plugin`](crate::audio::plugin).
pub fn device_plugin(app: &mut App) {
    // Known before the device is open, so that the title does not say for a moment that there is none.
    app.insert_resource(HasDevice(cpal_backend::is_present()))
        .add_systems(Startup, open_output)
        .add_systems(First, (show_status, send_delay).run_if(resource_exists::<Output>));
}

/// Runs at startup, when every plugin has registered its sounds.
fn open_output(registry: Res<SoundRegistry>, settings: Res<Settings>, mut commands: Commands) {
    let (audio_commands, input) = AudioCommands::channel();
    let status = Arc::new(Status::default());
    let (delay_sender, delays) = channel();
    let (registry, delay, shared) = (registry.clone(), settings.sound.delay, status.clone());
    let thread = std::thread::Builder::new().name("sound device".to_owned());
    match thread.spawn(move || keep_open(registry, input, delay, &delays, &shared)) {
        Ok(_) => {
            commands.insert_resource(audio_commands);
            commands.insert_resource(Output { status, delay: delay_sender });
        }
        Err(error) => warn!("the game is silent: {error}"),
    }
}

/// The thread that looks after the device until the app is gone.
fn keep_open(
    registry: SoundRegistry,
    input: MixerInput,
    delay: SoundDelay,
    delays: &Receiver<SoundDelay>,
    status: &Arc<Status>,
) {
    let mixer = Mixer::new(registry, Arc::default(), input);
    let feed = Arc::new(Mutex::new(Feed::new(mixer)));
    let mut keeper = Keeper::new(CpalBackend::default(), feed, status.clone(), delay);
    let start = Instant::now();
    loop {
        keeper.update(start.elapsed());
        match delays.recv_timeout(WATCH_INTERVAL) {
            Ok(delay) => keeper.set_delay(delay),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

fn show_status(output: Res<Output>, mut has_device: ResMut<HasDevice>, mut shown: ResMut<OutputDelay>) {
    let Some(delay) = output.status.read() else { return };
    has_device.set_if_neq(HasDevice(delay.frames > 0));
    shown.set_if_neq(delay);
}

fn send_delay(settings: Res<Settings>, output: Res<Output>, mut sent: Local<Option<SoundDelay>>) {
    if *sent != Some(settings.sound.delay) {
        *sent = Some(settings.sound.delay);
        // An error means that the keeper is gone, and with it the device.
        _ = output.delay.send(settings.sound.delay);
    }
}
