//! The output with devices that refuse, run dry and get lost.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::mpsc::SyncSender;

use super::*;
use crate::audio::engine::output::feed::{Feed, fill_from};
use crate::audio::engine::output::keeper::{
    BUFFER_FRAMES, Backend, Buffer, DEFAULT_CHECK_INTERVAL, DeviceEvent, Keeper, Opened, REOPEN_DELAY, RETRY_INTERVAL,
    UNDERRUN_WINDOW, UNDERRUNS_MAX, Wiring,
};
use crate::audio::engine::output::status::Status;
use crate::audio::ninja;
use hairline_profile::settings::SoundDelay;

/// A computer's sound, as a test sets it up.
#[derive(Default)]
struct Room {
    /// The device that is the default now.
    default: Option<&'static str>,
    /// The shortest buffer that the device takes.
    frames_min: u32,
    /// Whether it refuses every size, and takes only the library's own.
    refuses_sizes: bool,
    /// Each buffer that was asked for.
    asked: Vec<Buffer>,
    /// Devices that are open now.
    open: usize,
    /// How the open device reports.
    events: Option<SyncSender<DeviceEvent>>,
    /// What the open device takes from.
    feed: Option<Arc<Mutex<Feed>>>,
}

#[derive(Clone, Default)]
struct FakeBackend(Rc<RefCell<Room>>);

/// An open device; it closes when it is dropped.
struct FakeStream(Rc<RefCell<Room>>);

impl Drop for FakeStream {
    fn drop(&mut self) {
        self.0.borrow_mut().open -= 1;
    }
}

impl Backend for FakeBackend {
    type Stream = FakeStream;

    fn default_device(&mut self) -> Option<String> {
        self.0.borrow().default.map(str::to_owned)
    }

    fn open(&mut self, buffer: Buffer, wiring: Wiring) -> Result<Opened<FakeStream>, String> {
        let mut room = self.0.borrow_mut();
        room.asked.push(buffer);
        assert_eq!(room.open, 0, "two devices would play at once");
        let frames = match buffer {
            Buffer::Frames(frames) if room.refuses_sizes || frames < room.frames_min => {
                return Err(format!("{frames} frames are too few"));
            }
            Buffer::Frames(frames) => frames,
            Buffer::Library => 4800,
        };
        room.open += 1;
        (room.events, room.feed) = (Some(wiring.events), Some(wiring.feed));
        Ok(Opened { stream: FakeStream(self.0.clone()), frames, rate: 48_000 })
    }
}

/// A keeper, its status, what it keeps, and the sending end of its mixer.
struct Fixture {
    keeper: Keeper<FakeBackend>,
    status: Arc<Status>,
    room: Rc<RefCell<Room>>,
    commands: AudioCommands,
    now: Duration,
}

impl Fixture {
    fn new(room: Room) -> Self {
        let backend = FakeBackend(Rc::new(RefCell::new(room)));
        let (commands, input) = AudioCommands::channel();
        let feed = Arc::new(Mutex::new(Feed::new(Mixer::new(REGISTRY.clone(), BANK.clone(), input))));
        let (status, room) = (Arc::new(Status::default()), backend.0.clone());
        let keeper = Keeper::new(backend, feed, status.clone(), SoundDelay::Short);
        Self { keeper, status, room, commands, now: Duration::ZERO }
    }

    /// Updates after so much time, and returns the frames of the open device, 0 if there is none.
    fn after(&mut self, time: Duration) -> u32 {
        self.now += time;
        self.keeper.update(self.now);
        self.status.read().map_or(0, |delay| delay.frames)
    }

    fn report(&self, event: DeviceEvent) {
        let sent = self.room.borrow().events.as_ref().map(|events| events.try_send(event));
        assert_eq!(sent, Some(Ok(())), "a device is open");
    }

    fn asked(&self) -> Vec<Buffer> {
        std::mem::take(&mut self.room.borrow_mut().asked)
    }
}

const SPEAKERS: Option<&str> = Some("speakers");
const MOMENT: Duration = Duration::from_millis(100);

