//! How much memory an hour of a run takes as a time line, and how long it takes to enter a tick.
//!
//! `cargo run --release -p hairline_sim --example timeline`; on Linux.

use std::time::Instant;

use hairline_level::KINDS;
use hairline_sim::history::timeline::Timeline;
use hairline_sim::run::assist::Assist;
use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::REPLAY_TICKS_MAX;
use hairline_testing::random::RandomPlayer;
use hairline_testing::shipped_proofs;
use hairline_testing::stress_level::stress_level;

/// The resident memory of this process, in bytes.
fn resident() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<f64>().ok());
    pages.expect("Linux tells it") * 4096.0
}

fn main() {
    let shipped = shipped_proofs()
        .into_iter()
        .max_by_key(|(_, level, _)| KINDS.iter().map(|kind| level.actors.count_of(kind.word)).sum::<usize>());
    let (name, level, _) = shipped.expect("there are levels");
    let mut player = RandomPlayer::new(1);
    let hour: Vec<TickInput> = (0..REPLAY_TICKS_MAX).map(|_| player.next_input()).collect();
    let cases =
        [(name, level, hour.clone()), ("every actor at its limit".into(), stress_level(), hour[..46_080].to_vec())];
    for (name, level, inputs) in cases {
        let (count, before) = (inputs.len(), resident());
        let mut timeline = Timeline::new(&level, Assist::default(), inputs);
        while timeline.advance(10_000) {}
        let megabytes = (resident() - before) / 1e6;
        let (mut most, mut sum) = (0.0_f64, 0.0);
        for number in 0..200 {
            let began = Instant::now();
            timeline.state(number * 7919 % count);
            let milliseconds = began.elapsed().as_secs_f64() * 1e3;
            (most, sum) = (most.max(milliseconds), sum + milliseconds);
        }
        println!("{name}: {count} ticks, {megabytes:.1} MB; to enter a tick {:.2} ms, at most {most:.2}", sum / 200.0);
    }
}
