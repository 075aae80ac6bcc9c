//! Conditions on several channels, by their truth tables.

use hairline_level::{Channel, Condition};

const A: Condition = Condition::Raised(Channel(0));
const B: Condition = Condition::Lowered(Channel(1));

fn truth(condition: &Condition) -> Vec<bool> {
    (0..4_u8).map(|raised| condition.holds(&|channel| raised >> channel.0 & 1 == 1)).collect()
}

#[test]
fn a_condition_holds_by_its_truth_table() {
    assert_eq!(truth(&A), [false, true, false, true]);
    assert_eq!(truth(&B), [true, true, false, false]);
    assert_eq!(truth(&Condition::All(vec![A, B])), [false, true, false, false]);
    assert_eq!(truth(&Condition::Any(vec![A, B])), [true, true, false, true]);
}

#[test]
fn a_negated_condition_holds_exactly_while_the_other_does_not() {
    let nested = Condition::All(vec![A, Condition::Any(vec![B, A.negated()])]);
    for condition in [A, B, Condition::All(vec![A, B]), Condition::Any(vec![A, B]), nested] {
        let opposite: Vec<bool> = truth(&condition).iter().map(|holds| !holds).collect();
        assert_eq!(truth(&condition.negated()), opposite, "{condition:?}");
        assert_eq!(condition.negated().negated(), condition);
    }
}

#[test]
fn a_condition_knows_whether_it_is_constant() {
    assert_eq!(Condition::All(vec![A, A.negated()]).constant(), Some(false));
    assert_eq!(Condition::Any(vec![B, B.negated()]).constant(), Some(true));
    for varies in [A, B, Condition::All(vec![A, B]), Condition::Any(vec![A, B])] {
        assert_eq!(varies.constant(), None, "{varies:?}");
    }
}