#[test]
fn the_first_buffer_is_the_shortest_and_the_delay_is_known_at_once() {
    let mut fixture = Fixture::new(Room { default: SPEAKERS, ..default() });
    assert!(fixture.status.read().is_none(), "nothing is known before the first attempt");
    assert_eq!(fixture.after(Duration::ZERO), 512);
    assert_eq!(fixture.asked(), [Buffer::Frames(512)]);
    let delay = fixture.status.read().expect("it is known");
    assert!((delay.milliseconds - 21.33).abs() < 0.01 && delay.rate == 48_000, "{delay:?}");
    fixture.status.note_delay(Duration::from_micros(17_500));
    assert_eq!(fixture.status.read().map(|delay| delay.milliseconds), Some(17.5));
}

#[test]
fn a_device_that_refuses_a_buffer_gets_a_longer_one() {
    let mut fixture = Fixture::new(Room { default: SPEAKERS, frames_min: 1000, ..default() });
    assert_eq!(fixture.after(Duration::ZERO), 1024);
    assert_eq!(fixture.asked(), [Buffer::Frames(512), Buffer::Frames(1024)]);
    let mut fixture = Fixture::new(Room { default: SPEAKERS, refuses_sizes: true, ..default() });
    assert_eq!(fixture.after(Duration::ZERO), 4800);
    assert_eq!(fixture.asked().last(), Some(&Buffer::Library), "the last resort");
}

#[test]
fn underruns_widen_the_buffer_and_a_single_one_does_not() {
    let mut fixture = Fixture::new(Room { default: SPEAKERS, ..default() });
    fixture.after(Duration::ZERO);
    // Far apart they are another program's fault.
    for _ in 0..2 * UNDERRUNS_MAX {
        fixture.report(DeviceEvent::Underrun);
        assert_eq!(fixture.after(UNDERRUN_WINDOW), 512);
    }
    for wider in [1024, 2048, 4096, 4096] {
        for _ in 0..=UNDERRUNS_MAX {
            fixture.report(DeviceEvent::Underrun);
        }
        assert_eq!(fixture.after(MOMENT), wider);
        assert_eq!(fixture.room.borrow().open, 1);
    }
    let counted = fixture.status.read().map(|delay| delay.underruns as usize);
    assert_eq!(counted, Some(2 * UNDERRUNS_MAX + 4 * (UNDERRUNS_MAX + 1)));
}

#[test]
fn the_setting_opens_the_device_with_a_safe_buffer_and_again_with_a_short_one() {
    let mut fixture = Fixture::new(Room { default: SPEAKERS, ..default() });
    fixture.after(Duration::ZERO);
    for (delay, frames) in [(SoundDelay::Safe, 2048), (SoundDelay::Short, 512)] {
        fixture.keeper.set_delay(delay);
        assert_eq!(fixture.after(MOMENT), frames);
    }
    fixture.asked();
    fixture.keeper.set_delay(SoundDelay::Short);
    fixture.after(MOMENT);
    assert_eq!(fixture.asked(), [], "the same setting again changes nothing");
}

#[test]
fn a_lost_device_is_opened_again_and_another_default_followed() {
    let mut fixture = Fixture::new(Room { default: SPEAKERS, ..default() });
    fixture.after(Duration::ZERO);
    fixture.report(DeviceEvent::Lost);
    fixture.room.borrow_mut().default = Some("headphones");
    fixture.after(MOMENT);
    assert_eq!(fixture.room.borrow().open, 0);
    assert_eq!(fixture.after(REOPEN_DELAY), 512);
    assert_eq!(fixture.room.borrow().open, 1);
    fixture.asked();
    // Nothing is lost, but the player chose another device.
    fixture.room.borrow_mut().default = SPEAKERS;
    assert_eq!(fixture.after(DEFAULT_CHECK_INTERVAL), 512);
    assert_eq!(fixture.asked(), [Buffer::Frames(512)]);
}

#[test]
fn without_a_device_the_game_looks_for_one_now_and_then() {
    let mut fixture = Fixture::new(Room::default());
    assert_eq!(fixture.after(Duration::ZERO), 0);
    assert!(fixture.status.read().is_some(), "it is known that there is none");
    fixture.room.borrow_mut().default = SPEAKERS;
    assert_eq!(fixture.after(MOMENT), 0, "it does not look all the time");
    assert_eq!(fixture.after(RETRY_INTERVAL), 512);
    // And when the only device goes, the game is silent until it comes back.
    fixture.room.borrow_mut().default = None;
    fixture.report(DeviceEvent::Lost);
    fixture.after(MOMENT);
    assert_eq!(fixture.after(REOPEN_DELAY), 0);
    fixture.room.borrow_mut().default = SPEAKERS;
    assert_eq!(fixture.after(RETRY_INTERVAL), 512);
}

