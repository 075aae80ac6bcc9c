//! The HUD: clock, shards, focus meter, the level's name and its hint, in the strips that the camera leaves free above and
//! below the level.

use bevy::prelude::*;
use bevy::ui::UiTransform;
use bevy::window::PrimaryWindow;

use hairline_sim::colliders::Colliders;
use hairline_sim::run::shard::ShardState;
use hairline_sim::run::{Phase, Run};
use hairline_sim::tuning::TICKS_PER_SECOND;

use crate::view::camera::{Framing, bars};
use crate::view::canvas::lettering::Lettering;
use crate::view::canvas::palette::Role;
use crate::view::canvas::palette::ui::{FillTint, TextTint};
use crate::view::frame::level_picture::is_new_level;
use crate::view::frame::schedule::PaintSystems;
use crate::view::presentation::Presentation;

/// The most notches on the focus meter, one a second.
const NOTCHES_MAX: u32 = 8;

/// The level's name and hint in the HUD; the code that loads a level sets it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// The level's name.
    pub name: String,
    /// One short line.
    pub hint: Option<String>,
}

/// How the run compares with the one that it races against, at the last shard or flag.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Ticks that it was behind there; negative if it was ahead.
    pub behind: Option<i32>,
    /// The run's ticks there.
    pub since: u32,
}

/// Ticks for which a split is shown.
const SPLIT_TICKS: u32 = 2 * TICKS_PER_SECOND;

/// A difference of times as text: seconds with two decimals and their sign.
fn difference(ticks: i32) -> String {
    format!("{:+.2}", f64::from(ticks) / f64::from(TICKS_PER_SECOND)).replace('-', "−")
}

/// A time as text: seconds with three decimals, and minutes if there are any. A tick is exactly 7.8125 ms.
pub fn clock(ticks: u32) -> String {
    let milliseconds = u64::from(ticks) * 1000 / u64::from(TICKS_PER_SECOND);
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
    match seconds / 60 {
        0 => format!("{seconds}.{rest:03}"),
        minutes => format!("{minutes}:{:02}.{rest:03}", seconds % 60),
    }
}

#[derive(Component)]
struct Hud;
#[derive(Component)]
struct TopBar;
#[derive(Component)]
struct BottomBar;
#[derive(Component)]
struct Clock;
#[derive(Component)]
struct ShardCount;
#[derive(Component)]
struct SplitText;
#[derive(Component)]
struct ShardGroup;
#[derive(Component)]
struct Name;
#[derive(Component)]
struct Hint;
#[derive(Component)]
struct Meter;
#[derive(Component)]
struct MeterFill;
#[derive(Component)]
struct Notch(u32);
/// A box of a size in hundredths of the window's shorter side, where the HUD has its default size.
#[derive(Component)]
struct HudBox(Vec2);

pub fn plugin(app: &mut App) {
    app.init_resource::<Caption>()
        .init_resource::<Split>()
        .add_systems(Startup, spawn_hud)
        .add_systems(Update, (show_hud, size_bars, size_letters).in_set(PaintSystems::Clear))
        .add_systems(
            Update,
            (show_clock, show_split, show_shards, show_meter, show_caption, place_notches.run_if(is_new_level))
                .run_if(resource_exists::<Colliders>)
                .in_set(PaintSystems::Front),
        );
}

/// A third of a strip, of fixed width whatever it holds.
fn third(justify: JustifyContent) -> Node {
    Node {
        width: percent(33.3),
        height: percent(100),
        align_items: AlignItems::Center,
        justify_content: justify,
        column_gap: Val::VMin(1.2),
        ..default()
    }
}

fn strip() -> Node {
    Node {
        width: percent(100),
        padding: UiRect::horizontal(Val::VMin(2.5)),
        align_items: AlignItems::Center,
        ..default()
    }
}

