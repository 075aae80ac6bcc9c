//! Levels that are part of the program and not of the campaign. They run behind a page, without input.

use bevy::prelude::*;

use crate::screens::play::simulation_driver::unload_level;
use crate::view::canvas::palette::Scenery;
use crate::view::darkness::Dark;
use hairline_level::{self, Level, LevelWorld};
use hairline_sim::load_level;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundLevel {
    /// Its walls are the name of the game, and a robot sweeps its beam over them.
    Title,
    /// Its walls are two words, and a camera sweeps over them.
    End,
}

impl BackgroundLevel {
    /// Where the campaign begins, and where it ends.
    fn world(self) -> LevelWorld {
        match self {
            Self::Title => LevelWorld::FirstLight,
            Self::End => LevelWorld::Hairline,
        }
    }

    fn level(self) -> Level {
        let (text, name) = match self {
            Self::Title => (include_str!("../../../assets/title.level.ron"), "title.level.ron"),
            Self::End => (include_str!("../../../assets/end.level.ron"), "end.level.ron"),
        };
        hairline_level::parse(text, name).expect("a test parses both of the program's own levels")
    }
}

/// Loads a background level in place of whatever level is in the world.
pub fn load_background_level(world: &mut World, background: BackgroundLevel) {
    unload_level(world);
    load_level(world, &background.level());
    world.resource_mut::<Scenery>().set_if_neq(Scenery(background.world()));
    world.resource_mut::<Dark>().set_if_neq(Dark(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use hairline_sim::Simulation;
    use hairline_sim::hazards::camera::CameraState;
    use hairline_sim::run::input::TickInput;

    #[test]
    fn in_a_background_level_the_ninja_is_never_touched_and_never_seen() {
        for background in [BackgroundLevel::Title, BackgroundLevel::End] {
            let mut simulation = Simulation::new(&background.level());
            for tick in 0..20_000 {
                simulation.tick(TickInput::NONE);
                assert!(simulation.run().is_running(), "the ninja dies at tick {tick} of {background:?}");
                if tick % 64 == 0 {
                    let is_seen = simulation.save().states::<CameraState>().iter().any(|camera| camera.has_target);
                    assert!(!is_seen, "the ninja is seen at tick {tick} of {background:?}");
                }
            }
        }
    }
}
