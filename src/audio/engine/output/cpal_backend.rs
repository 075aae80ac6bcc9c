//! The sound library of the game: `cpal`.

use std::sync::mpsc::SyncSender;

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{BufferSize, ErrorKind, FromSample, SampleFormat, SizedSample, StreamConfig, SupportedBufferSize};

use super::feed::fill_from;
use super::keeper::{Backend, Buffer, DeviceEvent, Opened, Wiring};
use crate::audio::engine::synth::RATE;

/// Whether there is a sound card, a sound server or the player's own ALSA configuration. Asked before the sound library, which
/// would print many lines of its own if there were none.
#[cfg(target_os = "linux")]
pub fn is_present() -> bool {
    use std::path::PathBuf;

    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let in_folder =
        |folder: &str, file: &str| named(folder).is_some_and(|folder| PathBuf::from(folder).join(file).exists());
    let has_server = named("PULSE_SERVER").is_some()
        || named("PIPEWIRE_REMOTE").is_some()
        || in_folder("XDG_RUNTIME_DIR", "pulse/native")
        || in_folder("XDG_RUNTIME_DIR", "pipewire-0");
    let has_own_configuration = named("ALSA_CONFIG_PATH").is_some() || in_folder("HOME", ".asoundrc");
    let cards = std::fs::read_to_string("/proc/asound/cards").unwrap_or_default();
    has_server || has_own_configuration || lists_a_card(&cards)
}

/// On other systems the sound library is quiet by itself.
#[cfg(not(target_os = "linux"))]
pub fn is_present() -> bool {
    true
}

/// Whether the kernel's list of sound cards has an entry, which begins with its number.
#[cfg(any(target_os = "linux", test))]
fn lists_a_card(cards: &str) -> bool {
    cards.lines().any(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()))
}

#[derive(Default)]
pub struct CpalBackend {
    /// Made when there is something to open: some platforms print messages of their own otherwise.
    host: Option<cpal::Host>,
}

impl CpalBackend {
    fn device(&mut self) -> Option<cpal::Device> {
        if !is_present() {
            return None;
        }
        #[cfg(target_os = "linux")]
        {
            // Keeps ALSA's own messages off the terminal: they go to a buffer of this thread, which is emptied here. Without
            // memory for the buffer they are printed, which is no reason to be silent.
            _ = alsa::Output::local_error_handler();
        }
        self.host.get_or_insert_with(cpal::default_host).default_output_device()
    }
}

impl Backend for CpalBackend {
    type Stream = cpal::Stream;

    fn default_device(&mut self) -> Option<String> {
        let device = self.device()?;
        Some(device.id().map_or_else(|_| device.to_string(), |id| id.to_string()))
    }

    fn open(&mut self, buffer: Buffer, wiring: Wiring) -> Result<Opened<cpal::Stream>, String> {
        let device = self.device().ok_or("there is no sound device")?;
        let (config, format) = stream_config(&device, buffer)?;
        let stream = build(&device, config, format, wiring).map_err(|error| error.to_string())?;
        stream.play().map_err(|error| error.to_string())?;
        let asked = match buffer {
            Buffer::Frames(frames) => frames,
            Buffer::Library => 0,
        };
        let frames = stream.buffer_size().unwrap_or(asked);
        Ok(Opened { stream, frames, rate: config.sample_rate })
    }
}

/// The device's own configuration, but at the mixer's rate and with its samples where the device takes them.
fn stream_config(device: &cpal::Device, buffer: Buffer) -> Result<(StreamConfig, SampleFormat), String> {
    let default = device.default_output_config().map_err(|error| error.to_string())?;
    let is_ours = |range: &cpal::SupportedStreamConfigRange| {
        range.channels() == default.channels()
            && range.sample_format() == SampleFormat::F32
            && range.contains_rate(RATE as u32)
    };
    let ours = device.supported_output_configs().ok().and_then(|mut ranges| ranges.find(is_ours));
    let chosen = ours.and_then(|range| range.try_with_sample_rate(RATE as u32)).unwrap_or(default);
    let buffer_size = match (buffer, chosen.buffer_size()) {
        (Buffer::Library, _) => BufferSize::Default,
        (Buffer::Frames(frames), SupportedBufferSize::Range { min, max }) if !(*min..=*max).contains(&frames) => {
            return Err(format!("{frames} frames are not within {min} to {max}"));
        }
        (Buffer::Frames(frames), _) => BufferSize::Fixed(frames),
    };
    Ok((StreamConfig { buffer_size, ..chosen.config() }, chosen.sample_format()))
}

fn build(
    device: &cpal::Device,
    config: StreamConfig,
    format: SampleFormat,
    wiring: Wiring,
) -> Result<cpal::Stream, cpal::Error> {
    match format {
        SampleFormat::F32 => build_as::<f32>(device, config, wiring),
        SampleFormat::F64 => build_as::<f64>(device, config, wiring),
        SampleFormat::I8 => build_as::<i8>(device, config, wiring),
        SampleFormat::I16 => build_as::<i16>(device, config, wiring),
        SampleFormat::I24 => build_as::<cpal::I24>(device, config, wiring),
        SampleFormat::I32 => build_as::<i32>(device, config, wiring),
        SampleFormat::I64 => build_as::<i64>(device, config, wiring),
        SampleFormat::U8 => build_as::<u8>(device, config, wiring),
        SampleFormat::U16 => build_as::<u16>(device, config, wiring),
        SampleFormat::U24 => build_as::<cpal::U24>(device, config, wiring),
        SampleFormat::U32 => build_as::<u32>(device, config, wiring),
        SampleFormat::U64 => build_as::<u64>(device, config, wiring),
        _ => Err(cpal::Error::new(ErrorKind::UnsupportedConfig)),
    }
}

fn build_as<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    wiring: Wiring,
) -> Result<cpal::Stream, cpal::Error> {
    let Wiring { feed, status, events } = wiring;
    let (channels, rate) = (usize::from(config.channels), config.sample_rate);
    device.build_output_stream(
        config,
        move |out: &mut [T], info: &cpal::OutputCallbackInfo| {
            let times = info.timestamp();
            status.note_delay(times.playback.saturating_duration_since(times.callback));
            fill_from(&feed, out, channels, rate, T::from_sample);
        },
        move |error| report(&events, error.kind()),
        None,
    )
}

/// Runs in the device's thread: a full channel means that the keeper already has enough to act upon.
fn report(events: &SyncSender<DeviceEvent>, kind: ErrorKind) {
    let event = match kind {
        ErrorKind::Xrun => DeviceEvent::Underrun,
        // The system moved the stream to another device, or mixes at a lower priority: it plays on.
        ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied => return,
        _ => DeviceEvent::Lost,
    };
    _ = events.try_send(event);
}

#[cfg(test)]
mod tests {
    use super::lists_a_card;

    #[test]
    fn a_list_without_cards_is_recognized() {
        assert!(lists_a_card(
            " 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      at 0xef240000 irq 135\n"
        ));
        assert!(!lists_a_card("--- no soundcards ---\n"));
        assert!(!lists_a_card(""));
    }
}
