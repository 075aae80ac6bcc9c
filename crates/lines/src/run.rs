//! A run as bits: the version of its rules, and for each stretch of equal inputs the buttons that change before it and its length.
//! A run of forty changes takes some 50 bytes, and 80 as bytes of buttons with varints of ticks.

use hairline_sim::run::input::TickInput;
use hairline_sim::state::replay::REPLAY_TICKS_MAX;

use crate::bits::{BitReader, BitWriter};

/// Sets of buttons that change together, the most frequent in the proofs of the campaign first: jump; left and right; right;
/// left; each of these with jump; focus with jump, alone, with right, with both. Never changed: lines are for ever.
const FREQUENT: [u8; 10] = [16, 3, 2, 1, 18, 19, 17, 48, 32, 34];
/// The orders of the codes of changes and of lengths less one: with these the proofs take the fewest bits.
const CHANGE_ORDER: u32 = 1;
const TICKS_ORDER: u32 = 4;
const COUNT_ORDER: u32 = 4;
const RULES_ORDER: u32 = 4;
/// One more than the largest set of buttons.
const SETS: u32 = 128;

pub(crate) fn encode(rules: u32, inputs: &[TickInput]) -> Vec<u8> {
    let mut bits = BitWriter::default();
    bits.number(rules, RULES_ORDER);
    let stretches: Vec<&[TickInput]> = inputs.chunk_by(|a, b| a == b).collect();
    bits.number(stretches.len() as u32, COUNT_ORDER);
    let mut held = 0;
    for stretch in stretches {
        let change = stretch[0].bits() ^ held;
        held = stretch[0].bits();
        let place = FREQUENT.iter().position(|frequent| *frequent == change);
        bits.number(place.unwrap_or(FREQUENT.len() + usize::from(change)) as u32, CHANGE_ORDER);
        bits.number(stretch.len() as u32 - 1, TICKS_ORDER);
    }
    bits.finish()
}

/// The rules and the inputs at the beginning of `bytes`, and the bytes after them.
///
/// # Errors
/// In the words of a sentence about the run, if they are not what [`encode`] writes of at most an hour.
pub(crate) fn decode(bytes: &[u8]) -> Result<(u32, Vec<TickInput>, &[u8]), &'static str> {
    const CUT: &str = "its inputs end too early";
    let mut bits = BitReader::new(bytes);
    let rules = bits.number(RULES_ORDER).ok_or(CUT)?;
    let count = bits.number(COUNT_ORDER).ok_or(CUT)?;
    let (mut inputs, mut held) = (Vec::new(), 0);
    for stretch in 0..count {
        let place = bits.number(CHANGE_ORDER).ok_or(CUT)?;
        let change = match FREQUENT.get(place as usize) {
            Some(frequent) => *frequent,
            None => (place - FREQUENT.len() as u32).min(SETS) as u8,
        };
        let is_frequent = place as usize >= FREQUENT.len() && FREQUENT.contains(&change);
        if u32::from(change) == SETS || is_frequent || change == 0 && stretch > 0 {
            return Err("its buttons are not written as this game writes them");
        }
        held ^= change;
        let ticks = bits.number(TICKS_ORDER).ok_or(CUT)? as usize + 1;
        if ticks > REPLAY_TICKS_MAX as usize - inputs.len() {
            return Err("it is longer than an hour");
        }
        inputs.resize(inputs.len() + ticks, TickInput::from_bits(held));
    }
    let rest = bits.finish().ok_or("its inputs are not written as this game writes them")?;
    Ok((rules, inputs, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_come_back_with_what_follows_them() {
        let every = (0..128).map(TickInput::from_bits).collect::<Vec<_>>();
        let long = vec![TickInput::RIGHT; REPLAY_TICKS_MAX as usize];
        for inputs in [vec![], vec![TickInput::NONE; 3], every, long] {
            for rules in [0, 5, 300, u32::MAX] {
                let mut bytes = encode(rules, &inputs);
                bytes.extend([1, 2]);
                assert_eq!(decode(&bytes), Ok((rules, inputs.clone(), &[1, 2][..])));
            }
        }
    }

    /// Why the bits of numbers with their orders, after those of the rules, are no run.
    fn refusal(numbers: &[(u32, u32)]) -> &'static str {
        let mut bits = BitWriter::default();
        bits.number(5, RULES_ORDER);
        numbers.iter().for_each(|(number, order)| bits.number(*number, *order));
        decode(&bits.finish()).expect_err("it is no run")
    }

    #[test]
    fn a_run_has_one_way_to_be_written_and_lasts_an_hour_at_most() {
        let buttons = "its buttons are not written as this game writes them";
        let (one, tick) = ((1, COUNT_ORDER), (0, TICKS_ORDER));
        assert_eq!(refusal(&[one]), "its inputs end too early");
        assert_eq!(refusal(&[one, (10 + 16, CHANGE_ORDER), tick]), buttons, "a frequent change, as another");
        assert_eq!(refusal(&[one, (10 + 128, CHANGE_ORDER), tick]), buttons, "an eighth button");
        let (jump, nothing) = ((0, CHANGE_ORDER), (10, CHANGE_ORDER));
        assert_eq!(refusal(&[(2, COUNT_ORDER), jump, tick, nothing, tick]), buttons, "two stretches for one");
        assert_eq!(refusal(&[one, jump, (REPLAY_TICKS_MAX, TICKS_ORDER)]), "it is longer than an hour");
        let hours = [(3, COUNT_ORDER), jump, (400_000, TICKS_ORDER), jump, (400_000, TICKS_ORDER)];
        assert_eq!(refusal(&hours), "it is longer than an hour");
    }
}
