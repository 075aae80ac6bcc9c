//! Levels that belong to the program and not to the campaign: they go their way behind a page, with nobody at the
//! controls.

use bevy::prelude::*;

use crate::level;
use crate::level::Level;
use crate::sim::load_level;
use crate::view::Presentation;

/// A level of the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// The name of the game as walls; a robot plays its beam over them.
    Title,
    /// Two words as walls; a camera plays its light over them, and nothing kills.
    End,
}

impl Scene {
    fn level(self) -> Level {
        let (text, name) = match self {
            Self::Title => (include_str!("../../../assets/title.level.ron"), "title.level.ron"),
            Self::End => (include_str!("../../../assets/end.level.ron"), "end.level.ron"),
        };
        level::parse(text, name).expect("a test holds that the program's own levels are right")
    }
}

/// Puts a scene into the world, without the HUD.
pub fn stage_scene(world: &mut World, scene: Scene) {
    load_level(world, &scene.level());
    world.resource_mut::<Presentation>().hud = false;
}

/// What comes after a scene is shown with the HUD again.
pub fn show_hud(mut presentation: ResMut<Presentation>) {
    presentation.hud = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Simulation;
    use crate::sim::run::input::TickInput;

    #[test]
    fn in_a_scene_the_ninja_is_never_touched_and_never_seen() {
        for scene in [Scene::Title, Scene::End] {
            let mut simulation = Simulation::new(&scene.level());
            for tick in 0..20_000 {
                simulation.tick(TickInput::NONE);
                assert!(simulation.run().is_running(), "he dies at tick {tick} of {scene:?}");
                if tick % 64 == 0 {
                    let seen = simulation.save().actors.cameras.iter().any(|camera| camera.sees);
                    assert!(!seen, "he is seen at tick {tick} of {scene:?}");
                }
            }
        }
    }
}
