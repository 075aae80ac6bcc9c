//! What pages tell a screen reader beyond the names of their widgets: the order of their parts, their texts, and what it may do
//! in the player's stead.

use accesskit::{Action, ActionData, Live, Node as AccessNode, Role};
use bevy::a11y::{AccessibilityNode, ActionRequest};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button, Checkbox, SetSliderValue, Slider, SliderValueChange, ToggleChecked};

use super::focus::{FocusBar, FocusPlace};
use super::theme::PageRoot;
use super::{Adjust, Adjustable, CapturesInput, InputCooldown, MenuSystems};

/// A text, or a box of texts, that is read out as soon as it appears.
#[derive(Component, Clone, Copy, Debug)]
pub struct ReadOut;

/// Adds what screen readers need.
pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>()
        .add_systems(Update, follow_requests.in_set(MenuSystems::Choose))
        .add_systems(Update, (expose_actions, expose_parts, update_texts).in_set(MenuSystems::ShowFocus));
}

/// Offers what a widget can be asked for.
fn expose_actions(
    mut widgets: Query<
        (&mut AccessibilityNode, Has<FocusPlace>, Has<Slider>),
        Or<(Added<FocusPlace>, Added<Button>, Added<Checkbox>)>,
    >,
) {
    for (mut node, can_have_focus, is_slider) in &mut widgets {
        node.add_action(Action::Click);
        if can_have_focus {
            node.add_action(Action::Focus);
        }
        if is_slider {
            node.add_action(Action::Increment);
            node.add_action(Action::Decrement);
            node.add_action(Action::SetValue);
        }
    }
}

/// Does what a screen reader asks for, as if the player had done it.
fn follow_requests(
    mut requests: MessageReader<ActionRequest>,
    widgets: Query<(Has<FocusPlace>, Has<Checkbox>, Has<Adjustable>), Or<(With<FocusPlace>, With<Button>)>>,
    busy: Query<(), Or<(With<InputCooldown>, With<CapturesInput>)>>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    for ActionRequest(request) in requests.read() {
        // A reader may ask for something on a page that was left.
        let Some((entity, (can_have_focus, is_checkbox, is_adjustable))) =
            Entity::try_from_bits(request.target_node.0).and_then(|entity| Some((entity, widgets.get(entity).ok()?)))
        else {
            continue;
        };
        match (request.action, &request.data) {
            (Action::Focus, _) if can_have_focus => focus.set(entity, FocusCause::Navigated),
            _ if !busy.is_empty() => {}
            (Action::Click, _) if is_checkbox => commands.trigger(ToggleChecked { entity }),
            (Action::Click, _) => commands.trigger(Activate { entity }),
            (Action::Increment | Action::Decrement, _) if is_adjustable => {
                commands.trigger(Adjust { entity, is_up: request.action == Action::Increment });
            }
            (Action::SetValue, Some(ActionData::NumericValue(value))) => {
                commands.trigger(SetSliderValue { entity, change: SliderValueChange::Absolute(*value as f32) });
            }
            _ => {}
        }
    }
}

/// Makes each box and each text of a page a node, so that a reader finds them in their order; but not the insides of a widget,
/// which has a name.
fn expose_parts(
    parts: Query<(Entity, Option<&Text>), (Or<(Added<Node>, Added<Text>)>, Without<AccessibilityNode>)>,
    parents: Query<&ChildOf>,
    pages: Query<(), With<PageRoot>>,
    nodes: Query<&AccessibilityNode>,
    bars: Query<(), With<FocusBar>>,
    read_out: Query<(), With<ReadOut>>,
    mut commands: Commands,
) {
    for (entity, text) in &parts {
        let path = || std::iter::once(entity).chain(parents.iter_ancestors(entity));
        let is_on_page = path().any(|part| pages.contains(part));
        let is_in_widget = path().any(|part| {
            nodes.get(part).is_ok_and(|node| node.role() != Role::GenericContainer)
                || (text.is_some() && bars.contains(part))
        });
        if !is_on_page || is_in_widget {
            continue;
        }
        let mut node = AccessNode::new(if text.is_some() { Role::Label } else { Role::GenericContainer });
        if let Some(text) = text {
            set_text(&mut node, text);
            if path().any(|part| read_out.contains(part)) {
                node.set_live(Live::Polite);
            }
        }
        commands.entity(entity).insert(AccessibilityNode(node));
    }
}

fn update_texts(mut texts: Query<(&Text, &mut AccessibilityNode), Changed<Text>>) {
    for (text, mut node) in &mut texts {
        if node.role() == Role::Label && node.value().unwrap_or_default() != text.0 {
            set_text(&mut node, text);
        }
    }
}

/// An empty text is none.
fn set_text(node: &mut AccessNode, text: &Text) {
    node.set_value(text.0.as_str());
    if text.is_empty() { node.set_hidden() } else { node.clear_hidden() }
}
