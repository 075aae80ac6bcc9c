//! What pages tell a screen reader beyond the names of their widgets: the order of their parts and their texts; and what a reader
//! may do on the player's behalf.

use accesskit::{Action, ActionData, Live, Node as AccessNode, Role};
use bevy::a11y::{AccessibilityNode, ActionRequest};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, Button, Checkbox, SetSliderValue, Slider, SliderValueChange, ToggleChecked};

use super::focus::{FocusBar, FocusPlace};
use super::theme::{LabelWords, PageRoot};
use super::{Adjust, Adjustable, CapturesInput, InputCooldown, MenuSystems};

/// A box that is exposed as this one text instead of its children's, in a live region: screen readers announce it when it appears.
#[derive(Component, Clone, Debug)]
pub struct ReadOut(pub String);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>()
        .add_systems(Update, (declare_actions, expose_parts, update_texts).chain().in_set(MenuSystems::ShowFocus));
}

/// Declares the actions that each widget supports.
fn declare_actions(
    mut widgets: Query<
        (&mut AccessibilityNode, Has<FocusPlace>, Has<Adjustable>, Has<Slider>),
        Or<(Added<FocusPlace>, Added<Button>)>,
    >,
) {
    for (mut node, can_have_focus, is_adjustable, is_slider) in &mut widgets {
        node.add_action(Action::Click);
        if can_have_focus {
            node.add_action(Action::Focus);
        }
        if is_adjustable {
            node.add_action(Action::Increment);
            node.add_action(Action::Decrement);
        }
        if is_slider {
            node.add_action(Action::SetValue);
        }
    }
}

/// Carries out the requests of screen readers as if they were presses. The widget gets the focus first; for a tab, its bar does.
pub(super) fn follow_requests(
    mut requests: MessageReader<ActionRequest>,
    widgets: Query<(Has<Checkbox>, Has<Adjustable>, Has<Slider>), Or<(With<FocusPlace>, With<Button>)>>,
    places: Query<(), With<FocusPlace>>,
    parents: Query<&ChildOf>,
    (cooldowns, captures): (Query<(), With<InputCooldown>>, Query<(), With<CapturesInput>>),
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    for ActionRequest(request) in requests.read() {
        // A reader may ask for something on a page that was left.
        let Some(entity) = Entity::try_from_bits(request.target_node.0) else { continue };
        let Ok((is_checkbox, is_adjustable, is_slider)) = widgets.get(entity) else { continue };
        if !captures.is_empty() || (request.action != Action::Focus && !cooldowns.is_empty()) {
            continue;
        }
        let place = std::iter::once(entity).chain(parents.iter_ancestors(entity)).find(|part| places.contains(*part));
        if let Some(place) = place {
            focus.set(place, FocusCause::Navigated);
        }
        match (request.action, &request.data) {
            (Action::Click, _) if is_checkbox => commands.trigger(ToggleChecked { entity }),
            (Action::Click, _) => {
                commands.trigger(Activate { entity });
                break;
            }
            (Action::Increment | Action::Decrement, _) if is_adjustable => {
                commands.trigger(Adjust { entity, is_up: request.action == Action::Increment });
            }
            (Action::SetValue, Some(ActionData::NumericValue(value))) if is_slider && value.is_finite() => {
                commands.trigger(SetSliderValue { entity, change: SliderValueChange::Absolute(*value as f32) });
            }
            _ => {}
        }
    }
    // Requests after a choice were meant for the page that it left.
    requests.clear();
}

/// Makes each box and each text of a page a node, so that a reader finds them in their order; but not the insides of a widget,
/// which has a name.
fn expose_parts(
    parts: Query<
        (Entity, Option<&Text>, Option<&LabelWords>, Option<&ReadOut>),
        (Or<(Added<Node>, Added<Text>)>, Without<AccessibilityNode>),
    >,
    parents: Query<&ChildOf>,
    pages: Query<(), With<PageRoot>>,
    (nodes, bars, read_out): (Query<&AccessibilityNode>, Query<(), With<FocusBar>>, Query<(), With<ReadOut>>),
    mut commands: Commands,
) {
    for (entity, text, words, spoken) in &parts {
        let is_on_page = pages.contains(entity) || parents.iter_ancestors(entity).any(|parent| pages.contains(parent));
        let is_in_widget = parents.iter_ancestors(entity).any(|parent| {
            nodes.get(parent).is_ok_and(|node| node.role() != Role::GenericContainer)
                || read_out.contains(parent)
                || (text.is_some() && bars.contains(parent))
        });
        if !is_on_page || is_in_widget {
            continue;
        }
        let mut node = AccessNode::new(Role::GenericContainer);
        if let Some(ReadOut(spoken)) = spoken {
            node.set_role(Role::Label);
            node.set_value(spoken.as_str());
            node.set_live(Live::Polite);
        } else if let Some(text) = text {
            node.set_role(Role::Label);
            set_text(&mut node, words.map_or(text.as_str(), |words| words.as_str()));
        }
        commands.entity(entity).try_insert(AccessibilityNode(node));
    }
}

fn update_texts(
    mut texts: Query<(&Text, Option<&LabelWords>, &mut AccessibilityNode), Or<(Changed<Text>, Changed<LabelWords>)>>,
) {
    for (text, words, mut node) in &mut texts {
        let text = words.map_or(text.as_str(), |words| words.as_str());
        if node.role() == Role::Label && node.value().unwrap_or_default() != text {
            set_text(&mut node, text);
        }
    }
}

fn set_text(node: &mut AccessNode, text: &str) {
    node.set_value(text);
    if text.is_empty() { node.set_hidden() } else { node.clear_hidden() }
}