#[test]
fn what_was_to_sound_before_a_device_came_is_not_heard_late_and_what_comes_after_is() {
    let mut fixture = Fixture::new(Room { default: SPEAKERS, ..default() });
    fixture.commands.play(PlaySound::new(&ninja::DEATH));
    fixture.after(Duration::ZERO);
    let feed = fixture.room.borrow().feed.clone().expect("a device is open");
    let mut out = [0.0; 4096];
    fill_from(&feed, &mut out, 2, 48_000, |sample| sample);
    assert_eq!(mean_square(&out), 0.0);
    fixture.commands.play(PlaySound::new(&ninja::DEATH));
    fill_from(&feed, &mut out, 2, 48_000, |sample| sample);
    assert!(mean_square(&out) > 0.0);
}

#[test]
fn the_mixer_goes_on_where_it_was_when_the_device_is_opened_again() {
    let mut fixture = Fixture::new(Room { default: SPEAKERS, ..default() });
    fixture.after(Duration::ZERO);
    let first = fixture.room.borrow().feed.clone().expect("a device is open");
    fixture.report(DeviceEvent::Lost);
    fixture.after(MOMENT);
    fixture.after(REOPEN_DELAY);
    let second = fixture.room.borrow().feed.clone().expect("it is open again");
    assert!(Arc::ptr_eq(&first, &second));
}

#[test]
fn a_feed_that_is_taken_gives_silence_and_does_not_wait() {
    let feed = Mutex::new(Feed::new(mixer().1));
    let _taken = feed.lock();
    let mut out = [1.0; 64];
    fill_from(&feed, &mut out, 2, 48_000, |sample| sample);
    assert_eq!(out, [0.0; 64]);
}

/// A second of a sound from a feed, as a device takes it.
fn heard(channels: usize, rate: u32) -> Vec<f32> {
    let (commands, mut mixer) = mixer();
    commands.set_mix(MixSettings::default());
    mix(&mut mixer, 0.1);
    commands.play(PlaySound { pan: 0.5, ..PlaySound::new(&ninja::JUMP) });
    let mut feed = Feed::new(mixer);
    let mut out = vec![9.0; channels * rate as usize];
    // In pieces that are no multiple of the mixer's blocks, as devices ask.
    for piece in out.chunks_mut(channels * 441) {
        feed.fill(piece, channels, rate, |sample| sample);
    }
    out
}

#[test]
fn every_rate_and_number_of_channels_hears_the_same() {
    let stereo = heard(2, 48_000);
    let loudness = |samples: &[f32], channels: usize| decibels(mean_square(samples) * channels as f32);
    let whole = loudness(&stereo, 2);
    for rate in [44_100, 96_000, 192_000, 22_050] {
        let other = loudness(&heard(2, rate), 2);
        assert!((other - whole).abs() < 0.3, "{rate} Hz: {other} dB, not {whole}");
    }
    let surround = heard(6, 48_000);
    let front: Vec<f32> = surround.chunks(6).flat_map(|frame| [frame[0], frame[1]]).collect();
    assert_eq!(front, stereo);
    assert!(surround.chunks(6).all(|frame| frame[2..] == [0.0; 4]));
    let mono = heard(1, 48_000);
    assert!(mono.iter().zip(stereo.chunks(2)).all(|(mono, pair)| (mono - 0.5 * (pair[0] + pair[1])).abs() < 1e-6));
}

#[test]
fn other_sample_formats_get_the_same_samples() {
    let (commands, mut mixer) = mixer();
    commands.set_mix(MixSettings::default());
    mix(&mut mixer, 0.1);
    commands.play(PlaySound::new(&ninja::JUMP));
    let mut out = [0_i16; 4096];
    Feed::new(mixer).fill(&mut out, 2, 48_000, |sample| (sample * 32_767.0) as i16);
    let expected = heard(2, 48_000);
    assert!(out.iter().any(|sample| sample.unsigned_abs() > 1000));
    assert!(expected.iter().all(|sample| sample.abs() <= 1.0));
}

#[test]
fn the_buffers_only_grow() {
    assert!(BUFFER_FRAMES.is_sorted() && BUFFER_FRAMES[0] == 512 && BUFFER_FRAMES[2] == 2048);
}
