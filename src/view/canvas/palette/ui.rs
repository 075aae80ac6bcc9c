//! Colors of texts and boxes by their roles: whatever is written or boxed follows the palette.

use bevy::prelude::*;
use bevy::ui::{Gradient, UiSystems};

use super::{Palette, Role, Tint};

/// The color of a text.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(TextColor)]
pub struct TextTint(pub Tint);

/// The color of a box.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(BackgroundColor)]
pub struct FillTint(pub Tint);

/// The color of all sides of a box's border.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(BorderColor)]
pub struct BorderTint(pub Tint);

/// The color of a box's gradient, whose stops differ in opacity alone.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(BackgroundGradient)]
pub struct GradientTint(pub Role);

impl TextTint {
    /// A role's color.
    pub fn of(role: Role) -> Self {
        Self(role.into())
    }
}

impl FillTint {
    /// Nothing is filled.
    pub const NONE: Self = Self(Tint::NONE);

    /// A role's color.
    pub fn of(role: Role) -> Self {
        Self(role.into())
    }
}

impl BorderTint {
    /// No border shows.
    pub const NONE: Self = Self(Tint::NONE);

    /// A role's color.
    pub fn of(role: Role) -> Self {
        Self(role.into())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (color_texts, color_fills, color_borders, color_gradients)
            .run_if(resource_exists::<Palette>)
            .before(UiSystems::Prepare),
    );
}

fn color_texts(palette: Res<Palette>, mut texts: Query<(Ref<TextTint>, &mut TextColor)>) {
    for (tint, mut color) in &mut texts {
        if tint.is_changed() || palette.is_changed() {
            color.set_if_neq(TextColor(palette.color(tint.0)));
        }
    }
}

fn color_fills(palette: Res<Palette>, mut boxes: Query<(Ref<FillTint>, &mut BackgroundColor)>) {
    for (tint, mut color) in &mut boxes {
        if tint.is_changed() || palette.is_changed() {
            color.set_if_neq(BackgroundColor(palette.color(tint.0)));
        }
    }
}

fn color_borders(palette: Res<Palette>, mut boxes: Query<(Ref<BorderTint>, &mut BorderColor)>) {
    for (tint, mut color) in &mut boxes {
        if tint.is_changed() || palette.is_changed() {
            color.set_if_neq(BorderColor::all(palette.color(tint.0)));
        }
    }
}

/// Whoever changes a gradient leaves its stops' colors to this.
fn color_gradients(palette: Res<Palette>, mut boxes: Query<(&GradientTint, &mut BackgroundGradient)>) {
    for (tint, mut gradient) in &mut boxes {
        let color = palette.color(tint.0);
        let wanted = |stop: &ColorStop| color.with_alpha(stop.color.alpha());
        let is_other = |gradient: &Gradient| match gradient {
            Gradient::Linear(linear) => linear.stops.iter().any(|stop| stop.color != wanted(stop)),
            _ => false,
        };
        if !gradient.0.iter().any(is_other) {
            continue;
        }
        for gradient in &mut gradient.0 {
            if let Gradient::Linear(linear) = gradient {
                linear.stops.iter_mut().for_each(|stop| stop.color = wanted(stop));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::canvas::palette::Palettes;
    use hairline_level::LevelWorld;

    #[test]
    fn texts_and_boxes_follow_the_palette() {
        let mut app = App::new();
        app.init_resource::<Palette>().add_plugins(plugin);
        let text = app.world_mut().spawn(TextTint::of(Role::Paper)).id();
        let filled = app.world_mut().spawn((FillTint::of(Role::Stone), BorderTint::NONE)).id();
        for world in [LevelWorld::FirstLight, LevelWorld::Ironworks] {
            let palette = *Palettes::built_in().of(world);
            app.insert_resource(palette);
            app.update();
            assert_eq!(app.world().get::<TextColor>(text).map(|color| color.0), Some(palette.color(Role::Paper)));
            let fill = app.world().get::<BackgroundColor>(filled).map(|color| color.0);
            assert_eq!(fill, Some(palette.color(Role::Stone)));
            assert_eq!(app.world().get::<BorderColor>(filled).map(|border| border.top.alpha()), Some(0.0));
        }
    }
}
