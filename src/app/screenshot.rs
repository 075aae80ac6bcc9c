//! F12: a picture of the window, into the folder for pictures.

use std::io::{self, Write};
use std::thread;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use hairline_profile::disk::claim_numbered;
use hairline_profile::folders::pictures_folder;

pub fn plugin(app: &mut App) {
    app.add_systems(Update, take_picture);
}

fn take_picture(keys: Res<ButtonInput<KeyCode>>, mut commands: Commands) {
    if keys.just_pressed(KeyCode::F12) {
        commands.spawn(Screenshot::primary_window()).observe(save_picture);
    }
}

/// Saves in a thread of its own: a large picture takes longer than a frame.
fn save_picture(picture: On<ScreenshotCaptured>) {
    let image = picture.image.clone();
    thread::spawn(move || match save(image) {
        // The picture is saved, whether anybody can read that or not.
        Ok(path) => _ = writeln!(io::stdout(), "hairline: picture saved to {path}"),
        Err(reason) => eprintln!("hairline: the picture could not be saved: {reason}"),
    });
}

fn save(image: Image) -> Result<String, String> {
    let folder = pictures_folder().ok_or("there is no home folder")?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let path = claim_numbered(&folder, "png").map_err(|error| format!("{}: {error}", folder.display()))?;
    // The alpha channel holds brightness, not opacity.
    let picture = image.try_into_dynamic().map_err(|error| error.to_string())?.to_rgb8();
    if let Err(error) = picture.save(&path) {
        // The claimed file is empty or cut short.
        let _ = std::fs::remove_file(&path);
        return Err(format!("{}: {error}", path.display()));
    }
    Ok(path.display().to_string())
}
