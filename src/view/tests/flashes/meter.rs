//! Counts flashes as WCAG 2.2 does (2.3.1, "general flash and red flash thresholds"). A flash is a pair of opposing changes of
//! relative luminance by 10 % of the maximum or more, where the darker state is below 0.8; or a pair of opposing changes of a
//! saturated red. More than three within a second are too many if they cover a quarter of any field of 10 degrees, for which
//! WCAG takes 341 × 256 pixels of a screen of 1024 × 768.

use std::collections::VecDeque;

use bevy::color::LinearRgba;
use bevy::math::UVec2;

/// Opposing changes that make three flashes; one more is half a flash too many.
const CHANGES_MAX: usize = 6;
/// The least change of luminance that is part of a flash, and the least luminance of a darker state that never is.
const LUMINANCE_CHANGE: f32 = 0.1;
const BRIGHT: f32 = 0.8;
/// The share of red of a saturated one, and the least change that is part of a flash: 20, where red goes up to 320.
const SATURATED: f32 = 0.8;
const RED_CHANGE: f32 = 20.0 / 320.0;
/// The share of a field that may flash more often.
pub const AREA_MAX: f32 = 0.25;

/// The opposing changes of one quantity at one place.
#[derive(Clone, Debug, Default)]
struct Changes {
    /// The last turning point, or the farthest that the quantity has gone since.
    extreme: f32,
    is_rising: Option<bool>,
    /// The frames of the last second in which it turned.
    frames: VecDeque<u32>,
}

impl Changes {
    fn note(&mut self, value: f32, least: f32, is_seen: impl Fn(f32) -> bool, frame: u32) {
        let change = value - self.extreme;
        let goes_on = match self.is_rising {
            Some(true) => change > 0.0,
            Some(false) => change < 0.0,
            None => false,
        };
        if goes_on {
            self.extreme = value;
        } else if change.abs() >= least && is_seen(value.min(self.extreme)) {
            self.is_rising = Some(change > 0.0);
            self.extreme = value;
            self.frames.push_back(frame);
        }
    }

    fn forget(&mut self, before: u32) {
        while self.frames.front().is_some_and(|frame| *frame < before) {
            self.frames.pop_front();
        }
    }
}

/// Watches a grid of places, frame by frame.
pub struct FlashMeter {
    size: UVec2,
    /// The field of 10 degrees, in places.
    field: UVec2,
    frames_a_second: u32,
    frame: u32,
    luminance: Vec<Changes>,
    red: Vec<Changes>,
    /// The largest share of a field that flashed too often so far.
    worst: f32,
    /// Places that flashed too often at any time.
    places: Vec<bool>,
}

impl FlashMeter {
    pub fn new(size: UVec2, field: UVec2, frames_a_second: u32) -> Self {
        let places = size.element_product() as usize;
        Self {
            size,
            field: field.min(size).max(UVec2::ONE),
            frames_a_second,
            frame: 0,
            luminance: vec![Changes::default(); places],
            red: vec![Changes::default(); places],
            worst: 0.0,
            places: vec![false; places],
        }
    }

    /// Takes in a frame: the light of each place, row by row, within the screen's range.
    pub fn note(&mut self, light: &[LinearRgba]) {
        let since = (self.frame + 1).saturating_sub(self.frames_a_second);
        let mut too_often = vec![0u32; light.len()];
        let mut count = 0;
        for (place, color) in light.iter().enumerate() {
            let LinearRgba { red, green, blue, .. } = *color;
            let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            let sum = red + green + blue;
            let saturated = if sum > 0.0 && red / sum >= SATURATED { (red - green - blue).max(0.0) } else { 0.0 };
            let (changes, reds) = (&mut self.luminance[place], &mut self.red[place]);
            if self.frame == 0 {
                (changes.extreme, reds.extreme) = (luminance, saturated);
            }
            changes.note(luminance, LUMINANCE_CHANGE, |darker| darker < BRIGHT, self.frame);
            reds.note(saturated, RED_CHANGE, |_| true, self.frame);
            changes.forget(since);
            reds.forget(since);
            if changes.frames.len().max(reds.frames.len()) > CHANGES_MAX {
                too_often[place] = 1;
                self.places[place] = true;
                count += 1;
            }
        }
        if count as f32 > self.worst * self.field.element_product() as f32 {
            self.worst = self.worst.max(self.largest_share(&too_often));
        }
        self.frame += 1;
    }

