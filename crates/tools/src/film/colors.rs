//! The few colors that stand for all of a film: the one that is seen most, and then in turn the one that they show worst. So flat
//! areas keep their exact colors, and rare ones that are like no other have a place too.

use std::collections::HashMap;

use super::stage::Frame;

/// Red, green and blue.
pub type Color = [u8; 3];

/// How often each color appears.
#[derive(Clone, Debug, Default)]
pub struct Histogram(HashMap<Color, u32>);

impl Histogram {
    /// Counts the colors of a frame.
    pub fn add(&mut self, frame: &Frame) {
        for pixel in frame.0.chunks_exact(4) {
            *self.0.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
        }
    }

    /// At most `count` colors that stand for all.
    pub fn choose(&self, count: usize) -> Vec<Color> {
        let mut colors: Vec<(Color, u32)> = self.0.iter().map(|(&color, &times)| (color, times)).collect();
        // By the color itself where two are seen equally often: the order of a hash map is none.
        colors.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut chosen: Vec<Color> = colors.first().map(|color| color.0).into_iter().collect();
        // How far each color is from the nearest that was chosen.
        let mut apart = vec![u32::MAX; colors.len()];
        while let Some(&last) = chosen.last().filter(|_| chosen.len() < count) {
            let mut worst = (0.0, None);
            for (apart, &(color, times)) in apart.iter_mut().zip(&colors) {
                *apart = (*apart).min(distance(color, last));
                // By the root of how often it is seen: a spark counts beside a wall.
                let error = *apart as f32 * (times as f32).sqrt();
                worst = if error > worst.0 { (error, Some(color)) } else { worst };
            }
            let Some(color) = worst.1 else { break };
            chosen.push(color);
        }
        chosen
    }
}

/// The place of the color that is nearest to another.
pub fn nearest(colors: &[Color], to: Color) -> usize {
    (0..colors.len()).min_by_key(|&place| distance(colors[place], to)).unwrap_or(0)
}

/// The square of a distance that weighs green most, as eyes do.
fn distance(a: Color, b: Color) -> u32 {
    let square = |part: usize| u32::from(a[part].abs_diff(b[part])).pow(2);
    (2 * square(0) + 4 * square(1) + square(2)) / 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(colors: &[(Color, usize)]) -> Histogram {
        let pixels = colors.iter().flat_map(|&([r, g, b], times)| [[r, g, b, 255]].repeat(times));
        let mut histogram = Histogram::default();
        histogram.add(&Frame(pixels.flatten().collect()));
        histogram
    }

    #[test]
    fn a_rare_color_that_is_like_no_other_is_chosen_before_shades_of_a_frequent_one() {
        let shades: Vec<(Color, usize)> = (0..40).map(|shade| ([20, 30 + shade, 60], 100)).collect();
        let colors = histogram(&[shades, vec![([255, 40, 60], 1)]].concat()).choose(4);
        assert!(colors.contains(&[255, 40, 60]), "{colors:?}");
        assert_eq!(colors.len(), 4);
    }

    #[test]
    fn the_most_frequent_color_stays_exact_and_the_choice_is_always_the_same() {
        let colors = [([7, 8, 9], 50), ([8, 8, 9], 3), ([200, 9, 9], 3), ([9, 200, 9], 3)];
        let chosen = histogram(&colors).choose(3);
        assert_eq!(chosen, [[7, 8, 9], [9, 200, 9], [200, 9, 9]], "green is seen best");
        assert_eq!(nearest(&chosen, [8, 8, 9]), 0);
        assert_eq!(histogram(&colors).choose(3), chosen);
    }
}