fn spawn_hud(mut commands: Commands) {
    let mut focus_and_clock = third(JustifyContent::Center);
    focus_and_clock.flex_direction = FlexDirection::Column;
    focus_and_clock.row_gap = Val::VMin(0.35);
    let meter = (HudBox(Vec2::new(30.0, 0.85)), Node { min_height: px(5), overflow: Overflow::clip(), ..default() });
    let notch = |number: u32| {
        let node = Node { position_type: PositionType::Absolute, width: px(2), height: percent(100), ..default() };
        (Notch(number), node, FillTint::of(Role::Void), Visibility::Hidden)
    };
    let diamond = (
        HudBox(Vec2::splat(1.7)),
        Node::default(),
        UiTransform::from_rotation(Rot2::degrees(45.0)),
        FillTint::of(Role::Shard),
    );
    let root = Node {
        width: percent(100),
        height: percent(100),
        position_type: PositionType::Absolute,
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::SpaceBetween,
        ..default()
    };
    commands.spawn((Hud, root, Visibility::Hidden, bevy::picking::Pickable::IGNORE)).with_children(|hud| {
        hud.spawn((TopBar, strip(), FillTint::NONE, bevy::picking::Pickable::IGNORE)).with_children(|bar| {
            bar.spawn(third(JustifyContent::FlexStart)).with_child((Name, Lettering::Body.text("", Role::PaperDim)));
            bar.spawn(focus_and_clock).with_children(|middle| {
                middle.spawn((Clock, Lettering::Strong.text(clock(0), Role::Paper)));
                middle.spawn((Meter, meter, FillTint::of(Role::Stone))).with_children(|meter| {
                    let fill = Node { width: percent(0), height: percent(100), ..default() };
                    meter.spawn((MeterFill, fill, FillTint::of(Role::Focus)));
                    (1..NOTCHES_MAX).for_each(|number| _ = meter.spawn(notch(number)));
                });
            });
            bar.spawn(third(JustifyContent::FlexEnd)).with_children(|right| {
                let group = Node { align_items: AlignItems::Center, column_gap: Val::VMin(1.4), ..default() };
                right.spawn((SplitText, Lettering::Strong.text("", Role::Paper)));
                right.spawn((ShardGroup, group)).with_children(|group| {
                    group.spawn(diamond);
                    group.spawn((ShardCount, Lettering::Strong.text("", Role::Paper)));
                });
            });
        });
        let mut bottom = strip();
        bottom.justify_content = JustifyContent::Center;
        hud.spawn((BottomBar, bottom, FillTint::NONE, bevy::picking::Pickable::IGNORE))
            .with_child((Hint, Lettering::Body.text("", Role::PaperDim)));
    });
}

fn show_hud(
    level: Option<Res<Colliders>>,
    presentation: Res<Presentation>,
    mut hud: Single<&mut Visibility, With<Hud>>,
) {
    hud.set_if_neq(if presentation.hud && level.is_some() { Visibility::Inherited } else { Visibility::Hidden });
}

/// Makes the texts and boxes of the HUD as large as the player wants them. The strips have room for the largest.
fn size_letters(
    presentation: Res<Presentation>,
    hud: Single<Entity, With<Hud>>,
    children: Query<&Children>,
    mut texts: Query<(&Lettering, &mut TextFont)>,
    mut boxes: Query<(&HudBox, &mut Node)>,
    mut shown: Local<f32>,
) {
    let scale = presentation.hud_size;
    if *shown == scale {
        return;
    }
    *shown = scale;
    for part in children.iter_descendants(*hud) {
        if let Ok((lettering, mut font)) = texts.get_mut(part) {
            font.font_size = lettering.size() * scale;
        }
        if let Ok((HudBox(size), mut node)) = boxes.get_mut(part) {
            (node.width, node.height) = (Val::VMin(size.x * scale), Val::VMin(size.y * scale));
        }
    }
}

fn size_bars(
    window: Single<&Window, With<PrimaryWindow>>,
    mut top: Single<&mut Node, (With<TopBar>, Without<BottomBar>)>,
    mut bottom: Single<&mut Node, With<BottomBar>>,
    framing: Res<Framing>,
    mut fills: Query<&mut FillTint, Or<(With<TopBar>, With<BottomBar>)>>,
) {
    let heights = bars(window.size());
    for mut fill in &mut fills {
        fill.set_if_neq(if framing.is_under_bars { FillTint::of(Role::Void) } else { FillTint::NONE });
    }
    if top.height != px(heights.x) || bottom.height != px(heights.y) {
        (top.height, bottom.height) = (px(heights.x), px(heights.y));
    }
}

