//! What throws the ninja is squashed, and nothing else.

use bevy::prelude::*;

use crate::view::actors::movers::MoverPictures;
use crate::view::actors::{movers, obstacle_poses};
use crate::view::canvas::Canvas;
use crate::view::{effects, frame, ninja, presentation};
use hairline_sim::Simulate;
use hairline_sim::ninja::Ninja;
use hairline_sim::triggers::spring::SpringState;

/// Plays a level until something has thrown the ninja: which springs have, and which movers are squashed then.
fn first_throw(map: &str) -> (usize, Vec<usize>) {
    let actors = "'s': Spring(), 'b': Bumper(radius: 0.5), 'c': Bumper(radius: 0.5), 'd': Bumper(radius: 0.5)";
    let text = format!("(version: 1, name: \"Throws\", map: r\"{map}\", actors: {{{actors}}})");
    let level = hairline_level::parse(text, "throws").expect("the level is sound");
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        hairline_sim::plugin,
        frame::plugin,
        presentation::plugin,
        effects::plugin,
        ninja::plugin,
    ))
    .add_plugins((obstacle_poses::plugin, movers::plugin))
    .init_resource::<Canvas>();
    hairline_sim::load_level(app.world_mut(), &level);
    app.update();
    for _ in 0..128 {
        app.world_mut().run_schedule(Simulate);
        app.update();
        if app.world().resource::<Ninja>().velocity.y > 1.0 {
            break;
        }
    }
    assert!(app.world().resource::<Ninja>().velocity.y > 1.0, "nothing has thrown the ninja");
    let mut springs = app.world_mut().query::<&SpringState>();
    let released = springs.iter(app.world()).filter(|spring| spring.threw_at.is_some()).count();
    let pictures = app.world().resource::<MoverPictures>().0.iter().enumerate();
    (released, pictures.filter(|(_, picture)| picture.squash.is_some()).map(|(index, _)| index).collect())
}

#[test]
fn a_spring_beside_bumpers_squashes_none_of_them_and_a_bumper_squashes_itself_alone() {
    let by_spring = first_throw(
        "
        ###########
        #         #
        #         #
        #    @    #
        #         #
        # d bsc X #
        ###########
    ",
    );
    assert_eq!(by_spring, (1, vec![]));
    let by_bumper = first_throw(
        "
        ###########
        #         #
        #         #
        #    @    #
        #         #
        # s bcd X #
        ###########
    ",
    );
    assert_eq!(by_bumper, (0, vec![1]));
}
