//! The words over the last death: what killed, and the nearest change of what was pressed that would have lived.

use bevy::prelude::*;
use fluent_bundle::FluentValue;

use crate::screens::Pause;
use crate::screens::menus::screen_reader::ReadOut;
use crate::screens::menus::theme::{self, LabelWords};
use crate::screens::play::history::last_death::LookBack;
use crate::screens::words::Words;
use crate::view::ViewSystems;
use crate::view::canvas::palette::Role;
use crate::view::canvas::palette::ui::FillTint;
use crate::view::history::last_death::SeenDeath;
use hairline_sim::history::hindsight::{ChangeKind, Finding, Hint, Killer, Scene, Tried};
use hairline_sim::run::input::TickInput;
use hairline_sim::tuning::TICK;

/// The line that says what killed and what would have helped.
#[derive(Component, Clone, Copy, Debug)]
struct Verdict;

/// The words over the curve.
#[derive(Component, Clone, Copy, Debug)]
struct Heading;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Pause::LastDeath), spawn)
        .add_systems(Update, (write_verdict, place_heading).run_if(in_state(Pause::LastDeath)).after(ViewSystems));
}

fn spawn(mut commands: Commands, words: Res<Words>) {
    let page = DespawnOnExit(Pause::LastDeath);
    commands.spawn((page.clone(), theme::strip(), FillTint::of(theme::BACKGROUND))).with_children(|strip| {
        let verdict = theme::label(&words.get("last-death-waiting"), theme::size::BODY, theme::TEXT);
        strip.spawn((Node::default(), Verdict)).with_child(verdict);
        strip.spawn(theme::label(&words.get("last-death-back"), theme::size::BODY, theme::TEXT_MUTED));
    });
    let place = Node { position_type: PositionType::Absolute, ..default() };
    let heading = theme::label(&words.get("last-death-clearance"), theme::size::SMALL, Role::PaperDim);
    commands.spawn((page, Heading, place, GlobalZIndex(10), Visibility::Hidden)).with_child(heading);
}

fn write_verdict(
    look_back: Res<LookBack>,
    words: Res<Words>,
    line: Single<(Entity, &Children, Option<&ReadOut>), With<Verdict>>,
    mut labels: Query<&mut LabelWords>,
    mut commands: Commands,
) {
    let Some(scene) = look_back.scene() else { return };
    let (line, children, spoken) = line.into_inner();
    let text = verdict(scene, look_back.finding(), &words);
    if spoken.is_none_or(|spoken| spoken.0 != text) {
        for child in children {
            if let Ok(mut label) = labels.get_mut(*child) {
                label.0.clone_from(&text);
            }
        }
        commands.entity(line).insert(ReadOut(text));
    }
}

fn place_heading(seen: Res<SeenDeath>, heading: Single<(&mut Node, &mut Visibility), With<Heading>>) {
    let (mut node, mut visibility) = heading.into_inner();
    let has_curve = seen.is_shown && seen.clearances.iter().any(Option::is_some);
    visibility.set_if_neq(if has_curve { Visibility::Inherited } else { Visibility::Hidden });
    let (left, top) = (px(seen.heading_at.x.round()), px(seen.heading_at.y.round()));
    if (node.left, node.top) != (left, top) {
        (node.left, node.top) = (left, top);
    }
}

/// What killed, and what would have helped.
fn verdict(scene: &Scene, finding: Option<&Finding>, words: &Words) -> String {
    let cause = words.with("last-death-cause", [("cause", cause(scene).into())]);
    let help = match finding {
        None => words.get("last-death-searching"),
        Some(Finding::Hint(hint)) => words.with("last-death-lives", [("change", change(hint, scene, words).into())]),
        Some(Finding::Nothing(tried)) => nothing(tried, words),
    };
    format!("{cause}   {help}")
}

fn cause(scene: &Scene) -> &'static str {
    match scene.killer {
        Some(Killer::Beam(_)) => "beam",
        Some(Killer::Bullet { .. }) => "bullet",
        Some(Killer::Orb(_)) => "orb",
        Some(Killer::Blast(_)) => "mine",
        Some(Killer::Spikes(_)) => "spikes",
        None if scene.died.death.weapon.presses => "press",
        None => "fall",
    }
}

fn change(hint: &Hint, scene: &Scene, words: &Words) -> String {
    let change = hint.change;
    let button = |button: TickInput| FluentValue::from(words.get(key_of(button)));
    let shift = |key: &str, by: i32| {
        let milliseconds = (by.unsigned_abs() as f32 * TICK * 1e3).round();
        let ticks = words.with("last-death-ticks", [("ticks", by.unsigned_abs().into()), ("ms", milliseconds.into())]);
        let when = words.get(if by > 0 { "last-death-later" } else { "last-death-earlier" });
        words.with(key, [("button", button(change.button)), ("ticks", ticks.into()), ("when", when.into())])
    };
    let died = scene.first + scene.inputs.len();
    let before = format!("{:.2}", died.saturating_sub(change.tick) as f32 * TICK);
    let other = |key: &str, pressed: TickInput| {
        words.with(key, [("button", button(pressed)), ("seconds", before.clone().into())])
    };
    match change.kind {
        ChangeKind::Moved { by } => shift("last-death-moved", by),
        ChangeKind::Pressed { by } => shift("last-death-pressed", by),
        ChangeKind::Released { by } => shift("last-death-released", by),
        ChangeKind::LeftOut => other("last-death-left-out", change.button),
        ChangeKind::Added { .. } => other("last-death-added", change.button),
        ChangeKind::LetGo => other("last-death-let-go", change.button),
        ChangeKind::TurnedAround if change.button == TickInput::LEFT => other("last-death-added", TickInput::RIGHT),
        ChangeKind::TurnedAround => other("last-death-added", TickInput::LEFT),
    }
}

fn nothing(tried: &Tried, words: &Words) -> String {
    let others = tried.let_go + tried.turned_around;
    words.with(
        "last-death-nothing",
        [
            ("shifts", tried.shifts.into()),
            ("left", tried.left_out.into()),
            ("added", (tried.added_jumps + tried.added_focus).into()),
            ("others", others.into()),
        ],
    )
}

/// The words for a button, as the settings name it.
fn key_of(button: TickInput) -> &'static str {
    match button {
        TickInput::LEFT => "action-left",
        TickInput::RIGHT => "action-right",
        TickInput::DOWN => "action-down",
        TickInput::FOCUS => "action-focus",
        _ => "action-jump",
    }
}