    /// The largest share of any field that is marked, by sums over rectangles from the corner.
    fn largest_share(&self, marked: &[u32]) -> f32 {
        let (width, height) = (self.size.x as usize, self.size.y as usize);
        let mut sums = vec![0u32; (width + 1) * (height + 1)];
        let at = |x: usize, y: usize| y * (width + 1) + x;
        for y in 0..height {
            for x in 0..width {
                sums[at(x + 1, y + 1)] =
                    marked[y * width + x] + sums[at(x, y + 1)] + sums[at(x + 1, y)] - sums[at(x, y)];
            }
        }
        let (across, up) = (self.field.x as usize, self.field.y as usize);
        let mut most = 0;
        for y in 0..=height - up {
            for x in 0..=width - across {
                let sum = sums[at(x + across, y + up)] + sums[at(x, y)] - sums[at(x + across, y)] - sums[at(x, y + up)];
                most = most.max(sum);
            }
        }
        most as f32 / self.field.element_product() as f32
    }

    /// The largest share of a field that flashed more than three times in a second.
    pub fn worst_share(&self) -> f32 {
        self.worst
    }

    /// Places that ever did.
    pub fn places(&self) -> usize {
        self.places.iter().filter(|is_marked| **is_marked).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 60;

    /// The worst share when `lit` columns of 40 switch between two colors so many times a second, for two seconds.
    fn worst(lit: u32, flashes: u32, [low, high]: [LinearRgba; 2]) -> f32 {
        let size = UVec2::new(40, 10);
        let mut meter = FlashMeter::new(size, size, RATE);
        for frame in 0..2 * RATE {
            let is_high = frame * flashes * 2 / RATE % 2 == 1;
            let color = |place: u32| if place % size.x < lit && is_high { high } else { low };
            meter.note(&(0..size.element_product()).map(color).collect::<Vec<_>>());
        }
        meter.worst_share()
    }

    fn gray(value: f32) -> LinearRgba {
        LinearRgba::rgb(value, value, value)
    }

    #[test]
    fn four_flashes_a_second_are_too_many_and_three_are_not() {
        let wide = [gray(0.0), gray(1.0)];
        assert_eq!(worst(40, 4, wide), 1.0);
        assert_eq!(worst(40, 3, wide), 0.0);
    }

    #[test]
    fn the_share_of_the_field_that_flashes_is_what_counts() {
        assert_eq!(worst(8, 6, [gray(0.0), gray(0.5)]), 0.2);
        assert!(worst(12, 6, [gray(0.0), gray(0.5)]) > AREA_MAX);
    }

    #[test]
    fn faint_changes_and_changes_between_bright_states_are_no_flashes() {
        assert_eq!(worst(40, 8, [gray(0.30), gray(0.39)]), 0.0);
        assert_eq!(worst(40, 8, [gray(0.85), gray(1.0)]), 0.0);
        // The same change in small steps is one change.
        let mut changes = Changes::default();
        (0..=10).for_each(|step| changes.note(step as f32 * 0.05, 0.1, |_| true, step));
        assert_eq!(changes.frames.len(), 1);
    }

    #[test]
    fn saturated_red_counts_at_a_smaller_change() {
        let red = |value: f32| LinearRgba::rgb(value, 0.0, 0.0);
        assert_eq!(worst(40, 5, [red(0.1), red(0.3)]), 1.0);
        assert_eq!(worst(40, 5, [gray(0.1), gray(0.15)]), 0.0);
    }
}
