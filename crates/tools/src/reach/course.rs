//! Rooms to measure in, drawn tile by tile.

use std::fmt::Write;

use bevy_math::Vec2;

use hairline_sim::Simulation;
use hairline_sim::ninja::Ninja;
use hairline_sim::run::input::TickInput;

/// A walled room with a floor in its lowest row; the exit is in its upper right corner.
pub(super) struct Course {
    /// Bottom to top.
    rows: Vec<Vec<char>>,
    actors: String,
}

impl Course {
    /// An empty room with the ninja in some cell.
    pub fn room(width: usize, height: usize, ninja: (usize, usize)) -> Self {
        let mut rows = vec![vec!['.'; width]; height];
        for (y, row) in rows.iter_mut().enumerate() {
            let is_end = y == 0 || y == height - 1;
            row.iter_mut()
                .enumerate()
                .filter(|(x, _)| is_end || *x == 0 || *x == width - 1)
                .for_each(|(_, tile)| *tile = '#');
        }
        rows[height - 2][width - 2] = 'X';
        rows[ninja.1][ninja.0] = '@';
        Self { rows, actors: String::new() }
    }

    /// Puts a character into some columns of some rows.
    pub fn with(mut self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>, tile: char) -> Self {
        self.rows[rows].iter_mut().for_each(|row| row[columns.clone()].fill(tile));
        self
    }

    /// Adds an actor, such as `'a': Mine(at: (2, 3))`, or none.
    pub fn with_actor(mut self, actor: &str) -> Self {
        let comma = if actor.is_empty() { "" } else { ", " };
        _ = write!(self.actors, "{actor}{comma}");
        self
    }

    /// The room, ready to be played.
    ///
    /// # Panics
    /// If the course is no valid level.
    pub fn play(&self) -> Simulation {
        let map: String = self.rows.iter().rev().map(|row| row.iter().collect::<String>() + "\n").collect();
        let text = format!("(version: 1, name: \"Course\", map: r\"\n{map}\", actors: {{ {} }})", self.actors);
        match hairline_level::parse(&text, "course.level.ron") {
            Ok(level) => Simulation::new(&level),
            Err(diagnostics) => panic!("a course of the tables is invalid:\n{diagnostics}"),
        }
    }
}

/// Plays ticks of one input until something holds, at most for some seconds; whether it held.
pub(super) fn until(
    simulation: &mut Simulation,
    input: TickInput,
    seconds: f32,
    mut holds: impl FnMut(&mut Simulation) -> bool,
) -> bool {
    let ticks = (seconds * hairline_sim::tuning::TICKS_PER_SECOND as f32) as u32;
    (0..ticks).any(|_| {
        simulation.tick(input);
        holds(simulation)
    })
}

/// The height of the ninja's center where it is highest while one input is played for some seconds.
pub(super) fn top_of(simulation: &mut Simulation, input: TickInput, seconds: f32) -> f32 {
    let mut top = simulation.ninja().position.y;
    until(simulation, input, seconds, |simulation| {
        top = top.max(simulation.ninja().position.y);
        false
    });
    top
}

pub(super) fn stands(simulation: &Simulation) -> bool {
    simulation.ninja().ground.is_some()
}

pub(super) fn is_dead(simulation: &Simulation) -> bool {
    simulation.run().is_dead()
}

/// Puts the ninja somewhere, at rest.
pub(super) fn put_ninja(simulation: &mut Simulation, position: Vec2) {
    *simulation.world_mut().resource_mut::<Ninja>() = Ninja::new(position);
}

/// Plays without a button until the ninja stands, for three seconds at most.
pub(super) fn settle(simulation: &mut Simulation) {
    until(simulation, TickInput::NONE, 3.0, |simulation| stands(simulation));
}
