//! Synthesizes pieces when they are asked for, one at a time and on a thread of its own, hands them to the mixer, and keeps
//! the few that may be asked for again. Without a sound device it does nothing.

use std::sync::Arc;
use std::thread::JoinHandle;

use bevy::prelude::*;

use super::director::piece;
use super::pieces::{MENU, synthesize};
use crate::audio::engine::commands::AudioCommands;
use crate::audio::engine::music::{Piece, PieceId};
use crate::audio::engine::output::HasDevice;
use crate::audio::scene::{AudioScene, AudioSystems, MusicWorld};

#[derive(Resource, Default)]
struct Library {
    pieces: Vec<Arc<Piece>>,
    /// The piece that is being made.
    job: Option<(PieceId, JoinHandle<Piece>)>,
    sent: Option<PieceId>,
    /// The piece that could not be made; it is not tried again.
    failed: Option<PieceId>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Library>().add_systems(Update, provide_piece.in_set(AudioSystems::Play));
}

fn provide_piece(
    scene: Res<AudioScene>,
    world: Res<MusicWorld>,
    device: Res<HasDevice>,
    commands: Res<AudioCommands>,
    mut library: ResMut<Library>,
) {
    if !device.0 {
        return;
    }
    let wanted = piece(*scene, world.0);
    let library = library.bypass_change_detection();
    library.collect();
    if library.sent != Some(wanted) {
        match library.pieces.iter().find(|piece| piece.id == wanted) {
            Some(piece) => {
                if commands.send_piece(piece.clone()) {
                    library.sent = Some(wanted);
                }
            }
            None => library.start(wanted),
        }
    }
    // The mixer frees nothing: a piece goes once only this library has it. The one of the menus stays, since menus come back.
    library.pieces.retain(|piece| piece.id == wanted || piece.id == MENU || Arc::strong_count(piece) > 1);
}

impl Library {
    fn start(&mut self, id: PieceId) {
        if self.job.is_some() || self.failed == Some(id) {
            return;
        }
        let thread = std::thread::Builder::new().name("music".to_owned());
        match thread.spawn(move || synthesize(id)) {
            Ok(thread) => self.job = Some((id, thread)),
            Err(error) => {
                self.failed = Some(id);
                warn!("there is no music here: {error}");
            }
        }
    }

    fn collect(&mut self) {
        let Some((id, thread)) = self.job.take_if(|(_, thread)| thread.is_finished()) else { return };
        match thread.join() {
            Ok(piece) => self.pieces.push(Arc::new(piece)),
            // The thread panicked, and said why.
            Err(_) => self.failed = Some(id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audio::engine::commands::MixerInput;
    use crate::audio::music::pieces::of_world;
    use hairline_level::LevelWorld;

    fn app(has_device: bool) -> (App, MixerInput) {
        let (commands, input) = AudioCommands::channel();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, plugin))
            .insert_resource(HasDevice(has_device))
            .insert_resource(commands)
            .insert_resource(AudioScene::Playing)
            .init_resource::<MusicWorld>();
        (app, input)
    }

    /// Pieces as if they had been made already.
    fn shelve(app: &mut App, ids: &[PieceId]) {
        use crate::audio::engine::music::Layer;
        let layer = || Layer::new(&[[0.0; 2]; 4], 16_000.0);
        let made = |id: &PieceId| Arc::new(Piece { id: *id, layers: std::array::from_fn(|_| layer()) });
        app.world_mut().resource_mut::<Library>().pieces = ids.iter().map(made).collect();
    }

    #[test]
    fn without_a_device_no_piece_is_made() {
        let (mut app, input) = app(false);
        (0..3).for_each(|_| app.update());
        assert!(app.world().resource::<Library>().job.is_none());
        assert!(input.pieces.try_recv().is_err());
    }

    #[test]
    fn a_piece_is_sent_each_time_that_it_takes_the_place_of_another() {
        let (mut app, input) = app(true);
        shelve(&mut app, &[of_world(LevelWorld::FirstLight), MENU]);
        (0..3).for_each(|_| app.update());
        let sent: Vec<_> = input.pieces.try_iter().map(|piece| piece.id).collect();
        assert_eq!(sent, [of_world(LevelWorld::FirstLight)]);
        app.insert_resource(AudioScene::Menu);
        (0..3).for_each(|_| app.update());
        assert_eq!(input.pieces.try_iter().map(|piece| piece.id).collect::<Vec<_>>(), [MENU]);
    }

    #[test]
    fn a_piece_that_the_mixer_still_has_is_not_freed() {
        let (mut app, input) = app(true);
        shelve(&mut app, &[of_world(LevelWorld::FirstLight), MENU]);
        app.update();
        let playing = input.pieces.try_recv().expect("it was sent");
        app.insert_resource(AudioScene::Menu);
        (0..3).for_each(|_| app.update());
        let kept = |app: &App| {
            app.world().resource::<Library>().pieces.iter().any(|piece| piece.id == of_world(LevelWorld::FirstLight))
        };
        assert!(kept(&app));
        drop(playing);
        app.update();
        assert!(!kept(&app));
    }
}