fn show_clock(
    run: Res<Run>,
    presentation: Res<Presentation>,
    mut shown: Local<u32>,
    text: Single<(&mut Text, &mut TextTint, &mut Visibility), With<Clock>>,
) {
    let (mut text, mut color, mut visibility) = text.into_inner();
    visibility.set_if_neq(if presentation.clock { Visibility::Inherited } else { Visibility::Hidden });
    if *shown != run.ticks || text.0.is_empty() {
        *shown = run.ticks;
        text.0 = clock(run.ticks);
    }
    let wanted = if run.phase == Phase::Finished { Role::Exit } else { Role::Paper };
    color.set_if_neq(TextTint::of(wanted));
}

fn show_split((run, split): (Res<Run>, Res<Split>), text: Single<(&mut Text, &mut TextTint), With<SplitText>>) {
    let behind = split.behind.filter(|_| (split.since..split.since + SPLIT_TICKS).contains(&run.ticks));
    let (mut text, mut color) = text.into_inner();
    text.set_if_neq(Text(behind.map(difference).unwrap_or_default()));
    color.set_if_neq(TextTint::of(if behind.is_some_and(|behind| behind <= 0) { Role::Exit } else { Role::PaperDim }));
}

fn show_shards(
    shards: Query<&ShardState>,
    mut shown: Local<(usize, usize)>,
    mut text: Single<&mut Text, With<ShardCount>>,
    mut group: Single<&mut Visibility, With<ShardGroup>>,
) {
    let all = shards.iter().len();
    let taken = shards.iter().filter(|shard| shard.taken).count();
    if *shown != (taken, all) {
        *shown = (taken, all);
        text.0 = format!("{taken}/{all}");
    }
    group.set_if_neq(if all > 0 { Visibility::Inherited } else { Visibility::Hidden });
}

fn show_meter(
    (run, presentation): (Res<Run>, Res<Presentation>),
    mut fill: Single<(&mut Node, &mut FillTint), With<MeterFill>>,
    mut meter: Single<&mut Visibility, With<Meter>>,
) {
    let focus = run.focus;
    meter.set_if_neq(if focus.meter_max > 0 && presentation.focus {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    });
    let width = percent(100.0 * focus.fraction());
    if fill.0.width != width {
        fill.0.width = width;
    }
    // Bright while it drains, dim while it is exhausted and focus must be released.
    let color = match (focus.active, focus.exhausted) {
        (true, _) => Role::Paper,
        (_, true) => Role::PaperDim,
        _ => Role::Focus,
    };
    fill.1.set_if_neq(FillTint::of(color));
}

/// Puts a notch on the meter for each second that it holds.
fn place_notches(run: Res<Run>, mut notches: Query<(&Notch, &mut Node, &mut Visibility)>) {
    for (notch, mut node, mut visibility) in &mut notches {
        let at = (notch.0 * TICKS_PER_SECOND) as f32 / run.focus.meter_max.max(1) as f32;
        node.left = percent(100.0 * at);
        *visibility = if at < 0.999 { Visibility::Inherited } else { Visibility::Hidden };
    }
}

fn show_caption(
    caption: Res<Caption>,
    mut name: Single<&mut Text, (With<Name>, Without<Hint>)>,
    mut hint: Single<&mut Text, With<Hint>>,
) {
    if caption.is_changed() {
        name.0.clone_from(&caption.name);
        hint.0 = caption.hint.clone().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_times_has_its_sign() {
        assert_eq!([-128, -1, 0, 40].map(difference), ["−1.00", "−0.01", "+0.00", "+0.31"]);
    }

    #[test]
    fn the_clock_counts_ticks_exactly() {
        let check = |ticks: u32, expected: &str| assert_eq!(clock(ticks), expected);
        check(0, "0.000");
        check(1, "0.007");
        check(64, "0.500");
        check(128, "1.000");
        check(1580, "12.343");
        check(128 * 60, "1:00.000");
        check(128 * 125 + 16, "2:05.125");
        check(u32::MAX, "559240:31.992");
    }
}
